#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/answer/drawn_step.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_options.h"
#include "core/text/json_text.h"
#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace trace_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Llama 3 70B on 2,048 H100: 64 replicas of 4 ranks with 8 micro-batches and, as set here, one stage a rank.
Ran trace(std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"trace", shipped_scenario("llama3-70b-p5.json"),
                                    "--set", "training.parallel.virtual_pipeline=1",
                                    "--set", "training.global_batch_size=512"};
  words.insert(words.end(), more.begin(), more.end());
  return run_words(words);
}

json traced(std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--format", "json"});
  const Ran ran = trace(more);
  EXPECT_EQ(ran.code, kOk) << ran.err;
  return text::parse_json(ran.out, "stdout");
}

TEST(TraceCommand, SaysHowLongTheStepTakesAndWhatEachRankDoes) {
  const Ran ran = trace();
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("Simulated step"), HasSubstr("closed form"), HasSubstr("micro-batches"),
                             HasSubstr("1f1b"), HasSubstr("in flight"), Not(HasSubstr("unevenness"))));
  EXPECT_THAT(ran.out, Not(HasSubstr("F0")));  // the picture is for terminals
  EXPECT_THAT(trace({"--format", "md"}).out, HasSubstr("closed form"));
  EXPECT_THAT(trace({"--format", "csv"}).out, testing::StartsWith("replica,rank,gpus,stages,busy_s,"));
}

// 1F1B holds p − i micro-batches on rank i; each of 4 ranks stands for the 512 GPUs of 64 replicas of 8 tensor ranks.
TEST(TraceCommand, ListsTheRanks) {
  const json document = traced();
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["micro_batches"], 8);
  ASSERT_EQ(document["ranks"].size(), 4u);
  for (int rank = 0; rank < 4; ++rank) {
    const json& each = document["ranks"][static_cast<std::size_t>(rank)];
    EXPECT_EQ(each["rank"], rank);
    EXPECT_EQ(each["gpus"], 512);
    EXPECT_EQ(each["stages"], json::array({rank}));
    EXPECT_EQ(each["peak_in_flight"], 4 - rank);
    EXPECT_GT(each["busy_s"], 0);
    EXPECT_GT(each["memory_bytes"], 1e9);
  }
  EXPECT_FALSE(document.contains("cost_of_unevenness"));
  const double ratio =
      document["simulation"]["step_time_s"].get<double>() / document["closed_form"]["step_time_s"].get<double>();
  EXPECT_DOUBLE_EQ(document["simulated_to_closed_form"], ratio);
}

TEST(TraceCommand, WritesATimelineAndAPicture) {
  const ScratchFolder folder;
  const Ran ran = trace({"-o", folder.path("step.json"), "-o", folder.path("step.svg")});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("ui.perfetto.dev"), HasSubstr("step.svg")));
  const json timeline = text::parse_json(ScratchFolder::read(folder.path("step.json")), "step.json");
  EXPECT_THAT(timeline["otherData"]["scenario"].get<std::string>(), HasSubstr("llama-3-70b on 256 × p5.48xlarge"));
  int passes = 0, memory = 0;
  for (const json& event : timeline["traceEvents"]) {
    passes += event["name"] == "F7" ? 1 : 0;
    memory += event["name"] == "memory" ? 1 : 0;
  }
  EXPECT_EQ(passes, 4);
  EXPECT_GT(memory, 4 * 16);
  EXPECT_THAT(ScratchFolder::read(folder.path("step.svg")),
              AllOf(HasSubstr("<svg"), HasSubstr("llama-3-70b on 256 × p5.48xlarge")));
}

// As a window shows it beside an answer.
TEST(DrawnStep, IsWhatTheCommandWrites) {
  const ScratchFolder folder;
  EXPECT_EQ(run_words({"trace", shipped_scenario("llama3-70b-p5.json"), "-o", folder.path("step.svg")}).code, kOk);
  const catalog::Catalog catalog({source_dir() + "/catalogs"});
  const plan::Report report =
      evaluate(scenario::load_scenario({.file = shipped_scenario("llama3-70b-p5.json"), .sets = {}}, catalog).scenario);
  const auto drawn = answer::drawn_step(report, 1'000'000);
  ASSERT_TRUE(std::holds_alternative<answer::DrawnStep>(drawn));
  EXPECT_EQ(std::get<answer::DrawnStep>(drawn).svg, ScratchFolder::read(folder.path("step.svg")));
}

