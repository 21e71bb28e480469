#include "core/model/memory_use.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/activation_bytes.h"
#include "core/model/adapters.h"
#include "core/model/schedule_laws.h"

namespace fmplan::model {
namespace {

/// Bytes per parameter of one rank.
struct RankBytes {
  StaticBytesPerParameter common;      ///< of layers
  StaticBytesPerParameter routed;      ///< of routed experts
  StaticBytesPerParameter vocabulary;  ///< of embedding and head, whose products run in 16 bits
  double gathered = 2;                 ///< of a layer's parameter, on its way from all shards
  double extra = 0;                    ///< MemoryHabits::extra_bytes_per_parameter of this rank, and of its experts
  double routed_extra = 0;
};

/// What is the same on every stage, computed once.
struct RankShape {
  ParameterCount count;
  double common_layer = 0;  ///< parameters of attention and norms on one rank
  double dense_mlp = 0;
  double moe_common = 0;  ///< router and shared experts
  double routed = 0;      ///< routed experts of one layer
  ActivationShape activations;
  LayerKind module_kind = LayerKind::kDense;  ///< of the blocks of MTP modules
  StagePlacement placement = StagePlacement::kLooped;
  RankBytes bytes;
};

/// Attention parameters one tensor rank holds.
double attention_share(const Transformer& model, const ParameterCount& count, int tensor) {
  const double h = model.hidden_size;
  double replicated = 0, surplus = 0;
  if (const auto& latent = model.latent_attention) {
    const double norms = model.norm == NormKind::kLayerNorm ? 2 : 1;
    replicated = (h + norms) * (latent->q_lora_rank + latent->kv_lora_rank) + h * latent->qk_rope_head_dim;
  } else {
    if (model.qk_norm) replicated = 2.0 * model.head_dim * (model.norm == NormKind::kLayerNorm ? 2 : 1);
    // Each rank holds at least one key/value head.
    const double missing_heads = std::max(0.0, 1 - 1.0 * model.num_kv_heads / tensor);
    surplus = missing_heads * 2 * h * model.head_dim;
  }
  return (static_cast<double>(count.attention_layer) - replicated) / tensor + replicated + surplus;
}

GradientStorage gradient_storage(const MemorySettings& settings) {
  const MemoryHabits& habits = settings.habits;
  GradientStorage storage = GradientStorage::kByPrecision;
  if (settings.precision == Precision::kFp16) storage = habits.gradients_beside_fp16;
  if (settings.precision == Precision::kBf16 || is_quantised(settings.precision))
    storage = habits.gradients_beside_bf16;
  const bool narrow = storage == GradientStorage::kByPrecision && settings.narrow_gradients;
  return narrow ? GradientStorage::kAsWeights : storage;
}

RankBytes rank_bytes(const MemorySettings& settings) {
  const auto bytes_in = [&](Precision precision) {
    return static_bytes_per_parameter(precision, settings.optimizer, gradient_storage(settings),
                                      settings.habits.weight_storage,
                                      {settings.recipe, settings.habits.quantised_primary_weights});
  };
  StaticBytesPerParameter layers = bytes_in(settings.precision);
  StaticBytesPerParameter vocabulary = is_quantised(settings.precision) ? bytes_in(Precision::kBf16) : layers;
  double gathered = element_bytes(settings.precision);
  if (settings.adapter_rank > 0) {
    vocabulary = layers = {.weights = gathered};
    if (settings.frozen_weights == FrozenWeights::kNf4) layers.weights = gathered = kNf4Bytes;
  }
  const ZeroStage zero_stage = settings.plan.zero_stage;
  const double replicas = shard_ranks(settings.plan), expert_replicas = expert_shard_ranks(settings.plan);
  // Buckets and flattened copies are of what is trained.
  const double extra = settings.adapter_rank > 0 ? 0 : settings.habits.extra_bytes_per_parameter;
  const bool gathers_each = zero_stage == ZeroStage::kParameters;
  // FSDP's own weights are sharded outside of compute from SHARD_GRAD_OP on: what it gathers once is their 16-bit copy.
  const bool master_only = settings.habits.weight_storage == WeightStorage::kMasterOnly;
  const bool sharded_weights = gathers_each || (master_only && zero_stage == ZeroStage::kGradients);
  const bool gathers_once = sharded_weights && !gathers_each;
  // Where no rank gathers 32-bit weights block by block, autocast keeps their 16-bit copies until the backward pass is
  // over.
  const bool keeps_casts =
      master_only && !gathers_each && settings.precision != Precision::kFp32 && settings.adapter_rank == 0;
  const auto on_rank = [&](const StaticBytesPerParameter& whole, double ranks) {
    StaticBytesPerParameter held = sharded(whole, sharded_weights ? ZeroStage::kParameters : zero_stage, ranks);
    if (keeps_casts || gathers_once) held.weights += gathered;
    if (!holds_whole_rank(settings.plan)) return held;
    held.gradients = whole.gradients;
    if (gathers_each) held.weights += gathered;
    return held;
  };
  return {.common = on_rank(layers, replicas),
          .routed = on_rank(layers, expert_replicas),
          .vocabulary = on_rank(vocabulary, replicas),
          .gathered = gathered,
          .extra = sharded_weights ? extra / replicas : extra,
          .routed_extra = sharded_weights ? extra / expert_replicas : extra};
}

RankShape rank_shape(const Transformer& model, const MemorySettings& settings) {
  const ParallelPlan& plan = settings.plan;
  RankShape shape;
  shape.count = count_parameters(model);
  shape.activations = activation_shape(model, settings);
  shape.common_layer = attention_share(model, shape.count, plan.tensor) + static_cast<double>(shape.count.norms_layer);
  shape.dense_mlp = static_cast<double>(shape.count.dense_mlp_layer) / plan.tensor;
  if (model.moe) {
    shape.moe_common = static_cast<double>(shape.count.shared_experts_layer) / plan.tensor +
                       static_cast<double>(shape.count.router_layer);
    shape.routed =
        model.moe->num_experts * static_cast<double>(shape.count.expert) / (plan.expert * expert_tensor(plan));
  }
  shape.module_kind = layer_kind(model, model.num_layers - 1);
  if (plan.pipeline > 1) shape.placement = schedule_law(plan.schedule).placement;
  shape.bytes = rank_bytes(settings);
  return shape;
}

/// `in_flight`, as of in_flight_micro_batches(), dealt over the sets of a rank's layers.  Those that wait for the way
/// through the rest of the model and back are longest under way: of the 2p chunk activations of ZB-V 2p − 1 − i are of
/// the first set and i + 1 of the second, of the p + 1 of DualPipe p − i and i + 1.  No set holds more than there are:
/// m, in DualPipe the m/2 that come from its end.
std::array<double, 2> dealt_in_flight(const MemorySettings& settings, StagePlacement placement, int stage,
                                      double in_flight) {
  const double p = settings.plan.pipeline, m = settings.num_micro_batches;
  if (placement == StagePlacement::kV) {
    const double chunks = 2 * in_flight;
    const double second = std::max(chunks - m, chunks * (stage + 1) / (2 * p));
    return {chunks - second, second};
  }
  if (placement == StagePlacement::kBothEnds) {
    const double second = std::max(in_flight - m / 2, in_flight * (stage + 1) / (p + 1));
    return {in_flight - second, second};
  }
  return {in_flight, 0};
}

struct StageParameters {
  double common = 0;      ///< of layers, sharded over data · context
  double routed = 0;      ///< sharded over the replicas of an expert
  double vocabulary = 0;  ///< embedding, head and the norm before it
  double largest = 0;     ///< of the unit that ZeRO 3 gathers at once
  Bytes gathered{};       ///< of the largest unit's weights
};

StageParameters stage_parameters(const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                                 const RankContent& rank) {
  const ParallelPlan& plan = settings.plan;
  const StageContent& held = rank.all;
  const int dense_layers = held.num_dense_layers(), moe_layers = held.num_moe_layers();
  const double dense_layer = shape.common_layer + shape.dense_mlp;
  const double moe_common = shape.common_layer + shape.moe_common;
  const double whole_matrix = 1.0 * model.vocabulary_size * model.hidden_size;
  const double matrix = whole_matrix / plan.tensor;
  StageParameters parameters;
  parameters.common = dense_layers * dense_layer + moe_layers * moe_common;
  parameters.routed = moe_layers * shape.routed;
  const auto has_unit = [&](double unit, double width) {
    parameters.largest = std::max(parameters.largest, unit);
    parameters.gathered = std::max(parameters.gathered, width * unit * byte);
  };
  const double layer_width = shape.bytes.gathered, matrix_width = shape.activations.width;
  if (dense_layers > 0) has_unit(dense_layer, layer_width);
  if (moe_layers > 0) has_unit(moe_common + shape.routed, layer_width);
  if (held.embedding) {
    // Learned positions and a norm of the embedding are not split with the vocabulary.
    const double embedding = matrix + (static_cast<double>(shape.count.embedding) - whole_matrix);
    parameters.vocabulary += embedding;
    has_unit(embedding, matrix_width);
  }
  if (held.head) {
    parameters.vocabulary += static_cast<double>(shape.count.final_norm) + (model.tied_embeddings ? 0 : matrix);
    has_unit(matrix, matrix_width);
  }
  if (rank.copies_embedding) {
    parameters.vocabulary += matrix;
    has_unit(matrix, matrix_width);
  }
  if (held.mtp_modules > 0) {
    const double h = model.hidden_size;
    const bool moe = has_experts(shape.module_kind);
    // The product that joins it to the trunk, and norms of both inputs and of the output.
    const double join = 2 * h * h / plan.tensor + 3 * static_cast<double>(shape.count.final_norm);
    const double module = (moe ? moe_common : dense_layer) + join;
    parameters.common += held.mtp_modules * module;
    parameters.routed += moe ? held.mtp_modules * shape.routed : 0;
    has_unit(moe ? moe_common + shape.routed : dense_layer, layer_width);
  }
  return parameters;
}

void add_state(MemoryUse& use, double num_parameters, const StaticBytesPerParameter& bytes) {
  use.parameters += num_parameters * bytes.weights * byte;
  use.gradients += num_parameters * bytes.gradients * byte;
  use.optimizer += num_parameters * bytes.optimizer * byte;
}

/// Optimizer state of the largest layer of a stage; a stage without layers streams its state in pieces of that size.
Bytes optimizer_bytes_of_layer(const RankShape& shape, const StageContent& held) {
  const RankBytes& bytes = shape.bytes;
  const int moe_layers = held.num_moe_layers();
  const double dense = held.num_dense_layers() > 0 || moe_layers == 0
                           ? (shape.common_layer + shape.dense_mlp) * bytes.common.optimizer
                           : 0;
  const double moe = moe_layers > 0 ? (shape.common_layer + shape.moe_common) * bytes.common.optimizer +
                                          shape.routed * bytes.routed.optimizer
                                    : 0;
  return std::max(dense, moe) * byte;
}

/// 16-bit copy of the largest product's weights, made of 4 bits while it runs.
Bytes dequantised_bytes(const Transformer& model, const MemorySettings& settings) {
  if (settings.adapter_rank == 0 || settings.frozen_weights != FrozenWeights::kNf4) return Bytes{};
  double ffn = model.ffn_hidden_size;
  if (model.moe) ffn = std::max(ffn, 1.0 * model.moe->expert_ffn_hidden_size);
  return 2.0 * model.hidden_size * std::max(ffn, 1.0 * attention_width(model)) / settings.plan.tensor * byte;
}

Bytes communication_bytes(const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                          const StageParameters& parameters) {
  const ParallelPlan& plan = settings.plan;
  const double hidden = shape.activations.width * model.hidden_size * shape.activations.tokens;
  double bytes = 0;
  if (plan.tensor > 1 && plan.sequence_parallel) bytes += hidden;
  if (plan.pipeline > 1) bytes += 2 * hidden / shape.activations.hidden_share;
  if (plan.context > 1) {
    const double key_value_width = model.latent_attention
                                       ? 1.0 * attention_width(model) * 2
                                       : 2.0 * model.head_dim * std::max(model.num_kv_heads, plan.tensor);
    bytes += 2 * shape.activations.width * key_value_width / plan.tensor * shape.activations.tokens;
  }
  if (1.0 * plan.data * plan.context > 1) {
    const bool has_gradients = settings.adapter_rank == 0;
    if (plan.zero_stage >= ZeroStage::kGradients && has_gradients)
      bytes += shape.activations.width * parameters.largest;
    if (plan.zero_stage == ZeroStage::kParameters && !holds_whole_rank(plan)) bytes += 2 * (parameters.gathered / byte);
  }
  return bytes * byte + dequantised_bytes(model, settings);
}

/// Logits of a token alive at once, MTP's included: of one micro-batch, or of all where every forward pass comes before
/// the first backward pass.  A loss in pieces has its gradient as soon as its logits, and needs them no more.
double logit_copies(const MemorySettings& settings, int num_mtp_layers) {
  if (settings.loss_chunks > 1) return 1.0 / settings.loss_chunks;
  return (1 + num_mtp_layers) * (holds_all_micro_batches(settings.plan) ? settings.num_micro_batches : 1.0);
}

/// What a micro-batch keeps on each chunk of a rank.
auto kept_by_chunk(const MemorySettings& settings, const RankShape& shape, const StageLayout& layout, int rank) {
  return [&, rank](int chunk) {
    const int stage = chunk * settings.plan.pipeline + rank;
    const StageContent& held = layout.stages[static_cast<std::size_t>(stage)];
    return chunk_activations(settings, shape.activations, held, shape.module_kind);
  };
}

bool interleaves_unequal_chunks(const MemorySettings& settings, const StageLayout& layout, int rank) {
  return layout.ranks[static_cast<std::size_t>(rank)].unequal_chunks && interleaves_chunks(settings.plan);
}

double held_micro_batches(const MemorySettings& settings, const RankShape& shape, const StageLayout& layout, int stage,
                          std::span<const double> in_flight) {
  const int m = settings.num_micro_batches;
  // A second micro-batch runs beside the one at work.
  const double beside = settings.plan.overlap.expert && m > 1 ? 1 : 0;
  if (!in_flight.empty()) return beside + in_flight[static_cast<std::size_t>(stage)];
  if (interleaves_unequal_chunks(settings, layout, stage))
    return beside + interleaved_in_flight(settings.plan, m, stage, kept_by_chunk(settings, shape, layout, stage));
  return beside + in_flight_micro_batches(settings.plan, m, stage);
}

/// Memory of one rank, of its accelerator and of the host.
struct RankUse {
  MemoryUse own;
  HostMemoryUse host;
};

/// Parameters of the adapters on a rank, and their bytes.
double adapter_parameters(const Transformer& model, const MemorySettings& settings, const StageContent& held) {
  const auto width = [&](bool mixture) {
    return adapted_width(model, mixture, settings.plan.tensor, settings.adapter_targets);
  };
  const bool mixture = model.moe.has_value();
  const int experts = mixture ? held.num_moe_layers() + held.mtp_modules : 0;
  const int others = held.num_dense_layers() + (mixture ? 0 : held.mtp_modules);
  return settings.adapter_rank * ((experts > 0 ? experts * width(true) : 0) + others * width(false));
}
StaticBytesPerParameter adapter_bytes(const MemorySettings& settings) {
  return sharded(static_bytes_per_parameter(settings.precision, settings.optimizer, gradient_storage(settings)),
                 settings.plan.zero_stage, shard_ranks(settings.plan));
}

/// Weights, gradients and optimizer state of all that a rank holds.
void add_states(MemoryUse& use, const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                const RankContent& held, const StageParameters& parameters) {
  add_state(use, parameters.common, shape.bytes.common);
  add_state(use, parameters.vocabulary, shape.bytes.vocabulary);
  if (parameters.routed > 0) add_state(use, parameters.routed, shape.bytes.routed);
  if (settings.adapter_rank > 0) add_state(use, adapter_parameters(model, settings, held.all), adapter_bytes(settings));
}

/// What the allocator holds unused, contexts and communicators, beside the rest.
Bytes overhead_bytes(const MemorySettings& settings, Bytes rest) {
  return settings.habits.reserved_share * rest + settings.framework_overhead +
         (world_size(settings.plan) > 1 ? settings.collective_overhead : 0 * byte);
}

RankUse use_of_stage(const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                     const StageLayout& layout, int stage, double in_flight) {
  const ParallelPlan& plan = settings.plan;
  const RankContent& held = layout.ranks[static_cast<std::size_t>(stage)];
  const StageParameters parameters = stage_parameters(model, settings, shape, held);
  RankUse rank;
  MemoryUse& use = rank.own;
  use.worst_stage = rank.host.worst_stage = stage;
  add_states(use, model, settings, shape, held, parameters);
  if (plan.offload.optimizer) {
    rank.host.optimizer = use.optimizer;
    use.optimizer = std::min(use.optimizer, 2 * optimizer_bytes_of_layer(shape, held.all));
  }
  const StageActivations activations =
      stage_activations(settings, shape.activations, held, shape.placement, shape.module_kind,
                        dealt_in_flight(settings, shape.placement, stage, in_flight));
  if (plan.offload.activations) {
    rank.host.activations = activations.offloaded() * byte;
    rank.host.activations_per_micro_batch = std::min(rank.host.activations, activations.per_micro_batch * byte);
  }
  if (held.all.head) {
    const MemoryHabits& habits = settings.habits;
    const bool retains = settings.num_micro_batches > 1 && settings.loss_chunks == 1;
    const double retained = retains ? habits.retained_logit_bytes : 0;
    const double copies = logit_copies(settings, model.num_mtp_layers);
    use.logits = (copies * habits.bytes_per_logit + retained) * model.vocabulary_size / plan.tensor *
                 shape.activations.tokens * byte;
  }
  use.activations =
      activations.kept * byte - rank.host.activations + std::max(0 * byte, activations.at_work * byte - use.logits);
  use.communication = communication_bytes(model, settings, shape, parameters);
  use.gradients +=
      (shape.bytes.extra * (parameters.common + parameters.vocabulary) + shape.bytes.routed_extra * parameters.routed) *
      byte;
  use.overhead = overhead_bytes(settings, use.total());
  return rank;
}

/// Calls see(RankUse) for the ranks of which one needs most.  Of those that hold the same, that is the one with most
/// micro-batches: with looped stages the first, unless what is under way was counted or rests on chunks that differ.
template <class See>
void each_rank(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
               std::span<const double> in_flight, See&& see) {
  const RankShape shape = rank_shape(model, settings);
  const bool looped = shape.placement == StagePlacement::kLooped;
  for (const RankRun& alike : layout.holdings) {
    const bool first_alone =
        looped && in_flight.empty() && !interleaves_unequal_chunks(settings, layout, alike.first_rank);
    const int end = alike.first_rank + (first_alone ? 1 : alike.num_ranks);
    double held_before = 0;
    for (int rank = alike.first_rank; rank < end; ++rank) {
      const double held = held_micro_batches(settings, shape, layout, rank, in_flight);
      const bool needs_no_more = looped && rank > alike.first_rank && held <= held_before;
      if (!needs_no_more) see(use_of_stage(model, settings, shape, layout, rank, held));
      held_before = held;
    }
  }
}

}  // namespace

std::array<std::pair<std::string_view, Bytes>, 7> memory_parts(const MemoryUse& use) {
  return {{{"parameters", use.parameters},
           {"gradients", use.gradients},
           {"optimizer", use.optimizer},
           {"activations", use.activations},
           {"logits", use.logits},
           {"communication", use.communication},
           {"overhead", use.overhead}}};
}

StageLayout stage_layout(const Transformer& model, const MemorySettings& settings) {
  return stage_layout(model, settings.plan, settings.layer_deal);
}

MemoryUse memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
                     std::span<const double> in_flight) {
  MemoryUse worst;
  each_rank(model, settings, layout, in_flight, [&](const RankUse& rank) {
    if (rank.own.worst_stage == 0 || rank.own.total() > worst.total()) worst = rank.own;
  });
  return worst;
}

