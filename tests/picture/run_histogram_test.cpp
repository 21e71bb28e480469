#include "core/picture/run_histogram.h"

#include <gtest/gtest.h>

#include "tests/picture/pictured_run.h"

namespace fmplan::picture {
namespace run_histogram_test {

TEST(HistogramRange, IsTheWholeHistogramWhereNothingIsFarOut) {
  const HistogramRange range = histogram_range({.low = 80, .high = 120, .counts = {100, 400, 400, 100}});
  EXPECT_EQ(range.low, 80);
  EXPECT_EQ(range.high, 120);
  EXPECT_EQ(range.below + range.above, 0);
}

// Bins of one day; of 1,000 trials at most ten on either side may be left out: 3 + 7 on the left, 4 on the right.
TEST(HistogramRange, LeavesOutNoMoreThanOneInAHundredOnEitherSide) {
  const HistogramRange range = histogram_range({.low = 10, .high = 16, .counts = {3, 7, 486, 486, 14, 4}});
  EXPECT_DOUBLE_EQ(range.low, 12);
  EXPECT_DOUBLE_EQ(range.high, 15);
  EXPECT_EQ(range.below, 10);
  EXPECT_EQ(range.above, 4);
}

TEST(HistogramRange, OfNoOrOneTrialIsThere) {
  const HistogramRange none = histogram_range({.low = 10, .high = 12, .counts = {0, 0}});
  EXPECT_EQ(none.high - none.low, 2);
  const HistogramRange one = histogram_range({.low = 10, .high = 13, .counts = {0, 1, 0}});
  EXPECT_DOUBLE_EQ(one.low, 11);
  EXPECT_DOUBLE_EQ(one.high, 12);
}

// 240 of 2,400 h are lost: the axis begins 360 h before the end, so that losses take two thirds of it.
TEST(WaterfallAxis, GivesTwoThirdsToWhatIsLost) {
  sim::RunSimulation run = pictured_run().with_rate;
  EXPECT_DOUBLE_EQ(waterfall_axis(run).low_h, 2400 - 360);
  EXPECT_DOUBLE_EQ(waterfall_axis(run).high_h, 2400);
  time_of(run, sim::RunTime::kProductive).mean = 400;  // more than a third is lost
  EXPECT_EQ(waterfall_axis(run).low_h, 0);
  EXPECT_EQ(waterfall_axis({}).high_h, 1);
}

}  // namespace run_histogram_test
}  // namespace fmplan::picture
