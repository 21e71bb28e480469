#include "core/sim/step/step_settings.h"

#include <algorithm>
#include <cmath>

namespace fmplan::sim {

int num_micro_batches(const StepSettings& settings) {
  return settings.global_batch_size / (settings.plan.data * settings.plan.micro_batch_size);
}

bool takes_two_batches(TwoBatches offered, const model::ParallelPlan& plan) {
  switch (offered) {
    case TwoBatches::kNo: return false;
    case TwoBatches::kInterleaved:
      return plan.recompute.kind != model::Recompute::kFull && !plan.recompute.has(model::RecomputeModule::kMoe) &&
             (plan.pipeline == 1 || plan.virtual_pipeline > 1);
    case TwoBatches::kUnsaid:
    case TwoBatches::kAlways: break;
  }
  return true;
}

int usual_expert_tensor(const FrameworkProfile& framework, const model::ParallelPlan& plan,
                        std::optional<Date> software) {
  const std::optional<Date>& since = framework.whole_experts_since;
  if (!since || (software && *software < *since)) return 0;
  return plan.tensor > 1 && plan.expert > 1 ? 1 : 0;
}

double software_factor(const FrameworkProfile& framework, const StepJob& job) {
  if (!job.software) return 1;
  constexpr double kDaysPerYear = 365.25;  // of the Julian calendar
  const double years = (job.software->days_since_epoch - kSoftwareReference.days_since_epoch) / kDaysPerYear;
  const StepHabit gain = job.model.moe ? StepHabit::kYearlyGainOfMixtures : StepHabit::kYearlyGain;
  return std::exp(-framework.habits[gain] * years);
}

model::MemorySettings memory_settings(const StepSettings& settings, const FrameworkProfile& framework) {
  model::MemorySettings memory;
  memory.plan = settings.plan;
  memory.precision = settings.precision;
  memory.recipe = settings.recipe;
  memory.optimizer = settings.optimizer;
  memory.sequence_length = settings.sequence_length;
  memory.num_micro_batches = std::max(1, num_micro_batches(settings));
  memory.loss_chunks = settings.loss_chunks;
  memory.adapter_rank = settings.adapter_rank;
  memory.adapter_targets = settings.adapter_targets;
  memory.frozen_weights = settings.frozen_weights;
  memory.narrow_gradients = framework.gradient_bytes <= 2;
  memory.flash_attention = settings.attention == AttentionKernel::kFlash;
  memory.recompute_activation_function = memory.flash_attention && settings.plan.recompute.is_cheapest();
  memory.habits = framework.memory;
  memory.layer_deal = framework.layer_deal;
  memory.framework_overhead += framework.memory_overhead;
  return memory;
}

}  // namespace fmplan::sim
