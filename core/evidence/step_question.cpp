#include "core/evidence/step_question.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/catalog/collective_profile.h"
#include "core/evidence/step_machine.h"
#include "core/evidence/workload_recipe.h"
#include "core/model/adapters.h"
#include "core/model/recomputation.h"
#include "core/plan/scenario.h"

namespace fmplan::evidence {
namespace {

using catalog::UnstatedHabits;
using model::ParallelPlan;
using model::Precision;
using model::Recompute;
using model::ZeroStage;

/// The row's free texts in lower case, and what they say together.
struct Words {
  explicit Words(const StepRow& row)
      : model(lower_case(row.model_name)),
        gpu(lower_case(row.gpu)),
        sharding(lower_case(row.sharding)),
        recompute(lower_case(row.recompute)),
        precision(lower_case(row.precision)),
        attention(lower_case(row.attention)),
        framework(lower_case(row.framework)),
        notes(lower_case(row.notes)) {}

  std::string model, gpu, sharding, recompute, precision, attention, framework, notes;

  bool states_bf16() const { return holds_any(precision, {"bf16", "bfloat16"}); }
  /// Fused attention and sequence parallelism came in mid-2022: stacks from
  /// before trained in FP16, on Megatron-LM or Megatron-DeepSpeed.
  bool is_early_megatron() const {
    return framework == "megatron-deepspeed" ||
           (holds_any(framework, {"megatron"}) && holds_any(precision, {"fp16"}) && !states_bf16());
  }
};

/// Why the row is of a kind that step_time() does not speak of.  Empty if it is
/// not.
std::string unmodelled(const Words& words) {
  if (holds_any(words.sharding, {"offload"}) || holds_any(words.recompute, {"offload"}))
    return "offloads to host memory, which is not modelled";
  if (holds_any(words.notes, {"misprint"})) return "its notes say that the source misprints it";
  if (holds_any(words.notes, {"known regression"}))
    return "its notes say that the release had a defect, of which the source knows";
  return {};
}

/// What products may run in beside 16 bits on an accelerator, as its item names its peaks; empty: nothing.
std::string narrow_peaks(const hardware::Accelerator& accelerator) {
  std::string names;
  for (const Precision narrow : {Precision::kFp8, Precision::kFp4})
    if (const std::string name(sim::precision_name(narrow)); accelerator.peak.contains(name))
      names += (names.empty() ? "" : " and ") + name;
  return names;
}

std::optional<Precision> precision_of(const Words& words, std::vector<std::string>& assumptions) {
  const std::string& text = words.precision;
  if (text.empty()) {
    assumptions.emplace_back("bf16: precision is not stated");
    return Precision::kBf16;
  }
  if (holds_any(text, {"fp4"})) return Precision::kFp4;
  if (holds_any(text, {"fp8"})) {
    if (holds_any(text, {"mx", "-cs", "sub-channel"}))
      assumptions.emplace_back(
          "fp8 recipe as plain fp8: what its block scales "
          "cost is not modelled");
    return Precision::kFp8;
  }
  if (words.states_bf16()) return Precision::kBf16;
  if (holds_any(text, {"fp16", "float16", "half"})) return Precision::kFp16;
  if (holds_any(text, {"fp32", "float32"})) return Precision::kFp32;
  return std::nullopt;
}

model::ScalingRecipe recipe_of(const Words& words, Precision precision, std::vector<std::string>& assumptions) {
  using enum model::ScalingRecipe;
  if (!is_quantised(precision)) return kDelayed;
  if (holds_any(words.precision, {"nvfp4"})) return kNvfp4;
  if (precision == Precision::kFp8 && holds_any(words.precision, {"mx"})) return kMxfp8;
  if (holds_any(words.precision, {"sub-channel", "blockwise"})) return kBlockwise;
  if (holds_any(words.precision, {"-cs", "current"})) return kCurrent;
  const model::ScalingRecipe usual = usual_recipe(precision);
  if (!holds_any(words.precision, {"delayed"}))
    assumptions.push_back(fmt::format("scaling recipe {}: not stated", model::kScalingRecipeNames.name(usual)));
  return usual;
}

/// The number behind `key` and '=', ':' or blanks; none where the words have none.
std::optional<int> number_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t first = text.find_first_not_of("=: ", at + key.size());
  int number = 0;
  if (first == std::string_view::npos ||
      std::from_chars(text.data() + first, text.data() + text.size(), number).ec != std::errc{} || number < 1)
    return std::nullopt;
  return number;
}

bool says(const Words& words, std::string_view word) {
  return holds_word(words.model, word) || holds_word(words.notes, word);
}

/// "LoRA", "QLoRA", or with their rank: "LoRA rank 16".
int adapter_rank_of(const Words& words, std::vector<std::string>& assumptions) {
  if (!says(words, "lora") && !says(words, "qlora")) return 0;
  const int rank = number_behind(words.notes, "lora rank").value_or(model::kUsualAdapterRank);
  assumptions.push_back(fmt::format("adapters of rank {} on the query, key and value product", rank));
  return rank;
}

model::FrozenWeights frozen_weights_of(const Words& words) {
  return says(words, "qlora") || says(words, "nf4") ? model::FrozenWeights::kNf4 : model::FrozenWeights::kAsComputed;
}

sim::AttentionKernel attention_of(const Words& words, std::vector<std::string>& assumptions) {
  if (!words.attention.empty()) {
    const bool unfused = holds_any(words.attention, {"unfused", "no flash", "fused softmax"});
    return unfused && !holds_any(words.attention, {"cudnn flash"}) ? sim::AttentionKernel::kUnfused
                                                                   : sim::AttentionKernel::kFlash;
  }
  const bool unfused = words.is_early_megatron() || words.gpu.starts_with("v100");
  assumptions.emplace_back(unfused ? "unfused attention: not stated, and the "
                                     "stack is older than flash attention"
                                   : "flash attention: not stated");
  return unfused ? sim::AttentionKernel::kUnfused : sim::AttentionKernel::kFlash;
}

/// A row's own words, and what its notes say from `key` on.
std::string stated_from(const Words& words, std::string_view key) {
  const std::size_t at = words.notes.find(key);
  return at == std::string::npos ? words.recompute : words.recompute + " " + words.notes.substr(at);
}

/// "full", or with Megatron's words for how many: "full, recompute_method=block, recompute_num_layers=4".
model::Recomputation whole_layers_of(const Words& words) {
  model::Recomputation again = Recompute::kFull;
  const std::string stated = stated_from(words, "recompute_method");
  const auto num_layers = number_behind(stated, "recompute_num_layers");
  if (!num_layers) return again;
  again.num_layers = *num_layers;
  if (holds_word(stated, "block")) again.method = model::RecomputeMethod::kBlock;
  return again;
}

/// "selective: moe_act, layernorm", or the notes' "recompute_modules".
unsigned modules_of(const Words& words) {
  unsigned modules = 0;
  const std::string stated = stated_from(words, "recompute_modules");
  for (std::size_t i = 0; i < model::kRecomputeModuleNames.count; ++i)
    if (holds_word(stated, model::kRecomputeModuleNames.texts[i]))
      modules |= bit_of(model::kRecomputeModuleNames.values[i]);
  return modules;
}

model::Recomputation recompute_of(const StepRow& row, const Words& words, const UnstatedHabits& habits,
                                  std::vector<std::string>& assumptions) {
  if (words.recompute.starts_with("full")) return whole_layers_of(words);
  if (words.recompute.starts_with("selective")) {
    // JAX's policy that keeps every product and attention leaves norms and activation functions to do again.
    const unsigned minimal = holds_any(words.recompute, {"minimal"}) ? bit_of(model::RecomputeModule::kLayerNorm) : 0;
    if (const unsigned modules = modules_of(words) | minimal; modules != 0) {
      model::Recomputation again = Recompute::kSelective;
      again.modules = modules;
      return again;
    }
    // torchtitan's is by operation, whatever the row calls it.
    const bool by_operation = holds_any(words.recompute, {"per-op"}) || holds_any(words.framework, {"torchtitan"});
    if (by_operation) assumptions.emplace_back("selective recomputation by operation: torchtitan's");
    return by_operation ? Recompute::kPerOperation : Recompute::kSelective;
  }
  const catalog::PublishedRecipe* recipe = words.recompute.empty() ? workload_recipe(row, habits) : nullptr;
  if (recipe && recipe->recompute.kind != Recompute::kNone) {
    assumptions.push_back(fmt::format("{} computed again: not stated, and the framework's recipe of {} on {} has it",
                                      recomputation_detail(recipe->recompute), recipe->model, recipe->gpu));
    return recipe->recompute;
  }
  if (words.recompute.empty() && habits.full_recompute) {
    assumptions.push_back(fmt::format("full recomputation: not stated, and {}", habits.full_recompute_source));
    return Recompute::kFull;
  }
  if (words.recompute.empty()) assumptions.emplace_back("no recomputation: not stated");
  return Recompute::kNone;
}

ZeroStage zero_stage_of(const Words& words, const UnstatedHabits& habits, std::vector<std::string>& assumptions) {
  const std::string& text = words.sharding;
  if (holds_any(text, {"zero-1", "distributed optimizer"})) return ZeroStage::kOptimizer;
  if (holds_any(text, {"zero-2", "shard_grad_op", "no reshard"})) return ZeroStage::kGradients;
  if (holds_any(text, {"zero-3"})) return ZeroStage::kParameters;
  if (text.ends_with("fsdp=1")) return ZeroStage::kNone;
  if (holds_any(text, {"fsdp", "hsdp", "full_shard"})) return ZeroStage::kParameters;
  if (holds_any(text, {"zero-0", "ddp rep"}) || text == "none" || text == "ddp") return ZeroStage::kNone;
  if (habits.shards_parameters) {
    assumptions.emplace_back("parameters sharded: the framework's habit");
    return ZeroStage::kParameters;
  }
  assumptions.emplace_back("optimizer sharded (ZeRO 1): not stated");
  return ZeroStage::kOptimizer;
}

/// The number after "shard=" or "fsdp="; of hybrid sharding that states none, a
/// machine.
int shard_group_of(const Words& words, int gpus_per_node, std::vector<std::string>& assumptions) {
  for (const char* key : {"shard=", "fsdp="}) {
    const std::size_t at = words.sharding.find(key);
    if (at == std::string::npos) continue;
    int group = 0;
    const char* first = words.sharding.data() + at + std::string_view(key).size();
    if (std::from_chars(first, words.sharding.data() + words.sharding.size(), group).ec == std::errc{}) return group;
  }
  if (!holds_any(words.sharding, {"hsdp"})) return 0;
  assumptions.emplace_back("parameters sharded inside a machine: hybrid, without a number");
  return gpus_per_node;
}

bool sequence_parallel_of(const StepRow& row, const Words& words, std::vector<std::string>& assumptions) {
  if (row.sequence_parallel == "yes") return true;
  if (!row.sequence_parallel.empty() || row.tensor.value_or(1) == 1) return false;
  const bool on = !words.is_early_megatron() && framework_item(row.framework) != "generic";
  assumptions.push_back(fmt::format("{} sequence parallelism: not stated", on ? "with" : "without"));
  return on;
}

int micro_batch_of(const StepRow& row, const UnstatedHabits& habits, std::vector<std::string>& assumptions) {
  // The batch of a rank is split into the pipeline's micro-batches.
  if (habits.batch_is_of_a_rank && row.pipeline.value_or(1) > 1) {
    assumptions.emplace_back("micro-batch 1: the stated one is the batch of a rank");
    return 1;
  }
  if (!row.micro_batch_size) assumptions.emplace_back("micro-batch 1: not stated");
  return row.micro_batch_size.value_or(1);
}

/// Experts over tensor ranks, each whole, where the row says so or where they
/// fit no other way.
int expert_tensor_of(const ParallelPlan& plan, const Words& words, std::vector<std::string>& assumptions) {
  const int ranks = plan.data * plan.context;
  if (plan.tensor == 1 || ranks * plan.tensor % plan.expert != 0) return 0;
  if (ranks % plan.expert == 0 && words.notes.find("etp=1") == std::string::npos) return 0;
  assumptions.emplace_back("whole experts over tensor ranks");
  return 1;
}

int virtual_pipeline_of(const StepRow& row, const UnstatedHabits& habits, int num_layers,
                        std::vector<std::string>& assumptions) {
  const int pipeline = row.pipeline.value_or(1);
  if (pipeline == 1) return 1;
  if (row.virtual_pipeline) return *row.virtual_pipeline;
  const bool of_habit = lower_case(row.framework).find(habits.layers_per_chunk_of) != std::string::npos;
  const int chunk = of_habit ? habits.layers_per_chunk.value_or(0) : 0;
  if (chunk > 0 && !row.num_experts && num_layers % (pipeline * chunk) == 0) {
    assumptions.push_back(fmt::format("{} a chunk of an interleaved pipeline: not stated, and {}",
                                      chunk == 1 ? "one layer" : fmt::format("{} layers", chunk),
                                      habits.layers_per_chunk_source));
    return num_layers / (pipeline * chunk);
  }
  assumptions.emplace_back("no interleaving of pipeline stages: not stated");
  return 1;
}

/// What the notes begin with or name, else the published recipe's, else the framework's.
model::Dispatcher dispatcher_of(const ParallelPlan& plan, const Words& words, const catalog::PublishedRecipe* recipe,
                                const sim::FrameworkProfile& framework, std::vector<std::string>& assumptions) {
  if (plan.expert == 1) return framework.dispatcher;
  if (words.notes.starts_with("allgather")) return model::Dispatcher::kAllGather;
  if (holds_any(words.notes, {"hybridep", "deepep"})) return model::Dispatcher::kDeduplicating;
  if (holds_word(words.notes, "alltoall")) return model::Dispatcher::kAllToAll;
  const model::Dispatcher usual = recipe && recipe->dispatcher ? *recipe->dispatcher : framework.dispatcher;
  if (usual != model::Dispatcher::kAllToAll)
    assumptions.push_back(fmt::format("dispatcher {}: not stated, and the framework's {} it",
                                      model::kDispatcherNames.name(usual),
                                      recipe && recipe->dispatcher ? "recipe of the workload has" : "habit is"));
  return usual;
}

/// What the notes say of traffic beside compute.  "No comm overlap (TP/P2P overlap disabled)" is about what the bracket
/// names; without one it is about all.
model::Overlap overlap_of(const Words& words, const catalog::PublishedRecipe* recipe,
                          std::vector<std::string>& assumptions) {
  model::Overlap overlap;
  const std::string& notes = words.notes;
  const bool of_tensor = holds_any(notes, {"tp/p2p overlap disabled", "no tp overlap", "tp overlap off",
                                           "tp-comm-overlap off", "without tp overlap"});
  const bool none = !of_tensor && holds_any(notes, {"no comm overlap", "no communication overlap", "comm overlap off"});
  if (of_tensor || none) overlap.tensor = false;
  if (none || holds_any(notes, {"overlap-grad-reduce off", "no overlap of gradients", "no grad overlap",
                                "overlap_grad_reduce=false", "grad reduce overlap off"}))
    overlap.gradients = false;
  if (none || holds_any(notes, {"overlap-param-gather off", "no overlap of parameters", "no param overlap",
                                "overlap_param_gather=false", "param gather overlap off"}))
    overlap.parameters = false;
  // Megatron-Core overlaps dispatch with a second micro-batch where its notes speak of both.
  overlap.expert = holds_any(notes, {"hybridep", "deepep"}) && holds_any(notes, {"overlap"}) &&
                   !holds_any(notes, {"no overlap", "without overlap"});
  if (overlap != model::Overlap{}) assumptions.emplace_back("overlap of traffic as the notes say");
  if (recipe && recipe->overlaps_experts && !overlap.expert) {
    overlap.expert = true;
    assumptions.emplace_back("dispatch beside a second micro-batch: not stated, and the framework's recipe has it");
  }
  return overlap;
}

ParallelPlan plan_of(const StepRow& row, const Words& words, const UnstatedHabits& habits,
                     const sim::FrameworkProfile& framework, int num_layers, int gpus_per_node,
                     std::vector<std::string>& assumptions) {
  ParallelPlan plan;
  plan.tensor = row.tensor.value_or(1);
  plan.pipeline = row.pipeline.value_or(1);
  plan.virtual_pipeline = virtual_pipeline_of(row, habits, num_layers, assumptions);
  plan.shard_group = shard_group_of(words, gpus_per_node, assumptions);
  plan.context = row.context.value_or(1);
  plan.expert = row.expert.value_or(1);
  plan.data = row.num_gpus / (plan.tensor * plan.pipeline * plan.context);
  plan.expert_tensor = expert_tensor_of(plan, words, assumptions);
  plan.micro_batch_size = micro_batch_of(row, habits, assumptions);
  plan.zero_stage = zero_stage_of(words, habits, assumptions);
  plan.sequence_parallel = sequence_parallel_of(row, words, assumptions);
  plan.recompute = recompute_of(row, words, habits, assumptions);
  const catalog::PublishedRecipe* recipe = workload_recipe(row, habits);
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
  if (scenario.parallel.expert_tensor == 1) scenario.parallel.expert = 1;
  // Layouts written by hand deal any number of layers over chunks.
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

/// Eager PyTorch runs activation functions as kernels of their own, which a compiler fuses.
void apply_eager(const Words& words, sim::FrameworkProfile& framework, std::vector<std::string>& assumptions) {
  if (!holds_any(words.notes, {"no compile", "compile no", "without compile", "eager mode"})) return;
  // Counted: a gated activation as two kernels reads 3 and writes 2, a plain one with its bias 2 and 2.
  framework.ffn_passes_gated = std::max(framework.ffn_passes_gated, 5.0);
  framework.ffn_passes_plain = std::max(framework.ffn_passes_plain, 4.0);
  assumptions.emplace_back("kernels of eager PyTorch: the notes say that it is not compiled");
}

bool uses_cuda_graphs(const Words& words) {
  return holds_any(words.notes, {"cuda graphs", "cuda-graphs", "cudagraphs"}) &&
         !holds_any(words.notes, {"no cuda graphs", "without cuda graphs", "cuda graphs off"});
}

model::Optimizer optimizer_of(const Words& words) {
  if (holds_word(words.notes, "muon") || holds_word(words.framework, "muon")) return model::Optimizer::kMuon;
  if (holds_any(words.framework, {"sgd optimizer"})) return model::Optimizer::kSgd;
  return holds_any(words.precision, {"bf16 optimizer"}) ? model::Optimizer::kAdamBf16Moments : model::Optimizer::kAdam;
}

/// NVIDIA's containers are named by year and month: "(26.06 container)" and "nvidia release 26.06" are 26.06; 0 if none
/// is stated.
double container_of(std::string_view framework) {
  double version = 0;
  for (const std::string_view before : {"(", "release "}) {
    const std::size_t at = framework.find(before);
    if (at == std::string_view::npos) continue;
    std::from_chars(framework.data() + at + before.size(), framework.data() + framework.size(), version);
  }
  return version;
}

/// NVIDIA's containers of PyTorch, in which benchmarks of language models run NeMo on Transformer Engine, whoever's the
/// machine.
bool is_nvidia_container(std::string_view framework) {
  return holds_any(framework, {"nvidia release", "nvcr.io"}) || holds_word(framework, "ngc");
}

/// From here on Megatron-Bridge's recipes launch layers as CUDA graphs.
constexpr double kCudaGraphContainer = 26.06;

}  // namespace

StepCatalog load_step_catalog(const catalog::Catalog& catalog) {
  StepCatalog result;
  for (const std::string& name : catalog.names("models")) result.models[name] = catalog.model(name);
  for (const std::string& name : catalog.names("frameworks")) {
    result.frameworks[name] = catalog.framework(name);
    result.unstated[name] =
        catalog::load_item(catalog, catalog.item("frameworks", name), catalog::read_unstated_habits);
  }
  for (const std::string& name : catalog.names("instances")) result.instances[name] = catalog.instance(name);
  result.reported = catalog::reported_machines(catalog);
  for (const catalog::CollectiveProfileItem& item : catalog::load_collective_profiles(catalog))
    for (const std::string& instance : item.instances) result.profiles.try_emplace(instance, item.profile);
  return result;
}

std::string_view framework_item(std::string_view framework) {
  const std::string text = lower_case(framework);
  if (holds_any(text, {"torchtitan"})) return "torchtitan";
  if (holds_any(text, {"nanotron"})) return "nanotron";
  if (holds_any(text, {"maxtext", "pax", "jax", "levanter"})) return "maxtext";
  if (holds_any(text, {"neuron"})) return "neuron";
  if (holds_any(text, {"hai-llm"})) return "hai-llm";
  if (holds_any(text, {"deepspeed"})) return "deepspeed";
  if (holds_any(text, {"hugging face", "transformers"})) return "transformers";
  if (holds_any(text, {"fsdp", "llm-foundry", "automodel"})) return "fsdp";
  // "NeMo/Megatron" and "Megatron-LM (nemo container)": the first is meant.
  const std::size_t nemo = text.find("nemo"), megatron = text.find("megatron");
  if (nemo == megatron && !is_nvidia_container(text)) return "generic";
  if (megatron < nemo) return "megatron";
  return container_of(text) >= kCudaGraphContainer ? "nemo-26.06" : "nemo";
}

const catalog::PublishedRecipe* published_recipe(const StepRow& row, const StepCatalog& catalog) {
  const auto unstated = catalog.unstated.find(std::string(framework_item(row.framework)));
  return unstated == catalog.unstated.end() ? nullptr : workload_recipe(row, unstated->second);
}

std::variant<StepQuestion, StepRefusal> step_question(const StepRow& row, const StepCatalog& catalog) {
  const Words words(row);
  if (std::string reason = unmodelled(words); !reason.empty()) return StepRefusal{std::move(reason)};
  if (!row.sequence_length) return StepRefusal{"seq_len is empty"};
  if (!row.global_batch_size) return StepRefusal{"global_batch_seqs is empty"};
  if (!row.tensor && !row.pipeline && !row.data) return StepRefusal{"tp, pp and dp are empty: no layout"};
  StepQuestion question;
  auto model = model_of_row(row, catalog.models, question.assumptions);
  if (auto* refusal = std::get_if<StepRefusal>(&model)) return std::move(*refusal);
  auto machine = machine_of_row(row, catalog.instances, catalog.profiles, catalog.reported, question.assumptions);
  if (auto* refusal = std::get_if<StepRefusal>(&machine)) return std::move(*refusal);
  question.model = std::move(std::get<model::Transformer>(model));
  question.instance = std::move(std::get<StepMachine>(machine).instance);
  question.collectives = std::move(std::get<StepMachine>(machine).collectives);

  // A factor of two or four lies between them: no filling is honest.
  if (const std::string narrow = narrow_peaks(question.instance.accelerator);
      words.precision.empty() && !narrow.empty())
    return StepRefusal{fmt::format("precision is empty, and {} has {} beside bf16; write which the products ran in",
                                   question.instance.accelerator.name, narrow)};
  const auto precision = precision_of(words, question.assumptions);
  if (!precision) return StepRefusal{fmt::format("precision \"{}\" is not modelled", row.precision)};
  std::string_view framework = framework_item(row.framework);
  const auto unstated = catalog.unstated.find(std::string(framework));
  const UnstatedHabits habits = unstated == catalog.unstated.end() ? UnstatedHabits{} : unstated->second;
  if (framework == "megatron" && words.is_early_megatron()) framework = "megatron-2021";
  const auto profile = catalog.frameworks.find(std::string(framework));
  if (profile == catalog.frameworks.end()) return StepRefusal{fmt::format("no framework item {}", framework)};
  if (framework == "generic") question.assumptions.push_back(fmt::format("framework {} as generic", row.framework));
  question.framework = profile->second;
  apply_eager(words, question.framework, question.assumptions);
  if (holds_any(words.attention, {"flashattention-2", "sdpa flash v2", "fa2"}))
    question.framework.attention_library = "fa2";
  // llm-foundry's throughput tables are of 2023, when it pinned flash-attn 1.
  if (holds_any(words.framework, {"llm-foundry"})) question.framework.attention_library = "fa1";
  if (holds_any(words.attention, {"flashattention-3", "fa3"})) question.framework.attention_library = "fa3";
  question.settings = {.plan = plan_of(row, words, habits, question.framework, question.model.num_layers,
                                       question.instance.accelerators_per_node, question.assumptions),
                       .precision = *precision,
                       .recipe = recipe_of(words, *precision, question.assumptions),
                       .optimizer = optimizer_of(words),
                       .attention = attention_of(words, question.assumptions),
                       .cuda_graphs = uses_cuda_graphs(words),
                       .adapter_rank = adapter_rank_of(words, question.assumptions),
                       .frozen_weights = frozen_weights_of(words),
                       .sequence_length = *row.sequence_length,
                       .global_batch_size = *row.global_batch_size};
  if (auto refusal = broken_rule(question, row.num_gpus)) return std::move(*refusal);
  return question;
}

}  // namespace fmplan::evidence
