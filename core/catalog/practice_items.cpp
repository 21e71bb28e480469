#include "core/catalog/practice_items.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/provenance.h"
#include "core/model/recomputation.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

void read_storage_habits(text::ObjectReader& reader, model::MemoryHabits& habits) {
  habits.gradients_beside_bf16 =
      reader.choice_or("gradients_beside_bf16", habits.gradients_beside_bf16, model::kGradientStorageNames);
  habits.gradients_beside_fp16 =
      reader.choice_or("gradients_beside_fp16", habits.gradients_beside_fp16, model::kGradientStorageNames);
  if (reader.boolean_or("master_weights_only", false)) habits.weight_storage = model::WeightStorage::kMasterOnly;
}

/// Beyond, the mean of a lognormal law is made by values that never come up in
/// ten thousand trials.
constexpr double kWidestRepair = 3;

bool is_never(const nlohmann::json* value) { return value && *value == "never"; }

void read_repair(text::ObjectReader& reader, sim::Recovery& recovery) {
  if (is_never(reader.find("repair"))) {
    recovery.repair = sim::kNever;
  } else if (reader.has("repair")) {
    recovery.repair = reader.quantity<Seconds>("repair", time_units());
  }
  recovery.repair_law = reader.choice_or("repair_law", recovery.repair_law, sim::kRepairLawNames);
  recovery.repair_sigma = reader.number_or("repair_sigma", recovery.repair_sigma, 0.01, kWidestRepair);
  if (reader.has("repair_law") && !recovery.repair)
    reader.report("repair",
                  "is missing; \"repair_law\" is of its length, for "
                  "instance \"repair\": \"6 h\"");
  if (reader.has("repair_sigma") && recovery.repair_law != sim::RepairLaw::kLognormal)
    reader.report("repair_sigma", "is of repair_law \"lognormal\"; leave it out, or set that law");
}

/// Whether fields without a default must be there, or keep what `recovery` has.
enum class Fields { kRequired, kOptional };

void read_steps(text::ObjectReader& reader, sim::Recovery& recovery, Fields fields) {
  const auto step = [&](const char* key, Seconds otherwise) {
    return fields == Fields::kRequired ? reader.quantity<Seconds>(key, time_units())
                                       : reader.quantity_or<Seconds>(key, time_units(), otherwise);
  };
  const auto added = [&](const char* key, Seconds otherwise) {
    return reader.quantity_or<Seconds>(key, time_units(), otherwise);
  };
  recovery.detection = step("detection", recovery.detection);
  recovery.diagnosis = added("diagnosis", recovery.diagnosis);
  recovery.swap = added("swap", recovery.swap);
  recovery.replacement = is_never(reader.find("replacement")) ? sim::kNever : step("replacement", recovery.replacement);
  read_repair(reader, recovery);
  recovery.process_share = reader.share_or("process_share", recovery.process_share);
  recovery.initialisation = step("initialisation", recovery.initialisation);
  recovery.initialisation_per_rank = added("initialisation_per_rank", recovery.initialisation_per_rank);
  recovery.warm_up = added("warm_up", recovery.warm_up);
}

PublishedRecipe read_recipe(const nlohmann::json& element, const std::string& where, Issues& issues) {
  text::ObjectReader reader(element, where, issues);
  PublishedRecipe recipe;
  recipe.model = reader.string("model");
  recipe.gpu = reader.string("gpu");
  recipe.precision = reader.string_or("precision", {});
  recipe.framework = reader.string_or("framework", {});
  recipe.tensor = reader.integer_or("tensor", 1, 1, 1000000);
  recipe.pipeline = reader.integer_or("pipeline", 1, 1, 1000000);
  recipe.micro_batch_size = reader.integer_or("micro_batch_size", 1, 1, 1000000);
  recipe.offloaded_layers = reader.integer_or("offloaded_layers", 0, 0, 1000);
  recipe.shard_group = reader.integer_or("shard_group", 0, 1, 1000000);
  if (reader.has("recompute_first_layers")) {
    recipe.recompute = model::Recompute::kFull;
    recipe.recompute.method = model::RecomputeMethod::kBlock;
    recipe.recompute.num_layers = reader.integer("recompute_first_layers", 1, 1000);
  } else if (reader.boolean_or("recompute_all", false)) {
    recipe.recompute = model::Recompute::kFull;
  } else if (reader.has("recompute_modules")) {
    const model::NamedModules named = model::parse_modules(reader.string("recompute_modules"));
    recipe.recompute = model::Recompute::kSelective;
    recipe.recompute.modules = named.modules;
    for (const std::string& name : named.unknown)
      reader.report("recompute_modules", fmt::format("\"{}\" is no module; use one or more of {}", name,
                                                     fmt::join(model::kRecomputeModuleNames.texts, ", ")));
  }
  if (reader.has("dispatcher"))
    recipe.dispatcher = reader.choice_or("dispatcher", model::Dispatcher::kAllToAll, model::kDispatcherNames);
  recipe.overlaps_experts = reader.boolean_or("overlaps_experts", false);
  recipe.expert = reader.integer_or("expert", 0, 1, 1000000);
  recipe.global_batch_size = reader.integer_or("global_batch_size", 0, 1, 1000000000);
  if (reader.has("schedule"))
    recipe.schedule =
        reader.choice_or("schedule", model::PipelineSchedule::kOneForwardOneBackward, model::kPipelineScheduleNames);
  const bool says_any = recipe.schedule.has_value() || recipe.recompute.kind != model::Recompute::kNone ||
                        recipe.dispatcher || recipe.offloaded_layers > 0 || recipe.overlaps_experts ||
                        recipe.shard_group > 0;
  if (!says_any) reader.report("recompute_modules", "nothing is said of the recipe; write what it computes again");
  reader.refuse_unknown_keys();
  return recipe;
}

}  // namespace

