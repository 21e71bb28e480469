#pragma once

/// @file
/// Bytes of accelerator memory one rank of a training job needs, by cause.
///
/// Everything is closed form and allocates nothing, so that a search can ask for every plan it looks at.

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity.h"
#include "core/model/memory_settings.h"
#include "core/model/stage_layout.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// Memory of one rank of a pipeline stage.
struct MemoryUse {
  Bytes parameters{};
  Bytes gradients{};
  Bytes optimizer{};
  Bytes activations{};
  Bytes logits{};
  Bytes communication{};  ///< gathered weights, gathered and exchanged activations
  Bytes overhead{};       ///< what the allocator holds unused, context, communicators
  int worst_stage = 0;    ///< the pipeline stage these bytes are of

  constexpr Bytes total() const {
    return parameters + gradients + optimizer + activations + logits + communication + overhead;
  }
};

/// The parts with the names used in reports ("parameters", "gradients", …), in the order of the struct.
std::array<std::pair<std::string_view, Bytes>, 7> memory_parts(const MemoryUse& use);

/// Where the settings' plan places the layers.
StageLayout stage_layout(const Transformer& model, const MemorySettings& settings);

/// Memory of the pipeline rank that needs most.  `in_flight` are the micro-batches each rank holds at its peak, as
/// counted in a simulated schedule, in the units of in_flight_micro_batches(); without them, what that returns.
/// @pre all degrees >= 1; `layout` is the plan's; in_flight is empty or one number per rank.
MemoryUse memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
                     std::span<const double> in_flight = {});
MemoryUse memory_use(const Transformer& model, const MemorySettings& settings, std::span<const double> in_flight = {});

/// What memory_use() of the plan is at least, whatever its micro-batches, recomputation and switches: parameters,
/// gradients, optimizer state unless that is offloaded, and overhead of the rank that holds most of them.
/// @pre as for memory_use().
Bytes least_memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout);

/// Memory of pipeline rank `stage`.
///
/// It holds what stage_layout() says: layers, the embedding, final norm, head and logits, MTP modules, and a second
/// copy of a tied or MTP-shared embedding where these are on different ranks.  DualPipe's two copies of a stage are not
/// taken to share optimizer state.
///
/// Parameters are divided by t (norms, routers, latent down-projections and surplus tensor ranks of key/value heads are
/// replicated), experts by expert·expert_tensor; what ZeRO shards is divided by data·context, for routed experts by the
/// replicas of an expert, data·context·t/(expert·expert_tensor): data·context/expert when an expert is split like the
/// rest.  In groups of shards these are the replicas in one group (expert_shard_ranks()).
///
/// Under adapters the model is frozen: its weights in the compute format alone, sharded by ZeRO 3; gradients and
/// optimizer state are the adapters', of rank · adapted_width() parameters a layer.
///
/// Activations: see activation_bytes_per_token_and_layer(); those of `in_flight` micro-batches are kept, with full
/// recomputation the layers' inputs and one layer at work, by operation what kept_by_operation() says beside it,
/// times activation_factor; with sequence parallelism
/// 2·gathered_copies·h bytes more per token and layer (not under full recomputation).  Logits: bytes_per_logit·V/t per
/// token of one micro-batch, retained_logit_bytes·V/t more if there are several; of a loss in pieces those of one
/// piece. Under full recomputation logits and the layer at work are not alive together: the larger decides.
///
/// Communication: ZeRO 3: two layers' weights gathered (one in use, one on its way) and one layer's gradients; ZeRO 2:
/// one layer's gradients; sequence parallelism: one gathered layer input; pipeline: one activation in, one out; context
/// parallelism: two blocks of keys and values.
///
/// Offload: of the optimizer state a double buffer remains, two layers' worth: one is updated in place while the next
/// comes in where the one before it went out.  Of activations two layers' worth of one micro-batch remain: the layer at
/// work, and the one on its way.  See stage_host_memory_use().
///
/// Neglected: dropout masks, uneven routing to experts, temporary storage of kernels,
/// logits' gradients that a zero-bubble schedule keeps for the head's delayed weight gradient.
/// @pre 0 <= stage < plan.pipeline.
MemoryUse stage_memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
                           int stage, std::span<const double> in_flight = {});
MemoryUse stage_memory_use(const Transformer& model, const MemorySettings& settings, int stage,
                           std::span<const double> in_flight = {});

/// Micro-batches whose activations rank `stage` holds at its peak, of `num_micro_batches`: by the schedule's law
/// (schedule_laws()); without a pipeline 1, breadth-first all.
/// A fraction counts chunks: one of v chunks is 1/v, of ZB-V's two 1/2; either of DualPipe's two stages counts 1. Where
/// interleaved chunks are unequal, memory_use() counts by what each keeps (interleaved_in_flight()).
double in_flight_micro_batches(const ParallelPlan& plan, int num_micro_batches, int stage);

/// Of the activations that a micro-batch keeps on a rank, the share of each of its chunks, by stage of the model, where
/// unequal chunks are interleaved; 1/v on ranks whose chunks are alike, and empty where all are.
std::vector<double> chunk_shares(const Transformer& model, const MemorySettings& settings, const StageLayout& layout);

/// What plan.offload puts into the host's memory for one rank of a stage.  Each part is 0 where its switch is off.
struct HostMemoryUse {
  Bytes optimizer{};                    ///< the rank's whole state: crosses the host link once a step, each way
  Bytes activations{};                  ///< at the stage's peak
  Bytes activations_per_micro_batch{};  ///< out in its forward, in again in its backward pass; not in the total
  int worst_stage = 0;                  ///< the pipeline stage these bytes are of

  constexpr Bytes total() const { return optimizer + activations; }
};

/// Memory in the host of a rank of stage `stage`.  The optimizer state has its place there even while a part of it is
/// in the accelerator.  Of activations there is what the accelerator does not hold: kept − 2 layers' worth.  A
/// micro-batch moves all it keeps on the stage (mean of both stages of DualPipe), or less where the host never holds
/// that much: where a backward pass follows its forward pass at once, the last two layers stay.  With full
/// recomputation these are layers' inputs alone.
///
/// Neglected: page tables and staging buffers of pinned memory, fragmentation.
/// @pre as for stage_memory_use().
HostMemoryUse stage_host_memory_use(const Transformer& model, const MemorySettings& settings, int stage,
                                    std::span<const double> in_flight = {});
/// Of the stage that puts most there.
HostMemoryUse host_memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
                              std::span<const double> in_flight = {});
HostMemoryUse host_memory_use(const Transformer& model, const MemorySettings& settings,
                              std::span<const double> in_flight = {});

/// The name of the part that needs most, as in memory_parts().
std::string_view largest_part(const MemoryUse& use);

}  // namespace fmplan::model
