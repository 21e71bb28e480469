#include <atomic>
#include <csignal>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/answer/search_question.h"
#include "core/base/issue.h"
#include "core/text/json_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace search_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kGpt3 = shipped_scenario("gpt3-175b-a100.json");
const std::string kP5 = shipped_scenario("llama3-70b-p5.json");

json searched(std::vector<std::string> words) {
  words.insert(words.begin(), "search");
  words.insert(words.end(), {"--format", "json"});
  const Ran ran = run_words(words);
  EXPECT_EQ(ran.code, kOk) << ran.err;
  return text::parse_json(ran.out, "stdout");
}

TEST(SearchCommand, AnswersInFourFormats) {
  const Ran table = run_words({"search", kP5, "--space", "framework", "--top", "3"});
  EXPECT_EQ(table.code, kOk) << table.err;
  for (const char* part :
       {"Best plan", "step time", "simulated", "bound by", "--set 'training.parallel={\"tensor\": ", "Plans looked at",
        "out of memory", "█", "3,312 plans", "None better in step time", "simulated task by task"})
    EXPECT_THAT(table.out, HasSubstr(part));
  EXPECT_THAT(table.err, IsEmpty());
  EXPECT_THAT(run_words({"search", kP5, "--space", "framework", "--format", "csv"}).out,
              HasSubstr(",parallel.tensor,"));
  EXPECT_THAT(run_words({"search", kP5, "--space", "framework", "--format", "md"}).out, HasSubstr("| can run"));
}

// What stands between the quotes is the plan, wrapped or not.
TEST(SearchCommand, PrintsTheBestPlanAsAnOptionThatRuns) {
  const std::vector<std::string> question = {kP5, "--space", "framework", "--nodes", "256"};
  std::vector<std::string> words = question;
  words.insert(words.begin(), "search");
  const std::string out = run_words(words).out;
  const std::size_t begin = out.find("--set '") + 7, end = out.find('\'', begin);
  ASSERT_NE(end, std::string::npos);
  const Ran plan = run_words({"plan", kP5, "--set", out.substr(begin, end - begin), "--strict", "--format", "json"});
  EXPECT_EQ(plan.code, kOk) << plan.err;
  const json best = searched(question)["search"]["best"][0];
  EXPECT_EQ(text::parse_json(plan.out, "stdout")["phases"][0]["parallel"], best["parallel"]);
}

TEST(SearchCommand, StaysWithinWhatTheFrameworkOffers) {
  const auto search_in = [](const char* space) {
    return searched({kP5, "--nodes", "16", "--tensor", "8", "--micro-batch-size", "1", "--no-offload", "--top", "200",
                     "--space", space})["search"];
  };
  const json whole = search_in("whole");
  ASSERT_FALSE(whole["best"].empty());
  // Megatron has 1F1B alone, and beside a pipeline no ZeRO 2 or 3.
  for (const json& leader : whole["best"]) {
    const json& plan = leader["parallel"];
    EXPECT_EQ(plan["schedule"], "1f1b");
    EXPECT_TRUE(plan["pipeline"] == 1 || plan["zero_stage"].get<int>() < 2);
  }
  EXPECT_LT(whole["plans"].get<std::int64_t>(), search_in("all")["plans"].get<std::int64_t>());
}

TEST(SearchCommand, CountsEveryPlanOnce) {
  const json search = searched({kP5, "--space", "framework", "--top", "4"})["search"];
  std::int64_t sum = search["feasible"];
  for (const auto& [reason, number] : search["infeasible"].items()) sum += number.get<std::int64_t>();
  EXPECT_EQ(sum, search["plans"]);
  EXPECT_EQ(search["best"].size(), 4u);
  EXPECT_FALSE(search["stopped"]);
  EXPECT_FALSE(search["pareto"].empty());
}

