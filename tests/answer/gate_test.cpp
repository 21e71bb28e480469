#include "core/answer/gate.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/base/quantity.h"

namespace fmplan::answer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Gate one_gate(const std::string& text) { return parse_gates({text}).at(0); }

TEST(ParseGates, ReadsFigureSignAndBound) {
  struct Case {
    const char* text;
    const char* figure;
    bool above;
    double bound;
  };
  const Case cases[] = {{"cost>2.5M", "cost", true, 2.5e6},
                        {"cost > $2.5M", "cost", true, 2.5e6},
                        {"cost>=2.5M", "cost", true, 2.5e6},
                        {"days>30", "days", true, 30},
                        {"days_p90>30", "days_p90", true, 30},
                        {"cost_p90>$2.5M", "cost_p90", true, 2.5e6},
                        {"mfu<40%", "mfu", false, 0.4},
                        {"mfu<0.4", "mfu", false, 0.4},
                        {"goodput<90 %", "goodput", false, 0.9},
                        {"step_time>2 min", "step_time", true, 120},
                        {"step_time>2", "step_time", true, 2},
                        {"memory>70 GB", "memory", true, 70e9},
                        {"gpu_hours>1.5M", "gpu_hours", true, 1.5e6},
                        {"interruptions>100", "interruptions", true, 100},
                        {"energy>5000", "energy", true, 5000},
                        {"co2>1e6", "co2", true, 1e6}};
  for (const Case& c : cases) {
    const Gate gate = one_gate(c.text);
    EXPECT_EQ(gate.figure, c.figure) << c.text;
    EXPECT_EQ(gate.above, c.above) << c.text;
    EXPECT_DOUBLE_EQ(gate.bound, c.bound) << c.text;
  }
}

TEST(ParseGates, RefusesWhatItCannotReadAllAtOnce) {
  const std::pair<const char*, const char*> cases[] = {{"cost", "has no > or <"},
                                                       {"", "has no > or <"},
                                                       {"csot>1", "did you mean \"cost\"?"},
                                                       {">1", "is no figure of the answer"},
                                                       {"cost>", "is no bound"},
                                                       {"cost>many", "\"many\" is no bound"},
                                                       {"days>30 GB", "\"30 GB\" is no bound"}};
  std::vector<std::string> texts;
  for (const auto& [text, message] : cases) texts.emplace_back(text);
  try {
    parse_gates(texts);
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), std::size(cases));
    for (std::size_t i = 0; i < std::size(cases); ++i) {
      EXPECT_EQ(error.issues()[i].where, "--fail-if");
      EXPECT_THAT(error.issues()[i].message, HasSubstr(cases[i].second));
    }
  }
}

plan::Report report_of_ten_days() {
  plan::Report report;
  report.phases.resize(1);
  report.mean_days = 10;
  return report;
}

TEST(ExceededGates, ComparesStrictly) {
  const plan::Report report = report_of_ten_days();
  EXPECT_THAT(exceeded_gates(report, {one_gate("days>10")}), IsEmpty());
  EXPECT_THAT(exceeded_gates(report, {one_gate("days>9.9")}), SizeIs(1));
  EXPECT_THAT(exceeded_gates(report, {one_gate("days<10")}), IsEmpty());
  EXPECT_THAT(exceeded_gates(report, {one_gate("days<10.1")}), SizeIs(1));
  EXPECT_THAT(exceeded_gates(report, {}), IsEmpty());
}

// A bound on what is not known has not been kept.
TEST(ExceededGates, FailsOnAnUnknownFigure) {
  const plan::Report report = report_of_ten_days();
  ASSERT_FALSE(report.cost.total.has_value());
  EXPECT_THAT(exceeded_gates(report, {one_gate("cost>1B")}), SizeIs(1));
  EXPECT_THAT(exceeded_gates(report, {one_gate("energy>1")}), SizeIs(1));
  EXPECT_THAT(exceeded_gates(plan::Report{}, {one_gate("days>1")}), SizeIs(1));
}

// Of a cost known in part a bound from above holds the part; one from below cannot be kept for certain.
TEST(ExceededGates, HoldAPartialCostAndSaySo) {
  plan::Report report = report_of_ten_days();
  report.cost.at_least = 50 * dollar;
  EXPECT_THAT(exceeded_gates(report, {one_gate("cost>49")}),
              ElementsAre("gate exceeded: cost>49 (cost is at least 50)"));
  EXPECT_THAT(exceeded_gates(report, {one_gate("cost>51")}), IsEmpty());
  EXPECT_THAT(exceeded_gates(report, {one_gate("cost<49")}), SizeIs(1));
}

TEST(ExceededGates, SaysWhichAndByHowMuch) {
  EXPECT_THAT(exceeded_gates(report_of_ten_days(), {one_gate("days>9"), one_gate("cost>1"), one_gate("days>11")}),
              ElementsAre("gate exceeded: days>9 (days is 10)", "gate exceeded: cost>1 (cost is unknown)"));
}

}  // namespace
}  // namespace fmplan::answer
