#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/validation.h"
#include "core/assessment/validation_groups.h"
#include "core/calibration/collective_observation.h"
#include "core/catalog/catalog.h"
#include "core/catalog/step_profile.h"
#include "core/evidence/step_cases.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using text::Json;

/// One row that was predicted.
struct JudgedStep {
  evidence::StepCase entry;
  std::string layout;
  std::string status;  ///< "fitted", "known" or "unseen"; "" without a profile
  Seconds predicted;
  std::optional<calibration::StepInterval> interval;  ///< factors on `predicted`
  std::string suspicion;                              ///< the largest part of the step beside plain products

  Seconds measured() const { return entry.observation.time; }
  const sim::StepJob& job() const { return entry.observation.job; }
  double error() const { return predicted / measured() - 1; }
  Judgement judgement() const {
    return interval ? assessment::judgement(error(), *interval) : Judgement{.error = error()};
  }
};

struct StepValidation {
  std::vector<JudgedStep> judged;
  std::vector<Refusal> refused;
  std::vector<std::string> warnings;
  std::size_t num_anchors = 0;
};

/// "dense, tp pp": what the model is split by.
std::string layout_name(const sim::StepJob& job) {
  const model::ParallelPlan& plan = job.settings.plan;
  const std::pair<const char*, int> degrees[] = {
      {"tp", plan.tensor}, {"pp", plan.pipeline}, {"cp", plan.context}, {"ep", plan.expert}};
  std::string name = job.model.moe ? "mixture," : "dense,";
  bool split = false;
  for (const auto& [degree, value] : degrees) {
    if (value == 1) continue;
    name += fmt::format(" {}", degree);
    split = true;
  }
  return split ? name : name + " data only";
}

/// Products and the attention core are kernels that were measured; what is most of the rest is suspected first.
std::string suspicion(const sim::StepTime& step) {
  std::size_t most = sim::kNumStepParts;
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i) {
    const auto part = sim::kStepPartNames.values[i];
    if (part == sim::StepPart::kGemm || part == sim::StepPart::kAttention) continue;
    if (most == sim::kNumStepParts || step.parts[i] > step.parts[most]) most = i;
  }
  return fmt::format("{}, {:.0f} %", sim::kStepPartNames.texts[most], 100 * (step.parts[most] / step.total()));
}

/// What predictions are made with, and judged by.
struct StepPredictor {
  std::optional<calibration::StepProfile> profile;
  calibration::StepOutlook known;
  std::set<std::string> fitted;  ///< fingerprints
  evidence::StepCases anchor_rows;
  std::vector<calibration::StepAnchor> anchors;  ///< one for each case of `anchor_rows`

  JudgedStep judge(const evidence::StepCase& entry) const {
    const sim::StepJob& job = entry.observation.job;
    JudgedStep result{
        .entry = entry, .layout = layout_name(job), .status = {}, .predicted = {}, .interval = {}, .suspicion = {}};
    if (!profile) {
      result.predicted = step_time(job)->total();
      return result;
    }
    const sim::StepTime step = predicted_step(*profile, job).value();
    // A row does not anchor itself.
    std::vector<calibration::StepAnchor> others;
    for (std::size_t i = 0; i < anchors.size(); ++i)
      if (anchor_rows.cases[i].fingerprint != entry.fingerprint) others.push_back(anchors[i]);
    result.interval = step_interval(known, step, job, merged(others), entry.row.source_id);
    result.predicted = result.interval->factor * result.interval->exchange * step.total();
    result.suspicion = suspicion(step);
    const bool is_fitted = fitted.contains(entry.fingerprint);
    result.status = is_fitted                                                                ? "fitted"
                    : sources_near(known, calibration::place_of(job), job.software).pair > 0 ? "known"
                                                                                             : "unseen";
    return result;
  }
};

