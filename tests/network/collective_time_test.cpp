#include "core/network/collective_time.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace fmplan::network {
namespace collective_time_test {

constexpr Collective kAll[] = {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter,
                               Collective::kAllToAll,  Collective::kBroadcast, Collective::kSendReceive};
/// Sums of a few terms in double precision.
constexpr double kRounding = 1e-12;

/// Round figures: 100 GB/s and 1 µs inside a domain of eight, 10 GB/s per accelerator and 10 µs across.
hardware::Instance round_machine() {
  hardware::Instance instance;
  instance.name = "round";
  instance.accelerators_per_node = 8;
  instance.scale_up_domain = 8;
  instance.scale_up = hardware::Link{
      .name = "up", .bandwidth = 200 * gigabyte_per_second, .efficiency = 0.5, .latency = 1 * microsecond};
  instance.scale_out = hardware::Link{
      .name = "out", .bandwidth = 20 * gigabyte_per_second, .efficiency = 0.5, .latency = 10 * microsecond};
  return instance;
}

hardware::Instance without_latency(hardware::Instance instance) {
  instance.scale_up->latency = Seconds{};
  instance.scale_out->latency = Seconds{};
  return instance;
}

Communicator of_nodes(int num_nodes) { return communicator(round_machine(), 8 * num_nodes, 1); }

void expect_members(const Communicator& c, int inside, int outside) {
  ASSERT_EQ(c.num_levels, 2);
  EXPECT_EQ(c.levels[0].num_members, inside);
  EXPECT_EQ(c.levels[1].num_members, outside);
}

TEST(Communicator, FillsDomainsFirst) {
  const hardware::Instance machine = round_machine();
  expect_members(communicator(machine, 8, 1), 8, 1);  // tensor parallel 8 in a node of 8
  expect_members(communicator(machine, 4, 1), 4, 1);
  expect_members(communicator(machine, 16, 1), 8, 2);   // a tensor-parallel group that leaves the domain
  expect_members(communicator(machine, 32, 8), 1, 32);  // data parallel beside tensor parallel 8: one rank a node
  expect_members(communicator(machine, 16, 2), 4, 4);   // every second accelerator: four a node
  expect_members(communicator(machine, 4, 2), 4, 1);
  expect_members(communicator(machine, 2, 32), 1, 2);  // pipeline neighbours lie nodes apart
}

TEST(SliceSides, AreTheLeastTorusWithRoom) {
  EXPECT_EQ(slice_sides(1, 3), (std::array{1, 1, 1}));
  EXPECT_EQ(slice_sides(4, 2), (std::array{2, 2, 1}));
  EXPECT_EQ(slice_sides(64, 3), (std::array{4, 4, 4}));
  EXPECT_EQ(slice_sides(65, 3), (std::array{5, 4, 4}));
  EXPECT_EQ(slice_sides(256, 2), (std::array{16, 16, 1}));
  EXPECT_EQ(slice_sides(4096, 3), (std::array{16, 16, 16}));
  EXPECT_EQ(slice_sides(7, 1), (std::array{7, 1, 1}));
  for (int members = 1; members < 3000; ++members)
    for (int axes = 1; axes <= 3; ++axes) {
      const auto sides = slice_sides(members, axes);
      EXPECT_GE(sides[0] * sides[1] * sides[2], members);
      EXPECT_LE(sides[0] - sides[static_cast<std::size_t>(axes) - 1], 1);
    }
}

// 64 chips are 4 × 4 × 4: three steps along each axis; a message crosses 1 of 4 links a ring at the mean (0, 1, 2, 1).
TEST(CollectiveTime, GoesRoundTheAxesOfASlice) {
  hardware::Instance slice = round_machine();
  slice.scale_up_domain = 4096;
  slice.wiring.slice_axes = 3;
  const Communicator group = communicator(slice, 64, 1);
  const Bytes payload = 640 * megabyte;
  EXPECT_NEAR(collective_time(Collective::kAllGather, payload, group).total / microsecond, 9 + 6300, 1e-6);
  EXPECT_NEAR(collective_time(Collective::kAllReduce, payload, group).total / microsecond, 2 * (9 + 6300), 1e-6);
  EXPECT_NEAR(collective_time(Collective::kAllToAll, payload, group).total / microsecond, 6 + 3 * 6300, 1e-6);
  // A flat ring of as many takes 63 steps.
  slice.wiring.slice_axes = 1;
  EXPECT_NEAR(collective_time(Collective::kAllGather, payload, communicator(slice, 64, 1)).total / microsecond,
              63 + 6300, 1e-6);
}

// Eight with seven links of 100 GB/s each: two of them have the one link between them.
TEST(Communicator, OfAMeshHasTheLinksBetweenItsRanks) {
  hardware::Instance mesh = round_machine();
  mesh.scale_up->bandwidth = 700 * gigabyte_per_second;
  mesh.scale_up->efficiency = 0.5;
  mesh.wiring.shape = hardware::ScaleUpShape::kFullMesh;
  EXPECT_NEAR(communicator(mesh, 2, 1).levels[0].bandwidth / gigabyte_per_second, 50, 1e-9);
  EXPECT_NEAR(communicator(mesh, 8, 1).levels[0].bandwidth / gigabyte_per_second, 350, 1e-9);
}

// A domain of 72 spans 18 instances of 4: eight ranks 4 apart share it; 64 apart they do not.
TEST(Communicator, FollowsTheDomainAcrossInstances) {
  hardware::Instance rack = round_machine();
  rack.accelerators_per_node = 4;
  rack.scale_up_domain = 72;
  expect_members(communicator(rack, 72, 1), 72, 1);
  expect_members(communicator(rack, 8, 4), 8, 1);
  expect_members(communicator(rack, 18, 8), 9, 2);
  expect_members(communicator(rack, 4, 64), 1, 4);
}

TEST(Communicator, UsesTheNetworkAloneWithoutAScaleUpLink) {
  hardware::Instance cards = round_machine();
  cards.scale_up.reset();
  const Communicator c = communicator(cards, 8, 1);
  ASSERT_EQ(c.num_levels, 1);
  EXPECT_EQ(c.levels[0].num_members, 8);
  EXPECT_DOUBLE_EQ(c.levels[0].bandwidth / gigabyte_per_second, 10);
}

TEST(CollectiveTime, IsNothingForOneRank) {
  for (const Collective collective : kAll)
    EXPECT_EQ(collective_time(collective, 1 * gigabyte, communicator(round_machine(), 1, 8)).total, Seconds{})
        << collective_name(collective);
}

// 1 GB over 8 ranks at 100 GB/s: each sends 2·7/8 GB = 17.5 ms, in 2·7 hops of 1 µs.
TEST(RingTime, InOneDomainIsTheTextbooksFormula) {
  EXPECT_NEAR(ring_time(Collective::kAllReduce, 1 * gigabyte, of_nodes(1)) / millisecond, 17.5 + 0.014, kRounding);
}

// 16 ranks in two nodes: 14 hops inside and 1 across; eight NIC shares side by side make 80 GB/s, less than the 100
// inside. All-gather of 1 GB: 15/16 GB at 80 GB/s = 11.71875 ms, and 14 + 10 µs.  Broadcast passes the whole GB
// once: 12.5 ms.
TEST(RingTime, AcrossNodesRunsOnAllNicsOfANode) {
  EXPECT_NEAR(ring_time(Collective::kAllGather, 1 * gigabyte, of_nodes(2)) / millisecond, 11.71875 + 0.024, kRounding);
  EXPECT_NEAR(ring_time(Collective::kBroadcast, 1 * gigabyte, of_nodes(2)) / millisecond, 12.5 + 0.024, kRounding);
}

// A rank of a group with one member a node has its own share alone: 10 GB/s.  2·31/32 GB at 10 GB/s = 193.75 ms.
TEST(RingTime, OfOneRankPerNodeHasOneNicShare) {
  const Communicator c = communicator(without_latency(round_machine()), 32, 8);
  EXPECT_NEAR(ring_time(Collective::kAllReduce, 1 * gigabyte, c) / millisecond, 193.75, 1e-9);
}

// Four nodes: chains of 7 hops inside, log2(4) = 2 levels across, up and down: 2·(7 + 20) = 54 µs.  An inner node of a
// tree sends up and down: half of min(100, 80) GB/s, so 25 ms.  Two nodes exchange once: half of 100 inside binds, 20
// ms.
TEST(TreeTime, HalvesTheRateOfInnerNodes) {
  EXPECT_NEAR(tree_time(Collective::kAllReduce, 1 * gigabyte, of_nodes(4)) / millisecond, 25 + 0.054, kRounding);
  EXPECT_NEAR(tree_time(Collective::kAllReduce, 1 * gigabyte, of_nodes(2)) / millisecond, 20 + 0.034, kRounding);
}

// A broadcast goes down only: 7 + 2·10 µs and 1 GB at 80 GB/s.
TEST(TreeTime, OfABroadcastGoesDownOnly) {
  EXPECT_NEAR(tree_time(Collective::kBroadcast, 1 * gigabyte, of_nodes(4)) / millisecond, 12.5 + 0.027, kRounding);
}

// Two nodes, all-reduce of 1 GB: inside 7/8 GB at 100 GB/s = 8.75 ms and 7 µs; across half of the 1/8 GB share at 10
// GB/s = 6.25 ms and 10 µs; twice.
TEST(HierarchicalTime, AddsTheLevels) {
  EXPECT_NEAR(hierarchical_time(Collective::kAllReduce, 1 * gigabyte, of_nodes(2)) / millisecond, 2 * (15 + 0.017),
              kRounding);
}

TEST(HierarchicalTime, OnOneLevelIsTheRing) {
  for (const int ranks : {2, 3, 8})
    for (const Collective collective : {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter}) {
      const Communicator c = communicator(round_machine(), ranks, 1);
      EXPECT_NEAR(hierarchical_time(collective, 3 * megabyte, c) / ring_time(collective, 3 * megabyte, c), 1,
                  kRounding);
    }
}

TEST(AllReduce, IsAReduceScatterAndAnAllGather) {
  for (const int nodes : {1, 2, 5, 64})
    for (const auto algorithm : {ring_time, hierarchical_time}) {
      const Communicator c = of_nodes(nodes);
      const Seconds halves =
          algorithm(Collective::kReduceScatter, 1 * gigabyte, c) + algorithm(Collective::kAllGather, 1 * gigabyte, c);
      EXPECT_NEAR(algorithm(Collective::kAllReduce, 1 * gigabyte, c) / halves, 1, kRounding);
    }
}

// Each of 16 ranks sends 1/16 GB to every other: 7/16 GB at 100 GB/s beside 8/16 GB at 10 GB/s = 50 ms; log2(8)·1 +
// 1·10 µs.
TEST(AllToAll, IsBoundByWhatLeavesTheDomain) {
  const CollectiveTime time = collective_time(Collective::kAllToAll, 1 * gigabyte, of_nodes(2));
  EXPECT_EQ(time.algorithm, Algorithm::kPairwise);
  EXPECT_NEAR(time.total / millisecond, 50 + 0.013, kRounding);
}

TEST(SendReceive, CrossesTheOutermostLevelOnly) {
  const Communicator near = communicator(round_machine(), 2, 1), far = communicator(round_machine(), 2, 8);
  EXPECT_NEAR(collective_time(Collective::kSendReceive, 1 * megabyte, near).total / microsecond, 1 + 10, 1e-9);
  EXPECT_NEAR(collective_time(Collective::kSendReceive, 1 * megabyte, far).total / microsecond, 10 + 100, 1e-9);
}

TEST(CollectiveTime, IsTheFastestAlgorithms) {
  for (const double size : {1e3, 1e5, 1e7, 1e9})
    for (const int nodes : {1, 2, 16, 256}) {
      const Communicator c = of_nodes(nodes);
      const Seconds ring = ring_time(Collective::kAllReduce, size * byte, c);
      const Seconds tree = tree_time(Collective::kAllReduce, size * byte, c);
      const Seconds levels = hierarchical_time(Collective::kAllReduce, size * byte, c);
      EXPECT_EQ(collective_time(Collective::kAllReduce, size * byte, c).total, std::min({ring, tree, levels}));
    }
}

// Small messages over many nodes take the tree, whose latency grows with log2 of the nodes.
TEST(CollectiveTime, TakesTheTreeForSmallMessagesOverManyNodes) {
  EXPECT_EQ(collective_time(Collective::kAllReduce, 1 * kilobyte, of_nodes(256)).algorithm, Algorithm::kTree);
  EXPECT_EQ(collective_time(Collective::kAllReduce, 1 * gigabyte, of_nodes(1)).algorithm, Algorithm::kRing);
}

TEST(CollectiveTime, GrowsWithSizeAndWithNodes) {
  for (const Collective collective : kAll)
    for (const int nodes : {1, 2, 4, 8, 64}) {
      const Communicator c = of_nodes(nodes), more = of_nodes(2 * nodes);
      for (const double size : {1e3, 1e6, 1e9}) {
        const Seconds time = collective_time(collective, size * byte, c).total;
        EXPECT_LT(time, collective_time(collective, 2 * size * byte, c).total) << collective_name(collective) << nodes;
        EXPECT_LE(time, collective_time(collective, size * byte, more).total) << collective_name(collective) << nodes;
      }
    }
}

// Of a message of nothing: ring 2(n − 1) hops, tree 2·⌈log2⌉ of the nodes.
TEST(CollectiveTime, HasALatencyThatGrowsWithTheRanks) {
  for (const int nodes : {2, 16, 100}) {
    const Communicator c = communicator(round_machine(), nodes, 8);
    EXPECT_NEAR(ring_time(Collective::kAllReduce, Bytes{}, c) / microsecond, 2.0 * (nodes - 1) * 10, 1e-9);
  }
  EXPECT_NEAR(tree_time(Collective::kAllReduce, Bytes{}, communicator(round_machine(), 100, 8)) / microsecond,
              2 * 7 * 10, 1e-9);
}

// nccl-tests, PERFORMANCE.md: busbw = algbw · 2(n − 1)/n (all-reduce), (n − 1)/n (all-gather, reduce-scatter,
// all-to-all), 1.
TEST(BusBandwidth, IsDefinedAsNcclTestsDoes) {
  const Communicator c = of_nodes(2);
  const double expected[] = {2 * 15.0 / 16, 15.0 / 16, 15.0 / 16, 15.0 / 16, 1, 1};
  for (std::size_t i = 0; i < std::size(kAll); ++i) {
    const CollectiveTime time = collective_time(kAll[i], 1 * gigabyte, c);
    EXPECT_DOUBLE_EQ(time.algorithm_bandwidth / (1 * gigabyte / time.total), 1);
    EXPECT_DOUBLE_EQ(time.bus_bandwidth / time.algorithm_bandwidth, expected[i]) << collective_name(kAll[i]);
  }
}

// With p ranks of NIC share B in each of N > 1 domains, and n = N·p, whatever runs inside the domains:
//   a ring over all NICs has busbw p·B; a tree over more than two domains algbw at most p·B/2; an exchange between two
//   domains at most p·B; an all-to-all busbw B·(n − 1)/(n − p), since (n − p)/n of the data leaves the domain; and of
//   the whole result of an all-gather (N − 1)/N has to enter each domain.
TEST(BusBandwidth, ReachesItsBoundsAcrossDomainsWithoutLatency) {
  hardware::Instance machine = without_latency(round_machine());
  machine.scale_up->bandwidth = 1e6 * gigabyte_per_second;
  for (const int nodes : {2, 4, 32}) {
    const int n = 8 * nodes;
    const Communicator c = communicator(machine, n, 1);
    const auto rate = [](Bytes payload, Seconds time) { return payload / time / gigabyte_per_second; };
    const Seconds ring = ring_time(Collective::kAllReduce, 1 * gigabyte, c);
    EXPECT_NEAR(rate(2.0 * (n - 1) / n * gigabyte, ring), 80, 1e-9);
    const Seconds tree = tree_time(Collective::kAllReduce, 1 * gigabyte, c);
    EXPECT_NEAR(rate(1 * gigabyte, tree), nodes > 2 ? 40 : 80, 1e-9);
    const CollectiveTime all_to_all = collective_time(Collective::kAllToAll, 1 * gigabyte, c);
    EXPECT_NEAR(all_to_all.bus_bandwidth / gigabyte_per_second, 10.0 * (n - 1) / (n - 8), 1e-9);
    for (const Collective collective : {Collective::kAllGather, Collective::kReduceScatter})
      EXPECT_LE(rate(1 * gigabyte, collective_time(collective, 1 * gigabyte, c).total), 80.0 * nodes / (nodes - 1));
  }
}

TEST(CollectiveName, IsTheOneUsedInReports) {
  EXPECT_EQ(collective_name(Collective::kAllReduce), "all_reduce");
  EXPECT_EQ(collective_name(Collective::kSendReceive), "send_receive");
  EXPECT_EQ(algorithm_name(Algorithm::kHierarchical), "hierarchical");
}

}  // namespace collective_time_test
}  // namespace fmplan::network
