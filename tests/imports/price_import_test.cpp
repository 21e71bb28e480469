#include "core/imports/price_import.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/catalog/catalog_check.h"
#include "core/catalog/record_items.h"
#include "core/imports/price_import_document.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::imports {
namespace price_import_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::filesystem::path kRoot = source_dir();
const std::string kHeader =
    "InstanceType,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n";

const catalog::Catalog& items() {
  static const catalog::Catalog kItems({kRoot / "catalogs"});
  return kItems;
}

PriceImportTerms terms(const std::string& on = "2026-03-01") {
  return {.file = "vms.csv", .source = "a test", .on = *parse_date(on)};
}

PriceImport imported(const std::string& csv, const PriceImportTerms& asked = terms()) {
  return import_prices(evidence::read_skypilot_rows(csv, "vms.csv"), asked, items());
}

std::string complaint(const auto& make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The list of a machine as the program reads it.
hardware::PriceList list_of(const PriceImport& import, const std::string& machine) {
  for (const text::Json& list : import.lists) {
    if (list.at("name").as_text() != machine) continue;
    Issues issues;
    auto read = catalog::read_price_list(text::parsed(list), "", items(), issues);
    EXPECT_THAT(issues, IsEmpty());
    return read;
  }
  ADD_FAILURE() << "no list of " << machine;
  return {};
}

/// Dollars an hour; 0: unknown.
double price_in(const hardware::PriceList& list, const std::string& region, const std::string& kind,
                const std::string& on) {
  const auto point = price_on(list, region, kind, *parse_date(on));
  return point && point->price ? *point->price / dollar_per_hour : 0;
}

// Four rows of skypilot-org/skypilot-catalog catalogs/v8/aws/vms.csv @00148f2a (Apache-2.0): a machine without
// accelerators, and p5 in three regions, one without a spot price.
TEST(PriceImport, TakesSkypilotsOwnRows) {
  const std::string file = (kRoot / "tests/data/skypilot/aws_vms_v8_head.csv").string();
  const PriceImport import = imported(text::read_text_file(file));
  EXPECT_EQ(import.num_rows, 4);
  EXPECT_THAT(import.refused, IsEmpty());
  EXPECT_THAT(import.unknown, ElementsAre(UnknownMachine{.instance = "a1.2xlarge", .accelerator = "", .rows = 1}));
  std::vector<std::string> prices;
  for (const ImportedPrice& price : import.prices)
    prices.push_back(fmt::format("{} {} {}", price.kind, price.region, price.dollars_per_hour));
  EXPECT_THAT(prices,
              ElementsAre("on_demand ap-northeast-1 68.8", "on_demand ap-northeast-2 75.9552",
                          "on_demand us-east-1 55.04", "spot_max ap-northeast-1 68.8", "spot_max us-east-1 10.2397",
                          "spot_min ap-northeast-1 68.8", "spot_min us-east-1 10.2397"));
  // Tokyo's spot price is the one on demand.
  EXPECT_THAT(import.prices[3].note, HasSubstr("no spare capacity"));
  EXPECT_EQ(import.prices[2].before, 55.04);
  EXPECT_EQ(import.prices[1].before, std::nullopt);
}

// What an overlay replaces it replaces whole: capacity blocks and earlier prices have to be in it too.
TEST(PriceImport, KeepsWhatTheCatalogueHeld) {
  const hardware::PriceList before = *items().price_list("p5.48xlarge");
  const hardware::PriceList after =
      list_of(imported(kHeader + "p5.48xlarge,H100,8,,60,,us-east-1,use1-az1\n"), "p5.48xlarge");
  ASSERT_EQ(after.points.size(), before.points.size() + 1);
  for (std::size_t i = 0; i < before.points.size(); ++i) EXPECT_EQ(after.points[i], before.points[i]);
  EXPECT_EQ(price_in(after, "us-east-1", "on_demand", "2026-02-28"), 55.04);
  EXPECT_EQ(price_in(after, "us-east-1", "on_demand", "2026-03-01"), 60);
  EXPECT_EQ(after.points.back().source, "a test");
  EXPECT_EQ(after.points.back().last_seen, parse_date("2026-03-01"));
  EXPECT_TRUE(after.points.back().confirmed);
}

TEST(PriceImport, ReplacesAPriceOfTheSameDayAndTellsOfLaterOnes) {
  const std::string csv = kHeader + "p5.48xlarge,H100,8,,50,,us-east-1,use1-az1\n";
  const PriceImport same = imported(csv, terms("2025-06-23"));
  EXPECT_EQ(list_of(same, "p5.48xlarge").points.size(), items().price_list("p5.48xlarge")->points.size());
  EXPECT_EQ(price_in(list_of(same, "p5.48xlarge"), "us-east-1", "on_demand", "2025-06-23"), 50);
  EXPECT_THAT(same.notes, Contains(HasSubstr("replaces the catalogue's price of that day")));
  EXPECT_THAT(imported(csv, terms("2024-06-23")).notes, Contains(HasSubstr("holds until 2025-06-23")));
}

TEST(PriceImport, CollapsesZones) {
  const PriceImport import = imported(kHeader +
                                      "p5.48xlarge,H100,8,,60,12,us-east-1,use1-az1\n"
                                      "p5.48xlarge,H100,8,,60,9.5,us-east-1,use1-az2\n"
                                      "p5.48xlarge,H100,8,,60,,us-east-1,use1-az3\n"
                                      "p5.48xlarge,H100,8,,61,,us-west-2,usw2-az1\n"
                                      "p5.48xlarge,H100,8,,64.5,,us-west-2,usw2-lax1-az1\n");
  const hardware::PriceList list = list_of(import, "p5.48xlarge");
  EXPECT_EQ(price_in(list, "us-east-1", "on_demand", "2026-03-01"), 60);
  EXPECT_EQ(price_in(list, "us-east-1", "spot_min", "2026-03-01"), 9.5);
  EXPECT_EQ(price_in(list, "us-east-1", "spot_max", "2026-03-01"), 12);
  EXPECT_EQ(price_in(list, "us-west-2", "on_demand", "2026-03-01"), 64.5);
  ASSERT_THAT(import.prices, SizeIs(4));
  EXPECT_TRUE(import.prices[0].confirmed);
  EXPECT_THAT(import.prices[0].zones, ElementsAre("use1-az1", "use1-az2", "use1-az3"));
  EXPECT_FALSE(import.prices[1].confirmed);
  EXPECT_EQ(import.prices[1].note, "the highest over zones, which differ: usw2-az1 61, usw2-lax1-az1 64.5 $/h");
  EXPECT_THAT(import.notes, ElementsAre(HasSubstr("us-west-2: the highest over zones, which differ")));
}

TEST(PriceImport, WithoutZonesHasOneSpotPrice) {
  const PriceImport import = imported(
      "Region,SpotPrice,Price,InstanceType,AcceleratorCount\n"
      "eu-north1,10.00,23.60,gpu-h100-sxm_8gpu-128vcpu-1600gb,8\n");
  ASSERT_THAT(import.prices, SizeIs(2));
  EXPECT_EQ(import.prices[0].instance, "gpu-h100-sxm-8gpu-128vcpu-1600gb");
  EXPECT_EQ(import.prices[1].kind, "spot");
  EXPECT_EQ(import.prices[1].dollars_per_hour, 10);
}

TEST(PriceImport, TakesRegionsThatAreAskedFor) {
  const std::string csv = kHeader +
                          "p5.48xlarge,H100,8,,60,,us-east-1,a\n"
                          "p5.48xlarge,H100,8,,70,,us-east-2,a\n";
  PriceImportTerms asked = terms();
  asked.regions = {"us-east-2"};
  const PriceImport import = imported(csv, asked);
  ASSERT_THAT(import.prices, SizeIs(1));
  EXPECT_EQ(import.prices[0].region, "us-east-2");
  EXPECT_EQ(import.num_elsewhere, 1);
  asked.regions = {"us-east-2", "us-eats-1", "mars"};
  const std::string said = complaint([&] { imported(csv, asked); });
  EXPECT_THAT(said, HasSubstr("\"us-eats-1\" is the region of no row of vms.csv; did you mean \"us-east-1\"?"));
  EXPECT_THAT(said, HasSubstr("\"mars\""));
}

// A machine that the catalogue has technical data of, and no price.
TEST(PriceImport, MakesAListOfAMachineWithoutPrices) {
  const std::string machine = "p6e-gb200.36xlarge";
  ASSERT_FALSE(items().has("prices", machine));
  const PriceImport import = imported(kHeader + machine + ",GB200,4,,100.5,,us-east-1,az1\n");
  const hardware::PriceList list = list_of(import, machine);
  EXPECT_EQ(list.provider, "AWS");
  ASSERT_THAT(list.points, SizeIs(1));
  EXPECT_EQ(price_in(list, "us-east-1", "on_demand", "2026-03-01"), 100.5);
}

TEST(PriceImport, RefusesPricesWithTheReason) {
  const std::string good = "p5.48xlarge,H100,8,,60,,us-east-1,use1-az1\n";
  const std::pair<std::string, const char*> cases[] = {
      {"p5.48xlarge,H100,8,,0,,us-east-2,a", "Price is 0, which stands for capacity that is not sold by the hour"},
      {"p5.48xlarge,H100,8,,60,0.0,us-east-2,a", "SpotPrice is 0"},
      {"p5.48xlarge,H100,8,,-3,,us-east-2,a", "Price -3 is negative"},
      {"p5.48xlarge,H100,8,,cheap,,us-east-2,a", "Price \"cheap\" is no number of dollars"},
      {"p5.48xlarge,H100,8,,nan,,us-east-2,a", "Price \"nan\" is no number"},
      {"p5.48xlarge,H100,8,,1e400,,us-east-2,a", "Price \"1e400\" is no number"},
      {"p5.48xlarge,H100,8,,0.001,,us-east-2,a", "Price 0.001 is outside of 0.05 to 20000 $/h"},
      {"p5.48xlarge,H100,8,,99999,,us-east-2,a", "Price 99999 is outside"},
      {"p5.48xlarge,,,,7.58,,us-east-2,a", "has 8 accelerators, and the row counts none"},
      {"p5.48xlarge,H100,1,,60,,us-east-2,a", "has 8 accelerators, and the row 1"},
      {"p5.48xlarge,H100,many,,60,,us-east-2,a", "AcceleratorCount \"many\" is no number"},
      {"p5.48xlarge,H100,8,,60,,us-east-2", "has 7 fields, the header 8"},
      {",H100,8,,60,,us-east-2,a", "InstanceType is empty"},
      {"p5.48xlarge,H100,8,,60,,,a", "Region is empty"},
      {"p5.48xlarge,H100,8,,60,,us-central1,a", "region us-central1 is one of GCP, and AWS sells p5.48xlarge"},
      {"p5.48xlarge,H100,8,\"{'Gpus': [{'Count': 16}]}\",60,,us-east-2,a", "is 8, and GpuInfo counts 16"},
      {"p5.48xlarge,H100,8,\"{'Gpus': [{'Count': '8'}]}\",60,,us-east-2,a", "Count \"8\" is no number"},
      {"p5.48xlarge,H100,8,\"{'Gpus': 8}\",60,,us-east-2,a", "Gpus is no list"},
      {"p5.48xlarge,H100,8,\"{'Gpus': [8]}\",60,,us-east-2,a", "holds what is no dictionary"},
      {"p5.48xlarge,H100,8,\"{'Gpus': [\",60,,us-east-2,a", "no Python dictionary: character 11"},
      {"p5.48xlarge,H100,8,[8],60,,us-east-2,a", "neither a dictionary nor a name"}};
  for (const auto& [row, expected] : cases) {
    const PriceImport import = imported(kHeader + good + row + "\n");
    ASSERT_THAT(import.refused, SizeIs(1)) << row;
    EXPECT_THAT(import.refused[0].reason, HasSubstr(expected));
    EXPECT_EQ(import.refused[0].line, 3);
    EXPECT_EQ(price_in(list_of(import, "p5.48xlarge"), "us-east-1", "on_demand", "2026-03-01"), 60) << row;
  }
}

// A price that is refused does not take the row's other one with it.
TEST(PriceImport, TakesTheOtherPriceOfARow) {
  const PriceImport import = imported(kHeader + "p5.48xlarge,H100,8,H100,0,20,us-east-1,use1-az1\n");
  ASSERT_THAT(import.prices, SizeIs(2));
  EXPECT_EQ(import.prices[0].kind, "spot_max");
  EXPECT_THAT(import.refused, SizeIs(1));
}

TEST(PriceImport, SaysWhatIsWrongWithAFile) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "is empty"},
      {"InstanceType,Region\n", "has no column \"Price\""},
      {"InstanceTyp,Price\n", "has no column \"InstanceType\""},
      {"InstanceType,Price,Region,Price\n", "column \"Price\" stands twice"},
      {"InstanceType,Price,Region\n\"p5", "a quote is opened and never closed"},
      {"InstanceType,Price,Region\n", "holds no price to take: 0 rows"},
      {"InstanceType,Price,Region\nm5.large,0.1,us-east-1\n", "1 of machines that the catalogue does not know"},
      {kHeader + "p5.48xlarge,H100,8,,,,us-east-1,a\n", "holds no price to take: 1 rows"},
      {kHeader + "p5.48xlarge,H100,8,,0,,us-east-1,a\n", "vms.csv:2: p5.48xlarge: Price is 0"}};
  for (const auto& [csv, expected] : cases)
    EXPECT_THAT(complaint([&, text = csv] { imported(text); }), HasSubstr(expected)) << csv;
  EXPECT_THAT(complaint([&] { imported(kHeader, terms("2006-03-01")); }), HasSubstr("2006-03-01 is before 2010"));
}

