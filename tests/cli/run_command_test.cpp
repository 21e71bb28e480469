#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "core/text/json_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace run_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// 200 trials of Llama 3 70B on 2,048 H100.
Ran simulated(std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"run", shipped_scenario("llama3-70b-p5.json"), "--trials", "200"};
  words.insert(words.end(), more.begin(), more.end());
  return run_words(words);
}

json document(std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--format", "json"});
  const Ran ran = simulated(more);
  EXPECT_EQ(ran.code, kOk) << ran.err;
  return text::parse_json(ran.out, "stdout");
}

TEST(RunCommand, AnswersOnOneScreen) {
  const Ran ran = simulated();
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("llama-3-70b on 256 × p5.48xlarge and 2 spares: "), HasSubstr("with 90 %"),
                             HasSubstr("Simulated run"), HasSubstr("helps most"), HasSubstr("--full: ")));
  EXPECT_LE(std::ranges::count(ran.out, '\n'), 25);
}

TEST(RunCommand, ShowsTheAnswerItsBandsAndWhatWouldHelp) {
  const Ran ran = simulated({"--full"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("llama-3-70b on 256 × p5.48xlarge and 2 spares: "), HasSubstr("with 90 %"),
                             HasSubstr("P50"), HasSubstr("Simulated run"), HasSubstr("luck with failures"),
                             HasSubstr("+ steps, campaigns"), HasSubstr("Where the time goes"), HasSubstr("By cause"),
                             HasSubstr("What would help most"), HasSubstr("closed form")));
}

TEST(RunCommand, PrintsTablesInEveryFormat) {
  EXPECT_THAT(simulated({"--format", "md", "--no-changes"}).out,
              AllOf(HasSubstr("### Simulated run"), Not(HasSubstr("█")), Not(HasSubstr("help most"))));
  EXPECT_THAT(simulated({"--format", "csv", "--table", "run.causes", "--no-changes"}).out,
              testing::StartsWith("cause,planned,interruptions.mean,"));
}

TEST(RunCommand, GivesTheSameBytesForAnyNumberOfThreads) {
  EXPECT_EQ(simulated({"--jobs", "1"}).out, simulated({"--jobs", "4"}).out);
  EXPECT_NE(simulated({"--seed", "2", "--no-changes"}).out, simulated({"--seed", "3", "--no-changes"}).out);
}

TEST(RunCommand, TakesTheNumberOfSparesFromTheCommandLine) {
  EXPECT_EQ(document({"--spares", "5", "--no-changes"})["run"]["spare_nodes"], 5);
  EXPECT_TRUE(document({"--no-changes"})["changes"].empty());
}

TEST(RunCommand, WritesPicturePageAndTimeline) {
  const ScratchFolder folder;
  const Ran ran = simulated({"-o", folder.path("run.svg"), "-o", folder.path("run.html"), "--timeline",
                             folder.path("one.json"), "--trial", "17", "--no-changes"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("run.svg"), HasSubstr("run.html"), HasSubstr("ui.perfetto.dev")));
  const std::string picture = ScratchFolder::read(folder.path("run.svg"));
  EXPECT_THAT(picture, HasSubstr("How long it takes"));
  const std::string page = ScratchFolder::read(folder.path("run.html"));
  EXPECT_THAT(page, AllOf(HasSubstr("<!DOCTYPE html>"), HasSubstr("Simulated run"), HasSubstr("Assumptions")));
  EXPECT_NE(page.find(picture), std::string::npos);
  const json timeline = text::parse_json(ScratchFolder::read(folder.path("one.json")), "one.json");
  EXPECT_EQ(timeline["otherData"]["trial"], 17);
  EXPECT_GT(timeline["traceEvents"].size(), 20u);
}

// The typical trial does not depend on how many are simulated.
TEST(RunCommand, ShowsATypicalTrialUnlessToldWhich) {
  const ScratchFolder folder;
  const auto trial = [&](const char* trials) {
    const Ran ran = run_words({"run", shipped_scenario("llama3-70b-p5.json"), "--trials", trials, "--no-changes",
                               "--timeline", folder.path("one.json")});
    EXPECT_EQ(ran.code, kOk) << ran.err;
    return text::parse_json(ScratchFolder::read(folder.path("one.json")), "one.json")["otherData"]["trial"];
  };
  EXPECT_EQ(trial("10"), trial("300"));
}

TEST(RunCommand, RefusesAllThatIsWrongAtOnceAndSimulatesNothing) {
  const ScratchFolder folder;
  const Ran ran = run_words({"run", shipped_scenario("llama3-70b-p5.json"), "--trials", "0", "--spares", "many", "-o",
                             folder.path("run.png"), "--timeline", folder.path("one.svg"), "--trial", "-1", "--fail-if",
                             "luck>1", "--set", "cluster.nodes=0"});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("from 1 to"), HasSubstr("--spares"), HasSubstr("neither auto nor a number"),
                             HasSubstr("run.png"), HasSubstr(".html"), HasSubstr("--timeline"), HasSubstr("--trial"),
                             HasSubstr("luck"), HasSubstr("/cluster/nodes")));
  EXPECT_TRUE(ran.out.empty());
}

