#pragma once

/// @file
/// What decides the memory of a training job beside the architecture, and what a measured peak is of.

#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/model/adapters.h"
#include "core/model/memory_chance.h"
#include "core/model/parallel_plan.h"
#include "core/model/stage_layout.h"
#include "core/model/state_bytes.h"

namespace fmplan::model {

/// How much memory a training framework takes where another takes less.  The storage habits are its code's, the
/// numbers fitted (docs/models/memory_validation.md); the defaults describe fused kernels and nothing kept twice.
struct MemoryHabits {
  /// Activations kept by the framework over those of fused kernels: eager PyTorch about 1.65 (56·h against 34·h bytes
  /// per token and layer, measured on Llama 3.1 8B) [Bekman].
  double activation_factor = 1;
  /// Hidden-sized inputs of a layer's tensor-parallel products kept whole by each rank under sequence parallelism,
  /// though it needs 1/t of them: up to 2.
  double gathered_copies = 0;
  /// Of one logit: bf16, its fp32 copy and the fp32 gradient.  Fits to measured peaks range from 6 to 14.
  double bytes_per_logit = 10;
  /// Of one logit, while the next micro-batch is computed: the last one's loss keeps its graph.
  double retained_logit_bytes = 0;
  /// Per parameter that a rank holds after tensor and pipeline parallelism (a share of it where ZeRO 3 shards
  /// weights): buckets, flattened copies, temporary storage of the optimizer.
  double extra_bytes_per_parameter = 0;
  /// What the allocator holds beyond what is allocated, as a share of that: fragments and cached blocks.
  double reserved_share = 0;
  GradientStorage gradients_beside_bf16 = GradientStorage::kByPrecision;  ///< also beside fp8
  GradientStorage gradients_beside_fp16 = GradientStorage::kByPrecision;
  WeightStorage weight_storage = WeightStorage::kComputeCopyAndMaster;
  bool quantised_primary_weights = false;    ///< see QuantisedWeights::primary
  bool quantised_saved_inputs = false;       ///< inputs of products are kept as quantised, not in 16 bits
  bool quantised_activation_inputs = false;  ///< and those of the MLP's activation function
  bool weighted_activation = false;  ///< router weights multiply the inner activation: what experts give is not kept
  MemoryInterval interval{};

  friend bool operator==(const MemoryHabits&, const MemoryHabits&) = default;
};

/// The storage habits of `storage` with the numbers and the interval of `numbers`.
MemoryHabits with_numbers(MemoryHabits storage, const MemoryHabits& numbers);

/// CUDA context with lazily loaded kernels, A100, PyTorch 2.1 [Bekman, ML Engineering, ch. memory]; 0.92 GiB if all
/// kernels are loaded at start.
inline constexpr Bytes kCudaContext = 0.47 * gibibyte;
/// What the first NCCL collective adds (from 0.55 to 2.00 GiB in all) [same source].
inline constexpr Bytes kCollectiveLibrary = 1.45 * gibibyte;

/// What decides memory beside the architecture.  The defaults describe Megatron-Core; other frameworks differ in
/// `habits`.
struct MemorySettings {
  ParallelPlan plan;
  Precision precision = Precision::kBf16;
  ScalingRecipe recipe = ScalingRecipe::kDelayed;  ///< of fp8 and fp4
  Optimizer optimizer = Optimizer::kAdam;
  int sequence_length = 4096;
  int num_micro_batches = 1;  ///< per step and pipeline
  int adapter_rank = 0;       ///< of low-rank adapters, which alone are trained then; 0: all parameters are
  AdapterTargets adapter_targets = AdapterTargets::kQueryKeyValue;
  FrozenWeights frozen_weights = FrozenWeights::kAsComputed;  ///< beside adapters
  int loss_chunks = 1;  ///< pieces that a micro-batch's logits, loss and gradient are made in, one after the other
  LayerDeal layer_deal = LayerDeal::kEven;
  /// Gradients are 16-bit where the habits leave it to the precision.
  bool narrow_gradients = false;
  MemoryHabits habits{};
  bool flash_attention = true;
  /// The inner activation of the MLP is computed again in the backward pass, its output not kept.
  bool recompute_activation_function = false;
  Bytes framework_overhead = kCudaContext;
  Bytes collective_overhead = kCollectiveLibrary;  ///< counted if there is more than one rank
};

/// What a measured peak is of.  Each counts what the one before it does.
enum class MemoryReading {
  kAllocated,  ///< by tensors: torch.cuda.max_memory_allocated
  kReserved,   ///< by the allocator: max_memory_reserved
  kDevice      ///< of the card: nvidia-smi, with context and communicators
};
inline constexpr auto kMemoryReadingNames = names<MemoryReading>({{"allocated", MemoryReading::kAllocated},
                                                                  {"reserved", MemoryReading::kReserved},
                                                                  {"device", MemoryReading::kDevice}});
inline std::string_view memory_reading_name(MemoryReading reading) { return kMemoryReadingNames.name(reading); }

/// `settings` such that memory_use() gives what `reading` counts.
MemorySettings read_as(MemorySettings settings, MemoryReading reading);

}  // namespace fmplan::model
