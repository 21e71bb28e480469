#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/answer/json_values.h"
#include "core/assessment/validation.h"
#include "core/assessment/validation_groups.h"
#include "core/calibration/fit/fit_errors.h"
#include "core/calibration/fit/fit_memory.h"
#include "core/calibration/fit/step_hold_out.h"
#include "core/catalog/catalog.h"
#include "core/catalog/step_profile.h"
#include "core/evidence/memory_question.h"
#include "core/evidence/step_cases.h"
#include "core/evidence/step_pair_rows.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using answer::or_null;
using calibration::DifferenceInterval;
using calibration::StepDifferenceModel;
using calibration::StepSide;
using text::Json;

/// One row as one fit predicts it.
struct Predicted {
  Seconds time;
  StepSide side;
};

/// What one fit says of a pair.
struct Change {
  double ratio = 1;  ///< changed / base
  DifferenceInterval interval;
  std::string reason;  ///< the part of the step that changes most

  bool tie() const { return is_tie(ratio, interval); }
};

struct JudgedDelta {
  evidence::StepPairRow pair;
  std::string source;
  Change shipped;
  std::optional<Change> held_out;  ///< by a fit without the source's rows; none: there were no others to fit to
  std::optional<double> memory;    ///< predicted ratio of peaks

  bool counts() const { return std::abs(std::log(pair.time_ratio)) > pair.noise; }
};

struct DeltaValidation {
  std::vector<JudgedDelta> judged;
  std::vector<Refusal> refused;
  std::vector<std::string> warnings;
};

/// "pipeline_bubble -8.3 %": of the base's step.
std::string largest_change(const Predicted& base, const Predicted& changed) {
  std::size_t largest = 0;
  double most = 0;
  for (std::size_t i = 0; i < base.side.shares.size(); ++i) {
    const double change = changed.side.shares[i] * (changed.time / base.time) - base.side.shares[i];
    if (std::abs(change) <= std::abs(most)) continue;
    most = change;
    largest = i;
  }
  if (most == 0) return "nothing changes";
  return fmt::format("{} {:+.1f} %", calibration::difference_cause_name(largest), 100 * most);
}

Change predicted_change(const Predicted& base, const Predicted& changed, const StepDifferenceModel& model) {
  return {.ratio = changed.time / base.time,
          .interval = difference_interval(model, base.side, changed.side),
          .reason = largest_change(base, changed)};
}

Predicted predicted(const calibration::StepProfile& profile, const evidence::StepCase& entry) {
  const sim::StepJob& job = entry.observation.job;
  const sim::StepTime step = predicted_step(profile, job).value();
  return {step.total(), step_side(step, calibration::position_of(job))};
}

/// Rows predicted by fits that their sources were held out of.
class HeldOut {
 public:
  HeldOut(const evidence::StepCases& rows, const catalog::Catalog& catalog, const DeltaQuestion& question,
          const Watch& watch) {
    std::vector<calibration::StepObservation> observations;
    std::set<std::string> unknown(question.left_out.begin(), question.left_out.end());
    const auto take = [&](const evidence::StepCases& cases) {
      for (const evidence::StepCase& entry : cases.cases) {
        unknown.erase(entry.row.source_id);
        const auto& out = question.left_out;
        if (std::find(out.begin(), out.end(), entry.row.source_id) != out.end()) continue;
        if (!index_.try_emplace(entry.fingerprint, observations.size()).second) continue;
        observations.push_back(entry.observation);
        observations.back().site = question.sites.site_of(entry.row.source_id);
      }
    };
    take(rows);
    if (!question.fit_files.empty()) take(evidence::read_step_cases(question.fit_files, catalog));
    for (const std::string& source : unknown)
      warnings_.push_back(fmt::format("--leave-out {}: no row that could be fitted is of that source anyway", source));
    if (observations.empty()) return;
    auto found = calibration::calibrate_steps(
        observations, {.folds = false, .sources = true, .kinds = false, .threads = question.threads}, watch);
    all_ = std::move(found.fit.profile);
    for (calibration::HeldOutStep& row : found.without_source) {
      times_[row.index] = observations[row.index].time / std::exp(row.log_ratio);
      rows_.emplace(row.index, row);
    }
    for (const auto& [index, row] : rows_) list_.push_back(row);
    num_sources_ = static_cast<int>(found.sources.size());
  }

