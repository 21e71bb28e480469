// Reader of what is trained, and how: the section "training".

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/catalog/practice_items.h"
#include "core/model/adapters.h"
#include "core/model/recomputation.h"
#include "core/scenario/fields.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using model::ParallelPlan;
using nlohmann::json;
using plan::AssumptionKind;

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
std::string read_switches(text::FieldReader& parallel, const char* key, const char* all_left_out,
                          std::initializer_list<Switch> switches, const ScenarioReading& reading) {
  const json* object = parallel.find(key);
  if (!object) return fmt::format("{} {}", key, all_left_out);
  text::FieldReader reader(*object, parallel, key);
  std::string left_out;
  for (const auto& [name, value] : switches) {
    value = reader.flag(name);
    if (!reader.has(name)) left_out += fmt::format("{}{}.{} {}", left_out.empty() ? "" : ", ", key, name, value);
  }
  reading.finish(reader);
  return left_out;
}

/// Why the model has no such module; empty if it has.
std::string_view missing_part(model::RecomputeModule module, const model::Transformer& model) {
  using enum model::RecomputeModule;
  const bool of_mixture = module == kMoe || module == kMoeActivation || module == kSharedExperts;
  if (of_mixture && !model.moe) return "a mixture of experts";
  if (module == kSharedExperts && model.moe->num_shared_experts == 0) return "shared experts";
  if (module == kMlaUpProjection && !model.latent_attention) return "latent attention";
  return {};
}

unsigned read_modules(text::FieldReader& reader, const model::Transformer& model) {
  constexpr const char* kModules = "recompute_modules";
  const model::NamedModules named = model::parse_modules(reader.text(kModules));
  for (const std::string& name : named.unknown)
    reader.report(kModules, fmt::format("\"{}\" is no module; use one or more of {}, with commas between", name,
                                        fmt::join(model::kRecomputeModuleNames.texts, ", ")));
  if (reader.has(kModules) && named.modules == 0 && named.unknown.empty())
    reader.report(kModules, fmt::format("names no module; use one or more of {}, or leave it out",
                                        fmt::join(model::kRecomputeModuleNames.texts, ", ")));
  for (const model::RecomputeModule module : model::kRecomputeModuleNames.values) {
    if ((named.modules & bit_of(module)) == 0) continue;
    const std::string_view part = missing_part(module, model);
    if (!part.empty())
      reader.report(kModules, fmt::format("{} is of {}, which the model does not have; leave it out",
                                          model::kRecomputeModuleNames.name(module), part));
  }
  return named.modules;
}

model::Recomputation read_recomputation(text::FieldReader& reader, const model::Transformer& model,
                                        const sim::FrameworkProfile& framework) {
  model::Recomputation recompute = reader.choice("recompute", model::kRecomputeNames);
  // What rows of MaxText state is read as the same.
  if (const nlohmann::json* stated = reader.find("recompute"); stated && *stated == "minimal")
    reader.report(
        "recompute",
        "JAX's policy minimal keeps every projection, and computes attention again: write \"recompute\": "
        "\"selective\" and \"recompute_modules\": \"core_attn, layernorm\"; of minimal_with_context, layernorm");
  const auto belongs_to = [&](const char* key, model::Recompute kind) {
    if (recompute.kind == kind) return true;
    const std::string_view name = model::kRecomputeNames.name(kind);
    reader.report(key, fmt::format("belongs to \"recompute\": \"{}\"; write that, or leave it out", name));
    return false;
  };
  if (reader.has("recompute_modules") && belongs_to("recompute_modules", model::Recompute::kSelective))
    recompute.modules = read_modules(reader, model);
  if (recompute.is_cheapest() && framework.selective_is_core_attention)
    recompute.modules = bit_of(model::RecomputeModule::kCoreAttention);
  if (reader.has("recompute_method") && belongs_to("recompute_method", model::Recompute::kFull))
    recompute.method = reader.choice("recompute_method", model::kRecomputeMethodNames);
  if (reader.has("recompute_num_layers") && belongs_to("recompute_num_layers", model::Recompute::kFull))
    recompute.num_layers = reader.whole("recompute_num_layers");
  return recompute;
}

/// Reports what is of mixtures alone, where the model is none.
void refuse_of_mixtures(text::FieldReader& reader, std::initializer_list<const char*> keys,
                        const model::Transformer& model) {
  if (model.moe || model.num_layers == 0) return;  // or a model that could not be read
  for (const char* key : keys)
    if (reader.has(key))
      reader.report(
          key, fmt::format("is of mixtures of experts, and {} is none; leave it out", text::value_text(model.name)));
}

