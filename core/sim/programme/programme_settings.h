#pragma once

/// @file
/// A programme as its simulation is asked about it: plain values, every name resolved.  Time in seconds since the
/// programme's start.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/sim/run/run_settings.h"
#include "core/sim/run/trial.h"

namespace fmplan::sim {

/// Nodes that come (or go) at a time.
struct CapacityStep {
  double at_s = 0;
  int nodes = 0;           ///< negative: given back
  double late_chance = 0;  ///< of deliveries: with this chance it slips …
  double late_mean_s = 0;  ///< … by an exponential time of this mean
  // Of deliveries: no node is given to jobs before the check; each is defective by its own luck, found by the check and
  // replaced that much later by one that is not.
  double defective_share = 0;
  double check_s = 0;
  double replaced_in_s = 0;
  double until_s = -1;  ///< of a pause (maintenance, `nodes` negative): they are back then; negative: for good
};

struct SimulatedPool {
  std::vector<CapacityStep> steps{};
  int spares = 0;  ///< of its nodes, shared by the runs on it; no job is given them
};

/// A piece of work that a project has to do: a gang of nodes for as long as it takes.
struct SimulatedTask {
  int project = 0;
  int pool = 0;
  int nodes = 1;
  double submitted_s = 0;            ///< it is in the queue from then on, or from the end of those it comes after
  std::vector<int> after{};          ///< tasks
  double not_before_s = 0;           ///< a placement's start
  double estimate_s = 0;             ///< what a backfilling queue thinks it takes
  std::optional<RunSettings> run{};  ///< what it does, its spares its own beside the pool's; none: it takes …
  double duration_s = 0;             ///< … so long
  std::optional<StepTimeError> step_time_error{};  ///< of `run`; drawn once for all tasks of a project and a kin
  int kin = -1;              ///< projects whose tasks have one number share a part of the error; negative: none
  bool keeps_nodes = false;  ///< for the next task of its project, on the same pool, which starts on them at once
  /// Whose random numbers its run draws: 0 those of simulate_run(); none: its place among the tasks.  One that keeps
  /// its number meets the same luck, whatever else the programme has.
  std::optional<std::uint64_t> luck{};
};

/// Jobs that come at random while a project's stream is open (Poisson).  What the queue thinks they take is right.
struct SimulatedStream {
  int project = 0;
  int pool = 0;
  double from_s = 0, until_s = 0;
  double jobs_per_s = 0;
  std::vector<int> nodes{};             ///< each as likely
  double mean_duration_s = 0;           ///< exponential, or …
  std::vector<double> durations_s{};    ///< … each as likely
  std::optional<std::uint64_t> luck{};  ///< as a task's; none: its place among the streams
};

struct SimulatedProject {
  double weight = 1;
  int organisation = 0;
  int priority = 0;  ///< more goes first
  std::optional<double> deadline_s{};
};

enum class QueueOrder : std::uint8_t {
  kPlanned,    ///< by `not_before_s`; jobs of streams fill what placements leave
  kFifo,       ///< by the time at which they joined the queue
  kPriority,   ///< of the project, then fifo
  kFairShare,  ///< least node-hours held up to now over the organisation's share, then least nodes held now over it,
               ///< then fifo
  kDeadline,   ///< of the project, then fifo
};

struct ProgrammeRules {
  QueueOrder order = QueueOrder::kFifo;
  bool backfill = true;  ///< EASY: a job may go first if the first in the queue starts no later for it, by estimates
  /// What goes first by priority or deadline, or is planned where the other is of a stream, takes nodes that it lacks:
  /// at the cost of the preempted run's checkpoint and restart.  Nodes that a project keeps are not taken.
  bool preemption = false;
  std::vector<double> shares{};  ///< of the organisations, for kFairShare; empty: all alike
  double shared_error = 0;       ///< correlation of the logarithms of the step time's error among kin
};

struct ProgrammeSettings {
  std::vector<SimulatedPool> pools{};
  std::vector<SimulatedProject> projects{};
  std::vector<SimulatedTask> tasks{};  ///< of a project, in its order
  std::vector<SimulatedStream> streams{};
  ProgrammeRules rules{};
  double end_s = 0;  ///< of the programme: what runs then is cut off for the books of pools, not of projects
  int num_organisations = 1;
  std::vector<double> month_ends_s{};  ///< ends of the calendar months, ascending, the last one ≥ end_s
  /// Money of a node-hour, not negative: [month][pool].  Empty: what is spent is not asked.
  std::vector<std::vector<double>> node_hour_prices{};
};

struct ProgrammeTrialSettings {
  std::int64_t trials = 1000;
  std::uint64_t seed = 1;
  int threads = 1;  ///< the result does not depend on it
  /// Each trial draws the failure rate as simulate_run() does, once for all runs on a pool.
  bool rate_uncertainty = true;
};

}  // namespace fmplan::sim
