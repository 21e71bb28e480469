#include "core/picture/run_svg.h"

#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/pictured_run.h"

namespace fmplan::picture {
namespace run_svg_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(RunSvg, ShowsAllThatWasAskedFor) {
  EXPECT_THAT(run_svg(pictured_run(), 7),
              AllOf(HasSubstr("P10 90.0 d"), HasSubstr("P50 99.0 d"), HasSubstr("P90 112.0 d"), HasSubstr("seed 7"),
                    HasSubstr("luck with failures"), HasSubstr("step time's error"), HasSubstr("closed form"),
                    HasSubstr("lost work"), HasSubstr("120 h · 5.00 %"), HasSubstr("maintenance"),
                    HasSubstr("detection in half the time"), HasSubstr("1.50 d · $1,000"), HasSubstr("Spare nodes")));
}

// Four bins with trials, of which those with their middle from P10 = 90 to P90 = 112 days are dark: 95 and 105.
TEST(RunSvg, DrawsABarForEveryBin) {
  plan::RunStudy study = pictured_run();
  study.spare_cases.clear();
  const std::string text = run_svg(study, 1);
  EXPECT_EQ(count(text, "fill=\"#1f6fb4\""), 2);
  EXPECT_EQ(count(text, "fill=\"#a9c9e4\""), 2 + 3);  // and three bands
}

TEST(RunSvg, EscapesNames) {
  const std::string text = run_svg(pictured_run(), 1);
  EXPECT_THAT(text, AllOf(HasSubstr("A &lt;model&gt; &amp; &quot;more&quot;"), HasSubstr("more &lt;spares&gt;"),
                          Not(HasSubstr("<model>")), Not(HasSubstr("<spares>"))));
}

TEST(RunSvg, KeepsNamesOfAnyLengthOnTheCanvas) {
  plan::RunStudy study = pictured_run();
  study.report.scenario.name = std::string(3000, 'x');
  for (int i = 0; i < 300; ++i) study.changes[0].name += "µ";
  const std::string text = run_svg(study, 1);
  EXPECT_THAT(text, Not(HasSubstr(std::string(200, 'x'))));
  EXPECT_THAT(text, HasSubstr("µ…"));
}

TEST(RunSvg, LeavesOutWhatIsNotThere) {
  plan::RunStudy study = pictured_run();
  study.changes.clear();
  study.spare_cases.clear();
  study.has_step_time_error = false;
  const std::string text = run_svg(study, 1);
  EXPECT_THAT(text, AllOf(Not(HasSubstr("What would help")), Not(HasSubstr("Spare nodes")),
                          Not(HasSubstr("step time's error"))));
  study.with_step_time.finished = 0;
  EXPECT_THAT(run_svg(study, 1), AllOf(HasSubstr("no trial"), Not(HasSubstr("How long"))));
}

// A run without failures takes the same time in every trial, and nothing is lost.
TEST(RunSvg, HasNoOddNumberWhereAllTrialsAreAlike) {
  plan::RunStudy study = pictured_run();
  sim::RunSimulation run;
  run.trials = run.finished = 10;
  run.wall_clock_days = {.estimate = {10, 0}, .p10 = 10, .p50 = 10, .p90 = 10};
  run.wall_clock_histogram = {.low = 10, .high = 10, .counts = {10}};
  time_of(run, sim::RunTime::kProductive) = {240, 0};
  study.luck = study.with_rate = study.with_step_time = run;
  study.changes = {{.name = "nothing", .setting = "", .days = {0, 0}, .money = {}, .money_error = {}}};
  EXPECT_FALSE(std::regex_search(run_svg(study, 1), std::regex("=\"-?(nan|inf)")));
}

}  // namespace run_svg_test
}  // namespace fmplan::picture
