#include "core/plan/placement/placement_opb.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/base/integers.h"
#include "core/plan/placement/pauses.h"

namespace fmplan::plan {
namespace {

/// A variable, from 1 on, or, below 0, its opposite.
using Literal = int;

struct Term {
  std::int64_t weight = 1;
  Literal literal = 0;
};

class OpbWriter {
 public:
  int new_variable() { return ++num_variables_; }
  int num_variables() const { return num_variables_; }
  std::int64_t num_terms() const { return num_terms_; }

  void at_least(const std::vector<Term>& terms, std::int64_t least) {
    write(terms);
    fmt::format_to(std::back_inserter(body_), ">= {} ;\n", least);
    ++num_constraints_;
  }
  void at_most(std::vector<Term> terms, std::int64_t most) {
    for (Term& term : terms) term.weight = -term.weight;
    at_least(terms, -most);
  }
  void clause(std::initializer_list<Literal> literals) {
    std::vector<Term> terms;
    for (const Literal literal : literals) terms.push_back({1, literal});
    at_least(terms, 1);
  }

  std::string text(const std::vector<Term>& least) {
    const std::string constraints = std::exchange(body_, {});
    write(least);
    return fmt::format("* #variable= {} #constraint= {}\nmin: {};\n{}", num_variables_, num_constraints_, body_,
                       constraints);
  }

 private:
  void write(const std::vector<Term>& terms) {
    for (const Term& term : terms)
      fmt::format_to(std::back_inserter(body_), "{:+} {}x{} ", term.weight, term.literal < 0 ? "~" : "",
                     std::abs(term.literal));
    num_terms_ += static_cast<std::int64_t>(terms.size());
  }

  std::string body_;
  int num_variables_ = 0;
  std::int64_t num_constraints_ = 0, num_terms_ = 0;
};

/// One Boolean for each slot from `first` on; below it as the first value says, beyond the last as the other.
struct Chain {
  int first = 0;
  std::vector<int> variables;
};

class PlacementEncoder {
 public:
  PlacementEncoder(const CountedProblem& problem, const PlacementGoal& goal)
      : problem_(problem),
        goal_(goal),
        windows_(problem.projects.size()),
        starts_of_(problem.tasks.size()),
        placed_(problem.projects.size(), 0),
        modes_(problem.tasks.size()),
        started_(problem.tasks.size()),
        ends_after_(problem.tasks.size()) {}

  std::optional<PlacementOpb> run(std::int64_t most_terms) {
    choose_who_may_be_left();
    choose_windows();
    list_starts();
    if (size_of_capacity() > most_terms) return std::nullopt;
    for (std::size_t project = 0; project < problem_.projects.size(); ++project)
      if (problem_.projects[project].possible) write_project(static_cast<int>(project));
    for (std::size_t project = 0; project < problem_.projects.size(); ++project)
      if (problem_.projects[project].possible) write_after(static_cast<int>(project));
    write_capacity();
    const std::vector<Term> least = write_goal();
    if (writer_.num_terms() > most_terms) return std::nullopt;
    PlacementOpb opb;
    opb.text = writer_.text(least);
    opb.num_variables = writer_.num_variables();
    opb.starts = std::move(starts_);
    opb.offset = offset_;
    opb.is_settled = least.empty();
    return opb;
  }

 private:
  std::int64_t impossible_weight() const {
    std::int64_t sum = 0;
    for (const CountedProject& project : problem_.projects)
      if (!project.possible) sum += project.weight;
    return sum;
  }

  /// A project may stay out where its weight is within the limit.
  void choose_who_may_be_left() {
    const std::int64_t spare = goal_.limit.unplaced - impossible_weight();
    for (const CountedProject& project : problem_.projects)
      may_be_left_.push_back(project.possible && project.weight <= spare);
  }

  /// How late a project may be at most takes away most starts; where its followers are sure to be placed, so do they.
  void choose_windows() {
    std::vector<int> waiting, order;
    for (std::size_t i = 0; i < problem_.projects.size(); ++i) {
      waiting.push_back(static_cast<int>(problem_.projects[i].followers.size()));
      if (waiting.back() == 0) order.push_back(static_cast<int>(i));
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
      const CountedProject& project = problem_.projects[at(order[next])];
      if (project.possible) windows_[at(order[next])] = window_of(order[next]);
      for (const int before : project.after)
        if (--waiting[at(before)] == 0) order.push_back(before);
    }
  }

