#include "core/picture/run_picture.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/run_tables.h"
#include "core/text/terminal_text.h"
#include "tests/picture/pictured_run.h"

namespace fmplan::picture {
namespace run_picture_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(RunPicture, MarksTheQuantilesAndNamesEveryPart) {
  EXPECT_THAT(run_picture(picture::pictured_run(), {.width = 100}),
              AllOf(HasSubstr("P10 90.0"), HasSubstr("P50 99.0"), HasSubstr("P90 112.0 days"), HasSubstr("█"),
                    HasSubstr("lost work"), HasSubstr("2,400 h"), HasSubstr("productive steps"),
                    HasSubstr("cut at 2,040 h"), Not(HasSubstr("\x1b"))));
}

TEST(RunPicture, StaysWithinTheWidth) {
  for (const int width : {60, 80, 100, 132})
    for (const bool blocks : {true, false})
      for (const std::string& line : lines_of(run_picture(picture::pictured_run(), {.width = width, .blocks = blocks})))
        EXPECT_LE(text::display_width(line), std::max(width, 60)) << line;
}

TEST(RunPicture, IsAsciiWhereThereAreNoBlocks) {
  const std::string text = run_picture(picture::pictured_run(), {.width = 100, .blocks = false});
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
      << text;
}

// Bins of 100, 400, 400 and 100 trials: a quarter of the height, all of it, all of it, a quarter.
TEST(RunPicture, DrawsBarsAsHighAsTheirTrials) {
  const std::vector<std::string> lines = lines_of(run_picture(picture::pictured_run(), {.width = 44, .blocks = false}));
  EXPECT_EQ(lines[1], "            ####################");
  EXPECT_EQ(lines[8], "  ########################################");
}

TEST(RunTables, PartsAddUpToTheWhole) {
  const answer::Table table = answer::run_time_table(picture::pictured_run());
  EXPECT_EQ(table.rows.front()[1], "2400.0 ± 6.0");
  EXPECT_EQ(table.rows.back()[1], "2,160");
  EXPECT_EQ(table.rows[table.rows.size() - 2][3], "2,160");  // what is left after the last loss
}

TEST(RunTables, TellLuckAndModelErrorApart) {
  plan::RunStudy study = picture::pictured_run();
  EXPECT_EQ(answer::run_bands_table(study).rows.size(), 3u);
  EXPECT_EQ(answer::run_bands_table(study).notes.size(), 1u);
  study.has_step_time_error = false;
  study.settings.failures.num_events.reset();
  EXPECT_EQ(answer::run_bands_table(study).rows.size(), 1u);
  EXPECT_EQ(answer::run_bands_table(study).notes.size(), 3u);
}

// The first saves most days, the second most money.
TEST(RunTables, RankChangesByDaysAndByMoney) {
  const answer::Table table = answer::run_changes_table(picture::pictured_run());
  EXPECT_EQ(table.rows[0][4], "2.");
  EXPECT_EQ(table.rows[1][4], "1.");
  EXPECT_EQ(table.rows[1][2], "-0.50 ± 0.10");
}

TEST(RunTables, TellTheClosedFormAndPlannedInterruptions) {
  const answer::Table table = answer::run_answer_table(picture::pictured_run());
  std::string text;
  for (const auto& row : table.rows) text += row[0] + ": " + row[1] + "\n";
  EXPECT_THAT(text, AllOf(HasSubstr("+4.0 standard errors"), HasSubstr("and 3.00 planned"), HasSubstr("1,000;"),
                          HasSubstr("99.0 (80 %: 90.0 – 112.0), mean 100.00 ± 0.25")));
}

TEST(RunTables, SayWhatDoesNotFinishAndShowAssumptionsAloneWithoutARun) {
  plan::RunStudy study = picture::pictured_run();
  study.with_step_time.finished = 990;
  const answer::Table table = answer::run_answer_table(study);
  EXPECT_THAT(table.rows.back()[1], HasSubstr("990 came to their end"));
  study.with_step_time.finished = 0;
  study.obstacles = {{.kind = plan::NoticeKind::kOutOfMemory}};
  EXPECT_THAT(answer::run_tables(study), IsEmpty());
  study.report.assumptions.push_back({});
  EXPECT_EQ(answer::run_tables(study).size(), 1u);
}

}  // namespace run_picture_test
}  // namespace fmplan::picture
