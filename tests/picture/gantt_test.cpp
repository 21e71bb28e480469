#include "core/picture/gantt.h"

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/gantt_fixture.h"

namespace fmplan::picture {
namespace gantt_test {

using testing::ElementsAre;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(GanttKinds, HaveLettersOfTheirOwn) {
  std::set<char> letters;
  for (std::size_t k = 0; k < kNumGanttKinds; ++k) letters.insert(gantt_kind_letter(static_cast<GanttKind>(k)));
  EXPECT_EQ(letters.size(), kNumGanttKinds);
}

TEST(GanttGroups, GatherAnOrganisationWhereItComesFirst) {
  const Gantt gantt = pictured_gantt();
  const auto groups = gantt_groups(gantt);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "組織 1");
  EXPECT_THAT(groups[0].rows, ElementsAre(&gantt.rows[0], &gantt.rows[2]));
  EXPECT_THAT(groups[1].rows, ElementsAre(&gantt.rows[1]));
}

TEST(GanttInside, CutsAtTheEdgesAndTakesNoOddNumbers) {
  const Gantt gantt{.title = "t", .num_days = 100};
  EXPECT_EQ(gantt_inside(gantt, -5, 20), (Range{0, 20}));
  EXPECT_EQ(gantt_inside(gantt, 90, kInfinity), (Range{90, 100}));
  EXPECT_EQ(gantt_inside(gantt, 30, 30), (Range{30, 30}));
  for (const auto& [from, until] : std::vector<std::pair<double, double>>{
           {20, 10}, {-20, -10}, {100, 120}, {kNan, 5}, {5, kNan}, {kInfinity, kInfinity}})
    EXPECT_FALSE(gantt_inside(gantt, from, until)) << from << " to " << until;
}

// A block of a hundred days ends on the morning after the last of them, at the edge; what ends a day later does not.
TEST(GanttInside, TakesBlocksThatEndOnTheMorningAfter) {
  const Gantt gantt{.title = "t", .num_days = 100};
  const auto block = [](double day) { return GanttMark{.day = day, .kind = GanttMarkKind::kBlockEnd}; };
  EXPECT_EQ(gantt_inside(gantt, block(14.479)), (Range{14.479, 14.479}));
  EXPECT_EQ(gantt_inside(gantt, block(100.479)), (Range{100, 100}));
  EXPECT_FALSE(gantt_inside(gantt, block(101)));
  EXPECT_FALSE(gantt_inside(gantt, GanttMark{.day = 100.479}));
  EXPECT_EQ(gantt_inside(gantt, GanttMark{.day = 90, .until_day = 120, .kind = GanttMarkKind::kMaintenance}),
            (Range{90, 100}));
}

std::vector<std::string> dates(const Gantt& gantt, int most) {
  std::vector<std::string> texts;
  for (const GanttTick& tick : gantt_ticks(gantt, most)) texts.push_back(date_text(tick.date));
  return texts;
}

// 2025-03-20 and 99 days: to 2025-06-27.  April begins on day 12, May on day 42, June on day 73.
TEST(GanttTicks, AreFirstDaysOfMonths) {
  const Gantt gantt = pictured_gantt();
  EXPECT_THAT(dates(gantt, 9), ElementsAre("2025-04-01", "2025-05-01", "2025-06-01"));
  EXPECT_EQ(gantt_ticks(gantt, 9)[0].day, 12);
  EXPECT_EQ(gantt_ticks(gantt, 9)[2].day, 73);
  // Every second month from January on.
  EXPECT_THAT(dates(gantt, 2), ElementsAre("2025-05-01"));
  EXPECT_THAT(gantt_span(gantt), "2025-03-20 – 2025-06-27, 100 days");
}

TEST(GanttTicks, AreDaysOrWeeksOfAShortPictureAndYearsOfALongOne) {
  const Date start = *parse_date("2024-02-27");
  EXPECT_THAT(dates({.title = "", .start = start, .num_days = 4}, 9),
              ElementsAre("2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"));
  EXPECT_THAT(dates({.title = "", .start = start, .num_days = 15}, 3),
              ElementsAre("2024-02-27", "2024-03-05", "2024-03-12"));
  EXPECT_THAT(dates({.title = "", .start = start, .num_days = 45}, 1), ElementsAre("2024-02-27"));
  EXPECT_THAT(dates({.title = "", .start = start, .num_days = 1100}, 3),
              ElementsAre("2025-01-01", "2026-01-01", "2027-01-01"));
}

TEST(GanttTicks, AreNeverMoreThanAskedForNorOutside) {
  for (const int days : {-1, 0, 1, 7, 44, 45, 46, 59, 60, 365, 3650, 36525, 2'000'000})
    for (const char* start : {"2025-01-01", "2025-01-02", "2024-12-31", "0001-01-01", "9999-06-01"})
      for (int most = 1; most < 15; ++most) {
        const Gantt gantt{.title = "", .start = *parse_date(start), .num_days = days};
        const auto ticks = gantt_ticks(gantt, most);
        ASSERT_TRUE(!ticks.empty() && ticks.size() <= static_cast<std::size_t>(most)) << start << " " << days;
        ASSERT_TRUE(ticks.front().day >= 0 && ticks.back().day < gantt_days(gantt)) << start << " " << days;
      }
}

TEST(GanttFinish, IsSimulatedWhereThatIsKnown) {
  const Gantt gantt = pictured_gantt();
  // Day 61 from 2025-03-20: 12 days to April, 30 of April, so May 20; day 90: 12 + 30 + 31, so June 18.
  EXPECT_EQ(gantt_finish(gantt, gantt.rows[0]), "P50 2025-05-19");
  EXPECT_EQ(gantt_finish(gantt, gantt.rows[1]), "ends 2025-06-17");
  EXPECT_EQ(gantt_finish(gantt, gantt.rows[2]), "not placed");
  EXPECT_EQ(gantt_finish(gantt, {.group = "", .label = "", .bars = {{.from_day = 0, .until_day = kNan}}}),
            "end unknown");
  EXPECT_EQ(gantt_finish(gantt, {.group = "", .label = "", .bars = {{.from_day = 0, .until_day = kInfinity}}}),
            "never ends");
  EXPECT_EQ(gantt_date(gantt, kInfinity), "never");
}

// What is to be ready by the end of the picture stands at its end; what is due later stands nowhere.
TEST(GanttDeadline, OfTheLastDayStandsAtTheEnd) {
  const Gantt gantt = pictured_gantt();
  const double days = gantt_days(gantt);
  const auto of = [&](std::optional<double> due) {
    return gantt_deadline(gantt, {.group = "", .label = "", .bars = {}, .deadline_day = due});
  };
  EXPECT_EQ(of(10), 10);
  EXPECT_EQ(of(days), days);
  EXPECT_EQ(of(days + 0.5), days);
  EXPECT_EQ(of(days + 1), std::nullopt);
  EXPECT_EQ(of(-1), std::nullopt);
  EXPECT_EQ(of(std::nullopt), std::nullopt);
}

// Four of eight nodes from the fourth day on: 32 node-days a week, of which half are 16 over seven days.
TEST(GanttUse, OfAWeekIsItsShareOfTheMeanCapacity) {
  const Gantt gantt = pictured_gantt();
  const GanttPool pool = {.name = "late", .capacity = {0, 0, 0, 8, 8, 8, 8}, .utilisation = {0.5}};
  const std::vector<double> weeks = gantt_week_use(gantt, pool);
  ASSERT_EQ(weeks.size(), 1);
  EXPECT_DOUBLE_EQ(weeks[0], 16.0 / 7);
}

TEST(GanttShare, IsCertainOnlyWhereItIs) {
  EXPECT_EQ(gantt_share(0.414), "41 %");
  EXPECT_EQ(gantt_share(1), "100 %");
  EXPECT_EQ(gantt_share(0.999), "> 99 %");
  EXPECT_EQ(gantt_share(0), "0 %");
  EXPECT_EQ(gantt_share(0.001), "< 1 %");
  EXPECT_EQ(gantt_share(1.04), "104 %");
  for (const double odd : {kNan, kInfinity, -0.1, 1e300}) EXPECT_EQ(gantt_share(odd), std::nullopt);
}

TEST(GanttShare, OfAChanceIsNeverCertain) {
  EXPECT_EQ(gantt_chance(0.414), "41 %");
  EXPECT_EQ(gantt_chance(0.999), "> 99 %");
  EXPECT_EQ(gantt_chance(1), "> 99 %");
  EXPECT_EQ(gantt_chance(0), "< 1 %");
  for (const double odd : {kNan, kInfinity, -0.1, 1.04}) EXPECT_EQ(gantt_chance(odd), std::nullopt);
}

// 20 of 20 nodes on 50 of 100 days.
TEST(GanttUse, IsWhatIsPlacedOfWhatIsThere) {
  const Gantt gantt = pictured_gantt();
  EXPECT_DOUBLE_EQ(gantt_mean_use(gantt, gantt.pools[0]).value(), 0.5);
  const auto use = gantt_use(gantt, gantt.pools[0]);
  EXPECT_EQ(use[49], 1);
  EXPECT_EQ(use[50], 0);
  EXPECT_EQ(gantt_use(gantt, {.name = "none", .used = {3}})[0], kInfinity);
  EXPECT_TRUE(gantt_over_capacity(21.0 / 20));
  EXPECT_FALSE(gantt_over_capacity(3 * 0.1 / 0.3));
  EXPECT_FALSE(gantt_mean_use(gantt, {.name = "none", .used = {3}}));
  EXPECT_EQ(gantt_amount({kNan, -3, kInfinity, 2}, 0), 0);
  EXPECT_EQ(gantt_amount({kNan, -3, kInfinity, 2}, 1), 0);
  EXPECT_EQ(gantt_amount({kNan, -3, kInfinity, 2}, 2), 0);
  EXPECT_EQ(gantt_amount({kNan, -3, kInfinity, 2}, 3), 2);
  EXPECT_EQ(gantt_amount({}, 0), 0);
}

TEST(GanttColumns, HoldTheHighestOfTheDaysThatTouchThem) {
  EXPECT_THAT(gantt_columns({1, 2, 3, 4}, 2), ElementsAre(2, 4));
  EXPECT_THAT(gantt_columns({1, 2, 3}, 2), ElementsAre(2, 3));
  EXPECT_THAT(gantt_columns({1, 2}, 4), ElementsAre(1, 1, 2, 2));
}

}  // namespace gantt_test
}  // namespace fmplan::picture
