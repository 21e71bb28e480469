#include "core/plan/cost.h"

#include <cmath>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/statistics.h"
#include "core/hardware/price.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace cost_test {

// 1,000 node-hours at 30 $/h.
TEST(CostOf, NodeHoursIsHoursTimesThePrice) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 30);
  const CostReport cost = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  ASSERT_EQ(cost.components.size(), 1u);
  EXPECT_NEAR(*cost.total / dollar, 30000, 1e-6);
  EXPECT_EQ(cost.low, cost.total);
  EXPECT_EQ(cost.high, cost.total);
  EXPECT_NEAR(*cost.price_per_node / dollar_per_hour, 30, 1e-12);
}

// A worked example of AWS's: 256 nodes at 55 $/h, ten minutes lost and ten to recover are 256/3 node-hours = $4,693 a
// disruption; thirty of them $140,800.
TEST(CostOf, ADisruptionIsThatOfAPublishedExample) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 55);
  EXPECT_NEAR(*cost_of(scenario, {.node_hours = 256 / 3.0, .wall_clock = 20 * minute}).total / dollar, 4693.33, 0.005);
  EXPECT_NEAR(*cost_of(scenario, {.node_hours = 30 * 256 / 3.0, .wall_clock = 10 * hour}).total / dollar, 140800, 1e-6);
}

// Two spares over ten days are 480 node-hours; 100 TB at $0.1 per GB and month of 730 hours for 10 days = 240/730
// months.
TEST(CostOf, SparesAndStorageRunAsLongAsTheJob) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 30);
  scenario.spare_nodes = 2;
  scenario.cluster.checkpoint_storage = hardware::Storage{};
  scenario.cluster.checkpoint_storage->name = "store";
  scenario.cluster.checkpoint_storage->capacity = 100 * terabyte;
  scenario.price.storage = 0.1 * dollar / gigabyte / billing_month;
  const CostReport cost = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  ASSERT_EQ(cost.components.size(), 3u);
  EXPECT_NEAR(*cost.components[0].amount / dollar, 30000, 1e-6);
  EXPECT_NEAR(*cost.components[1].amount / dollar, 480 * 30, 1e-6);
  EXPECT_NEAR(*cost.components[2].amount / dollar, 1e5 * 0.1 * 240 / 730, 1e-6);
  EXPECT_NEAR(*cost.total / dollar, 30000 + 14400 + 1e4 * 240 / 730, 1e-6);
}

// 90 nodes for 30 days, then none of them for 20, beside 10 spares: on the first 22 days 100 nodes at 98.32, then 100
// for 8 and 10 for 20 at 55.04 $/h.
TEST(CostOf, APriceWeighsAsTheNodesThatArePaidAtIt) {
  Scenario scenario = small_scenario();
  scenario.spare_nodes = 10;
  scenario.price.chosen = price_point("on_demand", 98.32);
  hardware::PricePoint cut = price_point("on_demand", 55.04);
  cut.valid_from = Date{scenario.start.days_since_epoch + 22};
  scenario.price.later["on_demand"] = {cut};
  NodeUse use{.node_hours = 90 * 30 * 24, .wall_clock = 50 * day, .stretches = {{30 * day, 90}, {20 * day, 0}}};
  EXPECT_NEAR(*cost_of(scenario, use).total / dollar, 24 * (2200 * 98.32 + (800 + 200) * 55.04), 1e-6);
  // Only how long they are beside each other counts.
  for (hardware::PaidStretch& stretch : use.stretches) stretch.time = 0.1 * stretch.time;
  EXPECT_NEAR(*cost_of(scenario, use).total / dollar, 24 * (2200 * 98.32 + 1000 * 55.04), 1e-6);
}

TEST(CostOf, AnUnknownPriceIsUnknownAndNeverZero) {
  const CostReport cost = cost_of(small_scenario(), {.node_hours = 1000, .wall_clock = 10 * day});
  EXPECT_FALSE(cost.price_per_node);
  EXPECT_FALSE(cost.components.front().amount);
  EXPECT_FALSE(cost.total || cost.low || cost.high);
}

TEST(CostOf, AnUnknownStoragePriceLeavesAPartialTotal) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 30);
  scenario.price.alternatives = {price_point("another", 10)};
  scenario.cluster.checkpoint_storage = hardware::Storage{};
  scenario.cluster.checkpoint_storage->capacity = 100 * terabyte;
  const CostReport cost = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  EXPECT_TRUE(cost.components[0].amount);
  EXPECT_FALSE(cost.components[1].amount);
  EXPECT_FALSE(cost.total);
  EXPECT_NEAR(*cost.at_least / dollar, 30000, 1e-6);
  EXPECT_EQ(cost.known(), cost.at_least);
  EXPECT_NEAR(*cost.low / dollar, 10000, 1e-6);
  // Without the nodes' price what is known says nothing.
  scenario.price.chosen.reset();
  EXPECT_FALSE(cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day}).known());
}

