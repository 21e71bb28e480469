#include "core/plan/run_study.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/cost.h"
#include "core/plan/evaluate.h"
#include "core/plan/run_settings.h"
#include "tests/base/recording_watcher.h"
#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace run_study_test {

constexpr double kRounding = 1e-9;

/// Four nodes for about a month, 4 failures per thousand node-days, at 10 $/h a node.
Scenario month_of_training() {
  Scenario scenario = small_scenario();
  scenario.phases[0].tokens = 200'000 * 1048576LL;
  scenario.failures.per_1000_node_days = 40;
  scenario.price.chosen = hardware::PricePoint{};
  scenario.price.chosen->price = 10 * dollar / hour;
  return scenario;
}

RunStudyOptions few_trials() { return {.trials = 2000, .trials_per_change = 500}; }

// A batch of one leaves no data parallelism, and nothing else is a multiple of a prime number of nodes: no plan, so no
// phases to simulate.
TEST(RunStudy, SaysWhyNothingCanBeSimulatedWithoutAPlan) {
  Scenario scenario = month_of_training();
  scenario.search_parallel = true;
  scenario.phases[0].global_batch_size = 1;
  scenario.cluster.num_nodes = 1021;
  const RunStudy study = study_run(scenario, few_trials());
  ASSERT_EQ(study.obstacles.size(), 1u);
  EXPECT_THAT(study.obstacles[0], is(NoticeKind::kNoPlanDivides));
  EXPECT_TRUE(study.report.phases.empty());
  EXPECT_EQ(study.luck.finished, 0);
}

// A day before its P50 fewer than half of the trials are ready, and nine in ten are wanted; what is simulated stays.
TEST(RunStudy, MissesADeadlineThatTooFewTrialsKeep) {
  Scenario scenario = month_of_training();
  const double days = study_run(scenario, few_trials()).with_step_time.wall_clock_days.p50;
  scenario.deadline = Date{scenario.start.days_since_epoch + static_cast<int>(days) - 2};
  const RunStudy late = study_run(scenario, few_trials());
  ASSERT_EQ(late.obstacles.size(), 1u);
  EXPECT_THAT(late.obstacles[0], is(NoticeKind::kDeadlineMissed));
  EXPECT_LT(late.with_step_time.on_time_share.mean, 0.5);
  EXPECT_EQ(late.with_step_time.finished, 2000);
  scenario.deadline->days_since_epoch += 400;
  EXPECT_TRUE(study_run(scenario, few_trials()).obstacles.empty());
}

TEST(RunStudy, AgreesWithTheClosedFormOfTheSameScenario) {
  const RunStudy study = study_run(month_of_training(), few_trials());
  ASSERT_TRUE(study.obstacles.empty());
  const sim::Estimate days = study.luck.wall_clock_days.estimate;
  EXPECT_NEAR(days.mean, study.report.run.time.total() / day, 4 * days.standard_error);
  EXPECT_EQ(study.luck.finished, 2000);
  const AcceleratorHours& h = study.accelerator_hours;
  EXPECT_NEAR((h.productive + h.lost + h.checkpoint + h.waiting + h.evaluation + h.data_stall) / h.job, 1, kRounding);
  EXPECT_NEAR(h.job / (32 * 24 * days.mean), 1, kRounding);
}

// The same of two phases, on four nodes and on one, while every failure waits a day for a node.
TEST(RunStudy, AgreesWithTheClosedFormOfPhases) {
  Scenario scenario = month_of_training();
  scenario.recovery.replacement = 1 * day;
  scenario.phases.push_back(scenario.phases[0]);
  scenario.phases[1].num_nodes = 1;
  scenario.phases[1].tokens /= 4;
  const RunStudy study = study_run(scenario, few_trials());
  ASSERT_TRUE(study.obstacles.empty());
  const sim::Estimate days = study.luck.wall_clock_days.estimate, hours = study.luck.held_node_h;
  EXPECT_NEAR(days.mean, study.report.run.time.total() / day, 4 * days.standard_error);
  EXPECT_NEAR(hours.mean, study.report.node_hours, 4 * hours.standard_error);
  const AcceleratorHours& h = study.accelerator_hours;
  EXPECT_NEAR((h.productive + h.lost + h.checkpoint + h.waiting) / h.job, 1, kRounding);
  EXPECT_NEAR(h.productive / study.report.accelerator_hours.productive, 1, kRounding);
  EXPECT_NEAR(h.job / (8 * hours.mean), 1, kRounding);
  ASSERT_TRUE(study.cost);
  EXPECT_NEAR(study.cost->mean / dollar, study.with_step_time.held_node_h.mean * 10, 1e-6);
}

