#pragma once

/// @file
/// A placement problem in whole numbers, so that every solver compares exactly, with what each project can do when it
/// has the pools for itself.

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/placement/placement.h"

namespace fmplan::plan {

/// In units of CountedProblem; compared one after the other.  Money and node-hours are those above what all projects
/// that can be placed take at their cheapest and at their leanest; below 0 where some of them are not placed.
struct CountedObjective {
  std::int64_t unplaced = 0, late = 0, money = 0, node_hours = 0;

  friend auto operator<=>(const CountedObjective&, const CountedObjective&) = default;
};

struct CountedMode {
  int index = 0;  ///< in PlacementPhase::modes
  int pool = 0, nodes = 0, slots = 1;
  std::int64_t money = 0, node_hours = 0;  ///< above the phase's least
  std::vector<int> pauses{};

  std::int64_t work() const { return static_cast<std::int64_t>(nodes) * slots; }
};

/// A phase.  Tasks of a project stand one after the other.
struct CountedTask {
  int project = 0;
  std::vector<CountedMode> modes;  ///< those that fit when nothing else is placed
  int head = 0;                    ///< slot before which it cannot start
  int latest_end = 0;              ///< after which the project cannot end within the window
  int least_slots = 1;
};

struct CountedProject {
  std::int64_t weight = 1;
  std::optional<int> due;
  int first_task = 0, num_tasks = 0;
  std::vector<int> after, followers;
  bool possible = true;  ///< it fits within the window when nothing but what it comes after is placed
  int soonest_end = 0;   ///< … and ends then
  std::int64_t least_money = 0, least_node_hours = 0;  ///< of its phases, where it is possible

  int last_task() const { return first_task + num_tasks - 1; }
  std::int64_t late_at(int end) const {
    return due && end > *due ? weight * (static_cast<std::int64_t>(end) - *due) : 0;
  }
};

struct CountedProblem {
  int num_slots = 0;
  std::vector<std::vector<int>> capacity;  ///< [pool][slot]
  std::vector<CountedProject> projects;
  std::vector<CountedTask> tasks;
  /// What 1 is of: powers of ten, the weights' small enough for every weight that has up to six decimals, the others
  /// from a hundredth on, as far as the sums stay within the whole numbers that clasp adds.
  double weight_unit = 1, money_unit = 0.01, node_hours_unit = 0.01;
  /// The least that a weight is of what it is counted as: 1 where all are exact.
  double weight_ratio = 1;
};

/// @pre check_problem(problem) finds nothing
CountedProblem counted(const PlacementProblem& problem);

/// One start and mode for each task; mode −1: its project is not placed.
struct TaskTimes {
  int mode = -1;  ///< in CountedTask::modes
  int start = 0;

  friend bool operator==(const TaskTimes&, const TaskTimes&) = default;
};
using Schedule = std::vector<TaskTimes>;

CountedObjective objective_of(const CountedProblem& problem, const Schedule& schedule);

/// First slot from `from` on in which `mode` finds its nodes free to the end of its time, but in its pauses, at
/// `latest_end` the latest.
std::optional<int> earliest_fit(const std::vector<int>& free, const CountedMode& mode, int from, int latest_end);

/// The latest ends of the tasks of `project` for it to end by `last_end` with the pools for itself; none: it cannot.
std::optional<std::vector<int>> latest_ends(const CountedProblem& problem, int project, int last_end);

/// `schedule` in the words of the problem, its objective worked out.
Placement to_placement(const PlacementProblem& problem, const CountedProblem& counted, const Schedule& schedule);

/// A bound in the words of the problem.  Parts that are those of `placed` have its values to the last digit.
PlacementObjective to_bound(const CountedProblem& counted, const CountedObjective& bound, const Placement& placement,
                            const CountedObjective& placed);

}  // namespace fmplan::plan
