#include "core/evidence/step_question.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/calibration/step_evidence.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/report_readings.h"
#include "core/evidence/row_adapters.h"
#include "core/evidence/row_plan.h"
#include "core/evidence/row_that_ran.h"
#include "core/evidence/row_words.h"
#include "core/evidence/stated_software.h"
#include "core/evidence/step_machine.h"
#include "core/evidence/usual_micro_batch.h"
#include "core/evidence/workload_recipe.h"
#include "core/model/memory_chance.h"
#include "core/model/schedule_laws.h"
#include "core/plan/scenario.h"

namespace fmplan::evidence {
namespace {

using catalog::UnstatedHabits;
using model::Precision;
using enum catalog::ReportColumn;

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

sim::AttentionKernel attention_of(const RowWords& words, std::vector<std::string>& assumptions) {
  return words.meaning("attention", assumptions) == "unfused" ? sim::AttentionKernel::kUnfused
                                                              : sim::AttentionKernel::kFlash;
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
  StepQuestion question;
  if (const std::string_view reason = words.meaning("unmodelled-model"); !reason.empty())
    return StepRefusal{std::string(reason)};
  auto model = model_of_row(row, catalog, question.assumptions);
  if (auto* refusal = std::get_if<StepRefusal>(&model)) return std::move(*refusal);
  auto machine = machine_of_row(row, catalog, question.assumptions);
  if (auto* refusal = std::get_if<StepRefusal>(&machine)) return std::move(*refusal);
  question.model = std::move(std::get<model::Transformer>(model));
  apply_words(words, question.model, question.assumptions);
  question.instance = std::move(std::get<StepMachine>(machine).instance);
  question.collectives = std::move(std::get<StepMachine>(machine).collectives);

  // A factor of two or four lies between them: no filling is honest.
  if (const std::string narrow = narrow_peaks(question.instance.accelerator);
      words[kPrecision].empty() && !narrow.empty())
    return StepRefusal{fmt::format("precision is empty, and {} has {} beside bf16; write which the products ran in",
                                   question.instance.accelerator.name, narrow)};
  const auto precision = model::kPrecisionNames.parse(words.meaning("precision", question.assumptions));
  if (!precision) return StepRefusal{fmt::format("precision \"{}\" is not modelled", row.precision)};
  const std::string_view framework = framework_item(words);
  if (!catalog.has("frameworks", framework)) return StepRefusal{fmt::format("no framework item {}", framework)};
  const UnstatedHabits& habits = catalog.unstated_habits(framework);
  if (auto refusal = unreadable_plan(row, words, habits)) return *std::move(refusal);
  const bool data_alone = is_without_layout(row) && row.num_gpus > 1;
  if (data_alone) question.assumptions.emplace_back("no tensor and no pipeline parallelism: not stated");
  words.meaning("framework", question.assumptions);
  if (framework == calibration::kUnknownFramework)
    question.assumptions.push_back(fmt::format("framework {} as generic", row.framework));
  question.framework = catalog.framework(framework);
  question.software = software_of(row);
  apply_compilation(words, catalog, question.framework, question.assumptions);
  if (const std::string_view library = words.meaning("attention-library"); !library.empty())
    question.framework.attention_library = library;
  const std::string_view weights = words.meaning("weight-storage", question.assumptions);
  if (weights == "compute_copy_only") question.framework.memory.weight_storage = model::WeightStorage::kComputeCopyOnly;
  const RowAdapters adapters = adapters_of(words, question.assumptions);
  const std::optional<int> micro_batch = micro_batch_of(row, habits, framework, question.assumptions);
  RowPlan read = plan_of_row(row, words, habits, question, micro_batch.value_or(1), question.assumptions);
  read.left_open.weight_storage = weights.empty();
  question.settings = {.plan = read.plan,
                       .precision = *precision,
                       .recipe = recipe_of(words, *precision, question.assumptions),
                       .optimizer = model::kOptimizerNames.parse(words.meaning("optimizer", question.assumptions))
                                        .value_or(model::Optimizer::kAdam),
                       .attention = attention_of(words, question.assumptions),
                       .cuda_graphs = words.meaning("cuda-graphs", question.assumptions) == "on",
                       .loss_chunks = loss_chunks_of(words, question.assumptions),
                       .adapter_rank = adapters.rank,
                       .adapter_targets = adapters.targets,
                       .frozen_weights = adapters.frozen,
                       .sequence_length = *row.sequence_length,
                       .global_batch_size = *row.global_batch_size};
  if (auto refusal = broken_rule(question, row.num_gpus)) return std::move(*refusal);
  if (ran) make_fit(habits, read.left_open, question, question.assumptions);
  if (ran && data_alone && chance_to_run(question) <= model::kMisfitConfidence)
    return StepRefusal{"tp, pp and dp are empty, and with data parallelism alone it does not fit: no layout"};
  if (!micro_batch) {
    int& taken = question.settings.plan.micro_batch_size;
    taken = usual_micro_batch(question);
    question.assumptions.push_back(fmt::format("micro-batch {}: not stated", taken));
  }
  return question;
}

}  // namespace fmplan::evidence
