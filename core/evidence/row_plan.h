#pragma once

/// @file
/// How a measured row split its model, and what it leaves open of that.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/catalog/practice_items.h"
#include "core/evidence/row_words.h"
#include "core/evidence/step_model.h"
#include "core/evidence/step_rows.h"
#include "core/model/parallel_plan.h"
#include "core/sim/step/step_time.h"

namespace fmplan::evidence {

/// What the row is silent on: by its place the assumption that says what was taken; none: it is not silent.
struct LeftOpen {
  std::optional<std::size_t> recomputation{};  ///< none was taken
  std::optional<std::size_t> sharding{};       ///< of the optimizer alone was taken
  bool weight_storage = false;                 ///< whether there are fp32 copies is not said
};

struct RowPlan {
  model::ParallelPlan plan;
  LeftOpen left_open;
};

/// Whether no degree is stated.
bool is_without_layout(const StepRow& row);
/// The number of replicas that the GPUs make.
int replicas_of(const StepRow& row);

/// What is said of the plan and not understood, or leaves no layout.
std::optional<StepRefusal> unreadable_plan(const StepRow& row, const RowWords& words,
                                           const catalog::UnstatedHabits& habits);

/// @param job  its model, machine, framework and date of the software
/// @pre !unreadable_plan()
RowPlan plan_of_row(const StepRow& row, const RowWords& words, const catalog::UnstatedHabits& habits,
                    const sim::StepJob& job, int micro_batch_size, std::vector<std::string>& assumptions);

}  // namespace fmplan::evidence
