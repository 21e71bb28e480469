#pragma once

#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// One phase's steps on its nodes and plan, corrected by the scenario's anchors.
/// @pre the plan divides the model, the machine and the batch; the accelerator has a peak at the precision.
PhaseReport phase_report(const Scenario& scenario, const Phase& phase);

/// The whole chain in closed form: parallel plan → step time and memory → failures and checkpoints → hours, days,
/// energy and money.  What is "auto" is searched first.  A plan that does not fit, or no plan that meets the deadline,
/// is an answer (Report::obstacles), not an error.
/// @pre check_scenario(scenario) found nothing.
Report evaluate(const Scenario& scenario);

}  // namespace fmplan::plan
