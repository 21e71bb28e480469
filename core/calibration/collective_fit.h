#pragma once

/// @file
/// What a fit to measured collectives found (fit/fit_collectives.h).

#include <array>
#include <vector>

#include "core/calibration/collective_observation.h"
#include "core/network/collective_profile.h"

namespace fmplan::calibration {

struct FittedCoefficient {
  network::Coefficient id = network::Coefficient::kLaunch;
  double value = 0;
  double relative_error = 0;  ///< standard error of ln θ, from the covariance at the minimum
  bool determined = false;    ///< the data narrowed the prior at least to a half
};

struct CollectiveFit {
  network::CollectiveProfile profile;
  std::vector<FittedCoefficient> coefficients;  ///< those that were free
  int num_points = 0;                           ///< after averaging
  int num_iterations = 0;
  bool converged = false;
  std::array<ErrorSummary, kNumSizeBands> residuals;
};

}  // namespace fmplan::calibration
