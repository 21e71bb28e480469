// What the plan's own traffic on shared links does to an answer.

#include "core/plan/evaluate.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace evaluate_contention_test {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Sums of a few terms in double precision.
constexpr double kRounding = 1e-12;

/// Two stages of four nodes, a leaf each; gradients that nothing hides.
Scenario two_leaves(double leaf_oversubscription) {
  Scenario scenario = small_scenario();
  scenario.cluster.num_nodes = 8;
  scenario.cluster.instance.fabric = {.name = "two leaves",
                                      .nodes_per_leaf = 4,
                                      .nodes_per_pod = std::nullopt,
                                      .leaf_oversubscription = leaf_oversubscription,
                                      .pod_oversubscription = std::nullopt,
                                      .rail_optimised = std::nullopt,
                                      .source = "a test"};
  scenario.parallel.pipeline = 2;
  scenario.network_flows.emplace();
  return scenario;
}

TEST(Evaluate, CountsTheContentionOfThePlansOwnTraffic) {
  const Report free = evaluate(two_leaves(1));
  Scenario analytic = two_leaves(1);
  analytic.network_flows.reset();
  EXPECT_EQ(free.phases[0].step.parts, evaluate(analytic).phases[0].step.parts);
  EXPECT_FALSE(evaluate(analytic).phases[0].contention.has_value());

  // At 3:1 sends between the stages take thrice as long but for their latency; rings stay under their leaf.
  const Report thin = evaluate(two_leaves(3));
  const PhaseReport& phase = thin.phases[0];
  EXPECT_EQ(phase.contention->send_bottleneck, "leaf 0 → spines");
  EXPECT_EQ(phase.contention->data_parallel_slowdown, 1);
  EXPECT_GT(phase.contention->send_slowdown, 2.5);
  EXPECT_LT(phase.contention->send_slowdown, 3);
  EXPECT_NEAR(phase.step[sim::StepPart::kPipelineTransfer] / free.phases[0].step[sim::StepPart::kPipelineTransfer],
              phase.contention->send_slowdown, kRounding);
  EXPECT_GT(thin.run.time.total(), free.run.time.total());
}

TEST(Evaluate, SaysOnWhichNetworkContentionWasFound) {
  const auto assumed = [](const Scenario& scenario) {
    Assumption found;
    for (const Assumption& assumption : evaluate(scenario).assumptions)
      if (assumption.path == "/cluster/network") found = assumption;
    return found;
  };
  Scenario scenario = two_leaves(2);
  EXPECT_THAT(assumed(scenario).value, HasSubstr("(leaf 0 → spines), gradients and parameters × 1.00"));
  const auto why = [](std::string routing, std::string placement, NoticeValues more) {
    NoticeValues values = {{"routing", std::move(routing)}, {"placement", std::move(placement)}};
    values.insert(values.end(), more.begin(), more.end());
    return AssumptionReason{AssumptionKind::kContention, std::move(values)};
  };
  EXPECT_EQ(assumed(scenario).why,
            why("spray", "packed", {{"oversubscription", Ratio{2}}, {"fabric", std::string("two leaves")}}));
  EXPECT_EQ(assumed(scenario).source, "a test");
  scenario.network_flows = {.routing = network::LeafRouting::kDestination,
                            .placement = network::Placement::kInterleaved,
                            .leaf_oversubscription = 4};
  EXPECT_EQ(assumed(scenario).why, why("d-mod-k", "interleaved", {{"oversubscription", Ratio{4}}}));
  EXPECT_EQ(assumed(scenario).source, "");
  scenario.network_flows->leaf_oversubscription.reset();
  scenario.cluster.instance.fabric.leaf_oversubscription.reset();
  EXPECT_EQ(assumed(scenario).why, why("d-mod-k", "interleaved", {}));
  scenario.network_flows.reset();
  EXPECT_EQ(assumed(scenario), Assumption{});
}

// Nodes are found without contention; what they need with it may then be too long.
TEST(Evaluate, FindsNodesAsIfTrafficWereAlone) {
  Scenario scenario = two_leaves(1);
  scenario.phases[0].tokens *= 10;
  scenario.search_nodes = true;
  scenario.deadline = Date{scenario.start.days_since_epoch + 10};
  const Report free = evaluate(scenario);
  EXPECT_TRUE(free.obstacles.empty());
  EXPECT_GT(free.scenario.cluster.num_nodes, 2);
  scenario.network_flows->leaf_oversubscription = 1000;
  scenario.network_flows->placement = network::Placement::kInterleaved;
  scenario.cluster.instance.fabric.nodes_per_leaf = 1;
  const Report thin = evaluate(scenario);
  EXPECT_EQ(thin.scenario.cluster.num_nodes, free.scenario.cluster.num_nodes);
  EXPECT_THAT(thin.obstacles, Contains(is(NoticeKind::kDeadlineMissed)));
  EXPECT_EQ(thin.assumptions.back().path, "/cluster/nodes");
  EXPECT_EQ(thin.assumptions.back().why.kind, AssumptionKind::kSearchedAlone);
}

TEST(Evaluate, SaysThatPlansAreSearchedAsIfTrafficWereAlone) {
  Scenario scenario = two_leaves(2);
  scenario.search_parallel = true;
  EXPECT_EQ(evaluate(scenario).assumptions.back().path, "/training/parallel");
  scenario.network_flows.reset();
  EXPECT_TRUE(evaluate(scenario).assumptions.empty());
}

TEST(CheckScenario, RefusesMoreFlowsThanAreSimulated) {
  Scenario scenario = two_leaves(1);
  scenario.cluster.num_nodes = 16'385;
  scenario.phases[0].global_batch_size = 16'385 * 2;
  const Issues issues = check_scenario(scenario);
  ASSERT_EQ(issues.size(), 1);
  EXPECT_EQ(issues[0].where, "/cluster/network");
  EXPECT_THAT(issues[0].message, HasSubstr("at most 16384 nodes"));
  scenario.network_flows.reset();
  EXPECT_TRUE(check_scenario(scenario).empty());
}

}  // namespace evaluate_contention_test
}  // namespace fmplan::plan
