#pragma once

/// @file
/// What only whole training steps show of a framework: factors and overheads that no kernel or collective benchmark
/// has, fitted to measured steps (core/calibration/step_fit).

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/names.h"

namespace fmplan::sim {

/// Each habit has one physical meaning, and one value per framework.
enum class StepHabit {
  kElementWise,            ///< time of norms, activations and residuals over what the counted passes take
  kAttention,              ///< time of fused attention over that of the accelerator's fastest library
  kHostPerLayer,           ///< seconds the host needs to launch a layer's forward pass; backward twice
  kHostPerMixtureLayer,    ///< … of a mixture's layer over a dense one's
  kHostPerTensorDoubling,  ///< share that host times grow by with each doubling of tensor-parallel ranks
  kHostPerMicroBatch,      ///< seconds between micro-batches: data loading, schedule, synchronisation
  kHostPerStep,            ///< seconds a step costs besides: optimizer launches, gradient norm, logging
  kStagePerTensorRank,     ///< seconds per layer and tensor rank, at least, that a pipeline stage takes with tensor
                           ///< parallelism inside
  kAcrossPerTensorRank,    ///< … and with a tensor-parallel group that spans scale-up domains
  kExpertImbalance,        ///< routed tokens of the busiest rank over the mean
  kExpertProducts,         ///< time of grouped products over that of the same products' kernels
  kPerExpert,              ///< seconds that each local expert costs in a forward pass; backward twice
  kExpertWeightPasses,  ///< passes over each local expert's weights that a forward pass makes besides; backward twice
  kPermutation,         ///< time to permute routed tokens over a read and a write each way
  kTensorParallel,      ///< time of tensor-parallel collectives over that in a benchmark of their own
  kTensorSkew,          ///< seconds that ranks wait for each other at each, per doubling of the group
  kContextParallel,
  kExpertParallel,
  kPipelineTransfer,
  kExpertSpread,          ///< exponent of the number of domains by which the all-to-all slows
  kDataParallel,          ///< … of gradients and parameters across scale-up domains
  kDataParallelInside,    ///< … inside one
  kBesideCollective,      ///< how much slower kernels run beside gradient and parameter traffic
  kAccumulation,          ///< time to add a micro-batch's gradients over a read and a write
  kHead,                  ///< time of LM head and loss over what their kernels and passes take
  kCasts,                 ///< passes over the inputs of a layer's products that 8- and 4-bit training adds
  kStraggler,             ///< share a step grows by with every doubling of hosts beyond one
  kYearlyGain,            ///< how much faster, as a logarithm, a year's releases make steps
  kYearlyGainOfMixtures,  ///< … of mixtures of experts
};
inline constexpr auto kStepHabitNames =
    names<StepHabit>({{"element_wise", StepHabit::kElementWise},
                      {"attention", StepHabit::kAttention},
                      {"host_per_layer", StepHabit::kHostPerLayer},
                      {"host_per_mixture_layer", StepHabit::kHostPerMixtureLayer},
                      {"host_per_tensor_doubling", StepHabit::kHostPerTensorDoubling},
                      {"host_per_micro_batch", StepHabit::kHostPerMicroBatch},
                      {"host_per_step", StepHabit::kHostPerStep},
                      {"stage_per_tensor_rank", StepHabit::kStagePerTensorRank},
                      {"across_per_tensor_rank", StepHabit::kAcrossPerTensorRank},
                      {"expert_imbalance", StepHabit::kExpertImbalance},
                      {"expert_products", StepHabit::kExpertProducts},
                      {"per_expert", StepHabit::kPerExpert},
                      {"expert_weight_passes", StepHabit::kExpertWeightPasses},
                      {"permutation", StepHabit::kPermutation},
                      {"tensor_parallel", StepHabit::kTensorParallel},
                      {"tensor_skew", StepHabit::kTensorSkew},
                      {"context_parallel", StepHabit::kContextParallel},
                      {"expert_parallel", StepHabit::kExpertParallel},
                      {"pipeline_transfer", StepHabit::kPipelineTransfer},
                      {"expert_spread", StepHabit::kExpertSpread},
                      {"data_parallel", StepHabit::kDataParallel},
                      {"data_parallel_inside", StepHabit::kDataParallelInside},
                      {"beside_collective", StepHabit::kBesideCollective},
                      {"accumulation", StepHabit::kAccumulation},
                      {"head", StepHabit::kHead},
                      {"casts", StepHabit::kCasts},
                      {"straggler", StepHabit::kStraggler},
                      {"yearly_gain", StepHabit::kYearlyGain},
                      {"yearly_gain_of_mixtures", StepHabit::kYearlyGainOfMixtures}});
inline constexpr std::size_t kNumStepHabits = kStepHabitNames.count;

/// Seconds for host times, floors, skew and the cost of an expert, pure numbers else.  The defaults change nothing; a
/// host time per layer of 0 is the framework item's.
struct StepHabits {
  std::array<double, kNumStepHabits> values = {1, 1, 0, 1, 0, 0, 0, 0, 0,     1, 1, 0, 0, 1,
                                               1, 0, 1, 1, 1, 0, 1, 1, 0.189, 1, 1, 0, 0};

  double operator[](StepHabit habit) const { return values[static_cast<std::size_t>(habit)]; }
  double& operator[](StepHabit habit) { return values[static_cast<std::size_t>(habit)]; }
  friend bool operator==(const StepHabits&, const StepHabits&) = default;
};

/// "element_wise", "attention", … as profiles name them.
inline std::string_view step_habit_name(StepHabit habit) { return kStepHabitNames.name(habit); }

}  // namespace fmplan::sim