model::Dispatcher read_dispatcher(text::FieldReader& reader, const ParallelPlan& plan, const std::string& where,
                                  const ScenarioReading& reading) {
  if (reader.has("dispatcher")) return reader.choice("dispatcher", model::kDispatcherNames);
  const sim::FrameworkProfile& framework = reading.scenario.framework;
  if (plan.expert > 1)
    reading.assume(where + "/dispatcher", std::string(model::kDispatcherNames.name(framework.dispatcher)),
                   {plan::AssumptionKind::kHabitOfFramework, {{"framework", framework.name}}}, "rule");
  return framework.dispatcher;
}

/// 0: an expert split like the rest.
int read_expert_tensor(text::FieldReader& reader, const ParallelPlan& plan, const std::string& where,
                       const ScenarioReading& reading) {
  if (reader.has("expert_tensor")) {
    const int stated = reader.whole("expert_tensor");
    return stated == plan.tensor ? 0 : stated;
  }
  const plan::Scenario& scenario = reading.scenario;
  const Date software = scenario.software.value_or(scenario.start);
  const int usual = scenario.model.moe ? sim::usual_expert_tensor(scenario.framework, plan, software) : 0;
  if (usual > 0)
    reading.assume(where + "/expert_tensor", std::to_string(usual),
                   {plan::AssumptionKind::kHabitOfFramework, {{"framework", scenario.framework.name}}}, "rule");
  return usual;
}

StatedPlan read_parallel(const json& object, const std::string& where, const ScenarioReading& reading) {
  text::FieldReader reader(object, where, fields::kParallel, reading.issues);
  std::string left_out;
  const auto degree = [&](const char* key) {
    if (!reader.has(key)) left_out += fmt::format("{}{} 1", left_out.empty() ? "" : ", ", key);
    return reader.whole(key);
  };
  StatedPlan stated;
  ParallelPlan& plan = stated.plan;
  plan.tensor = degree("tensor");
  plan.pipeline = degree("pipeline");
  if (reader.has("virtual_pipeline") || !reader.has("layout")) plan.virtual_pipeline = degree("virtual_pipeline");
  plan.context = degree("context");
  plan.expert = degree("expert");
  if (reader.has("data")) stated.data = reader.whole("data");
  plan.micro_batch_size = degree("micro_batch_size");
  plan.zero_stage = static_cast<model::ZeroStage>(reader.whole("zero_stage"));
  plan.sequence_parallel = reader.boolean_or("sequence_parallel", plan.tensor > 1);
  plan.recompute = read_recomputation(reader, reading.scenario.model, reading.scenario.framework);
  plan.schedule = reader.choice("schedule", model::kPipelineScheduleNames);
  plan.expert_tensor = read_expert_tensor(reader, plan, where, reading);
  plan.dispatcher = read_dispatcher(reader, plan, where, reading);
  refuse_of_mixtures(reader, {"dispatcher", "expert_tensor"}, reading.scenario.model);
  plan.layout = read_layout(reader, plan, reading.scenario.model, reading.issues);
  // A rank holds as many chunks as there are stages for it.
  if (!reader.has("virtual_pipeline")) plan.virtual_pipeline = chunks_of_layout(plan);
  // 0 is not written but left out: ZeRO shards over all replicas.
  plan.shard_group = reader.whole("shard_group");
  for (const char* key : {"zero_stage", "sequence_parallel", "recompute", "schedule"}) {
    const std::string_view otherwise = reader.field(key).otherwise;
    const std::string_view by_rule = plan.tensor > 1 ? "true" : "false";
    if (!reader.has(key))
      left_out += fmt::format("{}{} {}", left_out.empty() ? "" : ", ", key, otherwise.empty() ? by_rule : otherwise);
  }
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
  if (!left_out.empty()) reading.assume(where, left_out, {AssumptionKind::kNotGiven});
  reading.finish(reader);
  return stated;
}

/// Tokens, sequence length and batch; what `defaults` has may be left out.
plan::Phase read_work(text::FieldReader& reader, const plan::Phase& defaults) {
  plan::Phase phase = defaults;
  phase.tokens = reader.stated_count("tokens");
  if (reader.has("sequence_length") || defaults.sequence_length == 0)
    phase.sequence_length = reader.stated_whole("sequence_length");
  if (reader.has("global_batch_size") || defaults.global_batch_size == 0)
    phase.global_batch_size = reader.stated_whole("global_batch_size");
  return phase;
}

