#include "core/evidence/memory_question.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/plan/search.h"

namespace fmplan::evidence {
namespace {

using model::MemoryReading;

/// What the figure counts, by what the notes say, else by what the framework prints.
MemoryReading reading_of(const StepRow& row, std::string_view framework, std::vector<std::string>& assumptions) {
  const std::string notes = lower_case(row.notes);
  if (holds_any(notes, {"nvidia-smi", "mem usages"})) return MemoryReading::kDevice;
  if (holds_any(notes, {"max_memory_allocated", "max_allocated", "torch allocator"})) return MemoryReading::kAllocated;
  if (holds_any(notes, {"max_memory_reserved", "max_reserved"})) return MemoryReading::kReserved;
  const auto by_habit = [&](MemoryReading reading, const char* why) {
    assumptions.push_back(fmt::format("the figure is of {} memory: {}", memory_reading_name(reading), why));
    return reading;
  };
  if (framework == "nanotron") return by_habit(MemoryReading::kAllocated, "nanotron logs it");
  if (framework == "torchtitan") return by_habit(MemoryReading::kReserved, "torchtitan logs it");
  if (holds_any(lower_case(row.framework), {"automodel"}))
    return by_habit(MemoryReading::kAllocated, "NeMo Automodel logs it");
  return by_habit(MemoryReading::kDevice, "not stated");
}

/// Whose peak it is: Megatron's last rank logs, where the notes say so.
calibration::MeasuredRank rank_of(const StepRow& row) {
  return holds_any(lower_case(row.notes), {"last rank"}) ? calibration::MeasuredRank::kLast
                                                         : calibration::MeasuredRank::kFullest;
}

/// Whether recomputation and micro-batch are told.  "Selective" of a framework that is neither Megatron's nor
/// torchtitan's may be whole layers, one in so many.
bool states_all(const StepRow& row, const calibration::MemoryObservation& observation) {
  if (row.recompute.empty() || !row.micro_batch_size) return false;
  const bool megatron = holds_any(observation.framework, {"megatron", "nemo"});
  return !observation.settings.plan.recompute.is_cheapest() || megatron;
}

calibration::MemoryEvidence evidence_of(const MemoryRow& row) {
  if (row.outcome == MemoryOutcome::kOutOfMemory) return calibration::MemoryEvidence::kBeyondCard;
  return row.peak ? calibration::MemoryEvidence::kPeak : calibration::MemoryEvidence::kWithinCard;
}

/// The row with what memory needs and times need too, but can be told from the rest.
StepRow completed(StepRow row, std::vector<std::string>& assumptions) {
  const int replica = row.tensor.value_or(1) * row.pipeline.value_or(1) * row.context.value_or(1);
  const int data = std::max(1, row.num_gpus / std::max(1, replica));
  const bool pipelined = row.pipeline.value_or(1) > 1;
  if (framework_item(row.framework) == "torchtitan" && !pipelined && !row.micro_batch_size && row.global_batch_size &&
      *row.global_batch_size % data == 0) {
    row.micro_batch_size = *row.global_batch_size / data;
    assumptions.push_back(
        fmt::format("micro-batch {}: torchtitan computes a rank's batch at once", *row.micro_batch_size));
  }
  if (!row.global_batch_size) {
    // More micro-batches than stages change nothing.
    const double batch = 2.0 * data * row.micro_batch_size.value_or(1) * row.pipeline.value_or(1);
    if (batch < 1e7) {
      row.global_batch_size = static_cast<int>(batch);
      assumptions.emplace_back("more micro-batches than pipeline stages: the global batch is not stated");
    }
  }
  return row;
}

model::MemorySettings settings_of(const StepQuestion& question) {
  plan::Scenario scenario;
  scenario.model = question.model;
  scenario.precision = question.settings.precision;
  scenario.recipe = question.settings.recipe;
  scenario.adapter_rank = question.settings.adapter_rank;
  scenario.frozen_weights = question.settings.frozen_weights;
  scenario.optimizer = question.settings.optimizer;
  scenario.attention = question.settings.attention;
  scenario.framework = question.framework;
  plan::Phase phase;
  phase.sequence_length = question.settings.sequence_length;
  phase.global_batch_size = question.settings.global_batch_size;
  return memory_settings(scenario, phase, question.settings.plan);
}

}  // namespace

std::variant<MemoryQuestion, StepRefusal> memory_question(const MemoryRow& row, const StepCatalog& catalog) {
  std::vector<std::string> assumptions;
  const StepRow step = completed(row.step, assumptions);
  auto asked = step_question(step, catalog);
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
  // DeepSpeed's "BF16 optimizer" keeps fp32 moments: the name is of the weights it updates.
  if (question.framework.name == "deepspeed" && holds_any(lower_case(step.precision), {"bf16 optimizer"}))
    question.settings.optimizer = model::Optimizer::kAdam;
  if (holds_any(lower_case(step.framework), {"automodel"}))
    question.framework.memory.weight_storage = model::WeightStorage::kComputeCopyOnly;
  MemoryQuestion result;
  calibration::MemoryObservation& o = result.observation;
  o.source_id = step.source_id;
  o.group = fmt::format("{}|{}|{}", step.source_id, step.model_name, step.gpu);
  o.framework = question.framework.name;
  o.fingerprint = memory_fingerprint(row);
  o.settings = settings_of(question);
  o.model = std::move(question.model);
  o.reading = reading_of(step, o.framework, assumptions);
  // It divides by 1024³ and prints "GB".
  if (o.framework == "nanotron") o.unit = gibibyte;
  o.rank = rank_of(step);
  o.evidence = evidence_of(row);
  o.measured = row.peak.value_or(Bytes{});
  o.card = question.instance.accelerator.usable_memory;
  result.states_all = states_all(step, o);
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
