#include "core/scenario/resolved_scenario.h"

#include <string>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/scenario/plan_json.h"
#include "core/scenario/scenario_names.h"

namespace fmplan::scenario {
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

std::string seconds_text(Seconds value) { return exact_text(value / second, time_units().front()); }

void fill_hazards(json& run_hazards, const sim::Hazards& hazards) {
  const auto fill_in = [&](const char* hazard, const char* key, json value) {
    fill(run_hazards[hazard], key, std::move(value));
  };
  if (hazards.renewal_shape) fill_in("renewal", "shape", *hazards.renewal_shape);
  if (hazards.lemons) {
    fill_in("lemons", "share", hazards.lemons->share);
    fill_in("lemons", "factor", hazards.lemons->factor);
    fill_in("lemons", "recognised", hazards.lemons->recognised);
  }
  if (hazards.aging) fill_in("aging", "shape", hazards.aging->shape);
  if (hazards.groups) {
    fill_in("groups", "mtbf", seconds_text(hazards.groups->mtbf));
    fill_in("groups", "repair", seconds_text(hazards.groups->repair));
  }
  if (hazards.silent_corruption)
    fill_in("silent_corruption", "per_1000_node_days", hazards.silent_corruption->per_1000_node_days);
  if (hazards.slow_nodes) {
    fill_in("slow_nodes", "slowdown", hazards.slow_nodes->slowdown);
    fill_in("slow_nodes", "lasts", seconds_text(hazards.slow_nodes->lasts));
    fill_in("slow_nodes", "then", hazards.slow_nodes->replaced ? "replaced" : "recovers");
  }
  if (hazards.preemption) fill_in("preemption", "notice", seconds_text(hazards.preemption->notice));
  if (hazards.maintenance) fill_in("maintenance", "every", seconds_text(hazards.maintenance->every));
}

void fill_run(json& run, const plan::Scenario& scenario) {
  fill(run, "start", date_text(scenario.start));
  fill(run, "failures", scenario.failures.name);
  fill(run, "recovery", scenario.recovery.name);
  if (!scenario.search_spares) fill(run, "spare_nodes", scenario.spare_nodes);
  fill(run, "evaluation", scenario.evaluation_share);
  fill(run["checkpoint"], "mode", written_name<bool>(scenario.checkpoint.asynchronous, kCheckpointModes));
  if (run.contains("data") && run["data"].is_object())
    fill(run["data"], "bytes_per_token", scenario.data.bytes_per_token);
  if (run.contains("hazards")) fill_hazards(run["hazards"], scenario.hazards);
  if (scenario.continuation != sim::ContinuationKind::kReplica) return;
  if (!run["continuation"].is_object()) run["continuation"] = {{"kind", "replica"}};
  fill(run["continuation"], "stall", seconds_text(scenario.replica_stall));
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

}  // namespace fmplan::scenario
