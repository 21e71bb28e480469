#include "core/evidence/step_columns.h"

#include "core/text/csv_text.h"

namespace fmplan::evidence {

const std::vector<std::string>& step_columns() {
  static const std::vector<std::string> kColumns = {"source_id",
                                                    "source_ref",
                                                    "model_name",
                                                    "params_B",
                                                    "layers",
                                                    "hidden",
                                                    "ffn_hidden",
                                                    "heads",
                                                    "kv_heads",
                                                    "vocab",
                                                    "seq_len",
                                                    "moe_experts",
                                                    "moe_topk",
                                                    "moe_shared",
                                                    "active_params_B",
                                                    "gpu",
                                                    "interconnect_or_system",
                                                    "num_gpus",
                                                    "gpus_per_node",
                                                    "global_batch_seqs",
                                                    "micro_batch",
                                                    "tp",
                                                    "pp",
                                                    "vp",
                                                    "cp",
                                                    "ep",
                                                    "dp",
                                                    "zero_or_fsdp",
                                                    "sequence_parallel",
                                                    "recompute",
                                                    "precision",
                                                    "attention_impl",
                                                    "framework",
                                                    "measured_step_time_s",
                                                    "measured_tokens_per_s_per_gpu",
                                                    "measured_tflops_per_gpu",
                                                    "measured_mfu_pct",
                                                    "mfu_definition_note",
                                                    "measured_peak_mem_GB",
                                                    "notes"};
  return kColumns;
}

std::string step_rows_csv(const std::vector<StepColumns>& rows) {
  std::string text = text::csv_line(step_columns()) + "\n";
  for (const StepColumns& row : rows) {
    std::vector<std::string> fields;
    for (const std::string& column : step_columns()) {
      const auto found = row.find(column);
      fields.push_back(found == row.end() ? "" : found->second);
    }
    text += text::csv_line(fields) + "\n";
  }
  return text;
}

}  // namespace fmplan::evidence
