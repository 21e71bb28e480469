#include "core/plan/run_settings.h"

#include <algorithm>

namespace fmplan::plan {
namespace {

/// Aggregate rate at which all nodes together write to, or read from, the checkpoint storage.
BytesPerSecond checkpoint_bandwidth(const Scenario& scenario, double num_nodes) {
  const auto& storage = scenario.cluster.checkpoint_storage;
  if (!storage) return num_nodes * scenario.checkpoint.node_bandwidth;
  const BytesPerSecond clients = num_nodes * storage->client_bandwidth.value_or(scenario.checkpoint.node_bandwidth);
  BytesPerSecond server = clients;
  if (storage->write_bandwidth) server = *storage->write_bandwidth;
  if (storage->write_bandwidth_per_tebibyte)
    server = storage->capacity / tebibyte * *storage->write_bandwidth_per_tebibyte;
  return std::min(clients, server);
}

}  // namespace

sim::RunSettings run_settings(const Scenario& scenario, const std::vector<PhaseReport>& phases, Bytes checkpoint) {
  sim::RunSettings settings;
  double node_seconds = 0, steps = 0;
  for (const PhaseReport& phase : phases) {
    settings.productive += phase.productive;
    node_seconds += phase.num_nodes * (phase.productive / second);
    steps += static_cast<double>(phase.num_steps);
    settings.accelerators = std::max(settings.accelerators, phase.num_accelerators);
  }
  settings.step = settings.productive / steps;
  settings.mean_nodes = node_seconds / (settings.productive / second);
  settings.accelerators_per_node = scenario.cluster.instance.accelerators_per_node;
  settings.failures = scenario.failures;
  settings.hazards = scenario.hazards;
  settings.recovery = scenario.recovery;
  settings.spare_nodes = scenario.spare_nodes;
  settings.evaluation_share = scenario.evaluation_share;
  settings.checkpoint.interval = scenario.checkpoint.interval;
  sim::CheckpointLevel& level = settings.checkpoint.levels.back();
  const Seconds transfer = checkpoint / checkpoint_bandwidth(scenario, settings.mean_nodes);
  level.reload = transfer;
  if (scenario.checkpoint.asynchronous) {
    level.stall = checkpoint / settings.accelerators / scenario.checkpoint.accelerator_copy_bandwidth;
    level.persist_lag = transfer;
  } else {
    level.stall = transfer;
  }
  return settings;
}

}  // namespace fmplan::plan
