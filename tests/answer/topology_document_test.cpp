#include "core/answer/topology_document.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/catalog/fabric_items.h"
#include "core/catalog/network_items.h"
#include "core/network/topology_build.h"
#include "core/network/topology_query.h"
#include "core/text/json_conversion.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace topology_document_test {

using testing::HasSubstr;
using testing::StartsWith;

catalog::Catalog shipped() { return catalog::Catalog({std::filesystem::path(source_dir()) / "catalogs"}); }

hardware::Cluster cluster_of(const std::string& instance, int nodes) {
  return {.instance = shipped().instance(instance), .num_nodes = nodes, .checkpoint_storage = {}};
}

network::Topology topology_of(const std::string& instance, int nodes) {
  return network::topology(cluster_of(instance, nodes));
}

TEST(NetworkShow, PrintsTheLevelsOfSixteenP5) {
  const Document document = topology_document(cluster_of("p5.48xlarge", 16));
  EXPECT_THAT(document.headline,
              StartsWith("16 × p5.48xlarge: 128 accelerators, bisection bandwidth 3.2 TB/s each way"));
  const nlohmann::json json = text::parsed(document.json);
  const auto& levels = json["levels"];
  ASSERT_EQ(levels.size(), 3u);
  EXPECT_EQ(levels[0]["joined_by"], "NVLink 4 with NVSwitch");
  EXPECT_EQ(levels[0]["bandwidth_per_accelerator_bytes_per_s"], 450e9);
  EXPECT_EQ(levels[1]["name"], "leaf");
  EXPECT_EQ(levels[1]["bandwidth_per_accelerator_bytes_per_s"], 50e9);
  // The catalogue's latency of a message over EFA v2.
  EXPECT_NEAR(levels[1]["latency_s"].get<double>(), 26e-6, 1e-12);
  EXPECT_EQ(json["parts"]["leaf"], 4);
  EXPECT_EQ(json["bottlenecks"][1]["link"], "NIC");
  EXPECT_FALSE(json["assumptions"].empty());
}

// What the catalogue states of each machine, as it arrives in the network.
TEST(NetworkOfTheCatalogue, IsWiredAsStated) {
  const network::Topology p4d = topology_of("p4d.24xlarge", 2);
  EXPECT_EQ(p4d.shape().nic_groups_per_node, 4);
  EXPECT_EQ(p4d.shape().pcie_switches_per_node, 4);
  EXPECT_EQ(p4d.shape().fabric_name, catalog::load_network(shipped(), "ultracluster-1").title);
  EXPECT_EQ(topology_of("p5.48xlarge", 2).shape().nics_per_group, 4);
  EXPECT_EQ(topology_of("p5en.48xlarge", 2).shape().nics_per_group, 2);
  EXPECT_EQ(topology_of("p6-b200.48xlarge", 2).shape().pcie_switches_per_node, 4);
  EXPECT_EQ(topology_of("p6-b300.48xlarge", 2).shape().nics_per_group, 2);
  EXPECT_EQ(topology_of("p3dn.24xlarge", 1).full_mesh().cables.size(), 16u);
  EXPECT_EQ(topology_of("trn1.32xlarge", 1).full_mesh().diameter, 4);
  EXPECT_EQ(topology_of("trn2u.48xlarge", 4).full_mesh().diameter, 6);
  EXPECT_EQ(topology_of("nd96isr-mi300x-v5", 1).full_mesh().diameter, 1);
  EXPECT_EQ(topology_of("p6e-gb200.36xlarge", 18).num_domains(), 1);
  EXPECT_EQ(topology_of("dgx-h100", 32).shape().rails, 8);
}

// The catalogue's bandwidth of a torus is the sum of its dimensions: a link of trn2 has 128 GB/s, one to the next
// machine 64.
TEST(NetworkOfTheCatalogue, SplitsNeuronLinkOverItsRings) {
  const network::Topology topology = topology_of("trn2u.48xlarge", 4);
  EXPECT_DOUBLE_EQ(topology.full_mesh().cables.front().bandwidth / gigabyte_per_second, 128);
  EXPECT_DOUBLE_EQ(topology.full_mesh().cables.back().bandwidth / gigabyte_per_second, 64);
  EXPECT_DOUBLE_EQ(topology_of("trn2.48xlarge", 1).full_mesh().cables.front().bandwidth / gigabyte_per_second, 128);
}

TEST(NetworkOfTheCatalogue, CanBeBuiltOfEveryInstance) {
  const catalog::Catalog catalog = shipped();
  for (const std::string& name : catalog.names("instances")) {
    const hardware::Instance instance = catalog.instance(name);
    for (const int nodes : {1, 3}) {
      if (nodes > 1 && !instance.scale_out) continue;
      const Document document = topology_document({.instance = instance, .num_nodes = nodes, .checkpoint_storage = {}});
      EXPECT_EQ(document.json.at("accelerators"), nodes * instance.accelerators_per_node) << name;
    }
  }
}

// Meta's pods of 384 machines are joined 7:1.
TEST(Fabric, OfAnotherClusterCanBeTaken) {
  const hardware::Cluster cluster = with_fabric(cluster_of("p5.48xlarge", 3072), {.fabric = "meta-24k"}, shipped());
  const auto levels = network::levels(network::topology(cluster));
  ASSERT_FALSE(levels.empty());
  EXPECT_EQ(levels.back().groups, 1);
  EXPECT_DOUBLE_EQ(levels.back().oversubscription, 7);
  EXPECT_EQ(levels[levels.size() - 2].groups, 8);
  EXPECT_THROW(with_fabric(cluster, {.fabric = "nvlink-4"}, shipped()), InputError);
  EXPECT_THROW(with_fabric(cluster, {.fabric = "meta24"}, shipped()), InputError);
}

TEST(Oversubscription, IsARatio) {
  EXPECT_EQ(parse_oversubscription("2:1"), 2);
  EXPECT_EQ(parse_oversubscription("3"), 3);
  EXPECT_EQ(parse_oversubscription("1.5:1"), 1.5);
  EXPECT_EQ(parse_oversubscription("1:2"), 0.5);
  for (const char* bad :
       {"", ":", "2:", ":1", "a:b", "0:1", "1:0", "-2:1", "2:1:1", "1000:1", "nan:1", "inf", "2 : 1"}) {
    try {
      parse_oversubscription(bad);
      ADD_FAILURE() << bad;
    } catch (const InputError& error) {
      EXPECT_EQ(error.issues()[0].where, "--oversubscription");
      EXPECT_THAT(error.issues()[0].message, HasSubstr("write for instance 2:1"));
    }
  }
}

TEST(Oversubscription, HalvesWhatCrossesLeaves) {
  const Document document =
      topology_document(with_fabric(cluster_of("p5.48xlarge", 16), {.oversubscription = "2:1"}, shipped()));
  EXPECT_EQ(document.json.at("levels").at(2).at("bandwidth_per_accelerator_bytes_per_s"), 25e9);
  EXPECT_NEAR(document.json.at("bisection_bandwidth_bytes_per_s").as_double(), 1.6e12, 1);
}

TEST(NetworkShow, RefusesMachinesThatNothingJoins) {
  hardware::Cluster cluster = cluster_of("gpu-8x-h100-sxm5", 2);
  try {
    topology_document(cluster);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.issues()[0].message, HasSubstr("are not connected; use at most 1"));
  }
}

}  // namespace topology_document_test
}  // namespace fmplan::answer
