#pragma once

#include <optional>
#include <vector>

#include "core/plan/report.h"
#include "core/plan/scenario.h"
#include "core/sim/run/trial.h"

namespace fmplan::plan {

/// One phase's steps on its nodes and plan, corrected by the scenario's anchors.
/// @pre the plan divides the model, the machine and the batch; the accelerator has a peak at the precision.
PhaseReport phase_report(const Scenario& scenario, const Phase& phase);

/// How the time of the whole run may be off, as one factor: the errors of the phases' step times, weighed by their
/// time, and the spread of campaigns' overhead, which add in quadrature as logarithms.  None where neither is known.
std::optional<sim::StepTimeError> time_error(const Report& report);

}  // namespace fmplan::plan
