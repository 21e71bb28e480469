#include "core/catalog/model_json.h"
#include "core/text/json_writer.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using model::BiasKind;
using model::LatentAttention;
using model::MixtureOfExperts;
using model::NormKind;
using model::SlidingWindow;
using model::Transformer;

constexpr int kVersion = 1;  ///< of the format
/// Bounds chosen some hundred times beyond any model, so that no product of counts overflows.
constexpr int kMaxLayers = 10'000;
constexpr int kMaxHeads = 100'000;  ///< and experts
constexpr int kMaxWidth = 10'000'000;

MixtureOfExperts read_moe(const nlohmann::json& object, const std::string& where, Issues& issues) {
  text::ObjectReader in(object, where, issues);
  MixtureOfExperts moe;
  moe.num_experts = in.integer("num_experts", 1, kMaxHeads);
  moe.experts_per_token = in.integer("experts_per_token", 1, kMaxHeads);
  moe.expert_ffn_hidden_size = in.integer("expert_ffn_hidden_size", 1, kMaxWidth);
  moe.num_shared_experts = in.integer_or("num_shared_experts", 0, 0, kMaxHeads);
  moe.shared_ffn_hidden_size = in.integer_or("shared_ffn_hidden_size",
                                             moe.num_shared_experts > 0 ? moe.expert_ffn_hidden_size : 0, 0, kMaxWidth);
  moe.num_first_dense_layers = in.integer_or("num_first_dense_layers", 0, 0, kMaxLayers);
  moe.layer_interval = in.integer_or("layer_interval", 1, 1, kMaxLayers);
  moe.router_bias = in.boolean_or("router_bias", false);
  moe.num_groups = in.integer_or("num_groups", 0, 0, kMaxHeads);
  moe.groups_per_token = in.integer_or("groups_per_token", moe.num_groups, 0, kMaxHeads);
  in.refuse_unknown_keys();
  return moe;
}

LatentAttention read_latent_attention(const nlohmann::json& object, const std::string& where, Issues& issues) {
  text::ObjectReader in(object, where, issues);
  LatentAttention latent;
  latent.q_lora_rank = in.integer_or("q_lora_rank", 0, 0, kMaxWidth);
  latent.kv_lora_rank = in.integer("kv_lora_rank", 1, kMaxWidth);
  latent.qk_nope_head_dim = in.integer("qk_nope_head_dim", 1, kMaxWidth);
  latent.qk_rope_head_dim = in.integer("qk_rope_head_dim", 0, kMaxWidth);
  latent.v_head_dim = in.integer("v_head_dim", 1, kMaxWidth);
  in.refuse_unknown_keys();
  return latent;
}

SlidingWindow read_sliding_window(const nlohmann::json& object, const std::string& where, Issues& issues) {
  text::ObjectReader in(object, where, issues);
  SlidingWindow sliding;
  sliding.window = in.integer("window", 1);
  sliding.period = in.integer_or("period", 0, 0, kMaxLayers);
  in.refuse_unknown_keys();
  return sliding;
}

/// What catalogue items say about a model beside its architecture.
void accept_description(text::ObjectReader& in, Issues& issues) {
  in.integer_or("version", kVersion, kVersion, kVersion);
  constexpr auto kKinds = names<int>({{"model", 0}});  // the only one
  in.choice_or("kind", 0, kKinds);
  in.string_or("title", "");
  in.count_or("published_parameters", 1, 1);
  in.count_or("active_parameters_published", 1, 1);
  in.find("provenance");
  for (const char* texts : {"aliases", "suggested_for", "notes"})
    in.each(texts, [&](const nlohmann::json& text, const std::string& where) {
      if (!text.is_string())
        issues.push_back({where, text::value_text(text) + " is not a text; write it in double quotes"});
    });
}

void read_attention_shape(text::ObjectReader& in, Transformer& model, const Issues& issues) {
  const std::size_t issues_before = issues.size();
  model.hidden_size = in.integer("hidden_size", 1, kMaxWidth);
  model.num_heads = in.integer("num_heads", 1, kMaxHeads);
  model.num_kv_heads = in.integer_or("num_kv_heads", model.num_heads, 1, kMaxHeads);
  const bool read = issues.size() == issues_before;
  if (in.has("head_dim") || !read || model.hidden_size % model.num_heads == 0) {
    model.head_dim = in.integer_or("head_dim", std::max(1, model.hidden_size / model.num_heads), 1, kMaxWidth);
  } else {
    model.head_dim = 1;
    in.find("head_dim");
    in.report("head_dim", fmt::format("is missing, and hidden_size {} is no multiple of num_heads {}",
                                      model.hidden_size, model.num_heads));
  }
}

