#pragma once

#include <string_view>

#include "core/model/parallel_plan.h"
#include "core/text/json_writer.h"

namespace fmplan::scenario {

/// The plan as a scenario states it under `training.parallel`; what a scenario may leave out is left out.
text::Json parallel_json(const model::ParallelPlan& plan);

/// "0" to "3".
std::string_view zero_stage_name(model::ZeroStage stage);
std::string_view recompute_name(model::Recompute recompute);
std::string_view schedule_name(model::PipelineSchedule schedule);

}  // namespace fmplan::scenario
