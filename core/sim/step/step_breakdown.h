#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"

namespace fmplan::sim {

/// What the time of a step is spent on; each second is counted once.
enum class StepPart {
  kGemm,                  ///< matrix products of the layers, forward and backward
  kAttention,             ///< the s × s core
  kElementWise,           ///< norms, activation, residuals, rotary embedding, MoE permutation
  kRecompute,             ///< forward work done again in the backward pass, its communication included
  kGradientAccumulation,  ///< adding each micro-batch's weight gradients to the running sum
  kHead,                  ///< LM head and loss, as far as they lengthen the slowest stage
  kLaunch,                ///< waiting for the host to launch kernels
  kTensorParallel,        ///< exposed tensor- and sequence-parallel collectives
  kContextParallel,       ///< exposed key/value exchange
  kExpertParallel,        ///< dispatch and combine
  kPipelineBubble,
  kPipelineTransfer,  ///< exposed point-to-point sends between stages
  kDataParallel,      ///< exposed gradient reduction, parameter gathering
  kOptimizer,
  kOffload,    ///< exposed copies to and from the host
  kStraggler,  ///< waiting for the slowest of many nodes
};
inline constexpr auto kStepPartNames = names<StepPart>({{"gemm", StepPart::kGemm},
                                                        {"attention", StepPart::kAttention},
                                                        {"element_wise", StepPart::kElementWise},
                                                        {"recompute", StepPart::kRecompute},
                                                        {"gradient_accumulation", StepPart::kGradientAccumulation},
                                                        {"head_and_loss", StepPart::kHead},
                                                        {"launch", StepPart::kLaunch},
                                                        {"tensor_parallel", StepPart::kTensorParallel},
                                                        {"context_parallel", StepPart::kContextParallel},
                                                        {"expert_parallel", StepPart::kExpertParallel},
                                                        {"pipeline_bubble", StepPart::kPipelineBubble},
                                                        {"pipeline_transfer", StepPart::kPipelineTransfer},
                                                        {"data_parallel", StepPart::kDataParallel},
                                                        {"optimizer", StepPart::kOptimizer},
                                                        {"offload", StepPart::kOffload},
                                                        {"straggler", StepPart::kStraggler}});
inline constexpr std::size_t kNumStepParts = kStepPartNames.count;

/// "gemm", "attention", … as reports name them.
inline std::string_view step_part_name(StepPart part) { return kStepPartNames.name(part); }

struct StepTime {
  std::array<Seconds, kNumStepParts> parts{};  ///< indexed by StepPart
  Seconds hidden_data_parallel;                ///< gradient and parameter traffic hidden behind compute
  Seconds data_parallel_slowdown;              ///< of kernels that it runs beside; part of StepPart::kDataParallel
  int num_micro_batches = 0;
  double bubble_fraction = 0;  ///< bubble over the whole step

  Seconds operator[](StepPart part) const { return parts[static_cast<std::size_t>(part)]; }
  Seconds& operator[](StepPart part) { return parts[static_cast<std::size_t>(part)]; }
  Seconds total() const;
};

/// Every time of the step times a factor.
void scale(StepTime& step, double factor);

}  // namespace fmplan::sim