// What is not known widens the band: the failure rate counted on 10 events, and the step time.
TEST(RunStudy, ShowsLuckAndErrorsApart) {
  Scenario scenario = month_of_training();
  scenario.failures.num_events = 10;
  const RunStudy study = study_run(scenario, few_trials());
  const auto width = [](const sim::RunSimulation& run) { return run.wall_clock_days.p90 - run.wall_clock_days.p10; };
  EXPECT_GT(width(study.with_rate), 1.1 * width(study.luck));
  EXPECT_FALSE(study.has_step_time_error);
  EXPECT_EQ(study.with_step_time, study.with_rate);
}

// Campaigns differ as lognormal factors do, and half of them take longer than their median.
TEST(RunStudy, DrawsWhatCampaignsTakeBeside) {
  Scenario scenario = month_of_training();
  const sim::Spread before = study_run(scenario, few_trials()).with_step_time.wall_clock_days;
  scenario.campaign_overhead = CampaignOverhead{.share = 0.2, .log_sd = 0.2};
  const RunStudy study = study_run(scenario, few_trials());
  const sim::Spread& days = study.with_step_time.wall_clock_days;
  EXPECT_NEAR(days.p50 / before.p50, 1.2, 0.02);
  EXPECT_NEAR(std::log(days.p90 / days.p50), 1.2816 * 0.2, 0.02);
  EXPECT_NEAR(study.accelerator_hours.overhead / study.accelerator_hours.productive, 0.2, kRounding);
  const sim::Estimate luck = study.luck.wall_clock_days.estimate;
  EXPECT_NEAR(luck.mean, study.report.run.time.total() / day, 4 * luck.standard_error);
}

// Money goes with the wall-clock time: 4 nodes at 10 $/h.
TEST(RunStudy, CostsWhatItsNodesCostOverItsTime) {
  const RunStudy study = study_run(month_of_training(), few_trials());
  ASSERT_TRUE(study.cost);
  const sim::Spread& days = study.with_step_time.wall_clock_days;
  EXPECT_NEAR(study.cost->mean / dollar, days.estimate.mean * 24 * 40, 1e-6);
  EXPECT_NEAR(study.cost->p90 / dollar, days.p90 * 24 * 40, 1e-6);
}

TEST(RunStudy, KnowsNoCostWithoutAPrice) {
  Scenario scenario = month_of_training();
  scenario.price.chosen.reset();
  const RunStudy study = study_run(scenario, few_trials());
  EXPECT_FALSE(study.cost);
  ASSERT_FALSE(study.changes.empty());
  for (const RunChange& change : study.changes) EXPECT_FALSE(change.money) << change.name;
}

// Detection in half of two minutes saves a minute a failure, and two spares save all but the swap.
TEST(RunStudy, RanksChangesByTheDaysThatTheySave) {
  const RunStudy study = study_run(month_of_training(), few_trials());
  const double failures = study.luck.interruptions.estimate.mean;
  double before = 1e9;
  int seen = 0;
  for (const RunChange& change : study.changes) {
    EXPECT_LE(change.days.mean, before);
    before = change.days.mean;
    if (change.setting.starts_with("detection")) {
      ++seen;
      EXPECT_NEAR(change.days.mean * 1440, failures, 0.1 * failures);
      EXPECT_NEAR(*change.money / dollar, change.days.mean * 24 * 40, 1e-6);
    }
    if (change.setting.starts_with("spare_nodes")) {
      ++seen;
      EXPECT_NEAR(change.days.mean * 1440, 3 * failures, 0.15 * 3 * failures);
      EXPECT_LT(*change.money / dollar, 0);  // two nodes more for a month
    }
  }
  EXPECT_EQ(seen, 2);
}

/// About a fortnight of Capacity Blocks, which are sold by whole weeks beyond it, with a failure every other day.
Scenario fortnight_in_blocks() {
  Scenario scenario = month_of_training();
  scenario.phases[0].tokens = 98'000 * 1048576LL;
  scenario.failures.per_1000_node_days = 120;
  scenario.recovery.replacement = 4 * hour;
  scenario.campaign_overhead = CampaignOverhead{.share = 0.1, .log_sd = 0.2};
  scenario.price.chosen->kind = hardware::kCapacityBlock;
  return scenario;
}

