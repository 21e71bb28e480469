#include "core/evidence/row_plan.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/calibration/step_evidence.h"
#include "core/catalog/report_readings.h"
#include "core/evidence/remat_policy.h"
#include "core/evidence/workload_recipe.h"
#include "core/model/recomputation.h"
#include "core/model/schedule_laws.h"

namespace fmplan::evidence {
namespace {

using catalog::UnstatedHabits;
using model::ParallelPlan;
using model::Recompute;
using model::ZeroStage;
using enum catalog::ReportColumn;

/// What a row says of a switch, in lower case; none: it is none of these words.
std::optional<bool> switch_of(const std::string& stated) {
  constexpr std::string_view kOn[] = {"yes", "true", "on", "1", "y", "enabled"};
  constexpr std::string_view kOff[] = {"no", "false", "off", "0", "n", "disabled", "n/a", "none", "-"};
  if (std::ranges::find(kOn, stated) != std::end(kOn)) return true;
  if (std::ranges::find(kOff, stated) != std::end(kOff)) return false;
  return std::nullopt;
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
                                  std::vector<std::string>& assumptions, LeftOpen& left_open) {
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
  if (text.empty()) {
    left_open.recomputation = assumptions.size();
    assumptions.emplace_back("no recomputation: not stated");
  }
  return Recompute::kNone;
}

/// Whether the column says nothing, in words or without.
bool is_silent_on_sharding(const RowWords& words) {
  return words[kSharding].empty() || holds_any(words[kSharding], {"not stated", "unknown", "unclear"});
}

ZeroStage zero_stage_of(const RowWords& words, const UnstatedHabits& habits, std::vector<std::string>& assumptions,
                        LeftOpen& left_open) {
  if (const auto stated = model::kZeroStageNames.parse(words.meaning("sharding"))) return *stated;
  if (habits.shards_parameters) {
    assumptions.emplace_back("parameters sharded, the framework's habit: not stated");
    return ZeroStage::kParameters;
  }
  left_open.sharding = assumptions.size();
  assumptions.emplace_back("optimizer sharded (ZeRO 1): not stated");
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

bool sequence_parallel_of(const StepRow& row, const RowWords& words, std::vector<std::string>& assumptions) {
  if (const auto stated = switch_of(lower_case(row.sequence_parallel))) return *stated;
  if (row.tensor.value_or(1) == 1) return false;
  if (framework_item(words) == calibration::kUnknownFramework) {
    assumptions.emplace_back("without sequence parallelism: not stated");
    return false;
  }
  return words.meaning("sequence-parallel", assumptions) == "on";
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

}  // namespace

bool is_without_layout(const StepRow& row) { return !row.tensor && !row.pipeline && !row.data; }

int replicas_of(const StepRow& row) {
  return row.num_gpus / (row.tensor.value_or(1) * row.pipeline.value_or(1) * row.context.value_or(1));
}

std::optional<StepRefusal> unreadable_plan(const StepRow& row, const RowWords& words, const UnstatedHabits& habits) {
  if (!row.sequence_parallel.empty() && !switch_of(lower_case(row.sequence_parallel)))
    return StepRefusal{
        fmt::format("sequence_parallel \"{}\" is not understood; write yes or no", row.sequence_parallel)};
  if (!words[kRecompute].empty() && words.meaning("recompute").empty())
    return StepRefusal{
        fmt::format("recompute \"{}\" is not understood; write none, full or selective, with the modules "
                    "behind a colon, or leave it empty",
                    row.recompute)};
  if (is_without_layout(row)) {
    if (!has_data_alone(row, words, habits)) return StepRefusal{"tp, pp and dp are empty: no layout"};
    if (*row.global_batch_size % std::max(1, replicas_of(row)) != 0)
      return StepRefusal{"tp, pp and dp are empty, and data parallelism alone does not divide the batch: no layout"};
  }
  if (!is_silent_on_sharding(words) && words.meaning("sharding").empty())
    return StepRefusal{
        fmt::format("zero_or_fsdp \"{}\" is not understood; write ZeRO-1, ZeRO-2, ZeRO-3, FSDP, HSDP or none, or leave "
                    "it empty",
                    row.sharding)};
  return std::nullopt;
}

RowPlan plan_of_row(const StepRow& row, const RowWords& words, const UnstatedHabits& habits, const sim::StepJob& job,
                    int micro_batch_size, std::vector<std::string>& assumptions) {
  RowPlan read;
  ParallelPlan& plan = read.plan;
  plan.tensor = row.tensor.value_or(1);
  plan.pipeline = row.pipeline.value_or(1);
  if (plan.pipeline > 1) plan.schedule = schedule_of(words);
  const model::ScheduleLaw& law = model::schedule_law(plan.schedule);
  // Where the schedule says how many chunks a rank holds nothing is left open.
  plan.virtual_pipeline = law.most_chunks == model::kAnyChunks
                              ? virtual_pipeline_of(row, habits, job.model.num_layers, assumptions)
                              : row.virtual_pipeline.value_or(plan.pipeline > 1 ? law.fewest_chunks : 1);
  const catalog::PublishedRecipe* recipe = workload_recipe(row, habits);
  plan.shard_group = shard_group_of(words, recipe, job.instance.accelerators_per_node, assumptions);
  plan.context = row.context.value_or(1);
  plan.expert = row.expert.value_or(1);
  plan.data = replicas_of(row);
  plan.expert_tensor = expert_tensor_of(plan, words, job.framework, job.software, assumptions);
  plan.micro_batch_size = micro_batch_size;
  plan.zero_stage = zero_stage_of(words, habits, assumptions, read.left_open);
  plan.sequence_parallel = sequence_parallel_of(row, words, assumptions);
  plan.recompute = recompute_of(row, words, habits, job.model, job.framework, assumptions, read.left_open);
  plan.dispatcher = dispatcher_of(plan, words, recipe, job.framework, assumptions);
  plan.overlap = overlap_of(words, recipe, assumptions);
  if (!job.model.moe) plan.overlap.expert = false;  // said of a whole table
  return read;
}

}  // namespace fmplan::evidence
