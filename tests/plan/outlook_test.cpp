// What stands beside a plan.

#include "core/plan/outlook.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/statistics.h"
#include "core/plan/evaluate.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace outlook_test {

using ::testing::ElementsAre;

std::vector<int> nodes_of(const std::vector<Neighbour>& neighbours) {
  std::vector<int> nodes;
  for (const Neighbour& each : neighbours) nodes.push_back(each.nodes_held);
  return nodes;
}

TEST(Neighbours, AreTheSameQuestionOnOtherNodes) {
  Scenario scenario = small_scenario();
  scenario.cluster.num_nodes = 8;
  scenario.strict = false;
  scenario.deadline = Date{scenario.start.days_since_epoch + 3};
  scenario.price.chosen = price_point("on_demand", 50);
  const std::vector<Neighbour> list = neighbours(scenario, evaluate(scenario));
  EXPECT_THAT(nodes_of(list), ElementsAre(4, 6, 10, 16));
  for (const Neighbour& each : list) {
    Scenario asked = scenario;
    asked.cluster.num_nodes = each.nodes_held;
    const Report report = evaluate(asked);
    EXPECT_EQ(each.median_days, report.median_days);
    EXPECT_EQ(each.p90_days, report.wall_clock_days_80.high);
    EXPECT_EQ(each.chance, report.deadline_chance);
    EXPECT_EQ(each.cost, report.cost.known());
    EXPECT_EQ(each.nodes_training, report.scenario.cluster.num_nodes);
    EXPECT_EQ(each.verdict, verdict_of(report.obstacles));
  }
}

TEST(Neighbours, SayWhatIsRefused) {
  Scenario scenario = small_scenario();  // strict: 256 sequences do not divide over 12 copies
  const std::vector<Neighbour> list = neighbours(scenario, evaluate(scenario));
  ASSERT_THAT(nodes_of(list), ElementsAre(2, 3, 5, 8));
  EXPECT_EQ(list[0].verdict, Verdict::kOk);
  EXPECT_EQ(list[1].verdict, Verdict::kRefused);
  EXPECT_EQ(list[1].median_days, std::nullopt);
}

TEST(Neighbours, AreNoneWherePhasesStateTheirNodes) {
  Scenario scenario = small_scenario();
  scenario.phases[0].num_nodes = 4;
  EXPECT_TRUE(neighbours(scenario, evaluate(scenario)).empty());
}

// Campaigns' overhead of log-sd 0.2 at its 90 % quantile: training takes e^(1.2816 · 0.2) = 1.292 times as long.
TEST(DecidingAssumptions, AreTheDaysAtTheirBadEnds) {
  Scenario scenario = small_scenario();
  scenario.phases[0].tokens *= 100;
  scenario.campaign_overhead = CampaignOverhead{.share = 0.1, .log_sd = 0.2};
  scenario.price.chosen = price_point("on_demand", 50);
  sim::FailurePreset often = scenario.failures;
  often.name = "often";
  often.per_1000_node_days *= 3;
  scenario.other_failures = std::vector{scenario.failures, often};
  const Report report = evaluate(scenario);
  const std::vector<DecidingAssumption> list = deciding_assumptions(report);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].kind, Deciding::kCampaigns);
  const double days = report.run.time.total() / day;
  EXPECT_NEAR(list[0].more_days / (days * (std::exp(kNormal80 * 0.2) - 1)), 1, 1e-3);
  EXPECT_NEAR(list[0].more_days, report.campaign_days_80->high - days, 1e-9);
  // Nodes alone have a price: money goes with the mean of the days, which is as much longer.
  EXPECT_GT(report.mean_days, 1.01 * days);
  EXPECT_NEAR(*list[0].more_cost / dollar, list[0].more_days * report.mean_days / days * 24 * 4 * 50, 1e-3);
  EXPECT_EQ(list[1].kind, Deciding::kFailures);
  scenario.failures = often;
  EXPECT_NEAR(list[1].more_days, evaluate(scenario).run.time.total() / day - days, 1e-9);
}