// What a number of spares is chosen by is what the run with it is headed by: the same trials of the whole band, and the
// days of blocks that all of them are expected to be paid for.
TEST(RunStudy, ChoosesSparesByWhatBlocksAreExpectedToCost) {
  Scenario scenario = fortnight_in_blocks();
  scenario.search_spares = true;
  const RunStudyOptions options{.trials = 400, .trials_per_change = 400};
  const RunStudy study = study_run(scenario, options);
  ASSERT_GE(study.spare_cases.size(), 3u);
  scenario.search_spares = false;
  for (const SpareCase& tried : study.spare_cases) {
    scenario.spare_nodes = tried.spare_nodes;
    const RunStudy stated = study_run(scenario, {.trials = 400, .trials_per_change = 0});
    EXPECT_NEAR(*tried.cost / dollar, stated.cost->mean / dollar, 1e-6 * *tried.cost / dollar) << tried.spare_nodes;
    EXPECT_GE(tried.cost->in_base_units(), study.cost->mean.in_base_units() * (1 - 1e-9)) << tried.spare_nodes;
  }
}

// What a change saves is the difference of what the two runs are headed by, to 5 % of what the days saved cost: luck
// with failures alone says what it saves, and its own spread is a little less.
TEST(RunStudy, SavesWhatBlocksAreExpectedToCostLess) {
  const Scenario scenario = fortnight_in_blocks();
  const RunStudyOptions options{.trials = 2000, .trials_per_change = 2000};
  const RunStudy study = study_run(scenario, options);
  const auto with = [&](std::string_view setting, auto edit) {
    Scenario changed = scenario;
    edit(changed);
    const RunStudy other = study_run(changed, {.trials = 2000, .trials_per_change = 0});
    const auto told = std::ranges::find_if(
        study.changes, [&](const RunChange& change) { return change.setting.starts_with(setting); });
    ASSERT_NE(told, study.changes.end()) << setting;
    EXPECT_NEAR(*told->money / dollar, (study.cost->mean - other.cost->mean) / dollar, 0.05 * 14 * 24 * 4 * 10)
        << setting;
  };
  with("spare_nodes", [](Scenario& changed) { changed.spare_nodes = 2; });
  with("replacement", [](Scenario& changed) { changed.recovery.replacement *= 0.5; });
}

// 257 nodes of Capacity Blocks are not sold: their money is unknown, and node-hours are not held against dollars.
TEST(RunStudy, ChoosesNoSparesThatCannotBeBought) {
  Scenario scenario = month_of_training();
  scenario.cluster.num_nodes = hardware::kMostNodesOfBlocks;
  scenario.failures.per_1000_node_days = 0.4;
  scenario.phases[0].global_batch_size = 4096;
  scenario.price.chosen->kind = hardware::kCapacityBlock;
  scenario.search_spares = true;
  const RunStudy study = study_run(scenario, {.trials = 100, .trials_per_change = 0});
  ASSERT_THAT(study.obstacles, testing::IsEmpty());
  EXPECT_EQ(study.report.scenario.spare_nodes, 0);
  EXPECT_TRUE(study.cost);
}

// With repairs of three days a spare or two pay; the cheapest number is that of all numbers tried by hand.
TEST(RunStudy, FindsTheNumberOfSparesThatIsCheapest) {
  Scenario scenario = month_of_training();
  scenario.recovery.replacement = sim::kNever;
  scenario.recovery.repair = 3 * day;
  scenario.search_spares = true;
  const RunStudyOptions options{.trials = 500, .trials_per_change = 500};
  const RunStudy study = study_run(scenario, options);
  int best = -1;
  double least = 1e300;
  scenario.search_spares = false;
  for (int spares = 0; spares <= 2; ++spares) {
    scenario.spare_nodes = spares;
    const double days = study_run(scenario, {.trials = 500, .trials_per_change = 0}).luck.wall_clock_days.estimate.mean;
    const double cost = days * 24 * 10 * (4 + spares);
    if (cost < least) {
      least = cost;
      best = spares;
    }
  }
  EXPECT_EQ(study.settings.spare_nodes, best);
  EXPECT_GT(best, 0);
  EXPECT_EQ(study.report.scenario.spare_nodes, best);
  for (const SpareCase& tried : study.spare_cases)
    if (tried.spare_nodes == best) {
      EXPECT_NEAR(*tried.cost / dollar, least, 1e-6 * least);
    }
}

TEST(RunStudy, SaysWhyARunNeverEnds) {
  Scenario scenario = month_of_training();
  scenario.recovery.replacement = sim::kNever;
  scenario.failures.per_1000_node_days = 400;
  const RunStudy study = study_run(scenario, few_trials());
  ASSERT_EQ(study.obstacles.size(), 1u);
  EXPECT_THAT(study.obstacles[0], is(NoticeKind::kNeverEndsWithoutSpares));
  EXPECT_TRUE(study.changes.empty());
}

