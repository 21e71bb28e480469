#include "core/model/recomputation.h"

#include <algorithm>

namespace fmplan::model {
namespace {

/// Widths of one token in attention.
struct Widths {
  double query = 0, key = 0, value = 0, output = 0;
};

Widths widths_of(const Transformer& model, int tensor) {
  const double a = model.num_heads;
  if (const auto& latent = model.latent_attention) {
    const double qk = latent->qk_nope_head_dim + latent->qk_rope_head_dim;
    return {a * qk, a * qk, a * latent->v_head_dim, a * latent->v_head_dim};
  }
  const double key = 1.0 * model.head_dim * std::max(model.num_kv_heads, tensor);
  return {a * model.head_dim, key, key, a * model.head_dim};
}

}  // namespace

double per_operation_elements(const Transformer& model, LayerKind kind, int tensor) {
  const Widths widths = widths_of(model, tensor);
  const double first = has_experts(kind) ? 0 : model.ffn_hidden_size;
  return widths.query + widths.value + widths.output + first;
}

int per_operation_hidden_copies(LayerKind kind) { return has_experts(kind) ? 1 : 2; }

double per_operation_share(const Transformer& model, LayerKind kind) {
  const Widths widths = widths_of(model, 1);
  const double attention = widths.query + widths.key + widths.value + widths.output;
  double mlp = 0, again = widths.key + widths.output;
  if (has_experts(kind) && model.moe) {
    const double products = model.gated_mlp ? 3 : 2;
    mlp = products * (1.0 * model.moe->experts_per_token * model.moe->expert_ffn_hidden_size +
                      1.0 * model.moe->num_shared_experts * model.moe->shared_ffn_hidden_size);
    again += mlp;
  } else {
    mlp = (model.gated_mlp ? 3.0 : 2.0) * model.ffn_hidden_size;
    again += model.ffn_hidden_size;
  }
  return again / (attention + mlp);
}

}  // namespace fmplan::model
