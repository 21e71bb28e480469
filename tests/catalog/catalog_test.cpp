#include "core/catalog/catalog.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog_path.h"
#include "core/catalog/provenance.h"
#include "tests/catalog/catalog_folder.h"

namespace fmplan::catalog {
namespace catalog_test {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

const Catalog& shipped() {
  static const Catalog kCatalog = Catalog::shipped();
  return kCatalog;
}

Date on(const char* text) { return parse_date(text).value(); }

std::optional<double> dollars_per_hour(const char* instance, const char* region, const char* kind, const char* day) {
  const auto list = shipped().price_list(instance);
  const auto point = list ? price_on(*list, region, kind, on(day)) : std::nullopt;
  return point && point->price ? std::optional(*point->price / dollar_per_hour) : std::nullopt;
}

std::string message_of(const std::function<void()>& lookup) {
  try {
    lookup();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// ---- what the shipped catalogues say -------------------------------------------------------------------------------

// AWS price list dumps, us-east-1: 98.32 $/h until the cut first seen on 2025-06-23, 55.04 from that day on.
TEST(ShippedPrices, P5InVirginiaFellOnTheDayTheCutWasSeen) {
  EXPECT_DOUBLE_EQ(*dollars_per_hour("p5.48xlarge", "us-east-1", "on_demand", "2025-02-25"), 98.32);
  EXPECT_DOUBLE_EQ(*dollars_per_hour("p5.48xlarge", "us-east-1", "on_demand", "2025-06-22"), 98.32);
  EXPECT_DOUBLE_EQ(*dollars_per_hour("p5.48xlarge", "us-east-1", "on_demand", "2025-06-23"), 55.04);
  EXPECT_DOUBLE_EQ(*dollars_per_hour("p5.48xlarge", "us-east-1", "on_demand", "2025-07-01"), 55.04);
}

// The four prices of a public AWS deck of February 2025 (printed with two decimals, 40.96 truncated).
TEST(ShippedPrices, AgreeWithTheDeckOfFebruary2025) {
  EXPECT_NEAR(*dollars_per_hour("p4d.24xlarge", "us-east-1", "on_demand", "2025-02-25"), 32.77, 0.005);
  EXPECT_NEAR(*dollars_per_hour("p4de.24xlarge", "us-east-1", "on_demand", "2025-02-25"), 40.96, 0.01);
  EXPECT_NEAR(*dollars_per_hour("trn1.32xlarge", "us-east-1", "on_demand", "2025-02-25"), 21.50, 0.005);
}

TEST(ShippedPrices, KnowTokyo) {
  EXPECT_DOUBLE_EQ(*dollars_per_hour("p5.48xlarge", "ap-northeast-1", "on_demand", "2026-01-01"), 68.80);
  EXPECT_DOUBLE_EQ(*dollars_per_hour("p4d.24xlarge", "ap-northeast-1", "on_demand", "2026-01-01"), 30.09784);
  EXPECT_DOUBLE_EQ(*dollars_per_hour("p5en.48xlarge", "ap-northeast-1", "on_demand", "2026-03-01"), 79.12);
}

TEST(ShippedPrices, LeaveUnknownWhatIsNotSoldOnDemand) {
  const auto list = shipped().price_list("p5e.48xlarge");
  ASSERT_TRUE(list);
  const auto point = price_on(*list, "us-east-2", "on_demand", on("2026-03-01"));
  ASSERT_TRUE(point) << "listed, without a price";
  EXPECT_EQ(point->price, std::nullopt);
  EXPECT_EQ(dollars_per_hour("u-p6e-gb200x72", "us-east-1-dfw-2a", "capacity_block", "2026-02-01"), std::nullopt);
}

TEST(ShippedPrices, HoldForEveryRegionWhereTheProviderHasOneList) {
  EXPECT_DOUBLE_EQ(*dollars_per_hour("BM.GPU.H100.8", "ap-tokyo-1", "on_demand", "2026-08-01"), 80.0);
}

TEST(ShippedInstances, P5HasFourHundredGigabitsPerGpu) {
  const hardware::Instance p5 = shipped().instance("p5.48xlarge");
  EXPECT_EQ(p5.accelerators_per_node, 8);
  EXPECT_EQ(p5.accelerator.name, "h100-sxm5-80gb");
  EXPECT_DOUBLE_EQ(p5.scale_out->bandwidth / gigabyte_per_second, 50.0);  // 32 × 100 Gbit/s over 8
  EXPECT_DOUBLE_EQ(p5.scale_up->bandwidth / gigabyte_per_second, 450.0);
  EXPECT_NEAR(p5.scale_up->efficiency, 367.0 / 450, 5e-4);  // measured ring all-reduce, three digits kept
  EXPECT_DOUBLE_EQ(*p5.local_nvme / terabyte, 8 * 3.8);
}

// The slot of the accelerator's PCIe generation; two A100 of a p4d behind one switch share it; Grace has a link of its
// own; how many lanes a Trainium 2 has is not known.
TEST(ShippedInstances, KnowTheLinkToTheirHost) {
  const Catalog catalog = Catalog::shipped();
  const hardware::Instance p5 = catalog.instance("p5.48xlarge");
  EXPECT_DOUBLE_EQ(p5.host_link->bandwidth / gigabyte_per_second, 63);
  EXPECT_EQ(p5.host_link->efficiency, 0.879);
  EXPECT_DOUBLE_EQ(*p5.host_memory / gibibyte, 2048);
  EXPECT_DOUBLE_EQ(catalog.instance("p4d.24xlarge").host_link->bandwidth / gigabyte_per_second, 15.5);
  EXPECT_DOUBLE_EQ(catalog.instance("dgx-b300").host_link->bandwidth / gigabyte_per_second, 63);
  EXPECT_FALSE(catalog.instance("dgx-b300").host_memory.has_value());
  const hardware::Instance grace = catalog.instance("u-p6e-gb200x72");
  EXPECT_DOUBLE_EQ(grace.host_link->bandwidth / gigabyte_per_second, 450);
  EXPECT_EQ(grace.host_link->efficiency, 0.798);
  EXPECT_FALSE(catalog.instance("trn2.48xlarge").host_link.has_value());
}

TEST(ShippedInstances, UltraServerIsOneInstanceOfSeventyTwoGpus) {
  const hardware::Instance server = shipped().instance("u-p6e-gb200x72");
  EXPECT_EQ(server.accelerators_per_node, 72);
  EXPECT_EQ(server.scale_up_domain, 72);
  EXPECT_DOUBLE_EQ(server.scale_out->bandwidth / gigabyte_per_second, 50.0);  // 28.8 Tbit/s over 72
  // Four GPUs that share an NVLink domain with 68 others.
  EXPECT_EQ(shipped().instance("p6e-gb200.36xlarge").scale_up_domain, 72);
}

// AWS: a packet's latency on EFA v3 is 35 % below EFA v2's; the fourth generation's collectives are faster than the
// third's.
TEST(ShippedNetworks, EfaGenerationsGetBetter) {
  const Catalog catalog = Catalog::shipped();
  EXPECT_NEAR(load_network(catalog, "efa-v3").latency.value() / load_network(catalog, "efa-v2").latency.value(), 0.65,
              1e-9);
  EXPECT_GT(load_network(catalog, "efa-v4").efficiency.value(), load_network(catalog, "efa-v3").efficiency.value());
  EXPECT_LT(load_network(catalog, "efa-v2").latency.value(), load_network(catalog, "efa-v1").latency.value());
}

TEST(ShippedAccelerators, EveryOneIsReadable) {
  const Catalog catalog = Catalog::shipped();
  const std::vector<std::string> names = catalog.names("accelerators");
  EXPECT_EQ(names.size(), 26u);
  for (const std::string& name : names) EXPECT_FALSE(catalog.accelerator(name).gemm.empty()) << name;
}

// A clock of about 1600 MHz instead of 1830 under load: 865 of 989.4 TFLOP/s.
TEST(ShippedAccelerators, HopperThrottlesAndAmpereDoesNot) {
  EXPECT_NEAR(shipped().accelerator("h800-sxm5-80gb").sustained_clock, 865 / 989.4, 5e-4);
  EXPECT_EQ(shipped().accelerator("a100-sxm4-80gb").sustained_clock, 1);
}

TEST(ShippedAccelerators, SayWhatIsInherited) {
  const nlohmann::json item = shipped().raw("accelerators", "gb300");
  EXPECT_EQ(item["inherits"], "b300-sxm");
  const nlohmann::json kernels = shipped().raw("calibration", "gb300-kernels");
  EXPECT_EQ(kernels["inherits"], "b300-sxm-kernels");
  EXPECT_FALSE(provenance_of(kernels, "/gemm/bf16/compute_efficiency").confirmed);
  EXPECT_TRUE(provenance_of(item, "/memory_bandwidth").confirmed);
}

// 16,384 GPUs in nodes of 8 for 54 days are 110,592 node-days; 419 / 110,592 × 1000 = 3.78870…
TEST(ShippedFailures, LlamaThreeKeepsItsCountAndExposure) {
  const sim::FailurePreset preset = shipped().failure_preset("llama-3-405b");
  EXPECT_EQ(preset.num_events, 419);
  EXPECT_EQ(preset.node_days, 16384 / 8 * 54);
  EXPECT_DOUBLE_EQ(preset.per_1000_node_days, 419 / 110.592);
  EXPECT_EQ(shipped().failure_preset("rsc-1").num_events, std::nullopt);
}

// One GPU a node: a node of eight fails eight times as often.
TEST(ShippedFailures, KeepTheNodesThatTheyWereCountedOn) {
  const sim::FailurePreset titan = shipped().failure_preset("titan-k20x-first-batch");
  EXPECT_EQ(titan.accelerators_per_node, 1);
  EXPECT_NEAR(titan.per_1000_node_days, 6226 / (75746 * 365.25) * 1000, 1e-9);
  EXPECT_NEAR(rate_of_nodes(titan, 8), 8 * 6226 / (75746 * 365.25) * 1000, 1e-9);
  EXPECT_NEAR(titan.num_events.value() / titan.node_days.value() * 1000, titan.per_1000_node_days, 1e-9);
}

TEST(ShippedStorage, PersistentTwoWritesAGigabytePerSecondAndTebibyte) {
  const hardware::Storage storage = shipped().storage("fsx-lustre-persistent-2-1000", 100 * terabyte);
  EXPECT_DOUBLE_EQ(*storage.write_bandwidth_per_tebibyte / gigabyte_per_second, 1.0);
  EXPECT_DOUBLE_EQ(*storage.client_bandwidth / gigabit_per_second, 100.0);
  EXPECT_EQ(storage.capacity, 100 * terabyte);
}

// 0.31 $/h for 1.2 TiB = 1,228.8 GiB, 730 hours a month: 0.1842 $/GiB-month (rounded to four digits in the file).
TEST(ShippedStorage, PriceOfTokyoFollowsFromItsHourlyTable) {
  const auto price = shipped().storage_price("fsx-lustre-persistent-2-125", "ap-northeast-1", on("2025-01-01"));
  ASSERT_TRUE(price);
  EXPECT_NEAR(price->price / (dollar / gibibyte / billing_month), 0.31 * 730 / 1228.8, 5e-5);
  EXPECT_TRUE(price->confirmed);
}

TEST(ShippedStorage, PriceSeenLaterIsBetterThanNone) {
  EXPECT_TRUE(shipped().storage_price("s3-standard", "us-east-1", on("2025-01-01")));
  EXPECT_FALSE(shipped().storage_price("s3-standard", "eu-west-9", on("2025-01-01")));
  EXPECT_FALSE(shipped().storage_price("own-drives", "us-east-1", on("2025-01-01")));
}

// Nothing was seen of us-west-2: us-east-1's, and it says so; GovCloud is no neighbour of anybody.
TEST(ShippedStorage, PriceIsThatOfTheContinentWhereTheRegionHasNone) {
  const StoragePrice* near = shipped().storage_price("fsx-lustre-persistent-2-125", "us-west-2", on("2026-11-01"));
  ASSERT_TRUE(near);
  EXPECT_EQ(near->region, "us-east-1");
  EXPECT_FALSE(shipped().storage_price("fsx-lustre-persistent-2-125", "us-gov-west-1", on("2026-11-01")));
  EXPECT_FALSE(shipped().storage_price("fsx-lustre-persistent-2-125", "eastus", on("2026-11-01")));
  // Of the same continent, and of another provider.
  EXPECT_EQ(shipped().provider_of_region("us-east4"), "GCP");
  EXPECT_FALSE(shipped().storage_price("fsx-lustre-persistent-2-125", "us-east4", on("2026-11-01")));
}

TEST(ShippedPrices, RegionsHaveProviders) {
  EXPECT_EQ(shipped().provider_of_region("us-east-1"), "AWS");
  EXPECT_EQ(shipped().provider_of_region("eastus"), "Azure");
  EXPECT_EQ(shipped().provider_of_region("mars"), std::nullopt);
}

// Likelihood of a Gamma law of shape a and mean m: a count n over E thousand node-days is negative binomial, a rate
// without a count a draw of it.  The item's shape is its maximum, to the two digits that eight clusters support.
TEST(ShippedHazards, RatesDifferBetweenClustersAsThePresetsSay) {
  const std::vector<std::string> clusters = {"b200-504",     "bloom-176b", "ft-hsdp-32k", "ft-hsdp-98k",
                                             "llama-3-405b", "opt-175b",   "rsc-1",       "rsc-2"};
  const auto log_likelihood = [&](double shape, double mean) {
    const double b = shape / mean;
    double sum = 0;
    for (const std::string& name : clusters) {
      const sim::FailurePreset& preset = shipped().failure_preset(name);
      if (preset.num_events && preset.node_days) {
        const double n = *preset.num_events, exposure = *preset.node_days / 1000;
        sum += std::lgamma(shape + n) - std::lgamma(shape) - std::lgamma(n + 1) + shape * std::log(b / (b + exposure)) +
               n * std::log(exposure / (b + exposure));
      } else {
        const double rate = preset.per_1000_node_days;
        sum += shape * std::log(b) - std::lgamma(shape) + (shape - 1) * std::log(rate) - b * rate;
      }
    }
    return sum;
  };
  double best = 0, best_at = -1e9;
  for (int shape = 100; shape <= 800; shape += 2)
    for (int mean = 300; mean <= 900; mean += 5)
      if (const double at = log_likelihood(shape / 100.0, mean / 100.0); at > best_at) {
        best_at = at;
        best = shape / 100.0;
      }
  EXPECT_NEAR(*shipped().rate_shape_between_clusters(), best, 0.05);
  EXPECT_EQ(shipped().failure_preset("rsc-1").between_clusters, shipped().rate_shape_between_clusters());
  EXPECT_FALSE(shipped().failure_preset("llama-3-405b").between_clusters) << "counted";
}

// 8.4 kW of eight H100; four GB300 take 7.5 kW.
TEST(ShippedPower, MachinesAreThoseOfTheirAccelerator) {
  EXPECT_EQ(shipped().machine_power("h100-sxm5-80gb")->node_power, 8.4 * kilowatt);
  EXPECT_EQ(shipped().machine_power("gb300")->accelerators, 4);
  EXPECT_EQ(shipped().machine_power("a100-sxm4-80gb"), nullptr);
}

TEST(ShippedGrid, RegionHasItsOwnFigureOrItsCountrys) {
  const Catalog catalog = Catalog::shipped();
  EXPECT_DOUBLE_EQ(catalog.grid_intensity("us-east-1")->kg_per_kwh, 0.3678);
  EXPECT_TRUE(catalog.grid_intensity("us-east-1")->confirmed);
  EXPECT_EQ(catalog.grid_intensity("us-west-2")->name, "usa");
  EXPECT_DOUBLE_EQ(catalog.grid_intensity("us-west-2")->kg_per_kwh, 0.369473);
  EXPECT_EQ(catalog.grid_intensity("af-south-1"), std::nullopt) << "no figure was seen: unknown, not a world average";
}

// 8,930 t over 30.84M h × 0.7 kW = 0.41366 kg/kWh (five digits in the file).
TEST(ShippedGrid, ModelCardImpliesItsFactor) {
  EXPECT_NEAR(shipped().grid_intensity("llama-3.1-405b-card")->kg_per_kwh, 8930e3 / (30.84e6 * 0.7), 5e-6);
}

TEST(ShippedPower, ProviderIsFoundWhateverItsCase) {
  EXPECT_DOUBLE_EQ(shipped().power_usage("AWS")->pue.value(), 1.15);
  EXPECT_FALSE(shipped().power_usage("AWS")->confirmed);
  EXPECT_EQ(shipped().power_usage("nobody"), nullptr);
}

// Google's machines are of "GCP" and its fleet's item is pue-google; one region has a figure of its own.
TEST(ShippedPower, IsFoundByTheProviderThatItNames) {
  EXPECT_DOUBLE_EQ(shipped().power_usage("GCP")->pue.value(), 1.095);
  EXPECT_DOUBLE_EQ(shipped().power_usage("GCP", "us-central1")->pue.value(), 1.095);
  EXPECT_DOUBLE_EQ(shipped().power_usage("GCP", "asia-east1")->pue.value(), 1.12);
  EXPECT_DOUBLE_EQ(shipped().power_usage("AWS", "asia-east1")->pue.value(), 1.15);
}

TEST(ShippedPower, EveryUsageOfAProviderIsFound) {
  for (const std::string& name : shipped().names("power")) {
    const nlohmann::json item = shipped().raw("power", name);
    if (!item.contains("pue")) continue;
    ASSERT_TRUE(item.contains("provider")) << name << ": null if nobody's who rents out machines";
    if (item["provider"].is_null()) continue;
    const PowerUsage* found =
        shipped().power_usage(item["provider"].get<std::string>(), item.value("region", std::string()));
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->pue.value(), item["pue"].get<double>()) << name;
  }
}

TEST(ShippedCatalog, VersionIsTheDayOfItsNewestFact) {
  const Catalog catalog = Catalog::shipped();
  Date newest;
  for (const CatalogKind& kind : catalog_kinds())
    for (const std::string& name : catalog.names(kind.folder))
      newest = std::max(newest, provenance_of(catalog.raw(kind.folder, name), "").date);
  EXPECT_EQ(catalog.version(), date_text(newest)) << "write the new day into catalogs/VERSION";
}

TEST(ShippedCatalog, IsFoundInTheSourceTreeByAProgramThatWasNotInstalled) {
  EXPECT_TRUE(std::filesystem::exists(shipped_catalog_dir() / "VERSION"));
}

// ---- names ---------------------------------------------------------------------------------------------------------

TEST(CatalogNames, AreFoundAsPeopleTypeThem) {
  const Catalog catalog = Catalog::shipped();
  EXPECT_EQ(catalog.instance("P5.48XLARGE").name, "p5.48xlarge");
  EXPECT_EQ(catalog.instance("Standard_ND96isr_H100_v5").name, "nd96isr-h100-v5");
  EXPECT_EQ(catalog.instance("DGX H100").name, "dgx-h100");
  EXPECT_EQ(catalog.instance("gpu_8x_h100_sxm5").name, "gpu-8x-h100-sxm5");
  EXPECT_EQ(catalog.instance(" p5.48xlarge ").name, "p5.48xlarge");
  EXPECT_EQ(catalog.accelerator("Trillium").name, "tpu-v6e");
  EXPECT_EQ(catalog.accelerator("Ironwood").name, "tpu-v7x");
  EXPECT_EQ(catalog.accelerator("A100 80GB").name, "a100-sxm4-80gb");
}

// As nvidia-smi and rocm-smi write them.  What may be two, or is another card, is not found.
TEST(CatalogNames, OfAcceleratorsAreFoundAsToolsWriteThem) {
  for (const auto& [text, name] :
       {std::pair("NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"), std::pair("A100-SXM4-40GB", "a100-sxm4-40gb"),
        std::pair("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"), std::pair("NVIDIA B200", "b200-sxm"),
        std::pair("AMD Instinct MI300X", "mi300x")})
    EXPECT_EQ(shipped().accelerator(text), shipped().accelerator(name)) << text;
  for (const char* text : {"H100", "A100", "H100 PCIe 80GB", "H100 NVL 94GB", "A100 64GB", "NVIDIA", "80GB"})
    EXPECT_FALSE(shipped().has("accelerators", text)) << text;
}

TEST(CatalogNames, UnknownOnesGetTheNearest) {
  const Catalog catalog = Catalog::shipped();
  EXPECT_THAT(message_of([&] { catalog.instance("p5.48xlrge"); }),
              AllOf(HasSubstr("\"p5.48xlrge\""), HasSubstr("did you mean \"p5.48xlarge\""),
                    HasSubstr("fmplan catalog list instances")));
  EXPECT_THAT(message_of([&] { catalog.names("instanses"); }), HasSubstr("did you mean \"instances\""));
}

// Whoever names an accelerator in a machine's place is told the machines that have it.
TEST(CatalogNames, TellTheMachinesOfAnAccelerator) {
  const auto told = [](const char* name) { return message_of([&] { shipped().raw("instances", name); }); };
  EXPECT_THAT(told("V5p"),
              HasSubstr(R"("V5p" is not in the catalogue; machines with this accelerator: "ct5p-hightpu-4t" ()"));
  EXPECT_THAT(told("h100"), AllOf(HasSubstr("\"dgx-h100\""), HasSubstr("\"p5.48xlarge\""), Not(HasSubstr("p5e"))));
  EXPECT_THAT(told("100"), Not(HasSubstr("machines with"))) << "no accelerator's name has a part that begins so";
  EXPECT_THAT(told("p5.48xlagre"), HasSubstr(R"(did you mean "p5.48xlarge"?)"));
  // H200 is not an H20, which no machine of the catalogue has.
  EXPECT_THAT(told("H20"), AllOf(HasSubstr("no machine of the catalogue has this accelerator"), Not(HasSubstr("p5e"))));
  EXPECT_THAT(told("MI325X"),
              HasSubstr("no machine of the catalogue has this accelerator: describe one as cluster.machine"));
  EXPECT_THAT(told("h800"), HasSubstr("no machine of the catalogue has this accelerator"));
  EXPECT_THAT(told("mi300"), HasSubstr("\"nd96isr-mi300x-v5\""));
  EXPECT_THAT(told("Trillium"), HasSubstr("\"ct6e-standard-4t\""));
  EXPECT_THAT(told("GB200 NVL72"), HasSubstr("\"p6e-gb200.36xlarge\""));
  EXPECT_THAT(told("Standard_ND128isr_GB300_v6"), HasSubstr("machines with this accelerator: \"a4x-maxgpu-4g-metal\""));
}

TEST(CatalogNames, TellWhatHasPricesOnly) {
  for (const char* name : {"coreweave-hgx-h200", "a2-highgpu-8g"})
    EXPECT_THAT(message_of([&] { shipped().raw("instances", name); }), HasSubstr("it has prices only")) << name;
}

TEST(CatalogNames, MeanTheModelThatHasThemForAliases) {
  for (const auto& [name, item] : {std::pair{"DeepSeek-R1", "deepseek-v3"},
                                   {"Meta-Llama-3-8B", "llama-3-8b"},
                                   {"Llama 3.3 70B", "llama-3.1-70b"},
                                   {"gpt-2_medium", "gpt2-medium"}})
    EXPECT_EQ(shipped().raw("models", name).at("name"), item) << name;
}

TEST(CatalogNames, SuggestTheModelOfASisterRelease) {
  const auto told = [](const char* name) { return message_of([&] { shipped().raw("models", name); }); };
  EXPECT_THAT(told("GLM-4.6"), HasSubstr(R"(did you mean "glm-4.5"?)"));
  EXPECT_THAT(told("llama-3.1-404b"), HasSubstr(R"(did you mean "llama-3.1-405b"?)"));
}

TEST(CatalogNames, StayInsideTheirFolder) {
  for (const char* name : {"../accelerators/gb200", "/etc/passwd", "..", ".", "", "a\\b"})
    EXPECT_THAT(message_of([&] { shipped().raw("instances", name); }), HasSubstr("is not in the catalogue")) << name;
}

// ---- overlays ------------------------------------------------------------------------------------------------------

constexpr const char* kOwnPrices = R"({"name": "p5.48xlarge", "points": [
  {"region": "us-east-1", "kind": "on_demand", "valid_from": "2025-01-01", "price": "40 $/h", "confirmed": true, "source": "contract"}]})";

