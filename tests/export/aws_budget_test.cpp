#include "core/export/aws_budget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/text/json_text.h"
#include "tests/export/answers.h"

namespace fmplan::exports {
namespace aws_budget_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string problem(const std::string& name, const std::vector<std::string>& sets,
                    const std::string& first_month = {}) {
  try {
    aws_budget_file(answer_of(name, sets).study, items(), first_month);
  } catch (const InputError& error) {
    return error.issues().front().where + ": " + error.issues().front().message;
  }
  return "none";
}

// 4 nodes for 28 days at 40 $/h; 2026-03-01 is day 20,513 of the epoch, 1,772,323,200 s.
TEST(AwsBudget, OfTwoTeamsByHand) {
  const ExportedFile file = aws_budget_file(answer_of("two-teams.json").study, items());
  EXPECT_THAT(file.warnings, IsEmpty());
  EXPECT_EQ(file.text, R"({
  "BudgetName": "Two teams",
  "BudgetType": "COST",
  "TimeUnit": "MONTHLY",
  "TimePeriod": {
    "Start": 1772323200,
    "End": 1774915200
  },
  "PlannedBudgetLimits": {
    "1772323200": {
      "Amount": "107520.00",
      "Unit": "USD"
    }
  }
}
)");
}

// Six calendar months; what they add up to is what both pools cost.
TEST(AwsBudget, MonthsAddUpToWhatPoolsCost) {
  const nlohmann::json budget =
      text::parse_json(aws_budget_file(answer_of("geniac-cycle2.json").study, items()).text, "budget");
  std::vector<std::string> keys;
  std::int64_t cents = 0;
  for (const auto& [key, limit] : budget.at("PlannedBudgetLimits").items()) {
    keys.push_back(key);
    cents += std::llround(std::stod(limit.at("Amount").get<std::string>()) * 100);
  }
  // 2024-10-01 and the firsts after it, 31, 30, 31, 31 and 28 days apart.
  EXPECT_THAT(keys, ElementsAre("1727740800", "1730419200", "1733011200", "1735689600", "1738368000", "1740787200"));
  EXPECT_EQ(cents, 21'817'766'88 + 2'253'888'00);
}

TEST(AwsBudget, IsInDollarsWhateverTheProgrammeIsIn) {
  EXPECT_EQ(aws_budget_file(answer_of("two-teams.json", {kYen}).study, items()).text,
            aws_budget_file(answer_of("two-teams.json").study, items()).text);
}

TEST(AwsBudget, OfMoreThanTwelveMonthsIsAskedForItsFirst) {
  EXPECT_THAT(problem("two-teams.json", {"end=2027-03-29"}),
              HasSubstr("--from: is missing: the programme has 13 months, from 2026-03 to 2027-03"));
  EXPECT_THAT(problem("two-teams.json", {}, "2026-04"), HasSubstr("--from: \"2026-04\" is no month of the programme"));
  const nlohmann::json late = text::parse_json(
      aws_budget_file(answer_of("two-teams.json", {"end=2027-06-29"}).study, items(), "2026-12").text, "budget");
  EXPECT_EQ(late.at("PlannedBudgetLimits").size(), 7U);
  const nlohmann::json early = text::parse_json(
      aws_budget_file(answer_of("two-teams.json", {"end=2027-06-29"}).study, items(), "2026-03").text, "budget");
  EXPECT_EQ(early.at("PlannedBudgetLimits").size(), kMostBudgetMonths);
}

TEST(AwsBudget, LeavesOutNoMonthAndNobodyElsesPools) {
  EXPECT_THAT(problem("geniac-cycle2-catalogue-prices.json", {}),
              HasSubstr("/pools/0/price: is unknown in 2024-10, 2024-11"));
  EXPECT_THAT(problem("campus.json", {}), HasSubstr("/pools: none is on AWS"));
}

TEST(AwsBudget, TakesANameThatAwsTakes) {
  const nlohmann::json budget =
      text::parse_json(aws_budget_file(answer_of("two-teams.json", {"name=a:b/c"}).study, items()).text, "budget");
  EXPECT_EQ(budget.at("BudgetName"), "a-b-c");
}

}  // namespace aws_budget_test
}  // namespace fmplan::exports
