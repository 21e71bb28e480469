#pragma once

/// @file
/// A closed form that core/model/memory_use is held against, and none of the program needs.

#include "core/base/quantity.h"
#include "core/model/parallel_plan.h"

namespace fmplan::reference {

/// Activations of one GPT layer in fp16 with dropout [Korthikanti et al. 2022, Table 2 and §4]:
///   s·b·h·(10 + 24/t + 5as/(ht));  sequence-parallel s·b·h/t·(34 + 5as/h);  selective: without the 5as term;
///   full: 2·s·b·h.
Bytes korthikanti_activation_bytes_per_layer(int sequence_length, int micro_batch_size, int hidden_size, int num_heads,
                                             int tensor, bool sequence_parallel, model::Recompute recompute);

}  // namespace fmplan::reference