// What it prints to paste is what `plan` reads, to the last digit.
TEST(SearchCommand, FindsPlansThatAScenarioCanState) {
  const json answer = searched({kGpt3, "--tensor", "4,8", "--pipeline", "8,16", "--context", "1,2", "--top", "30"});
  for (const json& leader : answer["search"]["best"]) {
    const Ran plan =
        run_words({"plan", kGpt3, "--format", "json", "--set", "training.parallel=" + leader["parallel"].dump()});
    ASSERT_EQ(plan.code, kOk) << plan.err;
    const json report = text::parse_json(plan.out, "stdout");
    EXPECT_EQ(report["step"]["step_time_s"], leader["step_time_s"]) << leader["parallel"];
    EXPECT_EQ(report["step"]["mfu"], leader["mfu"]);
    EXPECT_EQ(report["memory"]["per_gpu_bytes"]["total"], leader["memory_bytes"]);
  }
}

TEST(SearchCommand, ObeysItsLists) {
  const json answer = searched(
      {kGpt3, "--nodes",      "32..64:32", "--tensor", "8", "--pipeline",  "8,16",           "--context",
       "1",   "--schedules",  "1f1b,zb_v", "--zero",   "1", "--recompute", "selective,none", "--micro-batch-size",
       "1,2", "--no-offload", "--top",     "50"});
  ASSERT_FALSE(answer["search"]["best"].empty());
  for (const json& leader : answer["search"]["best"]) {
    const json& plan = leader["parallel"];
    EXPECT_EQ(plan["tensor"], 8);
    EXPECT_TRUE(plan["pipeline"] == 8 || plan["pipeline"] == 16);
    EXPECT_TRUE(plan["schedule"] == "1f1b" || plan["schedule"] == "zb_v");
    EXPECT_NE(plan["recompute"], "full");
    EXPECT_LE(plan["micro_batch_size"], 2);
    EXPECT_FALSE(plan["offload"]["optimizer"] || plan["offload"]["activations"]);
    EXPECT_TRUE(leader["nodes"] == 32 || leader["nodes"] == 64);
  }
}

TEST(SearchCommand, RanksByWhatIsAsked) {
  const std::vector<std::string> few = {kGpt3,       "--nodes", "32,64",       "--tensor", "8",
                                        "--context", "1",       "--schedules", "1f1b"};
  for (const auto& [objective, key] : {std::pair{"gpu_hours", "gpu_hours"}, {"energy", "energy_kwh"}}) {
    std::vector<std::string> words = few;
    words.insert(words.end(), {"--objective", objective});
    const json best = searched(words)["search"]["best"];
    for (std::size_t i = 1; i < best.size(); ++i) EXPECT_LE(best[i - 1][key], best[i][key]) << objective;
  }
}

struct Refused {
  std::vector<std::string> words;
  std::vector<std::string> complaints;
};

TEST(SearchCommand, SaysWhatIsWrongAndWhatToTypeInstead) {
  const Refused cases[] = {
      {{"--objective", "speed"}, {"--objective", "\"speed\" is none of step_time, gpu_hours, cost, energy"}},
      {{"--objective", "step_tim"}, {"did you mean \"step_time\"?"}},
      {{"--objective", "cost", "--set", "price.region=eu-west-3"}, {"--objective", "price", "use gpu_hours"}},
      {{"--top", "0"}, {"--top", "\"0\" is not from 1 to 1000"}},
      {{"--top", "ten"}, {"--top", "cannot read \"ten\""}},
      {{"--fit-confidence", "100%"}, {"--fit-confidence", "100%", "write it like 0.95"}},
      {{"--nodes", "64..32"}, {"--nodes", "cannot read \"64..32\"", "32..128:8"}},
      {{"--nodes", "0"}, {"--nodes", "\"0\" is not from 1"}},
      {{"--nodes", "1..1000000"}, {"--nodes", "more than 20000 numbers", "write a step"}},
      {{"--nodes", "9999999999"}, {"--nodes", "cannot read"}},
      {{"--tensor", "16"}, {"--tensor", "--tensor-across-domains", "at most 8"}},
      {{"--tensor", "5"}, {"without one of them there are plans", "--tensor 5"}},
      {{"--expert", "2"}, {"--expert", "2 needs a mixture of experts", "leave it out"}},
      {{"--virtual-pipeline", "5"}, {"--virtual-pipeline", "5 divides the layers of no stage"}},
      {{"--schedules", "1f1b,zbv"}, {"--schedules", "\"zbv\" is none of", "did you mean \"zb_v\"?"}},
      {{"--zero", "4"}, {"--zero", "\"4\" is none of 0, 1, 2, 3"}},
      {{"--recompute", "some"}, {"--recompute", "none, selective, per_operation, full"}},
      {{"--space", "some"}, {"--space", "all, whole, framework"}},
      {{"--phase", "later"}, {"--phase", "no phase of the scenario"}},
      {{"--max-plans", "some"}, {"--max-plans", "write it like 5B"}},
      {{"--set", "cluster.nodes=auto", "--set", "run.deadline=2026-12-31"}, {"--nodes", "--nodes 32..128"}},
      {{"--zero", "9", "--recompute", "x", "--nodes", "y"}, {"--zero", "--recompute", "--nodes"}},
  };
  for (const Refused& refused : cases) {
    std::vector<std::string> words = {"search", kGpt3};
    words.insert(words.end(), refused.words.begin(), refused.words.end());
    const Ran ran = run_words(words);
    EXPECT_EQ(ran.code, kInputError) << refused.words.back() << ran.out;
    for (const std::string& complaint : refused.complaints) EXPECT_THAT(ran.err, HasSubstr(complaint));
  }
}

