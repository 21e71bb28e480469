// Trials that are advanced from outside, stopped and let go on.

#include "core/sim/run/trial_pause.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "core/sim/run/run_simulation.h"
#include "core/sim/run/run_trial.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {
namespace trial_pause_test {

double total(const RunTrial& trial) { return std::accumulate(trial.time_s.begin(), trial.time_s.end(), 0.0); }
double time_s(const RunTrial& trial, RunTime what) { return trial.time_s[static_cast<std::size_t>(what)]; }

// Stopped now and then, whatever it is at, and let go on half a day later: every second is accounted for, the work is
// done, and it asks for things in the order of time.
TEST(TrialPause, LeavesALedgerThatAddsUp) {
  RandomStream random({.seed = 41});
  int num_stops = 0, num_waits = 0;
  for (int i = 0; i < 500; ++i) {
    RunSettings run = random_run(random);
    run.failures_while_down = i % 2;
    ASSERT_TRUE(check_run(run).empty());
    const TrialSettings trials{.seed = 3};
    const RunTrials all(run, trials);
    SpareNodes spares(run.spare_nodes);
    TrialState t = all.begin(i, {}, spares);
    double asked_s = 0, away_s = 0, next_stop_s = random.exponential() * 2 * 86'400;
    while (is_under_way(t)) {
      const double next_s = next_step_s(t);
      EXPECT_GE(next_s, asked_s);
      if (next_s > next_stop_s) {
        num_waits += t.stage == TrialStage::kTraining ? 0 : 1;
        const double free_s = stop(t, next_stop_s);
        EXPECT_GE(free_s, next_stop_s - 1e-6);
        resume(t, free_s + 43'200);
        away_s += 43'200;
        ++num_stops;
        next_stop_s = t.clock_s + random.exponential() * 2 * 86'400;
        asked_s = t.clock_s;
        continue;
      }
      asked_s = next_s;
      step(t);
    }
    const RunTrial trial = outcome(t);
    EXPECT_NEAR(total(trial), trial.wall_clock_s, 1e-9 * trial.wall_clock_s) << i;
    if (!trial.finished) continue;
    EXPECT_NEAR(time_s(trial, RunTime::kProductive), run.productive / second, 1e-9 * (run.productive / second));
    EXPECT_GE(trial.given_back_s, away_s - 1e-6);
    EXPECT_NEAR(work_done_s(t, t.clock_s), run.productive / second / (1 - run.evaluation_share - run.data_stall_share),
                1e-3);
  }
  EXPECT_GT(num_stops, 1000);
  EXPECT_GT(num_waits, 20);
}

// Nothing fails.  Ten hours of work and their checkpoints take 36,300 s; 600 s later 600 s more are done.
TEST(TrialPause, SavesWhatIsDone) {
  RunSettings run = plain_run();
  run.failures.per_1000_node_days = 0;
  const TrialSettings trials{};
  const RunTrials all(run, trials);
  SpareNodes spares(0);
  TrialState t = all.begin(0, {}, spares);
  EXPECT_NEAR(work_done_s(t, 36'900), 36'600, 1e-6);
  EXPECT_NEAR(stop(t, 36'900), 36'930, 1e-6);
  EXPECT_NEAR(work_done_s(t, t.clock_s), 36'600, 1e-6);
  resume(t, 50'000);
  while (is_under_way(t)) step(t);
  const RunTrial trial = outcome(t);
  EXPECT_NEAR(trial.given_back_s, 50'000 - 36'930, 1e-6);
  EXPECT_NEAR(time_s(trial, RunTime::kLost), 0, 1e-6);
  // 172.8 s of start and 60 s of reload.
  EXPECT_NEAR(time_s(trial, RunTime::kRestart), 232.8, 1e-6);
}

// Two who ask for one spare: the first gets it, the second waits for the first one's node, which is repaired sooner
// than its own.
TEST(SpareNodes, AreWhoseWhoAsksFirst) {
  RunSettings run = plain_run();
  run.recovery.repair = 1 * hour;
  run.recovery.repair_law = RepairLaw::kFixed;
  run.recovery.replacement = 1 * day;
  run.recovery.swap = 1 * minute;
  SpareNodes spares(1);
  NodePool one(run, 16, {}, spares), other(run, 16, {}, spares, SpareNodes(0), 1000);
  RandomStream draws({});
  EXPECT_EQ(one.replace(RunCause::kNode, 1, 5000, draws, draws).ready_s, 5060);
  EXPECT_EQ(spares.free(), 0);
  // At 6,000 of the spares' clock, 5,000 of its own: the node comes at 8,600.
  const NodePool::Order order = other.replace(RunCause::kNode, 1, 5000, draws, draws);
  EXPECT_EQ(order.ready_s, 7600);
  EXPECT_EQ(order.num_starved, 1);
  EXPECT_EQ(spares.in_repair(), 1);
  // Its own came back at 9,600, and is a spare.
  EXPECT_EQ(one.replace(RunCause::kNode, 1, 9600, draws, draws).ready_s, 9660);
}

}  // namespace trial_pause_test
}  // namespace fmplan::sim
