#include "core/evidence/usual_micro_batch.h"

#include <algorithm>

#include "core/model/flop_count.h"
#include "core/model/memory_use.h"

namespace fmplan::evidence {
namespace {

/// Of the sources that state theirs this leaves the least (usual_micro_batch.h); half or twice of it 5 % more.
constexpr Seconds kLongestLayer = 4e-3 * second;
/// Below it a pipeline's bubble takes a fifth of the step and more [Huang et al. 2019, GPipe].
constexpr int kLeastMicroBatchesAStage = 4;

/// Forward FLOP of a token in a layer, of a mixture of one with the mean of both kinds.
Flop layer_flop_per_token(const model::Transformer& model, int sequence_length) {
  const model::ForwardFlop flop = forward_flop_per_token(model, sequence_length, model::AttentionMask::kCausal);
  const double mixtures = 1.0 * num_moe_layers(model) / model.num_layers;
  return flop.projections + flop.core_attention + flop.dense_mlp * (1 - mixtures) + flop.moe_mlp * mixtures;
}

bool divides(const sim::StepSettings& settings, int micro_batch) {
  const model::ParallelPlan& plan = settings.plan;
  const int of_rank = settings.global_batch_size / plan.data;
  if (of_rank % micro_batch != 0) return false;
  const int count = of_rank / micro_batch;
  if (plan.pipeline == 1) return true;
  return count >= kLeastMicroBatchesAStage * plan.pipeline &&
         (plan.virtual_pipeline == 1 || count % plan.pipeline == 0);
}

bool is_held(const sim::StepJob& job, int micro_batch) {
  sim::StepSettings settings = job.settings;
  settings.plan.micro_batch_size = micro_batch;
  const Bytes peak = memory_use(job.model, memory_settings(settings, job.framework)).total();
  return peak <= job.instance.accelerator.usable_memory;
}

}  // namespace

int usual_micro_batch(const sim::StepJob& job) {
  const auto& peaks = job.instance.accelerator.peak;
  const auto peak = peaks.find(peaks.contains("bf16") ? "bf16" : "fp16");
  if (peak == peaks.end()) return 1;
  const model::ParallelPlan& plan = job.settings.plan;
  const double tokens = 1.0 * job.settings.sequence_length / (plan.tensor * plan.context);
  const Seconds layer = layer_flop_per_token(job.model, job.settings.sequence_length) * tokens / peak->second;
  int micro_batch = 1;
  while (2 * micro_batch * layer <= kLongestLayer && divides(job.settings, 2 * micro_batch) &&
         is_held(job, 2 * micro_batch))
    micro_batch *= 2;
  return micro_batch;
}

}  // namespace fmplan::evidence
