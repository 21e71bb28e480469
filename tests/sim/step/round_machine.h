#pragma once

/// @file
/// Machines and models of round figures that the tests of this folder share.

#include <limits>

#include "core/hardware/cluster.h"
#include "core/sim/step/expert_exchange.h"
#include "core/sim/step/layer_time.h"
#include "core/sim/step/step_time.h"

namespace fmplan::sim {

/// Computes at 100 TFLOP/s in products and in attention whatever their shape; memory, links and launches take no time.
inline hardware::Instance compute_only_machine() {
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  hardware::Instance instance;
  instance.name = "compute only";
  instance.accelerator.peak = {{"bf16", 100 * teraflop_per_second}};
  instance.accelerator.memory_bandwidth = kEndless * byte_per_second;
  instance.accelerator.gemm = {{"bf16", {.compute = 1, .memory = 1, .launch = Seconds{}}}};
  instance.accelerator.attention = {.peak_rate = 100 * teraflop_per_second, .half_length = 0, .backward = 1};
  instance.scale_up = instance.scale_out =
      hardware::Link{.name = "endless", .bandwidth = kEndless * byte_per_second, .latency = Seconds{}};
  return instance;
}

/// The same with 1 TB/s of memory, 100 GB/s links inside a domain of eight and 10 GB/s across; no latencies.
inline hardware::Instance round_machine() {
  hardware::Instance instance = compute_only_machine();
  instance.name = "round";
  instance.accelerator.memory_bandwidth = 1 * terabyte_per_second;
  instance.accelerator.memory_efficiency = instance.accelerator.element_wise_efficiency = 1;
  instance.scale_up->bandwidth = 100 * gigabyte_per_second;
  instance.scale_out->bandwidth = 10 * gigabyte_per_second;
  return instance;
}

/// Overlaps nothing and waits for no host.
inline FrameworkProfile plain_framework() {
  FrameworkProfile framework;
  framework.name = "plain";
  return framework;
}

/// Eight layers of width 4096 with a gated MLP of 11264 and a vocabulary of 32768.
inline model::Transformer round_model() {
  return {.name = "round",
          .num_layers = 8,
          .hidden_size = 4096,
          .ffn_hidden_size = 11264,
          .num_heads = 32,
          .num_kv_heads = 32,
          .head_dim = 128,
          .vocabulary_size = 32768,
          .max_sequence_length = 4096};
}

/// Layers alone: no embedding, head or loss.
inline model::Transformer without_vocabulary(model::Transformer model) {
  model.vocabulary_size = 0;
  return model;
}

/// One accelerator, 16 sequences of 4096 tokens in micro-batches of one.
inline StepSettings round_settings() {
  StepSettings settings;
  settings.sequence_length = 4096;
  settings.global_batch_size = 16;
  return settings;
}

inline LayerContext layer_context(const hardware::Instance& instance, const StepSettings& settings) {
  const model::ParallelPlan& plan = settings.plan;
  const hardware::KernelRates rates = kernel_rates(instance.accelerator, "bf16").value();
  LayerContext context{.linear = rates,
                       .sixteen = rates,
                       .tensor = network::RankGroup(instance, plan.tensor, 1, nullptr),
                       .context = network::RankGroup(instance, plan.context, plan.tensor, nullptr),
                       .expert = network::RankGroup(instance, plan.expert, plan.tensor, nullptr),
                       .host_slowness = instance.accelerator.host_slowness,
                       .tokens = 1.0 * plan.micro_batch_size * settings.sequence_length / plan.context};
  add_expert_stages(context, plan, instance, nullptr);
  return context;
}

}  // namespace fmplan::sim
