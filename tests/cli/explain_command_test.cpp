// --explain on every command that has it, and --fail-if where a difference or a found value is asked about.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace explain_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const std::string kP5 = shipped_scenario("llama3-70b-p5.json");

json explanations(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json"});
  const Ran ran = run_words(words);
  EXPECT_EQ(ran.code, kOk) << ran.err;
  return text::parse_json(ran.out, "stdout")["explanations"];
}

TEST(ExplainOption, SaysTheSameOnEveryCommandThatPlans) {
  const json of_plan = explanations({"plan", kP5, "--explain", "step.mfu"});
  ASSERT_EQ(of_plan.size(), 1u);
  EXPECT_EQ(of_plan[0]["value"],
            text::parse_json(run_words({"plan", kP5, "--format", "json"}).out, "stdout")["step"]["mfu"]);
  EXPECT_EQ(explanations({"step", kP5, "--explain", "mfu"}), of_plan);
  EXPECT_EQ(explanations({"memory", kP5, "--explain", "mfu"}), of_plan);
  json sides = explanations({"compare", kP5, "--with", "cluster.nodes=128", "--explain", "step.mfu"});
  ASSERT_EQ(sides.size(), 2u);
  EXPECT_EQ(sides[1]["report"], "cluster.nodes=128");
  sides[0].erase("report");
  EXPECT_EQ(sides[0], of_plan[0]);
}

// The best plan, planned whole, takes the step that the search found.
TEST(ExplainOption, OfASearchIsOfItsBestPlan) {
  const std::vector<std::string> search = {"search", kP5, "--space", "framework"};
  std::vector<std::string> explained = search, found = search;
  explained.insert(explained.end(), {"--explain", "step_time"});
  found.insert(found.end(), {"--format", "json"});
  const json best = text::parse_json(run_words(found).out, "stdout")["search"]["best"][0];
  EXPECT_EQ(explanations(explained)[0]["value"], best["step_time_s"]);
}

TEST(ExplainOption, TakesSeveralKeysAndGroups) {
  EXPECT_EQ(explanations({"plan", kP5, "--explain", "days,cost", "--explain", "days"}).size(), 2u);
  EXPECT_EQ(explanations({"step", kP5, "--explain", "step.interval_80"}).size(), 2u);
  EXPECT_GT(explanations({"plan", kP5, "--explain", "all"}).size(), 120u);
}

TEST(ExplainOption, RefusesWhatIsNoFigure) {
  const Ran ran = run_words({"plan", kP5, "--explain", "dyas"});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, HasSubstr("--explain: \"dyas\" is no figure of the answer; did you mean \"days\"?"));
}

TEST(ExplainOption, LeavesTheExitCodeAlone) {
  EXPECT_EQ(run_words({"plan", kP5, "--explain", "days", "--fail-if", "days>1"}).code, kGateExceeded);
  EXPECT_EQ(run_words({"memory", kP5, "--set", "training.parallel.tensor=2", "--explain", "memory"}).code, kCannotRun);
}

TEST(ExplainCommand, PrintsFormulasWithoutAScenario) {
  const Ran ran = run_words({"explain", "step.mfu"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("= step.tflop_per_s_per_gpu / step.peak_tflop_per_s"),
                             HasSubstr("read on: docs/models/parameters_and_flop.md")));
  EXPECT_EQ(run_words({"explain"}).code, kInputError);
}

TEST(FailIf, OfAComparisonIsAskedOfEverySide) {
  const auto compared = [](const char* gate) {
    return run_words({"compare", kP5, "--with", "cluster.nodes=128", "--with", "cluster.nodes=512", "--fail-if", gate});
  };
  const Ran dearer = compared("cost.ratio>102%");
  EXPECT_EQ(dearer.code, kGateExceeded);
  EXPECT_THAT(dearer.err, HasSubstr("cluster.nodes=512: gate exceeded: cost.ratio>102% (cost.ratio is 1.04)"));
  EXPECT_EQ(compared("cost.ratio>1.2").code, kOk);
  EXPECT_EQ(compared("csot.ratio>1.2").code, kInputError);
}

TEST(FailIf, OfSolveIsAskedOfTheValueFound) {
  const auto solved = [](const char* gate) {
    return run_words({"solve", kP5, "--vary", "cluster.nodes=256,320", "--until", "days<=120", "--fail-if", gate}).code;
  };
  EXPECT_EQ(solved("cost>60M"), kGateExceeded);
  EXPECT_EQ(solved("cost>90M"), kOk);
  EXPECT_EQ(solved("step.mfu<50%"), kGateExceeded);
}

TEST(FailIf, OfAStepReadsFiguresAndKeys) {
  const auto step = [](const char* gate) { return run_words({"step", kP5, "--fail-if", gate}).code; };
  EXPECT_EQ(step("step_time>9 s"), kGateExceeded);
  EXPECT_EQ(step("step_time>10 s"), kOk);
  EXPECT_EQ(step("step.breakdown_s.tensor_parallel>1"), kGateExceeded);
  EXPECT_EQ(step("step_time>10"), kInputError);
}

}  // namespace explain_command_test
}  // namespace fmplan::cli
