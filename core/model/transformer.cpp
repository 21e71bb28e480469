#include "core/model/transformer.h"

#include <algorithm>

namespace fmplan::model {
namespace {

std::int64_t norm_size(const Transformer& model, std::int64_t width) {
  return model.norm == NormKind::kLayerNorm ? 2 * width : width;
}

std::int64_t latent_attention_parameters(const Transformer& model, const LatentAttention& latent) {
  const std::int64_t h = model.hidden_size, a = model.num_heads;
  const std::int64_t query_width = a * (latent.qk_nope_head_dim + latent.qk_rope_head_dim);
  const std::int64_t rq = latent.q_lora_rank, rkv = latent.kv_lora_rank;
  const std::int64_t query = rq > 0 ? h * rq + rq * query_width : h * query_width;
  const std::int64_t key_value =
      h * (rkv + latent.qk_rope_head_dim) + rkv * a * (latent.qk_nope_head_dim + latent.v_head_dim);
  return query + key_value + a * latent.v_head_dim * h + norm_size(model, rq) + norm_size(model, rkv);
}

std::int64_t attention_parameters(const Transformer& model) {
  if (model.latent_attention) return latent_attention_parameters(model, *model.latent_attention);
  const std::int64_t h = model.hidden_size, d = model.head_dim;
  const std::int64_t query = model.num_heads * d, key_value = 2 * model.num_kv_heads * d;
  std::int64_t count = h * (query + key_value) + query * h;
  if (model.bias != BiasKind::kNone) count += query + key_value;
  if (model.bias == BiasKind::kAttentionOnly || model.bias == BiasKind::kAll) count += h;
  if (model.qk_norm) count += 2 * norm_size(model, d);
  if (model.attention_sinks) count += model.num_heads;
  return count;
}

std::int64_t mlp_parameters(const Transformer& model, std::int64_t ffn) {
  if (ffn == 0) return 0;
  const std::int64_t h = model.hidden_size, up_matrices = model.gated_mlp ? 2 : 1;
  const std::int64_t bias = model.bias == BiasKind::kAll ? up_matrices * ffn + h : 0;
  return (up_matrices + 1) * h * ffn + bias;
}

}  // namespace

int num_moe_layers_before(const Transformer& model, int count) {
  if (!model.moe) return 0;
  return std::max(0, count - model.moe->num_first_dense_layers) / std::max(1, model.moe->layer_interval);
}

int num_moe_layers(const Transformer& model) { return num_moe_layers_before(model, model.num_layers); }

bool is_moe_layer(const Transformer& model, int index) {
  return num_moe_layers_before(model, index + 1) > num_moe_layers_before(model, index);
}

int num_windowed_layers(const Transformer& model) {
  if (!model.sliding_window || model.sliding_window->window <= 0) return 0;
  const int period = model.sliding_window->period;
  return period == 0 ? model.num_layers : model.num_layers - model.num_layers / period;
}

int attention_width(const Transformer& model) {
  return model.num_heads * (model.latent_attention ? model.latent_attention->v_head_dim : model.head_dim);
}

ParameterCount count_parameters(const Transformer& model) {
  const std::int64_t h = model.hidden_size, matrix = std::int64_t{model.vocabulary_size} * h;
  ParameterCount count;
  count.embedding = matrix + (model.learned_positions ? model.max_sequence_length * h : 0) +
                    (model.embedding_norm ? norm_size(model, h) : 0);
  count.head = model.tied_embeddings ? 0 : matrix;
  count.final_norm = norm_size(model, h);
  count.attention_layer = attention_parameters(model);
  count.dense_mlp_layer = mlp_parameters(model, model.ffn_hidden_size);
  count.norms_layer = model.norms_per_layer * norm_size(model, h);
  std::int64_t active_moe_layer = 0, moe_layer = 0;
  if (const auto& moe = model.moe) {
    count.expert = mlp_parameters(model, moe->expert_ffn_hidden_size);
    count.shared_experts_layer = moe->num_shared_experts * mlp_parameters(model, moe->shared_ffn_hidden_size);
    count.router_layer = (h + (moe->router_bias ? 1 : 0)) * moe->num_experts;
    const std::int64_t every_token = count.shared_experts_layer + count.router_layer;
    moe_layer = every_token + moe->num_experts * count.expert;
    active_moe_layer = every_token + moe->experts_per_token * count.expert;
  }
  const std::int64_t num_moe = num_moe_layers(model);
  const std::int64_t common = count.embedding + count.head + count.final_norm +
                              model.num_layers * (count.attention_layer + count.norms_layer) +
                              (model.num_layers - num_moe) * count.dense_mlp_layer;
  count.total = common + num_moe * moe_layer;
  count.active = common + num_moe * active_moe_layer;
  if (model.num_mtp_layers > 0) {
    // One more block of the last layer's kind, the matrix that joins it to the trunk, and norms of its two inputs and
    // its output; embedding and head are shared with the trunk [DeepSeek-V3, §2.2].
    const std::int64_t mlp = is_moe_layer(model, model.num_layers - 1) ? moe_layer : count.dense_mlp_layer;
    const std::int64_t module = count.attention_layer + count.norms_layer + mlp + 2 * h * h + 3 * norm_size(model, h);
    count.mtp = model.num_mtp_layers * module;
  }
  return count;
}

}  // namespace fmplan::model
