#include "core/evidence/training_log.h"

#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/evidence/step_rows.h"
#include "core/evidence/training_log_reading.h"
#include "core/text/log_lines.h"
#include "tests/source_dir.h"

namespace fmplan::evidence {
namespace training_log_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const StepColumns kGiven = {{"gpu", "H100-80GB"}, {"num_gpus", "8"}};

TrainingLog read_file(const std::string& name, TrainingLogKind kind, const StepColumns& given = {}) {
  std::ifstream in(source_dir() + "/tests/data/logs/" + name, std::ios::binary);
  return read_training_log(in, name, kind, given);
}

TrainingLog read_text(const std::string& text, TrainingLogKind kind, const StepColumns& given = kGiven) {
  std::istringstream in(text);
  return read_training_log(in, "run.log", kind, given);
}

std::string message_of(const std::string& text, TrainingLogKind kind, const StepColumns& given = kGiven) {
  try {
    read_text(text, kind, given);
  } catch (const InputError& error) {
    std::string all;
    for (const Issue& issue : error.issues()) all += issue.where + ": " + issue.message + "\n";
    return all;
  }
  return "";
}

std::string megatron_step(int iteration, double milliseconds, const std::string& rank = "") {
  return rank + " iteration " + std::to_string(iteration) +
         "/ 500 | consumed samples: 8 | elapsed time per iteration (ms): " + std::to_string(milliseconds) +
         " | global batch size: 8 | number of skipped iterations: 0 |\n";
}

/// Iterations first … last, two seconds each.
std::string megatron_steps(int first, int last, const std::string& rank = "") {
  std::string text;
  for (int i = first; i <= last; ++i) text += megatron_step(i, 2000, rank);
  return text;
}

// 1 begins at 41 s, 2 and 3 are slow, 11 and 21 follow an evaluation and a checkpoint, 17 is an outlier; then a
// restart at 21, and a last line cut short.  What is left takes 7.99, 8.00 and 8.01 s in turn.
TEST(MegatronLog, GivesTheSteadyStateAndTheArguments) {
  const TrainingLog log = read_file("megatron.log", TrainingLogKind::kMegatron, {{"gpu", "H100-80GB"}});
  EXPECT_DOUBLE_EQ(log.steady.median, 8.0);
  EXPECT_NEAR(log.steady.p10, 7.99, 1e-9);
  EXPECT_NEAR(log.steady.p90, 8.01, 1e-9);
  EXPECT_EQ(log.num_lines_of_steps, 32);
  EXPECT_EQ(log.steady.num_warm_up, 4);
  EXPECT_EQ(log.steady.num_disturbed, 2);
  EXPECT_EQ(log.steady.num_outliers, 1);
  EXPECT_EQ(log.steady.num_steady, 25);
  EXPECT_EQ(log.num_restarts, 1);
  EXPECT_EQ(log.steps_a_line, 1);
  const StepColumns expected = {{"source_id", "megatron"},
                                {"source_ref", "megatron.log"},
                                {"params_B", "8.03"},
                                {"layers", "32"},
                                {"hidden", "4096"},
                                {"ffn_hidden", "14336"},
                                {"heads", "32"},
                                {"kv_heads", "8"},
                                {"vocab", "128256"},
                                {"seq_len", "8192"},
                                {"gpu", "H100-80GB"},
                                {"num_gpus", "8"},
                                {"global_batch_seqs", "128"},
                                {"micro_batch", "1"},
                                {"tp", "2"},
                                {"pp", "1"},
                                {"vp", "1"},
                                {"cp", "1"},
                                {"ep", "1"},
                                {"dp", "4"},
                                {"zero_or_fsdp", "distributed optimizer"},
                                {"sequence_parallel", "yes"},
                                {"recompute", "selective"},
                                {"precision", "BF16"},
                                {"framework", "Megatron-LM"},
                                {"measured_step_time_s", "8"},
                                {"measured_tflops_per_gpu", "400"},
                                {"mfu_definition_note", "as the framework counts FLOP; which way is not stated"},
                                // 50,000 MiB, as the allocator counts them
                                {"measured_peak_mem_GB", "52.429"}};
  StepColumns row = log.row;
  EXPECT_THAT(row["notes"], HasSubstr("P10 7.99 s; P90 8.01 s"));
  EXPECT_THAT(row["notes"], HasSubstr("max_memory_allocated"));
  row.erase("notes");
  EXPECT_EQ(row, expected);
  EXPECT_THAT(log.unknown, ElementsAre("interconnect_or_system", "gpus_per_node"));
  EXPECT_THAT(log.notes, ElementsAre(HasSubstr("cut short or without a usable time: 1, the first in line 94"),
                                     HasSubstr("loss is no number: 1")));
}

std::string argument(const std::string& name, const std::string& value) {
  return "  " + name + " ..................... " + value + "\n";
}

TEST(MegatronLog, SaysWhichLayersOrModulesAreComputedAgain) {
  const auto recompute = [](const std::string& granularity, const std::string& more = {}) {
    const std::string text = argument("recompute_granularity", granularity) + more + megatron_steps(1, 12);
    return read_text(text, TrainingLogKind::kMegatron).row.at("recompute");
  };
  const auto layers = [](const std::string& method, const std::string& number) {
    return argument("recompute_method", method) + argument("recompute_num_layers", number);
  };
  EXPECT_EQ(recompute("full", layers("block", "1")), "full, recompute_method=block, recompute_num_layers=1");
  EXPECT_EQ(recompute("full", layers("uniform", "2")), "full, recompute_method=uniform, recompute_num_layers=2");
  EXPECT_EQ(recompute("full", layers("None", "None")), "full");
  EXPECT_EQ(recompute("selective", argument("recompute_modules", "['moe_act', 'layernorm']")),
            "selective: moe_act, layernorm");
  EXPECT_EQ(recompute("selective", argument("recompute_modules", "['core_attn']")), "selective");
  EXPECT_EQ(recompute("None", layers("None", "None")), "none");
}

// Through the CSV, as a plan is anchored on it.
TEST(MegatronLog, KeepsTheLayersComputedAgainInItsRow) {
  const std::string text = argument("recompute_granularity", "full") + argument("recompute_method", "block") +
                           argument("recompute_num_layers", "1") + megatron_steps(1, 12);
  const StepRows rows = read_step_rows(step_rows_csv({read_text(text, TrainingLogKind::kMegatron).row}), "run.csv");
  ASSERT_EQ(rows.rows.size(), 1u);
  EXPECT_EQ(rows.rows[0].recompute, "full, recompute_method=block, recompute_num_layers=1");
}

TEST(NemoLog, SaysWhichLayersAreComputedAgain) {
  std::string text =
      "activations_checkpoint_granularity: full\nactivations_checkpoint_method: block\n"
      "activations_checkpoint_num_layers: 3\n";
  for (int i = 0; i < 12; ++i)
    text += "Training epoch 0, iteration " + std::to_string(i) + "/99 | train_step_timing in s: 2.0 | x: 1\n";
  EXPECT_EQ(read_text(text, TrainingLogKind::kNemo).row.at("recompute"),
            "full, recompute_method=block, recompute_num_layers=3");
}

// Of 40 steps 27 take 8 s and 13 take 16 s: the mean is 10.6 s, 32.5 % above.
TEST(MegatronLog, TellsWhatOutliersCost) {
  std::string text = megatron_step(0, 8000);
  for (int i = 1; i <= 40; ++i) text += megatron_step(i, i % 3 == 0 ? 16000 : 8000);
  const TrainingLog log = read_text(text, TrainingLogKind::kMegatron);
  EXPECT_DOUBLE_EQ(log.steady.median, 8.0);
  EXPECT_NEAR(log.steady.outliers, 0.325, 1e-9);
  EXPECT_THAT(log.notes, Contains(HasSubstr("13 steps were dropped as outliers; with them the mean is +32.5 % off")));
}

TEST(MegatronLog, TellsOfAnotherPaceBeforeTheSteadyOne) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += megatron_step(i, i < 45 ? 8000 : 10000);
  EXPECT_THAT(read_text(text, TrainingLogKind::kMegatron).notes,
              Contains(HasSubstr("45 steps were dropped as warm-up, at the median -20.0 % off those that count")));
}

