#include "core/sim/task_graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/sim/event_queue.h"

namespace fmplan::sim {

std::int64_t whole_nanoseconds(Seconds time) {
  const double rounded = std::round(time / nanosecond);
  if (!(rounded > 0)) return 0;
  return rounded < static_cast<double>(kNever) ? static_cast<std::int64_t>(rounded) : kNever;
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
  durations_ns_.push_back(std::min(duration_ns, kNever));
  links_.push_back(link);
  next_in_stream_.push_back(kNone);
  num_before_.push_back(0);
  return static_cast<TaskId>(durations_ns_.size() - 1);
}

TaskId TaskGraph::add_join(std::int64_t duration_ns) { return append(kNone, duration_ns); }

TaskId TaskGraph::add_task(ResourceId resource, std::int64_t duration_ns) {
  const auto index = static_cast<std::size_t>(resource);
  assert(index < is_link_.size());
  if (is_link_[index] != 0) return append(resource, duration_ns);
  const TaskId task = append(kNone, duration_ns);
  const TaskId before = last_[index];
  last_[index] = task;
  if (before != kNone) {
    next_in_stream_[static_cast<std::size_t>(before)] = task;
    num_before_.back() = 1;
  }
  return task;
}

void TaskGraph::add_dependency(TaskId before, TaskId after, std::int64_t delay_ns) {
  assert(before >= 0 && static_cast<std::size_t>(before) < num_tasks() && delay_ns >= 0);
  assert(after >= 0 && static_cast<std::size_t>(after) < num_tasks());
  dependencies_.push_back({before, after});
  if (delay_ns > 0) {
    delays_ns_.resize(dependencies_.size(), 0);
    delays_ns_.back() = std::min(delay_ns, kNever);
  }
  ++num_before_[static_cast<std::size_t>(after)];
}

void TaskGraph::set_duration(TaskId task, std::int64_t duration_ns) {
  assert(duration_ns >= 0);
  durations_ns_[static_cast<std::size_t>(task)] = std::min(duration_ns, kNever);
}

void TaskGraph::reserve(std::size_t num_tasks, std::size_t num_dependencies) {
  const std::size_t tasks = durations_ns_.size() + num_tasks;
  durations_ns_.reserve(tasks);
  links_.reserve(tasks);
  next_in_stream_.reserve(tasks);
  num_before_.reserve(tasks);
  dependencies_.reserve(dependencies_.size() + num_dependencies);
}

/// The state of one simulation.
class TaskSimulation {
 public:
  TaskSimulation(const TaskGraph& graph, const TaskFollowers& followers, std::span<const std::int64_t> durations_ns)
      : graph_(graph),
        followers_(followers),
        durations_ns_(durations_ns),
        waiting_for_(graph.num_before_),
        link_free_ns_(graph.num_resources(), 0) {
    assert(durations_ns.size() == graph.num_tasks());
    times_.start_ns.resize(graph.num_tasks(), 0);
    times_.end_ns.resize(graph.num_tasks(), kNever);
  }

  template <bool kHasDelays>
  TaskTimes run() && {
    for (std::size_t task = 0; task < graph_.num_tasks(); ++task)
      if (graph_.num_before_[task] == 0) make_ready(task);
    while (true) {
      while (!ended_.empty()) {
        const auto task = index(ended_.back());
        ended_.pop_back();
        tell_followers<kHasDelays>(task);
      }
      if (requests_.empty()) break;
      const auto [ready_ns, task] = requests_.pop();
      std::int64_t& free_ns = link_free_ns_[index(graph_.links_[index(task)])];
      times_.start_ns[index(task)] = std::max(ready_ns, free_ns);
      end(index(task));
      free_ns = times_.end_ns[index(task)];
    }
    note_blocked();
    return std::move(times_);
  }

 private:
  static constexpr std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

  template <bool kHasDelays>
  void tell_followers(std::size_t task) {
    const std::int64_t end_ns = times_.end_ns[task];
    const std::size_t last = index(followers_.first[task + 1]);
    for (std::size_t i = index(followers_.first[task]); i < last; ++i)
      tell(index(followers_.tasks[i]), kHasDelays ? std::min(end_ns + followers_.delays_ns[i], kNever) : end_ns);
    const TaskId next = graph_.next_in_stream_[task];
    if (next != TaskGraph::kNone) tell(index(next), end_ns);
  }

