#pragma once

#include <vector>

#include "core/sim/step/stage_table.h"
#include "core/sim/step/step_graph.h"

namespace fmplan::sim {

/// The step of `replicas`, by their numbers in the job.  @pre check_simulation() found nothing.
StepGraph step_graph(const StepJob& job, const StageTable& table, const SimulationSettings& settings,
                     const std::vector<int>& replicas);

}  // namespace fmplan::sim
