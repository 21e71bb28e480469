#include "core/picture/gantt_text.h"

#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/text/terminal_text.h"
#include "tests/picture/gantt_fixture.h"
#include "tests/picture/gantt_hostile.h"

namespace fmplan::picture {
namespace gantt_text_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string without_codes(const std::string& text) {
  return std::regex_replace(text, std::regex("\x1b\\[[0-9]*m"), "");
}

std::string line_with(const std::string& text, const std::string& part) {
  for (const std::string& line : lines_of(text))
    if (line.find(part) != std::string::npos) return line;
  return "";
}

// 60 columns hold 18 of names (16 wide, two for "! "), a blank, 32 of bars, a blank and 8 of the share: 100 days
// over 32. Data from day 0 to 10 take columns 0 to 3, training to day 50 columns 3 to 16, evaluation to day 60 columns
// 16 to 19; P90, day 75, lies in column 24, and the deadline, day 80, in column 25.
TEST(GanttText, PutsBarsIntoTheirColumns) {
  EXPECT_EQ(line_with(gantt_text(pictured_gantt(), {.width = 60}), "大規模"),
            "  大規模言語モデル d░░T████████████v▚▚───── |           93 %");
  EXPECT_EQ(line_with(gantt_text(pictured_gantt(), {.width = 60, .blocks = false}), "大規模"),
            "  大規模言語モデル d..T============v::----- |           93 %");
}

TEST(GanttText, SaysEverythingInWordsAndLetters) {
  const std::string text = gantt_text(pictured_gantt(), {.width = 100});
  EXPECT_THAT(text, AllOf(HasSubstr("2025-03-20 – 2025-06-27, 100 days, 1 at risk"), HasSubstr("2025-04"),
                          HasSubstr("! 405B"), HasSubstr("41 %  2025-06-17"), HasSubstr("93 %  2025-05-19"),
                          HasSubstr("not placed"), HasSubstr("! at risk"), HasSubstr("| deadline"),
                          HasSubstr("▼ 2025-03-20  20 × p5"), HasSubstr("405B: begin 12 days earlier")));
  EXPECT_THAT(text, Not(HasSubstr("post-training")));
}

// April begins on day 12 of 100 and so in column 3 of 32, May on day 42 in column 13.
TEST(GanttText, WritesMonthsWhereTheyBegin) {
  const auto lines = lines_of(gantt_text(pictured_gantt(), {.width = 60}));
  EXPECT_EQ(lines[2].find("2025-04"), 19U + 3U);
  EXPECT_EQ(lines[2].find("2025-05"), 19U + 13U);
}

// Full up to day 50, empty from there.
TEST(GanttText, DrawsTheUseOfPools) {
  const std::string text = gantt_text(pictured_gantt(), {.width = 60, .blocks = false});
  EXPECT_EQ(line_with(text, "p5-tokyo"), "p5-tokyo           ################                     50 %");
  EXPECT_THAT(text, Not(HasSubstr("over capacity")));
}

// 21 of 20 nodes on the first day, which the first column holds.
TEST(GanttText, MarksWhereAPoolIsFullerThanItIs) {
  Gantt gantt = pictured_gantt();
  gantt.pools[0].used[0] = 21;
  EXPECT_THAT(gantt_text(gantt, {.width = 60, .blocks = false}),
              AllOf(HasSubstr("X###############  "), HasSubstr("X over capacity")));
}

TEST(GanttText, HasTheSameWordsInColour) {
  const Gantt gantt = pictured_gantt();
  const std::string colored = gantt_text(gantt, {.width = 90, .color = true});
  EXPECT_THAT(colored, HasSubstr("\x1b["));
  std::string plain;
  for (std::string line : lines_of(without_codes(colored))) {
    line.erase(line.find_last_not_of(' ') + 1);
    plain += line + "\n";
  }
  EXPECT_EQ(plain, gantt_text(gantt, {.width = 90}));
}

TEST(GanttText, KeepsShortPhasesVisible) {
  Gantt gantt = pictured_gantt();
  gantt.rows[0].bars = {{.from_day = 0, .until_day = 50, .kind = GanttKind::kTraining},
                        {.from_day = 50, .until_day = 50.1, .kind = GanttKind::kEvaluation},
                        {.from_day = 50.1, .until_day = 90, .kind = GanttKind::kPostTraining}};
  EXPECT_THAT(gantt_text(gantt, {.width = 60}), HasSubstr("██v▓"));
}

void expect_to_fit(const Gantt& gantt, const PictureStyle& style, unsigned number) {
  const std::string text = gantt_text(gantt, style);
  ASSERT_TRUE(text.ends_with("\n"));
  for (const std::string& line : lines_of(without_codes(text))) {
    ASSERT_LE(text::display_width(line), style.width) << number << ": " << line;
    ASSERT_EQ(text::printable(line), line) << number;
  }
}

TEST(GanttText, IsNeverWiderThanTheTerminalWhateverTheValues) {
  for (unsigned number = 0; number < 300; ++number) {
    const PictureStyle style{
        .width = static_cast<int>(40 + number * 7 % 161), .color = number % 2 == 0, .blocks = number % 3 > 0};
    expect_to_fit(HostileGantt(number).gantt(), style, number);
    if (HasFatalFailure()) return;
  }
}

RC_GTEST_PROP(GanttText, FitsForAllNamesAndWidths,
              (const std::string& title, const std::string& group, const std::string& label, const std::string& note)) {
  Gantt gantt = pictured_gantt();
  gantt.title = title;
  gantt.rows[0].group = gantt.pools[0].name = group;
  gantt.rows[1].label = gantt.marks[0].label = label;
  gantt.rows[1].note = note;
  const int width = *rc::gen::inRange(40, 201);
  for (const std::string& line : lines_of(gantt_text(gantt, {.width = width})))
    RC_ASSERT(text::display_width(line) <= width);
}

TEST(GanttText, IsDrawnWithoutAnything) { EXPECT_THAT(gantt_text({.title = "t"}, {}), HasSubstr("1970-01-01")); }

}  // namespace gantt_text_test
}  // namespace fmplan::picture
