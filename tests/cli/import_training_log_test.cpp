#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace import_training_log_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const std::string kLogs = source_dir() + "/tests/data/logs/";

// One command from a log to a row that can be predicted.  torchtitan's log does not say that it runs in 16 bits.
TEST(ImportTrainingLog, WritesRowsThatValidateReads) {
  const ScratchFolder folder;
  const std::string rows = folder.path("rows.csv");
  const std::pair<const char*, const char*> logs[] = {
      {"megatron-log", "megatron.log"}, {"torchtitan-log", "torchtitan.log"}, {"nemo-log", "nemo.log"}};
  for (const auto& [command, log] : logs) {
    SCOPED_TRACE(command);
    const Ran ran = run_words({"import", command, kLogs + log, "--instance", "p5.48xlarge", "--model", "llama-3-8b",
                               "--recompute", "selective", "--precision", "BF16", "--format", "csv", "-o", rows});
    ASSERT_EQ(ran.code, kOk) << ran.err;
    const Ran validated = run_words({"validate", "steps", rows, "--rows", "--format", "json"});
    ASSERT_EQ(validated.code, kOk) << validated.err;
    const json answer = json::parse(validated.out);
    EXPECT_EQ(answer["predicted"], 1) << validated.out;
    EXPECT_EQ(answer["row_results"][0]["measured_from"], "step time");
  }
}

TEST(ImportTrainingLog, PrintsTheSpreadAndWhatIsUnknown) {
  const Ran ran =
      run_words({"import", "megatron-log", kLogs + "megatron.log", "--gpu", "H100-80GB", "--format", "json"});
  ASSERT_EQ(ran.code, kOk) << ran.err;
  const json answer = json::parse(ran.out);
  ASSERT_EQ(answer.size(), 1u);
  EXPECT_EQ(answer[0]["row"]["tp"], "2");
  EXPECT_TRUE(answer[0]["row"]["model_name"].is_null());
  const json& steady = answer[0]["steady_state"];
  EXPECT_DOUBLE_EQ(steady["median_s"].get<double>(), 8.0);
  EXPECT_EQ(steady["dropped_warm_up"], 4);
  EXPECT_EQ(steady["restarts"], 1);
  EXPECT_EQ(answer[0]["unknown"], json({"interconnect_or_system", "gpus_per_node"}));
  const Ran table = run_words({"import", "megatron-log", kLogs + "megatron.log", "--gpu", "H100-80GB"});
  EXPECT_THAT(table.out, AllOf(HasSubstr("7.99 – 8.01 s"), HasSubstr("25 of 32 logged times"),
                               HasSubstr("interconnect_or_system (--instance)")));
}

TEST(ImportTrainingLog, SaysTheProblemsOfAllFilesAtOnceAndWritesNone) {
  const ScratchFolder folder;
  const std::string rows = folder.path("rows.csv");
  const Ran ran = run_words({"import", "nemo-log", folder.write("a.log", "nothing\n"), folder.path("missing.log"),
                             folder.path(""), kLogs + "torchtitan.log", "--format", "csv", "-o", rows});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("a.log: holds no iteration of NeMo"), HasSubstr("missing.log: cannot be opened"),
                             HasSubstr("is a folder"), HasSubstr("fmplan import torchtitan-log")));
  EXPECT_FALSE(std::filesystem::exists(rows));
  EXPECT_EQ(run_words({"import", "nemo-log"}).code, kInputError);
  EXPECT_EQ(run_words({"import", "nemo-log", kLogs + "nemo.log", "--instance", "p9.48xlarge"}).code, kInputError);
}

}  // namespace import_training_log_test
}  // namespace fmplan::cli