  int num_sources() const { return num_sources_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// A row that was fitted to is predicted without its source, another one by the fit to all.
  std::optional<Predicted> predict(const evidence::StepCase& entry) const {
    if (!all_) return std::nullopt;
    const auto found = index_.find(entry.fingerprint);
    if (found == index_.end()) return predicted(*all_, entry);
    const auto row = rows_.find(found->second);
    if (row == rows_.end()) return std::nullopt;
    return Predicted{times_.at(found->second), {row->second.shares, row->second.position}};
  }

  /// What pairs of the other sources say of differences.
  const StepDifferenceModel& differences_without(const std::string& source) {
    const auto [found, is_new] = models_.try_emplace(source);
    if (is_new) {
      std::vector<calibration::HeldOutStep> others;
      for (const calibration::HeldOutStep& row : list_)
        if (row.source != source) others.push_back(row);
      found->second = fit_difference_model(paired_differences(others));
    }
    return found->second;
  }

 private:
  std::map<std::string, std::size_t> index_;  ///< of the row, by its fingerprint
  std::map<std::size_t, calibration::HeldOutStep> rows_;
  std::vector<calibration::HeldOutStep> list_;
  std::map<std::size_t, Seconds> times_;
  std::optional<calibration::StepProfile> all_;
  std::map<std::string, StepDifferenceModel> models_;
  int num_sources_ = 0;
  std::vector<std::string> warnings_;
};

/// Predicted peaks by line; rows that memory cannot be asked of have none.
std::map<int, Bytes> predicted_peaks(const std::string& file, const catalog::Catalog& catalog) {
  std::map<int, Bytes> peaks;
  const evidence::MemoryRows read =
      evidence::read_memory_rows(text::read_text_file(file), std::filesystem::path(file).filename().string());
  for (const evidence::MemoryRow& row : read.rows) {
    const auto asked = evidence::memory_question(row, catalog);
    if (const auto* question = std::get_if<evidence::MemoryQuestion>(&asked))
      peaks[row.step.line] = predicted_peak(question->observation, question->habits);
  }
  return peaks;
}

/// The rows that pairs name.
class NamedRows {
 public:
  NamedRows(const std::string& file, const catalog::Catalog& catalog)
      : lines_(evidence::lines_of_row_ids(text::read_text_file(file), std::filesystem::path(file).filename().string())),
        read_(evidence::read_step_cases({file}, catalog)) {
    for (const evidence::StepCase& entry : read_.cases) cases_[entry.row.line] = &entry;
    for (const evidence::RefusedStep& refused : read_.refused) refused_[refused.row.line] = refused.row.reason;
  }

  const evidence::StepCases& read() const { return read_; }

  /// The row, or why there is none.
  std::variant<const evidence::StepCase*, std::string> find(const std::string& id) const {
    const auto line = lines_.find(id);
    if (line == lines_.end()) return fmt::format("no row is called \"{}\"", id);
    if (const auto found = cases_.find(line->second); found != cases_.end()) return found->second;
    const auto refused = refused_.find(line->second);
    return fmt::format("a row is refused: {}", refused == refused_.end() ? "it cannot be read" : refused->second);
  }

