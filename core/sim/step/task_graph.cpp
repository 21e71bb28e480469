#include "core/sim/step/task_graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/sim/step/event_queue.h"

namespace fmplan::sim {
namespace {

constexpr std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

}  // namespace

std::int64_t whole_nanoseconds(Seconds time) {
  const double rounded = std::round(time / nanosecond);
  if (!(rounded > 0)) return 0;
  return rounded < static_cast<double>(kNeverNs) ? static_cast<std::int64_t>(rounded) : kNeverNs;
}

ResourceId TaskGraph::add_stream() {
  is_link_.push_back(0);
  last_.push_back(kNone);
  return static_cast<ResourceId>(is_link_.size() - 1);
}

ResourceId TaskGraph::add_link() {
  const ResourceId link = add_stream();
  is_link_.back() = 1;
  return link;
}

TaskId TaskGraph::append(ResourceId link, std::int64_t duration_ns) {
  assert(duration_ns >= 0);
  tasks_.push_back({.link = link});
  durations_ns_.push_back(std::min(duration_ns, kNeverNs));
  return static_cast<TaskId>(tasks_.size() - 1);
}

TaskId TaskGraph::add_join(std::int64_t duration_ns) { return append(kNone, duration_ns); }

TaskId TaskGraph::add_task(ResourceId resource, std::int64_t duration_ns) {
  const std::size_t at = index(resource);
  assert(at < is_link_.size());
  if (is_link_[at] != 0) return append(resource, duration_ns);
  const TaskId task = append(kNone, duration_ns);
  if (last_[at] != kNone) {
    tasks_[index(last_[at])].next_in_stream = task;
    tasks_.back().num_before = 1;
  }
  last_[at] = task;
  return task;
}

void TaskGraph::add_dependency(TaskId before, TaskId after, std::int64_t delay_ns) {
  assert(before >= 0 && index(before) < num_tasks() && after >= 0 && index(after) < num_tasks() && delay_ns >= 0);
  std::int32_t& first = tasks_[index(before)].first_dependency;
  dependencies_.push_back({.after = after, .next = first});
  first = static_cast<std::int32_t>(dependencies_.size() - 1);
  ++tasks_[index(after)].num_before;
  if (delay_ns > 0) {
    delays_ns_.resize(dependencies_.size(), 0);
    delays_ns_.back() = std::min(delay_ns, kNeverNs);
  }
}

void TaskGraph::set_duration(TaskId task, std::int64_t duration_ns) {
  assert(duration_ns >= 0);
  durations_ns_[index(task)] = std::min(duration_ns, kNeverNs);
}

void TaskGraph::reserve(std::size_t num_tasks, std::size_t num_dependencies) {
  tasks_.reserve(tasks_.size() + num_tasks);
  durations_ns_.reserve(tasks_.size() + num_tasks);
  dependencies_.reserve(dependencies_.size() + num_dependencies);
}

/// The state of one simulation.
class TaskSimulation {
 public:
  TaskSimulation(const TaskGraph& graph, std::span<const std::int64_t> durations_ns)
      : graph_(graph), durations_ns_(durations_ns), link_free_ns_(graph.num_resources(), 0) {
    assert(durations_ns.size() == graph.num_tasks());
    waiting_for_.reserve(graph.num_tasks());
    for (const TaskGraph::Task& task : graph.tasks_) waiting_for_.push_back(task.num_before);
    times_.start_ns.resize(graph.num_tasks(), 0);
    times_.end_ns.resize(graph.num_tasks(), kNeverNs);
  }

  TaskTimes run() && {
    for (std::size_t task = 0; task < graph_.num_tasks(); ++task)
      if (graph_.tasks_[task].num_before == 0) make_ready(task);
    while (true) {
      while (!ended_.empty()) {
        const auto task = index(ended_.back());
        ended_.pop_back();
        tell_followers(task);
      }
      if (requests_.empty()) break;
      const auto [ready_ns, task] = requests_.pop();
      std::int64_t& free_ns = link_free_ns_[index(graph_.tasks_[index(task)].link)];
      times_.start_ns[index(task)] = std::max(ready_ns, free_ns);
      end(index(task));
      free_ns = times_.end_ns[index(task)];
    }
    note_blocked();
    return std::move(times_);
  }

