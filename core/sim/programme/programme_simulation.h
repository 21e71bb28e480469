#pragma once

/// @file
/// A programme simulated event by event, many times over: queues, deliveries that slip, failures and recoveries with
/// the spares that a pool shares (docs/models/programme.md).  Plain values; time in seconds since the programme's
/// start.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/sim/run/run_settings.h"
#include "core/sim/run/run_summary.h"
#include "core/sim/run/trial.h"

namespace fmplan::sim {

/// Nodes that come (or go) at a time.
struct CapacityStep {
  double at_s = 0;
  int nodes = 0;           ///< negative: given back
  double late_chance = 0;  ///< with this chance it slips …
  double late_mean_s = 0;  ///< … by an exponential time of this mean
  // Of deliveries: each node is defective by its own luck, found after the check and replaced that much later.
  double defective_share = 0;
  double check_s = 0;
  double replaced_in_s = 0;
  double until_s = -1;  ///< of a pause (maintenance): the nodes are back then; negative: for good
};

struct SimulatedPool {
  std::vector<CapacityStep> steps;
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
  std::optional<RunSettings> run{};  ///< what it does; none: it takes …
  double duration_s = 0;             ///< … so long
  std::optional<StepTimeError> step_time_error{};  ///< of `run`
  int kin = -1;              ///< tasks of one number share a part of the step time's error; negative: none
  bool keeps_nodes = false;  ///< for the next task of its project, which starts on them at once
};

/// Jobs that come at random while a project's stream is open.
struct SimulatedStream {
  int project = 0;
  int pool = 0;
  double from_s = 0, until_s = 0;
  double jobs_per_s = 0;
  std::vector<int> nodes{};           ///< each as likely
  double mean_duration_s = 0;         ///< exponential, or …
  std::vector<double> durations_s{};  ///< … each as likely
};

struct SimulatedProject {
  double weight = 1;
  int organisation = 0;
  int priority = 0;
  std::optional<double> deadline_s{};
};

enum class QueueOrder : std::uint8_t { kPlanned, kFifo, kPriority, kFairShare, kDeadline };

struct ProgrammeRules {
  QueueOrder order = QueueOrder::kFifo;
  bool backfill = true;     ///< EASY: a job may go first if the first in the queue starts no later for it, by estimates
  bool preemption = false;  ///< at the cost of the preempted run's checkpoint and restart
  std::vector<double> shares{};  ///< of the organisations, for kFairShare
  double shared_error = 0;       ///< correlation of the logarithms of the step time's error among kin
};

struct ProgrammeSettings {
  std::vector<SimulatedPool> pools;
  std::vector<SimulatedProject> projects;
  std::vector<SimulatedTask> tasks;  ///< of a project, in its order
  std::vector<SimulatedStream> streams{};
  ProgrammeRules rules;
  double end_s = 0;  ///< of the programme: what runs then is cut off for the books of pools, not of projects
  int num_organisations = 1;
  std::vector<double> month_ends_s{};  ///< ends of the calendar months, the last one ≥ end_s
};

struct ProgrammeTrialSettings {
  std::int64_t trials = 1000;
  std::uint64_t seed = 1;
  int threads = 1;  ///< the result does not depend on it
  bool rate_uncertainty = true;
};

/// Of one task over the trials; days since the programme's start.
struct TaskSummary {
  Spread start_days, finish_days, wall_clock_days;
  Spread node_hours;
  Estimate interruptions;
  std::int64_t finished = 0;  ///< trials
};

struct ProjectSummary {
  Spread start_days, finish_days;
  Spread node_hours;
  Estimate on_time;           ///< share of the trials; of projects with a deadline
  std::int64_t finished = 0;  ///< trials in which all its tasks ended (by the longest a trial is followed)
};

struct PoolSummary {
  Estimate held_node_hours;  ///< delivered and not yet given back: used + idle + lost + spares
  Estimate used_node_hours;  ///< productive work of jobs
  Estimate lost_node_hours;  ///< held by jobs and not productive: failures, recoveries, checkpoints
  Estimate idle_node_hours;  ///< held by nobody
  Estimate spare_node_hours;
  std::vector<Estimate> utilisation;  ///< week by week: held by jobs over held
};

/// Waits of the jobs of streams, of one project.
struct StreamSummary {
  Estimate jobs;  ///< a trial
  Estimate mean_wait_h;
  Spread wait_h;  ///< of all jobs
};

struct ProgrammeSimulation {
  std::int64_t trials = 0;  ///< fewer than asked for if stopped
  std::vector<TaskSummary> tasks;
  std::vector<ProjectSummary> projects;
  std::vector<PoolSummary> pools;
  std::vector<StreamSummary> streams;
  /// Node-hours allotted: [month][organisation][pool], by trial: mean, P10, P50, P90.
  std::vector<std::vector<std::vector<Spread>>> allotted_node_hours;
  /// Of all deliveries of a programme: share of trials in which every pool has the nodes it was to have, so many days
  /// after each delivery was due: of days 0, 1, 2, …, 14.
  std::vector<Estimate> all_delivered;
};

/// @throws std::invalid_argument for settings that break a rule in the comments above.
ProgrammeSimulation simulate_programme(const ProgrammeSettings& settings, const ProgrammeTrialSettings& trials,
                                       const Watch& watch = {});

}  // namespace fmplan::sim
