#include "cli/watch.h"

#include <csignal>

#include <gtest/gtest.h>

namespace fmplan::cli {
namespace watch_test {

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
