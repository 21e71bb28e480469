#include "core/evidence/row_plan.h"

#include <optional>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/recomputation.h"
#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace row_plan_test {

using model::Recompute;
using model::ZeroStage;
using testing::Contains;
using testing::HasSubstr;

// 64 GPUs / (2 · 4) = 8 replicas.
TEST(RowPlan, FillsTheLayoutByRulesAndSaysSo) {
  StepRow row = row_of_22b();
  row.num_gpus = 64;
  row.tensor = 2;
  row.pipeline = 4;
  row.data.reset();
  row.micro_batch_size.reset();
  row.global_batch_size = 64;
  row.recompute = "";
  row.attention = "";
  row.sequence_parallel = "";
  row.precision = "BF16";
  row.framework = "NeMo/Megatron";
  const StepQuestion question = question_of(row);
  EXPECT_EQ(question.settings.plan.data, 8);
  EXPECT_EQ(question.settings.plan.micro_batch_size, 1);
  EXPECT_EQ(question.settings.plan.zero_stage, ZeroStage::kOptimizer);
  EXPECT_TRUE(question.settings.plan.sequence_parallel);
  EXPECT_EQ(question.settings.attention, sim::AttentionKernel::kFlash);
  for (const char* assumption : {"micro-batch 1: not stated", "flash attention: not stated",
                                 "no recomputation: not stated", "with sequence parallelism: not stated",
                                 "one layer a chunk of an interleaved pipeline: not stated, and NeMo's habit",
                                 "optimizer sharded (ZeRO 1): not stated"})
    EXPECT_THAT(question.assumptions, Contains(std::string(assumption)));
}

// Megatron-Core's own tables interleave mixtures as they do dense models; of NeMo's the recipes say it.
TEST(RowPlan, InterleavesMixturesOfMegatronCoresTablesAlone) {
  StepRow row = row_of_22b();
  row.num_gpus = 64;
  row.tensor = 2;
  row.pipeline = 4;
  row.data.reset();
  row.params_billions.reset();
  row.num_experts = 8;
  row.experts_per_token = 2;
  row.global_batch_size = 64;
  row.micro_batch_size = 1;
  row.precision = "BF16";
  row.framework = "Megatron-Core (2025)";
  EXPECT_EQ(question_of(row).settings.plan.virtual_pipeline, 12);
  row.framework = "Megatron-LM";
  EXPECT_EQ(question_of(row).settings.plan.virtual_pipeline, 1);
  row.framework = "NeMo/Megatron";
  EXPECT_EQ(question_of(row).settings.plan.virtual_pipeline, 1);
}

// 126 layers, an embedding and a head are 128, two for each of eight chunks on eight stages, as NVIDIA's rows of
// Llama 3.1 405B that state it have it; 125 and two are no whole chunks.
TEST(RowPlan, CountsEmbeddingAndHeadWhereStagesDoNotDivideTheLayers) {
  StepRow row = row_of_22b();
  row.num_gpus = 64;
  row.tensor = 1;
  row.pipeline = 8;
  row.data.reset();
  row.params_billions.reset();
  row.num_layers = 126;
  row.global_batch_size = 64;
  row.micro_batch_size = 1;
  row.precision = "BF16";
  row.framework = "NeMo";
  const StepQuestion question = question_of(row);
  EXPECT_EQ(question.settings.plan.virtual_pipeline, 8);
  EXPECT_THAT(question.assumptions, Contains(std::string("2 layers a chunk of an interleaved pipeline, embedding and "
                                                         "head counted as layers: not stated, and NeMo's habit")));
  row.num_layers = 125;
  EXPECT_EQ(question_of(row).settings.plan.virtual_pipeline, 1);
}

// Megatron-Core's tables do not state virtual stages; Megatron-LM's rows of before were not interleaved unless they say
// so.  48 layers on 6 stages are 8 chunks of one layer.
TEST(RowPlan, InterleavesMegatronCoreLayerByLayer) {
  StepRow row = row_of_22b();
  row.num_gpus = 48;
  row.pipeline = 6;
  row.global_batch_size = 48;
  row.precision = "BF16";
  row.framework = "Megatron-Core r0.8.0";
  EXPECT_EQ(question_of(row).settings.plan.virtual_pipeline, 8);
  row.framework = "Megatron-LM";
  EXPECT_EQ(question_of(row).settings.plan.virtual_pipeline, 1);
}

