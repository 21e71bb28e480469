#include "core/plan/placement/counted_problem.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/base/integers.h"
#include "core/plan/placement/pauses.h"
#include "core/plan/placement/placement_rules.h"

namespace fmplan::plan {
namespace {

/// Chosen: half of what clasp's 32-bit weights can hold, for sums of a constraint.
constexpr double kLargestSum = 1 << 30;

/// Whole units in `value`; what double rounding took from the last one is given back.
std::int64_t whole_units(double value, double unit) {
  constexpr double kRounding = 1e-9;  // relative: far above a double's, far below a unit
  const double units = value / unit;
  return static_cast<std::int64_t>(std::floor(units * (1 + kRounding) + kRounding));
}

bool all_whole(const std::vector<PlacementProject>& projects, double unit) {
  constexpr double kRounding = 1e-9;  // relative, as above
  return std::all_of(projects.begin(), projects.end(), [unit](const PlacementProject& project) {
    const double units = project.weight / unit;
    return std::abs(units - std::round(units)) <= kRounding * units;
  });
}

void choose_weight_unit(const PlacementProblem& problem, CountedProblem& counted) {
  double sum = 0;
  for (const PlacementProject& project : problem.projects)
    sum += project.weight * (problem.num_slots + 1.0 - std::min(0, project.due.value_or(0)));
  constexpr int kMostDecimals = 6;  // chosen
  double unit = 1;
  for (int decimals = 1; decimals <= kMostDecimals && !all_whole(problem.projects, unit); ++decimals)
    unit = 1 / std::pow(10.0, decimals);
  while (sum / unit > kLargestSum) unit *= 10;
  counted.weight_unit = unit;
  for (std::size_t i = 0; i < problem.projects.size(); ++i) {
    const double weight = problem.projects[i].weight;
    counted.projects[i].weight = std::max<std::int64_t>(1, std::llround(weight / unit));
    const double ratio = weight / (static_cast<double>(counted.projects[i].weight) * unit);
    constexpr double kRounding = 1e-9;  // relative, as above
    if (std::abs(ratio - 1) > kRounding)
      counted.weight_ratio = std::min(counted.weight_ratio, std::min(ratio, 1 - kRounding));
  }
}

/// A hundredth, or the power of ten above it with which the sum of the dearest modes stays small.
template <class Amount>
double amount_unit(const PlacementProblem& problem, const Amount& amount) {
  double sum = 0;
  for (const PlacementProject& project : problem.projects)
    for (const PlacementPhase& phase : project.phases) {
      double most = 0;
      for (const PlacementMode& mode : phase.modes) most = std::max(most, amount(mode));
      sum += most;
    }
  double unit = 0.01;
  while (sum / unit > kLargestSum) unit *= 10;
  return unit;
}

/// The modes of a phase that fit alone from `head` on.
std::vector<CountedMode> fitting_modes(const CountedProblem& counted, const PlacementPhase& phase, int head) {
  std::vector<CountedMode> modes;
  for (std::size_t m = 0; m < phase.modes.size(); ++m) {
    const PlacementMode& mode = phase.modes[m];
    const CountedMode whole = {.index = static_cast<int>(m),
                               .pool = mode.pool,
                               .nodes = mode.nodes,
                               .slots = mode.slots,
                               .money = whole_units(mode.money, counted.money_unit),
                               .node_hours = whole_units(mode.node_hours, counted.node_hours_unit),
                               .pauses = mode.pauses};
    if (earliest_fit(counted.capacity[at(mode.pool)], whole, head, counted.num_slots)) modes.push_back(whole);
  }
  return modes;
}

/// Counts money and node-hours from the phase's least, which the project gets.
void subtract_least(std::vector<CountedMode>& modes, CountedProject& project) {
  if (modes.empty()) return;
  std::int64_t money = std::numeric_limits<std::int64_t>::max(), node_hours = money;
  for (const CountedMode& mode : modes) {
    money = std::min(money, mode.money);
    node_hours = std::min(node_hours, mode.node_hours);
  }
  for (CountedMode& mode : modes) {
    mode.money -= money;
    mode.node_hours -= node_hours;
  }
  project.least_money += money;
  project.least_node_hours += node_hours;
}

/// Heads, modes and the soonest end of a project whose predecessors have theirs.
void place_alone(const PlacementProblem& problem, CountedProblem& counted, int index) {
  CountedProject& project = counted.projects[at(index)];
  const PlacementProject& given = problem.projects[at(index)];
  int head = given.earliest;
  for (const int before : project.after) {
    project.possible = project.possible && counted.projects[at(before)].possible;
    head = std::max(head, counted.projects[at(before)].soonest_end);
  }
  for (int k = 0; k < project.num_tasks && project.possible; ++k) {
    CountedTask& task = counted.tasks[at(project.first_task + k)];
    task.modes = fitting_modes(counted, given.phases[at(k)], head);
    subtract_least(task.modes, project);
    int start = counted.num_slots, end = counted.num_slots + 1;
    task.least_slots = counted.num_slots + 1;
    for (const CountedMode& mode : task.modes) {
      const int first = *earliest_fit(counted.capacity[at(mode.pool)], mode, head, counted.num_slots);
      start = std::min(start, first);
      end = std::min(end, end_of(mode, first));
      task.least_slots = std::min(task.least_slots, mode.slots);
    }
    project.possible = !task.modes.empty();
    task.head = start;
    head = end;
  }
  project.soonest_end = head;
  if (!project.possible) return;
  const std::optional<std::vector<int>> ends = latest_ends(counted, index, counted.num_slots);
  for (int k = 0; k < project.num_tasks; ++k) counted.tasks[at(project.first_task + k)].latest_end = (*ends)[at(k)];
}

std::vector<int> predecessors_first(const CountedProblem& counted) {
  std::vector<int> order, waiting;
  for (std::size_t i = 0; i < counted.projects.size(); ++i) {
    waiting.push_back(static_cast<int>(counted.projects[i].after.size()));
    if (waiting.back() == 0) order.push_back(static_cast<int>(i));
  }
  for (std::size_t next = 0; next < order.size(); ++next)
    for (const int follower : counted.projects[at(order[next])].followers)
      if (--waiting[at(follower)] == 0) order.push_back(follower);
  return order;
}

}  // namespace

std::optional<int> earliest_fit(const std::vector<int>& free, const CountedMode& mode, int from, int latest_end) {
  int start = from, fitting = 0;
  auto pause = std::ranges::lower_bound(mode.pauses, from);
  for (int slot = from; slot < latest_end; ++slot) {
    const bool is_pause = pause != mode.pauses.end() && *pause == slot;
    if (is_pause) ++pause;
    if (is_pause ? fitting == 0 : free[at(slot)] < mode.nodes) {
      start = slot + 1;
      fitting = 0;
    } else if (!is_pause && ++fitting == mode.slots) {
      return start;
    }
    if (start + mode.slots > latest_end) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::vector<int>> latest_ends(const CountedProblem& problem, int project, int last_end) {
  const CountedProject& whole = problem.projects[at(project)];
  std::vector<int> ends(at(whole.num_tasks));
  int end = last_end;
  for (int k = whole.num_tasks - 1; k >= 0; --k) {
    const CountedTask& task = problem.tasks[at(whole.first_task + k)];
    ends[at(k)] = end;
    int latest_start = -1;
    for (const CountedMode& mode : task.modes) {
      const std::vector<int>& free = problem.capacity[at(mode.pool)];
      int fitting = 0;
      for (int slot = end - 1; slot >= task.head && slot > latest_start; --slot) {
        if (stands_still(mode, slot)) continue;
        fitting = free[at(slot)] < mode.nodes ? 0 : fitting + 1;
        if (fitting == mode.slots) {
          latest_start = slot;
          break;
        }
      }
    }
    if (latest_start < 0) return std::nullopt;
    end = latest_start;
  }
  return ends;
}

CountedProblem counted(const PlacementProblem& problem) {
  CountedProblem result;
  result.num_slots = problem.num_slots;
  result.capacity = problem.capacity;
  result.projects.resize(problem.projects.size());
  choose_weight_unit(problem, result);
  result.money_unit = amount_unit(problem, [](const PlacementMode& mode) { return mode.money; });
  result.node_hours_unit = amount_unit(problem, [](const PlacementMode& mode) { return mode.node_hours; });
  for (std::size_t i = 0; i < problem.projects.size(); ++i) {
    const PlacementProject& given = problem.projects[i];
    CountedProject& project = result.projects[i];
    project.due = given.due;
    project.after = given.after;
    std::sort(project.after.begin(), project.after.end());
    project.after.erase(std::unique(project.after.begin(), project.after.end()), project.after.end());
    for (const int before : project.after) result.projects[at(before)].followers.push_back(static_cast<int>(i));
    project.first_task = static_cast<int>(result.tasks.size());
    project.num_tasks = static_cast<int>(given.phases.size());
    for (int k = 0; k < project.num_tasks; ++k) result.tasks.push_back({.project = static_cast<int>(i), .modes = {}});
  }
  for (const int index : predecessors_first(result)) place_alone(problem, result, index);
  return result;
}

CountedObjective objective_of(const CountedProblem& problem, const Schedule& schedule) {
  CountedObjective sum;
  for (const CountedProject& project : problem.projects) {
    const TaskTimes& last = schedule[at(project.last_task())];
    if (last.mode < 0) {
      sum.unplaced += project.weight;
      if (!project.possible) continue;
      sum.money -= project.least_money;
      sum.node_hours -= project.least_node_hours;
      continue;
    }
    sum.late += project.late_at(end_of(problem.tasks[at(project.last_task())].modes[at(last.mode)], last.start));
    for (int task = project.first_task; task <= project.last_task(); ++task) {
      const CountedMode& mode = problem.tasks[at(task)].modes[at(schedule[at(task)].mode)];
      sum.money += mode.money;
      sum.node_hours += mode.node_hours;
    }
  }
  return sum;
}

Placement to_placement(const PlacementProblem& problem, const CountedProblem& counted, const Schedule& schedule) {
  Placement placement;
  for (const CountedProject& project : counted.projects) {
    std::optional<std::vector<PlacedPhase>>& phases = placement.projects.emplace_back();
    if (schedule[at(project.last_task())].mode < 0) continue;
    phases.emplace();
    for (int task = project.first_task; task <= project.last_task(); ++task) {
      const TaskTimes& times = schedule[at(task)];
      phases->push_back({.mode = counted.tasks[at(task)].modes[at(times.mode)].index, .start = times.start});
    }
  }
  placement.objective = objective_of(problem, placement);
  return placement;
}

PlacementObjective to_bound(const CountedProblem& counted, const CountedObjective& bound, const Placement& placement,
                            const CountedObjective& placed) {
  const PlacementObjective& reached = placement.objective;
  const double weight_unit = counted.weight_unit * counted.weight_ratio;
  const auto weighted = [&](std::int64_t part, std::int64_t placed_part, double value) {
    if (part == placed_part && counted.weight_ratio == 1) return value;
    return std::min(value, static_cast<double>(part) * weight_unit);
  };
  std::int64_t least_money = 0, least_node_hours = 0;
  for (const CountedProject& project : counted.projects) {
    if (!project.possible) continue;
    least_money += project.least_money;
    least_node_hours += project.least_node_hours;
  }
  const auto amount = [](std::int64_t part, std::int64_t placed_part, double value, std::int64_t least, double unit) {
    return part == placed_part ? value : static_cast<double>(part + least) * unit;
  };
  return {.unplaced_weight = weighted(bound.unplaced, placed.unplaced, reached.unplaced_weight),
          .late = weighted(bound.late, placed.late, reached.late),
          .money = amount(bound.money, placed.money, reached.money, least_money, counted.money_unit),
          .node_hours = amount(bound.node_hours, placed.node_hours, reached.node_hours, least_node_hours,
                               counted.node_hours_unit)};
}

}  // namespace fmplan::plan
