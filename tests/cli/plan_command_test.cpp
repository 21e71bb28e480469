#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/cli/run_words.h"
#include "tests/scenario/bad_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace plan_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kP5 = shipped_scenario("llama3-70b-p5.json");

/// The changes of a broken scenario, as bad_scenarios.h writes them.
json changed(const std::vector<std::string>& changes) {
  json document = json::parse(scenario::kGoodScenario);
  for (const std::string& change : changes) {
    if (!change.starts_with("-")) {
      scenario::set_value(document, change);
      continue;
    }
    std::string pointer = "/" + change.substr(1);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    const json::json_pointer at(pointer);
    document.at(at.parent_pointer()).erase(at.back());
  }
  return document;
}

TEST(PlanCommand, AnswersInFourFormats) {
  const Ran table = run_words({"plan", kP5, "--full"});
  EXPECT_EQ(table.code, kOk) << table.err;
  for (const char* part : {"llama-3-70b on 256 × p5.48xlarge and 2 spares: ", "step time", "MFU", "Memory per GPU",
                           "GPU-hours", "cost", "energy", "interruptions", "Assumptions", "98.32 $/h"})
    EXPECT_THAT(table.out, HasSubstr(part));
  EXPECT_THAT(table.err, IsEmpty());

  const Ran as_json = run_words({"plan", kP5, "--format", "json"});
  EXPECT_EQ(as_json.code, kOk);
  EXPECT_EQ(text::parse_json(as_json.out, "stdout")["totals"]["gpus"], 2048);

  const Ran csv = run_words({"plan", kP5, "--format", "csv"});
  EXPECT_EQ(csv.code, kOk);
  EXPECT_THAT(csv.out, AllOf(HasSubstr(",totals.gpu_hours,"), HasSubstr(",memory.per_gpu_bytes.total,"),
                             Not(HasSubstr("\x1b["))));

  const Ran markdown = run_words({"plan", kP5, "--full", "--format", "md"});
  EXPECT_EQ(markdown.code, kOk);
  EXPECT_THAT(markdown.out, AllOf(HasSubstr("| gemm"), HasSubstr("| --- |")));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Twenty-one lines at a hundred columns, whatever was rounded, with a deadline as without; the last to come was what
// the machine can do alone.
TEST(PlanCommand, SumsUpInTwentyOneLines) {
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/scenarios"))
    for (const char* nodes : {"cluster.nodes=100", "cluster.nodes=512"}) {
      const Ran ran = run_words({"plan", entry.path().string(), "--set", nodes, "--set", "training.parallel=auto",
                                 "--set", "run.deadline=2045-06-30"});
      if (ran.code == kCannotRun || ran.code == kInputError) continue;  // a phase's own plan does not fit, or divide
      EXPECT_EQ(ran.code, kOk) << ran.err;
      std::vector<std::string> lines = lines_of(ran.out);
      // Warnings stand below.
      lines.resize(static_cast<std::size_t>(
          std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("warning:"); }) -
          lines.begin()));
      while (!lines.empty() && lines.back().empty()) lines.pop_back();
      EXPECT_LE(lines.size(), 21u) << ran.out;
      for (const char* part : {"9 in 10 by", "deadline", "cost", "GPU-hours", "energy", "memory", "decides", "nodes"})
        EXPECT_THAT(ran.out, HasSubstr(part));
    }
}

TEST(PlanCommand, ShowsTheSectionsAskedFor) {
  const Ran ran = run_words({"plan", kP5, "--show", "memory,assumptions"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("Memory per GPU"), HasSubstr("Assumptions"), Not(HasSubstr("Step time by"))));
  const Ran wrong = run_words({"plan", kP5, "--show", "memry"});
  EXPECT_EQ(wrong.code, kInputError);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"memory\"?"));
}

