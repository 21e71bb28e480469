#include "core/answer/run_json.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_conversion.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::answer {
namespace run_json_test {

using nlohmann::json;

json document_of(const plan::Scenario& scenario, int threads = 1) {
  const plan::RunStudy study =
      study_run(scenario, {.trials = 200, .trials_per_change = 100, .seed = 5, .threads = threads});
  return text::parsed(run_json(study, {json::object(), "2026-01-01", 5}));
}

TEST(RunJson, HasEveryFigureWithItsErrorAndQuantiles) {
  const json document = document_of(plan::small_scenario());
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["seed"], 5);
  const json& run = document["run"];
  EXPECT_EQ(run["method"], "simulation");
  EXPECT_EQ(run["trials"], 200);
  for (const char* figure : {"wall_clock_days", "goodput", "interruptions", "lost_h"})
    for (const char* key : {"mean", "standard_error", "p10", "p50", "p90"})
      EXPECT_TRUE(run[figure][key].is_number()) << figure << " " << key;
  for (const char* key : {"p10", "p50", "p90"}) EXPECT_TRUE(run["finish"][key].is_string());
  EXPECT_EQ(document["closed_form"]["method"], "closed form");
  EXPECT_GE(document["changes"].size(), 1u);
}

// The parts of the mean trial add up to its wall-clock time; 1e-9 is rounding.
TEST(RunJson, SplitsTheWallClockTimeWithoutRest) {
  const json run = document_of(plan::small_scenario())["run"];
  double hours = 0;
  for (const auto& [name, part] : run["time_h"].items()) hours += part["mean"].get<double>();
  const double days = run["bands"]["luck"]["wall_clock_days"]["mean"];
  EXPECT_NEAR(hours, 24 * days, 1e-9 * hours);
}

TEST(RunJson, SaysNullForWhatIsUnknown) {
  const json document = document_of(plan::small_scenario());  // neither a counted rate nor a price
  EXPECT_TRUE(document["run"]["bands"]["rate"].is_null());
  EXPECT_TRUE(document["run"]["bands"]["step_time"].is_null());
  EXPECT_TRUE(document["cost"]["mean"].is_null());
}

TEST(RunJson, HasEveryKeyWhereTheRunCannotBe) {
  plan::Scenario scenario = plan::small_scenario();
  scenario.cluster.instance.accelerator.usable_memory = 1 * gigabyte;
  const json refused = document_of(scenario);
  const json good = document_of(plan::small_scenario());
  EXPECT_FALSE(refused["can_run"]);
  EXPECT_FALSE(refused["obstacles"].empty());
  EXPECT_TRUE(refused["run"].is_null());
  for (const auto& [key, value] : good.items()) EXPECT_TRUE(refused.contains(key)) << key;
}

// As the exit code has it.
TEST(RunJson, CanRunIfHalfOfTheTrialsEnd) {
  plan::Scenario scenario = plan::small_scenario();
  plan::RunStudy study = study_run(scenario, {.trials = 100, .trials_per_change = 0, .seed = 5});
  const auto can_run = [&] { return text::parsed(run_json(study, {json::object(), "2026-01-01", 5}))["can_run"]; };
  EXPECT_TRUE(can_run());
  study.luck.finished = study.with_rate.finished = study.with_step_time.finished = 50;
  EXPECT_TRUE(can_run());
  study.luck.finished = study.with_rate.finished = study.with_step_time.finished = 49;
  EXPECT_FALSE(can_run());
}

TEST(RunJson, IsTheSameForAnyNumberOfThreads) {
  EXPECT_EQ(document_of(plan::small_scenario(), 1).dump(), document_of(plan::small_scenario(), 4).dump());
}

}  // namespace run_json_test
}  // namespace fmplan::answer
