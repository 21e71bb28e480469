#pragma once

/// @file
/// What many simulated trials of a programme are summed up to.

#include <array>
#include <cstdint>
#include <vector>

#include "core/sim/run/run_summary.h"

namespace fmplan::sim {

/// Of one task over the trials; days since the programme's start.  Quantiles of days are of all trials, infinite where
/// they lie among those in which it never starts or never ends; means are of the others.
struct TaskSummary {
  Spread start_days, finish_days;
  Spread wall_clock_days;  ///< of trials in which it finished, as all below
  Spread node_hours;       ///< held
  Estimate interruptions;
  std::int64_t finished = 0;  ///< trials

  friend bool operator==(const TaskSummary&, const TaskSummary&) = default;
};

/// It finishes when all its tasks, and all jobs of its streams, have ended.  Days as TaskSummary has them.
struct ProjectSummary {
  Spread start_days, finish_days;
  Spread node_hours;          ///< held, or kept for it, whether or not it finishes
  Estimate on_time;           ///< share of trials; of projects with a deadline
  std::int64_t finished = 0;  ///< trials

  friend bool operator==(const ProjectSummary&, const ProjectSummary&) = default;
};

/// Up to the programme's end.  held = used + lost + kept + idle + spare + unfit, and used + lost + kept is what
/// organisations are allotted.
struct PoolSummary {
  Estimate held_node_hours;   ///< delivered and not yet given back
  Estimate used_node_hours;   ///< productive work of jobs, with evaluation and stalls of data
  Estimate lost_node_hours;   ///< held by jobs and not productive: failures, recoveries, checkpoints, cold starts
  Estimate kept_node_hours;   ///< kept by a project between two of its tasks
  Estimate idle_node_hours;   ///< held by nobody
  Estimate spare_node_hours;  ///< the pool's spares, those in repair with them
  Estimate unfit_node_hours;  ///< being checked, defective, in maintenance
  std::vector<Estimate> utilisation;  ///< week by week: allotted over held; of trials in which any are held

  friend bool operator==(const PoolSummary&, const PoolSummary&) = default;
};

/// Waits of the jobs of a stream.
struct StreamSummary {
  Estimate jobs;         ///< a trial
  Estimate mean_wait_h;  ///< of a trial's jobs that started, over the trials
  Spread wait_h;         ///< quantiles of all jobs; its estimate is mean_wait_h

  friend bool operator==(const StreamSummary&, const StreamSummary&) = default;
};

/// Days after a delivery was due that are asked about: 0, 1, 2, …, 14.
inline constexpr std::size_t kNumDeliveryDays = 15;

struct ProgrammeSimulation {
  std::int64_t trials = 0;  ///< fewer than asked for if stopped
  std::vector<TaskSummary> tasks;
  std::vector<ProjectSummary> projects;
  std::vector<PoolSummary> pools;
  std::vector<StreamSummary> streams;
  /// Node-hours allotted: [month][organisation][pool], by trial.
  std::vector<std::vector<std::vector<Spread>>> allotted_node_hours;
  // Σ of allotted node-hours × node_hour_prices by trial, over pools and …: quantiles of the sums, not sums of
  // quantiles. Empty where no prices were told.
  std::vector<std::vector<Spread>> money{};  ///< [month][organisation]
  std::vector<Spread> money_in_all{};        ///< … months, by organisation
  std::vector<Spread> money_to_the_last{};   ///< … and after the programme's end, at the last month's prices
  std::vector<Spread> spent{};               ///< … organisations and months up to the end of each month
  /// Share of trials in which, so many days after each delivery of the programme was due, its pool has all nodes that
  /// jobs were to be given by then: those of its deliveries up to this one but for its spares, checked and good.
  std::array<Estimate, kNumDeliveryDays> all_delivered{};

  friend bool operator==(const ProgrammeSimulation&, const ProgrammeSimulation&) = default;
};

}  // namespace fmplan::sim