// Ranks, stages of each, micro-batches, there and back: tensor 8 · pipeline 4 · virtual 5 · data 64 of 2,048 sequences.
TEST(DrawnStep, IsBoundAndStopped) {
  const catalog::Catalog catalog({source_dir() + "/catalogs"});
  const plan::Report report =
      evaluate(scenario::load_scenario({.file = shipped_scenario("llama3-70b-p5.json"), .sets = {}}, catalog).scenario);
  const std::int64_t passes = std::int64_t{2} * 4 * 5 * (2048 / 64);
  EXPECT_TRUE(std::holds_alternative<answer::DrawnStep>(answer::drawn_step(report, passes)));
  const auto missing = answer::drawn_step(report, passes - 1);
  ASSERT_TRUE(std::holds_alternative<answer::StepNotDrawn>(missing));
  EXPECT_THAT(std::get<answer::StepNotDrawn>(missing).reason, HasSubstr("1,280 passes are more than the 1,279"));
  struct Stopped : JobWatcher {
    void report(std::int64_t, std::int64_t) override {}
    bool stopped() const override { return true; }
  } stopped;
  EXPECT_TRUE(std::holds_alternative<answer::StepNotDrawn>(answer::drawn_step(report, passes, stopped)));
}

TEST(TraceCommand, TakesOutputBeforeTheCommandAsWell) {
  const ScratchFolder folder;
  const Ran ran =
      run_words({"-o", folder.path("step.svg"), "trace", shipped_scenario("llama3-70b-p5.json"), "--format", "json"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"simulation\""));
  EXPECT_THAT(ScratchFolder::read(folder.path("step.svg")), HasSubstr("<svg"));
}

// The memory counter's peak is the rank's memory: both are of the activations held at most.
TEST(TraceCommand, CountsTheMemoryThatItReports) {
  const ScratchFolder folder;
  const json document = traced({});
  EXPECT_EQ(trace({"-o", folder.path("step.json")}).code, kOk);
  const json timeline = text::parse_json(ScratchFolder::read(folder.path("step.json")), "step.json");
  std::vector<double> most(4);
  for (const json& event : timeline["traceEvents"])
    if (event["name"] == "memory") {
      double& of_rank = most[event["pid"].get<std::size_t>() - 1];
      of_rank = std::max(of_rank, event["args"]["bytes"].get<double>());
    }
  for (std::size_t rank = 0; rank < 4; ++rank)
    EXPECT_NEAR(most[rank], document["ranks"][rank]["memory_bytes"].get<double>(), 1);  // counters are whole bytes
}

TEST(TraceCommand, TellsWhatASlowGpuCosts) {
  const json document = traced({"--slow", "2:1.1"});
  const double cost = document["cost_of_unevenness"];
  // The slow rank's own passes take 10 % more; nothing can take longer than if all ranks did.
  EXPECT_GT(cost, 0.04);
  EXPECT_LE(cost, 0.1);
  EXPECT_EQ(document["slow"], json::parse(R"([{"replica": 0, "rank": 2, "factor": 1.1}])"));
  EXPECT_EQ(document["simulation"]["replicas"], 2);
  EXPECT_EQ(document["ranks"].size(), 8u);
  EXPECT_GT(document["simulation"]["step_time_s"], document["ranks_alike"]["step_time_s"]);
  EXPECT_EQ(document["ranks_alike"], traced()["simulation"]);
  EXPECT_EQ(traced({"--slow", "5/2:1.1"})["cost_of_unevenness"], cost);  // whichever replica it is in
  EXPECT_THAT(trace({"--slow", "2:1.1"}).out, HasSubstr("unevenness"));
}

TEST(TraceCommand, DrawsJitterFromTheSeed) {
  const std::vector<std::string> words = {"--set", "training.global_batch_size=256", "--jitter", "2%"};
  std::vector<std::string> other = words;
  other.insert(other.end(), {"--seed", "7"});
  const json document = traced(words);
  EXPECT_EQ(document["jitter"], 0.02);
  EXPECT_GT(document["cost_of_unevenness"], 0);
  EXPECT_EQ(document, traced(words));
  EXPECT_NE(document["simulation"], traced(other)["simulation"]);
  EXPECT_EQ(document["ranks_alike"], traced(other)["ranks_alike"]);
}

