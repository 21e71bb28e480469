#include "core/export/vantage_budget.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/export/ledger.h"
#include "core/text/json_text.h"
#include "tests/export/answers.h"

namespace fmplan::exports {
namespace vantage_budget_test {

using testing::ElementsAre;
using testing::HasSubstr;

// 4 nodes for 28 days at 40 $/h.
TEST(VantageBudget, OfTwoTeamsByHand) {
  const ExportedFile file = vantage_budget_file(answer_of("two-teams.json").study);
  EXPECT_EQ(file.text, R"({
  "name": "Two teams",
  "periods": [
    {
      "start_at": "2026-03-01",
      "end_at": "2026-04-01",
      "amount": 107520.0
    }
  ]
}
)");
  EXPECT_THAT(file.warnings, ElementsAre(HasSubstr("Not confirmed")));
}

// A period begins where the one before ends, and together they are what the pools cost, to the cent.
TEST(VantageBudget, PeriodsFollowEachOtherAndAddUp) {
  for (const char* const name : {"geniac-cycle2.json", "campus.json"}) {
    const programme::ProgrammeAnswer answer = answer_of(name);
    const nlohmann::json budget = text::parse_json(vantage_budget_file(answer.study).text, "budget");
    ASSERT_EQ(budget.at("periods").size(), answer.study.months.size());
    Cents cents = 0;
    std::string end;
    for (const nlohmann::json& period : budget.at("periods")) {
      if (!end.empty()) {
        EXPECT_EQ(period.at("start_at"), end);
      }
      end = period.at("end_at").get<std::string>();
      cents += std::llround(period.at("amount").get<double>() * 100);
    }
    Cents cost = 0;
    for (const auto& pool : pool_costs(answer.study, answer.study.programme->currency.per_dollar))
      for (const auto& month : pool) cost += *month;
    EXPECT_EQ(cents, cost) << name;
  }
}

TEST(VantageBudget, LeavesOutWhatNobodyKnows) {
  const programme::ProgrammeAnswer answer = answer_of("geniac-cycle2-catalogue-prices.json");
  const ExportedFile file = vantage_budget_file(answer.study);
  const nlohmann::json budget = text::parse_json(file.text, "budget");
  std::size_t unknown = 0;
  for (std::size_t month = 0; month < answer.study.months.size(); ++month) {
    bool known = true;
    for (const auto& pool : pool_costs(answer.study, 1)) known = known && pool[month];
    unknown += known ? 0 : 1;
  }
  ASSERT_GT(unknown, 0U);
  EXPECT_EQ(budget.at("periods").size(), answer.study.months.size() - unknown);
  EXPECT_THAT(file.warnings.front(), HasSubstr("is left out: the price of"));
  EXPECT_EQ(file.holds_amounts, !budget.at("periods").empty());
}

TEST(VantageBudget, SaysWhichCurrencyItIsIn) {
  EXPECT_THAT(vantage_budget_file(answer_of("two-teams.json", {kYen}).study).warnings,
              testing::Contains("Amounts are in JPY, which the file does not say."));
}

}  // namespace vantage_budget_test
}  // namespace fmplan::exports
