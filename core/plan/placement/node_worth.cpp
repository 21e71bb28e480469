#include "core/plan/placement/node_worth.h"

#include <algorithm>
#include <cstddef>

#include "core/base/parallel.h"
#include "core/base/quiet_watcher.h"
#include "core/plan/placement/place.h"

namespace fmplan::plan {

std::vector<NodeWorth> worth_of_nodes(const PlacementProblem& problem, const Placement& found, int stretch,
                                      std::uint64_t seed, std::int64_t search_steps, int threads, const Watch& watch) {
  const PlacementObjective& now = found.objective;
  if (now.unplaced_weight == 0 && now.late == 0) return {};
  std::vector<NodeWorth> stretches;
  for (int pool = 0; pool < static_cast<int>(problem.capacity.size()); ++pool)
    for (int first = 0; first < problem.num_slots; first += stretch) {
      const int end = std::min(problem.num_slots, first + stretch);
      stretches.push_back({.pool = pool, .first = first, .end = end});
      if (end < problem.num_slots) stretches.push_back({.pool = pool, .first = first, .end = problem.num_slots});
    }
  QuietWatcher as_part(watch);
  parallel_for(
      static_cast<std::int64_t>(stretches.size()), threads,
      [&](std::int64_t i) {
        NodeWorth& worth = stretches[static_cast<std::size_t>(i)];
        PlacementProblem with = problem;
        std::vector<int>& capacity = with.capacity[static_cast<std::size_t>(worth.pool)];
        for (int slot = worth.first; slot < worth.end; ++slot) ++capacity[static_cast<std::size_t>(slot)];
        const PlacementObjective other =
            place(with, {}, {.seed = seed, .search_steps = search_steps}, as_part).objective;
        if (other.unplaced_weight > now.unplaced_weight) return;
        if (other.unplaced_weight == now.unplaced_weight && other.late >= now.late) return;
        worth.unplaced_weight = now.unplaced_weight - other.unplaced_weight;
        worth.late = now.late - other.late;
      },
      watch);
  std::erase_if(stretches, [](const NodeWorth& worth) { return worth.unplaced_weight == 0 && worth.late == 0; });
  return stretches;
}

}  // namespace fmplan::plan
