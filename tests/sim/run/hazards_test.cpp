// Laws of what strikes a run beside the constant rate of failures.

#include "core/sim/run/hazards.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/sim/run/hazard_clocks.h"
#include "core/sim/run/run_simulation.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {
namespace hazards_test {

constexpr double kStandardErrors = 4;

double time_s(const RunTrial& trial, RunTime what) { return trial.time_s[static_cast<std::size_t>(what)]; }
int count(const RunTrial& trial, RunCause cause) { return trial.interruptions[static_cast<std::size_t>(cause)]; }

/// Checkpoints are free and come every minute, so that hardly any work is done twice; clocks run in training alone.
RunSettings without_losses() {
  RunSettings settings = plain_run();
  settings.checkpoint.interval = 1 * minute;
  settings.checkpoint.levels[0].stall = Seconds{};
  settings.recovery_can_fail = false;
  return settings;
}

// ---- intervals between checkpoints ----

// Half as long and twice as long, the trials of the same luck take longer.
TEST(CheckpointInterval, LosesLeastToPreemptionsGroupsAndAging) {
  const auto mean_days = [](const RunSettings& settings) {
    return simulate_run(settings, {.trials = 400}).wall_clock_days.estimate;
  };
  RunSettings settings = plain_run();
  settings.productive = 20 * day;
  settings.failures.per_1000_node_days = 1;
  settings.checkpoint.interval.reset();
  RunSettings preempted = settings, grouped = settings, aging = settings;
  preempted.hazards.preemption = Preemption{.mean_between = 4 * hour, .notice = 1 * second, .wait = 10 * minute};
  grouped.hazards.groups = GroupFailures{.nodes = 4, .mtbf = 1 * day, .repair = 1 * hour};
  aging.hazards.aging = NodeAging{.shape = 1.3, .mean_life = 10 * day};
  for (RunSettings* hazards : {&preempted, &grouped, &aging}) {
    const Seconds chosen = mean_run(*hazards).checkpoint_interval;
    EXPECT_LT(chosen, 30 * minute);  // for the failures alone: 5 h
    const Estimate best = mean_days(*hazards);
    for (const double factor : {0.4, 2.5}) {
      hazards->checkpoint.interval = factor * chosen;
      EXPECT_GT(mean_days(*hazards).mean, best.mean) << factor << " of " << chosen / minute << " min";
    }
  }
}

// ---- renewal ----

// Times between failures of shape k have the mean m of the rate and the squared variation v = Γ(1 + 2/k)/Γ(1 + 1/k)² −
// 1: in a long time T there are T/m + (v − 1)/2.  Pauses in between change nothing: the same draws strike at the same
// time of training.
TEST(Renewal, CountsAgeOnThroughPlannedPauses) {
  RunSettings settings = without_losses();
  settings.productive = 100 * day;
  settings.failures.per_1000_node_days = 100;  // 1.6 a day
  constexpr int kTrials = 200;
  for (const double shape : {0.5, 1.0, 3.0}) {
    settings.hazards.renewal_shape = shape;
    RunSettings paused = settings;
    paused.hazards.maintenance = PlannedPause{.every = 3 * hour, .takes = 1 * minute};
    double plain = 0, beside_pauses = 0;
    for (int i = 0; i < kTrials; ++i) {
      plain += count(simulate_trial(settings, {}, i), RunCause::kNode);
      beside_pauses += count(simulate_trial(paused, {}, i), RunCause::kNode);
    }
    const double variation = std::tgamma(1 + 2 / shape) / std::pow(std::tgamma(1 + 1 / shape), 2) - 1;
    const double failures = 160 + (variation - 1) / 2;
    EXPECT_NEAR(plain / kTrials, failures, kStandardErrors * std::sqrt(160 * variation / kTrials)) << shape;
    // What is done again, half a minute a failure, has less than a tenth of a failure in it.
    EXPECT_NEAR(beside_pauses / kTrials, plain / kTrials, 0.2) << shape;
  }
}

// ---- nodes of another size ----

// Hazards are of the run's own nodes, failures of those that the rate was counted on: of nodes of four half as many.
TEST(HazardRates, AreOfTheRunsOwnNodes) {
  RunSettings settings = plain_run();
  settings.accelerators_per_node = 4;
  settings.hazards.silent_corruption = SilentCorruption{.per_1000_node_days = 3, .found_after = 1 * hour};
  settings.hazards.slow_nodes = SlowNodes{.per_1000_node_days = 5, .slowdown = 2, .lasts = 1 * hour};
  constexpr double kThousandDays_s = 1000 * 86'400;
  const HazardRates rates(settings, 16);
  EXPECT_NEAR(rates.nodes * kThousandDays_s, 16 * 16 / 2, 1e-9);
  EXPECT_NEAR(rates.sum() * kThousandDays_s, 16 * 16 / 2 + 16 * 3 + 16 * 5, 1e-9);
  settings.failures.accelerators_per_node = 4;
  EXPECT_NEAR(HazardRates(settings, 16).nodes * kThousandDays_s, 16 * 16, 1e-9);
}

// ---- slow nodes ----

// A node is slow for as long a time of training, whether the run pauses meanwhile or not: on the same draws the same
// time is lost.
TEST(SlowNodes, StaySlowThroughPlannedPauses) {
  RunSettings settings = without_losses();
  settings.failures.per_1000_node_days = 0;
  settings.hazards.slow_nodes = SlowNodes{.per_1000_node_days = 20, .slowdown = 2, .lasts = 1 * day};
  RunSettings paused = settings;
  paused.hazards.maintenance = PlannedPause{.every = 3 * hour, .takes = 1 * minute};
  for (int i = 0; i < 20; ++i)
    EXPECT_NEAR(time_s(simulate_trial(paused, {}, i), RunTime::kReduced),
                time_s(simulate_trial(settings, {}, i), RunTime::kReduced), 1e-3)
        << i;
}

// Processes that die leave their nodes as they are.
TEST(SlowNodes, StaySlowWhereProcessesDie) {
  RunSettings settings = without_losses();
  settings.productive = 100 * day;
  settings.failures.per_1000_node_days = 500;
  settings.recovery.process_share = 1;
  // One in about six days, and then one for good: of 100 days some 94 are twice as long.
  settings.hazards.slow_nodes = SlowNodes{.per_1000_node_days = 10, .slowdown = 2, .lasts = 1e6 * day};
  double slow_days = 0;
  constexpr int kTrials = 400;
  for (int i = 0; i < kTrials; ++i)
    slow_days += time_s(simulate_trial(settings, {}, i), RunTime::kReduced) / 86'400 / kTrials;
  // 1/0.16 = 6.25 days, exponential, to four standard errors of the mean of 400.  What is done again is slow too: half
  // a minute for each of about 1,600 failures.
  EXPECT_NEAR(slow_days, 100 - 6.25, kStandardErrors * 6.25 / 20 + 1);
}

// A job of n nodes gets a slow one a times a day and loses each node φ times a day: for good or not, the slow one is
// taken out φ times a day, and training is slow for a/(a + φ) of its time.  Four nodes, a = φ = 0.1: half of it.
TEST(SlowNodes, LeaveWithTheirOwnFailureAlone) {
  RunSettings settings = without_losses();
  settings.productive = 2000 * day;
  settings.mean_nodes = 4;
  settings.failures.per_1000_node_days = 100;
  settings.hazards.slow_nodes = SlowNodes{.per_1000_node_days = 25, .slowdown = 3, .lasts = 1e6 * day};
  double sum = 0, squares = 0;
  constexpr int kTrials = 40;
  for (int i = 0; i < kTrials; ++i) {
    const RunTrial trial = simulate_trial(settings, {}, i);
    const double reduced_s = time_s(trial, RunTime::kReduced);
    // Two seconds of three that training is slow are lost.
    const double share =
        1.5 * reduced_s / (time_s(trial, RunTime::kProductive) + time_s(trial, RunTime::kLost) + reduced_s);
    sum += share;
    squares += share * share;
  }
  const double mean = sum / kTrials, error = std::sqrt((squares / kTrials - mean * mean) / (kTrials - 1));
  EXPECT_NEAR(mean, 0.5, kStandardErrors * error);
  EXPECT_LT(error, 0.01);
}

// A failure costs more than the slow node that it takes away once in 64 times, and no less with the time to replace it.
TEST(SlowNodes, MakeNoRunShorterByFailing) {
  RunSettings settings = plain_run();
  settings.mean_nodes = 64;
  settings.hazards.slow_nodes = SlowNodes{.per_1000_node_days = 10, .slowdown = 2, .lasts = 10 * day};
  const auto days = [&settings](double per_1000_node_days, Seconds replacement) {
    settings.failures.per_1000_node_days = per_1000_node_days;
    settings.recovery.replacement = replacement;
    return simulate_run(settings, {.trials = 1000}).wall_clock_days.estimate;
  };
  Estimate before = days(0.5, 5 * minute);
  for (const double rate : {5.0, 20.0, 40.0, 80.0}) {
    const Estimate now = days(rate, 5 * minute);
    EXPECT_GT(now.mean, before.mean - kStandardErrors * std::hypot(now.standard_error, before.standard_error)) << rate;
    before = now;
  }
  EXPECT_GT(before.mean, 1.05 * days(0.5, 5 * minute).mean);
  EXPECT_GT(days(20, 6 * hour).mean, days(20, 5 * minute).mean);
}

}  // namespace hazards_test
}  // namespace fmplan::sim
