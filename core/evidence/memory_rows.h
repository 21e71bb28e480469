#pragma once

/// @file
/// Rows of measured peaks of memory, and of runs that had none: the columns of step rows (core/evidence/step_rows.h)
/// with `measured_peak_mem_GB` and `outcome`.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/evidence/step_rows.h"

namespace fmplan::evidence {

/// How a run ended.
enum class MemoryOutcome { kOk, kOutOfMemory, kFailed };
inline constexpr auto kMemoryOutcomeNames = names<MemoryOutcome>(
    {{"ok", MemoryOutcome::kOk}, {"oom", MemoryOutcome::kOutOfMemory}, {"failed", MemoryOutcome::kFailed}});
inline std::string_view memory_outcome_name(MemoryOutcome outcome) { return kMemoryOutcomeNames.name(outcome); }

struct MemoryRow {
  StepRow step;
  MemoryOutcome outcome = MemoryOutcome::kOk;
  std::optional<Bytes> peak;  ///< as stated, in gigabytes of 10⁹ bytes
};

struct MemoryRows {
  std::vector<MemoryRow> rows;
  std::vector<text::RefusedRow> refused;
  std::vector<std::string> notes;
};

/// As read_step_rows().  Where `outcome` is empty or no column, the notes may say "run failed" or "OOM reported"; a row
/// with a measured peak or time and none of these ran: its peak was the card at most.  A row with neither is refused.
MemoryRows read_memory_rows(std::string_view text, const std::string& name);

/// 16 hexadecimal digits of what was run, where, and what was measured.
std::string memory_fingerprint(const MemoryRow& row);

}  // namespace fmplan::evidence
