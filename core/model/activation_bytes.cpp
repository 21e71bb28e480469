#include "core/model/activation_bytes.h"

#include <algorithm>
#include <cmath>

#include "core/model/recomputation.h"

namespace fmplan::model {
namespace {

/// Bytes of one token and layer on one tensor rank, by what reads them.
struct LayerParts {
  double norm_inputs = 0;
  double attention_input = 0, mlp_input = 0;  ///< normed
  double latents = 0, queries_keys_values = 0;
  double attention_output = 0;
  double projected = 0;  ///< the quantised copy of the output that its projection read
  double core = 0;       ///< softmax statistics, scores
  double mlp = 0;
  double routed = 0, activated = 0, exchanged = 0, router = 0;  ///< of routed experts; dispatched and combined tokens
  double shared = 0;

  /// In pairs, so that sums need not wait for one another: a search asks for millions.
  double total() const {
    const double hidden = (norm_inputs + attention_input) + (mlp_input + latents);
    const double attention = (queries_keys_values + attention_output) + (projected + core);
    const double experts = (routed + activated) + (exchanged + router);
    return (hidden + attention) + (experts + (mlp + shared));
  }
};

double hidden_share_of(const ParallelPlan& plan) { return plan.sequence_parallel ? plan.tensor : 1; }

/// Bytes of an element of what only the products' weight gradients read.
double saved_input_width(const MemorySettings& settings, double width) {
  const bool quantised = settings.habits.quantised_saved_inputs && is_quantised(settings.precision);
  return quantised ? quantised_bytes(settings.recipe) : width;
}

/// And of what the MLP's activation function reads.
double activation_input_width(const MemorySettings& settings, double width) {
  const bool quantised = settings.habits.quantised_activation_inputs && is_quantised(settings.precision);
  return quantised ? quantised_bytes(settings.recipe) : width;
}

void add_attention(LayerParts& parts, const Transformer& model, const MemorySettings& settings, double width) {
  const double a = model.num_heads, of_rank = 1.0 / settings.plan.tensor;
  if (const auto& latent = model.latent_attention) {
    const double qk = latent->qk_nope_head_dim + latent->qk_rope_head_dim;
    // Each latent before and behind its norm; the rotary key.
    const double latents = 2.0 * (latent->q_lora_rank + latent->kv_lora_rank) + latent->qk_rope_head_dim;
    parts.latents = of_rank * width * latents;
    parts.queries_keys_values = of_rank * width * (2 * a * qk + a * latent->v_head_dim);
    parts.attention_output = of_rank * width * a * latent->v_head_dim;
  } else {
    const double kv_heads = std::max(model.num_kv_heads, settings.plan.tensor);
    parts.queries_keys_values = of_rank * width * model.head_dim * (a + 2 * kv_heads);
    parts.attention_output = of_rank * width * model.head_dim * a;
    // The norms' inputs; what attention reads is behind them.
    if (model.qk_norm) parts.queries_keys_values += of_rank * width * model.head_dim * (a + kv_heads);
  }
  parts.core = of_rank * 4 * a;
  if (!settings.flash_attention) parts.core += of_rank * 2.5 * width * a * settings.sequence_length;
}

/// Everything, nothing being computed again but the activation function where the settings say so.
LayerParts all_parts(const Transformer& model, const MemorySettings& settings, LayerKind kind) {
  const double width = element_bytes(settings.precision), input_width = saved_input_width(settings, width);
  const double hidden = model.hidden_size / hidden_share_of(settings.plan);
  const double of_rank = 1.0 / settings.plan.tensor;
  // Of frozen weights without adapters, as routed experts' always are, nothing asks for the inputs again.
  const bool adapters = settings.adapter_rank > 0;
  const bool has_mlp = !has_experts(kind) || !model.moe || model.moe->num_shared_experts > 0;
  const bool frozen = adapters && (settings.adapter_targets != AdapterTargets::kAllLinear || !has_mlp);
  LayerParts parts;
  parts.norm_inputs = model.norms_per_layer * width * hidden;
  parts.attention_input = input_width * hidden;
  if (!model.parallel_block && !frozen) parts.mlp_input = input_width * hidden;
  add_attention(parts, model, settings, width);
  if (input_width < width && !frozen) parts.projected = of_rank * input_width * attention_width(model);
  // Of each inner width: gate and up, or what is before the activation function; and what is behind it.
  const double products = activation_input_width(settings, width) * (model.gated_mlp ? 2 : 1);
  const double kept = settings.recompute_activation_function ? 0 : input_width;
  const double activated = frozen ? 0 : kept;
  if (!has_experts(kind) || !model.moe) {
    parts.mlp = of_rank * (products + activated) * model.ffn_hidden_size;
    return parts;
  }
  const MixtureOfExperts& moe = *model.moe;
  const double routed = of_rank * rows_per_token(moe) * moe.expert_ffn_hidden_size;
  parts.routed = products * routed;
  parts.activated = adapters ? 0 : kept * routed;
  parts.shared = of_rank * (products + activated) * moe.num_shared_experts * moe.shared_ffn_hidden_size;
  // What comes in; and what goes back, where the router's weights multiply that.
  const double given = settings.habits.weighted_activation ? 0 : width;
  parts.exchanged = of_rank * ((adapters ? 0 : input_width) + given) * model.hidden_size * rows_per_token(moe);
  parts.router = 4.0 * moe.num_experts / hidden_share_of(settings.plan);
  return parts;
}

/// Without what selective recomputation makes again.
LayerParts kept_parts(LayerParts parts, const Transformer& model, const MemorySettings& settings, LayerKind kind) {
  using enum RecomputeModule;
  const Recomputation& again = settings.plan.recompute;
  const bool mixture = has_experts(kind) && model.moe;
  const bool whole_mlp = again.has(mixture ? kMoe : kMlp);
  if (again.is_cheapest() || again.has(kCoreAttention)) parts.core = 0;
  // A projection with a copy of its own leaves the output to attention's backward pass alone.
  if (again.has(kCoreAttention) && parts.projected > 0) parts.attention_output = 0;
  if (again.has(kLayerNorm)) parts.attention_input = parts.mlp_input = 0;
  if (again.has(kMlaUpProjection) && model.latent_attention) parts.queries_keys_values = 0;
  if (again.has(kQkvProjection)) (model.latent_attention ? parts.latents : parts.queries_keys_values) = 0;
  if (again.has(kOutputProjection)) {
    // The second of two norms reads it; of four, the two behind attention, and the last the MLP's.
    const int norms = model.norms_per_layer, behind = model.parallel_block ? 0 : norms / 2;
    parts.norm_inputs *= 1 - (behind + (norms > 2 && whole_mlp ? 1.0 : 0.0)) / std::max(1, norms);
    parts.projected = 0;
    if (again.has(kCoreAttention)) parts.attention_output = 0;
  }
  if (again.has(kMoeActivation)) parts.activated = 0;
  const bool shared = again.has(kSharedExperts) && parts.shared > 0;
  if (shared || (whole_mlp && mixture)) parts.shared = 0;
  if (whole_mlp) parts.mlp = parts.routed = parts.activated = parts.exchanged = parts.router = 0;
  // A parallel block's MLP reads attention's input, which is kept for that.
  if ((whole_mlp || shared) && !model.parallel_block)
    parts.mlp_input = element_bytes(settings.precision) * model.hidden_size / hidden_share_of(settings.plan);
  return parts;
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

/// Of one that is `at_work` with all its parts.
double kept_of_layer(const LayerParts& all, double at_work, const Transformer& model, const MemorySettings& settings,
                     const ActivationShape& shape, LayerKind kind) {
  const double t = settings.plan.tensor;
  switch (settings.plan.recompute.kind) {
    case Recompute::kNone: return at_work;
    case Recompute::kFull: return shape.layer_input;
    case Recompute::kPerOperation: {
      const KeptByOperation kept = kept_by_operation(model, kind, settings.plan);
      return kept.hidden_copies * shape.layer_input + shape.width * kept.replicated_elements +
             (shape.width * (kept.split_elements + kept.exchanged_elements) + 4.0 * model.num_heads) / t;
    }
    case Recompute::kSelective: return kept_parts(all, model, settings, kind).total();
  }
  return at_work;
}

/// Where the number of layers is nothing to it.
std::optional<LayersAgain> layers_again(const Recomputation& again) {
  if (again.kind < Recompute::kPerOperation) return LayersAgain{};
  const bool by_number =
      again.kind == Recompute::kFull && (again.method == RecomputeMethod::kBlock || again.num_layers > 1);
  return by_number ? std::nullopt : std::optional(LayersAgain{.share = 1, .inputs = 1, .at_work = 1});
}

/// Of `num_layers` in `chunks` model chunks.
LayersAgain layers_again(const Recomputation& again, double chunks, int num_layers) {
  if (num_layers == 0) return {};
  if (again.method == RecomputeMethod::kBlock)
    return {.share = recomputed_share(again, num_layers, chunks), .inputs = 1, .at_work = 1};
  const double of_chunk = num_layers / chunks, unit = again.num_layers;
  return {.share = 1,
          .inputs = std::min(1.0, std::ceil(of_chunk / unit) / of_chunk),
          .at_work = std::min(unit, std::ceil(of_chunk))};
}

/// Of one micro-batch.
double kept_bytes(const ActivationShape& shape, const StageContent& held, const HeldLayers& layers,
                  const LayersAgain& again) {
  const auto kept_of = [&](double kept, double at_work) {
    return shape.again ? kept : again.share * again.inputs * kept + (1 - again.share) * at_work;
  };
  // Input and output of the final norm; the joining of each MTP module reads two normed inputs.
  const double per_token = layers.dense * kept_of(shape.dense_kept, shape.dense_at_work) +
                           layers.moe * kept_of(shape.moe_kept, shape.moe_at_work) +
                           ((held.head ? 2 : 0) + 4 * held.mtp_modules) * shape.layer_input;
  return shape.scale * per_token + (1 - again.share) * layers.total() * shape.gathered;
}

}  // namespace

double StageActivations::offloaded() const { return std::max(0.0, kept - 2 * largest_layer); }

double activation_bytes_per_token_and_layer(const Transformer& model, const MemorySettings& settings, LayerKind kind) {
  return kept_parts(all_parts(model, settings, kind), model, settings, kind).total();
}

ActivationShape activation_shape(const Transformer& model, const MemorySettings& settings) {
  ActivationShape shape;
  shape.tokens = 1.0 * settings.sequence_length * settings.plan.micro_batch_size / settings.plan.context;
  shape.hidden_share = hidden_share_of(settings.plan);
  shape.width = element_bytes(settings.precision);
  shape.layer_input = shape.width * model.hidden_size / shape.hidden_share;
  if (settings.plan.tensor > 1 && settings.plan.sequence_parallel)
    shape.gathered = settings.habits.gathered_copies * shape.width * model.hidden_size * shape.tokens;
  shape.scale = settings.habits.activation_factor * shape.tokens;
  shape.again = layers_again(settings.plan.recompute);
  const LayerParts dense = all_parts(model, settings, LayerKind::kDense);
  shape.dense_at_work = dense.total();
  shape.dense_kept = kept_of_layer(dense, shape.dense_at_work, model, settings, shape, LayerKind::kDense);
  if (model.moe) {
    const LayerParts mixture = all_parts(model, settings, LayerKind::kMoe);
    shape.moe_at_work = mixture.total();
    shape.moe_kept = kept_of_layer(mixture, shape.moe_at_work, model, settings, shape, LayerKind::kMoe);
  }
  return shape;
}

double chunk_activations(const MemorySettings& settings, const ActivationShape& shape, const StageContent& chunk,
                         LayerKind module_kind) {
  const HeldLayers layers(chunk, module_kind);
  return kept_bytes(shape, chunk, layers,
                    shape.again ? *shape.again : layers_again(settings.plan.recompute, 1, layers.total()));
}

StageActivations stage_activations(const MemorySettings& settings, const ActivationShape& shape,
                                   const RankContent& rank, StagePlacement placement, LayerKind module_kind,
                                   const std::array<double, 2>& in_flight) {
  StageActivations activations;
  LayersAgain most;
  const bool looped = placement == StagePlacement::kLooped;
  const std::size_t num_ways = looped ? 1 : 2;
  const double chunks = looped && settings.plan.pipeline > 1 ? settings.plan.virtual_pipeline : 1;
  for (std::size_t i = 0; i < num_ways; ++i) {
    const StageContent& way = rank.ways[i];
    const HeldLayers layers(way, module_kind);
    const LayersAgain again =
        shape.again ? *shape.again : layers_again(settings.plan.recompute, chunks, layers.total());
    const double bytes = kept_bytes(shape, way, layers, again);
    activations.kept += in_flight[i] * bytes;
    activations.per_micro_batch += bytes;
    if (i == 0 || again.at_work > most.at_work) most = again;
  }
  // Half of DualPipe's micro-batches cross one way, the other half the other.
  if (placement == StagePlacement::kBothEnds) activations.per_micro_batch /= 2;
  const HeldLayers all(rank.all, module_kind);
  const auto largest = [&](double dense, double moe) {
    return std::max(all.dense > 0 ? dense : 0, all.moe > 0 ? moe : 0);
  };
  const double kept = largest(shape.dense_kept, shape.moe_kept);
  const double at_work = largest(shape.dense_at_work, shape.moe_at_work);
  const bool some_whole = most.share > 0 && most.share < 1;
  activations.largest_layer = shape.scale * (some_whole ? at_work : kept) + (most.share < 1 ? shape.gathered : 0);
  if (most.share > 0) {
    activations.at_work = most.at_work * shape.scale * at_work + shape.gathered;
  } else if (settings.plan.recompute.modules != 0) {
    activations.at_work = shape.scale * std::max(0.0, largest(shape.dense_at_work - shape.dense_kept,
                                                              shape.moe_at_work - shape.moe_kept));
  }
  return activations;
}

}  // namespace fmplan::model
