#include "core/model/recomputation.h"

#include <gtest/gtest.h>

#include "core/model/flop_count.h"
#include "core/model/memory_use.h"
#include "tests/model/bare_memory.h"
#include "tests/model/known_models.h"

namespace fmplan::model {
namespace recomputation_test {

Recomputation whole(RecomputeMethod method, int num_layers) {
  Recomputation again = Recompute::kFull;
  again.method = method;
  again.num_layers = num_layers;
  return again;
}
Recomputation module_again(RecomputeModule module) {
  Recomputation again = Recompute::kSelective;
  again.modules = bit_of(module);
  return again;
}

// Every second product from the query product on: of query 4096², key and value 4096·1024 each, output 4096², gate, up
// and down 4096·14336 each, key, output and up are done again.
TEST(ByOperation, RepeatsEverySecondProduct) {
  const double h = 4096, key = 1024, f = 14336;
  EXPECT_DOUBLE_EQ(repeated_product_share(llama3_8b(), LayerKind::kDense, Recompute::kPerOperation),
                   (key + h + f) / (2 * h + 2 * key + 3 * f));
  const KeptByOperation kept = kept_by_operation(llama3_8b(), LayerKind::kDense, {.tensor = 8});
  EXPECT_EQ(kept.split_elements, 4096 + 1024 + 4096 + 14336);
  EXPECT_EQ(kept.replicated_elements, 0);
  EXPECT_EQ(kept.hidden_copies, 2);
}

// DeepSeek-V3's five products of attention: down to 1,536, up to 128·192, down to 512 + 64, up to 128·256, and 128·128
// to 7,168.  The down-projections and the output are kept; both up-projections, small as their inputs are, run again.
// Of the dense MLP the first and the last of three run again.
TEST(ByOperation, CountsLatentAttentionByItsOwnProducts) {
  const KeptByOperation kept = kept_by_operation(deepseek_v3(), LayerKind::kDense, {});
  EXPECT_EQ(kept.split_elements, 128 * 128 + 18432);
  EXPECT_EQ(kept.replicated_elements, 1536 + 576);
  EXPECT_EQ(kept.hidden_copies, 2);
  const double up = 1536.0 * 128 * 192 + 512.0 * 128 * 256;
  const double attention = 7168.0 * (1536 + 576) + up + 128.0 * 128 * 7168, matrix = 7168.0 * 18432;
  EXPECT_DOUBLE_EQ(repeated_product_share(deepseek_v3(), LayerKind::kDense, Recompute::kPerOperation),
                   (up + 2 * matrix) / (attention + 3 * matrix));
  const double experts = 3 * 7168.0 * 9 * 2048;
  EXPECT_DOUBLE_EQ(repeated_product_share(deepseek_v3(), LayerKind::kMoe, Recompute::kPerOperation),
                   (up + experts) / (attention + experts));
  EXPECT_DOUBLE_EQ(
      repeated_product_share(deepseek_v3(), LayerKind::kMoe, module_again(RecomputeModule::kMlaUpProjection)),
      up / (attention + experts));
  EXPECT_DOUBLE_EQ(
      repeated_product_share(deepseek_v3(), LayerKind::kMoe, module_again(RecomputeModule::kQkvProjection)),
      7168.0 * (1536 + 576) / (attention + experts));
  EXPECT_DOUBLE_EQ(
      repeated_product_share(deepseek_v3(), LayerKind::kMoe, module_again(RecomputeModule::kOutputProjection)),
      128.0 * 128 * 7168 / (attention + experts));
  EXPECT_DOUBLE_EQ(
      repeated_product_share(deepseek_v3(), LayerKind::kMoe, module_again(RecomputeModule::kSharedExperts)),
      experts / 9 / (attention + experts));
}

// What all-to-alls bring is not sent again: of Mixtral's tokens, 4,096 wide, a copy
// for each of 2 experts out and one back.  One rank for all experts exchanges nothing; deduplicated, the two lie on
// 8·(1 − (7/8)²) = 1.875 of 8 ranks, and one sum comes back; gathered tokens are gathered again.
TEST(ByOperation, KeepsTheTokensThatWereExchanged) {
  const auto exchanged = [](LayerKind kind, const ParallelPlan& plan) {
    return kept_by_operation(mixtral_8x7b(), kind, plan).exchanged_elements;
  };
  EXPECT_EQ(exchanged(LayerKind::kMoe, {.expert = 8}), 2 * 2 * 4096);
  EXPECT_EQ(exchanged(LayerKind::kMoe, {}), 0);
  EXPECT_EQ(exchanged(LayerKind::kDense, {.expert = 8}), 0);
  EXPECT_DOUBLE_EQ(exchanged(LayerKind::kMoe, {.expert = 8, .dispatcher = Dispatcher::kDeduplicating}),
                   (8 * (1 - 49.0 / 64) + 1) * 4096);
  EXPECT_EQ(exchanged(LayerKind::kMoe, {.expert = 8, .dispatcher = Dispatcher::kAllGather}), 4096);
}

// DeepSeek-V3 has 3 dense layers and 58 mixtures: what is executed lies between what it would be if all were one kind.
TEST(HardwareFlop, WeighsTheKindsOfLayers) {
  Transformer model = deepseek_v3();
  model.num_mtp_layers = 0;
  const auto again = [&](const Recomputation& recompute, double share = 1) {
    return (hardware_flop_per_token(model, 4096, FlopConvention::kMegatronCausal, recompute, share) -
            training_flop_per_token(model, 4096, FlopConvention::kMegatronCausal)) /
           flop;
  };
  const ForwardFlop forward = forward_flop_per_token(model, 4096, AttentionMask::kCausal);
  EXPECT_NEAR(again(module_again(RecomputeModule::kMlp)) / (3 * forward.dense_mlp / flop), 1, 1e-12);
  EXPECT_NEAR(again(module_again(RecomputeModule::kMoe)) / (58 * forward.moe_mlp / flop), 1, 1e-12);
  EXPECT_NEAR(again(module_again(RecomputeModule::kCoreAttention)) / (61 * forward.core_attention / flop), 1, 1e-12);
  EXPECT_EQ(again(module_again(RecomputeModule::kLayerNorm)), 0);
  EXPECT_NEAR(again(Recompute::kFull, 0.25) / (again(Recompute::kFull) / 4), 1, 1e-12);
}

// 32 layers, pipeline 4 in 2 chunks: 8 a rank, 4 a chunk.  Block with 1: 2 of 8 keep their input (2h) alone.  Uniform
// with 2: 4 of 8 inputs, and two layers at work.
TEST(WholeLayers, OfWhichSomeAreComputedAgain) {
  MemorySettings settings = bare({.pipeline = 4, .virtual_pipeline = 2}, 4096, 64);
  settings.habits.bytes_per_logit = 0;
  const double layer = 139392.0 * 4096, input = 2.0 * 4096 * 4096;
  const auto kept = [&](const Recomputation& again) {
    settings.plan.recompute = again;
    return stage_memory_use(llama3_8b(), settings, 0).activations / byte;
  };
  const double in_flight = in_flight_micro_batches(settings.plan, 64, 0);
  EXPECT_NEAR(kept({}), in_flight * 8 * layer, 1);
  EXPECT_NEAR(kept(whole(RecomputeMethod::kBlock, 1)), in_flight * (2 * input + 6 * layer) + layer, 1);
  EXPECT_NEAR(kept(whole(RecomputeMethod::kUniform, 1)), in_flight * 8 * input + layer, 1);
  EXPECT_NEAR(kept(whole(RecomputeMethod::kUniform, 2)), in_flight * 4 * input + 2 * layer, 1);
  // All of a chunk, and more than it has: as if every layer were.
  EXPECT_EQ(kept(whole(RecomputeMethod::kBlock, 4)), kept(Recompute::kFull));
  EXPECT_EQ(kept(whole(RecomputeMethod::kBlock, 9)), kept(Recompute::kFull));
  EXPECT_NEAR(kept(whole(RecomputeMethod::kUniform, 9)), in_flight * 2 * input + 4 * layer, 1);
}

TEST(WholeLayers, ShareIsThatOfTheirChunks) {
  EXPECT_EQ(recomputed_share(Recompute::kNone, 8, 2), 0);
  EXPECT_EQ(recomputed_share(Recompute::kFull, 8, 2), 1);
  EXPECT_EQ(recomputed_share(whole(RecomputeMethod::kBlock, 1), 8, 2), 0.25);
  EXPECT_EQ(recomputed_share(whole(RecomputeMethod::kBlock, 5), 8, 2), 1);
  EXPECT_EQ(recomputed_share(whole(RecomputeMethod::kUniform, 4), 8, 2), 1);
}

TEST(Recomputation, SaysWhatItsKindLeavesOpen) {
  EXPECT_EQ(recomputation_detail(Recompute::kFull), "");
  EXPECT_EQ(recomputation_detail(whole(RecomputeMethod::kBlock, 1)), "the first 1 layer of a chunk");
  EXPECT_EQ(recomputation_detail(whole(RecomputeMethod::kUniform, 4)), "units of 4 layers");
  Recomputation again = module_again(RecomputeModule::kMoe);
  again.modules |= bit_of(RecomputeModule::kCoreAttention);
  EXPECT_EQ(recomputation_detail(again), "core_attn, moe");
  EXPECT_FALSE(again.is_cheapest());
}

}  // namespace recomputation_test
}  // namespace fmplan::model
