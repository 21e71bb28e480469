#include "core/scenario/resolved_scenario.h"

#include <string>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/model/adapters.h"
#include "core/scenario/plan_json.h"
#include "core/scenario/scenario_hazards.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_names.h"
#include "core/text/json_conversion.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

void fill(json& section, const char* key, json value) {
  if (!section.contains(key) || section[key] == "auto" || section[key].is_null()) section[key] = std::move(value);
}

json plan_json(const model::ParallelPlan& plan) { return text::parsed(parallel_json(plan)); }

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
  fill(training, "kind",
       model::kTrainingKindNames.name(scenario.adapter_rank > 0 ? model::TrainingKind::kLora
                                                                : model::TrainingKind::kFull));
  if (scenario.adapter_rank > 0) {
    fill(training, "adapter_rank", scenario.adapter_rank);
    fill(training, "adapter_targets", model::kAdapterTargetsNames.name(scenario.adapter_targets));
    fill(training, "frozen_weights", model::kFrozenWeightsNames.name(scenario.frozen_weights));
  }
  if (const auto& moe = scenario.model.moe; moe && moe->capacity_factor > 0)
    fill(training, "expert_capacity_factor", moe->capacity_factor);
  if (const auto& moe = scenario.model.moe; moe && moe->balanced_routing) fill(training, "balanced_routing", true);
  if (const int length = scenario.model.document_length; length > 0) fill(training, "document_length", length);
  fill(training, "precision", model::kPrecisionNames.name(scenario.precision));
  if (is_quantised(scenario.precision)) {
    fill(training, "scaling_recipe", model::kScalingRecipeNames.name(scenario.recipe));
    fill(training, "quantised_primary_weights", scenario.framework.memory.quantised_primary_weights);
  }
  fill(training, "optimizer", model::kOptimizerNames.name(scenario.optimizer));
  if (scenario.framework.memory.weight_storage == model::WeightStorage::kComputeCopyOnly)
    fill(training, "master_weights", false);
  fill(training, "attention", sim::kAttentionKernelNames.name(scenario.attention));
  if (scenario.cuda_graphs) fill(training, "cuda_graphs", true);
  if (scenario.loss_chunks > 1) fill(training, "loss_chunks", scenario.loss_chunks);
  if (scenario.software) fill(training, "software", date_text(*scenario.software));
  fill(training, "mfu_convention", model::kFlopConventionNames.name(scenario.flop_convention));
  fill(training, "fit_confidence", scenario.fit_confidence);
  fill(training, "framework", scenario.framework.name);
  fill_plans(training, report);
}

std::string seconds_text(Seconds value) { return exact_text(value / second, time_units().front()); }

void fill_run(json& run, const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  fill(run, "start", date_text(scenario.start));
  fill(run, "failures", scenario.failures.name);
  fill(run, "failures_while_down", scenario.failures_while_down);
  fill(run, "recovery", scenario.recovery.name);
  if (!scenario.search_spares || !report.phases.empty()) fill(run, "spare_nodes", scenario.spare_nodes);
  fill(run, "evaluation", scenario.evaluation_share);
  fill(run, "campaign_overhead", text::parsed(overhead_json(scenario.campaign_overhead)));
  fill(run["checkpoint"], "mode", kCheckpointModeNames.name(scenario.checkpoint.asynchronous));
  if (run.contains("data") && run["data"].is_object())
    fill(run["data"], "bytes_per_token", scenario.data.bytes_per_token);
  if (run.contains("hazards")) fill_hazards(run["hazards"], scenario.hazards);
  if (scenario.continuation != sim::ContinuationKind::kReplica) return;
  if (!run["continuation"].is_object()) run["continuation"] = {{"kind", "replica"}};
  fill(run["continuation"], "stall", seconds_text(scenario.replica_stall));
}

/// Nodes and batches as they are planned, where they are not as stated.
void round_numbers(json& document, const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  json& nodes = document["cluster"]["nodes"];
  // "8 h" is of a job of the nodes asked for.
  if (nodes != scenario.cluster.num_nodes)
    state_nodes_of_failures(document, scenario.cluster.instance.accelerators_per_node);
  nodes = scenario.cluster.num_nodes;
  document["run"]["spare_nodes"] = scenario.spare_nodes;
  json& training = document["training"];
  for (std::size_t i = 0; i < scenario.phases.size(); ++i) {
    if (scenario.phases[i].global_batch_size == report.rounding->batches_asked[i]) continue;
    json& of_batch = training.contains("phases") ? training["phases"][i] : training;
    of_batch["global_batch_size"] = scenario.phases[i].global_batch_size;
  }
}

}  // namespace

json resolved_scenario(json document, const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  fill(document, "name", scenario.name);
  fill_training(document["training"], report);
  if (!report.phases.empty()) fill(document["cluster"], "nodes", scenario.cluster.num_nodes);
  fill_run(document["run"], report);
  if (report.rounding) round_numbers(document, report);
  if (scenario.price.region_is_known) fill(document["price"], "region", scenario.price.region);
  fill(document["price"], "kind", scenario.price.kind == "own" ? "on_demand" : scenario.price.kind);
  if (scenario.price.on) fill(document["price"], "on", date_text(*scenario.price.on));
  if (scenario.power.node) {
    fill(document["power"], "node", exact_text(*scenario.power.node / watt, power_units().front()));
    fill(document["power"], "waiting", scenario.power.waiting_share);
  }
  fill(document["power"], "pue", scenario.power.pue);
  if (scenario.power.grid_kg_per_kwh && document["power"].value("grid", json()).is_null())
    fill(document["power"], "grid_kg_per_kwh", *scenario.power.grid_kg_per_kwh);
  return document;
}

}  // namespace fmplan::scenario
