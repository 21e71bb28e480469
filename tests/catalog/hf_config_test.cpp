#include "core/catalog/hf_config.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/catalog/model_json.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace hf_config_test {

using nlohmann::json;

json config(const std::string& name) {
  return text::read_json_file(fmt::format("{}/tests/data/hf/{}.json", source_dir(), name));
}

model::Transformer read(const json& document, const std::string& name) {
  Issues issues;
  model::Transformer model = transformer_from_hf_config(document, name, issues);
  for (const Issue& issue : issues) ADD_FAILURE() << name << issue.where << ": " << issue.message;
  return model;
}

Issues issues_of(const json& document) {
  Issues issues;
  transformer_from_hf_config(document, "x", issues);
  return issues;
}

// The checkpoints' own counts: integers, so exact.  Of Qwen1.5-MoE the gate of the shared expert, 24·2048 of
// 14,315,784,192, is left out; of DeepSeek-V3 the MTP module is counted apart.
TEST(HfConfig, CountsTheParametersOfEachFamily) {
  const struct {
    const char* file;
    std::int64_t total;
  } rows[] = {
      {"llama-3.2-1b", 1235814400},
      {"mistral-7b-v0.1", 7241732096},
      {"mixtral-8x7b", 46702792704},
      {"qwen2.5-7b", 7615616512},
      {"qwen3-8b", 8190735360},
      {"qwen3-30b-a3b", 30532122624},
      {"qwen1.5-moe-a2.7b", 14315784192 - 24 * 2048},
      {"deepseek-v3", 671026419200},
      {"deepseek-v2-lite", 15706484224},
      {"gemma-7b", 8537680896},
      {"gemma-2-9b", 9241705984},
      {"gemma-3-4b", 3880263168},
      {"gpt-neox-20b", 20554567680},
      {"gpt-oss-20b", 20914757184},
  };
  for (const auto& row : rows)
    EXPECT_EQ(count_parameters(read(config(row.file), row.file)).total, row.total) << row.file;
}

// Two ways to the same model: the configuration file and the catalogue item.
TEST(HfConfig, AgreesWithTheCatalogue) {
  for (const char* name : {"llama-3.2-1b", "mixtral-8x7b", "qwen2.5-7b", "qwen3-8b", "qwen3-30b-a3b", "deepseek-v3",
                           "gemma-2-9b", "gpt-oss-20b", "gpt-neox-20b"}) {
    Issues issues;
    const json item = text::read_json_file(fmt::format("{}/catalogs/models/{}.json", source_dir(), name));
    EXPECT_EQ(read(config(name), name), read_transformer(item, "", issues)) << name;
    EXPECT_TRUE(issues.empty()) << name;
  }
}

TEST(HfConfig, ReadsSlidingWindows) {
  const model::Transformer mistral = read(config("mistral-7b-v0.1"), "m");
  ASSERT_TRUE(mistral.sliding_window);
  EXPECT_EQ(*mistral.sliding_window, (model::SlidingWindow{4096, 0}));
  json later = config("mistral-7b-v0.1");
  later["sliding_window"] = nullptr;  // as from v0.2 on
  EXPECT_FALSE(read(later, "m").sliding_window);
  EXPECT_EQ(*read(config("gemma-3-4b"), "g").sliding_window, (model::SlidingWindow{1024, 6}));
  EXPECT_EQ(*read(config("gpt-oss-20b"), "o").sliding_window, (model::SlidingWindow{128, 2}));
}

// Qwen's files name a window that is switched off.
TEST(HfConfig, QwenWindowNeedsItsSwitch) {
  json qwen = config("qwen2.5-7b");
  EXPECT_FALSE(read(qwen, "q").sliding_window);
  qwen["use_sliding_window"] = true;  // but none of the 28 layers lies behind max_window_layers 28
  EXPECT_FALSE(read(qwen, "q").sliding_window);
  qwen["max_window_layers"] = 0;
  EXPECT_EQ(*read(qwen, "q").sliding_window, (model::SlidingWindow{131072, 0}));
  qwen["max_window_layers"] = 21;
  const Issues issues = issues_of(qwen);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].where, "/max_window_layers");
}

TEST(HfConfig, ReadsLayerTypes) {
  json oss = config("gpt-oss-20b");
  oss["layer_types"] = json::array({"sliding_attention", "sliding_attention", "full_attention"});
  EXPECT_EQ(read(oss, "o").sliding_window->period, 3);
  oss["layer_types"] = json::array({"full_attention", "full_attention"});
  EXPECT_FALSE(read(oss, "o").sliding_window);
  oss["layer_types"] = json::array({"sliding_attention", "sliding_attention"});
  EXPECT_EQ(read(oss, "o").sliding_window->period, 0);
  oss["layer_types"] = json::array({"sliding_attention", "full_attention", "full_attention"});
  const Issues issues = issues_of(oss);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].where, "/layer_types");
}

// Kimi K2 calls its type by its own name and its architecture DeepSeek's.
TEST(HfConfig, FallsBackOnArchitectures) {
  json kimi = config("deepseek-v3");
  kimi["model_type"] = "kimi_k2";
  EXPECT_EQ(read(kimi, "deepseek-v3"), read(config("deepseek-v3"), "deepseek-v3"));
}

