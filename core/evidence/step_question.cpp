#include "core/evidence/step_question.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/denial.h"
#include "core/base/words.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/report_readings.h"
#include "core/evidence/remat_policy.h"
#include "core/evidence/row_words.h"
#include "core/evidence/stated_software.h"
#include "core/evidence/step_machine.h"
#include "core/evidence/usual_micro_batch.h"
#include "core/evidence/workload_recipe.h"
#include "core/model/adapters.h"
#include "core/model/memory_chance.h"
#include "core/model/memory_use.h"
#include "core/model/recomputation.h"
#include "core/model/schedule_laws.h"
#include "core/plan/scenario.h"

namespace fmplan::evidence {
namespace {

using catalog::UnstatedHabits;
using model::ParallelPlan;
using model::Precision;
using model::Recompute;
using model::ZeroStage;
using enum catalog::ReportColumn;

/// The item of frameworks that no rule knows.
constexpr std::string_view kUnknownFramework = "generic";
/// Said of rows that are silent about it.
constexpr std::string_view kNoRecomputation = "no recomputation: not stated";
constexpr std::string_view kUsualSharding = "optimizer sharded (ZeRO 1): not stated";
constexpr std::string_view kDataAlone = "no tensor and no pipeline parallelism: not stated";

/// What products may run faster in than in 16 bits on an accelerator, as its item names its peaks; empty: nothing.
std::string narrow_peaks(const hardware::Accelerator& accelerator) {
  const auto peak_of = [&accelerator](Precision precision) {
    const auto found = accelerator.peak.find(std::string(sim::precision_name(precision)));
    return found == accelerator.peak.end() ? FlopPerSecond() : found->second;
  };
  std::string names;
  for (const Precision narrow : {Precision::kFp8, Precision::kFp4})
    if (peak_of(narrow) > peak_of(Precision::kBf16))
      names += (names.empty() ? "" : " and ") + std::string(sim::precision_name(narrow));
  return names;
}

model::ScalingRecipe recipe_of(const RowWords& words, Precision precision, std::vector<std::string>& assumptions) {
  if (!is_quantised(precision)) return model::ScalingRecipe::kDelayed;
  const std::string_view stated = words.meaning("scaling-recipe");
  if (const auto recipe = model::kScalingRecipeNames.parse(stated)) return *recipe;
  const model::ScalingRecipe usual = usual_recipe(precision);
  if (stated.empty())
    assumptions.push_back(fmt::format("scaling recipe {}: not stated", model::kScalingRecipeNames.name(usual)));
  return usual;
}

bool says(const RowWords& words, std::string_view word) {
  return affirms_word(words[kModel], word) || affirms_word(words[kNotes], word);
}

/// "capacity_factor=1.25", or with a blank.
void apply_capacity(const RowWords& words, model::Transformer& model, std::vector<std::string>& assumptions) {
  if (!model.moe) return;
  for (const char* key : {"capacity_factor", "capacity factor"})
    if (const auto factor = number_behind<double>(words[kNotes], key);
        factor && *factor <= model::kMostCapacityFactor) {
      model.moe->capacity_factor = *factor;
      assumptions.push_back(fmt::format("slots of experts padded to {} of their even share", *factor));
      return;
    }
}

/// "forced balanced routing", "balanced (fake) gate", and recipes that are known to do so.
void apply_routing(const RowWords& words, model::Transformer& model, std::vector<std::string>& assumptions) {
  if (!model.moe) return;
  std::vector<std::string> of_rule;
  if (words.meaning("routing", of_rule) != "balanced") return;
  model.moe->balanced_routing = true;
  if (of_rule.empty()) of_rule.emplace_back("every expert is given as many tokens: the row says so");
  assumptions.insert(assumptions.end(), of_rule.begin(), of_rule.end());
}

/// Samples packed into sequences, which attention stays inside: their tokens are what the reading means.
void apply_documents(const RowWords& words, model::Transformer& model, std::vector<std::string>& assumptions) {
  if (const auto length = number_behind<int>(words.meaning("packed-documents", assumptions), ""))
    model.document_length = *length;
}

/// "w/o MTP", "mtp_num_layers=0".
void apply_mtp(const RowWords& words, model::Transformer& model, std::vector<std::string>& assumptions) {
  if (model.num_mtp_layers == 0 || words.meaning("multi-token-prediction") != "off") return;
  model.num_mtp_layers = 0;
  assumptions.emplace_back("without the modules of multi-token prediction: the row says so");
}

/// Adapters of a row.
struct RowAdapters {
  int rank = 0;
  model::AdapterTargets targets = model::AdapterTargets::kQueryKeyValue;
};

/// What stands behind the first "lora" of the notes; empty: none does.
std::string_view behind_lora(const RowWords& words) {
  const std::size_t at = words[kNotes].find("lora");
  return at == std::string::npos ? std::string_view() : std::string_view(words[kNotes]).substr(at);
}

/// "rank 16", "r=16".
std::optional<int> adapter_rank_in(std::string_view text) {
  for (const char* key : {"rank", "r"})
    if (const std::size_t at = find_word(text, key); at != std::string_view::npos)
      if (const auto rank = number_behind(text.substr(at), key)) return rank;
  return std::nullopt;
}

/// "LoRA", "QLoRA", or with their rank and targets: "LoRA rank 16 on all linear layers", "LoRA r=16,
/// target_modules=all-linear", "… on attention".
RowAdapters adapters_of(const RowWords& words, std::vector<std::string>& assumptions) {
  if (!says(words, "lora") && !says(words, "qlora")) return {};
  const std::string_view told = behind_lora(words);
  RowAdapters adapters{.rank = adapter_rank_in(told).value_or(model::kUsualAdapterRank)};
  const char* where = "the query, key and value product";
  if (holds_any(told, {"all linear", "all-linear", "all_linear"})) {
    adapters.targets = model::AdapterTargets::kAllLinear;
    where = "all linear layers";
  } else if (told.find(fmt::format("rank {} on attention", adapters.rank)) != std::string_view::npos) {
    adapters.targets = model::AdapterTargets::kAttention;
    where = "attention's products";
  }
  assumptions.push_back(fmt::format("adapters of rank {} on {}", adapters.rank, where));
  return adapters;
}

model::FrozenWeights frozen_weights_of(const RowWords& words, std::vector<std::string>& assumptions) {
  return model::kFrozenWeightsNames.parse(words.meaning("frozen-weights", assumptions))
      .value_or(model::FrozenWeights::kAsComputed);
}

sim::AttentionKernel attention_of(const RowWords& words, std::vector<std::string>& assumptions) {
  return words.meaning("attention", assumptions) == "unfused" ? sim::AttentionKernel::kUnfused
                                                              : sim::AttentionKernel::kFlash;
}

/// A row's own words, and what its notes say from `key` on.
std::string stated_from(const RowWords& words, std::string_view key) {
  const std::size_t at = words[kNotes].find(key);
  return at == std::string::npos ? words[kRecompute] : words[kRecompute] + " " + words[kNotes].substr(at);
}

/// "full", or with Megatron's words for how many: "full, recompute_method=block, recompute_num_layers=4".
model::Recomputation whole_layers_of(const RowWords& words) {
  model::Recomputation again = Recompute::kFull;
  const std::string stated = stated_from(words, "recompute_method");
  const auto num_layers = number_behind(stated, "recompute_num_layers");
  if (!num_layers) return again;
  again.num_layers = *num_layers;
  if (holds_word(stated, "block")) again.method = model::RecomputeMethod::kBlock;
  return again;
}

/// "selective: moe_act, layernorm", or the notes' "recompute_modules"; "recompute layernorm, moe" up to a semicolon.
unsigned modules_of(const RowWords& words) {
  unsigned modules = 0;
  std::string stated = stated_from(words, "recompute_modules");
  if (const std::size_t at = find_word(words[kNotes], "recompute"); at != std::string::npos)
    stated += " " + words[kNotes].substr(at, words[kNotes].find(';', at) - at);
  for (std::size_t i = 0; i < model::kRecomputeModuleNames.count; ++i)
    if (holds_word(stated, model::kRecomputeModuleNames.texts[i]))
      modules |= bit_of(model::kRecomputeModuleNames.values[i]);
  return modules;
}

model::Recomputation recompute_of(const StepRow& row, const RowWords& words, const UnstatedHabits& habits,
                                  const model::Transformer& model, const sim::FrameworkProfile& framework,
                                  std::vector<std::string>& assumptions) {
  std::vector<std::string> of_rule;
  // What MaxText's policy computes again, by the column or, where that is empty, by the notes.
  const auto by_policy = [&](std::string_view policy) {
    return rematerialised(policy, words[kRecompute] + "; " + words[kNotes], model);
  };
  if (words[kRecompute].empty())
    if (const std::string_view policy = words.meaning("remat-policy", assumptions); !policy.empty())
      return by_policy(policy);
  const std::string_view stated = words.meaning("recompute", of_rule);
  if (stated == "none") return Recompute::kNone;
  if (stated == "full") {
    assumptions.insert(assumptions.end(), of_rule.begin(), of_rule.end());
    return whole_layers_of(words);
  }
  if (!stated.empty()) {
    // First, for MaxText names what is kept as the modules are named.
    if (const std::string_view policy = words.meaning("remat-policy", assumptions); !policy.empty())
      return by_policy(policy);
    if (const unsigned modules = modules_of(words); modules != 0) {
      model::Recomputation again = Recompute::kSelective;
      again.modules = modules;
      return again;
    }
    assumptions.insert(assumptions.end(), of_rule.begin(), of_rule.end());
    model::Recomputation again = stated == "per_operation" ? Recompute::kPerOperation : Recompute::kSelective;
    if (again.is_cheapest() && framework.selective_is_core_attention)
      again.modules = bit_of(model::RecomputeModule::kCoreAttention);
    return again;
  }
  const std::string& text = words[kRecompute];
  const catalog::PublishedRecipe* recipe = text.empty() ? workload_recipe(row, habits) : nullptr;
  if (recipe && recipe->recompute.kind != Recompute::kNone) {
    const std::string detail = recomputation_detail(recipe->recompute);
    assumptions.push_back(fmt::format("{} computed again: not stated, and the framework's recipe of {} on {} has it",
                                      detail.empty() ? "all layers" : detail, recipe->model, recipe->gpu));
    return recipe->recompute;
  }
  const bool of_habit = lower_case(row.framework).find(habits.full_recompute_of) != std::string::npos;
  if (text.empty() && habits.full_recompute && of_habit) {
    assumptions.push_back(fmt::format("full recomputation: not stated, and {}", habits.full_recompute_source));
    return Recompute::kFull;
  }
  if (text.empty()) assumptions.emplace_back(kNoRecomputation);
  return Recompute::kNone;
}

/// Whether the column says nothing, in words or without.
bool is_silent_on_sharding(const RowWords& words) {
  return words[kSharding].empty() || holds_any(words[kSharding], {"not stated", "unknown", "unclear"});
}

ZeroStage zero_stage_of(const RowWords& words, const UnstatedHabits& habits, std::vector<std::string>& assumptions) {
  if (const auto stated = model::kZeroStageNames.parse(words.meaning("sharding"))) return *stated;
  if (habits.shards_parameters) {
    assumptions.emplace_back("parameters sharded, the framework's habit: not stated");
    return ZeroStage::kParameters;
  }
  assumptions.emplace_back(kUsualSharding);
  return ZeroStage::kOptimizer;
}

/// Where no degree is stated: whether all ranks hold data, as one GPU's do, those that attention is split over, and
/// those whose parameters are sharded or replicated by name.
bool has_data_alone(const StepRow& row, const RowWords& words, const UnstatedHabits& habits) {
  if (row.num_gpus == 1 || row.context || habits.shards_parameters) return true;
  const std::string_view sharding = is_silent_on_sharding(words) ? std::string_view() : words.meaning("sharding");
  return sharding == model::kZeroStageNames.name(ZeroStage::kGradients) ||
         sharding == model::kZeroStageNames.name(ZeroStage::kParameters) || holds_word(words[kSharding], "ddp") ||
         words.meaning("data-parallel-alone") == "yes";
}

/// The number after "shard=", "fsdp=" or, of hybrid sharding, "FSDP 128 (8 inside x 16 across nodes)", or after the
/// notes' "sharding group 256"; else the published recipe's, else of hybrid sharding a machine.
int shard_group_of(const RowWords& words, const catalog::PublishedRecipe* recipe, int gpus_per_node,
                   std::vector<std::string>& assumptions) {
  for (const char* key : {"shard=", "fsdp="})
    if (const auto group = number_behind(words[kSharding], key)) return *group;
  const bool hybrid = holds_any(words[kSharding], {"hsdp", "hybrid"});
  if (hybrid) {
    if (const auto group = number_behind(words[kSharding], "fsdp")) return *group;
    if (const auto group = number_behind(words[kNotes], "sharding group")) return *group;
  }
  if (recipe && recipe->shard_group > 0) {
    assumptions.push_back(fmt::format("parameters sharded over {}: not stated, and the framework's recipe of {} has it",
                                      recipe->shard_group, recipe->model));
    return recipe->shard_group;
  }
  if (!hybrid) return 0;
  assumptions.emplace_back("parameters sharded inside a machine: hybrid, without a number");
  return gpus_per_node;
}

/// What a row says of a switch, in lower case; none: it is none of these words.
std::optional<bool> switch_of(const std::string& stated) {
  constexpr std::string_view kOn[] = {"yes", "true", "on", "1", "y", "enabled"};
  constexpr std::string_view kOff[] = {"no", "false", "off", "0", "n", "disabled", "n/a", "none", "-"};
  if (std::ranges::find(kOn, stated) != std::end(kOn)) return true;
  if (std::ranges::find(kOff, stated) != std::end(kOff)) return false;
  return std::nullopt;
}

bool sequence_parallel_of(const StepRow& row, const RowWords& words, std::vector<std::string>& assumptions) {
  if (const auto stated = switch_of(lower_case(row.sequence_parallel))) return *stated;
  if (row.tensor.value_or(1) == 1) return false;
  if (framework_item(words) == kUnknownFramework) {
    assumptions.emplace_back("without sequence parallelism: not stated");
    return false;
  }
  return words.meaning("sequence-parallel", assumptions) == "on";
}

/// The number of replicas that the GPUs make.
int replicas_of(const StepRow& row) {
  return row.num_gpus / (row.tensor.value_or(1) * row.pipeline.value_or(1) * row.context.value_or(1));
}

/// None: the row does not tell.
std::optional<int> micro_batch_of(const StepRow& row, const UnstatedHabits& habits, std::string_view framework,
                                  std::vector<std::string>& assumptions) {
  if (!habits.batch_is_of_a_rank) return row.micro_batch_size;
  // The batch of a rank is split into the pipeline's micro-batches.
  if (row.pipeline.value_or(1) > 1) {
    assumptions.emplace_back("micro-batch 1: the stated one is the batch of a rank");
    return 1;
  }
  const int replicas = std::max(1, replicas_of(row));
  if (row.micro_batch_size || *row.global_batch_size % replicas != 0) return row.micro_batch_size;
  assumptions.push_back(
      fmt::format("micro-batch {}: {} computes a rank's batch at once", *row.global_batch_size / replicas, framework));
  return *row.global_batch_size / replicas;
}

std::optional<Date> software_of(const StepRow& row) {
  const std::optional<Date> named = stated_software(row.framework);
  return named ? named : stated_software(row.notes);
}

/// Whole experts over tensor ranks or split ones, as the notes say ("ETP=1", "ETP 4", "ETP=TP"); else the framework's
/// habit, or the one way that fits.
int expert_tensor_of(const ParallelPlan& plan, const RowWords& words, const sim::FrameworkProfile& framework,
                     std::optional<Date> software, std::vector<std::string>& assumptions) {
  const int ranks = plan.data * plan.context;
  if (plan.tensor == 1 || ranks * plan.tensor % plan.expert != 0) return 0;
  if (const std::size_t at = find_word(words[kNotes], "etp"); at != std::string::npos) {
    const std::string_view behind = std::string_view(words[kNotes]).substr(at);
    if (behind.starts_with("etp=tp")) return 0;
    if (const auto stated = number_behind(behind, "etp"); stated && *stated <= plan.tensor)
      return *stated == plan.tensor ? 0 : *stated;
  }
  const bool fits_split = ranks % plan.expert == 0;
  if (fits_split && usual_expert_tensor(framework, plan, software) == 0) return 0;
  assumptions.push_back(fmt::format("whole experts over tensor ranks: not stated, and {}",
                                    fits_split ? "the framework's recipes have them" : "split ones do not fit"));
  return 1;
}

/// As many chunks as leave each the framework's number of layers.  Where stages do not divide the layers, embedding and
/// head count as one each, as stage_layout() deals them, and no chunk may be one of these alone.
int virtual_pipeline_of(const StepRow& row, const UnstatedHabits& habits, int num_layers,
                        std::vector<std::string>& assumptions) {
  const int pipeline = row.pipeline.value_or(1);
  if (pipeline == 1) return 1;
  if (row.virtual_pipeline) return *row.virtual_pipeline;
  const bool of_habit = lower_case(row.framework).find(habits.layers_per_chunk_of) != std::string::npos;
  // Of mixtures where a report's own habit was seen, not a framework's: NeMo's recipes for them state it.
  const bool told = !row.num_experts || !habits.layers_per_chunk_of.empty();
  const bool counts_ends = num_layers % pipeline != 0;
  const int usual = of_habit && told ? habits.layers_per_chunk.value_or(0) : 0;
  const int chunk = counts_ends && usual > 0 ? std::max(usual, 2) : usual;
  const int counted = num_layers + (counts_ends ? 2 : 0);
  if (chunk > 0 && counted % (pipeline * chunk) == 0) {
    assumptions.push_back(fmt::format("{} a chunk of an interleaved pipeline{}: not stated, and {}",
                                      chunk == 1 ? "one layer" : fmt::format("{} layers", chunk),
                                      counts_ends ? ", embedding and head counted as layers" : "",
                                      habits.layers_per_chunk_source));
    return counted / (pipeline * chunk);
  }
  assumptions.emplace_back("no interleaving of pipeline stages: not stated");
  return 1;
}

/// The order of the passes that the row names.
model::PipelineSchedule schedule_of(const RowWords& words) {
  return model::kPipelineScheduleNames.parse(words.meaning("schedule"))
      .value_or(model::PipelineSchedule::kOneForwardOneBackward);
}

/// What the notes begin with or name, else the published recipe's, else the framework's.
model::Dispatcher dispatcher_of(const ParallelPlan& plan, const RowWords& words, const catalog::PublishedRecipe* recipe,
                                const sim::FrameworkProfile& framework, std::vector<std::string>& assumptions) {
  if (plan.expert == 1) return framework.dispatcher;
  if (const auto stated = model::kDispatcherNames.parse(words.meaning("expert-dispatch"))) return *stated;
  const model::Dispatcher usual = recipe && recipe->dispatcher ? *recipe->dispatcher : framework.dispatcher;
  if (usual != model::Dispatcher::kAllToAll)
    assumptions.push_back(fmt::format("dispatcher {}: not stated, and the framework's {} it",
                                      model::kDispatcherNames.name(usual),
                                      recipe && recipe->dispatcher ? "recipe of the workload has" : "habit is"));
  return usual;
}

/// What the notes say of traffic beside compute, else the published recipe's.
model::Overlap overlap_of(const RowWords& words, const catalog::PublishedRecipe* recipe,
                          std::vector<std::string>& assumptions) {
  model::Overlap overlap;
  overlap.tensor = words.meaning("tensor-overlap") != "off";
  overlap.gradients = words.meaning("gradient-overlap") != "off";
  overlap.parameters = words.meaning("parameter-overlap") != "off";
  overlap.expert = words.meaning("expert-overlap") == "on";
  if (overlap != model::Overlap{}) assumptions.emplace_back("overlap of traffic as the notes say");
  if (recipe && recipe->overlaps_experts && !overlap.expert) {
    overlap.expert = true;
    assumptions.emplace_back("dispatch beside a second micro-batch: not stated, and the framework's recipe has it");
  }
  return overlap;
}

ParallelPlan plan_of(const StepRow& row, const RowWords& words, const UnstatedHabits& habits,
                     const sim::FrameworkProfile& framework, const model::Transformer& model, int gpus_per_node,
                     int micro_batch_size, std::vector<std::string>& assumptions) {
  ParallelPlan plan;
  plan.tensor = row.tensor.value_or(1);
  plan.pipeline = row.pipeline.value_or(1);
  if (plan.pipeline > 1) plan.schedule = schedule_of(words);
  const model::ScheduleLaw& law = model::schedule_law(plan.schedule);
  // Where the schedule says how many chunks a rank holds nothing is left open.
  plan.virtual_pipeline = law.most_chunks == model::kAnyChunks
                              ? virtual_pipeline_of(row, habits, model.num_layers, assumptions)
                              : row.virtual_pipeline.value_or(plan.pipeline > 1 ? law.fewest_chunks : 1);
  const catalog::PublishedRecipe* recipe = workload_recipe(row, habits);
  plan.shard_group = shard_group_of(words, recipe, gpus_per_node, assumptions);
  plan.context = row.context.value_or(1);
  plan.expert = row.expert.value_or(1);
  plan.data = replicas_of(row);
  plan.expert_tensor = expert_tensor_of(plan, words, framework, software_of(row), assumptions);
  plan.micro_batch_size = micro_batch_size;
  plan.zero_stage = zero_stage_of(words, habits, assumptions);
  plan.sequence_parallel = sequence_parallel_of(row, words, assumptions);
  plan.recompute = recompute_of(row, words, habits, model, framework, assumptions);
  plan.dispatcher = dispatcher_of(plan, words, recipe, framework, assumptions);
  plan.overlap = overlap_of(words, recipe, assumptions);
  return plan;
}

/// The first rule of check_scenario() that the question breaks.
std::optional<StepRefusal> broken_rule(const StepQuestion& question, int num_gpus) {
  plan::Scenario scenario;
  scenario.model = question.model;
  scenario.parallel = question.settings.plan;
  scenario.precision = question.settings.precision;
  scenario.attention = question.settings.attention;
  scenario.framework = question.framework;
  scenario.cluster = {.instance = question.instance, .num_nodes = num_gpus, .checkpoint_storage = {}};
  // Layouts written by hand deal any number of layers over chunks.
  if (model::schedule_law(scenario.parallel.schedule).most_chunks == model::kAnyChunks)
    scenario.parallel.virtual_pipeline = 1;
  // Part of a node is a question here: count accelerators, not machines.
  scenario.cluster.instance.accelerators_per_node = 1;
  plan::Phase phase;
  phase.tokens = std::int64_t{question.settings.global_batch_size} * question.settings.sequence_length;
  phase.sequence_length = question.settings.sequence_length;
  phase.global_batch_size = question.settings.global_batch_size;
  scenario.phases.push_back(phase);
  const Issues issues = check_scenario(scenario);
  if (issues.empty()) return std::nullopt;
  return StepRefusal{fmt::format("{}: {}", issues.front().where, issues.front().message)};
}

/// The chance that a question's peak stays within the card, without the logits, which losses made in pieces do not
/// keep.
double chance_to_run(const StepQuestion& question, const sim::StepSettings& settings) {
  const model::MemoryUse use = memory_use(question.model, memory_settings(settings, question.framework));
  return chance_of_fitting(use.total() - use.logits, question.framework.memory.interval,
                           question.instance.accelerator.usable_memory);
}

/// What ran and fits only with its parameters sharded had them sharded; with all layers computed again beside, where
/// that is what it takes and the row is silent on it too.
void shard_to_fit(const UnstatedHabits& habits, StepQuestion& question) {
  const auto silent = std::ranges::find(question.assumptions, kUsualSharding);
  if (silent == question.assumptions.end() || question.settings.plan.pipeline > 1 ||
      (question.settings.adapter_rank > 0 && is_quantised(question.settings.precision)) ||
      chance_to_run(question, question.settings) > model::kMisfitConfidence)
    return;
  constexpr double kLikely = 0.5;  // chosen, as of recomputation
  sim::StepSettings sharded = question.settings;
  sharded.plan.zero_stage = ZeroStage::kParameters;
  const auto no_recomputation = std::ranges::find(question.assumptions, kNoRecomputation);
  const bool repeats = chance_to_run(question, sharded) < kLikely && habits.recomputes_to_fit &&
                       no_recomputation != question.assumptions.end();
  if (repeats) sharded.plan.recompute = Recompute::kFull;
  if (chance_to_run(question, sharded) < kLikely) return;
  question.settings = sharded;
  *silent = "parameters sharded (ZeRO 3): not stated, and nothing less fits";
  if (repeats)
    *no_recomputation = "full recomputation: not stated, and without it the parameters would not fit, sharded";
}

/// What ran and the accelerators hold with recomputation alone was computed again: adapters, and of whole models where
/// the framework's users have no other way.  Not adapters in 8 or 4 bits: MLPerf's keep frozen weights and activations
/// in them, which memory_use() does not know, and of six such rows that seem not to fit none is computed again.
void recompute_to_fit(const UnstatedHabits& habits, StepQuestion& question) {
  const auto silent = std::ranges::find(question.assumptions, kNoRecomputation);
  const bool adapters = question.settings.adapter_rank > 0;
  if (silent == question.assumptions.end() || (adapters && is_quantised(question.settings.precision)) ||
      (!adapters && !habits.recomputes_to_fit))
    return;
  const Bytes usable = question.instance.accelerator.usable_memory;
  sim::StepSettings again = question.settings;
  again.plan.recompute = Recompute::kFull;
  const model::MemoryUse use = memory_use(question.model, memory_settings(question.settings, question.framework));
  constexpr double kLikely = 0.5;  // chosen: a peak beyond the card either way tells of states that are kept otherwise
  const bool implied = adapters ? use.total() > usable
                                : chance_to_run(question, question.settings) <= model::kMisfitConfidence &&
                                      chance_to_run(question, again) >= kLikely;
  if (!implied) return;
  question.settings.plan.recompute = Recompute::kFull;
  *silent = fmt::format("full recomputation: not stated, and without it {:.3g} GB of {:.3g} GB are needed",
                        use.total() / gigabyte, usable / gigabyte);
}

/// By the words of readings/loss-chunks, whose meanings are numbers.
int loss_chunks_of(const RowWords& words, std::vector<std::string>& assumptions) {
  const std::string_view pieces = words.meaning("loss-chunks", assumptions);
  return pieces.empty() ? 1 : std::stoi(std::string(pieces));
}

/// Eager PyTorch runs every operation of norms, rotary embedding and activation functions as a kernel of its own, as it
/// runs the Trainer's models, whose kernels were counted; a compiler fuses them.
void apply_compilation(const RowWords& words, const catalog::Catalog& catalog, sim::FrameworkProfile& framework,
                       std::vector<std::string>& assumptions) {
  const std::string_view compilation = words.meaning("compilation");
  if (compilation == "compiled") {
    const sim::KernelPasses& fused = catalog.framework("torchtitan").passes;
    if (framework.passes.hidden <= fused.hidden) return;
    framework.passes = fused;
    assumptions.emplace_back("fused kernels: the row says that it is compiled");
  }
  if (compilation != "eager") return;
  if (!framework.passes.plain_kernels) framework.passes = catalog.framework("transformers").passes;
  assumptions.emplace_back("kernels of eager PyTorch: the notes say that it is not compiled");
}

}  // namespace

const catalog::PublishedRecipe* published_recipe(const StepRow& row, const catalog::Catalog& catalog) {
  const RowWords words(row, catalog.report_readings());
  const std::string_view framework = framework_item(words);
  return catalog.has("frameworks", framework) ? workload_recipe(row, catalog.unstated_habits(framework)) : nullptr;
}

std::variant<StepQuestion, StepRefusal> step_question(const StepRow& row, const catalog::Catalog& catalog, bool ran) {
  const RowWords words(row, catalog.report_readings());
  if (const std::string_view reason = words.meaning("unmodelled"); !reason.empty())
    return StepRefusal{std::string(reason)};
  if (!row.sequence_length) return StepRefusal{"seq_len is empty"};
  if (!row.global_batch_size) return StepRefusal{"global_batch_seqs is empty"};
  if (!row.sequence_parallel.empty() && !switch_of(lower_case(row.sequence_parallel)))
    return StepRefusal{
        fmt::format("sequence_parallel \"{}\" is not understood; write yes or no", row.sequence_parallel)};
  StepQuestion question;
  if (const std::string_view reason = words.meaning("unmodelled-model"); !reason.empty())
    return StepRefusal{std::string(reason)};
  auto model = model_of_row(row, catalog, question.assumptions);
  if (auto* refusal = std::get_if<StepRefusal>(&model)) return std::move(*refusal);
  auto machine = machine_of_row(row, catalog, question.assumptions);
  if (auto* refusal = std::get_if<StepRefusal>(&machine)) return std::move(*refusal);
  question.model = std::move(std::get<model::Transformer>(model));
  apply_capacity(words, question.model, question.assumptions);
  apply_routing(words, question.model, question.assumptions);
  apply_mtp(words, question.model, question.assumptions);
  apply_documents(words, question.model, question.assumptions);
  question.instance = std::move(std::get<StepMachine>(machine).instance);
  question.collectives = std::move(std::get<StepMachine>(machine).collectives);

  // A factor of two or four lies between them: no filling is honest.
  if (const std::string narrow = narrow_peaks(question.instance.accelerator);
      words[kPrecision].empty() && !narrow.empty())
    return StepRefusal{fmt::format("precision is empty, and {} has {} beside bf16; write which the products ran in",
                                   question.instance.accelerator.name, narrow)};
  if (!words[kRecompute].empty() && words.meaning("recompute").empty())
    return StepRefusal{
        fmt::format("recompute \"{}\" is not understood; write none, full or selective, with the modules "
                    "behind a colon, or leave it empty",
                    row.recompute)};
  const auto precision = model::kPrecisionNames.parse(words.meaning("precision", question.assumptions));
  if (!precision) return StepRefusal{fmt::format("precision \"{}\" is not modelled", row.precision)};
  const std::string_view framework = framework_item(words);
  if (!catalog.has("frameworks", framework)) return StepRefusal{fmt::format("no framework item {}", framework)};
  const UnstatedHabits& habits = catalog.unstated_habits(framework);
  if (!row.tensor && !row.pipeline && !row.data) {
    if (!has_data_alone(row, words, habits)) return StepRefusal{"tp, pp and dp are empty: no layout"};
    if (*row.global_batch_size % std::max(1, replicas_of(row)) != 0)
      return StepRefusal{"tp, pp and dp are empty, and data parallelism alone does not divide the batch: no layout"};
    if (row.num_gpus > 1) question.assumptions.emplace_back(kDataAlone);
  }
  if (!is_silent_on_sharding(words) && words.meaning("sharding").empty())
    return StepRefusal{
        fmt::format("zero_or_fsdp \"{}\" is not understood; write ZeRO-1, ZeRO-2, ZeRO-3, FSDP, HSDP or none, or leave "
                    "it empty",
                    row.sharding)};
  words.meaning("framework", question.assumptions);
  if (framework == kUnknownFramework)
    question.assumptions.push_back(fmt::format("framework {} as generic", row.framework));
  question.framework = catalog.framework(framework);
  question.software = software_of(row);
  apply_compilation(words, catalog, question.framework, question.assumptions);
  if (const std::string_view library = words.meaning("attention-library"); !library.empty())
    question.framework.attention_library = library;
  if (words.meaning("weight-storage", question.assumptions) == "compute_copy_only")
    question.framework.memory.weight_storage = model::WeightStorage::kComputeCopyOnly;
  const RowAdapters adapters = adapters_of(words, question.assumptions);
  const std::optional<int> micro_batch = micro_batch_of(row, habits, framework, question.assumptions);
  question.settings = {
      .plan = plan_of(row, words, habits, question.framework, question.model, question.instance.accelerators_per_node,
                      micro_batch.value_or(1), question.assumptions),
      .precision = *precision,
      .recipe = recipe_of(words, *precision, question.assumptions),
      .optimizer = model::kOptimizerNames.parse(words.meaning("optimizer", question.assumptions))
                       .value_or(model::Optimizer::kAdam),
      .attention = attention_of(words, question.assumptions),
      .cuda_graphs = words.meaning("cuda-graphs", question.assumptions) == "on",
      .loss_chunks = loss_chunks_of(words, question.assumptions),
      .adapter_rank = adapters.rank,
      .adapter_targets = adapters.targets,
      .frozen_weights =
          adapters.rank > 0 ? frozen_weights_of(words, question.assumptions) : model::FrozenWeights::kAsComputed,
      .sequence_length = *row.sequence_length,
      .global_batch_size = *row.global_batch_size};
  if (!question.model.moe) question.settings.plan.overlap.expert = false;  // said of a whole table
  if (auto refusal = broken_rule(question, row.num_gpus)) return std::move(*refusal);
  if (ran) {
    recompute_to_fit(habits, question);
    shard_to_fit(habits, question);
  }
  if (ran && std::ranges::find(question.assumptions, kDataAlone) != question.assumptions.end() &&
      chance_to_run(question, question.settings) <= model::kMisfitConfidence)
    return StepRefusal{"tp, pp and dp are empty, and with data parallelism alone it does not fit: no layout"};
  if (!micro_batch) {
    int& taken = question.settings.plan.micro_batch_size;
    taken = usual_micro_batch(question);
    question.assumptions.push_back(fmt::format("micro-batch {}: not stated", taken));
  }
  return question;
}

}  // namespace fmplan::evidence
