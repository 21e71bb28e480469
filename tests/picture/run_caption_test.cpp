#include "core/picture/run_caption.h"

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/pictured_run.h"

namespace fmplan::picture {
namespace run_caption_test {

TEST(RunCaption, NamesEveryPartDifferently) {
  std::set<std::string_view> times, causes, events;
  for (std::size_t i = 0; i < sim::kNumRunTimes; ++i) times.insert(run_time_label(static_cast<sim::RunTime>(i)));
  for (std::size_t i = 0; i < sim::kNumRunCauses; ++i) causes.insert(run_cause_label(static_cast<sim::RunCause>(i)));
  for (std::size_t i = 0; i < sim::kNumRunEventKinds; ++i)
    events.insert(run_event_label(static_cast<sim::RunEventKind>(i)));
  EXPECT_EQ(times.size(), sim::kNumRunTimes);
  EXPECT_EQ(causes.size(), sim::kNumRunCauses);
  EXPECT_EQ(events.size(), sim::kNumRunEventKinds);
}

// 2,400 h − planned 24 − detection 30 − restart 60 − lost 120 − stalls 6 = 2,160 h.
TEST(RunWaterfall, GoesFromWallClockDownToProductiveTimeWithoutGaps) {
  const auto steps = run_waterfall(pictured_run().with_rate);
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_DOUBLE_EQ(steps.front().from_h, 2400);
  EXPECT_DOUBLE_EQ(steps.back().to_h, 2160);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_DOUBLE_EQ(steps[i].from_h - steps[i].to_h, steps[i].hours.mean);
    if (i > 0) {
      EXPECT_DOUBLE_EQ(steps[i].from_h, steps[i - 1].to_h);
    }
  }
}

TEST(RunWaterfall, LeavesOutWhatIsRoundingAlone) {
  sim::RunSimulation run = pictured_run().with_rate;
  time_of(run, sim::RunTime::kReduced) = {1e-13, 1e-13};
  EXPECT_EQ(run_waterfall(run).size(), 5u);
  EXPECT_TRUE(run_waterfall({}).empty());
}

TEST(RunBands, AreThoseThatAreKnown) {
  plan::RunStudy study = pictured_run();
  EXPECT_EQ(run_bands(study).size(), 3u);
  study.has_step_time_error = false;
  EXPECT_EQ(run_bands(study).size(), 2u);
  study.settings.failures.num_events.reset();
  EXPECT_EQ(run_bands(study).size(), 1u);
}

// 50 failures of nodes, 120 h lost: three in four of them of one cause.
TEST(PublishedCauses, SplitFailuresByTheirCounts) {
  plan::RunStudy study = pictured_run();
  EXPECT_TRUE(published_causes(study).empty());
  study.settings.failures.causes = {{"rare", 100, false}, {"frequent", 300, true}};
  const auto causes = published_causes(study);
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_EQ(causes[0].name, "frequent");
  EXPECT_DOUBLE_EQ(causes[0].interruptions, 37.5);
  EXPECT_DOUBLE_EQ(causes[0].lost_h, 90);
  EXPECT_DOUBLE_EQ(causes[1].interruptions + causes[0].interruptions, 50);
}

// (100 − 99)/0.25 = 4.
TEST(StandardErrorsApart, CountsTheErrorsBetweenBothMeans) {
  EXPECT_DOUBLE_EQ(*standard_errors_apart({100, 0.25}, 99), 4);
  EXPECT_EQ(standard_errors_apart({100, 0}, 100), 0);
  EXPECT_EQ(standard_errors_apart({100, 0}, 99), std::nullopt) << "one trial has no error";
}

// Day 20,000 is 2024-10-04; 112 days later it is 2025-01-24.
TEST(RunHeadline, TellsTheMedianTheMoneyAndWhenItIsReadyWithNinetyPercent) {
  plan::RunStudy study = pictured_run();
  EXPECT_EQ(
      run_headline(study),
      "A <model> & \"more\": 99.0 days (P50; 80 %: 90.0 – 112.0), ready by 2025-01-24 with 90 %, $1.00M expected");
  study.cost.reset();
  EXPECT_THAT(run_headline(study), testing::EndsWith("cost unknown"));
  study.with_step_time.finished = 0;
  EXPECT_THAT(run_headline(study), testing::EndsWith("no trial was simulated to its end"));
  study.obstacles = {{.kind = plan::NoticeKind::kOutOfMemory}};
  EXPECT_THAT(run_headline(study), testing::EndsWith(": cannot run"));
  study.report.scenario.deadline = Date{20000};
  study.obstacles = {{.kind = plan::NoticeKind::kNoNodesInTime}};
  EXPECT_THAT(run_headline(study), testing::EndsWith(": misses 2024-10-04"));
}

TEST(EstimateText, HasTheDigitsThatTheErrorLeavesSenseIn) {
  EXPECT_EQ(estimate_text({95.2371, 0.0612}), "95.237 ± 0.061");
  EXPECT_EQ(estimate_text({95.2371, 3.2}), "95.2 ± 3.2");
  EXPECT_EQ(estimate_text({2379, 40}), "2379 ± 40");
  EXPECT_EQ(estimate_text({99.758081, 0.00024}), "99.7581 ± 0.0002");  // six digits at most
  EXPECT_EQ(estimate_text({3, 0}), "3.00");
  EXPECT_EQ(estimate_text({0, 0}), "0");
  EXPECT_EQ(estimate_text({std::numeric_limits<double>::infinity(), 0}), "never");
}

TEST(FigureText, HasThreeSignificantDigits) {
  EXPECT_EQ(figure_text(0.012345), "0.0123");
  EXPECT_EQ(figure_text(0.00004941), "4.9e-05");
  EXPECT_EQ(figure_text(95.24), "95.2");
  EXPECT_EQ(figure_text(1234.4), "1,234");
  EXPECT_EQ(figure_text(-0.5), "-0.500");
  EXPECT_EQ(small_share_text(0.000673), "0.0673 %");
  EXPECT_EQ(small_share_text(1e-20), "< 0.001 %");
  EXPECT_EQ(small_share_text(0), "0 %");
}

TEST(DaysText, TellsTenthFromNinetiethPercentile) {
  const sim::Spread narrow{.estimate = {}, .p10 = 91.8386, .p50 = 91.865, .p90 = 91.8920};
  EXPECT_EQ(days_text(narrow, narrow.p10), "91.839");
  EXPECT_EQ(days_text(narrow, narrow.p90), "91.892");
  EXPECT_EQ(days_text({.estimate = {}, .p10 = 80, .p50 = 90, .p90 = 110}, 80), "80.0");
}

}  // namespace run_caption_test
}  // namespace fmplan::picture
