#include "core/sim/step/task_graph.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fmplan::sim {
namespace task_graph_test {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(WholeNanoseconds, AreTheNearestAndNeverOutOfRange) {
  EXPECT_EQ(whole_nanoseconds(1.5 * microsecond), 1500);
  EXPECT_EQ(whole_nanoseconds(0.4 * nanosecond), 0);
  EXPECT_EQ(whole_nanoseconds(0.6 * nanosecond), 1);
  EXPECT_EQ(whole_nanoseconds(-1 * second), 0);
  EXPECT_EQ(whole_nanoseconds(Seconds(std::numeric_limits<double>::quiet_NaN())), 0);
  EXPECT_EQ(whole_nanoseconds(1e30 * second), kNeverNs);
}

TEST(TaskGraph, OfNothingTakesNoTime) { EXPECT_EQ(simulate(TaskGraph()), TaskTimes()); }

// The second task could run at 0, but the first, issued before it, waits until 7.
TEST(Stream, KeepsTheOrderOfIssue) {
  TaskGraph graph;
  const ResourceId stream = graph.add_stream();
  const TaskId elsewhere = graph.add_task(graph.add_stream(), 7);
  const TaskId first = graph.add_task(stream, 2);
  const TaskId second = graph.add_task(stream, 3);
  graph.add_dependency(elsewhere, first);
  const TaskTimes times = simulate(graph);
  EXPECT_THAT(times.start_ns, ElementsAre(0, 7, 9));
  EXPECT_THAT(times.end_ns, ElementsAre(7, 9, 12));
  EXPECT_EQ(times.makespan_ns, 12);
  EXPECT_EQ(second, 2);
}

// The same on a link: the second is ready first and goes first.
TEST(Link, ServesWhatIsReadyFirst) {
  TaskGraph graph;
  const ResourceId link = graph.add_link();
  const TaskId elsewhere = graph.add_task(graph.add_stream(), 2);
  const TaskId first = graph.add_task(link, 2);
  graph.add_task(link, 3);
  graph.add_dependency(elsewhere, first);
  EXPECT_THAT(simulate(graph).start_ns, ElementsAre(0, 3, 0));
}

// Ready at 1 and 2 while the link is busy until 5: in that order, against their numbers.
TEST(Link, RemembersWhoWaitedLonger) {
  TaskGraph graph;
  const ResourceId link = graph.add_link();
  graph.add_task(link, 5);
  const TaskId late = graph.add_task(link, 10), early = graph.add_task(link, 20);
  graph.add_dependency(graph.add_join(2), late);
  graph.add_dependency(graph.add_join(1), early);
  const TaskTimes times = simulate(graph);
  EXPECT_EQ(times.start_ns[2], 5);
  EXPECT_EQ(times.start_ns[1], 25);
}

TEST(Link, TakesTheLowerNumberOfTwoThatAreReadyTogether) {
  TaskGraph graph;
  const ResourceId link = graph.add_link();
  const TaskId low = graph.add_task(link, 1), high = graph.add_task(link, 1);
  const TaskId gate = graph.add_join(4);
  graph.add_dependency(gate, high);
  graph.add_dependency(gate, low);
  EXPECT_THAT(simulate(graph).start_ns, ElementsAre(4, 5, 0));
}

// A collective of four ranks that end at 3, 9, 4, 1 starts at 9.
TEST(Join, WaitsForTheLastOfMany) {
  TaskGraph graph;
  const TaskId all = graph.add_join();
  for (const int duration_ns : {3, 9, 4, 1}) graph.add_dependency(graph.add_task(graph.add_stream(), duration_ns), all);
  EXPECT_EQ(simulate(graph).start_ns[0], 9);
}

// 5 ns after the end at 3; a second dependency without a delay, at 7, does not matter.
TEST(Dependency, MayHaveADelay) {
  TaskGraph graph;
  const TaskId before = graph.add_join(3), other = graph.add_join(7), after = graph.add_join(1);
  graph.add_dependency(before, after, 5);
  graph.add_dependency(other, after);
  EXPECT_THAT(simulate(graph).start_ns, ElementsAre(0, 0, 8));
  EXPECT_EQ(simulate(graph).makespan_ns, 9);
}

TEST(Dependency, CountsAsOftenAsItIsGiven) {
  TaskGraph graph;
  const TaskId before = graph.add_join(3), after = graph.add_join(1);
  graph.add_dependency(before, after);
  graph.add_dependency(before, after, 2);
  EXPECT_THAT(simulate(graph).start_ns, ElementsAre(0, 5));
}

TEST(Times, StopGrowingInsteadOfOverflowing) {
  TaskGraph graph;
  const ResourceId stream = graph.add_stream();
  TaskId last = graph.add_task(stream, std::numeric_limits<std::int64_t>::max());
  for (int i = 0; i < 3; ++i) {
    const TaskId task = graph.add_task(stream, kNeverNs);
    graph.add_dependency(last, task, std::numeric_limits<std::int64_t>::max());
    last = task;
  }
  EXPECT_EQ(simulate(graph).makespan_ns, kNeverNs);
  EXPECT_THAT(simulate(graph).blocked, IsEmpty());
}

TEST(Durations, CanBeChangedAfterwards) {
  TaskGraph graph;
  const ResourceId stream = graph.add_stream();
  const TaskId task = graph.add_task(stream, 5);
  graph.add_task(stream, 1);
  graph.set_duration(task, 8);
  EXPECT_EQ(simulate(graph).makespan_ns, 9);
  const std::vector<std::int64_t> others = {2, 2};
  EXPECT_EQ(simulate(graph, others).makespan_ns, 4);
}

// 1 and 2 wait for each other; 3 waits behind them; 0 and 4 run.
TEST(CircularWait, IsReportedAndTheRestRuns) {
  TaskGraph graph;
  for (int i = 0; i < 5; ++i) graph.add_join(i + 1);
  graph.add_dependency(0, 1);
  graph.add_dependency(1, 2);
  graph.add_dependency(2, 1);
  graph.add_dependency(2, 3);
  const TaskTimes times = simulate(graph);
  EXPECT_THAT(times.blocked, ElementsAre(1, 2, 3));
  EXPECT_THAT(times.start_ns, ElementsAre(0, kNeverNs, kNeverNs, kNeverNs, 0));
  EXPECT_THAT(times.end_ns, ElementsAre(1, kNeverNs, kNeverNs, kNeverNs, 5));
  EXPECT_EQ(times.makespan_ns, 5);
  EXPECT_THAT(circular_wait(graph, times), testing::UnorderedElementsAre(1, 2));
}

// Two ranks that each send first, and receive what the other sends second: the orders of their streams close the
// circle.
TEST(CircularWait, GoesThroughOrdersOfStreams) {
  TaskGraph graph;
  const ResourceId left = graph.add_stream(), right = graph.add_stream();
  const TaskId left_first = graph.add_task(left, 1), left_second = graph.add_task(left, 1);
  const TaskId right_first = graph.add_task(right, 1), right_second = graph.add_task(right, 1);
  graph.add_dependency(left_second, right_first);
  graph.add_dependency(right_second, left_first);
  const TaskTimes times = simulate(graph);
  EXPECT_EQ(times.blocked.size(), 4);
  EXPECT_EQ(circular_wait(graph, times).size(), 4);
}

TEST(CircularWait, MayBeOfOneTask) {
  TaskGraph graph;
  const TaskId task = graph.add_task(graph.add_link(), 1);
  graph.add_dependency(task, task);
  EXPECT_THAT(circular_wait(graph, simulate(graph)), ElementsAre(task));
}

TEST(CircularWait, IsEmptyWhereEverythingRuns) {
  TaskGraph graph;
  graph.add_join(1);
  EXPECT_THAT(circular_wait(graph, simulate(graph)), IsEmpty());
}

/// Of the whole range from the first case on.
int number_in(int first, int end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(first, end)); }

