#include "core/model/memory_use.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/schedule_laws.h"

namespace fmplan::model {
namespace {

constexpr double kMxFp8Copies = 2 * (1 + 1.0 / 32);

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
  if (settings.precision == Precision::kBf16 || settings.precision == Precision::kFp8)
    storage = habits.gradients_beside_bf16;
  const bool narrow = storage == GradientStorage::kByPrecision && settings.narrow_gradients;
  return narrow ? GradientStorage::kAsWeights : storage;
}

RankBytes rank_bytes(const MemorySettings& settings) {
  const StaticBytesPerParameter bytes = static_bytes_per_parameter(
      settings.precision, settings.optimizer, gradient_storage(settings), settings.habits.weight_storage);
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
  shape.bytes = rank_bytes(settings);
  return shape;
}

/// Layers of a pipeline stage by kind.
struct StageLayers {
  int dense = 0;
  int moe = 0;
  bool has_embedding = false;
  bool has_head = false;  ///< final norm, head and logits too

  int total() const { return dense + moe; }
};

/// Layers dealt as evenly as whole layers allow.  Left-over layers go to the chunks from the second on, so that the
/// first, which bears the embedding, and the last, which bears the head, are spared while others can take them.
class EvenDeal {
 public:
  EvenDeal(int num_layers, int num_chunks) : per_chunk_(num_layers / num_chunks), odd_(num_layers % num_chunks) {}

  int first_layer(int chunk) const { return chunk * per_chunk_ + std::clamp(chunk - 1, 0, odd_); }

