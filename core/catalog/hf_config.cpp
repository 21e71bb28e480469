#include "core/catalog/hf_config.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/catalog/model_json.h"
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

enum class Family {
  kLlama,
  kMistral,
  kMixtral,
  kQwen2,
  kQwen2Moe,
  kQwen3,
  kQwen3Moe,
  kDeepSeekV2,
  kDeepSeekV3,
  kGemma,
  kGemma2,
  kGemma3,
  kGptNeoX,
  kGptOss
};

struct FamilyName {
  const char* model_type;
  const char* architecture;
  Family family;
};

constexpr std::array kFamilies = {
    FamilyName{"llama", "LlamaForCausalLM", Family::kLlama},
    FamilyName{"mistral", "MistralForCausalLM", Family::kMistral},
    FamilyName{"mixtral", "MixtralForCausalLM", Family::kMixtral},
    FamilyName{"qwen2", "Qwen2ForCausalLM", Family::kQwen2},
    FamilyName{"qwen2_moe", "Qwen2MoeForCausalLM", Family::kQwen2Moe},
    FamilyName{"qwen3", "Qwen3ForCausalLM", Family::kQwen3},
    FamilyName{"qwen3_moe", "Qwen3MoeForCausalLM", Family::kQwen3Moe},
    FamilyName{"deepseek_v2", "DeepseekV2ForCausalLM", Family::kDeepSeekV2},
    FamilyName{"deepseek_v3", "DeepseekV3ForCausalLM", Family::kDeepSeekV3},
    FamilyName{"gemma", "GemmaForCausalLM", Family::kGemma},
    FamilyName{"gemma2", "Gemma2ForCausalLM", Family::kGemma2},
    FamilyName{"gemma3", "Gemma3ForConditionalGeneration", Family::kGemma3},
    FamilyName{"gemma3_text", "Gemma3ForCausalLM", Family::kGemma3},
    FamilyName{"gpt_neox", "GPTNeoXForCausalLM", Family::kGptNeoX},
    FamilyName{"gpt_oss", "GptOssForCausalLM", Family::kGptOss},
};

/// An ObjectReader for which null is as good as absent, as in configuration files written by transformers.
class ConfigReader {
 public:
  ConfigReader(const nlohmann::json& object, std::string where, Issues& issues)
      : in_(object, std::move(where), issues) {}

  bool has(const std::string& key) { return value(key) != nullptr; }
  const nlohmann::json* value(const std::string& key) {
    const nlohmann::json* found = in_.find(key);
    return found && !found->is_null() ? found : nullptr;
  }
  int integer(const std::string& key) { return in_.integer(key, 1); }
  int integer_or(const std::string& key, int otherwise, int minimum = 1) {
    return has(key) ? in_.integer(key, minimum) : otherwise;
  }
  bool boolean_or(const std::string& key, bool otherwise) {
    return has(key) ? in_.boolean_or(key, otherwise) : otherwise;
  }
  void report(const std::string& key, std::string message) { in_.report(key, std::move(message)); }
  const std::string& where() const { return in_.where(); }

 private:
  text::ObjectReader in_;
};

std::optional<Family> family_of(const nlohmann::json& document) {
  const auto type = document.find("model_type");
  for (const FamilyName& name : kFamilies)
    if (type != document.end() && *type == name.model_type) return name.family;
  const auto architectures = document.find("architectures");
  if (architectures == document.end() || !architectures->is_array()) return std::nullopt;
  for (const nlohmann::json& architecture : *architectures)
    for (const FamilyName& name : kFamilies)
      if (architecture == name.architecture) return name.family;
  return std::nullopt;
}

Issue unknown_family(const nlohmann::json& document) {
  std::string known;
  for (const FamilyName& name : kFamilies) known += fmt::format("{}{}", known.empty() ? "" : ", ", name.model_type);
  const auto type = document.find("model_type");
  const bool named = type != document.end();
  return {named ? "/model_type" : "/architectures",
          fmt::format("{} is no architecture whose parameters this program can count; known are {}; for another, write "
                      "the model out with num_layers, hidden_size, …",
                      named                                ? text::value_text(*type)
                      : document.contains("architectures") ? text::value_text(document["architectures"])
                                                           : "nothing",
                      known)};
}

/// What all families name alike.
Transformer read_common(ConfigReader& in, const std::string& name) {
  Transformer model;
  model.name = name;
  model.num_layers = in.integer("num_hidden_layers");
  model.hidden_size = in.integer("hidden_size");
  model.num_heads = in.integer("num_attention_heads");
  model.num_kv_heads = in.integer_or("num_key_value_heads", model.num_heads);
  model.head_dim = in.integer_or("head_dim", std::max(1, model.hidden_size / model.num_heads));
  model.vocabulary_size = in.integer("vocab_size");
  model.max_sequence_length = in.integer_or("max_position_embeddings", 0);
  model.tied_embeddings = in.boolean_or("tie_word_embeddings", false);
  return model;
}

