#include "core/network/fat_tree.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::network {
namespace fat_tree_test {

using ::testing::ElementsAre;

std::vector<std::string> names(const FatTree& tree, int source, int destination) {
  std::vector<std::string> route;
  for (const int link : tree.route(source, destination)) route.push_back(tree.link_name(link));
  return route;
}

// 8 endpoints, 2 to a leaf, 2 spines.
const FatTreeShape kTwoLevels{
    .num_endpoints = 8, .endpoints_per_leaf = 2, .num_spines = 2, .endpoint_bandwidth = 50 * gigabyte_per_second};

TEST(FatTree, RoutesOverTheSpineOfTheDestination) {
  const FatTree tree(kTwoLevels);
  EXPECT_THAT(names(tree, 0, 0), ElementsAre());
  EXPECT_THAT(names(tree, 0, 1), ElementsAre("endpoint 0 → leaf 0", "leaf 0 → endpoint 1"));
  EXPECT_THAT(names(tree, 1, 7),
              ElementsAre("endpoint 1 → leaf 0", "leaf 0 → spine 1", "spine 1 → leaf 3", "leaf 3 → endpoint 7"));
}

// 4 leaves in pods of 2; each of a pod's 2 spines reaches 2 cores.  6 mod 2 = spine 0, ⌊6/2⌋ mod 2 = core 1.
TEST(FatTree, RoutesBetweenPodsOverACore) {
  FatTreeShape shape = kTwoLevels;
  shape.leaves_per_pod = 2;
  shape.cores_per_spine = 2;
  const FatTree tree(shape);
  EXPECT_EQ(tree.num_pods(), 2);
  EXPECT_THAT(names(tree, 0, 3).size(), 4);
  EXPECT_THAT(names(tree, 1, 6), ElementsAre("endpoint 1 → leaf 0", "leaf 0 → spine 0", "pod 0 spine 0 → core 1",
                                             "core 1 → pod 1 spine 0", "spine 0 → leaf 3", "leaf 3 → endpoint 6"));
}

// Domains of 4; rail-optimised, 2 domains to a block: endpoints 1 and 5 are both the second of theirs.
TEST(FatTree, RailsJoinEndpointsOfTheSamePlace) {
  FatTreeShape shape = kTwoLevels;
  shape.scale_up_size = 4;
  shape.scale_up_bandwidth = 450 * gigabyte_per_second;
  shape.is_rail_optimised = true;
  const FatTree tree(shape);
  EXPECT_EQ(tree.num_leaves(), 4);
  EXPECT_THAT(names(tree, 1, 5), ElementsAre("endpoint 1 → leaf 1", "leaf 1 → endpoint 5"));
  EXPECT_THAT(names(tree, 4, 7), ElementsAre("endpoint 4 → scale-up domain 1", "scale-up domain 1 → endpoint 7"));
  EXPECT_EQ(names(tree, 1, 6).size(), 4u);
}

// A leaf of 2 × 50 GB/s over 2 spines: 50 GB/s a link, 12.5 at 4:1.  A pod of 2 such leaves has 2 links of 12.5 to each
// spine, hence 25 over a core, 12.5 at 2:1.
TEST(FatTree, OversubscriptionThinsTheLinksAboveIt) {
  FatTreeShape shape = kTwoLevels;
  shape.leaves_per_pod = 2;
  shape.oversubscription = 4;
  shape.core_oversubscription = 2;
  const FatTree tree(shape);
  const auto capacity = [&](int link) {
    return tree.network().capacities[static_cast<std::size_t>(link)] / gigabyte_per_second;
  };
  EXPECT_EQ(capacity(tree.endpoint_up(3)), 50);
  EXPECT_EQ(capacity(tree.leaf_up(3, 1)), 12.5);
  EXPECT_EQ(capacity(tree.leaf_down(0, 0)), 12.5);
  EXPECT_EQ(capacity(tree.spine_up(1, 1, 0)), 12.5);
}

TEST(FatTree, NamesEveryLinkApart) {
  FatTreeShape shape = kTwoLevels;
  shape.leaves_per_pod = 2;
  shape.scale_up_size = 2;
  shape.scale_up_bandwidth = 1 * gigabyte_per_second;
  const FatTree tree(shape);
  std::set<std::string> all;
  for (int link = 0; link < tree.num_links(); ++link) all.insert(tree.link_name(link));
  // 8 endpoints and 4 leaves × 2 spines up and down, 2 pods × 2 spines × 1 core up and down, 8 scale-up links each way.
  // A spine is named by its number in the pod, and no leaf is in two.
  EXPECT_EQ(all.size(), 2u * 8 + 2 * 8 + 2 * 4 + 2 * 8);
  EXPECT_EQ(static_cast<int>(all.size()), tree.num_links());
}

TEST(FatTree, RefusesShapesThatCannotBe) {
  const FatTreeShape shape{.num_endpoints = 0,
                           .endpoints_per_leaf = 0,
                           .num_spines = 0,
                           .oversubscription = 0,
                           .leaves_per_pod = -1,
                           .cores_per_spine = 0,
                           .core_oversubscription = -1,
                           .scale_up_size = 0,
                           .is_rail_optimised = true};
  try {
    const FatTree tree(shape);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.issues().size(), 11u) << error.what();
  }
  EXPECT_THROW(FatTree({.num_endpoints = 1 << 20, .num_spines = 1 << 20, .endpoint_bandwidth = 1 * byte_per_second}),
               InputError);
}

}  // namespace fat_tree_test
}  // namespace fmplan::network
