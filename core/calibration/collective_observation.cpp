#include "core/calibration/collective_observation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/statistics.h"
#include "core/network/collective_judge.h"

namespace fmplan::calibration {

double relative_error(const CollectiveObservation& o, const network::CollectiveProfile& profile) {
  return network::collective_time(o.collective, o.bytes, o.group, profile, o.only).total / o.time - 1;
}

std::string impossible_time(const CollectiveObservation& o, const network::CollectiveProfile& profile) {
  const Seconds bound =
      network::collective_bound_time(o.collective, o.bytes, o.group, profile.in_switch_reduction, profile.sharp);
  return network::impossible_time(o.time, bound);
}

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
  summary.median = sorted_quantile(errors, 0.5);
  summary.percentile_90 = sorted_quantile(errors, 0.9);
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