TEST(RowPlan, ReadsWhatPeopleCallRecomputationAndSharding) {
  StepRow row = row_of_22b();
  const std::pair<const char*, Recompute> recomputations[] = {
      {"gradient checkpointing", Recompute::kFull},
      {"activation checkpointing: full", Recompute::kFull},
      {"recompute=True", Recompute::kFull},
      {"yes", Recompute::kFull},
      {"uniform, 1 layer", Recompute::kFull},
      {"recompute-activations", Recompute::kSelective},
      {"core_attn", Recompute::kSelective},
      {"SAC", Recompute::kPerOperation},
      {"Per-op selective (SelectiveAC)", Recompute::kPerOperation},
      {"No", Recompute::kNone},
      {"no AC", Recompute::kNone},
      {"AC=none", Recompute::kNone},
      {"without", Recompute::kNone},
      {"False", Recompute::kNone},
      {"gradient_checkpointing=False", Recompute::kNone},
      {"gradient_checkpointing false", Recompute::kNone},
      {"checkpointing False (none)", Recompute::kNone},
      {"disable_gradient_checkpointing: true", Recompute::kNone},
      {"disable_gradient_checkpointing=False", Recompute::kFull}};
  for (const auto& [text, kind] : recomputations) {
    row.recompute = text;
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, kind) << text;
  }
  row.recompute = "";
  const std::pair<const char*, Recompute> notes[] = {{"gradient checkpointing", Recompute::kFull},
                                                     {"gradient_checkpointing=True", Recompute::kFull},
                                                     {"no gradient checkpointing", Recompute::kNone},
                                                     {"gradient checkpointing off", Recompute::kNone},
                                                     {"gradient_checkpointing=no packing=true", Recompute::kNone},
                                                     {"disable_gradient_checkpointing: true", Recompute::kNone},
                                                     {"disable_gradient_checkpointing: false", Recompute::kFull},
                                                     {"selective gradient checkpointing", Recompute::kNone}};
  for (const auto& [text, kind] : notes) {
    row.notes = text;
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, kind) << text;
  }
  row.notes = "";
  row.recompute = "selective";
  row.notes = "gradient checkpointing";
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kSelective) << "the column goes before notes";
  row.notes = "";
  row.recompute = "auto-tuned";
  EXPECT_THAT(refusal_of(row), HasSubstr("recompute \"auto-tuned\" is not understood"));
  row = row_of_22b();
  const std::pair<const char*, ZeroStage> stages[] = {{"ZeRO 3", ZeroStage::kParameters},
                                                      {"ZeRO stage 3", ZeroStage::kParameters},
                                                      {"DeepSpeed stage3", ZeroStage::kParameters},
                                                      {"sharding stage2", ZeroStage::kGradients},
                                                      {"FSDP2, reshard_after_forward=never", ZeroStage::kGradients},
                                                      {"fully_shard", ZeroStage::kParameters},
                                                      {"dp_shard=8", ZeroStage::kParameters},
                                                      {"dp_replicate=8, dp_shard=1", ZeroStage::kNone},
                                                      {"zero_2", ZeroStage::kGradients},
                                                      {"distributed_fused_adam", ZeroStage::kOptimizer},
                                                      {"DistributedOptimizer", ZeroStage::kOptimizer},
                                                      {"DP (no distributed optimizer)", ZeroStage::kNone},
                                                      {"FSDP NO_SHARD", ZeroStage::kNone},
                                                      {"PyTorch DDP", ZeroStage::kNone},
                                                      {"DDP (no sharding)", ZeroStage::kNone},
                                                      {"DP_replicate=8", ZeroStage::kNone}};
  for (const auto& [text, stage] : stages) {
    row.sharding = text;
    EXPECT_EQ(question_of(row).settings.plan.zero_stage, stage) << text;
  }
  for (const auto& [text, stage] : {std::pair{"ZeRO Stage-2", ZeroStage::kGradients},
                                    {"2", ZeroStage::kGradients},
                                    {"3", ZeroStage::kParameters},
                                    {"False", ZeroStage::kNone}}) {
    row.sharding = text;
    EXPECT_EQ(question_of(row).settings.plan.zero_stage, stage) << text;
  }
  row.sharding = "striped";
  EXPECT_THAT(refusal_of(row), HasSubstr("zero_or_fsdp \"striped\" is not understood; write ZeRO-1"));
  row.sharding = "DDP/ZeRO (not stated)";
  EXPECT_THAT(question_of(row).assumptions, Contains("optimizer sharded (ZeRO 1): not stated"));
  row.sequence_parallel = "True";
  EXPECT_TRUE(question_of(row).settings.plan.sequence_parallel);
}