void read_llama_biases(ConfigReader& in, Transformer& model) {
  const bool attention = in.boolean_or("attention_bias", false), mlp = in.boolean_or("mlp_bias", false);
  if (mlp && !attention) in.report("mlp_bias", "true beside attention_bias false is not known to any model; set both");
  model.bias = mlp ? BiasKind::kAll : attention ? BiasKind::kAttentionOnly : BiasKind::kNone;
}

/// The period of windowed and full layers that `layer_types` lists, or nothing after reporting that it has none.
std::optional<int> period_of_layer_types(ConfigReader& in, const nlohmann::json& types) {
  if (!types.is_array()) {
    in.report("layer_types", text::value_text(types) + " is not a list; write [ … ]");
    return std::nullopt;
  }
  const auto is_full = [](const nlohmann::json& type) { return type == "full_attention"; };
  const auto first = std::find_if(types.begin(), types.end(), is_full);
  if (first == types.end()) return 0;
  const std::ptrdiff_t period = first - types.begin() + 1;
  for (std::ptrdiff_t i = 0; i < std::ssize(types); ++i) {
    if (is_full(types[static_cast<std::size_t>(i)]) == ((i + 1) % period == 0)) continue;
    in.report("layer_types", fmt::format("entry {} breaks the pattern of one full layer in {}", i, period));
    return std::nullopt;
  }
  return static_cast<int>(period);
}

/// A window shared by all but one in `period` layers, unless layer_types says otherwise.
void read_config_window(ConfigReader& in, Transformer& model, int period) {
  if (!in.has("sliding_window")) return;
  SlidingWindow sliding{.window = in.integer("sliding_window"), .period = period};
  if (const nlohmann::json* types = in.value("layer_types"))
    sliding.period = period_of_layer_types(in, *types).value_or(period);
  if (sliding.period != 1) model.sliding_window = sliding;
}

/// Qwen names a window in every file and switches it on by another key, for the layers from max_window_layers on.
void read_qwen_window(ConfigReader& in, Transformer& model) {
  if (!in.boolean_or("use_sliding_window", false)) return;
  const int first_windowed = in.integer_or("max_window_layers", 0, 0);
  if (first_windowed == 0) read_config_window(in, model, 0);
  if (first_windowed > 0 && first_windowed < model.num_layers)
    in.report("max_window_layers", fmt::format("{} windows only the layers from there on, which this program cannot "
                                               "count; write 0 (all layers) or {} (none)",
                                               first_windowed, model.num_layers));
}

Transformer read_llama(ConfigReader& in, const std::string& name, Family family) {
  Transformer model = read_common(in, name);
  model.ffn_hidden_size = in.integer("intermediate_size");
  switch (family) {
    case Family::kMistral: read_config_window(in, model, 0); break;
    case Family::kQwen2:
      model.bias = BiasKind::kQkvOnly;
      read_qwen_window(in, model);
      break;
    case Family::kQwen3:
      read_llama_biases(in, model);
      model.qk_norm = true;
      read_qwen_window(in, model);
      break;
    default: read_llama_biases(in, model); break;
  }
  return model;
}

Transformer read_mixtral(ConfigReader& in, const std::string& name) {
  Transformer model = read_common(in, name);
  model.moe = MixtureOfExperts{.num_experts = in.integer("num_local_experts"),
                               .experts_per_token = in.integer("num_experts_per_tok"),
                               .expert_ffn_hidden_size = in.integer("intermediate_size")};
  read_config_window(in, model, 0);
  return model;
}

Transformer read_qwen_moe(ConfigReader& in, const std::string& name, Family family) {
  Transformer model = read_common(in, name);
  MixtureOfExperts moe{.num_experts = in.integer("num_experts"),
                       .experts_per_token = in.integer("num_experts_per_tok"),
                       .expert_ffn_hidden_size = in.integer("moe_intermediate_size"),
                       .layer_interval = in.integer_or("decoder_sparse_step", 1)};
  if (family == Family::kQwen2Moe) {
    moe.num_shared_experts = 1;
    moe.shared_ffn_hidden_size = in.integer("shared_expert_intermediate_size");
    model.bias = BiasKind::kQkvOnly;
  } else {
    model.qk_norm = true;
    read_llama_biases(in, model);
  }
  // With every layer a mixture the files still carry an intermediate_size, which nothing uses.
  if (moe.layer_interval > 1) model.ffn_hidden_size = in.integer("intermediate_size");
  const nlohmann::json* dense = in.value("mlp_only_layers");
  if (dense && !dense->empty())
    in.report("mlp_only_layers",
              text::value_text(*dense) + ": single dense layers cannot be counted; only [] is supported");
  model.moe = moe;
  read_qwen_window(in, model);
  return model;
}

