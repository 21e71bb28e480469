#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/report.h"
#include "core/plan/scenario.h"
#include "core/sim/run/trial.h"

namespace fmplan::plan {

/// Steps of a phase: whole batches, the last of which may have more than is left.
std::int64_t num_steps(const Phase& phase);

/// One phase's steps on its nodes and plan, corrected by the scenario's anchors.
/// @param anchored the factor by which anchors correct another plan, in place of theirs on this one
/// @pre the plan divides the model, the machine and the batch; the accelerator has a peak at the precision.
PhaseReport phase_report(const Scenario& scenario, const Phase& phase, std::optional<double> anchored = std::nullopt);

/// Why the interval of a phase's step time is as wide as it is.
struct StepWidth {
  calibration::StepPlace place;
  int num_accelerators = 0;
  calibration::WidthReport report;
};
/// None where nothing was measured.  @pre the report is of one of the scenario's phases.
std::optional<StepWidth> step_width(const Scenario& scenario, const PhaseReport& report);

/// How the time of the whole run may be off, as one factor: the errors of the phases' step times, weighed by their
/// time, and the spread of campaigns' overhead, which add in quadrature as logarithms.  None where neither is known.
std::optional<sim::StepTimeError> time_error(const Report& report);

}  // namespace fmplan::plan
