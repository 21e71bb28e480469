// Round and odd numbers of nodes: which of them train, with which batch.

#include "core/plan/rounding.h"

#include <limits>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "core/plan/node_choice.h"
#include "core/plan/search.h"
#include "core/plan/subject.h"
#include "tests/model/known_models.h"
#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace rounding_test {

Scenario on_nodes(int num_nodes, bool search_parallel) {
  Scenario scenario = small_scenario();
  scenario.strict = false;
  scenario.cluster.num_nodes = num_nodes;
  scenario.search_parallel = search_parallel;
  return scenario;
}

/// Llama 2 70B in replicas of 32 accelerators, four nodes; with spares enough that more of them are of no use.
Scenario large(int num_nodes, bool search_parallel) {
  Scenario scenario = on_nodes(num_nodes, search_parallel);
  scenario.model = model::llama2_70b();
  scenario.phases[0].tokens = 2'000'000'000'000;
  scenario.phases[0].global_batch_size = 2048;
  scenario.spare_nodes = 8;
  scenario.parallel.tensor = 8;
  scenario.parallel.pipeline = 4;
  scenario.parallel.virtual_pipeline = 5;
  return scenario;
}

// 2,048 = 15 · 136 + 8 and 16 · 128: the lower of the two multiples near is 8 away, the upper 128.
TEST(NearestBatch, IsTheNearestMultipleWithinAFewPercent) {
  EXPECT_EQ(nearest_batch(2048, 128, 0), 2048);
  EXPECT_EQ(nearest_batch(2048, 136, 0), std::nullopt);
  EXPECT_EQ(nearest_batch(2048, 136, 0.01), 2040);
  EXPECT_EQ(nearest_batch(2048, 136, 0.003), std::nullopt);  // 8 / 2048 = 0.0039
  EXPECT_EQ(nearest_batch(2048, 520, 0.02), 2080);
  EXPECT_EQ(nearest_batch(10, 4, 0.2), 8) << "as near as 12";
  EXPECT_EQ(nearest_batch(3, 4, 1), 4) << "never none";
}

// A replica takes 4 nodes.  2,048 sequences over 24 copies in groups of 4 micro-batches: 21 groups of 96 are 2,016.
TEST(Rounding, KeepsTheDegreesOfAStatedPlan) {
  const Report report = evaluate(large(96, false));
  ASSERT_TRUE(report.rounding);
  EXPECT_EQ(report.scenario.cluster.num_nodes, 96);
  EXPECT_EQ(report.phases[0].parallel.data, 24);
  EXPECT_EQ(report.scenario.phases[0].global_batch_size, 2016);
  EXPECT_EQ(report.rounding->batches_asked, std::vector{2048});
  EXPECT_EQ(report.phases[0].tokens / 2016 / 4096, report.phases[0].num_steps);
  EXPECT_GE(report.phases[0].tokens, 2'000'000'000'000) << "steps follow from the tokens";
}

// 98 nodes hold no more replicas than 96: two stand by.
TEST(Rounding, LeavesSparesOver) {
  const Report report = evaluate(large(98, false));
  ASSERT_TRUE(report.rounding);
  EXPECT_EQ(report.rounding->nodes_held, 98);
  EXPECT_EQ(report.scenario.cluster.num_nodes, 96);
  EXPECT_EQ(report.scenario.spare_nodes, 8 + 2);
  const Report exact = evaluate(large(96, false));
  EXPECT_NEAR(report.median_days, exact.median_days, 0.01 * exact.median_days);
}

TEST(Rounding, ChangesNothingThatDivides) {
  Scenario strict = large(128, false);
  strict.strict = true;
  const Report report = evaluate(large(128, false));
  EXPECT_FALSE(report.rounding);
  EXPECT_EQ(report.median_days, evaluate(strict).median_days);
}

TEST(Rounding, IsRefusedToAStrictQuestion) {
  for (const int nodes : {96, 98}) {
    Scenario scenario = large(nodes, false);
    EXPECT_TRUE(check_question(scenario).empty()) << nodes;
    scenario.strict = true;
    EXPECT_FALSE(check_question(scenario).empty()) << nodes;
    EXPECT_EQ(check_question(scenario).size(), check_scenario(scenario).size());
  }
  EXPECT_FALSE(check_question(large(3, false)).empty()) << "less than one replica";
}