// 8 sequences of 8,192 tokens over 8 GPUs at 8,192 tokens/s each: one second.
TEST(TorchtitanLog, TurnsTokensPerSecondIntoTheStepTime) {
  const TrainingLog log = read_file("torchtitan.log", TrainingLogKind::kTorchtitan);
  EXPECT_TRUE(log.is_step_time);
  EXPECT_DOUBLE_EQ(log.steady.median, 1.0);
  EXPECT_EQ(log.steps_a_line, 10);
  EXPECT_EQ(log.num_lines_of_steps, 11);
  EXPECT_EQ(log.steady.num_warm_up, 1);
  EXPECT_EQ(log.steady.num_disturbed, 2);
  const std::pair<const char*, const char*> cells[] = {{"model_name", "llama3 8B"},
                                                       {"params_B", "8.030261248"},
                                                       {"gpu", "H100-80GB"},
                                                       {"num_gpus", "8"},
                                                       {"dp", "4"},
                                                       {"tp", "2"},
                                                       {"micro_batch", "2"},
                                                       {"global_batch_seqs", "8"},
                                                       {"seq_len", "8192"},
                                                       {"zero_or_fsdp", "FSDP"},
                                                       {"recompute", "selective"},
                                                       {"measured_tokens_per_s_per_gpu", "8192"},
                                                       {"measured_step_time_s", "1"}};
  for (const auto& [column, value] : cells) EXPECT_EQ(log.row.at(column), value) << column;
  EXPECT_THAT(log.notes, Contains(HasSubstr("2 ranks print their steps; those of rank0")));
}

