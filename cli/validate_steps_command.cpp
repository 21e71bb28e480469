#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/document.h"
#include "cli/validation_groups.h"
#include "core/calibration/collective_observation.h"
#include "core/io/catalog.h"
#include "core/io/json_text.h"
#include "core/io/step_question.h"
#include "core/io/step_rows.h"

namespace fmplan::cli {
namespace {

using nlohmann::ordered_json;

struct ValidateStepsArguments {
  std::vector<std::string> files;
  bool rows = false;
};

/// One row that was predicted.
struct Judged {
  std::string file;
  io::StepRow row;
  std::string accelerator;
  std::string framework;  ///< of the catalogue
  std::string precision;
  std::string layout;
  std::vector<std::string> assumptions;
  io::MeasuredStep measured;
  Seconds predicted;

  double error() const { return predicted / measured.time - 1; }
};

struct Refused {
  std::string file;
  io::RefusedRow row;
};

struct Validation {
  std::vector<Judged> judged;
  std::vector<Refused> refused;
  std::vector<std::string> warnings;
};

/// "dense, tp pp": what the model is split by.
std::string layout_name(const io::StepQuestion& question) {
  const model::ParallelPlan& plan = question.settings.plan;
  const std::pair<const char*, int> degrees[] = {
      {"tp", plan.tensor}, {"pp", plan.pipeline}, {"cp", plan.context}, {"ep", plan.expert}};
  std::string name = question.model.moe ? "mixture," : "dense,";
  bool split = false;
  for (const auto& [degree, value] : degrees) {
    if (value == 1) continue;
    name += fmt::format(" {}", degree);
    split = true;
  }
  return split ? name : name + " data only";
}

std::variant<Judged, io::StepRefusal> judge(const std::string& file, const io::StepRow& row,
                                            const io::StepCatalog& catalog) {
  auto asked = io::step_question(row, catalog);
  if (auto* refusal = std::get_if<io::StepRefusal>(&asked)) return std::move(*refusal);
  auto& question = std::get<io::StepQuestion>(asked);
  const auto measured = io::measured_step(row, question);
  if (const auto* refusal = std::get_if<io::StepRefusal>(&measured)) return *refusal;
  const auto step = step_time(question);
  const std::string precision(sim::precision_name(question.settings.precision));
  if (!step) return io::StepRefusal{fmt::format("{} has no {} peak", question.instance.accelerator.name, precision)};
  return Judged{.file = file,
                .row = row,
                .accelerator = question.instance.accelerator.name,
                .framework = question.framework.name,
                .precision = precision,
                .layout = layout_name(question),
                .assumptions = std::move(question.assumptions),
                .measured = std::get<io::MeasuredStep>(measured),
                .predicted = step->total()};
}

Validation validate(const ValidateStepsArguments& arguments, const io::StepCatalog& catalog) {
  Validation result;
  for (const std::string& path : arguments.files) {
    const std::string file = std::filesystem::path(path).filename().string();
    const io::StepRows read = io::read_step_rows(io::read_text_file(path), file);
    result.warnings.insert(result.warnings.end(), read.notes.begin(), read.notes.end());
    for (const io::RefusedRow& row : read.refused) result.refused.push_back({file, row});
    for (const io::StepRow& row : read.rows) {
      auto judged = judge(file, row, catalog);
      if (auto* refusal = std::get_if<io::StepRefusal>(&judged))
        result.refused.push_back({file, {row.line, std::move(refusal->reason)}});
      else
        result.judged.push_back(std::move(std::get<Judged>(judged)));
    }
  }
  return result;
}

using JudgedRows = Rows<Judged>;
using Grouped = Groups<Judged>;

calibration::ErrorSummary summary_of(const JudgedRows& rows) {
  std::vector<double> errors;
  for (const Judged* row : rows) errors.push_back(row->error());
  return calibration::summarise_errors(std::move(errors));
}

/// The step time has no interval yet, so what rests on one is null.
ordered_json summary_json(const JudgedRows& rows) {
  const calibration::ErrorSummary s = summary_of(rows);
  ordered_json json = {{"mape", nullptr}, {"median_ape", nullptr}, {"p90_ape", nullptr}, {"bias", nullptr}};
  if (!rows.empty())
    json = {{"mape", s.mean}, {"median_ape", s.median}, {"p90_ape", s.percentile_90}, {"bias", s.bias}};
  for (const char* key : {"coverage_80", "coverage_95", "median_width_80"}) json[key] = nullptr;
  return json;
}

std::string signed_percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }

Table groups_table(const std::string& title, const Grouped& groups) {
  Table table{.title = title,
              .header = {"", "rows", "mean", "median", "90 % below", "bias"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const auto& [key, rows] : groups) {
    const calibration::ErrorSummary s = summary_of(rows);
    table.rows.push_back({key, fmt::format("{}", s.num_rows), percent(s.mean), percent(s.median),
                          percent(s.percentile_90), signed_percent(s.bias)});
  }
  return table;
}

/// By the ratio of prediction and measurement, whichever is larger.
Table worst_table(const std::vector<Judged>& judged) {
  constexpr std::size_t kShown = 10;
  JudgedRows rows = all_rows(judged);
  const auto distance = [](const Judged* row) { return std::abs(std::log(row->predicted / row->measured.time)); };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Judged* a, const Judged* b) { return distance(a) > distance(b); });
  rows.resize(std::min(rows.size(), kShown));
  Table table{
      .title = "Furthest off",
      .header = {"row", "model", "GPUs", "layout", "measured", "predicted", "error"},
      .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {}};
  for (const Judged* row : rows)
    table.rows.push_back({fmt::format("{}:{}", row->file, row->row.line), row->row.model_name,
                          fmt::format("{} {}", row->row.num_gpus, row->row.gpu), row->layout,
                          fmt::format("{:.4g} s", row->measured.time / second),
                          fmt::format("{:.4g} s", row->predicted / second), signed_percent(row->error())});
  return table;
}

