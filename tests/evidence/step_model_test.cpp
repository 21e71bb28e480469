#include "core/evidence/step_model.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace step_model_test {

using testing::Contains;

TEST(ModelOfName, FindsCatalogueModelsBehindTheNamesOfTables) {
  const std::pair<const char*, const char*> cases[] = {{"Qwen3_30B_a3B", "qwen3-30b-a3b"},
                                                       {"LLAMA4-Scout", "llama-4-scout-17b-16e"},
                                                       {"Llama-4-Maverick 400B", "llama-4-maverick-17b-128e"},
                                                       {"Llama3-70B slice (12 layers)", "llama-3-70b"},
                                                       {"DeepSeekV3", "deepseek-v3"},
                                                       {"DeepSeek-V3 671B (MLPerf)", "deepseek-v3"},
                                                       {"Kimi K2 1T", "kimi-k2"},
                                                       {"Llama31-8B", "llama-3.1-8b"},
                                                       {"Llama2-7B (large batch)", "llama-2-7b"},
                                                       {"LLAMA2-7B LoRA r32 all layers", "llama-2-7b"},
                                                       {"Qwen3 8B Coder", "qwen3-8b"},
                                                       {"Qwen3-30B A3B", "qwen3-30b-a3b"},
                                                       {"Mistral 7B v0.2", "mistral-7b"},
                                                       {"GPT OSS 120B", "gpt-oss-120b"},
                                                       {"Llama 4 Scout 17Bx16E", "llama-4-scout-17b-16e"},
                                                       {"OPT-13B", "opt-13b"},
                                                       {"OPT-1.3B", "opt-1.3b"},
                                                       {"GPT-2 124M", "gpt2"},
                                                       {"Grok-1 314B", "grok-1"},
                                                       {"Qwen1.5-MoE-A2.7B", "qwen1.5-moe-a2.7b"},
                                                       {"Command R", "command-r"},
                                                       {"DeepSeek-V2 Lite", "deepseek-v2-lite"},
                                                       {"Mistral Nemo", "mistral-nemo-12b"},
                                                       {"Mistral Large 123B", "mistral-large-123b"},
                                                       {"Meta-Llama-3-8B (LoRA rank 8)", "llama-3-8b"},
                                                       {"deepseek3-671b", "deepseek-v3"},
                                                       {"Qwen3 MoE 235B", "qwen3-235b-a22b"},
                                                       {"GPT-2 1558M (llm.c)", "gpt2-xl"}};
  for (const auto& [name, item] : cases) {
    const model::Transformer* found = model_of_name(shipped(), name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, item) << name;
  }
  for (const char* name : {"GPT 1.3B", "MPT-3b", "Llama-like 1.34B", "Qwen3-style 9B (baby)", ""})
    EXPECT_EQ(model_of_name(shipped(), name), nullptr) << name;
}

