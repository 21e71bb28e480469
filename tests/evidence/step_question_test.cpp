#include "core/evidence/step_question.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/recomputation.h"
#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace step_question_test {

using model::Recompute;
using model::ZeroStage;
using testing::Contains;
using testing::HasSubstr;

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

// 126 layers, an embedding and a head are 128, two for each of eight chunks on eight stages, as NVIDIA's rows of
// Llama 3.1 405B that state it have it; 125 and two are no whole chunks.
TEST(StepQuestion, CountsEmbeddingAndHeadWhereStagesDoNotDivideTheLayers) {
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
  for (const char* unclear : {"maybe", "ture", "yes (SP)"})
    EXPECT_THAT(refused([unclear](StepRow& r) { r.sequence_parallel = unclear; }), HasSubstr("write yes or no"));
  EXPECT_THAT(refused([](StepRow& r) { r.global_batch_size = 6; }), HasSubstr("is not a multiple of"));
  EXPECT_THAT(refused([](StepRow& r) { r.precision = "NVFP4"; }), HasSubstr("no fp4 rate"));
  EXPECT_THAT(refused([](StepRow& r) { r.precision = "FP8"; }), HasSubstr("fp8"));
  EXPECT_THAT(refused([](StepRow& r) { r.sharding = "FSDP + CPU offload"; }), HasSubstr("offloads"));
  EXPECT_THAT(refused([](StepRow& r) { r.notes = "optimizer offloaded to CPU"; }), HasSubstr("offloads"));
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
  const auto titan = [](const char* notes) {
    StepRow row = row_of_22b();
    row.framework = "torchtitan";
    row.notes = notes;
    return question_of(row);
  };
  for (const char* notes : {"eager", "eager mode", "torch eager", "PyTorch eager, no torch.compile"})
    EXPECT_EQ(titan(notes).framework.passes, shipped().framework("transformers").passes) << notes;
  for (const char* notes :
       {"compiled, not eager", "eager attention", "1.2x faster than eager", "torch.compile (eager: 3 s)"})
    EXPECT_EQ(titan(notes).framework.passes.ffn_gated, titan("").framework.passes.ffn_gated) << notes;
  StepRow mixture = row_of_22b();
  mixture.params_billions.reset();
  mixture.num_experts = 8;
  mixture.experts_per_token = 2;
  mixture.notes = "HybridEP, overlap";
  EXPECT_EQ(question_of(mixture).settings.plan.overlap, model::Overlap{.expert = true});
  EXPECT_EQ(overlap("HybridEP, overlap"), model::Overlap{}) << "a dense model has no experts to reach";
  EXPECT_EQ(overlap("HybridEP, no overlap"), model::Overlap{});
  for (const char* notes : {"eight loss chunks", "chunked cross-entropy", "Liger kernels", "FusedLinearCrossEntropy"})
    EXPECT_EQ(with(notes).settings.loss_chunks, 8) << notes;
  EXPECT_EQ(with("compiled loss").settings.loss_chunks, 1);
  EXPECT_TRUE(with("CUDA graphs").settings.cuda_graphs);
  EXPECT_FALSE(with("no CUDA graphs").settings.cuda_graphs);
  EXPECT_EQ(with("Muon optimizer").settings.optimizer, model::Optimizer::kMuon);
  EXPECT_EQ(titan("torch.compile no").framework.passes.ffn_gated, 5);
  EXPECT_EQ(titan("torch.compile yes").framework.passes.ffn_gated, titan("").framework.passes.ffn_gated);
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
  EXPECT_FALSE(with(row, "MLPerf Training v5.1 llama31_8b").cuda_graphs) << row.gpu;
  StepRow blackwell = row;
  blackwell.gpu = "GB200";
  blackwell.gpus_per_node.reset();
  blackwell.precision = "BF16";
  EXPECT_TRUE(with(blackwell, "MLPerf Training v5.1 llama31_8b").cuda_graphs);
  EXPECT_FALSE(with(blackwell, "MLPerf Training v5.1 llama31_8b, no CUDA graph").cuda_graphs);
  EXPECT_FALSE(with(blackwell, "MLPerf Training v4.1 llama31_8b").cuda_graphs);
  blackwell.notes = "MLPerf Training v5.1 llama31_8b";
  EXPECT_THAT(question_of(blackwell).assumptions, Contains(HasSubstr("CUDA graphs: not stated")));
  for (const char* attention : {"without FlashAttention", "flash attention off", "use_flash_attention=False", "eager",
                                "naive", "standard attention", "math SDPA"}) {
    row.attention = attention;
    EXPECT_EQ(question_of(row).settings.attention, sim::AttentionKernel::kUnfused) << attention;
  }
  for (const char* attention : {"FlashAttention-2 (default; not stated per row)", "cuDNN flash", "flash, no dropout"}) {
    row.attention = attention;
    EXPECT_EQ(question_of(row).settings.attention, sim::AttentionKernel::kFlash) << attention;
  }
  for (const auto& [attention, library] :
       {std::pair{"FlashAttention-2", "fa2"}, std::pair{"FlashAttention 2", "fa2"}, std::pair{"FA4", "fa4"}}) {
    row.attention = attention;
    EXPECT_EQ(question_of(row).framework.attention_library, library) << attention;
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
      {"no AC", Recompute::kNone},
      {"AC=none", Recompute::kNone},
      {"without", Recompute::kNone},
      {"False", Recompute::kNone},
      {"gradient_checkpointing=False", Recompute::kNone},
      {"gradient_checkpointing false", Recompute::kNone},
      {"checkpointing False (none)", Recompute::kNone}};
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
  row.notes = "LoRA: no trainable embedding, lora_rank 8, target_modules q_proj k_proj v_proj o_proj";
  EXPECT_EQ(question_of(row).settings.adapter_rank, 8);
  EXPECT_EQ(question_of(row).settings.adapter_targets, model::AdapterTargets::kAttention);
  for (const char* notes : {"lora_rank 8, target_modules q_proj k_proj v_proj o_proj up_proj",
                            "--lora_target=all --lora_rank=8", "lora_alpha 16, lora_r 8, lora_target: all"}) {
    row.notes = notes;
    EXPECT_EQ(question_of(row).settings.adapter_rank, 8) << notes;
    EXPECT_EQ(question_of(row).settings.adapter_targets, model::AdapterTargets::kAllLinear) << notes;
  }
  row.notes = "LoRA: no";
  EXPECT_EQ(question_of(row).settings.adapter_rank, 0);
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

// Whole models that PyTorch's users trained, too: 8B parameters on four A100 keep 128 GB a GPU of 16,384 tokens.  Not
// of NVIDIA's stacks, whose recipes keep activations elsewhere.
TEST(StepQuestion, ComputesAgainWhatRanAndDoesNotFitWithout) {
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

/// Llama 3 8B on four A100, of which only the framework is told.
StepRow row_of_8b(const char* framework) {
  StepRow row = row_of_22b();
  row.model_name = "Llama 3 8B";
  row.num_layers = row.hidden_size = row.ffn_hidden_size = row.num_heads = row.num_kv_heads = std::nullopt;
  row.vocabulary_size.reset();
  row.params_billions.reset();
  row.num_gpus = 4;
  row.tensor = row.pipeline = row.data = std::nullopt;
  row.micro_batch_size = 1;
  row.global_batch_size = 32;
  row.framework = framework;
  row.precision = "BF16";
  row.attention = row.recompute = row.sharding = "";
  return row;
}

TEST(StepQuestion, TakesAllRanksForDataWhereTheRestFollows) {
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

// 8 billion parameters of 16 bytes take 129 GB: a sixteenth of them lies well within 40 GB, 32 GB of weights and
// gradients alone do not.
TEST(StepQuestion, ShardsWhatRanAndDoesNotFitOtherwise) {
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

// Of tools for fine-tuning their own default, of Megatron beneath one Megatron's.
TEST(StepQuestion, ComputesAgainByTheDefaultOfAToolForFineTuning) {
  for (const auto& [framework, kind] : {std::pair("LLaMA-Factory 0.9", Recompute::kFull),
                                        {"swift sft", Recompute::kFull},
                                        {"finetune.py (HF Trainer, DeepSpeed)", Recompute::kFull},
                                        {"megatron sft (ms-swift)", Recompute::kNone},
                                        {"HF Trainer", Recompute::kNone}}) {
    StepRow row = row_of_8b(framework);
    row.num_gpus = row.data.emplace(32);
    EXPECT_EQ(question_of(row).settings.plan.recompute.kind, kind) << framework;
  }
}

// 8e9 parameters in 16 bytes are 128 GB, in 8 they are 64: of one GPU with 80.
TEST(StepQuestion, KeepsNoFp32CopiesOfWhatRanAndDoesNotFitWithThem) {
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

// MaxText's policies, by the column as well as by the notes.
TEST(StepQuestion, ReadsPoliciesOfRematerialisationWhereverTheyStand) {
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

TEST(StepQuestion, RunsThePipelineByTheScheduleThatIsNamed) {
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

TEST(StepQuestion, FusesPlainKernelsWhereTheRowSaysThatTheyAreCompiled) {
  StepRow row = row_of_22b();
  row.framework = "Hugging Face Transformers (Trainer)";
  EXPECT_TRUE(question_of(row).framework.passes.plain_kernels);
  const sim::KernelPasses fused = shipped().framework("torchtitan").passes;
  const auto passes = [&] { return question_of(row).framework.passes; };
  for (const char* const notes : {"torch.compile", "compile enabled"}) {
    row.notes = notes;
    EXPECT_EQ(passes(), fused) << notes;
  }
  row.notes.clear();
  row.framework = "Hugging Face Transformers (Trainer), torch.compile";
  EXPECT_EQ(passes(), fused);
  // The loss alone is one kernel of a step; and of Megatron "eager" says that there are no graphs.
  row.notes = "compile loss only";
  row.framework = "torchtitan";
  EXPECT_TRUE(passes().plain_kernels);
  row.notes = "eager";
  EXPECT_TRUE(passes().plain_kernels);
  row.framework = "Megatron-LM";
  EXPECT_FALSE(passes().plain_kernels);
}

TEST(StepQuestion, ReadsPrecisionsByWhateverNameTheyHave) {
  StepRow row = row_of_22b();
  row.gpu = "H100 SXM";
  for (const auto& [text, name] : {std::pair{"float8", "fp8"},
                                   {"FP8 (E4M3)", "fp8"},
                                   {"float8 rowwise", "fp8"},
                                   {"bfloat16, float8 optimizer", "bf16"},
                                   {"BF16", "bf16"}}) {
    row.precision = text;
    EXPECT_EQ(sim::precision_name(question_of(row).settings.precision), name) << text;
  }
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

}  // namespace step_question_test
}  // namespace fmplan::evidence
