#include "core/catalog/instance_like.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/catalog/collective_pool.h"
#include "core/catalog/machine_items.h"
#include "core/network/collective_group.h"
#include "core/network/nccl_model.h"
#include "tests/catalog/catalog_folder.h"

namespace fmplan::catalog {
namespace instance_like_test {

using nlohmann::json;
using testing::HasSubstr;

const Catalog& shipped() {
  static const Catalog kCatalog = Catalog::shipped();
  return kCatalog;
}

hardware::Instance read(const json& document) {
  Issues issues;
  hardware::Instance instance = read_instance(document, "#", shipped(), issues);
  EXPECT_TRUE(issues.empty()) << issues.front().where << ": " << issues.front().message;
  return instance;
}

Seconds long_all_reduce(const hardware::Instance& instance, int nodes) {
  const CollectiveProfileItem item = shipped().collectives_for(instance).value();
  return network::collective_time(network::Collective::kAllReduce, 8 * gibibyte,
                                  network::collective_group(instance, 8 * nodes, 1), item.profile)
      .total;
}

TEST(InstanceLike, IsTheOtherUnderAnotherName) {
  hardware::Instance copy = read({{"like", "p5.48xlarge"}, {"name", "p5-copy"}});
  EXPECT_EQ(copy.name, "p5-copy");
  EXPECT_EQ(copy.like, "p5.48xlarge");
  const hardware::Instance& model = shipped().instance("p5.48xlarge");
  EXPECT_EQ(shipped().collectives_for(copy)->profile, shipped().collectives_of("p5.48xlarge")->profile);
  copy.name = model.name;
  copy.like.clear();
  EXPECT_EQ(copy, model);
}

// Half the NICs: what the NICs bind takes about twice the time.  Latencies stay, so a little less.
TEST(InstanceLike, WithHalfTheNicsTakesAboutTwiceTheTimeAcrossNodes) {
  const hardware::Instance& model = shipped().instance("p5.48xlarge");
  const hardware::Instance half = read({{"like", "p5.48xlarge"}, {"scale_out", {{"nics", 16}}}});
  EXPECT_EQ(half.name, "p5.48xlarge, changed");
  EXPECT_DOUBLE_EQ(half.scale_out->bandwidth / model.scale_out->bandwidth, 0.5);
  for (const int nodes : {4, 16}) {
    const double ratio = long_all_reduce(half, nodes) / long_all_reduce(model, nodes);
    EXPECT_GT(ratio, 1.7) << nodes;
    EXPECT_LE(ratio, 2.0) << nodes;
  }
  EXPECT_EQ(long_all_reduce(half, 1), long_all_reduce(model, 1)) << "inside a node nothing changed";
}

// Rows of the model say nothing of the changed links, and all of the others.
TEST(InstanceLike, KeepsTheCellsOfLinksThatAreTheSame) {
  const hardware::Instance half = read({{"like", "p5.48xlarge"}, {"scale_out", {{"nics", 16}}}});
  const CollectiveProfileItem item = shipped().collectives_for(half).value();
  const auto points = [&](int nodes) {
    return network::collective_time(network::Collective::kAllReduce, 8 * gibibyte,
                                    network::collective_group(half, 8 * nodes, 1), item.profile)
        .points;
  };
  EXPECT_GT(points(1).value(), 0);
  EXPECT_EQ(points(4), 0);
}

TEST(InstanceLike, StatedNicsReplaceAStatedTotalAndTheDomainFollowsTheNode) {
  const hardware::Instance rack =
      read({{"like", "u-p6e-gb200x72"}, {"scale_out", {{"nics", 72}, {"nic_rate", "200 Gbit/s"}}}});
  EXPECT_DOUBLE_EQ(rack.scale_out->bandwidth / gigabyte_per_second, 25);
  const hardware::Instance fast =
      read({{"like", "u-p6e-gb200x72"}, {"scale_out", {{"nics", 72}, {"nic_rate", "800 Gbit/s"}}}});
  ASSERT_TRUE(fast.wiring.pcie_bandwidth);
  EXPECT_EQ(fast.scale_out->bandwidth, *fast.wiring.pcie_bandwidth) << "a NIC brings no more than the slot takes";
  EXPECT_LT(fast.scale_out->bandwidth / gigabyte_per_second, 100);
  const hardware::Instance part =
      read({{"like", "p5.48xlarge"}, {"accelerators_per_node", 4}, {"scale_out", {{"nics", 16}}}});
  EXPECT_EQ(part.scale_up_domain, 4);
  EXPECT_DOUBLE_EQ(part.scale_out->bandwidth / gigabyte_per_second, 50) << "four NICs of 100 Gbit/s a GPU, as before";
}

TEST(InstanceLike, SaysWhatToWriteWhereItNamesNone) {
  const auto problem = [](const json& document) {
    Issues issues;
    read_instance(document, "#", shipped(), issues);
    return issues.empty() ? std::string() : issues.front().where + ": " + issues.front().message;
  };
  EXPECT_THAT(problem({{"like", "p55.48xlarge"}}), HasSubstr("#/like: \"p55.48xlarge\" is not in the catalogue"));
  EXPECT_THAT(problem({{"like", 5}}), HasSubstr("for instance \"p5.48xlarge\""));
  EXPECT_THAT(problem({{"like", "p5.48xlarge"}, {"nics", 16}}), HasSubstr("#/nics: unknown key"));
}

// A machine by hand whose accelerators were measured in other machines.
TEST(PooledProfile, ServesAMachineThatNoItemLists) {
  const hardware::Instance b300 =
      read({{"name", "own-b300"},
            {"accelerator", "b300-sxm"},
            {"accelerators_per_node", 8},
            {"scale_up", {{"network", "nvlink-5"}}},
            {"scale_out", {{"network", "infiniband-xdr"}, {"nics", 8}, {"nic_rate", "800 Gbit/s"}}}});
  const CollectiveProfileItem item = shipped().collectives_for(b300).value();
  EXPECT_EQ(item.name, "pooled");
  EXPECT_TRUE(item.profile.unmeasured);
  EXPECT_TRUE(item.profile.cells.empty());
  EXPECT_EQ(item.profile.tuner->generation, network::NvidiaGeneration::kBlackwell);
  const Seconds time = long_all_reduce(b300, 4);
  const Seconds bound = network::collective_bound_time(network::Collective::kAllReduce, 8 * gibibyte,
                                                       network::collective_group(b300, 32, 1), true);
  EXPECT_GT(time, bound);
  EXPECT_LT(time, 2 * bound);
}

// What a system is predicted by without its own rows does not depend on them.
TEST(PooledProfile, OfASystemLeftOutForgetsItsRows) {
  auto items = load_collective_profiles(shipped());
  const auto p5 = std::ranges::find(items, "p5-efa", &CollectiveProfileItem::name);
  ASSERT_NE(p5, items.end());
  const network::CollectiveProfile before = pooled_profile(items, *p5);
  for (const network::CoefficientInfo& c : network::coefficient_table())
    if (c.across) p5->profile[c.id] *= 2;
  EXPECT_EQ(pooled_profile(items, *p5), before);
  for (const network::MeasuredCell& cell : before.cells) EXPECT_EQ(cell.num_domains, 1);
}

}  // namespace instance_like_test
}  // namespace fmplan::catalog