// As Hugging Face names them.
TEST(ModelOfName, TakesTheNamesThatModelsArePublishedUnder) {
  const std::pair<const char*, const char*> names[] = {{"Qwen/Qwen3-4B", "qwen3-4b"},
                                                       {"Qwen3-4B-Thinking-2507", "qwen3-4b"},
                                                       {"Qwen3-0.6B-Base", "qwen3-0.6b"},
                                                       {"meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
                                                       {"mistralai/Mixtral-8x7B-v0.1", "mixtral-8x7b"}};
  for (const auto& [name, item] : names) {
    const model::Transformer* found = model_of_name(shipped(), name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, item) << name;
  }
  for (const char* const name : {"Llama-3.2-11B-Vision", "deepseek-ai/DeepSeek-V3-Lite", "GPT-3-6.7B"})
    EXPECT_EQ(model_of_name(shipped(), name), nullptr) << name;
}

// Each begins as a catalogue model's name does, and is another model: of another size (V3 has 671e9 parameters, of
// which a token passes 37e9), or one that the words behind tell.
TEST(ModelOfName, TakesNoOtherMemberOfTheFamily) {
  for (const char* name :
       {"DeepSeek V3 16B", "DeepSeek V3 A16B", "Kimi K2 mini 16B", "Kimi K2 mini", "GPT-NeoX 1.3B", "GPT-NeoX 125M",
        "Mistral Small", "Qwen3-30B A5B", "Llama 1.3B (swiss-ai)", "Llama 2.7B", "Command R+", "Command A",
        "Command-R-Plus", "MiniMax-M3", "Mistral Large 3", "Phi-4-multimodal"})
    EXPECT_EQ(model_of_name(shipped(), name), nullptr) << name;
}

// Qwen3 30B-A3B has heads of 128, not 2048 / 32; a slice has the layers of the row.
TEST(ModelOfRow, TakesFromTheCatalogueWhatColumnsDoNotSay) {
  StepRow row;
  row.model_name = "Qwen3-30B-A3B";
  row.hidden_size = 2048;
  row.num_heads = 32;
  row.num_experts = 128;
  row.experts_per_token = 8;
  row.num_layers = 12;
  row.vocabulary_size = 50304;
  std::vector<std::string> assumptions;
  const auto read = model_of_row(row, shipped(), assumptions);
  ASSERT_TRUE(std::holds_alternative<model::Transformer>(read));
  const auto& model = std::get<model::Transformer>(read);
  EXPECT_EQ(model.head_dim, 128);
  EXPECT_EQ(model.moe->expert_ffn_hidden_size, 768);
  EXPECT_EQ(model.num_layers, 12);
  EXPECT_EQ(model.vocabulary_size, 50304);
}

/// 24 layers of 2048, of which nobody says how wide the MLP is.
StepRow home_made() {
  StepRow row;
  row.model_name = "home-made";
  row.num_layers = 24;
  row.hidden_size = 2048;
  row.num_heads = 16;
  row.vocabulary_size = 50257;
  row.sequence_length = 2048;
  return row;
}

// 24 layers of 2048: gated 3·2048·8192 + 4·2048² = 67.1M each, plain 50.3M.  24 · 50.3M + 50,257 · 2048 = 1.31B is
// plain and tied; 24 · 67.1M + 2 · 103M = 1.82B is gated and untied.
TEST(ModelOfRow, ChoosesTheMlpByTheParametersStated) {
  StepRow row = home_made();
  row.ffn_hidden_size = 8192;
  std::vector<std::string> assumptions;
  const auto with = [&](double billions) {
    row.params_billions = billions;
    return std::get<model::Transformer>(model_of_row(row, shipped(), assumptions));
  };
  EXPECT_FALSE(with(1.31).gated_mlp);
  EXPECT_TRUE(with(1.31).tied_embeddings);
  EXPECT_TRUE(with(1.82).gated_mlp);
  EXPECT_FALSE(with(1.82).tied_embeddings);
}

// 24 layers of 2048 and a vocabulary of 50,257: a plain MLP of 8192 makes 24 · 50.3M + 103M = 1.31B with tied
// embeddings. A gated one of 5632 (8/3 of 2048 is 5461, up to the next multiple of 256) makes 24 · 51.4M + 2 · 103M
// = 1.44B untied. Nothing usual makes 2B or 1B.
TEST(ModelOfRow, MakesTheWidthThatParametersDecide) {
  StepRow row = home_made();
  std::vector<std::string> assumptions;
  const auto with = [&](double billions) {
    row.params_billions = billions;
    return model_of_row(row, shipped(), assumptions);
  };
  const auto plain = std::get<model::Transformer>(with(1.31)), gated = std::get<model::Transformer>(with(1.44));
  EXPECT_EQ(plain.ffn_hidden_size, 8192);
  EXPECT_FALSE(plain.gated_mlp);
  EXPECT_TRUE(plain.tied_embeddings);
  EXPECT_EQ(gated.ffn_hidden_size, 5632);
  EXPECT_TRUE(gated.gated_mlp);
  EXPECT_FALSE(gated.tied_embeddings);
  EXPECT_THAT(assumptions,
              Contains("gated MLP of width 5632, untied embeddings: ffn_hidden is not stated, and params_B "
                       "is so made"));
  for (const double billions : {1.0, 2.0})
    EXPECT_EQ(std::get<StepRefusal>(with(billions)).reason,
              "ffn_hidden is empty, and no usual width makes params_B of the other columns");
  row.params_billions.reset();
  EXPECT_EQ(std::get<StepRefusal>(model_of_row(row, shipped(), assumptions)).reason,
            "ffn_hidden is empty, and the catalogue knows no such model");
}

// Llama 3 8B has 8.03e9 parameters, 6.98e9 without embeddings; its first eight layers 8 · 0.218e9 and embeddings of
// 1.05e9, 2.80e9.  Qwen3 30B-A3B has 30.5e9, of which a token passes 3.35e9; DeepSeek-V3 671e9, with a further token's
// module 685e9.
// 32 heads of 128 at a width of 2,048, which 2,048/32 would not tell.
TEST(ModelOfRow, TakesFromTheNotesWhatNoColumnSays) {
  StepRow row = row_of_22b();
  row.model_name = "ours";
  row.hidden_size = 2048;
  row.ffn_hidden_size = 8192;
  row.num_heads = row.num_kv_heads = 32;
  row.params_billions.reset();
  const auto model_with = [&](const char* notes) {
    row.notes = notes;
    std::vector<std::string> assumptions;
    auto model = model_of_row(row, shipped(), assumptions);
    EXPECT_TRUE(std::holds_alternative<model::Transformer>(model)) << notes;
    return std::get<model::Transformer>(model);
  };
  // A width of 4 times hidden is taken for a plain MLP.
  EXPECT_FALSE(model_with("").gated_mlp);
  EXPECT_EQ(model_with("").head_dim, 64);
  const model::Transformer stated = model_with("gated MLP; tied embeddings; head size 128");
  EXPECT_TRUE(stated.gated_mlp);
  EXPECT_TRUE(stated.tied_embeddings);
  EXPECT_EQ(stated.head_dim, 128);
  EXPECT_FALSE(model_with("NOT gated: 2-matrix ReLU MLP; untied embeddings").gated_mlp);
  row.num_experts = 8;
  row.experts_per_token = 2;
  const model::Transformer mixture = model_with("first 3 layers dense of width 16384");
  EXPECT_EQ(mixture.moe->num_first_dense_layers, 3);
  EXPECT_EQ(mixture.ffn_hidden_size, 16384);
  row.notes = "multi-latent attention";
  std::vector<std::string> assumptions;
  EXPECT_TRUE(std::holds_alternative<StepRefusal>(model_of_row(row, shipped(), assumptions)));
}

TEST(ModelOfRow, HoldsItsModelAgainstTheParametersStated) {
  struct Case {
    const char* name;
    std::optional<int> num_layers;
    double billions;
    bool read;
  };
  for (const Case& c :
       {Case{"Llama-3-8B", {}, 8, true}, Case{"Llama-3-8B", {}, 7, true}, Case{"Llama-3-8B", 8, 2.8, true},
        Case{"Llama-3-8B", {}, 70, false}, Case{"Llama-3-8B", 8, 8.03, false}, Case{"Qwen3-30B-A3B", {}, 30.5, true},
        Case{"Qwen3-30B-A3B", {}, 3, true}, Case{"Qwen3-30B-A3B", {}, 14, false}, Case{"DeepSeek-V3", {}, 685, true},
        Case{"GPT-NeoX", {}, 1.3, false}}) {
    StepRow row;
    row.model_name = c.name;
    row.num_layers = c.num_layers;
    row.params_billions = c.billions;
    std::vector<std::string> assumptions;
    EXPECT_EQ(std::holds_alternative<model::Transformer>(model_of_row(row, shipped(), assumptions)), c.read)
        << c.name << " " << c.billions;
  }
  StepRow row = row_of_22b();
  row.params_billions = 70;
  EXPECT_EQ(refusal_of(row), "params_B is 70, and the model of its name and columns has 22.07 billion parameters");
  // "128B" of MaxText has 107.9e9: 16 % fewer.
  row.params_billions = 22.07 * 1.19;
  EXPECT_EQ(refusal_of(row), "");
}

// Configuration files name the width of dense layers, or of all experts of a token (8 · 768), "intermediate_size".
TEST(ModelOfRow, KeepsTheWidthOfExpertsWhereTheColumnIsThatOfDenseLayers) {
  struct Case {
    const char* name;
    int num_experts;
    int stated;
    int expert;
    bool told;
  };
  for (const Case& c : {Case{"Qwen3-30B-A3B", 128, 768, 768, false}, Case{"Qwen3-30B-A3B", 128, 6144, 768, true},
                        Case{"Qwen3-30B-A3B", 128, 1024, 1024, false}, Case{"DeepSeek-V3", 256, 2048, 2048, false},
                        Case{"DeepSeek-V3", 256, 18432, 2048, true}, Case{"Mixtral 8x7B", 8, 14336, 14336, false}}) {
    StepRow row;
    row.model_name = c.name;
    row.num_experts = c.num_experts;
    row.ffn_hidden_size = c.stated;
    std::vector<std::string> assumptions;
    const auto read = model_of_row(row, shipped(), assumptions);
    ASSERT_TRUE(std::holds_alternative<model::Transformer>(read)) << c.name;
    EXPECT_EQ(std::get<model::Transformer>(read).moe->expert_ffn_hidden_size, c.expert) << c.name << " " << c.stated;
    EXPECT_EQ(testing::Matches(Contains(fmt::format("experts of width {}, the catalogue's: ffn_hidden {} is not an "
                                                    "expert's",
                                                    c.expert, c.stated)))(assumptions),
              c.told)
        << c.name << " " << c.stated;
  }
}

}  // namespace step_model_test
}  // namespace fmplan::evidence
