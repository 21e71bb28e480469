#include "core/network/cluster_contention.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/network/topology_build.h"

namespace fmplan::network {
namespace cluster_contention_test {

using ::testing::ElementsAre;

/// Eight accelerators, 400 GB/s inside; sets of 2 NICs of 25 GB/s, one for each accelerator; 4 machines to a leaf.  No
/// latency, so that times are bytes over bandwidth.
hardware::Instance machine() {
  hardware::Instance instance{.name = "m",
                              .provider = {},
                              .accelerator = {},
                              .accelerators_per_node = 8,
                              .scale_up_domain = 8,
                              .scale_up = {},
                              .scale_out = {},
                              .host_link = {},
                              .host_memory = {},
                              .local_nvme = {},
                              .node_power = {}};
  instance.scale_up = {.name = "up", .bandwidth = 500 * gigabyte_per_second, .efficiency = 0.8, .latency = {}};
  instance.scale_out = {.name = "out", .bandwidth = 62.5 * gigabyte_per_second, .efficiency = 0.8, .latency = {}};
  instance.wiring.num_nics = 16;
  instance.wiring.pcie_bandwidth = 64 * gigabyte_per_second;
  instance.fabric.nodes_per_leaf = 4;
  instance.fabric.leaf_oversubscription = 1;
  return instance;
}

JobOnCluster all_reduce(int num_nodes, Placement placement) {
  return {.payload = 8 * gigabyte, .num_nodes = num_nodes, .placement = placement};
}

double time_ms(const JobOnCluster& job, const ContentionCase& what) {
  return cluster_contention(machine(), job, what).time / millisecond;
}

// 8 machines.  Inside: 7 steps of 8/8 GB at 400 GB/s, there and back: 35 ms.  Across: 8 rings of 1 GB each, 2·7 steps
// of 1/8 GB at 50 GB/s: 35 ms.
constexpr double kInsideMs = 35;
constexpr double kAcrossMs = 35;
constexpr double kRounding = 1e-9;

TEST(ClusterContention, AloneIsTheClosedForm) {
  for (const Placement placement : {Placement::kPacked, Placement::kInterleaved}) {
    EXPECT_NEAR(time_ms(all_reduce(8, placement), {}), kInsideMs + kAcrossMs, kRounding);
  }
  hardware::Instance slow = machine();
  slow.scale_up->latency = 3 * microsecond;
  slow.scale_out->latency = 20 * microsecond;
  for (const Collective collective : {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter}) {
    const JobOnCluster job{.collective = collective, .payload = 1 * gigabyte, .num_nodes = 12};
    const Seconds expected = hierarchical_time(collective, job.payload, communicator(slow, 96, 1));
    EXPECT_NEAR(cluster_contention(slow, job, {}).time / expected, 1, kRounding);
  }
}

// A leaf of 32 accelerators has 1,600 GB/s up at 1:1.  In turn between two leaves, all 32 send across at 50; at 2:1
// they get half.  Leaf after leaf, 8 of 32 do.
TEST(ClusterContention, OversubscriptionSlowsWhatCrossesLeaves) {
  const ContentionCase thin{.leaf_oversubscription = 2};
  EXPECT_NEAR(time_ms(all_reduce(8, Placement::kPacked), thin), kInsideMs + kAcrossMs, kRounding);
  const Contention found = cluster_contention(machine(), all_reduce(8, Placement::kInterleaved), thin);
  EXPECT_NEAR(found.time / millisecond, kInsideMs + 2 * kAcrossMs, kRounding);
  EXPECT_EQ(found.bottleneck->link, "leaf 0 → spines");
  EXPECT_NEAR(found.bottleneck->capacity / gigabyte_per_second, 800, kRounding);
  EXPECT_EQ(found.bottleneck->num_own_flows, 32);
}

// Two machines of either job under each leaf: as much leaves it as when one job had all four.
TEST(ClusterContention, ASecondJobTakesItsPartOfTheLeaf) {
  const JobOnCluster job = all_reduce(8, Placement::kInterleaved);
  EXPECT_NEAR(time_ms(job, {.jobs_beside = 1}), kInsideMs + kAcrossMs, kRounding);
  const Contention found = cluster_contention(machine(), job, {.leaf_oversubscription = 2, .jobs_beside = 1});
  EXPECT_NEAR(found.time / millisecond, kInsideMs + 2 * kAcrossMs, kRounding);
  EXPECT_EQ(found.bottleneck->num_own_flows, 16);
  EXPECT_EQ(found.bottleneck->num_other_flows, 16);
}

// One of 2 NICs leaves 25 of 50 GB/s to one ring; one of 16 leaves 15/16 to all eight.
TEST(ClusterContention, ANicDownSlowsThoseWhoTakeOver) {
  const JobOnCluster job = all_reduce(8, Placement::kPacked);
  const Contention found = cluster_contention(machine(), job, {.failed_nics = 1});
  EXPECT_NEAR(found.time / millisecond, kInsideMs + 2 * kAcrossMs, kRounding);
  EXPECT_EQ(found.bottleneck->link, "node 0 NIC 0 → leaf 0");
  EXPECT_NEAR(time_ms(job, {.failed_nics = 1, .failover = NicFailover::kMachine}), kInsideMs + 16 / 15.0 * kAcrossMs,
              kRounding);
  EXPECT_EQ(cluster_contention(machine(), job, {.failed_nics = 2}).time, FlowResult::kNever);
}

// 64 ranks in 8 machines send 56/64 of their 1 GB across at 50 GB/s; half of the machines are under the other leaf: 32
// of 64 parts for each of 32 ranks over 1,600 GB/s, or over 400.
TEST(ClusterContention, AllToAllIsHeldByNicsOrByLeaves) {
  const JobOnCluster job{.collective = Collective::kAllToAll, .payload = 1 * gigabyte, .num_nodes = 8};
  EXPECT_NEAR(time_ms(job, {}), 56 / 64.0 / 50 * 1e3, kRounding);
  EXPECT_NEAR(time_ms(job, {.leaf_oversubscription = 4}), 0.5 * 32 / 400 * 1e3, kRounding);
}

// The destination's number chooses among spines: no better than spraying.
TEST(ClusterContention, FixedRoutesAreNoFasterThanSprayedOnes) {
  for (const double ratio : {1.0, 2.0, 3.0}) {
    for (const int jobs : {0, 1, 2}) {
      JobOnCluster job = all_reduce(16, Placement::kInterleaved);
      const ContentionCase what{.leaf_oversubscription = ratio, .jobs_beside = jobs};
      const double sprayed = time_ms(job, what);
      job.routing = LeafRouting::kDestination;
      EXPECT_GE(time_ms(job, what), sprayed - kRounding) << ratio << ":1, " << jobs << " beside";
    }
  }
}

// The same leaves, spines and rates as the shape that is shown, but for what large transfers do not reach.
// 35 machines of four GPUs on racks of 18 are counted as two times 17, between 34 and 36 (before: 3.7 times as long).
TEST(ClusterContention, HasAsManyMachinesInEveryDomain) {
  hardware::Instance rack = machine();
  rack.accelerators_per_node = 4;
  rack.scale_up_domain = 72;
  rack.wiring.num_nics = 4;
  rack.fabric.nodes_per_leaf = 18;
  const auto time = [&](int num_nodes) {
    return cluster_contention(rack, all_reduce(num_nodes, Placement::kPacked), {}).time / millisecond;
  };
  EXPECT_DOUBLE_EQ(time(35), time(34));
  EXPECT_NEAR(time(36) / time(35), 1, 0.02);
  EXPECT_NEAR(time(37) / time(36), 1, 0.1);
}

// The same cluster holds all cases, so that what other jobs take is all that differs.
TEST(ClusterContention, OtherJobsMakeNothingFaster) {
  for (const LeafRouting routing : {LeafRouting::kSpray, LeafRouting::kDestination})
    for (const int num_nodes : {5, 8, 9, 11, 33}) {
      JobOnCluster job = all_reduce(num_nodes, Placement::kPacked);
      job.routing = routing;
      job.room_for_jobs = 4;
      EXPECT_GE(time_ms(job, {.jobs_beside = 3}), time_ms(job, {}) * (1 - kRounding)) << num_nodes;
    }
}

TEST(ContendedShape, IsTheShapeOfTheTopology) {
  const TopologyShape shown = topology_shape(machine(), 64).shape;
  JobOnCluster job = all_reduce(64, Placement::kPacked);
  job.routing = LeafRouting::kDestination;
  const TopologyShape shape = contended_shape(machine(), job, {});
  EXPECT_EQ(shape.nodes_per_leaf, shown.nodes_per_leaf);
  EXPECT_EQ(shape.spines_per_pod, shown.spines_per_pod);
  EXPECT_NEAR(Topology(shape).leaf_uplink(0) / Topology(shown).leaf_uplink(0), 0.8, kRounding);
  job.routing = LeafRouting::kSpray;
  EXPECT_EQ(contended_shape(machine(), job, {}).spines_per_pod, 1);
  EXPECT_DOUBLE_EQ(Topology(contended_shape(machine(), job, {})).leaf_uplink(0) / Topology(shape).leaf_uplink(0), 1);
}

TEST(MachinesOfJob, ArePackedOrTakeLeavesInTurn) {
  const auto machines = [](int num_nodes, Placement placement, int jobs_beside, int number) {
    const JobOnCluster job = all_reduce(num_nodes, placement);
    const ContentionCase what{.jobs_beside = jobs_beside};
    return machines_of_job(contended_shape(machine(), job, what), job, what, number);
  };
  EXPECT_THAT(machines(6, Placement::kPacked, 0, 0), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(machines(6, Placement::kInterleaved, 0, 0), ElementsAre(0, 4, 1, 5, 2, 3));
  EXPECT_THAT(machines(4, Placement::kPacked, 1, 1), ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(machines(4, Placement::kInterleaved, 1, 0), ElementsAre(0, 4, 2, 6));
}

// Domains of two machines: five machines fill two and a half of them, and no two jobs share one.
TEST(MachinesOfJob, KeepsScaleUpDomainsTogether) {
  hardware::Instance joined = machine();
  joined.scale_up_domain = 16;
  const JobOnCluster job = all_reduce(5, Placement::kInterleaved);
  const ContentionCase what{.jobs_beside = 1};
  const TopologyShape shape = contended_shape(joined, job, what);
  EXPECT_EQ(shape.num_nodes, 12);
  EXPECT_THAT(machines_of_job(shape, job, what, 0), ElementsAre(0, 1, 4, 5, 8));
  EXPECT_THAT(machines_of_job(shape, job, what, 1), ElementsAre(2, 3, 6, 7, 10));
}

}  // namespace cluster_contention_test
}  // namespace fmplan::network