// The first line and stderr say why, and tell late from too large.
TEST(PlanCommand, TellsAMissedDeadlineFromOutOfMemory) {
  const Ran late = run_words({"plan", kP5, "--set", "run.deadline=2025-06-01"});
  EXPECT_EQ(late.code, kCannotRun);
  EXPECT_THAT(lines_of(late.out).at(0), HasSubstr("misses 2025-06-01: kept with a chance of "));
  EXPECT_THAT(late.out, Not(HasSubstr("cannot run")));
  EXPECT_EQ(late.err, lines_of(late.out).at(0) + "\n");
  const Ran large = run_words({"plan", kP5, "--set", "training.parallel.tensor=1", "--set",
                               "training.parallel.pipeline=1", "--set", "training.parallel.virtual_pipeline=1"});
  EXPECT_EQ(large.code, kCannotRun);
  EXPECT_THAT(lines_of(large.out).at(0), HasSubstr("cannot run. Out of memory: "));
  EXPECT_THAT(large.err, HasSubstr("cannot run. Out of memory: "));
}

TEST(PlanCommand, KeepsNumbersWhereAskedTo) {
  const Ran near = run_words({"plan", kP5, "--set", "cluster.nodes=100", "--format", "json"});
  EXPECT_EQ(near.code, kOk) << near.err;
  const json report = text::parse_json(near.out, "stdout");
  EXPECT_EQ(report["sizes"]["nodes_held"], 100);
  EXPECT_EQ(report["sizes"]["batches"][0]["asked"], 2048);
  EXPECT_EQ(report["sizes"]["batches"][0]["used"], 2000);
  const Ran strict = run_words({"plan", kP5, "--set", "cluster.nodes=100", "--strict"});
  EXPECT_EQ(strict.code, kInputError);
  EXPECT_THAT(strict.err, HasSubstr("2048 is not a multiple of data_parallel 25"));
}

TEST(PlanCommand, WritesEveryTableToAFolder) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("fmplan-tables-" + std::to_string(::getpid()));
  EXPECT_EQ(run_words({"plan", kP5, "--format", "csv", "-o", folder.string() + "/"}).code, kOk);
  EXPECT_THAT(text::read_text_file(folder / "cost.components.csv"), StartsWith("name,"));
  EXPECT_THAT(text::read_text_file(folder / "answer.csv"), StartsWith("version,"));
  std::filesystem::remove_all(folder);
}

TEST(PlanCommand, NamesTheTablesOfAnAnswer) {
  const Ran ran = run_words({"plan", kP5, "--format", "csv", "--table", "cost.component"});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, HasSubstr("did you mean \"cost.components\"?"));
}

TEST(PlanCommand, GivesTheSameBytesForAnyNumberOfThreads) {
  const Ran one = run_words({"plan", kP5, "--format", "json", "--jobs", "1"});
  const Ran eight = run_words({"plan", kP5, "--format", "json", "--jobs", "8"});
  EXPECT_EQ(one.code, kOk);
  EXPECT_EQ(one.out, eight.out);
  EXPECT_EQ(run_words({"plan", kP5}).out, run_words({"plan", kP5, "--jobs", "3"}).out);
}

// The p5's price in N. Virginia on the two days.
TEST(PlanCommand, ShowsThePriceOfTheDay) {
  const auto price = [](const char* day) {
    const Ran ran = run_words({"plan", kP5, "--format", "json", "--set", std::string("price.on=") + day});
    return text::parse_json(ran.out, "stdout")["cost"]["price_per_node_hour"].get<std::string>();
  };
  EXPECT_EQ(price("2025-02-25"), "98.32");
  EXPECT_EQ(price("2025-07-01"), "55.04");
}