/// A random machine and tasks whose dependencies go from lower to higher numbers, or some of them anywhere.
struct RandomTask {
  int resource = 0;  ///< 0 … streams … links; behind those none
  std::int64_t duration_ns = 0;
  std::vector<std::pair<TaskId, std::int64_t>> before;  ///< with delays
};
struct RandomWork {
  int num_streams = 0;
  int num_links = 0;
  std::vector<RandomTask> tasks;

  bool is_stream(int resource) const { return resource < num_streams; }
  bool is_link(int resource) const { return resource >= num_streams && resource < num_streams + num_links; }
};

RandomWork random_work(bool with_circles) {
  RandomWork work{.num_streams = number_in(0, 4), .num_links = number_in(0, 4), .tasks = {}};
  const int num_tasks = number_in(0, 40);
  for (int i = 0; i < num_tasks; ++i) {
    RandomTask task{.resource = number_in(0, work.num_streams + work.num_links + 1), .duration_ns = 0, .before = {}};
    // A link task of no duration may make another ready at its own start; when that one had to be queued is left open.
    task.duration_ns = number_in(work.is_link(task.resource) ? 1 : 0, 6);
    const int num_before = number_in(0, 4);
    for (int j = 0; j < num_before && (i > 0 || with_circles); ++j)
      task.before.emplace_back(number_in(0, with_circles ? num_tasks : i), number_in(0, 3));
    work.tasks.push_back(task);
  }
  return work;
}

TaskGraph graph_of(const RandomWork& work) {
  TaskGraph graph;
  for (int i = 0; i < work.num_streams; ++i) graph.add_stream();
  for (int i = 0; i < work.num_links; ++i) graph.add_link();
  for (const RandomTask& task : work.tasks) {
    if (task.resource < work.num_streams + work.num_links) {
      graph.add_task(task.resource, task.duration_ns);
    } else {
      graph.add_join(task.duration_ns);
    }
  }
  for (std::size_t i = 0; i < work.tasks.size(); ++i)
    for (const auto& [before, delay_ns] : work.tasks[i].before)
      graph.add_dependency(before, static_cast<TaskId>(i), delay_ns);
  return graph;
}

