// Laws of single trials, and single failures done by hand.

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/sim/run/run.h"
#include "core/sim/run/run_simulation.h"
#include "core/sim/run/trial_books.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {
namespace run_trial_test {

constexpr double kRounding = 1e-9;
constexpr double kStandardErrors = 4;

double time_s(const RunTrial& trial, RunTime what) { return trial.time_s[static_cast<std::size_t>(what)]; }
double total(const RunTrial& trial) { return std::accumulate(trial.time_s.begin(), trial.time_s.end(), 0.0); }
int count(const RunTrial& trial, RunCause cause) { return trial.interruptions[static_cast<std::size_t>(cause)]; }

// The ledger accounts for every second, whatever goes wrong; the work is done, no more and no less; nothing is
// negative.
TEST(RunTrial, HasALedgerThatAddsUp) {
  RandomStream random({.seed = 11});
  int finished = 0;
  for (int i = 0; i < 4000; ++i) {
    const RunSettings settings = random_run(random);
    const Issues issues = check_run(settings);
    ASSERT_TRUE(issues.empty()) << issues.front().where << " " << issues.front().message;
    const RunTrial trial = simulate_trial(settings, {.rate_uncertainty = true}, i);
    if (!trial.finished) continue;
    ++finished;
    ASSERT_NEAR(total(trial) / trial.wall_clock_s, 1, kRounding) << i;
    ASSERT_NEAR(time_s(trial, RunTime::kProductive) / (settings.productive / second), 1, kRounding) << i;
    for (std::size_t t = 0; t < kNumRunTimes; ++t)
      ASSERT_GE(trial.time_s[t], -1e-6) << i << " " << run_time_name(static_cast<RunTime>(t));
    for (const double lost_s : trial.lost_s) ASSERT_GE(lost_s, -1e-6) << i;
    ASSERT_NEAR(std::accumulate(trial.lost_s.begin(), trial.lost_s.end(), 0.0), time_s(trial, RunTime::kLost), 1e-3)
        << i;
    ASSERT_NEAR(std::accumulate(trial.down_s.begin(), trial.down_s.end(), 0.0),
                time_s(trial, RunTime::kDetection) + time_s(trial, RunTime::kReplacement) +
                    time_s(trial, RunTime::kRestart) + time_s(trial, RunTime::kPlanned),
                1e-3)
        << i;
  }
  EXPECT_GT(finished, 3500);
}

// A timeline has no gaps and no overlaps, and ends with the run; its progress is the work done.
TEST(RunTrial, HasATimelineWithoutGaps) {
  RandomStream random({.seed = 12});
  for (int i = 0; i < 300; ++i) {
    const RunSettings settings = random_run(random);
    std::vector<RunEvent> events;
    const RunTrial trial = simulate_trial(settings, {}, i, &events);
    if (!trial.finished) continue;
    double clock_s = 0;
    for (const RunEvent& event : events) {
      // Checkpoints before a pause, and stalls of replicas, stand between the events.
      ASSERT_GE(event.start_s, clock_s - 1e-6) << i << " " << run_event_name(event.kind);
      ASSERT_LT(event.start_s - clock_s, 400) << i << " " << run_event_name(event.kind);
      ASSERT_GT(event.end_s, event.start_s) << i;
      clock_s = event.end_s;
    }
    ASSERT_NEAR(clock_s, trial.wall_clock_s, 1e-6) << i;
  }
}

/// A trial of `settings` with exactly one interruption.
RunTrial with_one_interruption(const RunSettings& settings) {
  for (int i = 0; i < 1000; ++i) {
    const RunTrial trial = simulate_trial(settings, {}, i);
    if (trial.num_interruptions() == 1 && trial.finished) return trial;
  }
  ADD_FAILURE() << "no trial has one interruption";
  return {};
}

constexpr double kWork_s = 10 * 86400;
constexpr double kSegment_s = 3630;           // an hour and its checkpoint
constexpr double kStalls_s = 240 * 30;        // of 240 checkpoints
constexpr double kStart_s = 120 + 12.8 + 40;  // 128 ranks; warm-up

// One failure: the time since the last checkpoint is lost; then detection and diagnosis 90 s, another node after 300 s,
// start, reload 60 s.
TEST(RunTrial, CostsWhatOneFailureCosts) {
  const RunTrial trial = with_one_interruption(plain_run());
  const double lost_s = std::fmod(trial.first_interruption_s, kSegment_s);
  EXPECT_NEAR(time_s(trial, RunTime::kLost), lost_s, 1e-6);
  EXPECT_NEAR(time_s(trial, RunTime::kDetection), 90, kRounding);
  EXPECT_NEAR(time_s(trial, RunTime::kReplacement), 300, kRounding);
  EXPECT_NEAR(time_s(trial, RunTime::kRestart), kStart_s + 60, kRounding);
  EXPECT_NEAR(trial.wall_clock_s, kWork_s + kStalls_s + lost_s + 90 + 300 + kStart_s + 60, 1e-5);
}

// A spare takes over in 20 s instead; and processes alone that die need no node.
TEST(RunTrial, WaitsForNoNodeWithASpareOrWithoutNeed) {
  RunSettings settings = plain_run();
  settings.spare_nodes = 1;
  EXPECT_NEAR(time_s(with_one_interruption(settings), RunTime::kReplacement), 20, kRounding);
  settings.recovery.process_share = 1;
  const RunTrial trial = with_one_interruption(settings);
  EXPECT_EQ(time_s(trial, RunTime::kReplacement), 0);
  EXPECT_EQ(count(trial, RunCause::kProcess), 1);
}

// Survivors save their state in 45 s: a step of 10 s is lost.
TEST(RunTrial, LosesOneStepWithJustInTimeCheckpoints) {
  RunSettings settings = plain_run();
  settings.checkpoint.just_in_time = 45 * second;
  const RunTrial trial = with_one_interruption(settings);
  // In the 30 s of a checkpoint what is lost is its stall too.
  EXPECT_GE(time_s(trial, RunTime::kLost), 10 - 1e-6);
  EXPECT_LE(time_s(trial, RunTime::kLost), 40 + 1e-6);
  EXPECT_NEAR(time_s(trial, RunTime::kRestart), 45 + kStart_s + 60, kRounding);
}

// Replica-level recovery: all stand still for 90 s and do a step of 10 s again; one of eight replicas is away for
// detection 90 s, another node 300 s, start and reload, in which seven eighths of the work are done.
TEST(RunTrial, GoesOnWithTheOtherReplicas) {
  RunSettings settings = plain_run();
  settings.continuation.kind = ContinuationKind::kReplica;
  const RunTrial trial = with_one_interruption(settings);
  const double away_s = 90 + 300 + kStart_s + 60 - 90;  // of which the stall is part
  EXPECT_NEAR(time_s(trial, RunTime::kRestart), 90, kRounding);
  EXPECT_LE(time_s(trial, RunTime::kLost), 10 + 1e-6);
  // A checkpoint in between takes its 30 s at any pace.
  EXPECT_NEAR(time_s(trial, RunTime::kReduced), away_s / 8, 30.0 / 8 + 1e-6);
  EXPECT_EQ(time_s(trial, RunTime::kReplacement), 0);
}

// Times between failures start anew whether the whole job started again or one replica was left behind.
TEST(RunTrial, RenewsFailuresOfReplicasToo) {
  RunSettings settings = plain_run();
  settings.productive = 200 * day;
  settings.continuation.kind = ContinuationKind::kReplica;
  int plain = 0, renewed = 0;
  for (int i = 0; i < 50; ++i) plain += simulate_trial(settings, {}, i).num_interruptions();
  settings.hazards.renewal_shape = 1;
  for (int i = 0; i < 50; ++i) renewed += simulate_trial(settings, {}, i).num_interruptions();
  EXPECT_NEAR(1.0 * renewed / plain, 1, 4 * std::sqrt(2.0 / plain));
}

// Replicas whose nodes never come back are gone: of eight on two nodes each, one loss each is all that there can be.
TEST(RunTrial, DoesNotBringReplicasBackWithoutNodes) {
  RunSettings settings = plain_run();
  settings.productive = 1000 * day;
  settings.continuation.kind = ContinuationKind::kReplica;
  settings.recovery.replacement = kNever;
  settings.recovery.process_share = 0.5;
  for (int i = 0; i < 50; ++i) {
    const RunTrial trial = simulate_trial(settings, {}, i);
    EXPECT_FALSE(trial.finished);
    EXPECT_LE(count(trial, RunCause::kNode), 8) << i;
  }
}

// A node that is replaced after being slow: the job starts again from the copy of that moment that is read fastest.
TEST(RunTrial, ReloadsFromTheNearestCopyOfAPause) {
  RunSettings settings = plain_run();
  settings.failures.per_1000_node_days = 0;
  settings.hazards.slow_nodes =
      SlowNodes{.per_1000_node_days = 10, .slowdown = 1.5, .lasts = 1 * hour, .replaced = true};
  settings.checkpoint.levels.insert(settings.checkpoint.levels.begin(), {.name = "memory",
                                                                         .every = 1,
                                                                         .stall = 2 * second,
                                                                         .persist_lag = {},
                                                                         .reload = 5 * second,
                                                                         .survives = LossScope::kNode});
  settings.checkpoint.levels.back().every = 10;
  EXPECT_NEAR(time_s(with_one_interruption(settings), RunTime::kRestart), kStart_s + 5, kRounding);
}

// Elastic: without a spare and with repairs of two days it starts again on seven of eight replicas, and once more when
// the node is back; meanwhile two days bring 42 hours' work.
TEST(RunTrial, GoesOnWithFewerNodesUntilOneIsBack) {
  RunSettings settings = plain_run();
  settings.continuation.kind = ContinuationKind::kElastic;
  settings.recovery.replacement = kNever;
  settings.recovery.repair = 2 * day;
  settings.recovery.repair_law = RepairLaw::kFixed;
  for (int i = 0; i < 1000; ++i) {
    const RunTrial trial = simulate_trial(settings, {}, i);
    if (trial.num_interruptions() != 1 || trial.first_interruption_s > 7 * 86400) continue;
    const double slow_s = 2 * 86400 - (kStart_s + 60);  // the order is sent after the detection
    // 47 or 48 checkpoints in between are as fast as ever.
    EXPECT_NEAR(time_s(trial, RunTime::kReduced), (slow_s - 45 * 30) / 8, 30);
    EXPECT_NEAR(time_s(trial, RunTime::kRestart), 2 * (kStart_s + 60), kRounding);
    EXPECT_EQ(time_s(trial, RunTime::kReplacement), 0);
    return;
  }
  FAIL() << "no trial has one interruption";
}

// Every three days a pause of six hours with a checkpoint before and a restart after it: three in ten days.
TEST(RunTrial, PausesAsPlanned) {
  RunSettings settings = plain_run();
  settings.failures.per_1000_node_days = 0;
  settings.hazards.maintenance = PlannedPause{.every = 3 * day, .takes = 6 * hour};
  const RunTrial trial = simulate_trial(settings, {}, 0);
  EXPECT_EQ(count(trial, RunCause::kMaintenance), 3);
  EXPECT_NEAR(time_s(trial, RunTime::kPlanned), 3 * 6 * 3600, kRounding);
  EXPECT_NEAR(time_s(trial, RunTime::kRestart), 3 * (kStart_s + 60), kRounding);
  EXPECT_EQ(time_s(trial, RunTime::kLost), 0);
  EXPECT_NEAR(trial.first_interruption_s, 3 * 86400 + 30, 1e-6);
}

// Blocks of four days with gaps of one: the first ends after four days, the second after nine.
TEST(RunTrial, StopsBetweenCapacityBlocks) {
  RunSettings settings = plain_run();
  settings.failures.per_1000_node_days = 0;
  settings.hazards.capacity_block = PlannedPause{.every = 5 * day, .takes = 1 * day};
  const RunTrial trial = simulate_trial(settings, {}, 0);
  EXPECT_EQ(count(trial, RunCause::kCapacityEnd), 2);
  // The checkpoint before it is written when the block is over.
  EXPECT_NEAR(time_s(trial, RunTime::kPlanned), 2 * (86400 - 30), 1e-6);
  EXPECT_NEAR(trial.given_back_s, 2 * (86400 - 30), 1e-6);
  EXPECT_NEAR(trial.first_interruption_s, 4 * 86400 + 30, 1e-6);
}

// With notice enough for the checkpoint nothing is lost, with less what was done since the last one.
TEST(RunTrial, SavesBeforeAPreemptionIfThereIsTime) {
  RunSettings settings = plain_run();
  settings.failures.per_1000_node_days = 0;
  settings.hazards.preemption = Preemption{.mean_between = 4 * day, .notice = 2 * minute, .wait = 1 * hour};
  const RunTrial warned = with_one_interruption(settings);
  EXPECT_EQ(time_s(warned, RunTime::kLost), 0);
  for (const Seconds too_short : {29 * second, 0 * second}) {
    settings.hazards.preemption->notice = too_short;
    const RunTrial unwarned = with_one_interruption(settings);
    EXPECT_NEAR(time_s(unwarned, RunTime::kLost), std::fmod(unwarned.first_interruption_s, kSegment_s), 1e-6);
  }
}

/// Mean and standard error over trials of a ratio of sums.
struct Ratio {
  double mean, standard_error;
};
template <class Above, class Below>
Ratio ratio_of(const RunSettings& settings, int trials, Above above, Below below) {
  std::vector<double> a, b;
  for (int i = 0; i < trials; ++i) {
    const RunTrial trial = simulate_trial(settings, {}, i);
    a.push_back(above(trial));
    b.push_back(below(trial));
  }
  const double ratio = std::accumulate(a.begin(), a.end(), 0.0) / std::accumulate(b.begin(), b.end(), 0.0);
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += std::pow(a[i] - ratio * b[i], 2);
  return {ratio, std::sqrt(squares) / std::accumulate(b.begin(), b.end(), 0.0)};
}

// Corruption that is found 5 h later on average costs those hours and half an interval, and the clean checkpoint has to
// be among those kept.
TEST(RunTrial, GoesBackBeforeSilentCorruption) {
  RunSettings settings = plain_run();
  settings.productive = 200 * day;
  settings.failures.per_1000_node_days = 0;
  settings.checkpoint.interval = 10 * minute;
  settings.checkpoint.levels[0].stall = Seconds{};
  settings.checkpoint.kept = 1000;
  settings.hazards.silent_corruption = SilentCorruption{.per_1000_node_days = 3, .found_after = 5 * hour};
  const auto lost = [](const RunTrial& t) { return time_s(t, RunTime::kLost) / 3600; };
  const auto found = [](const RunTrial& t) { return 1.0 * count(t, RunCause::kSilentCorruption); };
  const Ratio kept = ratio_of(settings, 2000, lost, found);
  EXPECT_NEAR(kept.mean, 5 + 1.0 / 12, kStandardErrors * kept.standard_error);
  // With two checkpoints kept and one archived a day it goes back half a day more.
  settings.checkpoint.kept = 2;
  settings.checkpoint.archive_interval = 1 * day;
  const Ratio archived = ratio_of(settings, 2000, lost, found);
  EXPECT_GT(archived.mean, 15);
  EXPECT_LT(archived.mean, 18);
}

// While a node is slow by a half, two thirds of the work are done: a third of the time is lost.
TEST(RunTrial, IsHeldUpBySlowNodes) {
  RunSettings settings = plain_run();
  settings.productive = 100 * day;
  settings.failures.per_1000_node_days = 0;
  settings.checkpoint.levels[0].stall = Seconds{};
  settings.hazards.slow_nodes =
      SlowNodes{.per_1000_node_days = 3, .slowdown = 1.5, .lasts = 6 * hour, .replaced = true};
  const Ratio held_up = ratio_of(
      settings, 2000, [](const RunTrial& t) { return time_s(t, RunTime::kReduced) / 3600; },
      [](const RunTrial& t) { return 1.0 * count(t, RunCause::kSlowNode); });
  EXPECT_NEAR(held_up.mean, 2, kStandardErrors * held_up.standard_error);
}

// Lemons that come back from repair keep the fleet's rate; recognised ones leave it to the others.
TEST(RunTrial, SharesTheRateOutAmongLemonsAndOthers) {
  RunSettings settings = plain_run();
  settings.productive = 100 * day;
  settings.mean_nodes = 64;
  settings.recovery_can_fail = false;
  settings.hazards.lemons = LemonNodes{.share = 0.05, .factor = 21, .recognised = 0};
  const auto failures = [](const RunTrial& t) { return 1.0 * t.num_interruptions(); };
  const auto exposed_days = [](const RunTrial& t) {
    return (t.wall_clock_s - time_s(t, RunTime::kDetection) - time_s(t, RunTime::kReplacement) -
            time_s(t, RunTime::kRestart)) /
           86400;
  };
  const Ratio all = ratio_of(settings, 2000, failures, exposed_days);
  EXPECT_NEAR(all.mean, 64 * 0.016, kStandardErrors * all.standard_error);
  const Ratio lemons = ratio_of(
      settings, 2000, [](const RunTrial& t) { return 1.0 * count(t, RunCause::kLemon); }, failures);
  EXPECT_NEAR(lemons.mean, 0.05 * 21 / (1 + 0.05 * 20), 5 * lemons.standard_error);
  settings.hazards.lemons->recognised = 1;
  settings.productive = 2000 * day;
  const Ratio rest = ratio_of(settings, 200, failures, exposed_days);
  EXPECT_NEAR(rest.mean / (64 * 0.016 / 2), 1, 0.03);  // but for the few weeks until the last one is found
}

// Once in two days of training, however many nodes there are, and it takes all of them for three hours.
TEST(RunTrial, StandsStillWhileTheSiteIsOut) {
  RunSettings settings = plain_run();
  settings.productive = 100 * day;
  settings.failures.per_1000_node_days = 0;
  settings.hazards.site_outage = SiteOutages{.mean_between = 2 * day, .repair = 3 * hour};
  const auto failures = [](const RunTrial& t) { return 1.0 * count(t, RunCause::kSiteOutage); };
  const auto exposed_days = [](const RunTrial& t) {
    return (t.wall_clock_s - time_s(t, RunTime::kDetection) - time_s(t, RunTime::kReplacement)) / 86400;
  };
  for (const auto kind : {ContinuationKind::kRestart, ContinuationKind::kElastic, ContinuationKind::kReplica}) {
    settings.continuation.kind = kind;
    for (const double nodes : {16.0, 64.0}) {
      settings.mean_nodes = nodes;
      const Ratio rate = ratio_of(settings, 1000, failures, exposed_days);
      EXPECT_NEAR(rate.mean, 0.5, kStandardErrors * rate.standard_error) << nodes;
      const Ratio stands = ratio_of(
          settings, 100, [](const RunTrial& t) { return time_s(t, RunTime::kReplacement); }, failures);
      EXPECT_NEAR(stands.mean, 3 * 3600, 1e-6) << nodes;
      const Ratio reduced = ratio_of(
          settings, 100, [](const RunTrial& t) { return time_s(t, RunTime::kReduced); }, failures);
      EXPECT_EQ(reduced.mean, 0) << nodes;
    }
  }
}

// Groups of four nodes lost together need four others: with two spares two have to come back from repair first.
TEST(RunTrial, NeedsASpareForEveryNodeOfAGroup) {
  RunSettings settings = plain_run();
  settings.failures.per_1000_node_days = 0;
  settings.hazards.groups = GroupFailures{.nodes = 4, .mtbf = 16 * day, .repair = 3 * hour};
  settings.spare_nodes = 4;
  EXPECT_NEAR(time_s(with_one_interruption(settings), RunTime::kReplacement), 20, kRounding);
  settings.spare_nodes = 2;
  EXPECT_NEAR(time_s(with_one_interruption(settings), RunTime::kReplacement), 3 * 3600, kRounding);
}

// Without spares, repair or a platform that replaces, the first lost node ends it: an answer, not a hang.
TEST(RunTrial, EndsWhenNodesRunOut) {
  RunSettings settings = plain_run();
  settings.productive = 1000 * day;
  settings.recovery.replacement = kNever;
  settings.spare_nodes = 2;
  const RunTrial trial = simulate_trial(settings, {}, 0);
  EXPECT_FALSE(trial.finished);
  EXPECT_EQ(trial.num_interruptions(), 3);
  EXPECT_EQ(simulate_run(settings, {.trials = 10'000}).finished, 0);
}

// A checkpoint that takes longer than the time between failures is never written.
TEST(RunTrial, GivesUpWhereNoCheckpointIsEverWritten) {
  RunSettings settings = plain_run();
  settings.failures.per_1000_node_days = 1e6;
  settings.checkpoint.levels[0].stall = 1 * hour;
  EXPECT_FALSE(simulate_trial(settings, {}, 0).finished);
  EXPECT_EQ(simulate_run(settings, {.trials = 1'000'000}).finished, 0);
}

}  // namespace run_trial_test
}  // namespace fmplan::sim
