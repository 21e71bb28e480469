// What a programme must be for its simulation to make sense.

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/sim/programme/programme_simulation.h"
#include "core/sim/run/run_simulation.h"

namespace fmplan::sim {
namespace {

constexpr double kLongest_s = 1e11;  ///< seconds; chosen: 3,000 years, so that sums of times keep their microseconds
constexpr int kMostPoolNodes = 10'000'000;     ///< chosen: beyond any cluster
constexpr std::size_t kMostTasks = 1'000'000;  ///< chosen: beyond any programme
/// Of one stream in a trial; chosen: a wait for memory is none for an answer.
constexpr double kMostStreamJobs = 1e8;

class ProgrammeRulesCheck {
 public:
  void time(const std::string& where, double value_s) { number(where, value_s, 0, kLongest_s, "s"); }
  void number(const std::string& where, double value, double least, double most, std::string_view unit = {}) {
    if (!(value >= least && value <= most))
      report(where, fmt::format("{}{}{} is not between {} and {}", value, unit.empty() ? "" : " ", unit, least, most));
  }
  /// One of `count` things.
  bool index(const std::string& where, int value, std::size_t count, std::string_view things) {
    if (value >= 0 && static_cast<std::size_t>(value) < count) return true;
    report(where, count == 0 ? fmt::format("there are no {}", things)
                             : fmt::format("{} is none of the {} {}; use 0 to {}", value, count, things, count - 1));
    return false;
  }
  void report(std::string where, std::string message) { issues_.push_back({std::move(where), std::move(message)}); }
  Issues take() { return std::exchange(issues_, {}); }

