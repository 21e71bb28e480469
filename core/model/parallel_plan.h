#pragma once

#include <vector>

#include "core/base/names.h"

namespace fmplan::model {

enum class ZeroStage { kNone = 0, kOptimizer = 1, kGradients = 2, kParameters = 3 };
inline constexpr auto kZeroStageNames = names<ZeroStage>({{"0", ZeroStage::kNone},
                                                          {"1", ZeroStage::kOptimizer},
                                                          {"2", ZeroStage::kGradients},
                                                          {"3", ZeroStage::kParameters}});
/// What the backward pass computes again.
enum class Recompute {
  kNone,
  kSelective,     ///< the core of attention where it is unfused, else the activation function [Korthikanti et al. 2022]
  kPerOperation,  ///< all but attention and every second product, as torchtitan has it (core/model/recomputation.h)
  kFull           ///< every layer from its input
};
inline constexpr auto kRecomputeNames = names<Recompute>({{"none", Recompute::kNone},
                                                          {"selective", Recompute::kSelective},
                                                          {"per_operation", Recompute::kPerOperation},
                                                          {"full", Recompute::kFull}});

/// Parts of a layer that are computed again each by itself, by the names of Megatron-Core's recompute_modules (from
/// memory, unconfirmed); the projections by those of MaxText's tensors (core/evidence/remat_policy.h).
enum class RecomputeModule {
  kCoreAttention,    ///< scores, softmax, and their product with the values
  kLayerNorm,        ///< the outputs of the norms before attention and MLP
  kMlp,              ///< of a dense layer, from its input
  kMoeActivation,    ///< what is behind the routed experts' activation function
  kSharedExperts,    ///< from their input
  kMlaUpProjection,  ///< queries, keys and values of latent attention, from the latents
  kMoe,              ///< the whole mixture from its input, dispatch and combine included
  kQkvProjection,    ///< queries, keys and values from the layer's input; of latent attention the latents
  kOutputProjection  ///< of attention
};
inline constexpr auto kRecomputeModuleNames =
    names<RecomputeModule>({{"core_attn", RecomputeModule::kCoreAttention},
                            {"layernorm", RecomputeModule::kLayerNorm},
                            {"mlp", RecomputeModule::kMlp},
                            {"moe_act", RecomputeModule::kMoeActivation},
                            {"shared_experts", RecomputeModule::kSharedExperts},
                            {"mla_up_proj", RecomputeModule::kMlaUpProjection},
                            {"moe", RecomputeModule::kMoe},
                            {"qkv_proj", RecomputeModule::kQkvProjection},
                            {"out_proj", RecomputeModule::kOutputProjection}});

/// Which whole layers are computed again.
enum class RecomputeMethod {
  kUniform,  ///< all; those of a unit of so many from the input of its first
  kBlock     ///< the first so many of each model chunk
};
inline constexpr auto kRecomputeMethodNames =
    names<RecomputeMethod>({{"uniform", RecomputeMethod::kUniform}, {"block", RecomputeMethod::kBlock}});

/// A kind, and what it leaves open.
struct Recomputation {
  constexpr Recomputation(Recompute of_kind = Recompute::kNone) : kind(of_kind) {}  // NOLINT: a kind is one

  Recompute kind;
  unsigned modules = 0;  ///< of kSelective: a bit for each RecomputeModule; 0: what the kind says
  RecomputeMethod method = RecomputeMethod::kUniform;  ///< of kFull
  int num_layers = 1;                                  ///< of kFull: of a unit, or of each model chunk

  constexpr bool has(RecomputeModule module) const {
    return kind == Recompute::kSelective && (modules >> static_cast<unsigned>(module) & 1U) != 0;
  }
  /// What is cheap to compute again, modules not being named: the core of attention, or the activation function.
  constexpr bool is_cheapest() const { return kind == Recompute::kSelective && modules == 0; }

