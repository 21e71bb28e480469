#include "core/plan/search.h"

#include <algorithm>
#include <functional>

namespace fmplan::plan {
namespace {

using model::ParallelPlan;
using model::Recompute;

/// Below this the ring exchange costs more than the memory it saves is worth.
constexpr int kShortestContextParallelSequence = 32768;
constexpr int kLargestMicroBatch = 8;

bool divides_heads(const model::Transformer& model, int tensor) {
  if (model.num_heads % tensor != 0) return false;
  return model.latent_attention || model.num_kv_heads % tensor == 0 || tensor % model.num_kv_heads == 0;
}

/// Calls `visit` with each plan that divides the model, the machine and the batch, in a fixed order.  What is not
/// varied is that of `plan`.
void each_plan(const Scenario& scenario, const Phase& phase, int num_nodes, ParallelPlan plan,
               const std::function<void(const ParallelPlan&)>& visit) {
  const model::Transformer& model = scenario.model;
  const auto& instance = scenario.cluster.instance;
  const int world = num_nodes * instance.accelerators_per_node;
  const int domain = instance.scale_up ? std::min(instance.scale_up_domain, world) : 1;
  for (plan.tensor = 1; plan.tensor <= domain; ++plan.tensor) {
    if (world % plan.tensor != 0 || !divides_heads(model, plan.tensor)) continue;
    plan.sequence_parallel = plan.tensor > 1;
    for (plan.pipeline = 1; plan.pipeline <= std::min(model.num_layers, world / plan.tensor); ++plan.pipeline) {
      if (world / plan.tensor % plan.pipeline != 0) continue;
      const int rest = world / plan.tensor / plan.pipeline;
      const int most_context = phase.sequence_length >= kShortestContextParallelSequence ? std::min(rest, 64) : 1;
      for (plan.context = 1; plan.context <= most_context; plan.context *= 2) {
        if (rest % plan.context != 0 || phase.sequence_length % (2 * plan.context) != 0) continue;
        plan.data = rest / plan.context;
        if (phase.global_batch_size % plan.data != 0) continue;
        const int per_replica = phase.global_batch_size / plan.data;
        const int most_expert = model.moe ? std::min(model.moe->num_experts, rest) : 1;
        for (plan.expert = 1; plan.expert <= most_expert; ++plan.expert) {
          if ((model.moe && model.moe->num_experts % plan.expert != 0) || rest % plan.expert != 0) continue;
          const int per_stage = model::layers_per_stage(model.num_layers, plan.pipeline);
          for (plan.virtual_pipeline = 1; plan.virtual_pipeline <= (plan.pipeline > 1 ? per_stage : 1);
               ++plan.virtual_pipeline) {
            if (per_stage % plan.virtual_pipeline != 0) continue;
            for (plan.micro_batch_size = 1; plan.micro_batch_size <= kLargestMicroBatch; plan.micro_batch_size *= 2) {
              const bool divides = per_replica % plan.micro_batch_size == 0;
              // Interleaving deals micro-batches in groups of p.
              const bool grouped =
                  plan.virtual_pipeline == 1 || per_replica / plan.micro_batch_size % plan.pipeline == 0;
              if (!divides || !grouped) continue;
              for (const Recompute recompute : {Recompute::kNone, Recompute::kSelective, Recompute::kFull}) {
                plan.recompute = recompute;
                visit(plan);
              }
            }
          }
        }
      }
    }
  }
}

int num_changes(const ParallelPlan& a, const ParallelPlan& b) {
  // Without tensor parallelism there is no sequence parallelism to switch.
  const bool sequence_parallel_differs = a.sequence_parallel != b.sequence_parallel && a.tensor > 1 && b.tensor > 1;
  return (a.tensor != b.tensor) + (a.pipeline != b.pipeline) + (a.virtual_pipeline != b.virtual_pipeline) +
         (a.context != b.context) + (a.expert != b.expert) + (a.micro_batch_size != b.micro_batch_size) +
         (a.recompute != b.recompute) + sequence_parallel_differs;
}

std::optional<sim::StepTime> planned_step_time(const Scenario& scenario, const Phase& phase, const ParallelPlan& plan) {
  return step_time(scenario.model, step_settings(scenario, phase, plan), scenario.cluster.instance, scenario.framework,
                   scenario.collectives ? &*scenario.collectives : nullptr);
}

}  // namespace

model::MemorySettings memory_settings(const Scenario& scenario, const Phase& phase, const ParallelPlan& plan) {
  const sim::StepSettings step = step_settings(scenario, phase, plan);
  model::MemorySettings settings;
  settings.plan = plan;
  settings.precision = scenario.precision;
  settings.optimizer = scenario.optimizer;
  settings.sequence_length = phase.sequence_length;
  settings.num_micro_batches = std::max(1, num_micro_batches(step));
  settings.narrow_gradients = scenario.framework.gradient_bytes <= 2;
  settings.flash_attention = scenario.attention == sim::AttentionKernel::kFlash;
  settings.recompute_activation_function = settings.flash_attention && plan.recompute == Recompute::kSelective;
  settings.habits = scenario.framework.memory;
  settings.framework_overhead += scenario.framework.memory_overhead;
  return settings;
}

PlanSearch search_plans(const Scenario& scenario, const Phase& phase, int num_nodes, double headroom) {
  PlanSearch search;
  const Bytes usable = (1 - headroom) * scenario.cluster.instance.accelerator.memory;
  each_plan(scenario, phase, num_nodes, scenario.parallel, [&](const ParallelPlan& plan) {
    ++search.num_considered;
    const Bytes memory = memory_use(scenario.model, memory_settings(scenario, phase, plan)).total();
    const bool fits = memory <= usable;
    const bool smaller = !search.smallest || memory < search.smallest->memory;
    if (!fits && !smaller) return;
    const auto step = planned_step_time(scenario, phase, plan);
    if (!step) return;
    const NearestPlan candidate{.parallel = plan, .step_time = step->total(), .memory = memory};
    if (smaller) search.smallest = candidate;
    if (!fits) return;
    ++search.num_fitting;
    if (!search.best || candidate.step_time < search.best->step_time) search.best = candidate;
  });
  return search;
}

std::optional<NearestPlan> nearest_fitting_plan(const Scenario& scenario, const Phase& phase,
                                                const ParallelPlan& wanted) {
  std::optional<NearestPlan> nearest;
  int fewest = 0;
  each_plan(scenario, phase, phase_nodes(scenario, phase), wanted, [&](const ParallelPlan& plan) {
    const int changes = num_changes(plan, wanted);
    if (nearest && changes > fewest) return;
    const Bytes memory = memory_use(scenario.model, memory_settings(scenario, phase, plan)).total();
    if (memory > scenario.cluster.instance.accelerator.memory) return;
    const auto step = planned_step_time(scenario, phase, plan);
    if (!step) return;
    if (nearest && changes == fewest && step->total() >= nearest->step_time) return;
    nearest = NearestPlan{.parallel = plan, .step_time = step->total(), .memory = memory};
    fewest = changes;
  });
  return nearest;
}

}  // namespace fmplan::plan
