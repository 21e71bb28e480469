#include "core/picture/step_time_axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/pictured_step.h"

namespace fmplan::picture {
namespace step_time_axis_test {

using model::PipelineSchedule;
using testing::ElementsAre;

sim::StepSimulation step_of(int pipeline, int num_micro_batches) {
  const sim::PipelineShape shape{PipelineSchedule::kOneForwardOneBackward, pipeline, 1, num_micro_batches};
  return pictured_step(shape, equal_stages(shape, {1'000'000, 1'000'000, 1'000'000, 0}));
}

// 4 ranks, 8 micro-batches of 3 ms: (8 + 3)·3 ms = 33 ms, a forward pass 1 ms.
TEST(TimeAxis, IsWholeWherePassesAreWideEnough) {
  const sim::StepSimulation step = step_of(4, 8);
  const TimeAxis axis = time_axis(step, 330, 40, {.unbroken = 10, .broken = 12, .least = 2});
  EXPECT_THAT(axis.windows, ElementsAre(TimeWindow{0, 33'000'000, 0}));
  EXPECT_DOUBLE_EQ(axis.at(axis.windows[0], 33'000'000), 330);
}

// 4 ranks, 128 micro-batches: 393 ms.  The last rank begins its first backward pass after 4 ms, the first after 4·1 +
// 3·2 = 10 ms; the last forward pass of rank 0 ends 4·2 + 3·1 = 11 ms before the end, the 3 ms of idle time of rank 0
// with it.  At 10 a pass 96 ms fit.
TEST(TimeAxis, IsBeginningAndEndWhereTheyAreNot) {
  const sim::StepSimulation step = step_of(4, 128);
  ASSERT_EQ(step.makespan_ns, 393'000'000);
  const TimeAxis axis = time_axis(step, 1000, 40, {.unbroken = 5, .broken = 10, .least = 2});
  ASSERT_EQ(axis.windows.size(), 2u);
  EXPECT_DOUBLE_EQ(axis.width_per_ns * 1e6, 10);
  EXPECT_EQ(axis.windows[0].from_ns, 0);
  EXPECT_EQ(axis.windows[1].to_ns, step.makespan_ns);
  // Both fit, the gap between them, and neither is shorter than what fills and drains.
  const double first_width = axis.at(axis.windows[0], axis.windows[0].to_ns);
  EXPECT_NEAR(axis.windows[1].left - first_width, 40, 1e-9);
  EXPECT_NEAR(axis.at(axis.windows[1], step.makespan_ns), 1000, 1e-4);  // a window ends on a whole nanosecond
  EXPECT_GT(axis.windows[0].to_ns, 10'000'000);
  EXPECT_LT(axis.windows[1].from_ns, step.makespan_ns - 11'000'000);
}

// 64 ranks and 256 micro-batches take 957 ms, of which 190 fill and 190 drain: a pass is made narrower than wanted, but
// no narrower than the least.
TEST(TimeAxis, NarrowsPassesForADeepPipelineToTheLeast) {
  const sim::StepSimulation step = step_of(64, 256);
  const TimeAxis fits = time_axis(step, 1000, 40, {.unbroken = 5, .broken = 10, .least = 1.5});
  ASSERT_EQ(fits.windows.size(), 2u);
  EXPECT_LT(fits.width_per_ns * 1e6, 10);
  EXPECT_GT(fits.width_per_ns * 1e6, 1.5);
  const TimeAxis least = time_axis(step, 1000, 40, {.unbroken = 5, .broken = 10, .least = 4});
  EXPECT_DOUBLE_EQ(least.width_per_ns * 1e6, 4);
}

TEST(TimeAxis, IsWholeWhereABreakWouldHideNextToNothing) {
  const sim::StepSimulation step = step_of(4, 8);
  EXPECT_EQ(time_axis(step, 330, 30, {.unbroken = 11, .broken = 10, .least = 9}).windows.size(), 1u);
}

TEST(TimeAxis, TakesAStepWithoutPassesWhole) {
  sim::StepSimulation step;
  step.makespan_ns = 7;
  step.ranks.resize(1);
  EXPECT_THAT(time_axis(step, 70, 10, {5, 5, 5}).windows, ElementsAre(TimeWindow{0, 7, 0}));
  step.makespan_ns = 0;
  EXPECT_EQ(time_axis(step, 70, 10, {5, 5, 5}).windows.size(), 1u);
}

TEST(HiddenMicroBatches, AreThoseWithoutAnyPassDrawn) {
  const sim::StepSimulation step = step_of(1, 10);  // micro-batch i from 3i to 3i + 3 ms
  TimeAxis axis{.windows = {{0, 30'000'000, 0}}, .width_per_ns = 1e-6};
  EXPECT_EQ(num_hidden_micro_batches(step, axis), 0);
  axis.windows = {{0, 6'500'000, 0}, {27'000'000, 30'000'000, 20}};  // 0, 1, 2 and 9
  EXPECT_EQ(num_hidden_micro_batches(step, axis), 6);
}

TEST(TimeTicks, AreRoundAndAtLeastAsFarApartAsAsked) {
  const TimeAxis axis{.windows = {{0, 33'000'000, 10}}, .width_per_ns = 330 / 33e6};  // 10 a millisecond
  const TimeTicks ticks = time_ticks(axis, 70);
  EXPECT_EQ(ticks.unit, "ms");
  std::vector<std::string> labels;
  for (const TimeTick& tick : ticks.ticks) labels.push_back(tick.label);
  EXPECT_THAT(labels, ElementsAre("0", "10", "20", "30"));
  EXPECT_DOUBLE_EQ(ticks.ticks[1].at, 110);
}

TEST(TimeTicks, GoOnBehindABreak) {
  const TimeAxis axis{.windows = {{0, 250'000'000, 0}, {8'750'000'000, 9'000'000'000, 300}}, .width_per_ns = 1e-6};
  const TimeTicks ticks = time_ticks(axis, 100);
  EXPECT_EQ(ticks.unit, "s");
  std::vector<std::string> labels;
  for (const TimeTick& tick : ticks.ticks) labels.push_back(tick.label);
  EXPECT_THAT(labels, ElementsAre("0", "0.1", "0.2", "8.8", "8.9", "9"));
  EXPECT_DOUBLE_EQ(ticks.ticks[3].at, 350);
}

}  // namespace step_time_axis_test
}  // namespace fmplan::picture
