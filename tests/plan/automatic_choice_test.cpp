// "auto": the plan and the nodes that evaluate() chooses, and the deadline that it chooses them for.

#include "core/plan/evaluate.h"

#include <chrono>
#include <optional>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/search.h"
#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace automatic_choice_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(AutomaticPlan, IsTheSearchsBest) {
  Scenario scenario = small_scenario();
  scenario.search_parallel = true;
  const Report report = evaluate(scenario);
  const PlanSearch search = search_plans(scenario, scenario.phases[0], 4);
  ASSERT_TRUE(search.best);
  EXPECT_EQ(report.phases[0].parallel, search.best->parallel);
  EXPECT_EQ(report.phases[0].step.total(), search.best->step_time);
  EXPECT_LE(report.phases[0].step.total(), evaluate(small_scenario()).phases[0].step.total());
}

TEST(AutomaticPlan, SaysWhenNothingDivides) {
  Scenario scenario = small_scenario();
  scenario.search_parallel = true;
  scenario.phases[0].global_batch_size = 1;
  scenario.phases[0].sequence_length = 2048;  // too short for context parallelism
  scenario.model.num_layers = 31;
  scenario.model.num_heads = scenario.model.num_kv_heads = 31;
  const Report report = evaluate(scenario);
  EXPECT_TRUE(report.phases.empty());
  EXPECT_THAT(report.obstacles, Contains(is(NoticeKind::kNoPlanDivides)));
}

/// The small scenario on as many nodes as its deadline needs.
Scenario by_deadline(int days) {
  Scenario scenario = small_scenario();
  scenario.search_nodes = true;
  scenario.deadline = Date{scenario.start.days_since_epoch + days};
  return scenario;
}

/// The question on a stated number of nodes; none where it does not divide, fit or keep the deadline.
std::optional<Report> in_time_on(const Scenario& question, int num_nodes) {
  Scenario scenario = question;
  scenario.search_nodes = false;
  scenario.cluster.num_nodes = num_nodes;
  if (!check_scenario(scenario).empty()) return std::nullopt;
  Report report = evaluate(scenario);
  const bool runs = report.obstacles.empty() && report.memory.chance >= scenario.fit_confidence;
  return runs ? std::optional(std::move(report)) : std::nullopt;
}

/// Four spares, paid for all the time, make few nodes for long dearer than many for short.
TEST(AutomaticNodes, AreTheCheapestThatKeepTheDeadline) {
  for (const bool search_parallel : {false, true})
    for (const int days : {1, 2, 5, 12})
      for (const int spares : {0, 4}) {
        Scenario scenario = by_deadline(days);
        scenario.search_parallel = search_parallel;
        scenario.spare_nodes = spares;
        scenario.campaign_overhead = CampaignOverhead{.share = 0.1, .log_sd = 0.2};
        scenario.price.chosen = price_point("on_demand", 50);
        const Report report = evaluate(scenario);
        ASSERT_TRUE(report.obstacles.empty()) << testing::PrintToString(report.obstacles.front());
        const int nodes = report.scenario.cluster.num_nodes;
        EXPECT_GE(report.memory.chance, scenario.fit_confidence);
        EXPECT_GE(*report.deadline_chance, scenario.deadline_confidence);
        ASSERT_TRUE(in_time_on(scenario, nodes)) << days;
        int fewest = 0;
        for (int other = 1; other <= 64 && (fewest == 0 || other <= 4 * fewest); ++other)
          if (const auto tried = in_time_on(scenario, other)) {
            if (fewest == 0) fewest = other;
            EXPECT_GE(*tried->cost.known() + 1e-6 * dollar, *report.cost.known())
                << days << " " << other << " " << nodes;
          }
      }
}

/// Without a spare a failed node is waited for.
Scenario slow_to_replace(int days) {
  Scenario scenario = by_deadline(days);
  scenario.phases[0].tokens *= 40;
  scenario.failures.per_1000_node_days = 40;
  scenario.recovery.replacement = 36 * hour;
  scenario.price.chosen = price_point("on_demand", 50);
  return scenario;
}