// Capacity Blocks are paid by whole weeks beyond 14 days.  Runs whose mean lies about that edge, and between two weeks,
// may end on either side of it: waits of a day for a node cost as much more as the plan with such waits does, and never
// nothing.  Days expected are told by 64 quantiles, of which two may lie on another side of an edge: a week of 4 nodes
// at 30 $/h each.
TEST(DecidingAssumptions, CostWhatBlocksAreExpectedToCost) {
  Scenario scenario = small_scenario();
  scenario.failures.per_1000_node_days = 20;
  scenario.campaign_overhead = CampaignOverhead{.share = 0.1, .log_sd = 0.2};
  scenario.price.chosen = price_point("capacity_block", 30);
  scenario.phases[0].tokens *= 10;
  const double days = evaluate(scenario).mean_days;
  const auto tokens = static_cast<double>(scenario.phases[0].tokens);
  for (const double wanted_days : {13.0, 13.9, 14.5, 17.0, 20.0}) {
    scenario.phases[0].tokens = static_cast<std::int64_t>(tokens * wanted_days / days);
    scenario.other_replacements = {{"a day", 24 * hour}};
    const Report report = evaluate(scenario);
    ASSERT_NEAR(report.mean_days, wanted_days, 0.1);
    Scenario waiting = scenario;
    waiting.recovery.replacement = 24 * hour;
    const double more = (*evaluate(waiting).cost.total - *report.cost.total) / dollar;
    ASSERT_EQ(report.replacement_cases.size(), 1u);
    EXPECT_NEAR(*report.replacement_cases[0].more_cost / dollar, more, 2 * 7 * 24 * 4 * 30 / 64.0) << wanted_days;
    for (const DecidingAssumption& each : deciding_assumptions(report))
      EXPECT_GT(*each.more_cost / dollar, 0.5 * each.more_days * 24 * 4 * 30) << wanted_days << " " << each.path;
  }
}

// Of 1, 2, 4 … 8 more spares on 64 nodes those are told that take least node-days where nodes take a day to come: days
// and money are those of a plan that waits so long and has them, and node-days of no other number are less.
TEST(ReplacementCases, TellTheSparesThatTakeLeast) {
  Scenario scenario = small_scenario();
  scenario.cluster.num_nodes = 64;
  scenario.phases[0].global_batch_size = 512;
  scenario.phases[0].tokens *= 400;
  scenario.failures.per_1000_node_days = 10;
  scenario.other_replacements = {{"a day", 24 * hour}};
  for (const bool priced : {true, false}) {
    if (priced) scenario.price.chosen = price_point("on_demand", 50);
    if (!priced) scenario.price.chosen.reset();
    const Report report = evaluate(scenario);
    ASSERT_TRUE(report.obstacles.empty());
    ASSERT_EQ(report.replacement_cases.size(), 1u);
    const ReplacementCase& late = report.replacement_cases[0];
    ASSERT_TRUE(late.with_spares);
    EXPECT_LT(late.with_spares->more_days, late.more_days / 2);
    Scenario waiting = scenario;
    waiting.recovery.replacement = 24 * hour;
    double least = 1e18;
    int best = 0;
    for (const int spares : {1, 2, 4, 8}) {
      waiting.spare_nodes = scenario.spare_nodes + spares;
      const Report with = evaluate(waiting);
      const double days = with.run.time.total() / day, node_days = (64 + waiting.spare_nodes) * days;
      if (node_days < least) best = spares;
      least = std::min(least, node_days);
      if (spares != late.with_spares->spare_nodes) continue;
      EXPECT_NEAR(late.with_spares->more_days, days - report.run.time.total() / day, 1e-9);
      ASSERT_EQ(late.with_spares->more_cost.has_value(), priced);
      if (!priced) continue;
      EXPECT_NEAR((*with.cost.total - *report.cost.total) / *late.with_spares->more_cost, 1, 0.02);
    }
    EXPECT_EQ(late.with_spares->spare_nodes, best);
  }
}

TEST(DecidingAssumptions, AreSortedByDays) {
  Scenario scenario = small_scenario();
  scenario.campaign_overhead = CampaignOverhead{.share = 0.1, .log_sd = 0.2};
  scenario.other_replacements = {{"a day", 24 * hour}};
  const std::vector<DecidingAssumption> list = deciding_assumptions(evaluate(scenario));
  EXPECT_TRUE(std::ranges::is_sorted(list, std::ranges::greater{}, &DecidingAssumption::more_days));
  for (const DecidingAssumption& each : list) EXPECT_GT(each.more_days, 0);
}

}  // namespace outlook_test
}  // namespace fmplan::plan
