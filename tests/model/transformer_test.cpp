#include "core/model/transformer.h"

#include <gtest/gtest.h>

#include "tests/model/known_models.h"

namespace fmplan::model {
namespace transformer_test {

struct PublishedCount {
  Transformer model;
  std::int64_t total;
  std::int64_t active;
  std::int64_t embedding;
  std::int64_t attention;  ///< of all layers, without norms
};

/// Norm weights inside attention_layer, which the published attention counts leave out.
std::int64_t attention_norms(const Transformer& model) {
  if (model.latent_attention) return model.latent_attention->q_lora_rank + model.latent_attention->kv_lora_rank;
  return model.qk_norm ? 2 * model.head_dim : 0;
}

// Totals of the Hugging Face checkpoints (Llama, Mixtral, Qwen, DeepSeek main model); GPT-3 by hand:
// 96·(12h² + 13h) + 51200h + 2h with h = 12288 = 174,590,681,088.  Integers, so exact.
TEST(CountParameters, GivesThePublishedTotals) {
  const PublishedCount cases[] = {
      {gpt3_175b(), 174590681088, 174590681088, 629145600, 57986777088},
      {llama2_7b(), 6738415616, 6738415616, 262144000, 2147483648},
      {llama2_70b(), 68976648192, 68976648192, 524288000, 12079595520},
      {llama3_8b(), 8030261248, 8030261248, 1050673152, 1342177280},
      {llama3_70b(), 70553706496, 70553706496, 2101346304, 12079595520},
      {llama3_405b(), 405853388800, 405853388800, 4202692608, 71873593344},
      {mixtral_8x7b(), 46702792704, 12879925248, 262144000, 1342177280},
      {qwen3_30b_a3b(), 30532122624, 3353032704, 622329856, 905969664},
      {deepseek_v3(), 671026419200, 37552297472, 1853358080, 11413422080},
  };
  for (const PublishedCount& c : cases) {
    const ParameterCount count = count_parameters(c.model);
    EXPECT_EQ(count.total, c.total) << c.model.name;
    EXPECT_EQ(count.active, c.active) << c.model.name;
    // The published embedding figure holds the input and, where untied, the output matrix.
    EXPECT_EQ(count.embedding + count.head, c.embedding) << c.model.name;
    EXPECT_EQ(c.model.num_layers * (count.attention_layer - attention_norms(c.model)), c.attention) << c.model.name;
  }
}

// The parts, multiplied by how often they occur, are the whole: two ways to the same integer.
TEST(CountParameters, PartsAddUpToTheTotal) {
  for (const Transformer& model : {gpt3_175b(), llama3_8b(), mixtral_8x7b(), deepseek_v3()}) {
    const ParameterCount c = count_parameters(model);
    std::int64_t sum = c.embedding + c.head + c.final_norm;
    for (int layer = 0; layer < model.num_layers; ++layer) {
      sum += c.attention_layer + c.norms_layer;
      sum += is_moe_layer(model, layer) ? c.router_layer + c.shared_experts_layer + model.moe->num_experts * c.expert
                                        : c.dense_mlp_layer;
    }
    EXPECT_EQ(sum, c.total) << model.name;
  }
}

// BLOOM: 250880·14336 + 70·(12h² + 13h) + 2h (final norm) + 2h (embedding norm), h = 14336, is 176,247,271,424, the
// count its model card gives.
TEST(CountParameters, CountsBloomsEmbeddingNorm) {
  const Transformer bloom{.num_layers = 70,
                          .hidden_size = 14336,
                          .ffn_hidden_size = 57344,
                          .num_heads = 112,
                          .num_kv_heads = 112,
                          .head_dim = 128,
                          .vocabulary_size = 250880,
                          .max_sequence_length = 2048,
                          .gated_mlp = false,
                          .tied_embeddings = true,
                          .norm = NormKind::kLayerNorm,
                          .bias = BiasKind::kAll,
                          .embedding_norm = true};
  EXPECT_EQ(count_parameters(bloom).total, 176247271424);
}

// gpt-oss-20b: per layer, attention 2880·4096 + 2·2880·512 + 4096·2880 = 26,542,080, its biases 4096 + 1024 + 2880,
// 64 sinks, router (2880 + 1)·32, 32 experts of 3·2880² + 2·2880 + 2880, norms 2·2880; times 24; two embeddings of
// 201088·2880 and a final norm: 20,914,757,184, the "20.9B" of its card.
TEST(CountParameters, CountsBiasesOfExpertsAndAttentionSinks) {
  Transformer oss{.num_layers = 24,
                  .hidden_size = 2880,
                  .num_heads = 64,
                  .num_kv_heads = 8,
                  .head_dim = 64,
                  .vocabulary_size = 201088,
                  .max_sequence_length = 131072,
                  .bias = BiasKind::kAll,
                  .attention_sinks = true};
  oss.moe =
      MixtureOfExperts{.num_experts = 32, .experts_per_token = 4, .expert_ffn_hidden_size = 2880, .router_bias = true};
  EXPECT_EQ(count_parameters(oss).total, 20914757184);
}

// A bias on queries, keys and values only, as in Qwen2.5: h + 2·kv·d per layer for h = a·d.
TEST(CountParameters, BiasKindsNest) {
  Transformer model = llama3_8b();
  const std::int64_t none = count_parameters(model).attention_layer;
  model.bias = BiasKind::kQkvOnly;
  EXPECT_EQ(count_parameters(model).attention_layer - none, 4096 + 2 * 8 * 128);
  model.bias = BiasKind::kAttentionOnly;
  EXPECT_EQ(count_parameters(model).attention_layer - none, 4096 + 2 * 8 * 128 + 4096);
  EXPECT_EQ(count_parameters(model).dense_mlp_layer, 3 * 4096 * 14336);
  model.bias = BiasKind::kAll;
  EXPECT_EQ(count_parameters(model).dense_mlp_layer, 3 * 4096 * 14336 + 2 * 14336 + 4096);
}

TEST(CountParameters, LearnedPositionsAddOneRowEach) {
  Transformer model = gpt3_175b();
  const std::int64_t without = count_parameters(model).total;
  model.learned_positions = true;
  EXPECT_EQ(count_parameters(model).total - without, 2048 * 12288);
}

// DeepSeek-V3's README: 671B of main model and 14B of the MTP module, which there holds its own copies of the shared
// embedding and head, 2·129280·7168 = 1.85B.  Without them the module has 11.5B, as its paper's Table says of "unique".
TEST(CountParameters, MtpModuleIsOneBlockAndItsJoin) {
  Transformer model = deepseek_v3();
  EXPECT_EQ(count_parameters(model).mtp, 0);
  model.num_mtp_layers = 1;
  const ParameterCount count = count_parameters(model);
  EXPECT_EQ(count.total, 671026419200);  // unchanged
  const std::int64_t block =
      count.attention_layer + count.norms_layer + count.router_layer + count.shared_experts_layer + 256 * count.expert;
  EXPECT_EQ(count.mtp, block + std::int64_t{2} * 7168 * 7168 + 3 * 7168);
  // 14B is rounded to a whole billion, hence half of one.
  EXPECT_NEAR(static_cast<double>(count.mtp + count.embedding + count.head), 13.5e9, 0.5e9);
}

// Llama 4 Maverick: every second layer, the first dense.  DeepSeek-V3: the first three dense.
TEST(MoeLayers, FollowIntervalAndFirstDenseLayers) {
  Transformer model = llama3_8b();
  EXPECT_EQ(num_moe_layers(model), 0);
  model.moe = MixtureOfExperts{.num_experts = 128, .experts_per_token = 1, .layer_interval = 2};
  EXPECT_FALSE(is_moe_layer(model, 0));
  EXPECT_TRUE(is_moe_layer(model, 1));
  EXPECT_EQ(num_moe_layers(model), 16);
  const Transformer deepseek = deepseek_v3();
  EXPECT_FALSE(is_moe_layer(deepseek, 2));
  EXPECT_TRUE(is_moe_layer(deepseek, 3));
  EXPECT_EQ(num_moe_layers(deepseek), 58);
}

// Gemma 3 1B has 26 layers, the 6th, 12th, 18th and 24th global: 22 windowed.
TEST(WindowedLayers, AreAllButTheLastOfEachGroup) {
  Transformer model = llama3_8b();
  EXPECT_EQ(num_windowed_layers(model), 0);
  model.num_layers = 26;
  model.sliding_window = SlidingWindow{.window = 512, .period = 6};
  EXPECT_EQ(num_windowed_layers(model), 22);
  model.sliding_window->period = 2;
  EXPECT_EQ(num_windowed_layers(model), 13);
  model.sliding_window->period = 1;
  EXPECT_EQ(num_windowed_layers(model), 0);
  model.sliding_window->period = 0;
  EXPECT_EQ(num_windowed_layers(model), 26);
}

}  // namespace transformer_test
}  // namespace fmplan::model