TEST(HfConfig, DefaultsAreThoseOfTheConfigurationClasses) {
  json llama = config("llama-3.2-1b");
  for (const char* key : {"head_dim", "num_key_value_heads", "tie_word_embeddings", "attention_bias", "mlp_bias"})
    llama.erase(key);
  const model::Transformer model = read(llama, "l");
  EXPECT_EQ(model.head_dim, 64);
  EXPECT_EQ(model.num_kv_heads, 32);
  EXPECT_FALSE(model.tied_embeddings);
  EXPECT_TRUE(read(config("gemma-7b"), "g").tied_embeddings);
  const model::Transformer gemma3 = read(config("gemma-3-4b"), "g");
  EXPECT_EQ(gemma3.vocabulary_size, 262208);
  EXPECT_EQ(gemma3.num_kv_heads, 4);
}

TEST(HfConfig, RefusesUnknownArchitecturesWithTheKnownOnes) {
  for (const char* text : {R"({"model_type": "mamba", "architectures": ["MambaForCausalLM"], "hidden_size": 4})",
                           R"({"model_type": 7})", R"({"architectures": ["FalconForCausalLM"]})",
                           R"({"architectures": "LlamaForCausalLM"})", R"({"hidden_size": 4})"}) {
    const Issues issues = issues_of(json::parse(text));
    ASSERT_EQ(issues.size(), 1u) << text;
    EXPECT_NE(issues[0].message.find("known are llama, mistral"), std::string::npos) << issues[0].message;
    EXPECT_NE(issues[0].message.find("gpt_oss"), std::string::npos) << issues[0].message;
  }
  EXPECT_EQ(issues_of(json::array()).size(), 1u);
}

TEST(HfConfig, ReportsBadFieldsAtTheirPointers) {
  const struct {
    const char* file;
    const char* patch;
    const char* where;
  } rows[] = {
      {"llama-3.2-1b", R"({"hidden_size": null})", "/hidden_size"},
      {"llama-3.2-1b", R"({"hidden_size": "2048"})", "/hidden_size"},
      {"llama-3.2-1b", R"({"vocab_size": 0})", "/vocab_size"},
      {"llama-3.2-1b", R"({"num_hidden_layers": 1.5})", "/num_hidden_layers"},
      {"llama-3.2-1b", R"({"tie_word_embeddings": "no"})", "/tie_word_embeddings"},
      {"llama-3.2-1b", R"({"num_key_value_heads": 5})", "/num_key_value_heads"},
      {"llama-3.2-1b", R"({"mlp_bias": true})", "/mlp_bias"},
      {"mixtral-8x7b", R"({"num_local_experts": null})", "/num_local_experts"},
      {"mixtral-8x7b", R"({"num_experts_per_tok": 9})", "/num_experts_per_tok"},
      {"qwen3-30b-a3b", R"({"mlp_only_layers": [0]})", "/mlp_only_layers"},
      {"deepseek-v3", R"({"kv_lora_rank": -1})", "/kv_lora_rank"},
      {"deepseek-v3", R"({"moe_layer_freq": 2})", "/moe_layer_freq"},
      {"deepseek-v3", R"({"first_k_dense_replace": 61})", "/first_k_dense_replace"},
      {"gemma-3-4b", R"({"text_config": {"hidden_size": []}})", "/text_config/hidden_size"},
      {"gemma-3-4b", R"({"text_config": 1})", "/text_config"},
      {"gpt-neox-20b", R"({"attention_bias": false})", "/attention_bias"},
      {"gpt-oss-20b", R"({"layer_types": "all"})", "/layer_types"},
      {"gpt-oss-20b", R"({"sliding_window": -128})", "/sliding_window"},
      {"llama-3.2-1b", R"({"architectures": ["LlamaForSequenceClassification"]})", "/architectures"},
      {"llama-3.2-1b", R"({"layers_block_type": ["mamba", "attention"]})", "/layers_block_type"},
      {"llama-3.2-1b", R"({"vision_config": {}})", "/vision_config"},
      {"qwen2.5-7b", R"({"layer_types": ["linear_attention", "full_attention"]})", "/layer_types"},
      {"deepseek-v3", R"({"index_topk": 2048})", "/index_topk"},
      {"gemma-3-4b", R"({"text_config": {"use_bidirectional_attention": true}})",
       "/text_config/use_bidirectional_attention"},
  };
  for (const auto& row : rows) {
    json document = config(row.file);
    document.merge_patch(json::parse(row.patch));
    const Issues issues = issues_of(document);
    ASSERT_FALSE(issues.empty()) << row.file << row.patch;
    EXPECT_EQ(issues[0].where, row.where) << row.file << row.patch << issues[0].message;
    EXPECT_FALSE(issues[0].message.empty());
  }
}

TEST(HfConfig, ReportsAllMissingFieldsAtOnce) {
  // layers, hidden size, heads, vocabulary and intermediate size
  EXPECT_EQ(issues_of({{"model_type", "llama"}}).size(), 5u);
}

TEST(LooksLikeHfConfig, TellsConfigurationsFromItemsOfThisProgram) {
  EXPECT_TRUE(looks_like_hf_config(config("gemma-3-4b")));
  EXPECT_TRUE(looks_like_hf_config({{"architectures", {"X"}}}));
  EXPECT_FALSE(looks_like_hf_config({{"name", "x"}, {"num_layers", 2}}));
  EXPECT_FALSE(looks_like_hf_config({{"kind", "model"}, {"model_type", "llama"}}));
  EXPECT_FALSE(looks_like_hf_config(json::array({1})));
  EXPECT_FALSE(looks_like_hf_config("llama"));
}

}  // namespace hf_config_test
}  // namespace fmplan::catalog
