#include "core/network/flow_folding.h"

#include <gtest/gtest.h>

#include "core/network/collective_flows.h"
#include "tests/network/flow_sets.h"

namespace fmplan::network {
namespace flow_folding_test {

using flow_sets::all_endpoints;
using flow_sets::all_to_all;
using flow_sets::two_levels;

/// Sums over many flows against products: rounding only.
constexpr double kRounding = 1e-12;

void expect_same_finish(const FlowNetwork& network, const FlowSet& set) {
  const FlowResult plain = simulate(network, set);
  const FlowResult folded = simulate_folded(network, set);
  ASSERT_EQ(folded.finish.size(), plain.finish.size());
  for (std::size_t f = 0; f < plain.finish.size(); ++f) {
    ASSERT_NEAR(folded.finish[f] / second, plain.finish[f] / second, kRounding * (plain.finish[f] / second));
    ASSERT_NEAR(folded.busy[f] / second, plain.busy[f] / second, kRounding * (plain.finish[f] / second));
  }
}

// Pairs under one leaf and pairs across; links of endpoints and links of spines, up and down being alike.
TEST(Fold, AnAllToAllHasTwoClasses) {
  const FatTree tree = two_levels(32, 8, 4);
  FlowSet set = all_to_all(tree, 1 * mebibyte);
  const FoldedFlows folded = fold(tree.network(), set);
  EXPECT_EQ(folded.set.flows.size(), 2u);
  EXPECT_EQ(folded.network.capacities.size(), 2u);
  expect_same_finish(tree.network(), set);
}

// A place in the leaf per class: a flow's predecessors tell it from its neighbours, and leaves are alike.
TEST(Fold, ARingHasAClassPerPlaceInTheLeaf) {
  const FatTree tree = two_levels(64, 8, 2);
  FlowSet set;
  add_collective(set, tree, {.payload = 64 * mebibyte, .endpoints = all_endpoints(tree), .latency = 1 * microsecond});
  EXPECT_EQ(fold(tree.network(), set).set.flows.size(), 8u);
  expect_same_finish(tree.network(), set);
}

TEST(Fold, WhatBreaksTheSymmetrySplitsClasses) {
  const FatTree tree = two_levels(32, 8, 1);
  FlowSet set = all_to_all(tree, 1 * mebibyte);
  FlowNetwork broken = tree.network();
  broken.capacities[static_cast<std::size_t>(tree.leaf_up(2, 5))] *= 0.25;
  EXPECT_GT(fold(broken, set).set.flows.size(), 2u);
  EXPECT_LT(fold(broken, set).set.flows.size(), set.flows.size());
  expect_same_finish(broken, set);

  FlowNetwork failing = tree.network();
  failing.changes = {{1 * millisecond, tree.endpoint_down(3), 10 * gigabyte_per_second}};
  expect_same_finish(failing, set);
  set.flows[7].start = 2 * millisecond;
  set.flows[9].weight = 3;
  expect_same_finish(tree.network(), set);
}

TEST(Fold, KeepsTreesAndStagesApart) {
  const FatTree tree = two_levels(24, 8, 2);
  FlowSet set;
  add_collective(set, tree,
                 {.pattern = FlowPattern::kDoubleTree,
                  .payload = 64 * mebibyte,
                  .endpoints = all_endpoints(tree),
                  .num_chunks = 8});
  add_collective(set, tree,
                 {.pattern = FlowPattern::kHierarchical,
                  .payload = 16 * mebibyte,
                  .endpoints = all_endpoints(tree),
                  .group_size = 4});
  expect_same_finish(tree.network(), set);
}

TEST(FoldedAllToAll, IsWhatFoldingTheListedFlowsGives) {
  for (const double oversubscription : {1.0, 4.0}) {
    const FatTree tree = two_levels(64, 16, oversubscription);
    const std::optional<FoldedFlows> folded = folded_all_to_all(tree, 16 * mebibyte);
    ASSERT_TRUE(folded);
    const FlowSet set = all_to_all(tree, 16 * mebibyte);
    const FlowResult direct = simulate(folded->network, folded->set);
    const FlowResult listed = simulate(tree.network(), set);
    // The first listed pair, 0 → 1, is under one leaf; the last, 63 → 62 by n − 1 steps, too; 0 → 16 is not.
    EXPECT_NEAR(direct.finish[0] / second, listed.finish[0] / second, kRounding);
    EXPECT_NEAR(direct.finish[1] / second, listed.finish[15 * 64] / second, kRounding);
  }
}

// 16,383 times 1 MiB at 50 GB/s.
TEST(FoldedAllToAll, ReachesSixteenThousandEndpoints) {
  const std::optional<FoldedFlows> folded = folded_all_to_all(two_levels(16384, 32, 1), 1 * mebibyte);
  ASSERT_TRUE(folded);
  EXPECT_NEAR(simulate(folded->network, folded->set).last_finish(0, 2) / second, 16383 * 1048576.0 / 50e9, 1e-12);
}

TEST(FoldedAllToAll, DeclinesWhereEndpointsAreNotAlike) {
  EXPECT_FALSE(folded_all_to_all(two_levels(20, 8, 1), 1 * mebibyte));
  FatTreeShape uneven = two_levels(32, 8, 1).shape();
  uneven.num_spines = 3;
  EXPECT_FALSE(folded_all_to_all(FatTree(uneven), 1 * mebibyte));
}

}  // namespace flow_folding_test
}  // namespace fmplan::network
