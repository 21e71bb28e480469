#include "core/plan/rounding.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include "core/plan/search.h"
#include "core/plan/search_space.h"

namespace fmplan::plan {
namespace {

bool states_plan(const Scenario& scenario, const Phase& phase) {
  return phase.parallel.has_value() || !scenario.search_parallel;
}

bool has_neighbour(const Scenario& scenario, const std::vector<std::string>& unread) {
  constexpr int kMostTries = 1000;  // chosen: a number that divides is near, or there is none
  const int held = scenario.cluster.num_nodes, quantum = node_quantum(scenario);
  const auto divides = [&](int num_nodes) {
    Scenario trial = scenario;
    trial.cluster.num_nodes = num_nodes;
    return deal_batches(trial) && check_scenario(trial, unread).empty();
  };
  if (divides(held)) return true;
  int tries = 0;
  for (int nodes = held / quantum * quantum; 2 * nodes > held && tries < kMostTries; nodes -= quantum, ++tries)
    if (divides(nodes)) return true;
  return false;
}

}  // namespace

Issues check_question(const Scenario& scenario, const std::vector<std::string>& unread) {
  Issues issues = check_scenario(scenario, unread);
  if (scenario.strict || scenario.search_nodes || issues.empty() || scenario.cluster.num_nodes < 1) return issues;
  return has_neighbour(scenario, unread) ? Issues{} : issues;
}

int node_quantum(const Scenario& scenario) {
  std::int64_t quantum = 1;
  const std::int64_t per_node = scenario.cluster.instance.accelerators_per_node;
  for (const Phase& phase : scenario.phases) {
    if (phase.num_nodes || !states_plan(scenario, phase)) continue;
    const model::ParallelPlan& plan = phase.parallel ? *phase.parallel : scenario.parallel;
    const std::int64_t replica = std::int64_t{plan.tensor} * plan.pipeline * plan.context;
    quantum = std::lcm(quantum, replica / std::gcd(replica, per_node));
    if (quantum > scenario.cluster.num_nodes && !scenario.search_nodes) return scenario.cluster.num_nodes + 1;
  }
  return static_cast<int>(std::min(quantum, kMostAccelerators));
}

bool deal_batches(Scenario& scenario) {
  for (Phase& phase : scenario.phases) {
    if (!states_plan(scenario, phase)) continue;
    const model::ParallelPlan plan = phase_plan(scenario, phase);
    const std::int64_t of_each = std::int64_t{plan.data} * plan.micro_batch_size;
    if (phase.global_batch_size % of_each == 0) continue;
    const std::optional<int> batch = nearest_batch(phase.global_batch_size, batch_quantum(plan), kMostBatchChange);
    if (!batch) return false;
    phase.global_batch_size = *batch;
  }
  return true;
}

}  // namespace fmplan::plan
