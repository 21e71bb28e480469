#include "core/sim/run/run_phases.h"

#include <algorithm>
#include <utility>

namespace fmplan::sim {

std::vector<RunSettings> phase_runs(const RunSettings& settings, Seconds interval) {
  std::vector<RunSettings> runs;
  for (const RunPhase& phase : settings.phases) {
    RunSettings run = settings;
    run.phases.clear();
    run.productive = phase.share * settings.productive;
    run.mean_nodes = phase.nodes;
    run.accelerators = phase.accelerators;
    run.continuation.replicas = phase.replicas;
    run.continuation.nodes_per_replica = phase.nodes / phase.replicas;
    run.checkpoint.interval = interval;
    if (!runs.empty()) run.cold_start = {};
    runs.push_back(std::move(run));
  }
  return runs;
}

double most_nodes(const RunSettings& settings) {
  if (settings.phases.empty()) return settings.mean_nodes;
  return std::ranges::max_element(settings.phases, {}, &RunPhase::nodes)->nodes;
}

}  // namespace fmplan::sim
