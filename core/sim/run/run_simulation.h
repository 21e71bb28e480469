#pragma once

/// @file
/// A run simulated event by event, many times over: what failures, recoveries, checkpoints and spares do to its dates.
///
/// Quiet stretches are passed in one go, whatever the number of checkpoints in them.  Conventions:
///   - the clocks of failures run while training, while it stalls for a checkpoint and during initialisation and reload
///     (unless !recovery_can_fail), not during detection, diagnosis and waiting for a node;
///   - a failure during initialisation or reload is detected, diagnosed and recovered from like any other;
///   - a checkpoint counts once it is complete and its persist lag over; what persists while a failure strikes is lost;
///   - after a restart the next checkpoint comes one interval later, and all levels hold what was reloaded.
/// Every trial draws from streams of its own (core/base/random.h): any number of threads gives the same bytes.

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/sim/run/run_settings.h"
#include "core/sim/run/trial.h"

namespace fmplan::sim {

/// Rules that `settings` breaks; pointers are the scenario's.  Empty if it can be simulated.
Issues check_run(const RunSettings& settings);

/// One trial.  @pre check_run() found nothing.  `events` is filled if it is not null.
RunTrial simulate_trial(const RunSettings& settings, const TrialSettings& trials, std::int64_t trial,
                        std::vector<RunEvent>* events = nullptr);

/// The trial whose wall-clock time is the median of the first hundred: a typical one, whatever `trials.trials`.
std::int64_t typical_trial(const RunSettings& settings, const TrialSettings& trials);

struct Estimate {
  double mean = 0;
  double standard_error = 0;

  friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// A figure over all trials.  Quantiles are exact to 1 in 4,000.
struct Spread {
  Estimate estimate;
  double p10 = 0, p50 = 0, p90 = 0;

  friend bool operator==(const Spread&, const Spread&) = default;
};

/// Decimals of days that are shown: two digits of the distance from P10 to P90, one to four decimals.
int day_decimals(const Spread& days);

/// Trials between `low` and `high`, in equal bins; those outside are in the first and last.
struct Histogram {
  double low = 0, high = 1;
  std::vector<std::int64_t> counts;

  friend bool operator==(const Histogram&, const Histogram&) = default;
};

struct CauseSummary {
  Estimate interruptions;
  Spread lost_h;
  Estimate down_h;

  friend bool operator==(const CauseSummary&, const CauseSummary&) = default;
};

/// All trials together; where not all finished, the figures are of those that did.
struct RunSimulation {
  std::int64_t trials = 0;    ///< simulated; fewer than asked for if stopped
  std::int64_t finished = 0;  ///< of those
  Spread wall_clock_days;
  Spread held_days;      ///< of those, with nodes
  Spread goodput;        ///< productive over wall-clock time
  Spread interruptions;  ///< unplanned
  Spread lost_h;
  Estimate planned_interruptions;
  Estimate first_interruption_h;
  Estimate on_time_share;                       ///< of all trials: they finish by the deadline
  Estimate ends_corrupted_share;                ///< of trials: wrong numbers are in the result
  Estimate starved_share;                       ///< of wall-clock time
  std::array<Estimate, kNumRunTimes> time_h{};  ///< indexed by RunTime
  std::array<CauseSummary, kNumRunCauses> causes{};
  Histogram wall_clock_histogram;  ///< in days, 80 bins

  friend bool operator==(const RunSimulation&, const RunSimulation&) = default;
};

/// Whether a tenth of the trials that finished is at least one, on either side of an interval of 80 %.
inline bool tells_interval(const RunSimulation& run) { return run.finished >= 10; }

/// `trials` independent trials, fewer where the watch stops them.  Memory does not grow with their number.
/// TrialSettings::until_digits_hold ends them after a whole number of 500, when the standard errors of P10 and P90 of
/// wall-clock days and hours lost are below the last digit shown: those of a normal law, 1.71 of the mean's.
/// @pre check_run() found nothing.
RunSimulation simulate_run(const RunSettings& settings, const TrialSettings& trials, const Watch& watch = {});

/// A run that others are compared with: its trials are simulated once, when first asked for.
class ReferenceTrials {
 public:
  /// @pre check_run() found nothing; `settings` outlive it.
  ReferenceTrials(const RunSettings& settings, const TrialSettings& trials);

  struct Length {
    bool finished = false;
    double wall_clock_s = 0, held_s = 0;
    int interruptions = 0;
  };
  /// Of the trials 0 … count − 1, or fewer where the watch stops them.
  std::span<const Length> lengths(std::int64_t count, const Watch& watch);
  const TrialSettings& trials() const { return trials_; }

 private:
  const RunSettings& settings_;
  TrialSettings trials_;
  std::vector<Length> lengths_;
};

/// What a run takes longer than the one it is compared with, in wall-clock hours, trial by trial on the same luck.
struct RunDifference {
  Estimate wall_clock_h;
  Estimate held_h;  ///< of nodes
  Estimate interruptions;
  std::int64_t trials = 0;
};
/// `other` against `reference`, until the standard error of the wall-clock hours is at most `enough`(their mean), after
/// a whole number of 250 trials; reference.trials() at most.
RunDifference compare_runs(ReferenceTrials& reference, const RunSettings& other,
                           const std::function<double(double mean_h)>& enough, const Watch& watch = {});

}  // namespace fmplan::sim