 private:
  std::map<std::string, int> lines_;
  evidence::StepCases read_;
  std::map<int, const evidence::StepCase*> cases_;
  std::map<int, std::string> refused_;
};

/// Empty: the pair's ratio is that of its rows' times.
std::string contradiction(const evidence::StepPairRow& pair, double of_rows) {
  constexpr double kMostApart = 0.1;  // chosen, as of a row's time and its tokens per second
  if (std::abs(std::log(pair.time_ratio / of_rows)) <= std::log1p(kMostApart)) return {};
  return fmt::format("time_ratio is {:g}, and the changed row took {:.4g} of the base row's time; which is right?",
                     pair.time_ratio, of_rows);
}

DeltaValidation delta_validation(const DeltaQuestion& question, const catalog::Catalog& catalog, const Watch& watch) {
  const auto profile = catalog::load_step_profile(catalog);
  if (!profile)
    throw InputError("--catalog",
                     "differences are held against calibration/steps.json, and there is none; fit one with fmplan "
                     "calibrate steps");
  const std::string name = std::filesystem::path(question.pairs).filename().string();
  evidence::StepPairRows pairs = evidence::read_step_pair_rows(text::read_text_file(question.pairs), name);
  const NamedRows rows(question.rows, catalog);
  DeltaValidation result{.judged = {}, .refused = {}, .warnings = std::move(pairs.notes)};
  for (const std::string& note : rows.read().notes)
    if (note.find("\"row_id\"") == std::string::npos) result.warnings.push_back(note);
  for (text::RefusedRow& row : pairs.refused) result.refused.push_back({name, std::move(row)});
  const std::map<int, Bytes> peaks = predicted_peaks(question.rows, catalog);
  HeldOut held_out(rows.read(), catalog, question, watch);
  result.warnings.insert(result.warnings.end(), held_out.warnings().begin(), held_out.warnings().end());
  for (evidence::StepPairRow& pair : pairs.rows) {
    const auto base = rows.find(pair.base), changed = rows.find(pair.changed);
    const std::string* reason = std::get_if<std::string>(&base);
    if (reason == nullptr) reason = std::get_if<std::string>(&changed);
    if (reason != nullptr) {
      result.refused.push_back({name, {pair.line, *reason}});
      continue;
    }
    const evidence::StepCase &a = *std::get<0>(base), &b = *std::get<0>(changed);
    if (std::string other = contradiction(pair, b.observation.time / a.observation.time); !other.empty()) {
      result.refused.push_back({name, {pair.line, std::move(other)}});
      continue;
    }
    JudgedDelta judged{.pair = std::move(pair),
                       .source = a.row.source_id,
                       .shipped = predicted_change(predicted(*profile, a), predicted(*profile, b), profile->difference),
                       .held_out = {},
                       .memory = {}};
    const auto before = held_out.predict(a), after = held_out.predict(b);
    if (before && after)
      judged.held_out = predicted_change(*before, *after, held_out.differences_without(judged.source));
    if (judged.pair.memory_ratio && peaks.contains(a.row.line) && peaks.contains(b.row.line))
      judged.memory = peaks.at(b.row.line) / peaks.at(a.row.line);
    result.judged.push_back(std::move(judged));
  }
  if (held_out.num_sources() < 2 && !result.judged.empty())
    result.warnings.emplace_back(
        "all rows are of one source: nothing is left to fit to without it; give others with --fit");
  return result;
}

/// How a group of pairs came out by one of the two fits.
struct DeltaSummary {
  GroupSummary points;  ///< of predicted ratio - measured ratio
  int counted = 0;      ///< pairs whose change exceeds their noise
  int right = 0;        ///< … of these, with the sign as predicted
  int called = 0;       ///< … of these, not predicted as a tie
  int called_right = 0;
  int ties = 0;  ///< of all
};

using Fit = const Change* (*)(const JudgedDelta&);
const Change* by_shipped(const JudgedDelta& row) { return &row.shipped; }
const Change* by_held_out(const JudgedDelta& row) { return row.held_out ? &*row.held_out : nullptr; }

DeltaSummary delta_summary(const Rows<JudgedDelta>& rows, Fit fit) {
  DeltaSummary summary;
  std::vector<Judgement> judgements;
  for (const JudgedDelta* row : rows) {
    const Change* change = fit(*row);
    if (change == nullptr) continue;
    const double measured = row->pair.time_ratio;
    const DifferenceInterval& i = change->interval;
    const double off = measured / change->ratio;
    judgements.push_back({.error = change->ratio - measured,
                          .inside_80 = off >= i.low_80 && off <= i.high_80,
                          .inside_95 = off >= i.low_95 && off <= i.high_95,
                          .width_80 = change->ratio * (i.high_80 - i.low_80)});
    summary.ties += change->tie() ? 1 : 0;
    if (!row->counts()) continue;
    const bool right = change->ratio != 1 && (change->ratio > 1) == (measured > 1);
    ++summary.counted;
    summary.right += right ? 1 : 0;
    summary.called += change->tie() ? 0 : 1;
    summary.called_right += right && !change->tie() ? 1 : 0;
  }
  summary.points = summarise(judgements);
  return summary;
}

std::optional<double> share(int part, int whole) {
  return whole > 0 ? std::optional(1.0 * part / whole) : std::nullopt;
}

Json delta_json(const DeltaSummary& s) {
  if (s.points.errors.num_rows == 0) return nullptr;
  return {{"pairs", s.points.errors.num_rows},
          {"counted", s.counted},
          {"sign_right", or_null(share(s.right, s.counted))},
          {"ties", s.ties},
          {"sign_right_but_ties", or_null(share(s.called_right, s.called))},
          {"mean_points", 100 * s.points.errors.mean},
          {"median_points", 100 * s.points.errors.median},
          {"p90_points", 100 * s.points.errors.percentile_90},
          {"bias_points", 100 * s.points.errors.bias},
          {"coverage_80", or_null(s.points.coverage_80)},
          {"coverage_95", or_null(s.points.coverage_95)},
          {"median_width_80", or_null(s.points.median_width_80)}};
}

Json both_json(const Rows<JudgedDelta>& rows) {
  return {{"held_out", delta_json(delta_summary(rows, by_held_out))},
          {"shipped", delta_json(delta_summary(rows, by_shipped))}};
}

Json list_json(const Groups<JudgedDelta>& groups, const char* name) {
  Json list = Json::array();
  for (const auto& [key, rows] : groups) {
    Json entry = {{name, key}, {"rows", rows.size()}};
    entry.update(both_json(rows));
    list.push_back(std::move(entry));
  }
  return list;
}

std::string share_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.0f} %", 100 * *share) : "–";
}