TEST(TorchtitanLog, KnowsTheMeshOf2024And2025) {
  std::string text = "[titan] Building 3-D device mesh with ['dp_shard', 'cp', 'tp'], [4, 2, 8]\n";
  for (int i = 1; i < 20; ++i)
    text += "step: " + std::to_string(i) + "  loss: 10.5  memory: 27.34GiB(28.78%)  wps: 7,034  mfu: 41.19%\n";
  const TrainingLog log = read_text(text, TrainingLogKind::kTorchtitan, {{"gpu", "H100-80GB"}});
  EXPECT_EQ(log.row.at("num_gpus"), "64");
  EXPECT_EQ(log.row.at("dp"), "4");
  EXPECT_EQ(log.row.at("cp"), "2");
  EXPECT_EQ(log.row.at("tp"), "8");
  EXPECT_EQ(log.row.at("pp"), "1");
  // Without batch and sequence there is a rate and no time.
  EXPECT_FALSE(log.is_step_time);
  EXPECT_FALSE(log.row.contains("measured_step_time_s"));
  EXPECT_EQ(log.row.at("measured_tokens_per_s_per_gpu"), "7034");
  EXPECT_THAT(log.unknown, Contains("seq_len"));
}

TEST(NemoLog, ReadsConfigurationAndStepsOfNemo2) {
  const TrainingLog log = read_file("nemo.log", TrainingLogKind::kNemo, {{"gpu", "H100-80GB"}});
  EXPECT_DOUBLE_EQ(log.steady.median, 4.0);
  EXPECT_EQ(log.steady.num_warm_up, 2);
  EXPECT_EQ(log.steady.num_disturbed, 1);
  EXPECT_EQ(log.steady.num_steady, 17);
  const std::pair<const char*, const char*> cells[] = {{"num_gpus", "16"},    {"gpus_per_node", "8"},
                                                       {"tp", "4"},           {"pp", "2"},
                                                       {"layers", "32"},      {"kv_heads", "8"},
                                                       {"precision", "BF16"}, {"global_batch_seqs", "128"},
                                                       {"seq_len", "8192"},   {"measured_peak_mem_GB", "50"}};
  for (const auto& [column, value] : cells) EXPECT_EQ(log.row.at(column), value) << column;
}

// Each step is drawn twice; the count before "/12 [" is the step, not the percentage.
TEST(NemoLog, ReadsTheProgressBarOfNemo1) {
  const TrainingLog log = read_file("nemo1.log", TrainingLogKind::kNemo, kGiven);
  EXPECT_EQ(log.num_lines_of_steps, 12);
  EXPECT_DOUBLE_EQ(log.steady.median, 5.2);
  EXPECT_EQ(log.num_restarts, 0);
}

TEST(TrainingLogOf, IsARowThatStepRowsReadBack) {
  const TrainingLog log = read_file("megatron.log", TrainingLogKind::kMegatron, {{"gpu", "H100-80GB"}});
  const StepRows read = read_step_rows(step_rows_csv({log.row}), "rows.csv");
  EXPECT_THAT(read.refused, IsEmpty());
  EXPECT_THAT(read.notes, IsEmpty());
  ASSERT_EQ(read.rows.size(), 1u);
  const StepRow& row = read.rows.front();
  EXPECT_EQ(row.num_gpus, 8);
  EXPECT_EQ(row.tensor, 2);
  EXPECT_EQ(row.num_kv_heads, 8);
  EXPECT_EQ(row.precision, "BF16");
  ASSERT_TRUE(row.step_time_s);
  EXPECT_DOUBLE_EQ(*row.step_time_s, 8.0);
}

