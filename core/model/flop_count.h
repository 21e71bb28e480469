#pragma once

/// @file
/// Floating-point operations of training, two per multiply-add.
///
/// Published utilisations rest on different counts of the same work, which differ by 20 % and more: Llama 3 8B at 8192
/// tokens is 4.82e10 FLOP per token by `6n`, 5.15e10 by `megatron_causal`, 5.79e10 by `non_causal` and 6.11e10 by
/// `palm` (which adds all scores to an N that holds the embedding).  A utilisation is therefore never shown without the
/// name of its convention.

#include <optional>
#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"

namespace fmplan::model {

enum class FlopConvention {
  k6N,              ///< 6 per parameter a token passes, embedding included; attention scores left out [Kaplan 2020]
  kPalm,            ///< 6N + 12·L·a·d·s: all s² attention scores [PaLM, App. B]; also llm-foundry's
  kMegatronCausal,  ///< matrices and the causal half of the scores; embedding look-up 0 [Megatron-LM, NeMo]
  kNonCausal        ///< as kMegatronCausal with all s² scores [Narayanan et al. 2021]
};

inline constexpr auto kFlopConventionNames =
    names<FlopConvention>({{"6n", FlopConvention::k6N},
                           {"palm", FlopConvention::kPalm},
                           {"megatron_causal", FlopConvention::kMegatronCausal},
                           {"non_causal", FlopConvention::kNonCausal}});
inline std::string_view flop_convention_name(FlopConvention convention) {
  return kFlopConventionNames.name(convention);
}

/// Which attention scores are counted.
enum class AttentionMask { kCausal, kFull };

/// Forward FLOP per token, by the kind of work and, where layers differ, by the kind of layer.
struct ForwardFlop {
  Flop projections;              ///< query, key, value and output matrices of one layer
  Flop core_attention;           ///< scores and their product with the values, of one layer that sees everything
  Flop windowed_core_attention;  ///< the same of one sliding-window layer; 0 if the model has none
  Flop dense_mlp;                ///< one dense layer
  Flop moe_mlp;                  ///< one mixture layer: top-k routed experts and the shared ones
  Flop router;                   ///< one mixture layer
  Flop head;                     ///< output matrix, once
  Flop mtp_projection;           ///< joining matrix of one multi-token-prediction module
};

/// Forward FLOP per token of a sequence of `sequence_length` tokens, with a·d the width of all heads:
///   projections  2(h·a·d + 2·h·kv·d + a·d·h), for latent attention twice its matrices' sizes
///   core         4·a·d·c, for latent attention 2·a·(dn + dr + dv)·c, with c the mean number of tokens seen:
///                s for a full mask, s/2 for a causal one, and w(1 − w/2s) for a causal window w ≤ s; of packed
///                documents, s is attended_length()
///   MLP          2·m·h·f (m = 3 gated, 2 plain); mixture 2·m·h·(topk·fe + shared); router 2·h·E; head 2·h·V
/// Norms, activation functions, rotary embedding and softmax are neglected (below 1 %).  @pre sequence_length >= 1.
ForwardFlop forward_flop_per_token(const Transformer& model, int sequence_length, AttentionMask mask);

/// Model FLOP per trained token: forward and backward, the latter counted as twice the forward; no recomputation.
/// MTP modules are counted (a block, the joining matrix and the head each) except by the two conventions that start
/// from the published N (`6n`, `palm`).  As in Megatron-LM, the router is not counted.
Flop training_flop_per_token(const Transformer& model, int sequence_length, FlopConvention convention);

/// Of these, the gradients of weights: as many as the forward products with weights, the core of attention having none.
/// Frozen weights go without.
Flop weight_gradient_flop_per_token(const Transformer& model, int sequence_length, FlopConvention convention);

/// FLOP the hardware executes per trained token: the model FLOP, and what is computed again in the backward pass:
/// every layer but not the head (full), the attention scores (selective) [Korthikanti et al. 2022], or the products of
/// repeated_product_share(), kinds of layers weighted by theirs.  Of whole layers, `share_of_layers` alone.
/// Nothing is added for `6n` under selective recomputation, since it does not count scores.
Flop hardware_flop_per_token(const Transformer& model, int sequence_length, FlopConvention convention,
                             const Recomputation& recompute, double share_of_layers = 1);

}  // namespace fmplan::model
