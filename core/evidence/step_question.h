#pragma once

/// @file
/// From a measured row to what sim::step_time() is asked: from its
/// configuration, never from what was measured.  The rules stand in
/// docs/models/step_validation.md.

#include <string>
#include <variant>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/catalog/practice_items.h"
#include "core/evidence/step_model.h"
#include "core/evidence/step_rows.h"
#include "core/sim/step/step_time.h"

namespace fmplan::evidence {

/// What sim::step_time() is asked of a row.
struct StepQuestion : sim::StepJob {
  std::vector<std::string> assumptions;  ///< what the row left open, and what was taken for it
};

/// The framework's published recipe of the row's model, GPU and layout; null: there is none.
const catalog::PublishedRecipe* published_recipe(const StepRow& row, const catalog::Catalog& catalog);

/// What is asked of a row, or why it cannot be predicted honestly.  A question
/// keeps step_time()'s preconditions.
/// @param ran  whether it did: what the row does not say is then such that it fits
std::variant<StepQuestion, StepRefusal> step_question(const StepRow& row, const catalog::Catalog& catalog,
                                                      bool ran = true);

}  // namespace fmplan::evidence
