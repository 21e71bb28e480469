#include "core/sim/run/checkpoint_grid.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace fmplan::sim {
namespace checkpoint_grid_test {

CheckpointLevel level(int every, double stall_s) {
  return {.name = "level", .every = every, .stall = stall_s * second, .persist_lag = {}, .reload = {}};
}

// Three levels: 10 s of work and 1 s a checkpoint, 5 s more for each 4th, 100 s more for each 8th.  The eighth segment
// takes 116 s.
TEST(CheckpointGrid, AddsUpTheStallsOfAllLevels) {
  const std::vector<CheckpointLevel> levels = {level(1, 1), level(4, 5), level(8, 100)};
  const CheckpointGrid grid(levels, 10);
  EXPECT_DOUBLE_EQ(grid.time_s(0, 3, 1), 33);
  EXPECT_DOUBLE_EQ(grid.time_s(0, 4, 1), 49);
  EXPECT_DOUBLE_EQ(grid.time_s(0, 8, 1), 198);
  EXPECT_DOUBLE_EQ(grid.time_s(3, 1, 1), 16);    // the fourth of the run
  EXPECT_DOUBLE_EQ(grid.time_s(3, 1, 1.5), 21);  // half as long again for the work alone
  EXPECT_EQ(grid.segments(0, 48.9, 1), 3);
  EXPECT_EQ(grid.segments(0, 49, 1), 4);
  EXPECT_EQ(grid.segments(7, 115.9, 1), 0);
  EXPECT_EQ(grid.segments(7, 116, 1), 1);
}

TEST(CheckpointGrid, CountsSegmentsAsGoingThroughThemDoes) {
  RandomStream random({.seed = 3});
  for (int i = 0; i < 2000; ++i) {
    const int every = 1 + static_cast<int>(random.uniform() * 6);
    const std::vector<CheckpointLevel> levels = {level(1, random.uniform()), level(every, 300 * random.uniform()),
                                                 level(every * 3, 3000 * random.uniform())};
    const CheckpointGrid grid(levels, 1 + 50 * random.uniform());
    const auto first = static_cast<std::int64_t>(random.uniform() * 20);
    const double pace = 1 + random.uniform(), elapsed_s = 20'000 * random.uniform();
    std::int64_t count = 0;
    double passed_s = 0;
    while (true) {
      passed_s += grid.interval_s() * pace;
      for (const CheckpointLevel& l : levels)
        if ((first + count + 1) % l.every == 0) passed_s += l.stall / second;
      if (passed_s > elapsed_s) break;
      ++count;
    }
    EXPECT_EQ(grid.segments(first, elapsed_s, pace), count);
  }
}

}  // namespace checkpoint_grid_test
}  // namespace fmplan::sim
