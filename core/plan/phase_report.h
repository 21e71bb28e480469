#pragma once

#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// One phase's steps on its nodes and plan, corrected by the scenario's anchors.
/// @pre the plan divides the model, the machine and the batch; the accelerator has a peak at the precision.
PhaseReport phase_report(const Scenario& scenario, const Phase& phase);

}  // namespace fmplan::plan
