#include "core/evidence/row_that_ran.h"

#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/recomputation.h"
#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace row_that_ran_test {

using model::Recompute;
using model::ZeroStage;
using testing::Contains;
using testing::HasSubstr;

// 80 layers of 8192 tokens keep some 140 GB of activations a GPU; with recomputation 80 · 8192 · 8192 · 2 B = 11 GB.
TEST(RowThatRan, ComputesAgainForAdaptersOfAModelThatDoesNotFitWithout) {
  StepRow row = row_of_22b();
  row.model_name = "Llama 3 70B";
  row.num_layers = row.hidden_size = row.ffn_hidden_size = row.num_heads = row.num_kv_heads = std::nullopt;
  row.vocabulary_size.reset();
  row.params_billions.reset();
  row.gpu = "H100-80GB-SXM";
  row.system = "DGX H100";
  row.sequence_length = 8192;
  row.global_batch_size = 8;
  row.micro_batch_size = 1;
  row.tensor = 1;
  row.data = 8;
  row.framework = "PyTorch FSDP";
  row.sharding = "FSDP";
  row.precision = "BF16";
  row.attention = "";
  row.recompute = "";
  row.notes = "LoRA";
  const StepQuestion question = question_of(row);
  EXPECT_EQ(question.settings.plan.recompute.kind, Recompute::kFull);
  EXPECT_THAT(question.assumptions, Contains(HasSubstr("full recomputation: not stated, and without it ")));
  EXPECT_THAT(question.assumptions, testing::Not(Contains("no recomputation: not stated")));
  row.recompute = "none";
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone) << "stated";
  row.recompute = "";
  row.precision = "FP8";
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone) << "weights may be kept in 8 bits";
  row.precision = "BF16";
  row.model_name = "Llama 3 8B";
  row.global_batch_size = 8;
  row.sequence_length = 2048;
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone) << "it fits";
}

// Whole models that PyTorch's users trained, too: 8B parameters on four A100 keep 128 GB a GPU of 16,384 tokens.  Not
// of NVIDIA's stacks, whose recipes keep activations elsewhere.
TEST(RowThatRan, ComputesAgainWhatRanAndDoesNotFitWithout) {
  StepRow row = row_of_22b();
  row.model_name = "Llama 3 8B";
  row.num_layers = row.hidden_size = row.ffn_hidden_size = row.num_heads = row.num_kv_heads = std::nullopt;
  row.vocabulary_size.reset();
  row.params_billions.reset();
  row.num_gpus = row.data.emplace(4);
  row.tensor = 1;
  row.micro_batch_size = 8;
  row.global_batch_size = 32;
  row.sequence_length = 2048;
  row.framework = "PyTorch FSDP";
  row.sharding = "FSDP";
  row.precision = "BF16";
  row.attention = row.recompute = "";
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kFull);
  EXPECT_THAT(question_of(row).assumptions,
              Contains(HasSubstr("full recomputation: not stated, and without it 128 GB")));
  row.recompute = "none";
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone) << "stated";
  row.recompute = "";
  row.framework = "NeMo";
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone);
  row.framework = "PyTorch FSDP";
  row.micro_batch_size = 1;
  row.global_batch_size = 4;
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone) << "it fits";
}

// 8 billion parameters of 16 bytes take 129 GB: a sixteenth of them lies well within 40 GB, 32 GB of weights and
// gradients alone do not.
TEST(RowThatRan, ShardsWhatRanAndDoesNotFitOtherwise) {
  StepRow row = row_of_8b("DeepSpeed");
  row.num_gpus = row.data.emplace(16);
  row.gpu = "A100-40GB-SXM";
  row.recompute = "full";
  EXPECT_EQ(question_of(row).settings.plan.zero_stage, ZeroStage::kParameters);
  EXPECT_THAT(question_of(row).assumptions, Contains("parameters sharded (ZeRO 3): not stated, and nothing less fits"));
  row.sharding = "ZeRO-1";
  EXPECT_EQ(question_of(row).settings.plan.zero_stage, ZeroStage::kOptimizer) << "stated";
  row.sharding = "";
  row.model_name = "qwen3-0.6b";
  EXPECT_EQ(question_of(row).settings.plan.zero_stage, ZeroStage::kOptimizer) << "it fits";
}

// 8e9 parameters in 16 bytes are 128 GB, in 8 they are 64: of one GPU with 80.
TEST(RowThatRan, KeepsNoFp32CopiesOfWhatRanAndDoesNotFitWithThem) {
  StepRow row = row_of_8b("FSDP");
  row.num_gpus = row.data.emplace(1);
  row.recompute = "full";
  const auto storage = [&] { return question_of(row).framework.memory.weight_storage; };
  EXPECT_EQ(storage(), model::WeightStorage::kComputeCopyOnly);
  EXPECT_THAT(question_of(row).assumptions,
              Contains("weights, gradients and moments in 16 bits: not stated, and nothing more fits"));
  row.notes = "fp32 master weights";
  EXPECT_NE(storage(), model::WeightStorage::kComputeCopyOnly) << "stated";
  row.notes = "";
  row.num_gpus = row.data.emplace(8);
  EXPECT_NE(storage(), model::WeightStorage::kComputeCopyOnly) << "sharded over eight it fits";
}

}  // namespace row_that_ran_test
}  // namespace fmplan::evidence
