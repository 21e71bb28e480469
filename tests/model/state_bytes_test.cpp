#include "core/model/state_bytes.h"

#include <gtest/gtest.h>

#include "tests/model/known_models.h"

namespace fmplan::model {
namespace state_bytes_test {

double gb_per_billion(double billions, const StaticBytesPerParameter& bytes) { return billions * bytes.total(); }

// ZeRO, Fig. 1: 7.5B parameters, 64 ranks, 2 + 2 + 12 bytes: 120, 31.4, 16.6, 1.9 GB.
TEST(StaticBytes, MatchTheZeroPaper) {
  const StaticBytesPerParameter bytes = static_bytes_per_parameter(Precision::kFp16, Optimizer::kAdam);
  EXPECT_EQ(bytes, (StaticBytesPerParameter{2, 2, 12}));
  EXPECT_DOUBLE_EQ(gb_per_billion(7.5, sharded(bytes, ZeroStage::kNone, 64)), 120);
  EXPECT_DOUBLE_EQ(gb_per_billion(7.5, sharded(bytes, ZeroStage::kOptimizer, 64)), 31.40625);
  EXPECT_DOUBLE_EQ(gb_per_billion(7.5, sharded(bytes, ZeroStage::kGradients, 64)), 16.640625);
  EXPECT_DOUBLE_EQ(gb_per_billion(7.5, sharded(bytes, ZeroStage::kParameters, 64)), 1.875);
}

// DeepSpeed's documentation (memory requirements): 2851M parameters, largest layer 32M, 8 ranks.  Its ZeRO 2 keeps
// fp16 weights and gradients whole and shards master, moments and fp32 gradients: 4 + 16/d, 15.93 GiB.  Its ZeRO 3
// shards 18 bytes and gathers 4 bytes per parameter of the largest layer: 6.09 GiB (the page prints 6.10).
TEST(StaticBytes, MatchDeepSpeedsDocumentation) {
  const StaticBytesPerParameter bytes =
      static_bytes_per_parameter(Precision::kFp16, Optimizer::kAdam, GradientStorage::kAsWeightsAndFp32);
  EXPECT_EQ(bytes, (StaticBytesPerParameter{2, 2, 16}));
  const double zero2 = 2851e6 * sharded(bytes, ZeroStage::kOptimizer, 8).total();
  EXPECT_NEAR(zero2 * byte / gibibyte, 15.93, 0.005);
  const double zero3 = 2851e6 * (bytes.weights + bytes.optimizer) / 8 + 4 * 32e6;
  EXPECT_NEAR(zero3 * byte / gibibyte, 6.09, 0.005);
}

// Megatron's distributed optimizer over 16 ranks: fp16 4 + 16/16, bf16 with fp32 gradients 6 + 12/16, fp32 8 + 8/16.
TEST(StaticBytes, MatchMegatronsDistributedOptimizer) {
  const auto of = [](Precision precision, GradientStorage gradients) {
    return sharded(static_bytes_per_parameter(precision, Optimizer::kAdam, gradients), ZeroStage::kOptimizer, 16)
        .total();
  };
  EXPECT_DOUBLE_EQ(of(Precision::kFp16, GradientStorage::kAsWeightsAndFp32), 5.0);
  EXPECT_DOUBLE_EQ(of(Precision::kBf16, GradientStorage::kByPrecision), 6.75);
  EXPECT_DOUBLE_EQ(of(Precision::kFp32, GradientStorage::kByPrecision), 8.5);
}

TEST(StaticBytes, FollowPrecisionAndOptimizer) {
  struct Row {
    Precision precision;
    Optimizer optimizer;
    GradientStorage gradients;
    WeightStorage weights;
    StaticBytesPerParameter bytes;
  };
  using enum Precision;
  using enum Optimizer;
  constexpr auto kBoth = WeightStorage::kComputeCopyAndMaster;
  constexpr auto kDefault = GradientStorage::kByPrecision;
  const Row rows[] = {
      {kBf16, kAdam, kDefault, kBoth, {2, 4, 12}},
      {kBf16, kAdam, GradientStorage::kAsWeights, kBoth, {2, 2, 12}},
      {kBf16, kAdam8bit, GradientStorage::kAsWeights, kBoth, {2, 2, 6}},
      {kBf16, kMuon, GradientStorage::kAsWeights, kBoth, {2, 2, 8}},
      {kBf16, kSgd, GradientStorage::kAsWeights, kBoth, {2, 2, 8}},
      {kBf16, kAdamBf16Moments, kDefault, kBoth, {2, 4, 8}},
      {kFp32, kAdam, kDefault, kBoth, {4, 4, 8}},
      {kFp32, kAdamBf16Moments, kDefault, kBoth, {4, 4, 4}},
      {kFp32, kAdam, GradientStorage::kAsWeightsAndFp32, kBoth, {4, 4, 8}},
      {kBf16, kAdam, kDefault, WeightStorage::kMasterOnly, {4, 4, 8}},
      {kFp8, kAdam, kDefault, kBoth, {4, 4, 12}},  // bf16, and two copies of a byte
      {kFp8, kAdam, kDefault, WeightStorage::kMasterOnly, {4, 4, 8}},
  };
  for (const Row& row : rows)
    EXPECT_EQ(static_bytes_per_parameter(row.precision, row.optimizer, row.gradients, row.weights), row.bytes)
        << static_cast<int>(row.precision) << " " << static_cast<int>(row.optimizer);
}

// Row-wise and column-wise copies, alone or beside 16 bits: 2 · 1, 2 · (1 + 1/32), 2 · (1/2 + 1/16).
TEST(StaticBytes, OfQuantisedWeightsGoByTheirRecipe) {
  const auto weights = [](Precision precision, ScalingRecipe recipe, bool primary) {
    return static_bytes_per_parameter(precision, Optimizer::kAdam, GradientStorage::kByPrecision,
                                      WeightStorage::kComputeCopyAndMaster, {recipe, primary})
        .weights;
  };
  EXPECT_EQ(weights(Precision::kFp8, ScalingRecipe::kCurrent, false), 4);
  EXPECT_EQ(weights(Precision::kFp8, ScalingRecipe::kCurrent, true), 2);
  EXPECT_EQ(weights(Precision::kFp8, ScalingRecipe::kMxfp8, false), 4.0625);
  EXPECT_EQ(weights(Precision::kFp8, ScalingRecipe::kMxfp8, true), 2.0625);
  EXPECT_EQ(weights(Precision::kFp4, ScalingRecipe::kNvfp4, false), 3.125);
}

// Published sizes (1 %, the rounding of the sources' own counts): Llama 3.1 405B 5292 GiB, 70e9 parameters 912.7 GiB,
// BLOOM's 2.3 TiB checkpoints.
TEST(CheckpointBytes, AreFourteenPerParameter) {
  double per_parameter = 0;
  for (const CheckpointPart& part : checkpoint_parts(Precision::kBf16, Optimizer::kAdam))
    per_parameter += part.bytes_per_parameter;
  EXPECT_EQ(per_parameter, 14);
  EXPECT_NEAR(checkpoint_bytes(llama3_405b()) / gibibyte / 5292, 1, 0.01);
  EXPECT_NEAR(70e9 * per_parameter * byte / gibibyte, 912.7, 0.05);
  EXPECT_NEAR(176247271424.0 * per_parameter * byte / gibibyte / 2298, 1, 0.01);
}

// FSDP stores fp32 weights alone, of which autocast makes 16-bit ones: 4 + 4 + 4 for each of 8,030,261,248.
TEST(CheckpointBytes, AreTwelveWhereOnlyTheMasterIsStored) {
  const auto per_parameter = [](Precision precision, Optimizer optimizer) {
    double bytes = 0;
    for (const CheckpointPart& part : checkpoint_parts(precision, optimizer, WeightStorage::kMasterOnly))
      bytes += part.bytes_per_parameter;
    return bytes;
  };
  for (const Precision precision : {Precision::kFp32, Precision::kBf16, Precision::kFp16, Precision::kFp8})
    EXPECT_EQ(per_parameter(precision, Optimizer::kAdam), 12);
  EXPECT_EQ(per_parameter(Precision::kBf16, Optimizer::kAdamBf16Moments), 8);
  EXPECT_EQ(checkpoint_bytes(llama3_8b(), Precision::kBf16, Optimizer::kAdam, 0, AdapterTargets::kQueryKeyValue,
                             WeightStorage::kMasterOnly) /
                byte,
            12 * 8030261248.0);
}

// A checkpoint is what memory stores without gradients.
TEST(CheckpointBytes, AreWeightsAndOptimizerStateAsStored) {
  using enum WeightStorage;
  for (const Precision precision : {Precision::kFp32, Precision::kBf16, Precision::kFp16})
    for (const Optimizer optimizer :
         {Optimizer::kAdam, Optimizer::kAdamBf16Moments, Optimizer::kAdam8bit, Optimizer::kMuon, Optimizer::kSgd})
      for (const WeightStorage weights : {kComputeCopyAndMaster, kMasterOnly, kComputeCopyOnly}) {
        const StaticBytesPerParameter stored =
            static_bytes_per_parameter(precision, optimizer, GradientStorage::kByPrecision, weights);
        double kept = 0;
        for (const CheckpointPart& part : checkpoint_parts(precision, optimizer, weights))
          kept += part.bytes_per_parameter;
        EXPECT_EQ(kept, stored.weights + stored.optimizer);
      }
}

TEST(CheckpointBytes, FollowOptimizerAndPrecision) {
  const auto per_parameter = [](Precision precision, Optimizer optimizer) {
    return checkpoint_bytes(llama3_8b(), precision, optimizer) / byte / 8030261248;
  };
  EXPECT_DOUBLE_EQ(per_parameter(Precision::kFp32, Optimizer::kAdam), 12);
  EXPECT_DOUBLE_EQ(per_parameter(Precision::kFp8, Optimizer::kAdam), 14);
  EXPECT_DOUBLE_EQ(per_parameter(Precision::kBf16, Optimizer::kAdamBf16Moments), 10);
  EXPECT_DOUBLE_EQ(per_parameter(Precision::kBf16, Optimizer::kAdam8bit), 8);
  EXPECT_DOUBLE_EQ(per_parameter(Precision::kBf16, Optimizer::kMuon), 10);
  EXPECT_DOUBLE_EQ(per_parameter(Precision::kBf16, Optimizer::kSgd), 10);
}

// Llama 3 8B in 16 bits, as it was published: 2 bytes of each of its 8,030,261,248 parameters.
TEST(FrozenWeightBytes, AreTheModelAsPublished) {
  EXPECT_EQ(frozen_weight_bytes(llama3_8b(), Precision::kBf16) / byte, 2 * 8030261248.0);
  EXPECT_EQ(frozen_weight_bytes(llama3_8b(), Precision::kFp32) / byte, 4 * 8030261248.0);
}

}  // namespace state_bytes_test
}  // namespace fmplan::model
