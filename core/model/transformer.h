#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/names.h"

namespace fmplan::model {

/// Multi-head latent attention [DeepSeek-V2, arXiv 2405.04434].  `q_lora_rank` 0 means queries are not compressed.
struct LatentAttention {
  int q_lora_rank = 0;
  int kv_lora_rank = 0;
  int qk_nope_head_dim = 0;
  int qk_rope_head_dim = 0;
  int v_head_dim = 0;

  friend bool operator==(const LatentAttention&, const LatentAttention&) = default;
};

/// A mixture of experts in place of the MLP of some layers.
struct MixtureOfExperts {
  int num_experts = 0;
  int experts_per_token = 0;       ///< top-k
  int expert_ffn_hidden_size = 0;  ///< of one routed expert
  int num_shared_experts = 0;      ///< every token passes them
  int shared_ffn_hidden_size = 0;  ///< of one shared expert
  int num_first_dense_layers = 0;  ///< layers 0 … n−1 keep the dense MLP
  int layer_interval = 1;          ///< after those, every n-th layer is a mixture (the last of each group of n)
  bool router_bias = false;        ///< one bias per expert: DeepSeek-V3's load balancing, gpt-oss
  int num_groups = 0;              ///< of experts; a token's lie in `groups_per_token` of them; 0: in any
  int groups_per_token = 0;        ///< node-limited routing [DeepSeek-V3, arXiv:2412.19437, §2.1.2]
  /// Of training: slots of an expert over its even share of routed tokens, padded and all computed, what exceeds them
  /// being dropped [GShard, arXiv:2006.16668, §3.1]; 0: as many as are routed.
  double capacity_factor = 0;
  bool balanced_routing = false;  ///< of training: every expert is given as many tokens, as benchmarks force it

  friend bool operator==(const MixtureOfExperts&, const MixtureOfExperts&) = default;
};

/// Bounds of a stated capacity factor, chosen: beyond what anybody pads to.
inline constexpr double kLeastCapacityFactor = 0.1, kMostCapacityFactor = 100;

/// Rows that the routed experts work on for a token, on average: top-k, or k·c of padded slots.
constexpr double rows_per_token(const MixtureOfExperts& moe) {
  return moe.experts_per_token * (moe.capacity_factor > 0 ? moe.capacity_factor : 1);
}

/// Layers that attend to the last `window` tokens only.  Of each `period` layers one attends to everything
/// (`period` 1: none is windowed; 0: all are).
struct SlidingWindow {
  int window = 0;
  int period = 0;

  friend bool operator==(const SlidingWindow&, const SlidingWindow&) = default;
};

enum class NormKind { kRmsNorm, kLayerNorm };
inline constexpr auto kNormNames =
    names<NormKind>({{"rms_norm", NormKind::kRmsNorm}, {"layer_norm", NormKind::kLayerNorm}});
enum class BiasKind { kNone, kQkvOnly, kAttentionOnly, kAll };
inline constexpr auto kBiasNames = names<BiasKind>({{"none", BiasKind::kNone},
                                                    {"qkv", BiasKind::kQkvOnly},
                                                    {"attention", BiasKind::kAttentionOnly},
                                                    {"all", BiasKind::kAll}});

/// The architecture of a decoder-only transformer: what decides its parameters, FLOP and memory, and nothing else.
struct Transformer {
  std::string name{};
  int num_layers = 0;
  int hidden_size = 0;
  int ffn_hidden_size = 0;  ///< of the dense MLP; 0 when every layer is a mixture of experts
  int num_heads = 0;
  int num_kv_heads = 0;
  int head_dim = 0;
  int vocabulary_size = 0;  ///< rows of the embedding, padding included
  int max_sequence_length = 0;
  bool gated_mlp = true;  ///< SwiGLU and its kin: three matrices instead of two
  bool tied_embeddings = false;
  bool parallel_block = false;  ///< attention and MLP read the same input and are added together (GPT-J, NeoX, Falcon)
  NormKind norm = NormKind::kRmsNorm;
  int norms_per_layer = 2;
  bool qk_norm = false;  ///< a norm of head_dim weights on queries and one on keys
  BiasKind bias = BiasKind::kNone;
  bool learned_positions = false;
  bool embedding_norm = false;   ///< a norm behind the embedding, as BLOOM has
  bool attention_sinks = false;  ///< one learned attention logit per head, as gpt-oss has
  int num_mtp_layers = 0;        ///< multi-token-prediction modules [DeepSeek-V3, arXiv 2412.19437 §2.2]
  std::optional<LatentAttention> latent_attention = std::nullopt;
  std::optional<MixtureOfExperts> moe = std::nullopt;
  std::optional<SlidingWindow> sliding_window = std::nullopt;
  int document_length = 0;  ///< of training: tokens of the documents that attention stays inside; 0: the whole sequence

  friend bool operator==(const Transformer&, const Transformer&) = default;
};

/// Tokens that attention reaches over: the sequence, or a document of those packed into it, all taken as long.
constexpr int attended_length(const Transformer& model, int sequence_length) {
  return model.document_length > 0 && model.document_length < sequence_length ? model.document_length : sequence_length;
}

/// True if layer `index` (0 …) has a mixture of experts.
bool is_moe_layer(const Transformer& model, int index);
int num_moe_layers(const Transformer& model);
/// Mixture layers among layers 0 … `count` − 1.
int num_moe_layers_before(const Transformer& model, int count);
/// Layers that see the sliding window only: all but the last of each group of `period`.
int num_windowed_layers(const Transformer& model);
/// Rows of the query or output matrix: heads × their dimension (of values, for latent attention).
int attention_width(const Transformer& model);

/// Parameters by where they lie, counted exactly: matrices, biases and norms.  MTP modules are included in `mtp` only.
struct ParameterCount {
  std::int64_t embedding = 0;  ///< input embedding, learned positions
  std::int64_t head = 0;       ///< output matrix; 0 when tied
  std::int64_t final_norm = 0;
  std::int64_t attention_layer = 0;  ///< of one layer: projections, biases, q/k and latent norms
  std::int64_t dense_mlp_layer = 0;  ///< of one dense MLP, biases included
  std::int64_t expert = 0;           ///< of one routed expert
  std::int64_t shared_experts_layer = 0;
  std::int64_t router_layer = 0;
  std::int64_t norms_layer = 0;
  std::int64_t mtp = 0;  ///< all multi-token-prediction modules together

  std::int64_t total = 0;   ///< without `mtp`
  std::int64_t active = 0;  ///< of `total`, those a token passes (top-k experts only)

  friend bool operator==(const ParameterCount&, const ParameterCount&) = default;
};

/// Counts the parameters of `model`:
///   MHA/GQA: h·a·d + 2·h·kv·d + a·d·h;  MLP: m·h·f (m = 3 gated, 2 plain);  router h·E;
///   MLA: h·rq + rq·a·(dn+dr) + h·(rkv+dr) + rkv·a·(dn+dv) + a·dv·h (h·a·(dn+dr) for the query when rq = 0)
/// plus biases and norms as the flags say.
ParameterCount count_parameters(const Transformer& model);

}  // namespace fmplan::model
