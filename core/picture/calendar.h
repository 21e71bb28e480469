#pragma once

/// @file
/// Days of a programme for people's calendars.

#include <optional>
#include <string>
#include <vector>

#include "core/base/date.h"

namespace fmplan::picture {

/// Whole days, or a moment of the first of them.
struct CalendarEvent {
  std::string uid;  ///< the same in every edition of the calendar, and of no other event
  std::string title;
  std::string description{};
  Date from{};
  Date until{};                        ///< the day after the last; one day where it is not after `from`
  std::optional<int> minute_of_day{};  ///< UTC, 0 to 1439 (else the nearest): a moment of `from`, which takes no time
};

/// The events as a calendar file [RFC 5545], sorted by time and identifier: whole days as dates of no time zone,
/// moments in UTC, none of them counted as busy.  Control characters and bytes that are no UTF-8 become U+FFFD, days
/// outside the years 0 to 3000 the first and the last of them. `stamp`
/// is the day on which the file says it was made, so that the same events give the same bytes.
std::string calendar_text(const std::string& name, const std::vector<CalendarEvent>& events, Date stamp);

}  // namespace fmplan::picture
