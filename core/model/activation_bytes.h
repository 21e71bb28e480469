#pragma once

/// @file
/// Bytes of activations that wait for their backward pass.

#include <array>
#include <optional>

#include "core/model/memory_settings.h"
#include "core/model/schedule_laws.h"
#include "core/model/stage_layout.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// Bytes kept for the backward pass per token of the micro-batch and layer on one tensor rank (bf16, flash attention,
/// fused kernels, no dropout; derived from which tensors the backward of each operation reads):
///   8h/t_sp + (4·a·d + 4·kv·d + 4·a + 6·f)/t
/// with t_sp = t if sequence-parallel, else 1; 4·f for a plain MLP.  8h are the inputs of two norms and two blocks: 12h
/// with Gemma's four norms, 2h less where the blocks run in parallel.  A mixture has 6·topk·fe + 6·shared + 4·h·topk in
/// place of 6·f; latent attention its query, key and value widths and the latents.  Without flash attention 5·a·s/t
/// more; recomputed activation function 2·f less; selective recomputation: no softmax statistics and scores.
///
/// Modules that are computed again (Recomputation::modules) keep their input in 16 bits, or, where one output alone is
/// dropped, what that is made from:
///   core_attn −4·a/t;  layernorm −4h/t_sp;  mlp −6·f/t;  moe_act −2·topk·fe/t;  shared_experts −6·shared/t;
///   mla_up_proj the query, key and value widths;  moe all of the mixture;  qkv_proj the query, key and value widths,
///   or the latents;  out_proj −2h/t_sp, the input of the second of two norms, and with core_attn −2·a·d/t.
/// Layers that are computed again as a whole, or by operation, count with all they have at work.
///
/// Under adapters the weights of a product are frozen, and without adapters of its own its input is kept where
/// something else needs it alone: the input of the MLP, 2·h, and of its second product, 2·f, are not.
///
/// fp8 and fp4 count as bf16, but where inputs of products are kept as quantised (Transformer Engine): the column-wise
/// copy of the normed inputs of both blocks, of the inner activation's output and of routed tokens takes
/// quantised_bytes() an element, and the output of attention, which its own backward pass reads in 16 bits, has one
/// more.  fp32 doubles it.  Not divided by context parallelism, which divides the tokens.
double activation_bytes_per_token_and_layer(const Transformer& model, const MemorySettings& settings, LayerKind kind);

/// How layers that wait together are computed again.
struct LayersAgain {
  double share = 0;    ///< of them, as a whole or by operation
  double inputs = 1;   ///< kept of those, for one layer
  double at_work = 0;  ///< that are computed again together
};

/// What is the same on every stage, computed once.
struct ActivationShape {
  double tokens = 0;        ///< of one micro-batch on one context rank
  double hidden_share = 1;  ///< t_sp: ranks that share what lies between the tensor-parallel regions
  double width = 2;         ///< bytes of an activation
  double layer_input = 0;   ///< bytes per token
  double gathered = 0;      ///< bytes of a layer's inputs that are kept whole beside it
  double scale = 0;         ///< bytes for a byte per token: tokens · activation_factor
  // Bytes per token: of a layer at work, and of one that waits.
  double dense_at_work = 0, dense_kept = 0;
  double moe_at_work = 0, moe_kept = 0;
  /// None where it turns on how many layers there are.
  std::optional<LayersAgain> again = LayersAgain{};
};
ActivationShape activation_shape(const Transformer& model, const MemorySettings& settings);

/// Bytes that one micro-batch keeps on one model chunk of a rank.
double chunk_activations(const MemorySettings& settings, const ActivationShape& shape, const StageContent& chunk,
                         LayerKind module_kind);

/// Bytes on one pipeline rank, those of the layer at work that is computed again apart.
struct StageActivations {
  double kept = 0;             ///< of all micro-batches in flight
  double per_micro_batch = 0;  ///< of one on its way through the stage
  double largest_layer = 0;    ///< of one micro-batch
  double at_work = 0;          ///< beside what is kept

  /// What two layers do not need, with the layer at work and the next on its way to or from the host.
  double offloaded() const;
};

/// `module_kind` is of the blocks of MTP modules, which are kept like layers; `in_flight` micro-batches of each of the
/// rank's ways.  Of whole layers that are computed again by block the kinds of layers have their share each.
StageActivations stage_activations(const MemorySettings& settings, const ActivationShape& shape,
                                   const RankContent& rank, StagePlacement placement, LayerKind module_kind,
                                   const std::array<double, 2>& in_flight);

}  // namespace fmplan::model
