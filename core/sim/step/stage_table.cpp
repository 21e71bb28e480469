#include "core/sim/step/stage_table.h"

#include <algorithm>
#include <tuple>

#include "core/sim/step/layer_simulation.h"

namespace fmplan::sim {

PipelineShape pipeline_shape(const StepSettings& settings) {
  const model::ParallelPlan& plan = settings.plan;
  return {.schedule = plan.schedule,
          .pipeline = plan.pipeline,
          .virtual_pipeline = plan.pipeline > 1 ? plan.virtual_pipeline : 1,
          .num_micro_batches = num_micro_batches(settings)};
}

StageTable stage_table(const StepJob& job, const StepRates& rates) {
  const network::CollectiveProfile* profile = job.collectives.get();
  const model::ParallelPlan& plan = job.settings.plan;
  const auto& [settings, instance, framework] = std::tie(job.settings, job.instance, job.framework);
  const bool offloads = plan.offload != model::Offload{};
  const model::HostMemoryUse host =
      offloads ? host_memory_use(job.model, memory_settings(settings, framework)) : model::HostMemoryUse{};
  const model::StageLayout layout = stage_layout(job.model, plan, framework.layer_deal);
  const FullestRank fullest = fullest_rank(layout, plan);
  const LayerSet layers = with_simulated_exchange(layer_set(job.model, settings, instance, framework, profile, rates),
                                                  plan, std::max(1, static_cast<int>(fullest.layers)));
  StageTable table;
  table.parameters = parameter_work(job.model, settings, instance, framework, profile, rates, fullest);
  table.send = stage_send(job.model, settings, instance, framework, profile);
  table.optimizer = table.parameters.optimizer + optimizer_copies(host, instance);
  for (const model::StageContent& stage : layout.stages)
    table.stages.push_back(
        stage_work(layers, table.parameters, load_of_stage(stage, plan), host, plan, instance, framework.habits));
  return table;
}

}  // namespace fmplan::sim
