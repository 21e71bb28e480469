#include "core/base/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/base/recording_watcher.h"

namespace fmplan {
namespace job_test {

using testing::ElementsAre;
using testing::Pair;

TEST(Watch, OfNobodyNeverStops) {
  const Watch watch;
  watch.report(1, 2);
  EXPECT_FALSE(watch.stopped());
  EXPECT_FALSE(watch.part(1, 2).stopped());
}

TEST(Watch, TellsAndAsksItsWatcher) {
  RecordingWatcher watcher(5);
  const Watch watch(watcher);
  watch.report(4, 10);
  EXPECT_FALSE(watch.stopped());
  watch.report(5, 10);
  EXPECT_TRUE(watch.stopped());
  EXPECT_THAT(watcher.reports, ElementsAre(Pair(4, 10), Pair(5, 10)));
}

// A job of 100 whose second part of 60 comes after 40, itself made of two of 30: the last one's 10th is 40 + 30 + 10.
TEST(Watch, CountsPartsOfPartsInTheWhole) {
  RecordingWatcher watcher;
  const Watch second = Watch(watcher).part(40, 100);
  second.report(10, 60);
  second.part(30, 60).report(10, 30);
  EXPECT_THAT(watcher.reports, ElementsAre(Pair(50, 100), Pair(80, 100)));
}

TEST(JobCount, AddsUp) {
  RecordingWatcher watcher;
  JobCount count(watcher, 7);
  count.add(3);
  count.add(4);
  EXPECT_THAT(watcher.reports, ElementsAre(Pair(3, 7), Pair(7, 7)));
}

}  // namespace job_test
}  // namespace fmplan
