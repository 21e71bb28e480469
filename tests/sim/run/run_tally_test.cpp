#include "core/sim/run/run_tally.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fmplan::sim {
namespace run_tally_test {

// Of 100 trials 80 take 1 to 80 days and 20 never end: a tenth of all are ready after 10 days, a half after 50, and
// nine tenths never are.  Of those that end a half is ready after 40.
TEST(RunTally, HasQuantilesOfAllTrialsBesideThoseThatEnd) {
  RunTally tally;
  for (int i = 1; i <= 100; ++i) {
    RunTrial trial;
    trial.finished = i <= 80;
    trial.wall_clock_s = i * 86400.0;
    tally.add(trial, {});
  }
  const RunSimulation run = summary(tally);
  EXPECT_EQ(run.finished, 80);
  EXPECT_NEAR(run.wall_clock_days.p50, 40, 1);
  EXPECT_NEAR(run.days_of_all[0], 10, 1);
  EXPECT_NEAR(run.days_of_all[1], 50, 1);
  EXPECT_TRUE(std::isinf(run.days_of_all[2]));
}

}  // namespace run_tally_test
}  // namespace fmplan::sim