TEST(TrainingLogOf, LetsWhatIsGivenStandOverTheLog) {
  const TrainingLog log = read_file("megatron.log", TrainingLogKind::kMegatron,
                                    {{"gpu", "H100-80GB"}, {"recompute", "full"}, {"source_id", "ours"}});
  EXPECT_EQ(log.row.at("recompute"), "full");
  EXPECT_EQ(log.row.at("source_id"), "ours");
  EXPECT_THAT(log.notes, Contains("the log says recompute selective; the full given counts"));
}

TEST(TrainingLogOf, IsOfTheRankThatPrintedMost) {
  std::string text;
  for (int i = 1; i <= 20; ++i) {
    text += megatron_step(i, 2000, "0: ");
    if (i > 5) text += megatron_step(i, 2100, "1: ");
  }
  const TrainingLog log = read_text(text, TrainingLogKind::kMegatron);
  EXPECT_DOUBLE_EQ(log.steady.median, 2.0);
  EXPECT_EQ(log.num_lines_of_steps, 20);
  EXPECT_EQ(log.num_restarts, 0);
}

TEST(TrainingLogOf, IsOfTheGlobalBatchThatMostStepsHave) {
  std::string text;
  for (int i = 1; i <= 40; ++i) {
    std::string step = megatron_step(i, i <= 10 ? 500 : 2000);
    if (i <= 10) step.replace(step.find("size: 8"), 7, "size: 2");
    text += step;
  }
  const TrainingLog log = read_text(text, TrainingLogKind::kMegatron);
  EXPECT_EQ(log.row.at("global_batch_seqs"), "8");
  EXPECT_DOUBLE_EQ(log.steady.median, 2.0);
  EXPECT_THAT(log.notes, Contains(HasSubstr("30 of 40 steps have a global batch of 8")));
}

TEST(TrainingLogOf, StartsAnewWhereTheRunGoesOnWithAnotherLayout) {
  const std::string arguments = "  world_size ............. ";
  const TrainingLog log =
      read_text(arguments + "16\n" + megatron_steps(1, 30) + arguments + "8\n" + megatron_step(20, 50000) +
                    megatron_step(21, 4000) + megatron_step(22, 4000) + megatron_step(23, 4000),
                TrainingLogKind::kMegatron, {{"gpu", "H100-80GB"}});
  EXPECT_EQ(log.row.at("num_gpus"), "8");
  EXPECT_DOUBLE_EQ(log.steady.median, 4.0);
  EXPECT_THAT(log.notes, Contains(HasSubstr("line 32: num_gpus becomes 8 after 16")));
}

// 8 routed experts of 1,024 and shared ones of 2,048 together: two of that size.
TEST(MegatronLog, ReadsMixtures) {
  const std::pair<const char*, const char*> arguments[] = {{"num_experts", "8"},
                                                           {"moe_router_topk", "2"},
                                                           {"ffn_hidden_size", "4096"},
                                                           {"moe_ffn_hidden_size", "1024"},
                                                           {"moe_shared_expert_intermediate_size", "2048"},
                                                           {"fp8", "hybrid"},
                                                           {"bf16", "True"}};
  std::string text;
  for (const auto& [name, value] : arguments) text += std::string("  ") + name + " ...... " + value + "\n";
  const TrainingLog log = read_text(text + megatron_steps(1, 20), TrainingLogKind::kMegatron);
  const std::pair<const char*, const char*> cells[] = {
      {"moe_experts", "8"}, {"moe_topk", "2"}, {"ffn_hidden", "1024"}, {"moe_shared", "2"}, {"precision", "FP8"}};
  for (const auto& [column, value] : cells) EXPECT_EQ(log.row.at(column), value) << column;
}

