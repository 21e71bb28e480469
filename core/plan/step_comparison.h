#pragma once

/// @file
/// How much faster one plan trains than another, and how sure that is: by the interval of the difference, not the
/// difference of the intervals, since most of what a prediction is off by it is off by for both.

#include <optional>

#include "core/calibration/step_difference.h"
#include "core/calibration/step_interval.h"
#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// A predicted step, as far as it can be compared with another.
struct ComparableStep {
  Seconds time_per_token;  ///< of the whole machine
  calibration::StepSide side;
  calibration::StepInterval interval;
  calibration::StepDifferenceModel difference;
  model::Transformer model{};  ///< that is trained, without its name
};

/// None where nothing was measured of such steps.  @pre the report's phase is of the scenario's `phase`.
std::optional<ComparableStep> comparable_step(const Scenario& scenario, const Phase& phase, const PhaseReport& report);
/// Of the main phase.
std::optional<ComparableStep> comparable_step(const Report& report);

struct StepComparison {
  double speed = 1;  ///< tokens per second over the other's
  calibration::DifferenceInterval interval;
  bool common = true;     ///< model, framework and accelerator are the same, and so are most of the errors
  bool same_work = true;  ///< a token is of the same model, so that tokens per second are comparable
  bool tie = true;        ///< the same work, and the 80 % interval holds 1
};

/// `step` against `base`.  Of another model, framework or accelerator errors are taken as independent, which is wider
/// than they are: as logarithms, the ends of the two intervals add in quadrature.
StepComparison compare_steps(const ComparableStep& base, const ComparableStep& step);

}  // namespace fmplan::plan