StepPredictor load_step_predictor(const std::string& anchor, const catalog::Catalog& catalog) {
  StepPredictor predictor{.profile = catalog::load_step_profile(catalog),
                          .known = {},
                          .fitted = catalog::fitted_fingerprints(catalog),
                          .anchor_rows = {},
                          .anchors = {}};
  if (predictor.profile) predictor.known = outlook(*predictor.profile);
  if (anchor.empty()) return predictor;
  if (!predictor.profile)
    throw InputError("--anchor",
                     "corrects what calibration/steps.json of the catalogue predicts, and there is none; "
                     "fit one with fmplan calibrate steps");
  predictor.anchor_rows = evidence::read_step_cases({anchor}, catalog);
  if (predictor.anchor_rows.cases.empty())
    throw InputError("--anchor",
                     fmt::format("{} has no row that can be predicted; see fmplan validate steps {}", anchor, anchor));
  predictor.anchors = anchors_of(*predictor.profile, predictor.anchor_rows.cases);
  Issues issues;
  for (std::string& wrong : rows_unlike_any_step(predictor.anchor_rows.cases, predictor.anchors))
    issues.push_back({"--anchor", std::move(wrong)});
  if (!issues.empty()) throw InputError(std::move(issues));
  return predictor;
}

StepValidation step_validation(const std::vector<std::string>& files, const std::string& anchor,
                               const catalog::Catalog& catalog) {
  const StepPredictor predictor = load_step_predictor(anchor, catalog);
  evidence::StepCases read = evidence::read_step_cases(files, catalog);
  StepValidation result{
      .judged = {}, .refused = {}, .warnings = std::move(read.notes), .num_anchors = predictor.anchors.size()};
  for (evidence::RefusedStep& refused : read.refused) result.refused.push_back({refused.file, std::move(refused.row)});
  for (const evidence::RefusedStep& refused : predictor.anchor_rows.refused)
    result.warnings.push_back(
        fmt::format("{}:{} anchors nothing: {}", refused.file, refused.row.line, refused.row.reason));
  for (const evidence::StepCase& entry : read.cases) result.judged.push_back(predictor.judge(entry));
  if (!predictor.profile)
    result.warnings.emplace_back("no calibration/steps.json in the catalogue: habits as counted, and no interval");
  return result;
}

/// By the ratio of prediction and measurement, whichever is larger.
Table worst_steps_table(const std::vector<JudgedStep>& judged) {
  constexpr std::size_t kShown = 10;  // chosen
  Rows<JudgedStep> rows = all_rows(judged);
  const auto distance = [](const JudgedStep* row) { return std::abs(std::log(row->predicted / row->measured())); };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const JudgedStep* a, const JudgedStep* b) { return distance(a) > distance(b); });
  rows.resize(std::min(rows.size(), kShown));
  Table table{.title = "Furthest off",
              .header = {"row", "model", "GPUs", "layout", "measured", "predicted", "error", "suspicion"},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kRight,
                        Align::kRight, Align::kLeft},
              .rows = {},
              .notes = {"suspicion: the largest part of the prediction beside products and attention, and its share"}};
  for (const JudgedStep* row : rows)
    table.rows.push_back({fmt::format("{}:{}", row->entry.file, row->entry.row.line), row->entry.row.model_name,
                          fmt::format("{} {}", row->entry.row.num_gpus, row->entry.row.gpu), row->layout,
                          fmt::format("{:.4g} s", row->measured() / second),
                          fmt::format("{:.4g} s", row->predicted / second), signed_percent(row->error()),
                          row->suspicion});
  return table;
}

