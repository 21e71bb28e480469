#include "core/evidence/step_question.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/words.h"
#include "core/evidence/measured_step.h"
#include "core/evidence/row_words.h"
#include "core/evidence/step_machine.h"
#include "core/evidence/step_model.h"
#include "core/model/flop_count.h"
#include "core/model/recomputation.h"

namespace fmplan::evidence {
namespace step_question_test {

using model::Recompute;
using model::ZeroStage;
using testing::Contains;
using testing::HasSubstr;

const catalog::Catalog& shipped() {
  static const catalog::Catalog catalog = catalog::Catalog::shipped();
  return catalog;
}

/// Korthikanti et al. 2022, Table 5, first row.
StepRow row_of_22b() {
  StepRow row;
  row.model_name = "megatron-22B";
  row.num_layers = 48;
  row.hidden_size = 6144;
  row.ffn_hidden_size = 24576;
  row.num_heads = 64;
  row.num_kv_heads = 64;
  row.vocabulary_size = 51200;
  row.sequence_length = 2048;
  row.params_billions = 22;
  row.gpu = "A100-80GB-SXM";
  row.system = "Selene: DGX A100";
  row.num_gpus = 8;
  row.gpus_per_node = 8;
  row.global_batch_size = 4;
  row.micro_batch_size = 4;
  row.tensor = 8;
  row.pipeline = 1;
  row.data = 1;
  row.sequence_parallel = "no";
  row.recompute = "full";
  row.precision = "FP16 mixed";
  row.attention = "unfused (no flash attention)";
  row.framework = "Megatron-LM";
  row.step_time_s = 1.42;
  return row;
}

StepQuestion question_of(const StepRow& row) {
  auto asked = step_question(row, shipped());
  const auto* refusal = std::get_if<StepRefusal>(&asked);
  EXPECT_EQ(refusal, nullptr) << refusal->reason;
  return refusal ? StepQuestion{} : std::get<StepQuestion>(asked);
}

std::string refusal_of(const StepRow& row) {
  const auto asked = step_question(row, shipped());
  const auto* refusal = std::get_if<StepRefusal>(&asked);
  return refusal ? refusal->reason : "";
}

TEST(StepQuestion, IsTheConfigurationOfAPublishedRow) {
  const StepQuestion question = question_of(row_of_22b());
  EXPECT_EQ(question.model.num_layers, 48);
  EXPECT_EQ(question.model.head_dim, 96);
  EXPECT_FALSE(question.model.gated_mlp);
  EXPECT_EQ(question.instance.name, "dgx-a100-640gb");
  EXPECT_EQ(question.framework.name, "megatron-2021");
  EXPECT_TRUE(question.collectives.has_value());
  const sim::StepSettings& settings = question.settings;
  EXPECT_EQ(settings.plan.tensor, 8);
  EXPECT_EQ(settings.plan.data, 1);
  EXPECT_EQ(settings.plan.micro_batch_size, 4);
  EXPECT_EQ(settings.plan.recompute, Recompute::kFull);
  EXPECT_FALSE(settings.plan.sequence_parallel);
  EXPECT_EQ(settings.precision, model::Precision::kFp16);
  EXPECT_EQ(settings.attention, sim::AttentionKernel::kUnfused);
  EXPECT_EQ(settings.sequence_length, 2048);
  EXPECT_EQ(settings.global_batch_size, 4);
}

// 64 GPUs / (2 · 4) = 8 replicas.
TEST(StepQuestion, FillsTheLayoutByRulesAndSaysSo) {
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
TEST(StepQuestion, InterleavesMixturesOfMegatronCoresTablesAlone) {
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

// NVIDIA's rows do not say what is computed again; its published recipes of the same layouts do.
TEST(StepQuestion, ComputesAgainWhatTheFrameworksRecipeOfTheLayoutDoes) {
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

TEST(StepQuestion, NeverLooksAtWhatWasMeasured) {
  StepRow row = row_of_22b();
  const StepQuestion question = question_of(row);
  row.step_time_s = 99;
  row.tokens_per_s_per_gpu = 1;
  row.tflops_per_gpu = 1;
  row.mfu = 0.01;
  const StepQuestion other = question_of(row);
  EXPECT_EQ(question.settings, other.settings);
  EXPECT_EQ(question.model, other.model);
  EXPECT_EQ(question.instance, other.instance);
  EXPECT_EQ(question.assumptions, other.assumptions);
}

TEST(StepQuestion, RefusesWhatItCannotAskHonestly) {
  const auto refused = [](auto change) {
    StepRow row = row_of_22b();
    change(row);
    return refusal_of(row);
  };
  EXPECT_THAT(refused([](StepRow& r) { r.gpu = "RTX 4090"; }), HasSubstr("gpu \"RTX 4090\" is not in the catalogue"));
  EXPECT_THAT(refused([](StepRow& r) { r.gpu = "A800-80GB or H800"; }), HasSubstr("may be two"));
  EXPECT_THAT(refused([](StepRow& r) { r.sequence_length.reset(); }), HasSubstr("seq_len is empty"));
  EXPECT_THAT(refused([](StepRow& r) { r.global_batch_size.reset(); }), HasSubstr("global_batch_seqs is empty"));
  EXPECT_THAT(refused([](StepRow& r) {
                r.tensor.reset();
                r.pipeline.reset();
                r.data.reset();
              }),
              HasSubstr("no layout"));
  EXPECT_THAT(refused([](StepRow& r) {
                r.model_name = "mystery";
                r.num_layers.reset();
              }),
              HasSubstr("layers is empty, and the catalogue knows no such model"));
  EXPECT_THAT(refused([](StepRow& r) { r.global_batch_size = 6; }), HasSubstr("is not a multiple of"));
  EXPECT_THAT(refused([](StepRow& r) { r.precision = "NVFP4"; }), HasSubstr("no fp4 rate"));
  EXPECT_THAT(refused([](StepRow& r) { r.precision = "FP8"; }), HasSubstr("fp8"));
  EXPECT_THAT(refused([](StepRow& r) { r.sharding = "FSDP + CPU offload"; }), HasSubstr("offloads"));
  EXPECT_THAT(refused([](StepRow& r) { r.model_name = "Nemotron-H 56B"; }), HasSubstr("other sequence layers"));
  EXPECT_THAT(refused([](StepRow& r) {
                r.model_name = "huge";
                r.hidden_size = 8192000;
                r.ffn_hidden_size = 10000000;
                r.num_layers = 10000000;
              }),
              HasSubstr("more than 10¹⁶ parameters"));
}

// The row's own columns are a decoder's, which would be predicted.
TEST(StepQuestion, RefusesModelsThatNoFormulaSpeaksOf) {
  const auto refused = [](const char* name) {
    StepRow row = row_of_22b();
    row.model_name = name;
    return refusal_of(row);
  };
  const std::pair<const char*, std::vector<const char*>> cases[] = {
      {"other sequence layers", {"Nemotron 3 Nano",    "Nemotron_3_Nano",     "nemotron-3-super-120b",
                                 "Nemotron-H 56B",     "nemotronh_56b",       "Nemotron Nano 9B v2",
                                 "Qwen3-Next-80B-A3B", "Qwen3 Next 80B A3B",  "Kimi-Linear-48B",
                                 "Falcon-H1-34B",      "Granite 4.0 H Small", "granite-4.0-h-tiny",
                                 "MiniMax-01",         "MiniMax-Text-01",     "RWKV-7 World 2.9B",
                                 "RecurrentGemma 9B",  "Jamba 1.5 Large",     "Zamba2-7B",
                                 "Bamba-9B",           "Codestral Mamba 7B"}},
      {"an encoder and a decoder", {"T5-11B", "flan-t5-xxl", "mT5 XXL", "UL2 20B", "Whisper large-v3"}},
      {"is an encoder", {"BERT", "bert-large", "bert_large", "RoBERTa base", "ModernBERT-large", "Megatron-BERT 3.9B"}},
      {"diffusion model", {"Stable Diffusion XL", "FLUX.1", "flux1", "DiT-XL/2"}},
      {"images", {"ViT-L/16", "vit_large", "CLIP ViT-L/14"}}};
  for (const auto& [reason, names] : cases)
    for (const char* name : names) EXPECT_THAT(refused(name), HasSubstr(reason)) << name;
  for (const char* name :
       {"Nemotron-340B", "Nemotron 340B", "Nemotron_340B", "Nemotron4-15B", "Nemotron-3-8B",
        "Llama-3.1-Nemotron-Nano-8B", "Kimi-K2", "Falcon 7B", "Granite 3.1 8B", "Granite 4.0 Micro", "MiniMax-M2",
        "Qwen3-30B", "T5X decoder 22B", "Bertha 7B", "Roberto 7B", "Vita 7B", "Orbit", "Dittany 8B", "GPT 22B, T5X"})
    EXPECT_EQ(refused(name), "") << name;
  // What a framework is called says nothing of the model.
  StepRow row = row_of_22b();
  row.framework = "Megatron-BERT";
  EXPECT_EQ(refusal_of(row), "");
}

// Between 16, 8 and 4 bits lie factors of two: of an A100, which has no narrow peak, bf16 is safe to assume, of an H100
// nothing is.
TEST(StepQuestion, RefusesAPrecisionThatIsNotStatedWhereThereAreSeveral) {
  StepRow row = row_of_22b();
  row.framework = "NeMo";
  row.precision = "";
  EXPECT_EQ(question_of(row).settings.precision, model::Precision::kBf16);
  row.gpu = "H100-80GB-SXM";
  row.system = "DGX H100";
  EXPECT_THAT(refusal_of(row), HasSubstr("precision is empty, and h100-sxm5-80gb has fp8 beside bf16"));
  row.gpu = "B200";
  row.system = "DGX B200";
  EXPECT_THAT(refusal_of(row), HasSubstr("has fp8 and fp4 beside bf16"));
}

// Megatron-Core's tables do not state virtual stages; Megatron-LM's rows of before were not interleaved unless they say
// so.  48 layers on 6 stages are 8 chunks of one layer.
TEST(StepQuestion, InterleavesMegatronCoreLayerByLayer) {
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

// What runs beside what, and how kernels are launched, stands in notes alone.
TEST(StepQuestion, ReadsSwitchesFromNotes) {
  const auto with = [](const char* notes) {
    StepRow row = row_of_22b();
    row.notes = notes;
    return question_of(row);
  };
  const auto overlap = [&](const char* notes) { return with(notes).settings.plan.overlap; };
  EXPECT_EQ(overlap(""), model::Overlap{});
  EXPECT_EQ(overlap("No comm overlap"), (model::Overlap{.tensor = false, .gradients = false, .parameters = false}));
  EXPECT_EQ(overlap("no comm overlap (TP/P2P overlap disabled)"), model::Overlap{.tensor = false});
  EXPECT_EQ(overlap("overlap-grad-reduce off"), model::Overlap{.gradients = false});
  EXPECT_EQ(overlap("overlap_param_gather=False"), model::Overlap{.parameters = false});
  for (const char* notes : {"no gradient overlap", "without gradient overlap", "overlap_grad_reduce: false"})
    EXPECT_EQ(overlap(notes), model::Overlap{.gradients = false}) << notes;
  EXPECT_EQ(overlap("--overlap-param-gather disabled"), model::Overlap{.parameters = false});
  for (const char* notes : {"tp_comm_overlap=False", "TP overlap: none", "no TP comm overlap"})
    EXPECT_EQ(overlap(notes), model::Overlap{.tensor = false}) << notes;
  for (const char* notes : {"overlap: none", "ZeRO 1, overlap: none", "without overlap"})
    EXPECT_EQ(overlap(notes), (model::Overlap{.tensor = false, .gradients = false, .parameters = false})) << notes;
  for (const char* notes : {"gradient overlap", "overlap-param-gather on", "tp_comm_overlap=True", "a2a overlap: none"})
    EXPECT_EQ(overlap(notes), model::Overlap{}) << notes;
  for (const char* notes : {"eager", "eager mode", "torch eager", "PyTorch eager, no torch.compile"})
    EXPECT_EQ(with(notes).framework.passes.ffn_gated, 5) << notes;
  for (const char* notes :
       {"compiled, not eager", "eager attention", "1.2x faster than eager", "torch.compile (eager: 3 s)"})
    EXPECT_EQ(with(notes).framework.passes.ffn_gated, with("").framework.passes.ffn_gated) << notes;
  StepRow mixture = row_of_22b();
  mixture.params_billions.reset();
  mixture.num_experts = 8;
  mixture.experts_per_token = 2;
  mixture.notes = "HybridEP, overlap";
  EXPECT_EQ(question_of(mixture).settings.plan.overlap, model::Overlap{.expert = true});
  EXPECT_EQ(overlap("HybridEP, overlap"), model::Overlap{}) << "a dense model has no experts to reach";
  EXPECT_EQ(overlap("HybridEP, no overlap"), model::Overlap{});
  EXPECT_TRUE(with("CUDA graphs").settings.cuda_graphs);
  EXPECT_FALSE(with("no CUDA graphs").settings.cuda_graphs);
  EXPECT_EQ(with("Muon optimizer").settings.optimizer, model::Optimizer::kMuon);
  EXPECT_EQ(with("torch.compile no").framework.passes.ffn_gated, 5);
  EXPECT_EQ(with("torch.compile yes").framework.passes.ffn_gated, with("").framework.passes.ffn_gated);
}

// What a text denies is not read as if it were said.
TEST(StepQuestion, DoesNotReadWhatARowDenies) {
  StepRow mixture = row_of_22b();
  mixture.params_billions.reset();
  mixture.num_experts = 8;
  mixture.experts_per_token = 2;
  const auto plan_with = [&](const char* notes) {
    mixture.notes = notes;
    return question_of(mixture).settings.plan;
  };
  for (const char* notes : {"HybridEP, expert-communication overlap off", "DeepEP, A2A_OVERLAP=0",
                            "DeepEP, no A2A overlap", "DeepEP; moe_a2a_overlap=False"})
    EXPECT_FALSE(plan_with(notes).overlap.expert) << notes;
  EXPECT_TRUE(plan_with("HybridEP, expert-communication overlap on").overlap.expert);
  mixture.expert = 1;
  const auto with = [](StepRow row, const char* notes) {
    row.notes = notes;
    return question_of(row).settings;
  };
  StepRow row = row_of_22b();
  for (const char* notes : {"no LoRA, full fine-tuning", "full-parameter SFT (not LoRA)"})
    EXPECT_EQ(with(row, notes).adapter_rank, 0) << notes;
  EXPECT_EQ(with(row, "AdamW instead of Muon").optimizer, model::Optimizer::kAdam);
  for (const char* notes : {"CUDA graphs disabled", "without CUDA graphs", "enable_cuda_graph=false"})
    EXPECT_FALSE(with(row, notes).cuda_graphs) << notes;
  EXPECT_TRUE(with(row, "full-iteration CUDA graph").cuda_graphs);
  for (const char* attention : {"without FlashAttention", "flash attention off", "use_flash_attention=False", "eager",
                                "naive", "standard attention", "math SDPA"}) {
    row.attention = attention;
    EXPECT_EQ(question_of(row).settings.attention, sim::AttentionKernel::kUnfused) << attention;
  }
  for (const char* attention : {"FlashAttention-2 (default; not stated per row)", "cuDNN flash", "flash, no dropout"}) {
    row.attention = attention;
    EXPECT_EQ(question_of(row).settings.attention, sim::AttentionKernel::kFlash) << attention;
  }
  row = row_of_22b();
  row.framework = "Hugging Face Transformers (Trainer)";
  for (const char* notes : {"torch.compile=False", "torch.compile disabled", "not compiled"}) {
    row.notes = notes;
    EXPECT_TRUE(question_of(row).framework.passes.plain_kernels) << notes;
  }
  row = row_of_22b();
  row.gpu = "H100-80GB-SXM";
  for (const char* precision : {"BF16 (FP8 disabled)", "BF16, no FP8", "bf16 (fp8 OOMs)", "bf16 + fp8 optimizer states",
                                "BF16 (FP8 Adam moments)"}) {
    row.precision = precision;
    EXPECT_EQ(question_of(row).settings.precision, model::Precision::kBf16) << precision;
  }
  for (const char* recompute : {"none, no offload", "full recompute off"}) {
    row.recompute = recompute;
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, Recompute::kNone) << recompute;
  }
}

TEST(StepQuestion, ReadsWhatPeopleCallRecomputationAndSharding) {
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
      {"False", Recompute::kNone},
      {"gradient_checkpointing=False", Recompute::kNone}};
  for (const auto& [text, kind] : recomputations) {
    row.recompute = text;
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, kind) << text;
  }
  row.recompute = "";
  const std::pair<const char*, Recompute> notes[] = {{"gradient checkpointing", Recompute::kFull},
                                                     {"gradient_checkpointing=True", Recompute::kFull},
                                                     {"no gradient checkpointing", Recompute::kNone},
                                                     {"gradient checkpointing off", Recompute::kNone},
                                                     {"selective gradient checkpointing", Recompute::kNone}};
  for (const auto& [text, kind] : notes) {
    row.notes = text;
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, kind) << text;
  }
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
  row.sharding = "striped";
  EXPECT_THAT(question_of(row).assumptions, Contains(HasSubstr("\"striped\" is not understood")));
  row.sequence_parallel = "True";
  EXPECT_TRUE(question_of(row).settings.plan.sequence_parallel);
}

TEST(StepQuestion, TrainsAdaptersAloneWhereTheRowSaysSo) {
  StepRow row = row_of_22b();
  EXPECT_EQ(question_of(row).settings.adapter_rank, 0);
  row.notes = "Finetuning LoRA";
  EXPECT_EQ(question_of(row).settings.adapter_rank, 32);
  EXPECT_EQ(question_of(row).settings.frozen_weights, model::FrozenWeights::kAsComputed);
  row.notes = "QLoRA, LoRA rank 16";
  EXPECT_EQ(question_of(row).settings.adapter_rank, 16);
  EXPECT_EQ(question_of(row).settings.frozen_weights, model::FrozenWeights::kNf4);
  EXPECT_EQ(question_of(row).settings.adapter_targets, model::AdapterTargets::kQueryKeyValue);
  row.notes = "LoRA rank 16 on attention";
  EXPECT_EQ(question_of(row).settings.adapter_targets, model::AdapterTargets::kAttention);
  row.notes = "LoRA r=16, target_modules=all-linear";
  EXPECT_EQ(question_of(row).settings.adapter_rank, 16);
  EXPECT_EQ(question_of(row).settings.adapter_targets, model::AdapterTargets::kAllLinear);
  row.notes = "LoRA rank 16 on all linear layers";
  EXPECT_EQ(question_of(row).settings.adapter_targets, model::AdapterTargets::kAllLinear);
}

// 80 layers of 8192 tokens keep some 140 GB of activations a GPU; with recomputation 80 · 8192 · 8192 · 2 B = 11 GB.
TEST(StepQuestion, ComputesAgainForAdaptersOfAModelThatDoesNotFitWithout) {
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

TEST(StepQuestion, FusesPlainKernelsWhereTheRowSaysThatTheyAreCompiled) {
  StepRow row = row_of_22b();
  row.framework = "Hugging Face Transformers (Trainer)";
  EXPECT_TRUE(question_of(row).framework.passes.plain_kernels);
  row.notes = "torch.compile";
  EXPECT_FALSE(question_of(row).framework.passes.plain_kernels);
  EXPECT_EQ(question_of(row).framework.passes.hidden, sim::FrameworkProfile{}.passes.hidden);
}

TEST(StepQuestion, PadsExpertsAsFarAsTheRowSays) {
  StepRow row = row_of_22b();
  row.notes = "capacity_factor=1.25";
  EXPECT_FALSE(question_of(row).model.moe);
  row.params_billions.reset();
  row.num_experts = 8;
  row.experts_per_token = 2;
  EXPECT_EQ(question_of(row).model.moe->capacity_factor, 1.25);
  EXPECT_THAT(question_of(row).assumptions, Contains("slots of experts padded to 1.25 of their even share"));
  row.notes = "token dropping, capacity factor 2";
  EXPECT_EQ(question_of(row).model.moe->capacity_factor, 2);
  for (const char* notes : {"dropless", "capacity_factor=inf", "capacity_factor=nan", "capacity_factor=1e9",
                            "capacity_factor=-1", "capacity_factor"}) {
    row.notes = notes;
    EXPECT_EQ(question_of(row).model.moe->capacity_factor, 0) << notes;
  }
}

// Four replicas of two tensor ranks: two experts' ranks fit either way.
TEST(StepQuestion, LeavesExpertsWholeWhereTheRowOrItsFrameworkDoes) {
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

TEST(StepQuestion, GivesExpertsAsManyTokensWhereTheRowForcesIt) {
  StepRow row = row_of_22b();
  row.params_billions.reset();
  row.num_experts = 8;
  row.experts_per_token = 2;
  for (const char* notes : {"MoE: token distribution force-balanced, dropless", "forced balanced routing, mock data",
                            "DeepEP; forced load balancing", "balanced (fake) gate", "forced even routing"}) {
    row.notes = notes;
    EXPECT_TRUE(question_of(row).model.moe->balanced_routing) << notes;
  }
  for (const char* notes : {"", "real router (no forced balance)", "no balanced routing stated", "auxiliary loss"}) {
    row.notes = notes;
    EXPECT_FALSE(question_of(row).model.moe->balanced_routing) << notes;
  }
}

// DeepSeek-V3 has one such module, which its rows may leave out.
TEST(StepQuestion, LeavesOutMultiTokenPredictionWhereTheRowSaysSo) {
  StepRow row = row_of_22b();
  row.model_name = "DeepSeekV3";
  row.num_layers = row.hidden_size = row.ffn_hidden_size = row.num_heads = row.num_kv_heads = std::nullopt;
  row.vocabulary_size.reset();
  row.params_billions.reset();
  row.precision = "BF16";
  for (const char* notes : {"", "with MTP", "mtp_num_layers=1"}) {
    row.notes = notes;
    EXPECT_EQ(question_of(row).model.num_mtp_layers, 1) << notes;
  }
  for (const char* notes : {"Pre-Training Performance; w/o MTP; arch", "MTP disabled", "mtp_num_layers=0", "no MTP"}) {
    row.notes = notes;
    const StepQuestion question = question_of(row);
    EXPECT_EQ(question.model.num_mtp_layers, 0) << notes;
    EXPECT_THAT(question.assumptions, Contains("without the modules of multi-token prediction: the row says so"));
  }
}

TEST(StepQuestion, ComputesAgainWhatTheRowNames) {
  StepRow row = row_of_22b();
  const auto again = [&](const char* recompute, const char* notes = "") {
    row.recompute = recompute;
    row.notes = notes;
    return question_of(row).settings.plan.recompute;
  };
  EXPECT_EQ(again("selective"), model::Recomputation(Recompute::kSelective));
  EXPECT_EQ(again("selective: moe_act, layernorm").modules,
            bit_of(model::RecomputeModule::kMoeActivation) | bit_of(model::RecomputeModule::kLayerNorm));
  EXPECT_EQ(again("selective", "--recompute_modules core_attn; 8 nodes").modules,
            bit_of(model::RecomputeModule::kCoreAttention));
  EXPECT_EQ(again("selective (minimal_flash)").modules, bit_of(model::RecomputeModule::kLayerNorm));
  EXPECT_EQ(again("full"), model::Recomputation(Recompute::kFull));
  const model::Recomputation block = again("full", "recompute_method=block recompute_num_layers=4");
  EXPECT_EQ(block.method, model::RecomputeMethod::kBlock);
  EXPECT_EQ(block.num_layers, 4);
  EXPECT_EQ(again("full, recompute_method uniform, recompute_num_layers 2").num_layers, 2);
}

TEST(StepQuestion, ShardsInTheGroupThatTheRowStates) {
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

// 22B parameters and 4 · 2048 tokens are 1.1 PFLOP, which eight A100 do not do in a nanosecond.
TEST(MeasuredStep, IsNoFasterThanTheAcceleratorsPeak) {
  StepRow row = row_of_22b();
  const StepQuestion question = question_of(row);
  row.step_time_s = 1.42;
  EXPECT_TRUE(std::holds_alternative<MeasuredStep>(measured_step(row, question, shipped().report_readings())));
  row.step_time_s = 1e-9;
  const auto refused = measured_step(row, question, shipped().report_readings());
  ASSERT_TRUE(std::holds_alternative<StepRefusal>(refused));
  EXPECT_THAT(std::get<StepRefusal>(refused).reason, HasSubstr("faster than the accelerators' highest peak"));
}

TEST(FrameworkItem, IsOfTheCataloguesClosedList) {
  const std::pair<const char*, const char*> cases[] = {{"Megatron-DeepSpeed", "deepspeed"},
                                                       {"NeMo / Megatron-Bridge (26.06 NeMo Container)", "nemo-26.06"},
                                                       {"NeMo / Megatron-Bridge (26.04.01 NeMo Container)", "nemo"},
                                                       {"NeMo Automodel", "fsdp"},
                                                       {"Hugging Face Trainer (FSDP)", "transformers"},
                                                       {"optimum-habana (Transformers)", "optimum-habana"},
                                                       {"Megatron-LM (core, nemo container)", "megatron"},
                                                       {"Megatron-Core r0.8.0", "megatron"},
                                                       {"NeuronX Distributed / NeMo Megatron for Neuron", "neuron"},
                                                       {"PyTorch FSDP + torch.compile", "fsdp"},
                                                       {"MosaicML Composer / llm-foundry (PyTorch FSDP)", "fsdp"},
                                                       {"Paxml (JAX)", "maxtext"},
                                                       {"nanotron v0.5", "nanotron"},
                                                       {"PyTorch NVIDIA Release 25.09", "nemo"},
                                                       {"PyTorch NVIDIA Release 26.06 (build 1)", "nemo-26.06"},
                                                       {"nvcr.io/nvidia/pytorch:25.04-py3", "nemo"},
                                                       {"NGC 25.02", "nemo"},
                                                       {"nvcr.io/nvidia/nemo:26.06", "nemo-26.06"},
                                                       {"26.06 NeMo container", "nemo-26.06"},
                                                       {"NGC PyTorch 26.06", "nemo-26.06"},
                                                       {"nvcr.io/nvidia/nemo:25.09", "nemo"},
                                                       {"25.09 NeMo container", "nemo"},
                                                       {"Megatron-LM (NGC 25.12)", "megatron"},
                                                       {"HF Transformers + DeepSpeed", "transformers"},
                                                       {"LLaMA-Factory (DeepSpeed)", "transformers"},
                                                       {"Megatron-LM (not DeepSpeed)", "megatron"},
                                                       {"PyTorch DDP, no FSDP", "generic"},
                                                       {"Ajax trainer", "generic"},
                                                       {"FlagScale", "megatron"},
                                                       {"InternEvo", "generic"},
                                                       {"", "generic"}};
  for (const auto& [text, item] : cases) {
    StepRow row;
    row.framework = text;
    EXPECT_EQ(framework_item(RowWords(row, shipped().report_readings())), item) << text;
    EXPECT_TRUE(shipped().has("frameworks", item)) << item;
  }
}

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
                                                       {"GPT OSS 120B", "gpt-oss-120b"}};
  for (const auto& [name, item] : cases) {
    const model::Transformer* found = model_of_name(shipped(), name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, item) << name;
  }
  for (const char* name : {"GPT 1.3B", "MPT-3b", "Llama-like 1.34B", "Qwen3-style 9B (baby)", "Grok-1 314B", ""})
    EXPECT_EQ(model_of_name(shipped(), name), nullptr) << name;
}

// Each begins as a catalogue model's name does, and is another model: of another size (V3 has 671e9 parameters, of
// which a token passes 37e9), or one that the words behind tell.
TEST(ModelOfName, TakesNoOtherMemberOfTheFamily) {
  for (const char* name :
       {"DeepSeek V3 16B", "DeepSeek V3 A16B", "DeepSeek-V2 Lite", "Kimi K2 mini 16B", "Kimi K2 mini", "GPT-NeoX 1.3B",
        "GPT-NeoX 125M", "Mistral Nemo 12B", "Mistral Nemo", "Mistral Large 123B", "Mistral Small", "Qwen3-30B A5B",
        "Llama 1.3B (swiss-ai)", "Llama 2.7B"})
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

// 24 layers of 2048: gated 3·2048·8192 + 4·2048² = 67.1M each, plain 50.3M.  24 · 50.3M + 50,257 · 2048 = 1.31B is
// plain and tied; 24 · 67.1M + 2 · 103M = 1.82B is gated and untied.
TEST(ModelOfRow, ChoosesTheMlpByTheParametersStated) {
  StepRow row;
  row.model_name = "home-made";
  row.num_layers = 24;
  row.hidden_size = 2048;
  row.ffn_hidden_size = 8192;
  row.num_heads = 16;
  row.vocabulary_size = 50257;
  row.sequence_length = 2048;
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

// Llama 3 8B has 8.03e9 parameters, 6.98e9 without embeddings; its first eight layers 8 · 0.218e9 and embeddings of
// 1.05e9, 2.80e9.  Qwen3 30B-A3B has 30.5e9, of which a token passes 3.35e9; DeepSeek-V3 671e9, with a further token's
// module 685e9.
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

// Four ports of 100 Gbit/s for four V100: 12.5 GB/s each.
TEST(MachineOfRow, PutsTheRowsNodeAndLinksInPlace) {
  StepRow row;
  row.gpu = "V100-32GB-SXM2";
  row.system = "Jean Zay 4xV100 nodes, 2 nodes (4x100Gb Omni-Path)";
  row.num_gpus = 8;
  row.gpus_per_node = 4;
  std::vector<std::string> assumptions;
  const auto read = machine_of_row(row, shipped(), assumptions);
  ASSERT_TRUE(std::holds_alternative<StepMachine>(read));
  const hardware::Instance& instance = std::get<StepMachine>(read).instance;
  EXPECT_EQ(instance.accelerators_per_node, 4);
  EXPECT_EQ(instance.scale_up_domain, 4);
  EXPECT_DOUBLE_EQ(instance.scale_out->bandwidth / gigabyte_per_second, 12.5);
  EXPECT_THAT(assumptions, Contains(HasSubstr("4 GPUs a node in place of p3dn.24xlarge's 8")));
}

TEST(MachineOfRow, TakesTheInstanceThatTheRowNames) {
  StepRow row;
  row.gpu = "H100-80GB-SXM";
  row.system = "AWS p5.48xlarge (EFA 3200 Gb/s per node)";
  row.num_gpus = 32;
  std::vector<std::string> assumptions;
  const auto read = machine_of_row(row, shipped(), assumptions);
  ASSERT_TRUE(std::holds_alternative<StepMachine>(read));
  EXPECT_EQ(std::get<StepMachine>(read).instance, shipped().instance("p5.48xlarge"));
  EXPECT_TRUE(assumptions.empty());
}

/// What a row of the GPU and the system runs on.
std::variant<StepMachine, StepRefusal> machine_with(const char* gpu, const char* system,
                                                    std::vector<std::string>& assumptions) {
  StepRow row;
  row.gpu = gpu;
  row.system = system;
  row.num_gpus = 64;
  return machine_of_row(row, shipped(), assumptions);
}

// Chip, memory and form factor count, in whatever order and with whatever makers' names.
TEST(MachineOfRow, ReadsGpusAsToolsAndPapersWriteThem) {
  struct Case {
    const char* gpu;
    const char* accelerator;
    double gigabytes;
    const char* said;  ///< of it; empty: nothing need be
  };
  for (const Case& c : {Case{"A100-SXM4-40GB", "a100-sxm4-40gb", 40, ""},
                        Case{"A100-SXM-40GB", "a100-sxm4-40gb", 40, ""},
                        Case{"A100 SXM 40GB", "a100-sxm4-40gb", 40, ""},
                        Case{"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb", 80, ""},
                        Case{"A100 SXM", "a100-sxm4-80gb", 80, "A100 with 80 GB: the row does not say which"},
                        Case{"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb", 80, ""},
                        Case{"H100SXM5", "h100-sxm5-80gb", 80, ""},
                        Case{"H100 94GB", "h100-96gb-hbm2e", 96, "H100 with 96 GB at 2.4 TB/s"},
                        Case{"H100 (96GB HBM2e)", "h100-96gb-hbm2e", 96, "H100 with 96 GB at 2.4 TB/s"},
                        Case{"H100 64GB", "h100-sxm5-80gb", 64, "64.0 GB in place of 80.0 GB"},
                        Case{"A100-64GB-SXM", "a100-sxm4-80gb", 64, "64.0 GB in place of 80.0 GB"},
                        Case{"V100-16GB-SXM2", "v100-sxm2-32gb", 16, "16.0 GB in place of 32.0 GB"},
                        Case{"H20-141GB", "h20-96gb", 141, "141 GB in place of 96.0 GB"},
                        Case{"GH200 144GB HBM3e", "gh200", 144, "144 GB in place of 96.0 GB"},
                        Case{"GH200 480GB", "gh200", 96, "GH200"},
                        Case{"A800", "a100-sxm4-80gb", 80, "A800"},
                        Case{"A800-SXM4-80GB", "a100-sxm4-80gb", 80, "A800"},
                        Case{"AMD Instinct MI300X", "mi300x", 192, ""},
                        Case{"Gaudi2", "gaudi-2", 96, ""},
                        Case{"TPU v5 lite", "tpu-v5e", 16, ""},
                        Case{"B200 192GB", "b200-sxm", 180, ""},
                        Case{"NVIDIA GB200 NVL72", "gb200", 186, ""},
                        Case{"L40S PCIe", "l40s", 48, ""}}) {
    std::vector<std::string> assumptions;
    const auto found = machine_with(c.gpu, "", assumptions);
    ASSERT_TRUE(std::holds_alternative<StepMachine>(found)) << c.gpu;
    const hardware::Accelerator& accelerator = std::get<StepMachine>(found).instance.accelerator;
    EXPECT_EQ(accelerator.name, c.accelerator) << c.gpu;
    EXPECT_NEAR(accelerator.memory / gigabyte, c.gigabytes, 1e-9) << c.gpu;
    EXPECT_LE(accelerator.usable_memory, 1.08 * accelerator.memory) << c.gpu << ": GiB are 7.4 % over GB";
    if (*c.said) {
      EXPECT_THAT(assumptions, Contains(HasSubstr(c.said))) << c.gpu;
    }
  }
}

TEST(MachineOfRow, RefusesCardsThatAreOthersThanTheCatalogues) {
  for (const auto& [gpu, message] :
       {std::pair("H100 PCIe", "is a PCIe card, and the catalogue has h100 as SXM5 alone; write \"h100\""),
        std::pair("NVIDIA H100 NVL", "is an NVL card"), std::pair("H200 NVL", "is an NVL card"),
        std::pair("A100-PCIE-40GB", "write \"a100-40gb\""), std::pair("A100 PCIe 80GB", "is a PCIe card"),
        std::pair("A100X", "is not in the catalogue"), std::pair("L40", "is not in the catalogue"),
        std::pair("NVIDIA", "is not in the catalogue")}) {
    std::vector<std::string> assumptions;
    const auto found = machine_with(gpu, "", assumptions);
    ASSERT_TRUE(std::holds_alternative<StepRefusal>(found)) << gpu;
    EXPECT_THAT(std::get<StepRefusal>(found).reason, HasSubstr(message)) << gpu;
  }
}

// Whole words, the longest name first, and only where the GPU is the product's.
TEST(MachineOfRow, KnowsProductsOfClouds) {
  struct Case {
    const char* gpu;
    const char* system;
    const char* instance;
    const char* said;  ///< of it; empty: nothing of the system
  };
  for (const Case& c :
       {Case{"H100", "GCP A3 (h100-80gb-8), the first generation", "a3-highgpu-8g", ""},
        Case{"H100", "A3 Mega", "a3-megagpu-8g", ""}, Case{"H100", "Google Cloud A3 Mega", "a3-megagpu-8g", ""},
        Case{"H100", "AWS P5", "p5.48xlarge", ""}, Case{"H100", "Azure ND H100 v5-series", "nd96isr-h100-v5", ""},
        Case{"H200", "ND-H200-v5", "nd96isr-h200-v5", ""},
        Case{"GB200", "Google Cloud A4X, RoCE", "a4x-highgpu-4g", ""}, Case{"A100-40GB", "AWS P4d", "p4d.24xlarge", ""},
        Case{"H100", "printed on A3 sheets", "dgx-h100", ""},
        Case{"H100", "GCP A3 Mega (a3-highgpu-8g)", "a3-highgpu-8g", ""},
        Case{"H100", "A3 Ultra", "dgx-h100", "dgx-h100: a3-ultragpu-8g, which the row names, has accelerators"},
        Case{"H200", "p5.48xlarge", "nd96isr-h200-v5", "nd96isr-h200-v5: p5.48xlarge, which the row names"},
        Case{"A100-80GB", "p4d or p4de", "dgx-a100-640gb", "the row's system may be"}}) {
    std::vector<std::string> assumptions;
    const auto found = machine_with(c.gpu, c.system, assumptions);
    ASSERT_TRUE(std::holds_alternative<StepMachine>(found)) << c.system;
    EXPECT_EQ(std::get<StepMachine>(found).instance.name, c.instance) << c.gpu << ", " << c.system;
    if (*c.said) {
      EXPECT_THAT(assumptions, Contains(HasSubstr(c.said))) << c.system;
    } else {
      EXPECT_THAT(assumptions, testing::Not(Contains(HasSubstr("row names")))) << c.system;
    }
  }
}

TEST(MachineOfRow, HalvesLinksWithoutGpudirect) {
  std::vector<std::string> assumptions;
  const auto rate = [&](const char* system) {
    const StepMachine machine = std::get<StepMachine>(machine_with("H100", system, assumptions));
    return machine.instance.scale_out->bandwidth / gigabit_per_second;
  };
  EXPECT_DOUBLE_EQ(rate("8x 400 Gb/s InfiniBand, GPUDirect RDMA"), 400);
  EXPECT_DOUBLE_EQ(rate("8x 400 Gb/s InfiniBand, no GPUDirect"), 200);
}

// Accelerators without a machine of their own run in another's, with their own peaks and links inside.
TEST(MachineOfRow, GivesEveryAcceleratorAMachine) {
  struct Case {
    const char* gpu;
    const char* accelerator;
    double terabytes_per_second;
    double scale_up_gb;  ///< one way
  };
  for (const Case& c : {Case{"H800-80GB", "h800-sxm5-80gb", 3.36, 200}, Case{"H20", "h20-96gb", 4.0, 450},
                        Case{"MI325X", "mi325x", 6, 448}, Case{"MI355X 288GB", "mi355x", 8, 535.5}}) {
    StepRow row;
    row.gpu = c.gpu;
    row.num_gpus = 8;
    std::vector<std::string> assumptions;
    const auto found = machine_of_row(row, shipped(), assumptions);
    ASSERT_TRUE(std::holds_alternative<StepMachine>(found)) << c.gpu;
    const hardware::Instance& instance = std::get<StepMachine>(found).instance;
    EXPECT_EQ(instance.accelerator.name, c.accelerator);
    EXPECT_DOUBLE_EQ(instance.accelerator.memory_bandwidth / terabyte_per_second, c.terabytes_per_second) << c.gpu;
    EXPECT_DOUBLE_EQ(instance.scale_up->bandwidth / gigabyte_per_second, c.scale_up_gb) << c.gpu;
    EXPECT_FALSE(assumptions.empty()) << c.gpu;
  }
  StepRow row;
  row.gpu = "L40S";
  row.num_gpus = 8;
  std::vector<std::string> assumptions;
  EXPECT_TRUE(std::holds_alternative<StepMachine>(machine_of_row(row, shipped(), assumptions)));
}

// 4 sequences of 2048 on 8 GPUs are 1024 tokens a GPU: at 512 tokens/s they take 2 s.
TEST(MeasuredStep, IsStatedElseFromTokensElseFromFlop) {
  StepRow row = row_of_22b();
  const StepQuestion question = question_of(row);
  const auto seconds = [&] {
    return std::get<MeasuredStep>(measured_step(row, question, shipped().report_readings())).time / second;
  };
  EXPECT_DOUBLE_EQ(seconds(), 1.42);
  row.step_time_s.reset();
  row.tokens_per_s_per_gpu = 512;
  EXPECT_DOUBLE_EQ(seconds(), 2);
  row.tokens_per_s_per_gpu.reset();
  row.tflops_per_gpu = 100;
  EXPECT_THAT(std::get<StepRefusal>(measured_step(row, question, shipped().report_readings())).reason,
              HasSubstr("not by which convention"));
  row.flop_definition = "attention not halved";
  const double per_token = training_flop_per_token(question.model, 2048, model::FlopConvention::kNonCausal) / flop;
  EXPECT_NEAR(seconds(), 1024 * per_token / 100e12, 1e-12);
  // What Megatron-Core logs is its own count, which halves the scores of 4·6144·2048 FLOP a layer and token, three
  // times over: 6·48·6144·2048 less.
  row.flop_definition = "as logged by Megatron-Core";
  const double halved = training_flop_per_token(question.model, 2048, model::FlopConvention::kMegatronCausal) / flop;
  EXPECT_NEAR(per_token - halved, 6.0 * 48 * 6144 * 2048, 1e-3 * per_token);
  EXPECT_NEAR(seconds(), 1024 * halved / 100e12, 1e-12);
  row.flop_definition = "attention not halved";
  row.tflops_per_gpu.reset();
  row.mfu = 0.5;  // of 312 TFLOP/s
  EXPECT_NEAR(seconds(), 1024 * per_token / 156e12, 1e-12);
  row.mfu.reset();
  EXPECT_THAT(std::get<StepRefusal>(measured_step(row, question, shipped().report_readings())).reason,
              HasSubstr("no time, rate"));
}

TEST(HoldsWord, WantsTheWholeWord) {
  EXPECT_TRUE(holds_word("finetuning lora", "lora"));
  EXPECT_TRUE(holds_word("(lora)", "lora"));
  EXPECT_FALSE(holds_word("q_lora_rank 1536", "lora"));
  EXPECT_FALSE(holds_word("explorations", "lora"));
  EXPECT_FALSE(holds_word("", "lora"));
}

}  // namespace step_question_test
}  // namespace fmplan::evidence