TEST(PlanCommand, SetsValuesInTheOrderGiven) {
  const Ran ran =
      run_words({"plan", kP5, "--format", "json", "--set", "cluster.nodes=64", "--set", "/cluster/nodes=128"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_EQ(text::parse_json(ran.out, "stdout")["totals"]["nodes"], 128);
}

TEST(PlanCommand, ReadsTheScenarioFromStdin) {
  const int saved = ::dup(STDIN_FILENO);
  const int file = ::open(kP5.c_str(), O_RDONLY);
  ASSERT_GE(file, 0);
  ::dup2(file, STDIN_FILENO);
  const Ran piped = run_words({"plan", "-", "--format", "json"});
  ::dup2(saved, STDIN_FILENO);
  ::close(file);
  ::close(saved);
  EXPECT_EQ(piped.code, kOk) << piped.err;
  EXPECT_EQ(piped.out, run_words({"plan", kP5, "--format", "json"}).out);
}

TEST(PlanCommand, TakesAModelFileBesideTheScenario) {
  const ScratchFolder folder;
  folder.write("config.json", ScratchFolder::read(source_dir() + "/tests/data/hf/qwen3-8b.json"));
  json document = json::parse(scenario::kGoodScenario);
  document["model"] = "config.json";
  const Ran ran = run_words({"plan", folder.write("scenario.json", document.dump()), "--format", "json"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  // The checkpoint's own count of parameters.
  EXPECT_EQ(text::parse_json(ran.out, "stdout")["model"]["parameters"], 8'190'735'360);
}

// The list of broken scenarios, by way of the program.
TEST(PlanCommand, RefusesBrokenScenariosWithEveryProblemAndWritesNothing) {
  const ScratchFolder folder;
  const std::string answer = folder.path("answer.json");
  for (const scenario::BrokenScenario& broken : scenario::broken_scenarios()) {
    SCOPED_TRACE(broken.claim);
    const std::string file = folder.write("scenario.json", changed(broken.changes).dump());
    const Ran ran = run_words({"plan", file, "--format", "json", "-o", answer});
    EXPECT_EQ(ran.code, kInputError);
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(answer));
    for (const scenario::Complaint& complaint : broken.complaints)
      EXPECT_THAT(ran.err, HasSubstr(std::string("error: ") + complaint.where + ": "));
    EXPECT_EQ(static_cast<std::size_t>(std::count(ran.err.begin(), ran.err.end(), '\n')), broken.complaints.size())
        << ran.err;
  }
}

TEST(PlanCommand, RefusesTextsThatAreNoScenario) {
  const ScratchFolder folder;
  const std::string good = scenario::kGoodScenario;
  const std::pair<std::string, const char*> cases[] = {
      {good.substr(0, 400), "not valid JSON"},
      {"", "not valid JSON"},
      {"[]", "is not an object"},
      {std::string(100u << 20, '['), "is larger than 16 MiB"},
      {std::string(1u << 20, '['), "nested deeper than 64 levels"},
      {"{\"name\": \"\xff\xfe\"}", "not valid JSON"},
      {R"({"version": 1, "version": 1})", "#/version: this key stands twice"},
      {R"({"version": 1e999})", "beyond 1.8e308"}};
  const std::string answer = folder.path("answer.json");
  for (const auto& [text, message] : cases) {
    const Ran ran = run_words({"plan", folder.write("scenario.json", text), "-o", answer});
    EXPECT_EQ(ran.code, kInputError) << message;
    EXPECT_THAT(ran.err, HasSubstr(message));
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(answer));
  }
}

TEST(PlanCommand, RefusesSettingsThatLeadNowhere) {
  const std::pair<const char*, const char*> cases[] = {
      {"cluster.nodes", "write PATH=VALUE"},
      {"cluster.nodes.x=1", "256 is neither an object nor a list: it has no \"x\""},
      {"cluster..nodes=1", "names a value by its path"},
      {"cluster.nodes=", "/cluster/nodes: \"\" is not a whole number"},
      {"cluster.nodse=1", "did you mean \"nodes\"?"}};
  for (const auto& [assignment, message] : cases) {
    const Ran ran = run_words({"plan", kP5, "--set", assignment});
    EXPECT_EQ(ran.code, kInputError) << assignment;
    EXPECT_THAT(ran.err, HasSubstr(message));
  }
}

TEST(PlanCommand, SaysHowMuchIsMissingWhereAPlanDoesNotFit) {
  const Ran ran = run_words({"plan", kP5, "--set", "training.parallel.tensor=1", "--set",
                             "training.parallel.pipeline=1", "--set", "training.parallel.virtual_pipeline=1"});
  EXPECT_EQ(ran.code, kCannotRun);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("cannot run. Out of memory: 717 GB per accelerator of 85.5 GB"),
                             HasSubstr("part: gradients."), HasSubstr("does not fit (chance under 0.1 %)"),
                             HasSubstr("nearest    tensor"), Not(HasSubstr("finish"))));
}

TEST(PlanCommand, SaysWhenAMissedDeadlineWouldBeMet) {
  const Ran missed = run_words({"plan", kP5, "--set", "run.deadline=2025-03-10"});
  EXPECT_EQ(missed.code, kCannotRun);
  EXPECT_THAT(missed.out, HasSubstr("misses 2025-03-10: kept with a chance of under 0.1 %, 9 in 10 by 2025-"));
  const Ran searched =
      run_words({"plan", kP5, "--set", "cluster.nodes=auto", "--set", "run.deadline=2025-12-31", "--format", "json"});
  EXPECT_EQ(searched.code, kOk) << searched.err;
  const json report = text::parse_json(searched.out, "stdout");
  EXPECT_LE(report["run"]["finish"]["p90"].get<std::string>(), "2025-12-31");
  EXPECT_GE(report["run"]["deadline"]["chance"].get<double>(), 0.9);
  // 256 nodes take seven months in nine of ten cases: seven tenths of them take ten.
  EXPECT_NEAR(report["totals"]["nodes"].get<int>(), 180, 16);
}

TEST(PlanCommand, FailsAGateWithItsOwnCode) {
  const Ran within = run_words({"plan", kP5, "--fail-if", "cost>2B"});
  EXPECT_EQ(within.code, kOk) << within.err;
  const Ran exceeded = run_words({"plan", kP5, "--fail-if", "cost>2.5M", "--fail-if", "days>1"});
  EXPECT_EQ(exceeded.code, kGateExceeded);
  EXPECT_THAT(exceeded.err, AllOf(HasSubstr("gate exceeded: cost>2.5M"), HasSubstr("gate exceeded: days>1")));
  EXPECT_EQ(exceeded.out, within.out);
  const Ran wrong = run_words({"plan", kP5, "--fail-if", "csot>2.5M"});
  EXPECT_EQ(wrong.code, kInputError);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"cost\"?"));
}

