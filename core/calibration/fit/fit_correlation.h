#pragma once

#include <vector>

#include "core/calibration/step_anchor.h"

namespace fmplan::calibration {

/// One row held out from a fit, in units of its σ.
struct StandardisedStep {
  const StepPosition* position = nullptr;
  double deviations = 0;
  int source = 0;  ///< rows of one source are of one cluster
};

/// The coefficients that predict rows of a source best from one other row of it: least sum over pairs of
/// ρ_soft((z_a − ρ z_b)/½), soft L1 as for step times, each source weighing √rows in all, with weak priors.
StepCorrelation fit_correlation(const std::vector<StandardisedStep>& rows);

}  // namespace fmplan::calibration
