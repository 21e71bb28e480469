#include "core/sim/step/muon_time.h"

#include <algorithm>
#include <initializer_list>

namespace fmplan::sim {
namespace {

constexpr double kIterations = 5;  // [Jordan et al. 2024]

struct Matrices {
  double rows = 0;
  double columns = 0;
  double count = 1;

  double parameters() const { return count * rows * columns; }
};

Seconds orthogonalisation_time(const hardware::KernelRates& rates, const Matrices& of) {
  if (of.parameters() <= 0) return {};
  const double m = std::min(of.rows, of.columns), n = std::max(of.rows, of.columns);
  return of.count * kIterations * (gemm_time(rates, m, m, n) + gemm_time(rates, m, m, m) + gemm_time(rates, m, n, m));
}

/// Adds `share` of what the matrices are.
void add(MuonWork& work, const hardware::KernelRates& rates, double share, std::initializer_list<Matrices> list) {
  for (const Matrices& matrices : list) {
    work.dense_parameters_per_layer += share * matrices.parameters();
    work.dense_layer += share * orthogonalisation_time(rates, matrices);
  }
}

void add_attention(MuonWork& work, const model::Transformer& model, const hardware::KernelRates& rates) {
  const double h = model.hidden_size;
  if (!model.latent_attention) {
    const double queries = 1.0 * model.num_heads * model.head_dim;
    const double keys = 1.0 * model.num_kv_heads * model.head_dim;
    return add(work, rates, 1, {{h, queries, 2}, {h, keys, 2}});
  }
  const auto& mla = *model.latent_attention;
  const double qk = 1.0 * model.num_heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim);
  const double up = 1.0 * model.num_heads * (mla.qk_nope_head_dim + mla.v_head_dim);
  add(work, rates, 1,
      {{h, 1.0 * mla.kv_lora_rank + mla.qk_rope_head_dim},
       {1.0 * mla.kv_lora_rank, up},
       {1.0 * model.num_heads * mla.v_head_dim, h}});
  if (mla.q_lora_rank > 0)
    add(work, rates, 1, {{h, 1.0 * mla.q_lora_rank}, {1.0 * mla.q_lora_rank, qk}});
  else
    add(work, rates, 1, {{h, qk}});
}

}  // namespace

MuonWork muon_work(const model::Transformer& model, const hardware::KernelRates& rates) {
  MuonWork work;
  add_attention(work, model, rates);
  const double h = model.hidden_size;
  const double mlp_matrices = model.gated_mlp ? 3 : 2;
  const double mixtures = 1.0 * model::num_moe_layers(model) / model.num_layers;
  add(work, rates, 1 - mixtures, {{h, 1.0 * model.ffn_hidden_size, mlp_matrices}});
  if (!model.moe) return work;
  const auto& moe = *model.moe;
  add(work, rates, mixtures,
      {{h, 1.0 * moe.shared_ffn_hidden_size, mlp_matrices * moe.num_shared_experts}, {h, 1.0 * moe.num_experts}});
  const Matrices expert{h, 1.0 * moe.expert_ffn_hidden_size, mlp_matrices};
  if (expert.parameters() > 0)
    work.expert_parameter = (1 / expert.parameters()) * orthogonalisation_time(rates, expert);
  return work;
}

}  // namespace fmplan::sim