 private:
  Issues issues_;
};

void check_step(const CapacityStep& step, const std::string& where, ProgrammeRulesCheck& check) {
  check.time(where + "/at_s", step.at_s);
  if (step.nodes == 0) check.report(where + "/nodes", "no nodes come or go; leave the step out");
  check.number(where + "/nodes", step.nodes, -kMostPoolNodes, kMostPoolNodes);
  check.number(where + "/late_chance", step.late_chance, 0, 1);
  check.time(where + "/late_mean_s", step.late_mean_s);
  check.number(where + "/defective_share", step.defective_share, 0, 1);
  check.time(where + "/check_s", step.check_s);
  check.time(where + "/replaced_in_s", step.replaced_in_s);
  if (step.until_s < 0) return;
  if (step.until_s <= step.at_s)
    check.report(where + "/until_s",
                 fmt::format("{} s is no later than its begin, {} s; give a later time", step.until_s, step.at_s));
  if (step.nodes > 0)
    check.report(where + "/nodes", fmt::format("a pause takes nodes; give {} in place of {}", -step.nodes, step.nodes));
}

void check_pools(const ProgrammeSettings& s, ProgrammeRulesCheck& check) {
  for (std::size_t i = 0; i < s.pools.size(); ++i) {
    const std::string where = fmt::format("/pools/{}", i);
    check.number(where + "/spares", s.pools[i].spares, 0, kMostPoolNodes);
    for (std::size_t k = 0; k < s.pools[i].steps.size(); ++k)
      check_step(s.pools[i].steps[k], fmt::format("{}/steps/{}", where, k), check);
  }
}

void check_projects(const ProgrammeSettings& s, ProgrammeRulesCheck& check) {
  check.number("/num_organisations", s.num_organisations, 1, kMostPoolNodes);
  const auto organisations = static_cast<std::size_t>(std::max(1, s.num_organisations));
  for (std::size_t i = 0; i < s.projects.size(); ++i) {
    const std::string where = fmt::format("/projects/{}", i);
    check.index(where + "/organisation", s.projects[i].organisation, organisations, "organisations");
    if (s.projects[i].deadline_s) check.time(where + "/deadline_s", *s.projects[i].deadline_s);
  }
  const auto& shares = s.rules.shares;
  if (!shares.empty() && shares.size() != organisations)
    check.report("/rules/shares",
                 fmt::format("{} shares for {} organisations; give one each, or none", shares.size(), organisations));
  for (std::size_t i = 0; i < shares.size(); ++i)
    check.number(fmt::format("/rules/shares/{}", i), shares[i], 1e-9, 1e9);
  check.number("/rules/shared_error", s.rules.shared_error, 0, 1);
}

void check_run_of(const SimulatedTask& task, const std::string& where, ProgrammeRulesCheck& check) {
  for (const Issue& issue : check_run(*task.run)) check.report(where + "/run" + issue.where, issue.message);
  if (!task.step_time_error) return;
  const StepTimeError& e = *task.step_time_error;
  if (!(0 < e.low_95 && e.low_95 <= e.low_80 && e.low_80 <= 1 && 1 <= e.high_80 && e.high_80 <= e.high_95 &&
        std::isfinite(e.high_95)))
    check.report(where + "/step_time_error", "factors are to be in order: 0 < low_95 ≤ low_80 ≤ 1 ≤ high_80 ≤ high_95");
}

void check_task(const ProgrammeSettings& s, std::size_t number, ProgrammeRulesCheck& check) {
  const SimulatedTask& task = s.tasks[number];
  const std::string where = fmt::format("/tasks/{}", number);
  check.index(where + "/project", task.project, s.projects.size(), "projects");
  check.index(where + "/pool", task.pool, s.pools.size(), "pools");
  check.number(where + "/nodes", task.nodes, 1, kMostPoolNodes);
  check.time(where + "/submitted_s", task.submitted_s);
  check.time(where + "/not_before_s", task.not_before_s);
  check.time(where + "/estimate_s", task.estimate_s);
  check.time(where + "/duration_s", task.duration_s);
  for (std::size_t i = 0; i < task.after.size(); ++i)
    check.index(fmt::format("{}/after/{}", where, i), task.after[i], s.tasks.size(), "tasks");
  if (task.run) check_run_of(task, where, check);
}

/// A task that keeps its nodes does so for one on the same pool.
void check_keepers(const ProgrammeSettings& s, ProgrammeRulesCheck& check) {
  std::vector<int> next(s.projects.size(), -1);
  for (std::size_t i = s.tasks.size(); i-- > 0;) {
    int& following = next[static_cast<std::size_t>(s.tasks[i].project)];
    if (s.tasks[i].keeps_nodes && following >= 0 &&
        s.tasks[static_cast<std::size_t>(following)].pool != s.tasks[i].pool)
      check.report(fmt::format("/tasks/{}/keeps_nodes", i),
                   fmt::format("the project's next task, {}, is on another pool; keep no nodes for it", following));
    following = static_cast<int>(i);
  }
}

/// Takes off one after another all that wait for none; what is left waits in a circle.
void check_circles(const ProgrammeSettings& s, ProgrammeRulesCheck& check) {
  std::vector<int> before(s.tasks.size());
  std::vector<std::vector<int>> next(s.tasks.size());
  std::vector<int> ready;
  for (std::size_t i = 0; i < s.tasks.size(); ++i) {
    before[i] = static_cast<int>(s.tasks[i].after.size());
    for (const int earlier : s.tasks[i].after) next[static_cast<std::size_t>(earlier)].push_back(static_cast<int>(i));
    if (before[i] == 0) ready.push_back(static_cast<int>(i));
  }
  std::size_t num_done = 0;
  for (; num_done < ready.size(); ++num_done)
    for (const int later : next[static_cast<std::size_t>(ready[num_done])])
      if (--before[static_cast<std::size_t>(later)] == 0) ready.push_back(later);
  for (std::size_t i = 0; num_done < s.tasks.size() && i < s.tasks.size(); ++i)
    if (before[i] > 0)
      return check.report(fmt::format("/tasks/{}/after", i), "it waits for tasks that wait for it, or for such");
}

void check_stream(const ProgrammeSettings& s, std::size_t number, ProgrammeRulesCheck& check) {
  const SimulatedStream& stream = s.streams[number];
  const std::string where = fmt::format("/streams/{}", number);
  check.index(where + "/project", stream.project, s.projects.size(), "projects");
  check.index(where + "/pool", stream.pool, s.pools.size(), "pools");
  check.time(where + "/from_s", stream.from_s);
  check.time(where + "/until_s", stream.until_s);
  if (stream.until_s < stream.from_s)
    check.report(where + "/until_s", fmt::format("{} s is before its begin, {} s", stream.until_s, stream.from_s));
  check.number(where + "/jobs_per_s", stream.jobs_per_s * std::max(0.0, stream.until_s - stream.from_s), 0,
               kMostStreamJobs, "jobs");
  if (stream.nodes.empty()) check.report(where + "/nodes", "give one number of nodes at least");
  for (std::size_t i = 0; i < stream.nodes.size(); ++i)
    check.number(fmt::format("{}/nodes/{}", where, i), stream.nodes[i], 1, kMostPoolNodes);
  check.time(where + "/mean_duration_s", stream.mean_duration_s);
  for (std::size_t i = 0; i < stream.durations_s.size(); ++i)
    check.time(fmt::format("{}/durations_s/{}", where, i), stream.durations_s[i]);
}

void check_months(const ProgrammeSettings& s, ProgrammeRulesCheck& check) {
  check.time("/end_s", s.end_s);
  const auto& ends = s.month_ends_s;
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (!(ends[i] > (i == 0 ? 0 : ends[i - 1]) && ends[i] <= kLongest_s))
      check.report(fmt::format("/month_ends_s/{}", i), fmt::format("{} s is not after the end before it", ends[i]));
  if (ends.empty() || ends.back() < s.end_s)
    check.report("/month_ends_s", fmt::format("months end before the programme does, at {} s", s.end_s));
  const auto& prices = s.node_hour_prices;
  if (!prices.empty() && prices.size() != ends.size())
    check.report("/node_hour_prices", fmt::format("{} months for {}; give none or all", prices.size(), ends.size()));
  for (std::size_t i = 0; i < prices.size(); ++i) {
    if (prices[i].size() != s.pools.size())
      check.report(fmt::format("/node_hour_prices/{}", i),
                   fmt::format("{} prices for {} pools", prices[i].size(), s.pools.size()));
    for (std::size_t pool = 0; pool < prices[i].size(); ++pool)
      if (!(prices[i][pool] >= 0 && std::isfinite(prices[i][pool])))
        check.report(fmt::format("/node_hour_prices/{}/{}", i, pool),
                     fmt::format("{} is no price; give a number from 0 on", prices[i][pool]));
  }
}

}  // namespace

Issues check_programme(const ProgrammeSettings& s) {
  ProgrammeRulesCheck check;
  if (s.tasks.size() > kMostTasks) {
    check.report("/tasks", fmt::format("{} tasks; give {} at most", s.tasks.size(), kMostTasks));
    return check.take();
  }
  check_months(s, check);
  check_pools(s, check);
  check_projects(s, check);
  for (std::size_t i = 0; i < s.tasks.size(); ++i) check_task(s, i, check);
  for (std::size_t i = 0; i < s.streams.size(); ++i) check_stream(s, i, check);
  Issues issues = check.take();
  if (!issues.empty()) return issues;
  check_keepers(s, check);
  check_circles(s, check);
  return check.take();
}

}  // namespace fmplan::sim