plan::Phase read_phase(const json& element, const std::string& where, const plan::Phase& defaults,
                       const ScenarioReading& reading) {
  text::FieldReader reader(element, where, fields::kPhase, reading.issues);
  plan::Phase phase = read_work(reader, defaults);
  phase.name = reader.string_or("name", fmt::format("phase {}", reading.scenario.phases.size() + 1));
  if (reader.has("nodes")) phase.num_nodes = reader.whole("nodes");
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

void read_phases(text::FieldReader& reader, const ScenarioReading& reading) {
  std::vector<plan::Phase>& phases = reading.scenario.phases;
  if (!reader.has("phases")) {
    phases.push_back(read_work(reader, {}));
    phases.back().name = "training";
    return;
  }
  plan::Phase defaults;
  if (reader.has("sequence_length")) defaults.sequence_length = reader.stated_whole("sequence_length");
  if (reader.has("global_batch_size")) defaults.global_batch_size = reader.stated_whole("global_batch_size");
  if (reader.find("tokens"))
    reader.report("tokens", "stands beside phases, each of which has its own; leave one of the two out");
  const std::size_t before = reading.issues.size();
  reader.each("phases", [&](const json& element, const std::string& where) {
    phases.push_back(read_phase(element, where, defaults, reading));
  });
  if (phases.empty() && reading.issues.size() == before)
    reader.report("phases", "is empty; give at least one phase, or tokens instead of phases");
}

void read_parallel_choice(text::FieldReader& reader, const ScenarioReading& reading) {
  const json* parallel = reader.find("parallel");
  if (!parallel || is_auto(parallel)) {
    reading.scenario.search_parallel = true;
    reading.scenario.parallel.dispatcher = reading.scenario.framework.dispatcher;
    reading.assume_default(reader, "parallel");
    return;
  }
  if (!parallel->is_object()) {
    reader.report("parallel", fmt::format("{} is no plan; write \"auto\", or {{\"tensor\": 8, \"pipeline\": 4, …}}",
                                          text::value_text(*parallel)));
    return;
  }
  const StatedPlan stated = read_parallel(*parallel, reader.where("parallel"), reading);
  reading.scenario.parallel = stated.plan;
  reading.scenario.stated_data = stated.data;
}

/// How 8- and 4-bit operands are scaled, and what is kept beside them.
void read_quantisation(text::FieldReader& reader, const ScenarioReading& reading) {
  constexpr const char* kRecipe = "scaling_recipe";
  constexpr const char* kPrimary = "quantised_primary_weights";
  plan::Scenario& scenario = reading.scenario;
  if (!is_quantised(scenario.precision)) {
    for (const char* key : {kRecipe, kPrimary})
      if (reader.has(key))
        reader.report(key, fmt::format("is of fp8 and fp4, and the precision is {}; write \"precision\": \"fp8\", or "
                                       "leave it out",
                                       model::kPrecisionNames.name(scenario.precision)));
    return;
  }
  scenario.recipe = usual_recipe(scenario.precision);
  if (reader.has(kRecipe)) {
    scenario.recipe = reader.choice(kRecipe, model::kScalingRecipeNames);
    const bool four_bits = scenario.recipe == model::ScalingRecipe::kNvfp4;
    if (four_bits != (scenario.precision == model::Precision::kFp4))
      reader.report(kRecipe,
                    fmt::format("\"{}\" is no recipe of {}; use {}", model::kScalingRecipeNames.name(scenario.recipe),
                                model::kPrecisionNames.name(scenario.precision),
                                four_bits ? "delayed, current, blockwise or mxfp8" : "nvfp4"));
  } else {
    reading.assume("/training/scaling_recipe", std::string(model::kScalingRecipeNames.name(scenario.recipe)),
                   {AssumptionKind::kNotGiven}, "rule");
  }
  bool& primary = scenario.framework.memory.quantised_primary_weights;
  primary = reader.boolean_or(kPrimary, primary);
  if (!reader.has(kPrimary))
    reading.assume("/training/quantised_primary_weights", primary ? "true" : "false",
                   {AssumptionKind::kHabitOfFramework, {{"framework", scenario.framework.name}}}, "rule");
}

/// Training in 16 bits throughout.
void read_master_weights(text::FieldReader& reader, const ScenarioReading& reading) {
  constexpr const char* kMaster = "master_weights";
  if (reader.flag(kMaster)) return;
  const model::Precision precision = reading.scenario.precision;
  if (precision != model::Precision::kBf16 && precision != model::Precision::kFp16)
    reader.report(kMaster, fmt::format("is false, and the precision is {}, which keeps others; write \"precision\": "
                                       "\"bf16\", or leave it out",
                                       model::kPrecisionNames.name(precision)));
  reading.scenario.framework.memory.weight_storage = model::WeightStorage::kComputeCopyOnly;
}

/// What is trained.
void read_kind(text::FieldReader& reader, const ScenarioReading& reading) {
  constexpr const char* kRank = "adapter_rank";
  constexpr const char* kTargets = "adapter_targets";
  constexpr const char* kFrozen = "frozen_weights";
  if (reader.choice("kind", model::kTrainingKindNames) == model::TrainingKind::kFull) {
    for (const char* key : {kRank, kTargets, kFrozen})
      if (reader.has(key))
        reader.report(key, "is of low-rank adapters; write \"kind\": \"lora\" beside it, or leave it out");
    return;
  }
  reading.scenario.adapter_targets = reader.choice(kTargets, model::kAdapterTargetsNames);
  reading.scenario.frozen_weights = reader.choice(kFrozen, model::kFrozenWeightsNames);
  reading.scenario.adapter_rank = reader.has(kRank) ? reader.whole(kRank) : model::kUsualAdapterRank;
  const int most = std::min(reading.scenario.model.hidden_size, reading.scenario.model.ffn_hidden_size);
  if (most > 0 && reading.scenario.adapter_rank > most)
    reader.report(kRank, fmt::format("{} is more than the {} of the model's narrowest product; write a smaller rank",
                                     reading.scenario.adapter_rank, most));
  if (!reader.has(kRank))
    reading.assume("/training/adapter_rank", std::to_string(model::kUsualAdapterRank),
                   {AssumptionKind::kUsualAdapterRank}, "rule");
  if (!reader.has(kTargets))
    reading.assume("/training/adapter_targets", "query_key_value", {AssumptionKind::kAdapters}, "rule");
  if (!reader.has("document_length"))
    reading.assume("/training/document_length", "the sequence", {AssumptionKind::kWholeSequences}, "rule");
}

/// What attention reaches over, where documents are packed.
void read_documents(text::FieldReader& reader, const ScenarioReading& reading) {
  if (reader.has("document_length")) reading.scenario.model.document_length = reader.whole("document_length");
}

/// How tokens come to the experts of a mixture: padded slots, and whether none is given more than another.
void read_routing(text::FieldReader& reader, const ScenarioReading& reading) {
  constexpr const char* kCapacity = "expert_capacity_factor";
  constexpr const char* kBalanced = "balanced_routing";
  const double factor = reader.has(kCapacity) ? reader.number(kCapacity) : 0;
  const bool balanced = reader.flag(kBalanced);
  model::Transformer& model = reading.scenario.model;
  if (model.moe) {
    model.moe->capacity_factor = factor;
    model.moe->balanced_routing = balanced;
    return;
  }
  refuse_of_mixtures(reader, {kCapacity, kBalanced}, model);
}

}  // namespace

