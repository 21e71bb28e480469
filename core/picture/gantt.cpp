#include "core/picture/gantt.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace fmplan::picture {
namespace {

struct KindWords {
  std::string_view name;
  char letter;
};
constexpr std::array<KindWords, kNumGanttKinds> kKinds = {
    {{"data", 'd'}, {"experiments", 'e'}, {"training", 'T'}, {"post-training", 'p'}, {"evaluation", 'v'}}};

/// A hundred years of the Gregorian calendar.
constexpr int kMostDays = 36525;
/// Longer pictures are counted in months (chosen: at least one month begins inside).
constexpr int kMostDaysOfWeeks = 45;

Date date_of(const Gantt& gantt, double day_count) { return date_after(gantt.start, day_count * day); }

/// A number of days that fit, from the start.
std::vector<GanttTick> day_ticks(const Gantt& gantt, int most) {
  const int days = gantt_days(gantt);
  std::vector<GanttTick> ticks;
  for (const int step : {1, 2, 7, 14, 28, kMostDaysOfWeeks}) {
    if ((days - 1) / step + 1 > most) continue;
    for (int at = 0; at < days; at += step)
      ticks.push_back({.day = static_cast<double>(at), .date = date_of(gantt, at)});
    break;
  }
  return ticks;
}

/// First days of every `step`th month, counted from January of year 0.
std::vector<GanttTick> month_ticks(const Gantt& gantt, int step) {
  using std::chrono::months, std::chrono::sys_days, std::chrono::year_month_day;
  const sys_days start{std::chrono::days(date_of(gantt, 0).days_since_epoch)};
  const sys_days end = start + std::chrono::days(gantt_days(gantt));
  const year_month_day first{start};
  const int month = 12 * static_cast<int>(first.year()) + static_cast<int>(static_cast<unsigned>(first.month())) - 1;
  std::vector<GanttTick> ticks;
  year_month_day at = first.year() / first.month() / 1;
  at -= months(month % step);
  for (; sys_days(at) < end; at += months(step))
    if (sys_days(at) >= start)
      ticks.push_back({.day = static_cast<double>((sys_days(at) - start).count()),
                       .date = Date{static_cast<int>(sys_days(at).time_since_epoch().count())}});
  return ticks;
}

}  // namespace

std::string_view gantt_kind_name(GanttKind kind) { return kKinds.at(static_cast<std::size_t>(kind)).name; }
char gantt_kind_letter(GanttKind kind) { return kKinds.at(static_cast<std::size_t>(kind)).letter; }

std::string_view gantt_mark_name(GanttMarkKind kind) {
  constexpr std::array<std::string_view, kNumGanttMarkKinds> kNames = {"delivery", "return", "maintenance",
                                                                       "block ends"};
  return kNames.at(static_cast<std::size_t>(kind));
}

int gantt_days(const Gantt& gantt) { return std::clamp(gantt.num_days, 1, kMostDays); }

std::string gantt_date(const Gantt& gantt, double day) {
  return day == std::numeric_limits<double>::infinity() ? "never" : date_text(date_of(gantt, day));
}

std::string gantt_span(const Gantt& gantt) {
  const int days = gantt_days(gantt);
  return fmt::format("{} – {}, {} day{}", gantt_date(gantt, 0), gantt_date(gantt, days - 1), days,
                     days == 1 ? "" : "s");
}

std::optional<Range> gantt_inside(const Gantt& gantt, double from_day, double until_day) {
  const double days = gantt_days(gantt);
  // Written so that what is no number is not inside.
  if (!(from_day <= until_day && from_day < days && until_day >= 0)) return std::nullopt;
  return Range{std::max(from_day, 0.0), std::min(until_day, days)};
}

std::optional<Range> gantt_inside(const Gantt& gantt, const GanttMark& mark) {
  const double days = gantt_days(gantt);
  if (mark.kind == GanttMarkKind::kBlockEnd && mark.day >= days && mark.day < days + 1) return Range{days, days};
  const bool lasts = mark.kind == GanttMarkKind::kMaintenance;
  return gantt_inside(gantt, mark.day, lasts ? std::max(mark.day, mark.until_day) : mark.day);
}

std::vector<GanttGroup> gantt_groups(const Gantt& gantt) {
  std::vector<GanttGroup> groups;
  std::map<std::string_view, std::size_t> places;
  for (const GanttRow& row : gantt.rows) {
    const auto [place, is_new] = places.try_emplace(row.group, groups.size());
    if (is_new) groups.push_back({.name = row.group});
    groups[place->second].rows.push_back(&row);
  }
  return groups;
}

