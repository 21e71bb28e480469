#include "core/base/progress_text.h"

#include <gtest/gtest.h>

namespace fmplan {
namespace progress_text_test {

// 30 of 120 in 10 s: 90 are left at 3 a second, so 30 s.
TEST(ProgressText, EstimatesWhatIsLeft) {
  EXPECT_EQ(progress_text("searching", 30, 120, 10), "searching  30 of 120  25 %  3/s  30.0 s left");
  // Of 30 the first 20 were there before: 1 a second.
  EXPECT_EQ(progress_text("searching", 30, 120, 10, 20), "searching  30 of 120  25 %  1/s  90.0 s left");
  EXPECT_EQ(progress_text("searching", 20, 120, 10, 20), "searching  20 of 120  17 %");
  EXPECT_EQ(progress_text("searching", 0, 120, 10), "searching  0 of 120  0 %");
  EXPECT_EQ(progress_text("searching", 120, 120, 10), "searching  120 of 120  100 %");
  EXPECT_EQ(progress_text("reading", 7, 0, 10), "reading  7");
}

}  // namespace progress_text_test
}  // namespace fmplan