// Ten days of 100 node-hours each: four at 30 $/h, then six at 20 $/h.
TEST(CostOf, ARunAcrossAPriceCutPaysBothPrices) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 30);
  hardware::PricePoint cut = price_point("on_demand", 20);
  cut.valid_from = Date{scenario.start.days_since_epoch + 4};
  scenario.price.later["on_demand"] = {cut};
  const CostReport cost = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  EXPECT_NEAR(*cost.total / dollar, 400 * 30 + 600 * 20, 1e-6);
  EXPECT_NEAR(*cost_of(scenario, {.node_hours = 300, .wall_clock = 3 * day}).total / dollar, 300 * 30, 1e-6);
  EXPECT_NE(cost.components[0].note.find("20.00 $/h from"), std::string::npos) << cost.components[0].note;
}

// 9.5 days are ten; 15 are three weeks; 200 days are a block of 182 and one of 18 days, three weeks.
TEST(CostOf, CapacityBlocksArePaidInWholeDaysAndWeeks) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("capacity_block", 30);
  const auto paid_days = [&](double days) {
    return *cost_of(scenario, {.node_hours = days * 24, .wall_clock = days * day}).total / dollar / (24 * 30);
  };
  EXPECT_NEAR(paid_days(9.5), 10, 1e-9);
  EXPECT_NEAR(paid_days(14), 14, 1e-9);
  EXPECT_NEAR(paid_days(15), 21, 1e-9);
  EXPECT_NEAR(paid_days(182), 182, 1e-9);
  EXPECT_NEAR(*cost_of(scenario, {.node_hours = 228, .wall_clock = 9.5 * day}).block_days, 10, 1e-9);
  // Block after block.
  scenario.hazards.capacity_block = sim::PlannedPause{.every = 183 * day, .takes = 1 * day};
  EXPECT_NEAR(paid_days(200), 203, 1e-9);
  // Of 16 days that are sold as 21, three and a day; of 14, however their gaps round, two.
  const auto in_blocks_of = [&](int days) {
    scenario.hazards.capacity_block = sim::PlannedPause{.every = days * day + 7.3 * hour, .takes = 7.3 * hour};
  };
  in_blocks_of(16);
  EXPECT_NEAR(paid_days(48.8), 3 * 21 + 1, 1e-9);
  in_blocks_of(14);
  EXPECT_NEAR(paid_days(28), 28, 1e-9);
  // Where 28 days are the longest that is sold, 38 are not.
  scenario.hazards.capacity_block.reset();
  scenario.price.blocks.longest_days = 28;
  EXPECT_FALSE(cost_of(scenario, {.node_hours = 38 * 24, .wall_clock = 38 * day}).total);
  EXPECT_NEAR(paid_days(28), 28, 1e-9);
}

// Of 256 at most, 300 nodes are too many; a phase on 64 nodes of its own is not on them.
TEST(CostOf, CapacityBlocksAreOfTheNodesThatPhasesHave) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("capacity_block", 30);
  scenario.price.blocks.most_nodes = 256;
  scenario.cluster.num_nodes = 300;
  const NodeUse use{.node_hours = 64 * 24, .wall_clock = 1 * day};
  EXPECT_FALSE(cost_of(scenario, use).total);
  scenario.phases[0].num_nodes = 64;
  EXPECT_NEAR(*cost_of(scenario, use).total / dollar, 64 * 24 * 30, 1e-6);
}

// What is expected of days rounded up is not the mean rounded up: 8 days that may as well be 4 or 16, against the sum
// over 20,000 of their quantiles; and no count of nodes is dear or cheap for the day on which its mean ends.
TEST(CostOf, CapacityBlocksAreThoseExpectedNotThoseOfTheMean) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("capacity_block", 30);
  const auto paid_days = [&](double days, Range held_80) {
    return *cost_of(scenario, {.node_hours = days * 24, .wall_clock = days * day, .held_80 = held_80}).block_days;
  };
  constexpr int kQuantiles = 20'000;
  std::vector<double> days;
  for (int i = 0; i < kQuantiles; ++i)
    days.push_back(std::exp(normal_quantile((i + 0.5) / kQuantiles) * std::log(2) / kNormal80));
  const double scale = 8 * kQuantiles / std::accumulate(days.begin(), days.end(), 0.0);
  double expected = 0;
  for (const double each : days) expected += hardware::days_of_blocks(scale * each * day) / kQuantiles;
  EXPECT_NEAR(paid_days(8, {4, 16}), expected, 0.02 * expected);
  EXPECT_GT(expected, 8.5) << "and not eight days";
  EXPECT_NEAR(paid_days(5.95, {4, 9}) / paid_days(6.05, {4, 9}), 1, 0.02);
  EXPECT_NEAR(paid_days(7.5, {7.5, 7.5}), 8, 1e-9) << "nothing is uncertain";
}

