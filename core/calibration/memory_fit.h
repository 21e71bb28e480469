#pragma once

/// @file
/// What a fit to measured peaks found (fit/fit_memory.h), and the numbers that are fitted.

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/calibration/collective_observation.h"
#include "core/calibration/memory_observation.h"

namespace fmplan::calibration {

/// One number that is fitted, with what is known of it before any row.
struct MemoryNumber {
  std::string_view name;
  double model::MemoryHabits::*member;
  double prior;
  double spread;  ///< of the prior
  double minimum;
  double maximum;
  bool logarithmic;  ///< the prior is of the logarithm

  double shown(double theta) const { return logarithmic ? std::exp(theta) : theta; }
  double parameter(double value) const { return logarithmic ? std::log(value) : value; }
};
/// Of one framework, whose item has `habits`.
std::vector<MemoryNumber> numbers_of(const model::MemoryHabits& habits);

struct FittedMemoryNumber {
  std::string_view name;  ///< as in the profile
  double value = 0;
  double standard_error = 0;  ///< absolute, from the covariance at the minimum; NaN if none
  bool at_bound = false;
};

/// One framework's numbers.
struct MemoryFit {
  model::MemoryHabits habits;  ///< without an interval
  std::vector<FittedMemoryNumber> numbers;
  int num_rows = 0;
  bool converged = false;
};

/// Measured over predicted, of a row.
struct MemoryRatio {
  const MemoryObservation* row = nullptr;
  double ratio = 1;
};

/// Every framework's fit, and how it does on rows it was not fitted to.
struct MemoryCalibration {
  std::map<std::string, MemoryFit> frameworks;
  std::vector<MemoryRatio> fitted;
  std::vector<MemoryRatio> folds;   ///< each row predicted by a fit without its group
  std::vector<MemoryRatio> source;  ///< each row predicted by a fit without its source
  model::MemoryInterval unseen;     ///< for frameworks without rows: from `source`
};

/// The numbers before any row is seen: `habits` of the framework's item with the means of the priors.
model::MemoryHabits prior_habits(const model::MemoryHabits& habits);

/// Of predicted / measured − 1.
ErrorSummary summarise(const std::vector<MemoryRatio>& ratios);

}  // namespace fmplan::calibration