MemoryUse memory_use(const Transformer& model, const MemorySettings& settings, std::span<const double> in_flight) {
  return memory_use(model, settings, stage_layout(model, settings), in_flight);
}

Bytes least_memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout) {
  const RankShape shape = rank_shape(model, settings);
  Bytes most{};
  for (const RankContent& held : layout.ranks) {
    MemoryUse use;
    add_states(use, model, settings, shape, held, stage_parameters(model, settings, shape, held));
    if (settings.plan.offload.optimizer) use.optimizer = Bytes{};
    use.overhead = overhead_bytes(settings, use.total());
    most = std::max(most, use.total());
  }
  return most;
}

MemoryUse stage_memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
                           int stage, std::span<const double> in_flight) {
  const RankShape shape = rank_shape(model, settings);
  return use_of_stage(model, settings, shape, layout, stage,
                      held_micro_batches(settings, shape, layout, stage, in_flight))
      .own;
}

MemoryUse stage_memory_use(const Transformer& model, const MemorySettings& settings, int stage,
                           std::span<const double> in_flight) {
  return stage_memory_use(model, settings, stage_layout(model, settings), stage, in_flight);
}

HostMemoryUse host_memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
                              std::span<const double> in_flight) {
  HostMemoryUse worst;
  if (settings.plan.offload == Offload{}) return worst;
  each_rank(model, settings, layout, in_flight, [&](const RankUse& rank) {
    if (rank.host.total() > worst.total()) worst = rank.host;
  });
  return worst;
}