ordered_json row_json(const Judged& row) {
  return {{"line", row.row.line},
          {"source_id", row.row.source_id},
          {"measured", row.measured.time / second},
          {"predicted", row.predicted / second},
          {"low_80", nullptr},
          {"high_80", nullptr},
          {"low_95", nullptr},
          {"high_95", nullptr},
          {"file", row.file},
          {"model", row.row.model_name},
          {"gpu", row.row.gpu},
          {"num_gpus", row.row.num_gpus},
          {"accelerator", row.accelerator},
          {"framework", row.framework},
          {"precision", row.precision},
          {"layout", row.layout},
          {"measured_from", row.measured.from},
          {"assumptions", row.assumptions}};
}

Document validation_document(const Validation& validation, bool with_rows) {
  const auto& judged = validation.judged;
  const JudgedRows all = all_rows(judged);
  const auto by = [&](const auto& key) { return grouped(judged, key); };
  const Grouped by_source = by([](const Judged& r) { return r.row.source_id; });
  const Grouped by_gpu = by([](const Judged& r) { return r.row.gpu; });
  const Grouped by_framework = by([](const Judged& r) { return r.framework; });
  const Grouped by_precision = by([](const Judged& r) { return r.precision; });
  const Grouped by_layout = by([](const Judged& r) { return r.layout; });
  Document document;
  document.warnings = validation.warnings;
  document.headline = fmt::format("{} rows predicted, {} refused", judged.size(), validation.refused.size());
  document.json = {{"rows", judged.size() + validation.refused.size()}, {"predicted", judged.size()}};
  document.json["refused"] = ordered_json::array();
  std::map<std::string, int> reasons;
  for (const Refused& refused : validation.refused) {
    document.json["refused"].push_back(
        {{"line", refused.row.line}, {"reason", refused.row.reason}, {"file", refused.file}});
    ++reasons[refused.row.reason];
  }
  document.json.update(summary_json(all));
  document.json["by_source"] = groups_json(by_source, "source_id", summary_json);
  document.json["by_gpu"] = groups_json(by_gpu, "gpu", summary_json);
  document.json["by_framework"] = groups_json(by_framework, "framework", summary_json);
  document.json["by_precision"] = groups_json(by_precision, "precision", summary_json);
  document.json["by_layout"] = groups_json(by_layout, "layout", summary_json);
  if (!judged.empty()) {
    document.tables.push_back(groups_table("Error of step time, predicted / measured - 1", {{"all", all}}));
    document.tables.back().notes.emplace_back("the step time has no interval yet: coverage is unknown");
    document.tables.push_back(groups_table("By source", by_source));
    document.tables.push_back(groups_table("By GPU", by_gpu));
    document.tables.push_back(groups_table("By framework", by_framework));
    document.tables.push_back(groups_table("By precision", by_precision));
    document.tables.push_back(groups_table("By layout", by_layout));
    document.tables.push_back(worst_table(judged));
    std::map<std::string, int> assumptions;
    for (const Judged& row : judged)
      for (const std::string& assumption : row.assumptions) ++assumptions[assumption];
    document.tables.push_back(counts_table("Taken where rows are silent", "assumption", assumptions));
  }
  if (!reasons.empty()) document.tables.push_back(counts_table("Refused", "reason", reasons));
  if (with_rows) {
    document.json["row_results"] = ordered_json::array();
    for (const Judged& row : judged) document.json["row_results"].push_back(row_json(row));
  }
  return document;
}

}  // namespace

void add_validate_steps_command(CLI::App& validate_command, Session& session) {
  auto* steps = validate_command.add_subcommand("steps", "times of training steps");
  auto arguments = std::make_shared<ValidateStepsArguments>();
  steps->add_option("FILES", arguments->files, "CSV files of rows")->required()->type_name("FILE...");
  steps->add_flag("--rows", arguments->rows, "every row in the JSON answer");
  steps->footer("Example:\n  fmplan validate steps rows.csv --rows --format json");
  steps->callback([arguments, &session] {
    session.run = [arguments, &session] {
      const io::StepCatalog catalog = io::load_step_catalog(io::Catalog::shipped(session.options.catalog_dir));
      print(validation_document(validate(*arguments, catalog), arguments->rows), session.options);
      return static_cast<int>(kOk);
    };
  });
}

}  // namespace fmplan::cli