  friend bool operator==(const Recomputation&, const Recomputation&) = default;
};
constexpr unsigned bit_of(RecomputeModule module) { return 1U << static_cast<unsigned>(module); }

/// The order in which a pipeline stage takes its micro-batches (core/sim/step/pipeline_schedule.h); what is known of
/// each is in core/model/schedule_laws.h.
enum class PipelineSchedule {
  kOneForwardOneBackward,  ///< one of each in turn; with model chunks interleaved [Narayanan et al. 2021]
  kGpipe,                  ///< all forward, then all backward passes [Huang et al. 2019]
  kBreadthFirst,           ///< chunk by chunk, each for all micro-batches [Lamy-Poirier 2023]
  kZeroBubbleH1,           ///< weight gradients fill the end, in the memory of 1F1B [Qi et al. 2024, §2.1]
  kZeroBubbleV,            ///< two chunks a stage, placed as a V [Qi et al. 2024, §6]
  kDualPipe                ///< from both ends, forward beside backward [DeepSeek-V3, §3.2.1]
};
inline constexpr auto kPipelineScheduleNames =
    names<PipelineSchedule>({{"1f1b", PipelineSchedule::kOneForwardOneBackward},
                             {"gpipe", PipelineSchedule::kGpipe},
                             {"breadth_first", PipelineSchedule::kBreadthFirst},
                             {"zb_h1", PipelineSchedule::kZeroBubbleH1},
                             {"zb_v", PipelineSchedule::kZeroBubbleV},
                             {"dualpipe", PipelineSchedule::kDualPipe}});
inline constexpr int kNumPipelineSchedules = static_cast<int>(kPipelineScheduleNames.count);

enum class Precision { kBf16, kFp16, kFp8, kFp4, kFp32 };
/// As accelerators key their peaks, too.
inline constexpr auto kPrecisionNames = names<Precision>({{"bf16", Precision::kBf16},
                                                          {"fp16", Precision::kFp16},
                                                          {"fp8", Precision::kFp8},
                                                          {"fp4", Precision::kFp4},
                                                          {"fp32", Precision::kFp32}});
/// How operands of 8 and 4 bits are scaled.
enum class ScalingRecipe {
  kDelayed,    ///< a scale a tensor, of the steps before
  kCurrent,    ///< a scale a tensor, of this step
  kBlockwise,  ///< a scale for 128 × 128 weights and 128 activations [DeepSeek-V3, §3.3.2]
  kMxfp8,      ///< a scale of a byte for 32 elements, of rows and of columns apart [OCP Microscaling 1.0]
  kNvfp4       ///< 4 bits; a scale of a byte for 16 elements, of rows and of columns apart
};
inline constexpr auto kScalingRecipeNames = names<ScalingRecipe>({{"delayed", ScalingRecipe::kDelayed},
                                                                  {"current", ScalingRecipe::kCurrent},
                                                                  {"blockwise", ScalingRecipe::kBlockwise},
                                                                  {"mxfp8", ScalingRecipe::kMxfp8},
                                                                  {"nvfp4", ScalingRecipe::kNvfp4}});
/// Of fp8 and fp4, where none is stated.
constexpr ScalingRecipe usual_recipe(Precision precision) {
  return precision == Precision::kFp4 ? ScalingRecipe::kNvfp4 : ScalingRecipe::kDelayed;
}
/// Whether the products run in 8 or 4 bits.
constexpr bool is_quantised(Precision precision) {
  return precision == Precision::kFp8 || precision == Precision::kFp4;
}

/// Bytes of an element that is not quantised: of activations, and of weights as they are gathered.
constexpr double element_bytes(Precision precision) { return precision == Precision::kFp32 ? 4 : 2; }

enum class Optimizer { kAdam, kAdamBf16Moments, kAdam8bit, kMuon, kSgd };
inline constexpr auto kOptimizerNames = names<Optimizer>({{"adam", Optimizer::kAdam},
                                                          {"adam_bf16_moments", Optimizer::kAdamBf16Moments},
                                                          {"adam_8bit", Optimizer::kAdam8bit},
                                                          {"muon", Optimizer::kMuon},
                                                          {"sgd", Optimizer::kSgd}});

/// Which communication runs beside compute, as far as the framework is able to.
struct Overlap {
  bool tensor = true;      ///< tensor-parallel collectives beside the products around them
  bool gradients = true;   ///< their reduction beside the backward pass
  bool parameters = true;  ///< their gathering beside the forward pass
  bool expert = false;     ///< dispatch and combine beside a second micro-batch's compute (two-batch overlap)

  friend bool operator==(const Overlap&, const Overlap&) = default;
};

/// How routed tokens come to their experts and back (core/model/expert_routing.h).
enum class Dispatcher {
  kAllToAll,      ///< a copy for each expert, from rank to rank
  kAllGather,     ///< every token to all ranks, which take what is theirs
  kDeduplicating  ///< one copy to each scale-up domain and one to each rank with an expert of it (DeepEP, HybridEP)
};
inline constexpr auto kDispatcherNames = names<Dispatcher>({{"all_to_all", Dispatcher::kAllToAll},
                                                            {"all_gather", Dispatcher::kAllGather},
                                                            {"deduplicating", Dispatcher::kDeduplicating}});

/// What lies in the host's memory while it is not in use.
struct Offload {
  bool optimizer = false;    ///< master weights and moments
  bool activations = false;  ///< of layers waiting for their backward pass

  friend bool operator==(const Offload&, const Offload&) = default;
};

/// Of the model, what is stated to lie on one stage.
struct StageShare {
  int num_layers = 0;
  int mtp_modules = 0;  ///< multi-token-prediction modules
  bool embedding = false;
  bool head = false;

  friend bool operator==(const StageShare&, const StageShare&) = default;
};

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
  Recomputation recompute{};
  PipelineSchedule schedule = PipelineSchedule::kOneForwardOneBackward;
  Dispatcher dispatcher = Dispatcher::kAllToAll;
  Overlap overlap{};
  Offload offload{};
  /// Of the model's stages, from its first layer to its last; empty: dealt by rule (core/model/stage_layout.h).
  std::vector<StageShare> layout{};

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

/// Of those that hold the same experts, the ranks among which ZeRO shards these: shard group · tensor/(expert ·
/// expert-tensor), those of one group; 1 where a group holds each expert once or in part.
constexpr int expert_shard_ranks(const ParallelPlan& plan) {
  const int ranks = shard_ranks(plan) * plan.tensor / (plan.expert * expert_tensor(plan));
  return ranks > 1 ? ranks : 1;
}

/// Copies of all state that the plan keeps: data parallelism without sharding, groups of sharding with it.
constexpr int num_state_copies(const ParallelPlan& plan) {
  const int replicas = plan.data * plan.context;
  const int copies = plan.zero_stage == ZeroStage::kNone ? replicas : replicas / shard_ranks(plan);
  return copies > 1 ? copies : 1;
}

constexpr int world_size(const ParallelPlan& plan) { return plan.tensor * plan.pipeline * plan.context * plan.data; }

/// Layers of a rank that the model chunks it holds must divide, as Megatron-LM has it.
constexpr int layers_per_stage(int num_layers, int pipeline) { return (num_layers + pipeline - 1) / pipeline; }

}  // namespace fmplan::model
