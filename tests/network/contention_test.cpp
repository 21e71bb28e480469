#include "core/network/contention.h"

#include <gtest/gtest.h>

namespace fmplan::network {
namespace contention_test {

// Two leaves of 4 endpoints, as many spines as endpoints of a leaf, 50 GB/s everywhere.
const FatTreeShape kShape{
    .num_endpoints = 8, .endpoints_per_leaf = 4, .num_spines = 4, .endpoint_bandwidth = 50 * gigabyte_per_second};

CollectiveFlows ring(std::vector<int> endpoints) {
  return {.payload = 1 * gigabyte, .endpoints = std::move(endpoints)};
}

// In order, a ring leaves each leaf once, over one link: half the spines are as good as all.
TEST(Contention, ARingInOrderDoesNotMindOversubscription) {
  const Contention contention = contention_oversubscribed(kShape, ring({0, 1, 2, 3, 4, 5, 6, 7}), 2);
  EXPECT_DOUBLE_EQ(contention.slowdown, 1);
}

// To and fro between the leaves, a ring sends 4 flows out of each, to destinations 4, 5, 6, 7: one to a spine of four,
// two to a spine of two.
TEST(Contention, ARingToAndFroHalvesAtTwoToOne) {
  const CollectiveFlows to_and_fro = ring({0, 4, 1, 5, 2, 6, 3, 7});
  EXPECT_DOUBLE_EQ(contention_alone(kShape, to_and_fro).time / millisecond, 2 * 7 / 8.0 * 1e9 / 50e9 * 1e3);
  const Contention contention = contention_oversubscribed(kShape, to_and_fro, 2);
  EXPECT_DOUBLE_EQ(contention.slowdown, 2);
  EXPECT_EQ(contention.bottleneck, (ContentionPoint{"leaf 0 → spine 0", 50 * gigabyte_per_second, 2, 0}));
}

// Both jobs go to and fro between the leaves: 0 → 4 and 2 → 6 meet at spine 0 of two, but not of four.
TEST(Contention, ASecondJobOnTheLeavesTakesHalfOfTheLinksThatMeet) {
  const CollectiveFlows mine = ring({0, 4, 1, 5});
  const CollectiveFlows theirs = ring({2, 6, 3, 7});
  EXPECT_DOUBLE_EQ(contention_beside(kShape, mine, {theirs}).slowdown, 1);
  const Contention contention = contention_beside(oversubscribed(kShape, 2), mine, {theirs});
  EXPECT_DOUBLE_EQ(contention.slowdown, 2);
  EXPECT_EQ(contention.bottleneck, (ContentionPoint{"leaf 0 → spine 0", 50 * gigabyte_per_second, 1, 1}));
}

// The other job's ring of a tenth of the payload is soon over: 1.5 GB against 0.15 GB over the shared link.  Both at
// half speed for 2·0.15/50 s, then 1.35 GB alone: 33 ms against 30.
TEST(Contention, AShortNeighbourCostsItsOwnTraffic) {
  CollectiveFlows theirs = ring({2, 6, 3, 7});
  theirs.payload = 0.1 * gigabyte;
  const Contention contention = contention_beside(oversubscribed(kShape, 2), ring({0, 4, 1, 5}), {theirs});
  EXPECT_NEAR(contention.slowdown, 1.1, 1e-12);  // rounding
}

TEST(Contention, OneOfFourNicsDownCostsAThird) {
  const Contention contention = contention_with_nic_down(kShape, ring({0, 1, 2, 3, 4, 5, 6, 7}), 2, 4);
  EXPECT_DOUBLE_EQ(contention.slowdown, 4 / 3.0);
  EXPECT_EQ(contention.bottleneck, (ContentionPoint{"leaf 0 → endpoint 2", 37.5 * gigabyte_per_second, 1, 0}));
}

TEST(Contention, TheOnlyNicDownStopsEverything) {
  const Contention contention = contention_with_nic_down(kShape, ring({0, 1, 2, 3, 4, 5, 6, 7}), 2, 1);
  EXPECT_EQ(contention.time, FlowResult::kNever);
  EXPECT_EQ(contention.bottleneck, (ContentionPoint{"leaf 0 → endpoint 2", BytesPerSecond{}, 1, 0}));
}

TEST(Contention, ANicOutsideTheJobDoesNotMatter) {
  EXPECT_DOUBLE_EQ(contention_with_nic_down(kShape, ring({0, 1, 2, 3}), 6, 1).slowdown, 1);
}

TEST(Contention, OneRankWaitsForNobody) {
  const Contention contention = contention_oversubscribed(kShape, ring({5}), 2);
  EXPECT_EQ(contention.time, Seconds{});
  EXPECT_EQ(contention.slowdown, 1);
  EXPECT_FALSE(contention.bottleneck);
}

// 4 spines at 2:1 are 2 of the same links; 3:1 has none such, so links get thinner.
TEST(Oversubscribed, TakesSpinesAwayWhereItCan) {
  EXPECT_EQ(oversubscribed(kShape, 2).num_spines, 2);
  EXPECT_EQ(FatTree(oversubscribed(kShape, 2)).network().capacities.back(), 50 * gigabyte_per_second);
  EXPECT_EQ(oversubscribed(kShape, 3).num_spines, 4);
  EXPECT_DOUBLE_EQ(FatTree(oversubscribed(kShape, 3)).network().capacities.back() / gigabyte_per_second, 50.0 / 3);
}

}  // namespace contention_test
}  // namespace fmplan::network
