#include "cli/watch.h"

#include <csignal>

#include <gtest/gtest.h>

namespace fmplan::cli {
namespace watch_test {

// 30 of 120 in 10 s: 90 are left at 3 a second, so 30 s.
TEST(ProgressLine, EstimatesWhatIsLeft) {
  EXPECT_EQ(progress_line("searching", 30, 120, 10), "searching  30 of 120  25 %  3/s  30.0 s left");
  // Of 30 the first 20 were there before: 1 a second.
  EXPECT_EQ(progress_line("searching", 30, 120, 10, 20), "searching  30 of 120  25 %  1/s  90.0 s left");
  EXPECT_EQ(progress_line("searching", 20, 120, 10, 20), "searching  20 of 120  17 %");
  EXPECT_EQ(progress_line("searching", 0, 120, 10), "searching  0 of 120  0 %");
  EXPECT_EQ(progress_line("searching", 120, 120, 10), "searching  120 of 120  100 %");
  EXPECT_EQ(progress_line("reading", 7, 0, 10), "reading  7");
}

TEST(InterruptibleProgress, StopsAtTheFirstInterruptAndLeavesTheHandlerAsItWas) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  std::signal(SIGINT, before);
  {
    const InterruptibleProgress watch(Options{}, "waiting");
    EXPECT_FALSE(watch.stopped());
    std::raise(SIGINT);
    EXPECT_TRUE(watch.stopped());
  }
  const auto after = std::signal(SIGINT, before);
  EXPECT_EQ(after, before);
}

}  // namespace watch_test
}  // namespace fmplan::cli
