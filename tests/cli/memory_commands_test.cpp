#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace memory_commands_test {

using nlohmann::json;
using testing::HasSubstr;

const std::string kBundledRows = source_dir() + "/validation/memory.csv";

json validated(const std::string& file) {
  const Ran ran = run_words({"validate", "memory", file, "--rows", "--format", "json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  return json::parse(ran.out);
}

int rows_of(const json& verdicts) {
  return verdicts["fits"].get<int>() + verdicts["tight"].get<int>() + verdicts["does_not_fit"].get<int>();
}

TEST(ValidateMemory, PrintsWhatTheContractNames) {
  const json answer = validated(kBundledRows);
  EXPECT_EQ(answer["rows"].get<std::size_t>(), answer["predicted"].get<std::size_t>() + answer["refused"].size());
  EXPECT_EQ(answer["row_results"].size(), answer["predicted"].get<std::size_t>());
  for (const char* key : {"mape", "median_ape", "p90_ape", "bias", "coverage_80", "coverage_95", "median_width_80"})
    EXPECT_TRUE(answer[key].is_number()) << key;
  for (const char* key : {"by_source", "by_gpu", "by_framework"}) EXPECT_FALSE(answer[key].empty()) << key;
  for (const json& row : answer["row_results"]) {
    for (const char* key :
         {"line", "source_id", "measured", "predicted", "low_80", "high_80", "low_95", "high_95", "verdict", "outcome"})
      EXPECT_TRUE(row.contains(key)) << key;
    EXPECT_LE(row["low_95"], row["low_80"]);
    EXPECT_LE(row["low_80"], row["predicted"]);
    EXPECT_LE(row["predicted"], row["high_80"]);
    EXPECT_LE(row["high_80"], row["high_95"]);
    EXPECT_EQ(row["measured"].is_null(), row["outcome"] != "ok");
  }
}

// What docs/models/memory_validation.md claims of the bundled rows.
TEST(ValidateMemory, HoldsItsClaimsOnTheBundledRows) {
  const json answer = validated(kBundledRows);
  EXPECT_LT(answer["mape"].get<double>(), 0.11);
  EXPECT_LT(answer["median_ape"].get<double>(), 0.07);
  EXPECT_GE(answer["coverage_95"].get<double>(), 0.93);
  for (const json& source : answer["by_source"])
    if (source["source_id"] == "simumax_b200") {
      EXPECT_LT(source["mape"].get<double>(), 0.03);
    }
  const json& verdicts = answer["verdicts"];
  // BLOOM-like 206B with two sequences a micro-batch, for which its framework takes more than the model knows of.
  EXPECT_LE(verdicts["oom"]["fits"].get<int>(), 1);
  EXPECT_GE(rows_of(verdicts["oom"]), 10);
  EXPECT_LE(verdicts["ok"]["does_not_fit"].get<int>(), rows_of(verdicts["ok"]) / 100);
}

TEST(ValidateMemory, TakesStepRowsWithAPeakAndRefusesTheOthers) {
  const ScratchFolder folder;
  const std::string file =
      folder.write("rows.csv",
                   "source_id,model_name,seq_len,gpu,num_gpus,global_batch_seqs,micro_batch,tp,pp,precision,framework,"
                   "measured_step_time_s,measured_peak_mem_GB\n"
                   "s,Llama-3-8B,4096,GH200-96GB,8,64,1,2,1,BF16,Megatron-LM,2.5,40\n"
                   "s,Llama-3-8B,4096,GH200-96GB,8,64,1,2,1,BF16,Megatron-LM,2.5,\n"
                   "s,Llama-3-8B,4096,GH200-96GB,8,64,1,2,1,BF16,Megatron-LM,,\n"
                   "s,Llama-3-8B,4096,Voodoo 2,8,64,1,2,1,BF16,Megatron-LM,2.5,40\n");
  const json answer = validated(file);
  // The second ran, whatever its peak was; of the third nothing is known.
  ASSERT_EQ(answer["row_results"].size(), 2u);
  EXPECT_TRUE(answer["row_results"][1]["measured"].is_null());
  EXPECT_EQ(answer["row_results"][1]["outcome"], "ok");
  EXPECT_EQ(answer["ran"][0]["rows"].get<int>(), 2);
  EXPECT_EQ(answer["ran"][0]["over_card"].get<int>(), 0);
  EXPECT_EQ(answer["row_results"][0]["measured"].get<double>(), 40e9);
  EXPECT_EQ(answer["row_results"][0]["outcome"], "ok");
  EXPECT_EQ(answer["row_results"][0]["status"], "known");
  ASSERT_EQ(answer["refused"].size(), 2u);
  EXPECT_THAT(answer["refused"].dump(), HasSubstr("Voodoo"));
}

TEST(ValidateMemory, IsNullWhereNothingWasPredicted) {
  const ScratchFolder folder;
  const Ran ran = run_words(
      {"validate", "memory", folder.write("rows.csv", "gpu,num_gpus,outcome\nVoodoo 2,8,oom\n"), "--format", "json"});
  EXPECT_EQ(ran.code, 3);
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["predicted"], 0);
  for (const char* key : {"mape", "coverage_80", "median_width_80"}) EXPECT_TRUE(answer[key].is_null()) << key;
}

TEST(ValidateMemory, SaysWhatIsWrongWithAFile) {
  const ScratchFolder folder;
  for (const char* text : {"", "outcome\noom\n", "gpu,num_gpus\n\"x,1\n"}) {
    const Ran ran = run_words({"validate", "memory", folder.write("rows.csv", text)});
    EXPECT_EQ(ran.code, 2) << text;
    EXPECT_THAT(ran.err, HasSubstr("rows.csv")) << text;
  }
}

TEST(CalibrateMemory, WritesAProfileThatTheCatalogueReads) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path("calibration"));
  const std::string profile = folder.path("calibration/memory.json");
  const Ran ran = run_words({"calibrate", "memory", kBundledRows, "--quiet", "-o", profile});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("grouped folds"));
  EXPECT_THAT(ran.out, HasSubstr("source held out"));
  const json item = json::parse(ScratchFolder::read(profile));
  EXPECT_EQ(item["of"], "memory");
  EXPECT_GT(item["fingerprints"].size(), 80u);
  EXPECT_TRUE(item["frameworks"].contains("nanotron"));
  EXPECT_TRUE(item["errors"].contains("folds"));
  // Again, the same bytes; and the rows are now told to be fitted.
  const std::string first = ScratchFolder::read(profile);
  run_words({"calibrate", "memory", kBundledRows, "--quiet", "-o", profile});
  EXPECT_EQ(ScratchFolder::read(profile), first);
  const Ran validated =
      run_words({"--catalog", folder.path(""), "validate", "memory", kBundledRows, "--format", "json"});
  ASSERT_EQ(validated.code, 0) << validated.err;
  const json answer = json::parse(validated.out);
  ASSERT_EQ(answer["by_status"].size(), 1u);
  EXPECT_EQ(answer["by_status"][0]["status"], "fitted");
}

TEST(CalibrateMemory, RefusesFilesWithoutPeaks) {
  const ScratchFolder folder;
  const Ran ran =
      run_words({"calibrate", "memory", folder.write("rows.csv", "gpu,num_gpus,outcome\nH100-80GB-SXM,8,oom\n")});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("measured_peak_mem_GB"));
}

// The shipped profile speaks in every plan: its interval and its verdict stand in the report.
TEST(MemoryCommand, PrintsTheVerdict) {
  const Ran ran = run_words({"memory", shipped_scenario("llama3-70b-p5.json"), "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json memory = json::parse(ran.out)["memory"];
  EXPECT_EQ(memory["verdict"], "fits");
  const double total = memory["per_gpu_bytes"]["total"];
  EXPECT_LT(memory["total_interval_95"]["low_bytes"], total);
  EXPECT_GT(memory["total_interval_95"]["high_bytes"], total);
}

}  // namespace memory_commands_test
}  // namespace fmplan::cli