UnstatedHabits read_unstated_habits(const nlohmann::json& item, const std::string& where, Issues& issues) {
  UnstatedHabits habits;
  const auto unstated = item.is_object() ? item.find("unstated") : item.end();
  if (unstated == item.end()) return habits;
  constexpr auto kRecompute = names<bool>({{"none", false}, {"full", true}});
  constexpr auto kMicroBatch = names<bool>({{"of_micro_batch", false}, {"of_rank", true}});
  text::ObjectReader reader(*unstated, where + "/unstated", issues);
  habits.full_recompute = reader.choice_or("recompute", false, kRecompute);
  habits.full_recompute_of = reader.string_or("recompute_of", {});
  habits.full_recompute_source = provenance_of(item, "/unstated/recompute").source;
  habits.recomputes_to_fit = reader.boolean_or("recomputes_to_fit", false);
  habits.shards_parameters = reader.boolean_or("shards_parameters", false);
  habits.batch_is_of_a_rank = reader.choice_or("stated_micro_batch", false, kMicroBatch);
  if (reader.has("layers_per_chunk")) habits.layers_per_chunk = reader.integer("layers_per_chunk", 1, 1000);
  if (const auto* recipes = reader.find("recipes")) {
    if (!recipes->is_array()) reader.report("recipes", "is no list; write [] or a list of objects");
    for (std::size_t i = 0; recipes->is_array() && i < recipes->size(); ++i)
      habits.recipes.push_back(read_recipe((*recipes)[i], fmt::format("{}/{}", reader.where("recipes"), i), issues));
  }
  habits.layers_per_chunk_of = reader.string_or("layers_per_chunk_of", {});
  habits.layers_per_chunk_source = provenance_of(item, "/unstated/layers_per_chunk").source;
  reader.refuse_unknown_keys();
  return habits;
}

namespace {

template <class E, std::size_t N>
std::vector<E> read_names(text::ObjectReader& reader, const char* key, const NameTable<E, N>& names) {
  std::vector<E> values;
  for (const std::string& text : reader.texts(key)) {
    const auto found = std::ranges::find(names.texts, text);
    if (found == names.texts.end())
      reader.report(key, fmt::format("\"{}\" is none of {}", text, fmt::join(names.texts, ", ")));
    else
      values.push_back(names.values[static_cast<std::size_t>(found - names.texts.begin())]);
  }
  return values;
}

sim::PlanOffers read_offers(const nlohmann::json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  sim::PlanOffers offers;
  offers.tensor = reader.boolean_or("tensor", true);
  offers.pipeline = reader.boolean_or("pipeline", true);
  offers.context = reader.boolean_or("context", true);
  offers.expert = reader.boolean_or("expert", true);
  offers.schedules = read_names(reader, "schedules", model::kPipelineScheduleNames);
  offers.zero_stages = read_names(reader, "zero_stages", model::kZeroStageNames);
  offers.zero_stages_in_pipeline = read_names(reader, "zero_stages_in_pipeline", model::kZeroStageNames);
  offers.two_batches = reader.choice_or("two_batches", sim::TwoBatches::kUnsaid, sim::kTwoBatchesNames);
  reader.refuse_unknown_keys();
  return offers;
}

}  // namespace

