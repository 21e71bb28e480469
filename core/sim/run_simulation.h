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
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/issue.h"
#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/sim/run_settings.h"

namespace fmplan::sim {

/// Where the wall-clock time of a run goes.
enum class RunTime : std::uint8_t {
  kProductive,   ///< steps that count
  kEvaluation,   ///< of those
  kDataStall,    ///< of those
  kCheckpoint,   ///< stalls of checkpoints that count
  kLost,         ///< training, evaluation and stalls done again
  kReduced,      ///< what slow nodes and missing replicas add
  kDetection,    ///< and diagnosis
  kReplacement,  ///< swapping in spares and waiting for nodes
  kRestart,      ///< initialisation, reload, warm-up; just-in-time saves and stalls of replicas
  kPlanned,      ///< maintenance and gaps between capacity blocks
  kColdStart,
};
inline constexpr std::size_t kNumRunTimes = 11;
/// "productive", "evaluation", …
std::string_view run_time_name(RunTime time);

/// One trial, in seconds.
struct RunTrial {
  std::array<double, kNumRunTimes> time_s{};  ///< indexed by RunTime; adds up to wall_clock_s
  double wall_clock_s = 0;
  std::array<int, kNumRunCauses> interruptions{};  ///< indexed by RunCause
  std::array<double, kNumRunCauses> lost_s{};      ///< training done again, by what interrupted it
  std::array<double, kNumRunCauses> down_s{};      ///< detection, replacement, restart and planned pauses
  double starved_s = 0;                            ///< of replacement: no spare was free
  double given_back_s = 0;          ///< no nodes were held: gaps between capacity blocks, waits after a preemption
  double first_interruption_s = 0;  ///< wall-clock; the run's end if there was none
  double step_time_factor = 1;      ///< as drawn
  bool ends_corrupted = false;      ///< wrong numbers that nobody has found
  bool finished = true;             ///< false: it ran into the limit, or out of nodes

  int num_interruptions() const;  ///< planned ones included
};

/// What happened in a trial, for a timeline.
enum class RunEventKind : std::uint8_t {
  kTraining,
  kLostTraining,
  kDetection,
  kReplacement,
  kRestart,
  kPlanned,
  kReduced,
  kColdStart
};
inline constexpr std::size_t kNumRunEventKinds = 8;
std::string_view run_event_name(RunEventKind kind);
struct RunEvent {
  RunEventKind kind = RunEventKind::kTraining;
  RunCause cause = RunCause::kNode;  ///< of all but kTraining and kColdStart
  double start_s = 0;
  double end_s = 0;
  double progress_s = 0;  ///< productive time safe or done at the end
  int free_spares = 0;    ///< at the end
  int nodes_in_repair = 0;

  friend bool operator==(const RunEvent&, const RunEvent&) = default;
};

/// Factors on the step time between which it lies with 80 and 95 %: one and the same over a whole run.
struct StepTimeError {
  double low_95 = 1, low_80 = 1, high_80 = 1, high_95 = 1;

  friend bool operator==(const StepTimeError&, const StepTimeError&) = default;
};

struct TrialSettings {
  std::int64_t trials = 10'000;
  std::uint64_t seed = 1;
  int threads = 1;
  /// Each trial draws the failure rate from the posterior of the preset's count (Gamma(events + ½)); without a count it
  /// is as stated.
  bool rate_uncertainty = false;
  std::optional<StepTimeError> step_time_error{};     ///< each trial draws one; none: the step time is right
  std::optional<double> deadline_days{};              ///< wall-clock
  std::function<void(std::int64_t done)> progress{};  ///< now and then, from any thread
  const std::atomic<bool>* stop = nullptr;            ///< set it to keep what is there
};

/// Rules that `settings` breaks; pointers are the scenario's.  Empty if it can be simulated.
Issues check_run(const RunSettings& settings);

/// One trial.  @pre check_run() found nothing.  `events` is filled if it is not null.
RunTrial simulate_trial(const RunSettings& settings, const TrialSettings& trials, std::int64_t trial,
                        std::vector<RunEvent>* events = nullptr);

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

/// `trials` independent trials.  Memory does not grow with their number.  @pre check_run() found nothing.
RunSimulation simulate_run(const RunSettings& settings, const TrialSettings& trials);

/// What `other` takes longer than `settings` in wall-clock hours, trial by trial on the same luck.
struct RunDifference {
  Estimate wall_clock_h;
  Estimate held_h;  ///< of nodes
  Estimate interruptions;
};
RunDifference compare_runs(const RunSettings& settings, const RunSettings& other, const TrialSettings& trials);

}  // namespace fmplan::sim