  void tell(std::size_t task, std::int64_t ready_ns) {
    std::int64_t& start_ns = times_.start_ns[task];
    start_ns = std::max(start_ns, ready_ns);
    if (--waiting_for_[task] == 0) make_ready(task);
  }

  void make_ready(std::size_t task) {
    if (graph_.links_[task] == TaskGraph::kNone) {
      end(task);
    } else {
      requests_.push({times_.start_ns[task], static_cast<TaskId>(task)});
    }
  }

  void end(std::size_t task) {
    const std::int64_t end_ns = std::min(times_.start_ns[task] + durations_ns_[task], kNever);
    times_.end_ns[task] = end_ns;
    times_.makespan_ns = std::max(times_.makespan_ns, end_ns);
    ended_.push_back(static_cast<TaskId>(task));
    ++num_ended_;
  }

  void note_blocked() {
    if (num_ended_ == graph_.num_tasks()) return;
    for (std::size_t task = 0; task < graph_.num_tasks(); ++task) {
      if (waiting_for_[task] == 0) continue;
      times_.start_ns[task] = kNever;
      times_.blocked.push_back(static_cast<TaskId>(task));
    }
  }

  const TaskGraph& graph_;
  const TaskFollowers& followers_;
  std::span<const std::int64_t> durations_ns_;
  std::vector<std::int32_t> waiting_for_;
  std::vector<std::int64_t> link_free_ns_;
  EventQueue requests_;        ///< of links
  std::vector<TaskId> ended_;  ///< their followers have yet to be told
  std::size_t num_ended_ = 0;
  TaskTimes times_;
};

TaskFollowers followers(const TaskGraph& graph) {
  const auto& dependencies = graph.dependencies_;
  TaskFollowers result{.first = std::vector<std::int32_t>(graph.num_tasks() + 1, 0),
                       .tasks = std::vector<TaskId>(dependencies.size()),
                       .delays_ns = std::vector<std::int64_t>(graph.delays_ns_.empty() ? 0 : dependencies.size(), 0)};
  // Counting sort by the task waited for: first the ends of the runs, which filling them backwards turns into starts.
  for (const auto& [before, after] : dependencies) ++result.first[static_cast<std::size_t>(before)];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  for (std::size_t i = dependencies.size(); i-- > 0;) {
    const auto at = static_cast<std::size_t>(--result.first[static_cast<std::size_t>(dependencies[i].before)]);
    result.tasks[at] = dependencies[i].after;
    if (i < graph.delays_ns_.size()) result.delays_ns[at] = graph.delays_ns_[i];
  }
  return result;
}

TaskTimes simulate(const TaskGraph& graph, const TaskFollowers& followers, std::span<const std::int64_t> durations_ns) {
  TaskSimulation simulation(graph, followers, durations_ns);
  return followers.delays_ns.empty() ? std::move(simulation).run<false>() : std::move(simulation).run<true>();
}

TaskTimes simulate(const TaskGraph& graph) { return simulate(graph, followers(graph), graph.durations_ns()); }

std::vector<TaskId> circular_wait(const TaskGraph& graph, const TaskTimes& times) {
  if (times.blocked.empty()) return {};
  // Every blocked task waits for another blocked one: going from each to one of those must come round.
  std::vector<char> is_blocked(graph.num_tasks(), 0);
  for (const TaskId task : times.blocked) is_blocked[static_cast<std::size_t>(task)] = 1;
  std::vector<TaskId> waits_for(graph.num_tasks(), TaskGraph::kNone);
  const auto note = [&](TaskId before, TaskId after) {
    if (after != TaskGraph::kNone && is_blocked[static_cast<std::size_t>(before)] != 0)
      waits_for[static_cast<std::size_t>(after)] = before;
  };
  for (const auto& [before, after] : graph.dependencies_) note(before, after);
  for (const TaskId task : times.blocked) note(task, graph.next_in_stream_[static_cast<std::size_t>(task)]);
  TaskId task = times.blocked.front();
  for (std::size_t i = 0; i < times.blocked.size(); ++i) task = waits_for[static_cast<std::size_t>(task)];
  std::vector<TaskId> circle;
  for (TaskId member = task; circle.empty() || member != task; member = waits_for[static_cast<std::size_t>(member)])
    circle.push_back(member);
  std::ranges::reverse(circle);
  return circle;
}

}  // namespace fmplan::sim
