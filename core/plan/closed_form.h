#pragma once

#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// The chain in closed form for a scenario that leaves nothing to search:
///   step time and memory of every phase → storage → failures and checkpoints → hours and days → money and energy.
/// The scenario becomes the report's.  What is told beside the answer is left empty.
/// @pre every phase has a plan, which divides the model, the machine and the batch.
Report closed_form(Scenario asked);

/// The same run with other failure rates and other times to replace a node: Report::failure_cases, rate_low, rate_high
/// and replacement_cases.  As much work again as the closed form.
void tell_other_cases(Report& report);

/// Searches MemoryReport::nearest where the plan may not fit: a thousand times the work of a closed form.
void tell_nearest_plan(Report& report);

}  // namespace fmplan::plan