// A month of training with ten thousand times the tokens is eight centuries: answered in closed form alone, whatever
// the number of its failures.
TEST(RunStudy, SimulatesNoRunOfCenturies) {
  Scenario scenario = month_of_training();
  scenario.phases[0].tokens *= 10'000;
  const RunStudy study = study_run(scenario, few_trials());
  ASSERT_EQ(study.obstacles.size(), 1u);
  EXPECT_THAT(study.obstacles[0], is(NoticeKind::kTooLongToSimulate));
  EXPECT_EQ(study.luck.trials, 0);
  EXPECT_GT(study.report.median_days, 100 * 365.25);
}

// A tenth of nine trials is none of them.
TEST(RunStudy, SaysOfTooFewTrialsThatTheyAreNoInterval) {
  EXPECT_THAT(study_run(month_of_training(), {.trials = 9, .trials_per_change = 0}).warnings,
              testing::Contains(is(NoticeKind::kTooFewTrials)));
  EXPECT_THAT(study_run(month_of_training(), {.trials = 10, .trials_per_change = 0}).warnings,
              testing::Not(Contains(is(NoticeKind::kTooFewTrials))));
}

// Spares that may run out: some trials finish, and the rest are told.
TEST(RunStudy, TellsTrialsThatDoNotFinish) {
  Scenario scenario = month_of_training();
  scenario.recovery.replacement = sim::kNever;
  scenario.recovery.swap = 1 * minute;
  scenario.spare_nodes = 4;
  const RunStudy study = study_run(scenario, few_trials());
  if (study.obstacles.empty()) {
    EXPECT_GT(study.luck.finished, 0);
    EXPECT_LT(study.luck.finished, 2000);
    EXPECT_THAT(study.warnings, testing::Contains(is(NoticeKind::kSomeTrialsEndless)));
    EXPECT_THAT(study.warnings.back().parts, testing::ElementsAre(is(NoticeKind::kSparesRunOut)));
  } else {
    FAIL() << testing::PrintToString(study.obstacles[0]);
  }
}

TEST(RunStudy, KeepsWhatThereIsWhenStopped) {
  RecordingWatcher watcher(501);
  const RunStudy study = study_run(month_of_training(), {.trials = 1'000'000, .trials_per_change = 1'000'000}, watcher);
  EXPECT_GT(study.luck.finished, 500);
  EXPECT_LT(study.luck.finished, 10'000);
  EXPECT_LE(study.changes.size(), 1u);
}

// Longer and longer from one checkpoint to the next, until nothing gets through: the closed form says so where the
// trials do, but for those few whose fate is chance (between a tenth and nine tenths of the trials end).
TEST(RunStudy, SeesNoEndWhereTheClosedFormSeesNone) {
  int endless = 0, ending = 0;
  for (const double days : {1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 14.0, 30.0, 100.0}) {
    Scenario scenario = month_of_training();
    scenario.failures.per_1000_node_days = 250;  // one a day
    scenario.checkpoint.interval = days * day;
    const bool closed_ends = evaluate(scenario).run.end == sim::RunEnd::kReached;
    const RunStudy study = study_run(scenario, {.trials = 40, .trials_per_change = 0});
    if (10 * study.luck.finished < study.luck.trials || study.luck.finished == 0) {
      EXPECT_FALSE(closed_ends) << days;
    } else if (10 * study.luck.finished > 9 * study.luck.trials) {
      EXPECT_TRUE(closed_ends) << days;
    }
    ++(closed_ends ? ending : endless);
    EXPECT_EQ(study.obstacles.empty(), study.luck.finished > 0);
  }
  EXPECT_GT(endless, 1);
  EXPECT_GT(ending, 1);
}

// One trial has no standard error, and all parts of the ledger are times.
TEST(RunStudy, KeepsALedgerOfNothingNegative) {
  for (const double gap_h : {0.0, 6.0}) {
    Scenario scenario = month_of_training();
    scenario.failures.per_1000_node_days = 0;
    if (gap_h > 0)
      scenario.hazards.capacity_block = sim::PlannedPause{.every = 7 * day + gap_h * hour, .takes = gap_h * hour};
    const AcceleratorHours h = study_run(scenario, {.trials = 9, .trials_per_change = 0}).accelerator_hours;
    for (const double part : {h.productive, h.lost, h.checkpoint, h.waiting, h.evaluation, h.data_stall})
      EXPECT_GE(part, 0);
    EXPECT_NEAR((h.productive + h.lost + h.checkpoint + h.waiting + h.evaluation + h.data_stall) / h.job, 1, kRounding);
  }
}

}  // namespace run_study_test
}  // namespace fmplan::plan
