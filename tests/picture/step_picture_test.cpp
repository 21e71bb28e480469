#include "core/picture/step_picture.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/terminal_text.h"
#include "tests/picture/pictured_step.h"

namespace fmplan::picture {
namespace step_picture_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using enum model::PipelineSchedule;

sim::StepSimulation step_of(const sim::PipelineShape& shape) {
  return picture::pictured_step(shape, equal_stages(shape, {10'000'000, 10'000'000, 10'000'000, 0}));
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

// 2 ranks, 2 micro-batches: 9 units, at 36 columns 4 a unit.
TEST(StepPicture, DrawsPassesToTheirLength) {
  EXPECT_THAT(lines(step_picture(step_of({kOneForwardOneBackward, 2, 1, 2}), 7 + 36, false)),
              ElementsAre("rank 0 F0--F1--        B0======    B1======", "rank 1     F0--B0======F1--B1======",
                          "       |0                  |50 ms", "F forward · B backward"));
}

TEST(StepPicture, NamesPassesThatAreOneColumnWideByTheirLetter) {
  // 24 + 3 = 27 units of F + B = 3: 81 units in 81 columns.
  const std::string text = step_picture(step_of({kOneForwardOneBackward, 4, 1, 24}), 7 + 81, false);
  EXPECT_THAT(text, HasSubstr("rank 0 FFFF      B0FB1F"));
}

TEST(StepPicture, NamesSplitAndPairedPasses) {
  const std::string split = step_picture(step_of({kZeroBubbleH1, 4, 1, 8}), 120, false);
  EXPECT_THAT(split, HasSubstr("I gradients of inputs · W gradients of weights"));
  EXPECT_THAT(split, HasSubstr("W7"));
  EXPECT_THAT(step_picture(step_of({kDualPipe, 4, 1, 8}), 160, false), HasSubstr("F3+B5"));
}

TEST(StepPicture, IsAsWideAsAskedAndBreaksALongStep) {
  for (const int width : {60, 100, 200})
    for (const sim::PipelineShape& shape : {sim::PipelineShape{kOneForwardOneBackward, 4, 1, 8},
                                            {kOneForwardOneBackward, 8, 1, 256},
                                            {kZeroBubbleV, 8, 2, 64}})
      for (const std::string& line : lines(step_picture(step_of(shape), width, false)))
        EXPECT_LE(text::display_width(line), width + 5) << line;  // the unit of time may stick out
  EXPECT_THAT(step_picture(step_of({kOneForwardOneBackward, 8, 1, 256}), 100, false), HasSubstr("s …"));
  EXPECT_THAT(step_picture(step_of({kOneForwardOneBackward, 4, 1, 8}), 100, false), Not(HasSubstr("…")));
  EXPECT_THAT(step_picture(step_of({kOneForwardOneBackward, 4, 1, 8}), 1, false), HasSubstr("rank 3"));
}

TEST(StepPicture, ShowsTheFirstAndLastOfManyRanks) {
  const std::string text = step_picture(step_of({kOneForwardOneBackward, 40, 1, 40}), 120, false);
  EXPECT_THAT(text, HasSubstr("rank 15 "));
  EXPECT_THAT(text, HasSubstr("… 8 ranks …"));
  EXPECT_THAT(text, Not(HasSubstr("rank 16 ")));
  EXPECT_THAT(text, HasSubstr("rank 39 "));
}

TEST(StepPicture, IsTheSameTextInColor) {
  const sim::StepSimulation step = step_of({kOneForwardOneBackward, 4, 1, 8});
  std::string colored = step_picture(step, 100, true), plain;
  EXPECT_THAT(colored, HasSubstr("\x1b[97;44mF0"));
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b')
      i = colored.find('m', i);
    else
      plain += colored[i];
  }
  EXPECT_EQ(plain, step_picture(step, 100, false));
}

}  // namespace step_picture_test
}  // namespace fmplan::picture
