#include "core/picture/step_palette.h"

#include <set>

#include <gtest/gtest.h>

namespace fmplan::picture {
namespace step_palette_test {

TEST(Lighter, MixesInWhite) {
  EXPECT_EQ(lighter("#1f6fb4", 0), "#1f6fb4");
  EXPECT_EQ(lighter("#006480", 0.5), "#80b2c0");  // (0 + 255)/2 = 127.5, (100 + 255)/2, (128 + 255)/2: halves up
  EXPECT_EQ(lighter("#1f6fb4", 1), "#ffffff");
}

TEST(InkOn, IsLegible) {
  EXPECT_EQ(ink_on("#000000"), "#ffffff");
  EXPECT_EQ(ink_on("#ffffff"), "#1f2937");
  EXPECT_EQ(ink_on(task_color(sim::StepTaskKind::kForward)), "#ffffff");
  EXPECT_EQ(ink_on(task_color(sim::StepTaskKind::kBackward)), "#1f2937");
  EXPECT_EQ(ink_on(task_color(sim::StepTaskKind::kGather)), "#1f2937");
  EXPECT_EQ(ink_on(task_color(sim::StepTaskKind::kReduce)), "#ffffff");
}

TEST(TaskColor, SetsApartWhatStandsSideBySide) {
  using enum sim::StepTaskKind;
  std::set<std::string_view> colors;
  for (const sim::StepTaskKind kind :
       {kForward, kBackward, kBackwardWeight, kSendForward, kGather, kReduce, kOptimizer, kHost})
    colors.insert(task_color(kind));
  EXPECT_EQ(colors.size(), 8u);
}

}  // namespace step_palette_test
}  // namespace fmplan::picture