  std::vector<int> window_of(int index) const {
    const CountedProject& project = problem_.projects[at(index)];
    std::int64_t last_end = problem_.num_slots;
    if (goal_.least != PlacementPart::kUnplaced && project.due)
      last_end = std::min(last_end, *project.due + goal_.limit.late / project.weight);
    for (const int follower : project.followers) {
      if (!problem_.projects[at(follower)].possible || may_be_left_[at(follower)] || windows_[at(follower)].empty())
        continue;
      const CountedTask& first = problem_.tasks[at(problem_.projects[at(follower)].first_task)];
      last_end = std::min<std::int64_t>(last_end, windows_[at(follower)].front() - first.least_slots);
    }
    const std::optional<std::vector<int>> ends =
        latest_ends(problem_, index, static_cast<int>(std::max<std::int64_t>(last_end, 0)));
    return ends.value_or(std::vector<int>(at(project.num_tasks), 0));
  }

  void list_starts() {
    for (std::size_t t = 0; t < problem_.tasks.size(); ++t) {
      const CountedTask& task = problem_.tasks[t];
      const CountedProject& project = problem_.projects[at(task.project)];
      if (!project.possible) continue;
      const int latest_end = windows_[at(task.project)][t - at(project.first_task)];
      for (std::size_t m = 0; m < task.modes.size(); ++m) {
        const CountedMode& mode = task.modes[m];
        for (int start = task.head; end_of(mode, start) <= latest_end; ++start)
          if (earliest_fit(problem_.capacity[at(mode.pool)], mode, start, end_of(mode, start)) == start) {
            starts_of_[t].push_back(writer_.new_variable());
            starts_.push_back({.task = static_cast<int>(t), .mode = static_cast<int>(m), .start = start});
          }
      }
    }
  }

  const CountedMode& mode_of(const StartVariable& start) const {
    return problem_.tasks[at(start.task)].modes[at(start.mode)];
  }
  const StartVariable& start_of(int variable) const { return starts_[at(variable - 1)]; }
  int end_of_start(int variable) const { return end_of(mode_of(start_of(variable)), start_of(variable).start); }

  std::int64_t size_of_capacity() const {
    std::int64_t size = 0;
    for (const StartVariable& start : starts_) size += mode_of(start).slots;
    return size;
  }

  void write_project(int index) {
    const CountedProject& project = problem_.projects[at(index)];
    if (may_be_left_[at(index)]) placed_[at(index)] = writer_.new_variable();
    for (int task = project.first_task; task <= project.last_task(); ++task) {
      write_once(task, placed_[at(index)]);
      write_chains(task);
      if (goal_.least >= PlacementPart::kMoney) write_modes(task);
      if (task > project.first_task) write_order(task - 1, task);
    }
  }

  /// Σ x = 1, or the project is not placed.
  void write_once(int task, int placed) {
    std::vector<Term> terms;
    for (const int start : starts_of_[at(task)]) terms.push_back({1, start});
    if (placed == 0) {
      writer_.at_least(terms, 1);
    } else {
      terms.push_back({1, -placed});
      writer_.at_least(terms, 1);
    }
    writer_.at_most(terms, 1);
  }

  /// The literals "started by `slot`" and "ends after `slot`"; 0 where it is the same for all starts.
  Literal started(int task, int slot) const { return of_chain(started_[at(task)], slot); }
  Literal ends_after(int task, int slot) const { return of_chain(ends_after_[at(task)], slot); }
  static Literal of_chain(const Chain& chain, int slot) {
    return slot < chain.first || slot >= chain.first + static_cast<int>(chain.variables.size())
               ? 0
               : chain.variables[at(slot - chain.first)];
  }