// Megatron's names for what 8- and 4-bit training does, and the words that rows are read by.
TEST(MegatronLog, TellsTheRecipeOfNarrowPrecisions) {
  const auto precision = [](const std::string& arguments) {
    return read_text(argument("bf16", "True") + arguments + megatron_steps(1, 12), TrainingLogKind::kMegatron)
        .row.at("precision");
  };
  EXPECT_EQ(precision(argument("fp4", "e2m1") + argument("fp8", "None")), "NVFP4");
  EXPECT_EQ(precision(argument("fp4", "None") + argument("fp8", "None")), "BF16");
  EXPECT_EQ(precision(argument("fp8", "hybrid") + argument("fp8_recipe", "delayed")), "FP8 delayed scaling");
  EXPECT_EQ(precision(argument("fp8", "e4m3") + argument("fp8_recipe", "mxfp8")), "MXFP8");
  EXPECT_EQ(precision(argument("fp8", "e4m3") + argument("fp8_recipe", "tensorwise")), "FP8 current scaling");
  EXPECT_EQ(precision(argument("fp8", "e4m3") + argument("fp8_recipe", "blockwise")), "FP8 blockwise");
}

// What no column is for stands in the notes, in words that rows are read by.
TEST(MegatronLog, TellsWhatNoColumnSays) {
  const std::string sizes = argument("hidden_size", "2048") + argument("num_attention_heads", "32") +
                            argument("ffn_hidden_size", "6144") + argument("num_layers", "4");
  const auto row = [&](const std::string& arguments) {
    return read_text(sizes + arguments + megatron_steps(1, 12), TrainingLogKind::kMegatron).row;
  };
  EXPECT_THAT(row(argument("swiglu", "True") + argument("untie_embeddings_and_output_weights", "False") +
                  argument("kv_channels", "128"))
                  .at("notes"),
              testing::StartsWith("gated MLP; tied embeddings; head size 128; median of"));
  // 2048 / 32 is what rows are taken to have.
  EXPECT_THAT(row(argument("kv_channels", "64")).at("notes"), testing::Not(HasSubstr("head size")));
  EXPECT_THAT(row(argument("multi_latent_attention", "True")).at("notes"), HasSubstr("multi-latent attention"));
  const std::string experts =
      argument("num_experts", "8") + argument("moe_router_topk", "2") + argument("moe_ffn_hidden_size", "768");
  for (const char* const layers : {"[0]*2+[1]*2", "[0, 0, 1, 1]"}) {
    const StepColumns mixture = row(experts + argument("moe_layer_freq", layers));
    EXPECT_EQ(mixture.at("ffn_hidden"), "768");
    EXPECT_THAT(mixture.at("notes"), HasSubstr("first 2 layers dense of width 6144")) << layers;
  }
  EXPECT_THAT(row(experts + argument("moe_layer_freq", "1")).at("notes"), testing::Not(HasSubstr("dense")));
}

TEST(MegatronLog, TellsHowParametersAreShardedByAllItsNames) {
  const auto sharding = [](const std::string& arguments) {
    return read_text(argument("use_distributed_optimizer", "True") + arguments + megatron_steps(1, 12),
                     TrainingLogKind::kMegatron)
        .row.at("zero_or_fsdp");
  };
  EXPECT_EQ(sharding(""), "distributed optimizer");
  const std::string of_2025 = argument("use_custom_fsdp", "True"), since = argument("use_megatron_fsdp", "True");
  const auto strategy = [](const char* name) { return argument("data_parallel_sharding_strategy", name); };
  EXPECT_EQ(sharding(of_2025 + strategy("optim_grads_params")), "FSDP");
  EXPECT_EQ(sharding(since), "FSDP");
  EXPECT_EQ(sharding(since + strategy("optim_grads")), "ZeRO-2");
  EXPECT_EQ(sharding(since + strategy("optim")), "ZeRO-1");
  EXPECT_EQ(sharding(since + strategy("no_shard")), "none");
  // Refused where the row is read.
  EXPECT_EQ(sharding(argument("optimizer_cpu_offload", "True")), "distributed optimizer, offload");
}

// An expert's width, not that of the dense layers.
TEST(NemoLog, ReadsMixtures) {
  std::string text =
      "num_moe_experts: 128\nmoe_router_topk: 8\nffn_hidden_size: 6144\nmoe_ffn_hidden_size: 768\n"
      "moe_shared_expert_intermediate_size: null\ngated_linear_unit: true\nshare_embeddings_and_output_weights: false\n"
      "fp8: hybrid\nfp8_recipe: mxfp8\n";
  for (int i = 0; i < 12; ++i)
    text += "Training epoch 0, iteration " + std::to_string(i) + "/99 | train_step_timing in s: 2.0 | x: 1\n";
  const StepColumns row = read_text(text, TrainingLogKind::kNemo).row;
  const std::pair<const char*, const char*> cells[] = {
      {"moe_experts", "128"}, {"moe_topk", "8"}, {"ffn_hidden", "768"}, {"moe_shared", "0"}, {"precision", "MXFP8"}};
  for (const auto& [column, value] : cells) EXPECT_EQ(row.at(column), value) << column;
  EXPECT_THAT(row.at("notes"), testing::StartsWith("gated MLP; untied embeddings; "));
}

