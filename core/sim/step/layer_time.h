#pragma once

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/hardware/kernel_time.h"
#include "core/model/stage_layout.h"
#include "core/model/transformer.h"
#include "core/network/rank_group.h"
#include "core/sim/step/layer_context.h"
#include "core/sim/step/step_settings.h"

namespace fmplan::sim {

/// Times of one pass (forward or backward) of one micro-batch through one layer, on one accelerator.
struct PassTime {
  Seconds gemm;
  Seconds attention;
  Seconds element_wise;
  Seconds launch;  ///< beyond the kernels' own time
  Seconds tensor_parallel;
  Seconds context_parallel;
  Seconds expert_parallel;
  Seconds context_exchange;  ///< all of it, exposed or not; in no total
  Seconds expert_exchange;

  Seconds total() const {
    return gemm + attention + element_wise + launch + tensor_parallel + context_parallel + expert_parallel;
  }
};

struct LayerTime {
  PassTime forward;
  PassTime backward;
  Seconds recompute;        ///< the forward work the backward pass repeats
  Seconds weight_gradient;  ///< of the backward pass, what makes gradients of weights
};

/// The accelerator waits where the host is slower; kernels differ, so that both wait in part when they are about as
/// fast: (t⁴ + host⁴)^(1/4) in all.
Seconds launch_wait(Seconds kernels, Seconds host);

/// One layer of that kind for one micro-batch of T tokens a context rank, on one of t tensor ranks:
///     forward  = wait(G + A + E + X)    G  products: query, key, value and output; MLP, gated or not, or experts
///     backward = wait(2G + A' + 2E + X')   A  attention, A' its backward; E  element-wise kernels; X  exposed traffic
/// where wait(x) = (x⁴ + host⁴)^(1/4), the host's time twice as long backward, and X adds what is not hidden of
/// tensor-parallel exchanges (2·T·h bytes after attention and after the MLP [Korthikanti et al. 2022, §4.2.2]), of the
/// context ring behind A, and of dispatch and combine of routed tokens.  `recompute` is what the plan has done again,
/// `weight_gradient` the half of 2G that a split backward pass may do later [Qi et al. 2024].  Every part with its
/// source: docs/models/step_time.md, "Parts of a layer".  Habits of `framework` multiply the parts.
LayerTime layer_time(const model::Transformer& model, model::LayerKind kind, const StepSettings& settings,
                     const LayerContext& context, const FrameworkProfile& framework);

/// Of m micro-batches, the share whose passes run beside another's where the plan overlaps routed tokens: 1 − a/m for a
/// forward passes that rank 0 has ahead before its first backward pass, which have none beside them, nor have as many
/// backward passes at the end; 1 without a pipeline.  0 without that overlap, or of one micro-batch.
double paired_share(const StepSettings& settings);

/// One multi-token-prediction module beside its head: a `block` of the last layer's kind behind the product that joins
/// two hidden states to one [DeepSeek-V3, §2.2].
LayerTime prediction_module_time(const model::Transformer& model, LayerTime block, const StepSettings& settings,
                                 const LayerContext& context);

/// Forward, backward and loss of the LM head for one micro-batch: head_products() of tokens × V/t × h and the passes of
/// the cross-entropy over 16- and 32-bit logits.
Seconds head_time(const model::Transformer& model, const StepSettings& settings, const LayerContext& context,
                  const FrameworkProfile& framework);

/// One forward, one for the gradients of its input and one for its weights, which under adapters are not trained.
double head_products(const StepSettings& settings);

}  // namespace fmplan::sim
