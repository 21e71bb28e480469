#include "core/answer/gate.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/quantity.h"

namespace fmplan::answer {
namespace gate_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

plan::Report report_of_ten_days() {
  plan::Report report;
  report.phases.resize(1);
  report.median_days = 10;
  return report;
}

std::vector<std::string> exceeded(const plan::Report& report, const std::vector<std::string>& gates) {
  const text::Json json;
  return exceeded_gates(parse_conditions(gates, plan_figures(), "--fail-if"), report_values(report, json));
}

TEST(ExceededGates, ComparesStrictly) {
  const plan::Report report = report_of_ten_days();
  EXPECT_THAT(exceeded(report, {"days>10"}), IsEmpty());
  EXPECT_THAT(exceeded(report, {"days>9.9"}), SizeIs(1));
  EXPECT_THAT(exceeded(report, {"days<10"}), IsEmpty());
  EXPECT_THAT(exceeded(report, {"days<10.1"}), SizeIs(1));
  EXPECT_THAT(exceeded(report, {}), IsEmpty());
}

// A bound on what is not known has not been kept, from whichever side.
TEST(ExceededGates, FailsOnAnUnknownFigure) {
  const plan::Report report = report_of_ten_days();
  ASSERT_FALSE(report.cost.total.has_value());
  EXPECT_THAT(exceeded(report, {"cost>1B"}), ElementsAre("gate exceeded: cost>1B (cost is unknown)"));
  EXPECT_THAT(exceeded(report, {"energy<1 kWh"}), SizeIs(1));
  EXPECT_THAT(exceeded(plan::Report{}, {"days>1"}), SizeIs(1));
}

TEST(ExceededGates, TellOfAPartialCostWhatIsKnown) {
  plan::Report report = report_of_ten_days();
  report.cost.at_least = 50 * dollar;
  EXPECT_THAT(exceeded(report, {"cost>49"}), ElementsAre("gate exceeded: cost>49 (cost is at least $50.00)"));
  EXPECT_THAT(exceeded(report, {"cost>51"}), SizeIs(1));
  EXPECT_THAT(exceeded(report, {"cost<51"}), SizeIs(1));
  EXPECT_THAT(exceeded(report, {"cost<49"}), IsEmpty());
}

TEST(ExceededGates, SaysWhichAndByHowMuch) {
  EXPECT_THAT(exceeded(report_of_ten_days(), {"days>9", "days>11", "days>9 and not cost>3M"}),
              ElementsAre("gate exceeded: days>9 (days is 10.0 days)",
                          "gate exceeded: days>9 and not cost>3M (days is 10.0 days, cost is unknown)"));
}

// 10.001 looks like 10.0, which would not exceed 10.
TEST(ExceededGates, ShowTheDigitsThatDecide) {
  plan::Report report = report_of_ten_days();
  report.median_days = 10.001;
  EXPECT_THAT(exceeded(report, {"days>10"}), ElementsAre("gate exceeded: days>10 (days is 10.001 days)"));
}

}  // namespace gate_test
}  // namespace fmplan::answer
