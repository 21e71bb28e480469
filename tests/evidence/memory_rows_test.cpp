#include "core/evidence/memory_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/evidence/memory_question.h"

namespace fmplan::evidence {
namespace memory_rows_test {

using testing::HasSubstr;

const std::string kHeader = "source_id,gpu,num_gpus,tp,notes,outcome,measured_peak_mem_GB\n";

TEST(ReadMemoryRows, TellsHowRunsEnded) {
  const MemoryRows read = read_memory_rows(kHeader +
                                               "a,H100,8,8,,ok,40.5\n"
                                               "a,H100,8,8,,oom,\n"
                                               "a,H100,8,8,,Failed,12\n"
                                               "a,H100,8,8,,,30\n"
                                               "a,H100,8,8,OOM reported; job 7,,\n"
                                               "a,H100,8,8,\"Status: \"\"Run failed\"\"\",,38.1\n",
                                           "rows.csv");
  ASSERT_EQ(read.rows.size(), 6u);
  EXPECT_TRUE(read.notes.empty());
  const MemoryOutcome expected[] = {MemoryOutcome::kOk, MemoryOutcome::kOutOfMemory, MemoryOutcome::kFailed,
                                    MemoryOutcome::kOk, MemoryOutcome::kOutOfMemory, MemoryOutcome::kFailed};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(read.rows[i].outcome, expected[i]) << i;
  EXPECT_EQ(read.rows[0].peak, 40.5 * gigabyte);
  EXPECT_FALSE(read.rows[1].peak);
}

TEST(ReadMemoryRows, RefusesRowsThatSayNothing) {
  struct Case {
    const char* row;
    const char* reason;
  };
  const Case cases[] = {
      {"a,H100,8,8,,,\n", "neither outcome nor measured_peak_mem_GB"},
      {"a,H100,8,8,,crashed,40\n", "outcome is \"crashed\"; ok, oom or failed was expected"},
      {"a,H100,8,8,,ok,-4\n", "positive number"},
      {"a,H100,8,8,,ok,nan\n", "positive number"},
      {"a,H100,8,8,,ok,0\n", "measured_peak_mem_GB is 0"},
      {"a,H100,8,8,,ok,81559000\n", "is it in GB?"},
      {"a,H100,8,3,,ok,40\n", "does not divide num_gpus"},
      {"a,H100,8\n", "cut short"},
  };
  for (const Case& c : cases) {
    const MemoryRows read = read_memory_rows(kHeader + c.row, "rows.csv");
    EXPECT_TRUE(read.rows.empty()) << c.row;
    ASSERT_EQ(read.refused.size(), 1u) << c.row;
    EXPECT_EQ(read.refused[0].line, 2);
    EXPECT_THAT(read.refused[0].reason, HasSubstr(c.reason)) << c.row;
  }
}

TEST(ReadMemoryRows, RefusesWhatIsNoTable) {
  EXPECT_THROW(read_memory_rows("", "rows.csv"), InputError);
  EXPECT_THROW(read_memory_rows("outcome\nok\n", "rows.csv"), InputError);
  EXPECT_THROW(read_memory_rows("gpu,num_gpus\n\"H100,8\n", "rows.csv"), InputError);
}

TEST(MemoryFingerprint, IsOfWhatRanAndWhatWasMeasured) {
  const auto of = [](const std::string& row) {
    return memory_fingerprint(read_memory_rows(kHeader + row, "rows.csv").rows.at(0));
  };
  const std::string one = of("a,H100,8,8,,ok,40\n");
  EXPECT_EQ(one.size(), 16u);
  EXPECT_EQ(one, of("a,H100,8,8,another note,ok,40.0\n"));
  EXPECT_NE(one, of("a,H100,8,8,,ok,41\n"));
  EXPECT_NE(one, of("a,H100,8,4,,ok,40\n"));
  EXPECT_NE(one, of("b,H100,8,8,,ok,40\n"));
}

// ---- What is asked of a row.

const catalog::Catalog& shipped() {
  static const catalog::Catalog catalog = catalog::Catalog::shipped();
  return catalog;
}

/// Llama 3 8B on 8 H100 by `framework`, and what else is given.
MemoryRow llama(const std::string& framework, const std::string& notes = "") {
  MemoryRow row;
  row.step.source_id = "made";
  row.step.model_name = "Llama-3-8B";
  row.step.gpu = "H100-80GB-SXM";
  row.step.num_gpus = 8;
  row.step.tensor = 1;
  row.step.sequence_length = 4096;
  row.step.global_batch_size = 64;
  row.step.micro_batch_size = 1;
  row.step.precision = "BF16";
  row.step.framework = framework;
  row.step.notes = notes;
  return row;
}

MemoryQuestion asked(const MemoryRow& row) {
  auto question = memory_question(row, shipped());
  if (const auto* refusal = std::get_if<StepRefusal>(&question)) throw std::runtime_error(refusal->reason);
  return std::move(std::get<MemoryQuestion>(question));
}

TEST(MemoryQuestion, ReadsWhatTheFigureIsOf) {
  using model::MemoryReading;
  struct Case {
    const char* framework;
    const char* notes;
    MemoryReading reading;
  };
  const Case cases[] = {
      {"Megatron-LM", "Mem = nvidia-smi max", MemoryReading::kDevice},
      {"Megatron-LM", "log field \"mem usages\" 0.73; allocated-or-reserved not stated", MemoryReading::kDevice},
      {"Megatron-LM", "max over ranks torch max_memory_allocated 66.55 GiB; max_reserved 70.88",
       MemoryReading::kAllocated},
      {"Megatron-LM", "max_reserved", MemoryReading::kReserved},
      {"Megatron-LM", "[Rank 0] memory (MB), max allocated", MemoryReading::kAllocated},
      {"Megatron-LM", "max reserved", MemoryReading::kReserved},
      {"Megatron-LM", "", MemoryReading::kDevice},
      {"nanotron v0.5", "", MemoryReading::kAllocated},
      {"torchtitan", "", MemoryReading::kReserved},
      {"NeMo Automodel", "", MemoryReading::kAllocated},
  };
  for (const Case& c : cases) EXPECT_EQ(asked(llama(c.framework, c.notes)).observation.reading, c.reading) << c.notes;
  EXPECT_EQ(asked(llama("nanotron v0.5")).observation.unit, gibibyte);
  EXPECT_EQ(asked(llama("torchtitan")).observation.unit, gigabyte);
}

// As read-mes of fine-tuning write them.
TEST(MemoryQuestion, ReadsFrozenWeightsOfFourBits) {
  for (const char* notes :
       {"QLoRA", "Q-LoRA", "LoRA, load_in_4bit", "LoRA, base in 4-bit (bitsandbytes)", "LoRA nf4", "LoRA on Int4 GPTQ"})
    EXPECT_EQ(asked(llama("Hugging Face Transformers", notes)).observation.settings.frozen_weights,
              model::FrozenWeights::kNf4)
        << notes;
  for (const char* notes : {"LoRA", "LoRA, no QLoRA", "4-bit weights are made afterwards"})
    EXPECT_EQ(asked(llama("Hugging Face Transformers", notes)).observation.settings.frozen_weights,
              model::FrozenWeights::kAsComputed)
        << notes;
  EXPECT_THROW(asked(llama("Hugging Face Transformers", "LoRA, load_in_8bit")), std::runtime_error);
}

TEST(MemoryQuestion, ReadsWhatTheOptimizerKeeps) {
  const auto optimizer = [](const char* notes) {
    return asked(llama("torchtune", notes)).observation.settings.optimizer;
  };
  for (const char* notes : {"adamw_8bit", "paged_adamw_8bit", "8-bit AdamW"})
    EXPECT_EQ(optimizer(notes), model::Optimizer::kAdam8bit) << notes;
  EXPECT_EQ(optimizer("SGD optimizer"), model::Optimizer::kSgd);
  EXPECT_EQ(optimizer("Lion"), model::Optimizer::kSgd);
  EXPECT_EQ(optimizer("optimizer states in bf16"), model::Optimizer::kAdamBf16Moments);
  EXPECT_EQ(optimizer("AdamW"), model::Optimizer::kAdam);
  for (const char* notes : {"Adafactor", "GaLore", "CPU offload", "fsdp_cpu_offload", "optimizer on the CPU"})
    EXPECT_THROW(asked(llama("torchtune", notes)), std::runtime_error) << notes;
  EXPECT_NO_THROW(asked(llama("torchtune", "no CPU offload")));
}

// 2 bytes of weights, 2 of gradients, 4 of moments.
TEST(MemoryQuestion, ReadsTrainingIn16Bits) {
  MemoryRow row = llama("LitGPT");
  row.step.precision = "bf16-true";
  EXPECT_EQ(asked(row).observation.settings.habits.weight_storage, model::WeightStorage::kComputeCopyOnly);
  row.step.precision = "BF16 mixed";
  EXPECT_NE(asked(row).observation.settings.habits.weight_storage, model::WeightStorage::kComputeCopyOnly);
}

// What ran fitted, and what is unsaid was such; what went out of memory tells nothing of it.
TEST(MemoryQuestion, GivesRecomputationToFitToWhatRanAlone) {
  MemoryRow row = llama("Hugging Face Transformers", "LoRA");
  row.step.gpu = "A100-40GB";
  row.step.num_gpus = 1;
  row.step.global_batch_size = 16;
  row.step.micro_batch_size = 16;
  EXPECT_EQ(asked(row).observation.settings.plan.recompute.kind, model::Recompute::kFull);
  row.outcome = MemoryOutcome::kOutOfMemory;
  EXPECT_EQ(asked(row).observation.settings.plan.recompute.kind, model::Recompute::kNone);
}

// A prediction never looks at what was measured.
TEST(MemoryQuestion, DoesNotDependOnTheMeasurement) {
  MemoryRow row = llama("Megatron-LM");
  const auto predicted = [&] {
    const MemoryQuestion question = asked(row);
    return predicted_peak(question.observation, question.habits);
  };
  row.peak = 10 * gigabyte;
  const Bytes first = predicted();
  row.peak = 70 * gigabyte;
  row.step.step_time_s = 3;
  row.step.tokens_per_s_per_gpu = 1e4;
  EXPECT_EQ(predicted(), first);
}

// Without a global batch there are more micro-batches than stages, so the first stage holds p.
TEST(MemoryQuestion, FillsThePipelineWhereTheBatchIsNotStated) {
  MemoryRow row = llama("Megatron-LM");
  row.step.pipeline = 4;
  row.step.global_batch_size.reset();
  EXPECT_EQ(asked(row).observation.settings.num_micro_batches, 8);
  row.step.global_batch_size = 64;
  EXPECT_EQ(asked(row).observation.settings.num_micro_batches, 32);
}

// torchtitan has no gradient accumulation: 64 sequences on 8 ranks are 8 at once.
TEST(MemoryQuestion, TakesTorchtitansLocalBatchAsOneMicroBatch) {
  MemoryRow row = llama("torchtitan");
  row.step.micro_batch_size.reset();
  EXPECT_EQ(asked(row).observation.settings.plan.micro_batch_size, 8);
}

TEST(MemoryQuestion, KnowsWhatDeepSpeedAndAutomodelStore) {
  MemoryRow row = llama("Megatron-DeepSpeed");
  row.step.precision = "BF16 (BF16 optimizer, fp32 grad accumulation)";
  const MemoryQuestion deepspeed = asked(row);
  EXPECT_EQ(deepspeed.observation.settings.optimizer, model::Optimizer::kAdam);
  EXPECT_EQ(deepspeed.habits.gradients_beside_bf16, model::GradientStorage::kAsWeightsAndWholeFp32);
  EXPECT_EQ(asked(llama("NeMo Automodel")).habits.weight_storage, model::WeightStorage::kComputeCopyOnly);
}

TEST(MemoryQuestion, RefusesWhatCannotBePredicted) {
  MemoryRow row = llama("Megatron-LM");
  row.step.sequence_length.reset();
  EXPECT_THROW(asked(row), std::runtime_error);
  row = llama("Megatron-LM");
  row.step.num_layers = 1000000;
  EXPECT_THROW(asked(row), std::runtime_error);
  row = llama("Megatron-LM");
  row.step.gpu = "no such card";
  EXPECT_THROW(asked(row), std::runtime_error);
}

// 80 GB, and what is rounded or in GiB unsaid.
TEST(MemoryQuestion, RefusesPeaksThatTheCardDoesNotHave) {
  MemoryRow row = llama("Megatron-LM");
  row.peak = 84 * gigabyte;
  EXPECT_NO_THROW(asked(row));
  row.peak = 200 * gigabyte;
  const auto refused = memory_question(row, shipped());
  ASSERT_TRUE(std::holds_alternative<StepRefusal>(refused));
  EXPECT_THAT(std::get<StepRefusal>(refused).reason, HasSubstr("of the whole node, or in another unit?"));
}

// NVIDIA's recipe of Llama 3 70B under FSDP on GB200 keeps 40 layers' activations with the hosts; that of adapters
// none.
TEST(MemoryQuestion, RefusesWhatTheFrameworksRecipeOffloads) {
  MemoryRow row = llama("NeMo / Megatron-Bridge (26.04 NeMo Container)");
  row.step.model_name = "LLAMA3_70B";
  row.step.gpu = "GB200";
  row.step.num_gpus = 64;
  row.step.gpus_per_node = 4;
  row.step.global_batch_size = 256;
  row.step.micro_batch_size = 2;
  row.step.precision = "FP8";
  const auto refused = memory_question(row, shipped());
  ASSERT_TRUE(std::holds_alternative<StepRefusal>(refused));
  EXPECT_THAT(std::get<StepRefusal>(refused).reason, HasSubstr("offloads the activations of 40 layers"));
  row.step.notes = "LoRA";
  EXPECT_NO_THROW(asked(row));
}

}  // namespace memory_rows_test
}  // namespace fmplan::evidence
