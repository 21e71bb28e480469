// The chance of a day, and what a deadline makes of a plan.

#include "core/plan/deadline.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace deadline_test {

using ::testing::Contains;

/// A run of 10 days at P50, between 8 and 13 in four runs of five.
Report ten_days() {
  Report report = evaluate(small_scenario());
  report.median_days = 10;
  report.wall_clock_days_80 = {8, 13};
  return report;
}

/// The day whose end is so many days after the start.
Date after(const Report& report, int days) { return {report.scenario.start.days_since_epoch + days - 1}; }

TEST(ChanceBy, IsTheQuantilesOwnAtEachOfThem) {
  const Report report = ten_days();
  EXPECT_NEAR(*chance_by(report, after(report, 8)), 0.1, 1e-12);
  EXPECT_NEAR(*chance_by(report, after(report, 10)), 0.5, 1e-12);
  EXPECT_NEAR(*chance_by(report, after(report, 13)), 0.9, 1e-12);
}

// 16.9 = 10 · 1.3²: twice as far above the median as P90, in logarithms; Φ(2 · 1.2816) = 0.9948.
TEST(ChanceBy, IsLogNormalOnEitherSide) {
  Report report = ten_days();
  report.median_days = 1000;
  report.wall_clock_days_80 = {800, 1300};
  EXPECT_NEAR(*chance_by(report, after(report, 1690)), 0.99481, 1e-5);
  EXPECT_NEAR(*chance_by(report, after(report, 640)), 0.00519, 1e-5);
}

TEST(ChanceBy, NeverFallsWithTime) {
  const Report report = ten_days();
  double before = 0;
  for (int days = -3; days < 60; ++days) {
    const double chance = *chance_by(report, after(report, days));
    EXPECT_GE(chance, before) << days;
    EXPECT_LE(chance, 1);
    before = chance;
  }
}

// Of runs whose spares last in 95 of 100, P10 and P90 are still those of all runs; no day is sure.
TEST(ChanceBy, CountsRunsWhoseSparesRunOut) {
  Report report = ten_days();
  report.run.spares_last = 0.95;
  EXPECT_NEAR(*chance_by(report, after(report, 8)), 0.1, 1e-9);
  EXPECT_NEAR(*chance_by(report, after(report, 13)), 0.9, 1e-9);
  EXPECT_NEAR(*chance_by(report, after(report, 1000)), 0.95, 1e-9);
  report.run.spares_last = 0.6;
  report.wall_clock_days_80.high = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(*chance_by(report, after(report, 1000)), 0.6, 1e-9);
}

TEST(ChanceBy, IsCertainWhereNothingVaries) {
  Report report = ten_days();
  report.wall_clock_days_80 = {10, 10};
  EXPECT_EQ(chance_by(report, after(report, 10)), 0);
  EXPECT_EQ(chance_by(report, after(report, 11)), 1);
  report.run.end = sim::RunEnd::kNoProgress;
  EXPECT_EQ(chance_by(report, after(report, 11)), std::nullopt) << "no end is seen";
}

/// The small scenario, with the spread of campaigns, by a day that it meets at P50 and not much longer.
Scenario near_deadline(double confidence) {
  Scenario scenario = small_scenario();
  scenario.phases[0].tokens *= 20;
  scenario.campaign_overhead = CampaignOverhead{.share = 0, .log_sd = 0.2};
  const double median = evaluate(scenario).median_days;
  scenario.deadline = Date{scenario.start.days_since_epoch + static_cast<int>(1.05 * median)};
  scenario.deadline_confidence = confidence;
  return scenario;
}

// Five percent above the median and a spread of 0.2: Φ(ln 1.05 / 0.2) = 0.60, and a bit for the day's end.
TEST(Deadline, IsKeptByTheConfidenceAskedFor) {
  const Report sure = evaluate(near_deadline(0.9)), likely = evaluate(near_deadline(0.5));
  EXPECT_NEAR(*sure.deadline_chance, 0.60, 0.05);
  EXPECT_EQ(sure.deadline_chance, likely.deadline_chance);
  EXPECT_TRUE(likely.obstacles.empty());
  EXPECT_EQ(verdict_of(likely.obstacles), Verdict::kOk);
  EXPECT_THAT(sure.obstacles, Contains(is(NoticeKind::kDeadlineMissed)));
  EXPECT_EQ(verdict_of(sure.obstacles), Verdict::kMissesDeadline);
}

TEST(Deadline, IsNotHeldAgainstARunWithoutOne) {
  Scenario scenario = near_deadline(0.9);
  scenario.deadline.reset();
  EXPECT_EQ(evaluate(scenario).deadline_chance, std::nullopt);
  EXPECT_TRUE(keeps_deadline(evaluate(scenario)));
}

}  // namespace deadline_test
}  // namespace fmplan::plan
