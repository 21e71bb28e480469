#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/answer/json_values.h"
#include "core/answer/report_tables.h"
#include "core/assessment/campaign_question.h"
#include "core/assessment/validation.h"
#include "core/assessment/validation_groups.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/calibration/campaign_history.h"
#include "core/calibration/collective_observation.h"
#include "core/catalog/catalog.h"
#include "core/evidence/campaign_rows.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using answer::or_null;
using text::Json;

/// One campaign that was predicted; hours are those of all GPUs together.
struct JudgedCampaign {
  std::string file;
  evidence::CampaignRow row;
  std::string accelerator;
  std::string framework;
  int num_gpus = 0;
  bool is_mixture = false;
  std::vector<std::string> assumptions;
  MeasuredCampaign measured;
  CampaignPrediction predicted;
  double campaign = 1;  ///< what campaigns of other teams took over the physics
  std::optional<Range> interval_80;
  std::optional<Range> interval_95;

  double gpu_hours() const { return campaign * predicted.gpu_hours; }
  double days() const { return campaign * predicted.days; }
  double error() const { return gpu_hours() / measured.gpu_hours - 1; }
  double physics_error() const { return predicted.gpu_hours / measured.gpu_hours - 1; }
  std::optional<bool> inside(const std::optional<Range>& interval) const {
    if (!interval) return std::nullopt;
    return interval->low <= measured.gpu_hours && measured.gpu_hours <= interval->high;
  }
  Judgement judgement() const {
    return {
        .error = error(),
        .inside_80 = inside(interval_80),
        .inside_95 = inside(interval_95),
        .width_80 = interval_80 ? std::optional((interval_80->high - interval_80->low) / gpu_hours()) : std::nullopt};
  }
};

struct CampaignValidation {
  std::vector<JudgedCampaign> judged;
  std::vector<Refusal> refused;
  std::vector<std::string> warnings;
};

/// What campaigns show of the step time's own error and their spread, in quadrature as logarithms, about the row's
/// GPU-hours.
Range interval_of(const JudgedCampaign& row, double low, double high, const calibration::CampaignHistory& history,
                  double deviations) {
  const double step_share = row.is_mixture ? 1 : history.step_share;  // as plans have it
  const auto distance = [&](double factor) {
    return std::hypot(step_share * std::log(factor), deviations * history.log_sd);
  };
  return {row.gpu_hours() * std::exp(-distance(low)), row.gpu_hours() * std::exp(distance(high))};
}

/// By what teams other than the row's own took.
void add_history(JudgedCampaign& row, const std::vector<calibration::CampaignRatio>& ratios) {
  std::vector<calibration::CampaignRatio> others;
  std::set<std::string> sources;
  for (const calibration::CampaignRatio& ratio : ratios)
    if (ratio.residual.source != row.row.source_id) {
      others.push_back(ratio);
      sources.insert(ratio.residual.source);
    }
  if (sources.size() < 2) return;
  const calibration::CampaignHistory history = fit_campaign_history(others);
  const sim::StepTimeError& error = row.predicted.step_time_error;
  row.campaign = std::exp(history.log_median);
  row.interval_80 = interval_of(row, error.low_80, error.high_80, history, kNormal80);
  row.interval_95 = interval_of(row, error.low_95, error.high_95, history, kNormal95);
}

std::variant<JudgedCampaign, evidence::StepRefusal> judge(const std::string& file, const evidence::CampaignRow& row,
                                                          const CampaignCatalog& catalog) {
  auto asked = campaign_question(row, catalog);
  if (auto* refusal = std::get_if<evidence::StepRefusal>(&asked)) return std::move(*refusal);
  const auto measured = measured_campaign(row);
  if (const auto* refusal = std::get_if<evidence::StepRefusal>(&measured)) return *refusal;
  auto& question = std::get<CampaignQuestion>(asked);
  const auto predicted = predict_campaign(question);
  if (const auto* refusal = std::get_if<evidence::StepRefusal>(&predicted)) return *refusal;
  if (std::string reason =
          impossible_hours(std::get<MeasuredCampaign>(measured), std::get<CampaignPrediction>(predicted));
      !reason.empty())
    return evidence::StepRefusal{std::move(reason)};
  return JudgedCampaign{.file = file,
                        .row = row,
                        .accelerator = question.scenario.cluster.instance.accelerator.name,
                        .framework = question.scenario.framework.name,
                        .num_gpus = num_accelerators(question.scenario.cluster),
                        .is_mixture = question.scenario.model.moe.has_value(),
                        .assumptions = std::move(question.assumptions),
                        .measured = std::get<MeasuredCampaign>(measured),
                        .predicted = std::get<CampaignPrediction>(predicted),
                        .campaign = 1,
                        .interval_80 = {},
                        .interval_95 = {}};
}

