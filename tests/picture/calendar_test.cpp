#include "core/picture/calendar.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libical/ical.h>

#include "core/text/terminal_text.h"
#include "tests/picture/gantt_hostile.h"

namespace fmplan::picture {
namespace calendar_test {

using testing::AllOf;
using testing::HasSubstr;

const Date kStamp = *parse_date("2025-03-01");

std::string read_text(const char* text) { return text == nullptr ? "" : text; }

struct ReadEvent {
  std::string uid, title, description, start, end;
  bool is_busy = true;
};

/// What libical reads out of a calendar, and how many faults it finds.
struct ReadCalendar {
  std::string name;
  std::vector<ReadEvent> events;
  int faults = 0;
};

ReadCalendar read(const std::string& text) {
  const std::unique_ptr<icalcomponent, decltype(&icalcomponent_free)> calendar(icalparser_parse_string(text.c_str()),
                                                                               icalcomponent_free);
  ReadCalendar result;
  if (!calendar) return {.name = "", .events = {}, .faults = 1};
  result.faults = icalcomponent_count_errors(calendar.get()) + (icalrestriction_check(calendar.get()) != 0 ? 0 : 1);
  if (icalproperty* const name = icalcomponent_get_first_property(calendar.get(), ICAL_NAME_PROPERTY))
    result.name = icalproperty_get_name(name);
  for (icalcomponent* event = icalcomponent_get_first_component(calendar.get(), ICAL_VEVENT_COMPONENT);
       event != nullptr; event = icalcomponent_get_next_component(calendar.get(), ICAL_VEVENT_COMPONENT)) {
    icalproperty* const end = icalcomponent_get_first_property(event, ICAL_DTEND_PROPERTY);
    icalproperty* const busy = icalcomponent_get_first_property(event, ICAL_TRANSP_PROPERTY);
    result.events.push_back({.uid = read_text(icalcomponent_get_uid(event)),
                             .title = read_text(icalcomponent_get_summary(event)),
                             .description = read_text(icalcomponent_get_description(event)),
                             .start = icaltime_as_ical_string(icalcomponent_get_dtstart(event)),
                             .end = end == nullptr ? "" : icaltime_as_ical_string(icalproperty_get_dtend(end)),
                             .is_busy = busy == nullptr || icalproperty_get_transp(busy) != ICAL_TRANSP_TRANSPARENT});
  }
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find("\r\n", at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 2;
  }
  return lines;
}

CalendarEvent event(const std::string& title) {
  return {.uid = "a@fmplan", .title = title, .from = *parse_date("2025-03-15"), .until = *parse_date("2025-03-20")};
}

// A block of 14 days from 2025-03-01 ends on 2025-03-15 at 11:30 UTC [AWS, Capacity Blocks for ML].
TEST(CalendarText, WritesWholeDaysAndMoments) {
  CalendarEvent block = event("block ends");
  block.minute_of_day = 11 * 60 + 30;
  EXPECT_EQ(calendar_text("p", {block}, kStamp),
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//fmplan//EN\r\nNAME:p\r\nX-WR-CALNAME:p\r\nBEGIN:VEVENT\r\n"
            "UID:a@fmplan\r\nDTSTAMP:20250301T000000Z\r\nDTSTART:20250315T113000Z\r\nSUMMARY:block ends\r\n"
            "TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
  EXPECT_THAT(calendar_text("p", {event("maintenance")}, kStamp),
              AllOf(HasSubstr("DTSTART;VALUE=DATE:20250315\r\n"), HasSubstr("DTEND;VALUE=DATE:20250320\r\n")));
}

TEST(CalendarText, IsReadAsItWasMeant) {
  CalendarEvent first = event("a, b; c \\ d\nsecond line \"quoted\" 納品 64 台 𝄞");
  first.description = std::string(300, 'x') + ", 大規模言語モデルの学習を開始する日。" + std::string(80, ';');
  CalendarEvent second = event("moment");
  second.uid = "b,;@fmplan";
  second.minute_of_day = 690;
  const ReadCalendar calendar = read(calendar_text("Programme, \"one\"; 組織", {first, second}, kStamp));
  EXPECT_EQ(calendar.faults, 0);
  EXPECT_EQ(calendar.name, "Programme, \"one\"; 組織");
  ASSERT_EQ(calendar.events.size(), 2U);
  EXPECT_EQ(calendar.events[0].title, first.title);
  EXPECT_EQ(calendar.events[0].description, first.description);
  EXPECT_EQ(calendar.events[0].start, "20250315");
  EXPECT_EQ(calendar.events[0].end, "20250320");
  EXPECT_FALSE(calendar.events[0].is_busy);
  EXPECT_EQ(calendar.events[1].uid, second.uid);
  EXPECT_EQ(calendar.events[1].start, "20250315T113000Z");
  EXPECT_EQ(calendar.events[1].end, "");
}

// RFC 5545, §3.1: no longer than 75 octets without the line end, and no character is cut.
TEST(CalendarText, FoldsLongLines) {
  for (const char* part : {"x", "é", "日", "𝄞", "日x", ";"})
    for (int length = 1; length < 200; ++length) {
      std::string title;
      for (int i = 0; i < length; ++i) title += part;
      const std::string text = calendar_text("p", {event(title)}, kStamp);
      for (const std::string& line : lines_of(text)) {
        ASSERT_LE(line.size(), 75U) << line;
        ASSERT_EQ(text::printable(line), line);
      }
      ASSERT_EQ(read(text).events.at(0).title, title);
    }
}

TEST(CalendarText, IsSortedAndTheSameInAnyOrder) {
  std::vector<CalendarEvent> events(4, event("t"));
  events[0].from = *parse_date("2025-04-01");
  events[1].uid = "b@fmplan";
  events[2].minute_of_day = 690;
  const std::string text = calendar_text("p", events, kStamp);
  const auto read_events = read(text).events;
  EXPECT_EQ(read_events[0].uid, "a@fmplan");
  EXPECT_EQ(read_events[1].uid, "b@fmplan");
  EXPECT_EQ(read_events[2].start, "20250315T113000Z");
  EXPECT_EQ(read_events[3].start, "20250401");
  std::reverse(events.begin(), events.end());
  EXPECT_EQ(calendar_text("p", events, kStamp), text);
}

TEST(CalendarText, TakesOneDayWhereTheEndIsNotLater) {
  CalendarEvent backwards = event("t");
  backwards.until = *parse_date("2025-01-01");
  EXPECT_EQ(read(calendar_text("p", {backwards}, kStamp)).events.at(0).end, "");
}

TEST(CalendarText, StaysReadableWhateverTheNamesAndDays) {
  for (unsigned number = 0; number < 100; ++number) {
    HostileGantt hostile(number);
    CalendarEvent odd{.uid = hostile.name() + "u", .title = hostile.name() + "t", .description = hostile.name()};
    odd.from = {number % 3 == 0 ? std::numeric_limits<int>::max() : 20'000};
    odd.until = {number % 3 == 1 ? std::numeric_limits<int>::max() : std::numeric_limits<int>::min()};
    if (number % 2 == 0) odd.minute_of_day = number % 4 == 0 ? std::numeric_limits<int>::max() : -5;
    const std::string text = calendar_text(hostile.name() + "n", {odd, event("t")}, kStamp);
    for (const std::string& line : lines_of(text)) {
      ASSERT_LE(line.size(), 75U) << number;
      ASSERT_EQ(text::printable(line), line) << number;
    }
    const ReadCalendar calendar = read(text);
    ASSERT_EQ(calendar.events.size(), 2U) << number;
    ASSERT_EQ(calendar.faults, 0) << number << text;
  }
}

}  // namespace calendar_test
}  // namespace fmplan::picture