Json step_row_json(const JudgedStep& row) {
  const evidence::StepRow& stated = row.entry.row;
  const auto bound = [&row](double calibration::StepInterval::*factor) {
    return row.interval ? Json((*row.interval).*factor * row.predicted / second) : Json(nullptr);
  };
  using Interval = calibration::StepInterval;
  return {{"line", stated.line},
          {"source_id", stated.source_id},
          {"measured", row.measured() / second},
          {"predicted", row.predicted / second},
          {"low_80", bound(&Interval::low_80)},
          {"high_80", bound(&Interval::high_80)},
          {"low_95", bound(&Interval::low_95)},
          {"high_95", bound(&Interval::high_95)},
          {"status", row.status.empty() ? Json(nullptr) : Json(row.status)},
          {"file", row.entry.file},
          {"model", stated.model_name},
          {"gpu", stated.gpu},
          {"num_gpus", stated.num_gpus},
          {"accelerator", row.job().instance.accelerator.name},
          {"framework", row.job().framework.name},
          {"precision", sim::precision_name(row.job().settings.precision)},
          {"layout", row.layout},
          {"measured_from", row.entry.measured_from},
          {"assumptions", row.entry.assumptions}};
}

Document step_validation_document(const StepValidation& validation, bool with_rows) {
  const auto& judged = validation.judged;
  const Rows<JudgedStep> all = all_rows(judged);
  const auto by = [&](const auto& key) { return grouped(judged, key); };
  const Groups<JudgedStep> by_source = by([](const JudgedStep& r) { return r.entry.row.source_id; });
  const Groups<JudgedStep> by_status = by([](const JudgedStep& r) { return r.status; });
  const Groups<JudgedStep> by_gpu = by([](const JudgedStep& r) { return r.entry.row.gpu; });
  const Groups<JudgedStep> by_framework = by([](const JudgedStep& r) { return r.job().framework.name; });
  const Groups<JudgedStep> by_precision =
      by([](const JudgedStep& r) { return std::string(sim::precision_name(r.job().settings.precision)); });
  const Groups<JudgedStep> by_layout = by([](const JudgedStep& r) { return r.layout; });
  Document document = refusals_document("rows", judged.size(), validation.refused);
  document.warnings = validation.warnings;
  if (validation.num_anchors > 0) document.headline += fmt::format("; {} rows anchor", validation.num_anchors);
  document.json.update(rows_summary_json(all));
  const bool has_status = !judged.empty() && !judged.front().status.empty();
  document.json["by_status"] = has_status ? groups_json(by_status, "status") : Json(Json::array());
  document.json["by_source"] = groups_json(by_source, "source_id");
  document.json["by_gpu"] = groups_json(by_gpu, "gpu");
  document.json["by_framework"] = groups_json(by_framework, "framework");
  document.json["by_precision"] = groups_json(by_precision, "precision");
  document.json["by_layout"] = groups_json(by_layout, "layout");
  if (!judged.empty()) {
    document.tables.push_back(
        groups_table("Error of step time, predicted / measured - 1", Groups<JudgedStep>{{"all", all}}));
    if (has_status) {
      document.tables.back().notes.emplace_back(
          "in 80 %, in 95 %: measurements inside the intervals; width: of the median 80 % interval over the "
          "prediction");
      document.tables.push_back(groups_table("By what the profile knows", by_status));
      document.tables.back().notes.emplace_back(
          "fitted: the profile was fitted to the row; known: to others of its framework and accelerator");
    }
    document.tables.push_back(groups_table("By source", by_source));
    document.tables.push_back(groups_table("By GPU", by_gpu));
    document.tables.push_back(groups_table("By framework", by_framework));
    document.tables.push_back(groups_table("By precision", by_precision));
    document.tables.push_back(groups_table("By layout", by_layout));
    document.tables.push_back(worst_steps_table(judged));
    std::map<std::string, int> assumptions;
    for (const JudgedStep& row : judged)
      for (const std::string& assumption : row.entry.assumptions) ++assumptions[assumption];
    document.tables.push_back(counts_table("Taken where rows are silent", "assumption", assumptions));
  }
  add_refusals_table(document, validation.refused);
  if (with_rows) add_row_results(document, judged, step_row_json);
  return document;
}

}  // namespace

Document validate_steps(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  return step_validation_document(step_validation(question.files, question.anchor, catalog), question.with_rows);
}

}  // namespace fmplan::assessment