  void write_chains(int task) {
    int first_start = problem_.num_slots, last_start = 0, first_end = problem_.num_slots, last_end = 0;
    for (const int start : starts_of_[at(task)]) {
      first_start = std::min(first_start, start_of(start).start);
      last_start = std::max(last_start, start_of(start).start);
      first_end = std::min(first_end, end_of_start(start));
      last_end = std::max(last_end, end_of_start(start));
    }
    Chain& by = started_[at(task)];
    by.first = first_start;
    for (int slot = first_start; slot < last_start; ++slot) by.variables.push_back(writer_.new_variable());
    for (std::size_t i = 0; i + 1 < by.variables.size(); ++i) writer_.clause({-by.variables[i], by.variables[i + 1]});
    Chain& after = ends_after_[at(task)];
    after.first = first_end;
    for (int slot = first_end; slot < last_end; ++slot) after.variables.push_back(writer_.new_variable());
    for (std::size_t i = 0; i + 1 < after.variables.size(); ++i)
      writer_.clause({-after.variables[i + 1], after.variables[i]});
    for (const int start : starts_of_[at(task)]) {
      if (const Literal from = started(task, start_of(start).start)) writer_.clause({-start, from});
      if (const Literal before = started(task, start_of(start).start - 1)) writer_.clause({-start, -before});
      if (const Literal last = ends_after(task, end_of_start(start) - 1)) writer_.clause({-start, last});
      if (const Literal end = ends_after(task, end_of_start(start))) writer_.clause({-start, -end});
    }
  }

  /// One Boolean for each mode that a task has a start in: what it takes is of the mode, whatever the start.
  void write_modes(int task) {
    std::vector<int>& modes = modes_[at(task)];
    modes.assign(problem_.tasks[at(task)].modes.size(), 0);
    for (const int start : starts_of_[at(task)]) {
      int& mode = modes[at(start_of(start).mode)];
      if (mode == 0) mode = writer_.new_variable();
      writer_.clause({-start, mode});
    }
  }

  /// `second` starts in no slot that `first` ends after.
  void write_order(int first, int second) {
    for (const int start : starts_of_[at(second)]) {
      const int slot = start_of(start).start;
      const Chain& after = ends_after_[at(first)];
      if (slot < after.first) {
        writer_.clause({-start});
        continue;
      }
      const Literal open = ends_after(first, slot);
      if (open == 0) continue;
      const Literal by = started(second, slot);
      writer_.clause({-(by == 0 ? start : by), -open});
    }
  }

  void write_after(int index) {
    for (const int before : problem_.projects[at(index)].after) {
      if (placed_[at(before)] != 0) {
        if (placed_[at(index)] != 0)
          writer_.clause({-placed_[at(index)], placed_[at(before)]});
        else
          writer_.clause({placed_[at(before)]});
      }
      write_order(problem_.projects[at(before)].last_task(), problem_.projects[at(index)].first_task);
    }
  }

  void write_capacity() {
    std::vector<std::vector<std::vector<int>>> active(problem_.capacity.size());
    for (auto& pool : active) pool.resize(at(problem_.num_slots));
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const CountedMode& mode = mode_of(starts_[i]);
      for (int slot = starts_[i].start; slot < end_of(mode, starts_[i].start); ++slot)
        if (!stands_still(mode, slot)) active[at(mode.pool)][at(slot)].push_back(static_cast<int>(i) + 1);
    }
    for (std::size_t pool = 0; pool < active.size(); ++pool)
      for (int slot = 0; slot < problem_.num_slots; ++slot)
        write_slot(active[pool][at(slot)], problem_.capacity[pool][at(slot)]);
  }

  void write_slot(const std::vector<int>& active, int capacity) {
    std::vector<Term> terms;
    std::int64_t most = 0, most_of_task = 0;
    int task = -1;
    for (const int start : active) {
      const int nodes = mode_of(start_of(start)).nodes;
      if (start_of(start).task != task) {
        most += std::exchange(most_of_task, 0);
        task = start_of(start).task;
      }
      most_of_task = std::max<std::int64_t>(most_of_task, nodes);
      if (nodes > 0) terms.push_back({nodes, start});
    }
    if (most + most_of_task > capacity) writer_.at_most(terms, capacity);
  }

  std::vector<Term> unplaced_terms() const {
    std::vector<Term> terms;
    for (std::size_t i = 0; i < placed_.size(); ++i)
      if (placed_[i] != 0) terms.push_back({problem_.projects[i].weight, -placed_[i]});
    return terms;
  }