/// Nanosecond after nanosecond, with a look at every task each time.
TaskTimes by_the_clock(const RandomWork& work) {
  const std::size_t num_tasks = work.tasks.size();
  TaskTimes times{.start_ns = std::vector<std::int64_t>(num_tasks, kNeverNs),
                  .end_ns = std::vector<std::int64_t>(num_tasks, kNeverNs),
                  .makespan_ns = 0,
                  .blocked = {}};
  std::vector<std::int64_t> ready_ns(num_tasks, kNeverNs);
  constexpr std::int64_t kHorizon = 40 * (6 + 3);
  for (std::int64_t now = 0; now <= kHorizon; ++now) {
    const auto resource_is_free = [&](int resource) {
      for (std::size_t i = 0; i < num_tasks; ++i)
        if (work.tasks[i].resource == resource && times.start_ns[i] != kNeverNs && times.end_ns[i] > now) return false;
      return true;
    };
    const auto earlier_are_done = [&](std::size_t task) {
      for (std::size_t i = 0; i < task; ++i)
        if (work.tasks[i].resource == work.tasks[task].resource && times.end_ns[i] > now) return false;
      return true;
    };
    const auto start = [&](std::size_t task) {
      times.start_ns[task] = now;
      times.end_ns[task] = now + work.tasks[task].duration_ns;
      times.makespan_ns = std::max(times.makespan_ns, times.end_ns[task]);
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < num_tasks; ++i) {
        if (times.start_ns[i] != kNeverNs) continue;
        const bool is_ready = std::ranges::all_of(work.tasks[i].before, [&](const auto& before) {
          const std::int64_t end_ns = times.end_ns[static_cast<std::size_t>(before.first)];
          return end_ns != kNeverNs && end_ns + before.second <= now;
        });
        if (!is_ready) continue;
        if (ready_ns[i] == kNeverNs) ready_ns[i] = now;
        if (work.is_link(work.tasks[i].resource)) continue;
        if (work.is_stream(work.tasks[i].resource) && !earlier_are_done(i)) continue;
        start(i);
        changed = true;
      }
    }
    for (int link = work.num_streams; link < work.num_streams + work.num_links; ++link) {
      if (!resource_is_free(link)) continue;
      std::tuple<std::int64_t, std::size_t> first{kNeverNs, 0};
      for (std::size_t i = 0; i < num_tasks; ++i)
        if (work.tasks[i].resource == link && times.start_ns[i] == kNeverNs)
          first = std::min(first, std::tuple{ready_ns[i], i});
      if (std::get<0>(first) != kNeverNs) start(std::get<1>(first));
    }
  }
  for (std::size_t i = 0; i < num_tasks; ++i)
    if (times.start_ns[i] == kNeverNs) times.blocked.push_back(static_cast<TaskId>(i));
  return times;
}

RC_GTEST_PROP(TaskGraph, RunsAsByTheClock, ()) {
  const RandomWork work = random_work(false);
  const TaskTimes times = simulate(graph_of(work));
  RC_ASSERT(times.blocked.empty());
  RC_ASSERT(times == by_the_clock(work));
}

RC_GTEST_PROP(TaskGraph, FindsTheTasksThatNeverRun, ()) {
  const RandomWork work = random_work(true);
  const TaskGraph graph = graph_of(work);
  const TaskTimes times = simulate(graph);
  RC_ASSERT(times == by_the_clock(work));
  const std::vector<TaskId> circle = circular_wait(graph, times);
  RC_ASSERT(circle.empty() == times.blocked.empty());
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const TaskId before = circle[i], after = circle[(i + 1) % circle.size()];
    const auto& task = work.tasks[static_cast<std::size_t>(after)];
    const bool depends = std::ranges::any_of(task.before, [&](const auto& other) { return other.first == before; });
    const bool is_behind = work.is_stream(task.resource) && before < after &&
                           work.tasks[static_cast<std::size_t>(before)].resource == task.resource;
    RC_ASSERT(depends || is_behind);
  }
}

// A million tasks in a chain and as many on one link: neither depth nor width may matter.
TEST(TaskGraph, TakesAMillionTasks) {
  constexpr int kNumTasks = 1'000'000;
  TaskGraph graph;
  const ResourceId stream = graph.add_stream(), link = graph.add_link();
  const TaskId start = graph.add_join();
  for (int i = 0; i < kNumTasks; ++i) graph.add_task(stream, 1);
  for (int i = 0; i < kNumTasks; ++i) graph.add_dependency(start, graph.add_task(link, 2));
  const TaskTimes times = simulate(graph);
  EXPECT_EQ(times.makespan_ns, 2 * kNumTasks);
  EXPECT_EQ(times.end_ns[kNumTasks], kNumTasks);
}

}  // namespace task_graph_test
}  // namespace fmplan::sim
