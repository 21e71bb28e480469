#include "cli/gate.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/base/quantity.h"

namespace fmplan::cli {
namespace {

using testing::HasSubstr;

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
  report.run.time.productive = 10 * day;
  return report;
}

TEST(ExceedsAGate, ComparesStrictly) {
  const plan::Report report = report_of_ten_days();
  const Options quiet{.output = {}, .catalog_dir = {}, .quiet = true};
  EXPECT_FALSE(exceeds_a_gate(report, {one_gate("days>10")}, quiet));
  EXPECT_TRUE(exceeds_a_gate(report, {one_gate("days>9.9")}, quiet));
  EXPECT_FALSE(exceeds_a_gate(report, {one_gate("days<10")}, quiet));
  EXPECT_TRUE(exceeds_a_gate(report, {one_gate("days<10.1")}, quiet));
  EXPECT_FALSE(exceeds_a_gate(report, {}, quiet));
}

// A bound on what is not known has not been kept.
TEST(ExceedsAGate, FailsOnAnUnknownFigure) {
  const plan::Report report = report_of_ten_days();
  const Options quiet{.output = {}, .catalog_dir = {}, .quiet = true};
  ASSERT_FALSE(report.cost.total.has_value());
  EXPECT_TRUE(exceeds_a_gate(report, {one_gate("cost>1B")}, quiet));
  EXPECT_TRUE(exceeds_a_gate(report, {one_gate("energy>1")}, quiet));
  EXPECT_TRUE(exceeds_a_gate(plan::Report{}, {one_gate("days>1")}, quiet));
}

TEST(ExceedsAGate, SaysWhichAndByHowMuch) {
  testing::internal::CaptureStderr();
  EXPECT_TRUE(
      exceeds_a_gate(report_of_ten_days(), {one_gate("days>9"), one_gate("cost>1"), one_gate("days>11")}, Options{}));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "gate exceeded: days>9 (days is 10)\ngate exceeded: cost>1 (cost is unknown)\n");
}

}  // namespace
}  // namespace fmplan::cli
