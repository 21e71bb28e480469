#include "core/scenario/scenario_writer.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/catalog/model_json.h"
#include "core/model/adapters.h"
#include "core/scenario/fields.h"
#include "core/scenario/machine_writer.h"
#include "core/scenario/plan_json.h"
#include "core/scenario/scenario_hazards.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_names.h"
#include "core/text/field_writer.h"
#include "core/text/json_conversion.h"

namespace fmplan::scenario {
namespace {

using plan::CheckpointLevelSpec;
using text::FieldTable;
using text::FieldWriter;
using text::Json;

/// The plan; its data parallelism only where it was stated, its dispatcher where it is not the framework's `usual`.
Json plan_document(const model::ParallelPlan& plan, std::optional<int> stated_data, model::Dispatcher usual) {
  Json section = parallel_json(plan);
  section.erase("data");
  if (plan.dispatcher != usual) section["dispatcher"] = model::kDispatcherNames.name(plan.dispatcher);
  if (stated_data) section["data"] = *stated_data;
  return section;
}

Json phase_document(const plan::Phase& phase, model::Dispatcher usual) {
  FieldWriter writer(fields::kPhase);
  writer.put("name", phase.name);
  writer.put("tokens", phase.tokens);
  writer.put("sequence_length", phase.sequence_length);
  writer.put("global_batch_size", phase.global_batch_size);
  if (phase.num_nodes) writer.put("nodes", *phase.num_nodes);
  if (phase.parallel) writer.put("parallel", plan_document(*phase.parallel, phase.stated_data, usual));
  return writer.object();
}

template <class E, std::size_t N>
Json names_json(const std::vector<E>& values, const NameTable<E, N>& names) {
  Json list = Json::array();
  for (const E value : values) list.push_back(names.name(value));
  return list;
}

Json offers_document(const sim::PlanOffers& offers) {
  return {{"tensor", offers.tensor},
          {"pipeline", offers.pipeline},
          {"context", offers.context},
          {"expert", offers.expert},
          {"schedules", names_json(offers.schedules, model::kPipelineScheduleNames)},
          {"zero_stages", names_json(offers.zero_stages, model::kZeroStageNames)},
          {"zero_stages_in_pipeline", names_json(offers.zero_stages_in_pipeline, model::kZeroStageNames)},
          {"two_batches", sim::kTwoBatchesNames.name(offers.two_batches)}};
}

Json framework_document(const sim::FrameworkProfile& framework) {
  FieldWriter writer(fields::kFramework);
  const model::MemoryHabits& memory = framework.memory;
  writer.put("name", framework.name);
  writer.put("hidden_passes", framework.passes.hidden);
  writer.put("hidden_passes_layer_norm", framework.passes.hidden_layer_norm);
  writer.put("ffn_passes_gated", framework.passes.ffn_gated);
  writer.put("ffn_passes_plain", framework.passes.ffn_plain);
  writer.put("plain_kernels", framework.passes.plain_kernels);
  writer.put("rotary_passes", framework.passes.rotary);
  writer.put("adapter_passes", framework.passes.adapter);
  writer.put("logit_bytes", framework.passes.logit_bytes);
  writer.put("accumulation_bytes", framework.accumulation_bytes);
  writer.quantity("host_time_per_layer", framework.host_time_per_layer);
  writer.put("tensor_parallel_overlap", framework.tensor_parallel_overlap);
  writer.put("drops_unread_products", framework.drops_unread_products);
  writer.put("expert_padding_rows", framework.expert_padding_rows);
  writer.put("overlaps_weight_gradients", framework.overlaps_weight_gradients);
  if (!framework.attention_library.empty()) writer.put("attention_library", framework.attention_library);
  writer.put("data_parallel_overlap", framework.data_parallel_overlap);
  writer.put("gradient_bytes", framework.gradient_bytes);
  writer.put("activation_factor", memory.activation_factor);
  writer.put("gradients_beside_bf16", model::kGradientStorageNames.name(memory.gradients_beside_bf16));
  writer.put("gradients_beside_fp16", model::kGradientStorageNames.name(memory.gradients_beside_fp16));
  writer.put("master_weights_only", memory.weight_storage == model::WeightStorage::kMasterOnly);
  writer.put("quantised_primary_weights", memory.quantised_primary_weights);
  writer.put("quantised_saved_inputs", memory.quantised_saved_inputs);
  writer.put("quantised_activation_inputs", memory.quantised_activation_inputs);
  writer.put("weighted_activation", memory.weighted_activation);
  writer.put("selective_by_operation", framework.selective_by_operation);
  writer.put("selective_is_core_attention", framework.selective_is_core_attention);
  writer.put("dispatcher", model::kDispatcherNames.name(framework.dispatcher));
  if (framework.whole_experts_since) writer.put("whole_experts_since", date_text(*framework.whole_experts_since));
  writer.put("quantised_dispatch", framework.quantised_dispatch);
  writer.put("layers_dealt_by_cost", framework.layer_deal == model::LayerDeal::kByCost);
  if (framework.memory_overhead > Bytes{}) writer.quantity("memory_overhead", framework.memory_overhead);
  if (!framework.runs_on.empty()) writer.put("runs_on", framework.runs_on);
  if (framework.offers != sim::PlanOffers{}) writer.put("offers", offers_document(framework.offers));
  return writer.object();
}

Json training_document(const plan::Scenario& scenario, const catalog::Catalog& catalog) {
  FieldWriter writer(fields::kTraining);
  const plan::Phase& first = scenario.phases.front();
  if (scenario.phases.size() == 1 && first.name == "training") {
    writer.put("tokens", first.tokens);
    writer.put("sequence_length", first.sequence_length);
    writer.put("global_batch_size", first.global_batch_size);
  } else {
    Json phases = Json::array();
    for (const plan::Phase& phase : scenario.phases)
      phases.push_back(phase_document(phase, scenario.framework.dispatcher));
    writer.put("phases", std::move(phases));
  }
  if (scenario.adapter_rank > 0) {
    writer.put("kind", model::kTrainingKindNames.name(model::TrainingKind::kLora));
    writer.put("adapter_rank", scenario.adapter_rank);
    writer.put("adapter_targets", model::kAdapterTargetsNames.name(scenario.adapter_targets));
    writer.put("frozen_weights", model::kFrozenWeightsNames.name(scenario.frozen_weights));
  }
  if (const auto& moe = scenario.model.moe; moe && moe->capacity_factor > 0)
    writer.put("expert_capacity_factor", moe->capacity_factor);
  if (const auto& moe = scenario.model.moe; moe && moe->balanced_routing) writer.put("balanced_routing", true);
  if (const int length = scenario.model.document_length; length > 0) writer.put("document_length", length);
  writer.put("precision", model::kPrecisionNames.name(scenario.precision));
  if (is_quantised(scenario.precision)) {
    writer.put("scaling_recipe", model::kScalingRecipeNames.name(scenario.recipe));
    writer.put("quantised_primary_weights", scenario.framework.memory.quantised_primary_weights);
  }
  writer.put("optimizer", model::kOptimizerNames.name(scenario.optimizer));
  if (scenario.framework.memory.weight_storage == model::WeightStorage::kComputeCopyOnly)
    writer.put("master_weights", false);
  writer.put("attention", sim::kAttentionKernelNames.name(scenario.attention));
  if (scenario.cuda_graphs) writer.put("cuda_graphs", true);
  if (scenario.loss_chunks > 1) writer.put("loss_chunks", scenario.loss_chunks);
  if (scenario.software) writer.put("software", date_text(*scenario.software));
  writer.put("mfu_convention", model::kFlopConventionNames.name(scenario.flop_convention));
  writer.put("fit_confidence", scenario.fit_confidence);
  const std::string& framework = scenario.framework.name;
  writer.put("framework",
             catalog.has("frameworks", framework) ? Json(framework) : framework_document(scenario.framework));
  writer.put("parallel", scenario.search_parallel
                             ? Json("auto")
                             : plan_document(scenario.parallel, scenario.stated_data, scenario.framework.dispatcher));
  return writer.object();
}

Json cluster_document(const plan::Scenario& scenario, const catalog::Catalog& catalog) {
  FieldWriter writer(fields::kCluster);
  writer.put("instance", instance_document(scenario.cluster.instance, catalog));
  writer.put("nodes", scenario.search_nodes ? Json("auto") : Json(scenario.cluster.num_nodes));
  writer.put("strict", scenario.strict);
  if (const auto& storage = scenario.cluster.checkpoint_storage) {
    FieldWriter inner(writer.table("storage"));
    inner.put("checkpoint", storage_document(*storage, catalog));
    inner.quantity("capacity", storage->capacity);
    writer.put("storage", inner.object());
  }
  if (const auto& flows = scenario.network_flows) {
    FieldWriter inner(writer.table("network"));
    inner.put("model", kNetworkNames.name(true));
    inner.put("routing", network::kLeafRoutingNames.name(flows->routing));
    inner.put("placement", network::kPlacementNames.name(flows->placement));
    if (flows->leaf_oversubscription) inner.put("leaf_oversubscription", *flows->leaf_oversubscription);
    writer.put("network", inner.object());
  } else {
    writer.put("network", kNetworkNames.name(false));
  }
  return writer.object();
}

/// Capacity and prefixes of a storage that is named.
void put_choices(FieldWriter& writer, const hardware::Storage& storage, bool with_prefixes = true) {
  if (storage.capacity > Bytes{} && !storage.per_node) writer.quantity("capacity", storage.capacity);
  if (storage.requests && with_prefixes) writer.put("prefixes", storage.requests->prefixes);
}

Json level_document(const CheckpointLevelSpec& level, const FieldTable& table, const catalog::Catalog& catalog) {
  FieldWriter writer(table);
  writer.put("every", level.every);
  writer.put("keep", level.kept);
  switch (level.kind) {
    case CheckpointLevelSpec::Kind::kPeerMemory: writer.put("to", "peer_memory"); break;
    case CheckpointLevelSpec::Kind::kLocalDrives: writer.put("to", "local_nvme"); break;
    case CheckpointLevelSpec::Kind::kClusterStorage: writer.put("to", "storage"); break;
    case CheckpointLevelSpec::Kind::kStorage:
      writer.put("to", storage_document(*level.storage, catalog));
      put_choices(writer, *level.storage);
      break;
  }
  return writer.object();
}

Json checkpoint_document(const plan::CheckpointSpec& checkpoint, const catalog::Catalog& catalog) {
  FieldWriter writer(fields::kCheckpoint);
  if (checkpoint.interval)
    writer.quantity("interval", *checkpoint.interval);
  else
    writer.put("interval", "auto");
  writer.put("mode", kCheckpointModeNames.name(checkpoint.asynchronous));
  Json levels = Json::array();
  for (const CheckpointLevelSpec& level : checkpoint.levels)
    levels.push_back(level_document(level, writer.table("levels"), catalog));
  // A single level on the cluster's storage is what there is without levels.
  if (checkpoint.levels.size() == 1 && checkpoint.levels[0].kind == CheckpointLevelSpec::Kind::kClusterStorage)
    writer.put("keep", checkpoint.levels[0].kept);
  else
    writer.put("levels", std::move(levels));
  if (checkpoint.archive_interval)
    writer.quantity("archive", *checkpoint.archive_interval);
  else
    writer.put("archive", nullptr);
  writer.put("final", checkpoint.final_checkpoint);
  writer.put("just_in_time", checkpoint.just_in_time);
  writer.quantity("node_bandwidth", checkpoint.node_bandwidth);
  writer.quantity("asynchronous_overhead", checkpoint.asynchronous_overhead);
  writer.quantity("accelerator_copy_bandwidth", checkpoint.accelerator_copy_bandwidth);
  return writer.object();
}

Json data_document(const plan::Scenario& scenario, const catalog::Catalog& catalog) {
  FieldWriter writer(fields::kData);
  const plan::DataSpec& data = scenario.data;
  const auto place = [&](const hardware::Storage& storage) -> Json {
    if (storage == scenario.cluster.checkpoint_storage) return "storage";
    return storage.per_node ? Json("local_nvme") : storage_document(storage, catalog);
  };
  writer.put("bytes_per_token", data.bytes_per_token);
  if (data.storage) {
    // Beside a source, prefixes are the source's.
    if (!data.on_cluster_storage && !data.storage->per_node)
      put_choices(writer, *data.storage, data.staged_from.empty());
    writer.put("storage", data.on_cluster_storage ? Json("storage") : place(*data.storage));
  }
  if (!data.staged_from.empty()) {
    writer.put("source", place(data.staged_from.front()));
    if (const auto& requests = data.staged_from.front().requests) writer.put("prefixes", requests->prefixes);
    if (data.staged_from.size() > 1) writer.put("via", place(data.staged_from[1]));
    writer.quantity("staged", data.staged);
  }
  return writer.object();
}

Json failures_document(const sim::FailurePreset& preset) {
  FieldWriter writer(fields::kFailures);
  writer.put("name", preset.name);
  writer.put("title", preset.title);
  writer.put("accelerators", preset.accelerators);
  writer.put("accelerators_per_node", preset.accelerators_per_node);
  writer.put("events", preset.num_events ? Json(*preset.num_events) : Json());
  writer.put("node_days", preset.node_days ? Json(*preset.node_days) : Json());
  writer.put("per_1000_node_days", preset.per_1000_node_days);
  Json causes = Json::array();
  for (const sim::FailureCause& cause : preset.causes)
    causes.push_back({{"cause", cause.name},
                      {"count", static_cast<std::int64_t>(cause.count)},
                      {"scope", cause.node_lost ? "node" : "process"}});
  if (!causes.empty()) writer.put("causes", std::move(causes));
  return writer.object();
}

Json recovery_document(const sim::Recovery& recovery) {
  FieldWriter writer(fields::kRecovery);
  const auto time = [&](const char* key, Seconds value) {
    if (value == sim::kNever)
      writer.put(key, "never");
    else if (value > Seconds{})
      writer.quantity(key, value);
  };
  writer.put("name", recovery.name);
  time("detection", recovery.detection);
  time("diagnosis", recovery.diagnosis);
  time("swap", recovery.swap);
  time("replacement", recovery.replacement);
  if (recovery.repair) {
    time("repair", *recovery.repair);
    writer.put("repair_law", sim::kRepairLawNames.name(recovery.repair_law));
    if (recovery.repair_law == sim::RepairLaw::kLognormal) writer.put("repair_sigma", recovery.repair_sigma);
  }
  writer.put("process_share", recovery.process_share);
  time("initialisation", recovery.initialisation);
  time("initialisation_per_rank", recovery.initialisation_per_rank);
  time("warm_up", recovery.warm_up);
  return writer.object();
}

Json run_document(const plan::Scenario& scenario, const catalog::Catalog& catalog) {
  FieldWriter writer(fields::kRun);
  const auto item = [&](const char* key, const char* folder, const auto& value, const auto& of_catalog,
                        const auto& write) {
    const bool named = catalog.has(folder, value.name) && of_catalog(value.name) == value;
    writer.put(key, named ? Json(value.name) : write(value));
  };
  writer.put("start", date_text(scenario.start));
  if (scenario.deadline) writer.put("deadline", date_text(*scenario.deadline));
  writer.put("deadline_confidence", scenario.deadline_confidence);
  item(
      "failures", "failures", scenario.failures, [&](const std::string& name) { return catalog.failure_preset(name); },
      failures_document);
  writer.put("failures_while_down", scenario.failures_while_down);
  item(
      "recovery", "recoveries", scenario.recovery, [&](const std::string& name) { return catalog.recovery(name); },
      recovery_document);
  writer.put("spare_nodes", scenario.search_spares ? Json("auto") : Json(scenario.spare_nodes));
  writer.put("evaluation", scenario.evaluation_share);
  writer.put("campaign_overhead", overhead_json(scenario.campaign_overhead));
  writer.put("checkpoint", checkpoint_document(scenario.checkpoint, catalog));
  if (scenario.hazards != sim::Hazards{}) writer.put("hazards", hazards_document(scenario.hazards));
  if (scenario.continuation == sim::ContinuationKind::kReplica) {
    FieldWriter inner(writer.table("continuation"));
    inner.put("kind", sim::kContinuationNames.name(scenario.continuation));
    inner.quantity("stall", scenario.replica_stall);
    writer.put("continuation", inner.object());
  } else {
    writer.put("continuation", sim::kContinuationNames.name(scenario.continuation));
  }
  if (scenario.data != plan::DataSpec{}) writer.put("data", data_document(scenario, catalog));
  return writer.object();
}

Json price_document(const plan::PriceTerms& price) {
  FieldWriter writer(fields::kPrice);
  if (price.region_is_known) writer.put("region", price.region);
  if (price.kind != "own") writer.put("kind", price.kind);
  if (price.on) writer.put("on", date_text(*price.on));
  if (price.is_own && price.chosen && price.chosen->price) writer.quantity("per_node_hour", *price.chosen->price);
  return writer.object();
}

Json power_document(const plan::PowerTerms& power) {
  FieldWriter writer(fields::kPower);
  if (power.node) writer.quantity("node", *power.node);
  writer.put("waiting", power.waiting_share);
  writer.put("pue", power.pue);
  if (power.grid_kg_per_kwh) writer.put("grid_kg_per_kwh", *power.grid_kg_per_kwh);
  return writer.object();
}

/// What reading the document gives otherwise than it is in `scenario`.
Issues differences(const plan::Scenario& scenario, const plan::Scenario& read) {
  constexpr const char* kItem =
      "is not what the catalogue has under this name, nor what an object here can state; put it into a catalogue of "
      "your own";
  constexpr const char* kValue = "cannot be written so that it is read back to the same value";
  Issues issues;
  const auto check = [&](bool same, const char* where, const char* message) {
    if (!same) issues.push_back({where, message});
  };
  check(scenario.framework == read.framework, "/training/framework", kItem);
  check(scenario.cluster.instance == read.cluster.instance, "/cluster/instance", kItem);
  check(scenario.cluster.checkpoint_storage == read.cluster.checkpoint_storage, "/cluster/storage", kItem);
  check(scenario.step_errors == read.step_errors, "/training/anchor",
        "stands for measured steps in a file, which a document only names; add its path by hand");
  check(scenario.phases == read.phases && scenario.parallel == read.parallel, "/training", kValue);
  check(scenario.checkpoint == read.checkpoint && scenario.data == read.data && scenario.hazards == read.hazards &&
            scenario.recovery == read.recovery && scenario.failures == read.failures,
        "/run", kValue);
  check(scenario.price == read.price, "/price", kValue);
  if (issues.empty()) check(scenario == read, "", kValue);
  return issues;
}

}  // namespace

Json scenario_document(const plan::Scenario& scenario, const catalog::Catalog& catalog) {
  FieldWriter writer(fields::kScenario);
  // What training makes of it is written there.
  model::Transformer model = scenario.model;
  model.document_length = 0;
  if (model.moe) {
    model.moe->capacity_factor = 0;
    model.moe->balanced_routing = false;
  }
  const bool named = catalog.has("models", model.name) && catalog.model(model.name) == model;
  writer.put("version", 1);
  writer.put("name", scenario.name);
  writer.put("model", named ? Json(model.name) : catalog::transformer_json(scenario.model));
  writer.put("training", training_document(scenario, catalog));
  writer.put("cluster", cluster_document(scenario, catalog));
  writer.put("run", run_document(scenario, catalog));
  writer.put("price", price_document(scenario.price));
  writer.put("power", power_document(scenario.power));
  Json document = writer.object();

  plan::Scenario read = read_scenario(text::parsed(document), catalog, std::nullopt);
  read.assumptions = scenario.assumptions;
  if (Issues issues = differences(scenario, read); !issues.empty()) throw InputError(std::move(issues));
  return document;
}

}  // namespace fmplan::scenario
