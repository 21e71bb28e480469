#include "core/model/state_bytes.h"

#include <cstddef>

#include "core/model/adapters.h"

namespace fmplan::model {

double quantised_bytes(ScalingRecipe recipe) {
  switch (recipe) {
    case ScalingRecipe::kDelayed:
    case ScalingRecipe::kCurrent:
    case ScalingRecipe::kBlockwise: return 1;
    case ScalingRecipe::kMxfp8: return 1 + 1.0 / 32;
    case ScalingRecipe::kNvfp4: return 0.5 + 1.0 / 16;
  }
  return 1;
}

StaticBytesPerParameter static_bytes_per_parameter(Precision precision, Optimizer optimizer, GradientStorage gradients,
                                                   WeightStorage weights, const QuantisedWeights& quantised) {
  const bool fp32 = precision == Precision::kFp32;
  if (!fp32 && weights == WeightStorage::kComputeCopyOnly) {
    const double per_moment = optimizer == Optimizer::kAdam8bit ? 1 : 2;
    const bool one_moment = optimizer == Optimizer::kMuon || optimizer == Optimizer::kSgd;
    return {.weights = 2, .gradients = 2, .optimizer = one_moment ? per_moment : 2 * per_moment};
  }
  const bool own_master = fp32 || weights == WeightStorage::kMasterOnly;
  StaticBytesPerParameter bytes;
  bytes.weights = own_master ? 4 : 2;
  if (is_quantised(precision) && !own_master)
    bytes.weights = (quantised.primary ? 0 : 2) + 2 * quantised_bytes(quantised.recipe);
  switch (optimizer) {
    case Optimizer::kAdam: bytes.optimizer = 8; break;
    case Optimizer::kAdamBf16Moments:
    case Optimizer::kMuon:
    case Optimizer::kSgd: bytes.optimizer = 4; break;
    case Optimizer::kAdam8bit: bytes.optimizer = 2; break;
  }
  if (!own_master) bytes.optimizer += 4;
  const bool wide_by_default = own_master || precision == Precision::kBf16 || is_quantised(precision);
  switch (gradients) {
    case GradientStorage::kByPrecision: bytes.gradients = wide_by_default ? 4 : 2; break;
    case GradientStorage::kAsWeights: bytes.gradients = own_master ? 4 : 2; break;
    case GradientStorage::kFp32: bytes.gradients = 4; break;
    case GradientStorage::kAsWeightsAndFp32:
      bytes.gradients = own_master ? 4 : 2;
      if (!own_master) bytes.optimizer += 4;
      break;
    case GradientStorage::kAsWeightsAndWholeFp32: bytes.gradients = own_master ? 4 : 6; break;
  }
  return bytes;
}

StaticBytesPerParameter sharded(const StaticBytesPerParameter& bytes, ZeroStage zero_stage, double num_shards) {
  const auto share = [&](ZeroStage from, double value) { return zero_stage >= from ? value / num_shards : value; };
  return {.weights = share(ZeroStage::kParameters, bytes.weights),
          .gradients = share(ZeroStage::kGradients, bytes.gradients),
          .optimizer = share(ZeroStage::kOptimizer, bytes.optimizer)};
}

CheckpointParts checkpoint_parts(Precision precision, Optimizer optimizer, WeightStorage weights) {
  CheckpointParts parts;
  std::size_t used = 0;
  const auto keep = [&](std::string_view state, double bytes) { parts[used++] = {state, bytes}; };
  const bool fp32 = precision == Precision::kFp32;
  const bool narrow = !fp32 && weights == WeightStorage::kComputeCopyOnly;
  if (!fp32 && weights != WeightStorage::kMasterOnly)
    keep(precision == Precision::kFp16 ? "fp16 weights" : "bf16 weights", 2);
  if (!narrow) keep("fp32 master weights", 4);
  switch (optimizer) {
    case Optimizer::kAdam:
      if (narrow) {
        keep("16-bit first moment", 2);
        keep("16-bit second moment", 2);
        break;
      }
      keep("fp32 first moment", 4);
      keep("fp32 second moment", 4);
      break;
    case Optimizer::kAdamBf16Moments:
      keep("bf16 first moment", 2);
      keep("bf16 second moment", 2);
      break;
    case Optimizer::kAdam8bit:
      keep("8-bit first moment", 1);
      keep("8-bit second moment", 1);
      break;
    case Optimizer::kMuon:
    case Optimizer::kSgd: narrow ? keep("16-bit momentum", 2) : keep("fp32 momentum", 4); break;
  }
  return parts;
}

Bytes checkpoint_bytes(const Transformer& model, Precision precision, Optimizer optimizer, int adapter_rank,
                       AdapterTargets adapter_targets, WeightStorage weights) {
  double bytes = 0;
  for (const CheckpointPart& part : checkpoint_parts(precision, optimizer, weights)) bytes += part.bytes_per_parameter;
  if (adapter_rank > 0)
    return (model.num_layers + model.num_mtp_layers) * adapter_rank * mean_adapted_width(model, 1, adapter_targets) *
           bytes * byte;
  const ParameterCount count = count_parameters(model);
  return static_cast<double>(count.total + count.mtp) * bytes * byte;
}

Bytes frozen_weight_bytes(const Transformer& model, Precision precision) {
  const ParameterCount count = count_parameters(model);
  return static_cast<double>(count.total + count.mtp) * element_bytes(precision) * byte;
}

}  // namespace fmplan::model
