#pragma once

/// @file
/// What a step's time is put together from.  Each part rests on few of a plan's degrees, so that whoever times many
/// plans works it out once for all that share them (core/plan/search), and the closed form (step_time.h) and the
/// simulation (step_simulation.h) start from the same seconds.

#include <array>
#include <optional>

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/hardware/kernel_time.h"
#include "core/model/memory_use.h"
#include "core/model/stage_layout.h"
#include "core/model/transformer.h"
#include "core/network/collective_profile.h"
#include "core/network/rank_group.h"
#include "core/sim/step/layer_time.h"
#include "core/sim/step/step_breakdown.h"
#include "core/sim/step/step_settings.h"

namespace fmplan::sim {

struct StepRates {
  hardware::KernelRates linear;   ///< of the layers' matrix products
  hardware::KernelRates sixteen;  ///< of the head, of attention and of what moves through memory
};

/// Nothing if the accelerator has no peak at the precision.
std::optional<StepRates> step_rates(const StepSettings& settings, const hardware::Instance& instance,
                                    const FrameworkProfile& framework);

/// One micro-batch through what stages are made of.  Kinds that the model has no layer of are zero.  Rests on tensor,
/// context and expert parallelism, micro-batch, recomputation, sequence parallelism and the overlap of tensor-parallel
/// traffic.
struct LayerSet {
  std::array<LayerTime, model::kNumLayerKinds> layers;  ///< by model::LayerKind
  LayerTime module;                                     ///< of one multi-token prediction, its head apart
  Seconds head;                                         ///< LM head and loss, those of multi-token predictions included
  double head_products = 3;                             ///< in `head`; one of them is forward
  double tokens = 0;                                    ///< of one micro-batch on one context-parallel rank

  const LayerTime& operator[](model::LayerKind kind) const { return layers[static_cast<std::size_t>(kind)]; }
};
LayerSet layer_set(const model::Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                   const FrameworkProfile& framework, const network::CollectiveProfile* profile,
                   const StepRates& rates);

/// Ranks that lie `stride` apart.
struct StridedRanks {
  int num_ranks = 1;
  int stride = 1;

  friend bool operator==(const StridedRanks&, const StridedRanks&) = default;
};

/// Who reduces gradients and gathers parameters together.
struct ParameterGroups {
  StridedRanks dense;
  StridedRanks expert;          ///< of routed experts, among those that share them only
  StridedRanks between;         ///< groups of shards (HSDP)
  StridedRanks expert_between;  ///< the copies of an expert's shard, wherever they lie
};
ParameterGroups parameter_groups(const model::ParallelPlan& plan);

/// What the pipeline rank with most parameters on each of its accelerators holds: stages, of DualPipe the mean of two.
struct FullestRank {
  double dense_parameters = 0;
  double expert_parameters = 0;      ///< before expert parallelism
  double vocabulary_parameters = 0;  ///< of the dense ones, those of embedding and head
  double layers = 0;

  friend bool operator==(const FullestRank&, const FullestRank&) = default;
};
FullestRank fullest_rank(const model::StageLayout& layout, const model::ParallelPlan& plan);

/// What a step does with the parameters of the fullest rank.  Rests on all degrees of parallelism, the ZeRO stage and
/// what that rank holds, but not on micro-batch, recomputation or overlap.  Traffic is as if nothing hid it.
struct ParameterWork {
  Seconds accumulation;  ///< adding one micro-batch's gradients to the running sum
  Seconds optimizer;
  Seconds gradients;          ///< their reduction; ZeRO 2 and 3: scattered once per micro-batch
  Seconds parameters;         ///< their gathering; ZeRO 3: once per pass
  Seconds between;            ///< gradients once a step between groups of shards (HSDP)
  Seconds expert_gradients;   ///< of `gradients`, those of routed experts
  Seconds expert_parameters;  ///< of `parameters`
  Seconds expert_between;     ///< of `between`
  double pieces = 1;          ///< layers, in which they travel
};
ParameterWork parameter_work(const model::Transformer& model, const StepSettings& settings,
                             const hardware::Instance& instance, const FrameworkProfile& framework,
                             const network::CollectiveProfile* profile, const StepRates& rates,
                             const FullestRank& fullest);

/// What joins a pipeline's stages.  Rests on the pipeline's degree and the ranks of a stage.
struct StageLink {
  network::RankGroup stages;
  Seconds latency;  ///< of an empty message
};
StageLink stage_link(const model::ParallelPlan& plan, const hardware::Instance& instance,
                     const FrameworkProfile& framework, const network::CollectiveProfile* profile);

/// One micro-batch's activations to the next stage.  Rests on tensor, pipeline, context and data parallelism and the
/// micro-batch.
struct StageSend {
  Seconds whole;
  Seconds latency;  ///< of an empty message
};
/// @pre the plan has a pipeline
StageSend stage_send(const model::Transformer& model, const StepSettings& settings, const FrameworkProfile& framework,
                     const StageLink& link);
/// Of a plan without a pipeline: nothing.
StageSend stage_send(const model::Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                     const FrameworkProfile& framework, const network::CollectiveProfile* profile);

/// One micro-batch on one pipeline rank, forward and backward, by part.
struct StageWork {
  StepTime time;
  Seconds forward;
  Seconds backward;         ///< of inputs and of weights, recomputation included
  Seconds weight_gradient;  ///< what of it only the optimizer waits for
};

/// What one micro-batch passes on a rank, and the share of what a rank does once a micro-batch.
struct StageLoad {
  std::array<double, model::kNumLayerKinds> layers{};  ///< by model::LayerKind
  double modules = 0;
  double heads = 0;
  double of_rank = 1;

  double num_layers() const { return layers[0] + layers[1] + layers[2] + layers[3]; }
};

/// Of a whole rank.  With DualPipe each micro-batch passes one of its two stages: half of what it holds.
StageLoad load_of_rank(const model::RankContent& rank, const model::ParallelPlan& plan);
/// Of one stage.
StageLoad load_of_stage(const model::StageContent& stage, const model::ParallelPlan& plan);

/// The host's time between micro-batches and the running sum of gradients are in it, and what copies to the host
/// (`host`: of a rank) last longer than the passes; sends are not.
StageWork stage_work(const LayerSet& set, const ParameterWork& parameters, const StageLoad& load,
                     const model::HostMemoryUse& host, const model::ParallelPlan& plan,
                     const hardware::Instance& instance, const StepHabits& habits);

/// What the optimizer waits for its state if that lies in the host's memory.
Seconds optimizer_copies(const model::HostMemoryUse& host, const hardware::Instance& instance);

/// Whether a stage's sends occupy it, or run beside its next micro-batch and cost it the latency alone: frameworks wait
/// for their sends unless model chunks are interleaved.
bool sends_block(const model::ParallelPlan& plan);

}  // namespace fmplan::sim
