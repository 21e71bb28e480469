#pragma once

/// @file
/// What a step's time is put together from.  Each part rests on few of a plan's degrees, so that whoever times many
/// plans works it out once for all that share them (core/plan/search), and the closed form (step_time.h) and the
/// simulation (step_simulation.h) start from the same seconds.

#include <optional>

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/hardware/kernel_time.h"
#include "core/model/memory_use.h"
#include "core/model/transformer.h"
#include "core/network/collective_profile.h"
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

/// One micro-batch through what stages are made of.  Rests on tensor, context and expert parallelism, micro-batch,
/// recomputation, sequence parallelism and the overlap of tensor-parallel traffic.
struct LayerSet {
  LayerTime dense;
  LayerTime mixture;
  LayerTime module;          ///< of one multi-token prediction, its head apart
  Seconds head;              ///< LM head and loss, those of multi-token predictions included
  double mixture_share = 0;  ///< of the layers
  double tokens = 0;         ///< of one micro-batch on one context-parallel rank
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
  StridedRanks expert;   ///< of routed experts, among those that share them only
  StridedRanks between;  ///< groups of shards (HSDP)
};
ParameterGroups parameter_groups(const model::ParallelPlan& plan);

/// What a step does with the parameters of the fullest rank.  Rests on all degrees of parallelism and the ZeRO stage,
/// but not on micro-batch, recomputation, schedule or overlap.  Traffic is as if nothing hid it.
struct ParameterWork {
  Seconds accumulation;  ///< adding one micro-batch's gradients to the running sum
  Seconds optimizer;
  Seconds gradients;          ///< their reduction; ZeRO 2 and 3: scattered once per micro-batch
  Seconds parameters;         ///< their gathering; ZeRO 3: once per pass
  Seconds between;            ///< gradients once a step between groups of shards (HSDP)
  Seconds expert_gradients;   ///< of `gradients`, those of routed experts
  Seconds expert_parameters;  ///< of `parameters`
};
ParameterWork parameter_work(const model::Transformer& model, const StepSettings& settings,
                             const hardware::Instance& instance, const FrameworkProfile& framework,
                             const network::CollectiveProfile* profile, const StepRates& rates);

/// One micro-batch's activations to the next stage.  Rests on tensor, pipeline, context and data parallelism and the
/// micro-batch.
struct StageSend {
  Seconds whole;
  Seconds latency;  ///< of an empty message
};
StageSend stage_send(const model::Transformer& model, const StepSettings& settings, const hardware::Instance& instance,
                     const FrameworkProfile& framework, const network::CollectiveProfile* profile);

/// One micro-batch on one pipeline rank, forward and backward, by part.
struct StageWork {
  StepTime time;
  Seconds forward;
  Seconds backward;         ///< of inputs and of weights, recomputation included
  Seconds weight_gradient;  ///< what of it only the optimizer waits for
};

/// Layers, modules and heads of a stage, as many as its ranks hold.
struct StageLoad {
  double layers = 0;
  double modules = 0;
  double heads = 0;
};

/// What a step of a pipeline has: all stages but one alike, and one that bears the head.  Whole layers are dealt; where
/// they do not divide, the last stage has fewer and so makes room for the head.  DualPipe gives the ranks at both ends
/// half of the last stage's work and half of the first's.
struct StageLoads {
  StageLoad inner;
  StageLoad last;
  int num_last = 1;  ///< ranks that bear `last`
};
StageLoads stage_loads(const model::Transformer& model, const model::ParallelPlan& plan);

/// A mixture's share of the layers is the model's.  The host's time between micro-batches and the running sum of
/// gradients are in it, and what copies to the host (`host`: of a rank) last longer than the passes; sends are not.
StageWork stage_work(const LayerSet& set, const ParameterWork& parameters, const StageLoad& load,
                     const model::HostMemoryUse& host, const model::ParallelPlan& plan,
                     const hardware::Instance& instance, const StepHabits& habits);

/// What the optimizer waits for its state if that lies in the host's memory.
Seconds optimizer_copies(const model::HostMemoryUse& host, const hardware::Instance& instance);

/// Whether a stage's sends occupy it, or run beside its next micro-batch and cost it the latency alone: frameworks wait
/// for their sends unless model chunks are interleaved.
bool sends_block(const model::ParallelPlan& plan);

}  // namespace fmplan::sim
