#include "core/io/collective_profile.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/io/json_text.h"
#include "core/network/nccl_model.h"
#include "tests/io/catalog_folder.h"

namespace fmplan::io {
namespace {

using network::Coefficient;
using network::Collective;
using nlohmann::json;
using testing::HasSubstr;

Catalog shipped() { return Catalog({std::string(FMPLAN_SOURCE_DIR) + "/catalogs"}); }

CollectiveRow row_of(const std::string& gpu, const std::string& system, int nodes, int per_node = 8) {
  CollectiveRow row;
  row.source_id = "somebody";
  row.gpu = gpu;
  row.system = system;
  row.nodes = nodes;
  row.gpus_per_node = per_node;
  row.collective = "all_reduce";
  row.bytes = 1024;
  row.time_us = 10;
  return row;
}

json minimal() {
  return json::parse(R"({"version": 1, "kind": "calibration", "name": "x", "title": "X", "of": "collectives",
    "gpus": ["H100"], "systems": ["x"], "instances": [], "machine": {"scale_up": "450 GB/s", "scale_out": "50 GB/s", "node": 8},
    "in_switch_reduction": true, "inside": {"launch": "5 us", "ring_efficiency": 0.7}, "across": {"net_ring_hop_ll": "20 us"},
    "choices": [{"collective": "all_reduce", "domains": 4, "ranks_per_domain": 8, "up_to": "32 MiB",
      "algorithm": "tree", "protocol": "ll128"}],
    "interval": {"low": 0.9, "high": 1.2}})");
}

std::string problems(const json& document) {
  Issues issues;
  read_collective_profile(document, "#", issues);
  std::string all;
  for (const Issue& issue : issues) all += issue.where + ": " + issue.message + "\n";
  return all;
}

TEST(CollectiveProfile, IsReadWithPriorsForWhatIsNotSaid) {
  Issues issues;
  const CollectiveProfileItem item = read_collective_profile(minimal(), "#", issues);
  EXPECT_TRUE(issues.empty());
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kLaunch], 5e-6);
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kNetRingHopLl], 20e-6);
  const auto prior = network::uncalibrated_profile("x", true);
  EXPECT_EQ(item.profile[Coefficient::kPairPeer], prior[Coefficient::kPairPeer]);
  ASSERT_EQ(item.profile.choices.size(), 1u);
  EXPECT_EQ(item.profile.choices[0].up_to, 32 * mebibyte);
  EXPECT_EQ(item.machine.domain, 8);  // a node's, unless it says more
  EXPECT_EQ(item.profile.large_factors, (network::TimeFactors{0.9, 1.2}));
}

TEST(CollectiveProfile, WithMistakesIsRefusedWithEachOfThem) {
  const auto with = [](const char* pointer, const json& value) {
    json document = minimal();
    document[json::json_pointer(pointer)] = value;
    return problems(document);
  };
  EXPECT_EQ(problems(minimal()), "");
  EXPECT_THAT(with("/of", "kernels"), HasSubstr("#/of"));
  EXPECT_THAT(with("/inside/launch", 5), HasSubstr("#/inside/launch"));
  EXPECT_THAT(with("/inside/launhc", "5 us"), HasSubstr("did you mean \"launch\""));
  EXPECT_THAT(with("/inside/ring_efficiency", 1.2), HasSubstr("#/inside/ring_efficiency"));
  EXPECT_THAT(with("/inside/net_ring_hop_ll", "1 us"), HasSubstr("#/inside/net_ring_hop_ll"));
  EXPECT_THAT(with("/choices/0/algorithm", "star"), HasSubstr("\"star\" is not known"));
  EXPECT_THAT(with("/interval/high", 0.5), HasSubstr("#/interval/high"));
  json without = minimal();
  without.erase("machine");
  EXPECT_THAT(problems(without), HasSubstr("#/machine"));
}

TEST(CollectiveProfile, TakesItsNodesCoefficients) {
  const CatalogFolder folder;
  json node = minimal();
  node["name"] = "node";
  node.erase("across");
  folder.write("calibration/node.json", node.dump());
  json network = minimal();
  network["node"] = "node";
  network.erase("inside");
  network.erase("in_switch_reduction");
  folder.write("calibration/x.json", network.dump());
  const CollectiveProfileItem item = load_collective_profile(Catalog({folder.root()}), "x");
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kLaunch], 5e-6);
  EXPECT_TRUE(item.profile.in_switch_reduction);
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kNetRingHopLl], 20e-6);
}

