#include "core/plan/run_settings.h"

#include <algorithm>

namespace fmplan::plan {
namespace {

const PhaseReport& largest(const std::vector<PhaseReport>& phases) {
  return *std::max_element(phases.begin(), phases.end(),
                           [](const auto& a, const auto& b) { return a.num_accelerators < b.num_accelerators; });
}

/// What survivors do: copy their state to the hosts and write it to the first level that outlives a node.
Seconds just_in_time_save(const Scenario& scenario, const StorageReport& storage, const PhaseReport& phase) {
  const Seconds copy =
      checkpoint_bytes(scenario) / phase.num_accelerators / scenario.checkpoint.accelerator_copy_bandwidth;
  for (const CheckpointLevelReport& level : storage.levels)
    if (level.survives >= sim::LossScope::kNode) return copy + level.write;
  return copy + storage.levels.back().write;
}

/// @param step its mean time: a checkpoint is of the state between two steps, so that none come closer
sim::CheckpointRule checkpoint_rule(const Scenario& scenario, const StorageReport& storage, const PhaseReport& phase,
                                    Seconds step) {
  const CheckpointSpec& spec = scenario.checkpoint;
  const auto interval = spec.interval ? std::optional(std::max(*spec.interval, step)) : std::nullopt;
  sim::CheckpointRule rule{.levels = {},
                           .interval = interval,
                           .shortest_interval = std::max(storage.shortest_interval, step),
                           .final_checkpoint = spec.final_checkpoint,
                           .just_in_time = std::nullopt,
                           .kept = spec.levels.back().kept,
                           .archive_interval = spec.archive_interval};
  for (const CheckpointLevelReport& level : storage.levels)
    rule.levels.push_back({.name = level.name,
                           .every = level.every,
                           .stall = level.stall,
                           .persist_lag = level.persist_lag,
                           .reload = level.read,
                           .survives = level.survives});
  if (spec.just_in_time && num_state_copies(phase.parallel) > 1)
    rule.just_in_time = just_in_time_save(scenario, storage, phase);
  return rule;
}

/// That can go on without each other.  Fewer may start again from a checkpoint however the state was sharded; who goes
/// on at once needs all of it.
int replicas(const Scenario& scenario, const PhaseReport& phase) {
  return scenario.continuation == sim::ContinuationKind::kReplica
             ? std::min(phase.parallel.data, num_state_copies(phase.parallel))
             : phase.parallel.data;
}

sim::Continuation continuation(const Scenario& scenario, const PhaseReport& phase) {
  sim::Continuation rule{.kind = scenario.continuation, .stall = scenario.replica_stall};
  rule.replicas = replicas(scenario, phase);
  rule.nodes_per_replica = 1.0 * phase.num_nodes / rule.replicas;
  return rule;
}

/// Empty where all phases are on as many nodes.
std::vector<sim::RunPhase> run_phases(const Scenario& scenario, const std::vector<PhaseReport>& phases,
                                      Seconds productive) {
  const auto as_first = [&](const PhaseReport& phase) { return phase.num_nodes == phases.front().num_nodes; };
  if (std::ranges::all_of(phases, as_first)) return {};
  std::vector<sim::RunPhase> all;
  for (const PhaseReport& phase : phases)
    all.push_back({.share = phase.productive / productive,
                   .nodes = 1.0 * phase.num_nodes,
                   .accelerators = phase.num_accelerators,
                   .replicas = replicas(scenario, phase)});
  return all;
}

}  // namespace

sim::RunSettings run_settings(const Scenario& scenario, const std::vector<PhaseReport>& phases,
                              const StorageReport& storage) {
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
  settings.phases = run_phases(scenario, phases, settings.productive);
  settings.accelerators_per_node = scenario.cluster.instance.accelerators_per_node;
  settings.failures = scenario.failures;
  settings.failures_while_down = scenario.failures_while_down;
  settings.hazards = scenario.hazards;
  settings.recovery = scenario.recovery;
  settings.checkpoint = checkpoint_rule(scenario, storage, largest(phases), settings.step);
  settings.continuation = continuation(scenario, largest(phases));
  settings.spare_nodes = scenario.spare_nodes;
  settings.evaluation_share = scenario.evaluation_share;
  if (storage.data) {
    settings.cold_start = storage.data->cold_start;
    settings.data_stall_share = storage.data->stall_share;
  }
  // Of the training time that the factor makes of what the rest leaves.
  if (scenario.campaign_overhead)
    settings.overhead_share = scenario.campaign_overhead->share / (1 + scenario.campaign_overhead->share) *
                              (1 - settings.evaluation_share - settings.data_stall_share);
  return settings;
}

}  // namespace fmplan::plan
