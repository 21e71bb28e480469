#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kTeams = FMPLAN_SOURCE_DIR "/programmes/two-teams.json";

/// The forecast of two-teams.json as a file; 960 h, 1,632 h and 96 h at $40.
std::string forecast(const ScratchFolder& folder) {
  const std::string file = folder.path("forecast.csv");
  EXPECT_EQ(run_words({"export", "focus", kTeams, "--trials", "20", "--no-proof", "-o", file}).code, kOk);
  return file;
}

/// Team one had 48 hours more and all of it cost a dollar an hour more.
std::string bill(const ScratchFolder& folder) {
  return folder.write(
      "bill.csv",
      "BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargeCategory,BilledCost,EffectiveCost,"
      "PricingQuantity,PricingUnit,SubAccountName,x_PoolName\n"
      "USD,2026-03-01T00:00:00Z,2026-03-01T00:00:00Z,Usage,41328.00,41328.00,1008,Hours,team one,shared\n"
      "USD,2026-03-01T00:00:00Z,2026-03-01T00:00:00Z,Usage,66912.00,66912.00,1632,Hours,team two,shared\n"
      "USD,2026-03-01T00:00:00Z,2026-03-01T00:00:00Z,Usage,1968.00,1968.00,48,Hours,,shared\n");
}

TEST(ReconcileCommand, IsTheSameOfAForecastAndOfItsProgramme) {
  const ScratchFolder folder;
  const std::string actual = bill(folder);
  const Ran of_file = run_words({"reconcile", forecast(folder), actual, "--format", "json"});
  ASSERT_EQ(of_file.code, kOk) << of_file.err;
  const Ran of_programme = run_words({"reconcile", kTeams, actual, "--trials", "20", "--no-proof", "--format", "json"});
  ASSERT_EQ(of_programme.code, kOk) << of_programme.err;
  const json a = text::parse_json(of_file.out, "a"), b = text::parse_json(of_programme.out, "b");
  EXPECT_EQ(a.at("amortised"), b.at("amortised"));
  EXPECT_EQ(a.at("cash"), b.at("cash"));
  EXPECT_EQ(a.at("plan").at("scenario_id"), b.at("plan").at("scenario_id"));
  const json& total = a.at("amortised").at("total");
  EXPECT_EQ(total.at("planned"), "107520.00");
  EXPECT_EQ(total.at("billed"), "110208.00");
  EXPECT_EQ(total.at("price"), "2688.00");   // $1 · 2,688 h
  EXPECT_EQ(total.at("volume"), "1920.00");  // 48 h · $40
  EXPECT_EQ(total.at("idle"), "-1920.00");
}

TEST(ReconcileCommand, GroupsAndWritesTables) {
  const ScratchFolder folder;
  const std::string plan = forecast(folder), actual = bill(folder);
  const Ran table = run_words({"reconcile", plan, actual, "--by", "organisation"});
  ASSERT_EQ(table.code, kOk) << table.err;
  EXPECT_THAT(table.out, HasSubstr("billed 110,208.00 USD of 107,520.00 planned, 2,688.00 over"));
  EXPECT_THAT(table.out, HasSubstr("team one"));
  EXPECT_THAT(table.out, HasSubstr("no organisation"));
  const Ran csv = run_words({"reconcile", plan, actual, "--by", "organisation", "--format", "csv"});
  EXPECT_THAT(csv.out, HasSubstr("team one,38400.00,41328.00,2928.00,1008.00,1920.00,"));
  EXPECT_EQ(run_words({"reconcile", plan, actual, "--format", "csv", "-o", folder.path("variance/")}).code, kOk);
  EXPECT_TRUE(std::filesystem::exists(folder.path("variance/cash.by_month.csv")));
}

TEST(ReconcileCommand, SaysWhatItDoesNotTake) {
  const ScratchFolder folder;
  const std::string plan = forecast(folder), actual = bill(folder);
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{actual, actual}, "has no column \"x_CostBasis\""},
      {{plan, plan}, "has no row of a bill: x_CostBasis of all of them is \"forecast\""},
      {{shipped_scenario("llama3-70b-p5.json"), actual}, "is a scenario, which has no months"},
      {{folder.write("saved.json", R"({"version": 1, "fmplan_version": "1"})"), actual}, "is a saved answer"},
      {{folder.write("list.json", "[]"), actual}, "is no programme"},
      {{folder.write("bad.json", "{"), actual}, "bad.json"},
      {{plan, actual, "--trials", "20"}, "--trials: "},
      {{plan, actual, "--no-proof"}, "--no-proof: "},
      {{plan, actual, "--by", "day"}, "--by"},
      {{plan, folder.path("none.csv")}, "none.csv"},
      {{FMPLAN_SOURCE_DIR "/programmes/geniac-cycle2-catalogue-prices.json", actual, "--trials", "20", "--no-proof"},
       "has no month with a known price"}};
  for (const auto& [words, expected] : cases) {
    std::vector<std::string> all = {"reconcile"};
    all.insert(all.end(), words.begin(), words.end());
    const Ran ran = run_words(all);
    EXPECT_EQ(ran.code, kInputError) << expected;
    EXPECT_THAT(ran.err, HasSubstr(expected));
    EXPECT_EQ(ran.out, "");
  }
}

}  // namespace
}  // namespace fmplan::cli
