#pragma once

/// @file
/// Recomputation by operation: attention and every second product of a layer keep their output, counted from the query
/// product on, and all else is computed again (selective activation checkpointing of torchtitan, policy "op"; from
/// memory, and borne out by its measured peaks).  Of query, key, value, output, gate, up and down projection these are
/// the first, third, fifth and seventh.  Grouped products of routed experts keep none.

#include "core/model/stage_layout.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// Elements kept of a token and layer on one of `tensor` ranks, split as attention is: the outputs of the query and the
/// value product and of attention, and of a dense MLP its first product's.  Beside these the layer's input and, of a
/// dense MLP, the output of its last product stay: hidden-sized, see per_operation_hidden_copies().
double per_operation_elements(const Transformer& model, LayerKind kind, int tensor);
int per_operation_hidden_copies(LayerKind kind);

/// Of the FLOP of a layer's products, the share that is done again: the key and the output projection, and of the MLP
/// the second of three products (of two, the second), or all of the routed experts'.
double per_operation_share(const Transformer& model, LayerKind kind);

}  // namespace fmplan::model
