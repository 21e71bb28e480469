#pragma once

#include <string>
#include <string_view>

#include "core/catalog/practice_items.h"
#include "core/evidence/step_rows.h"

namespace fmplan::evidence {

/// Letters and digits in lower case alone, as recipes name models: "deepseekv3" of "DeepSeek-V3".
std::string letters_and_digits(std::string_view text);

/// The first of the framework's published recipes that is of the row's model, GPU, layout, precision and framework;
/// null: there is none.  Recipes are of training whole models.
const catalog::PublishedRecipe* workload_recipe(const StepRow& row, const catalog::UnstatedHabits& habits);

}  // namespace fmplan::evidence
