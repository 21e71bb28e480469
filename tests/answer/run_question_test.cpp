#include "core/answer/run_question.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/trace_files.h"

namespace fmplan::answer {
namespace run_question_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(RunQuestion, IsWhatWasTyped) {
  Issues issues;
  const RunQuestion question = run_question(
      {.trials = "500", .spares = "auto", .timeline = "t.json", .trial = "17", .files = {"a.svg", "b.html", "c.csv"}},
      issues);
  EXPECT_THAT(issues, IsEmpty());
  EXPECT_EQ(question.options.trials, 500);
  // Of a change no more are simulated than of the run itself.
  EXPECT_EQ(question.options.trials_per_change, 500);
  EXPECT_EQ(question.files.timeline, "t.json");
  EXPECT_EQ(question.files.trial, 17);
  EXPECT_EQ(question.files.answer_file, "c.csv");
  ASSERT_EQ(question.files.pictures.size(), 2u);
  EXPECT_EQ(question.files.pictures[0].kind, PictureKind::kDrawing);
  EXPECT_EQ(question.files.pictures[1].kind, PictureKind::kPage);
}

TEST(RunQuestion, LeavesChangesOutWhereTheyAreNotWanted) {
  Issues issues;
  EXPECT_GT(run_question({}, issues).options.trials_per_change, 0);
  EXPECT_EQ(run_question({.no_changes = true}, issues).options.trials_per_change, 0);
}

TEST(RunQuestion, SaysEverythingThatCannotBeRead) {
  struct Bad {
    RunArguments arguments;
    std::vector<std::string> places;
  };
  const std::vector<Bad> kBad = {
      {{.trials = "0"}, {"--trials"}},
      {{.trials = "100000001"}, {"--trials"}},
      {{.trials = "ten"}, {"--trials"}},
      {{.spares = "-1"}, {"--spares"}},
      {{.spares = "some"}, {"--spares"}},
      {{.timeline = "one-trial.txt"}, {"--timeline"}},
      {{.trial = "3"}, {"--trial"}},
      {{.timeline = "t.json", .trial = "-3"}, {"--trial"}},
      {{.trials = "x", .spares = "x", .trial = "x"}, {"--trials", "--spares", "--trial", "--trial"}}};
  for (const Bad& bad : kBad) {
    Issues issues;
    run_question(bad.arguments, issues);
    std::vector<std::string> places;
    for (const Issue& issue : issues) places.push_back(issue.where);
    EXPECT_EQ(places, bad.places) << bad.arguments.trials << bad.arguments.spares << bad.arguments.trial;
  }
}

TEST(TraceFiles, AreTimelinesUnlessTheAnswerIsToBeJson) {
  const std::vector<std::string> files = {"a.json", "b.svg", "c.csv"};
  EXPECT_THAT(trace_files(files, false).pictures, ElementsAre("a.json", "b.svg"));
  EXPECT_EQ(trace_files(files, false).answer_file, "c.csv");
  EXPECT_THAT(trace_files({"b.svg", "a.json"}, true).pictures, ElementsAre("b.svg"));
  EXPECT_EQ(trace_files({"b.svg", "a.json"}, true).answer_file, "a.json");
}

}  // namespace run_question_test
}  // namespace fmplan::answer