TEST(PriceImport, NotesAColumnThatIsNearlyKnown) {
  const auto rows = evidence::read_skypilot_rows(
      "InstanceType,Price,Region,SpotPrices,vCPUs,Arch\np5.48xlarge,60,us-east-1,1,192.0,x86_64\n", "vms.csv");
  EXPECT_THAT(rows.notes,
              ElementsAre(HasSubstr("\"SpotPrices\" is not known and ignored; did you mean \"SpotPrice\"?")));
}

// As many machines as the catalogue has, in every kind of row that is taken: the folder is clean.
TEST(PriceImport, GivesItemsThatTheCheckFindsNothingIn) {
  std::string csv = kHeader;
  for (const std::string& name : items().names("prices")) {
    const nlohmann::json& item = items().raw("prices", name);
    csv += fmt::format("{},X,{},X,31.25,8,moon-{}-1,a\n{},X,{},X,32,9,moon-{}-1,b\n", name,
                       item.at("accelerators").get<int>(), name, name, item.at("accelerators").get<int>(), name);
  }
  const PriceImport import = imported(csv);
  EXPECT_THAT(import.refused, IsEmpty());
  EXPECT_EQ(import.lists.size(), items().names("prices").size());
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "fmplan-price-import";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "prices");
  for (const text::Json& list : import.lists)
    text::write_text_file(folder / "prices" / (list.at("name").as_text() + ".json"), list.dump(2) + "\n");
  const catalog::Catalog laid_over({kRoot / "catalogs", folder});
  const catalog::CatalogCheck check = check_catalog(laid_over, folder);
  EXPECT_EQ(check.num_items, static_cast<int>(import.lists.size()));
  for (const Issue& issue : check.issues) ADD_FAILURE() << issue.where << ": " << issue.message;
  std::filesystem::remove_all(folder);
}

