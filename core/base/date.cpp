#include "core/base/date.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

namespace fmplan {
namespace {

/// The years that ISO 8601 writes with four digits.
constexpr std::chrono::year_month_day kFirstDay{std::chrono::year(0), std::chrono::January, std::chrono::day(1)};
constexpr std::chrono::year_month_day kLastDay{std::chrono::year(9999), std::chrono::December, std::chrono::day(31)};

std::optional<int> digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  return value;
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day_of_month = digits(text.substr(8, 2));
  if (!year || !month || !day_of_month) return std::nullopt;
  const std::chrono::year_month_day ymd{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                        std::chrono::day(static_cast<unsigned>(*day_of_month))};
  if (!ymd.ok()) return std::nullopt;
  return Date{static_cast<int>(std::chrono::sys_days(ymd).time_since_epoch().count())};
}

std::string date_text(Date date) {
  const std::chrono::year_month_day ymd{std::chrono::sys_days(std::chrono::days(date.days_since_epoch))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
                     static_cast<unsigned>(ymd.day()));
}

Date date_after(Date start, Seconds duration) {
  const double last = std::chrono::sys_days(kLastDay).time_since_epoch().count();
  const double first = std::chrono::sys_days(kFirstDay).time_since_epoch().count();
  const double days = start.days_since_epoch + std::floor(duration / day);
  return Date{static_cast<int>(std::clamp(days, first, last))};
}

double finish_day(double until_day) {
  constexpr double kRounding = 1e-9;  // days
  return std::max(0.0, std::ceil(until_day - kRounding) - 1);
}

}  // namespace fmplan
