#include "core/evidence/row_words.h"

#include <utility>

#include <gtest/gtest.h>

#include "core/base/words.h"
#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace row_words_test {

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
                                                       {"Megatron-LM (dev, TE 2.14)", "nemo"},
                                                       {"Megatron-LM core_r0.16.0 (pytorch:26.05)", "nemo"},
                                                       {"Megatron-Core r0.12.0", "nemo"},
                                                       {"Megatron-Core r0.8.0", "megatron"},
                                                       {"Megatron-LM (PyTorch 2.6)", "megatron"},
                                                       {"Megatron-LM (fork of core_r0.12)", "megatron"},
                                                       {"Megatron-LM (core 0.16, pt25.12)", "megatron"},
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

TEST(HoldsWord, WantsTheWholeWord) {
  EXPECT_TRUE(holds_word("finetuning lora", "lora"));
  EXPECT_TRUE(holds_word("(lora)", "lora"));
  EXPECT_FALSE(holds_word("q_lora_rank 1536", "lora"));
  EXPECT_FALSE(holds_word("explorations", "lora"));
  EXPECT_FALSE(holds_word("", "lora"));
}

}  // namespace row_words_test
}  // namespace fmplan::evidence
