#pragma once

#include <optional>
#include <vector>

#include "core/base/quantity.h"
#include "core/model/memory_use.h"
#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// Memory settings of a phase under `plan`: the scenario's precision, optimizer and framework habits.
model::MemorySettings memory_settings(const Scenario& scenario, const Phase& phase, const model::ParallelPlan& plan);

struct PlanSearch {
  std::optional<NearestPlan> best;      ///< the fastest plan that fits; ties go to the first in the order searched
  std::optional<NearestPlan> smallest;  ///< of those that divide, the one that needs least memory
  std::int64_t num_considered = 0;      ///< plans that divide the model, the machine and the batch
  std::int64_t num_fitting = 0;
};

/// Every plan of `phase` on `num_nodes`: tensor parallel within the scale-up domain, pipeline and virtual stages,
/// context (from 32,768 tokens on), expert, micro-batches of 1 … 8, recomputation; the ZeRO stage and schedule stay the
/// scenario's. `headroom` is the share of memory to leave free.
PlanSearch search_plans(const Scenario& scenario, const Phase& phase, int num_nodes, double headroom);

/// Of the plans that fit, the one that changes fewest fields of `wanted`, then the fastest.
std::optional<NearestPlan> nearest_fitting_plan(const Scenario& scenario, const Phase& phase,
                                                const model::ParallelPlan& wanted);

}  // namespace fmplan::plan
