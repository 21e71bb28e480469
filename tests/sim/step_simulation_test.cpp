#include "core/sim/step_simulation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/sim/round_machine.h"

namespace fmplan::sim {
namespace {

using model::PipelineSchedule;
using model::ZeroStage;

/// Seconds are rounded to nanoseconds task by task.
constexpr double kNanoseconds = 1e-6;

StepJob job_of(const StepSettings& settings, const model::Transformer& model = without_vocabulary(round_model()),
               const hardware::Instance& machine = compute_only_machine()) {
  return {.model = model, .settings = settings, .instance = machine, .framework = plain_framework(), .collectives = {}};
}

/// Eight layers on `pipeline` stages, 16 micro-batches.
StepSettings pipeline_settings(int pipeline, int virtual_pipeline = 1,
                               PipelineSchedule schedule = PipelineSchedule::kOneForwardOneBackward) {
  StepSettings settings = round_settings();
  settings.plan.pipeline = pipeline;
  settings.plan.virtual_pipeline = virtual_pipeline;
  settings.plan.schedule = schedule;
  return settings;
}

// Where every stage takes as long, links are free and nothing is reduced, the closed form leaves nothing out.
TEST(SimulateStep, IsTheClosedFormWhereStagesAreEqual) {
  for (const auto& settings :
       {pipeline_settings(1), pipeline_settings(2), pipeline_settings(4), pipeline_settings(8), pipeline_settings(2, 2),
        pipeline_settings(4, 2), pipeline_settings(2, 4), pipeline_settings(4, 1, PipelineSchedule::kGpipe),
        pipeline_settings(4, 2, PipelineSchedule::kBreadthFirst),
        pipeline_settings(4, 1, PipelineSchedule::kZeroBubbleH1), pipeline_settings(4, 2, PipelineSchedule::kZeroBubbleV),
        pipeline_settings(4, 1, PipelineSchedule::kDualPipe)}) {
    const StepJob job = job_of(settings);
    EXPECT_NEAR(simulate_step(job)->step_time / step_time(job)->total(), 1, kNanoseconds)
        << settings.plan.pipeline << " " << settings.plan.virtual_pipeline << " "
        << static_cast<int>(settings.plan.schedule);
  }
}

}  // namespace
}  // namespace fmplan::sim
