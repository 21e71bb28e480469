#pragma once

/// @file
/// Rows of measured training steps: one configuration and how fast it ran.  Columns are found by name; empty is
/// unknown.  docs/models/step_validation.md lists them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/row_table.h"

namespace fmplan::evidence {

struct StepRow {
  int line = 0;
  std::string source_id;
  std::string model_name;
  std::string notes;

  // Architecture.
  std::optional<double> params_billions;
  std::optional<int> num_layers;
  std::optional<int> hidden_size;
  std::optional<int> ffn_hidden_size;  ///< of one routed expert where the row has experts
  std::optional<int> num_heads;
  std::optional<int> num_kv_heads;
  std::optional<int> vocabulary_size;
  std::optional<int> sequence_length;
  std::optional<int> num_experts;
  std::optional<int> experts_per_token;
  std::optional<int> num_shared_experts;  ///< may be 0

  // Machine.
  std::string gpu;
  std::string system;
  int num_gpus = 0;
  std::optional<int> gpus_per_node;

  // How it is trained.
  std::optional<int> global_batch_size;  ///< sequences
  std::optional<int> micro_batch_size;
  std::optional<int> tensor;
  std::optional<int> pipeline;
  std::optional<int> virtual_pipeline;
  std::optional<int> context;
  std::optional<int> expert;
  std::optional<int> data;
  std::string sharding;           ///< "ZeRO-1", "FSDP FULL_SHARD", …
  std::string sequence_parallel;  ///< "yes", "no" or what the source says
  std::string recompute;
  std::string precision;
  std::string attention;
  std::string framework;

  // What was measured; never used to predict.
  std::optional<double> step_time_s;
  std::optional<double> tokens_per_s_per_gpu;
  std::optional<double> tflops_per_gpu;
  std::optional<double> mfu;  ///< share of the peak
  std::string flop_definition;
};

struct StepRows {
  std::vector<StepRow> rows;
  std::vector<text::RefusedRow> refused;  ///< with the reason, in the order of the file
  std::vector<std::string> notes;         ///< columns that are not known
};

/// What contradicts itself in the columns of an architecture; empty: nothing.
std::string broken_architecture(const StepRow& row);

/// Refuses, with its line, a row whose numbers are none (NaN, negative, fractional counts) or contradict each other
/// (tensor · pipeline · context · data is not the number of GPUs; more key/value heads than heads; …).
/// @throws InputError if the text is not CSV, or if gpu or num_gpus is no column.
StepRows read_step_rows(std::string_view text, const std::string& name);

}  // namespace fmplan::evidence
