#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/validation.h"
#include "core/assessment/validation_groups.h"
#include "core/calibration/fit/fit_memory.h"
#include "core/catalog/catalog.h"
#include "core/catalog/memory_profile.h"
#include "core/evidence/memory_question.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using evidence::MemoryOutcome;
using model::MemoryVerdict;
using text::Json;

/// One row that was predicted.
struct JudgedMemory {
  std::string file;
  evidence::MemoryRow row;
  evidence::MemoryQuestion question;
  std::string status;  ///< "fitted", "known", "unseen"
  Bytes predicted;     ///< of what the row's figure is of, in its unit
  model::MemoryInterval interval{};
  double chance = 0;       ///< that the whole card holds it
  bool over_card = false;  ///< by the prediction itself
  MemoryVerdict verdict = MemoryVerdict::kTight;

  double error() const { return predicted / *row.peak - 1; }
  Judgement judgement() const { return assessment::judgement(error(), interval); }
};

struct MemoryValidation {
  std::vector<JudgedMemory> judged;    ///< with a measured peak
  std::vector<JudgedMemory> verdicts;  ///< all that were predicted
  std::vector<Refusal> refused;
  std::vector<std::string> warnings;
};

std::string status_of(const evidence::MemoryQuestion& question,
                      const std::optional<catalog::MemoryProfileItem>& profile) {
  if (!profile) return "unseen";
  if (profile->fingerprints.contains(question.observation.fingerprint)) return "fitted";
  return profile->known.contains(evidence::memory_knowledge(question)) ? "known" : "unseen";
}

JudgedMemory judged(const std::string& file, const evidence::MemoryRow& row, evidence::MemoryQuestion question,
                    const std::optional<catalog::MemoryProfileItem>& profile) {
  JudgedMemory result{.file = file, .row = row, .question = std::move(question), .status = {}, .predicted = {}};
  const evidence::MemoryQuestion& q = result.question;
  result.status = status_of(q, profile);
  result.predicted = predicted_peak(q.observation, q.habits);
  result.interval = profile ? profile->interval_of(q.observation.framework, q.observation.reading) : q.habits.interval;
  // Whether it fits is asked of the whole card.
  const Bytes on_card = predicted_on_card(q.observation, q.habits);
  result.chance = chance_of_fitting(on_card, q.habits.interval, q.accelerator.usable_memory);
  result.over_card = on_card > q.accelerator.usable_memory;
  result.verdict = model::memory_verdict(result.chance);
  return result;
}

MemoryValidation memory_validation(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  const auto profile = catalog::load_memory_profile(catalog);
  MemoryValidation result;
  for (const std::string& path : question.files) {
    const std::string file = std::filesystem::path(path).filename().string();
    const evidence::MemoryRows read = evidence::read_memory_rows(text::read_text_file(path), file);
    result.warnings.insert(result.warnings.end(), read.notes.begin(), read.notes.end());
    for (const text::RefusedRow& row : read.refused) result.refused.push_back({file, row});
    for (const evidence::MemoryRow& row : read.rows) {
      auto asked = evidence::memory_question(row, catalog);
      if (auto* refusal = std::get_if<evidence::StepRefusal>(&asked)) {
        result.refused.push_back({file, {row.step.line, std::move(refusal->reason)}});
        continue;
      }
      result.verdicts.push_back(judged(file, row, std::move(std::get<evidence::MemoryQuestion>(asked)), profile));
      // What a failed run had logged by then is no peak.
      if (row.peak && row.outcome == MemoryOutcome::kOk) result.judged.push_back(result.verdicts.back());
    }
  }
  return result;
}

/// How many rows of each outcome got each verdict.
std::map<std::string, std::map<std::string, int>> verdict_counts(const std::vector<JudgedMemory>& rows) {
  std::map<std::string, std::map<std::string, int>> counts;
  for (const JudgedMemory& row : rows)
    ++counts[std::string(memory_outcome_name(row.row.outcome))][std::string(memory_verdict_name(row.verdict))];
  return counts;
}

constexpr MemoryVerdict kVerdicts[] = {MemoryVerdict::kFits, MemoryVerdict::kTight, MemoryVerdict::kDoesNotFit};