TEST(ProfileOfRow, GoesByGpuAndTheLongestSystemWord) {
  const auto items = load_collective_profiles(shipped());
  const auto name = [&](const CollectiveRow& row) {
    const auto* item = profile_of_row(items, row);
    return item ? item->name : "none";
  };
  EXPECT_EQ(name(row_of("H100-80GB", "p5.48xlarge (32x100G EFAv2)", 2)), "p5-efa");
  EXPECT_EQ(name(row_of("NVIDIA H100 80GB HBM3", "somebody's node", 1)), "h100-node");
  EXPECT_EQ(name(row_of("H100-80GB", "somebody's cluster", 2)), "none");
  EXPECT_EQ(name(row_of("H200", "p5en.48xlarge", 2)), "p5en-efa");
  EXPECT_EQ(name(row_of("GB200", "NVL72", 16, 4)), "gb200-nvl72");  // not B200, though the name holds it
  EXPECT_EQ(name(row_of("GH200", "one node", 1, 4)), "none");       // not H200
}

// Times across by the factor; the interval 1.5 as wide in logarithms, 0.9^1.5 = 0.854 and 1.2^1.5 = 1.315, at least −20
// %.
TEST(CollectiveProfile, InheritsWithAWiderInterval) {
  const CatalogFolder folder;
  folder.write("calibration/x.json", minimal().dump());
  json heir = minimal();
  for (const char* key : {"inside", "across", "in_switch_reduction", "interval", "choices"}) heir.erase(key);
  heir["name"] = "heir";
  heir["inherits"] = "x";
  heir["times_across"] = 0.5;
  folder.write("calibration/heir.json", heir.dump());
  const CollectiveProfileItem item = load_collective_profile(Catalog({folder.root()}), "heir");
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kLaunch], 5e-6);
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kNetRingHopLl], 10e-6);
  EXPECT_TRUE(item.profile.in_switch_reduction);
  EXPECT_DOUBLE_EQ(item.profile.large_factors.low, 0.8);
  EXPECT_DOUBLE_EQ(item.profile.large_factors.high, std::pow(1.2, 1.5));

  heir["across"] = {{"net_ring_hop_ll", "20 us"}};
  EXPECT_THAT(problems(heir), HasSubstr("#/across"));
}

TEST(CollectiveProfile, DoesNotTakeFromItself) {
  const CatalogFolder folder;
  json loop = minimal();
  for (const char* key : {"inside", "across", "in_switch_reduction", "interval", "choices"}) loop.erase(key);
  loop["inherits"] = "x";
  folder.write("calibration/x.json", loop.dump());
  EXPECT_THROW(load_collective_profile(Catalog({folder.root()}), "x"), InputError);
  loop.erase("inherits");
  loop["node"] = "x";
  folder.write("calibration/x.json", loop.dump());
  EXPECT_THROW(load_collective_profile(Catalog({folder.root()}), "x"), InputError);
}

// Racks of 16 measured nodes of 4: 16 nodes are one NVLink domain, 48 are three.
TEST(GroupOfRow, CountsARackAsOneDomain) {
  const MeasuredMachine rack{
      .scale_up = 900 * gigabyte_per_second, .scale_out = 50 * gigabyte_per_second, .node = 4, .domain = 64};
  EXPECT_EQ(group_of_row(row_of("GB200", "", 16, 4), rack).num_domains, 1);
  EXPECT_EQ(group_of_row(row_of("GB200", "", 16, 4), rack).ranks_per_domain, 64);
  EXPECT_EQ(group_of_row(row_of("GB200", "", 48, 4), rack).num_domains, 3);
  const MeasuredMachine node{
      .scale_up = 450 * gigabyte_per_second, .scale_out = 50 * gigabyte_per_second, .node = 8, .domain = 8};
  EXPECT_EQ(group_of_row(row_of("H100", "", 2, 1), node).num_domains, 2);  // one GPU of each of two nodes
}

TEST(FittedProfile, WrittenAndReadAgainIsTheSame) {
  calibration::CollectiveFit fit;
  fit.profile = network::uncalibrated_profile("x", true);
  fit.profile[Coefficient::kLaunch] = 7.25e-6;
  fit.profile[Coefficient::kRingEfficiency] = 0.8125;
  fit.profile.small_factors = {0.8, 1.5};
  fit.profile.large_factors = {0.9, 1.2};
  fit.num_points = 1;
  fit.coefficients = {{Coefficient::kLaunch, 7.25e-6, 0.02, true}};
  const CollectiveRow row = row_of("H100", "x", 1);
  json document = minimal();
  document["provenance"] = {{"source", "s"}, {"date", "2026-01-01"}, {"confirmed", true}};
  const auto written = fitted_profile_json(nlohmann::ordered_json::parse(document.dump()), fit, {row});
  Issues issues;
  const CollectiveProfileItem item = read_collective_profile(json::parse(written.dump()), "#", issues);
  for (const Issue& issue : issues) ADD_FAILURE() << issue.where << ": " << issue.message;
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kLaunch], 7.25e-6);
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kRingEfficiency], 0.8125);
  EXPECT_EQ(item.profile.small_factors, fit.profile.small_factors);
  EXPECT_EQ(item.fingerprints, std::vector{row_fingerprint(row)});
  EXPECT_EQ(item.profile.choices.size(), 1u);
}

