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

/// The errors of the phases' step times as one of the whole run, weighed by their time; none where one is unknown.
std::optional<sim::StepTimeError> step_time_error(const std::vector<PhaseReport>& phases);

}  // namespace fmplan::plan