 private:
  void tell_followers(std::size_t task) {
    const std::int64_t end_ns = times_.end_ns[task];
    const TaskGraph::Task& followed = graph_.tasks_[task];
    for (std::int32_t i = followed.first_dependency; i != TaskGraph::kNone; i = graph_.dependencies_[index(i)].next) {
      const std::int64_t delay_ns = index(i) < graph_.delays_ns_.size() ? graph_.delays_ns_[index(i)] : 0;
      tell(index(graph_.dependencies_[index(i)].after), std::min(end_ns + delay_ns, kNeverNs));
    }
    if (followed.next_in_stream != TaskGraph::kNone) tell(index(followed.next_in_stream), end_ns);
  }

  void tell(std::size_t task, std::int64_t ready_ns) {
    std::int64_t& start_ns = times_.start_ns[task];
    start_ns = std::max(start_ns, ready_ns);
    if (--waiting_for_[task] == 0) make_ready(task);
  }

  void make_ready(std::size_t task) {
    if (graph_.tasks_[task].link == TaskGraph::kNone) {
      end(task);
    } else {
      requests_.push({times_.start_ns[task], static_cast<TaskId>(task)});
    }
  }

  void end(std::size_t task) {
    const std::int64_t end_ns = std::min(times_.start_ns[task] + durations_ns_[task], kNeverNs);
    times_.end_ns[task] = end_ns;
    times_.makespan_ns = std::max(times_.makespan_ns, end_ns);
    ended_.push_back(static_cast<TaskId>(task));
    ++num_ended_;
  }

  void note_blocked() {
    if (num_ended_ == graph_.num_tasks()) return;
    for (std::size_t task = 0; task < graph_.num_tasks(); ++task) {
      if (waiting_for_[task] == 0) continue;
      times_.start_ns[task] = kNeverNs;
      times_.blocked.push_back(static_cast<TaskId>(task));
    }
  }

  const TaskGraph& graph_;
  std::span<const std::int64_t> durations_ns_;
  std::vector<std::int32_t> waiting_for_;
  std::vector<std::int64_t> link_free_ns_;
  EventQueue requests_;        ///< of links
  std::vector<TaskId> ended_;  ///< their followers have yet to be told
  std::size_t num_ended_ = 0;
  TaskTimes times_;
};

TaskTimes simulate(const TaskGraph& graph, std::span<const std::int64_t> durations_ns) {
  return TaskSimulation(graph, durations_ns).run();
}

TaskTimes simulate(const TaskGraph& graph) { return simulate(graph, graph.durations_ns()); }

std::vector<TaskId> circular_wait(const TaskGraph& graph, const TaskTimes& times) {
  if (times.blocked.empty()) return {};
  // Every blocked task waits for another blocked one: going from each to one of those must come round.
  std::vector<TaskId> waits_for(graph.num_tasks(), TaskGraph::kNone);
  for (const TaskId before : times.blocked) {
    const TaskGraph::Task& task = graph.tasks_[index(before)];
    for (std::int32_t i = task.first_dependency; i != TaskGraph::kNone; i = graph.dependencies_[index(i)].next)
      waits_for[index(graph.dependencies_[index(i)].after)] = before;
    if (task.next_in_stream != TaskGraph::kNone) waits_for[index(task.next_in_stream)] = before;
  }
  TaskId task = times.blocked.front();
  for (std::size_t i = 0; i < times.blocked.size(); ++i) task = waits_for[index(task)];
  std::vector<TaskId> circle;
  for (TaskId member = task; circle.empty() || member != task; member = waits_for[index(member)])
    circle.push_back(member);
  std::ranges::reverse(circle);
  return circle;
}

}  // namespace fmplan::sim
