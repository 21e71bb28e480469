#include "core/plan/placement/placement_rules.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/plan/placement/pauses.h"

namespace fmplan::plan {
namespace {

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

void check_mode(const PlacementProblem& problem, const PlacementMode& mode, const std::string& where,
                std::vector<std::string>& broken) {
  if (mode.pool < 0 || mode.pool >= static_cast<int>(problem.capacity.size()))
    broken.push_back(fmt::format("{}: there is no pool {}", where, mode.pool));
  if (mode.nodes < 0) broken.push_back(fmt::format("{}: {} nodes", where, mode.nodes));
  if (mode.slots < 1) broken.push_back(fmt::format("{}: {} slots, at least 1", where, mode.slots));
  if (std::ranges::adjacent_find(mode.pauses, std::greater_equal<>()) != mode.pauses.end())
    broken.push_back(fmt::format("{}: its pauses do not ascend", where));
  if (!is_amount(mode.money) || !is_amount(mode.node_hours))
    broken.push_back(
        fmt::format("{}: money {} and node-hours {} are to be 0 or more", where, mode.money, mode.node_hours));
}

/// The projects of a circle of `after`, in order; empty: there is none.
std::vector<int> circle_of(const PlacementProblem& problem) {
  enum class Seen : std::uint8_t { kNot, kOpen, kDone };
  const std::size_t count = problem.projects.size();
  std::vector<Seen> seen(count, Seen::kNot);
  std::vector<std::size_t> next(count, 0);
  for (std::size_t root = 0; root < count; ++root) {
    if (seen[root] != Seen::kNot) continue;
    std::vector<int> path = {static_cast<int>(root)};
    seen[root] = Seen::kOpen;
    while (!path.empty()) {
      const auto at = static_cast<std::size_t>(path.back());
      const std::vector<int>& after = problem.projects[at].after;
      if (next[at] == after.size()) {
        seen[at] = Seen::kDone;
        path.pop_back();
        continue;
      }
      const int before = after[next[at]++];
      if (before < 0 || before >= static_cast<int>(count)) continue;
      const auto place = static_cast<std::size_t>(before);
      if (seen[place] == Seen::kOpen) return {std::find(path.begin(), path.end(), before), path.end()};
      if (seen[place] == Seen::kNot) {
        seen[place] = Seen::kOpen;
        path.push_back(before);
      }
    }
  }
  return {};
}

void check_project(const PlacementProblem& problem, const PlacementProject& project, std::vector<std::string>& broken) {
  if (!std::isfinite(project.weight) || project.weight <= 0)
    broken.push_back(fmt::format("{}: weight {}, more than 0", project.name, project.weight));
  if (project.phases.empty()) broken.push_back(fmt::format("{}: no phase", project.name));
  if (project.earliest < 0) broken.push_back(fmt::format("{}: earliest {}", project.name, project.earliest));
  for (const int before : project.after)
    if (before < 0 || before >= static_cast<int>(problem.projects.size()))
      broken.push_back(fmt::format("{}: there is no project {} to come after", project.name, before));
  for (std::size_t k = 0; k < project.phases.size(); ++k) {
    if (project.phases[k].modes.empty()) broken.push_back(fmt::format("{}: phase {} has no mode", project.name, k));
    for (const PlacementMode& mode : project.phases[k].modes)
      check_mode(problem, mode, fmt::format("{}, phase {}", project.name, k), broken);
  }
}

/// Whether the phases of a placed project are ones that can be looked at.
bool is_whole(const PlacementProject& project, const std::vector<PlacedPhase>& placed) {
  if (placed.size() != project.phases.size()) return false;
  for (std::size_t k = 0; k < placed.size(); ++k)
    if (placed[k].mode < 0 || placed[k].mode >= static_cast<int>(project.phases[k].modes.size())) return false;
  return true;
}

const PlacementMode& mode_of(const PlacementProject& project, std::size_t phase, const PlacedPhase& placed) {
  return project.phases[phase].modes[static_cast<std::size_t>(placed.mode)];
}

int end_of(const PlacementProject& project, const std::vector<PlacedPhase>& placed) {
  return end_of(mode_of(project, placed.size() - 1, placed.back()), placed.back().start);
}

void check_times(const PlacementProblem& problem, const Placement& placement, std::size_t index,
                 std::vector<std::string>& broken) {
  const PlacementProject& project = problem.projects[index];
  const std::vector<PlacedPhase>& placed = *placement.projects[index];
  int free_from = project.earliest;
  for (std::size_t k = 0; k < placed.size(); ++k) {
    const PlacementMode& mode = mode_of(project, k, placed[k]);
    const int end = end_of(mode, placed[k].start);
    if (stands_still(mode, placed[k].start))
      broken.push_back(fmt::format("{}: phase {} starts in a pause, slot {}", project.name, k, placed[k].start));
    if (placed[k].start < free_from)
      broken.push_back(
          fmt::format("{}: phase {} starts in slot {}, before {}", project.name, k, placed[k].start, free_from));
    if (end > problem.num_slots)
      broken.push_back(fmt::format("{}: phase {} ends at {}, after {}", project.name, k, end, problem.num_slots));
    free_from = end;
  }
  for (const int before : project.after) {
    const auto at = static_cast<std::size_t>(before);
    const std::optional<std::vector<PlacedPhase>>& first = placement.projects[at];
    if (!first) {
      broken.push_back(
          fmt::format("{} is placed, and {} that it comes after is not", project.name, problem.projects[at].name));
    } else if (end_of(problem.projects[at], *first) > placed.front().start) {
      broken.push_back(fmt::format("{} starts in slot {}, before {} ends", project.name, placed.front().start,
                                   problem.projects[at].name));
    }
  }
}

void check_capacity(const PlacementProblem& problem, const Placement& placement, std::vector<std::string>& broken) {
  for (std::size_t pool = 0; pool < problem.capacity.size(); ++pool) {
    for (int slot = 0; slot < problem.num_slots; ++slot) {
      std::int64_t used = 0;
      for (std::size_t i = 0; i < problem.projects.size(); ++i) {
        if (!placement.projects[i]) continue;
        for (std::size_t k = 0; k < placement.projects[i]->size(); ++k) {
          const PlacedPhase& placed = (*placement.projects[i])[k];
          const PlacementMode& mode = mode_of(problem.projects[i], k, placed);
          if (mode.pool == static_cast<int>(pool) && placed.start <= slot && slot < end_of(mode, placed.start) &&
              !stands_still(mode, slot))
            used += mode.nodes;
        }
      }
      const int capacity = problem.capacity[pool][static_cast<std::size_t>(slot)];
      if (used > capacity)
        broken.push_back(fmt::format("pool {} lends {} of {} nodes in slot {}", pool, used, capacity, slot));
    }
  }
}

}  // namespace

std::vector<std::string> check_problem(const PlacementProblem& problem) {
  std::vector<std::string> broken;
  if (problem.num_slots < 1) broken.push_back(fmt::format("{} slots, at least 1", problem.num_slots));
  for (std::size_t pool = 0; pool < problem.capacity.size(); ++pool) {
    const std::vector<int>& capacity = problem.capacity[pool];
    if (static_cast<int>(capacity.size()) != problem.num_slots)
      broken.push_back(fmt::format("pool {}: capacities of {} slots, of {}", pool, capacity.size(), problem.num_slots));
    if (std::any_of(capacity.begin(), capacity.end(), [](int nodes) { return nodes < 0; }))
      broken.push_back(fmt::format("pool {}: a capacity below 0", pool));
  }
  for (const PlacementProject& project : problem.projects) check_project(problem, project, broken);
  const std::vector<int> circle = circle_of(problem);
  if (!circle.empty()) {
    std::vector<std::string> names;
    names.reserve(circle.size() + 1);
    for (const int index : circle) names.push_back(problem.projects[static_cast<std::size_t>(index)].name);
    names.push_back(names.front());
    broken.push_back(fmt::format("projects that come after each other: {}", fmt::join(names, " after ")));
  }
  return broken;
}

std::vector<std::string> check_placement(const PlacementProblem& problem, const Placement& placement) {
  if (placement.projects.size() != problem.projects.size())
    return {fmt::format("a placement of {} projects, of {}", placement.projects.size(), problem.projects.size())};
  std::vector<std::string> broken;
  for (std::size_t i = 0; i < problem.projects.size(); ++i)
    if (placement.projects[i] && !is_whole(problem.projects[i], *placement.projects[i]))
      broken.push_back(fmt::format("{}: not each of its phases in a mode that it has", problem.projects[i].name));
  if (!broken.empty()) return broken;
  for (std::size_t i = 0; i < problem.projects.size(); ++i)
    if (placement.projects[i]) check_times(problem, placement, i, broken);
  check_capacity(problem, placement, broken);
  return broken;
}

PlacementObjective objective_of(const PlacementProblem& problem, const Placement& placement) {
  PlacementObjective sum;
  for (std::size_t i = 0; i < problem.projects.size(); ++i) {
    const PlacementProject& project = problem.projects[i];
    if (!placement.projects[i]) {
      sum.unplaced_weight += project.weight;
      continue;
    }
    const std::vector<PlacedPhase>& placed = *placement.projects[i];
    if (project.due) sum.late += project.weight * std::max(0, end_of(project, placed) - *project.due);
    for (std::size_t k = 0; k < placed.size(); ++k) {
      sum.money += mode_of(project, k, placed[k]).money;
      sum.node_hours += mode_of(project, k, placed[k]).node_hours;
    }
  }
  return sum;
}

}  // namespace fmplan::plan