// Who states no spares is given those that make the run cheapest, as who states their number may find by hand.
TEST(AutomaticNodes, StandByWhereThatIsCheaperAndSparesAreNotStated) {
  constexpr int kDays = 40;
  const Report stated = evaluate(slow_to_replace(kDays));
  EXPECT_EQ(stated.scenario.spare_nodes, 0);
  Scenario open = slow_to_replace(kDays);
  open.assumptions.push_back({"/run/spare_nodes", "0", {AssumptionKind::kDefault}, "rule"});
  const Report report = evaluate(open);
  ASSERT_TRUE(report.obstacles.empty());
  EXPECT_GT(report.scenario.spare_nodes, 0);
  EXPECT_LT(*report.cost.known(), *stated.cost.known());
  for (int nodes = 1; nodes <= 64; ++nodes)
    for (const int spares : {0, 1, 2, 4, 8}) {
      Scenario by_hand = slow_to_replace(kDays);
      by_hand.spare_nodes = spares;
      if (spares * 8 > nodes) continue;
      if (const auto tried = in_time_on(by_hand, nodes)) {
        EXPECT_GE(*tried->cost.known() + 1e-6 * dollar, *report.cost.known()) << nodes << " + " << spares;
      }
    }
}

// A failed node is never replaced: without spares no number of nodes sees the end, which is no lack of plans or memory.
TEST(AutomaticNodes, HaveSparesOrSayWhichAreLackingWhereNodesAreNotReplaced) {
  Scenario scenario = slow_to_replace(400);
  scenario.recovery.replacement = sim::kNever;
  const Report stated = evaluate(scenario);
  EXPECT_THAT(stated.obstacles, Contains(is(NoticeKind::kNeverEndsWithoutSpares)));
  EXPECT_THAT(stated.obstacles, Not(Contains(is(NoticeKind::kNoNodesRun))));
  EXPECT_EQ(stated.run.end, sim::RunEnd::kNoNodes);
  scenario.failures.per_1000_node_days = 0.4;
  scenario.assumptions.push_back({"/run/spare_nodes", "0", {AssumptionKind::kDefault}, "rule"});
  const Report open = evaluate(scenario);
  EXPECT_THAT(open.obstacles, testing::IsEmpty());
  EXPECT_GT(open.scenario.spare_nodes, 0);
}

// Nodes of every phase are stated: there is one answer, and it says what is wrong with it.
TEST(AutomaticNodes, AreThoseOfThePhasesWhereAllStateThem) {
  Scenario scenario = by_deadline(5);
  for (Phase& phase : scenario.phases) phase.num_nodes = 4;
  Scenario fixed = scenario;
  fixed.search_nodes = false;
  fixed.cluster.num_nodes = 4;
  EXPECT_EQ(evaluate(scenario).run.time.total(), evaluate(fixed).run.time.total());
  scenario.cluster.instance.accelerator.usable_memory = 20 * gigabyte;
  EXPECT_THAT(evaluate(scenario).obstacles, Contains(is(NoticeKind::kOutOfMemory)));
}

/// Failures grow with nodes, so that beyond some number more of them are ready later.
TEST(AutomaticNodes, AreTheLikeliestWhereNoneMeetsTheDeadline) {
  Scenario scenario = slow_to_replace(20);
  const Report report = evaluate(scenario);
  ASSERT_THAT(report.obstacles, Contains(is(NoticeKind::kNoNodesInTime)));
  for (int nodes = 1; nodes <= 64; ++nodes) {
    Scenario by_hand = scenario;
    by_hand.search_nodes = false;
    by_hand.cluster.num_nodes = nodes;
    if (!check_scenario(by_hand).empty()) continue;
    const Report tried = evaluate(by_hand);
    if (tried.memory.chance >= scenario.fit_confidence) {
      EXPECT_LE(tried.deadline_chance.value_or(0), *report.deadline_chance + 0.01) << nodes;
    }
  }
}

// 256 sequences feed 64 nodes at most, which is far from enough for ten trillion tokens in a day.
TEST(AutomaticNodes, AreTheFastestWhereAllAreHopeless) {
  Scenario scenario = by_deadline(1);
  scenario.phases[0].tokens *= 1000;
  const auto begin = std::chrono::steady_clock::now();
  const Report report = evaluate(scenario);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  EXPECT_THAT(report.obstacles, Contains(is(NoticeKind::kNoNodesInTime)));
  EXPECT_EQ(report.scenario.cluster.num_nodes, 64);
  EXPECT_LT(taken.count(), 5);  // twenty thousand numbers of nodes, most of which do not divide the batch
}

TEST(Deadline, ThatIsMissedIsAnObstacle) {
  Scenario scenario = small_scenario();
  scenario.phases[0].tokens *= 10;
  scenario.deadline = scenario.start;
  EXPECT_THAT(evaluate(scenario).obstacles, Contains(is(NoticeKind::kDeadlineMissed)));
  scenario.deadline = Date{scenario.start.days_since_epoch + 1000};
  EXPECT_TRUE(evaluate(scenario).obstacles.empty());
}

}  // namespace automatic_choice_test
}  // namespace fmplan::plan
