#include "core/network/collective_flows.h"

#include <map>

#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "tests/network/flow_sets.h"

namespace fmplan::network {
namespace collective_flows_test {

using flow_sets::all_endpoints;

constexpr Seconds kStep = 1 * microsecond;

FatTree fat_tree(int num_endpoints, int per_leaf) { return flow_sets::two_levels(num_endpoints, per_leaf, 1); }

Seconds unfolded_time(const FatTree& tree, const CollectiveFlows& collective) {
  FlowSet set;
  const FlowRange range = add_collective(set, tree, collective);
  return simulate(tree.network(), set).last_finish(range.first, range.end);
}

/// One level of n members at 50 GB/s, as collective_time.h takes it.
Communicator one_level(int num_ranks, Seconds latency) {
  Communicator communicator;
  communicator.num_levels = 1;
  communicator.num_ranks = num_ranks;
  communicator.levels[0] = {.num_members = num_ranks, .bandwidth = 50 * gigabyte_per_second, .latency = latency};
  return communicator;
}

// Up to 2 (n − 1) = 126 steps, each rounded once.
constexpr double kManySteps = 1e-13;

TEST(CollectiveFlows, ALoneRingTakesWhatTheClosedFormSays) {
  for (const Collective collective : {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter}) {
    for (const Seconds latency : {0 * second, kStep}) {
      for (const int n : {2, 3, 16, 64}) {
        const FatTree tree = fat_tree(n, 8);
        const CollectiveFlows ring{
            .collective = collective, .payload = 1 * gibibyte, .endpoints = all_endpoints(tree), .latency = latency};
        const double expected_s = ring_time(collective, ring.payload, one_level(n, latency)) / second;
        EXPECT_NEAR(unfolded_time(tree, ring) / second, expected_s, kManySteps * expected_s) << n;
        EXPECT_NEAR(time_alone(tree, ring) / second, expected_s, kManySteps * expected_s) << n;
      }
    }
  }
}

// Printed by SimGrid 3.32 for a 1 GiB ring all-reduce with no latency, to the ten digits it prints.
TEST(CollectiveFlows, ARingTakesWhatSimGridFinds) {
  const auto ring_s = [](int n, int per_leaf) {
    const FatTree tree = fat_tree(n, per_leaf);
    return unfolded_time(tree, {.payload = 1 * gibibyte, .endpoints = all_endpoints(tree)}) / second;
  };
  EXPECT_NEAR(ring_s(16, 8), 0.0402653184, 5e-11);
  EXPECT_NEAR(ring_s(64, 16), 0.0422785843, 5e-11);
  EXPECT_NEAR(ring_s(512, 32), 0.0428657869, 5e-11);
}

// One slow hop, and every step waits for it: 2·3 steps of 1/4 GB at 25 GB/s instead of 50.
TEST(CollectiveFlows, ARingRunsAtThePaceOfItsSlowestHop) {
  const FatTree tree = fat_tree(4, 4);
  FlowSet set;
  const FlowRange range = add_collective(set, tree, {.payload = 1 * gigabyte, .endpoints = {0, 1, 2, 3}});
  FlowNetwork network = tree.network();
  network.capacities[static_cast<std::size_t>(tree.endpoint_up(2))] = 25 * gigabyte_per_second;
  EXPECT_DOUBLE_EQ(simulate(network, set).last_finish(range.first, range.end) / millisecond, 60);
}

// The last of 4 ranks starts 2 chunks late: (2 + 10) chunks of 0.1 GB at 50 GB/s, 2 ms each.
TEST(CollectiveFlows, ABroadcastGoesDownTheChainInChunks) {
  const FatTree tree = fat_tree(4, 4);
  const CollectiveFlows chain{
      .collective = Collective::kBroadcast, .payload = 1 * gigabyte, .endpoints = {2, 0, 3, 1}, .num_chunks = 10};
  EXPECT_DOUBLE_EQ(unfolded_time(tree, chain) / millisecond, 24);
}

// Half of 1 GB up each way, then half down each way.
TEST(CollectiveFlows, TwoTreesOfTwoRanksFillBothDirections) {
  const FatTree tree = fat_tree(2, 2);
  const CollectiveFlows trees{.pattern = FlowPattern::kDoubleTree, .payload = 1 * gigabyte, .endpoints = {0, 1}};
  EXPECT_DOUBLE_EQ(unfolded_time(tree, trees) / millisecond, 20);
}

// Up once and down once over the n − 1 edges of two trees; who sends to two below in the one tree sends to none in the
// other: at most (1/2 + 2·1/2) + 1/2 of the payload out of a rank, and as much into it.
TEST(CollectiveFlows, NoRankOfTheTwoTreesMovesMoreThanTwiceThePayload) {
  for (int n = 2; n <= 33; ++n) {
    const FatTree tree = fat_tree(n, 64);
    FlowSet set;
    add_collective(
        set, tree,
        {.pattern = FlowPattern::kDoubleTree, .payload = 1 * byte, .endpoints = all_endpoints(tree), .num_chunks = 4});
    EXPECT_EQ(set.flows.size(), 4u * static_cast<std::size_t>(n - 1));
    std::map<int, double> bytes;
    for (const Flow& flow : set.flows)
      for (const int link : set.routes.links(flow.route)) bytes[link] += flow.num_rounds * (flow.bytes / byte);
    for (int endpoint = 0; endpoint < n; ++endpoint) {
      EXPECT_LE(bytes[tree.endpoint_up(endpoint)], 2) << n;
      // All but a root get half of the result from above in each tree.
      EXPECT_GE(bytes[tree.endpoint_down(endpoint)], n == 2 ? 1 : 0.5) << n;
      EXPECT_LE(bytes[tree.endpoint_down(endpoint)], 2) << n;
    }
  }
}

// 2 S/B in the limit of many chunks [tree_time, more than two members].  Filling and draining take about one chunk per
// level each way: with 16 ranks and 1,024 chunks under 2 % together.
TEST(CollectiveFlows, TwoTreesApproachTheClosedFormWithManyChunks) {
  const FatTree tree = fat_tree(16, 16);
  const CollectiveFlows trees{.pattern = FlowPattern::kDoubleTree,
                              .payload = 1 * gibibyte,
                              .endpoints = all_endpoints(tree),
                              .num_chunks = 1024};
  const Seconds bound = tree_time(Collective::kAllReduce, trees.payload, one_level(16, Seconds{}));
  EXPECT_LE(unfolded_time(tree, trees) / bound, 1.02);
  EXPECT_GE(unfolded_time(tree, trees) / bound, 0.9);
}

// Domains of 4 with 450 GB/s inside, 4 of them, rails between: stage after stage as in hierarchical_time.
TEST(CollectiveFlows, HierarchicalStagesFollowOneAnother) {
  const FatTree tree({.num_endpoints = 16,
                      .endpoints_per_leaf = 4,
                      .num_spines = 4,
                      .endpoint_bandwidth = 50 * gigabyte_per_second,
                      .scale_up_size = 4,
                      .scale_up_bandwidth = 450 * gigabyte_per_second,
                      .is_rail_optimised = true});
  Communicator communicator;
  communicator.num_levels = 2;
  communicator.num_ranks = 16;
  communicator.levels[0] = {.num_members = 4, .bandwidth = 450 * gigabyte_per_second, .latency = kStep};
  communicator.levels[1] = {.num_members = 4, .bandwidth = 50 * gigabyte_per_second, .latency = kStep};
  for (const Collective collective : {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter}) {
    const CollectiveFlows stages{.collective = collective,
                                 .pattern = FlowPattern::kHierarchical,
                                 .payload = 1 * gibibyte,
                                 .endpoints = all_endpoints(tree),
                                 .latency = kStep,
                                 .group_size = 4};
    const double expected_s = hierarchical_time(collective, stages.payload, communicator) / second;
    EXPECT_NEAR(unfolded_time(tree, stages) / second, expected_s, kManySteps * expected_s);
    EXPECT_NEAR(time_alone(tree, stages) / second, expected_s, kManySteps * expected_s);
  }
}

// Every rank sends 15/16 of 1 GiB at 50 GB/s, step by step or all at once.
TEST(CollectiveFlows, AllToAllIsHeldByTheEndpoints) {
  const FatTree tree = fat_tree(16, 4);
  const double expected_s = 15.0 / 16 * 1073741824 / 50e9;
  for (const FlowPattern pattern : {FlowPattern::kAllAtOnce, FlowPattern::kStepwise}) {
    const CollectiveFlows exchange{.collective = Collective::kAllToAll,
                                   .pattern = pattern,
                                   .payload = 1 * gibibyte,
                                   .endpoints = all_endpoints(tree)};
    EXPECT_NEAR(unfolded_time(tree, exchange) / second, expected_s, kManySteps * expected_s);
  }
}

TEST(CollectiveFlows, OneRankHasNothingToSend) {
  FlowSet set;
  const FlowRange range = add_collective(set, fat_tree(4, 4), {.payload = 1 * gigabyte, .endpoints = {3}});
  EXPECT_EQ(range, (FlowRange{0, 0}));
  EXPECT_EQ(time_alone(fat_tree(4, 4), {.payload = 1 * gigabyte, .endpoints = {3}}), Seconds{});
}

// Two rings between the same leaves, one way each over the same spine link of 50 GB/s: half speed while both run.  The
// first, of half the payload, moves 2·1/2·S/2 over the link by when the second has moved as much, and then goes on
// alone: S/2 at 25 GB/s, and the second's other half at 50.
TEST(CollectiveFlows, JobsShareTheLinksTheyMeetOn) {
  const FatTree tree({.num_endpoints = 4,
                      .endpoints_per_leaf = 2,
                      .num_spines = 1,
                      .endpoint_bandwidth = 50 * gigabyte_per_second,
                      .oversubscription = 2});
  FlowSet set;
  const FlowRange small = add_collective(set, tree, {.payload = 0.5 * gigabyte, .endpoints = {0, 2}});
  const FlowRange large = add_collective(set, tree, {.payload = 1 * gigabyte, .endpoints = {1, 3}});
  const FlowResult result = simulate(tree.network(), set);
  EXPECT_DOUBLE_EQ(result.last_finish(small.first, small.end) / millisecond, 20);
  EXPECT_DOUBLE_EQ(result.last_finish(large.first, large.end) / millisecond, 30);
}

TEST(CollectiveFlows, RefusesWhatCannotBeDone) {
  FlowSet set;
  const CollectiveFlows wrong{.collective = Collective::kAllToAll,
                              .pattern = FlowPattern::kRing,
                              .payload = 1 * byte,
                              .endpoints = {0, 4, 0},
                              .num_chunks = 0,
                              .group_size = 2};
  try {
    add_collective(set, fat_tree(4, 4), wrong);
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), 5u) << error.what();
    EXPECT_EQ(error.issues()[1], (Issue{"/endpoints/1", "4 is no endpoint; they are 0 to 3"}));
    EXPECT_EQ(error.issues()[2], (Issue{"/endpoints/2", "endpoint 0 has a rank already"}));
    EXPECT_EQ(error.issues()[4], (Issue{"/group_size", "2 does not divide 3 ranks"}));
  }
  EXPECT_TRUE(set.flows.empty());
}

}  // namespace collective_flows_test
}  // namespace fmplan::network
