#pragma once

/// @file
/// Discrete-event simulation of tasks that wait for each other and share resources, in whole nanoseconds.
///
///     TaskGraph graph;
///     const ResourceId compute = graph.add_stream(), wire = graph.add_link();
///     const TaskId layer = graph.add_task(compute, 500), send = graph.add_task(wire, 200);
///     graph.add_dependency(layer, send);
///     simulate(graph).makespan_ns;  // 700

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/quantity.h"

namespace fmplan::sim {

struct TaskTimes;

using TaskId = std::int32_t;
using ResourceId = std::int32_t;

/// When a task starts that never does, and where times stop growing: 2⁶² − 1 ns, 146 years; two of them still add up.
inline constexpr std::int64_t kNeverNs = (std::int64_t{1} << 62) - 1;

/// `time` in whole nanoseconds, rounded to the nearest; 0 for what is negative, at most kNeverNs.
std::int64_t whole_nanoseconds(Seconds time);

/// Tasks, the resources they occupy and what they wait for.  Tasks and resources are numbered from 0 in the order in
/// which they are added.
///
/// A *stream* takes its tasks in the order in which they were added, like a CUDA stream in issue order: one that still
/// waits for another task holds up all behind it.  A *link* takes whichever became ready first, of several that became
/// ready together the one of the lowest number (what a link task of no duration makes ready at its own time comes
/// behind those already there).  Either runs one task at a time to its end.
class TaskGraph {
 public:
  ResourceId add_stream();
  ResourceId add_link();

  /// @pre `resource` was added; duration_ns >= 0 (more than kNeverNs counts as kNeverNs).
  TaskId add_task(ResourceId resource, std::int64_t duration_ns);

  /// A task that needs no resource: a point where others meet, or a delay.
  TaskId add_join(std::int64_t duration_ns = 0);

  /// `after` starts `delay_ns` after the end of `before` at the earliest.  @pre both were added; delay_ns >= 0.
  void add_dependency(TaskId before, TaskId after, std::int64_t delay_ns = 0);

  void set_duration(TaskId task, std::int64_t duration_ns);

  /// So that that many more can be added without moving what is there.
  void reserve(std::size_t num_tasks, std::size_t num_dependencies);

  std::size_t num_tasks() const { return tasks_.size(); }
  std::size_t num_resources() const { return is_link_.size(); }
  std::span<const std::int64_t> durations_ns() const { return durations_ns_; }

 private:
  friend class TaskSimulation;
  friend std::vector<TaskId> circular_wait(const TaskGraph& graph, const TaskTimes& times);

  static constexpr std::int32_t kNone = -1;  ///< no task
  struct Task {
    ResourceId link = kNone;  ///< that it occupies
    TaskId next_in_stream = kNone;
    std::int32_t first_dependency = kNone;  ///< of those that wait for it, a linked list in dependencies_
    std::int32_t num_before = 0;            ///< tasks it waits for, in its stream and by dependencies
  };
  struct Dependency {
    TaskId after;
    std::int32_t next;  ///< with the same task before
  };

  TaskId append(ResourceId link, std::int64_t duration_ns);

  std::vector<char> is_link_;  ///< by resource
  std::vector<TaskId> last_;   ///< task of each stream
  std::vector<Task> tasks_;
  std::vector<std::int64_t> durations_ns_;
  std::vector<Dependency> dependencies_;
  std::vector<std::int64_t> delays_ns_;  ///< of the first dependencies; of the others 0
};

/// What came of every task.
struct TaskTimes {
  std::vector<std::int64_t> start_ns;  ///< kNeverNs for a task that cannot start
  std::vector<std::int64_t> end_ns;
  std::int64_t makespan_ns = 0;  ///< end of the last task that ran
  std::vector<TaskId> blocked;   ///< tasks in or behind a circular wait (orders of streams included), ascending

  friend bool operator==(const TaskTimes&, const TaskTimes&) = default;
};

/// Start and end of every task when each starts as soon as what it waits for is over and its resource is free.
///
/// A stream's order makes it a chain of dependencies, whose times follow from a walk through the graph in any order
/// that respects them.  Only links choose: their requests pass through a queue in order of (time, number of the task),
/// and one is taken out when no task is left that could become ready before it.  The same graph has the same answer
/// always. O((tasks + dependencies) + link tasks · log(link tasks waiting)).
TaskTimes simulate(const TaskGraph& graph);

/// As simulate(graph), with other durations.  @pre one for each task, from 0 to kNeverNs.
TaskTimes simulate(const TaskGraph& graph, std::span<const std::int64_t> durations_ns);

/// The tasks of one circular wait, each waiting for the one before it and the first for the last; empty without one.
/// @pre `times` is of this graph.
std::vector<TaskId> circular_wait(const TaskGraph& graph, const TaskTimes& times);

}  // namespace fmplan::sim
