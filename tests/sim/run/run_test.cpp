#include "core/sim/run/run.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/reference/reliability.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {
namespace run_test {

using reference::durable_fraction;
using reference::expected_makespan;
using reference::Makespan;
using reference::SegmentedWork;

/// What two ways to the same number differ by, at most.
constexpr double kRounding = 1e-9;

/// A job of one eight-accelerator node whose failures come every `mtbf_h` hours on average; nothing but what is set
/// costs time.
RunSettings settings_of(double mtbf_h, double work_h, double interval_h, double stall_h, double restart_h,
                        double downtime_h, double persist_lag_h = 0) {
  RunSettings settings;
  settings.productive = work_h * hour;
  settings.failures.per_1000_node_days = mtbf_h > 0 ? 24000 / mtbf_h : 0;
  settings.checkpoint.interval = interval_h * hour;
  settings.checkpoint.levels[0].stall = stall_h * hour;
  settings.checkpoint.levels[0].reload = restart_h * hour;
  settings.recovery.replacement = downtime_h * hour;
  settings.checkpoint.levels[0].persist_lag = persist_lag_h * hour;
  return settings;
}

struct RunCase {
  const char* name;
  double mtbf_h, work_h, interval_h, stall_h, restart_h, downtime_h;
};

constexpr RunCase kRuns[] = {
    {"plain", 24, 100, 2, 0.1, 0.2, 0.05},
    {"Llama 3 405B's rate, 14 days", 3.0930787589498805, 336, 0.5, 1.0 / 60, 1.0 / 6, 1.0 / 30},
    {"RSC-1's rate, 12,000 GPUs", 2.4615384615384617, 168, 1, 1.0 / 12, 1.0 / 12, 0},
    {"64 nodes at Llama 3's rate", 98.97852028639618, 336, 1.5, 1.0 / 120, 0.25, 1.0 / 6},
    {"free checkpoints", 10, 50, 1, 0, 0.25, 0.1},
    {"instant restart", 10, 50, 1, 0.05, 0, 0},
    {"no checkpoint at all", 5, 8, 8, 0, 0.5, 0},
    {"one bare segment", 5, 1.5, 1.5, 0, 0, 0},
};

SegmentedWork pieces(const RunCase& v) {
  return {.work = v.work_h * hour, .interval = v.interval_h * hour, .stall = v.stall_h * hour};
}
Interruptions interruptions(const RunCase& v) {
  return {.rate = 1.0 / (v.mtbf_h * hour), .downtime = v.downtime_h * hour, .restart = v.restart_h * hour};
}

// The closed forms themselves are held against values computed elsewhere in tests/reference/reliability_test.cpp.
TEST(ExpectedRun, IsTheMakespanOfItsPieces) {
  for (const RunCase& v : kRuns)
    for (const bool recovery_can_fail : {true, false}) {
      RunSettings settings = settings_of(v.mtbf_h, v.work_h, v.interval_h, v.stall_h, v.restart_h, v.downtime_h);
      settings.recovery_can_fail = recovery_can_fail;
      Interruptions failures = interruptions(v);
      failures.recovery_can_fail = recovery_can_fail;
      const RunOutcome run = expected_run(settings);
      const Makespan makespan = expected_makespan(pieces(v), failures);
      EXPECT_NEAR(run.time.total() / makespan.time, 1, kRounding) << v.name;
      EXPECT_NEAR(run.interruptions / makespan.failures, 1, kRounding) << v.name;
      EXPECT_NEAR(run.goodput, durable_fraction(v.interval_h * hour, v.stall_h * hour, failures), kRounding) << v.name;
    }
}

// 131 × 0.151667 h of 20 h, and 10 × 1 h of 10.3 h: the run spreads the odd piece evenly and differs by less than one
// segment with its share of failures.
TEST(ExpectedRun, OfAnOddPieceIsNearTheMakespan) {
  constexpr RunCase kOdd[] = {{"Daly 2006, figure 5", 0.25, 20, 0.15166666666666667, 1.0 / 12, 1.0 / 6, 0},
                              {"10.3 hours of work", 5, 10.3, 1, 0.1, 0.2, 0.1}};
  for (const RunCase& v : kOdd) {
    const RunOutcome run =
        expected_run(settings_of(v.mtbf_h, v.work_h, v.interval_h, v.stall_h, v.restart_h, v.downtime_h));
    const Makespan makespan = expected_makespan(pieces(v), interruptions(v));
    EXPECT_NEAR(run.time.total() / makespan.time, 1, v.interval_h / v.work_h) << v.name;
  }
}

TEST(ExpectedRun, OfAsynchronousCheckpointsKeepsTheDurableFraction) {
  for (const RunCase& v : kRuns) {
    const double lag_h = 0.35;
    const RunOutcome run =
        expected_run(settings_of(v.mtbf_h, v.work_h, v.interval_h, v.stall_h, v.restart_h, v.downtime_h, lag_h));
    EXPECT_NEAR(run.goodput, durable_fraction(v.interval_h * hour, v.stall_h * hour, interruptions(v), lag_h * hour),
                kRounding);
  }
}

// Nodes × failures per node-day as the settings state them.
TEST(ExpectedRun, OfAClusterHasTheRateOfItsNodes) {
  RunSettings settings = settings_of(0, 1000, 0.5, 1.0 / 60, 1.0 / 6, 0);
  settings.mean_nodes = 2048;
  settings.failures.per_1000_node_days = 3.789;
  const Interruptions failures{.rate = 2048 * 0.003789 / day, .downtime = {}, .restart = 10 * minute};
  EXPECT_NEAR(expected_run(settings).goodput, durable_fraction(30 * minute, 1 * minute, failures), kRounding);
}

TEST(ExpectedRun, LosesToOneFailureWhatAnInterruptedSegmentLoses) {
  for (const double mtbf_h : {0.25, 3.0, 1000.0}) {
    const RunOutcome run = expected_run(settings_of(mtbf_h, 200, 2, 0, 0, 0));
    EXPECT_NEAR(run.time.lost / run.interruptions / mean_lost_time(2 * hour, 1.0 / (mtbf_h * hour)), 1, kRounding);
  }
}

// The interval found beats its neighbours, whatever recovery and lag are: they do not move it.
TEST(ExpectedRun, IsShortestAtTheOptimalInterval) {
  for (const double lag_h : {0.0, 0.2})
    for (const double mtbf_h : {0.5, 3.0, 100.0}) {
      RunSettings settings = settings_of(mtbf_h, 1000, 1, 0.02, 0.3, 0.1, lag_h);
      settings.checkpoint.interval.reset();
      const RunOutcome best = expected_run(settings);
      for (const double factor : {0.5, 0.9, 0.99, 1.01, 1.1, 2.0}) {
        settings.checkpoint.interval = factor * best.checkpoint_interval;
        EXPECT_GT(expected_run(settings).time.total(), best.time.total()) << factor << " " << mtbf_h;
      }
    }
}

// Sixteen nodes that fail every 5 days: groups of four of a mean time of 40 days each add one stop in 10 days, outages
// of the site another, and preemptions without notice one in 2.5: 0.2 + 0.1 + 0.1 + 0.4 = 0.8 a day.
TEST(TimeBetweenLosses, IsOfFailuresAndHazardsThatCostWork) {
  RunSettings settings = settings_of(0, 2400, 1, 0.1, 0, 0);
  settings.mean_nodes = 16;
  settings.failures.per_1000_node_days = 12.5;
  settings.checkpoint.levels[0].persist_lag = 30 * second;
  const auto a_day = [&settings] { return day / time_between_losses(settings); };
  EXPECT_NEAR(a_day(), 0.2, kRounding);
  settings.hazards.groups = GroupFailures{.nodes = 4, .mtbf = 40 * day, .repair = {}};
  settings.hazards.site_outage = SiteOutages{.mean_between = 10 * day, .repair = 1 * hour};
  EXPECT_NEAR(a_day(), 0.4, kRounding);
  settings.hazards.preemption = Preemption{.mean_between = 2.5 * day, .notice = 6 * minute, .wait = 1 * hour};
  EXPECT_NEAR(a_day(), 0.8, kRounding);
  // 0.1 h of stall and 30 s to persist: a notice of 6.5 min is enough for a checkpoint.
  settings.hazards.preemption->notice = 6.51 * minute;
  EXPECT_NEAR(a_day(), 0.4, kRounding);
  // What is found late, and what a checkpoint is written before.
  settings.hazards.silent_corruption = SilentCorruption{.per_1000_node_days = 100, .found_after = 1 * hour};
  settings.hazards.slow_nodes = SlowNodes{.per_1000_node_days = 100, .slowdown = 2, .lasts = 1 * day, .replaced = true};
  settings.hazards.maintenance = PlannedPause{.every = 1 * day, .takes = 1 * hour};
  EXPECT_NEAR(a_day(), 0.4, kRounding);
}

// Each of 16 new nodes fails (t/η)² times by t on average, η = 200 d/Γ(1.5): 16·(100·0.886227/200)² = 3.14159 in 100
// days of work.
TEST(TimeBetweenLosses, OfAgingNodesIsTheMeanOverTheRun) {
  RunSettings settings = settings_of(0, 2400, 1, 0.1, 0, 0);
  settings.mean_nodes = 16;
  settings.hazards.aging = NodeAging{.shape = 2, .mean_life = 200 * day};
  EXPECT_NEAR(100 * day / time_between_losses(settings), 3.141592653589793, 1e-9);
}

// Preemptions without notice move the interval as failures as frequent do; with notice they move none.
TEST(MeanRun, ChoosesTheIntervalForHazardsToo) {
  RunSettings failing = settings_of(4, 2400, 1, 0.01, 0.1, 0.1), preempted = settings_of(0, 2400, 1, 0.01, 0.1, 0.1);
  failing.checkpoint.interval.reset();
  preempted.checkpoint.interval.reset();
  preempted.hazards.preemption = Preemption{.mean_between = 4 * hour, .notice = 1 * second, .wait = 10 * minute};
  const RunOutcome by_failures = mean_run(failing), by_preemptions = mean_run(preempted);
  EXPECT_NEAR(by_preemptions.checkpoint_interval / by_failures.checkpoint_interval, 1, kRounding);
  EXPECT_NEAR(by_preemptions.young_interval / by_failures.young_interval, 1, kRounding);
  EXPECT_NEAR(by_preemptions.daly_interval / by_failures.daly_interval, 1, kRounding);
  EXPECT_EQ(by_preemptions.mtbf / second, std::numeric_limits<double>::infinity());
  preempted.hazards.preemption->notice = 1 * minute;
  EXPECT_EQ(mean_run(preempted).checkpoint_interval, preempted.productive);
}

// 240 h of work in 24 segments, each with a stall of 0.1 h.
TEST(ExpectedRun, WithoutFailuresIsTheWorkAndTheCheckpoints) {
  const RunOutcome run = expected_run(settings_of(0, 240, 10, 0.1, 1, 1));
  EXPECT_NEAR(run.time.total() / hour, 240 + 2.4, kRounding);
  EXPECT_EQ(run.time.lost, Seconds{});
  EXPECT_EQ(run.time.waiting, Seconds{});
  EXPECT_EQ(run.interruptions, 0);
  EXPECT_EQ(run.mtbf / second, std::numeric_limits<double>::infinity());
  EXPECT_NEAR(run.goodput, 240 / 242.4, kRounding);
  EXPECT_NEAR(run.wall_clock_days_80.low, 242.4 / 24, kRounding);
  EXPECT_NEAR(run.wall_clock_days_80.high, 242.4 / 24, kRounding);
}

// The optimum without failures is never to checkpoint: one at the end.
TEST(ExpectedRun, WithoutFailuresCheckpointsOnce) {
  RunSettings settings = settings_of(0, 240, 1, 0.1, 0, 0);
  settings.checkpoint.interval.reset();
  const RunOutcome run = expected_run(settings);
  EXPECT_EQ(run.checkpoint_interval, settings.productive);
  EXPECT_NEAR(run.time.total() / hour, 240.1, kRounding);
}

// Evaluation takes a fifth of the wall clock: a quarter of all the rest.
// Evaluation and stalls of data are run time like steps: they are done again too, and failures strike in them.
TEST(ExpectedRun, TakesEvaluationAndStallsOfDataForSharesOfTrainingTime) {
  RunSettings settings = settings_of(24, 75, 2, 0.1, 0.2, 0.05);
  settings.evaluation_share = 0.2;
  settings.data_stall_share = 0.05;
  const RunOutcome run = expected_run(settings), whole = expected_run(settings_of(24, 100, 2, 0.1, 0.2, 0.05));
  EXPECT_NEAR(run.time.evaluation / hour, 20, 20 * kRounding);
  EXPECT_NEAR(run.time.data_stall / hour, 5, 5 * kRounding);
  EXPECT_NEAR(run.time.total() / whole.time.total(), 1, kRounding);
  EXPECT_NEAR(run.goodput / whole.goodput, 0.75, kRounding);
}

TEST(ExpectedRun, HasALedgerThatAddsUpAndAGoodputBetweenNothingAndOne) {
  for (const RunCase& v : kRuns) {
    const RunOutcome run =
        expected_run(settings_of(v.mtbf_h, v.work_h, v.interval_h, v.stall_h, v.restart_h, v.downtime_h, 0.05));
    const TimeLedger& time = run.time;
    EXPECT_NEAR((time.productive + time.lost + time.checkpoint + time.waiting + time.evaluation) / time.total(), 1,
                kRounding);
    for (const Seconds part : {time.lost, time.checkpoint, time.waiting, time.evaluation})
      EXPECT_GE(part, Seconds{}) << v.name;
    EXPECT_EQ(time.productive, v.work_h * hour);
    EXPECT_GT(run.goodput, 0);
    EXPECT_LE(run.goodput, 1);
    EXPECT_LE(run.wall_clock_days_80.low, time.total() / day);
    EXPECT_GE(run.wall_clock_days_80.high, time.total() / day);
    EXPECT_LE(run.interruptions_80.low, run.interruptions_80.high);
  }
}

TEST(ExpectedRun, GrowsWithTheFailureRate) {
  Seconds before;
  for (const double mtbf_h : {1000.0, 100.0, 10.0, 1.0, 0.2}) {
    const Seconds time = expected_run(settings_of(mtbf_h, 100, 0.5, 0.02, 0.1, 0.05)).time.total();
    EXPECT_GT(time, before);
    before = time;
  }
}

TEST(MeanRun, IsTheExpectedRunWithoutItsSpread) {
  const RunSettings settings = settings_of(24, 100, 2, 0.1, 0.2, 0.05);
  const RunOutcome mean = mean_run(settings), whole = expected_run(settings);
  EXPECT_EQ(mean.time.total(), whole.time.total());
  EXPECT_EQ(mean.interruptions, whole.interruptions);
  EXPECT_EQ(mean.goodput, whole.goodput);
}

// MTBF of a job is inverse to its nodes.  Meta's RSC-1, 6.5 per 1,000 node-days: 1.8 h on 16,384 GPUs, 0.23 h on
// 131,072.
TEST(JobFailureRate, IsProportionalToTheNodes) {
  FailurePreset rsc1;
  rsc1.per_1000_node_days = 6.5;
  const auto mtbf_h = [&](double nodes) { return 1.0 / job_failure_rate(rsc1, nodes, 8) / hour; };
  EXPECT_NEAR(mtbf_h(16384 / 8.0), 1.8028846153846154, kRounding);
  EXPECT_NEAR(mtbf_h(131072 / 8.0), 0.22536057692307693, kRounding);
  // Nodes of four accelerators count half, unless the rate is theirs.
  EXPECT_NEAR(job_failure_rate(rsc1, 100, 4) / job_failure_rate(rsc1, 50, 8), 1, kRounding);
  rsc1.accelerators_per_node = 4;
  EXPECT_NEAR(job_failure_rate(rsc1, 100, 4) * day, 0.65, kRounding);
}

// 0.01 failures a server and day, 4,096 servers, 256 days: 10,485.76.
TEST(JobFailureRate, TimesTheDurationIsTheExpectedCount) {
  FailurePreset preset;
  preset.per_1000_node_days = 10;
  EXPECT_NEAR(job_failure_rate(preset, 4096, 8) * (256 * day), 10485.76, 1e-6);
}

// Llama 3 405B: 419 unexpected interruptions in 54 days on 16,384 H100 = 2,048 nodes, 110,592 node-days: 3.789 per
// 1,000, one in 3.09 h.  Restarts of ten minutes and checkpoints of a few seconds then leave more than the 90 % the
// paper states
// ("higher than 90 %"), and about as many interruptions in 54 days as were counted.
TEST(ExpectedRun, OfLlama3OverFiftyFourDaysIsAboveNinetyPerCent) {
  EXPECT_NEAR(419 / (54 * 2048.0) * 1000, 3.789, 5e-4);
  RunSettings settings = settings_of(0, 54 * 24 * 0.95, 1, 5.0 / 3600, 10.0 / 60, 0);
  settings.checkpoint.interval.reset();
  settings.mean_nodes = 2048;
  settings.failures = {.name = "llama",
                       .title = {},
                       .per_1000_node_days = 419 / (54 * 2048.0) * 1000,
                       .num_events = 419,
                       .node_days = 54 * 2048.0,
                       .causes = {},
                       .accelerators = 16384,
                       .confirmed = true,
                       .source = {}};
  const RunOutcome run = expected_run(settings);
  EXPECT_NEAR(run.mtbf / hour, 3.093, 5e-4);
  EXPECT_GT(run.goodput, 0.9);
  EXPECT_LT(run.goodput, 0.95);
  EXPECT_NEAR(run.interruptions, 419 * run.time.total() / (54 * day), 2);  // a few more fall into recoveries
  EXPECT_LT(run.interruptions_80.low, 419);
  EXPECT_GT(run.interruptions_80.high, 419);
}

// A rate that was counted from few events spreads the days more than one that is known.
TEST(ExpectedRun, SpreadsMoreWhereTheRateItselfWasCountedFromFewEvents) {
  RunSettings settings = settings_of(3, 1000, 0.5, 0.01, 0.2, 0.1);
  const auto width = [&](std::optional<double> events) {
    settings.failures.num_events = events;
    const RunOutcome run = expected_run(settings);
    return run.wall_clock_days_80.high - run.wall_clock_days_80.low;
  };
  EXPECT_GT(width(10), 1.5 * width(1000));
  EXPECT_GT(width(1000), width(std::nullopt));
}

// Restarts ten times as long as the time between failures take e^{10} tries each; a thousand times, and it never ends.
// Without spares a failure takes detection D, and then as long as it takes until all nodes are there at once, each of
// which fails again after a replacement of T at f times the job's rate λ: (e^{fλT} − 1)/(fλ), and T where nothing fails
// meanwhile.
TEST(FailureCost, WithoutSparesIsDetectionAndTheBusyTimeOfReplacement) {
  RunSettings settings = settings_of(3, 100, 0.5, 0, 0, 0);
  settings.recovery.detection = 1 * hour;
  settings.recovery.replacement = 2 * hour;
  const PerSecond rate = 1 / (3 * hour);
  for (const double f : {1.0, 0.5}) {
    settings.failures_while_down = f;
    const double busy_h = std::expm1(f * 2 / 3) / (f / 3);
    EXPECT_NEAR(failure_cost(settings, rate).downtime / hour, 1 + busy_h, kRounding) << f;
  }
  settings.failures_while_down = 0;
  EXPECT_NEAR(failure_cost(settings, rate).downtime / hour, 1 + 2, kRounding);
}

// With one copy of the state no replica goes on: the job waits for its nodes as a restart does, and ends where theirs
// do.  With two it waits as long as a spare takes at most.
TEST(FailureCost, OfReplicasIsARestartsWhereTheStateHasOneCopy) {
  RunSettings settings = plain_run();
  settings.recovery.replacement = 1 * day;
  const PerSecond rate = job_failure_rate(settings.failures, settings.mean_nodes, 8);
  const Seconds restart = failure_cost(settings, rate).downtime;
  for (const auto kind : {ContinuationKind::kReplica, ContinuationKind::kElastic}) {
    settings.continuation.kind = kind;
    settings.continuation.replicas = 1;
    EXPECT_EQ(failure_cost(settings, rate).downtime, restart);
    EXPECT_TRUE(left_out(settings).empty());
    settings.continuation.replicas = 2;
    const Seconds least = settings.recovery.detection + settings.recovery.diagnosis + settings.recovery.swap;
    EXPECT_LE(failure_cost(settings, rate).downtime, least);
    EXPECT_EQ(left_out(settings).size(), 1u);
  }
}

TEST(ExpectedRun, ThatNeverGetsThroughSaysSo) {
  EXPECT_LT(expected_run(settings_of(1, 10, 0.1, 0.01, 10, 0)).goodput, 1e-4);
  const RunOutcome run = expected_run(settings_of(1, 10, 0.1, 0.01, 1000, 0));
  EXPECT_EQ(run.goodput, 0);
  EXPECT_TRUE(std::isinf(run.time.total() / second));
  EXPECT_TRUE(std::isinf(run.interruptions));
}

}  // namespace run_test
}  // namespace fmplan::sim