sim::FrameworkProfile read_framework(const nlohmann::json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  sim::FrameworkProfile framework;
  framework.name = read_envelope(reader);
  framework.passes.hidden = reader.number("hidden_passes", 0, 1000);
  framework.passes.ffn_gated = reader.number("ffn_passes_gated", 0, 100);
  framework.passes.ffn_plain = reader.number("ffn_passes_plain", 0, 100);
  framework.passes.hidden_layer_norm =
      reader.number_or("hidden_passes_layer_norm", framework.passes.hidden_layer_norm, 0, 1000);
  framework.passes.plain_kernels = reader.boolean_or("plain_kernels", framework.passes.plain_kernels);
  framework.passes.rotary = reader.number_or("rotary_passes", framework.passes.rotary, 0, 100);
  framework.passes.adapter = reader.number_or("adapter_passes", framework.passes.adapter, 0, 100);
  framework.passes.logit_bytes = reader.number_or("logit_bytes", framework.passes.logit_bytes, 0, 1000);
  framework.accumulation_bytes = reader.number_or("accumulation_bytes", framework.accumulation_bytes, 0, 1000);
  framework.host_time_per_layer = reader.quantity<Seconds>("host_time_per_layer", time_units());
  framework.tensor_parallel_overlap = reader.number("tensor_parallel_overlap", 0, 1);
  framework.drops_unread_products = reader.boolean_or("drops_unread_products", false);
  framework.expert_padding_rows = reader.number_or("expert_padding_rows", framework.expert_padding_rows, 0, 4096);
  framework.overlaps_weight_gradients = reader.boolean_or("overlaps_weight_gradients", false);
  framework.data_parallel_overlap = reader.number("data_parallel_overlap", 0, 1);
  framework.habits[sim::StepHabit::kDataParallel] = reader.number_or("data_parallel_factor", 1, 0.1, 10);
  framework.attention_library = reader.string_or("attention_library", {});
  framework.gradient_bytes = reader.number("gradient_bytes", 0.5, 8);
  framework.habits[sim::StepHabit::kStagePerTensorRank] =
      reader.quantity_or<Seconds>("stage_time_per_tensor_rank", time_units(), Seconds{}) / second;
  framework.memory.activation_factor = reader.number("activation_factor", 0.1, 10);
  framework.memory.quantised_primary_weights = reader.boolean_or("quantised_primary_weights", false);
  framework.memory.quantised_saved_inputs = reader.boolean_or("quantised_saved_inputs", false);
  framework.memory.quantised_activation_inputs = reader.boolean_or("quantised_activation_inputs", false);
  framework.memory.weighted_activation = reader.boolean_or("weighted_activation", false);
  framework.selective_by_operation = reader.boolean_or("selective_by_operation", false);
  framework.selective_is_core_attention = reader.boolean_or("selective_is_core_attention", false);
  framework.dispatcher = reader.choice_or("dispatcher", model::Dispatcher::kAllToAll, model::kDispatcherNames);
  framework.whole_experts_since = reader.optional_date("whole_experts_since");
  framework.quantised_dispatch = reader.boolean_or("quantised_dispatch", false);
  read_storage_habits(reader, framework.memory);
  if (reader.boolean_or("layers_dealt_by_cost", false)) framework.layer_deal = model::LayerDeal::kByCost;
  framework.memory_overhead = reader.quantity_or<Bytes>("memory_overhead", data_units(), Bytes{});
  framework.runs_on = reader.texts("runs_on");
  if (const nlohmann::json* offers = reader.find("offers"))
    framework.offers = read_offers(*offers, where + "/offers", issues);
  reader.find("unstated");
  read_unstated_habits(item, where, issues);
  reader.refuse_unknown_keys();
  return framework;
}

sim::Recovery read_recovery(const nlohmann::json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  sim::Recovery recovery;
  recovery.name = read_envelope(reader);
  read_steps(reader, recovery, Fields::kRequired);
  reader.refuse_unknown_keys();
  return recovery;
}

sim::Recovery read_recovery_or_changes(const nlohmann::json& object, const std::string& where, Issues& issues,
                                       const std::function<sim::Recovery(const std::string& name)>& by_name) {
  text::ObjectReader reader(object, where, issues);
  const bool changes = reader.has("like"), named = reader.has("name");
  sim::Recovery recovery;
  if (changes) {
    const std::string like = reader.string("like");
    if (!like.empty()) recovery = by_name(like);
    recovery.name = like + ", changed";
  } else if (!named) {
    // Most likely one value of what else is a name.
    reader.report("like",
                  "is missing; write \"like\": \"hyperpod\" to change "
                  "values of that item, or \"name\" and all values");
  }
  if (named) {
    recovery.name = read_envelope(reader);
  } else {
    for (const char* key : {"version", "kind", "title", "provenance", "notes"}) reader.find(key);
  }
  read_steps(reader, recovery, changes || !named ? Fields::kOptional : Fields::kRequired);
  reader.refuse_unknown_keys();
  return recovery;
}

}  // namespace fmplan::catalog
