#pragma once

/// @file
/// One trial of a simulated run: what is asked, and what happened.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/names.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// Where the wall-clock time of a run goes.
enum class RunTime : std::uint8_t {
  kProductive,   ///< steps that count
  kEvaluation,   ///< of those
  kDataStall,    ///< of those
  kOverhead,     ///< what campaigns take beside what the machine can do
  kCheckpoint,   ///< stalls of checkpoints that count
  kLost,         ///< training, evaluation and stalls done again
  kReduced,      ///< what slow nodes and missing replicas add
  kDetection,    ///< and diagnosis
  kReplacement,  ///< swapping in spares and waiting for nodes
  kRestart,      ///< initialisation, reload, warm-up; just-in-time saves and stalls of replicas
  kPlanned,      ///< maintenance and gaps between capacity blocks
  kColdStart,
};
inline constexpr auto kRunTimeNames = names<RunTime>({{"productive", RunTime::kProductive},
                                                      {"evaluation", RunTime::kEvaluation},
                                                      {"data_stall", RunTime::kDataStall},
                                                      {"campaign_overhead", RunTime::kOverhead},
                                                      {"checkpoint", RunTime::kCheckpoint},
                                                      {"lost", RunTime::kLost},
                                                      {"reduced", RunTime::kReduced},
                                                      {"detection", RunTime::kDetection},
                                                      {"replacement", RunTime::kReplacement},
                                                      {"restart", RunTime::kRestart},
                                                      {"planned", RunTime::kPlanned},
                                                      {"cold_start", RunTime::kColdStart}});
inline constexpr std::size_t kNumRunTimes = kRunTimeNames.count;
/// "productive", "evaluation", …
inline std::string_view run_time_name(RunTime time) { return kRunTimeNames.name(time); }

/// One trial, in seconds.
struct RunTrial {
  std::array<double, kNumRunTimes> time_s{};  ///< indexed by RunTime; adds up to wall_clock_s
  double wall_clock_s = 0;
  std::array<int, kNumRunCauses> interruptions{};  ///< indexed by RunCause
  std::array<double, kNumRunCauses> lost_s{};      ///< training done again, by what interrupted it
  std::array<double, kNumRunCauses> down_s{};      ///< detection, replacement, restart and planned pauses
  double starved_s = 0;                            ///< of replacement: no spare was free
  double given_back_s = 0;  ///< no nodes were held: gaps between capacity blocks, waits after a preemption
  /// Of phases on different numbers of nodes: time_s in node-seconds, and those held.  Nothing where all are alike.
  std::array<double, kNumRunTimes> node_time_s{};
  double held_node_s = 0;
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
inline constexpr auto kRunEventKindNames = names<RunEventKind>({{"training", RunEventKind::kTraining},
                                                                {"lost_training", RunEventKind::kLostTraining},
                                                                {"detection", RunEventKind::kDetection},
                                                                {"replacement", RunEventKind::kReplacement},
                                                                {"restart", RunEventKind::kRestart},
                                                                {"planned", RunEventKind::kPlanned},
                                                                {"reduced", RunEventKind::kReduced},
                                                                {"cold_start", RunEventKind::kColdStart}});
inline constexpr std::size_t kNumRunEventKinds = kRunEventKindNames.count;
inline std::string_view run_event_name(RunEventKind kind) { return kRunEventKindNames.name(kind); }
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

/// Of the draws: the logarithm of the factor is linear in the normal quantile between the points known, and beyond.
/// The mean of a skewed law lies above its median, 1.
double mean_factor(const StepTimeError& error);

struct TrialSettings {
  std::int64_t trials = 10'000;
  /// Fewer are enough where the quantiles of days and of hours lost hold to the last digit that is shown.
  bool until_digits_hold = false;
  std::uint64_t seed = 1;
  int threads = 1;  ///< the result does not depend on it
  /// Each trial draws the failure rate: from the posterior of the preset's count, else from how clusters differ
  /// (rate_factor()).
  bool rate_uncertainty = false;
  std::optional<StepTimeError> step_time_error{};  ///< each trial draws one; none: the step time is right
  std::optional<double> deadline_days{};           ///< wall-clock

  friend bool operator==(const TrialSettings&, const TrialSettings&) = default;
};

}  // namespace fmplan::sim
