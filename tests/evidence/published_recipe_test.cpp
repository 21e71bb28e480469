#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/evidence/step_question.h"
#include "core/model/recomputation.h"
#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace published_recipe_test {

using model::Recompute;
using testing::Contains;
using testing::HasSubstr;

// NVIDIA's rows do not say what is computed again; its published recipes of the same layouts do.
TEST(PublishedRecipe, ComputesAgainWhatTheFrameworksRecipeOfTheLayoutDoes) {
  StepRow row = row_of_22b();
  row.model_name = "GPT OSS 120B";
  row.framework = "NeMo / Megatron-Bridge (25.11 NeMo Container)";
  row.gpu = "B200";
  row.precision = "BF16";
  row.recompute = "";
  row.tensor = 1;
  row.micro_batch_size = 4;
  row.global_batch_size = 64;
  row.data.reset();
  EXPECT_EQ(recomputation_detail(question_of(row).settings.plan.recompute), "layernorm, moe_act");
  EXPECT_THAT(question_of(row).assumptions,
              Contains(HasSubstr("layernorm, moe_act computed again: not stated, and the framework's recipe")));
  row.micro_batch_size = 2;
  EXPECT_EQ(question_of(row).settings.plan.recompute, model::Recomputation(Recompute::kNone));
  row.micro_batch_size = 4;
  row.recompute = "full";
  EXPECT_EQ(question_of(row).settings.plan.recompute, model::Recomputation(Recompute::kFull));
}

// Benchmarks' launch scripts say what their tables do not: here the mesh and the policy of rematerialisation.
TEST(PublishedRecipe, IsShardedAsThePublishedRecipeIs) {
  StepRow row = row_of_22b();
  row.model_name = "GPT3-5B";
  row.params_billions.reset();
  row.num_layers = 24;
  row.hidden_size = 4096;
  row.ffn_hidden_size = 16384;
  row.num_heads = row.num_kv_heads = 32;
  row.framework = "PaxML";
  row.gpu = "H100-80GB-SXM";
  row.system = "";
  row.precision = "BF16";
  row.attention = row.recompute = row.sequence_parallel = "";
  row.tensor = 1;
  row.num_gpus = row.data.emplace(32);
  row.global_batch_size = 128;
  row.sharding = "FSDP+DP (JAX); fsdp=not stated";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 8);
  EXPECT_EQ(recomputation_detail(question_of(row).settings.plan.recompute), "core_attn, layernorm");
  EXPECT_THAT(question_of(row).assumptions, Contains(HasSubstr("parameters sharded over 8: not stated, and")));
  row.sharding = "FSDP+DP (JAX); fsdp=16";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 16) << "what the row says stands over it";
  row.sharding = "HSDP";
  row.notes = "sharding group 4";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 4) << "its notes too";
  row.notes = "";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 8) << "hybrid without a number";
  row.micro_batch_size = 2;
  row.sharding = "FSDP+DP (JAX); fsdp=not stated";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 0) << "of no recipe";
}

TEST(PublishedRecipe, KeepsAttentionInsidePackedSamplesWhereTheBenchmarkDoes) {
  StepRow row = row_of_22b();
  row.framework = "NeMo/Megatron";
  row.precision = "BF16";
  row.notes = "table \"Llama3 8b Finetuning SFT BF16\"; arch from public model config";
  EXPECT_EQ(question_of(row).model.document_length, 180);
  EXPECT_THAT(question_of(row).assumptions, Contains(HasSubstr("attention stays inside packed samples")));
  row.framework = "NeMo 24.12 docs page";
  row.notes = "SFT; SQuAD packed to 4096";
  EXPECT_EQ(question_of(row).model.document_length, 180);
  for (const auto& [framework, notes] : {std::pair{"NeMo/Megatron", "table \"Llama3 8b BF16\""},
                                         std::pair{"NeMo Automodel (PyTorch)", "finetuning LoRA, full sequences"},
                                         std::pair{"Megatron-LM", "finetuning SFT"}}) {
    row.framework = framework;
    row.notes = notes;
    EXPECT_EQ(question_of(row).model.document_length, 0) << framework << ": " << notes;
  }
}

// NeMo's recipes of these models drop what exceeds an expert's even share, whether or not the table says so.
TEST(PublishedRecipe, GivesExpertsAsManyTokensWhereTheRecipeDropsTheRest) {
  StepRow row = row_of_22b();
  row.params_billions.reset();
  row.num_experts = 8;
  row.experts_per_token = 2;
  const auto balanced = [&](const char* model, const char* framework, const char* notes) {
    row.model_name = model;
    row.framework = framework;
    row.notes = notes;
    row.precision = "BF16";
    return question_of(row).model.moe->balanced_routing;
  };
  EXPECT_TRUE(balanced("Grok-1 314B", "NeMo/Megatron", "dgxc-benchmarking release v25.05.05"));
  EXPECT_THAT(question_of(row).assumptions, Contains(HasSubstr("NeMo's performance recipes drop what is more")));
  EXPECT_TRUE(balanced("Grok-1 314B", "NeMo 25.04", ""));
  EXPECT_FALSE(balanced("Grok-1 314B", "NeMo/Megatron", ""));
  EXPECT_FALSE(balanced("Grok-1 314B", "NeMo / Megatron-Bridge (25.09 NeMo Container)", ""));
  EXPECT_FALSE(balanced("A mixture of ours", "NeMo 25.04", ""));
}

// Its release of Transformer Engine had no fused backward pass of such heads on Blackwell, and had one on Hopper.
TEST(PublishedRecipe, OfLatentAttentionOnBlackwellIsUnfusedBeforeItsKernelCame) {
  StepRow row = row_of_22b();
  row.model_name = "DeepSeekV3";
  row.params_billions = 671;
  row.num_layers = 61;
  row.hidden_size = 7168;
  row.ffn_hidden_size = 2048;
  row.num_heads = row.num_kv_heads = 128;
  row.vocabulary_size = 129280;
  row.num_experts = 256;
  row.experts_per_token = 8;
  row.num_shared_experts = 1;
  row.sequence_length = 4096;
  row.gpu = "GB200";
  row.system = "GB200 NVL72";
  row.gpus_per_node = 4;
  row.num_gpus = 128;
  row.tensor = 2;
  row.pipeline = 4;
  row.expert = 32;
  row.data = 16;
  row.micro_batch_size = 1;
  row.global_batch_size = 1024;
  row.recompute = row.attention = row.sequence_parallel = "";
  row.precision = "BF16";
  row.framework = "NeMo/Megatron";
  row.notes = "dgxc-benchmarking release v25.05.05";
  const StepQuestion blackwell = question_of(row);
  EXPECT_EQ(blackwell.settings.attention, sim::AttentionKernel::kUnfused);
  EXPECT_EQ(recomputation_detail(blackwell.settings.plan.recompute), "core_attn");
  EXPECT_EQ(blackwell.settings.plan.dispatcher, model::Dispatcher::kAllToAll);
  row.gpu = "H100-80GB-SXM";
  row.system = "DGX H100";
  row.gpus_per_node = 8;
  row.num_gpus = 512;
  row.pipeline = 8;
  row.data = 32;
  row.expert = 64;
  row.global_batch_size = 4096;
  const StepQuestion hopper = question_of(row);
  EXPECT_EQ(hopper.settings.attention, sim::AttentionKernel::kFlash);
  EXPECT_EQ(recomputation_detail(hopper.settings.plan.recompute), "mla_up_proj");
}

}  // namespace published_recipe_test
}  // namespace fmplan::evidence