/// What is planned, asked again as it is planned.
TEST(Rounding, PlannedAgainGivesTheSameAnswer) {
  for (const int nodes : {25, 96, 98, 131, 250})
    for (const bool search : {false, true}) {
      const Report report = evaluate(large(nodes, search));
      ASSERT_TRUE(report.obstacles.empty()) << nodes;
      Scenario again = report.scenario;
      again.strict = false;
      EXPECT_EQ(evaluate(again).median_days, report.median_days) << nodes;
      EXPECT_FALSE(evaluate(again).rounding) << nodes;
    }
}

void expect_days_never_rise(Scenario (*question)(int, bool), bool search, int first, int last) {
  double before = std::numeric_limits<double>::infinity();
  // All numbers at first; then every fifth, which meets every remainder that degrees leave.
  for (int nodes = first; nodes <= last; nodes += search && nodes >= 200 ? 5 : 1) {
    const Scenario scenario = question(nodes, search);
    if (!check_question(scenario).empty()) continue;
    const Report report = evaluate(scenario);
    if (!report.obstacles.empty()) {
      EXPECT_TRUE(std::isinf(before)) << nodes << ": fewer nodes could run";
      continue;
    }
    EXPECT_LE(report.median_days, before) << nodes << (search ? ", plan searched" : ", plan stated");
    EXPECT_LE(report.scenario.cluster.num_nodes, nodes);
    before = report.median_days;
  }
  EXPECT_TRUE(std::isfinite(before));
}

// All that is billed is said: 198 nodes in replicas of four are 196 that train and two that stand by, and 8 spares are
// stated beside them.
TEST(HeldNodes, WithSparesAreAllThatIsBilled) {
  Scenario scenario = large(198, false);
  scenario.price.chosen = price_point("on_demand", 50);
  const Report report = evaluate(scenario);
  ASSERT_TRUE(report.obstacles.empty());
  ASSERT_EQ(report.scenario.cluster.num_nodes, 196);
  const HeldNodes held = held_nodes(report);
  EXPECT_EQ(held.nodes, 198);
  EXPECT_EQ(held.spares, 8);
  EXPECT_EQ(billed_subject_text(report), "llama-2-70b on 198 × eight and 8 spares");
  // Dollars of nodes and spares over dollars of a node that is held all the while.
  double billed = 0;
  for (const CostComponent& component : report.cost.components)
    if (component.name == "compute" || component.name == "spare_nodes") billed += *component.amount / dollar;
  EXPECT_NEAR(billed / (report.mean_days * 24 * 50), held.nodes + held.spares, 1e-6);
}

// A short phase on more nodes is not what the whole run is on.
TEST(HeldNodes, TellTheFewestAndTheMostOfPhases) {
  Scenario scenario = on_nodes(4, true);
  scenario.phases.push_back(scenario.phases[0]);
  EXPECT_EQ(billed_subject_text(evaluate(scenario)), "llama-2-7b on 4 × eight");
  scenario.phases[1].num_nodes = 16;
  scenario.phases[1].tokens /= 100;
  EXPECT_EQ(billed_subject_text(evaluate(scenario)), "llama-2-7b on 4 to 16 × eight");
}

/// Two phases, of which `first` and `second` are the nodes; a node is waited for so long that spares would pay.
Scenario of_two_phases(std::optional<int> first, std::optional<int> second, int num_nodes) {
  Scenario scenario = on_nodes(num_nodes, true);
  scenario.recovery.replacement = 2 * day;
  scenario.phases.push_back(scenario.phases[0]);
  scenario.phases[0].num_nodes = first;
  scenario.phases[1].num_nodes = second;
  return scenario;
}

// 16 nodes are held for a phase of 16 and then one of 8: on fewer of the cluster's nodes neither phase would leave any.
TEST(HeldNodes, AreThoseOfPhasesThatAllStateTheirOwn) {
  for (const int of_cluster : {4, 16, 100}) {
    const Report report = evaluate(of_two_phases(16, 8, of_cluster));
    ASSERT_TRUE(report.obstacles.empty());
    EXPECT_EQ(report.scenario.spare_nodes, 0) << of_cluster;
    EXPECT_EQ(held_nodes(report).spares, 0);
    EXPECT_EQ(billed_subject_text(report), "llama-2-7b on 8 to 16 × eight");
  }
}

