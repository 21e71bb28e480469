#include "core/catalog/reported_machines.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity.h"
#include "core/catalog/catalog.h"
#include "tests/catalog/catalog_folder.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace reported_machines_test {

using testing::SizeIs;

TEST(ShippedReportedMachines, NameInstancesThatAreThere) {
  const Catalog catalog({source_dir() + "/catalogs"});
  for (const ReportedMachine& machine : reported_machines(catalog)) {
    if (!machine.instance.empty()) {
      EXPECT_TRUE(catalog.has("instances", machine.instance)) << machine.name;
    }
    EXPECT_EQ(machine.name, catalog_slug(machine.name));
    EXPECT_TRUE(machine.is_gpu() || machine.is_system() || machine.aliases.empty()) << machine.name;
  }
}

// Measured rows of any accelerator of the catalogue can be held against the model.
TEST(ShippedReportedMachines, AreThereForEveryAccelerator) {
  const Catalog catalog({source_dir() + "/catalogs"});
  std::set<std::string> reported;
  for (const ReportedMachine& machine : reported_machines(catalog)) {
    if (!machine.accelerator.empty())
      reported.insert(machine.accelerator);
    else if (!machine.instance.empty())
      reported.insert(catalog.instance(machine.instance).accelerator.name);
  }
  EXPECT_THAT(catalog.names("accelerators"),
              testing::Each(testing::Truly([&](const std::string& name) { return reported.contains(name); })));
}

TEST(ReportedMachines, AreTheOverlaysToo) {
  const CatalogFolder folder;
  folder.write("reported/rtx-4090.json", R"({"name": "rtx-4090", "instance": "g6e.48xlarge", "memory": "24 GB",
    "aliases": ["geforce-4090"], "parts": 2, "link": "100 Gbit/s", "link_source": "our switches",
    "provenance": {"source": "own", "date": "2026-01-01", "confirmed": true}})");
  const Documents documents({folder.root()});
  const std::vector<ReportedMachine> machines = reported_machines(documents);
  ASSERT_THAT(machines, SizeIs(1));
  ReportedMachine expected;
  expected.name = "rtx-4090";
  expected.instance = "g6e.48xlarge";
  expected.aliases = {"geforce-4090"};
  expected.memory = 24 * gigabyte;
  expected.link = 100 * gigabit_per_second;
  expected.link_source = "our switches";
  expected.parts = 2;
  EXPECT_EQ(machines[0], expected);
}

TEST(ReadReportedMachine, ReadsProductsAsTheyStandInTexts) {
  Issues issues;
  const ReportedMachine machine = read_reported_machine(
      nlohmann::json::parse(R"({"name": "x", "instance": "dgx-h100", "systems": ["ND-H100_v5", "X Pod"]})"), "",
      issues);
  EXPECT_THAT(issues, SizeIs(0));
  EXPECT_THAT(machine.systems, testing::ElementsAre("nd h100 v5", "x pod"));
  EXPECT_FALSE(machine.is_gpu());
  EXPECT_FALSE(machine.is_system());
}

TEST(ReadReportedMachine, RefusesWhatStandsForNothing) {
  for (const char* item :
       {R"({"name": "x"})", R"({"name": "x", "instance": 3})", R"({"name": "x", "link": "100 Gbit/s"})",
        R"({"name": "x", "instance": "dgx-h100", "parts": 0})",
        R"({"name": "x", "instance": "dgx-h100", "memory": 80})", R"({"name": "x", "instance": "dgx-h100", "gpus": 8})",
        R"({"name": "x", "link": "100 Gbit/s", "link_source": "own", "systems": ["x pod"]})"}) {
    Issues issues;
    read_reported_machine(nlohmann::json::parse(item), "", issues);
    EXPECT_THAT(issues, SizeIs(1)) << item;
  }
}

}  // namespace reported_machines_test
}  // namespace fmplan::catalog
