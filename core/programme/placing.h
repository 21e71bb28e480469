#pragma once

/// @file
/// A programme as a problem of placement, and back.

#include <optional>
#include <vector>

#include "core/plan/placement/placement.h"
#include "core/programme/duration_table.h"
#include "core/programme/pool_days.h"
#include "core/programme/pool_money.h"
#include "core/scenario/programme.h"

namespace fmplan::programme {

/// A placement's problem, and which option of the table each of its modes is.
struct PlacingProblem {
  plan::PlacementProblem problem;
  /// [project][phase of the problem][mode]: options of the table by phase of the file, all phases of a dedicated
  /// project, else one.
  std::vector<std::vector<std::vector<std::vector<int>>>> options;
};

/// Slots are of policy.grid_days; in a slot a pool has the nodes of its poorest day.  A phase takes its median days,
/// rounded up to slots; a dedicated project its phases' days together.  Slots with a day on which it stands still for
/// maintenance are its pauses.  A phase of which nothing is possible has one mode that does not fit into the programme.
/// Where a price is unknown, money is 0.
PlacingProblem placing_problem(const scenario::Programme& programme, const DurationTable& table);

}  // namespace fmplan::programme