TEST(ShippedProfiles, AreListedByInstancesThatExistOnceEach) {
  const Catalog catalog = shipped();
  const auto items = load_collective_profiles(catalog);
  EXPECT_GE(items.size(), 25u);
  std::vector<std::string> seen;
  for (const CollectiveProfileItem& item : items) {
    for (const std::string& instance : item.instances) {
      EXPECT_TRUE(catalog.has("instances", instance)) << item.name << " " << instance;
      EXPECT_EQ(std::count(seen.begin(), seen.end(), instance), 0) << instance;
      seen.push_back(instance);
    }
    EXPECT_LT(item.profile.large_factors.low, 1) << item.name;
    EXPECT_GT(item.profile.large_factors.high, 1) << item.name;
  }
}

// Efficiencies are shares of the line rates they were fitted with; on others they would mean something else.
TEST(ShippedProfiles, RestOnTheLineRatesOfTheirInstances) {
  const Catalog catalog = shipped();
  for (const CollectiveProfileItem& item : load_collective_profiles(catalog)) {
    for (const std::string& name : item.instances) {
      const hardware::Instance instance = catalog.instance(name);
      EXPECT_NEAR(instance.scale_up.value().bandwidth / item.machine.scale_up, 1, 0.01) << item.name << " " << name;
      if (!item.machine.scale_out || !instance.scale_out) continue;
      const int ranks = item.machine.ranks_per_accelerator;
      EXPECT_NEAR(instance.scale_out->bandwidth / (ranks * *item.machine.scale_out), 1, 0.01)
          << item.name << " " << name;
    }
  }
}

// Published bus bandwidths, most of them among the rows fitted to, each inside the profile's 80 % interval (which is
// what the profile promises of most rows).
TEST(ShippedProfiles, HoldPublishedBusBandwidths) {
  struct Published {
    const char* profile;
    const char* collective;
    int nodes, per_node;
    double bytes, busbw;  // GB/s
    const char* source;
  };
  const double gib = 1024.0 * 1024 * 1024;
  const std::vector<Published> published = {
      {"h100-node", "all_reduce", 1, 8, 16 * gib, 480.2, "NVIDIA dgxc-benchmarking, DGX H100"},
      {"p5-efa", "all_reduce", 2, 8, 16 * gib, 487.3, "awslabs awsome-distributed-training, two p5"},
      {"p5-efa", "alltoall", 16, 8, 2 * gib, 44.2, "crazyguitar p5 scaling"},
      {"p4d-efa", "all_reduce", 2, 8, 1 * gib, 76.2, "AWS documentation, two p4d"},
      {"b200-ib", "all_gather", 2, 8, 16 * gib, 308.2, "Vultr, two HGX B200"},
      {"h100-ib", "all_reduce", 4, 8, 16 * gib, 365.8, "NVIDIA nccl-tests issue 309"},
      {"p6-b200-efa", "all_reduce", 4, 8, 16 * gib, 381.8, "stas00 ML engineering, four p6-b200"},
      {"gb200-nvl72", "alltoall", 48, 4, 8 * gib, 62.5, "OCI quick start, three racks"},
  };
  const auto items = load_collective_profiles(shipped());
  for (const Published& p : published) {
    const auto item = std::find_if(items.begin(), items.end(), [&](const auto& i) { return i.name == p.profile; });
    ASSERT_NE(item, items.end()) << p.profile;
    CollectiveRow row = row_of("", "", p.nodes, p.per_node);
    row.collective = p.collective;
    const Collective collective = *parse_collective_name(p.collective);
    const auto time =
        network::collective_time(collective, p.bytes * byte, group_of_row(row, item->machine), item->profile);
    const double factor = network::bus_factor(collective, p.nodes * p.per_node);
    const Seconds measured = factor * p.bytes / (p.busbw * 1e9) * second;
    EXPECT_GT(measured, time.low) << p.source;
    EXPECT_LT(measured, time.high) << p.source;
  }
}

}  // namespace
}  // namespace fmplan::io
