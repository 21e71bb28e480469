#pragma once

#include <cstdint>
#include <optional>

#include "core/base/job.h"
#include "core/plan/placement/opb_solver.h"
#include "core/plan/placement/placement.h"

namespace fmplan::plan {

struct PlacementOptions {
  std::uint64_t seed = 1;                      ///< of the local search
  std::optional<std::int64_t> search_steps{};  ///< of it; none: as many as take some 0.2 s
  /// Of each part of the objective that is asked about, on a problem of weeks; fewer where it is larger, so that it
  /// does not take longer.  As measured, 120,000 take 2 to 3 s of one core.
  std::int64_t conflicts = 120'000;
};

/// Who gets what and when: list scheduling, a local search and a lower bound, always; then `solver`, if there is one,
/// asked for something better in each part of the objective, one after the other, until one is not proved.  What it
/// says is held against the rules and against what is known before it is believed: where anything is wrong with it, the
/// answer is that of the local search, and Placement::trouble says why.
///
/// The same question has the same answer, as nothing ends by time.  A watch is told of schedules made and steps of the
/// search, then of the solver's questions; if it says stop, that ends with the best so far and the bound so far.
/// @throws std::invalid_argument where check_problem() finds something
Placement place(const PlacementProblem& problem, const OpbSolver& solver = {}, const PlacementOptions& options = {},
                const Watch& watch = {});

}  // namespace fmplan::plan
