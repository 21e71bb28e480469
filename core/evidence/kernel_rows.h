#pragma once

/// @file
/// Rows of measured kernels.  Products: gpu,backend,dtype,m,n,k,latency_ms.  Fused causal attention, forward:
/// gpu,backend,batch,seqlen,heads,kv_heads,head_dim,latency_ms.  A file may hold both: a row says by the columns it
/// fills which it is.  Other columns (dtype of attention, source, tflops) are optional.

#include <string>
#include <string_view>
#include <vector>

#include "core/calibration/kernel_observation.h"
#include "core/text/row_table.h"

namespace fmplan::evidence {

struct KernelRow {
  int line = 0;
  std::string gpu;
  std::string source;
  calibration::KernelObservation observation;
};

struct KernelRows {
  std::vector<KernelRow> rows;
  std::vector<text::RefusedRow> refused;  ///< with the reason, in the order of the file
  std::vector<std::string> notes;         ///< columns that are not known
};

/// @throws InputError if the text is not CSV or a needed column is missing.
KernelRows read_kernel_rows(std::string_view text, const std::string& name);

/// "bfloat16" → "bf16", "nvfp4" → "fp4", …; empty if the type is not modelled.
std::string kernel_precision(std::string_view dtype);

}  // namespace fmplan::evidence
