#pragma once

/// @file
/// The best of all parallel plans of a model on a machine.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/model/memory_use.h"
#include "core/plan/plan_walk.h"
#include "core/plan/report.h"
#include "core/plan/scenario.h"
#include "core/plan/search_space.h"

namespace fmplan::plan {

struct PlanSearch {
  /// The fastest plan that fits, by its time for a sequence; ties go to the first in the order searched.
  std::optional<NearestPlan> best;
  std::int64_t num_considered = 0;  ///< plans that divide the model, the machine and the batch
};

/// By how much a batch may differ from the one asked for, so that it divides (chosen: a few percent change nothing that
/// people tune a learning rate for).
inline constexpr double kMostBatchChange = 1.0 / 16;
/// What a plan with another batch must gain on the best with the batch as asked (chosen: less than any plan is known
/// to).
inline constexpr double kWorthAnotherBatch = 0.01;

/// Every plan of the scenario's framework_space() that the framework offers, on `num_nodes`; one fits if the chance is
/// the scenario's fit_confidence.  Where none does, those with other ZeRO stages and with offload too.  Unless the
/// scenario is strict, a plan that does not divide the batch stands with the nearest that it divides; it is the best
/// where it is faster by more than kWorthAnotherBatch.
PlanSearch search_plans(const Scenario& scenario, const Phase& phase, int num_nodes);

/// Of all those plans the one that needs least memory, whether it fits or not.
std::optional<NearestPlan> smallest_plan(const Scenario& scenario, const Phase& phase, int num_nodes);

/// Of the plans of the framework_space() of `wanted` that fit, the one that changes fewest fields, then the fastest.
/// Where none does, the same of those with other ZeRO stages and with offload; where none of these does either, all of
/// it with the base weights of adapters in 4 bits.
std::optional<NearestPlan> nearest_fitting_plan(const Scenario& scenario, const Phase& phase,
                                                const model::ParallelPlan& wanted);

/// What makes one plan better than another.
enum class Objective { kStepTime, kGpuHours, kCost, kEnergy };
inline constexpr auto kObjectiveNames = names<Objective>({{"step_time", Objective::kStepTime},
                                                          {"gpu_hours", Objective::kGpuHours},
                                                          {"cost", Objective::kCost},
                                                          {"energy", Objective::kEnergy}});

/// One step on `num_nodes` by the objective: seconds, GPU-hours, dollars or joules.  Dollars are a step's share of what
/// the nodes cost for all steps of the phase (nodes_cost()): more of them pass a change of the price, or the day on
/// which another Capacity Block is paid; infinite where so many nodes, or for so long, cannot be bought.
/// @pre its price or power is known.
double objective_of(const Scenario& scenario, const Phase& phase, Objective objective, int num_nodes,
                    Seconds step_time);

/// The largest predicted peak that stays within the accelerator's memory with a chance of `fit_confidence`.
Bytes largest_peak(const Scenario& scenario, double fit_confidence);

/// The chance that a predicted peak stays within the accelerator's memory.
double chance_of_fitting(const Scenario& scenario, Bytes memory);

struct SearchQuestion {
  SearchSpace space;
  std::vector<int> node_counts;
  Objective objective = Objective::kStepTime;
  double fit_confidence = model::kFitConfidence;  ///< chance of fitting in memory that a plan must have
  int num_best = 10;
};

/// A plan with what decides about it.
struct FoundPlan {
  int num_nodes = 0;
  model::ParallelPlan parallel;
  Seconds step_time;
  Bytes memory;
  double objective = 0;  ///< objective_of() it

  friend bool operator==(const FoundPlan&, const FoundPlan&) = default;
};

struct SearchResult {
  std::int64_t num_plans = 0;  ///< of the space
  WalkCounts counts;
  /// Ascending in the objective, ties in step time, then in the order searched.  Each differs from the others in a
  /// degree, the micro-batch, the ZeRO stage, recomputation or the schedule; of plans that differ in switches and
  /// offload alone it is the best.
  std::vector<FoundPlan> best;
  /// Plans that no other beats in step time, memory, money and nodes at once, by nodes and step time.  Fewer nodes for
  /// less time never cost more, at whatever price.
  std::vector<FoundPlan> pareto;
  std::optional<FoundPlan> smallest;  ///< the one that needs least memory, whether it fits or not
  bool stopped = false;               ///< before the end; `best` is of the plans looked at

  friend bool operator==(const SearchResult&, const SearchResult&) = default;
};

/// Plans of the space, counted without looking at them.
std::int64_t num_plans(const Scenario& scenario, const Phase& phase, const SearchQuestion& question);

/// Every plan of the space is looked at; none is left out by a guess.  The same question has the same answer always.
/// Plans looked at are reported now and then; stopped, the answer is of those.
/// @pre the objective's price or power is known; the accelerator has a peak at the scenario's precision.
SearchResult search(const Scenario& scenario, const Phase& phase, const SearchQuestion& question,
                    const Watch& watch = {});

/// The search of several lists of node counts, one after the other, from the search of each: what search() finds of all
/// of them.
/// @pre `parts` answer `question` but for its node counts, which are cut into theirs in order; none was stopped.
SearchResult joined_search(const SearchQuestion& question, const std::vector<SearchResult>& parts);

}  // namespace fmplan::plan
