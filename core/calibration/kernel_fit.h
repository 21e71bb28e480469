#pragma once

/// @file
/// What a fit to measured kernels found (fit/fit_kernels.h).

#include <array>
#include <string_view>
#include <vector>

#include "core/calibration/kernel_observation.h"
#include "core/hardware/accelerator.h"

namespace fmplan::calibration {

struct FittedKernelCoefficient {
  std::string_view name;      ///< as in the profile
  double value = 0;           ///< launch in seconds, fade_work in FLOP, peak_rate in FLOP/s
  double relative_error = 0;  ///< standard error of its logarithm, from the covariance at the minimum; NaN if none
  bool at_bound = false;
};

/// Of predicted/measured − 1, by band.
using KernelErrors = std::array<ErrorSummary, kNumKernelBands>;

template <class Efficiency>
struct KernelFit {
  Efficiency efficiency;
  std::vector<FittedKernelCoefficient> coefficients;
  int num_fitted = 0;
  int num_held_out = 0;
  bool converged = false;
  KernelErrors fitted_errors;
  KernelErrors held_out_errors;  ///< zeros if nothing was held out
  KernelIntervals intervals;     ///< from the held-out rows, else from the fitted ones
};

using GemmFit = KernelFit<hardware::GemmEfficiency>;
using AttentionFit = KernelFit<hardware::AttentionEfficiency>;

}  // namespace fmplan::calibration
