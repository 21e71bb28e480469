#include "core/scenario/plan_json.h"

#include "core/model/recomputation.h"
#include "core/scenario/pipeline_layout.h"

namespace fmplan::scenario {

namespace {

void put_recomputation(text::Json& section, const model::Recomputation& recompute) {
  if (recompute.modules != 0) section["recompute_modules"] = module_names(recompute);
  const bool whole_layers = recompute == model::Recomputation(recompute.kind);
  if (recompute.kind != model::Recompute::kFull || whole_layers) return;
  section["recompute_method"] = model::kRecomputeMethodNames.name(recompute.method);
  section["recompute_num_layers"] = recompute.num_layers;
}

}  // namespace

text::Json parallel_json(const model::ParallelPlan& plan) {
  text::Json section = {
      {"tensor", plan.tensor},
      {"pipeline", plan.pipeline},
      {"virtual_pipeline", plan.virtual_pipeline},
      {"context", plan.context},
      {"expert", plan.expert},
      {"data", plan.data},
      {"micro_batch_size", plan.micro_batch_size},
      {"zero_stage", static_cast<int>(plan.zero_stage)},
      {"sequence_parallel", plan.sequence_parallel},
      {"recompute", model::kRecomputeNames.name(plan.recompute.kind)},
      {"schedule", model::kPipelineScheduleNames.name(plan.schedule)},
      {"overlap",
       {{"tensor", plan.overlap.tensor},
        {"gradients", plan.overlap.gradients},
        {"parameters", plan.overlap.parameters},
        {"expert", plan.overlap.expert}}},
      {"offload", {{"optimizer", plan.offload.optimizer}, {"activations", plan.offload.activations}}}};
  // What is left out in a scenario is left out here too.
  put_recomputation(section, plan.recompute);
  if (plan.expert > 1) section["dispatcher"] = model::kDispatcherNames.name(plan.dispatcher);
  // A framework's habit may be another than what is left out.
  if (plan.expert_tensor > 0 || (plan.expert > 1 && plan.tensor > 1)) section["expert_tensor"] = expert_tensor(plan);
  if (plan.shard_group > 0) section["shard_group"] = plan.shard_group;
  if (!plan.layout.empty()) section["layout"] = layout_text(plan.layout);
  return section;
}

text::Json overhead_json(const std::optional<plan::CampaignOverhead>& overhead) {
  if (!overhead) return "none";
  return overhead->log_sd > 0 ? text::Json("history") : text::Json(overhead->share);
}

}  // namespace fmplan::scenario
