#include "core/picture/calendar.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <tuple>

#include <libical/ical.h>

#include "core/base/shared_library.h"
#include "core/text/terminal_text.h"
#include "core/text/utf8.h"

namespace fmplan::picture {
namespace {

/// What is used of libical, which is loaded for the first calendar.
struct Libical {
  SharedLibrary library{FMPLAN_ICAL_LIBRARY};
  decltype(&::icalcomponent_add_component) icalcomponent_add_component = library.find("icalcomponent_add_component");
  decltype(&::icalcomponent_add_property) icalcomponent_add_property = library.find("icalcomponent_add_property");
  decltype(&::icalcomponent_as_ical_string_r) icalcomponent_as_ical_string_r =
      library.find("icalcomponent_as_ical_string_r");
  decltype(&::icalcomponent_free) icalcomponent_free = library.find("icalcomponent_free");
  decltype(&::icalcomponent_new) icalcomponent_new = library.find("icalcomponent_new");
  decltype(&::icalmemory_free_buffer) icalmemory_free_buffer = library.find("icalmemory_free_buffer");
  decltype(&::icalproperty_new_description) icalproperty_new_description = library.find("icalproperty_new_description");
  decltype(&::icalproperty_new_dtend) icalproperty_new_dtend = library.find("icalproperty_new_dtend");
  decltype(&::icalproperty_new_dtstamp) icalproperty_new_dtstamp = library.find("icalproperty_new_dtstamp");
  decltype(&::icalproperty_new_dtstart) icalproperty_new_dtstart = library.find("icalproperty_new_dtstart");
  decltype(&::icalproperty_new_name) icalproperty_new_name = library.find("icalproperty_new_name");
  decltype(&::icalproperty_new_prodid) icalproperty_new_prodid = library.find("icalproperty_new_prodid");
  decltype(&::icalproperty_new_summary) icalproperty_new_summary = library.find("icalproperty_new_summary");
  decltype(&::icalproperty_new_transp) icalproperty_new_transp = library.find("icalproperty_new_transp");
  decltype(&::icalproperty_new_uid) icalproperty_new_uid = library.find("icalproperty_new_uid");
  decltype(&::icalproperty_new_version) icalproperty_new_version = library.find("icalproperty_new_version");
  decltype(&::icalproperty_new_x) icalproperty_new_x = library.find("icalproperty_new_x");
  decltype(&::icalproperty_set_x_name) icalproperty_set_x_name = library.find("icalproperty_set_x_name");
  decltype(&::icaltime_null_date) icaltime_null_date = library.find("icaltime_null_date");
  decltype(&::icaltimezone_get_utc_timezone) icaltimezone_get_utc_timezone =
      library.find("icaltimezone_get_utc_timezone");
};

const Libical& libical() {
  static const Libical kLoaded;
  return kLoaded;
}

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
  icaltimetype value = libical().icaltime_null_date();
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
  value.zone = libical().icaltimezone_get_utc_timezone();
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
  Component component(libical().icalcomponent_new(ICAL_VEVENT_COMPONENT), libical().icalcomponent_free);
  const auto add = [&](icalproperty* property) { libical().icalcomponent_add_property(component.get(), property); };
  add(libical().icalproperty_new_uid(plain(event.uid).c_str()));
  add(libical().icalproperty_new_dtstamp(moment_value(stamp, 0)));
  if (event.minute_of_day) {
    add(libical().icalproperty_new_dtstart(moment_value(event.from, *event.minute_of_day)));
  } else {
    add(libical().icalproperty_new_dtstart(date_value(event.from)));
    // Without an end it lasts one day [RFC 5545, §3.6.1].
    if (event.until > event.from) add(libical().icalproperty_new_dtend(date_value(event.until)));
  }
  add(libical().icalproperty_new_summary(plain(event.title).c_str()));
  if (!event.description.empty()) add(libical().icalproperty_new_description(plain(event.description).c_str()));
  add(libical().icalproperty_new_transp(ICAL_TRANSP_TRANSPARENT));
  return component;
}

}  // namespace

std::string calendar_text(const std::string& name, const std::vector<CalendarEvent>& events, Date stamp) {
  Component calendar(libical().icalcomponent_new(ICAL_VCALENDAR_COMPONENT), libical().icalcomponent_free);
  const auto add = [&](icalproperty* property) { libical().icalcomponent_add_property(calendar.get(), property); };
  add(libical().icalproperty_new_version("2.0"));
  add(libical().icalproperty_new_prodid("-//fmplan//EN"));
  // By RFC 7986, and what programs read that are older than it.
  add(libical().icalproperty_new_name(plain(name).c_str()));
  icalproperty* const shown_name = libical().icalproperty_new_x(plain(name).c_str());
  libical().icalproperty_set_x_name(shown_name, "X-WR-CALNAME");
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
    libical().icalcomponent_add_component(calendar.get(), event_component(*event, stamp).release());

  const std::unique_ptr<char, decltype(&icalmemory_free_buffer)> text(
      libical().icalcomponent_as_ical_string_r(calendar.get()), libical().icalmemory_free_buffer);
  return folded(text.get());
}

}  // namespace fmplan::picture
