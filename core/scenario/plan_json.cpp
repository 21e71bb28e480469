#include "core/scenario/plan_json.h"
#include "core/text/json_writer.h"

#include "core/scenario/scenario_names.h"

namespace fmplan::scenario {

std::string_view zero_stage_name(model::ZeroStage stage) {
  switch (stage) {
    case model::ZeroStage::kNone: return "0";
    case model::ZeroStage::kOptimizer: return "1";
    case model::ZeroStage::kGradients: return "2";
    case model::ZeroStage::kParameters: return "3";
  }
  return "";
}

std::string_view recompute_name(model::Recompute recompute) {
  return written_name<model::Recompute>(recompute, kRecompute);
}

std::string_view schedule_name(model::PipelineSchedule schedule) {
  return written_name<model::PipelineSchedule>(schedule, kSchedules);
}

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
      {"recompute", recompute_name(plan.recompute)},
      {"schedule", schedule_name(plan.schedule)},
      {"overlap",
       {{"tensor", plan.overlap.tensor},
        {"gradients", plan.overlap.gradients},
        {"parameters", plan.overlap.parameters},
        {"expert", plan.overlap.expert}}},
      {"offload", {{"optimizer", plan.offload.optimizer}, {"activations", plan.offload.activations}}}};
  // What is left out in a scenario is left out here too.
  if (plan.expert_tensor > 0) section["expert_tensor"] = plan.expert_tensor;
  if (plan.shard_group > 0) section["shard_group"] = plan.shard_group;
  return section;
}

}  // namespace fmplan::scenario
