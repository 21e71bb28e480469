#pragma once

/// @file
/// What a search found, told as a run is planned: money and hours, what binds each plan, which plans the model can tell
/// apart, and whether the simulation of the step agrees on their order (docs/models/plan_search.md).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/report.h"
#include "core/plan/search.h"
#include "core/plan/step_comparison.h"

namespace fmplan::plan {

/// A plan of a search over the whole phase, by its steps alone: failures, checkpoints and spares are evaluate()'s.
struct PlanReport {
  FoundPlan found;
  double chance = 0;  ///< that it fits in memory
  PhaseReport phase;
  double gpu_hours = 0;
  std::optional<Dollars> cost;   ///< nodes_cost(); none: the price is unknown, or the nodes cannot be bought
  std::string not_sold;          ///< why they cannot, as why_not_sold() has it; empty: they can
  std::optional<Joules> energy;  ///< none: the power is unknown
};

/// A faster plan that differs in one field and does not fit.
struct FasterPlan {
  std::string field;  ///< as scenarios name it
  NearestPlan plan;
};

struct LeaderReport {
  PlanReport plan;
  sim::StepPart largest_part{};              ///< of the step, beyond products and attention
  std::optional<FasterPlan> but_for_memory;  ///< the fastest of those that are faster by more than 1 %
  std::optional<StepComparison> to_first;    ///< its speed over the first's; none: nothing was measured
  std::optional<Seconds> simulated;          ///< step time, task by task; corrected by anchors as the phase's
  std::string not_simulated;                 ///< why it was not; empty if it was
  std::optional<bool> like_first;            ///< the model cannot tell it from the first by the objective

  /// "memory", or the name of the largest part.
  std::string_view bound_by() const;
};

struct SearchReport {
  SearchResult result;
  std::vector<LeaderReport> leaders;         ///< of result.best, in its order
  std::vector<std::size_t> simulated_order;  ///< indices of the leaders simulated, by the objective of their simulated
                                             ///< times, ties as found
  std::vector<PlanReport> pareto;            ///< of result.pareto
};

/// Leaders that are simulated, at most.
inline constexpr std::size_t kMostSimulated = 20;

/// @pre as for search(); `result` is its answer to `question`.
SearchReport report_search(const Scenario& scenario, const Phase& phase, const SearchQuestion& question,
                           SearchResult result);

}  // namespace fmplan::plan