Json verdicts_json(const std::vector<JudgedMemory>& rows) {
  const auto counts = verdict_counts(rows);
  Json json = Json::object();
  for (const MemoryOutcome outcome : {MemoryOutcome::kOk, MemoryOutcome::kOutOfMemory, MemoryOutcome::kFailed}) {
    const auto of = counts.find(std::string(memory_outcome_name(outcome)));
    Json entry = Json::object();
    for (const MemoryVerdict verdict : kVerdicts) {
      const std::string name(memory_verdict_name(verdict));
      entry[name] = of == counts.end() || !of->second.contains(name) ? 0 : of->second.at(name);
    }
    json[std::string(memory_outcome_name(outcome))] = entry;
  }
  return json;
}

Table verdicts_table(const std::vector<JudgedMemory>& rows) {
  Table table{.title = "Verdicts",
              .header = {"the run", "fits", "tight", "does not fit"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"a failed run may have failed for any reason"}};
  const Json counts = verdicts_json(rows);
  const std::pair<const char*, const char*> names[] = {
      {"ok", "ran"}, {"oom", "was out of memory"}, {"failed", "failed"}};
  for (const auto& [key, name] : names) {
    std::vector<std::string> cells = {name};
    for (const MemoryVerdict verdict : kVerdicts)
      cells.push_back(fmt::format("{}", counts.at(key).at(memory_verdict_name(verdict)).as_double()));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// What of a row decides how well its memory is known.
std::string kind_of(const JudgedMemory& row) {
  const model::MemorySettings& settings = row.question.observation.settings;
  if (settings.adapter_rank > 0) return "adapters";
  if (row.question.observation.model.moe) return "mixture";
  const bool narrow = settings.precision == model::Precision::kFp8 || settings.precision == model::Precision::kFp4;
  return narrow ? "dense, 8 and 4 bit" : "dense, 16 and 32 bit";
}

/// Of runs that went through: every one of them fitted, whatever is predicted.
struct RanCounts {
  int rows = 0;
  int over_card = 0;     ///< the prediction itself is more than the card
  int does_not_fit = 0;  ///< by the verdict
};

std::map<std::string, RanCounts> ran_counts(const std::vector<JudgedMemory>& rows) {
  std::map<std::string, RanCounts> counts;
  for (const JudgedMemory& row : rows) {
    if (row.row.outcome != MemoryOutcome::kOk) continue;
    RanCounts& of = counts[kind_of(row)];
    ++of.rows;
    of.over_card += row.over_card ? 1 : 0;
    of.does_not_fit += row.verdict == MemoryVerdict::kDoesNotFit ? 1 : 0;
  }
  return counts;
}

Json ran_json(const std::map<std::string, RanCounts>& counts) {
  Json list = Json::array();
  for (const auto& [kind, of] : counts)
    list.push_back({{"kind", kind}, {"rows", of.rows}, {"over_card", of.over_card}, {"does_not_fit", of.does_not_fit}});
  return list;
}

Table ran_table(const std::map<std::string, RanCounts>& counts) {
  Table table{.title = "Runs that went through, by kind",
              .header = {"", "rows", "predicted over the card", "does not fit"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"each of them fitted: what is predicted over the card is an error"}};
  for (const auto& [kind, of] : counts) {
    const auto cell = [&of = of](int count) { return fmt::format("{} ({})", count, percent(1.0 * count / of.rows)); };
    table.rows.push_back({kind, fmt::format("{}", of.rows), cell(of.over_card), cell(of.does_not_fit)});
  }
  return table;
}

/// Gigabytes of 10⁹ bytes, as the rows have them.
Json memory_row_json(const JudgedMemory& row) {
  const auto bytes = [&](double factor) { return factor * row.predicted / byte; };
  const model::MemoryInterval& interval = row.interval;
  const bool has_peak = row.row.peak && row.row.outcome == MemoryOutcome::kOk;
  return {{"line", row.row.step.line},
          {"source_id", row.row.step.source_id},
          {"measured", has_peak ? Json(*row.row.peak / byte) : Json(nullptr)},
          {"predicted", bytes(1)},
          {"low_80", bytes(interval.low_80)},
          {"high_80", bytes(interval.high_80)},
          {"low_95", bytes(interval.low_95)},
          {"high_95", bytes(interval.high_95)},
          {"chance_of_fitting", row.chance},
          {"over_card", row.over_card},
          {"verdict", memory_verdict_name(row.verdict)},
          {"outcome", memory_outcome_name(row.row.outcome)},
          {"file", row.file},
          {"model", row.row.step.model_name},
          {"gpu", row.row.step.gpu},
          {"num_gpus", row.row.step.num_gpus},
          {"framework", row.question.observation.framework},
          {"reading", memory_reading_name(row.question.observation.reading)},
          {"status", row.status},
          {"assumptions", row.question.assumptions}};
}

/// By the ratio of prediction and measurement, whichever is larger.
Table worst_memory_table(const std::vector<JudgedMemory>& judged) {
  constexpr std::size_t kShown = 10;  // chosen
  Rows<JudgedMemory> rows = all_rows(judged);
  const auto distance = [](const JudgedMemory* row) { return std::abs(std::log(row->predicted / *row->row.peak)); };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const JudgedMemory* a, const JudgedMemory* b) { return distance(a) > distance(b); });
  rows.resize(std::min(rows.size(), kShown));
  Table table{.title = "Furthest off",
              .header = {"row", "model", "GPUs", "measured", "predicted", "error"},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const JudgedMemory* row : rows)
    table.rows.push_back({fmt::format("{}:{}", row->file, row->row.step.line), row->row.step.model_name,
                          fmt::format("{} {}", row->row.step.num_gpus, row->row.step.gpu),
                          fmt::format("{:.1f} GB", *row->row.peak / gigabyte),
                          fmt::format("{:.1f} GB", row->predicted / gigabyte),
                          fmt::format("{:+.1f} %", 100 * row->error())});
  return table;
}

