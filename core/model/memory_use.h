#pragma once

/// @file
/// Bytes of accelerator memory one rank of a training job needs, by cause.
///
/// Everything is closed form and allocates nothing, so that a search can ask for every plan it looks at.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/model/memory_chance.h"
#include "core/model/parallel_plan.h"
#include "core/model/stage_layout.h"
#include "core/model/state_bytes.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// How much memory a training framework takes where another takes less.  The storage habits are its code's, the
/// numbers fitted (docs/models/memory_validation.md); the defaults describe fused kernels and nothing kept twice.
struct MemoryHabits {
  /// Activations kept by the framework over those of fused kernels: eager PyTorch about 1.65 (56·h against 34·h bytes
  /// per token and layer, measured on Llama 3.1 8B) [Bekman].
  double activation_factor = 1;
  /// Hidden-sized inputs of a layer's tensor-parallel products kept whole by each rank under sequence parallelism,
  /// though it needs 1/t of them: up to 2.
  double gathered_copies = 0;
  /// Of one logit: bf16, its fp32 copy and the fp32 gradient.  Fits to measured peaks range from 6 to 14.
  double bytes_per_logit = 10;
  /// Of one logit, while the next micro-batch is computed: the last one's loss keeps its graph.
  double retained_logit_bytes = 0;
  /// Per parameter that a rank holds after tensor and pipeline parallelism (a share of it where ZeRO 3 shards
  /// weights): buckets, flattened copies, temporary storage of the optimizer.
  double extra_bytes_per_parameter = 0;
  /// What the allocator holds beyond what is allocated, as a share of that: fragments and cached blocks.
  double reserved_share = 0;
  GradientStorage gradients_beside_bf16 = GradientStorage::kByPrecision;  ///< also beside fp8
  GradientStorage gradients_beside_fp16 = GradientStorage::kByPrecision;
  WeightStorage weight_storage = WeightStorage::kComputeCopyAndMaster;
  bool quantised_primary_weights = false;  ///< see QuantisedWeights::primary
  bool quantised_saved_inputs = false;     ///< inputs of products are kept as quantised, not in 16 bits
  MemoryInterval interval{};

  friend bool operator==(const MemoryHabits&, const MemoryHabits&) = default;
};

/// The storage habits of `storage` with the numbers and the interval of `numbers`.
MemoryHabits with_numbers(MemoryHabits storage, const MemoryHabits& numbers);

/// CUDA context with lazily loaded kernels, A100, PyTorch 2.1 [Bekman, ML Engineering, ch. memory]; 0.92 GiB if all
/// kernels are loaded at start.
inline constexpr Bytes kCudaContext = 0.47 * gibibyte;
/// What the first NCCL collective adds (from 0.55 to 2.00 GiB in all) [same source].
inline constexpr Bytes kCollectiveLibrary = 1.45 * gibibyte;

/// What decides memory beside the architecture.  The defaults describe Megatron-Core; other frameworks differ in
/// `habits`.
struct MemorySettings {
  ParallelPlan plan;
  Precision precision = Precision::kBf16;
  ScalingRecipe recipe = ScalingRecipe::kDelayed;  ///< of fp8 and fp4
  Optimizer optimizer = Optimizer::kAdam;
  int sequence_length = 4096;
  int num_micro_batches = 1;  ///< per step and pipeline
  int adapter_rank = 0;       ///< of low-rank adapters, which alone are trained then; 0: all parameters are
  LayerDeal layer_deal = LayerDeal::kEven;
  /// Gradients are 16-bit where the habits leave it to the precision.
  bool narrow_gradients = false;
  MemoryHabits habits{};
  /// Tensor-parallel degree inside an expert; as plan.tensor if absent.
  std::optional<int> expert_tensor = std::nullopt;
  bool flash_attention = true;
  /// The inner activation of the MLP is computed again in the backward pass, its output not kept.
  bool recompute_activation_function = false;
  Bytes framework_overhead = kCudaContext;
  Bytes collective_overhead = kCollectiveLibrary;  ///< counted if there is more than one rank
};

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

