#pragma once

/// @file
/// Fits the habits of frameworks and the paces of accelerators to measured training steps.  Every coefficient is
///
///   value = prior · exp(g + d),   g common to all,   d of one framework or accelerator,
///
/// and the fit minimises, over all g and d within their bounds,
///
///   Σ_i w_i ρ( (ln t̂_i − ln t_i) / 8 % ) + Σ (g/σ_g)² + Σ (d/σ_d)²,    ρ(r) = 2(√(1 + r²) − 1).
///
/// w_i = min(1, √(30/n)) with n the rows of the source, so that large tables do not drown small ones.  A framework
/// without rows keeps d = 0.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"
#include "core/calibration/step_profile.h"
#include "core/sim/step_time.h"

namespace fmplan::calibration {

/// One measured step.
struct StepObservation {
  sim::StepJob job;
  std::string source;
  std::string group;  ///< rows that are held out together
  Seconds time;
};

/// One habit of one framework, or pace of one accelerator.
struct FittedStepCoefficient {
  std::string of;         ///< the framework's or the accelerator's name; empty: common to all
  std::string_view name;  ///< of the habit or pace
  double value = 0;
  double prior = 0;           ///< what the fit starts from and is drawn to
  double relative_error = 0;  ///< standard error of its logarithm, from the covariance at the minimum; NaN if none
  bool at_bound = false;
};

struct StepFit {
  StepProfile profile;
  std::vector<FittedStepCoefficient> coefficients;
  bool converged = false;
  double cost = 0;
};

struct StepFitOptions {
  int max_iterations = 50;
  double tolerance = 1e-6;  ///< of the cost
  bool standard_errors = true;
  const StepProfile* start = nullptr;
};

/// @throws InputError if no row is left or a time is not positive and finite.
StepFit fit_steps(const std::vector<const StepObservation*>& rows, const StepFitOptions& options = {});

/// What the job would take with the profile; nothing if step_time() says so.
std::optional<Seconds> predicted_time(const StepProfile& profile, const StepObservation& observation);

}  // namespace fmplan::calibration
