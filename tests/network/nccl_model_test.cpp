#include "core/network/nccl_model.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/network/collective_judge.h"

namespace fmplan::network {
namespace nccl_model_test {

using enum Coefficient;
using testing::Contains;
using testing::Field;
using testing::Not;

constexpr double kRounding = 1e-12;  // a few operations on doubles

/// Eight ranks a node on a machine like an HGX H100 with one 400 Gbit/s NIC a GPU.
CollectiveGroup nodes_of_eight(int nodes) {
  return {.num_ranks = 8 * nodes,
          .ranks_per_domain = 8,
          .num_domains = nodes,
          .scale_up_bandwidth = 450 * gigabyte_per_second,
          .pair_bandwidth = 450 * gigabyte_per_second,
          .scale_out_bandwidth = 50 * gigabyte_per_second};
}

/// Round numbers, latency and transfer simply added.
CollectiveProfile simple_profile(bool in_switch_reduction = false) {
  CollectiveProfile profile = uncalibrated_profile("test", in_switch_reduction);
  profile.protocols = false;
  profile[kLaunch] = 10e-6;
  profile[kHopSimple] = 2e-6;
  profile[kRingEfficiency] = 0.8;
  profile[kOwnShare] = 0.4;
  profile[kNetRingStep] = 0;
  profile[kNetRingHopSimple] = 20e-6;
  profile[kNetTreeHopSimple] = 30e-6;
  profile[kNetRingEfficiency] = 0.9;
  profile[kNetTreeEfficiency] = 0.9;
  for (const Coefficient shape : {kRingShape, kNvlsShape, kPairShape, kNetRingShape, kNetTreeShape, kNetNvlsShape,
                                  kNetPairShape, kShapeLl, kShapeLl128, kNetShapeLl, kNetShapeLl128})
    profile[shape] = 1;
  return profile;
}

const NcclCandidate& only_of(const std::vector<NcclCandidate>& candidates, NcclAlgorithm algorithm) {
  return *std::find_if(candidates.begin(), candidates.end(),
                       [&](const NcclCandidate& c) { return c.algorithm == algorithm; });
}

// 8 ranks, 1 GB: 2·7 steps of 2 us after 10 us of launch; 2·7/8 GB and 0.4/8 GB for the rank's own share at 0.8·450
// GB/s: 38 us + 1.8 GB / 360 GB/s = 38 us + 5000 us.
TEST(RingInANode, IsStepsPlusTransfer) {
  const auto candidates = nccl_candidates(Collective::kAllReduce, 1 * gigabyte, nodes_of_eight(1), simple_profile());
  ASSERT_EQ(candidates.size(), 1u);
  EXPECT_NEAR(candidates[0].time / microsecond, 5038, 5038 * kRounding);
  EXPECT_NEAR(candidates[0].bound_time / microsecond, 1.75e9 / 450e9 * 1e6, 1e-6);
}

// Two nodes, 1 GB, all-gather: 15 steps of which one crosses: 10 + 14·2 + 20 us.  (15/16 + 0.4/16) GB over 0.8·450 GB/s
// inside are 2673.6 us, and set the pace: 15/16 GB over 0.9·8·50 GB/s across would be 2604.2 us.
TEST(RingAcrossNodes, IsPacedByTheSlowerLink) {
  const auto candidates = nccl_candidates(Collective::kAllGather, 1 * gigabyte, nodes_of_eight(2), simple_profile());
  const NcclCandidate& ring = only_of(candidates, NcclAlgorithm::kRing);
  EXPECT_EQ(ring.bound, CollectiveBound::kScaleUpLink);
  EXPECT_NEAR(ring.time / microsecond, 58 + (15.0 / 16 + 0.4 / 16) / 360e-6, 1e-6);
  CollectiveGroup slow_nics = nodes_of_eight(2);
  slow_nics.scale_out_bandwidth = 25 * gigabyte_per_second;
  const auto slower = nccl_candidates(Collective::kAllGather, 1 * gigabyte, slow_nics, simple_profile());
  EXPECT_EQ(slower.front().bound, CollectiveBound::kNics);
  EXPECT_NEAR(slower.front().time / microsecond, 58 + 15.0 / 16 / 180e-6, 1e-6);
}

// An inner node of a tree passes everything up and down, so from three nodes on the NICs carry it twice: with 1 GB, 0.9
// of 400 GB/s is 2777.8 us on two nodes and 5555.6 us on four.  Three nodes are a chain in either of the two trees, and
// the node in the middle of one is a leaf of the other: (2 + 1)/2 of the data.  (Three partitions of four GB200 move
// 128 GB/s of 200: 96 % of that, NVIDIA/nccl issue 1801.)  Latency: 10 + 2·(7·2 + log₂N·30) us.
TEST(Tree, PaysItsDegreeFromThreeNodesOn) {
  CollectiveProfile profile = simple_profile();
  profile[kRingEfficiency] = 1;
  for (const auto& [nodes, transfer_us, latency_us] : {std::tuple{2, 1e9 / 360e9 * 1e6, 10 + 2 * (14 + 30.0)},
                                                       {3, 1.5e9 / 360e9 * 1e6, 10 + 2 * (14 + std::log2(3) * 30.0)},
                                                       {4, 2e9 / 360e9 * 1e6, 10 + 2 * (14 + 60.0)}}) {
    CollectiveGroup group = nodes_of_eight(nodes);
    group.scale_up_bandwidth = group.pair_bandwidth = 4500 * gigabyte_per_second;
    const auto candidates = nccl_candidates(Collective::kAllReduce, 1 * gigabyte, group, profile);
    const NcclCandidate& tree = only_of(candidates, NcclAlgorithm::kTree);
    EXPECT_NEAR(tree.time / microsecond, transfer_us + latency_us, 1e-6) << nodes;
    EXPECT_EQ(tree.bound, nodes > 2 ? CollectiveBound::kTreeDegree : CollectiveBound::kNics);
  }
}

// With SHARP the switches between the nodes add up: one hop whatever the number of nodes, and the data once over the
// NICs, so that from four nodes on an all-reduce takes half of the tree's time at the NICs and may beat a ring's bound.
TEST(Sharp, SendsTheDataOnceWhateverTheNumberOfNodes) {
  CollectiveProfile profile = simple_profile(true);
  profile[kNetNvlsEfficiency] = 0.9;
  const auto of = [&](int nodes, NcclAlgorithm algorithm) {
    CollectiveGroup group = nodes_of_eight(nodes);
    group.scale_up_bandwidth = group.pair_bandwidth = 4500 * gigabyte_per_second;
    return only_of(nccl_candidates(Collective::kAllReduce, 1 * gigabyte, group, profile), algorithm);
  };
  EXPECT_THAT(nccl_candidates(Collective::kAllReduce, 1 * gigabyte, nodes_of_eight(4), profile),
              testing::Each(testing::Field(&NcclCandidate::algorithm, testing::Ne(NcclAlgorithm::kNvls))));
  profile.sharp = true;
  // 1 GB over 0.9 · 8 · 50 GB/s.
  const Seconds once = (1e9 / 360e9) * second + profile[kNvlsLatency] * second + profile[kNetNvlsHop] * second;
  for (const int nodes : {2, 4, 64}) EXPECT_NEAR(of(nodes, NcclAlgorithm::kNvls).time / once, 1, kRounding) << nodes;
  EXPECT_NEAR(of(64, NcclAlgorithm::kNvlsTree).bound_time / of(64, NcclAlgorithm::kNvls).bound_time, 2, kRounding);
  const CollectiveGroup many = nodes_of_eight(64);
  EXPECT_LT(collective_bound_time(Collective::kAllReduce, 1 * gigabyte, many, true, true),
            collective_bound_time(Collective::kAllReduce, 1 * gigabyte, many, true));
  profile.cells = {{.collective = Collective::kAllReduce,
                    .size_band = size_band(1 * gigabyte),
                    .num_domains = 64,
                    .num_points = 3,
                    .factors = {0.95, 1.05}}};
  const CalibratedTime forced = collective_time(Collective::kAllReduce, 1 * gigabyte, many, profile,
                                                {.algorithm = NcclAlgorithm::kNvls, .protocol = {}});
  EXPECT_EQ(forced.points, 0) << "no row with SHARP is known";
}

// The rule n/(n + 1) of in-switch reduction: 8 of 9 parts of 450 GB/s, 0.7 of it reached, is 280 GB/s; busbw 1.75 times
// that.
TEST(Nvls, ReachesItsShareOfTheSwitchForLargeMessages) {
  CollectiveProfile profile = simple_profile(true);
  profile[kNvlsEfficiency] = 0.7;
  profile[kNvlsLatency] = 25e-6;
  const CalibratedTime time = collective_time(Collective::kAllReduce, 1 * terabyte, nodes_of_eight(1), profile);
  EXPECT_EQ(time.algorithm, NcclAlgorithm::kNvls);
  EXPECT_NEAR(time.bus_bandwidth / gigabyte_per_second, 490, 0.01);  // latency is 7e-6 of the time
  EXPECT_NEAR(time.share_of_bound, 0.7, 1e-4);
}

// 16 ranks on two nodes send 8/16 of 1 GB to the other node over 50 GB/s each: 10 ms at the line rate.
TEST(AllToAll, IsBoundByWhatLeavesTheNode) {
  CollectiveProfile profile = simple_profile();
  profile[kNetPairEfficiency] = 0.8;
  const auto candidates = nccl_candidates(Collective::kAllToAll, 1 * gigabyte, nodes_of_eight(2), profile);
  ASSERT_EQ(candidates.size(), 1u);
  EXPECT_EQ(candidates[0].bound, CollectiveBound::kNics);
  EXPECT_NEAR(candidates[0].bound_time / millisecond, 10, 1e-9);
  EXPECT_NEAR((candidates[0].time - candidates[0].latency) / millisecond, 12.5, 1e-9);
}

TEST(Pat, IsConsideredForOneRankANodeOnly) {
  const auto with_algorithm = [](NcclAlgorithm a) { return Contains(Field(&NcclCandidate::algorithm, a)); };
  CollectiveGroup rail = nodes_of_eight(4);
  EXPECT_THAT(nccl_candidates(Collective::kAllGather, 1 * megabyte, rail, simple_profile()),
              Not(with_algorithm(NcclAlgorithm::kPat)));
  rail.num_ranks = 4;
  rail.ranks_per_domain = 1;
  EXPECT_THAT(nccl_candidates(Collective::kAllGather, 1 * megabyte, rail, simple_profile()),
              with_algorithm(NcclAlgorithm::kPat));
}

// shape q: (3^q + 4^q)^(1/q) is 7 for 1, 5 for 2 and (√3 + 2)² = 13.93 for ½.
TEST(Shape, JoinsLatencyAndTransferAsAPowerMean) {
  CollectiveProfile profile = simple_profile();
  profile[kLaunch] = 3;
  profile[kHopSimple] = 1e-12;
  profile[kOwnShare] = 0;
  const CollectiveGroup pair{.num_ranks = 2,
                             .ranks_per_domain = 2,
                             .num_domains = 1,
                             .scale_up_bandwidth = 1 * gigabyte_per_second,
                             .pair_bandwidth = 1 * gigabyte_per_second,
                             .scale_out_bandwidth = {}};
  const Bytes payload = 4 * profile[kRingEfficiency] * gigabyte;  // ring factor 1: 4 s
  for (const auto& [shape, seconds] : {std::pair{1.0, 7.0}, {2.0, 5.0}, {0.5, std::pow(std::sqrt(3.0) + 2, 2)}}) {
    profile[kRingShape] = shape;
    EXPECT_NEAR(collective_time(Collective::kAllReduce, payload, pair, profile).total / second, seconds, 1e-9);
  }
}

// A law: whatever the coefficients (efficiencies at most 1), nothing beats the line rates, more bytes take longer with
// the same algorithm, and the chosen time is the least.
TEST(Candidates, NeverBeatTheBoundAndGrowWithTheSize) {
  for (const bool in_switch : {false, true}) {
    CollectiveProfile profile = uncalibrated_profile("best case", in_switch);
    for (const CoefficientInfo& info : coefficient_table())
      profile[info.id] = info.is_time ? info.minimum : (info.maximum > 1 ? 4 : 1);
    profile[kOwnShare] = 0.05;
    for (const int nodes : {1, 2, 3, 16, 100}) {
      for (const int per_node : {1, 2, 8}) {
        CollectiveGroup group = nodes_of_eight(nodes);
        group.ranks_per_domain = per_node;
        group.num_ranks = per_node * nodes;
        if (group.num_ranks < 2) continue;
        for (const Collective c : {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter,
                                   Collective::kAllToAll, Collective::kBroadcast, Collective::kSendReceive}) {
          std::vector<NcclCandidate> before;
          for (double bytes = 8; bytes < 1e12; bytes *= 32) {
            const auto now = nccl_candidates(c, bytes * byte, group, profile);
            ASSERT_FALSE(now.empty());
            const Seconds bound = collective_bound_time(c, bytes * byte, group, in_switch);
            Seconds least = now.front().time;
            for (std::size_t i = 0; i < now.size(); ++i) {
              EXPECT_GE(now[i].time / second, now[i].bound_time / second * (1 - kRounding));
              EXPECT_GE(now[i].time / second, bound / second * (1 - kRounding))
                  << collective_name(c) << " " << nccl_algorithm_name(now[i].algorithm) << " " << group.num_ranks;
              if (!before.empty()) {
                EXPECT_GE(now[i].time, before[i].time);
              }
              least = std::min(least, now[i].time);
            }
            EXPECT_EQ(collective_time(c, bytes * byte, group, profile).total, least);
            before = now;
          }
        }
      }
    }
  }
}

TEST(CalibratedTime, IsZeroForOneRank) {
  CollectiveGroup alone = nodes_of_eight(1);
  alone.num_ranks = alone.ranks_per_domain = 1;
  EXPECT_EQ(collective_time(Collective::kAllReduce, 1 * gigabyte, alone, simple_profile()).total, Seconds{});
}

TEST(Choices, OfATableHoldForItsRanksANodeAndTheNearestNumberOfNodesFromThreeOn) {
  CollectiveProfile profile = uncalibrated_profile("table", true);
  profile.choices = {
      {Collective::kAllReduce, 4, 8, 1 * mebibyte, NcclAlgorithm::kTree, NcclProtocol::kLl128},
      {Collective::kAllReduce, 4, 8, 1 * gibibyte, NcclAlgorithm::kRing, NcclProtocol::kLl128},
      {Collective::kAllReduce, 64, 8, 1 * gibibyte, NcclAlgorithm::kNvlsTree, NcclProtocol::kSimple},
  };
  const auto chosen = [&](int nodes, Bytes size) {
    const CalibratedTime t = collective_time(Collective::kAllReduce, size, nodes_of_eight(nodes), profile);
    return std::pair{t.algorithm, t.protocol};
  };
  const std::pair tree{NcclAlgorithm::kTree, NcclProtocol::kLl128};
  const std::pair ring{NcclAlgorithm::kRing, NcclProtocol::kLl128};
  const std::pair nvls_tree{NcclAlgorithm::kNvlsTree, NcclProtocol::kSimple};
  EXPECT_EQ(chosen(4, 1 * mebibyte), tree);  // up to and including
  EXPECT_EQ(chosen(4, 2 * mebibyte), ring);
  EXPECT_EQ(chosen(8, 2 * mebibyte), ring);  // 8/4 < 64/8
  EXPECT_EQ(chosen(32, 2 * mebibyte), nvls_tree);
  // On two nodes, and with another number of ranks on each, the fastest is taken.
  profile.choices.resize(1);
  CollectiveGroup one_each = nodes_of_eight(4);
  one_each.num_ranks = 4;
  one_each.ranks_per_domain = 1;
  for (const CollectiveGroup& group : {nodes_of_eight(2), one_each}) {
    const auto candidates = nccl_candidates(Collective::kAllReduce, 1 * kibibyte, group, profile);
    const auto fastest = std::ranges::min_element(candidates, {}, &NcclCandidate::time);
    EXPECT_EQ(collective_time(Collective::kAllReduce, 1 * kibibyte, group, profile).total, fastest->time);
  }
}

TEST(Restrictions, LeaveWhatNcclWasToldToUse) {
  const CollectiveProfile profile = uncalibrated_profile("h100", true);
  const auto free = collective_time(Collective::kAllReduce, 8 * gibibyte, nodes_of_eight(1), profile);
  EXPECT_EQ(free.algorithm, NcclAlgorithm::kNvls);
  const auto no_nvls = collective_time(Collective::kAllReduce, 8 * gibibyte, nodes_of_eight(1), profile,
                                       {.algorithm = {}, .protocol = {}, .no_nvls = true});
  EXPECT_EQ(no_nvls.algorithm, NcclAlgorithm::kRing);
  const auto low =
      collective_time(Collective::kAllReduce, 8 * gibibyte, nodes_of_eight(1), profile,
                      {.algorithm = NcclAlgorithm::kRing, .protocol = NcclProtocol::kLl, .no_nvls = false});
  EXPECT_EQ(low.protocol, NcclProtocol::kLl);
  EXPECT_GT(low.total, no_nvls.total);
}

hardware::Instance instance_like_p4d() {
  hardware::Instance instance;
  instance.scale_up = hardware::Link{"NVLink 3", 300 * gigabyte_per_second, 1, 3 * microsecond};
  instance.scale_out = hardware::Link{"EFA v1", 6.25 * gigabyte_per_second, 1, 76 * microsecond};
  return instance;
}

TEST(CollectiveGroup, OfDataParallelHasOneRankANodeAndItsShareOfTheNics) {
  const CollectiveGroup tensor = collective_group(instance_like_p4d(), 8, 1);
  EXPECT_EQ(tensor.num_domains, 1);
  EXPECT_EQ(tensor.ranks_per_domain, 8);
  const CollectiveGroup data = collective_group(instance_like_p4d(), 16, 8);
  EXPECT_EQ(data.num_domains, 16);
  EXPECT_EQ(data.ranks_per_domain, 1);
  EXPECT_EQ(data.scale_out_bandwidth, 6.25 * gigabyte_per_second);
  // Alone on its PCIe switch, a rank has the switch's 100 Gbit/s NIC for itself; with all eight ranks there is no more
  // to have.
}

// Racks of 72 hold 18 machines of four.  A job of 128 machines has 16 of each of eight racks, not 18 of seven and two
// of the last, whose eight NICs every other rack would wait for.
TEST(CollectiveGroup, IsSpreadEvenlyOverAsFewRacksAsHoldIt) {
  hardware::Instance rack = instance_like_p4d();
  rack.accelerators_per_node = 4;
  rack.scale_up_domain = 72;
  struct Spread {
    int count, stride, num_domains, most, least;
  };
  for (const Spread& spread : {Spread{.count = 72, .stride = 1, .num_domains = 1, .most = 72, .least = 72},
                               {.count = 512, .stride = 1, .num_domains = 8, .most = 64, .least = 64},
                               {.count = 2496, .stride = 1, .num_domains = 35, .most = 72, .least = 48},
                               {.count = 292, .stride = 1, .num_domains = 5, .most = 60, .least = 52},
                               {.count = 256, .stride = 2, .num_domains = 8, .most = 32, .least = 32},
                               {.count = 18, .stride = 8, .num_domains = 2, .most = 9, .least = 9},
                               {.count = 8, .stride = 1, .num_domains = 1, .most = 8, .least = 8}}) {
    const CollectiveGroup group = collective_group(rack, spread.count, spread.stride);
    EXPECT_EQ(group.num_domains, spread.num_domains) << spread.count;
    EXPECT_EQ(group.ranks_per_domain, spread.most) << spread.count;
    EXPECT_EQ(ranks_in_last_domain(group), spread.least) << spread.count;
  }
  // A machine that is its own domain is full, or it would not be asked for: 20 ranks of eight are 8 + 8 + 4.
  const CollectiveGroup machines = collective_group(instance_like_p4d(), 20, 1);
  EXPECT_EQ(machines.ranks_per_domain, 8);
  EXPECT_EQ(ranks_in_last_domain(machines), 4);
}

TEST(Judge, TellsHealthyFromSlowAndImpossible) {
  CollectiveProfile profile = simple_profile();
  profile.large_factors = {0.9, 1.2};
  const CollectiveGroup group = nodes_of_eight(1);
  const Seconds expected = collective_time(Collective::kAllReduce, 1 * gigabyte, group, profile).total;  // 5038 us
  const auto verdict = [&](double factor) {
    return judge(Collective::kAllReduce, 1 * gigabyte, factor * expected, group, profile).verdict;
  };
  EXPECT_EQ(verdict(1), Verdict::kHealthy);
  EXPECT_EQ(verdict(1.19), Verdict::kHealthy);
  EXPECT_EQ(verdict(1.21), Verdict::kSlow);
  EXPECT_EQ(verdict(0.89), Verdict::kFast);
  EXPECT_EQ(verdict(0.78), Verdict::kFast);        // 3930 us; the bound is 1.75 GB / 450 GB/s = 3889 us
  EXPECT_EQ(verdict(0.75), Verdict::kImpossible);  // 3779 us
}

TEST(Names, OfAlgorithmsAndProtocolsAreReadBack) {
  using enum NcclAlgorithm;
  for (const NcclAlgorithm a : {kRing, kTree, kNvls, kNvlsTree, kPat, kPairwise})
    EXPECT_EQ(parse_nccl_algorithm(nccl_algorithm_name(a)), a);
  for (const NcclProtocol p : {NcclProtocol::kLl, NcclProtocol::kLl128, NcclProtocol::kSimple})
    EXPECT_EQ(parse_nccl_protocol(nccl_protocol_name(p)), p);
  EXPECT_EQ(parse_nccl_algorithm("collnet"), std::nullopt);
}

TEST(CoefficientTable, StandsInTheOrderOfTheEnumWithPriorsInside) {
  for (std::size_t i = 0; i < coefficient_table().size(); ++i) {
    const CoefficientInfo& info = coefficient_table()[i];
    EXPECT_EQ(static_cast<std::size_t>(info.id), i) << info.name;
    EXPECT_LE(info.minimum, info.prior) << info.name;
    EXPECT_LE(info.prior, info.maximum) << info.name;
    EXPECT_EQ(info.across, info.name.starts_with("net_")) << info.name;
  }
}

hardware::Instance full_mesh_of_eight() {
  hardware::Instance instance = instance_like_p4d();
  instance.scale_up->bandwidth = 448 * gigabyte_per_second;  // seven links of 64
  instance.wiring.shape = hardware::ScaleUpShape::kFullMesh;
  return instance;
}

// Two of eight have the one link between them, four have three each; one pair never has more than its link.
// Each of eight ranks sends 16 MiB to each other one over a cable of its own: to one alone it takes no longer.
TEST(Pairwise, SendsOverOneCableOfAMeshAsFastAsOverEach) {
  const CollectiveGroup mesh = collective_group(full_mesh_of_eight(), 8, 1);
  const CollectiveProfile profile = uncalibrated_profile("mi300x", true);
  const Seconds all = collective_time(Collective::kAllToAll, 8 * 16 * mebibyte, mesh, profile).total;
  const Seconds one = collective_time(Collective::kSendReceive, 16 * mebibyte, mesh, profile).total;
  EXPECT_LE(one, all);
  EXPECT_GT(one, 0.5 * all);
}

TEST(CollectiveGroup, OfAMeshHasTheLinksBetweenItsRanks) {
  const hardware::Instance mesh = full_mesh_of_eight();
  EXPECT_NEAR(collective_group(mesh, 2, 1).scale_up_bandwidth / gigabyte_per_second, 64, 1e-9);
  EXPECT_NEAR(collective_group(mesh, 4, 1).scale_up_bandwidth / gigabyte_per_second, 192, 1e-9);
  EXPECT_NEAR(collective_group(mesh, 2, 4).scale_up_bandwidth / gigabyte_per_second, 64, 1e-9);
  EXPECT_NEAR(collective_group(mesh, 8, 1).scale_up_bandwidth / gigabyte_per_second, 448, 1e-9);
  EXPECT_NEAR(collective_group(mesh, 8, 1).pair_bandwidth / gigabyte_per_second, 64, 1e-9);
  EXPECT_EQ(collective_group(instance_like_p4d(), 2, 1).pair_bandwidth, 300 * gigabyte_per_second);
}

// Two ranks an accelerator share its NICs and each use its links.
TEST(CollectiveGroup, CountsRanksNotAccelerators) {
  const CollectiveGroup cores = collective_group(instance_like_p4d(), 16, 1, 2);
  EXPECT_EQ(cores.num_ranks, 32);
  EXPECT_EQ(cores.ranks_per_domain, 16);
  EXPECT_EQ(cores.num_domains, 2);
  EXPECT_EQ(cores.scale_out_bandwidth, 3.125 * gigabyte_per_second);
  EXPECT_EQ(cores.scale_up_bandwidth, 300 * gigabyte_per_second);
}

// Nine ranks on nodes of eight: the lone one has one share of the NICs, a ring is as fast as that.
TEST(UnevenDomains, AreAsFastAsTheSmallest) {
  CollectiveGroup nine = nodes_of_eight(2);
  nine.num_ranks = 9;
  EXPECT_EQ(ranks_in_last_domain(nine), 1);
  const CollectiveProfile profile = simple_profile();
  const auto ring = only_of(nccl_candidates(Collective::kAllGather, 1 * gigabyte, nine, profile), NcclAlgorithm::kRing);
  EXPECT_EQ(ring.bound, CollectiveBound::kNics);
  EXPECT_NEAR(ring.bound_time / millisecond, 8.0 / 9 / 50 * 1e3, 1e-9);
  // All but its own ninth leaves the lone rank over its NIC: 8/9 GB at 50 GB/s.
  const auto all = collective_time(Collective::kAllToAll, 1 * gigabyte, nine, profile);
  EXPECT_GT(all.total / millisecond, 8.0 / 9 / 50 * 1e3);
}

// Eight domains, a table for 4 up to 1 MiB and one for 64 up to 1 GiB: 4 is nearer, and says nothing of 1 GiB.
TEST(Choices, EndWhereTheNearestTableEnds) {
  CollectiveProfile profile = uncalibrated_profile("table", true);
  profile.choices = {{Collective::kAllReduce, 4, 8, 1 * mebibyte, NcclAlgorithm::kTree, NcclProtocol::kLl128},
                     {Collective::kAllReduce, 64, 8, 1 * gibibyte, NcclAlgorithm::kRing, NcclProtocol::kLl}};
  const CollectiveGroup group = nodes_of_eight(8);
  const auto candidates = nccl_candidates(Collective::kAllReduce, 1 * gibibyte, group, profile);
  EXPECT_EQ(collective_time(Collective::kAllReduce, 1 * gibibyte, group, profile).total,
            std::ranges::min_element(candidates, {}, &NcclCandidate::time)->time);
}

}  // namespace nccl_model_test
}  // namespace fmplan::network
