#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/calibration/collective_observation.h"
#include "core/hardware/kernel_time.h"

namespace fmplan::calibration {

/// One measured time of one kernel: of a matrix product, or of fused causal attention, forward.
struct KernelObservation {
  std::string backend;    ///< the library that ran it
  std::string precision;  ///< "bf16", "fp8", "fp8_block", "fp4", …
  double m = 0;
  double n = 0;
  double k = 0;
  std::optional<hardware::AttentionWork> attention;  ///< then m, n and k are 0
  Seconds time;
};

/// The bands of every report.  Training-size products have m, n, k ≥ 1024 and at least 5 GFLOP, attention sequences of
/// 1024 tokens and 10 GFLOP; tiny ones have less than 0.5 (attention 1) GFLOP; thin is what is left.
enum class KernelBand { kTraining, kThin, kTiny };
inline constexpr auto kKernelBandNames =
    names<KernelBand>({{"training", KernelBand::kTraining}, {"thin", KernelBand::kThin}, {"tiny", KernelBand::kTiny}});
inline constexpr std::size_t kNumKernelBands = kKernelBandNames.count;
KernelBand kernel_band(const KernelObservation& observation);
inline std::string_view kernel_band_name(KernelBand band) { return kKernelBandNames.name(band); }

/// FLOP as reports count them: 2mnk, or half of the full square of scores.
double counted_flop(const KernelObservation& observation);

/// Whether a row judges fits and is not fitted to: a quarter of the shapes, chosen by a hash of (n, k) or of
/// (heads, key/value heads, head size), so that all the rows of one weight matrix are on one side.
bool held_out(const KernelObservation& observation);

Seconds predicted_time(const hardware::KernelRates& rates, const KernelObservation& observation);

/// Factors on the prediction between which 80 % and 95 % of measurements lie.
struct KernelInterval {
  double low_80 = 0.7;
  double high_80 = 1.4;
  double low_95 = 0.5;
  double high_95 = 2;

  friend bool operator==(const KernelInterval&, const KernelInterval&) = default;
};
using KernelIntervals = std::array<KernelInterval, kNumKernelBands>;

/// Quantiles of measured/predicted − 1 = `ratios` (measured over predicted), never narrower than ±1 %; the default
/// where there are fewer than 20.
KernelInterval interval_of_ratios(std::vector<double> ratios);

}  // namespace fmplan::calibration
