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

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/parallel.h"
#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/sim/run/run_settings.h"
#include "core/sim/run/run_summary.h"
#include "core/sim/run/run_tally.h"
#include "core/sim/run/trial.h"

namespace fmplan::sim {

/// Rules that `settings` breaks; pointers are the scenario's.  Empty if it can be simulated.
Issues check_run(const RunSettings& settings);

/// One trial.  @pre check_run() found nothing.  `events` is filled if it is not null.
RunTrial simulate_trial(const RunSettings& settings, const TrialSettings& trials, std::int64_t trial,
                        std::vector<RunEvent>* events = nullptr);

/// The trial whose wall-clock time is the median of the first hundred: a typical one, whatever `trials.trials`.
std::int64_t typical_trial(const RunSettings& settings, const TrialSettings& trials);

/// `trials` independent trials, fewer where the watch stops them.  Memory does not grow with their number.
/// TrialSettings::until_digits_hold ends them after a whole number of 500, when the standard errors of P10 and P90 of
/// wall-clock days and hours lost are below the last digit shown: those of a normal law, 1.71 of the mean's.
/// @pre check_run() found nothing.
RunSimulation simulate_run(const RunSettings& settings, const TrialSettings& trials, const Watch& watch = {});

/// The trials of some of the stretches that simulate_run() cuts them into, so that several machines may each have a
/// part.  TrialSettings::until_digits_hold is of no account.  Nothing where no trial ends.  @throws JobStopped
/// @pre check_run() found nothing.
RunPart simulate_part(const RunSettings& settings, const TrialSettings& trials, Stretches stretches,
                      const Watch& watch = {});

/// The whole from its parts: to the last bit what simulate_run() gives.
/// @pre `parts`, in their order, have each of the kNumStretches stretches once, of these settings.
RunSimulation simulation_of_parts(const RunSettings& settings, const TrialSettings& trials,
                                  const std::vector<RunPart>& parts);

/// A run that others are compared with: its trials are simulated once, when first asked for.
class ReferenceTrials {
 public:
  /// @pre check_run() found nothing; `settings` outlive it.
  ReferenceTrials(const RunSettings& settings, const TrialSettings& trials);

  struct Length {
    bool finished = false;
    double wall_clock_s = 0, held_s = 0, held_node_s = 0;
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
  Estimate held_h;       ///< of nodes
  Estimate held_node_h;  ///< of phases on different numbers of nodes
  Estimate interruptions;
  std::int64_t trials = 0;
};
/// `other` against `reference`, until the standard error of the wall-clock hours is at most `enough`(their mean), after
/// a whole number of 250 trials; reference.trials() at most.
RunDifference compare_runs(ReferenceTrials& reference, const RunSettings& other,
                           const std::function<double(double mean_h)>& enough, const Watch& watch = {});

}  // namespace fmplan::sim
