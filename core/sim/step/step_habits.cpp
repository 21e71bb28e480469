#include "core/sim/step/step_habits.h"

namespace fmplan::sim {

std::string_view step_habit_name(StepHabit habit) {
  static constexpr std::array<std::string_view, kNumStepHabits> kNames = {"element_wise",
                                                                          "attention",
                                                                          "host_per_layer",
                                                                          "host_per_mixture_layer",
                                                                          "host_per_tensor_doubling",
                                                                          "host_per_micro_batch",
                                                                          "host_per_step",
                                                                          "stage_per_tensor_rank",
                                                                          "across_per_tensor_rank",
                                                                          "expert_imbalance",
                                                                          "expert_products",
                                                                          "per_expert",
                                                                          "permutation",
                                                                          "tensor_parallel",
                                                                          "tensor_skew",
                                                                          "context_parallel",
                                                                          "expert_parallel",
                                                                          "pipeline_transfer",
                                                                          "expert_spread",
                                                                          "data_parallel",
                                                                          "beside_collective",
                                                                          "accumulation",
                                                                          "head",
                                                                          "casts",
                                                                          "straggler"};
  return kNames[static_cast<std::size_t>(habit)];
}

}  // namespace fmplan::sim
