#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/calibration.h"
#include "core/assessment/validation_groups.h"
#include "core/base/words.h"
#include "core/calibration/fit/fit_memory.h"
#include "core/catalog/catalog.h"
#include "core/catalog/memory_profile.h"
#include "core/catalog/practice_items.h"
#include "core/evidence/memory_question.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using calibration::MemoryRatio;

struct MemoryInput {
  std::vector<calibration::MemoryObservation> rows;
  std::set<std::string> known;
  std::map<std::string, int> skipped;
  std::vector<std::string> warnings;
};

MemoryInput read_memory_input(const MemoryCalibrationQuestion& question, const catalog::Catalog& catalog) {
  MemoryInput input;
  for (const std::string& path : question.files) {
    const std::string file = std::filesystem::path(path).filename().string();
    const evidence::MemoryRows read = evidence::read_memory_rows(text::read_text_file(path), file);
    input.warnings.insert(input.warnings.end(), read.notes.begin(), read.notes.end());
    for (const text::RefusedRow& row : read.refused) ++input.skipped[row.reason];
    for (const evidence::MemoryRow& row : read.rows) {
      if (row.outcome == evidence::MemoryOutcome::kFailed) {
        ++input.skipped["failed, for whatever reason"];
        continue;
      }
      auto asked = evidence::memory_question(row, catalog);
      if (const auto* refusal = std::get_if<evidence::StepRefusal>(&asked)) {
        ++input.skipped[refusal->reason];
        continue;
      }
      auto& answered = std::get<evidence::MemoryQuestion>(asked);
      calibration::MemoryObservation& observation = answered.observation;
      if (observation.evidence == calibration::MemoryEvidence::kPeak) {
        input.known.insert(evidence::memory_knowledge(answered));
      } else {
        if (!answered.states_all) {
          ++input.skipped["has no peak, and states neither recomputation nor micro-batch"];
          continue;
        }
      }
      observation.framework = catalog::memory_numbers_of(observation.framework);
      input.rows.push_back(std::move(observation));
    }
  }
  if (std::none_of(input.rows.begin(), input.rows.end(),
                   [](const auto& row) { return row.evidence == calibration::MemoryEvidence::kPeak; }))
    throw InputError("FILES", "hold no row with a measured_peak_mem_GB and a configuration that can be predicted");
  return input;
}

/// The habits as the items state them, no fit laid over.
std::map<std::string, model::MemoryHabits> stated_habits(const catalog::Catalog& catalog) {
  std::map<std::string, model::MemoryHabits> habits;
  Issues issues;
  for (const std::string& name : catalog.names("frameworks")) {
    const sim::FrameworkProfile item = catalog::read_framework(catalog.raw("frameworks", name),
                                                               catalog.file("frameworks", name).string() + "#", issues);
    habits[item.name] = item.memory;
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  return habits;
}

void add_memory_errors(Table& table, const std::string& name, const calibration::MemoryCalibration& found,
                       const std::function<bool(const calibration::MemoryObservation&)>& of) {
  const std::pair<const char*, const std::vector<MemoryRatio>*> kinds[] = {
      {"fitted", &found.fitted}, {"grouped folds", &found.folds}, {"source held out", &found.source}};
  for (const auto& [kind, ratios] : kinds) {
    std::vector<MemoryRatio> own;
    for (const MemoryRatio& ratio : *ratios)
      if (of(*ratio.row)) own.push_back(ratio);
    const calibration::ErrorSummary s = summarise(own);
    table.rows.push_back({name, kind, fmt::format("{}", s.num_rows), percent(s.mean), percent(s.median),
                          percent(s.percentile_90), fmt::format("{:+.1f} %", 100 * s.bias)});
  }
}

Table memory_errors_table(const std::string& title) {
  return {
      .title = title,
      .header = {"", "rows that were", "rows", "mean", "median", "90 % below", "bias"},
      .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {}};
}

}  // namespace

Document calibrate_memory(const MemoryCalibrationQuestion& question, const catalog::Catalog& catalog) {
  const MemoryInput input = read_memory_input(question, catalog);
  const calibration::MemoryCalibration found = calibrate_memory(input.rows, stated_habits(catalog));
  Document document;
  document.warnings = input.warnings;
  Table by_framework = memory_errors_table("Error of the peak, predicted / measured - 1");
  Table by_source = memory_errors_table("By source");
  Table numbers{.title = "Numbers",
                .header = {"framework", "", "value", "standard error", ""},
                .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kLeft},
                .rows = {},
                .notes = {}};
  add_memory_errors(by_framework, "all", found, [](const auto&) { return true; });
  for (const auto& [name, fit] : found.frameworks) {
    add_memory_errors(by_framework, name, found,
                      [&framework = name](const auto& row) { return row.framework == framework; });
    for (const calibration::FittedMemoryNumber& n : fit.numbers)
      numbers.rows.push_back({name, std::string(n.name), fmt::format("{:.4g}", n.value),
                              std::isfinite(n.standard_error) ? fmt::format("{:.2g}", n.standard_error) : "–",
                              n.at_bound ? "at its bound" : ""});
    if (!fit.converged) document.warnings.push_back(name + ": the fit stopped before it converged");
  }
  std::set<std::string> sources;
  for (const MemoryRatio& ratio : found.fitted) sources.insert(ratio.row->source_id);
  for (const std::string& source : sources)
    add_memory_errors(by_source, source, found, [&](const auto& row) { return row.source_id == source; });
  document.headline =
      fmt::format("{} frameworks fitted to {} measured peaks, and {} runs whose peak was the card at most or more",
                  found.frameworks.size(), found.fitted.size(), input.rows.size() - found.fitted.size());
  constexpr std::size_t kDate = 10;  // "YYYY-MM-DD", which a catalogue's version begins with
  document.json = catalog::memory_profile_json(
      found, input.known,
      {{"source", question.source}, {"date", catalog.version().substr(0, kDate)}, {"confirmed", true}});
  document.tables = {std::move(by_framework), std::move(by_source), std::move(numbers)};
  if (!input.skipped.empty()) document.tables.push_back(counts_table("Not fitted to", "reason", input.skipped));
  return document;
}

}  // namespace fmplan::assessment