/// Of the published campaigns that come with the program, next to its catalogues.
std::vector<calibration::CampaignRatio> shipped_ratios(const catalog::Catalog& shipped, const CampaignCatalog& catalog,
                                                       CampaignValidation& result) {
  const std::filesystem::path file =
      std::filesystem::absolute(shipped.roots().front()).parent_path() / "validation" / "campaigns.csv";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    result.warnings.push_back(fmt::format("{} is missing: physics alone, and no intervals", file.string()));
    return {};
  }
  return campaign_ratios(evidence::read_campaign_rows(text::read_text_file(file), file.filename().string()), catalog);
}

CampaignValidation campaign_validation(const ValidationQuestion& question, const catalog::Catalog& shipped) {
  const CampaignCatalog catalog = load_campaign_catalog(shipped);
  CampaignValidation result;
  for (const std::string& path : question.files) {
    const std::string file = std::filesystem::path(path).filename().string();
    const evidence::CampaignRows read = evidence::read_campaign_rows(text::read_text_file(path), file);
    result.warnings.insert(result.warnings.end(), read.notes.begin(), read.notes.end());
    for (const text::RefusedRow& row : read.refused) result.refused.push_back({file, row});
    for (const evidence::CampaignRow& row : read.rows) {
      auto judged = judge(file, row, catalog);
      if (auto* refusal = std::get_if<evidence::StepRefusal>(&judged))
        result.refused.push_back({file, {row.line, std::move(refusal->reason)}});
      else
        result.judged.push_back(std::move(std::get<JudgedCampaign>(judged)));
    }
  }
  if (result.judged.empty()) return result;
  const auto ratios = shipped_ratios(shipped, catalog, result);
  for (JudgedCampaign& row : result.judged) add_history(row, ratios);
  return result;
}

/// Errors without what campaigns take beside.
Json physics_json(const Rows<JudgedCampaign>& rows) {
  if (rows.empty()) return nullptr;
  std::vector<double> errors;
  for (const JudgedCampaign* row : rows) errors.push_back(row->physics_error());
  const calibration::ErrorSummary s = calibration::summarise_errors(std::move(errors));
  return {{"mape", s.mean}, {"median_ape", s.median}, {"bias", s.bias}};
}

/// Of wall-clock days, where the row states them and its GPUs.
Json days_json(const std::vector<JudgedCampaign>& judged) {
  std::vector<double> errors;
  for (const JudgedCampaign& row : judged)
    if (row.row.days && row.row.num_gpus) errors.push_back(row.days() / *row.row.days - 1);
  if (errors.empty()) return {{"rows", 0}, {"mape", nullptr}, {"median_ape", nullptr}, {"bias", nullptr}};
  const calibration::ErrorSummary s = calibration::summarise_errors(std::move(errors));
  return {{"rows", s.num_rows}, {"mape", s.mean}, {"median_ape", s.median}, {"bias", s.bias}};
}

Table campaigns_table(const std::vector<JudgedCampaign>& judged) {
  Table table{
      .title = "Campaigns, in GPU-hours",
      .header = {"row", "model", "GPUs", "measured", "physics", "predicted", "error", "80 %", "days", "predicted"},
      .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {}};
  for (const JudgedCampaign& row : judged) {
    const auto& interval = row.interval_80;
    // Days belong to a number of GPUs that the row states.
    const bool lasts = row.row.days && row.row.num_gpus;
    table.rows.push_back(
        {fmt::format("{}:{}", row.file, row.row.line), row.row.model, fmt::format("{} {}", row.num_gpus, row.row.gpu),
         count_text(row.measured.gpu_hours), count_text(row.predicted.gpu_hours), count_text(row.gpu_hours()),
         signed_percent(row.error()),
         interval ? fmt::format("{} – {}", count_text(interval->low), count_text(interval->high)) : "–",
         lasts ? fmt::format("{:.4g}", *row.row.days) : "", lasts ? fmt::format("{:.4g}", row.days()) : ""});
  }
  return table;
}

