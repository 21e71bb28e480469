#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/base/quantity.h"

namespace fmplan::hardware {

/// How fast matrix products of one precision run on one accelerator:
///   t = t0 + max(2mnk / (e·peak), bytes / (eb·bandwidth)).
struct GemmEfficiency {
  double compute = 0.7;                ///< e: share of the dense peak that large products reach
  double memory = 0.7;                 ///< eb: share of the memory bandwidth
  Seconds launch = 4 * microsecond;    ///< t0
  std::optional<double> median_error;  ///< median relative error of the fit, where one was made

  friend bool operator==(const GemmEfficiency&, const GemmEfficiency&) = default;
};

/// Fused causal attention, forward: FLOP/s at sequence length s = peak_rate · s / (s + half_length).
struct AttentionEfficiency {
  FlopPerSecond peak_rate;
  double half_length = 1000;  ///< tokens at which half of peak_rate is reached
  double backward = 0.85;     ///< rate of the backward pass relative to the forward pass, per FLOP

  friend bool operator==(const AttentionEfficiency&, const AttentionEfficiency&) = default;
};

/// One GPU or AI chip.  Peaks are dense (no sparsity) and keyed by precision name ("bf16", "fp8", "fp32", …).
struct Accelerator {
  std::string name;
  std::string vendor;
  std::map<std::string, FlopPerSecond> peak;
  Bytes memory;
  BytesPerSecond memory_bandwidth;
  std::optional<BytesPerSecond> scale_up_bandwidth;  ///< per direction
  std::optional<Watts> power;                        ///< TDP or what the vendor publishes nearest to it
  std::map<std::string, GemmEfficiency> gemm;        ///< keyed like `peak`
  AttentionEfficiency attention;
  double memory_efficiency = 0.8;         ///< share of memory_bandwidth that long streams reach (optimizer step)
  double element_wise_efficiency = 0.43;  ///< share that norm and activation kernels reach
  double sustained_clock = 1;             ///< clock under a training run's power draw over the clock of the peak

  friend bool operator==(const Accelerator&, const Accelerator&) = default;
};

}  // namespace fmplan::hardware