std::string gantt_finish(const Gantt& gantt, const GanttRow& row) {
  if (row.bars.empty()) return "not placed";
  const GanttBar* last = &row.bars.front();
  for (const GanttBar& bar : row.bars) {
    if (std::isnan(bar.until_day)) return "end unknown";
    if (bar.until_day >= last->until_day) last = &bar;
  }
  const double end = last->finish_p50.value_or(last->until_day);
  if (std::isnan(end)) return "end unknown";
  if (std::isinf(end)) return "never ends";
  return fmt::format("{} {}", last->finish_p50 ? "P50" : "ends", gantt_date(gantt, finish_day(end)));
}

std::optional<std::string> gantt_share(double share) {
  constexpr double kMost = 99.99;  // of what is told in percents (chosen)
  if (!(share >= 0 && share <= kMost)) return std::nullopt;
  const double percent = 100 * share;
  if (percent > 0 && percent < 1) return "< 1 %";
  if (percent > 99 && percent < 100) return "> 99 %";
  return fmt::format("{:.0f} %", percent);
}

std::optional<std::string> gantt_chance(double chance) {
  if (chance == 0) return "< 1 %";
  if (chance == 1) return "> 99 %";
  return chance < 1 ? gantt_share(chance) : std::nullopt;
}

std::vector<GanttTick> gantt_ticks(const Gantt& gantt, int most) {
  if (gantt_days(gantt) <= kMostDaysOfWeeks) return day_ticks(gantt, most);
  for (const int step : {1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200}) {
    std::vector<GanttTick> ticks = month_ticks(gantt, step);
    if (ticks.empty()) break;
    if (ticks.size() <= static_cast<std::size_t>(most)) return ticks;
  }
  return {{.day = 0, .date = date_of(gantt, 0)}};
}

double gantt_amount(const std::vector<double>& values, std::size_t at) {
  return at < values.size() && std::isfinite(values[at]) ? std::max(0.0, values[at]) : 0.0;
}

std::vector<double> gantt_week_use(const Gantt& gantt, const GanttPool& pool) {
  constexpr std::size_t kWeek = 7;  // days
  const auto num_days = static_cast<std::size_t>(gantt_days(gantt));
  std::vector<double> use;
  for (std::size_t from = 0; from < num_days && use.size() < pool.utilisation.size(); from += kWeek) {
    const std::size_t until = std::min(from + kWeek, num_days);
    double capacity = 0;
    for (std::size_t i = from; i < until; ++i) capacity += gantt_amount(pool.capacity, i);
    const double share = std::min(1.0, gantt_amount(pool.utilisation, use.size()));
    use.push_back(share * capacity / static_cast<double>(until - from));
  }
  return use;
}

std::optional<double> gantt_deadline(const Gantt& gantt, const GanttRow& row) {
  const double days = gantt_days(gantt);
  // A project is to be ready by the begin of that day: what is due on the last one stands at the end.
  if (!row.deadline_day || !(*row.deadline_day >= 0 && *row.deadline_day < days + 1)) return std::nullopt;
  return std::min(*row.deadline_day, days);
}

std::vector<double> gantt_use(const Gantt& gantt, const GanttPool& pool) {
  std::vector<double> use(static_cast<std::size_t>(gantt_days(gantt)));
  for (std::size_t i = 0; i < use.size(); ++i) {
    const double used = gantt_amount(pool.used, i);
    if (used > 0) use[i] = used / gantt_amount(pool.capacity, i);
  }
  return use;
}

std::optional<double> gantt_mean_use(const Gantt& gantt, const GanttPool& pool) {
  double used = 0, capacity = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(gantt_days(gantt)); ++i) {
    used += gantt_amount(pool.used, i);
    capacity += gantt_amount(pool.capacity, i);
  }
  if (!(capacity > 0) || !std::isfinite(used / capacity)) return std::nullopt;
  return used / capacity;
}

std::vector<double> gantt_columns(const std::vector<double>& values, std::size_t columns) {
  std::vector<double> highest(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t from = c * values.size() / columns;
    const std::size_t until = std::max(from + 1, ((c + 1) * values.size() + columns - 1) / columns);
    for (std::size_t i = from; i < std::min(until, values.size()); ++i) highest[c] = std::max(highest[c], values[i]);
  }
  return highest;
}

}  // namespace fmplan::picture
