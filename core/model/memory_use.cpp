#include "core/model/memory_use.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/adapters.h"
#include "core/model/recomputation.h"
#include "core/model/schedule_laws.h"

namespace fmplan::model {
namespace {

/// Bytes per parameter of one rank.
struct RankBytes {
  StaticBytesPerParameter common;
  StaticBytesPerParameter routed;
};

/// What is the same on every stage, computed once.
struct RankShape {
  ParameterCount count;
  double tokens = 0;            ///< of one micro-batch on one context rank
  double hidden_share = 1;      ///< t_sp: ranks that share what lies between the tensor-parallel regions
  double activation_width = 2;  ///< bytes of an activation
  double common_layer = 0;      ///< parameters of attention and norms on one rank
  double dense_mlp = 0;
  double moe_common = 0;        ///< router and shared experts
  double routed = 0;            ///< routed experts of one layer
  double dense_activation = 0;  ///< bytes per token and layer
  double moe_activation = 0;
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

double expert_ranks(const MemorySettings& settings) {
  return 1.0 * settings.plan.expert * settings.expert_tensor.value_or(expert_tensor(settings.plan));
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
  StaticBytesPerParameter bytes = static_bytes_per_parameter(
      settings.precision, settings.optimizer, gradient_storage(settings), settings.habits.weight_storage,
      {settings.recipe, settings.habits.quantised_primary_weights});
  if (settings.adapter_rank > 0) bytes = {.weights = settings.precision == Precision::kFp32 ? 4.0 : 2.0};
  const ParallelPlan& plan = settings.plan;
  const double replicas = shard_ranks(plan);
  const double expert_replicas = std::max(1.0, replicas * plan.tensor / expert_ranks(settings));
  return {sharded(bytes, plan.zero_stage, replicas), sharded(bytes, plan.zero_stage, expert_replicas)};
}

RankShape rank_shape(const Transformer& model, const MemorySettings& settings) {
  const ParallelPlan& plan = settings.plan;
  RankShape shape;
  shape.count = count_parameters(model);
  shape.tokens = 1.0 * settings.sequence_length * plan.micro_batch_size / plan.context;
  shape.hidden_share = plan.sequence_parallel ? plan.tensor : 1;
  shape.activation_width = settings.precision == Precision::kFp32 ? 4 : 2;
  shape.common_layer = attention_share(model, shape.count, plan.tensor) + static_cast<double>(shape.count.norms_layer);
  shape.dense_mlp = static_cast<double>(shape.count.dense_mlp_layer) / plan.tensor;
  shape.dense_activation = activation_bytes_per_token_and_layer(model, settings, LayerKind::kDense);
  if (model.moe) {
    shape.moe_common = static_cast<double>(shape.count.shared_experts_layer) / plan.tensor +
                       static_cast<double>(shape.count.router_layer);
    shape.routed = model.moe->num_experts * static_cast<double>(shape.count.expert) / expert_ranks(settings);
    shape.moe_activation = activation_bytes_per_token_and_layer(model, settings, LayerKind::kMoe);
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
  double common = 0;   ///< sharded over data · context
  double routed = 0;   ///< sharded over the replicas of an expert
  double largest = 0;  ///< of the unit that ZeRO 3 gathers at once
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
  const auto has_unit = [&](double unit) { parameters.largest = std::max(parameters.largest, unit); };
  if (dense_layers > 0) has_unit(dense_layer);
  if (moe_layers > 0) has_unit(moe_common + shape.routed);
  if (held.embedding) {
    // Learned positions and a norm of the embedding are not split with the vocabulary.
    const double embedding = matrix + (static_cast<double>(shape.count.embedding) - whole_matrix);
    parameters.common += embedding;
    has_unit(embedding);
  }
  if (held.head) {
    parameters.common += static_cast<double>(shape.count.final_norm) + (model.tied_embeddings ? 0 : matrix);
    has_unit(matrix);
  }
  if (rank.copies_embedding) {
    parameters.common += matrix;
    has_unit(matrix);
  }
  if (held.mtp_modules > 0) {
    const double h = model.hidden_size;
    const bool moe = has_experts(shape.module_kind);
    // The product that joins it to the trunk, and norms of both inputs and of the output.
    const double join = 2 * h * h / plan.tensor + 3 * static_cast<double>(shape.count.final_norm);
    const double module = (moe ? moe_common : dense_layer) + join;
    parameters.common += held.mtp_modules * module;
    parameters.routed += moe ? held.mtp_modules * shape.routed : 0;
    has_unit(moe ? moe_common + shape.routed : dense_layer);
  }
  return parameters;
}

void add_state(MemoryUse& use, double num_parameters, const StaticBytesPerParameter& bytes) {
  use.parameters += num_parameters * bytes.weights * byte;
  use.gradients += num_parameters * bytes.gradients * byte;
  use.optimizer += num_parameters * bytes.optimizer * byte;
}

/// Layers, MTP blocks among them: they run behind the last layer and are kept like layers.
struct HeldLayers {
  HeldLayers(const StageContent& held, LayerKind module_kind)
      : dense(held.num_dense_layers()), moe(held.num_moe_layers()) {
    (has_experts(module_kind) ? moe : dense) += held.mtp_modules;
  }
  int total() const { return dense + moe; }

  int dense;
  int moe;
};

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

/// Activations, those of the layer at work under full recomputation apart.
struct StageActivations {
  double kept = 0;             ///< of all micro-batches in flight
  double per_micro_batch = 0;  ///< of one on its way through the stage
  double largest_layer = 0;    ///< of one micro-batch
  double at_work = 0;

  /// What two layers do not need, with the layer at work and the next on its way to or from the host.
  double offloaded() const { return std::max(0.0, kept - 2 * largest_layer); }
};

StageActivations stage_activations(const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                                   const RankContent& rank, const std::array<double, 2>& in_flight) {
  // The layer at work has all that it recomputes.
  const bool at_work_apart = settings.plan.recompute >= Recompute::kPerOperation;
  const bool gathers = settings.plan.tensor > 1 && settings.plan.sequence_parallel;
  const double factor = settings.habits.activation_factor;
  const double gathered =
      gathers ? settings.habits.gathered_copies * shape.activation_width * model.hidden_size * shape.tokens : 0;
  const double layer_input = shape.activation_width * model.hidden_size / shape.hidden_share;
  const auto kept_of = [&](LayerKind kind, double all) {
    switch (settings.plan.recompute) {
      case Recompute::kFull: return layer_input;
      case Recompute::kPerOperation:
        return per_operation_hidden_copies(kind) * layer_input +
               (shape.activation_width * per_operation_elements(model, kind, settings.plan.tensor) +
                4.0 * model.num_heads) /
                   settings.plan.tensor;
      default: return all;
    }
  };
  const double dense_layer = kept_of(LayerKind::kDense, shape.dense_activation);
  const double moe_layer = kept_of(LayerKind::kMoe, shape.moe_activation);
  const double layer_copies = at_work_apart ? 0 : gathered;
  StageActivations activations;
  const std::size_t num_ways = shape.placement == StagePlacement::kLooped ? 1 : 2;
  for (std::size_t i = 0; i < num_ways; ++i) {
    const StageContent& way = rank.ways[i];
    const HeldLayers layers(way, shape.module_kind);
    // Input and output of the final norm; the joining of each MTP module reads two normed inputs.
    const double per_token =
        layers.dense * dense_layer + layers.moe * moe_layer + ((way.head ? 2 : 0) + 4 * way.mtp_modules) * layer_input;
    activations.kept += factor * in_flight[i] * per_token * shape.tokens + in_flight[i] * layers.total() * layer_copies;
    activations.per_micro_batch += factor * per_token * shape.tokens + layers.total() * layer_copies;
  }
  // Half of DualPipe's micro-batches cross one way, the other half the other.
  if (shape.placement == StagePlacement::kBothEnds) activations.per_micro_batch /= 2;
  const HeldLayers all(rank.all, shape.module_kind);
  const double largest = std::max(all.dense > 0 ? dense_layer : 0, all.moe > 0 ? moe_layer : 0);
  activations.largest_layer = factor * largest * shape.tokens + layer_copies;
  if (at_work_apart) {
    const double at_work = std::max(all.dense > 0 ? shape.dense_activation : 0, all.moe > 0 ? shape.moe_activation : 0);
    activations.at_work = factor * at_work * shape.tokens + gathered;
  }
  return activations;
}

Bytes communication_bytes(const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                          double largest_unit) {
  const ParallelPlan& plan = settings.plan;
  const double hidden = shape.activation_width * model.hidden_size * shape.tokens;
  double bytes = 0;
  if (plan.tensor > 1 && plan.sequence_parallel) bytes += hidden;
  if (plan.pipeline > 1) bytes += 2 * hidden / shape.hidden_share;
  if (plan.context > 1) {
    const double key_value_width = model.latent_attention
                                       ? 1.0 * attention_width(model) * 2
                                       : 2.0 * model.head_dim * std::max(model.num_kv_heads, plan.tensor);
    bytes += 2 * shape.activation_width * key_value_width / plan.tensor * shape.tokens;
  }
  if (1.0 * plan.data * plan.context > 1) {
    const double width = settings.precision == Precision::kFp32 ? 4 : 2;
    const bool has_gradients = settings.adapter_rank == 0;
    if (plan.zero_stage >= ZeroStage::kGradients && has_gradients) bytes += width * largest_unit;
    if (plan.zero_stage == ZeroStage::kParameters) bytes += 2 * width * largest_unit;
  }
  return bytes * byte;
}

/// Logits alive at once: of one micro-batch, or of all where every forward pass comes before the first backward pass.
double logit_copies(const MemorySettings& settings) {
  const bool all_at_once = schedule_law(settings.plan.schedule).all_forward_first;
  return all_at_once && settings.plan.pipeline > 1 ? settings.num_micro_batches : 1;
}

double held_micro_batches(const MemorySettings& settings, int stage, std::span<const double> in_flight) {
  // A second micro-batch runs beside the one at work.
  const double beside = settings.plan.overlap.expert && settings.num_micro_batches > 1 ? 1 : 0;
  if (!in_flight.empty()) return beside + in_flight[static_cast<std::size_t>(stage)];
  return beside + in_flight_micro_batches(settings.plan, settings.num_micro_batches, stage);
}

/// Memory of one rank, of its accelerator and of the host.
struct RankUse {
  MemoryUse own;
  HostMemoryUse host;
};

/// Parameters of the adapters on a rank, and their bytes.
double adapter_parameters(const Transformer& model, const MemorySettings& settings, const StageContent& held) {
  const int layers = held.num_dense_layers() + held.num_moe_layers() + held.mtp_modules;
  return layers * settings.adapter_rank * adapted_width(model, settings.plan.tensor);
}
StaticBytesPerParameter adapter_bytes(const MemorySettings& settings) {
  return sharded(static_bytes_per_parameter(settings.precision, settings.optimizer, gradient_storage(settings)),
                 settings.plan.zero_stage, shard_ranks(settings.plan));
}

RankUse use_of_stage(const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                     const StageLayout& layout, int stage, double in_flight) {
  const ParallelPlan& plan = settings.plan;
  const RankContent& held = layout.ranks[static_cast<std::size_t>(stage)];
  const StageParameters parameters = stage_parameters(model, settings, shape, held);
  RankUse rank;
  MemoryUse& use = rank.own;
  use.worst_stage = rank.host.worst_stage = stage;
  add_state(use, parameters.common, shape.bytes.common);
  if (parameters.routed > 0) add_state(use, parameters.routed, shape.bytes.routed);
  if (settings.adapter_rank > 0) add_state(use, adapter_parameters(model, settings, held.all), adapter_bytes(settings));
  if (plan.offload.optimizer) {
    rank.host.optimizer = use.optimizer;
    use.optimizer = std::min(use.optimizer, 2 * optimizer_bytes_of_layer(shape, held.all));
  }
  const StageActivations activations =
      stage_activations(model, settings, shape, held, dealt_in_flight(settings, shape.placement, stage, in_flight));
  if (plan.offload.activations) {
    rank.host.activations = activations.offloaded() * byte;
    rank.host.activations_per_micro_batch = std::min(rank.host.activations, activations.per_micro_batch * byte);
  }
  if (held.all.head) {
    const MemoryHabits& habits = settings.habits;
    const double retained = settings.num_micro_batches > 1 ? habits.retained_logit_bytes : 0;
    use.logits = (logit_copies(settings) * (1 + model.num_mtp_layers) * habits.bytes_per_logit + retained) *
                 model.vocabulary_size / plan.tensor * shape.tokens * byte;
  }
  use.activations =
      activations.kept * byte - rank.host.activations + std::max(0 * byte, activations.at_work * byte - use.logits);
  use.communication = communication_bytes(model, settings, shape, parameters.largest);
  // Buckets and flattened copies are of what is trained.
  const double extra = settings.adapter_rank > 0 ? 0 : settings.habits.extra_bytes_per_parameter;
  const bool sharded_weights = plan.zero_stage == ZeroStage::kParameters;
  use.gradients +=
      (parameters.common + parameters.routed) * (sharded_weights ? extra / shard_ranks(plan) : extra) * byte;
  use.overhead = settings.habits.reserved_share * use.total() + settings.framework_overhead +
                 (world_size(plan) > 1 ? settings.collective_overhead : 0 * byte);
  return rank;
}

/// Calls see(RankUse) for the ranks of which one needs most.  One that holds what the rank before it does, and no more
/// micro-batches of it, is left out: it needs no more.
template <class See>
void each_rank(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
               std::span<const double> in_flight, See&& see) {
  const RankShape shape = rank_shape(model, settings);
  const RankContent* before = nullptr;
  double held_before = 0;
  for (int stage = 0; stage < settings.plan.pipeline; ++stage) {
    const RankContent& rank = layout.ranks[static_cast<std::size_t>(stage)];
    const double held = held_micro_batches(settings, stage, in_flight);
    const bool needs_no_more = before && shape.placement == StagePlacement::kLooped && held <= held_before &&
                               rank.copies_embedding == before->copies_embedding && rank.all == before->all;
    if (!needs_no_more) see(use_of_stage(model, settings, shape, layout, stage, held));
    before = &rank;
    held_before = held;
  }
}

/// Bytes per token that attention keeps on all tensor ranks together, softmax statistics and scores apart.
double attention_activation_elements(const Transformer& model, int tensor) {
  const double a = model.num_heads;
  if (const auto& latent = model.latent_attention) {
    const double qk = latent->qk_nope_head_dim + latent->qk_rope_head_dim;
    // Each latent before and behind its norm; the rotary key.
    const double latents = 2.0 * (latent->q_lora_rank + latent->kv_lora_rank) + latent->qk_rope_head_dim;
    return 2 * a * qk + 2 * a * latent->v_head_dim + latents;
  }
  return 2.0 * model.head_dim * (model.num_heads + std::max(model.num_kv_heads, tensor));
}

/// Bytes of an element of what only the products' weight gradients read.
double saved_input_width(const MemorySettings& settings, double width) {
  const bool quantised = settings.habits.quantised_saved_inputs && is_quantised(settings.precision);
  return quantised ? quantised_bytes(settings.recipe) : width;
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

MemoryHabits with_numbers(MemoryHabits storage, const MemoryHabits& numbers) {
  storage.activation_factor = numbers.activation_factor;
  storage.gathered_copies = numbers.gathered_copies;
  storage.bytes_per_logit = numbers.bytes_per_logit;
  storage.retained_logit_bytes = numbers.retained_logit_bytes;
  storage.extra_bytes_per_parameter = numbers.extra_bytes_per_parameter;
  storage.reserved_share = numbers.reserved_share;
  storage.interval = numbers.interval;
  return storage;
}

MemorySettings read_as(MemorySettings settings, MemoryReading reading) {
  if (reading == MemoryReading::kDevice) return settings;
  settings.framework_overhead = settings.collective_overhead = Bytes{};
  if (reading == MemoryReading::kAllocated) settings.habits.reserved_share = 0;
  return settings;
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

MemoryUse stage_memory_use(const Transformer& model, const MemorySettings& settings, const StageLayout& layout,
                           int stage, std::span<const double> in_flight) {
  return use_of_stage(model, settings, rank_shape(model, settings), layout, stage,
                      held_micro_batches(settings, stage, in_flight))
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
  return use_of_stage(model, settings, rank_shape(model, settings), stage_layout(model, settings), stage,
                      held_micro_batches(settings, stage, in_flight))
      .host;
}

double in_flight_micro_batches(const ParallelPlan& plan, int num_micro_batches, int stage) {
  if (plan.pipeline == 1) return 1;
  return schedule_law(plan.schedule).in_flight(plan.pipeline, plan.virtual_pipeline, num_micro_batches, stage);
}

double activation_bytes_per_token_and_layer(const Transformer& model, const MemorySettings& settings, LayerKind kind) {
  const ParallelPlan& plan = settings.plan;
  const double width = settings.precision == Precision::kFp32 ? 4 : 2;
  const double input_width = saved_input_width(settings, width);
  const double h = model.hidden_size, t = plan.tensor;
  const double hidden_share = plan.sequence_parallel ? t : 1;
  // Under adapters no weight gradient of the MLP is taken.
  const bool frozen = settings.adapter_rank > 0;
  // Of each inner width: gate and up, or what is before the activation function; and what is behind it.
  const double inner =
      width * (model.gated_mlp ? 2 : 1) + (settings.recompute_activation_function || frozen ? 0 : input_width);
  double bytes = width * attention_activation_elements(model, plan.tensor);
  // Beside the 16-bit output of attention, the copy that its projection read.
  if (input_width < width && !frozen) bytes += input_width * attention_width(model);
  double router = 0;
  if (has_experts(kind) && model.moe) {
    const MixtureOfExperts& moe = *model.moe;
    bytes += inner * (1.0 * moe.experts_per_token * moe.expert_ffn_hidden_size +
                      1.0 * moe.num_shared_experts * moe.shared_ffn_hidden_size);
    bytes += ((frozen ? 0 : input_width) + width) * h * moe.experts_per_token;
    router = 4.0 * moe.num_experts / hidden_share;
  } else {
    bytes += inner * model.ffn_hidden_size;
  }
  double core = 0;
  if (plan.recompute != Recompute::kSelective) {
    core = 4.0 * model.num_heads;
    if (!settings.flash_attention) core += 2.5 * width * model.num_heads * settings.sequence_length;
  }
  // The inputs of both blocks, one where they are parallel or the second is frozen, and of all norms.
  const double block_inputs = model.parallel_block || frozen ? 1 : 2;
  const double hidden = block_inputs * input_width + model.norms_per_layer * width;
  return hidden * h / hidden_share + (bytes + core) / t + router;
}

std::string_view largest_part(const MemoryUse& use) {
  const auto parts = memory_parts(use);
  return std::max_element(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

}  // namespace fmplan::model
