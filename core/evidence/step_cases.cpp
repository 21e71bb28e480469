#include "core/evidence/step_cases.h"

#include <cassert>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/base/fingerprint.h"
#include "core/evidence/measured_step.h"
#include "core/text/json_text.h"

namespace fmplan::evidence {
namespace {

/// 48 bits: of 10⁴ rows two agree by chance in one of 5 million tables.
constexpr std::size_t kFingerprintDigits = 12;

/// All rows of one architecture on one accelerator, whatever their source calls the model.
std::string group_of(const sim::StepJob& job) {
  const model::Transformer& m = job.model;
  return fmt::format("{}x{}x{}x{}e{} {}", m.num_layers, m.hidden_size, m.num_heads, m.ffn_hidden_size,
                     m.moe ? m.moe->num_experts : 0, job.instance.accelerator.name);
}

std::variant<StepCase, StepRefusal> step_case(const std::string& file, const StepRow& row,
                                              const catalog::Catalog& catalog) {
  auto asked = step_question(row, catalog);
  if (auto* refusal = std::get_if<StepRefusal>(&asked)) return std::move(*refusal);
  auto& question = std::get<StepQuestion>(asked);
  const auto measured = measured_step(row, question, catalog.report_readings());
  if (const auto* refusal = std::get_if<StepRefusal>(&measured)) return *refusal;
  const std::string precision(sim::precision_name(question.settings.precision));
  if (!step_time(question))
    return StepRefusal{fmt::format("{} has no {} peak", question.instance.accelerator.name, precision)};
  StepCase result{.file = file,
                  .row = row,
                  .fingerprint = step_fingerprint(row),
                  .observation = {.job = {},
                                  .source = row.source_id,
                                  .site = row.source_id,
                                  .group = group_of(question),
                                  .time = {}},
                  .measured_from = std::get<MeasuredStep>(measured).from,
                  .assumptions = std::move(question.assumptions)};
  result.observation.time = std::get<MeasuredStep>(measured).time;
  result.observation.job = std::move(static_cast<sim::StepJob&>(question));
  return result;
}

/// Fields end with a character that no cell of a table holds, so that "1", "2" differs from "12", "".
void add(std::string& text, std::string_view field) { text.append(field).push_back('\x1f'); }
template <class Number>
void add(std::string& text, const std::optional<Number>& field) {
  add(text, field ? fmt::format("{}", *field) : std::string());
}

}  // namespace

std::string step_fingerprint(const StepRow& row) {
  std::string text;
  for (const std::string* field : {&row.model_name, &row.gpu, &row.system, &row.sharding, &row.sequence_parallel,
                                   &row.recompute, &row.precision, &row.attention, &row.framework})
    add(text, *field);
  for (const std::optional<int>& field : {row.num_layers,
                                          row.hidden_size,
                                          row.ffn_hidden_size,
                                          row.num_heads,
                                          row.num_kv_heads,
                                          row.vocabulary_size,
                                          row.sequence_length,
                                          row.num_experts,
                                          row.experts_per_token,
                                          row.num_shared_experts,
                                          std::optional(row.num_gpus),
                                          row.gpus_per_node,
                                          row.global_batch_size,
                                          row.micro_batch_size,
                                          row.tensor,
                                          row.pipeline,
                                          row.virtual_pipeline,
                                          row.context,
                                          row.expert,
                                          row.data})
    add(text, field);
  for (const std::optional<double>& field :
       {row.params_billions, row.step_time_s, row.tokens_per_s_per_gpu, row.tflops_per_gpu, row.mfu})
    add(text, field);
  return fmt::format("{:016x}", fnv1a_64(text)).substr(0, kFingerprintDigits);
}

std::vector<calibration::StepAnchor> anchors_of(const calibration::StepProfile& profile,
                                                const std::vector<StepCase>& cases) {
  const calibration::StepOutlook known = outlook(profile);
  std::vector<calibration::StepAnchor> anchors;
  for (const StepCase& entry : cases) {
    const sim::StepJob& job = entry.observation.job;
    const auto step = predicted_step(profile, job);
    if (!step) continue;
    const calibration::StepInterval interval = step_interval(known, *step, job, {}, entry.row.source_id);
    anchors.push_back({.position = calibration::exact_position_of(job),
                       .log_ratio = std::log(entry.observation.time / step->total()),
                       .spread = interval.spread,
                       .mean = std::log(interval.exchange)});
  }
  return anchors;
}

std::vector<std::string> rows_unlike_any_step(const std::vector<StepCase>& cases,
                                              const std::vector<calibration::StepAnchor>& anchors) {
  constexpr double kMostTimes = 10;  // chosen: the worst of 1,170 public rows is 4.8
  assert(anchors.size() == cases.size());
  std::vector<std::string> all;
  for (std::size_t i = 0; i < anchors.size(); ++i)
    if (std::abs(anchors[i].log_ratio) > std::log(kMostTimes))
      all.push_back(fmt::format(
          "{}: line {}: the step took {:.3g} s, {:.2g} times what is predicted; measured times are "
          "in seconds, rates of one GPU",
          cases[i].file, cases[i].row.line, cases[i].observation.time / second, std::exp(anchors[i].log_ratio)));
  return all;
}

catalog::FittedRow fitted_row(const StepCase& row) {
  return {.source_id = row.row.source_id, .source_ref = {}, .fingerprint = row.fingerprint};
}

StepCases read_step_cases(const std::vector<std::string>& paths, const catalog::Catalog& catalog) {
  StepCases result;
  for (const std::string& path : paths) {
    const std::string file = std::filesystem::path(path).filename().string();
    const StepRows read = read_step_rows(text::read_text_file(path), file);
    result.notes.insert(result.notes.end(), read.notes.begin(), read.notes.end());
    for (const text::RefusedRow& row : read.refused) result.refused.push_back({file, row});
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

}  // namespace fmplan::evidence
