#pragma once

/// @file
/// The rules of a placement, written down apart from what finds one, so that either can be held against the other.

#include <string>
#include <vector>

#include "core/plan/placement/placement.h"

namespace fmplan::plan {

/// What nobody could place or add up: sentences, empty where there is nothing.  Pools, slots and projects that are not
/// there, cycles of PlacementProject::after (in order), numbers that are negative or no numbers, capacities of other
/// lengths than `num_slots`.
std::vector<std::string> check_problem(const PlacementProblem& problem);

/// Every rule that `placement` breaks, as sentences; empty: none.  The rules: each placed project has all its phases,
/// in modes that they have, each begun after the one before ended, none before `earliest`, none beyond `num_slots`;
/// what it comes after is placed and ended; and in no slot does a pool lend more nodes than it has.
/// @pre check_problem(problem) finds nothing
std::vector<std::string> check_placement(const PlacementProblem& problem, const Placement& placement);

/// Weight not placed, weight × slots after due, money and node-hours of what is placed.
/// @pre check_placement(problem, placement) finds nothing
PlacementObjective objective_of(const PlacementProblem& problem, const Placement& placement);

}  // namespace fmplan::plan