/// Parameters in doubles, which do not overflow: to a few per cent, for the limit alone.
double rough_parameters(const Transformer& model) {
  const double h = model.hidden_size, layers = 1.0 * model.num_layers + model.num_mtp_layers;
  const double matrices = model.gated_mlp ? 3 : 2;
  double attention = 2 * h * (1.0 * model.num_heads + model.num_kv_heads) * model.head_dim;
  if (const auto& latent = model.latent_attention) {
    const double width = 1.0 * latent->qk_nope_head_dim + latent->qk_rope_head_dim + latent->v_head_dim;
    attention = (h + model.num_heads * width) * (1.0 * latent->q_lora_rank + latent->kv_lora_rank + h);
  }
  double mlp = matrices * h * model.ffn_hidden_size;
  if (const auto& moe = model.moe)
    mlp += matrices * h *
           (1.0 * moe->num_experts * moe->expert_ffn_hidden_size +
            1.0 * moe->num_shared_experts * moe->shared_ffn_hidden_size);
  return layers * (attention + mlp + 2 * h * h) + 2 * h * (1.0 * model.vocabulary_size + model.max_sequence_length);
}

/// Beyond, counts would leave 64 bits and widths 32.
constexpr double kMostParameters = 1e15;
constexpr double kMostAttentionWidth = 1e8;

void check_size(const Transformer& model, const std::string& where, Issues& issues) {
  if (model.num_layers > kMaxLayers)
    issues.push_back(
        {where + "/num_layers", fmt::format("{} is more than {}, the most that are counted; use at most that many",
                                            model.num_layers, kMaxLayers)});
  const double head =
      model.latent_attention ? std::max(model.latent_attention->v_head_dim, model.head_dim) : model.head_dim;
  if (model.num_heads * head > kMostAttentionWidth)
    issues.push_back(
        {where + "/num_heads", fmt::format("{} × a head_dim of {} is more than {:.0e}; write for instance 64 × 128",
                                           model.num_heads, head, kMostAttentionWidth)});
  if (const double parameters = rough_parameters(model); parameters > kMostParameters)
    issues.push_back(
        {where, fmt::format("makes about {:.1e} parameters, more than {:.0e}; use fewer layers or experts, or "
                            "smaller widths",
                            parameters, kMostParameters)});
}

/// True if some layer keeps a dense MLP.
bool has_dense_layer(const Transformer& model) { return num_moe_layers(model) < model.num_layers; }

void put_unless(text::Json& into, const char* key, auto value, auto otherwise) {
  if (value != otherwise) into[key] = value;
}

text::Json latent_attention_json(const LatentAttention& latent) {
  return {{"q_lora_rank", latent.q_lora_rank},
          {"kv_lora_rank", latent.kv_lora_rank},
          {"qk_nope_head_dim", latent.qk_nope_head_dim},
          {"qk_rope_head_dim", latent.qk_rope_head_dim},
          {"v_head_dim", latent.v_head_dim}};
}

text::Json moe_json(const MixtureOfExperts& moe) {
  text::Json json = {{"num_experts", moe.num_experts},
                     {"experts_per_token", moe.experts_per_token},
                     {"expert_ffn_hidden_size", moe.expert_ffn_hidden_size}};
  put_unless(json, "num_shared_experts", moe.num_shared_experts, 0);
  put_unless(json, "shared_ffn_hidden_size", moe.shared_ffn_hidden_size, 0);
  put_unless(json, "num_first_dense_layers", moe.num_first_dense_layers, 0);
  put_unless(json, "layer_interval", moe.layer_interval, 1);
  put_unless(json, "router_bias", moe.router_bias, false);
  put_unless(json, "num_groups", moe.num_groups, 0);
  put_unless(json, "groups_per_token", moe.groups_per_token, moe.num_groups);
  return json;
}

}  // namespace

void check_transformer(const Transformer& model, const std::string& where, Issues& issues) {
  const auto report = [&](const char* key, std::string message) {
    issues.push_back({where + "/" + key, std::move(message)});
  };
  check_size(model, where, issues);
  if (model.num_kv_heads > 0 && model.num_heads % model.num_kv_heads != 0) {
    int below = model.num_kv_heads;
    while (model.num_heads % below != 0) --below;
    report("num_kv_heads",
           fmt::format("{} does not divide num_heads {}; {} does", model.num_kv_heads, model.num_heads, below));
  }
  if (has_dense_layer(model) && model.ffn_hidden_size == 0)
    report("ffn_hidden_size", fmt::format("is 0 although {} of {} layers are dense; write for instance {}",
                                          model.num_layers - num_moe_layers(model), model.num_layers,
                                          4 * std::int64_t{model.hidden_size}));
  if (model.learned_positions && model.max_sequence_length == 0)
    report("max_sequence_length", "is missing although learned_positions is true; write for instance 2048");
  if (const auto& moe = model.moe) {
    if (moe->experts_per_token > moe->num_experts)
      report("moe/experts_per_token", fmt::format("{} is more than num_experts {}; at most {}", moe->experts_per_token,
                                                  moe->num_experts, moe->num_experts));
    if (num_moe_layers(model) == 0)
      report("moe",
             fmt::format("no layer is a mixture: num_first_dense_layers {} and layer_interval {} leave none of {}",
                         moe->num_first_dense_layers, moe->layer_interval, model.num_layers));
    if (moe->num_groups > 0 ? moe->groups_per_token < 1 || moe->groups_per_token > moe->num_groups
                            : moe->groups_per_token > 0)
      report("moe/groups_per_token", fmt::format("{} of num_groups {}; write from 1 to num_groups, or leave both out",
                                                 moe->groups_per_token, moe->num_groups));
    if (moe->num_groups > 0 && moe->num_experts % moe->num_groups != 0)
      report("moe/num_groups", fmt::format("{} does not divide num_experts {}; write how many groups they are dealt to",
                                           moe->num_groups, moe->num_experts));
    if (moe->num_shared_experts > 0 && moe->shared_ffn_hidden_size == 0)
      report("moe/shared_ffn_hidden_size", fmt::format("is 0 although num_shared_experts is {}; write for instance {}",
                                                       moe->num_shared_experts, moe->expert_ffn_hidden_size));
  }
}

