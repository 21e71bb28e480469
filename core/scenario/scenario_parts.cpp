#include "core/scenario/scenario_parts.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/collective_profile.h"
#include "core/catalog/practice_items.h"
#include "core/scenario/hardware_assumptions.h"
#include "core/scenario/scenario_names.h"

namespace fmplan::scenario {
namespace {

using model::ParallelPlan;
using nlohmann::json;

constexpr int kLargestDegree = 1'000'000;
constexpr int kLongestSequence = 100'000'000;

/// A parallel plan as stated.  Its data parallelism is the machine's to give: what is stated is only checked against
/// it.
struct StatedPlan {
  ParallelPlan plan;
  std::optional<int> data;
};

struct Switch {
  const char* key;
  bool& value;
};

/// Sets the switches that the object `key` names; the others keep their defaults, which are told in words.
std::string read_switches(text::ObjectReader& parallel, const char* key, const char* all_left_out,
                          std::initializer_list<Switch> switches, const ScenarioReading& reading) {
  const json* object = parallel.find(key);
  if (!object) return fmt::format("{} {}", key, all_left_out);
  text::ObjectReader reader(*object, parallel.where(key), reading.issues);
  std::string left_out;
  for (const auto& [name, value] : switches) {
    if (!reader.has(name)) left_out += fmt::format("{}{}.{} {}", left_out.empty() ? "" : ", ", key, name, value);
    value = reader.boolean_or(name, value);
  }
  reading.finish(reader);
  return left_out;
}

StatedPlan read_parallel(const json& object, const std::string& where, const ScenarioReading& reading) {
  text::ObjectReader reader(object, where, reading.issues);
  std::string left_out;
  const auto degree = [&](const char* key) {
    if (!reader.has(key)) left_out += fmt::format("{}{} 1", left_out.empty() ? "" : ", ", key);
    return reader.integer_or(key, 1, 1, kLargestDegree);
  };
  StatedPlan stated;
  ParallelPlan& plan = stated.plan;
  plan.tensor = degree("tensor");
  plan.pipeline = degree("pipeline");
  plan.virtual_pipeline = degree("virtual_pipeline");
  plan.context = degree("context");
  plan.expert = degree("expert");
  if (reader.has("data")) stated.data = reader.integer("data", 1, kLargestDegree);
  plan.micro_batch_size = degree("micro_batch_size");
  plan.zero_stage = static_cast<model::ZeroStage>(reader.integer_or("zero_stage", 1, 0, 3));
  plan.sequence_parallel = reader.boolean_or("sequence_parallel", plan.tensor > 1);
  plan.recompute = reader.choice_or<model::Recompute>("recompute", model::Recompute::kNone, kRecompute);
  plan.schedule = reader.choice_or<model::PipelineSchedule>("schedule", model::PipelineSchedule::kOneForwardOneBackward,
                                                            kSchedules);
  // 0 is not written but left out: an expert is split like the rest, and ZeRO shards over all replicas.
  plan.expert_tensor = reader.integer_or("expert_tensor", 0, 1, kLargestDegree);
  plan.shard_group = reader.integer_or("shard_group", 0, 1, kLargestDegree);
  const std::pair<const char*, std::string> rules[] = {{"zero_stage", "1"},
                                                       {"sequence_parallel", plan.tensor > 1 ? "true" : "false"},
                                                       {"recompute", "none"},
                                                       {"schedule", "1f1b"}};
  for (const auto& [key, value] : rules)
    if (!reader.has(key)) left_out += fmt::format("{}{} {}", left_out.empty() ? "" : ", ", key, value);
  for (const std::string& rest :
       {read_switches(reader, "overlap", "all but expert",
                      {{"tensor", plan.overlap.tensor},
                       {"gradients", plan.overlap.gradients},
                       {"parameters", plan.overlap.parameters},
                       {"expert", plan.overlap.expert}},
                      reading),
        read_switches(reader, "offload", "none",
                      {{"optimizer", plan.offload.optimizer}, {"activations", plan.offload.activations}}, reading)})
    if (!rest.empty()) left_out += fmt::format("{}{}", left_out.empty() ? "" : ", ", rest);
  if (!left_out.empty()) reading.assume(where, left_out, "not given");
  reading.finish(reader);
  return stated;
}

/// Tokens, sequence length and batch; what `defaults` has may be left out.
plan::Phase read_work(text::ObjectReader& reader, const plan::Phase& defaults) {
  plan::Phase phase = defaults;
  phase.tokens = reader.count("tokens", 1);
  if (reader.has("sequence_length") || defaults.sequence_length == 0)
    phase.sequence_length = reader.integer("sequence_length", 1, kLongestSequence);
  if (reader.has("global_batch_size") || defaults.global_batch_size == 0)
    phase.global_batch_size = reader.integer("global_batch_size", 1);
  return phase;
}

plan::Phase read_phase(const json& element, const std::string& where, const plan::Phase& defaults,
                       const ScenarioReading& reading) {
  text::ObjectReader reader(element, where, reading.issues);
  plan::Phase phase = read_work(reader, defaults);
  phase.name = reader.string_or("name", fmt::format("phase {}", reading.scenario.phases.size() + 1));
  if (reader.has("nodes")) phase.num_nodes = reader.integer("nodes", 1, kMostNodes);
  const json* parallel = reader.find("parallel");
  if (is_auto(parallel)) {
    reader.report("parallel", "\"auto\" is for all phases: set /training/parallel to \"auto\" and leave it out here");
  } else if (parallel) {
    const StatedPlan stated = read_parallel(*parallel, reader.where("parallel"), reading);
    phase.parallel = stated.plan;
    phase.stated_data = stated.data;
  }
  reading.finish(reader);
  return phase;
}

void read_phases(text::ObjectReader& reader, const ScenarioReading& reading) {
  std::vector<plan::Phase>& phases = reading.scenario.phases;
  if (!reader.has("phases")) {
    phases.push_back(read_work(reader, {}));
    phases.back().name = "training";
    return;
  }
  plan::Phase defaults;
  if (reader.has("sequence_length")) defaults.sequence_length = reader.integer("sequence_length", 1, kLongestSequence);
  if (reader.has("global_batch_size")) defaults.global_batch_size = reader.integer("global_batch_size", 1);
  if (reader.find("tokens"))
    reader.report("tokens", "stands beside phases, each of which has its own; leave one of the two out");
  const std::size_t before = reading.issues.size();
  reader.each("phases", [&](const json& element, const std::string& where) {
    phases.push_back(read_phase(element, where, defaults, reading));
  });
  if (phases.empty() && reading.issues.size() == before)
    reader.report("phases", "is empty; give at least one phase, or tokens instead of phases");
}

void read_parallel_choice(text::ObjectReader& reader, const ScenarioReading& reading) {
  const json* parallel = reader.find("parallel");
  if (!parallel || is_auto(parallel)) {
    reading.scenario.search_parallel = true;
    if (!parallel) reading.assume("/training/parallel", "auto", "not given: the fastest plan that fits is searched");
    return;
  }
  const StatedPlan stated = read_parallel(*parallel, reader.where("parallel"), reading);
  reading.scenario.parallel = stated.plan;
  reading.scenario.stated_data = stated.data;
}

/// "analytic", "flows", or an object that says which flows.
void read_network_flows(text::ObjectReader& cluster, const ScenarioReading& reading) {
  constexpr Names<bool> kNetworks[] = {{"analytic", false}, {"flows", true}};
  constexpr Names<network::LeafRouting> kRoutings[] = {{"spray", network::LeafRouting::kSpray},
                                                       {"d-mod-k", network::LeafRouting::kDestination}};
  constexpr Names<network::Placement> kPlacements[] = {{"packed", network::Placement::kPacked},
                                                       {"interleaved", network::Placement::kInterleaved}};
  constexpr double kMostOversubscribed = 1000;
  std::optional<sim::ContentionOptions>& flows = reading.scenario.network_flows;
  const json* stated = cluster.find("network");
  if (!stated || !stated->is_object()) {
    if (cluster.choice_or<bool>("network", false, kNetworks)) flows.emplace();
    return;
  }
  text::ObjectReader inner(*stated, cluster.where("network"), reading.issues);
  inner.require("model");
  if (!inner.choice_or<bool>("model", true, kNetworks))
    inner.report("model", "\"analytic\" knows no routing, placement or oversubscription; use \"flows\"");
  sim::ContentionOptions options{
      .routing = inner.choice_or<network::LeafRouting>("routing", network::LeafRouting::kSpray, kRoutings),
      .placement = inner.choice_or<network::Placement>("placement", network::Placement::kPacked, kPlacements)};
  if (inner.has("leaf_oversubscription"))
    options.leaf_oversubscription = inner.number("leaf_oversubscription", 1, kMostOversubscribed);
  flows = options;
  reading.finish(inner);
}

}  // namespace

void read_training(const json& section, const ScenarioReading& reading) {
  text::ObjectReader reader(section, "/training", reading.issues);
  plan::Scenario& scenario = reading.scenario;
  read_phases(reader, reading);
  scenario.precision = reader.choice_or<model::Precision>("precision", model::Precision::kBf16, kPrecisions);
  scenario.optimizer = reader.choice_or<model::Optimizer>("optimizer", model::Optimizer::kAdam, kOptimizers);
  scenario.attention = reader.choice_or<sim::AttentionKernel>("attention", sim::AttentionKernel::kFlash, kAttention);
  scenario.flop_convention =
      reader.choice_or<model::FlopConvention>("mfu_convention", model::FlopConvention::kMegatronCausal, kConventions);
  const std::pair<const char*, const char*> defaults[] = {
      {"precision", "bf16"}, {"optimizer", "adam"}, {"attention", "flash"}, {"mfu_convention", "megatron_causal"}};
  for (const auto& [key, value] : defaults)
    if (!reader.has(key)) reading.assume(fmt::format("/training/{}", key), value, "not given");

  static const json kGeneric = "generic";
  const json* framework = reader.find("framework");
  scenario.framework = named_or_inline<sim::FrameworkProfile>(
      framework ? *framework : kGeneric, "/training/framework", reading.issues,
      [&](const std::string& name) { return reading.catalog.framework(name); }, catalog::read_framework);
  reading.assume("/training/framework", scenario.framework.name,
                 fmt::format("{}overlap, fusion and overhead habits, counted from kernel lists and default switches",
                             framework ? "" : "not given: "),
                 "catalogue item frameworks/" + scenario.framework.name + ", unconfirmed");
  read_parallel_choice(reader, reading);
  reader.find("anchor");  // read_step_errors()
  reading.finish(reader);
}

void read_cluster(const json& section, const ScenarioReading& reading) {
  text::ObjectReader reader(section, "/cluster", reading.issues);
  hardware::Cluster& cluster = reading.scenario.cluster;
  if (const json* instance = reader.require("instance"))
    cluster.instance = named_or_inline<hardware::Instance>(
        *instance, "/cluster/instance", reading.issues,
        [&](const std::string& name) { return reading.catalog.instance(name); },
        [&](const json& object, const std::string& where, Issues& issues) {
          return catalog::read_instance(object, where, reading.catalog, issues);
        });
  const catalog::CollectiveProfileItem* collectives = reading.catalog.collectives_of(cluster.instance.name);
  if (collectives) reading.scenario.collectives = collectives->profile;
  if (const json* named = reader.find("instance"); named && named->is_string() && !cluster.instance.name.empty())
    assume_hardware(named->get<std::string>(), collectives, reading);
  if (const json* instance = reader.find("instance"); instance && !cluster.instance.name.empty())
    assume_host(instance->is_object() ? *instance : reading.catalog.raw("instances", cluster.instance.name), reading);
  if (is_auto(reader.find("nodes"))) {
    reading.scenario.search_nodes = true;
  } else {
    cluster.num_nodes = reader.integer("nodes", 1, kMostNodes);
  }
  if (const json* storage = reader.find("storage")) {
    text::ObjectReader inner(*storage, "/cluster/storage", reading.issues);
    const Bytes capacity = inner.quantity<Bytes>("capacity", data_units());
    if (const json* checkpoint = inner.require("checkpoint"))
      cluster.checkpoint_storage = named_or_inline<hardware::Storage>(
          *checkpoint, "/cluster/storage/checkpoint", reading.issues,
          [&](const std::string& name) { return reading.catalog.storage(name, capacity); },
          [&](const json& object, const std::string& where, Issues& issues) {
            hardware::Storage inline_storage = catalog::read_storage(object, where, issues).storage;
            inline_storage.capacity = capacity;
            return inline_storage;
          });
    if (cluster.checkpoint_storage && cluster.checkpoint_storage->per_node)
      inner.report("checkpoint",
                   fmt::format("{} is lost with its node; name a shared storage here, and these drives as a "
                               "level before it: run.checkpoint.levels",
                               text::value_text(cluster.checkpoint_storage->name)));
    else if (cluster.checkpoint_storage && inner.has("capacity"))
      cluster.checkpoint_storage->capacity =
          provisioned(*cluster.checkpoint_storage, capacity, inner.where("capacity"), reading);
    reading.finish(inner);
  }
  read_network_flows(reader, reading);
  reading.finish(reader);
}

}  // namespace fmplan::scenario