Transformer read_deepseek(ConfigReader& in, const std::string& name, Family family) {
  Transformer model = read_common(in, name);
  model.ffn_hidden_size = in.integer("intermediate_size");
  model.latent_attention = LatentAttention{.q_lora_rank = in.integer_or("q_lora_rank", 0),
                                           .kv_lora_rank = in.integer("kv_lora_rank"),
                                           .qk_nope_head_dim = in.integer("qk_nope_head_dim"),
                                           .qk_rope_head_dim = in.integer("qk_rope_head_dim"),
                                           .v_head_dim = in.integer("v_head_dim")};
  if (!in.has("head_dim")) model.head_dim = model.latent_attention->v_head_dim;
  if (in.has("n_routed_experts")) {
    MixtureOfExperts moe{.num_experts = in.integer("n_routed_experts"),
                         .experts_per_token = in.integer("num_experts_per_tok"),
                         .expert_ffn_hidden_size = in.integer("moe_intermediate_size"),
                         .num_shared_experts = in.integer_or("n_shared_experts", 0, 0),
                         .num_first_dense_layers = in.integer_or("first_k_dense_replace", 0, 0),
                         .router_bias = family == Family::kDeepSeekV3};
    // A single group limits nothing.
    if (const int groups = in.integer_or("n_group", 1, 0); groups > 1) {
      moe.num_groups = groups;
      moe.groups_per_token = in.integer_or("topk_group", groups, 1);
    }
    if (moe.num_shared_experts > 0) moe.shared_ffn_hidden_size = moe.expert_ffn_hidden_size;
    if (in.integer_or("moe_layer_freq", 1) != 1)
      in.report("moe_layer_freq", "only 1 is supported: every layer after the first dense ones is a mixture");
    model.moe = moe;
  }
  model.num_mtp_layers = in.integer_or("num_nextn_predict_layers", 0, 0);
  return model;
}

/// Gemma 3 files leave out what its configuration class fills in [transformers, Gemma3TextConfig].
Transformer read_gemma(ConfigReader& in, const std::string& name, Family family) {
  Transformer model;
  model.name = name;
  const bool third = family == Family::kGemma3;
  model.num_layers = in.integer("num_hidden_layers");
  model.hidden_size = in.integer("hidden_size");
  model.ffn_hidden_size = in.integer("intermediate_size");
  model.num_heads = third ? in.integer_or("num_attention_heads", 8) : in.integer("num_attention_heads");
  model.num_kv_heads = in.integer_or("num_key_value_heads", third ? 4 : model.num_heads);
  model.head_dim = in.integer_or("head_dim", 256);
  model.vocabulary_size = third ? in.integer_or("vocab_size", 262208) : in.integer("vocab_size");
  model.max_sequence_length = in.integer_or("max_position_embeddings", third ? 131072 : 8192);
  model.tied_embeddings = in.boolean_or("tie_word_embeddings", true);
  if (in.boolean_or("attention_bias", false)) model.bias = BiasKind::kAttentionOnly;
  if (family == Family::kGemma) return model;
  model.norms_per_layer = 4;  // before and behind attention and MLP
  model.qk_norm = third;
  read_config_window(in, model, third ? in.integer_or("sliding_window_pattern", 6) : 2);
  return model;
}

Transformer read_gpt_neox(ConfigReader& in, const std::string& name) {
  Transformer model = read_common(in, name);
  model.ffn_hidden_size = in.integer("intermediate_size");
  model.gated_mlp = false;
  model.parallel_block = in.boolean_or("use_parallel_residual", true);
  model.norm = NormKind::kLayerNorm;
  model.bias = BiasKind::kAll;
  if (!in.boolean_or("attention_bias", true))
    in.report("attention_bias", "false is not supported: biases on the MLP alone cannot be counted");
  return model;
}

Transformer read_gpt_oss(ConfigReader& in, const std::string& name) {
  Transformer model = read_common(in, name);
  const char* top_k = in.has("num_experts_per_tok") ? "num_experts_per_tok" : "experts_per_token";
  model.moe = MixtureOfExperts{.num_experts = in.integer("num_local_experts"),
                               .experts_per_token = in.integer(top_k),
                               .expert_ffn_hidden_size = in.integer("intermediate_size"),
                               .router_bias = true};
  model.bias = BiasKind::kAll;
  model.attention_sinks = true;
  read_config_window(in, model, 2);
  return model;
}

