#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/plan/placement/placement.h"

namespace fmplan::plan {

/// What one more node of a pool would better in a stretch of slots.
struct NodeWorth {
  int pool = 0;
  int first = 0, end = 0;      ///< slots, to the begin of `end`
  double unplaced_weight = 0;  ///< that would be placed then
  double late = 0;             ///< weighted slots less, with as much placed; where more is placed that may be negative

  friend bool operator==(const NodeWorth&, const NodeWorth&) = default;
};

/// Finite differences of the objective: every stretch of `stretch` slots of every pool with a node more, in it alone
/// and from it on, placed anew by list scheduling and `search_steps` of the local search.  `found` is possible there
/// too, so that a difference is never a loss; it is a lower bound, as a better placement may be overlooked.  Stretches
/// that better nothing are left out; none is looked at where nothing is late or unplaced.
/// @param found  of the problem
std::vector<NodeWorth> worth_of_nodes(const PlacementProblem& problem, const Placement& found, int stretch,
                                      std::uint64_t seed, std::int64_t search_steps, int threads,
                                      const Watch& watch = {});

}  // namespace fmplan::plan
