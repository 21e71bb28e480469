#include "core/base/date.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fmplan {
namespace date_test {

// 1970-01-01 is day 0; 2000-01-01 is 30 years of 365 days and the leap days of 1972 … 1996 (7) later: 10,957.
TEST(Date, CountsDaysSince1970) {
  EXPECT_EQ(parse_date("1970-01-01")->days_since_epoch, 0);
  EXPECT_EQ(parse_date("1969-12-31")->days_since_epoch, -1);
  EXPECT_EQ(parse_date("2000-01-01")->days_since_epoch, 10957);
}

TEST(ParseDate, KnowsLeapYears) {
  EXPECT_TRUE(parse_date("2024-02-29"));
  EXPECT_TRUE(parse_date("2000-02-29"));
  EXPECT_FALSE(parse_date("1900-02-29"));
  EXPECT_FALSE(parse_date("2025-02-29"));
}

TEST(ParseDate, RefusesEverythingElse) {
  for (const char* text :
       {"", "2025-1-1", "2025/01/01", "01-01-2025", "2025-13-01", "2025-00-10", "2025-01-00", "2025-01-32",
        "2025-04-31", "2025-01-01T00:00", " 2025-01-01", "2025-01-0a", "-025-01-01", "20250101"})
    EXPECT_FALSE(parse_date(text)) << text;
}

TEST(DateText, PadsToTenCharacters) {
  EXPECT_EQ(date_text(Date{0}), "1970-01-01");
  EXPECT_EQ(date_text(*parse_date("0033-04-03")), "0033-04-03");
}

// Years 1970 ± 1900: within the four digits that are read.
RC_GTEST_PROP(DateText, ReadsBackToTheSameDay, ()) {
  const Date date{*rc::gen::inRange(-690'000, 690'000)};
  const auto back = parse_date(date_text(date));
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == date);
}

TEST(DateAfter, RoundsDownToTheDay) {
  const Date start = *parse_date("2025-02-28");
  EXPECT_EQ(date_text(date_after(start, 0 * second)), "2025-02-28");
  EXPECT_EQ(date_text(date_after(start, 23.9 * hour)), "2025-02-28");
  EXPECT_EQ(date_text(date_after(start, 24 * hour)), "2025-03-01");
  EXPECT_EQ(date_text(date_after(start, 130 * day)), "2025-07-08");  // 31 + 30 + 31 + 30 to 30 June is 122, and 8 more
  EXPECT_EQ(date_text(date_after(start, -1 * hour)), "2025-02-27");
}

TEST(FinishDay, OfWhatEndsWithADayIsThatDay) {
  EXPECT_EQ(finish_day(0.5), 0);
  EXPECT_EQ(finish_day(10), 9) << "ten days from the first are over with the tenth";
  EXPECT_EQ(finish_day(10 + 1e-12), 9);
  EXPECT_EQ(finish_day(10.01), 10);
  EXPECT_EQ(finish_day(0), 0);
  EXPECT_TRUE(std::isinf(finish_day(std::numeric_limits<double>::infinity())));
}

TEST(Date, IsOrdered) { EXPECT_LT(*parse_date("2025-02-25"), *parse_date("2025-06-01")); }

}  // namespace date_test
}  // namespace fmplan
