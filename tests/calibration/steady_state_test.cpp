#include "core/calibration/steady_state.h"

#include <vector>

#include <gtest/gtest.h>

namespace fmplan::calibration {
namespace steady_state_test {

std::vector<LoggedPeriod> run(const std::vector<double>& periods) {
  std::vector<LoggedPeriod> logged;
  for (const double period : periods) logged.push_back({period, logged.empty(), false});
  return logged;
}

/// `count` periods of 1.99, 2.00 and 2.01 in turn.
std::vector<double> pace(int count) {
  std::vector<double> periods;
  for (int i = 0; i < count; ++i) periods.push_back(1.99 + 0.01 * (i % 3));
  return periods;
}

// 1 to 5: the quantiles of definition 7 are 1 + 4 q.
TEST(SampleQuantile, InterpolatesBetweenOrderStatistics) {
  EXPECT_DOUBLE_EQ(sample_quantile({5, 3, 1, 4, 2}, 0.5), 3);
  EXPECT_DOUBLE_EQ(sample_quantile({5, 3, 1, 4, 2}, 0.1), 1.4);
  EXPECT_DOUBLE_EQ(sample_quantile({5, 3, 1, 4, 2}, 1), 5);
  EXPECT_DOUBLE_EQ(sample_quantile({7}, 0.9), 7);
}

TEST(SteadyStateOf, DropsTheSlowBeginning) {
  std::vector<double> periods = {60, 5, 3};
  for (const double period : pace(30)) periods.push_back(period);
  const auto steady = steady_state(run(periods));
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->num_warm_up, 3);
  EXPECT_EQ(steady->num_steady, 30);
  EXPECT_EQ(steady->num_outliers, 0);
  EXPECT_DOUBLE_EQ(steady->median, 2.00);
  EXPECT_NEAR(steady->p10, 1.99, 1e-12);
  EXPECT_NEAR(steady->p90, 2.01, 1e-12);
}

// The first half of a run whose pace changes for good counts as warm-up: what it was is told.
TEST(SteadyStateOf, TellsOfAnotherPaceBefore) {
  std::vector<double> periods(220, 8.0);
  periods.insert(periods.end(), 280, 10.0);
  const auto steady = steady_state(run(periods));
  ASSERT_TRUE(steady);
  EXPECT_DOUBLE_EQ(steady->median, 10.0);
  EXPECT_DOUBLE_EQ(steady->before, -0.2);
  EXPECT_EQ(steady->drift, 0);
  EXPECT_EQ(steady_state(run(pace(40)))->before, 0);
}

TEST(SteadyStateOf, DropsTheFirstPeriodAfterEveryRestart) {
  std::vector<LoggedPeriod> logged = run(pace(20));
  for (const double period : pace(20)) logged.push_back({period, false, false});
  logged[20].period = 40;
  logged[20].starts = true;
  const auto steady = steady_state(logged);
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->num_warm_up, 2);
  EXPECT_EQ(steady->num_steady, 38);
}

TEST(SteadyStateOf, DropsWhatWasDisturbedAndOutliers) {
  std::vector<LoggedPeriod> logged = run(pace(30));
  logged[10] = {2.05, false, true};  // near, but an evaluation lies before it
  logged[20].period = 2.3;
  const auto steady = steady_state(logged);
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->num_disturbed, 1);
  EXPECT_EQ(steady->num_outliers, 1);
  EXPECT_EQ(steady->num_steady, 27);
}

TEST(SteadyStateOf, KeepsDisturbedPeriodsWhereThereAreNoOthers) {
  std::vector<LoggedPeriod> logged = run(pace(10));
  for (LoggedPeriod& period : logged) period.disturbed = true;
  const auto steady = steady_state(logged);
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->num_steady, 9);
  EXPECT_EQ(steady->num_disturbed, 0);
}

// The rule is relative: in other units the same periods are kept.
TEST(SteadyStateOf, ScalesWithTheUnit) {
  std::vector<double> periods = {9, 3};
  for (const double period : pace(25)) periods.push_back(period);
  periods[14] = 4;
  std::vector<double> scaled = periods;
  for (double& period : scaled) period *= 1024;
  const auto a = steady_state(run(periods)), b = steady_state(run(scaled));
  ASSERT_TRUE(a && b);
  EXPECT_DOUBLE_EQ(1024 * a->median, b->median);
  EXPECT_DOUBLE_EQ(1024 * a->p90, b->p90);
  EXPECT_EQ(a->num_steady, b->num_steady);
  EXPECT_EQ(a->num_warm_up, b->num_warm_up);
}

// 20 steps of 2 s, then 20 of 2.03 s: 1.5 %, within the rule's 2 %, and the drift says so.
TEST(SteadyStateOf, ShowsASmallChangeOfPaceAsDrift) {
  std::vector<double> periods(21, 2.0);
  periods.insert(periods.end(), 20, 2.03);
  const auto steady = steady_state(run(periods));
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->num_steady, 40);
  EXPECT_NEAR(steady->drift, 0.015, 1e-12);
}

// 3 % faster at first is not the pace that the run keeps.
TEST(SteadyStateOf, TakesThePaceThatTheRunEndsWith) {
  std::vector<double> periods(16, 2.0);
  periods.insert(periods.end(), 25, 2.06);
  const auto steady = steady_state(run(periods));
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->num_warm_up, 16);
  EXPECT_DOUBLE_EQ(steady->median, 2.06);
}

TEST(SteadyStateOf, HasNoneWithoutASecondPeriod) {
  EXPECT_FALSE(steady_state({}));
  EXPECT_FALSE(steady_state(run({2})));
  const auto two = steady_state(run({9, 2}));
  ASSERT_TRUE(two);
  EXPECT_DOUBLE_EQ(two->median, 2);
}

// A stretch at another pace is not warm-up without end: half of it at most.
TEST(SteadyStateOf, DropsAtMostHalfOfAStretchAsWarmUp) {
  std::vector<LoggedPeriod> logged = run(pace(30));
  for (int i = 0; i < 10; ++i) logged.push_back({2.2, i == 0, false});
  const auto steady = steady_state(logged);
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->num_warm_up, 1 + 5);
}

}  // namespace steady_state_test
}  // namespace fmplan::calibration