// The price of what cannot be bought is known, what nodes cost by it is not.
TEST(CostOf, CapacityBlocksThatAreNotSoldCostNothingKnown) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("capacity_block", 30);
  EXPECT_TRUE(cost_of(scenario, {.node_hours = 1000, .wall_clock = 182 * day}).total);
  EXPECT_FALSE(cost_of(scenario, {.node_hours = 1000, .wall_clock = 183 * day}).total);
  scenario.cluster.num_nodes = 257;
  const CostReport many = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  EXPECT_FALSE(many.total);
  EXPECT_FALSE(many.at_least);
  EXPECT_TRUE(many.price_per_node);
  EXPECT_FALSE(known_cost(scenario, {.node_hours = 1000, .wall_clock = 10 * day}, {}));
}

// What is bought is what the phases train on: 64 nodes and then 32, not the 300 of the cluster that they are part of.
// 1,000 node-hours in ten whole days at 30 $/h; with 193 spares beside the 64 there are 257.
TEST(CostOf, CapacityBlocksAreCountedByTheNodesOfThePhases) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("capacity_block", 30);
  scenario.cluster.num_nodes = 300;
  scenario.phases.push_back(scenario.phases[0]);
  scenario.phases[0].num_nodes = 64;
  scenario.phases[1].num_nodes = 32;
  const NodeUse use{.node_hours = 1000, .wall_clock = 10 * day};
  ASSERT_TRUE(cost_of(scenario, use).total);
  EXPECT_NEAR(*cost_of(scenario, use).total / dollar, 30000, 1e-6);
  scenario.spare_nodes = 193;
  EXPECT_FALSE(cost_of(scenario, use).total);
  scenario.spare_nodes = 0;
  scenario.phases[1].num_nodes.reset();  // on all 300
  EXPECT_FALSE(cost_of(scenario, use).total);
}

TEST(CostOf, LowAndHighEncloseEveryWayOfBuying) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 30);
  scenario.price.alternatives = {price_point("another", 20), price_point("capacity_block", 35)};
  const CostReport cost = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  EXPECT_NEAR(*cost.low / dollar, 20000, 1e-6);
  EXPECT_NEAR(*cost.total / dollar, 30000, 1e-6);
  EXPECT_NEAR(*cost.high / dollar, 35000, 1e-6);
  ASSERT_EQ(cost.alternatives.size(), 2u);
  EXPECT_EQ(cost.alternatives[0].name, "another");
  // The way asked for may be unknown and others not.
  scenario.price.chosen.reset();
  const CostReport others = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  EXPECT_FALSE(others.total);
  EXPECT_NEAR(*others.low / dollar, 20000, 1e-6);
  EXPECT_NEAR(*others.high / dollar, 35000, 1e-6);
}

// A year is paid for, used or not: no way of buying ten days, and one of buying a year.
TEST(CostOf, ReservationsThatOutlastTheRunAreNoWayOfBuying) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 30);
  scenario.price.alternatives = {price_point("reserved_1y", 20)};
  const CostReport days = cost_of(scenario, {.node_hours = 1000, .wall_clock = 10 * day});
  EXPECT_EQ(days.low, days.high);
  ASSERT_EQ(days.alternatives.size(), 1u);
  EXPECT_THAT(days.alternatives[0].note, testing::HasSubstr("the run's days alone"));
  const CostReport year = cost_of(scenario, {.node_hours = 1000, .wall_clock = 365 * day});
  EXPECT_NEAR(*year.low / dollar, 20000, 1e-6);
}

// 256 instances on a day, and 182 days without a gap: what cannot be bought so is shown, and no part of the range.
TEST(CostOf, CapacityBlocksBeyondTheirRulesAreNoWayOfBuying) {
  Scenario scenario = small_scenario();
  scenario.price.chosen = price_point("on_demand", 30);
  scenario.price.alternatives = {price_point("capacity_block", 10)};
  const auto low = [&](int nodes, double days) {
    scenario.cluster.num_nodes = nodes;
    const CostReport cost = cost_of(scenario, {.node_hours = 1000, .wall_clock = days * day});
    EXPECT_EQ(cost.alternatives.size(), 1u);
    return *cost.low / dollar;
  };
  EXPECT_NEAR(low(256, 10), 10000, 1e-6);
  EXPECT_NEAR(low(257, 10), 30000, 1e-6);
  EXPECT_LT(low(256, 182), 30000);
  EXPECT_NEAR(low(256, 183), 30000, 1e-6);
  scenario.spare_nodes = 1;  // at 30 $/h, too, for 240 h
  EXPECT_NEAR(low(256, 10), 30000 + 240 * 30, 1e-6);
}

}  // namespace cost_test
}  // namespace fmplan::plan