HostMemoryUse host_memory_use(const Transformer& model, const MemorySettings& settings,
                              std::span<const double> in_flight) {
  return host_memory_use(model, settings, stage_layout(model, settings), in_flight);
}

HostMemoryUse stage_host_memory_use(const Transformer& model, const MemorySettings& settings, int stage,
                                    std::span<const double> in_flight) {
  const RankShape shape = rank_shape(model, settings);
  const StageLayout layout = stage_layout(model, settings);
  return use_of_stage(model, settings, shape, layout, stage,
                      held_micro_batches(settings, shape, layout, stage, in_flight))
      .host;
}

double in_flight_micro_batches(const ParallelPlan& plan, int num_micro_batches, int stage) {
  if (plan.pipeline == 1) return holds_all_micro_batches(plan) ? num_micro_batches : 1;
  return schedule_law(plan.schedule).in_flight(plan.pipeline, plan.virtual_pipeline, num_micro_batches, stage);
}

std::vector<double> chunk_shares(const Transformer& model, const MemorySettings& settings, const StageLayout& layout) {
  std::vector<double> shares;
  const int pipeline = settings.plan.pipeline;
  for (int rank = 0; rank < pipeline; ++rank) {
    if (!interleaves_unequal_chunks(settings, layout, rank)) continue;
    const RankShape shape = rank_shape(model, settings);
    const auto kept = kept_by_chunk(settings, shape, layout, rank);
    double whole = 0;
    for (int chunk = 0; chunk < settings.plan.virtual_pipeline; ++chunk) whole += kept(chunk);
    shares.resize(layout.stages.size(), 1.0 / settings.plan.virtual_pipeline);
    for (int chunk = 0; chunk < settings.plan.virtual_pipeline; ++chunk) {
      const int stage = chunk * pipeline + rank;
      shares[static_cast<std::size_t>(stage)] = kept(chunk) / whole;
    }
  }
  return shares;
}

std::string_view largest_part(const MemoryUse& use) {
  const auto parts = memory_parts(use);
  return std::max_element(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace fmplan::model
