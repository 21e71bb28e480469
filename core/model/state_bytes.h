#pragma once

/// @file
/// Bytes per parameter of weights, gradients and optimizer state, in memory and in a checkpoint.

#include <array>
#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/model/adapters.h"
#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// What gradients are accumulated in.
enum class GradientStorage {
  kByPrecision,           ///< fp32 beside bf16 and fp8 weights; the weights' own format beside fp16 and fp32
  kAsWeights,             ///< 2 bytes beside bf16, fp8 and fp16 weights, 4 beside fp32
  kFp32,                  ///< 4 bytes
  kAsWeightsAndFp32,      ///< both at once, the fp32 copy sharded with the optimizer (fp16 in Megatron and DeepSpeed)
  kAsWeightsAndWholeFp32  ///< both at once, the fp32 copy whole until ZeRO-2 (nanotron, DeepSpeed's bf16 optimizer)
};
inline constexpr auto kGradientStorageNames =
    names<GradientStorage>({{"by_precision", GradientStorage::kByPrecision},
                            {"as_weights", GradientStorage::kAsWeights},
                            {"fp32", GradientStorage::kFp32},
                            {"as_weights_and_sharded_fp32", GradientStorage::kAsWeightsAndFp32},
                            {"as_weights_and_fp32", GradientStorage::kAsWeightsAndWholeFp32}});

/// Where the fp32 master weights lie.
enum class WeightStorage {
  kComputeCopyAndMaster,  ///< a resident copy in the compute format, and the master with the optimizer state
  kMasterOnly,            ///< FSDP's mixed precision: sharded fp32 weights, cast when they are gathered
  kComputeCopyOnly        ///< weights, gradients and moments all in 16 bits (NeMo Automodel, by its measured peaks)
};

/// Weights of products in 8 and 4 bits.
struct QuantisedWeights {
  ScalingRecipe recipe = ScalingRecipe::kDelayed;
  bool primary = false;  ///< no 16-bit copy beside them: they are made from the master and gathered as they are

  friend bool operator==(const QuantisedWeights&, const QuantisedWeights&) = default;
};

/// Bytes of one quantised copy of an element, its share of a scale included: 1 with a scale a tensor or block,
/// 1 + 1/32 with MXFP8, 1/2 + 1/16 with NVFP4.
double quantised_bytes(ScalingRecipe recipe);

/// Bytes per parameter of one replica before any sharding.
struct StaticBytesPerParameter {
  double weights = 0;
  double gradients = 0;
  double optimizer = 0;  ///< master weights included, if they are apart

  double total() const { return weights + gradients + optimizer; }
  friend bool operator==(const StaticBytesPerParameter&, const StaticBytesPerParameter&) = default;
};

/// Weights / gradients / optimizer state in bytes:
///   bf16, Adam 2/4/12 (fp32 main gradients; master 4, two moments 8) [Megatron-LM distributed optimizer];
///   fp16, Adam 2/2/12 [ZeRO, Rajbhandari et al. 2020, §3.1];  fp32, Adam 4/4/8;
///   fp8, fp4: as bf16, and the row-wise and the column-wise quantised copy, 2·quantised_bytes(), which Transformer
///   Engine keeps over the micro-batches of a step; with 8-bit primary weights these two alone.
/// Optimizer state beside the master: Adam 8, with bf16 moments 4, 8-bit 2, Muon 4, SGD (with momentum) 4.
/// Muon's treatment of embedding and head (by Adam, 4 bytes more) and the scales of 8-bit blocks are neglected.
StaticBytesPerParameter static_bytes_per_parameter(Precision precision, Optimizer optimizer,
                                                   GradientStorage gradients = GradientStorage::kByPrecision,
                                                   WeightStorage weights = WeightStorage::kComputeCopyAndMaster,
                                                   const QuantisedWeights& quantised = {});

/// The same per rank of `num_shards` data-parallel ranks: ZeRO 1 divides the optimizer state, 2 the gradients too, 3
/// the weights too.  @pre num_shards > 0.
StaticBytesPerParameter sharded(const StaticBytesPerParameter& bytes, ZeroStage zero_stage, double num_shards);

/// One kind of state a checkpoint keeps.
struct CheckpointPart {
  std::string_view state;  ///< "bf16 weights", "fp32 master weights", "first moment", …; empty if unused
  double bytes_per_parameter = 0;
};
using CheckpointParts = std::array<CheckpointPart, 4>;

/// The state a resumable checkpoint keeps, as it is stored in memory: for bf16 and Adam bf16 weights 2, master weights
/// 4, moments 4 + 4 = 14 bytes per parameter, 12 where the fp32 weights are the only ones stored.  Gradients are not
/// kept, and neither are copies that are made again from the weights: fp8, and the 16 bits of autocast.
CheckpointParts checkpoint_parts(Precision precision, Optimizer optimizer,
                                 WeightStorage weights = WeightStorage::kComputeCopyAndMaster);

/// Size of a checkpoint, MTP modules included; data-loader and random state (megabytes) are neglected.  Of adapters of
/// rank `adapter_rank`, theirs alone: the frozen weights are where the run began.
Bytes checkpoint_bytes(const Transformer& model, Precision precision = Precision::kBf16,
                       Optimizer optimizer = Optimizer::kAdam, int adapter_rank = 0,
                       AdapterTargets adapter_targets = AdapterTargets::kQueryKeyValue,
                       WeightStorage weights = WeightStorage::kComputeCopyAndMaster);

/// The model as it was published, which every start reads where adapters alone are trained: 2 bytes a parameter, 4 with
/// fp32, MTP modules included.  Weights in 4 bits are taken to be made of it.
Bytes frozen_weight_bytes(const Transformer& model, Precision precision);

}  // namespace fmplan::model
