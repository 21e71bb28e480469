#pragma once

#include <optional>

#include "core/model/parallel_plan.h"
#include "core/plan/scenario.h"
#include "core/text/json_writer.h"

namespace fmplan::scenario {

/// The plan as a scenario states it under `training.parallel`; what a scenario may leave out is left out.
text::Json parallel_json(const model::ParallelPlan& plan);

/// What a scenario states under `run.campaign_overhead`: "none", "history", or the share.
text::Json overhead_json(const std::optional<plan::CampaignOverhead>& overhead);

}  // namespace fmplan::scenario