TEST(SearchCommand, RefusesASpaceThatIsTooLargeWithWhatNarrowsIt) {
  const Ran ran = run_words({"search", kGpt3, "--max-plans", "1M"});
  EXPECT_EQ(ran.code, kInputError);
  for (const char* part : {"more than 1M", "by a sample of it measured now", "--space framework (", "--max-plans "})
    EXPECT_THAT(ran.err, HasSubstr(part));
}

TEST(SearchCommand, SaysWhatKeepsEveryPlanFromRunning) {
  const Ran ran = run_words({"search", kP5, "--space", "framework", "--nodes", "1", "--set", "model=gpt-3-175b",
                             "--set", "training.parallel.virtual_pipeline=1"});
  EXPECT_EQ(ran.code, kCannotRun);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("can run"), HasSubstr("out of memory"), HasSubstr("needs least memory"),
                             HasSubstr("90.0 % asked for")));
}

TEST(ParseNumbers, TakesListsRangesAndSteps) {
  Issues issues;
  EXPECT_THAT(answer::parse_numbers("--n", "8", 1, 99, issues), ElementsAre(8));
  EXPECT_THAT(answer::parse_numbers("--n", "4,2, 4", 1, 99, issues), ElementsAre(2, 4));
  EXPECT_THAT(answer::parse_numbers("--n", "3..6", 1, 99, issues), ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(answer::parse_numbers("--n", "1,8..32:8", 1, 99, issues), ElementsAre(1, 8, 16, 24, 32));
  EXPECT_THAT(answer::parse_numbers("--n", "", 1, 99, issues), IsEmpty());
  EXPECT_THAT(issues, IsEmpty());
  for (const char* bad : {",", "a", "1..", "..2", "1..2:0", "1..2:-1", "2..1", "1.5", "+3", "0x8", "1..2..3", "-1"}) {
    issues.clear();
    answer::parse_numbers("--n", bad, 1, 99, issues);
    EXPECT_THAT(issues, Not(IsEmpty())) << bad;
  }
}

// A space of tens of millions of plans is interrupted as soon as the search watches for it.
TEST(SearchCommand, ShowsTheBestSoFarWhenInterrupted) {
  struct sigaction before {};
  sigaction(SIGINT, nullptr, &before);
  std::atomic<bool> ended = false;
  std::thread interrupter([&] {
    struct sigaction now {};
    while (!ended) {
      sigaction(SIGINT, nullptr, &now);
      if (now.sa_handler != before.sa_handler && now.sa_handler != SIG_IGN) {
        ::kill(::getpid(), SIGINT);
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  const Ran ran = run_words({"search", kGpt3, "--nodes", "48..80", "--tensor-across-domains", "--top", "3"});
  ended = true;
  interrupter.join();
  EXPECT_EQ(ran.code, kInterrupted);
  EXPECT_THAT(ran.out, HasSubstr("interrupted"));
  EXPECT_THAT(ran.out, HasSubstr("the best of these, not of all"));
}

}  // namespace search_command_test
}  // namespace fmplan::cli
