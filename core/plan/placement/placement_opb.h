#pragma once

/// @file
/// A placement as a pseudo-Boolean problem: Booleans for every phase, mode and start.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/placement/counted_problem.h"

namespace fmplan::plan {

/// The part of the objective that is made least.
enum class PlacementPart : std::uint8_t { kUnplaced, kLate, kMoney, kNodeHours };

/// Which placements are asked for: those that in every part before `least` and in it are no worse than `limit`.
struct PlacementGoal {
  PlacementPart least = PlacementPart::kUnplaced;
  CountedObjective limit;
};

/// x of a task, a mode of it and a start.
struct StartVariable {
  int task = 0;
  int mode = 0;
  int start = 0;
};

/// The problem in the OPB format.  Its first variables are `starts`, in order.
struct PlacementOpb {
  std::string text;
  int num_variables = 0;
  std::vector<StartVariable> starts;
  std::int64_t offset = 0;  ///< what the part of the objective is above the value of the text's
  bool is_settled = false;  ///< that part is `offset` whatever the rest: nothing is left to make least
};

/// Each phase of a placed project starts once, in one mode, where it can alone; s(t) "has started by t" and e(t) "ends
/// after t" order phases and projects; the modes that are active in a slot take no more nodes than the pool has.
/// Projects are placed or not; all that can be are, where the limit leaves no other choice.  None: it would be larger
/// than `most_terms`.
std::optional<PlacementOpb> to_opb(const CountedProblem& problem, const PlacementGoal& goal, std::int64_t most_terms);

/// The schedule of an assignment; none: it is no schedule (a phase without a start or with two).
std::optional<Schedule> to_schedule(const CountedProblem& problem, const PlacementOpb& opb,
                                    const std::vector<bool>& values);

}  // namespace fmplan::plan
