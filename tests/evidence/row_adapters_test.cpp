#include "core/evidence/row_adapters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/recomputation.h"
#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace row_adapters_test {

TEST(RowAdapters, TrainsAdaptersAloneWhereTheRowSaysSo) {
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

}  // namespace row_adapters_test
}  // namespace fmplan::evidence
