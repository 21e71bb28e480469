#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace reconcile_command_test {

using nlohmann::json;
using testing::HasSubstr;

const std::string kTeams = source_dir() + "/programmes/two-teams.json";

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

// 2,688.00 over 107,520.00 are 2.5 %.
TEST(ReconcileCommand, ExitsWithFourWhereABoundIsExceeded) {
  const ScratchFolder folder;
  const std::string plan = forecast(folder), actual = bill(folder);
  const auto judged = [&](const std::string& bound) {
    return run_words({"reconcile", plan, actual, "--fail-if", bound});
  };
  EXPECT_EQ(judged("difference>2.6%").code, kOk);
  EXPECT_EQ(judged("difference>$2,700").code, kInputError);
  EXPECT_EQ(judged("difference>$2.7K").code, kOk);
  const Ran share = judged("difference>2.4%");
  EXPECT_EQ(share.code, kGateExceeded);
  EXPECT_THAT(share.err, HasSubstr("gate exceeded: difference>2.4% (difference.share is 2.5 %)"));
  EXPECT_THAT(share.out, HasSubstr("2,688.00 over"));
  const Ran parts = judged("price>$2.6K and idle<0");
  EXPECT_EQ(parts.code, kGateExceeded);
  EXPECT_THAT(parts.err, HasSubstr("price is $2,688, idle is -$1,920"));
  EXPECT_EQ(judged("cash.volume>$1919.99 and cash.unplanned=0").code, kGateExceeded);
  // Nothing tells failures apart: they may be more.
  const Ran unknown = judged("failures>$1M");
  EXPECT_EQ(unknown.code, kGateExceeded);
  EXPECT_THAT(unknown.err, HasSubstr("failures is unknown"));
  EXPECT_THAT(judged("diference>1%").err, HasSubstr("did you mean \"difference\"?"));
}

TEST(ReconcileCommand, HoldsNoDollarsAgainstYen) {
  const ScratchFolder folder;
  const std::string yen =
      "BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargeCategory,BilledCost,EffectiveCost,PricingQuantity,"
      "PricingUnit,SubAccountName,x_PoolName,x_CostBasis\n";
  const std::string row = "JPY,2026-03-01T00:00:00Z,2026-03-01T00:00:00Z,Usage,{0},{0},1,Hours,team,shared,{1}\n";
  const std::string plan = folder.write("plan.csv", yen + fmt::format(fmt::runtime(row), "1000", "forecast"));
  const std::string actual = folder.write("bill.csv", yen + fmt::format(fmt::runtime(row), "1100", ""));
  const Ran amount = run_words({"reconcile", plan, actual, "--fail-if", "price>$5"});
  EXPECT_EQ(amount.code, kInputError);
  EXPECT_EQ(amount.out, "");
  EXPECT_THAT(amount.err,
              HasSubstr("is in dollars, and the bill in JPY; bound a share of what was planned, for instance "
                        "'price>5%'"));
  EXPECT_EQ(run_words({"reconcile", plan, actual, "--fail-if", "price>=10%"}).code, kGateExceeded);
  EXPECT_EQ(run_words({"reconcile", plan, actual, "--fail-if", "price>10%"}).code, kOk);
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
      {{source_dir() + "/programmes/geniac-cycle2-catalogue-prices.json", actual, "--trials", "20", "--no-proof"},
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

}  // namespace reconcile_command_test
}  // namespace fmplan::cli
