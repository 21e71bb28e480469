// Phases of one run on different numbers of nodes.

#include "core/sim/run/run_phases.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/sim/run/run.h"
#include "core/sim/run/run_simulation.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {
namespace run_phases_test {

constexpr double kRounding = 1e-12;
constexpr double kStandardErrors = 4;

struct Stretch {
  Seconds productive;
  double nodes = 1;
};

/// `s` as a run of these phases, whose replicas stay what they are.
RunSettings in_phases(RunSettings s, const std::vector<Stretch>& stretches) {
  s.productive = {};
  for (const Stretch& stretch : stretches) s.productive += stretch.productive;
  s.mean_nodes = 0;
  for (const Stretch& stretch : stretches) {
    const double share = stretch.productive / s.productive;
    s.mean_nodes += share * stretch.nodes;
    s.phases.push_back({.share = share,
                        .nodes = stretch.nodes,
                        .accelerators = static_cast<int>(stretch.nodes) * s.accelerators_per_node,
                        .replicas = s.continuation.replicas});
  }
  return s;
}

/// The phase of such a run, alone.
RunSettings alone(RunSettings s, const Stretch& stretch) {
  s.productive = stretch.productive;
  s.mean_nodes = stretch.nodes;
  s.accelerators = static_cast<int>(stretch.nodes) * s.accelerators_per_node;
  s.continuation.nodes_per_replica = stretch.nodes / s.continuation.replicas;
  return s;
}

Seconds node_time(const RunSettings& settings, const RunOutcome& run) {
  return run.node_time ? run.node_time->total() : settings.mean_nodes * run.time.total();
}

/// Failures that wait for nodes: a platform that sends one after a day, `spares` that are repaired in three.
RunSettings waiting_run(int spares) {
  RunSettings s = plain_run();
  s.failures.per_1000_node_days = 8;
  s.failures_while_down = spares == 0 ? 0.5 : 0;
  s.recovery.replacement = spares == 0 ? 8 * hour : kNever;
  if (spares > 0) s.recovery.repair = 3 * day;
  s.spare_nodes = spares;
  return s;
}

const Stretch kLarge{.productive = 40 * day, .nodes = 64}, kSmall{.productive = 20 * day, .nodes = 4};

// Without failures each phase takes its steps, its checkpoints and nothing else: 240 h and 240 stalls of 30 s on 16
// nodes, 120 h and 120 on 4.
TEST(PhaseRuns, AddUpWithoutFailures) {
  RunSettings s = plain_run();
  s.failures.per_1000_node_days = 0;
  const Stretch first{.productive = 10 * day, .nodes = 16}, second_one{.productive = 5 * day, .nodes = 4};
  const RunSettings both = in_phases(s, {first, second_one});
  const RunOutcome run = mean_run(both);
  EXPECT_NEAR(run.time.total() / hour, 242 + 121, 363 * kRounding);
  EXPECT_NEAR(node_time(both, run) / hour, 16 * 242 + 4 * 121, 4356 * kRounding);
  EXPECT_NEAR(run.goodput, 360.0 / 363, kRounding);
  const RunTrial trial = simulate_trial(both, {}, 0), of_first = simulate_trial(alone(s, first), {}, 0),
                 of_second = simulate_trial(alone(s, second_one), {}, 0);
  const double sum_s = of_first.wall_clock_s + of_second.wall_clock_s;
  EXPECT_NEAR(trial.wall_clock_s, sum_s, sum_s * kRounding);
  EXPECT_NEAR(trial.held_node_s, 16 * of_first.wall_clock_s + 4 * of_second.wall_clock_s, 16 * sum_s * kRounding);
}

// In closed form the phases add up at the interval that they have in common.
TEST(PhaseRuns, AddUpInClosedForm) {
  for (const int spares : {0, 2}) {
    const RunSettings s = waiting_run(spares), both = in_phases(s, {kLarge, kSmall});
    const RunOutcome run = mean_run(both), large = mean_run(alone(s, kLarge)), small = mean_run(alone(s, kSmall));
    const Seconds sum = large.time.total() + small.time.total();
    EXPECT_NEAR(run.time.total() / sum, 1, kRounding);
    EXPECT_NEAR(run.interruptions / (large.interruptions + small.interruptions), 1, kRounding);
    EXPECT_NEAR(node_time(both, run) / (64 * large.time.total() + 4 * small.time.total()), 1, kRounding);
    EXPECT_GT(run.downtime, small.downtime);
    EXPECT_LT(run.downtime, large.downtime);
  }
}

// Whatever comes before or after a phase, in whatever order, is on top of it: a mean of the nodes would make 64 nodes
// that wait for others the safer, the longer 4 go on after them.
TEST(PhaseRuns, CostNoLessThanOneOfThem) {
  for (const int spares : {0, 2}) {
    RunSettings s = waiting_run(spares);
    s.checkpoint.interval.reset();
    const RunSettings large = alone(s, kLarge);
    const RunOutcome one = mean_run(large);
    for (const Seconds more : {1 * hour, 1 * day, 100 * day, 1000 * day})
      for (const double nodes : {1.0, 4.0, 63.0, 128.0}) {
        const Stretch other{.productive = more, .nodes = nodes};
        for (const auto& order : {std::vector{kLarge, other}, std::vector{other, kLarge}}) {
          const RunSettings both = in_phases(s, order);
          const RunOutcome run = mean_run(both);
          EXPECT_GT(run.time.total() / day, one.time.total() / day + more / day) << nodes;
          EXPECT_GT(node_time(both, run), node_time(large, one)) << nodes;
        }
      }
  }
}

// The first phase of a trial is the trial of it alone, to the last bit, so that each trial is longer with another.
TEST(PhaseRuns, BeginAsTheFirstOneAlone) {
  RandomStream random({.seed = 21});
  int finished = 0;
  for (int i = 0; i < 300; ++i) {
    const RunSettings s = random_run(random);
    const Stretch first{.productive = s.productive, .nodes = s.mean_nodes}, more{.productive = 3 * day, .nodes = 7};
    const RunTrial one = simulate_trial(alone(s, first), {.rate_uncertainty = true}, i);
    const RunTrial both = simulate_trial(in_phases(s, {first, more}), {.rate_uncertainty = true}, i);
    if (!one.finished || !both.finished) continue;
    ++finished;
    EXPECT_GT(both.wall_clock_s, one.wall_clock_s + 3 * 86400 * (1 - 1e-9)) << i;
    EXPECT_GT(both.held_node_s, s.mean_nodes * (one.wall_clock_s - one.given_back_s)) << i;
    EXPECT_GE(both.num_interruptions(), one.num_interruptions()) << i;
    if (one.num_interruptions() > 0) {
      EXPECT_EQ(both.first_interruption_s, one.first_interruption_s) << i;
    }
  }
  EXPECT_GT(finished, 250);
}

// The ledger of a run in phases adds up to the second, whatever goes wrong, in time and in node-time; its timeline
// goes on from phase to phase.
TEST(PhaseRuns, HaveALedgerThatAddsUp) {
  RandomStream random({.seed = 22});
  int finished = 0;
  for (int i = 0; i < 500; ++i) {
    const RunSettings s = random_run(random);
    const RunSettings both = in_phases(s, {{.productive = 0.3 * s.productive, .nodes = 5},
                                           {.productive = 0.6 * s.productive, .nodes = 60},
                                           {.productive = 0.1 * s.productive, .nodes = 2}});
    ASSERT_TRUE(check_run(both).empty());
    std::vector<RunEvent> events;
    const RunTrial trial = simulate_trial(both, {}, i, &events);
    if (!trial.finished) continue;
    ++finished;
    double time_s = 0, node_time_s = 0, clock_s = 0;
    for (const double part_s : trial.time_s) time_s += part_s;
    for (const double part_s : trial.node_time_s) node_time_s += part_s;
    ASSERT_NEAR(time_s / trial.wall_clock_s, 1, 1e-9) << i;
    ASSERT_NEAR(trial.time_s[static_cast<std::size_t>(RunTime::kProductive)] / (s.productive / second), 1, 1e-9) << i;
    ASSERT_LE(trial.held_node_s, node_time_s * (1 + 1e-9)) << i;
    if (trial.given_back_s == 0) {
      ASSERT_NEAR(trial.held_node_s / node_time_s, 1, 1e-9) << i;
    }
    for (const RunEvent& event : events) {
      ASSERT_GE(event.start_s, clock_s - 1e-6) << i;
      clock_s = event.end_s;
    }
    ASSERT_NEAR(clock_s, trial.wall_clock_s, 1e-6) << i;
  }
  EXPECT_GT(finished, 350);
}

// Cutting a run into two phases on the same nodes changes its luck and nothing else.
TEST(PhaseRuns, OnTheSameNodesAreLikeOne) {
  for (const int spares : {0, 2}) {
    const RunSettings s = alone(waiting_run(spares), kLarge);
    const RunSettings halves =
        in_phases(s, {{.productive = 20 * day, .nodes = 64}, {.productive = 20 * day, .nodes = 64}});
    const RunSimulation one = simulate_run(s, {.trials = 2000}), two = simulate_run(halves, {.trials = 2000});
    const Estimate a = one.wall_clock_days.estimate, b = two.wall_clock_days.estimate;
    EXPECT_NEAR(a.mean, b.mean, kStandardErrors * std::hypot(a.standard_error, b.standard_error)) << spares;
    EXPECT_NEAR(two.held_node_h.mean / (64 * 24 * b.mean), 1, 1e-9);
  }
}

// Closed form and simulation of two phases, with spares and without: days, node-hours and interruptions.
TEST(PhaseRuns, AgreeInClosedFormAndSimulation) {
  for (const int spares : {0, 1, 2, 6})
    for (const auto& order : {std::vector{kLarge, kSmall}, std::vector{kSmall, kLarge}}) {
      const RunSettings both = in_phases(waiting_run(spares), order);
      const RunSimulation simulated = simulate_run(both, {.trials = 3000});
      const RunOutcome closed = mean_run(both);
      // A pool is not full when a phase begins, as the closed form takes it to be.
      const double model = spares == 0 ? 0 : 0.003;
      const Estimate days = simulated.wall_clock_days.estimate, hours = simulated.held_node_h;
      EXPECT_NEAR(days.mean / (closed.time.total() / day), 1, kStandardErrors * days.standard_error / days.mean + model)
          << spares;
      EXPECT_NEAR(hours.mean / (closed.node_time->total() / hour), 1,
                  kStandardErrors * hours.standard_error / hours.mean + model)
          << spares;
      const Estimate failures = simulated.interruptions.estimate;
      EXPECT_NEAR(failures.mean / closed.interruptions, 1,
                  kStandardErrors * failures.standard_error / failures.mean + model)
          << spares;
    }
}

// Nodes that grow old do so over all phases: 32 that wear out fail more often after ten days on 4 of them.
TEST(PhaseRuns, GrowOldTogether) {
  RunSettings s = plain_run();
  s.failures.per_1000_node_days = 0;
  s.hazards.aging = NodeAging{.shape = 4, .mean_life = 60 * day};
  const Stretch young{.productive = 10 * day, .nodes = 4}, then{.productive = 10 * day, .nodes = 32};
  const double fresh = simulate_run(alone(s, then), {.trials = 2000}).interruptions.estimate.mean,
               few = simulate_run(alone(s, young), {.trials = 2000}).interruptions.estimate.mean;
  const Estimate both = simulate_run(in_phases(s, {young, then}), {.trials = 2000}).interruptions.estimate;
  // n·((b/η)⁴ − (a/η)⁴) failures between the ages a and b: from 10 to 20 days 15 times as many as in the first ten.
  EXPECT_NEAR(both.mean, few + 15 * fresh, kStandardErrors * both.standard_error + 0.05 * both.mean);
}

}  // namespace run_phases_test
}  // namespace fmplan::sim