Json campaign_row_json(const JudgedCampaign& row) {
  const auto bound = [](const std::optional<Range>& interval, double Range::*end) {
    return interval ? Json(*interval.*end) : Json();
  };
  return {{"line", row.row.line},
          {"source_id", row.row.source_id},
          {"measured", row.measured.gpu_hours},
          {"physics", row.predicted.gpu_hours},
          {"predicted", row.gpu_hours()},
          {"low_80", bound(row.interval_80, &Range::low)},
          {"high_80", bound(row.interval_80, &Range::high)},
          {"low_95", bound(row.interval_95, &Range::low)},
          {"high_95", bound(row.interval_95, &Range::high)},
          {"file", row.file},
          {"model", row.row.model},
          {"gpu", row.row.gpu},
          {"num_gpus", row.num_gpus},
          {"accelerator", row.accelerator},
          {"framework", row.framework},
          {"parallel", answer::parallel_text(row.predicted.parallel)},
          {"mfu", row.predicted.mfu},
          {"goodput", row.predicted.goodput},
          {"measured_days", or_null(row.row.days)},
          {"predicted_days", row.days()},
          {"measured_from", row.measured.from},
          {"assumptions", row.assumptions}};
}

Document campaign_validation_document(const CampaignValidation& validation, bool with_rows) {
  const auto& judged = validation.judged;
  const Rows<JudgedCampaign> all = all_rows(judged);
  const auto by = [&](const auto& key) { return grouped(judged, key); };
  const Groups<JudgedCampaign> by_kind =
      by([](const JudgedCampaign& r) { return r.is_mixture ? "mixtures" : "dense models"; });
  const Groups<JudgedCampaign> by_source = by([](const JudgedCampaign& r) { return r.row.source_id; });
  const Groups<JudgedCampaign> by_gpu = by([](const JudgedCampaign& r) { return r.row.gpu; });
  const Groups<JudgedCampaign> by_framework = by([](const JudgedCampaign& r) { return r.framework; });
  Document document = refusals_document("campaigns", judged.size(), validation.refused);
  document.warnings = validation.warnings;
  document.json.update(rows_summary_json(all));
  document.json["physics"] = physics_json(all);
  document.json["days"] = days_json(judged);
  document.json["by_kind"] = groups_json(by_kind, "campaign_kind");
  document.json["by_source"] = groups_json(by_source, "source_id");
  document.json["by_gpu"] = groups_json(by_gpu, "gpu");
  document.json["by_framework"] = groups_json(by_framework, "framework");
  if (!judged.empty()) {
    Groups<JudgedCampaign> kinds = by_kind;
    kinds["all"] = all;
    document.tables.push_back(groups_table("Error of GPU-hours, predicted / measured - 1", kinds));
    document.tables.back().notes.emplace_back(
        "predicted: the physics times what campaigns took over it, fitted to the dense campaigns that come with the "
        "program but the row's own source; the interval holds their spread and the step time's own error");
    document.tables.push_back(campaigns_table(judged));
    document.tables.push_back(groups_table("By source", by_source));
    document.tables.push_back(groups_table("By GPU", by_gpu));
    document.tables.push_back(groups_table("By framework", by_framework));
    std::map<std::string, int> assumptions;
    for (const JudgedCampaign& row : judged)
      for (const std::string& assumption : row.assumptions)
        ++assumptions[assumption.substr(0, assumption.find(':'))];  // the rule without its value
    document.tables.push_back(counts_table("Taken where rows are silent", "assumption", assumptions));
  }
  add_refusals_table(document, validation.refused);
  if (with_rows) add_row_results(document, judged, campaign_row_json);
  return document;
}

}  // namespace

Document validate_campaigns(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  return campaign_validation_document(campaign_validation(question, catalog), question.with_rows);
}

}  // namespace fmplan::assessment
