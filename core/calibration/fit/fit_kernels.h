#pragma once

/// @file
/// Fits the coefficients of gemm_time() or of flash_attention_forward_time() to measured kernels: minimises, over the
/// logarithms θ of the coefficients within their bounds,
///
///   Σ_i w_i ρ( (ln t̂_i(θ) − ln t_i) / 6 % ),   ρ(r) = 2(√(1 + r²) − 1),
///
/// with w = 1 for training-size kernels, 0.15 for thin and 0.03 for tiny ones: planning asks for the first.  The
/// measured runs are short, so they are compared at the full clock.  A quarter of the shapes is left out of the fit
/// (held_out()) and gives the errors and the intervals that are reported.

#include <string>
#include <vector>

#include "core/calibration/kernel_fit.h"

namespace fmplan::calibration {

struct KernelFitOptions {
  bool hold_out = true;     ///< otherwise all rows are fitted to, and errors are of the fitted rows
  int max_iterations = 60;  ///< of each starting place
};

/// The fewest rows of training size a fit is tried with.
inline constexpr int kFewestKernelRows = 30;

/// `rows` are products at `precision`, for which the accelerator has a peak.  Where the accelerator's cores are not
/// known, the coefficients of tiles stay 0.
/// @throws InputError if too few rows are left to fit to, or a size or a time is not positive and finite.
GemmFit fit_gemm(const hardware::Accelerator& accelerator, const std::string& precision,
                 const std::vector<KernelObservation>& rows, const KernelFitOptions& options = {});

/// `rows` are fused causal attention at 16 bits.  The backward ratio is kept from `accelerator`.
AttentionFit fit_attention(const hardware::Accelerator& accelerator, const std::vector<KernelObservation>& rows,
                           const KernelFitOptions& options = {});

}  // namespace fmplan::calibration