Transformer read_transformer(const nlohmann::json& object, const std::string& where, Issues& issues) {
  const std::size_t issues_before = issues.size();
  text::ObjectReader in(object, where, issues);
  Transformer model;
  model.name = in.string_or("name", "model");
  accept_description(in, issues);
  model.num_layers = in.integer("num_layers", 1, kMaxLayers);
  model.ffn_hidden_size = in.integer_or("ffn_hidden_size", 0, 0, kMaxWidth);
  read_attention_shape(in, model, issues);
  model.vocabulary_size = in.integer("vocabulary_size", 1);
  model.max_sequence_length = in.integer_or("max_sequence_length", 0, 1);
  model.gated_mlp = in.boolean_or("gated_mlp", true);
  model.tied_embeddings = in.boolean_or("tied_embeddings", false);
  model.parallel_block = in.boolean_or("parallel_block", false);
  model.norm = in.choice_or("norm", NormKind::kRmsNorm, model::kNormNames);
  model.norms_per_layer = in.integer_or("norms_per_layer", 2, 0, 16);
  model.qk_norm = in.boolean_or("qk_norm", false);
  model.bias = in.choice_or("bias", BiasKind::kNone, model::kBiasNames);
  model.learned_positions = in.boolean_or("learned_positions", false);
  model.embedding_norm = in.boolean_or("embedding_norm", false);
  model.attention_sinks = in.boolean_or("attention_sinks", false);
  model.num_mtp_layers = in.integer_or("num_mtp_layers", 0, 0, kMaxLayers);
  if (const nlohmann::json* moe = in.find("moe")) model.moe = read_moe(*moe, in.where("moe"), issues);
  if (const nlohmann::json* latent = in.find("latent_attention"))
    model.latent_attention = read_latent_attention(*latent, in.where("latent_attention"), issues);
  if (const nlohmann::json* sliding = in.find("sliding_window"))
    model.sliding_window = read_sliding_window(*sliding, in.where("sliding_window"), issues);
  in.refuse_unknown_keys();
  // Contradictions between fields that could not be read would only repeat the first problem.
  if (issues.size() == issues_before) check_transformer(model, where, issues);
  return model;
}

text::Json transformer_json(const Transformer& model) {
  const Transformer defaults;
  text::Json json = {{"version", kVersion}, {"kind", "model"}, {"name", model.name}};
  json["num_layers"] = model.num_layers;
  json["hidden_size"] = model.hidden_size;
  put_unless(json, "ffn_hidden_size", model.ffn_hidden_size, 0);
  json["num_heads"] = model.num_heads;
  json["num_kv_heads"] = model.num_kv_heads;
  json["head_dim"] = model.head_dim;
  json["vocabulary_size"] = model.vocabulary_size;
  put_unless(json, "max_sequence_length", model.max_sequence_length, 0);
  put_unless(json, "gated_mlp", model.gated_mlp, defaults.gated_mlp);
  put_unless(json, "tied_embeddings", model.tied_embeddings, defaults.tied_embeddings);
  put_unless(json, "parallel_block", model.parallel_block, defaults.parallel_block);
  if (model.norm != defaults.norm) json["norm"] = model::kNormNames.name(model.norm);
  put_unless(json, "norms_per_layer", model.norms_per_layer, defaults.norms_per_layer);
  put_unless(json, "qk_norm", model.qk_norm, defaults.qk_norm);
  if (model.bias != defaults.bias) json["bias"] = model::kBiasNames.name(model.bias);
  put_unless(json, "learned_positions", model.learned_positions, defaults.learned_positions);
  put_unless(json, "embedding_norm", model.embedding_norm, defaults.embedding_norm);
  put_unless(json, "attention_sinks", model.attention_sinks, defaults.attention_sinks);
  put_unless(json, "num_mtp_layers", model.num_mtp_layers, defaults.num_mtp_layers);
  if (model.latent_attention) json["latent_attention"] = latent_attention_json(*model.latent_attention);
  if (model.moe) json["moe"] = moe_json(*model.moe);
  if (const auto& sliding = model.sliding_window)
    json["sliding_window"] = {{"window", sliding->window}, {"period", sliding->period}};
  return json;
}

}  // namespace fmplan::catalog
