// Tasks that are runs.

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "core/sim/programme/programme_luck.h"
#include "core/sim/run/queueing.h"
#include "core/sim/run/run_simulation.h"
#include "tests/sim/programme/plain_programme.h"

namespace fmplan::sim {
namespace programme_run_test {

constexpr StepTimeError kError{.low_95 = 0.8, .low_80 = 0.9, .high_80 = 1.15, .high_95 = 1.3};

/// A programme that is nothing but this run, on nodes that come at some time; its spares are the pool's, but for `own`.
ProgrammeSettings programme_of(RunSettings run, double begins_s, int own = 0) {
  const auto nodes = static_cast<int>(run.mean_nodes);
  ProgrammeSettings s = plain_programme(nodes + run.spare_nodes, 400 * kDay_s);
  s.pools[0].steps[0].at_s = begins_s;
  s.pools[0].spares = run.spare_nodes - own;
  run.spare_nodes = own;
  add_task(s, {.nodes = nodes + own, .run = run, .step_time_error = kError});
  return s;
}

// To the last bit, whatever can go wrong, whenever it begins.
TEST(ProgrammeOfOneRun, TakesWhatTheRunTakesTrialByTrial) {
  RandomStream random({.seed = 17});
  int num_finished = 0;
  for (int i = 0; i < 400; ++i) {
    RunSettings run = random_run(random);
    run.failures_while_down = i % 3 == 0 ? 0 : 1;
    ASSERT_TRUE(check_run(run).empty());
    const TrialSettings trials{.seed = 5, .rate_uncertainty = true, .step_time_error = kError};
    const RunTrial alone = simulate_trial(run, trials, i);
    const ProgrammeSettings s = programme_of(run, i % 2 == 0 ? 0 : 12.3 * kDay_s);
    const ProgrammeTrial programme = ProgrammeTrials(s, {.seed = 5}).simulate(i);
    EXPECT_EQ(programme.tasks[0].wall_clock_s, alone.wall_clock_s) << i;
    EXPECT_EQ(programme.tasks[0].interruptions, alone.num_interruptions()) << i;
    EXPECT_EQ(programme.tasks[0].finished, alone.finished) << i;
    EXPECT_EQ(programme.tasks[0].start_s, i % 2 == 0 ? 0 : 12.3 * kDay_s);
    if (alone.finished && i % 2 == 0) {
      EXPECT_EQ(programme.projects[0].finish_s, alone.wall_clock_s);
    }
    num_finished += alone.finished ? 1 : 0;
  }
  EXPECT_GT(num_finished, 350);
}

// Whoever has a spare, it stands in: to the last bit what the run takes that has them all.  Lemons among the pool's are
// drawn apart.
TEST(ProgrammeOfOneRun, HasItsOwnSparesBesideThePools) {
  RandomStream random({.seed = 18});
  int num_own = 0;
  for (int i = 0; i < 200; ++i) {
    RunSettings run = random_run(random);
    const int own = i % 2 == 0 ? run.spare_nodes : run.spare_nodes / 2;
    if (own < run.spare_nodes) run.hazards.lemons.reset();
    ASSERT_TRUE(check_run(run).empty());
    const RunTrial alone = simulate_trial(run, {.seed = 5, .step_time_error = kError}, i);
    const ProgrammeSettings s = programme_of(run, i % 3 == 0 ? 0 : 12.3 * kDay_s, own);
    const ProgrammeTrial programme = ProgrammeTrials(s, {.seed = 5, .rate_uncertainty = false}).simulate(i);
    EXPECT_EQ(programme.tasks[0].wall_clock_s, alone.wall_clock_s) << i;
    EXPECT_EQ(programme.tasks[0].interruptions, alone.num_interruptions()) << i;
    num_own += own;
  }
  EXPECT_GT(num_own, 100);
}

// A node that fails is back after four days of repair, and the platform gives none.  Of two runs with a spare each
// neither gets the other's: each takes what it does alone.
TEST(OwnSpares, AreNobodyElses) {
  RunSettings run = plain_run();
  run.failures.per_1000_node_days = 20;
  run.spare_nodes = 1;
  run.recovery.repair = 4 * day;
  run.recovery.replacement = kNever;
  ProgrammeSettings both = plain_programme(34, 1000 * kDay_s);
  for (const std::uint64_t luck : {0, 7}) add_task(both, {.nodes = 17, .run = run, .luck = luck});
  for (const std::size_t one : {0, 1}) {
    ProgrammeSettings alone = plain_programme(17, 1000 * kDay_s);
    add_task(alone, both.tasks[one]);
    for (int trial = 0; trial < 20; ++trial) {
      const auto days = [trial](const ProgrammeSettings& s, std::size_t task) {
        return ProgrammeTrials(s, {.rate_uncertainty = false}).simulate(trial).tasks[task].wall_clock_s / kDay_s;
      };
      EXPECT_EQ(days(both, one), days(alone, 0)) << trial;
    }
  }
}

// All of its days are simulate_run()'s, to the last bit of the standard error.
TEST(ProgrammeOfOneRun, HasTheDaysOfSimulateRun) {
  RunSettings run = plain_run();
  run.failures.num_events = 20;
  run.spare_nodes = 1;
  run.recovery.repair = 1 * day;
  run.failures_while_down = 1;
  const RunSimulation alone =
      simulate_run(run, {.trials = 1000, .threads = 2, .rate_uncertainty = true, .step_time_error = kError});
  const ProgrammeSimulation programme = simulate_programme(programme_of(run, 0), {.trials = 1000, .threads = 2});
  EXPECT_EQ(programme.tasks[0].wall_clock_days, alone.wall_clock_days);
  EXPECT_EQ(programme.tasks[0].finish_days, alone.wall_clock_days);
  EXPECT_EQ(programme.projects[0].finish_days, alone.wall_clock_days);
  EXPECT_EQ(programme.tasks[0].finished, alone.finished);
}

// A task that keeps its number keeps its luck, whatever comes before it and whichever place it has.
TEST(Luck, GoesWithTheNumber) {
  RunSettings run = plain_run();
  ProgrammeSettings s = plain_programme(64, 400 * kDay_s);
  add_task(s, {.nodes = 16, .run = run, .luck = 7});
  const double alone_s = one_trial(s).tasks[0].wall_clock_s;
  ProgrammeSettings more = plain_programme(64, 400 * kDay_s);
  add_task(more, {.nodes = 16, .duration_s = kDay_s});
  add_task(more, {.nodes = 16, .run = run, .luck = 7});
  add_task(more, {.nodes = 16, .run = run});
  const ProgrammeTrial trial = one_trial(more);
  EXPECT_EQ(trial.tasks[1].wall_clock_s, alone_s);
  EXPECT_NE(trial.tasks[2].wall_clock_s, alone_s);
  EXPECT_EQ(luck_seed(99, 0), 99U);
}

// Four runs on two spares.  A failed node is repaired in a time T; where no spare is free the platform gives another
// after 1,000 s, and a failure costs nothing else but half a second.  The failures that find no spare are those that
// Erlang's loss system of all four turns away: B(2, 4λT).
TEST(SharedSpares, StarveAsErlangSays) {
  RunSettings run;
  run.productive = 400 * day;
  run.mean_nodes = 16;
  run.failures.per_1000_node_days = 16;
  run.recovery.replacement = 1000 * second;
  run.recovery.repair = 2 * day;
  run.checkpoint.interval = 1 * second;
  ProgrammeSettings s = plain_programme(66, 1000 * kDay_s);
  s.pools[0].spares = 2;
  for (int i = 0; i < 4; ++i) add_task(s, {.nodes = 16, .run = run});
  double waited_s = 0;
  int failures = 0;
  for (int trial = 0; trial < 40; ++trial)
    for (const TaskOutcome& task : one_trial(s, trial).tasks) {
      waited_s += task.wall_clock_s - run.productive / second;
      failures += task.interruptions;
    }
  const double starved = (waited_s - 0.5 * failures) / 1000 / failures;
  const double load = 4 * (16 * 16 / 1000.0) * 2;
  // 16,000 failures, of which half starve: 0.004 of chance; runs stand still for 0.3 % of the time.
  EXPECT_NEAR(starved, erlang_b(2, load), 4 * 0.006);
  EXPECT_GT(failures, 15'000);
}

// (c₀, …, d_k) by hand for ρ = 0.5: d₀ = 1, c₀ = 0.5, d₁ = √0.75, c₁ = 0.25/√0.75, d₂ = √(1 − 0.25 − 1/12).
TEST(EqualCorrelation, IsTheCholeskyFactor) {
  EqualCorrelation kin(0.5);
  const double d1 = std::sqrt(0.75);
  EXPECT_EQ(kin.next(2), 2);
  EXPECT_NEAR(kin.next(3), 0.5 * 2 + d1 * 3, 1e-12);
  EXPECT_NEAR(kin.next(5), 0.5 * 2 + 0.25 / d1 * 3 + std::sqrt(1 - 0.25 - 1.0 / 12) * 5, 1e-12);
  EqualCorrelation one(1), none(0);
  EXPECT_EQ(one.next(0.3), 0.3);
  EXPECT_EQ(one.next(-2), 0.3);
  EXPECT_EQ(none.next(0.3), 0.3);
  EXPECT_EQ(none.next(-2), -2);
}

/// Without failures the logarithm of the time is that of the error.
std::vector<std::vector<double>> log_times(const ProgrammeSettings& s, int trials) {
  std::vector<std::vector<double>> logs(s.tasks.size());
  const ProgrammeTrials programme(s, {});
  for (int trial = 0; trial < trials; ++trial) {
    const ProgrammeTrial happened = programme.simulate(trial);
    for (std::size_t i = 0; i < logs.size(); ++i) logs[i].push_back(std::log(happened.tasks[i].wall_clock_s));
  }
  return logs;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto count = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / count;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / count;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

TEST(SharedError, IsCorrelatedAmongKinAndOneForAllTasksOfAProject) {
  RunSettings run = plain_run();
  run.failures.per_1000_node_days = 0;
  // A lognormal law: 1.2816 and 1.96 standard deviations of 0.1.
  const StepTimeError lognormal{std::exp(-0.1959963984540054), std::exp(-0.12815515655446004),
                                std::exp(0.12815515655446004), std::exp(0.1959963984540054)};
  ProgrammeSettings s = plain_programme(200, 400 * kDay_s);
  s.rules.shared_error = 0.6;
  for (const int kin : {0, 0, 0, 1, -1, -1})
    add_task(s, {.nodes = 16, .run = run, .step_time_error = lognormal, .kin = kin});
  s.tasks.push_back(s.tasks.back());
  constexpr int kTrials = 4000;
  const auto logs = log_times(s, kTrials);
  const double error = 4 / std::sqrt(kTrials);
  for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
    EXPECT_NEAR(correlation(logs[a], logs[b]), 0.6, error * (1 - 0.36)) << a << b;
  for (const auto& [a, b] : {std::pair{0, 3}, {0, 4}, {4, 5}, {2, 5}})
    EXPECT_NEAR(correlation(logs[a], logs[b]), 0, error) << a << b;
  EXPECT_EQ(logs[5], logs[6]);
  // The first of kin draws its own.
  s.rules.shared_error = 0;
  EXPECT_EQ(log_times(s, 50)[0], std::vector(logs[0].begin(), logs[0].begin() + 50));
}

/// 10 days of work at hourly checkpoints of 30 s, without failures: 864,000 + 240·30 s.  A restart takes 172.8 s, and
/// 60 s of reload.
RunSettings quiet_run() {
  RunSettings run = plain_run();
  run.failures.per_1000_node_days = 0;
  return run;
}
constexpr double kRestart_s = 172.8 + 60;

// At 36,900 s another one wants all nodes for 5 hours: ten hours of work are done and 600 s.  The checkpoint takes 30
// s; then 827,400 s are left, with 229 checkpoints and the last.
TEST(Preemption, CostsARunItsCheckpointAndItsRestart) {
  ProgrammeSettings s = plain_programme(16, 20 * kDay_s);
  s.rules = {.order = QueueOrder::kPriority, .preemption = true};
  add_task(s, {.nodes = 16, .run = quiet_run()});
  add_task(s, {.nodes = 16, .submitted_s = 36'900, .duration_s = 18'000}, {.priority = 1});
  const ProgrammeTrial happened = one_trial(s);
  EXPECT_EQ(happened.tasks[1].start_s, 36'930);
  const double finish_s = 54'930 + kRestart_s + 827'400 + 230 * 30;
  EXPECT_NEAR(happened.tasks[0].finish_s, finish_s, 1e-6);
  EXPECT_EQ(happened.tasks[0].interruptions, 1);
  EXPECT_NEAR(happened.tasks[0].node_s, 16 * (finish_s - 18'000), 1e-4);
  EXPECT_NEAR(happened.pools[0].used, 16 * (864'000.0 + 18'000), 1e-4);
  EXPECT_NEAR(happened.pools[0].lost, 16 * (30 + kRestart_s + 230 * 30 + 10 * 30), 1e-4);
}

// The same for maintenance, known ahead: the checkpoint is written by its begin, after 570 s of the eleventh hour.
TEST(Maintenance, FindsTheCheckpointOfARunWritten) {
  ProgrammeSettings s = plain_programme(16, 20 * kDay_s);
  s.pools[0].steps.push_back({.at_s = 36'900, .nodes = -16, .until_s = 54'900});
  add_task(s, {.nodes = 16, .run = quiet_run()});
  const ProgrammeTrial happened = one_trial(s);
  EXPECT_NEAR(happened.tasks[0].finish_s, 54'900 + kRestart_s + (864'000 - 36'570) + 230 * 30, 1e-6);
  EXPECT_NEAR(happened.tasks[0].node_s, 16 * (happened.tasks[0].finish_s - 18'000), 1e-4);
}

// It ends after 3,630 s, 600 s into the second hour of a run whose books show the work up to there, and no more.
TEST(Books, CutWhatRunsAtTheProgrammesEnd) {
  ProgrammeSettings s = plain_programme(20, 3630 + 600);
  add_task(s, {.nodes = 16, .run = quiet_run()});
  const ProgrammeTrial happened = one_trial(s);
  EXPECT_TRUE(happened.projects[0].finished);
  EXPECT_NEAR(happened.pools[0].used, 16 * 4200.0, 1e-6);
  EXPECT_NEAR(happened.pools[0].lost, 16 * 30.0, 1e-6);
  EXPECT_NEAR(happened.pools[0].idle, 4 * 4230.0, 1e-6);
  EXPECT_NEAR(happened.pools[0].held, 20 * 4230.0, 1e-6);
  EXPECT_NEAR(happened.allotted[0], 16 * 4230.0, 1e-6);
}

}  // namespace programme_run_test
}  // namespace fmplan::sim
