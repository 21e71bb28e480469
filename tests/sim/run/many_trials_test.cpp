// Laws of many trials together, and what may be asked of them.

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/sim/run/run.h"
#include "core/sim/run/run_simulation.h"
#include "core/sim/run/trial_books.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {
namespace many_trials_test {

constexpr double kStandardErrors = 4;

TEST(RunSimulation, GivesTheSameBytesForAnyNumberOfThreads) {
  RandomStream random({.seed = 13});
  for (int i = 0; i < 10; ++i) {
    const RunSettings settings = random_run(random);
    const RunSimulation one = simulate_run(settings, {.trials = 300, .threads = 1, .rate_uncertainty = true});
    const RunSimulation three = simulate_run(settings, {.trials = 300, .threads = 3, .rate_uncertainty = true});
    EXPECT_EQ(one, three) << i;
    EXPECT_NE(one, simulate_run(settings, {.trials = 300, .seed = 2, .rate_uncertainty = true})) << i;
  }
}

// Closed form and simulation on random runs of one level, exponential failures and a platform that replaces nodes.
TEST(RunSimulation, AgreesWithTheClosedForm) {
  RandomStream random({.seed = 14});
  for (int i = 0; i < 60; ++i) {
    RunSettings s = plain_run();
    s.failures.per_1000_node_days = 5 + 200 * random.uniform();
    const double segments = 50 + std::floor(200 * random.uniform());
    s.checkpoint.interval = (0.2 + 2 * random.uniform()) * hour;
    s.evaluation_share = 0.2 * random.uniform();
    s.productive = segments * (1 - s.evaluation_share) * *s.checkpoint.interval;
    s.checkpoint.levels[0].stall = 200 * random.uniform() * second;
    if (random.uniform() < 0.5) s.checkpoint.levels[0].persist_lag = 2 * random.uniform() * hour;
    // The work that its last checkpoint makes safe does not have to wait for that.
    if (s.checkpoint.levels[0].persist_lag > Seconds{}) s.productive *= 30;
    s.recovery.process_share = random.uniform();
    const RunSimulation simulated =
        simulate_run(s, {.trials = s.checkpoint.levels[0].persist_lag > Seconds{} ? 300 : 3000});
    const RunOutcome closed = mean_run(s);
    const Estimate days = simulated.wall_clock_days.estimate;
    // At most one lag of the last stretch is not risked.
    const double edge = s.checkpoint.levels[0].persist_lag / closed.mtbf * (*s.checkpoint.interval / day);
    EXPECT_NEAR(days.mean, closed.time.total() / day, kStandardErrors * days.standard_error + edge) << i;
    EXPECT_NEAR(simulated.interruptions.estimate.mean / closed.interruptions, 1,
                kStandardErrors * simulated.interruptions.estimate.standard_error / closed.interruptions + 0.01)
        << i;
  }
}

// Where spares starve, twice the failures wait more than twice as long: the mean over what the rate may be is not the
// run at its mean.
TEST(RunSimulation, WaitsLongerWhereTheRateIsUncertain) {
  RunSettings s = plain_run();
  s.productive = 60 * day;
  s.failures.per_1000_node_days = 20;
  s.failures.between_clusters = 3.1;
  s.recovery.replacement = kNever;
  s.recovery.repair = 120 * hour;
  s.recovery.process_share = 0;
  s.spare_nodes = 3;
  const TrialSettings trials{.trials = 4000, .threads = 2, .rate_uncertainty = true};
  const Estimate simulated = simulate_run(s, trials).wall_clock_days.estimate;
  const double stated = mean_run(s).time.total() / day, factor = rate_spread_factor(s);
  EXPECT_GT(factor, 1.02);
  EXPECT_NEAR(factor * stated, simulated.mean, kStandardErrors * simulated.standard_error + 0.01 * simulated.mean);
  s.failures.between_clusters.reset();
  EXPECT_EQ(rate_spread_factor(s), 1);
}

// The draws of the failure rate and of the step time have the spreads that they are drawn from.
TEST(RunSimulation, DrawsTheRateAndTheStepTimeOnceATrial) {
  RunSettings settings = plain_run();
  settings.failures.num_events = 25;
  const StepTimeError error{.low_95 = 0.7, .low_80 = 0.8, .high_80 = 1.3, .high_95 = 1.5};
  TrialSettings trials{.trials = 20'000, .rate_uncertainty = true, .step_time_error = error};
  int below_80 = 0, above_95 = 0;
  double failures = 0, squares = 0;
  for (int i = 0; i < trials.trials; ++i) {
    const RunTrial trial = simulate_trial(settings, trials, i);
    below_80 += trial.step_time_factor < 0.8 ? 1 : 0;
    above_95 += trial.step_time_factor > 1.5 ? 1 : 0;
    const double rate = trial.num_interruptions() / (trial.wall_clock_s / 86400);
    failures += rate;
    squares += rate * rate;
  }
  EXPECT_NEAR(below_80 / 20'000.0, 0.1, 0.01);
  EXPECT_NEAR(above_95 / 20'000.0, 0.025, 0.005);
  // Variance of the count over ten days: Poisson, and that of a rate known from 25 events.
  const double mean = failures / 20'000, variance = squares / 20'000 - mean * mean;
  EXPECT_NEAR(variance / (mean / 10 + mean * mean / 25.5), 1, 0.15);
}

TEST(CompareRuns, SeesWhatAChangeDoesOnTheSameLuck) {
  const RunSettings settings = plain_run();
  RunSettings faster = settings;
  faster.recovery.replacement = 2 * minute;
  ReferenceTrials reference(settings, {.trials = 1000});
  const RunDifference difference = compare_runs(reference, faster, [](double) { return 0.0; });
  EXPECT_EQ(difference.trials, 1000);
  const double failures = simulate_run(settings, {.trials = 1000}).interruptions.estimate.mean;
  // Three minutes a failure; the luck is the same, so that hardly anything else differs.
  EXPECT_NEAR(difference.wall_clock_h.mean, -failures * 0.05, 4 * difference.wall_clock_h.standard_error);
  EXPECT_LT(difference.wall_clock_h.standard_error, 0.005);
}

// What is known well enough after some trials needs no more; it is the difference of just those.
TEST(CompareRuns, EndsWhenTheDifferenceIsKnown) {
  const RunSettings settings = plain_run();
  RunSettings faster = settings;
  faster.recovery.replacement = 2 * minute;
  const auto enough = [](double mean_h) { return 0.05 * std::abs(mean_h); };
  ReferenceTrials reference(settings, {.trials = 100'000, .threads = 2}), one_thread(settings, {.trials = 100'000});
  const RunDifference found = compare_runs(reference, faster, enough);
  EXPECT_LT(found.trials, 100'000);
  EXPECT_EQ(found.trials % 250, 0);
  EXPECT_LE(found.wall_clock_h.standard_error, enough(found.wall_clock_h.mean));
  EXPECT_EQ(found.wall_clock_h, compare_runs(one_thread, faster, enough).wall_clock_h);
  ReferenceTrials as_many(settings, {.trials = found.trials});
  const RunDifference all = compare_runs(as_many, faster, [](double) { return 0.0; });
  EXPECT_EQ(found.wall_clock_h, all.wall_clock_h);
}

// What few trials say holds against many, to some standard errors of one last digit each.
TEST(RunSimulation, EndsWhenItsDigitsHold) {
  RunSettings settings = plain_run();
  // Some 260 failures: of 130 hours lost three digits are seen.
  settings.productive = 100 * day;
  settings.failures.per_1000_node_days = 160;
  TrialSettings trials{.trials = 40'000, .until_digits_hold = true};
  const RunSimulation few = simulate_run(settings, trials);
  EXPECT_LT(few.trials, trials.trials);
  EXPECT_EQ(few.trials % 500, 0);
  trials.threads = 3;
  EXPECT_EQ(few, simulate_run(settings, trials));
  trials.until_digits_hold = false;
  const RunSimulation many = simulate_run(settings, trials);
  EXPECT_EQ(many.trials, 40'000);
  const double digit = std::pow(10, -day_decimals(few.wall_clock_days));
  for (const auto quantile : {&Spread::p10, &Spread::p50, &Spread::p90})
    EXPECT_NEAR(few.wall_clock_days.*quantile, many.wall_clock_days.*quantile, kStandardErrors * digit);
}

struct BadRun {
  const char* name;
  void (*spoil)(RunSettings&);
  const char* where;
};

TEST(CheckRun, NamesWhatMakesNoSense) {
  constexpr BadRun kBad[] = {
      {"no work", [](RunSettings& s) { s.productive = Seconds{}; }, "/productive"},
      {"negative detection", [](RunSettings& s) { s.recovery.detection = -1 * second; }, "/run/recovery/detection"},
      {"endless warm-up", [](RunSettings& s) { s.recovery.warm_up = kNever; }, "/run/recovery/warm_up"},
      {"negative spares", [](RunSettings& s) { s.spare_nodes = -1; }, "/run/spare_nodes"},
      {"no time left",
       [](RunSettings& s) {
         s.evaluation_share = 0.6;
         s.data_stall_share = 0.5;
       },
       "/run/evaluation"},
      {"pause without end",
       [](RunSettings& s) { s.hazards.maintenance = PlannedPause{.every = 1 * day, .takes = 1 * day}; },
       "/run/hazards/maintenance/takes"},
      {"share above one", [](RunSettings& s) { s.hazards.lemons = LemonNodes{.share = 1.5, .factor = 2}; },
       "/run/hazards/lemons/share"},
      {"levels that do not nest",
       [](RunSettings& s) {
         s.checkpoint.levels.push_back(s.checkpoint.levels[0]);
         s.checkpoint.levels.push_back(s.checkpoint.levels[0]);
         s.checkpoint.levels[1].every = 4;
         s.checkpoint.levels[2].every = 6;
       },
       "/run/checkpoint/levels/2/every"},
      {"a safer level before",
       [](RunSettings& s) {
         s.checkpoint.levels.push_back(s.checkpoint.levels[0]);
         s.checkpoint.levels[1].survives = LossScope::kProcess;
       },
       "/run/checkpoint/levels/1"},
      {"no number", [](RunSettings& s) { s.checkpoint.levels[0].stall = std::nan("") * second; },
       "/run/checkpoint/levels/0/stall"},
  };
  EXPECT_TRUE(check_run(plain_run()).empty());
  for (const BadRun& bad : kBad) {
    RunSettings settings = plain_run();
    bad.spoil(settings);
    const Issues issues = check_run(settings);
    ASSERT_EQ(issues.size(), 1u) << bad.name;
    EXPECT_EQ(issues[0].where, bad.where) << bad.name;
  }
}

// Against the mean of draws; with a lognormal law of σ on both sides e^{σ²/2}.
TEST(MeanFactor, IsTheMeanOfTheDraws) {
  const double sigma = 0.2;
  const auto at = [&](double z) { return std::exp(sigma * z); };
  const StepTimeError lognormal{
      .low_95 = at(-kNormal95), .low_80 = at(-kNormal80), .high_80 = at(kNormal80), .high_95 = at(kNormal95)};
  EXPECT_NEAR(mean_factor(lognormal), std::exp(sigma * sigma / 2), 1e-12);
  EXPECT_NEAR(mean_factor(StepTimeError{}), 1, 1e-15);
  const StepTimeError skewed{.low_95 = 0.8, .low_80 = 0.9, .high_80 = 1.25, .high_95 = 1.8};
  constexpr int kDraws = 200'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double factor = draw_trial({}, {.step_time_error = skewed}, i).step_time_factor;
    sum += factor;
    squares += factor * factor;
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, mean_factor(skewed), 4 * std::sqrt((squares / kDraws - mean * mean) / kDraws));
}

}  // namespace many_trials_test
}  // namespace fmplan::sim
