#include "core/io/step_cases.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/io/json_text.h"

namespace fmplan::io {
namespace {

/// All rows of one architecture on one accelerator, whatever their source calls the model.
std::string group_of(const sim::StepJob& job) {
  const model::Transformer& m = job.model;
  return fmt::format("{}x{}x{}x{}e{} {}", m.num_layers, m.hidden_size, m.num_heads, m.ffn_hidden_size,
                     m.moe ? m.moe->num_experts : 0, job.instance.accelerator.name);
}

std::variant<StepCase, StepRefusal> step_case(const std::string& file, const StepRow& row, const StepCatalog& catalog) {
  auto asked = step_question(row, catalog);
  if (auto* refusal = std::get_if<StepRefusal>(&asked)) return std::move(*refusal);
  auto& question = std::get<StepQuestion>(asked);
  const auto measured = measured_step(row, question);
  if (const auto* refusal = std::get_if<StepRefusal>(&measured)) return *refusal;
  const std::string precision(sim::precision_name(question.settings.precision));
  if (!step_time(question))
    return StepRefusal{fmt::format("{} has no {} peak", question.instance.accelerator.name, precision)};
  StepCase result{.file = file,
                  .row = row,
                  .observation = {.job = {}, .source = row.source_id, .group = group_of(question), .time = {}},
                  .measured_from = std::get<MeasuredStep>(measured).from,
                  .assumptions = std::move(question.assumptions)};
  result.observation.time = std::get<MeasuredStep>(measured).time;
  result.observation.job = std::move(static_cast<sim::StepJob&>(question));
  return result;
}

}  // namespace

StepCases read_step_cases(const std::vector<std::string>& paths, const StepCatalog& catalog) {
  StepCases result;
  for (const std::string& path : paths) {
    const std::string file = std::filesystem::path(path).filename().string();
    const StepRows read = read_step_rows(read_text_file(path), file);
    result.notes.insert(result.notes.end(), read.notes.begin(), read.notes.end());
    for (const RefusedRow& row : read.refused) result.refused.push_back({file, row});
    for (const StepRow& row : read.rows) {
      auto found = step_case(file, row, catalog);
      if (auto* refusal = std::get_if<StepRefusal>(&found))
        result.refused.push_back({file, {row.line, std::move(refusal->reason)}});
      else
        result.cases.push_back(std::move(std::get<StepCase>(found)));
    }
  }
  return result;
}

}  // namespace fmplan::io