TEST(CatalogOverlay, ReplacesAnItemWholeAndLeavesTheOthers) {
  const CatalogFolder folder;
  folder.write("prices/P5.48xlarge.json", kOwnPrices);
  const Catalog catalog = Catalog::shipped(folder.root().string());
  const auto list = catalog.price_list("p5.48xlarge");
  ASSERT_EQ(list->points.size(), 1u);
  EXPECT_DOUBLE_EQ(*list->points[0].price / dollar_per_hour, 40.0);
  EXPECT_GT(catalog.price_list("p4d.24xlarge")->points.size(), 2u);
}

// The order of two prices of one day must not decide what a run costs, nor a price of another machine be taken.
TEST(CatalogOverlay, RefusesPricesOfWhichOneMustBeWrong) {
  const CatalogFolder folder;
  const std::string point =
      R"({"region": "us-east-1", "kind": "on_demand", "valid_from": "2025-01-01", "price": "41 $/h", "confirmed": true, "source": "bill"})";
  std::string twice = kOwnPrices;
  twice.insert(twice.find("{\"region\""), point + ",\n");
  folder.write("prices/p5.48xlarge.json", twice);
  EXPECT_THAT(message_of([&] { Catalog::shipped(folder.root().string()).price_list("p5.48xlarge"); }),
              HasSubstr("has the region, kind and day of /points/0: one price a day"));
  std::string other = kOwnPrices;
  other.insert(other.find("\"points\""), "\"accelerators\": 4, ");
  folder.write("prices/p5.48xlarge.json", other);
  EXPECT_THAT(message_of([&] { Catalog::shipped(folder.root().string()).price_list("p5.48xlarge"); }),
              HasSubstr("4 are paid for, and the catalogue's p5.48xlarge has 8"));
}

