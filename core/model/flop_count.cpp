#include "core/model/flop_count.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/model/recomputation.h"
#include "core/model/stage_layout.h"

namespace fmplan::model {
namespace {

constexpr Flop kMultiplyAdd = 2 * flop;  ///< a multiplication and an addition

Flop matrix_flop(double rows, double columns) { return rows * columns * kMultiplyAdd; }

/// Mean number of tokens a token attends to.
double mean_context(double sequence_length, double window, AttentionMask mask) {
  const double seen = std::min(sequence_length, window);
  return mask == AttentionMask::kFull ? seen : seen * (1 - seen / (2 * sequence_length));
}

Flop projection_flop(const Transformer& model) {
  const double h = model.hidden_size, a = model.num_heads;
  if (const auto& latent = model.latent_attention) {
    const double query_width = a * (latent->qk_nope_head_dim + latent->qk_rope_head_dim);
    const double rq = latent->q_lora_rank, rkv = latent->kv_lora_rank;
    const Flop query = rq > 0 ? matrix_flop(h, rq) + matrix_flop(rq, query_width) : matrix_flop(h, query_width);
    return query + matrix_flop(h, rkv + latent->qk_rope_head_dim) +
           matrix_flop(rkv, a * (latent->qk_nope_head_dim + latent->v_head_dim)) +
           matrix_flop(a * latent->v_head_dim, h);
  }
  const double d = model.head_dim;
  return matrix_flop(h, a * d) + matrix_flop(h, 2.0 * model.num_kv_heads * d) + matrix_flop(a * d, h);
}

/// Scores against one token seen, and that token's share of the weighted sum of values.
Flop attention_flop_per_context_token(const Transformer& model) {
  if (const auto& latent = model.latent_attention)
    return matrix_flop(model.num_heads, latent->qk_nope_head_dim + latent->qk_rope_head_dim + latent->v_head_dim);
  return matrix_flop(model.num_heads, 2.0 * model.head_dim);
}

/// The parts of a forward pass that a kind of recomputation repeats or spares.
struct ForwardParts {
  Flop layers;          ///< all layers, MTP blocks and their joining matrices included
  Flop core_attention;  ///< of `layers`
  Flop head;            ///< as often as it is applied
};

ForwardParts forward_parts(const Transformer& model, const ForwardFlop& forward) {
  const int num_moe = num_moe_layers(model), num_windowed = num_windowed_layers(model);
  const int num_mtp = model.num_mtp_layers;
  const bool last_is_moe = model.num_layers > 0 && is_moe_layer(model, model.num_layers - 1);
  ForwardParts parts;
  parts.core_attention = (model.num_layers - num_windowed + num_mtp) * forward.core_attention +
                         num_windowed * forward.windowed_core_attention;
  parts.layers = parts.core_attention + (model.num_layers + num_mtp) * forward.projections +
                 (model.num_layers - num_moe) * forward.dense_mlp + num_moe * forward.moe_mlp +
                 num_mtp * (forward.mtp_projection + (last_is_moe ? forward.moe_mlp : forward.dense_mlp));
  parts.head = (1 + num_mtp) * forward.head;
  return parts;
}

/// The forward parts that `convention` counts; three times their sum is its training FLOP.
ForwardParts counted_parts(const Transformer& model, int sequence_length, FlopConvention convention) {
  const bool causal = convention == FlopConvention::kMegatronCausal;
  const ForwardFlop forward =
      forward_flop_per_token(model, sequence_length, causal ? AttentionMask::kCausal : AttentionMask::kFull);
  if (causal || convention == FlopConvention::kNonCausal) return forward_parts(model, forward);
  const ParameterCount count = count_parameters(model);
  // N counts the embedding although a look-up multiplies nothing; it is no part of the layers that are recomputed.
  const std::int64_t outside = count.embedding + count.head + count.final_norm;
  ForwardParts parts{.layers = static_cast<double>(count.active - outside) * kMultiplyAdd,
                     .core_attention = 0 * flop,
                     .head = static_cast<double>(outside) * kMultiplyAdd};
  if (convention == FlopConvention::kPalm) {
    const int num_windowed = num_windowed_layers(model);
    parts.core_attention =
        (model.num_layers - num_windowed) * forward.core_attention + num_windowed * forward.windowed_core_attention;
    parts.layers += parts.core_attention;
  }
  return parts;
}

/// Of the FLOP of all layers' products.
double repeated_share(const Transformer& model, const Recomputation& recompute) {
  const ForwardFlop forward = forward_flop_per_token(model, 1, AttentionMask::kFull);
  const auto kinds = layers_by_kind(model);
  Flop all{}, again{};
  for (std::size_t i = 0; i < kNumLayerKinds; ++i) {
    const auto kind = static_cast<LayerKind>(i);
    const Flop products = kinds[i] * (forward.projections + (has_experts(kind) ? forward.moe_mlp : forward.dense_mlp));
    all += products;
    if (kinds[i] > 0) again += repeated_product_share(model, kind, recompute) * products;
  }
  return again / all;
}

}  // namespace

ForwardFlop forward_flop_per_token(const Transformer& model, int sequence_length, AttentionMask mask) {
  const double h = model.hidden_size, matrices = model.gated_mlp ? 3 : 2;
  const double s = attended_length(model, sequence_length);
  const Flop per_context_token = attention_flop_per_context_token(model);
  ForwardFlop forward;
  forward.projections = projection_flop(model);
  forward.core_attention = mean_context(s, s, mask) * per_context_token;
  if (num_windowed_layers(model) > 0)
    forward.windowed_core_attention = mean_context(s, model.sliding_window->window, mask) * per_context_token;
  forward.dense_mlp = matrices * matrix_flop(h, model.ffn_hidden_size);
  if (const auto& moe = model.moe) {
    const double routed = 1.0 * moe->experts_per_token * moe->expert_ffn_hidden_size;
    const double shared = 1.0 * moe->num_shared_experts * moe->shared_ffn_hidden_size;
    forward.moe_mlp = matrices * matrix_flop(h, routed + shared);
    forward.router = matrix_flop(h, moe->num_experts);
  }
  forward.head = matrix_flop(h, model.vocabulary_size);
  if (model.num_mtp_layers > 0) forward.mtp_projection = matrix_flop(2 * h, h);
  return forward;
}

Flop training_flop_per_token(const Transformer& model, int sequence_length, FlopConvention convention) {
  const ForwardParts parts = counted_parts(model, sequence_length, convention);
  return 3 * (parts.layers + parts.head);
}

Flop weight_gradient_flop_per_token(const Transformer& model, int sequence_length, FlopConvention convention) {
  const ForwardParts parts = counted_parts(model, sequence_length, convention);
  return parts.layers - parts.core_attention + parts.head;
}

Flop hardware_flop_per_token(const Transformer& model, int sequence_length, FlopConvention convention,
                             const Recomputation& recompute, double share_of_layers) {
  const ForwardParts parts = counted_parts(model, sequence_length, convention);
  const Flop products = repeated_share(model, recompute) * (parts.layers - parts.core_attention);
  const Flop core = repeats_core_attention(recompute) ? parts.core_attention : Flop{};
  return 3 * (parts.layers + parts.head) + share_of_layers * (products + core);
}

}  // namespace fmplan::model
