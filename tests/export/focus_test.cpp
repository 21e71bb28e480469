#include "core/export/focus.h"

#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/export/ledger.h"
#include "tests/export/answers.h"
#include "tests/export/focus_rules.h"

namespace fmplan::exports {
namespace focus_test {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Rows by the names of columns.
using Records = std::vector<std::map<std::string, std::string>>;

Records records_of(const std::string& csv) {
  const std::vector<text::CsvRecord> lines = text::parse_csv(csv, "focus");
  Records records;
  for (std::size_t i = 1; i < lines.size(); ++i)
    for (std::size_t k = 0; k < lines[0].fields.size(); ++k)
      (k == 0 ? records.emplace_back() : records.back())[lines[0].fields[k]] = lines[i].fields.at(k);
  return records;
}

Cents cents_of(const std::string& text) { return rounded_cents(std::stod(text)); }

// One month, one pool of 4 nodes at 40 $/h for 28 days: team one has 960 node-hours, team two 480 + 1,152, and 96 of
// 2,688 are nobody's.
TEST(FocusFile, OfTwoTeamsByHand) {
  const ExportedFile file = focus_file(answer_of("two-teams.json"), items());
  EXPECT_THAT(file.warnings, IsEmpty());
  const Records rows = records_of(file.text);
  ASSERT_THAT(rows, SizeIs(3));
  const auto column = [&rows](const std::string& name) {
    std::vector<std::string> values;
    for (const auto& row : rows) values.push_back(row.at(name));
    return values;
  };
  EXPECT_THAT(column("SubAccountName"), ElementsAre("team one", "team two", ""));
  EXPECT_THAT(column("BilledCost"), ElementsAre("38400.00", "65280.00", "3840.00"));
  EXPECT_THAT(column("PricingQuantity"), ElementsAre("960", "1632", "96"));
  EXPECT_THAT(column("ListCost"), ElementsAre("38400", "65280", "3840"));
  EXPECT_THAT(column("x_CostP90"), ElementsAre("38400.00", "65280.00", ""));
  EXPECT_THAT(column("ListUnitPrice"), Each(testing::Eq("40")));
  EXPECT_THAT(column("BillingPeriodStart"), Each(testing::Eq("2026-03-01T00:00:00Z")));
  EXPECT_THAT(column("BillingPeriodEnd"), Each(testing::Eq("2026-04-01T00:00:00Z")));
  EXPECT_THAT(column("ChargePeriodEnd"), Each(testing::Eq("2026-03-29T00:00:00Z")));
  EXPECT_THAT(column("ProviderName"), Each(testing::Eq("AWS")));
  EXPECT_THAT(column("x_CostBasis"), Each(testing::Eq("forecast")));
}

TEST(FocusFile, BreaksNoRuleForAnyBundledProgramme) {
  FocusRules rules = focus_rules();
  EXPECT_EQ(rules.num_rules(), 621U);
  for (const std::string& name : bundled_programmes()) {
    const ExportedFile file = focus_file(answer_of(name), items());
    EXPECT_THAT(rules.failing(FocusTable(file.text)), IsEmpty()) << name;
    // Presence of 34 columns that are wanted, and what is asked of them.
    EXPECT_GT(rules.num_checked(), 150U) << name;
  }
}

TEST(FocusFile, BreaksNoRuleInAnotherCurrencyAndBoughtOtherwise) {
  FocusRules rules = focus_rules();
  for (const std::string& set : {kYen, std::string("pools.shared.kind=spot"), std::string("pools.shared.kind=owned"),
                                 std::string("pools.shared.kind=reserved_1y")})
    EXPECT_THAT(rules.failing(FocusTable(focus_file(answer_of("two-teams.json", {set}), items()).text)), IsEmpty())
        << set;
}

// The rules of the page tell which column has to be there at least: the 21 that are mandatory.
TEST(FocusFile, HasEveryMandatoryColumn) {
  const FocusTable table(focus_file(answer_of("two-teams.json"), items()).text);
  for (const char* const column :
       {"BilledCost",       "BillingAccountId", "BillingAccountName", "BillingCurrency",   "BillingPeriodStart",
        "BillingPeriodEnd", "ChargeCategory",   "ChargeClass",        "ChargeDescription", "ChargePeriodStart",
        "ChargePeriodEnd",  "ContractedCost",   "EffectiveCost",      "InvoiceIssuerName", "ListCost",
        "PricingQuantity",  "PricingUnit",      "ProviderName",       "PublisherName",     "ServiceCategory",
        "ServiceName"})
    EXPECT_TRUE(table.has(column)) << column;
}

// What organisations are told, and what is paid: 127 and 24 nodes for 182 days at 39.33 and 21.50 $/h.
TEST(FocusFile, AddsUpToTheCent) {
  const programme::ProgrammeAnswer answer = answer_of("geniac-cycle2.json");
  std::map<std::string, Cents> by_organisation;
  Cents whole = 0;
  for (const auto& row : records_of(focus_file(answer, items()).text)) {
    by_organisation[row.at("SubAccountName")] += cents_of(row.at("BilledCost"));
    whole += cents_of(row.at("BilledCost"));
    // A list price times hours, in more decimals than a bill has.  What nobody has takes the half cents of the twelve
    // organisations' rows, beside its own.
    const bool is_nobodys = row.at("SubAccountName").empty();
    EXPECT_NEAR(std::stod(row.at("ListCost")), std::stod(row.at("BilledCost")), is_nobodys ? 13 * 0.005 : 0.011);
  }
  EXPECT_EQ(whole, 21'817'766'88 + 2'253'888'00);
  for (const programme::OrganisationAnswer& organisation : answer.study.organisations)
    EXPECT_EQ(by_organisation.at(organisation.organisation->name), rounded_cents(organisation.total->mean))
        << organisation.organisation->name;
}

TEST(FocusFile, LeavesOutWhatHasNoPriceAndSaysSo) {
  const ExportedFile file = focus_file(
      answer_of("geniac-cycle2-catalogue-prices.json", {R"(pools.trn1.price={"per_node_hour": "21.50 $/h"})"}),
      items());
  EXPECT_THAT(file.warnings, ElementsAre(HasSubstr("price of pool \"p5-tokyo\" is unknown in 2024-10, 2024-11")));
  const Records rows = records_of(file.text);
  Cents whole = 0;
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("x_PoolName"), "trn1");
    whole += cents_of(row.at("BilledCost"));
  }
  EXPECT_EQ(whole, 2'253'888'00);
}

TEST(FocusFile, WithoutAnyPriceHoldsNothing) {
  const ExportedFile file = focus_file(answer_of("geniac-cycle2-catalogue-prices.json"), items());
  EXPECT_FALSE(file.holds_amounts);
  EXPECT_THAT(records_of(file.text), IsEmpty());
  EXPECT_THAT(file.warnings, SizeIs(2));
}

TEST(FocusFile, AnIdTellsForecastsApart) {
  const programme::ProgrammeAnswer answer = answer_of("two-teams.json");
  programme::ProgrammeAnswer other = answer;
  EXPECT_EQ(scenario_id(answer), scenario_id(other));
  EXPECT_THAT(scenario_id(answer), testing::MatchesRegex("Two teams#[0-9a-f]+"));
  other.seed = 2;
  EXPECT_NE(scenario_id(answer), scenario_id(other));
}

/// One field of the first row, made wrong; no column: it is taken out.
struct Corruption {
  std::string column;
  std::optional<std::string> value;
  std::string rule;  ///< that must tell of it
};

std::string corrupted(const std::string& csv, const Corruption& corruption) {
  std::vector<text::CsvRecord> lines = text::parse_csv(csv, "focus");
  const auto found = std::ranges::find(lines[0].fields, corruption.column);
  EXPECT_NE(found, lines[0].fields.end()) << corruption.column;
  const auto at = found - lines[0].fields.begin();
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!corruption.value) lines[i].fields.erase(lines[i].fields.begin() + at);
    if (corruption.value && i == 1) lines[i].fields[static_cast<std::size_t>(at)] = *corruption.value;
    text += text::csv_line(lines[i].fields) + "\n";
  }
  return text;
}