TEST(CatalogOverlay, IsNotPassedByForALetter) {
  const CatalogFolder folder;
  folder.write("notes/p5.48xlarge.json", kOwnPrices);
  EXPECT_NO_THROW(Catalog::shipped(folder.root().string())) << "what is like no kind is somebody's own";
  folder.write("pricez/p5.48xlarge.json", kOwnPrices);
  try {
    Catalog::shipped(folder.root().string());
    ADD_FAILURE() << "read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.issues().front().message, testing::HasSubstr("did you mean \"prices\"?"));
  }
}

TEST(CatalogOverlay, ShowsInTheVersionByItsContent) {
  const CatalogFolder folder;
  folder.write("prices/p5.48xlarge.json", kOwnPrices);
  const std::string first = Catalog::shipped(folder.root().string()).version();
  EXPECT_THAT(first, testing::StartsWith(Catalog::shipped().version() + "+overlay."));
  EXPECT_EQ(Catalog::shipped(folder.root().string()).version(), first);
  folder.write("prices/p5.48xlarge.json", std::string(kOwnPrices) + "\n");
  EXPECT_NE(Catalog::shipped(folder.root().string()).version(), first);
}

TEST(CatalogOverlay, MayNameShippedItems) {
  const CatalogFolder folder;
  folder.write("instances/box.json", R"({"name": "box", "accelerator": "h100-sxm5-80gb", "accelerators_per_node": 4,
    "scale_up": {"network": "nvlink-4"}, "scale_out": {"network": "infiniband-ndr", "nics": 1, "nic_rate": "400 Gbit/s", "efficiency": 0.5}})");
  const hardware::Instance box = Catalog::shipped(folder.root().string()).instance("box");
  EXPECT_DOUBLE_EQ(box.scale_out->bandwidth / gigabyte_per_second, 12.5);  // 50 GB/s over four
  EXPECT_EQ(box.scale_out->efficiency, 0.5);
  EXPECT_DOUBLE_EQ(box.scale_out->latency / microsecond, 5.0);  // the network's
  EXPECT_THAT(Catalog::shipped(folder.root().string()).names("instances"), Contains("box"));
}

