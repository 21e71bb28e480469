#pragma once

#include <tuple>

#include "core/plan/placement/placement.h"
#include "core/plan/placement/placement_rules.h"

namespace fmplan::plan {

inline auto in_order(const PlacementObjective& objective) {
  return std::tuple(objective.unplaced_weight, objective.late, objective.money, objective.node_hours);
}

/// Every mode and start of every phase of every project, or not placed: the best that breaks no rule.
class BruteForce {
 public:
  explicit BruteForce(const PlacementProblem& problem) : problem_(problem) {
    placement_.projects.resize(problem.projects.size());
    best_ = objective_of(problem, placement_);
    place_from(0);
  }

  const PlacementObjective& best() const { return best_; }

 private:
  void place_from(std::size_t project) {
    if (project == problem_.projects.size()) {
      const PlacementObjective objective = objective_of(problem_, placement_);
      if (in_order(objective) < in_order(best_)) best_ = objective;
      return;
    }
    placement_.projects[project].reset();
    place_from(project + 1);
    placement_.projects[project].emplace();
    place_phases(project);
    placement_.projects[project].reset();
  }

  void place_phases(std::size_t project) {
    std::vector<PlacedPhase>& placed = *placement_.projects[project];
    const PlacementProject& what = problem_.projects[project];
    if (placed.size() == what.phases.size()) {
      if (check_placement(problem_, placement_).empty()) place_from(project + 1);
      return;
    }
    for (int mode = 0; mode < static_cast<int>(what.phases[placed.size()].modes.size()); ++mode)
      for (int start = 0; start < problem_.num_slots; ++start) {
        placed.push_back({.mode = mode, .start = start});
        place_phases(project);
        placed.pop_back();
      }
  }

  const PlacementProblem& problem_;
  Placement placement_;
  PlacementObjective best_;
};

}  // namespace fmplan::plan
