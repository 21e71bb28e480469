#include "core/model/adapters.h"

namespace fmplan::model {

namespace {

/// Of every projection, each with adapters of its own.
double attention_width(const Transformer& model, int tensor) {
  const double h = model.hidden_size;
  const double heads = 1.0 * model.num_heads / tensor;
  if (!model.latent_attention) return 4 * h + 2 * (heads + 1.0 * model.num_kv_heads / tensor) * model.head_dim;
  const auto& mla = *model.latent_attention;
  const double queries = heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim);
  const double query = mla.q_lora_rank > 0 ? h + 2.0 * mla.q_lora_rank + queries : h + queries;
  const double down = h + mla.kv_lora_rank + mla.qk_rope_head_dim;
  const double up = mla.kv_lora_rank + heads * (mla.qk_nope_head_dim + mla.v_head_dim);
  return query + down + up + heads * mla.v_head_dim + h;
}

}  // namespace

double adapted_width(const Transformer& model, bool mixture, int tensor, AdapterTargets targets) {
  const double h = model.hidden_size;
  if (targets == AdapterTargets::kQueryKeyValue)
    return h + (1.0 * model.num_heads + 2.0 * model.num_kv_heads) * model.head_dim / tensor;
  const double attention = attention_width(model, tensor);
  if (targets == AdapterTargets::kAttention) return attention;
  const double inner =
      mixture ? 1.0 * model.moe->num_shared_experts * model.moe->shared_ffn_hidden_size : 1.0 * model.ffn_hidden_size;
  return inner > 0 ? attention + (model.gated_mlp ? 3 : 2) * (h + inner / tensor) : attention;
}

double mean_adapted_width(const Transformer& model, int tensor, AdapterTargets targets) {
  const int mixtures = num_moe_layers(model);
  double sum = 0;
  if (mixtures > 0) sum += mixtures * adapted_width(model, true, tensor, targets);
  if (mixtures < model.num_layers) sum += (model.num_layers - mixtures) * adapted_width(model, false, tensor, targets);
  return sum / model.num_layers;
}

}  // namespace fmplan::model
