#pragma once

#include "core/model/parallel_plan.h"
#include "core/text/json_writer.h"

namespace fmplan::scenario {

/// The plan as a scenario states it under `training.parallel`; what a scenario may leave out is left out.
text::Json parallel_json(const model::ParallelPlan& plan);

}  // namespace fmplan::scenario
