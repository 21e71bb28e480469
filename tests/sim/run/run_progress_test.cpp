#include "core/sim/run/run_progress.h"

#include <gtest/gtest.h>

namespace fmplan::sim {
namespace run_progress_test {

/// Memory that takes every checkpoint with a stall of 1 s, and storage that takes every fourth, 9 s more.
CheckpointRule memory_and_storage() {
  CheckpointRule rule;
  rule.levels = {{.name = "memory",
                  .every = 1,
                  .stall = 1 * second,
                  .persist_lag = {},
                  .reload = 2 * second,
                  .survives = LossScope::kNode},
                 {.name = "storage",
                  .every = 4,
                  .stall = 9 * second,
                  .persist_lag = 50 * second,
                  .reload = 60 * second,
                  .survives = LossScope::kJob}};
  return rule;
}

// An interval of 99 s: checkpoints are complete after 100, 200, 300 and 409 s; the fourth is on storage 50 s later.
TEST(RunProgress, GoesBackToTheNewestCopyThatSurvives) {
  const CheckpointRule rule = memory_and_storage();
  RunProgress progress(rule, 99, 1000);
  progress.begin_stretch(0, 1);
  progress.settle(450);
  EXPECT_DOUBLE_EQ(progress.here().work_s, 4 * 99 + 41);
  EXPECT_DOUBLE_EQ(progress.worth_here_s(), 450);
  progress.keep_what_is_safe();
  EXPECT_EQ(progress.newest_copy(LossScope::kNode).position.count, 4);
  EXPECT_EQ(progress.newest_copy(LossScope::kNode).reload_s, 2);
  EXPECT_EQ(progress.newest_copy(LossScope::kJob).position.count, 0);  // not there yet
  progress.settle(459);
  progress.keep_what_is_safe();
  EXPECT_EQ(progress.newest_copy(LossScope::kJob).position.count, 4);
  progress.forget(LossScope::kJob);
  EXPECT_EQ(progress.newest_copy(LossScope::kNode).level, 1u);  // memory is gone
}

// At half the speed from 450 s on, 459 s still bring what was written before.
TEST(RunProgress, KnowsWhatWasWrittenAtAnotherPace) {
  const CheckpointRule rule = memory_and_storage();
  RunProgress progress(rule, 99, 1000);
  progress.begin_stretch(0, 1);
  progress.settle(450);
  progress.begin_piece(450, 2);
  EXPECT_DOUBLE_EQ(progress.settle(459), 4.5);
  EXPECT_DOUBLE_EQ(progress.here().work_s, 4 * 99 + 41 + 4.5);
  progress.keep_what_is_safe();
  EXPECT_EQ(progress.newest_copy(LossScope::kJob).position.count, 4);
}

// 1,000 s of work are ten whole segments, two checkpoints on storage, 10 s and a last checkpoint to both.
TEST(RunProgress, EndsAfterTheFinalCheckpoint) {
  const CheckpointRule rule = memory_and_storage();
  RunProgress progress(rule, 99, 1000);
  progress.begin_stretch(0, 1);
  EXPECT_DOUBLE_EQ(progress.until_end_s(0), 1000 + 10 + 18 + 10);
  progress.begin_stretch(0, 3);
  EXPECT_DOUBLE_EQ(progress.until_end_s(0), 3000 + 10 + 18 + 10);
  progress.finish(3038);
  EXPECT_DOUBLE_EQ(progress.here().work_s, 1000);
}

// Wrong since 500 s of work, found at 900: storage has 396 and 792.  Two kept: 396; one kept: the archive's 396, or the
// begin.
TEST(RunProgress, FindsACleanCopyAmongThoseKeptOrArchived) {
  CheckpointRule rule = memory_and_storage();
  const auto clean_s = [&rule] {
    RunProgress progress(rule, 99, 1000);
    progress.begin_stretch(0, 1);
    progress.settle(990);
    progress.keep_what_is_safe();
    return progress.clean_copy(500).position.work_s;
  };
  EXPECT_DOUBLE_EQ(clean_s(), 396);
  rule.kept = 1;
  EXPECT_DOUBLE_EQ(clean_s(), 0);
  rule.archive_interval = 300 * second;
  EXPECT_DOUBLE_EQ(clean_s(), 396);
}

}  // namespace run_progress_test
}  // namespace fmplan::sim
