#pragma once

#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/plan/run_case.h"
#include "core/sim/run/run_simulation.h"

namespace fmplan::plan {

/// A run with so many spare nodes.
struct SpareCase {
  int spare_nodes = 0;
  sim::Estimate wall_clock_days;  ///< infinite: some trials do not finish
  double starved_share = 0;       ///< of failures in need of a node that find no spare, by Erlang's formula
  double node_hours = 0;          ///< the job's and the spares'
  std::optional<Dollars> cost;
};

struct SpareChoice {
  int best = 0;
  bool always_ends = true;       ///< false: with none of those tried every trial finishes
  std::vector<SpareCase> tried;  ///< fewest first
};

/// The number of spares with the lowest cost, or where a price is unknown the fewest node-hours: first in powers of
/// two, then between the best of them and its neighbours.  All are tried on the same luck, and the same failure rates
/// where `trials` draws them, so that they differ by little more than what spares change.
SpareChoice choose_spares(const RunCase& run, const sim::TrialSettings& trials, const Watch& watch = {});

}  // namespace fmplan::plan