TEST(PlanCommand, RefusesUnknownOptionsWithTheNearest) {
  const Ran ran = run_words({"plan", kP5, "--fial-if", "cost>1"});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, HasSubstr(R"(unknown option "--fial-if"; did you mean "--fail-if"?)"));
}

TEST(StepCommand, ShowsTheStepByCause) {
  const Ran table = run_words({"step", kP5});
  EXPECT_EQ(table.code, kOk) << table.err;
  EXPECT_THAT(table.out,
              AllOf(HasSubstr("Step time by cause"), HasSubstr("gemm"), HasSubstr("total"), HasSubstr("MFU")));
  const Ran plan = run_words({"plan", kP5, "--format", "json"});
  const Ran step = run_words({"step", kP5, "--format", "json"});
  EXPECT_EQ(text::parse_json(step.out, "step")["step"], text::parse_json(plan.out, "plan")["step"]);
  for (const char* format : {"csv", "md"}) EXPECT_EQ(run_words({"step", kP5, "--format", format}).code, kOk);
}

TEST(MemoryCommand, ShowsTheBytesByCause) {
  const Ran table = run_words({"memory", kP5});
  EXPECT_EQ(table.code, kOk) << table.err;
  EXPECT_THAT(table.out, AllOf(HasSubstr("parameters"), HasSubstr("activations"), HasSubstr("fits: a chance of")));
  const Ran plan = run_words({"plan", kP5, "--format", "json"});
  const Ran memory = run_words({"memory", kP5, "--format", "json"});
  EXPECT_EQ(text::parse_json(memory.out, "memory")["memory"], text::parse_json(plan.out, "plan")["memory"]);
}

}  // namespace plan_command_test
}  // namespace fmplan::cli
