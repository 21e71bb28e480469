#include "core/picture/calendar.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <tuple>

#include <libical/ical.h>

#include "core/text/terminal_text.h"
#include "core/text/utf8.h"

namespace fmplan::picture {
namespace {

using Component = std::unique_ptr<icalcomponent, decltype(&icalcomponent_free)>;

/// Text as RFC 5545 (§3.3.11) takes it: lines end with a line feed, and no other control character is left.
std::string plain(std::string_view text) {
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line_end = text[i] == '\r';
    if (line_end && i + 1 < text.size() && text[i + 1] == '\n') continue;
    lines += line_end ? '\n' : text[i] == '\t' ? ' ' : text[i];
  }
  return text::printable(lines);
}

/// What libical takes for a date: icaltime_is_valid_time() of 3.0 wants a year up to 3000.
constexpr std::chrono::sys_days kFirstDay{std::chrono::year(0) / 1 / 1}, kLastDay{std::chrono::year(3000) / 12 / 31};

icaltimetype date_value(Date date) {
  const std::chrono::sys_days day{std::chrono::days(date.days_since_epoch)};
  const std::chrono::year_month_day ymd{std::clamp(day, kFirstDay, kLastDay)};
  icaltimetype value = icaltime_null_date();
  value.year = static_cast<int>(ymd.year());
  value.month = static_cast<int>(static_cast<unsigned>(ymd.month()));
  value.day = static_cast<int>(static_cast<unsigned>(ymd.day()));
  return value;
}

icaltimetype moment_value(Date date, int minute_of_day) {
  icaltimetype value = date_value(date);
  const int minute_within = std::clamp(minute_of_day, 0, 24 * 60 - 1);
  value.is_date = 0;
  value.hour = minute_within / 60;
  value.minute = minute_within % 60;
  value.second = 0;
  value.zone = icaltimezone_get_utc_timezone();
  return value;
}

/// Lines of 75 octets at most without their ends, and no character cut [RFC 5545, §3.1].  libical 3.0 folds as well,
/// but also between the two octets of a line's end where that falls on the 75th, which programs do not read.
std::string folded(const std::string& text) {
  constexpr std::string_view kFold = "\r\n ", kLineEnd = "\r\n";
  constexpr std::size_t kMostOctets = 75;  // RFC 5545, as above
  std::string unfolded, lines;
  std::size_t from = 0;
  for (std::size_t at = text.find(kFold); at != std::string::npos; at = text.find(kFold, from)) {
    unfolded.append(text, from, at - from);
    from = at + kFold.size();
  }
  unfolded.append(text, from);
  std::size_t octets = 0;
  for (std::string_view rest = unfolded; !rest.empty();) {
    const bool ends = rest.starts_with(kLineEnd);
    const std::string_view part = rest.substr(0, ends ? kLineEnd.size() : text::first_character(rest).length);
    if (!ends && octets + part.size() > kMostOctets) {
      lines += kFold;
      octets = 1;
    }
    octets = ends ? 0 : octets + part.size();
    lines += part;
    rest.remove_prefix(part.size());
  }
  return lines;
}

/// The component owns what is added to it.
Component event_component(const CalendarEvent& event, Date stamp) {
  Component component(icalcomponent_new(ICAL_VEVENT_COMPONENT), icalcomponent_free);
  const auto add = [&](icalproperty* property) { icalcomponent_add_property(component.get(), property); };
  add(icalproperty_new_uid(plain(event.uid).c_str()));
  add(icalproperty_new_dtstamp(moment_value(stamp, 0)));
  if (event.minute_of_day) {
    add(icalproperty_new_dtstart(moment_value(event.from, *event.minute_of_day)));
  } else {
    add(icalproperty_new_dtstart(date_value(event.from)));
    // Without an end it lasts one day [RFC 5545, §3.6.1].
    if (event.until > event.from) add(icalproperty_new_dtend(date_value(event.until)));
  }
  add(icalproperty_new_summary(plain(event.title).c_str()));
  if (!event.description.empty()) add(icalproperty_new_description(plain(event.description).c_str()));
  add(icalproperty_new_transp(ICAL_TRANSP_TRANSPARENT));
  return component;
}

}  // namespace

std::string calendar_text(const std::string& name, const std::vector<CalendarEvent>& events, Date stamp) {
  Component calendar(icalcomponent_new(ICAL_VCALENDAR_COMPONENT), icalcomponent_free);
  const auto add = [&](icalproperty* property) { icalcomponent_add_property(calendar.get(), property); };
  add(icalproperty_new_version("2.0"));
  add(icalproperty_new_prodid("-//fmplan//EN"));
  // By RFC 7986, and what programs read that are older than it.
  add(icalproperty_new_name(plain(name).c_str()));
  icalproperty* const shown_name = icalproperty_new_x(plain(name).c_str());
  icalproperty_set_x_name(shown_name, "X-WR-CALNAME");
  add(shown_name);

  std::vector<const CalendarEvent*> sorted;
  sorted.reserve(events.size());
  for (const CalendarEvent& event : events) sorted.push_back(&event);
  const auto key = [](const CalendarEvent& event) {
    return std::tie(event.from, event.minute_of_day, event.uid, event.until, event.title, event.description);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](const CalendarEvent* a, const CalendarEvent* b) { return key(*a) < key(*b); });
  for (const CalendarEvent* event : sorted)
    icalcomponent_add_component(calendar.get(), event_component(*event, stamp).release());

  const std::unique_ptr<char, decltype(&icalmemory_free_buffer)> text(icalcomponent_as_ical_string_r(calendar.get()),
                                                                      icalmemory_free_buffer);
  return folded(text.get());
}

}  // namespace fmplan::picture