TEST(PriceImportDocument, TellsOfEverythingInJsonAndCountsInTables) {
  std::string csv = kHeader + "p5.48xlarge,H100,8,,60,,us-east-1,use1-az1\n";
  for (int i = 0; i < 30; ++i)
    csv += fmt::format("p5.48xlarge,H100,8,,0,,us-east-1,use1-az{}\nz{}.big,Z,1,,5,,r,a\n", i, i);
  csv += "m5.large,,,,0.1,,us-east-1,a\n";
  const answer::Document document = price_import_document(imported(csv), "mine");
  EXPECT_EQ(document.json.at("refused").size(), 30U);
  EXPECT_EQ(document.json.at("unknown").size(), 31U);
  EXPECT_EQ(document.json.at("items").size(), 1U);
  const std::string table = render(document, answer::Format::kTable, false, 100);
  EXPECT_THAT(table, HasSubstr("1 price of 1 machine in 1 region on 2026-03-01, of 62 rows"));
  EXPECT_THAT(table, HasSubstr("1 item in mine/prices; to plan with them: --catalog mine"));
  EXPECT_THAT(table, HasSubstr("and 18 more"));
  EXPECT_THAT(table, HasSubstr("and 1 machine without accelerators"));
}

}  // namespace price_import_test
}  // namespace fmplan::imports