Document memory_validation_document(const MemoryValidation& validation, bool with_rows) {
  const auto& judged = validation.judged;
  const Rows<JudgedMemory> all = all_rows(judged);
  const auto by = [&](const auto& key) { return grouped(judged, key); };
  const Groups<JudgedMemory> by_source = by([](const JudgedMemory& r) { return r.row.step.source_id; });
  const Groups<JudgedMemory> by_gpu = by([](const JudgedMemory& r) { return r.row.step.gpu; });
  const Groups<JudgedMemory> by_framework = by([](const JudgedMemory& r) { return r.question.observation.framework; });
  const Groups<JudgedMemory> by_status = by([](const JudgedMemory& r) { return r.status; });
  Document document = refusals_document("rows", validation.verdicts.size(), validation.refused);
  document.warnings = validation.warnings;
  document.headline = fmt::format("{} rows predicted, {} of them with a measured peak, {} refused",
                                  validation.verdicts.size(), judged.size(), validation.refused.size());
  document.json["measured"] = judged.size();
  document.json.update(rows_summary_json(all));
  document.json["by_source"] = groups_json(by_source, "source_id");
  document.json["by_gpu"] = groups_json(by_gpu, "gpu");
  document.json["by_framework"] = groups_json(by_framework, "framework");
  document.json["by_status"] = groups_json(by_status, "status");
  document.json["verdicts"] = verdicts_json(validation.verdicts);
  const std::map<std::string, RanCounts> ran = ran_counts(validation.verdicts);
  document.json["ran"] = ran_json(ran);
  if (!judged.empty()) {
    document.tables.push_back(
        groups_table("Error of the peak, predicted / measured - 1", Groups<JudgedMemory>{{"all", all}}));
    document.tables.push_back(groups_table("Fitted to, of a known framework and GPU, or unseen", by_status));
    document.tables.push_back(groups_table("By source", by_source));
    document.tables.push_back(groups_table("By GPU", by_gpu));
    document.tables.push_back(groups_table("By framework", by_framework));
    document.tables.push_back(worst_memory_table(judged));
  }
  if (!validation.verdicts.empty()) {
    document.tables.push_back(verdicts_table(validation.verdicts));
    document.tables.push_back(ran_table(ran));
    std::map<std::string, int> assumptions;
    for (const JudgedMemory& row : validation.verdicts)
      for (const std::string& assumption : row.question.assumptions) ++assumptions[assumption];
    document.tables.push_back(counts_table("Taken where rows are silent", "assumption", assumptions));
  }
  add_refusals_table(document, validation.refused);
  if (with_rows) add_row_results(document, validation.verdicts, memory_row_json);
  return document;
}

}  // namespace

Document validate_memory(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  return memory_validation_document(memory_validation(question, catalog), question.with_rows);
}

}  // namespace fmplan::assessment
