#pragma once

/// @file
/// JAX's policies of rematerialisation, as MaxText names them.
///
/// A policy names the tensors of a layer that are kept, on the device or on the host; whatever leads to the others is
/// computed again from the layer's input [AI-Hypercomputer/maxtext, get_remat_policy() of its decoders]:
///
///   minimal                            every projection; attention is computed again
///   minimal_with_context, …_flash      attention too
///   save_dot_with_context_except_mlp   attention and its projections
///   save_dot_except_mlp, …_mlpwi       attention's projections
///   save_qkv_proj, qkv_proj_offloaded  queries, keys and values
///   save_out_proj                      attention's output projection
///   custom                             those that are listed
///
/// The fused kernel's residuals bear the name "context", so that with it attention is kept as a whole.

#include <string_view>

#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"

namespace fmplan::evidence {

/// Selective recomputation of what the policy does not keep.  `policy` is an answer to the reading "remat-policy";
/// `notes`, in lower case, hold the list of a custom one: "remat_policy=custom(out_proj,query/key/value_proj=offload)".
model::Recomputation rematerialised(std::string_view policy, std::string_view notes, const model::Transformer& model);

}  // namespace fmplan::evidence
