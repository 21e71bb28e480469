#pragma once

/// @file
/// The memory estimate Megatron-LM prints at start-up (its theoretical_memory_usage), reproduced so that plans can be
/// held against a user's log.  It is not the model to plan with: memory_use.h is.

#include <optional>

#include "core/base/quantity.h"
#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"

namespace fmplan::model {

struct MegatronTheoreticalSettings {
  ParallelPlan plan;
  int sequence_length = 0;
  int num_micro_batches = 1;
  std::optional<int> expert_tensor =
      std::nullopt;  ///< tensor-parallel degree inside an expert; as plan.tensor if absent
  /// Megatron's --ffn-hidden-size, which enters the activations even when every layer is a mixture of experts.  Absent:
  /// the model's dense MLP, or one expert's if it has none.
  std::optional<int> ffn_hidden_size = std::nullopt;
};

struct MegatronTheoretical {
  Bytes weights_and_optimizer;
  Bytes activations;

  Bytes total() const { return weights_and_optimizer + activations; }
};

/// Bytes per accelerator as Megatron-LM estimates them for its most loaded pipeline stage.
///
/// Weights and optimizer: L/p layers (a fraction if need be), one embedding, the head too if p = 1; norms and routers
/// on every tensor rank; 18 bytes per parameter, with the distributed optimizer (zero_stage kOptimizer) 6 + 12/d, d the
/// data·context replicas (of an expert: those of the expert).
///
/// Activations, with sequence parallelism and selective recomputation [Korthikanti et al. 2022, Table 2]:
///   (s·b·h·(18 + 4f/h)·L + (8·s·b + s·b·h)·p [+ 4·s·b·h·(1 + V/h) if p = 1]) / t,
/// times 1 + (p − 1)/(p·v) if interleaved; in any other case s·b·h·(10 + 24/t) per layer, undivided, and 5 % on top.
///
/// What it leaves out, and memory_use() does not: grouped-query attention, the third matrix of a gated MLP and top-k in
/// the activations; biases; that stages differ; context parallelism; logits when p > 1; buffers.
/// @pre all degrees >= 1, sequence_length >= 1.
MegatronTheoretical megatron_theoretical(const Transformer& model, const MegatronTheoreticalSettings& settings);

}  // namespace fmplan::model
