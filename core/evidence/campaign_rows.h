#pragma once

/// @file
/// Rows of whole training campaigns: what was trained on how much, and what it took.  Columns are found by name; empty
/// is unknown.  docs/models/campaign_validation.md lists them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/step_rows.h"
#include "core/text/row_table.h"

namespace fmplan::evidence {

struct CampaignRow {
  int line = 0;
  std::string source_id;
  std::string source_ref;
  std::string model;
  std::string gpu;
  std::string kind;  ///< what was trained: "pretraining", "LoRA fine-tuning"
  std::string notes;
  std::optional<double> params_billions;
  std::optional<double> active_params_billions;
  std::optional<double> tokens_trillions;  ///< as stated, else `steps` · global batch · sequence length
  bool tokens_from_steps = false;
  std::optional<int> num_gpus;

  StepRow architecture;  ///< the columns of its shape alone, as step rows have them

  // How it was trained, in the words of step rows.
  std::string framework;
  std::string precision;
  std::string attention;
  std::string recompute;
  std::string sharding;
  std::optional<int> sequence_length;
  std::optional<int> global_batch_size;  ///< sequences
  std::optional<int> steps;
  std::optional<int> micro_batch_size;
  std::optional<int> tensor;
  std::optional<int> pipeline;
  std::optional<int> virtual_pipeline;

  // What was measured; never used to predict.
  std::optional<double> gpu_hours;
  std::optional<double> days;
  std::optional<double> mfu_percent;
  std::optional<double> goodput_percent;
  std::optional<double> cost_dollars;
};

struct CampaignRows {
  std::vector<CampaignRow> rows;
  std::vector<text::RefusedRow> refused;  ///< with the reason, in the order of the file
  std::vector<std::string> notes;         ///< columns that are not known
};

/// Refuses, with its line, a row whose numbers are none (NaN, negative, fractional counts, more than any campaign's) or
/// whose tokens its steps contradict.
/// @throws InputError if the text is not CSV, or if model, gpu or both of tokens_T and steps are no columns.
CampaignRows read_campaign_rows(std::string_view text, const std::string& name);

}  // namespace fmplan::evidence
