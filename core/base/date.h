#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/quantity.h"

namespace fmplan {

/// A calendar day of the proleptic Gregorian calendar, counted from 1970-01-01 (day 0).
struct Date {
  int days_since_epoch = 0;

  friend constexpr auto operator<=>(const Date&, const Date&) = default;
};

/// Reads "YYYY-MM-DD"; nothing for anything else, a 30th of February included.
std::optional<Date> parse_date(std::string_view text);
/// "YYYY-MM-DD".
std::string date_text(Date date);
constexpr int days_between(Date from, Date until) { return until.days_since_epoch - from.days_since_epoch; }
/// The day on which something begun at the start of `start` and lasting `duration` ends (rounded down to the day);
/// 9999-12-31 if it ends later or never.  @pre duration is a number.
Date date_after(Date start, Seconds duration);
/// The day, counted from the same start, on which something ends that lasts until then: what ends with a day ends on
/// it, and not on the next, whose first moment is the same.  Infinity is its own day.
double finish_day(double until_day);

}  // namespace fmplan
