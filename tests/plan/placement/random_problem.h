#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "core/base/random.h"
#include "core/plan/placement/placement.h"

namespace fmplan::plan {

struct RandomProblemSize {
  int slots = 6, pools = 2, projects = 3, phases = 2, modes = 2;
};

/// A problem of up to that size, with weights, money and node-hours in small whole numbers: tight more often than not.
inline PlacementProblem random_problem(std::uint64_t seed, const RandomProblemSize& size) {
  RandomStream draws({.seed = seed, .stream = 1});
  const auto draw = [&draws](int low, int high) {
    return std::min(high, low + static_cast<int>(draws.uniform() * (high - low + 1)));
  };
  PlacementProblem problem;
  problem.num_slots = draw(std::max(2, size.slots - 2), size.slots);
  const int num_pools = draw(1, size.pools);
  for (int pool = 0; pool < num_pools; ++pool) {
    std::vector<int>& capacity = problem.capacity.emplace_back();
    int nodes = draw(1, 5);
    for (int slot = 0; slot < problem.num_slots; ++slot) {
      if (draw(0, 3) == 0) nodes = draw(0, 5);
      capacity.push_back(nodes);
    }
  }
  const int num_projects = draw(1, size.projects);
  for (int i = 0; i < num_projects; ++i) {
    PlacementProject project = {.name = fmt::format("p{}", i), .weight = static_cast<double>(draw(1, 3)), .phases = {}};
    if (draw(0, 3) == 0) project.earliest = draw(0, 2);
    if (draw(0, 5) > 0) project.due = draw(-1, problem.num_slots);
    if (i > 0 && draw(0, 3) == 0) project.after.push_back(draw(0, i - 1));
    const int num_phases = draw(1, size.phases);
    for (int k = 0; k < num_phases; ++k) {
      PlacementPhase& phase = project.phases.emplace_back();
      const int num_modes = draw(1, size.modes);
      for (int m = 0; m < num_modes; ++m)
        phase.modes.push_back({.pool = draw(0, num_pools - 1),
                               .nodes = draw(0, 4),
                               .slots = draw(1, 3),
                               .money = static_cast<double>(draw(0, 9)),
                               .node_hours = static_cast<double>(draw(0, 9))});
    }
    problem.projects.push_back(project);
  }
  return problem;
}

/// A problem of which some modes stand still in some slots.
inline PlacementProblem with_pauses(PlacementProblem problem, std::uint64_t seed) {
  RandomStream draws({.seed = seed, .stream = 2});
  for (PlacementProject& project : problem.projects)
    for (PlacementPhase& phase : project.phases)
      for (PlacementMode& mode : phase.modes)
        for (int slot = 0; slot < problem.num_slots; ++slot)
          if (draws.uniform() < 0.2) mode.pauses.push_back(slot);
  return problem;
}

}  // namespace fmplan::plan
