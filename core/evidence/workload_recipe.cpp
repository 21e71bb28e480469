#include "core/evidence/workload_recipe.h"

#include "core/base/words.h"

namespace fmplan::evidence {

std::string letters_and_digits(std::string_view text) {
  std::string letters;
  for (const char c : lower_case(text))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
  return letters;
}

const catalog::PublishedRecipe* workload_recipe(const StepRow& row, const catalog::UnstatedHabits& habits) {
  const std::string name = lower_case(row.model_name), notes = lower_case(row.notes);
  for (const char* adapters : {"lora", "qlora"})
    if (holds_word(name, adapters) || holds_word(notes, adapters)) return nullptr;
  const std::string model = letters_and_digits(name), gpu = lower_case(row.gpu);
  const std::string precision = lower_case(row.precision), framework = lower_case(row.framework);
  for (const catalog::PublishedRecipe& recipe : habits.recipes)
    if (model.find(recipe.model) != std::string::npos && gpu.starts_with(recipe.gpu) &&
        row.tensor.value_or(1) == recipe.tensor && row.pipeline.value_or(1) == recipe.pipeline &&
        row.micro_batch_size == recipe.micro_batch_size && holds_any(precision, {recipe.precision}) &&
        holds_any(framework, {recipe.framework}))
      return &recipe;
  return nullptr;
}

}  // namespace fmplan::evidence