/// What a measured peak is of.  Each counts what the one before it does.
enum class MemoryReading {
  kAllocated,  ///< by tensors: torch.cuda.max_memory_allocated
  kReserved,   ///< by the allocator: max_memory_reserved
  kDevice      ///< of the card: nvidia-smi, with context and communicators
};
inline constexpr auto kMemoryReadingNames = names<MemoryReading>({{"allocated", MemoryReading::kAllocated},
                                                                  {"reserved", MemoryReading::kReserved},
                                                                  {"device", MemoryReading::kDevice}});
inline std::string_view memory_reading_name(MemoryReading reading) { return kMemoryReadingNames.name(reading); }

/// `settings` such that memory_use() gives what `reading` counts.
MemorySettings read_as(MemorySettings settings, MemoryReading reading);

/// Memory of pipeline rank `stage`.
///
/// It holds what stage_layout() says: layers, the embedding, final norm, head and logits, MTP modules, and a second
/// copy of a tied or MTP-shared embedding where these are on different ranks.  DualPipe's two copies of a stage are not
/// taken to share optimizer state.
///
/// Parameters are divided by t (norms, routers, latent down-projections and surplus tensor ranks of key/value heads are
/// replicated), experts by expert·expert_tensor; what ZeRO shards is divided by data·context, for routed experts by the
/// replicas of an expert, data·context·t/(expert·expert_tensor): data·context/expert when an expert is split like the
/// rest.
///
/// Under adapters the model is frozen: its weights in the compute format alone, sharded by ZeRO 3; gradients and
/// optimizer state are the adapters', of rank · adapted_width() parameters a layer.
///
/// Activations: see activation_bytes_per_token_and_layer(); those of `in_flight` micro-batches are kept, with full
/// recomputation the layers' inputs and one layer at work, by operation what per_operation_elements() says beside it,
/// times activation_factor; with sequence parallelism
/// 2·gathered_copies·h bytes more per token and layer (not under full recomputation).  Logits: bytes_per_logit·V/t per
/// token of one micro-batch, retained_logit_bytes·V/t more if there are several.
/// Under full recomputation logits and the layer at work are not alive together: the larger decides.
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
/// (schedule_laws()); 1 without a pipeline.
/// A fraction counts chunks: one of v chunks is 1/v, of ZB-V's two 1/2; either of DualPipe's two stages counts 1.
double in_flight_micro_batches(const ParallelPlan& plan, int num_micro_batches, int stage);

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

/// Bytes kept for the backward pass per token of the micro-batch and layer on one tensor rank (bf16, flash attention,
/// fused kernels, no dropout; derived from which tensors the backward of each operation reads):
///   8h/t_sp + (4·a·d + 4·kv·d + 4·a + 6·f)/t
/// with t_sp = t if sequence-parallel, else 1; 4·f for a plain MLP.  8h are the inputs of two norms and two blocks: 12h
/// with Gemma's four norms, 2h less where the blocks run in parallel.  A mixture has 6·topk·fe + 6·shared + 4·h·topk in
/// place of 6·f; latent attention its query, key and value widths and the latents.  Without flash attention 5·a·s/t
/// more; recomputed activation function 2·f less; selective recomputation: no softmax statistics and scores.
///
/// Under adapters the weights of a product are frozen, and its input is kept where something else needs it alone: the
/// input of the MLP, 2·h, and of its second product, 2·f, are not.
///
/// fp8 and fp4 count as bf16, but where inputs of products are kept as quantised (Transformer Engine): the column-wise
/// copy of the normed inputs of both blocks, of the inner activation's output and of routed tokens takes
/// quantised_bytes() an element, and the output of attention, which its own backward pass reads in 16 bits, has one
/// more.  fp32 doubles it.  Not divided by context parallelism, which divides the tokens.
double activation_bytes_per_token_and_layer(const Transformer& model, const MemorySettings& settings, LayerKind kind);

/// The name of the part that needs most, as in memory_parts().
std::string_view largest_part(const MemoryUse& use);

}  // namespace fmplan::model
