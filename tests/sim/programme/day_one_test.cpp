#include "core/sim/programme/day_one.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/sim/programme/pool_calendar.h"
#include "tests/sim/programme/plain_programme.h"

namespace fmplan::sim {
namespace day_one_test {

constexpr double kRounding = 1e-12;

// Two nodes, each bad with one chance in ten: both good 0.81, one at least 0.99.
TEST(ChanceOfNodes, IsTheBinomialLawByHand) {
  EXPECT_NEAR(chance_of_nodes(2, 0.1, 2), 0.81, kRounding);
  EXPECT_NEAR(chance_of_nodes(2, 0.1, 1), 0.99, kRounding);
  EXPECT_EQ(chance_of_nodes(2, 0.1, 0), 1);
  EXPECT_EQ(chance_of_nodes(2, 0.1, 3), 0);
  EXPECT_EQ(chance_of_nodes(2, 0, 2), 1);
  EXPECT_EQ(chance_of_nodes(2, 1, 1), 0);
}

// SuperBench [Xiong et al. 2024] found 10.36 % of nodes defective at delivery.  Of 127 nodes 13.16 are expected.
TEST(ChanceOfNodes, Of127NodesWithSuperBenchsDefects) {
  double good = 0;
  for (int needed = 1; needed <= 127; ++needed) good += chance_of_nodes(127, 0.1036, needed);
  EXPECT_NEAR(127 - good, 127 * 0.1036, 1e-9);
  EXPECT_NEAR(127 - good, 13.2, 0.05);
  EXPECT_NEAR(chance_of_nodes(127, 0.1036, 110), 0.894, 5e-4);
  EXPECT_NEAR(chance_of_nodes(127, 0.1036, 114), 0.555, 5e-4);
}

TEST(ChanceOfNodes, HoldsForManyNodes) {
  // The law's median lies within one of its mean, 90,000.
  EXPECT_GT(chance_of_nodes(100'000, 0.1, 89'999), 0.5);
  EXPECT_LT(chance_of_nodes(100'000, 0.1, 90'001), 0.5);
}

TEST(FewestExtraNodes, IsEnoughAndOneLessIsNot) {
  EXPECT_EQ(fewest_extra_nodes(10, 0, 0.999), 0);
  // 1 node: good with 0.9; of two one at least with 0.99.
  EXPECT_EQ(fewest_extra_nodes(1, 0.1, 0.9), 0);
  EXPECT_EQ(fewest_extra_nodes(1, 0.1, 0.95), 1);
  for (const int needed : {1, 8, 110, 127, 2000})
    for (const double confidence : {0.5, 0.95, 0.999}) {
      const int extra = fewest_extra_nodes(needed, 0.1036, confidence);
      EXPECT_GE(chance_of_nodes(needed + extra, 0.1036, needed), confidence);
      if (extra > 0) {
        EXPECT_LT(chance_of_nodes(needed + extra - 1, 0.1036, needed), confidence);
      }
    }
}

// 127 nodes are delivered at noon of the second day, 17 of them to be spares, checked in a day, replaced two days
// later: with 0.894 there are 110 good ones the day after, and all three days after.
TEST(AllDelivered, IsTheBinomialLawAfterTheCheckAndCertainAfterReplacement) {
  ProgrammeSettings s = plain_programme(127);
  s.pools[0].spares = 17;
  s.pools[0].steps[0] = {
      .at_s = 1.5 * kDay_s, .nodes = 127, .defective_share = 0.1036, .check_s = kDay_s, .replaced_in_s = 2 * kDay_s};
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 20'000, .threads = 2});
  EXPECT_EQ(simulated.all_delivered[0].mean, 0);
  for (const std::size_t days : {1, 2})
    EXPECT_NEAR(simulated.all_delivered[days].mean, chance_of_nodes(127, 0.1036, 110),
                4 * simulated.all_delivered[days].standard_error);
  EXPECT_LT(simulated.all_delivered[1].standard_error, 0.003);
  for (std::size_t days = 3; days < kNumDeliveryDays; ++days) EXPECT_EQ(simulated.all_delivered[days].mean, 1);
}

// Twenty nodes of which three are spares, checked in a day, replaced two days later.
TEST(PoolCalendar, LetsSparesTakeThePlaceOfDefectiveNodes) {
  const SimulatedPool pool{.steps = {{.nodes = 20, .check_s = kDay_s, .replaced_in_s = 2 * kDay_s}}, .spares = 3};
  const auto calendar = [&](int defective) { return pool_calendar(pool, {{.defective = defective}}); };
  const PoolNodes delivered{.from_s = 0, .held = 20, .unfit = 20, .most_for_jobs = 17};
  const PoolNodes whole{.from_s = 3 * kDay_s, .held = 20, .spares = 3, .for_jobs = 17, .most_for_jobs = 17};
  EXPECT_EQ(calendar(2),
            (PoolCalendar{delivered,
                          {.from_s = kDay_s, .held = 20, .unfit = 2, .spares = 1, .for_jobs = 17, .most_for_jobs = 17},
                          whole}));
  EXPECT_EQ(calendar(5),
            (PoolCalendar{delivered,
                          {.from_s = kDay_s, .held = 20, .unfit = 5, .spares = 0, .for_jobs = 15, .most_for_jobs = 17},
                          whole}));
}

// The chance that a job has all its nodes when they are checked is that of day one.
TEST(AllDelivered, IsTheChanceThatAJobStartsWhenNodesAreChecked) {
  ProgrammeSettings s = plain_programme(127);
  s.pools[0].spares = 17;
  s.pools[0].steps[0] = {.nodes = 127, .defective_share = 0.1036, .check_s = kDay_s, .replaced_in_s = 2 * kDay_s};
  add_task(s, {.nodes = 110, .duration_s = kDay_s});
  constexpr int kTrials = 4'000;
  const ProgrammeTrials trials(s, {.trials = kTrials});
  int at_once = 0;
  for (int trial = 0; trial < kTrials; ++trial) at_once += trials.simulate(trial).tasks[0].start_s == kDay_s ? 1 : 0;
  EXPECT_NEAR(1.0 * at_once / kTrials, chance_of_nodes(127, 0.1036, 110), 4 * std::sqrt(0.9 * 0.1 / kTrials));
}

// With one chance in four it is late, by an exponential time of four days: after d days it is there with
// 1 − e^{−d/4}/4, and two such deliveries with the square of it.
TEST(AllDelivered, IsTheLawOfSlips) {
  ProgrammeSettings s = plain_programme(4);
  s.pools[0].steps = {{.nodes = 4, .late_chance = 0.25, .late_mean_s = 4 * kDay_s},
                      {.at_s = 30 * kDay_s, .nodes = 4, .late_chance = 0.25, .late_mean_s = 4 * kDay_s}};
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 20'000, .threads = 2});
  for (std::size_t days = 0; days < kNumDeliveryDays; ++days) {
    const double one = 1 - std::exp(-static_cast<double>(days) / 4) / 4;
    // The first comes within 30 days and more with 0.9999: by the second's day it is all but sure to be there.
    EXPECT_NEAR(simulated.all_delivered[days].mean, one * one, 4 * simulated.all_delivered[days].standard_error + 2e-4)
        << days;
  }
}

}  // namespace day_one_test
}  // namespace fmplan::sim
