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

// "Plain" is PyTorch's word for much, beside a kernel's name for none of attention.
TEST(StepQuestion, ReadsWhichAttentionRan) {
  StepRow row = row_of_8b("FSDP");
  row.num_gpus = row.data.emplace(32);
  for (const auto& [text, kernel] : {std::pair("plain (own softmax)", sim::AttentionKernel::kUnfused),
                                     {"use_flash_attn false", sim::AttentionKernel::kUnfused},
                                     {"eager", sim::AttentionKernel::kUnfused},
                                     {"FlashAttention-2 in plain PyTorch", sim::AttentionKernel::kFlash},
                                     {"plain SDPA", sim::AttentionKernel::kFlash}}) {
    row.attention = text;
    EXPECT_EQ(question_of(row).settings.attention, kernel) << text;
  }
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

}  // namespace step_question_test
}  // namespace fmplan::evidence
