#include "core/answer/run_json.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "core/answer/json_values.h"
#include "core/answer/notice_text.h"
#include "core/base/quantity_text.h"
#include "core/picture/run_caption.h"

namespace fmplan::answer {
namespace {

using text::Json;

Json estimate_json(const sim::Estimate& estimate) {
  return {{"mean", finite(estimate.mean)}, {"standard_error", finite(estimate.standard_error)}};
}

Json spread_json(const sim::Spread& spread) {
  Json section = estimate_json(spread.estimate);
  section["p10"] = finite(spread.p10);
  section["p50"] = finite(spread.p50);
  section["p90"] = finite(spread.p90);
  return section;
}

Json finish_json(const plan::RunStudy& study, const sim::Spread& days) {
  const auto on = [&](double value) {
    return std::isfinite(value) ? Json(picture::finish_text(study, value)) : Json(nullptr);
  };
  return {{"p10", on(days.p10)}, {"p50", on(days.p50)}, {"p90", on(days.p90)}};
}

Json band_json(const plan::RunStudy& study, const sim::RunSimulation& run) {
  return {{"trials", run.trials},
          {"finished", run.finished},
          {"wall_clock_days", spread_json(run.wall_clock_days)},
          {"finish", finish_json(study, run.wall_clock_days)}};
}

Json bands_json(const plan::RunStudy& study) {
  Json bands = {{"luck", band_json(study, study.luck)}, {"rate", nullptr}, {"step_time", nullptr}};
  if (rate_shape(study.settings.failures)) bands["rate"] = band_json(study, study.with_rate);
  const auto& overhead = study.report.scenario.campaign_overhead;
  if (study.has_step_time_error || (overhead && overhead->log_sd > 0))
    bands["step_time"] = band_json(study, study.with_step_time);
  return bands;
}

Json run_causes_json(const sim::RunSimulation& run) {
  Json list = Json::array();
  for (std::size_t c = 0; c < sim::kNumRunCauses; ++c) {
    const sim::CauseSummary& summary = run.causes[c];
    if (summary.interruptions.mean == 0) continue;
    const auto cause = sim::kRunCauses[c].cause;
    list.push_back({{"cause", run_cause_name(cause)},
                    {"planned", is_planned(cause)},
                    {"interruptions", estimate_json(summary.interruptions)},
                    {"lost_h", spread_json(summary.lost_h)},
                    {"down_h", estimate_json(summary.down_h)}});
  }
  return list;
}

Json published_causes_json(const plan::RunStudy& study) {
  Json list = Json::array();
  for (const picture::PublishedCause& cause : picture::published_causes(study))
    list.push_back({{"name", cause.name},
                    {"interruptions", cause.interruptions},
                    {"lost_h", cause.lost_h},
                    {"down_h", cause.down_h}});
  return list;
}

Json simulated_json(const plan::RunStudy& study, const Json& closed_form) {
  const sim::RunSimulation& run = picture::whole_band(study);
  const sim::RunSimulation& predicted = picture::at_predicted_step_time(study);
  Json time_h;
  for (std::size_t t = 0; t < sim::kNumRunTimes; ++t)
    time_h[std::string(sim::kRunTimeNames.texts[t])] = estimate_json(predicted.time_h[t]);
  Json section = {{"method", "simulation"},
                  {"trials", run.trials},
                  {"finished", run.finished},
                  {"wall_clock_days", spread_json(run.wall_clock_days)},
                  {"start", date_text(study.report.scenario.start)},
                  {"finish", finish_json(study, run.wall_clock_days)},
                  {"goodput", spread_json(run.goodput)},
                  {"interruptions", spread_json(run.interruptions)},
                  {"planned_interruptions", estimate_json(run.planned_interruptions)},
                  {"first_interruption_h", estimate_json(run.first_interruption_h)},
                  {"lost_h", spread_json(run.lost_h)},
                  {"starved_share", estimate_json(run.starved_share)},
                  {"held_days", spread_json(run.held_days)},
                  {"on_time_share", study.report.scenario.deadline ? estimate_json(run.on_time_share) : Json(nullptr)},
                  {"ends_corrupted_share", estimate_json(run.ends_corrupted_share)},
                  {"time_h", std::move(time_h)},
                  {"causes", run_causes_json(predicted)},
                  {"published_causes", published_causes_json(study)},
                  {"bands", bands_json(study)},
                  {"histogram",
                   {{"low_days", run.wall_clock_histogram.low},
                    {"high_days", run.wall_clock_histogram.high},
                    {"trials", run.wall_clock_histogram.counts}}}};
  // What the simulation has in common with the closed form: the rule in use, not an outcome.
  for (const char* key : {"mtbf_h", "checkpoint_interval_s", "young_interval_s", "daly_interval_s", "checkpoint_bytes",
                          "checkpoint_write_s", "spare_nodes", "failures"})
    section[key] = closed_form.at(key);
  section["optimal_interval_s"] = finite(study.report.run.optimal_interval / second);
  const auto apart =
      picture::standard_errors_apart(study.luck.wall_clock_days.estimate, study.report.run.time.total() / day);
  section["difference_to_closed_form"] = {
      {"wall_clock_days", finite(study.luck.wall_clock_days.estimate.mean - study.report.run.time.total() / day)},
      {"standard_errors", apart && std::isfinite(*apart) ? Json(*apart) : Json(nullptr)},
      {"left_out_there", left_out(study.settings)}};
  return section;
}

Json hours_json(const plan::AcceleratorHours& hours) {
  return {{"productive", finite(hours.productive)},      {"lost", finite(hours.lost)},
          {"checkpoint", finite(hours.checkpoint)},      {"waiting", finite(hours.waiting)},
          {"evaluation", finite(hours.evaluation)},      {"data_stall", finite(hours.data_stall)},
          {"campaign_overhead", finite(hours.overhead)}, {"spares", finite(hours.spares)}};
}

Json run_changes_json(const plan::RunStudy& study) {
  Json list = Json::array();
  for (const plan::RunChange& change : study.changes)
    list.push_back({{"name", change.name},
                    {"setting", change.setting},
                    {"saved_days", estimate_json(change.days)},
                    {"saved_cost", money(change.money)},
                    {"saved_cost_standard_error", money(change.money_error)}});
  return list;
}

Json spare_cases_json(const plan::RunStudy& study) {
  Json list = Json::array();
  for (const plan::SpareCase& value : study.spare_cases)
    list.push_back({{"spare_nodes", value.spare_nodes},
                    {"wall_clock_days", estimate_json(value.wall_clock_days)},
                    {"starved", value.starved_share},
                    {"node_hours", finite(value.node_hours)},
                    {"cost", money(value.cost)}});
  return list;
}

Json run_cost_json(const plan::RunStudy& study) {
  Json section = {{"currency", "USD"}, {"mean", nullptr}, {"p10", nullptr},
                  {"p50", nullptr},    {"p90", nullptr},  {"is_partial", false}};
  if (!study.cost) return section;
  section["mean"] = money(study.cost->mean);
  section["p10"] = money(study.cost->p10);
  section["p50"] = money(study.cost->p50);
  section["p90"] = money(study.cost->p90);
  section["is_partial"] = study.cost->is_partial;
  return section;
}

}  // namespace

bool has_simulation(const plan::RunStudy& study) { return picture::whole_band(study).finished > 0; }

bool mostly_finishes(const plan::RunStudy& study) {
  const sim::RunSimulation& all = picture::whole_band(study);
  return has_simulation(study) && 2 * all.finished >= all.trials;
}

bool can_run(const plan::RunStudy& study) { return mostly_finishes(study) && study.obstacles.empty(); }

Json run_json(const plan::RunStudy& study, const ReportOrigin& origin) {
  Json report = report_json(study.report, origin);
  Json document;
  for (const char* key :
       {"version", "scenario", "catalog_version", "fmplan_version", "seed", "name", "model", "cluster"})
    document[key] = std::move(report[key]);
  document["can_run"] = can_run(study);
  document["obstacles"] = notice_texts(study.obstacles);
  const bool simulated = study.luck.finished > 0;
  document["run"] = simulated ? simulated_json(study, report["run"]) : Json(nullptr);
  document["gpu_hours"] = simulated ? Json(finite(study.accelerator_hours.job)) : Json(nullptr);
  document["gpu_hours_ledger"] = simulated ? hours_json(study.accelerator_hours) : Json(nullptr);
  document["cost"] = run_cost_json(study);
  document["changes"] = run_changes_json(study);
  document["spare_cases"] = spare_cases_json(study);
  document["closed_form"] = std::move(report["run"]);
  document["assumptions"] = std::move(report["assumptions"]);
  document["warnings"] = notice_texts(study.warnings);
  document["notices"] = notices_json(study.obstacles, study.warnings);
  return document;
}

}  // namespace fmplan::answer
