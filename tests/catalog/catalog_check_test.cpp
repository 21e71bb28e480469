#include "core/catalog/catalog_check.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog_path.h"
#include "tests/catalog/catalog_folder.h"

namespace fmplan::catalog {
namespace catalog_check_test {

TEST(CheckCatalog, FindsNothingWrongWithTheShippedItems) {
  const Catalog catalog = Catalog::shipped();
  const CatalogCheck result = check_catalog(catalog, shipped_catalog_dir());
  for (const Issue& issue : result.issues) ADD_FAILURE() << issue.where << ": " << issue.message;
  int num_items = 0;
  for (const CatalogKind& kind : catalog_kinds()) num_items += static_cast<int>(catalog.names(kind.folder).size());
  EXPECT_EQ(result.num_items, num_items);
  EXPECT_GE(catalog.names("instances").size(), 39u);
  EXPECT_GE(catalog.names("networks").size(), 29u);
}

CatalogCheck check(const CatalogFolder& folder) {
  return check_catalog(Catalog({shipped_catalog_dir(), folder.root()}), folder.root());
}

constexpr const char* kProvenance = R"("provenance": {"source": "test", "date": "2025-01-01", "confirmed": true})";

std::string envelope(const char* kind, const char* name) {
  return fmt::format(R"("version": 1, "kind": "{}", "name": "{}", "title": "For a test", {})", kind, name, kProvenance);
}

/// `good` with one piece of its text replaced.
std::string changed(std::string good, const std::string& piece, const std::string& by) {
  const std::size_t at = good.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return good.replace(at, piece.size(), by);
}

const std::string kAccelerator = "{" + envelope("accelerator", "item") + R"(,
  "vendor": "Test", "peak": {"bf16": "1000 TFLOP/s", "fp8": "2000 TFLOP/s"}, "memory": "80 GB", "memory_bandwidth": "3 TB/s",
  "scale_up": {"link": "nvlink-4", "unidirectional": "450 GB/s", "bidirectional": "900 GB/s"}, "power": "700 W",
  "gemm": {"bf16": {"compute_efficiency": 0.8, "memory_efficiency": 0.8, "launch": "4 us"}},
  "attention": {"peak_rate": "700 TFLOP/s", "half_length": 850}})";
const std::string kInstance = "{" + envelope("instance", "item") + R"(,
  "provider": "Test", "accelerator": "h100-sxm5-80gb", "accelerators_per_node": 8, "accelerator_memory_total": "640 GB",
  "scale_up": {"network": "nvlink-4"}, "scale_out": {"network": "efa-v2", "nics": 32, "nic_rate": "100 Gbit/s"},
  "local_nvme": {"drives": 8, "drive_size": "3.8 TB"}, "node_power": "10 kW"})";
const std::string kNetwork = "{" + envelope("network", "item") + R"(,
  "role": "scale_out", "nic_rate": "400 Gbit/s", "efficiency": 0.9, "latency": "5 us",
  "measured": [{"collective": "all_reduce", "nodes": 2, "bus_bandwidth": "300 GB/s", "source": "test", "date": "2025-01-01"}]})";
const std::string kStorage = "{" + envelope("storage", "item") + R"(, "write_per_tebibyte": "1000 MB/s",
  "prices": [{"region": "us-east-1", "valid_from": "2025-01-01", "price": "0.6 $/GB-month", "confirmed": true, "source": "test"}]})";
const std::string kPrices = "{" + envelope("price_list", "item") + R"(, "instance": "p5.48xlarge", "points": [
  {"region": "us-east-1", "kind": "on_demand", "valid_from": "2025-01-01", "last_seen": "2025-06-01", "price": "98.32 $/h", "confirmed": true, "source": "test"},
  {"region": "us-east-1", "kind": "on_demand", "valid_from": "2025-06-23", "price": null, "confirmed": true, "source": "test"}]})";
const std::string kFailures = "{" + envelope("failure_preset", "item") + R"(,
  "accelerators": 16384, "accelerators_per_node": 8, "events": 419, "node_days": 110592, "per_1000_node_days": 3.7887})";