TEST(FocusRules, NameEachCorruption) {
  const std::optional<std::string> gone;
  const std::vector<Corruption> corruptions = {
      {"BilledCost", gone, "CostAndUsage-D-006-M"},
      {"BillingAccountName", gone, "CostAndUsage-D-005-M"},
      {"BillingPeriodEnd", gone, "CostAndUsage-D-010-M"},
      {"ChargeClass", gone, "CostAndUsage-D-026-M"},
      {"ConsumedUnit", gone, "CostAndUsage-D-066-C"},
      {"ListUnitPrice", gone, "CostAndUsage-D-004-C"},
      {"PricingCategory", gone, "CostAndUsage-D-022-C"},
      {"RegionId", gone, "CostAndUsage-D-063-C"},
      {"SkuPriceId", gone, "CostAndUsage-D-058-C"},
      {"SubAccountName", gone, "CostAndUsage-D-029-C"},
      {"Tags", gone, "CostAndUsage-D-064-C"},
      {"BilledCost", "", "BilledCost-C-003-M"},
      {"BilledCost", "$38400", "BilledCost-C-002-M"},
      {"BilledCost", "38,400.00", "BilledCost-C-001-M"},
      {"BilledCost", "+38400.00", "BilledCost-C-002-M"},
      {"BillingAccountId", "", "BillingAccountId-C-001-M"},
      {"BillingAccountName", "", "BillingAccountName-C-003-C"},
      {"BillingCurrency", "", "BillingCurrency-C-004-M"},
      {"BillingCurrency", "usd", "BillingCurrency-C-006-M"},
      {"BillingCurrency", "credits", "BillingCurrency-C-003-M"},
      {"BillingPeriodStart", "", "BillingPeriodStart-C-003-M"},
      {"BillingPeriodStart", "2026-03-01", "BillingPeriodStart-C-002-M"},
      {"BillingPeriodEnd", "2026-02-30T00:00:00Z", "BillingPeriodEnd-C-001-M"},
      {"ChargePeriodEnd", "2026-03-29T00:00:00+09:00", "ChargePeriodEnd-C-002-M"},
      {"ChargePeriodStart", "2026-03-01 00:00:00Z", "ChargePeriodStart-C-002-M"},
      {"ChargeCategory", "", "ChargeCategory-C-002-M"},
      {"ChargeCategory", "Forecast", "ChargeCategory-C-003-M"},
      {"ChargeCategory", "Purchase", "EffectiveCost-C-005-C"},
      {"ChargeCategory", "Tax", "SkuId-C-004-C"},
      {"ChargeClass", "Plan", "ChargeClass-C-005-C"},
      {"ChargeDescription", "a\tb", "ChargeDescription-C-002-M"},
      {"ChargeFrequency", "Monthly", "ChargeFrequency-C-003-M"},
      {"ConsumedQuantity", "", "ConsumedUnit-C-005-C"},
      {"ConsumedQuantity", "1/2", "ConsumedQuantity-C-002-M"},
      {"ConsumedUnit", "", "ConsumedUnit-C-006-C"},
      {"ContractedCost", "", "ContractedCost-C-003-M"},
      {"EffectiveCost", "n/a", "EffectiveCost-C-002-M"},
      {"InvoiceIssuerName", "", "InvoiceIssuerName-C-003-M"},
      {"InvoiceIssuerName", "A marketplace", "BilledCost-C-005-C"},
      {"ListCost", "", "ListCost-C-003-M"},
      {"ListCost", "38400.01", "ListCost-C-009-C"},
      {"ListUnitPrice", "", "ListUnitPrice-C-005-C"},
      {"ListUnitPrice", "-40", "ListUnitPrice-C-008-M"},
      {"ListUnitPrice", "41", "ListUnitPrice-C-010-C"},
      {"PricingCategory", "", "PricingCategory-C-004-C"},
      {"PricingCategory", "On-Demand", "PricingCategory-C-007-M"},
      {"PricingQuantity", "", "PricingQuantity-C-005-C"},
      {"PricingUnit", "", "PricingUnit-C-006-C"},
      {"ProviderName", "", "ProviderName-C-003-M"},
      {"PublisherName", "", "PublisherName-C-003-M"},
      {"RegionName", "", "RegionName-C-005-C"},
      {"RegionId", "", "RegionName-C-004-C"},
      {"ServiceCategory", "GPU", "ServiceCategory-C-003-M"},
      {"ServiceCategory", "AI and Machine Learning", "ServiceName-C-005-C"},
      {"ServiceSubcategory", "Search", "ServiceSubcategory-C-004-M"},
      {"ServiceSubcategory", "GPUs", "ServiceSubcategory-C-003-M"},
      {"SkuId", "", "SkuId-C-005-C"},
      {"SkuId", "another", "SkuPriceId-C-008-M"},
      {"SkuPriceDetails", "InstanceType=p5.48xlarge", "SkuPriceDetails-C-001-M"},
      {"SkuPriceId", "", "SkuPriceDetails-C-004-C"},
      {"SubAccountId", "", "SubAccountName-C-004-C"},
      {"SubAccountName", "", "SubAccountName-C-005-C"},
      {"Tags", "[1]", "Tags-C-001-M"},
      {"Tags", R"({"pool": {"name": "shared"}})", "Tags-C-001-M"}};
  FocusRules rules = focus_rules();
  const std::string csv = focus_file(answer_of("two-teams.json"), items()).text;
  for (const Corruption& corruption : corruptions)
    EXPECT_THAT(rules.failing(FocusTable(corrupted(csv, corruption))), Contains(corruption.rule))
        << corruption.column << " = " << corruption.value.value_or("(no column)");
}