TEST(RowPlan, TakesAllRanksForDataWhereTheRestFollows) {
  EXPECT_EQ(question_of(row_of_8b("PyTorch FSDP")).settings.plan.data, 4) << "the framework's habit";
  StepRow row = row_of_8b("Megatron-LM");
  EXPECT_THAT(refusal_of(row), HasSubstr("no layout"));
  row.sharding = "FSDP";
  EXPECT_EQ(question_of(row).settings.plan.data, 4);
  EXPECT_THAT(question_of(row).assumptions, Contains("no tensor and no pipeline parallelism: not stated"));
  row.sharding = "";
  row.framework = "llm.c";
  EXPECT_EQ(question_of(row).settings.plan.data, 4) << "it splits nothing else";
  row.framework = "Megatron-LM";
  row.context = 4;
  EXPECT_EQ(question_of(row).settings.plan.context, 4);
  row.context.reset();
  row.num_gpus = 1;
  row.model_name = "qwen3-0.6b";
  EXPECT_EQ(question_of(row).settings.plan.data, 1);
  row.num_gpus = 4;
  row.model_name = "Llama 3 70B";
  row.sharding = "ZeRO-3";
  EXPECT_THAT(refusal_of(row), HasSubstr("with data parallelism alone it does not fit"));
}

// Of tools for fine-tuning their own default, of Megatron beneath one Megatron's.
TEST(RowPlan, ComputesAgainByTheDefaultOfAToolForFineTuning) {
  for (const auto& [framework, kind] : {std::pair("LLaMA-Factory 0.9", Recompute::kFull),
                                        {"swift sft", Recompute::kFull},
                                        {"finetune.py (HF Trainer, DeepSpeed)", Recompute::kFull},
                                        {"megatron sft (ms-swift)", Recompute::kNone},
                                        {"finetune.py (torchtune)", Recompute::kNone},
                                        {"HF Trainer", Recompute::kNone}}) {
    StepRow row = row_of_8b(framework);
    row.num_gpus = row.data.emplace(32);
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, kind) << framework;
    row.notes = "no activation checkpointing";
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone) << framework;
  }
}

// MaxText's policies, by the column as well as by the notes.
TEST(RowPlan, ReadsPoliciesOfRematerialisationWhereverTheyStand) {
  StepRow row = row_of_22b();
  row.framework = "MaxText";
  row.precision = "BF16";
  row.recompute = "remat_policy=minimal";
  const model::Recomputation stated = question_of(row).settings.plan.recompute;
  EXPECT_EQ(stated.kind, Recompute::kSelective);
  row.recompute = "dots_no_batch";
  EXPECT_EQ(question_of(row).settings.plan.recompute, stated);
  row.recompute = "";
  row.notes = "remat_policy=minimal; synthetic data";
  EXPECT_EQ(question_of(row).settings.plan.recompute, stated);
  row.recompute = "nothing_saveable";
  EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kFull);
}

TEST(RowPlan, RunsThePipelineByTheScheduleThatIsNamed) {
  StepRow row = row_of_22b();
  row.tensor = 1;
  row.pipeline = 8;
  row.global_batch_size = 96;
  row.precision = "BF16";
  const auto schedule_of = [&row](const char* framework, const char* notes = "") {
    row.framework = framework;
    row.notes = notes;
    return question_of(row).settings.plan.schedule;
  };
  using enum model::PipelineSchedule;
  EXPECT_EQ(schedule_of("Megatron-LM"), kOneForwardOneBackward);
  EXPECT_EQ(schedule_of("Megatron-LM (1F1B-I schedule)"), kOneForwardOneBackward);
  EXPECT_EQ(schedule_of("Megatron-LM (ZB-1p schedule)"), kZeroBubbleH1);
  EXPECT_EQ(schedule_of("torchtitan", "schedule ZBV, 16 stages"), kZeroBubbleV);
  EXPECT_EQ(question_of(row).settings.plan.virtual_pipeline, 2);
  EXPECT_EQ(schedule_of("torchtitan", "GPipe schedule"), kGpipe);
  EXPECT_EQ(schedule_of("Megatron-LM", "8 % faster than GPipe"), kOneForwardOneBackward) << "what it is compared with";
  row.framework = "torchtitan (DualPipeV schedule)";
  EXPECT_THAT(refusal_of(row), HasSubstr("by a schedule that is not modelled"));
  row.framework = "Megatron-LM (GPipe schedule)";
  row.virtual_pipeline = 4;
  EXPECT_THAT(refusal_of(row), HasSubstr("virtual_pipeline")) << "which places one chunk on every stage";
  row.virtual_pipeline.reset();
  row.framework = "Megatron-LM (ZB-2p schedule)";
  EXPECT_THAT(refusal_of(row), HasSubstr("by a schedule that is not modelled"));
}