  /// Weighted slots after due: one literal for each slot that a project may be late in.
  std::vector<Term> late_terms(std::int64_t& sure) const {
    std::vector<Term> terms;
    for (std::size_t i = 0; i < problem_.projects.size(); ++i) {
      const CountedProject& project = problem_.projects[i];
      if (!project.possible || !project.due) continue;
      const Chain& after = ends_after_[at(project.last_task())];
      const std::int64_t before_chain = project.late_at(after.first);
      if (placed_[i] == 0)
        sure += before_chain;
      else if (before_chain > 0)
        terms.push_back({before_chain, placed_[i]});
      for (std::size_t k = 0; k < after.variables.size(); ++k)
        if (after.first + static_cast<int>(k) >= *project.due) terms.push_back({project.weight, after.variables[k]});
    }
    return terms;
  }

  /// Money or node-hours above the least of all projects: those that are not placed lower it by theirs.
  std::vector<Term> amount_terms(std::int64_t CountedMode::*amount, std::int64_t CountedProject::*least,
                                 std::int64_t& sure) const {
    std::vector<Term> terms;
    for (std::size_t task = 0; task < modes_.size(); ++task)
      for (std::size_t m = 0; m < modes_[task].size(); ++m) {
        const std::int64_t above = problem_.tasks[task].modes[m].*amount;
        if (above > 0 && modes_[task][m] != 0) terms.push_back({above, modes_[task][m]});
      }
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      const std::int64_t of_project = problem_.projects[i].*least;
      if (placed_[i] == 0 || of_project == 0) continue;
      terms.push_back({of_project, placed_[i]});
      sure -= of_project;
    }
    return terms;
  }

  std::vector<Term> terms_of(PlacementPart part, std::int64_t& sure) const {
    switch (part) {
      case PlacementPart::kUnplaced: sure = impossible_weight(); return unplaced_terms();
      case PlacementPart::kLate: return late_terms(sure);
      case PlacementPart::kMoney: return amount_terms(&CountedMode::money, &CountedProject::least_money, sure);
      case PlacementPart::kNodeHours: break;
    }
    return amount_terms(&CountedMode::node_hours, &CountedProject::least_node_hours, sure);
  }

  std::vector<Term> write_goal() {
    const std::int64_t limits[] = {goal_.limit.unplaced, goal_.limit.late, goal_.limit.money, goal_.limit.node_hours};
    for (int part = 0;; ++part) {
      std::int64_t sure = 0;
      std::vector<Term> terms = terms_of(static_cast<PlacementPart>(part), sure);
      if (!terms.empty()) writer_.at_most(terms, limits[part] - sure);
      if (static_cast<PlacementPart>(part) != goal_.least) continue;
      offset_ = sure;
      return terms;
    }
  }

  const CountedProblem& problem_;
  const PlacementGoal& goal_;
  OpbWriter writer_;
  std::vector<bool> may_be_left_;          ///< projects
  std::vector<std::vector<int>> windows_;  ///< latest ends of the tasks of projects
  std::vector<StartVariable> starts_;
  std::vector<std::vector<int>> starts_of_;  ///< of tasks
  std::vector<int> placed_;                  ///< of projects; 0: it is sure to be
  std::vector<std::vector<int>> modes_;      ///< of tasks; 0: no start is in it
  std::vector<Chain> started_, ends_after_;  ///< of tasks
  std::int64_t offset_ = 0;
};

}  // namespace

std::optional<PlacementOpb> to_opb(const CountedProblem& problem, const PlacementGoal& goal, std::int64_t most_terms) {
  return PlacementEncoder(problem, goal).run(most_terms);
}

std::optional<Schedule> to_schedule(const CountedProblem& problem, const PlacementOpb& opb,
                                    const std::vector<bool>& values) {
  Schedule schedule(problem.tasks.size());
  for (std::size_t i = 0; i < opb.starts.size(); ++i) {
    if (i >= values.size() || !values[i]) continue;
    const StartVariable& start = opb.starts[i];
    if (schedule[at(start.task)].mode >= 0) return std::nullopt;
    schedule[at(start.task)] = {.mode = start.mode, .start = start.start};
  }
  for (const CountedProject& project : problem.projects)
    for (int task = project.first_task; task < project.last_task(); ++task)
      if ((schedule[at(task)].mode >= 0) != (schedule[at(task) + 1].mode >= 0)) return std::nullopt;
  return schedule;
}

}  // namespace fmplan::plan