// What 1.4 removed is gone, what a draft after it asks for is there, all else is to the byte as in 1.2.
TEST(FocusFile, OfVersion14HasWhatIsKnownOfIt) {
  const programme::ProgrammeAnswer answer = answer_of("two-teams.json");
  const ExportedFile usual = focus_file(answer, items()), newer = focus_file(answer, items(), "1.4");
  const Records before = records_of(usual.text), after = records_of(newer.text);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::map<std::string, std::string> row = after[i];
    for (const char* const column : {"HostProviderName", "ServiceProviderName"}) {
      EXPECT_EQ(row.at(column), "AWS");
      row.erase(column);
    }
    for (const char* const column : {"ProviderName", "PublisherName"}) {
      EXPECT_FALSE(row.contains(column));
      row[column] = before[i].at(column);
    }
    EXPECT_EQ(row, before[i]);
  }
  // Its own columns by the alphabet, ours behind them.
  const std::vector<std::string> names = text::parse_csv(newer.text, "focus")[0].fields;
  const auto own = std::ranges::find_if(names, [](const std::string& name) { return name.starts_with("x_"); });
  EXPECT_TRUE(std::is_sorted(names.begin(), own));
  EXPECT_TRUE(std::all_of(own, names.end(), [](const std::string& name) { return name.starts_with("x_"); }));
}

// Nobody takes the file for verified: every column of the specification stands in the warning.
TEST(FocusFile, OfVersion14NamesWhatIsNotVerified) {
  const ExportedFile file = focus_file(answer_of("two-teams.json"), items(), "1.4");
  ASSERT_THAT(file.warnings, SizeIs(1));
  EXPECT_THAT(file.warnings[0], HasSubstr("Not verified: HostProviderName and ServiceProviderName"));
  const std::vector<std::string> columns = text::parse_csv(file.text, "focus")[0].fields;
  for (const std::string& column : columns) {
    if (!column.starts_with("x_")) {
      EXPECT_THAT(file.warnings[0], HasSubstr(column));
    }
  }
}

TEST(FocusFile, RefusesAVersionThatNobodyKnows) {
  try {
    focus_file(answer_of("two-teams.json"), items(), "1.3");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.issues().front().where, "--focus-version");
    EXPECT_THAT(error.issues().front().message, HasSubstr("1.2, 1.4"));
  }
}

}  // namespace focus_test
}  // namespace fmplan::exports
