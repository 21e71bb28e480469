#include "core/catalog/collective_profile.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/network/nccl_model.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "tests/catalog/catalog_folder.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace collective_profile_test {

using network::Coefficient;
using network::Collective;
using nlohmann::json;
using testing::HasSubstr;

Catalog shipped() { return Catalog({source_dir() + "/catalogs"}); }

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
  // Where its programs are told to do without.
  network["in_switch_reduction"] = false;
  folder.write("calibration/x.json", network.dump());
  EXPECT_FALSE(load_collective_profile(Catalog({folder.root()}), "x").profile.in_switch_reduction);
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

TEST(FittedProfile, WrittenAndReadAgainIsTheSame) {
  calibration::CollectiveFit fit;
  fit.profile = network::uncalibrated_profile("x", true);
  fit.profile[Coefficient::kLaunch] = 7.25e-6;
  fit.profile[Coefficient::kRingEfficiency] = 0.8125;
  fit.profile.small_factors = {0.8, 1.5};
  fit.profile.large_factors = {0.9, 1.2};
  fit.num_points = 1;
  fit.coefficients = {{Coefficient::kLaunch, 7.25e-6, 0.02, true}};
  const FittedRow row{.source_id = "somebody", .source_ref = "", .fingerprint = "0123abcd"};
  json document = minimal();
  document["provenance"] = {{"source", "s"}, {"date", "2026-01-01"}, {"confirmed", true}};
  const json written = text::parsed(fitted_profile_json(text::json_of(document), fit, {row}));
  Issues issues;
  const CollectiveProfileItem item = read_collective_profile(written, "#", issues);
  for (const Issue& issue : issues) ADD_FAILURE() << issue.where << ": " << issue.message;
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kLaunch], 7.25e-6);
  EXPECT_DOUBLE_EQ(item.profile[Coefficient::kRingEfficiency], 0.8125);
  EXPECT_EQ(item.profile.small_factors, fit.profile.small_factors);
  EXPECT_EQ(item.fingerprints, std::vector{row.fingerprint});
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

TEST(CollectivesOf, AreTheFirstItemsThatListTheInstance) {
  const Catalog catalog = shipped();
  const auto items = load_collective_profiles(catalog);
  int num_listed = 0;
  for (const std::string& instance : catalog.names("instances")) {
    const auto first = std::ranges::find_if(items, [&](const auto& item) { return lists_instance(item, instance); });
    const CollectiveProfileItem* found = catalog.collectives_of(instance);
    ASSERT_EQ(found != nullptr, first != items.end()) << instance;
    if (!found) continue;
    EXPECT_EQ(*found, *first) << instance;
    ++num_listed;
  }
  EXPECT_GE(num_listed, 20);
  EXPECT_EQ(catalog.collectives_of(""), nullptr);
}

// A user's item speaks for the machine before the shipped one does; one of another kind that happens to have such a
// list does not.
TEST(CollectivesOf, AreTheOverlaysBeforeTheShipped) {
  const CatalogFolder folder;
  nlohmann::json own = shipped().raw("calibration", "p5-efa");
  own["name"] = "zz";
  folder.write("calibration/zz.json", own.dump());
  folder.write("calibration/aa.json", R"({"of": "weather", "instances": ["p5.48xlarge"]})");
  const Catalog catalog({source_dir() + "/catalogs", folder.root()});
  EXPECT_EQ(catalog.collectives_of("P5.48xlarge")->name, "zz");
}

}  // namespace collective_profile_test
}  // namespace fmplan::catalog
