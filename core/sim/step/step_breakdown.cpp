#include "core/sim/step/step_breakdown.h"

namespace fmplan::sim {

std::string_view step_part_name(StepPart part) {
  static constexpr std::string_view kNames[kNumStepParts] = {"gemm",
                                                             "attention",
                                                             "element_wise",
                                                             "recompute",
                                                             "gradient_accumulation",
                                                             "head_and_loss",
                                                             "launch",
                                                             "tensor_parallel",
                                                             "context_parallel",
                                                             "expert_parallel",
                                                             "pipeline_bubble",
                                                             "pipeline_transfer",
                                                             "data_parallel",
                                                             "optimizer",
                                                             "offload",
                                                             "straggler"};
  return kNames[static_cast<std::size_t>(part)];
}

Seconds StepTime::total() const {
  Seconds sum;
  for (const Seconds part : parts) sum += part;
  return sum;
}

}  // namespace fmplan::sim
