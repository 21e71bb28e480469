#include "core/sim/step/step_simulation.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/sim/step/round_machine.h"

namespace fmplan::sim {
namespace step_simulation_test {

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
        pipeline_settings(4, 1, PipelineSchedule::kZeroBubbleH1),
        pipeline_settings(4, 2, PipelineSchedule::kZeroBubbleV),
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
        EXPECT_NEAR(ratio, 1, links ? 0.005 : kNanoseconds) << vocabulary << " " << pipeline << " " << links;
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

// Without a pipeline the closed form counts every second of traffic, hidden or not; it may be in another place.  Groups
// of shards reduce their sums of gradients once more, and wait for compute no second time.
TEST(SimulateStep, IsTheClosedFormOfReplicas) {
  for (const ZeroStage zero_stage :
       {ZeroStage::kNone, ZeroStage::kOptimizer, ZeroStage::kGradients, ZeroStage::kParameters})
    for (const int shard_group : {0, 1, 2, 4})
      for (const double overlap : {0.0, 0.3, 0.6, 1.0})
        for (const bool switched_on : {true, false}) {
          StepJob job = replicated_job(zero_stage, overlap);
          job.settings.plan.shard_group = shard_group;
          job.settings.plan.overlap = {.gradients = switched_on, .parameters = switched_on};
          EXPECT_NEAR(simulate_step(job)->step_time / step_time(job)->total(), 1, kNanoseconds)
              << static_cast<int>(zero_stage) << " " << shard_group << " " << overlap << " " << switched_on;
        }
}

// Breadth-first takes eight forward passes before the first backward pass without a pipeline too: parameters are
// gathered once for either, and the memory of eight micro-batches is asked for.
TEST(SimulateStep, IsTheClosedFormOfBreadthFirstReplicas) {
  for (const ZeroStage zero_stage : {ZeroStage::kOptimizer, ZeroStage::kGradients, ZeroStage::kParameters})
    for (const double overlap : {0.0, 0.3, 0.6, 1.0}) {
      StepJob job = replicated_job(zero_stage, overlap);
      job.settings.plan.schedule = PipelineSchedule::kBreadthFirst;
      const auto simulation = simulate_step(job);
      EXPECT_NEAR(simulation->step_time / step_time(job)->total(), 1, kNanoseconds)
          << static_cast<int>(zero_stage) << " " << overlap;
      EXPECT_EQ(simulation->ranks.front().peak_in_flight, 8);
      EXPECT_EQ(simulation->memory.total(),
                memory_use(job.model, memory_settings(job.settings, job.framework)).total());
    }
}

// Where nothing overlaps, gradients of a rank's chunks travel one after the other once its passes are over, however
// many chunks it has: all replicas of a stage lie on one machine, and sends between machines are free.
TEST(SimulateStep, WaitsForComputeOnceWhateverTheChunks) {
  hardware::Instance machine = compute_only_machine();
  machine.scale_up->bandwidth = 1 * gigabyte_per_second;
  for (const auto& [chunks, schedule] :
       {std::pair{1, PipelineSchedule::kOneForwardOneBackward}, std::pair{2, PipelineSchedule::kOneForwardOneBackward},
        std::pair{4, PipelineSchedule::kOneForwardOneBackward}, std::pair{4, PipelineSchedule::kBreadthFirst}}) {
    StepSettings settings = pipeline_settings(2, chunks, schedule);
    settings.plan.data = 8;
    settings.plan.zero_stage = ZeroStage::kNone;
    settings.global_batch_size = 64;
    StepJob job = job_of(settings, without_vocabulary(round_model()), machine);
    EXPECT_NEAR(simulate_step(job)->step_time / step_time(job)->total(), 1, kNanoseconds) << chunks;
    job.framework.data_parallel_overlap = 1;
    job.settings.plan.overlap.gradients = false;
    EXPECT_NEAR(simulate_step(job)->step_time / step_time(job)->total(), 1, kNanoseconds) << chunks;
  }
}

// Sharded gradients and parameters of a pipeline travel once a step, task by task as those of ZeRO 1 do.
TEST(SimulateStep, MovesWhatAPipelineShardsOnceAStep) {
  for (const auto& [chunks, schedule] :
       {std::pair{1, PipelineSchedule::kOneForwardOneBackward}, std::pair{2, PipelineSchedule::kOneForwardOneBackward},
        std::pair{1, PipelineSchedule::kBreadthFirst}, std::pair{1, PipelineSchedule::kZeroBubbleH1},
        std::pair{1, PipelineSchedule::kDualPipe}}) {
    StepSettings settings = pipeline_settings(2, chunks, schedule);
    settings.plan.data = 8;
    settings.global_batch_size = 64;
    StepJob job = job_of(settings, round_model(), round_machine());
    job.framework.data_parallel_overlap = 0.5;
    const auto makespan = [&](ZeroStage stage) {
      job.settings.plan.zero_stage = stage;
      return simulate_step(job)->makespan_ns;
    };
    EXPECT_EQ(makespan(ZeroStage::kGradients), makespan(ZeroStage::kOptimizer)) << chunks;
    EXPECT_EQ(makespan(ZeroStage::kParameters), makespan(ZeroStage::kOptimizer)) << chunks;
  }
}

// On the last of four stages a tenth more is paid by each of 16 micro-batches: (16·1.1 + 3)/(16 + 3).  The other
// replica waits for it when gradients are reduced.
TEST(SimulateStep, PaysForOneSlowAcceleratorInEveryMicroBatch) {
  StepSettings settings = pipeline_settings(4);
  settings.plan.data = 2;
  settings.global_batch_size = 32;
  const StepJob job = job_of(settings);
  const Seconds alone = simulate_step(job)->step_time;
  const auto slow = simulate_step(job, {.slow = {{.replica = 1, .pipeline_rank = 3, .factor = 1.1}}});
  EXPECT_NEAR(slow->step_time / alone, (16 * 1.1 + 3) / (16 + 3), kNanoseconds);
  EXPECT_EQ(slow->num_replicas, 2);
  const auto first = simulate_step(job, {.slow = {{.replica = 0, .pipeline_rank = 3, .factor = 1.1}}});
  EXPECT_EQ(first->step_time, slow->step_time);
}

// Ranks that do the same are simulated once and counted as often as they are.
TEST(SimulateStep, FoldsWhatIsAlike) {
  StepSettings settings = pipeline_settings(4);
  settings.plan.tensor = 2;
  settings.plan.data = 8;
  settings.global_batch_size = 128;
  const auto accelerators = [](const StepSimulation& simulation) {
    std::int64_t num = 0;
    for (const SimulatedRank& rank : simulation.ranks) num += rank.stands_for;
    return num;
  };
  const StepJob job = job_of(settings);
  const auto folded = simulate_step(job);
  EXPECT_EQ(folded->ranks.size(), 4u);
  EXPECT_EQ(accelerators(*folded), 64);
  const auto slow = simulate_step(job, {.slow = {{.replica = 5, .pipeline_rank = 0, .factor = 1.5}}});
  EXPECT_EQ(slow->ranks.size(), 8u);
  EXPECT_EQ(accelerators(*slow), 64);
  // Replicas that are alike may as well be simulated one by one.
  const auto unfolded = simulate_step(job, {.slow = {{0, 0, 1}, {1, 0, 1}, {2, 0, 1}, {3, 0, 1}, {4, 0, 1}}});
  EXPECT_EQ(accelerators(*unfolded), 64);
  EXPECT_EQ(unfolded->makespan_ns, folded->makespan_ns);
}

TEST(SimulateStep, DrawsTheSameTimesForTheSameSeed) {
  StepSettings settings = pipeline_settings(4);
  settings.plan.data = 4;
  settings.global_batch_size = 64;
  const StepJob job = job_of(settings);
  const auto once = simulate_step(job, {.jitter = 0.05, .seed = 7});
  EXPECT_EQ(once->makespan_ns, simulate_step(job, {.jitter = 0.05, .seed = 7})->makespan_ns);
  EXPECT_NE(once->makespan_ns, simulate_step(job, {.jitter = 0.05, .seed = 8})->makespan_ns);
  // Everyone waits for the slowest of what he needs, so that variation costs time.
  EXPECT_GT(once->makespan_ns, simulate_step(job)->makespan_ns);
}

// 1F1B: rank i holds p − i micro-batches, which is what the memory model counts.
TEST(SimulateStep, CountsTheActivationsThatRanksHold) {
  const StepJob job = job_of(pipeline_settings(4), round_model());
  const auto simulation = simulate_step(job, {.keep_tasks = true});
  for (const SimulatedRank& rank : simulation->ranks) {
    EXPECT_EQ(rank.peak_in_flight, 4 - rank.pipeline_rank);
    double most = 0;
    for (const ActivationCount& count : rank.activations) most = std::max(most, count.micro_batches);
    EXPECT_EQ(most, rank.peak_in_flight);
    EXPECT_EQ(rank.activations.back().micro_batches, 0);
  }
  EXPECT_EQ(simulation->memory.total(), memory_use(job.model, memory_settings(job.settings, job.framework)).total());
}

// What the memory model takes for granted of each schedule is never less than the simulated order holds.
TEST(SimulateStep, NeverHoldsMoreThanTheMemoryModelCounts) {
  for (const auto& [schedule, chunks] :
       {std::pair{PipelineSchedule::kOneForwardOneBackward, 1}, std::pair{PipelineSchedule::kOneForwardOneBackward, 3},
        std::pair{PipelineSchedule::kGpipe, 1}, std::pair{PipelineSchedule::kBreadthFirst, 3},
        std::pair{PipelineSchedule::kZeroBubbleH1, 1}, std::pair{PipelineSchedule::kZeroBubbleV, 2},
        std::pair{PipelineSchedule::kDualPipe, 1}})
    for (const int pipeline : {2, 4, 8})
      for (const int num_batches : {2, 4, 8, 16, 24, 40}) {
        const PipelineShape shape{schedule, pipeline, chunks, num_batches};
        if (!check_shape(shape).empty()) continue;
        const model::ParallelPlan plan{.pipeline = pipeline, .virtual_pipeline = chunks, .schedule = schedule};
        const std::vector<double> peak = peak_in_flight(pipeline_operations(shape));
        for (int rank = 0; rank < pipeline; ++rank)
          EXPECT_LE(peak[static_cast<std::size_t>(rank)], in_flight_micro_batches(plan, num_batches, rank) + 1e-12)
              << static_cast<int>(schedule) << " p " << pipeline << " m " << num_batches << " rank " << rank;
      }
}

// A stream does one thing at a time, and every pass is there once.
TEST(SimulateStep, KeepsATimelineWithoutContradictions) {
  for (const ZeroStage zero_stage : {ZeroStage::kOptimizer, ZeroStage::kParameters})
    for (const int chunks : {1, 2}) {
      StepSettings settings = pipeline_settings(2, chunks);
      settings.plan.tensor = 2;
      settings.plan.data = 8;
      settings.plan.zero_stage = zero_stage;
      settings.global_batch_size = 64;
      const auto simulation = simulate_step(job_of(settings, round_model(), round_machine()), {.keep_tasks = true});
      int num_forward = 0;
      for (std::size_t i = 0; i < simulation->tasks.size(); ++i) {
        const StepTask& task = simulation->tasks[i];
        num_forward += task.kind == StepTaskKind::kForward;
        EXPECT_LE(task.end_ns, simulation->makespan_ns);
        if (i == 0) continue;
        const StepTask& before = simulation->tasks[i - 1];
        if (before.rank == task.rank && before.stream == task.stream) {
          EXPECT_LE(before.end_ns, task.start_ns);
        }
      }
      EXPECT_EQ(num_forward, 2 * chunks * 8);
    }
}

TEST(CheckSimulation, SaysWhatCannotBeSimulated) {
  const auto message = [](const StepJob& job, const SimulationSettings& settings) {
    const Issues issues = check_simulation(job, settings);
    return issues.empty() ? "" : issues.front().message;
  };
  StepSettings settings = pipeline_settings(4);
  settings.plan.data = 2;
  settings.global_batch_size = 32;
  const StepJob job = job_of(settings);
  EXPECT_EQ(message(job, {}), "");
  EXPECT_EQ(message(job, {.slow = {{.replica = 2, .pipeline_rank = 0, .factor = 2}}}),
            "there is no replica 2; use 0 to 1");
  EXPECT_EQ(message(job, {.slow = {{.replica = 0, .pipeline_rank = 4, .factor = 2}}}),
            "there is no pipeline rank 4; use 0 to 3");
  EXPECT_EQ(message(job, {.slow = {{.replica = 0, .pipeline_rank = 0, .factor = 0.5}}}),
            "factor 0.5 is not from 1 to 1,000; 1.1 takes 10 % longer");
  EXPECT_EQ(message(job, {.jitter = 3}), "3 is not from 0 to 1; 0.02 is 2 %");
  EXPECT_NE(message(job_of(pipeline_settings(3, 2)), {}), "");  // 16 micro-batches in groups of 3
}

/// Layers dealt by chance over stages, of which some have none.
std::vector<model::StageShare> random_layout(int num_layers, int num_stages) {
  std::vector<model::StageShare> layout(static_cast<std::size_t>(num_stages));
  layout.front().embedding = layout.back().head = true;
  for (int layer = 0; layer < num_layers; ++layer)
    ++layout[*rc::gen::inRange<std::size_t>(0, layout.size())].num_layers;
  return layout;
}

// Whatever stages take, dealt by rule or stated, a step is no shorter than the closed form, and no longer where stages
// are equal.  Where the chunks of a rank differ and are interleaved, its mean chunk stands for those that fill a wait:
// dealt by rule, a step is then at most half a percent shorter, as found in 160,000 cases; stated, nothing is claimed.
RC_GTEST_PROP(SimulateStep, IsNeverFasterThanTheClosedForm, ()) {
  model::Transformer model = round_model();
  model.num_layers = *rc::gen::inRange(1, 33);
  model.vocabulary_size = *rc::gen::element(0, 128, 32768, 128256);
  const int pipeline = *rc::gen::inRange(1, std::min(9, model.num_layers + 1));
  const int per_stage = model::layers_per_stage(model.num_layers, pipeline);
  const int chunks = *rc::gen::inRange(1, per_stage + 1);
  StepSettings settings =
      pipeline_settings(pipeline, pipeline > 1 && per_stage % chunks == 0 ? chunks : 1,
                        *rc::gen::element(PipelineSchedule::kOneForwardOneBackward, PipelineSchedule::kGpipe,
                                          PipelineSchedule::kBreadthFirst, PipelineSchedule::kZeroBubbleH1));
  settings.global_batch_size = pipeline * *rc::gen::inRange(1, 6);
  settings.plan.recompute = *rc::gen::element(model::Recompute::kNone, model::Recompute::kFull);
  const bool stated = *rc::gen::arbitrary<bool>();
  if (stated) settings.plan.layout = random_layout(model.num_layers, num_stages(settings.plan));
  const StepJob job = job_of(settings, model);
  RC_PRE(check_simulation(job, {}).empty());
  const double ratio = simulate_step(job)->step_time / step_time(job)->total();
  const bool mean_chunk =
      settings.plan.virtual_pipeline > 1 && settings.plan.schedule == PipelineSchedule::kOneForwardOneBackward;
  const bool even = !stated && model.num_layers % pipeline == 0 && model.vocabulary_size == 0;
  if (!mean_chunk || even) RC_ASSERT(ratio >= 1 - kNanoseconds);
  if (mean_chunk && !stated) RC_ASSERT(ratio >= 0.995);
  if (even) RC_ASSERT(ratio <= 1 + kNanoseconds);
}

// The memory model looks at few passes of an interleaved order, the simulation at all of them.
RC_GTEST_PROP(SimulateStep, HoldsWhatTheMemoryModelSaysOfUnequalChunks, ()) {
  model::Transformer model = round_model();
  model.num_layers = *rc::gen::inRange(2, 40);
  const int pipeline = *rc::gen::inRange(2, 9);
  StepSettings settings = pipeline_settings(pipeline, *rc::gen::inRange(2, 6));
  settings.global_batch_size = pipeline * *rc::gen::inRange(1, 8);
  settings.plan.recompute = *rc::gen::element(model::Recompute::kNone, model::Recompute::kFull);
  settings.plan.layout = random_layout(model.num_layers, num_stages(settings.plan));
  const StepJob job = job_of(settings, model);
  const auto simulation = simulate_step(job, {.keep_tasks = true});
  const model::MemorySettings memory = memory_settings(job.settings, job.framework);
  for (const SimulatedRank& rank : simulation->ranks) {
    RC_ASSERT(std::abs(rank.memory / stage_memory_use(model, memory, rank.pipeline_rank).total() - 1) < 1e-12);
    double most = 0;
    for (const ActivationCount& count : rank.activations) most = std::max(most, count.micro_batches);
    RC_ASSERT(std::abs(most - rank.peak_in_flight) < 1e-9);
  }
}

}  // namespace step_simulation_test
}  // namespace fmplan::sim
