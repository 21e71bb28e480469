#include "core/model/megatron_theoretical.h"

#include <algorithm>

namespace fmplan::model {
namespace {

/// Parameters of the most loaded rank; fractions of layers count.
struct RankParameters {
  double dense = 0;
  double routed_experts = 0;
};

double matrices_of_mlp(const Transformer& model) { return model.gated_mlp ? 3 : 2; }

double attention_matrices(const Transformer& model) {
  const double h = model.hidden_size, a = model.num_heads;
  if (const auto& latent = model.latent_attention) {
    const double query_width = a * (latent->qk_nope_head_dim + latent->qk_rope_head_dim);
    const double rq = latent->q_lora_rank, rkv = latent->kv_lora_rank;
    // The norms of the latents count as one more row each.
    const double query = rq > 0 ? rq * (h + query_width + 1) : h * query_width;
    return query + rkv * (h + a * (latent->qk_nope_head_dim + latent->v_head_dim) + 1) + h * latent->qk_rope_head_dim +
           a * latent->v_head_dim * h;
  }
  return 2 * h * model.head_dim * (a + model.num_kv_heads);
}

RankParameters rank_parameters(const Transformer& model, const MegatronTheoreticalSettings& settings) {
  const ParallelPlan& plan = settings.plan;
  const double h = model.hidden_size, t = plan.tensor, p = plan.pipeline;
  const double layers = model.num_layers / p, moe_layers = num_moe_layers(model) / p;
  const double norm = model.norm == NormKind::kLayerNorm ? 2 * h : h;
  const double embedding = h * model.vocabulary_size;
  const double mlp = matrices_of_mlp(model) * h;
  RankParameters rank;
  double sharded = layers * attention_matrices(model) + (layers - moe_layers) * mlp * model.ffn_hidden_size + embedding;
  if (plan.pipeline == 1 && !model.tied_embeddings) sharded += embedding;
  double replicated = layers * 2 * norm + norm / p;
  if (const auto& moe = model.moe) {
    sharded += moe_layers * mlp * moe->num_shared_experts * moe->shared_ffn_hidden_size;
    replicated += moe_layers * h * moe->num_experts;
    const double ranks_of_experts = 1.0 * plan.expert * settings.expert_tensor.value_or(plan.tensor);
    rank.routed_experts = moe_layers * moe->num_experts * mlp * moe->expert_ffn_hidden_size / ranks_of_experts;
  }
  rank.dense = sharded / t + replicated;
  return rank;
}

double bytes_per_parameter(ZeroStage zero_stage, double replicas) {
  return zero_stage == ZeroStage::kNone ? 18 : 6 + 12 / replicas;
}

Bytes weight_and_optimizer_bytes(const Transformer& model, const MegatronTheoreticalSettings& settings) {
  const ParallelPlan& plan = settings.plan;
  const RankParameters rank = rank_parameters(model, settings);
  const double replicas = 1.0 * plan.data * plan.context;
  const double expert_replicas =
      replicas * plan.tensor / (1.0 * plan.expert * settings.expert_tensor.value_or(plan.tensor));
  return (rank.dense * bytes_per_parameter(plan.zero_stage, replicas) +
          rank.routed_experts * bytes_per_parameter(plan.zero_stage, expert_replicas)) *
         byte;
}

Bytes activation_bytes(const Transformer& model, const MegatronTheoreticalSettings& settings) {
  const ParallelPlan& plan = settings.plan;
  const double tokens = 1.0 * settings.sequence_length * plan.micro_batch_size;
  const double h = model.hidden_size, t = plan.tensor, p = plan.pipeline;
  const bool partitioned = plan.sequence_parallel && plan.recompute.kind == Recompute::kSelective;
  const int own_ffn =
      model.ffn_hidden_size > 0 || !model.moe ? model.ffn_hidden_size : model.moe->expert_ffn_hidden_size;
  const double ffn = settings.ffn_hidden_size.value_or(own_ffn);
  const double per_layer = partitioned ? tokens * (18 * h + 4 * ffn) : tokens * h * (10 + 24 / t);
  // The input and the dropout mask of the embedding, for p micro-batches.
  double total = per_layer * model.num_layers + (8 * tokens + tokens * h) * p;
  if (plan.virtual_pipeline > 1) {
    total *= 1 + (p - 1) / (p * plan.virtual_pipeline);
  } else if (plan.pipeline > 1) {
    total *= std::min(1.0, settings.num_micro_batches / p);
  }
  if (plan.pipeline == 1) total += 4 * tokens * (h + model.vocabulary_size);
  return (partitioned ? total / t : 1.05 * total) * byte;
}

}  // namespace

MegatronTheoretical megatron_theoretical(const Transformer& model, const MegatronTheoreticalSettings& settings) {
  return {.weights_and_optimizer = weight_and_optimizer_bytes(model, settings),
          .activations = activation_bytes(model, settings)};
}

}  // namespace fmplan::model
