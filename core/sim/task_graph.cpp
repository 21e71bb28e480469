#include "core/sim/task_graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

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
  dependencies_.push_back({before, after, std::min(delay_ns, kNever)});
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

PreparedGraph::PreparedGraph(const TaskGraph& graph)
    : num_links_(graph.num_resources()),
      links_(graph.links_),
      next_in_stream_(graph.next_in_stream_),
      num_before_(graph.num_before_),
      first_follower_(graph.num_tasks() + 1, 0),
      followers_(graph.dependencies_.size()) {
  // Counting sort by the task waited for: ends of the runs first, which filling backwards turns into their starts.
  for (const auto& [before, after, delay_ns] : graph.dependencies_) ++first_follower_[static_cast<std::size_t>(before)];
  std::partial_sum(first_follower_.begin(), first_follower_.end(), first_follower_.begin());
  for (std::size_t i = graph.dependencies_.size(); i-- > 0;) {
    const auto& [before, after, delay_ns] = graph.dependencies_[i];
    followers_[static_cast<std::size_t>(--first_follower_[static_cast<std::size_t>(before)])] = {delay_ns, after};
  }
}

TaskTimes PreparedGraph::simulate(std::span<const std::int64_t> durations_ns) const {
  const std::size_t num_tasks = num_before_.size();
  assert(durations_ns.size() == num_tasks);
  TaskTimes times{.start_ns = std::vector<std::int64_t>(num_tasks, 0),
                  .end_ns = std::vector<std::int64_t>(num_tasks, kNever),
                  .makespan_ns = 0,
                  .blocked = {}};
  std::vector<std::int32_t> waiting_for = num_before_;
  std::vector<std::int64_t> link_free_ns(num_links_, 0);
  EventQueue requests;
  requests.reserve(num_tasks);
  std::vector<TaskId> ended(num_tasks);
  std::size_t num_ended = 0;  // of which the followers have not been told
  std::size_t num_done = 0;

  const auto end = [&](TaskId task, std::int64_t start_ns) {
    const auto index = static_cast<std::size_t>(task);
    times.start_ns[index] = start_ns;
    times.end_ns[index] = std::min(start_ns + durations_ns[index], kNever);
    ended[num_ended++] = task;
  };
  const auto tell = [&](TaskId task, std::int64_t ready_ns) {
    const auto index = static_cast<std::size_t>(task);
    std::int64_t& start_ns = times.start_ns[index];
    start_ns = std::max(start_ns, ready_ns);
    if (--waiting_for[index] > 0) return;
    if (links_[index] == TaskGraph::kNone) {
      end(task, start_ns);
    } else {
      requests.push({start_ns, task});
    }
  };

  for (std::size_t index = 0; index < num_tasks; ++index) {
    if (num_before_[index] > 0) continue;
    waiting_for[index] = 1;
    tell(static_cast<TaskId>(index), 0);
  }
  while (true) {
    while (num_ended > 0) {
      const auto index = static_cast<std::size_t>(ended[--num_ended]);
      const std::int64_t end_ns = times.end_ns[index];
      times.makespan_ns = std::max(times.makespan_ns, end_ns);
      ++num_done;
      const auto last = static_cast<std::size_t>(first_follower_[index + 1]);
      for (auto i = static_cast<std::size_t>(first_follower_[index]); i < last; ++i)
        tell(followers_[i].task, std::min(end_ns + followers_[i].delay_ns, kNever));
      if (next_in_stream_[index] != TaskGraph::kNone) tell(next_in_stream_[index], end_ns);
    }
    if (requests.empty()) break;
    const auto [ready_ns, task] = requests.pop();
    std::int64_t& free_ns = link_free_ns[static_cast<std::size_t>(links_[static_cast<std::size_t>(task)])];
    end(task, std::max(ready_ns, free_ns));
    free_ns = times.end_ns[static_cast<std::size_t>(task)];
  }
  if (num_done == num_tasks) return times;
  for (std::size_t index = 0; index < num_tasks; ++index) {
    if (waiting_for[index] == 0) continue;
    times.start_ns[index] = kNever;
    times.blocked.push_back(static_cast<TaskId>(index));
  }
  return times;
}

std::vector<TaskId> PreparedGraph::circular_wait(const TaskTimes& times) const {
  if (times.blocked.empty()) return {};
  std::vector<char> is_blocked(num_before_.size(), 0);
  for (const TaskId task : times.blocked) is_blocked[static_cast<std::size_t>(task)] = 1;
  // Every blocked task waits for another blocked one: going from each to one of those must come round.
  std::vector<TaskId> waits_for(num_before_.size(), TaskGraph::kNone);
  for (const TaskId task : times.blocked) {
    const auto index = static_cast<std::size_t>(task);
    const auto note = [&](TaskId after) { waits_for[static_cast<std::size_t>(after)] = task; };
    const auto last = static_cast<std::size_t>(first_follower_[index + 1]);
    for (auto i = static_cast<std::size_t>(first_follower_[index]); i < last; ++i) note(followers_[i].task);
    if (next_in_stream_[index] != TaskGraph::kNone) note(next_in_stream_[index]);
  }
  TaskId task = times.blocked.front();
  for (std::size_t i = 0; i < times.blocked.size(); ++i) task = waits_for[static_cast<std::size_t>(task)];
  std::vector<TaskId> wait;
  for (TaskId member = task; wait.empty() || member != task; member = waits_for[static_cast<std::size_t>(member)])
    wait.push_back(member);
  std::ranges::reverse(wait);
  return wait;
}

TaskTimes simulate(const TaskGraph& graph) { return PreparedGraph(graph).simulate(graph.durations_ns()); }

}  // namespace fmplan::sim