Table deltas_table(const std::string& title, const Groups<JudgedDelta>& groups) {
  Table table{.title = title,
              .header = {"", "pairs", "counted", "sign right", "but ties", "ties", "median", "mean", "in 80 %", "width",
                         "shipped: sign", "median"},
              .align = {Align::kLeft},
              .rows = {},
              .notes = {}};
  table.align.resize(table.header.size(), Align::kRight);
  for (const auto& [key, rows] : groups) {
    const DeltaSummary out = delta_summary(rows, by_held_out), in = delta_summary(rows, by_shipped);
    const auto points = [](const DeltaSummary& s, double calibration::ErrorSummary::*member) {
      return s.points.errors.num_rows > 0 ? fmt::format("{:.1f}", 100 * s.points.errors.*member) : "–";
    };
    using E = calibration::ErrorSummary;
    table.rows.push_back({key, fmt::format("{}", rows.size()), fmt::format("{}", in.counted),
                          share_text(share(out.right, out.counted)), share_text(share(out.called_right, out.called)),
                          fmt::format("{}", out.ties), points(out, &E::median), points(out, &E::mean),
                          share_text(out.points.coverage_80), share_text(out.points.median_width_80),
                          share_text(share(in.right, in.counted)), points(in, &E::median)});
  }
  return table;
}

struct MemoryDelta {
  std::vector<double> errors;
  int counted = 0;
  int right = 0;
};

/// A peak that is the same in both says nothing of a sign.
MemoryDelta memory_delta(const std::vector<JudgedDelta>& judged) {
  MemoryDelta result;
  for (const JudgedDelta& row : judged) {
    if (!row.memory) continue;
    const double measured = *row.pair.memory_ratio;
    result.errors.push_back(*row.memory - measured);
    if (measured == 1) continue;
    ++result.counted;
    result.right += *row.memory != 1 && (*row.memory > 1) == (measured > 1) ? 1 : 0;
  }
  return result;
}

Json memory_json(const MemoryDelta& memory) {
  const calibration::ErrorSummary errors = calibration::summarise_errors(memory.errors);
  const auto of_rows = [&](double value) { return errors.num_rows > 0 ? Json(100 * value) : Json(nullptr); };
  return {{"rows", errors.num_rows},
          {"sign_right", or_null(share(memory.right, memory.counted))},
          {"mean_points", of_rows(errors.mean)},
          {"median_points", of_rows(errors.median)},
          {"bias_points", of_rows(errors.bias)}};
}