 private:
  int per_chunk_;
  int odd_;
};

StageLayers layers_between(const Transformer& model, int begin, int end) {
  const int moe = num_moe_layers_before(model, end) - num_moe_layers_before(model, begin);
  return {.dense = end - begin - moe, .moe = moe};
}

/// Every `step`-th chunk from `first` on.
StageLayers evenly_dealt(const Transformer& model, int num_chunks, int first, int step) {
  const EvenDeal deal(model.num_layers, num_chunks);
  int layers = 0, moe = 0, chunk = first;
  for (; chunk < num_chunks; chunk += step) {
    const int begin = deal.first_layer(chunk), end = deal.first_layer(chunk + 1);
    layers += end - begin;
    moe += num_moe_layers_before(model, end) - num_moe_layers_before(model, begin);
  }
  return {.dense = layers - moe, .moe = moe, .has_embedding = first == 0, .has_head = chunk - step == num_chunks - 1};
}

bool is_placed(const ParallelPlan& plan, StagePlacement placement) {
  return plan.pipeline > 1 && schedule_law(plan.schedule).placement == placement;
}
bool is_placed_as_v(const ParallelPlan& plan) { return is_placed(plan, StagePlacement::kV); }
bool runs_from_both_ends(const ParallelPlan& plan) { return is_placed(plan, StagePlacement::kBothEnds); }

/// As MemoryHabits::layer_deal says: the layers before the end of stage i are the fewest whose cost passes (i + 1)/p of
/// the whole, the head's included.  Costs are in units of a layer's products; those of a mixture's layers are taken as
/// alike.  A stage's share is one layer or more, since there are no more stages than layers.
StageLayers dealt_by_cost(const Transformer& model, const RankShape& shape, const ParallelPlan& plan, int stage) {
  const auto products = static_cast<double>(shape.count.attention_layer + shape.count.dense_mlp_layer);
  const double head = 1.0 * model.vocabulary_size * model.hidden_size / std::max(products, 1.0);
  const double share = (model.num_layers + head) / plan.pipeline;
  const double all = model.num_layers;
  const auto passed = [&](int num_stages) { return num_stages == 0 ? 0 : std::floor(share * num_stages) + 1; };
  const bool last = stage == plan.pipeline - 1;
  const double begin = std::min(all, passed(stage)), end = last ? all : std::min(all, passed(stage + 1));
  StageLayers layers = layers_between(model, static_cast<int>(begin), static_cast<int>(end));
  layers.has_embedding = stage == 0;
  layers.has_head = passed(stage) <= all && (last || passed(stage + 1) > all);
  return layers;
}

/// What a rank of the pipeline holds: under ZB-V and DualPipe two sets of layers, the second as far from the model's
/// last layer as the first is from its first, of which different numbers of micro-batches are in flight.
struct RankLayers {
  std::array<StageLayers, 2> sets;
  int num_sets = 1;
  StageLayers all;
};

RankLayers rank_layers(const Transformer& model, const MemorySettings& settings, const RankShape& shape, int stage) {
  const ParallelPlan& plan = settings.plan;
  const bool v = is_placed_as_v(plan);
  const int num_stages = v ? 2 * plan.pipeline : plan.pipeline;
  const int num_chunks = v ? num_stages : plan.pipeline * plan.virtual_pipeline;
  const bool by_cost = settings.habits.layer_deal == LayerDeal::kByCost && num_chunks == plan.pipeline;
  RankLayers layers;
  layers.num_sets = v || runs_from_both_ends(plan) ? 2 : 1;
  for (int i = 0; i < layers.num_sets; ++i) {
    const int of = i == 0 ? stage : num_stages - 1 - stage;
    const StageLayers set =
        by_cost ? dealt_by_cost(model, shape, plan, of) : evenly_dealt(model, num_chunks, of, num_stages);
    layers.sets[i] = set;
    layers.all.dense += set.dense;
    layers.all.moe += set.moe;
    layers.all.has_embedding |= set.has_embedding;
    layers.all.has_head |= set.has_head;
  }
  return layers;
}

/// `in_flight`, as of in_flight_micro_batches(), dealt over the sets of a rank's layers.  Those that wait for the way
/// through the rest of the model and back are longest under way: of the 2p chunk activations of ZB-V 2p − 1 − i are of
/// the first set and i + 1 of the second, of the p + 1 of DualPipe p − i and i + 1.  No set holds more than there are:
/// m, in DualPipe the m/2 that come from its end.
std::array<double, 2> dealt_in_flight(const MemorySettings& settings, int stage, double in_flight) {
  const ParallelPlan& plan = settings.plan;
  const double p = plan.pipeline, m = settings.num_micro_batches;
  if (is_placed_as_v(plan)) {
    const double chunks = 2 * in_flight;
    const double second = std::max(chunks - m, chunks * (stage + 1) / (2 * p));
    return {chunks - second, second};
  }
  if (runs_from_both_ends(plan)) {
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
                                 const StageLayers& layers) {
  const ParallelPlan& plan = settings.plan;
  const bool first = layers.has_embedding, last = layers.has_head;
  StageParameters parameters;
  parameters.common =
      layers.total() * shape.common_layer + layers.dense * shape.dense_mlp + layers.moe * shape.moe_common;
  parameters.routed = layers.moe * shape.routed;
  const double dense_layer = layers.dense > 0 ? shape.common_layer + shape.dense_mlp : 0;
  const double moe_layer = layers.moe > 0 ? shape.common_layer + shape.moe_common + shape.routed : 0;
  parameters.largest = std::max(dense_layer, moe_layer);
  const double whole_matrix = 1.0 * model.vocabulary_size * model.hidden_size;
  const double matrix = whole_matrix / plan.tensor;
  // Learned positions and a norm of the embedding are not split with the vocabulary.
  const double embedding = matrix + (static_cast<double>(shape.count.embedding) - whole_matrix);
  if (first) {
    parameters.common += embedding;
    parameters.largest = std::max(parameters.largest, embedding);
  }
  if (last) {
    parameters.common += static_cast<double>(shape.count.final_norm);
    // A tied matrix is stored twice when embedding and head are on different ranks.
    if (!model.tied_embeddings || !first) parameters.common += matrix;
    parameters.largest = std::max(parameters.largest, matrix);
  }
  if (last && model.num_mtp_layers > 0) {
    const double h = model.hidden_size;
    const bool moe = is_moe_layer(model, model.num_layers - 1);
    const double module = shape.common_layer + (moe ? shape.moe_common : shape.dense_mlp) + 2 * h * h / plan.tensor;
    parameters.common += model.num_mtp_layers * module + (first || model.tied_embeddings ? 0 : matrix);
    parameters.routed += moe ? model.num_mtp_layers * shape.routed : 0;
  }
  return parameters;
}

void add_state(MemoryUse& use, double num_parameters, const StaticBytesPerParameter& bytes) {
  use.parameters += num_parameters * bytes.weights * byte;
  use.gradients += num_parameters * bytes.gradients * byte;
  use.optimizer += num_parameters * bytes.optimizer * byte;
}

/// Optimizer state of the largest layer of a stage; a stage without layers streams its state in pieces of that size.
Bytes optimizer_bytes_of_layer(const RankShape& shape, const StageLayers& layers) {
  const RankBytes& bytes = shape.bytes;
  const double dense =
      layers.dense > 0 || layers.moe == 0 ? (shape.common_layer + shape.dense_mlp) * bytes.common.optimizer : 0;
  const double moe = layers.moe > 0 ? (shape.common_layer + shape.moe_common) * bytes.common.optimizer +
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

/// Adds MTP blocks, which run behind the last layer and are kept like layers.
StageLayers with_mtp(const Transformer& model, StageLayers layers) {
  if (layers.has_head && model.num_mtp_layers > 0)
    (is_moe_layer(model, model.num_layers - 1) ? layers.moe : layers.dense) += model.num_mtp_layers;
  return layers;
}

StageActivations stage_activations(const Transformer& model, const MemorySettings& settings, const RankShape& shape,
                                   const RankLayers& layers, const std::array<double, 2>& in_flight) {
  const bool full = settings.plan.recompute == Recompute::kFull;
  const bool gathers = settings.plan.tensor > 1 && settings.plan.sequence_parallel;
  const double factor = settings.habits.activation_factor;
  const double gathered =
      gathers ? settings.habits.gathered_copies * shape.activation_width * model.hidden_size * shape.tokens : 0;
  const double layer_input = shape.activation_width * model.hidden_size / shape.hidden_share;
  const double dense_layer = full ? layer_input : shape.dense_activation;
  const double moe_layer = full ? layer_input : shape.moe_activation;
  const double layer_copies = full ? 0 : gathered;
  StageActivations activations;
  for (int i = 0; i < layers.num_sets; ++i) {
    const StageLayers set = with_mtp(model, layers.sets[i]);
    double per_token = set.dense * dense_layer + set.moe * moe_layer;
    // Input and output of the final norm; the joining of each MTP module reads two normed inputs.
    if (set.has_head) per_token += (2 + 4 * model.num_mtp_layers) * layer_input;
    activations.kept += factor * in_flight[i] * per_token * shape.tokens + in_flight[i] * set.total() * layer_copies;
    activations.per_micro_batch += factor * per_token * shape.tokens + set.total() * layer_copies;
  }
  // Half of DualPipe's micro-batches cross one set, the other half the other.
  if (runs_from_both_ends(settings.plan)) activations.per_micro_batch /= 2;
  const StageLayers all = with_mtp(model, layers.all);
  const double largest = std::max(all.dense > 0 ? dense_layer : 0, all.moe > 0 ? moe_layer : 0);
  activations.largest_layer = factor * largest * shape.tokens + layer_copies;
  if (full) {
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
    if (plan.zero_stage >= ZeroStage::kGradients) bytes += width * largest_unit;
    if (plan.zero_stage == ZeroStage::kParameters) bytes += 2 * width * largest_unit;
  }
  return bytes * byte;
}

/// Logits alive at once: of one micro-batch, or of all where every forward pass comes before the first backward pass.
double logit_copies(const MemorySettings& settings) {
  const bool all_at_once = schedule_law(settings.plan.schedule).all_forward_first;
  return all_at_once && settings.plan.pipeline > 1 ? settings.num_micro_batches : 1;
}

/// Memory of one rank, of its accelerator and of the host.
struct RankUse {
  MemoryUse own;
  HostMemoryUse host;
};

RankUse use_of_stage(const Transformer& model, const MemorySettings& settings, const RankShape& shape, int stage,
                     double in_flight) {
  const ParallelPlan& plan = settings.plan;
  const RankLayers layers = rank_layers(model, settings, shape, stage);
  const StageParameters parameters = stage_parameters(model, settings, shape, layers.all);
  RankUse rank;
  MemoryUse& use = rank.own;
  use.worst_stage = rank.host.worst_stage = stage;
  add_state(use, parameters.common, shape.bytes.common);
  if (parameters.routed > 0) add_state(use, parameters.routed, shape.bytes.routed);
  if (plan.offload.optimizer) {
    rank.host.optimizer = use.optimizer;
    use.optimizer = std::min(use.optimizer, 2 * optimizer_bytes_of_layer(shape, layers.all));
  }
  const StageActivations activations =
      stage_activations(model, settings, shape, layers, dealt_in_flight(settings, stage, in_flight));
  if (plan.offload.activations) {
    rank.host.activations = activations.offloaded() * byte;
    rank.host.activations_per_micro_batch = std::min(rank.host.activations, activations.per_micro_batch * byte);
  }
  if (layers.all.has_head) {
    const MemoryHabits& habits = settings.habits;
    const double retained = settings.num_micro_batches > 1 ? habits.retained_logit_bytes : 0;
    use.logits = (logit_copies(settings) * (1 + model.num_mtp_layers) * habits.bytes_per_logit + retained) *
                 model.vocabulary_size / plan.tensor * shape.tokens * byte;
  }
  use.activations =
      activations.kept * byte - rank.host.activations + std::max(0 * byte, activations.at_work * byte - use.logits);
  use.communication = communication_bytes(model, settings, shape, parameters.largest);
  const double extra = settings.habits.extra_bytes_per_parameter;
  const bool sharded_weights = plan.zero_stage == ZeroStage::kParameters;
  use.gradients +=
      (parameters.common + parameters.routed) * (sharded_weights ? extra / shard_ranks(plan) : extra) * byte;
  use.overhead = settings.habits.reserved_share * use.total() + settings.framework_overhead +
                 (world_size(plan) > 1 ? settings.collective_overhead : 0 * byte);
  return rank;
}

double held_micro_batches(const MemorySettings& settings, int stage, std::span<const double> in_flight) {
  // A second micro-batch runs beside the one at work.
  const double beside = settings.plan.overlap.expert && settings.num_micro_batches > 1 ? 1 : 0;
  if (!in_flight.empty()) return beside + in_flight[static_cast<std::size_t>(stage)];
  return beside + in_flight_micro_batches(settings.plan, settings.num_micro_batches, stage);
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

}  // namespace

StaticBytesPerParameter static_bytes_per_parameter(Precision precision, Optimizer optimizer, GradientStorage gradients,
                                                   WeightStorage weights) {
  const bool fp32 = precision == Precision::kFp32;
  if (!fp32 && weights == WeightStorage::kComputeCopyOnly) {
    const double per_moment = optimizer == Optimizer::kAdam8bit ? 1 : 2;
    const bool one_moment = optimizer == Optimizer::kMuon || optimizer == Optimizer::kSgd;
    return {.weights = 2, .gradients = 2, .optimizer = one_moment ? per_moment : 2 * per_moment};
  }
  const bool own_master = fp32 || weights == WeightStorage::kMasterOnly;
  StaticBytesPerParameter bytes;
  bytes.weights = own_master ? 4 : 2;
  const bool quantised = precision == Precision::kFp8 || precision == Precision::kFp4;
  if (quantised && !own_master) bytes.weights += kMxFp8Copies;
  switch (optimizer) {
    case Optimizer::kAdam: bytes.optimizer = 8; break;
    case Optimizer::kAdamBf16Moments:
    case Optimizer::kMuon:
    case Optimizer::kSgd: bytes.optimizer = 4; break;
    case Optimizer::kAdam8bit: bytes.optimizer = 2; break;
  }
  if (!own_master) bytes.optimizer += 4;
  const bool wide_by_default = own_master || precision == Precision::kBf16 || quantised;
  switch (gradients) {
    case GradientStorage::kByPrecision: bytes.gradients = wide_by_default ? 4 : 2; break;
    case GradientStorage::kAsWeights: bytes.gradients = own_master ? 4 : 2; break;
    case GradientStorage::kFp32: bytes.gradients = 4; break;
    case GradientStorage::kAsWeightsAndFp32:
      bytes.gradients = own_master ? 4 : 2;
      if (!own_master) bytes.optimizer += 4;
      break;
    case GradientStorage::kAsWeightsAndWholeFp32: bytes.gradients = own_master ? 4 : 6; break;
  }
  return bytes;
}

StaticBytesPerParameter sharded(const StaticBytesPerParameter& bytes, ZeroStage zero_stage, double num_shards) {
  const auto share = [&](ZeroStage from, double value) { return zero_stage >= from ? value / num_shards : value; };
  return {.weights = share(ZeroStage::kParameters, bytes.weights),
          .gradients = share(ZeroStage::kGradients, bytes.gradients),
          .optimizer = share(ZeroStage::kOptimizer, bytes.optimizer)};
}

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

MemoryUse memory_use(const Transformer& model, const MemorySettings& settings, std::span<const double> in_flight) {
  const RankShape shape = rank_shape(model, settings);
  MemoryUse worst;
  for (int stage = 0; stage < settings.plan.pipeline; ++stage) {
    const RankUse rank = use_of_stage(model, settings, shape, stage, held_micro_batches(settings, stage, in_flight));
    if (stage == 0 || rank.own.total() > worst.total()) worst = rank.own;
  }
  return worst;
}

MemoryUse stage_memory_use(const Transformer& model, const MemorySettings& settings, int stage,
                           std::span<const double> in_flight) {
  return use_of_stage(model, settings, rank_shape(model, settings), stage,
                      held_micro_batches(settings, stage, in_flight))
      .own;
}

HostMemoryUse host_memory_use(const Transformer& model, const MemorySettings& settings,
                              std::span<const double> in_flight) {
  HostMemoryUse worst;
  if (settings.plan.offload == Offload{}) return worst;
  const RankShape shape = rank_shape(model, settings);
  for (int stage = 0; stage < settings.plan.pipeline; ++stage) {
    const RankUse rank = use_of_stage(model, settings, shape, stage, held_micro_batches(settings, stage, in_flight));
    if (rank.host.total() > worst.total()) worst = rank.host;
  }
  return worst;
}

HostMemoryUse stage_host_memory_use(const Transformer& model, const MemorySettings& settings, int stage,
                                    std::span<const double> in_flight) {
  return use_of_stage(model, settings, rank_shape(model, settings), stage,
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
  const double h = model.hidden_size, t = plan.tensor;
  const double hidden_share = plan.sequence_parallel ? t : 1;
  // Elements kept of each inner width: gate, up and their product, or before and behind the activation function.
  const double mlp_copies = (model.gated_mlp ? 3 : 2) - (settings.recompute_activation_function ? 1 : 0);
  double elements = attention_activation_elements(model, plan.tensor);
  double router = 0;
  if (kind == LayerKind::kMoe && model.moe) {
    const MixtureOfExperts& moe = *model.moe;
    elements += mlp_copies * (1.0 * moe.experts_per_token * moe.expert_ffn_hidden_size +
                              1.0 * moe.num_shared_experts * moe.shared_ffn_hidden_size);
    elements += 2 * h * moe.experts_per_token;
    router = 4.0 * moe.num_experts / hidden_share;
  } else {
    elements += mlp_copies * model.ffn_hidden_size;
  }
  double core = 0;
  if (plan.recompute != Recompute::kSelective) {
    core = 4.0 * model.num_heads;
    if (!settings.flash_attention) core += 2.5 * width * model.num_heads * settings.sequence_length;
  }
  // The inputs of all norms and of both blocks; blocks in parallel read, and norm, the same input.
  const double hidden_copies = (model.parallel_block ? 1 : 2) + model.norms_per_layer;
  return hidden_copies * width * h / hidden_share + (width * elements + core) / t + router;
}

Bytes korthikanti_activation_bytes_per_layer(int sequence_length, int micro_batch_size, int hidden_size, int num_heads,
                                             int tensor, bool sequence_parallel, Recompute recompute) {
  const double s = sequence_length, h = hidden_size, t = tensor;
  const double sbh = s * micro_batch_size * h;
  if (recompute == Recompute::kFull) return 2 * sbh * byte;
  const double scores = recompute == Recompute::kSelective ? 0 : 5.0 * num_heads * s / h / t;
  return sbh * (sequence_parallel ? 34 / t + scores : 10 + 24 / t + scores) * byte;
}

MemoryCheck check_memory(const MemoryUse& use, Bytes capacity) {
  if (use.total() <= capacity) return Fits{.headroom = capacity - use.total()};
  const auto parts = memory_parts(use);
  const auto largest =
      std::max_element(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return OutOfMemory{.shortfall = use.total() - capacity, .largest_part = largest->first};
}

MemoryVerdict memory_verdict(Bytes predicted, const MemoryInterval& interval, Bytes capacity) {
  if (interval.high_95 * predicted <= capacity) return MemoryVerdict::kFits;
  return interval.low_95 * predicted > capacity * (gibibyte / gigabyte) ? MemoryVerdict::kDoesNotFit
                                                                        : MemoryVerdict::kTight;
}

CheckpointParts checkpoint_parts(Precision precision, Optimizer optimizer) {
  CheckpointParts parts;
  std::size_t used = 0;
  const auto keep = [&](std::string_view state, double bytes) { parts[used++] = {state, bytes}; };
  if (precision != Precision::kFp32) keep(precision == Precision::kFp16 ? "fp16 weights" : "bf16 weights", 2);
  keep("fp32 master weights", 4);
  switch (optimizer) {
    case Optimizer::kAdam:
      keep("fp32 first moment", 4);
      keep("fp32 second moment", 4);
      break;
    case Optimizer::kAdamBf16Moments:
      keep("bf16 first moment", 2);
      keep("bf16 second moment", 2);
      break;
    case Optimizer::kAdam8bit:
      keep("8-bit first moment", 1);
      keep("8-bit second moment", 1);
      break;
    case Optimizer::kMuon:
    case Optimizer::kSgd: keep("fp32 momentum", 4); break;
  }
  return parts;
}

Bytes checkpoint_bytes(const Transformer& model, Precision precision, Optimizer optimizer) {
  double bytes = 0;
  for (const CheckpointPart& part : checkpoint_parts(precision, optimizer)) bytes += part.bytes_per_parameter;
  const ParameterCount count = count_parameters(model);
  return static_cast<double>(count.total + count.mtp) * bytes * byte;
}

}  // namespace fmplan::model