TEST(TraceCommand, TracesThePhaseAskedFor) {
  const std::string file = shipped_scenario("llama3-405b-16k.json");
  const auto phase = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"trace", file, "--format", "json"});
    const Ran ran = run_words(words);
    EXPECT_EQ(ran.code, kOk) << ran.err;
    return text::parse_json(ran.out, "stdout");
  };
  EXPECT_EQ(phase({})["phase"], "16M batch");  // most tokens
  EXPECT_EQ(phase({"--phase", "8M batch"})["micro_batches"], 16);
}

TEST(TraceCommand, GivesOutputAMeaningOfItsOwn) {
  const Ran ran = run_words({"trace", "--help"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("FILE.json: a timeline"), Not(HasSubstr("write the answer to a file"))));
  EXPECT_THAT(run_words({"step", "--help"}).out, HasSubstr("write the answer to a file"));
}

TEST(TraceCommand, RefusesWhatItCannotTraceAllAtOnce) {
  struct Case {
    std::vector<std::string> words;
    const char* message;
  };
  const Case cases[] = {{{"-o", "step.png"}, "--output: \"step.png\": this answer is not written as .png"},
                        {{"--slow", "9:1.1"}, "--slow 0/9: there is no pipeline rank 9; use 0 to 3"},
                        {{"--slow", "64/1:1.1"}, "there is no replica 64; use 0 to 63"},
                        {{"--slow", "-1:1.1"}, "there is no pipeline rank -1"},
                        {{"--slow", "1"}, "--slow: \"1\" is not RANK:FACTOR"},
                        {{"--slow", "a:1.1"}, "write 3:1.1"},
                        {{"--slow", "1:10%"}, "\"1:10%\" is not RANK:FACTOR"},
                        {{"--slow", "1:nan"}, "is not RANK:FACTOR"},
                        {{"--slow", "1:0.5"}, "factor 0.5 is not from 1 to 1,000"},
                        {{"--slow", "99999999999:1.1"}, "is not RANK:FACTOR"},
                        {{"--slow", "1:1.1", "--slow", "0/1:1.2"}, "rank 0/1 stands twice"},
                        {{"--jitter", "lots"}, "--jitter: \"lots\" is no ratio; write 2% or 0.02"},
                        {{"--jitter", "200%"}, "--jitter: 2 is not from 0 to 1"},
                        {{"--jitter", "-1%"}, "--jitter"},
                        {{"--phase", "warm-up"}, "--phase: there is no phase \"warm-up\""},
                        {{"--strict", "--set", "training.global_batch_size=100"}, "/training/global_batch_size"}};
  for (const Case& c : cases) {
    const Ran ran = trace(c.words);
    EXPECT_EQ(ran.code, kInputError) << c.message;
    EXPECT_THAT(ran.err, HasSubstr(c.message));
    EXPECT_THAT(ran.out, IsEmpty());
  }
  const Ran ran = trace({"-o", "step.png", "--slow", "x", "--jitter", "y", "--set", "training.parallel.tensor=3"});
  EXPECT_THAT(ran.err, AllOf(HasSubstr("--output"), HasSubstr("--slow"), HasSubstr("--jitter"),
                             HasSubstr("/training/parallel/tensor")));
}

TEST(TraceCommand, WritesNothingWhereTheFolderIsMissing) {
  const ScratchFolder folder;
  const Ran ran = trace({"-o", folder.path("no/such/step.json")});
  EXPECT_EQ(ran.code, kRuntimeError);
  EXPECT_THAT(ran.err, HasSubstr("cannot be written"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("no")));
}

TEST(TraceCommand, SaysThatAPlanDoesNotFit) {
  const Ran ran = trace({"--set", "training.parallel.micro_batch_size=8", "--set", "training.global_batch_size=4096"});
  EXPECT_EQ(ran.code, kCannotRun);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("Simulated step"), HasSubstr("Out of memory")));
}

}  // namespace trace_command_test
}  // namespace fmplan::cli
