#include "core/evidence/row_that_ran.h"

#include <utility>

#include <fmt/format.h>

#include "core/model/memory_chance.h"
#include "core/model/memory_use.h"
#include "core/model/recomputation.h"

namespace fmplan::evidence {
namespace {

using catalog::UnstatedHabits;
using model::Recompute;
using model::ZeroStage;

/// Chosen: a peak that is likelier than not beyond the card tells of states that are kept otherwise.
constexpr double kLikely = 0.5;

/// What ran and fits only with its parameters sharded had them sharded; with all layers computed again beside, where
/// that is what it takes and the row is silent on it too.
void shard_to_fit(const UnstatedHabits& habits, const LeftOpen& left_open, StepQuestion& question) {
  if (!left_open.sharding || question.settings.plan.pipeline > 1 ||
      (question.settings.adapter_rank > 0 && is_quantised(question.settings.precision)) ||
      chance_to_run(question, question.settings) > model::kMisfitConfidence)
    return;
  sim::StepSettings sharded = question.settings;
  sharded.plan.zero_stage = ZeroStage::kParameters;
  const bool repeats =
      chance_to_run(question, sharded) < kLikely && habits.recomputes_to_fit && left_open.recomputation;
  if (repeats) sharded.plan.recompute = Recompute::kFull;
  if (chance_to_run(question, sharded) < kLikely) return;
  question.settings = sharded;
  question.assumptions[*left_open.sharding] = "parameters sharded (ZeRO 3): not stated, and nothing less fits";
  if (repeats)
    question.assumptions[*left_open.recomputation] =
        "full recomputation: not stated, and without it the parameters would not fit, sharded";
}

/// What ran and the accelerators hold with recomputation alone was computed again: adapters, and of whole models where
/// the framework's users have no other way.  Not adapters in 8 or 4 bits: MLPerf's keep frozen weights and activations
/// in them, which memory_use() does not know, and of six such rows that seem not to fit none is computed again.
void recompute_to_fit(const UnstatedHabits& habits, LeftOpen& left_open, StepQuestion& question) {
  const bool adapters = question.settings.adapter_rank > 0;
  if (!left_open.recomputation || (adapters && is_quantised(question.settings.precision)) ||
      (!adapters && !habits.recomputes_to_fit))
    return;
  const Bytes usable = question.instance.accelerator.usable_memory;
  sim::StepSettings again = question.settings;
  again.plan.recompute = Recompute::kFull;
  const model::MemoryUse use = memory_use(question.model, memory_settings(question.settings, question.framework));
  const bool implied = adapters ? use.total() > usable
                                : chance_to_run(question, question.settings) <= model::kMisfitConfidence &&
                                      chance_to_run(question, again) >= kLikely;
  if (!implied) return;
  question.settings.plan.recompute = Recompute::kFull;
  question.assumptions[*left_open.recomputation] =
      fmt::format("full recomputation: not stated, and without it {:.3g} GB of {:.3g} GB are needed",
                  use.total() / gigabyte, usable / gigabyte);
  left_open.recomputation.reset();
}

/// What ran and fits neither with its parameters sharded nor with all layers computed again kept no fp32 copies, where
/// that is what it takes; with all layers computed again beside, where that is open too.
void drop_fp32_to_fit(const UnstatedHabits& habits, LeftOpen& left_open, StepQuestion& question) {
  if (question.settings.adapter_rank > 0 || !habits.recomputes_to_fit ||
      question.framework.memory.weight_storage == model::WeightStorage::kComputeCopyOnly ||
      chance_to_run(question, question.settings) > model::kMisfitConfidence)
    return;
  StepQuestion lean = question;
  lean.framework.memory.weight_storage = model::WeightStorage::kComputeCopyOnly;
  const bool repeats = chance_to_run(lean, lean.settings) < kLikely && left_open.recomputation;
  if (repeats) lean.settings.plan.recompute = Recompute::kFull;
  if (chance_to_run(lean, lean.settings) < kLikely) return;
  question = std::move(lean);
  question.assumptions.emplace_back("weights, gradients and moments in 16 bits: not stated, and nothing more fits");
  if (!repeats) return;
  question.assumptions[*left_open.recomputation] =
      "full recomputation: not stated, and without it not even 16 bits would fit";
  left_open.recomputation.reset();
}

}  // namespace

double chance_to_run(const StepQuestion& question, const sim::StepSettings& settings) {
  const model::MemoryUse use = memory_use(question.model, memory_settings(settings, question.framework));
  return chance_of_fitting(use.total() - use.logits, question.framework.memory.interval,
                           question.instance.accelerator.usable_memory);
}

void make_fit(const UnstatedHabits& habits, LeftOpen left_open, StepQuestion& question) {
  recompute_to_fit(habits, left_open, question);
  shard_to_fit(habits, left_open, question);
  drop_fp32_to_fit(habits, left_open, question);
}

}  // namespace fmplan::evidence
