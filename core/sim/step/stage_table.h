#pragma once

#include <vector>

#include "core/sim/step/pipeline_simulation.h"
#include "core/sim/step/step_parts.h"

namespace fmplan::sim {

PipelineShape pipeline_shape(const StepSettings& settings);

/// What the stages take, in seconds, and what moves beside them.
struct StageTable {
  std::vector<StageWork> stages;  ///< of the model, from its first layer to its last
  ParameterWork parameters;       ///< of a rank
  StageSend send;
  Seconds optimizer;  ///< with its state's copies
};

/// Every stage of the model, as stage_layout() has it.
StageTable stage_table(const StepJob& job, const StepRates& rates);

}  // namespace fmplan::sim
