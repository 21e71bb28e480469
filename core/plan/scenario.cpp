#include "core/plan/scenario.h"

#include <algorithm>

#include <fmt/format.h>

namespace fmplan::plan {
namespace {

using model::ParallelPlan;

std::string nearest_multiples(std::int64_t value, std::int64_t quantum) {
  const std::int64_t below = value / quantum * quantum;
  return below > 0 ? fmt::format("nearest: {} or {}", below, below + quantum) : fmt::format("nearest: {}", quantum);
}

std::string divisors_text(int value, int at_most) {
  std::string text;
  for (int d = 1; d <= std::min(value, at_most); ++d)
    if (value % d == 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", d);
  return text;
}

void check_division(const Scenario& scenario, const ParallelPlan& plan, const std::string& where, Issues& issues) {
  const model::Transformer& model = scenario.model;
  const auto refuse = [&](const char* key, std::string message) {
    issues.push_back({where + "/" + key, std::move(message)});
  };
  if (model.num_heads % plan.tensor != 0)
    refuse("tensor", fmt::format("{} does not divide the {} attention heads; use one of {}", plan.tensor, model.num_heads,
                                 divisors_text(model.num_heads, 64)));
  const int kv = model.num_kv_heads;
  if (!model.latent_attention && kv % plan.tensor != 0 && plan.tensor % kv != 0)
    refuse("tensor", fmt::format("{} neither divides the {} key/value heads nor is a multiple of them; use one of {}",
                                 plan.tensor, kv, divisors_text(kv, 64)));
  if (plan.pipeline > model.num_layers)
    refuse("pipeline", fmt::format("{} is more than the model's {} layers; use at most {}", plan.pipeline,
                                   model.num_layers, model.num_layers));
  if (plan.virtual_pipeline > 1 && plan.pipeline == 1)
    refuse("virtual_pipeline", fmt::format("{} needs a pipeline of at least 2; set it to 1, or raise /pipeline",
                                           plan.virtual_pipeline));
  const int per_stage = model::layers_per_stage(model.num_layers, plan.pipeline);
  if (plan.pipeline <= model.num_layers && plan.pipeline > 1 && per_stage % plan.virtual_pipeline != 0)
    refuse("virtual_pipeline", fmt::format("{} does not divide the {} layers of a pipeline stage; use one of {}",
                                           plan.virtual_pipeline, per_stage, divisors_text(per_stage, per_stage)));
  if (plan.expert > 1 && !model.moe)
    refuse("expert", fmt::format("{} needs a mixture of experts, but the model is dense; use 1", plan.expert));
  if (model.moe && model.moe->num_experts % plan.expert != 0)
    refuse("expert", fmt::format("{} does not divide the {} experts; use one of {}", plan.expert, model.moe->num_experts,
                                 divisors_text(model.moe->num_experts, 512)));
}

std::string phase_where(std::size_t index, const Scenario& scenario) {
  return scenario.phases.size() > 1 ? fmt::format("/training/phases/{}", index) : "/training";
}

void check_world(const Scenario& scenario, const Phase& phase, const ParallelPlan& plan, const std::string& where,
                 const std::string& parallel_where, Issues& issues) {
  const int per_node = scenario.cluster.instance.accelerators_per_node;
  const std::int64_t world = std::int64_t{phase_nodes(scenario, phase)} * per_node;
  const std::int64_t replica = std::int64_t{plan.tensor} * plan.pipeline * plan.context;
  if (world % replica != 0) {
    issues.push_back({parallel_where, fmt::format("tensor {} × pipeline {} × context {} = {} does not divide the {} accelerators of "
                                                  "{} nodes; {} accelerators",
                                                  plan.tensor, plan.pipeline, plan.context, replica, world,
                                                  phase_nodes(scenario, phase), nearest_multiples(world, replica))});
    return;
  }
  const std::int64_t data = world / replica;
  if (plan.data > 1 && plan.data != data)
    issues.push_back({parallel_where + "/data", fmt::format("{} makes a world of {}, but there are {} accelerators; leave it out, "
                                                            "or use {}", plan.data, replica * plan.data, world, data)});
  if (data * plan.context % plan.expert != 0)
    issues.push_back({parallel_where + "/expert", fmt::format("{} does not divide data × context = {}; use one of {}", plan.expert,
                                                              data * plan.context,
                                                              divisors_text(static_cast<int>(data * plan.context), 512))});
  const std::int64_t quantum = data * plan.micro_batch_size;
  if (phase.global_batch_size % quantum != 0)
    issues.push_back({where + "/global_batch_size",
                      fmt::format("{} is not a multiple of data_parallel {} × micro_batch_size {} = {}; {}",
                                  phase.global_batch_size, data, plan.micro_batch_size, quantum,
                                  nearest_multiples(phase.global_batch_size, quantum))});
}

}  // namespace

int phase_nodes(const Scenario& scenario, const Phase& phase) { return phase.num_nodes.value_or(scenario.cluster.num_nodes); }

ParallelPlan phase_plan(const Scenario& scenario, const Phase& phase) {
  ParallelPlan plan = phase.parallel.value_or(scenario.parallel);
  const int world = phase_nodes(scenario, phase) * scenario.cluster.instance.accelerators_per_node;
  plan.data = std::max(1, world / (plan.tensor * plan.pipeline * plan.context));
  return plan;
}

sim::StepSettings step_settings(const Scenario& scenario, const Phase& phase, const ParallelPlan& plan) {
  return {.plan = plan,
          .precision = scenario.precision,
          .optimizer = scenario.optimizer,
          .attention = scenario.attention,
          .sequence_length = phase.sequence_length,
          .global_batch_size = phase.global_batch_size};
}

Issues check_scenario(const Scenario& scenario) {
  Issues issues;
  const auto& instance = scenario.cluster.instance;
  if (!hardware::kernel_rates(instance.accelerator, std::string(sim::precision_name(scenario.precision))))
    issues.push_back({"/training/precision", fmt::format("{} has no {} rate; use another precision", instance.accelerator.name,
                                                         sim::precision_name(scenario.precision))});
  bool many_nodes = scenario.cluster.num_nodes > 1;
  for (const Phase& phase : scenario.phases) many_nodes = many_nodes || phase_nodes(scenario, phase) > 1;
  if (many_nodes && !scenario.search_nodes && !instance.scale_out)
    issues.push_back({"/cluster/nodes", fmt::format("{} states no network between instances; use 1 node or another instance",
                                                    instance.name)});
  if (!scenario.search_parallel) check_division(scenario, scenario.parallel, "/training/parallel", issues);
  for (std::size_t i = 0; i < scenario.phases.size(); ++i) {
    const Phase& phase = scenario.phases[i];
    const std::string where = phase_where(i, scenario);
    const ParallelPlan plan = phase.parallel.value_or(scenario.parallel);
    const std::string parallel_where = phase.parallel ? where + "/parallel" : "/training/parallel";
    if (phase.parallel) check_division(scenario, plan, parallel_where, issues);
    if (!scenario.search_parallel && phase.sequence_length % (plan.context > 1 ? 2 * plan.context : 1) != 0)
      issues.push_back({parallel_where + "/context", fmt::format("2 × {} does not divide the sequence of {} tokens", plan.context,
                                                                 phase.sequence_length)});
    const bool open = scenario.search_parallel || (scenario.search_nodes && !phase.num_nodes);
    if (!open) check_world(scenario, phase, plan, where, parallel_where, issues);
  }
  return issues;
}

}  // namespace fmplan::plan
