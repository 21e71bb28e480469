#pragma once

#include "core/base/quantity.h"
#include "core/hardware/kernel_time.h"
#include "core/model/transformer.h"

namespace fmplan::sim {

/// Matrices that Muon orthogonalises, and how long that takes one accelerator for all of them.
struct MuonWork {
  double dense_parameters_per_layer = 0;  ///< of attention, MLP, shared experts and router, mean over layers
  Seconds dense_layer;                    ///< mean over layers
  Seconds expert_parameter;               ///< of routed experts, per parameter
};

/// Five Newton–Schulz iterations for every matrix of m × n, m ≤ n, in 16 bits [Jordan et al. 2024, "Muon"; Liu et al.
/// 2025, arXiv:2502.16982, §2.1].  Each makes three products, X·Xᵀ (m × m), its square (m × m) and their sum times X
/// (m × n): 4m²n + 2m³ FLOP.  Queries, keys and values are matrices of their own, so are a gated MLP's two, so is every
/// expert's.  Embedding, head and vectors are Adam's.
MuonWork muon_work(const model::Transformer& model, const hardware::KernelRates& rates);

}  // namespace fmplan::sim
