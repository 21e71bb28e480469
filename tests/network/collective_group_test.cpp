#include "core/network/collective_group.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

namespace fmplan::network {
namespace collective_group_test {

hardware::Instance machine(int per_node, int domain) {
  hardware::Instance instance;
  instance.accelerators_per_node = per_node;
  instance.scale_up_domain = domain;
  instance.scale_up = hardware::Link{.name = "up", .bandwidth = 450 * gigabyte_per_second, .latency = {}};
  instance.scale_out = hardware::Link{.name = "out", .bandwidth = 50 * gigabyte_per_second, .latency = {}};
  return instance;
}

CollectiveGroup in_job(int per_node, int domain, int num_ranks, int stride, int job) {
  return collective_group(machine(per_node, domain), num_ranks, stride, 1, job);
}

// 48 groups of 6 on 36 nodes of 8: ranks 0–5 lie on one node, 6–11 on two, with 2 and 4.
TEST(CollectiveGroup, OfAJobIsTheOneThatLiesAcrossABorder) {
  const CollectiveGroup six = in_job(8, 8, 6, 1, 288);
  EXPECT_EQ(six.num_domains, 2);
  EXPECT_EQ(six.ranks_per_domain, 4);
  EXPECT_EQ(ranks_in_last_domain(six), 2);
  const CollectiveGroup three = in_job(8, 8, 3, 1, 48);
  EXPECT_EQ(three.num_domains, 2);
  EXPECT_EQ(ranks_in_last_domain(three), 1);
  for (const int whole : {1, 2, 4, 8}) EXPECT_EQ(in_job(8, 8, whole, 1, 288).num_domains, 1) << whole;
  EXPECT_EQ(in_job(8, 8, 6, 1, 6).num_domains, 1) << "the job is one group";
  EXPECT_EQ(in_job(8, 8, 1, 6, 288).num_domains, 1) << "one rank";
}

// Two of eight GPUs of each of three nodes: pairs over the switch, and the NICs' share of each.
TEST(GroupOnNodes, CountsThoseInUse) {
  const CollectiveGroup pairs = group_on_nodes(machine(8, 8), 3, 2);
  EXPECT_EQ(pairs.num_ranks, 6);
  EXPECT_EQ(pairs.ranks_per_domain, 2);
  EXPECT_EQ(pairs.num_domains, 3);
  EXPECT_EQ(pairs.scale_up_bandwidth, 450 * gigabyte_per_second);
  EXPECT_EQ(pairs.scale_out_bandwidth, 50 * gigabyte_per_second);
  // 18 nodes of a rack are one domain, 36 are two.
  EXPECT_EQ(group_on_nodes(machine(4, 72), 18, 1).num_domains, 1);
  EXPECT_EQ(group_on_nodes(machine(4, 72), 36, 1).ranks_per_domain, 18);
  for (const int nodes : {1, 2, 36})
    EXPECT_EQ(group_on_nodes(machine(4, 72), nodes, 4), collective_group(machine(4, 72), 4 * nodes, 1)) << nodes;
}

// Of eight with a link between every two, a pair has one of seven.
TEST(GroupOnNodes, HasTheLinksAmongThoseInUseWithoutASwitch) {
  hardware::Instance mesh = machine(8, 8);
  mesh.wiring.shape = hardware::ScaleUpShape::kFullMesh;
  EXPECT_DOUBLE_EQ(group_on_nodes(mesh, 2, 2).scale_up_bandwidth / gigabyte_per_second, 450.0 / 7);
  EXPECT_DOUBLE_EQ(group_on_nodes(mesh, 2, 8).scale_up_bandwidth / gigabyte_per_second, 450);
}

// 18 ranks 16 apart fill four racks of 72: 0, 16 … 64 are five in the first, 80 … 128 four in the second.
TEST(CollectiveGroup, NeedsNoMoreDomainsThanTheJobHas) {
  const CollectiveGroup group = in_job(72, 72, 18, 16, 288);
  EXPECT_EQ(group.num_domains, 4);
  EXPECT_EQ(group.ranks_per_domain, 5);
  EXPECT_EQ(ranks_in_last_domain(group), 4);
}

// 160 GPUs in nodes of 4 need three racks of 72, whether each has 56 or, with room for whole groups of 16, 64 of them.
TEST(CollectiveGroup, LiesInASegmentWhereRacksHaveRoomForWholeOnes) {
  EXPECT_EQ(in_job(4, 72, 16, 1, 160).num_domains, 1);
  // Four full racks have no whole number of groups.
  EXPECT_EQ(in_job(4, 72, 16, 1, 288).num_domains, 2);
}

// Consecutive ranks, counted one by one: no group lies on more domains, or has fewer in one, than is told.  Larger ones
// are dealt from the beginning of a domain on.
TEST(CollectiveGroup, IsTheWorstOfAllThatLieNextToEachOther) {
  constexpr int kDomain = 8;
  for (int size = 2; size <= kDomain; ++size) {
    const int job = std::lcm(size, kDomain) * 2;
    std::size_t most_domains = 0;
    int fewest = size;
    for (int begin = 0; begin < job; begin += size) {
      std::map<int, int> ranks;
      for (int rank = begin; rank < begin + size; ++rank) ++ranks[rank / kDomain];
      most_domains = std::max(most_domains, ranks.size());
      for (const auto& [domain, count] : ranks) fewest = std::min(fewest, count);
    }
    const CollectiveGroup told = in_job(8, kDomain, size, 1, job);
    EXPECT_EQ(told.num_domains, static_cast<int>(most_domains)) << size;
    EXPECT_EQ(ranks_in_last_domain(told), fewest) << size;
  }
}

}  // namespace collective_group_test
}  // namespace fmplan::network
