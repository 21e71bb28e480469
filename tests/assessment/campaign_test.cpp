#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/assessment/campaign_question.h"
#include "core/base/issue.h"
#include "core/evidence/campaign_rows.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::assessment {
namespace campaign_test {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kHeader =
    "source_id,source_ref,model,params_B,active_params_B,tokens_T,gpu,num_gpus,gpu_hours,days,mfu_pct,goodput_pct,"
    "cost_usd,notes\n";

evidence::CampaignRows rows_of(const std::string& lines) {
  return evidence::read_campaign_rows(kHeader + lines, "c.csv");
}

const CampaignCatalog& catalog() {
  static const catalog::Catalog kItems({std::filesystem::path(source_dir()) / "catalogs"});
  static const CampaignCatalog kCatalog = load_campaign_catalog(kItems);
  return kCatalog;
}

CampaignQuestion asked(const std::string& line) {
  const evidence::CampaignRows rows = rows_of(line);
  EXPECT_THAT(rows.refused, IsEmpty());
  auto question = campaign_question(rows.rows.at(0), catalog());
  EXPECT_TRUE(std::holds_alternative<CampaignQuestion>(question)) << std::get<evidence::StepRefusal>(question).reason;
  return std::get<CampaignQuestion>(question);
}

std::string refusal(const std::string& line) {
  const evidence::CampaignRows rows = rows_of(line);
  if (!rows.refused.empty()) return rows.refused.front().reason;
  const auto question = campaign_question(rows.rows.at(0), catalog());
  const auto* refused = std::get_if<evidence::StepRefusal>(&question);
  return refused ? refused->reason : "";
}

TEST(CampaignRowsOf, AreReadByColumnName) {
  const evidence::CampaignRows read = evidence::read_campaign_rows(
      "tokens_T,gpu,model,extra,num_gpus,gpu_hours\n1.4,A100-80GB,\"LLaMA, 65B\",x,2048,1022362\n", "c.csv");
  ASSERT_EQ(read.rows.size(), 1u);
  EXPECT_EQ(read.rows[0].line, 2);
  EXPECT_EQ(read.rows[0].model, "LLaMA, 65B");
  EXPECT_EQ(read.rows[0].tokens_trillions, 1.4);
  EXPECT_EQ(read.rows[0].num_gpus, 2048);
  EXPECT_EQ(read.rows[0].gpu_hours, 1022362);
  EXPECT_FALSE(read.rows[0].days);
  EXPECT_THAT(read.notes, testing::ElementsAre(HasSubstr("column \"extra\" is not known")));
}

TEST(CampaignRowsOf, AreRefusedWithLineAndEveryReason) {
  const std::pair<const char*, const char*> cases[] = {
      {"s,r,m,nan,,1,H100,8,1,,,,,\n", "params_B is \"nan\""},
      {"s,r,m,0,,1,H100,8,1,,,,,\n", "params_B is \"0\"; a number from 0.001 to 1e+06"},
      {"s,r,m,7e9,,1,H100,8,1,,,,,\n", "params_B is \"7e9\"; a number from 0.001 to 1e+06"},
      {"s,r,m,7,,-1,H100,8,1,,,,,\n", "tokens_T is \"-1\"; a number from 1e-06 to 1000"},
      {"s,r,m,7,,1,H100,8.5,1,,,,,\n", "num_gpus is 8.5; a whole number"},
      {"s,r,m,7,,1,H100,99999999,1,,,,,\n", "num_gpus is \"99999999\""},
      {"s,r,m,7,,1,H100,8,1,,101,,,\n", "mfu_pct is \"101\""},
      {"s,r,m,x,,y,H100,8,1,,,,,\n", "tokens_T is \"y\""},
      {"s,r,m,7,,1,H100,8,1e-300,,,,,\n", "gpu_hours is \"1e-300\""},
      {"s,r,m,7,,1,H100,512,82432,30,,,,\n", "gpu_hours is 8.243e+04, and days · num_gpus · 24 are 3.686e+05"},
      {"s,r,m,7,,1,H100,8,10000,1,,,,\n", "one of the three is of something else"},
      {"s,r,m,7\n", "has 4 fields, the header 14"}};
  for (const auto& [line, reason] : cases) {
    const evidence::CampaignRows read = rows_of(line);
    ASSERT_THAT(read.refused, SizeIs(1)) << line;
    EXPECT_EQ(read.refused[0].line, 2);
    EXPECT_THAT(read.refused[0].reason, HasSubstr(reason));
  }
  EXPECT_THROW(evidence::read_campaign_rows("", "c.csv"), InputError);
  EXPECT_THROW(evidence::read_campaign_rows("model,gpu\n", "c.csv"), InputError);
  EXPECT_THROW(evidence::read_campaign_rows("model,gpu,tokens_T,gpu\n", "c.csv"), InputError);
}

// 7B: (7e9 · 128 / 12)^(1/3) = 4,211, so hidden 4,096; its layers hold 4 h² + 3 · h · 11,008 = 202 million each, the
// embeddings 2 · 51,200 · 4,096 = 419 million: (7,000 − 419) / 202 = 32.5 layers.
// The same contradictions as in rows of steps.
TEST(CampaignRowsOf, HaveAnArchitectureWithoutContradiction) {
  for (const auto& [values, reason] : std::vector<std::pair<std::string, std::string>>{
           {"32,7,,,", "kv_heads 7 do not divide heads 32"},
           {"32,8,128,,", "moe_experts and moe_topk stand together or not at all"},
           {"32,8,,8,0", "moe_experts and moe_topk stand together or not at all"},
           {"32,8,8,16,0", "moe_topk 16 is more than moe_experts 8"},
           {"32,8,8,2.5,", "moe_topk is 2.5; a whole number was expected"}}) {
    const evidence::CampaignRows read = evidence::read_campaign_rows(
        "model,gpu,tokens_T,heads,kv_heads,moe_experts,moe_topk,moe_shared\nours,H100,1," + values + "\n", "c.csv");
    ASSERT_EQ(read.refused.size(), 1u) << values;
    EXPECT_THAT(read.refused[0].reason, HasSubstr(reason));
  }
  EXPECT_EQ(evidence::read_campaign_rows("model,gpu,tokens_T,moe_shared\nours,H100,1,0\n", "c.csv").rows.size(), 1u);
}

TEST(DenseModelOf, HasTheShapeOfItsParameters) {
  const model::Transformer model = dense_model_of("x", 7);
  EXPECT_EQ(model.hidden_size, 4096);
  EXPECT_EQ(model.num_heads, 32);
  EXPECT_EQ(model.ffn_hidden_size, 11008);
  EXPECT_THAT(model.num_layers, testing::AnyOf(32, 33));
}

TEST(DenseModelOf, ComesNearToTheParametersAtAnySize) {
  // Half a layer off at most: a fiftieth from a billion on, and a layer is 1/7 of the smallest.
  for (const double billions : {1.0, 3.08, 13.0, 50.6, 130.0, 405.0, 1000.0}) {
    const double counted = static_cast<double>(count_parameters(dense_model_of("x", billions)).total) * 1e-9;
    EXPECT_NEAR(counted / billions, 1, 0.02) << billions;
  }
  for (const double billions : {0.01, 1e5}) EXPECT_GE(dense_model_of("x", billions).num_layers, 1);
}

TEST(CampaignQuestionOf, TakesTheCatalogueModelWhoseParametersAgree) {
  const CampaignQuestion question = asked("s,r,LLaMA-65B,65.2,,1.4,A100-80GB,2048,1,,,,,\n");
  EXPECT_EQ(question.scenario.model.name, "llama-65b");
  EXPECT_EQ(question.scenario.cluster.num_nodes, 256);
  EXPECT_EQ(question.scenario.phases.at(0).sequence_length, 2048);
  EXPECT_THAT(question.assumptions, Contains("catalogue model: llama-65b"));
  // Another 65B than the catalogue's is given a shape.
  EXPECT_EQ(asked("s,r,LLaMA-65B,50,,1.4,A100-80GB,2048,1,,,,,\n").scenario.model.max_sequence_length, 0);
}

// Columns of an architecture are read as those of step rows, for a model of any name; one alone is not passed over.
TEST(CampaignQuestionOf, HasTheArchitectureOfItsColumns) {
  const auto question_of = [](const std::string& values) {
    const evidence::CampaignRows rows = evidence::read_campaign_rows(
        "model,params_B,tokens_T,gpu,num_gpus,gpu_hours,layers,hidden,ffn_hidden,heads,kv_heads,vocab,moe_experts,"
        "moe_topk\n" +
            values,
        "c.csv");
    EXPECT_THAT(rows.refused, IsEmpty());
    return campaign_question(rows.rows.at(0), catalog());
  };
  const auto thin = question_of("Ours-135M,0.135,0.6,H100-80GB,64,1536,30,576,1536,9,3,49152,,\n");
  ASSERT_TRUE(std::holds_alternative<CampaignQuestion>(thin));
  const model::Transformer& model = std::get<CampaignQuestion>(thin).scenario.model;
  EXPECT_EQ(model.num_layers, 30);
  EXPECT_EQ(model.hidden_size, 576);
  EXPECT_EQ(model.num_kv_heads, 3);
  // Gated, with one matrix for embedding and head: 30 · (2 · 576² + 2 · 576 · 192 + 3 · 576 · 1,536) + 49,152 · 576.
  EXPECT_NEAR(static_cast<double>(count_parameters(model).total), 134.5e6, 0.2e6);
  const auto mixture = question_of("Ours-7B,6.9,5,H100-80GB,256,61440,16,2048,1024,16,16,50304,64,8\n");
  ASSERT_TRUE(std::holds_alternative<CampaignQuestion>(mixture));
  EXPECT_EQ(std::get<CampaignQuestion>(mixture).scenario.model.moe->num_experts, 64);
  const auto predicted = predict_campaign(std::get<CampaignQuestion>(thin));
  ASSERT_TRUE(std::holds_alternative<CampaignPrediction>(predicted));
  EXPECT_EQ(impossible_hours({1536, "GPU-hours"}, std::get<CampaignPrediction>(predicted)), "");
  // 6 · 0.1345e9 · 0.6e12 = 4.84e20 FLOP and some attention in 100 hours are 1.36 times 989 TFLOP/s and more.
  EXPECT_THAT(impossible_hours({100, "GPU-hours"}, std::get<CampaignPrediction>(predicted)),
              HasSubstr("times the peak"));
  const auto half = question_of("Ours-7B,7,1,H100-80GB,64,1536,32,,,,,,,\n");
  ASSERT_TRUE(std::holds_alternative<evidence::StepRefusal>(half));
  EXPECT_THAT(std::get<evidence::StepRefusal>(half).reason, HasSubstr("hidden"));
}

// Step Law: 0.58 · (1.4e12)^0.571 = 5.0 million tokens are 2,436 sequences of 2,048; nearest power of two 2,048.
// 992 GPUs are 31 · 32: a batch of 31 · 2^k.
TEST(CampaignQuestionOf, HasABatchThatTheGpusDivide) {
  EXPECT_EQ(asked("s,r,LLaMA-65B,65.2,,1.4,A100-80GB,2048,1,,,,,\n").scenario.phases[0].global_batch_size, 2048);
  EXPECT_EQ(asked("s,r,OPT-175B,175,,0.3,A100-80GB,992,1,,,,,\n").scenario.phases[0].global_batch_size % 31, 0);
}

// 1,280 sequences of 4,096 are a sequence for each of as many GPUs; a batch of 1,024 of 2,048 is half of them.
TEST(CampaignQuestionOf, HasAsManyGpusAsItsBatchAsksForWhereItStatesNone) {
  const auto gpus = [](const std::string& sequences, const std::string& length) {
    const evidence::CampaignRows rows = evidence::read_campaign_rows(
        "model,params_B,tokens_T,gpu,gpu_hours,global_batch_seqs,seq_len\nours,7,1,H100,9,1" + sequences + "," +
            length + "\n",
        "c.csv");
    const auto question = campaign_question(rows.rows.at(0), catalog());
    const plan::Scenario& scenario = std::get<CampaignQuestion>(question).scenario;
    return scenario.cluster.num_nodes * scenario.cluster.instance.accelerators_per_node;
  };
  EXPECT_EQ(gpus("280", "4096"), 1280);
  EXPECT_EQ(gpus("024", "4096"), 1024);
  EXPECT_EQ(gpus("024", "2048"), 512);
}

// Precision by the words of step rows, and by notes where none is stated; what is released in fp8 was not trained so.
TEST(CampaignQuestionOf, HasThePrecisionOfItsWords) {
  const auto precision = [](const std::string& stated, const std::string& notes) {
    const evidence::CampaignRows rows = evidence::read_campaign_rows(
        "model,params_B,tokens_T,gpu,num_gpus,gpu_hours,precision,notes\nours,7,1,H100,64,9," + stated + ",\"" + notes +
            "\"\n",
        "c.csv");
    const auto question = campaign_question(rows.rows.at(0), catalog());
    if (const auto* refused = std::get_if<evidence::StepRefusal>(&question)) return refused->reason;
    return std::string(model::kPrecisionNames.name(std::get<CampaignQuestion>(question).scenario.precision));
  };
  for (const char* words : {"FP8 (E4M3)", "fp8 mixed", "BF16 + FP8"}) EXPECT_EQ(precision(words, ""), "fp8") << words;
  EXPECT_EQ(precision("float16", ""), "fp16");
  EXPECT_EQ(precision("posit", ""), "precision \"posit\" is not modelled");
  EXPECT_EQ(precision("", "trained in FP8"), "fp8");
  for (const char* notes : {"trained in BF16, no FP8", "weights also released in FP8", ""})
    EXPECT_EQ(precision("", notes), "bf16") << notes;
}

TEST(CampaignQuestionOf, IsRefusedWhereItNamesSeveralGpus) {
  for (const char* gpu : {"H100/A100", "\"H100, A100\"", "H100 or A100", "H100 and A100"})
    EXPECT_THAT(refusal("s,r,m,7,,1," + std::string(gpu) + ",64,9,,,,,\n"), HasSubstr("is more than one")) << gpu;
  for (const char* gpu : {"H100-80GB", "\"A100-SXM4, 80 GB\"", "H200 140GB"})
    EXPECT_EQ(refusal("s,r,m,7,,1," + std::string(gpu) + ",64,9,,,,,\n"), "") << gpu;
}

TEST(CampaignQuestionOf, KnowsH800AsH100WithLessNvlink) {
  const CampaignQuestion question = asked("s,r,DeepSeek-V3,671,37,14.8,H800,2048,1,,,,,FP8 training\n");
  EXPECT_EQ(question.scenario.cluster.instance.accelerator.name, "h800-sxm5-80gb");
  EXPECT_DOUBLE_EQ(question.scenario.cluster.instance.scale_up->bandwidth / gigabyte_per_second, 200);
  EXPECT_EQ(question.scenario.precision, model::Precision::kFp8);
}

TEST(CampaignQuestionOf, IsRefusedWhereNothingHonestCanBeSaid) {
  const std::pair<const char*, const char*> cases[] = {
      {"s,r,PaLM-540B,540,,0.78,TPU v3,6144,1,,,,,\n", "gpu \"TPU v3\" is not in the catalogue"},
      {"s,r,x-7B,7,,,H100,8,1,,,,,\n", "tokens_T is empty"},
      {"s,r,x-7B,7,,1,,8,1,,,,,\n", "gpu is empty"},
      {"s,r,x,,,1,H100,8,1,,,,,\n", "params_B is empty"},
      {"s,r,x-8B,8,2.2,1.25,H100,,1,,,,,\n", "is a mixture that the catalogue does not know"},
      {"s,r,x-7B,7,,1,H100 + Trainium1,8,1,,,,,\n", "is more than one"},
      {"s,r,x-7B,7,,1,H100,12,1,,,,,\n", "no whole machines of 8"},
      {"s,r,x-7B,7,,1,H100,8,1,,,,,co-distilled from a larger one\n", "learns from larger models"},
      {"s,r,x-7B,7,,1,H100,8,1,,,,,an assumed cluster: not a measurement\n", "not measured"},
      {"s,r,x-7B,7,,1,H100,8,1,,,,,misprint\n", "the source misprints it"},
      {"s,r,x-Hybrid-7B,7,,1,H100,8,1,,,,,\n", "other sequence layers"},
      {"s,r,RWKV-7 World,3,,1,H100,8,1,,,,,\n", "other sequence layers"},
      {"s,r,T5-11B,11,,1,H100,8,1,,,,,\n", "an encoder and a decoder"},
      {"s,r,x 7B SFT,7,,1,H100,8,1,,,,,\n", "no pretraining"},
      {"s,r,LLaMA-65B,6.5,,1,H100,8,1,,,,,\n", "params_B is 6.5, and the model of its name has 65.29 billion"},
      {"s,r,x,1000000,,1,H100,8,1,,,,,\n", "can be given a shape"}};
  for (const auto& [line, reason] : cases) EXPECT_THAT(refusal(line), HasSubstr(reason)) << line;
}

// Whatever column says it: each of these was once planned as pretraining of all weights.
TEST(CampaignQuestionOf, IsRefusedWhereAnotherTrainingIsMeant) {
  const std::pair<const char*, const char*> names[] = {{"Llama-3.1-8B QLoRA", "trains adapters"},
                                                       {"Llama-3.1-8B_lora", "trains adapters"},
                                                       {"Llama-3.1-8B-DoRA", "a few weights"},
                                                       {"Llama-3.1-8B (IA)3", "a few weights"},
                                                       {"Llama-3.1-8B prefix tuning", "a few weights"},
                                                       {"Llama-3.1-8B-DPO", "preferences or rewards"},
                                                       {"Llama-3.1-8B-RLHF", "preferences or rewards"},
                                                       {"Llama-3.1-8B-KTO", "preferences or rewards"},
                                                       {"Llama-3.1-8B reward model", "preferences or rewards"},
                                                       {"Llama-3.1-8B instruction-tuned", "supervised tuning"},
                                                       {"NLLB-54B", "an encoder and a decoder"},
                                                       {"MADLAD-400-10B", "an encoder and a decoder"},
                                                       {"T0-11B", "an encoder and a decoder"},
                                                       {"T0pp", "an encoder and a decoder"},
                                                       {"mT0-xxl", "an encoder and a decoder"},
                                                       {"AlexaTM 20B", "an encoder and a decoder"},
                                                       {"Flan-T5-xxl", "an encoder and a decoder"},
                                                       {"mT5-xxl", "an encoder and a decoder"},
                                                       {"BERT-large", "is an encoder"},
                                                       {"SciBERT", "is an encoder"}};
  for (const auto& [name, reason] : names)
    EXPECT_THAT(refusal(std::string("s,r,") + name + ",8.03,,1,H100,8,1,,,,,\n"), HasSubstr(reason)) << name;
  const std::pair<const char*, const char*> notes[] = {{"QLoRA on one node", "trains adapters"},
                                                       {"adapters of rank 16", "trains adapters"},
                                                       {"IA3", "a few weights"},
                                                       {"ORPO", "preferences or rewards"},
                                                       {"GRPO with vLLM", "preferences or rewards"},
                                                       {"PPO", "preferences or rewards"},
                                                       {"reinforcement learning", "preferences or rewards"},
                                                       {"preference optimisation", "preferences or rewards"},
                                                       {"supervised fine-tuning", "supervised tuning"},
                                                       {"instruction tuning on 1M chats", "supervised tuning"},
                                                       {"SFT then DPO", "no pretraining"},
                                                       {"DPO after SFT", "preferences or rewards"},
                                                       {"not fp8; LoRA of rank 8", "trains adapters"},
                                                       {"no SFT but DPO", "preferences or rewards"},
                                                       {"before RLHF but with LoRA", "trains adapters"}};
  for (const auto& [note, reason] : notes)
    EXPECT_THAT(refusal(std::string("s,r,x-8B,8,,1,H100,8,1,,,,,\"") + note + "\"\n"), HasSubstr(reason)) << note;
}

TEST(CampaignQuestionOf, IsOfPretrainingWhereOtherTrainingIsDeniedOrCameLater) {
  for (const char* note :
       {"no RLHF", "no SFT, DPO or RLHF", "before instruction tuning", "before SFT, DPO and RLHF",
        "base model, not instruction-tuned", "pre-training only; SFT not counted", "pretraining alone; RLHF and SFT",
        "followed by SFT and DPO", "SFT came later", "SFT, DPO and RLHF came later",
        "pretrained, then instruction-tuned", "hours exclude reinforcement learning", "hours may hold SFT",
        "400G network adapters", "robust preferential sampling", "supervised by two people"})
    EXPECT_EQ(refusal(std::string("s,r,x-8B,8,,1,H100,8,1,,,,,\"") + note + "\"\n"), "") << note;
  for (const char* name : {"Robert-8B", "T5X-8B", "Explora-8B"})
    EXPECT_EQ(refusal(std::string("s,r,") + name + ",8,,1,H100,8,1,,,,,\n"), "") << name;
}

TEST(CampaignQuestionOf, IsOfTheKindThatTheRowSays) {
  const auto refused = [](const std::string& kind) {
    const evidence::CampaignRows rows =
        evidence::read_campaign_rows("model,gpu,tokens_T,params_B,kind,notes\nx-8B,H100,1,8," + kind + "\n", "c.csv");
    EXPECT_THAT(rows.notes, IsEmpty());
    const auto question = campaign_question(rows.rows.at(0), catalog());
    const auto* refusal = std::get_if<evidence::StepRefusal>(&question);
    return refusal ? refusal->reason : "";
  };
  EXPECT_THAT(refused("LoRA fine-tuning,"), HasSubstr("\"kind\": \"lora\""));
  EXPECT_EQ(refused("pretraining,the chat version: SFT and DPO"), "");
}

// 476,837 · 1,024 · 4,096 = 2.0000e12.
TEST(CampaignRowsOf, HaveTheTokensOfTheirSteps) {
  const auto read = [](const std::string& row) {
    return evidence::read_campaign_rows("model,gpu,params_B,tokens_T,steps,global_batch_seqs,seq_len\n" + row, "c.csv");
  };
  const evidence::CampaignRows counted = read("x-8B,H100,8,,476837,1024,4096\n");
  ASSERT_THAT(counted.rows, SizeIs(1));
  EXPECT_DOUBLE_EQ(counted.rows[0].tokens_trillions.value(), 476837.0 * 1024 * 4096 * 1e-12);
  const auto question = campaign_question(counted.rows[0], catalog());
  ASSERT_TRUE(std::holds_alternative<CampaignQuestion>(question));
  EXPECT_EQ(std::get<CampaignQuestion>(question).scenario.phases[0].tokens, 476837LL * 1024 * 4096);
  EXPECT_THAT(std::get<CampaignQuestion>(question).assumptions, Contains("tokens are steps · batch · sequence: 2.00T"));

  // 2T of 2.06T is 3 % off, a rounding; of 3T a third.
  EXPECT_EQ(read("x-8B,H100,8,2.06,476837,1024,4096\n").rows.at(0).tokens_trillions, 2.06);
  const evidence::CampaignRows contradicted = read("x-8B,H100,8,3,476837,1024,4096\n");
  ASSERT_THAT(contradicted.refused, SizeIs(1));
  EXPECT_THAT(contradicted.refused[0].reason, HasSubstr("= 2T tokens, but tokens_T is 3"));
  EXPECT_THAT(read("x-8B,H100,8,,1000000000,100000000,100000000\n").refused, SizeIs(1));

  // Without the batch they are unknown, and a file may count steps alone.
  EXPECT_FALSE(read("x-8B,H100,8,,476837,,4096\n").rows.at(0).tokens_trillions);
  EXPECT_THAT(
      evidence::read_campaign_rows("model,gpu,steps,global_batch_seqs,seq_len\nx,H100,10000,1024,4096\n", "c.csv").rows,
      SizeIs(1));
}

// What it took has no say in what is asked.
TEST(CampaignQuestionOf, LooksAtNoMeasuredColumn) {
  const CampaignQuestion bare = asked("s,r,Falcon-180B,180,,3.5,A100-40GB,4096,,,,,,\n");
  const CampaignQuestion measured = asked("s,r,Falcon-180B,180,,3.5,A100-40GB,4096,7000000,80,40,90,99,\n");
  EXPECT_EQ(bare.scenario, measured.scenario);
}

TEST(PredictCampaign, NeedsMoreHoursForMoreTokens) {
  const auto hours = [](const std::string& line) {
    return std::get<CampaignPrediction>(predict_campaign(asked(line))).gpu_hours;
  };
  const double once = hours("s,r,LLaMA-65B,65.2,,1.4,A100-80GB,2048,1,,,,,\n");
  const double twice = hours("s,r,LLaMA-65B,65.2,,2.8,A100-80GB,2048,1,,,,,\n");
  EXPECT_GT(twice, 1.8 * once);
  EXPECT_LT(twice, 2.01 * once);
}

// 1e14 parameters on one machine fit nowhere: an answer, no crash.
TEST(PredictCampaign, SaysWhyAPlanCannotRun) {
  const auto predicted = predict_campaign(asked("s,r,x,100000,,1,H100,8,1,,,,,\n"));
  ASSERT_TRUE(std::holds_alternative<evidence::StepRefusal>(predicted));
  EXPECT_THAT(std::get<evidence::StepRefusal>(predicted).reason,
              testing::AnyOf(HasSubstr("memory"), HasSubstr("plan")));
}

TEST(MeasuredCampaignOf, AreTheHoursOrTheDaysOfAllGpus) {
  const evidence::CampaignRows rows =
      rows_of("s,r,m,7,,1,H100,16,500,2,,,,\ns,r,m,7,,1,H100,16,,2,,,,\ns,r,m,7,,1,H100,,,2,,,,\n");
  EXPECT_EQ(std::get<MeasuredCampaign>(measured_campaign(rows.rows.at(0))).gpu_hours, 500);
  EXPECT_EQ(std::get<MeasuredCampaign>(measured_campaign(rows.rows.at(1))).gpu_hours, 16 * 48);
  EXPECT_TRUE(std::holds_alternative<evidence::StepRefusal>(measured_campaign(rows.rows.at(2))));
}

}  // namespace campaign_test
}  // namespace fmplan::assessment
