#pragma once

#include <cstdint>

#include "core/base/job.h"
#include "core/plan/placement/counted_problem.h"

namespace fmplan::plan {

/// What no placement goes below, part by part in order, by two arguments:
/// - critical paths: each project alone, its predecessors alone before it;
/// - energy: in [a, t) a set of pools has so many node-slots; the phases that cannot start before `a` of those projects
///   that are done at `t` took theirs, at their least, from these.  The projects that are not done at `t` therefore
///   hold at least the rest: in slot `t` the lightest such set of those due is late (a knapsack), and at the end of the
///   window the lightest such set is not placed.
/// Lateness is bounded where every project that is possible can be placed as far as this says, and 0 elsewhere.
/// Stopped, it is what was found by then, a bound too.
CountedObjective lower_bound(const CountedProblem& problem, const Watch& watch = {});

/// What is known of the other parts where at least `unplaced` is not placed, whoever that is.
CountedObjective bound_with_unplaced(const CountedProblem& problem, std::int64_t unplaced);

}  // namespace fmplan::plan