TEST(CatalogOverlay, ThatIsNoFolderIsRefused) {
  EXPECT_THAT(message_of([] { Catalog::shipped("/no/such/folder"); }), HasSubstr("is not a folder"));
}

TEST(CatalogOverlay, BrokenItemIsReportedOnlyWhenAskedFor) {
  const CatalogFolder folder;
  folder.write("instances/broken.json", "{");
  const Catalog catalog = Catalog::shipped(folder.root().string());
  EXPECT_EQ(catalog.instance("p5.48xlarge").name, "p5.48xlarge");
  EXPECT_THAT(message_of([&] { catalog.instance("broken"); }), HasSubstr("not valid JSON"));
  folder.write("instances/a_list.json", "[]");
  EXPECT_THAT(message_of([&] { Catalog::shipped(folder.root().string()).raw("instances", "a_list"); }),
              HasSubstr("a_list.json: a list is not an object"));
}

// ---- provenance ----------------------------------------------------------------------------------------------------

TEST(ProvenanceOf, IsTheNearestAroundTheValue) {
  const auto item =
      nlohmann::json::parse(R"({"a": {"b": 1, "c": 2}, "provenance": {"source": "paper", "date": "2025-01-01",
    "confirmed": true, "fields": {"/a": {"source": "guess", "date": "2025-01-02", "confirmed": false},
    "/a/c": {"source": "page", "date": "2025-01-03", "confirmed": true}}}})");
  EXPECT_EQ(provenance_of(item, "/a/b").source, "guess");
  EXPECT_EQ(provenance_of(item, "/a/c").source, "page");
  EXPECT_EQ(provenance_of(item, "/x").source, "paper");
  EXPECT_EQ(unconfirmed_fields(item), std::vector<std::string>{"/a"});
}

TEST(ProvenanceOf, IsUnconfirmedWhereNothingIsSaid) {
  EXPECT_FALSE(provenance_of(nlohmann::json::object(), "/a").confirmed);
  EXPECT_EQ(unconfirmed_fields(nlohmann::json::object()), std::vector<std::string>{""});
}

}  // namespace catalog_test
}  // namespace fmplan::catalog
