#include "core/export/focus_charges.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/export/focus.h"
#include "tests/export/answers.h"
#include "tests/export/focus_bill.h"

namespace fmplan::exports {
namespace focus_charges_test {

using testing::HasSubstr;
using testing::SizeIs;

FocusCharges bill_of(const std::vector<BillRow>& rows) {
  return read_focus_charges(focus_csv(rows), "bill.csv", CostBasis::kActual);
}

std::string complaint(const auto& make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// What export writes is read again: as many rows and the same money as the ledger's.
TEST(FocusCharges, ReadsEveryBundledForecast) {
  for (const std::string& name : bundled_programmes()) {
    const programme::ProgrammeAnswer answer = answer_of(name);
    const Ledger ledger = ledger_of(answer.study, answer.study.programme->currency.per_dollar);
    if (ledger.entries.empty()) continue;
    const FocusCharges read = read_focus_charges(focus_file(answer, items()).text, name, CostBasis::kForecast);
    ASSERT_EQ(read.charges.size(), ledger.entries.size()) << name;
    EXPECT_EQ(read.scenario_id, scenario_id(answer));
    EXPECT_EQ(read.currency, answer.study.programme->currency.code);
    for (std::size_t i = 0; i < read.charges.size(); ++i) {
      EXPECT_EQ(rounded_cents(read.charges[i].effective_cost), ledger.entries[i].cost);
      EXPECT_EQ(read.charges[i].pool, answer.study.pools[ledger.entries[i].pool].pool->name);
      EXPECT_EQ(read.charges[i].charged, answer.study.months[ledger.entries[i].month].name);
      EXPECT_EQ(read.charges[i].organisation.empty(), !ledger.entries[i].organisation);
      EXPECT_NEAR(*read.charges[i].node_hours, ledger.entries[i].node_hours, 1e-6);  // the decimals written
    }
  }
}

TEST(FocusCharges, TellsForecastsFromActuals) {
  const std::string csv = focus_csv({hours_row("a", "2026-03", "1", "10"), planned_row("a", "2026-03", "2", "20"),
                                     hours_row("a", "2026-03", "3", "30", {{"x_CostBasis", "actual"}})});
  const FocusCharges actual = read_focus_charges(csv, "both.csv", CostBasis::kActual);
  ASSERT_THAT(actual.charges, SizeIs(2));
  EXPECT_EQ(actual.num_others, 1U);
  EXPECT_EQ(actual.charges[1].node_hours, 3);
  EXPECT_EQ(actual.charges[1].line, 4);
  EXPECT_THAT(read_focus_charges(csv, "both.csv", CostBasis::kForecast).charges, SizeIs(1));
}

TEST(FocusCharges, FindsThePoolAndTheMachine) {
  const FocusCharges bill = bill_of({{{"x_PoolName", "mine"}, {"Tags", R"({"pool": "tagged"})"}},
                                     {{"x_PoolName", ""}, {"Tags", R"({"pool": "tagged"})"}},
                                     {{"x_PoolName", ""}, {"Tags", "{\"pool\": 3}"}},
                                     {{"x_PoolName", ""}, {"Tags", "not JSON"}},
                                     {{"SkuPriceDetails", R"({"InstanceType": "p4d.24xlarge"})"}}});
  EXPECT_EQ(bill.charges[0].pool, "mine");
  EXPECT_EQ(bill.charges[1].pool, "tagged");
  EXPECT_EQ(bill.charges[2].pool, "");
  EXPECT_EQ(bill.charges[3].pool, "");
  EXPECT_EQ(bill.charges[3].instance, "p5.48xlarge");
  EXPECT_EQ(bill.charges[4].instance, "p4d.24xlarge");
}

TEST(FocusCharges, TakesHoursInTheUnitsOfTheDay) {
  const FocusCharges bill = bill_of(
      {{{"PricingQuantity", "5"}, {"PricingUnit", "Hrs"}},
       {{"PricingQuantity", "5"}, {"PricingUnit", "GB-Hours"}},
       {{"PricingQuantity", "5"}, {"PricingUnit", "Months"}, {"ConsumedQuantity", "730"}, {"ConsumedUnit", "Hours"}},
       {{"PricingQuantity", ""}, {"PricingUnit", "Hours"}},
       {{"PricingQuantity", "-5"}}});
  EXPECT_EQ(bill.charges[0].node_hours, 5);
  EXPECT_EQ(bill.charges[1].node_hours, std::nullopt);
  EXPECT_EQ(bill.charges[2].node_hours, 730);
  EXPECT_EQ(bill.charges[3].node_hours, std::nullopt);
  EXPECT_EQ(bill.charges[4].node_hours, -5);  // a correction
}

TEST(FocusCharges, TakesTimesAsExportersWriteThem) {
  for (const char* time : {"2026-05-31T23:00:00Z", "2026-05-31", "2026-05-31 23:00:00", "2026-05-31T23:00Z",
                           "2026-05-31T23:00:00.000Z", "2026-05-31T23:00:00+00:00", "2026-05-31 23:00:00 UTC"})
    EXPECT_EQ(bill_of({{{"ChargePeriodStart", time}}}).charges[0].charged, "2026-05") << time;
}

TEST(FocusCharges, RefusesRowsWithTheReason) {
  const std::pair<BillRow, const char*> cases[] = {
      {{{"BilledCost", "1,5"}}, "bill.csv:2: BilledCost \"1,5\" is no amount of money"},
      {{{"EffectiveCost", ""}}, "EffectiveCost \"\" is no amount of money"},
      {{{"EffectiveCost", "1e13"}}, "EffectiveCost \"1e13\" is no amount of money such as 1234.50, of at most"},
      {{{"BillingCurrency", "dollars"}}, "BillingCurrency \"dollars\" is no code such as USD"},
      {{{"BillingPeriodStart", "03/01/2026"}}, "BillingPeriodStart \"03/01/2026\" is no time in UTC"},
      {{{"ChargePeriodStart", "2026-02-30T00:00:00Z"}}, "ChargePeriodStart \"2026-02-30T00:00:00Z\" is no time"},
      {{{"ChargePeriodStart", "2026-02-01T00:00:00+09:00"}}, "is no time in UTC"},
      {{{"ChargePeriodStart", "2026-02-01T"}}, "is no time in UTC"},
      {{{"ChargePeriodStart", ""}}, "ChargePeriodStart \"\" is no time in UTC"},
      {{{"ChargeCategory", ""}}, "ChargeCategory is empty"},
      {{{"PricingQuantity", "many"}}, "PricingQuantity \"many\" is no number"},
      {{{"PricingQuantity", "inf"}}, "PricingQuantity \"inf\" is no number"},
      {{{"PricingQuantity", "1e13"}}, "PricingQuantity \"1e13\" is no number"},
      {{{"x_CostBasis", "guess"}}, "x_CostBasis \"guess\" is neither \"forecast\" nor \"actual\""},
      {{{"x_StepTimeSeconds", "0"}}, "x_StepTimeSeconds \"0\" is no number from 1e-09"},
      {{{"x_FailureHours", "-1"}}, "x_FailureHours \"-1\" is no number from 0"},
      {{{"PricingQuantity", "10"}, {"x_FailureHours", "6"}, {"x_IdleHours", "5"}},
       "x_FailureHours and x_IdleHours come to 11, more than the row's 10 hours"}};
  for (const auto& [row, expected] : cases) EXPECT_THAT(complaint([&, r = row] { bill_of({r}); }), HasSubstr(expected));
}

TEST(FocusCharges, TellsAllProblemsAtOnceAndCountsThoseBeyondAScreen) {
  const std::string said = complaint([] {
    bill_of({{{"BilledCost", "x"}, {"BillingPeriodStart", "y"}}, {{"BilledCost", "z"}}});
  });
  EXPECT_THAT(said, HasSubstr("bill.csv:2: BilledCost"));
  EXPECT_THAT(said, HasSubstr("bill.csv:2: BillingPeriodStart"));
  EXPECT_THAT(said, HasSubstr("bill.csv:3: BilledCost"));
  EXPECT_THAT(complaint([] {
                bill_of(std::vector<BillRow>(1000, {{"BilledCost", "x"}}));
              }),
              HasSubstr("and 980 further problems"));
}

TEST(FocusCharges, RefusesFilesWithTheReason) {
  const auto read = [](const std::string& csv, CostBasis basis) {
    return complaint([&] { read_focus_charges(csv, "file.csv", basis); });
  };
  EXPECT_THAT(read("", CostBasis::kActual), HasSubstr("file.csv: is empty"));
  const std::string said = read("BilledCost,PricingUnit\n", CostBasis::kForecast);
  for (const char* column : {"EffectiveCost", "BillingCurrency", "ChargePeriodStart", "x_CostBasis"})
    EXPECT_THAT(said, HasSubstr(std::string("has no column \"") + column + "\""));
  EXPECT_THAT(read(focus_csv({}), CostBasis::kActual), HasSubstr("has no row of a bill"));
  EXPECT_THAT(read(focus_csv({hours_row("a", "2026-03", "1", "1")}), CostBasis::kForecast),
              HasSubstr("has no row whose x_CostBasis is \"forecast\"; \"fmplan export focus PROGRAMME\" writes"));
  EXPECT_THAT(read(focus_csv({{{"BillingCurrency", "USD"}}, {{"BillingCurrency", "JPY"}}}), CostBasis::kActual),
              HasSubstr("has amounts in JPY, USD"));
  EXPECT_THAT(read(focus_csv({planned_row("a", "2026-03", "1", "1", {{"x_ScenarioId", "one"}}),
                              planned_row("a", "2026-03", "1", "1", {{"x_ScenarioId", "two"}})}),
                   CostBasis::kForecast),
              HasSubstr("has forecasts of 2 scenarios (one, two)"));
  EXPECT_THAT(read(focus_csv({}) + "1,2\n", CostBasis::kActual), HasSubstr("has 2 fields, the header 23"));
  const std::vector<BillRow> huge(30'000, {{"BilledCost", "1e12"}});
  EXPECT_THAT(read(focus_csv(huge), CostBasis::kActual), HasSubstr("more than cents are counted to"));
}

}  // namespace focus_charges_test
}  // namespace fmplan::exports
