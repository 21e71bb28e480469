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

// The head makes the last stage the slowest; fewer layers make it the fastest; sends occupy the stage that sends.
TEST(SimulateStep, IsTheClosedFormOfOneForwardOneBackwardWithAnotherLastStage) {
  for (const int vocabulary : {0, 128, 32768, 128256})
    for (const int pipeline : {2, 3, 4, 5, 8})
      for (const bool links : {false, true}) {
        model::Transformer model = round_model();
        model.vocabulary_size = vocabulary;
        StepSettings settings = pipeline_settings(pipeline);
        settings.plan.tensor = links ? 2 : 1;
        const StepJob job = job_of(settings, model, links ? round_machine() : compute_only_machine());
        const double ratio = simulate_step(job)->step_time / step_time(job)->total();
        EXPECT_NEAR(ratio, 1, links ? 0.01 : kNanoseconds) << vocabulary << " " << pipeline << " " << links;
        EXPECT_GE(ratio, 1 - (links ? 0.01 : kNanoseconds)) << vocabulary << " " << pipeline << " " << links;
      }
}

/// Data parallel over eight machines of one accelerator.
StepJob replicated_job(ZeroStage zero_stage, double overlap, int global_batch_size = 64) {
  hardware::Instance machine = round_machine();
  machine.accelerators_per_node = machine.scale_up_domain = 1;
  StepSettings settings = round_settings();
  settings.global_batch_size = global_batch_size;
  settings.plan = {.data = 8, .zero_stage = zero_stage};
  StepJob job = job_of(settings, round_model(), machine);
  job.framework.data_parallel_overlap = overlap;
  return job;
}

// Without a pipeline the closed form counts every second of traffic, hidden or not; it may be in another place.
TEST(SimulateStep, IsTheClosedFormOfReplicas) {
  for (const ZeroStage zero_stage :
       {ZeroStage::kNone, ZeroStage::kOptimizer, ZeroStage::kGradients, ZeroStage::kParameters})
    for (const double overlap : {0.0, 0.3, 0.6, 1.0})
      for (const bool switched_on : {true, false}) {
        StepJob job = replicated_job(zero_stage, overlap);
        job.settings.plan.overlap = {.gradients = switched_on, .parameters = switched_on};
        EXPECT_NEAR(simulate_step(job)->step_time / step_time(job)->total(), 1, kNanoseconds)
            << static_cast<int>(zero_stage) << " " << overlap << " " << switched_on;
      }
}

}  // namespace
}  // namespace fmplan::sim
