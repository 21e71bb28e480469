#include "core/io/resolved_scenario.h"

#include <string>
#include <utility>

#include "core/io/report_json.h"
#include "core/io/scenario_names.h"

namespace fmplan::io {
namespace {

using nlohmann::json;

void fill(json& section, const char* key, json value) {
  if (!section.contains(key) || section[key] == "auto") section[key] = std::move(value);
}

json plan_json(const model::ParallelPlan& plan) { return json::parse(parallel_json(plan).dump()); }

/// What a search found, phase by phase where there are several.
void fill_plans(json& training, const plan::Report& report) {
  if (training.contains("parallel") && training["parallel"] != "auto") return;
  if (report.phases.empty()) return;
  if (training.contains("phases"))
    for (std::size_t i = 0; i < report.phases.size(); ++i)
      fill(training["phases"][i], "parallel", plan_json(report.phases[i].parallel));
  fill(training, "parallel", plan_json(report.phases.front().parallel));
}

void fill_training(json& training, const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  fill(training, "precision", written_name<model::Precision>(scenario.precision, kPrecisions));
  fill(training, "optimizer", written_name<model::Optimizer>(scenario.optimizer, kOptimizers));
  fill(training, "attention", written_name<sim::AttentionKernel>(scenario.attention, kAttention));
  fill(training, "mfu_convention", written_name<model::FlopConvention>(scenario.flop_convention, kConventions));
  fill(training, "framework", scenario.framework.name);
  fill_plans(training, report);
}

void fill_run(json& run, const plan::Scenario& scenario) {
  fill(run, "start", date_text(scenario.start));
  fill(run, "failures", scenario.failures.name);
  fill(run, "recovery", scenario.recovery.name);
  fill(run, "spare_nodes", scenario.spare_nodes);
  fill(run, "evaluation", scenario.evaluation_share);
  fill(run["checkpoint"], "mode", written_name<bool>(scenario.checkpoint.asynchronous, kCheckpointModes));
  if (run.contains("data") && run["data"].is_object())
    fill(run["data"], "bytes_per_token", scenario.data.bytes_per_token);
}

}  // namespace

json resolved_scenario(json document, const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  fill(document, "name", scenario.name);
  fill_training(document["training"], report);
  if (!report.phases.empty()) fill(document["cluster"], "nodes", scenario.cluster.num_nodes);
  fill_run(document["run"], scenario);
  fill(document["price"], "region", scenario.price.region);
  fill(document["price"], "kind", scenario.price.kind == "own" ? "on_demand" : scenario.price.kind);
  if (scenario.price.on) fill(document["price"], "on", date_text(*scenario.price.on));
  fill(document["power"], "pue", scenario.power.pue);
  if (scenario.power.grid_kg_per_kwh && !document["power"].contains("grid"))
    fill(document["power"], "grid_kg_per_kwh", *scenario.power.grid_kg_per_kwh);
  return document;
}

}  // namespace fmplan::io
