#include "core/model/megatron_theoretical.h"

#include <gtest/gtest.h>

#include "core/model/activation_bytes.h"
#include "core/model/memory_use.h"
#include "tests/model/known_models.h"

namespace fmplan::model {
namespace megatron_theoretical_test {

struct Case {
  const char* name;
  Transformer model;
  MegatronTheoreticalSettings settings;
  double weights_and_optimizer;  ///< bytes
  double activations;            ///< bytes
};

struct Degrees {
  int tensor, pipeline, virtual_pipeline, expert, expert_tensor, data;
};

MegatronTheoreticalSettings settings_of(int sequence_length, const Degrees& d, int num_micro_batches) {
  MegatronTheoreticalSettings settings;
  settings.plan = {.tensor = d.tensor,
                   .pipeline = d.pipeline,
                   .virtual_pipeline = d.virtual_pipeline,
                   .expert = d.expert,
                   .data = d.data,
                   .recompute = Recompute::kSelective};
  settings.sequence_length = sequence_length;
  settings.num_micro_batches = num_micro_batches;
  settings.expert_tensor = d.expert_tensor;
  return settings;
}

MegatronTheoreticalSettings with_ffn(MegatronTheoreticalSettings settings, int ffn) {
  settings.ffn_hidden_size = ffn;
  return settings;
}
MegatronTheoreticalSettings without_sequence_parallel(MegatronTheoreticalSettings settings) {
  settings.plan.sequence_parallel = false;
  return settings;
}
MegatronTheoreticalSettings without_distributed_optimizer(MegatronTheoreticalSettings settings) {
  settings.plan.zero_stage = ZeroStage::kNone;
  return settings;
}

// Megatron-LM's theoretical_memory_usage.py, executed.  Qwen3-30B-A3B is started with --ffn-hidden-size 6144 although
// all its layers are mixtures.  The same sums in another order: rounding only, 1e-9.
TEST(MegatronTheoretical, ReproducesMegatronsOwnEstimate) {
  const Case cases[] = {
      {"gpt3", gpt3_175b(), settings_of(2048, {8, 8, 1, 1, 1, 16}, 192), 18880729344.0, 10292838400.0},
      {"gpt3 v3", gpt3_175b(), settings_of(2048, {8, 8, 3, 1, 1, 16}, 192), 18880729344.0, 13294916266.666668},
      {"gpt3 no sp", gpt3_175b(), without_sequence_parallel(settings_of(2048, {8, 8, 1, 1, 1, 16}, 192)), 18880729344.0,
       33188826316.800003},
      {"llama2-70b", llama2_70b(), settings_of(4096, {8, 1, 1, 1, 1, 8}, 16), 64674263040.0, 10823929856.0},
      {"llama3-8b", llama3_8b(), settings_of(8192, {1, 1, 1, 1, 1, 8}, 8), 60226959360.0, 38730268672.0},
      {"llama3-70b", llama3_70b(), settings_of(8192, {4, 4, 1, 1, 1, 4}, 32), 40870692864.0, 43016847360.0},
      {"llama3-70b v5", llama3_70b(), settings_of(8192, {4, 4, 5, 1, 1, 4}, 32), 40870692864.0, 49469374463.99999},
      {"llama3-405b", llama3_405b(), settings_of(8192, {8, 9, 1, 1, 1, 16}, 64), 39430483968.0, 65682874368.0},
      {"mixtral", mixtral_8x7b(), settings_of(4096, {2, 2, 1, 4, 2, 16}, 16), 28078880256.0, 8606744576.0},
      {"deepseek-v3", deepseek_v3(), settings_of(4096, {2, 16, 1, 64, 1, 64}, 32), 13502147256.0, 25564545024.0},
      {"qwen3-30b", qwen3_30b_a3b(), with_ffn(settings_of(4096, {1, 1, 1, 8, 1, 16}, 8), 6144), 53888841216.0,
       14610890752.0},
      {"llama3-70b no distopt", llama3_70b(), without_distributed_optimizer(settings_of(8192, {8, 4, 1, 1, 1, 2}, 32)),
       40873660416.0, 21508423680.0},
  };
  for (const Case& c : cases) {
    const MegatronTheoretical estimate = megatron_theoretical(c.model, c.settings);
    EXPECT_NEAR(estimate.weights_and_optimizer / byte / c.weights_and_optimizer, 1, 1e-9) << c.name;
    EXPECT_NEAR(estimate.activations / byte / c.activations, 1, 1e-9) << c.name;
  }
}

// Two micro-batches cannot fill four stages: half of the activations that p of them would keep.
TEST(MegatronTheoretical, ScalesActivationsWhenThePipelineIsNotFull) {
  const MegatronTheoretical full = megatron_theoretical(llama3_70b(), settings_of(8192, {4, 4, 1, 1, 1, 4}, 4));
  const MegatronTheoretical half = megatron_theoretical(llama3_70b(), settings_of(8192, {4, 4, 1, 1, 1, 4}, 2));
  EXPECT_DOUBLE_EQ(half.activations / full.activations, 0.5);
}

// Per token and layer Megatron's estimate takes 18h + 4f: 262,144 bytes for Llama 3 70B, where 8h + 4·a·d + 4·kv·d +
// 4·a
// + 6f = 274,688 are kept: its two omissions (grouped queries, the gate) nearly cancel.  For Mixtral, 131,072 against
// 8h + 4·a·d + 4·kv·d + 4·a + 2·6·fe + 2·4h = 258,176, they do not: why it is not the model to plan with.
TEST(MegatronTheoretical, HalvesTheActivationsOfAMixture) {
  const MemorySettings settings{.plan = {}, .sequence_length = 8192};
  EXPECT_DOUBLE_EQ(activation_bytes_per_token_and_layer(llama3_70b(), settings, LayerKind::kDense), 274688);
  EXPECT_DOUBLE_EQ(activation_bytes_per_token_and_layer(mixtral_8x7b(), settings, LayerKind::kMoe),
                   258176 + 4 * 8);  // and the router's probabilities, fp32
  EXPECT_NEAR(258176.0 / (18 * 4096 + 4 * 14336), 1.97, 0.005);
}

}  // namespace megatron_theoretical_test
}  // namespace fmplan::model