TEST(RunCommand, RefusesATrialWithoutATimeline) {
  const Ran ran = simulated({"--trial", "3"});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, HasSubstr("--timeline one-trial.json"));
}

TEST(RunCommand, HoldsTheSimulatedFiguresAgainstGates) {
  EXPECT_EQ(simulated({"--no-changes", "--fail-if", "days_p90>1", "--fail-if", "goodput<1%"}).code, kGateExceeded);
  EXPECT_THAT(simulated({"--no-changes", "--fail-if", "days_p90>1"}).err, HasSubstr("days_p90"));
  EXPECT_EQ(simulated({"--no-changes", "--fail-if", "days_p90>1000", "--fail-if", "cost_p90>1B"}).code, kOk);
}

// A deadline that is missed hides no other bound, and what does not end costs more than any.
TEST(RunCommand, HoldsGatesBesideWhatIsInTheWay) {
  const Ran late = simulated({"--no-changes", "--set", "run.deadline=2025-03-10", "--fail-if", "days_p90>1"});
  EXPECT_EQ(late.code, kCannotRun);
  EXPECT_THAT(late.err, HasSubstr("gate exceeded: days_p90>1"));
  const Ran endless =
      simulated({"--no-changes", "--set", R"(run.recovery={"like":"hyperpod","replacement":"never","repair":"never"})",
                 "--set", "run.spare_nodes=140", "--fail-if", "cost>1B", "--fail-if", "days.mean>1000"});
  EXPECT_EQ(endless.code, kGateExceeded);
  EXPECT_THAT(endless.err, AllOf(HasSubstr("cost is at least $"), HasSubstr("days.mean is at least ")));
}

TEST(RunCommand, SaysWhichPicturesAreNotWrittenWhereNothingWasSimulated) {
  const ScratchFolder folder;
  const std::string picture = folder.path("late.svg");
  const Ran ran = simulated({"--set", "cluster.nodes=auto", "--set", "run.deadline=2025-03-05", "-o", picture});
  EXPECT_EQ(ran.code, kCannotRun);
  std::string out = ran.out;
  std::ranges::replace(out, '\n', ' ');  // the length of the folder's name decides where a line ends
  EXPECT_THAT(out, AllOf(HasSubstr("late.svg:"), HasSubstr("not written, since no run was simulated")));
  EXPECT_FALSE(std::filesystem::exists(picture));
}

// As `plan` tells it: late is not broken.  Phases whose batches are rounded alike are told once.
TEST(RunCommand, SaysThatNoNumberOfNodesMeetsTheDeadline) {
  const std::vector<std::string> late = {"--set", "cluster.nodes=auto", "--set", "run.deadline=2025-03-05"};
  const Ran ran = simulated(late);
  EXPECT_EQ(ran.code, kCannotRun) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr(": misses 2025-03-05. No number of nodes up to "), Not(HasSubstr("cannot run"))));

  const ScratchFolder folder;
  nlohmann::json phases = text::read_json_file(shipped_scenario("llama3-70b-p5.json"));
  phases["training"].erase("tokens");
  phases["training"]["phases"] = {{{"name", "short"}, {"tokens", "10T"}},
                                  {{"name", "long"}, {"tokens", "5T"}, {"sequence_length", 16384}}};
  folder.write("phases.json", phases.dump());
  const Ran planned = run_words({"plan", folder.path("phases.json"), "--set", "cluster.nodes=240"});
  const std::size_t first = planned.out.find(" instead of ");
  ASSERT_NE(first, std::string::npos) << planned.out;
  EXPECT_EQ(planned.out.find(" instead of ", first + 1), std::string::npos) << planned.out;
}

TEST(RunCommand, SaysWhyAPlanCannotRunAndWritesNoPicture) {
  const ScratchFolder folder;
  const Ran ran = simulated({"--set", "training.parallel.tensor=1", "--set", "training.parallel.pipeline=1", "--set",
                             "training.parallel.virtual_pipeline=1", "-o", folder.path("run.svg")});
  EXPECT_EQ(ran.code, kCannotRun) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(": cannot run. "));
  // In the words of the plan.
  const std::vector<std::string> words = {
      "plan",  shipped_scenario("llama3-70b-p5.json"), "--set", "training.parallel.tensor=1",
      "--set", "training.parallel.pipeline=1",         "--set", "training.parallel.virtual_pipeline=1"};
  const std::string plan = run_words(words).out;
  EXPECT_EQ(ran.out.substr(0, ran.out.find('\n')), plan.substr(0, plan.find('\n')));
  EXPECT_FALSE(std::filesystem::exists(folder.path("run.svg")));
}

}  // namespace run_command_test
}  // namespace fmplan::cli