/// By the error of the held-out prediction where there is one.
Table worst_deltas_table(const std::vector<JudgedDelta>& judged) {
  constexpr std::size_t kShown = 10;  // chosen
  const auto of = [](const JudgedDelta& row) -> const Change& { return row.held_out ? *row.held_out : row.shipped; };
  Rows<JudgedDelta> rows = all_rows(judged);
  const auto distance = [&](const JudgedDelta* row) {
    return std::abs(std::log(of(*row).ratio / row->pair.time_ratio));
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const JudgedDelta* a, const JudgedDelta* b) { return distance(a) > distance(b); });
  rows.resize(std::min(rows.size(), kShown));
  Table table{.title = "Furthest off",
              .header = {"pair", "what changed", "measured", "predicted", "most changed"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {"most changed: the part of the predicted step that changes most, of the base's step"}};
  for (const JudgedDelta* row : rows)
    table.rows.push_back({row->pair.pair_id, row->pair.what_changed, fmt::format("{:.3f}", row->pair.time_ratio),
                          fmt::format("{:.3f}", of(*row).ratio), of(*row).reason});
  return table;
}

Json change_json(const Change& change) {
  return {{"ratio", change.ratio},
          {"low_80", change.ratio * change.interval.low_80},
          {"high_80", change.ratio * change.interval.high_80},
          {"low_95", change.ratio * change.interval.low_95},
          {"high_95", change.ratio * change.interval.high_95},
          {"tie", change.tie()},
          {"most_changed", change.reason}};
}

Json delta_row_json(const JudgedDelta& row) {
  return {{"line", row.pair.line},
          {"pair_id", row.pair.pair_id},
          {"source_id", row.source},
          {"base_row", row.pair.base},
          {"changed_row", row.pair.changed},
          {"option", row.pair.options},
          {"what_changed", row.pair.what_changed},
          {"measured", row.pair.time_ratio},
          {"noise_ln", row.pair.noise},
          {"counted", row.counts()},
          {"held_out", row.held_out ? change_json(*row.held_out) : Json(nullptr)},
          {"shipped", change_json(row.shipped)},
          {"measured_memory", or_null(row.pair.memory_ratio)},
          {"predicted_memory", or_null(row.memory)}};
}

}  // namespace

Document validate_deltas(const DeltaQuestion& question, const catalog::Catalog& catalog, const Watch& watch) {
  const DeltaValidation validation = delta_validation(question, catalog, watch);
  const auto& judged = validation.judged;
  const Rows<JudgedDelta> all = all_rows(judged);
  const Groups<JudgedDelta> by_option = grouped(judged, [](const JudgedDelta& r) { return r.pair.options; });
  const Groups<JudgedDelta> by_source = grouped(judged, [](const JudgedDelta& r) { return r.source; });
  Document document = refusals_document("pairs", judged.size(), validation.refused);
  document.warnings = validation.warnings;
  document.json.update(both_json(all));
  document.json["by_option"] = list_json(by_option, "option");
  document.json["by_source"] = list_json(by_source, "source_id");
  const MemoryDelta memory = memory_delta(judged);
  document.json["memory"] = memory_json(memory);
  if (!judged.empty()) {
    document.tables.push_back(
        deltas_table("Change of step time, the pair's source held out of the fit", Groups<JudgedDelta>{{"all", all}}));
    document.tables.back().notes = {
        "counted: the measured change exceeds its noise; sign right: of these; but ties: of these, where the 80 % "
        "interval of the predicted change does not hold 1",
        "median, mean: of |predicted ratio - measured ratio|, in percentage points; width: of the median 80 % interval",
        "shipped: by the profile as it is"};
    if (!memory.errors.empty())
      document.tables.back().notes.push_back(fmt::format(
          "peak memory of {} pairs: sign right {}, median error {:.1f} points", memory.errors.size(),
          share_text(share(memory.right, memory.counted)), 100 * calibration::summarise_errors(memory.errors).median));
    document.tables.push_back(deltas_table("By option", by_option));
    document.tables.push_back(deltas_table("By source", by_source));
    document.tables.push_back(worst_deltas_table(judged));
  }
  add_refusals_table(document, validation.refused);
  if (question.with_rows) add_row_results(document, judged, delta_row_json);
  return document;
}

}  // namespace fmplan::assessment