// Both the last and the mean time stand in the cell of some forks: the last counts.
TEST(MegatronLog, ReadsTheFirstOfTwoTimes) {
  std::string text;
  for (int i = 1; i < 20; ++i)
    text += " iteration " + std::to_string(i) + "/ 50 | elapsed time per iteration (ms): 2500.0/2541.4 | x: 1 |\n";
  EXPECT_DOUBLE_EQ(read_text(text, TrainingLogKind::kMegatron).steady.median, 2.5);
}

TEST(NemoLog, LeavesEmptyWhatIsStatedTwiceDifferently) {
  std::string text = "tensor_model_parallel_size: 8\ntensor_model_parallel_size: 4\nmicro_batch_size=2,\n";
  for (int i = 0; i < 20; ++i)
    text += "Training epoch 0, iteration " + std::to_string(i) + "/19 | train_step_timing in s: 2.5\n";
  const TrainingLog log = read_text(text, TrainingLogKind::kNemo);
  EXPECT_FALSE(log.row.contains("tp"));
  EXPECT_EQ(log.row.at("micro_batch"), "2");
  EXPECT_THAT(log.unknown, Contains("tp"));
  EXPECT_THAT(log.notes, Contains("the log states tp twice, differently"));
}

// Iterations begin again with every epoch: no restart.
TEST(NemoLog, GoesOnFromEpochToEpoch) {
  std::string text;
  for (int epoch = 0; epoch < 3; ++epoch)
    for (int i = 0; i < 10; ++i)
      text += "Training epoch " + std::to_string(epoch) + ", iteration " + std::to_string(i) +
              "/9 | train_step_timing in s: 2.5\n";
  const TrainingLog log = read_text(text, TrainingLogKind::kNemo);
  EXPECT_EQ(log.num_restarts, 0);
  EXPECT_EQ(log.num_lines_of_steps, 30);
  EXPECT_EQ(log.steps_a_line, 1);
}

TEST(TrainingLogOf, KeepsWhatIsMarkedSkippedOutOfThePace) {
  std::string text = megatron_steps(1, 10);
  std::string skipped = megatron_step(11, 1980);
  skipped.replace(skipped.find("iterations: 0"), 13, "iterations: 1");
  const TrainingLog log = read_text(text + skipped + megatron_steps(12, 20), TrainingLogKind::kMegatron);
  EXPECT_EQ(log.steady.num_disturbed, 1);
}

TEST(TrainingLogOf, SaysWhatIsWrongAndWhatToType) {
  struct Case {
    std::string text;
    TrainingLogKind kind;
    StepColumns given;
    const char* message;
  };
  const std::string whole = megatron_steps(1, 20);
  const std::string cut = " iteration 1/ 500 | consumed samples: 8 | elapsed time per iteration (ms): 20";
  const Case cases[] = {
      {"", TrainingLogKind::kMegatron, kGiven, "holds no iteration of Megatron-LM; lines such as"},
      {"hello\n", TrainingLogKind::kTorchtitan, kGiven, "\"step: 10  loss: "},
      {whole, TrainingLogKind::kNemo, kGiven, "but of Megatron-LM: fmplan import megatron-log"},
      {"x\n" + cut, TrainingLogKind::kMegatron, kGiven, "run.log:2: is cut short before its time"},
      {cut + "00 | \n", TrainingLogKind::kMegatron, kGiven, "no iteration beyond the first"},
      {whole, TrainingLogKind::kMegatron, {}, "give --gpu H100-80GB or --instance"},
      {whole, TrainingLogKind::kMegatron, {}, "give --num-gpus 64"},
      {whole,
       TrainingLogKind::kMegatron,
       {{"gpu", "H100"}, {"num_gpus", "8"}, {"tp", "3"}},
       "does not divide num_gpus"},
      {whole, TrainingLogKind::kMegatron, {{"gpu", "H100"}, {"num_gpus", "many"}}, "num_gpus is \"many\""},
      {megatron_step(1, -5) + megatron_step(2, 1e12), TrainingLogKind::kMegatron, kGiven, "cut short before its time"},
      {std::string("\x1f\x8b\x08 rest\n"), TrainingLogKind::kNemo, kGiven, "is packed; unpack it first"},
      {std::string(2u << 20, 'x'), TrainingLogKind::kNemo, kGiven, "run.log:1: a line is longer than 1 MiB"}};
  for (const Case& c : cases) EXPECT_THAT(message_of(c.text, c.kind, c.given), HasSubstr(c.message));
}

