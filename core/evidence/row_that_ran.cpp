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
using model::WeightStorage;
using model::ZeroStage;
using Assumptions = std::vector<std::string>;

/// Chosen: a peak that is likelier than not beyond the card tells of states that are kept otherwise.
constexpr double kLikely = 0.5;

bool trains_quantised_adapters(const sim::StepJob& job) {
  return job.settings.adapter_rank > 0 && is_quantised(job.settings.precision);
}

sim::StepJob computed_again(sim::StepJob job) {
  job.settings.plan.recompute = Recompute::kFull;
  return job;
}

/// What ran and the accelerators hold with recomputation alone was computed again: adapters, and of whole models where
/// the framework's users have no other way.  Not adapters in 8 or 4 bits: MLPerf's keep frozen weights and activations
/// in them, which memory_use() does not know, and of six such rows that seem not to fit none is computed again.
void recompute_to_fit(const UnstatedHabits& habits, LeftOpen& left_open, sim::StepJob& job, Assumptions& assumptions) {
  const bool adapters = job.settings.adapter_rank > 0;
  if (!left_open.recomputation || trains_quantised_adapters(job) || (!adapters && !habits.recomputes_to_fit)) return;
  const Bytes usable = job.instance.accelerator.usable_memory;
  const Bytes needed = memory_use(job.model, memory_settings(job.settings, job.framework)).total();
  const bool implied =
      adapters ? needed > usable
               : chance_to_run(job) <= model::kMisfitConfidence && chance_to_run(computed_again(job)) >= kLikely;
  if (!implied) return;
  job.settings.plan.recompute = Recompute::kFull;
  assumptions[*left_open.recomputation] =
      fmt::format("full recomputation: not stated, and without it {:.3g} GB of {:.3g} GB are needed", needed / gigabyte,
                  usable / gigabyte);
  left_open.recomputation.reset();
}

/// What ran and fits only with its parameters sharded had them sharded; with all layers computed again beside, where
/// that is what it takes and the row is silent on it too.
void shard_to_fit(const UnstatedHabits& habits, LeftOpen& left_open, sim::StepJob& job, Assumptions& assumptions) {
  if (!left_open.sharding || job.settings.plan.pipeline > 1 || trains_quantised_adapters(job) ||
      chance_to_run(job) > model::kMisfitConfidence)
    return;
  sim::StepJob sharded = job;
  sharded.settings.plan.zero_stage = ZeroStage::kParameters;
  const bool repeats = chance_to_run(sharded) < kLikely && habits.recomputes_to_fit && left_open.recomputation;
  if (repeats) sharded = computed_again(std::move(sharded));
  if (chance_to_run(sharded) < kLikely) return;
  job = std::move(sharded);
  assumptions[*left_open.sharding] = "parameters sharded (ZeRO 3): not stated, and nothing less fits";
  if (!repeats) return;
  assumptions[*left_open.recomputation] =
      "full recomputation: not stated, and without it the parameters would not fit, sharded";
  left_open.recomputation.reset();
}

/// What ran and fits neither with its parameters sharded nor with all layers computed again kept no fp32 copies, where
/// that is what it takes; with all layers computed again beside, where that is open too.
void drop_fp32_to_fit(const UnstatedHabits& habits, LeftOpen& left_open, sim::StepJob& job, Assumptions& assumptions) {
  if (!left_open.weight_storage || job.settings.adapter_rank > 0 || !habits.recomputes_to_fit ||
      chance_to_run(job) > model::kMisfitConfidence)
    return;
  sim::StepJob lean = job;
  lean.framework.memory.weight_storage = WeightStorage::kComputeCopyOnly;
  const bool repeats = chance_to_run(lean) < kLikely && left_open.recomputation;
  if (repeats) lean = computed_again(std::move(lean));
  if (chance_to_run(lean) < kLikely) return;
  job = std::move(lean);
  assumptions.emplace_back("weights, gradients and moments in 16 bits: not stated, and nothing more fits");
  if (!repeats) return;
  assumptions[*left_open.recomputation] = "full recomputation: not stated, and without it not even 16 bits would fit";
  left_open.recomputation.reset();
}

}  // namespace

double chance_to_run(const sim::StepJob& job) {
  const model::MemoryUse use = memory_use(job.model, memory_settings(job.settings, job.framework));
  return chance_of_fitting(use.total() - use.logits, job.framework.memory.interval,
                           job.instance.accelerator.usable_memory);
}

void make_fit(const UnstatedHabits& habits, LeftOpen left_open, sim::StepJob& job,
              std::vector<std::string>& assumptions) {
  recompute_to_fit(habits, left_open, job, assumptions);
  shard_to_fit(habits, left_open, job, assumptions);
  drop_fp32_to_fit(habits, left_open, job, assumptions);
}

}  // namespace fmplan::evidence