void read_training(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/training", fields::kTraining, reading.issues);
  plan::Scenario& scenario = reading.scenario;
  // Plans take from it what they do not say.
  const json usual = reader.field("framework").otherwise;
  const json* framework = reader.find("framework");
  scenario.framework = named_or_inline<sim::FrameworkProfile>(
      framework ? *framework : usual, "/training/framework", reading.issues,
      [&](const std::string& name) { return reading.catalog.framework(name); }, catalog::read_framework);
  scenario.software = reader.optional_date("software");
  read_phases(reader, reading);
  read_kind(reader, reading);
  read_routing(reader, reading);
  read_documents(reader, reading);
  scenario.precision = reader.choice("precision", model::kPrecisionNames);
  scenario.optimizer = reader.choice("optimizer", model::kOptimizerNames);
  scenario.attention = reader.choice("attention", sim::kAttentionKernelNames);
  scenario.cuda_graphs = reader.flag("cuda_graphs");
  scenario.loss_chunks = reader.whole("loss_chunks");
  scenario.flop_convention = reader.choice("mfu_convention", model::kFlopConventionNames);
  scenario.fit_confidence = reader.share("fit_confidence");
  for (const char* key : {"precision", "optimizer", "attention", "mfu_convention", "fit_confidence"})
    reading.assume_default(reader, key);

  // One of the user's own has no rows.
  if (framework && framework->is_object())
    scenario.framework.memory.interval = reading.catalog.memory_of_unseen_frameworks();
  reading.assume("/training/framework", scenario.framework.name,
                 {framework ? AssumptionKind::kFrameworkHabits : AssumptionKind::kUsualFramework},
                 "catalogue item frameworks/" + scenario.framework.name + ", unconfirmed");
  read_quantisation(reader, reading);
  read_master_weights(reader, reading);
  read_parallel_choice(reader, reading);
  reading.finish(reader);
}

}  // namespace fmplan::scenario
