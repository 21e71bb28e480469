#pragma once

/// @file
/// Fits the habits of frameworks and the paces of accelerators to measured training steps.  Every coefficient is
///
///   value = prior · exp(g + d),   g common to all,   d of one framework or accelerator,
///
/// beside which the links of one site stray by s, so that what a machine does is not taken for what the framework does
/// that ran there; a prediction is for another site and has none.  The fit minimises, over all g, d and s within their
/// bounds,
///
///   Σ_i w_i ρ( (ln t̂_i − ln t_i) / 8 % ) + Σ (g/σ_g)² + Σ (d/σ_d)² + Σ (s/σ_s)²,    ρ(r) = 2(√(1 + r²) − 1).
///
/// w_i = min(1, √(30/n)) with n the rows of the source, so that large tables do not drown small ones.  A framework
/// without rows keeps d = 0, and so does the one that stands for unknown ones.  d of an accelerator with the chip of
/// another that has rows (H200: H100's) is what it strays from that one's.  Rows of accelerators that one cloud alone
/// has have no s: its links are whoever rents them's, and a framework with no other rows has a d of √(σ_d² + σ_s²).
///
/// The sum has many minima, for steps have kinks where another stage or path is the slowest; the search begins at
/// several places and keeps the lowest.

#include <bitset>
#include <vector>

#include "core/base/job.h"
#include "core/calibration/step_fit.h"
#include "core/calibration/step_observation.h"

namespace fmplan::calibration {

/// The coefficients that a row's time depends on.
struct StepRelevance {
  std::bitset<sim::kNumStepHabits> habits;
  std::bitset<hardware::kNumPaces> paces;
};
StepRelevance relevance(const StepObservation& row);

/// A row with what it depends on, found once for the many fits that hold rows out.
struct PreparedStep {
  const StepObservation* row = nullptr;
  StepRelevance relevance;
};
std::vector<PreparedStep> prepare(const std::vector<StepObservation>& rows);

struct StepFitOptions {
  int max_iterations = 100;
  double tolerance = 1e-7;  ///< relative change of the cost at which the fit ends
  bool standard_errors = true;
  StepLogs start{};  ///< where the search begins, beside the priors
  int rounds = 0;    ///< of searches that begin near the lowest minimum found before
  int threads = 1;

  friend bool operator==(const StepFitOptions&, const StepFitOptions&) = default;
};

/// Each search from one place, which the watch is told.
int num_searches(const StepFitOptions& options);

/// @throws InputError if no row is left or a time is not positive and finite, JobStopped where the watch says so.
StepFit fit_steps(const std::vector<PreparedStep>& rows, const StepFitOptions& options = {}, const Watch& watch = {});

}  // namespace fmplan::calibration
