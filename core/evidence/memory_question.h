#pragma once

/// @file
/// From a memory row to what model::memory_use() is asked, and to what its figure is of.  The rules stand in
/// docs/models/memory_validation.md.

#include <string>
#include <variant>
#include <vector>

#include "core/calibration/memory_observation.h"
#include "core/evidence/memory_rows.h"
#include "core/evidence/step_question.h"
#include "core/hardware/accelerator.h"

namespace fmplan::evidence {

struct MemoryQuestion {
  calibration::MemoryObservation observation;  ///< `measured` is 0 where the row states no peak
  hardware::Accelerator accelerator;
  model::MemoryHabits habits;  ///< of the row's framework, with its interval
  bool states_all = false;     ///< of what memory turns on most: recomputation and micro-batch
  std::vector<std::string> assumptions;
};

/// What is asked of a row, or why it cannot be predicted honestly: from its configuration, never from what was
/// measured.
std::variant<MemoryQuestion, StepRefusal> memory_question(const MemoryRow& row, const catalog::Catalog& catalog);

/// "framework|accelerator|what the figure is of": rows that share it with rows of a profile are known to it.
std::string memory_knowledge(const MemoryQuestion& question);

}  // namespace fmplan::evidence
