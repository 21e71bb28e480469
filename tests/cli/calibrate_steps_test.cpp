#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace calibrate_steps_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string kBundledRows = source_dir() + "/validation/steps.csv";

/// The bundled rows of a handful of sources: with all of them the fits take minutes.
std::string few_rows() {
  std::ifstream bundled(kBundledRows);
  std::string text, line;
  std::getline(bundled, line);
  text = line + "\n";
  while (std::getline(bundled, line))
    for (const char* source : {"internevo_7b,", "nvidia_nemo_2407,", "megatron_sc21_table1,", "ibm_fms_fsdp,"})
      if (line.starts_with(source)) text += line + "\n";
  return text;
}

/// Fits them once for all tests.
const std::string& fitted_profile() {
  static const std::string kText = [] {
    // Beside the folder of the test that asks first.
    const std::string stem = testing::TempDir() + "fmplan-steps-" + std::to_string(::getpid());
    const std::string path = stem + ".json", rows = stem + ".csv";
    std::ofstream(rows, std::ios::binary) << few_rows();
    const Ran ran = run_words({"calibrate", "steps", rows, "--hold-out", "sources", "-o", path});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("mean over sources"));
    std::string text = ScratchFolder::read(path);
    std::filesystem::remove(path);
    std::filesystem::remove(rows);
    return text;
  }();
  return kText;
}

TEST(CalibrateSteps, WritesAProfileOfTheRowsItFitted) {
  const json profile = json::parse(fitted_profile());
  EXPECT_EQ(profile["of"], "steps");
  EXPECT_GT(profile["fit"]["rows"].get<int>(), 20);
  int listed = 0;
  for (const json& source : profile["rows"]) listed += source["rows"].get<int>();
  EXPECT_EQ(listed, profile["fit"]["rows"]);
  for (const json& source : profile["by_source"]) {
    EXPECT_TRUE(source["folds"].is_null());
    EXPECT_TRUE(source["fitted"]["mape"].is_number());
    EXPECT_TRUE(source["held_out"]["coverage_80"].is_number());
  }
}

TEST(CalibrateSteps, MakesTheSameBytesOfTheSameRows) {
  const ScratchFolder folder;
  const std::string path = folder.path("again.json");
  ASSERT_EQ(run_words({"calibrate", "steps", folder.write("rows.csv", few_rows()), "--hold-out", "sources", "--jobs",
                       "3", "-o", path})
                .code,
            0);
  EXPECT_EQ(ScratchFolder::read(path), fitted_profile());
}

TEST(CalibrateSteps, MakesWhatValidateAndPlanTake) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path("calibration"));
  folder.write("calibration/steps.json", fitted_profile());
  const Ran ran = run_words({"validate", "steps", folder.write("rows.csv", few_rows()), "--catalog", folder.path("."),
                             "--rows", "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json answer = json::parse(ran.out);
  for (const json& row : answer["row_results"]) EXPECT_EQ(row["status"], "fitted");
  const Ran plan =
      run_words({"plan", shipped_scenario("llama3-70b-p5.json"), "--catalog", folder.path("."), "--format", "json"});
  ASSERT_EQ(plan.code, 0) << plan.err;
  EXPECT_TRUE(json::parse(plan.out)["step"]["interval_80"].is_object());
}

// The path is the caller's, not the scenario's.
TEST(PlanCommand, CorrectsTheStepTimeByRowsOfOnesOwn) {
  const std::string scenario = shipped_scenario("llama3-70b-p5.json");
  const auto factor = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"plan", scenario, "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_words(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out)["step"]["anchor_factor"].get<double>();
  };
  const std::string relative = std::filesystem::relative(kBundledRows).string();
  EXPECT_EQ(factor({}), 1);
  EXPECT_NE(factor({"--anchor", relative}), 1);
  EXPECT_EQ(factor({"--anchor", relative}), factor({"--set", "training.anchor=" + kBundledRows}));
  const Ran missing = run_words({"plan", scenario, "--anchor", "/nowhere/rows.csv"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("/training/anchor"));
}

TEST(CalibrateSteps, LeavesSourcesOut) {
  const json all = json::parse(fitted_profile());
  const std::string source = all["rows"][0]["source_id"];
  const ScratchFolder folder;
  const Ran some = run_words({"calibrate", "steps", folder.write("rows.csv", few_rows()), "--hold-out", "none",
                              "--format", "json", "--leave-out", source, "--leave-out", "nobody"});
  ASSERT_EQ(some.code, 0) << some.err;
  EXPECT_EQ(json::parse(some.out)["fit"]["rows"].get<int>(),
            all["fit"]["rows"].get<int>() - all["rows"][0]["rows"].get<int>());
  EXPECT_THAT(some.out, Not(HasSubstr('"' + source + '"')));
}

TEST(CalibrateSteps, HoldsJudgesOutOfEveryFit) {
  const json all = json::parse(fitted_profile());
  const std::string source = all["rows"][0]["source_id"];
  const int judging = all["rows"][0]["rows"];
  const ScratchFolder folder;
  const Ran judged = run_words({"calibrate", "steps", folder.write("rows.csv", few_rows()), "--hold-out", "sources",
                                "--format", "json", "--judge", source});
  ASSERT_EQ(judged.code, 0) << judged.err;
  const json profile = json::parse(judged.out);
  EXPECT_EQ(profile["fit"]["rows"].get<int>(), all["fit"]["rows"].get<int>() - judging);
  ASSERT_EQ(profile["left_out"].size(), 1u);
  EXPECT_EQ(profile["left_out"][0]["split"], "judge");
  EXPECT_EQ(profile["left_out"][0]["left_out"], source);
  EXPECT_EQ(profile["left_out"][0]["errors"]["rows"], judging);
  for (const char* list : {"measured", "by_source", "rows"})
    for (const json& entry : profile[list]) EXPECT_NE(entry["source_id"], source) << list;
}

TEST(CalibrateSteps, RefusesWhatItCannotFit) {
  const ScratchFolder folder;
  const std::string none = folder.write("none.csv", "gpu,num_gpus\nabacus,8\n");
  const Ran ran = run_words({"calibrate", "steps", none, "-o", folder.path("p.json")});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("no row that can be fitted (1 refused)"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("p.json")));
  EXPECT_EQ(run_words({"calibrate", "steps", folder.path("missing.csv")}).code, 2);
  EXPECT_EQ(run_words({"calibrate", "steps", kBundledRows, "--hold-out", "some"}).code, 2);
  const Ran both = run_words({"calibrate", "steps", kBundledRows, "--leave-out", "a", "--judge", "a"});
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("--judge: a is left out, too"));
}

}  // namespace calibrate_steps_test
}  // namespace fmplan::cli