// Four replicas of two tensor ranks: two experts' ranks fit either way.
TEST(RowPlan, LeavesExpertsWholeWhereTheRowOrItsFrameworkDoes) {
  StepRow row = row_of_22b();
  row.params_billions.reset();
  row.num_experts = 8;
  row.experts_per_token = 2;
  row.pipeline = 1;
  row.tensor = 2;
  row.num_gpus = 8;
  row.data = 4;
  row.global_batch_size = 64;
  row.expert = 2;
  const auto expert_tensor = [&](const std::string& framework, const std::string& notes) {
    row.framework = framework;
    row.notes = notes;
    return question_of(row).settings.plan.expert_tensor;
  };
  EXPECT_EQ(expert_tensor("Megatron-LM", ""), 0);
  EXPECT_EQ(expert_tensor("Megatron-LM", "MCore with folding; ETP=1"), 1);
  EXPECT_EQ(expert_tensor("Megatron-LM", "ETP 1; mean of 16 iterations"), 1);
  EXPECT_EQ(expert_tensor("NeMo", ""), 1) << "no release named";
  EXPECT_EQ(expert_tensor("NeMo", "release v25.05.05"), 1);
  EXPECT_EQ(expert_tensor("NeMo", "release v25.02.02"), 0);
  EXPECT_EQ(expert_tensor("NeMo", "release v25.05.05; ETP=2"), 0) << "as the rest of the layer";
  EXPECT_EQ(expert_tensor("NeMo", "tensor parallel with attention (ETP=TP)"), 0);
  EXPECT_EQ(question_of(row).software, std::nullopt);
}

TEST(RowPlan, ComputesAgainWhatTheRowNames) {
  StepRow row = row_of_22b();
  const auto again = [&](const char* recompute, const char* notes = "") {
    row.recompute = recompute;
    row.notes = notes;
    return question_of(row).settings.plan.recompute;
  };
  // Megatron's word for attention's core; of a framework that is not known, what is cheap.
  EXPECT_EQ(again("selective").modules, bit_of(model::RecomputeModule::kCoreAttention));
  EXPECT_EQ(again("selective", "recompute layernorm, mlp; A2A_OVERLAP=0").modules,
            bit_of(model::RecomputeModule::kLayerNorm) | bit_of(model::RecomputeModule::kMlp));
  EXPECT_EQ(again("selective: moe_act, layernorm").modules,
            bit_of(model::RecomputeModule::kMoeActivation) | bit_of(model::RecomputeModule::kLayerNorm));
  EXPECT_EQ(again("selective", "--recompute_modules core_attn; 8 nodes").modules,
            bit_of(model::RecomputeModule::kCoreAttention));
  EXPECT_EQ(again("selective (minimal_flash)").modules, bit_of(model::RecomputeModule::kLayerNorm));
  EXPECT_EQ(model::module_names(again("selective", "remat_policy=minimal; per_device_batch_size=6")),
            "core_attn, layernorm");
  EXPECT_EQ(model::module_names(again("selective", "remat save_out_proj (job 14686)")),
            "core_attn, layernorm, mlp, qkv_proj");
  EXPECT_EQ(again("full", "remat_policy=custom(decoder_layer_input=offload)"), model::Recomputation(Recompute::kFull));
  EXPECT_EQ(again("full"), model::Recomputation(Recompute::kFull));
  const model::Recomputation block = again("full", "recompute_method=block recompute_num_layers=4");
  EXPECT_EQ(block.method, model::RecomputeMethod::kBlock);
  EXPECT_EQ(block.num_layers, 4);
  EXPECT_EQ(again("full, recompute_method uniform, recompute_num_layers 2").num_layers, 2);
}

TEST(RowPlan, ShardsInTheGroupThatTheRowStates) {
  StepRow row = row_of_22b();
  row.num_gpus = 512;
  row.data = 64;
  row.global_batch_size = 256;
  row.sharding = "FSDP+DP (JAX); fsdp=16";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 16);
  EXPECT_EQ(shard_ranks(question_of(row).settings.plan), 16);
  row.sharding = "HSDP";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 8);
  row.sharding = "FSDP 32 (8 inside x 4 across nodes), data parallel 2 (HSDP)";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 32);
  row.sharding = "HSDP";
  row.notes = "ici_fsdp 16 x ici_tensor 8; 2 slices; sharding group 16";
  EXPECT_EQ(question_of(row).settings.plan.shard_group, 16);
  row.sharding = "FSDP";
  EXPECT_EQ(shard_ranks(question_of(row).settings.plan), 64);
}

}  // namespace row_plan_test
}  // namespace fmplan::evidence