const std::string kGrid = "{" + envelope("grid", "item") + R"(, "intensity": "0.37 kg/kWh"})";
const std::string kPower = "{" + envelope("power", "item") + R"(, "pue": 1.2})";

TEST(CheckCatalog, AcceptsTheGoodItemsThatTheBrokenOnesAreMadeFrom) {
  const CatalogFolder folder;
  folder.write("accelerators/item.json", kAccelerator);
  folder.write("instances/item.json", kInstance);
  folder.write("networks/item.json", kNetwork);
  folder.write("storage/item.json", kStorage);
  folder.write("prices/item.json", kPrices);
  folder.write("failures/item.json", kFailures);
  folder.write("grid/item.json", kGrid);
  folder.write("power/item.json", kPower);
  const CatalogCheck result = check(folder);
  EXPECT_EQ(result.num_items, 8);
  for (const Issue& issue : result.issues) ADD_FAILURE() << issue.where << ": " << issue.message;
}

struct BrokenItem {
  const char* folder;
  const std::string& good;
  const char* piece;
  const char* by;
  const char* where;    ///< below "<folder>/item.json"
  const char* message;  ///< part of it
};

TEST(CheckCatalog, SaysWhatIsWrongAndWhere) {
  const BrokenItem cases[] = {
      // Every kind: who, whence, and strict JSON.
      {"grid", kGrid, "\"version\": 1", "\"version\": 2", "#/version", "2 is not 1"},
      {"grid", kGrid, "\"kind\": \"grid\"", "\"kind\": \"girds\"", "#/kind", "\"girds\" is not \"grid\""},
      {"grid", kGrid, "\"name\": \"item\"", "\"name\": \"other\"", "#/name", "is not the file's name, \"item\""},
      {"grid", kGrid, "\"title\": \"For a test\"", "\"title\": \"\"", "#/title", "is missing"},
      {"grid", kGrid, "\"provenance\"", "\"provenence\"", "#/provenance", "is missing; write {\"source\""},
      {"grid", kGrid, "\"confirmed\": true", "\"confirm\": true", "#/provenance/confirmed", "is missing"},
      {"grid", kGrid, "\"confirmed\": true", "\"confirmed\": \"yes\"", "#/provenance/confirmed",
       "neither true nor false"},
      {"grid", kGrid, "\"source\": \"test\", ", "", "#/provenance/source", "is missing"},
      {"grid", kGrid, "2025-01-01", "2025-02-30", "#/provenance/date", "is not a day"},
      {"grid", kGrid, "2025-01-01", "1925-01-01", "#/provenance/date", "before 2010"},
      {"grid", kGrid, "\"confirmed\": true",
       "\"confirmed\": true, \"fields\": {\"/pue\": {\"source\": \"x\", \"date\": \"2025-01-01\", \"confirmed\": "
       "true}}",
       "#/provenance/fields/~1pue", "points at no value"},
      {"grid", kGrid, "\"intensity\"", "\"notes\": \"one\", \"intensity\"", "#/notes", "is not a list of texts"},
      {"accelerators", kAccelerator, "\"vendor\"", "\"aliases\": \"one\", \"vendor\"", "#/aliases",
       "is not a list of texts"},
      {"accelerators", kAccelerator, "\"vendor\"", "\"aliases\": [\"H800\"], \"vendor\"", "#/aliases",
       "\"H800\" means h800-sxm5-80gb already"},
      {"accelerators", kAccelerator, "\"vendor\"", "\"aliases\": [\"GB200\"], \"vendor\"", "#/aliases",
       "\"GB200\" means gb200 already"},
      {"grid", kGrid, "\"intensity\"", "\"title\": \"again\", \"intensity\"", "", "stands twice"},
      {"grid", kGrid, "kg/kWh\"}", "kg/kWh\"", "", "not valid JSON"},
      // Accelerators.
      {"accelerators", kAccelerator, "\"memory\": \"80 GB\"", "\"memory\": 80", "#/memory",
       "80 has no unit; write for instance \"80 GB\""},
      {"accelerators", kAccelerator, "\"80 GB\"", "\"80 MB\"", "#/memory", "0.08 GB is not plausible"},
      {"accelerators", kAccelerator, "\"memory_bandwidth\"", "\"memory_bandwith\"", "#/memory_bandwith",
       "did you mean \"memory_bandwidth\""},
      {"accelerators", kAccelerator, "\"bf16\": \"1000", "\"bf17\": \"1000", "#/peak/bf17", "did you mean \"bf16\""},
      {"accelerators", kAccelerator, "2000 TFLOP/s", "500 TFLOP/s", "#/peak/fp8", "below the bf16 peak"},
      {"accelerators", kAccelerator, "900 GB/s", "450 GB/s", "#/scale_up/bidirectional", "is not twice"},
      {"accelerators", kAccelerator, "nvlink-4", "nvlink-44", "#/scale_up/link", "did you mean \"nvlink-4\""},
      {"accelerators", kAccelerator, "0.8", "1.8", "#/gemm/bf16/compute_efficiency",
       "1.8 is not a number from 0.001 to 1"},
      {"accelerators", kAccelerator, "\"gemm\": {\"bf16\"", "\"gemm\": {\"fp4\"", "#/gemm/fp4", "has no peak"},
      {"accelerators", kAccelerator, "\"attention\"", "\"attentions\"", "#/attention", "is missing"},
      // Instances.
      {"instances", kInstance, "h100-sxm5-80gb", "h100-smx5-80gb", "#/accelerator", "did you mean \"h100-sxm5-80gb\""},
      {"instances", kInstance, "efa-v2", "efa-2", "#/scale_out/network", "did you mean \"efa-v2\""},
      {"instances", kInstance, "\"accelerators_per_node\": 8", "\"accelerators_per_node\": 8.5",
       "#/accelerators_per_node", "8.5 is not a whole number"},
      {"instances", kInstance, "640 GB", "80 GB", "#/accelerator_memory_total", "is not 8 × 80.0 GB = 640 GB"},
      {"instances", kInstance, "\"nics\": 32, ", "", "#/scale_out/nics", "or \"total\" of the node"},
      {"instances", kInstance, "100 Gbit/s", "100 Mbit/s", "#/scale_out/nic_rate",
       "is not a number with one of the units"},
      {"instances", kInstance, "\"network\": \"nvlink-4\"", "\"network\": \"nvlink-6\"", "#/scale_up/efficiency",
       "nvlink-6 has none"},
      {"instances", kInstance, "10 kW", "-10 kW", "#/node_power", "is not positive"},
      {"instances", kInstance, "\"node_power\"", "\"host_link\": \"pcie-55\", \"node_power\"", "#/host_link",
       "did you mean \"pcie-5\""},
      {"instances", kInstance, "\"node_power\"", "\"host_link\": \"efa-v2\", \"node_power\"", "#/host_link",
       "efa-v2 has no bandwidth; name a link to the host, for instance \"pcie-5\""},
      {"instances", kInstance, "\"node_power\"", "\"host_link\": \"nvlink-6\", \"node_power\"", "#/host_link",
       "nvlink-6 has no efficiency"},
      {"instances", kInstance, "\"node_power\"", "\"host_link\": 5, \"node_power\"", "#/host_link", "5 is not a text"},
      {"instances", kInstance, "\"node_power\"", "\"host_memory\": 2048, \"node_power\"", "#/host_memory",
       "2048 has no unit"},
      // Networks.
      {"networks", kNetwork, "\"scale_out\"", "\"scaleout\"", "#/role", "did you mean \"scale_out\""},
      {"networks", kNetwork, "5 us", "5 s", "#/latency", "is not plausible"},
      {"networks", kNetwork, "all_reduce", "allreduce", "#/measured/0/collective", "did you mean \"all_reduce\""},
      // Storage.
      {"storage", kStorage, "\"write_per_tebibyte\"", "\"read_per_tebibyte\"", "#/write_bandwidth", "is missing"},
      {"storage", kStorage, "0.6 $/GB-month", "600 $/GB-month", "#/prices/0/price", "is not plausible"},
      {"storage", kStorage, "0.6 $/GB-month", "0.6 $", "#/prices/0/price", "write for instance"},
      // Prices.
      {"prices", kPrices, "98.32 $/h", "0 $/h", "#/points/0/price", "is not positive"},
      {"prices", kPrices, "98.32 $/h", "983200 $/h", "#/points/0/price", "is not plausible"},
      {"prices", kPrices, "\"price\": null, ", "", "#/points/1/price", "is missing"},
      {"prices", kPrices, "2025-06-23", "2025-01-01", "#/points/1", "region, kind and day of /points/0"},
      {"prices", kPrices, "\"points\"", "\"accelerators\": 4, \"points\"", "#/accelerators",
       "4 are paid for, and the catalogue's p5.48xlarge has 8"},
      {"prices", kPrices, "2025-06-01", "2024-06-01", "#/points/0/last_seen", "is before valid_from"},
      {"prices", kPrices, "on_demand", "ondemand", "#/points/0/kind", "did you mean \"on_demand\""},
      {"prices", kPrices, "\"instance\": \"p5.48xlarge\"", "\"instance\": \"p5.48xl\"", "#/instance",
       "did you mean \"p5.48xlarge\""},
      // Failures, grid, power.
      {"failures", kFailures, "3.7887", "4.2", "#/per_1000_node_days", "is not 1000 × events / node_days = 3.7887"},
      {"failures", kFailures, "\"events\": 419", "\"event\": 419", "#/events", "is missing"},
      {"grid", kGrid, "0.37 kg/kWh", "0.37", "#/intensity", "write for instance \"0.37 kg/kWh\""},
      {"grid", kGrid, "0.37 kg/kWh", "370 kg/kWh", "#/intensity", "370 is not plausible"},
      {"grid", kGrid, "\"intensity\": \"0.37 kg/kWh\"", "\"uses\": \"swedn\"", "#/uses", "did you mean \"sweden\""},
      {"power", kPower, "1.2", "0.8", "#/pue", "0.8 is not a number from 1 to 3"},
      {"power", kPower, "\"pue\"", "\"provider\": \"AWSS\", \"pue\"", "#/provider", "did you mean \"AWS\""},
      {"power", kPower, "\"pue\"", "\"region\": \"eastus\", \"pue\"", "#/region", "stands without \"provider\""},
  };
  const CatalogFolder folder;
  for (const BrokenItem& broken : cases) {
    SCOPED_TRACE(fmt::format("{}: {} -> {}", broken.folder, broken.piece, broken.by));
    folder.clear();
    folder.write(fmt::format("{}/item.json", broken.folder), changed(broken.good, broken.piece, broken.by));
    const CatalogCheck result = check(folder);
    const std::string where = fmt::format("{}/item.json{}", broken.folder, broken.where);
    EXPECT_THAT(result.issues,
                testing::Contains(testing::AllOf(testing::Field(&Issue::where, where),
                                                 testing::Field(&Issue::message, testing::HasSubstr(broken.message)))));
  }
}

TEST(CheckCatalog, FindsEveryProblemOfAnItemAtOnce) {
  const CatalogFolder folder;
  std::string text = changed(kAccelerator, "\"80 GB\"", "80");
  text = changed(text, "\"3 TB/s\"", "\"3 GB\"");
  text = changed(text, "\"700 W\"", "\"700 hp\"");
  folder.write("accelerators/item.json", text);
  EXPECT_EQ(check(folder).issues.size(), 3u);
}

TEST(CheckCatalog, NamesFoldersAndFilesThatAreNone) {
  const CatalogFolder folder;
  folder.write("instance/item.json", kInstance);
  folder.write("instances/item.jsn", kInstance);
  const CatalogCheck result = check(folder);
  ASSERT_EQ(result.issues.size(), 2u);
  EXPECT_THAT(result.issues[0].message, testing::HasSubstr("did you mean \"instances\""));
  EXPECT_THAT(result.issues[1].message, testing::HasSubstr("end in .json"));
}

}  // namespace catalog_check_test
}  // namespace fmplan::catalog
