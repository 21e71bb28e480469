#pragma once

/// @file
/// What recomputation keeps, and how much of a layer it does again.
///
/// By operation: attention, every second product of a layer, counted from the query product on, and the exchanges of
/// routed tokens keep their output, and all else is computed again (selective activation checkpointing of torchtitan
/// [github:pytorch/torchtitan torchtitan/distributed/activation_checkpoint.py: all_to_all_single, deepep.dispatch and
/// deepep.combine among the operations saved]; borne out by its measured peaks).  Of query, key, value, output, gate,
/// up and down projection these are the first, third, fifth and seventh; of latent attention's five products the
/// down-projections and the output.  Grouped products of routed experts keep none.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/parallel_plan.h"
#include "core/model/stage_layout.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// Kept of a token and layer under recomputation by operation, beside the layer's input.
struct KeptByOperation {
  double split_elements = 0;       ///< on all tensor ranks together
  double replicated_elements = 0;  ///< on each: the latents of latent attention
  int hidden_copies = 1;           ///< hidden-sized, split as the residual stream is; the layer's input is one
  double exchanged_elements = 0;   ///< of tokens dispatched and combined, split over tensor ranks
};
KeptByOperation kept_by_operation(const Transformer& model, LayerKind kind, const ParallelPlan& plan);

/// Of the FLOP of a layer's products, attention's own apart, the share that is done again in a layer that is computed
/// again: all of it, every second product, or the named modules'.
double repeated_product_share(const Transformer& model, LayerKind kind, const Recomputation& recompute);

/// Whether attention's scores and their product with the values are done again.
bool repeats_core_attention(const Recomputation& recompute);

/// Of `num_layers` in `num_chunks` model chunks, the share that is computed again: 1, but for blocks of layers, which
/// are the first of each chunk.  0 without recomputation.
inline double recomputed_share(const Recomputation& recompute, double num_layers, double num_chunks) {
  if (recompute.kind == Recompute::kNone || num_layers <= 0) return 0;
  const bool block = recompute.kind == Recompute::kFull && recompute.method == RecomputeMethod::kBlock;
  return block ? std::min(1.0, recompute.num_layers * num_chunks / num_layers) : 1;
}

/// Modules by their names, with commas or blanks between, and the words that name none.
struct NamedModules {
  unsigned modules = 0;
  std::vector<std::string> unknown;
};
NamedModules parse_modules(std::string_view text);

/// "core_attn, moe_act": the named modules; empty if there are none.
std::string module_names(const Recomputation& recompute);

/// What the kind leaves open, in words: its modules, "the first 2 layers of a chunk", "units of 4 layers"; else empty.
std::string recomputation_detail(const Recomputation& recompute);

}  // namespace fmplan::model