Transformer read_family(ConfigReader& in, const std::string& name, Family family) {
  switch (family) {
    case Family::kLlama:
    case Family::kMistral:
    case Family::kQwen2:
    case Family::kQwen3: return read_llama(in, name, family);
    case Family::kMixtral: return read_mixtral(in, name);
    case Family::kQwen2Moe:
    case Family::kQwen3Moe: return read_qwen_moe(in, name, family);
    case Family::kDeepSeekV2:
    case Family::kDeepSeekV3: return read_deepseek(in, name, family);
    case Family::kGemma:
    case Family::kGemma2:
    case Family::kGemma3: return read_gemma(in, name, family);
    case Family::kGptNeoX: return read_gpt_neox(in, name);
    case Family::kGptOss: return read_gpt_oss(in, name);
  }
  return {};
}

/// check_transformer() with the pointers of this format.
void check_architecture(const Transformer& model, const std::string& where, Issues& issues) {
  constexpr std::array kKeys = {std::pair{"num_kv_heads", "num_key_value_heads"},
                                std::pair{"ffn_hidden_size", "intermediate_size"},
                                std::pair{"num_heads", "num_attention_heads"},
                                std::pair{"num_layers", "num_hidden_layers"},
                                std::pair{"moe/experts_per_token", "num_experts_per_tok"},
                                std::pair{"moe", "first_k_dense_replace"}};
  Issues found;
  check_transformer(model, "", found);
  for (const Issue& issue : found) {
    const auto known = std::find_if(kKeys.begin(), kKeys.end(),
                                    [&](const auto& key) { return issue.where == std::string("/") + key.first; });
    const std::string pointer = known == kKeys.end() ? issue.where : fmt::format("/{}", known->second);
    issues.push_back({where + pointer, issue.message});
  }
}

/// Reports what makes the model another than a causal decoder of plain attention, whatever its family.
void check_causal_decoder(const nlohmann::json& document, ConfigReader& in) {
  if (const nlohmann::json* architectures = in.value("architectures"))
    for (const nlohmann::json& each : *architectures)
      for (const char* task : {"ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering",
                               "ForMultipleChoice", "ForMaskedLM"})
        if (each.is_string() && each.get<std::string>().ends_with(task))
          in.report("architectures", fmt::format("{} has another head than a language model's, which this program "
                                                 "counts; write the model's own, as in LlamaForCausalLM",
                                                 each.get<std::string>()));
  if (const nlohmann::json* both = in.value("use_bidirectional_attention"); both && *both == true)
    in.report("use_bidirectional_attention", "true: attention in both directions is not modelled");
  if (in.has("index_topk"))
    in.report("index_topk", "attention to chosen tokens alone is not modelled; remove it to count all of them");
  for (const char* key : {"layer_types", "layers_block_type"}) {
    const nlohmann::json* types = in.value(key);
    if (!types || !types->is_array()) continue;
    const auto other = std::ranges::find_if(*types, [](const nlohmann::json& type) {
      return type != "full_attention" && type != "sliding_attention" && type != "attention" && type != "transformer";
    });
    if (other != types->end())
      in.report(key, fmt::format("{} is no layer that this program can count; known are full_attention and "
                                 "sliding_attention",
                                 text::value_text(*other)));
  }
  const bool is_nested = document.contains("text_config");
  if (!is_nested && document.contains("vision_config"))
    in.report("vision_config", "parts that see are not modelled; remove it to count the language model alone");
}

}  // namespace

bool looks_like_hf_config(const nlohmann::json& document) {
  return document.is_object() && (document.contains("model_type") || document.contains("architectures")) &&
         !document.contains("kind") && !document.contains("num_layers");
}

Transformer transformer_from_hf_config(const nlohmann::json& document, const std::string& name, Issues& issues) {
  const std::optional<Family> family = document.is_object() ? family_of(document) : std::nullopt;
  if (!family) {
    issues.push_back(document.is_object() ? unknown_family(document)
                                          : Issue{"", text::value_text(document) + " is not an object"});
    return {};
  }
  const std::size_t issues_before = issues.size();
  const bool nested = document.contains("text_config");
  ConfigReader in(nested ? document["text_config"] : document, nested ? "/text_config" : "", issues);
  Transformer model = read_family(in, name, *family);
  check_causal_decoder(document, in);
  if (issues.size() == issues_before) check_architecture(model, in.where(), issues);
  return model;
}

}  // namespace fmplan::catalog
