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
/// without rows keeps d = 0, and so does the one that stands for unknown ones.

#include <array>
#include <bitset>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"
#include "core/calibration/step_profile.h"
#include "core/sim/step/step_time.h"

namespace fmplan::calibration {

/// One measured step.
struct StepObservation {
  sim::StepJob job;
  std::string source;
  std::string group;  ///< rows that are held out together
  Seconds time;
  bool judges = false;  ///< no fit sees it: it tells what fits are worth, as a row of a source that was left out
};

/// One habit of one framework, or pace of one accelerator.
struct FittedStepCoefficient {
  bool is_habit = true;   ///< else a pace
  std::string of;         ///< the framework's or the accelerator's name; empty: common to all
  std::string_view name;  ///< of the habit or pace
  double value = 0;
  double prior = 0;  ///< what the fit starts from and is drawn to
  /// Standard error of its logarithm, from the covariance at the minimum where rows scatter by 8 % and are independent;
  /// NaN if it was not asked for.
  double relative_error = std::numeric_limits<double>::quiet_NaN();
  bool at_bound = false;
  bool from_rows = false;    ///< some row's time depends on it; else it is the prior's
  double of_one_source = 0;  ///< largest share of these rows that one source has
};

/// g and d by coefficient.
struct StepLogs {
  std::array<double, sim::kNumStepHabits> habits{};
  std::array<double, hardware::kNumPaces> paces{};
  std::map<std::string, std::array<double, sim::kNumStepHabits>> framework_habits;
  std::map<std::string, std::array<double, hardware::kNumPaces>> accelerator_paces;

  friend bool operator==(const StepLogs&, const StepLogs&) = default;
};

struct StepFit {
  StepProfile profile;  ///< coefficients only: places and errors come from rows held out (step_hold_out.h)
  StepLogs logs;
  std::vector<FittedStepCoefficient> coefficients;
  bool converged = false;
  double cost = 0;
};

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
  StepLogs start{};  ///< where the search begins; as it is: at the priors

  friend bool operator==(const StepFitOptions&, const StepFitOptions&) = default;
};

/// @throws InputError if no row is left or a time is not positive and finite.
StepFit fit_steps(const std::vector<PreparedStep>& rows, const StepFitOptions& options = {});

/// The step with the profile's coefficients; nothing if step_time() says so.
std::optional<sim::StepTime> predicted_step(const StepProfile& profile, const sim::StepJob& job);

}  // namespace fmplan::calibration
