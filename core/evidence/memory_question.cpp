#include "core/evidence/memory_question.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/words.h"
#include "core/catalog/practice_items.h"
#include "core/evidence/row_words.h"
#include "core/sim/step/step_settings.h"

namespace fmplan::evidence {
namespace {

/// Whose peak it is.
calibration::MeasuredRank rank_of(const RowWords& words) {
  return words.meaning("memory-rank") == "last" ? calibration::MeasuredRank::kLast
                                                : calibration::MeasuredRank::kFullest;
}

/// Whether recomputation and micro-batch are told.  "Selective" of a framework that is neither Megatron's nor
/// torchtitan's may be whole layers, one in so many.
bool states_all(const StepRow& row, bool batch_is_of_a_rank, const calibration::MemoryObservation& observation) {
  const bool tells_micro_batch = row.micro_batch_size || (batch_is_of_a_rank && row.global_batch_size);
  if (row.recompute.empty() || !tells_micro_batch) return false;
  const bool megatron = holds_any(observation.framework, {"megatron", "nemo"});
  return !observation.settings.plan.recompute.is_cheapest() || megatron;
}

calibration::MemoryEvidence evidence_of(const MemoryRow& row) {
  if (row.outcome == MemoryOutcome::kOutOfMemory) return calibration::MemoryEvidence::kBeyondCard;
  return row.peak ? calibration::MemoryEvidence::kPeak : calibration::MemoryEvidence::kWithinCard;
}

/// The row with a batch: what memory needs of it is that it fills the pipeline.
StepRow completed(StepRow row, std::vector<std::string>& assumptions) {
  const int replica = row.tensor.value_or(1) * row.pipeline.value_or(1) * row.context.value_or(1);
  const int data = std::max(1, row.num_gpus / std::max(1, replica));
  if (!row.global_batch_size) {
    if (!row.micro_batch_size) {
      row.micro_batch_size = 1;
      assumptions.emplace_back("micro-batch 1: not stated");
    }
    // More micro-batches than stages change nothing.
    const double batch = 2.0 * data * *row.micro_batch_size * row.pipeline.value_or(1);
    if (batch < 1e7) {
      row.global_batch_size = static_cast<int>(batch);
      assumptions.emplace_back("more micro-batches than pipeline stages: the global batch is not stated");
    }
  }
  return row;
}

}  // namespace

std::variant<MemoryQuestion, StepRefusal> memory_question(const MemoryRow& row, const catalog::Catalog& catalog) {
  std::vector<std::string> assumptions;
  const RowWords words(row.step, catalog.report_readings());
  const std::string_view framework = framework_item(words);
  if (!catalog.has("frameworks", framework)) return StepRefusal{fmt::format("no framework item {}", framework)};
  const StepRow step = completed(row.step, assumptions);
  auto asked = step_question(step, catalog, row.outcome != MemoryOutcome::kOutOfMemory);
  if (auto* refusal = std::get_if<StepRefusal>(&asked)) return std::move(*refusal);
  auto& question = std::get<StepQuestion>(asked);
  // Each stage is computed; deeper models than this were never trained.
  constexpr int kMostLayers = 10000;
  if (question.model.num_layers > kMostLayers)
    return StepRefusal{fmt::format("layers is {}; at most {} are computed", question.model.num_layers, kMostLayers)};
  if (const auto* recipe = published_recipe(step, catalog); recipe && recipe->offloaded_layers > 0)
    return StepRefusal{
        fmt::format("the framework's recipe offloads the activations of {} layers, which is not modelled",
                    recipe->offloaded_layers)};
  if (question.framework.name == "maxtext" && step.recompute.empty())
    return StepRefusal{"recomputation is not stated, and JAX's policies keep anything from inputs to all activations"};
  const std::string_view optimizer = words.meaning("memory-optimizer");
  if (optimizer == "unmodelled") return StepRefusal{"its optimizer keeps states that are not modelled"};
  if (const auto kept = model::kOptimizerNames.parse(optimizer)) question.settings.optimizer = *kept;
  MemoryQuestion result;
  calibration::MemoryObservation& o = result.observation;
  o.source_id = step.source_id;
  o.group = fmt::format("{}|{}|{}", step.source_id, step.model_name, step.gpu);
  o.framework = question.framework.name;
  o.fingerprint = memory_fingerprint(row);
  o.settings = sim::memory_settings(question.settings, question.framework);
  o.model = std::move(question.model);
  o.reading = model::kMemoryReadingNames.parse(words.meaning("memory-reading", assumptions)).value_or(o.reading);
  // It divides by 1024³ and prints "GB".
  if (o.framework == "nanotron") o.unit = gibibyte;
  o.rank = rank_of(words);
  o.evidence = evidence_of(row);
  o.measured = row.peak.value_or(Bytes{});
  o.card = question.instance.accelerator.usable_memory;
  // Chosen: what is rounded to whole GB, or in units of 1024³ unsaid, is no more above it.
  constexpr double kRounded = 1.1;
  if (const Bytes memory = question.instance.accelerator.memory; o.measured > kRounded * memory)
    return StepRefusal{fmt::format("a peak of {} is more than {} has, {}; is it of the whole node, or in another unit?",
                                   data_text(o.measured), question.instance.accelerator.name, data_text(memory))};
  result.states_all = states_all(row.step, catalog.unstated_habits(framework).batch_is_of_a_rank, o);
  result.accelerator = std::move(question.instance.accelerator);
  result.habits = question.framework.memory;
  result.assumptions = std::move(question.assumptions);
  result.assumptions.insert(result.assumptions.end(), assumptions.begin(), assumptions.end());
  return result;
}

std::string memory_knowledge(const MemoryQuestion& question) {
  return fmt::format("{}|{}|{}", question.observation.framework, question.accelerator.name,
                     memory_reading_name(question.observation.reading));
}

}  // namespace fmplan::evidence
