#include "core/calibration/collective_observation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace fmplan::calibration {
namespace {

/// Where protocols and what bounds a collective change: chosen.
constexpr std::array<Bytes, kNumSizeBands - 1> kBandEnds = {64 * kibibyte, 1 * mebibyte, 16 * mebibyte, 256 * mebibyte};
constexpr std::array<std::string_view, kNumSizeBands> kBandNames = {"< 64 KiB", "64 KiB - 1 MiB", "1 - 16 MiB",
                                                                    "16 - 256 MiB", ">= 256 MiB"};

/// Linear between order statistics.  @pre sorted, not empty
double quantile(const std::vector<double>& sorted, double probability) {
  const double at = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

double relative_error(const CollectiveObservation& o, const network::CollectiveProfile& profile) {
  return network::collective_time(o.collective, o.bytes, o.group, profile, o.only).total / o.time - 1;
}

int size_band(Bytes bytes) {
  return static_cast<int>(std::upper_bound(kBandEnds.begin(), kBandEnds.end(), bytes) - kBandEnds.begin());
}

std::string_view size_band_name(int band) { return kBandNames[static_cast<std::size_t>(band)]; }

ErrorSummary summarise_errors(std::vector<double> errors) {
  ErrorSummary summary;
  summary.num_rows = static_cast<int>(errors.size());
  if (errors.empty()) return summary;
  const auto count = static_cast<double>(errors.size());
  for (double& error : errors) {
    summary.bias += error / count;
    error = std::abs(error);
    summary.mean += error / count;
  }
  std::sort(errors.begin(), errors.end());
  summary.median = quantile(errors, 0.5);
  summary.percentile_90 = quantile(errors, 0.9);
  return summary;
}

std::array<ErrorSummary, kNumSizeBands> errors_by_size(const std::vector<CollectiveObservation>& observations,
                                                       const network::CollectiveProfile& profile) {
  std::array<std::vector<double>, kNumSizeBands> errors;
  for (const CollectiveObservation& o : observations)
    errors[static_cast<std::size_t>(size_band(o.bytes))].push_back(relative_error(o, profile));
  std::array<ErrorSummary, kNumSizeBands> summaries;
  for (std::size_t band = 0; band < errors.size(); ++band) summaries[band] = summarise_errors(std::move(errors[band]));
  return summaries;
}

}  // namespace fmplan::calibration
