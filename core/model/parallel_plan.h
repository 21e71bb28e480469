#pragma once

#include <string>

namespace fmplan::model {

enum class ZeroStage { kNone = 0, kOptimizer = 1, kGradients = 2, kParameters = 3 };
enum class Recompute { kNone, kSelective, kFull };
enum class PipelineSchedule { kGpipe, kOneForwardOneBackward };
enum class Precision { kBf16, kFp16, kFp8, kFp4, kFp32 };
enum class Optimizer { kAdam, kAdamBf16Moments, kAdam8bit, kMuon, kSgd };

/// How a training job is split over accelerators.  data_parallel counts replicas of the dense part:
/// world = tensor · pipeline · context · data.  Expert parallelism divides data·context (and does not enter the world).
struct ParallelPlan {
  int tensor = 1;
  int pipeline = 1;
  int virtual_pipeline = 1;  ///< model chunks per pipeline rank (interleaved 1F1B when above 1)
  int context = 1;
  int expert = 1;
  int expert_tensor = 0;  ///< tensor-parallel degree inside an expert; 0: as `tensor`
  int data = 1;
  int micro_batch_size = 1;  ///< sequences
  int shard_group = 0;  ///< ranks among which ZeRO shards, copies being kept between groups (HSDP); 0: all replicas
  ZeroStage zero_stage = ZeroStage::kOptimizer;
  bool sequence_parallel = true;
  Recompute recompute = Recompute::kNone;
  PipelineSchedule schedule = PipelineSchedule::kOneForwardOneBackward;

  friend bool operator==(const ParallelPlan&, const ParallelPlan&) = default;
};

constexpr int expert_tensor(const ParallelPlan& plan) {
  return plan.expert_tensor > 0 ? plan.expert_tensor : plan.tensor;
}

/// Ranks that hold the same experts: data · context · tensor/(expert · expert-tensor).
constexpr int expert_replicas(const ParallelPlan& plan) {
  const int replicas = plan.data * plan.context * plan.tensor / (plan.expert * expert_tensor(plan));
  return replicas > 1 ? replicas : 1;
}

/// Ranks among which ZeRO shards.
constexpr int shard_ranks(const ParallelPlan& plan) {
  const int replicas = plan.data * plan.context;
  return plan.shard_group > 0 && plan.shard_group < replicas ? plan.shard_group : replicas;
}

constexpr int world_size(const ParallelPlan& plan) { return plan.tensor * plan.pipeline * plan.context * plan.data; }

/// Layers of the most loaded pipeline stage when `num_layers` are dealt as evenly as whole layers allow.
constexpr int layers_per_stage(int num_layers, int pipeline) { return (num_layers + pipeline - 1) / pipeline; }

}  // namespace fmplan::model
