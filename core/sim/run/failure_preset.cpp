#include "core/sim/run/failure_preset.h"

#include "core/base/statistics.h"

namespace fmplan::sim {

double rate_of_nodes(const FailurePreset& preset, int accelerators_per_node) {
  return preset.per_1000_node_days * (1.0 * accelerators_per_node / preset.accelerators_per_node);
}

std::optional<double> rate_shape(const FailurePreset& preset) {
  return preset.num_events ? *preset.num_events + 0.5 : preset.between_clusters;
}

double rate_factor(const FailurePreset& preset, double probability) {
  if (preset.num_events) return poisson_rate_quantile(*preset.num_events, *preset.num_events, probability);
  if (!preset.between_clusters) return 1;
  return poisson_rate_quantile(*preset.between_clusters - 0.5, *preset.between_clusters, probability);
}

std::vector<double> rate_factors(const FailurePreset& preset, int parts) {
  if (preset.num_events) return poisson_rate_means(*preset.num_events, *preset.num_events, parts);
  if (!preset.between_clusters) return {1};
  return poisson_rate_means(*preset.between_clusters - 0.5, *preset.between_clusters, parts);
}

}  // namespace fmplan::sim