// Every prefix of a log, and every log with one byte changed, is read or refused.
TEST(TrainingLogOf, NeverCrashesOnATornLog) {
  const std::pair<const char*, TrainingLogKind> logs[] = {{"megatron.log", TrainingLogKind::kMegatron},
                                                          {"torchtitan.log", TrainingLogKind::kTorchtitan},
                                                          {"nemo.log", TrainingLogKind::kNemo},
                                                          {"nemo1.log", TrainingLogKind::kNemo}};
  for (const auto& [name, kind] : logs) {
    std::ifstream in(source_dir() + "/tests/data/logs/" + name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    ASSERT_FALSE(text.empty());
    for (std::size_t i = 0; i < 200; ++i) {
      const std::size_t at = i * text.size() / 200;
      std::string torn = text;
      torn[at] = static_cast<char>(i);
      message_of(text.substr(0, at), kind);
      message_of(torn, kind);
    }
  }
}

TEST(LogLinesOf, LoseColoursRanksAndCarriageReturns) {
  std::istringstream in(
      "\x1b[0m[rank3]:\x1b[31mone\x1b[39m\r\n 12: two\n[1,0]<stdout>: three\rfour\rfive\nretraining/0 [default0]:six\n"
      "[2025-01-01 00:00:00] seven\nlast");
  text::LogLines lines(in, "x.log");
  std::vector<std::tuple<int, std::string, std::string, bool>> read;
  while (const auto line = lines.next()) read.emplace_back(line->number, line->rank, line->text, line->whole);
  const std::vector<std::tuple<int, std::string, std::string, bool>> expected = {
      {1, "rank3", "one", true},
      {2, "12", "two", true},
      {3, "1,0", "three", true},
      {3, "", "four", true},
      {3, "", "five", true},
      {4, "retraining/0 default0", "six", true},
      {5, "", "[2025-01-01 00:00:00] seven", true},
      {6, "", "last", false}};
  EXPECT_EQ(read, expected);
}

TEST(GpuOfDeviceName, IsTheNameThatRowsUse) {
  const std::pair<const char*, const char*> cases[] = {{"NVIDIA H100 80GB HBM3", "H100-80GB"},
                                                       {"NVIDIA A100-SXM4-40GB", "A100-40GB"},
                                                       {"NVIDIA B200", "B200"},
                                                       {"AMD Instinct MI300X OAM", "MI300X"},
                                                       {"NVIDIA GH200 480GB", "GH200-480GB"},
                                                       {"", ""},
                                                       {"NVIDIA H100 PCIe", "H100 PCIe"},
                                                       {"NVIDIA A100 80GB PCIe", "A100-80GB PCIe"},
                                                       {"NVIDIA H100 NVL", "H100 NVL"},
                                                       {"Tesla V100-SXM2-32GB", "V100-32GB"},
                                                       {"NVIDIA RTX A6000", "RTX A6000"},
                                                       {"NVIDIA GeForce RTX 4090", "RTX 4090"}};
  for (const auto& [device, gpu] : cases) EXPECT_EQ(gpu_of_device_name(device), gpu);
}

TEST(LeadingNumber, ReadsThousandsAndStopsAtOtherText) {
  EXPECT_EQ(leading_number(" 7,034  tflops"), 7034);
  EXPECT_EQ(leading_number("8,030,261,248 total"), 8030261248.0);
  EXPECT_EQ(leading_number("11.20, val_loss=1"), 11.2);
  EXPECT_EQ(leading_number("2536.3/2541.4"), 2536.3);
  EXPECT_EQ(leading_number("2e+3,"), 2000);
  for (const char* text : {"", "nan", "inf", "N/A", "1e999"}) EXPECT_EQ(leading_number(text), std::nullopt) << text;
}

}  // namespace training_log_test
}  // namespace fmplan::evidence
