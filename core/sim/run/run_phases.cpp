#include "core/sim/run/run_phases.h"

#include <algorithm>

namespace fmplan::sim {

void take_phase(RunSettings& run, const RunSettings& settings, std::size_t index, Seconds interval) {
  const RunPhase& phase = settings.phases[index];
  run.phases.clear();
  run.productive = phase.share * settings.productive;
  run.mean_nodes = phase.nodes;
  run.accelerators = phase.accelerators;
  run.continuation.replicas = phase.replicas;
  run.continuation.nodes_per_replica = phase.nodes / phase.replicas;
  run.checkpoint.interval = interval;
  run.cold_start = index == 0 ? settings.cold_start : Seconds{};
}

std::vector<RunSettings> phase_runs(const RunSettings& settings, Seconds interval) {
  std::vector<RunSettings> runs(settings.phases.size(), settings);
  for (std::size_t i = 0; i < runs.size(); ++i) take_phase(runs[i], settings, i, interval);
  return runs;
}

double most_nodes(const RunSettings& settings) {
  if (settings.phases.empty()) return settings.mean_nodes;
  return std::ranges::max_element(settings.phases, {}, &RunPhase::nodes)->nodes;
}

}  // namespace fmplan::sim