// The first phase has 16 of 16 nodes, so that nothing that the second leaves stands by for it; of 20 four may.
TEST(HeldNodes, AreNoMoreThanThereAreWhereOnePhaseStatesItsOwn) {
  for (const int of_cluster : {16, 20}) {
    const Report report = evaluate(of_two_phases(16, std::nullopt, of_cluster));
    ASSERT_TRUE(report.obstacles.empty());
    EXPECT_LE(most_phase_nodes(report.scenario) + report.scenario.spare_nodes, of_cluster);
    const HeldNodes held = held_nodes(report);
    EXPECT_EQ(held.nodes, of_cluster);
    EXPECT_EQ(held.spares, 0) << "beside those held";
  }
}

TEST(HeldNodes, AreThoseThatTrainWhereSparesAreSearched) {
  Scenario scenario = large(198, false);
  scenario.search_spares = true;
  Report report = evaluate(scenario);
  report.scenario.spare_nodes = 3;
  const HeldNodes held = held_nodes(report);
  EXPECT_EQ(held.nodes, 196);
  EXPECT_EQ(held.spares, 3);
}

TEST(Rounding, DaysNeverRiseWithNodesWherePlansAreSearched) { expect_days_never_rise(large, true, 8, 1024); }
TEST(Rounding, DaysNeverRiseWithNodesUnderAStatedPlan) { expect_days_never_rise(large, false, 8, 1024); }
TEST(Rounding, DaysOfASmallModelNeverRiseWithNodes) {
  for (const bool search : {false, true}) expect_days_never_rise(on_nodes, search, 8, 300);
}

/// DeepSeek-V3, which needs most of the memory of so few.
Scenario tight(int num_nodes, bool search_parallel) {
  Scenario scenario = on_nodes(num_nodes, search_parallel);
  scenario.model = model::deepseek_v3();
  scenario.phases[0].tokens = 10'000'000'000'000;
  scenario.phases[0].global_batch_size = 15360;
  scenario.spare_nodes = 8;
  return scenario;
}

/// Contexts so long that only powers of two have plans that recompute little, and so few sequences that whole steps of
/// a larger batch are far more work than is asked for.
Scenario long_sequences(int num_nodes, bool search_parallel) {
  Scenario scenario = on_nodes(num_nodes, search_parallel);
  scenario.phases[0].sequence_length = 1'048'576;
  scenario.phases[0].global_batch_size = 4;
  return scenario;
}
TEST(Rounding, DaysNeverRiseWithNodesThatSplitContexts) { expect_days_never_rise(long_sequences, true, 8, 64); }

// Only round numbers of nodes have plans there that recompute little.
TEST(Rounding, DaysNeverRiseWithNodesWhereMemoryIsShort) { expect_days_never_rise(tight, true, 60, 76); }

// So many that fewer than half of them can train.
TEST(Rounding, DaysNeverRiseWithNodesThatCannotTrain) {
  double before = std::numeric_limits<double>::infinity();
  for (const int nodes : {1024, 2048, 3000, 4300, 4350, 4400, 4500, 5000, 5500, 7000, 8000, 12000, 16000}) {
    const Report report = evaluate(large(nodes, true));
    EXPECT_LE(report.median_days, before) << nodes;
    before = report.median_days;
  }
}

// On 40,000 nodes a run of so few sequences would fail all the time: the bound of the upper half is none of the lower.
TEST(Rounding, TakesFewOfVeryManyNodesAndSaysSo) {
  const Report few = evaluate(on_nodes(64, true));
  Scenario on_many = on_nodes(40'000, true);
  on_many.spare_nodes = 3;  // are none of the nodes held
  const Report many = evaluate(on_many);
  ASSERT_TRUE(many.obstacles.empty());
  EXPECT_LE(many.median_days, few.median_days);
  EXPECT_THAT(many.warnings, testing::Contains(is(NoticeKind::kMostNodesIdle, "held", std::int64_t{40'000})));
  EXPECT_THAT(few.warnings, testing::Not(testing::Contains(is(NoticeKind::kMostNodesIdle))));
}

}  // namespace rounding_test
}  // namespace fmplan::plan
