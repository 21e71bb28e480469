#pragma once

/// @file
/// A published row, and what is asked of rows, that the tests of this folder share.

#include <optional>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/evidence/step_question.h"

namespace fmplan::evidence {

inline const catalog::Catalog& shipped() {
  static const catalog::Catalog catalog = catalog::Catalog::shipped();
  return catalog;
}

/// Korthikanti et al. 2022, Table 5, first row.
inline StepRow row_of_22b() {
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

/// Llama 3 8B on four A100, of which only the framework is told.
inline StepRow row_of_8b(const char* framework) {
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

inline StepQuestion question_of(const StepRow& row) {
  auto asked = step_question(row, shipped());
  const auto* refusal = std::get_if<StepRefusal>(&asked);
  EXPECT_EQ(refusal, nullptr) << refusal->reason;
  return refusal ? StepQuestion{} : std::get<StepQuestion>(asked);
}

inline std::string refusal_of(const StepRow& row) {
  const auto asked = step_question(row, shipped());
  const auto* refusal = std::get_if<StepRefusal>(&asked);
  return refusal ? refusal->reason : "";
}

}  // namespace fmplan::evidence
