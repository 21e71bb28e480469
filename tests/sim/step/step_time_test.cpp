#include "core/sim/step/step_time.h"

#include <numeric>

#include <gtest/gtest.h>

#include "core/sim/step/layer_time.h"
#include "tests/model/known_models.h"
#include "tests/sim/step/round_machine.h"

namespace fmplan::sim {
namespace step_time_test {

using model::ParallelPlan;
using model::Transformer;
using model::ZeroStage;

/// Sums of some dozens of terms in double precision.
constexpr double kRounding = 1e-11;

StepTime time_of(const Transformer& model, const StepSettings& settings,
                 const hardware::Instance& instance = round_machine(),
                 const FrameworkProfile& framework = plain_framework()) {
  return step_time(model, settings, instance, framework).value();
}

double num_parameters(const Transformer& model) { return static_cast<double>(count_parameters(model).total); }

// m micro-batches of eight layers, the head and the gradients' accumulation, then the optimizer; nothing else on one
// accelerator.  Adam reads and writes 30 bytes a parameter, accumulation 2·4, at 1 TB/s.
TEST(StepTime, OnOneAcceleratorIsItsKernels) {
  const StepSettings settings = round_settings();
  const StepTime step = time_of(round_model(), settings);
  const LayerContext context = layer_context(round_machine(), settings);
  const LayerTime layer = layer_time(round_model(), model::LayerKind::kDense, settings, context, plain_framework());
  const Seconds passes = 8 * (layer.forward.total() + layer.backward.total()) +
                         head_time(round_model(), settings, context, plain_framework());
  const double parameters = num_parameters(round_model());
  const Seconds accumulation = 8 * parameters / 1e12 * second, optimizer = 30 * parameters / 1e12 * second;
  EXPECT_EQ(step.num_micro_batches, 16);
  EXPECT_NEAR(step.total() / (16 * (passes + accumulation) + optimizer), 1, kRounding);
  EXPECT_NEAR(step[StepPart::kOptimizer] / optimizer, 1, kRounding);
  EXPECT_NEAR(step[StepPart::kGradientAccumulation] / (16 * accumulation), 1, kRounding);
  for (const StepPart part :
       {StepPart::kRecompute, StepPart::kLaunch, StepPart::kTensorParallel, StepPart::kContextParallel,
        StepPart::kExpertParallel, StepPart::kPipelineBubble, StepPart::kPipelineTransfer, StepPart::kDataParallel})
    EXPECT_EQ(step[part], Seconds{}) << step_part_name(part);
}

TEST(StepTime, IsTheSumOfItsParts) {
  StepSettings settings = round_settings();
  settings.plan = {.tensor = 2, .pipeline = 2, .data = 4, .micro_batch_size = 2};
  const StepTime step = time_of(round_model(), settings);
  const Seconds sum = std::accumulate(step.parts.begin(), step.parts.end(), Seconds{});
  EXPECT_EQ(step.total(), sum);
  for (const Seconds part : step.parts) EXPECT_GE(part, Seconds{});
  EXPECT_EQ(step.bubble_fraction, step[StepPart::kPipelineBubble] / step.total());
}

// Equal stages and free links: (m + p − 1)(t_f + t_b) [Narayanan et al. 2021, §2.2.1], with (p − 1)/v where v chunks
// interleave.
TEST(StepTime, OfEqualStagesIsThePipelinesFormula) {
  const Transformer model = without_vocabulary(round_model());
  StepSettings settings = round_settings();
  const Seconds one_micro_batch = time_of(model, settings, compute_only_machine()).total() / 16;
  for (const int stages : {1, 2, 4, 8})
    for (const int chunks : {1, 2}) {
      if (stages == 1 && chunks > 1) continue;
      if (8 / stages % chunks != 0) continue;
      settings.plan.pipeline = stages;
      settings.plan.virtual_pipeline = chunks;
      const StepTime step = time_of(model, settings, compute_only_machine());
      EXPECT_NEAR(step.total() / one_micro_batch, (16 + (stages - 1.0) / chunks) / stages, kRounding)
          << stages << chunks;
      EXPECT_NEAR(step.bubble_fraction, (stages - 1.0) / chunks / (16 + (stages - 1.0) / chunks), kRounding);
    }
}

// Eight layers on three stages: 3, 3 and 2.  The last has the head; with a small one the stages of 3 decide, and the
// head lengthens the bubble alone: a stage of three, and what of the last is longer than either of their passes.
TEST(StepTime, IsSetByTheSlowestStage) {
  StepSettings settings = round_settings();
  settings.plan.pipeline = 3;
  Transformer model = round_model();
  model.vocabulary_size = 128;
  const StepTime small = time_of(model, settings, compute_only_machine());
  const LayerContext context = layer_context(compute_only_machine(), settings);
  const LayerTime layer = layer_time(model, model::LayerKind::kDense, settings, context, plain_framework());
  const Seconds one_layer = layer.forward.total() + layer.backward.total();
  EXPECT_EQ(small[StepPart::kHead], Seconds{});
  EXPECT_NEAR((small[StepPart::kGemm] + small[StepPart::kAttention]) / (16 * 3 * one_layer), 1, kRounding);
  const Seconds last = 2 * one_layer + head_time(model, settings, context, plain_framework());
  const Seconds others =
      3 * one_layer + (last - 3 * layer.forward.total()) + std::max(Seconds{}, last - 3 * layer.backward.total());
  EXPECT_NEAR(small[StepPart::kPipelineBubble] / others, 1, kRounding);
  // 128256 columns are the work of two and a half layers: two layers and the head are slower than three.
  model.vocabulary_size = 128256;
  const StepTime large = time_of(model, settings, compute_only_machine());
  EXPECT_NEAR(large[StepPart::kHead] / (16 * head_time(model, settings, context, plain_framework())), 1, kRounding);
  EXPECT_NEAR((large[StepPart::kGemm] + large[StepPart::kAttention]) / (16 * 2 * one_layer), 1, kRounding);
}

TEST(StepTime, HalvesItsMicroBatchesWhenTheNodesDouble) {
  StepSettings settings = round_settings();
  const StepTime once = time_of(round_model(), settings, compute_only_machine());
  settings.plan.data = 2;
  const StepTime twice = time_of(round_model(), settings, compute_only_machine());
  EXPECT_EQ(2 * twice.num_micro_batches, once.num_micro_batches);
  EXPECT_NEAR(once.total() / twice.total(), 2, kRounding);
}

// The same tokens in fewer, larger micro-batches take the same products on a machine without launches or memory.
TEST(StepTime, DoesNotDependOnTheMicroBatchOnAMachineThatOnlyComputes) {
  StepSettings settings = round_settings();
  const Seconds one = time_of(round_model(), settings, compute_only_machine()).total();
  settings.plan.micro_batch_size = 4;
  EXPECT_NEAR(time_of(round_model(), settings, compute_only_machine()).total() / one, 1, kRounding);
}

TEST(StepTime, WithFullRecomputationHasOneForwardPassMore) {
  StepSettings settings = round_settings();
  const StepTime without = time_of(round_model(), settings);
  settings.plan.recompute = model::Recompute::kFull;
  const StepTime with = time_of(round_model(), settings);
  const LayerTime layer = layer_time(round_model(), model::LayerKind::kDense, settings,
                                     layer_context(round_machine(), settings), plain_framework());
  EXPECT_NEAR(with[StepPart::kRecompute] / (16 * 8 * layer.forward.total()), 1, kRounding);
  EXPECT_NEAR((with.total() - without.total()) / with[StepPart::kRecompute], 1, 1e-9);
}

// A stage of four layers does two all-reduces a layer and pass for each of 16 micro-batches; those of the bubble count
// there.
TEST(StepTime, CountsTensorParallelTrafficOfTheSlowestStage) {
  StepSettings settings = round_settings();
  settings.plan = {.tensor = 4, .pipeline = 2};
  const StepTime step = time_of(without_vocabulary(round_model()), settings);
  const double all_reduce = 2 * 3.0 / 4 * 33.554432e6 / 100e9;
  EXPECT_NEAR(step[StepPart::kTensorParallel] / second, 16 * 4 * 2 * 2 * all_reduce, kRounding);
}

// One hidden state of 33.55 MB over two tensor ranks, 16.78 MB, takes 1.678 ms between nodes: 2(p − 1) for the first of
// 16 micro-batches and one for each other, as the last stage, slowest by its head, sends gradients alone.  Without a
// vocabulary the inner stages are as slow and send both ways, the first of them one way.  Interleaved the later ones
// hide, and there is no latency.
TEST(PipelineTransfer, IsWhatTheSlowestStageSends) {
  StepSettings settings = round_settings();
  settings.plan = {.tensor = 2, .pipeline = 4, .data = 4};
  settings.global_batch_size = 64;
  const double one = 16.777216e6 / 10e9;
  EXPECT_NEAR(time_of(round_model(), settings)[StepPart::kPipelineTransfer] / second, (6 + 15) * one, kRounding);
  EXPECT_NEAR(time_of(without_vocabulary(round_model()), settings)[StepPart::kPipelineTransfer] / second,
              (6 + 30 - 1) * one, kRounding);
  settings.plan.virtual_pipeline = 2;
  EXPECT_NEAR(time_of(round_model(), settings)[StepPart::kPipelineTransfer] / second, (6 + 8) * one, kRounding);
}

/// Data parallel over eight nodes, and how much of the traffic is exposed.
StepTime data_parallel_time(ZeroStage stage, double overlap, int global_batch_size = 64) {
  hardware::Instance machine = round_machine();
  machine.accelerators_per_node = machine.scale_up_domain = 1;
  StepSettings settings = round_settings();
  settings.global_batch_size = global_batch_size;
  settings.plan = {.data = 8, .zero_stage = stage};
  FrameworkProfile framework = plain_framework();
  framework.data_parallel_overlap = overlap;
  return time_of(round_model(), settings, machine, framework);
}

// Over 8 ranks at 10 GB/s a reduce-scatter of 4 bytes a parameter takes 7/8·4N/10, an all-gather of 2 bytes half of it.
TEST(DataParallel, WithoutOverlapIsItsTraffic) {
  const double unit = 7.0 / 8 * num_parameters(round_model()) / 10e9;
  EXPECT_NEAR(data_parallel_time(ZeroStage::kNone, 0)[StepPart::kDataParallel] / second, 2 * 4 * unit, kRounding);
  EXPECT_NEAR(data_parallel_time(ZeroStage::kOptimizer, 0)[StepPart::kDataParallel] / second, (4 + 2) * unit,
              kRounding);
  // Sharded gradients do not wait for the next of eight micro-batches.
  EXPECT_NEAR(data_parallel_time(ZeroStage::kGradients, 0)[StepPart::kDataParallel] / second, (8 * 4 + 2) * unit,
              kRounding);
  // Fully sharded: gathered for either pass and scattered, for each of eight micro-batches.
  EXPECT_NEAR(data_parallel_time(ZeroStage::kParameters, 0)[StepPart::kDataParallel] / second, 8 * (4 + 2 * 2) * unit,
              kRounding);
}

// In a pipeline gradients add up where they are made and travel once a step, and layers stay gathered from the first
// micro-batch to the last: all stages of ZeRO move 4 + 2 bytes a parameter, however many micro-batches there are.  On
// four stages of two of eight layers and no vocabulary each rank holds a quarter of the parameters, the last one
// the norm at the end besides.
TEST(DataParallel, InAPipelineTravelsOnceAStep) {
  hardware::Instance machine = round_machine();
  machine.accelerators_per_node = machine.scale_up_domain = 1;
  const model::Transformer model = without_vocabulary(round_model());
  const double last_norm = model.hidden_size;
  const double unit = 7.0 / 8 * ((num_parameters(model) - last_norm) / 4 + last_norm) / 10e9;
  for (const int batch : {32, 64, 512})
    for (const int chunks : {1, 2})
      for (const double overlap : {0.0, 0.7, 1.0}) {
        FrameworkProfile framework = plain_framework();
        framework.data_parallel_overlap = overlap;
        StepSettings settings = round_settings();
        settings.global_batch_size = batch;
        const auto time = [&](ZeroStage stage) {
          settings.plan = {.pipeline = 4, .virtual_pipeline = chunks, .data = 8, .zero_stage = stage};
          return time_of(model, settings, machine, framework);
        };
        const StepTime replicated = time(ZeroStage::kOptimizer);
        EXPECT_DOUBLE_EQ(time(ZeroStage::kGradients).total() / replicated.total(), 1);
        EXPECT_NEAR(time(ZeroStage::kParameters).total() / replicated.total(), 1, kRounding);
        const StepTime sharded = time(ZeroStage::kParameters);
        EXPECT_NEAR(
            (sharded[StepPart::kDataParallel] - sharded.data_parallel_slowdown + sharded.hidden_data_parallel) / second,
            (4 + 2) * unit, kRounding);
      }
}

// With all compute to hide behind, one layer's share of each collective stays exposed: an eighth.
TEST(DataParallel, OverlappedLeavesOneLayersShare) {
  const StepTime step = data_parallel_time(ZeroStage::kOptimizer, 1e9);
  const Seconds traffic = data_parallel_time(ZeroStage::kOptimizer, 0)[StepPart::kDataParallel];
  const Seconds exposed = step[StepPart::kDataParallel] - step.data_parallel_slowdown;
  EXPECT_NEAR(exposed / traffic, 1.0 / 8, kRounding);
  EXPECT_NEAR((exposed + step.hidden_data_parallel) / traffic, 1, kRounding);
}

TEST(DataParallel, ExposedAndHiddenAddUpToTheTraffic) {
  for (const ZeroStage stage :
       {ZeroStage::kNone, ZeroStage::kOptimizer, ZeroStage::kGradients, ZeroStage::kParameters}) {
    const Seconds traffic = data_parallel_time(stage, 0)[StepPart::kDataParallel];
    Seconds before = traffic;
    for (const double overlap : {0.3, 0.6, 1.0}) {
      const StepTime step = data_parallel_time(stage, overlap);
      const Seconds exposed = step[StepPart::kDataParallel] - step.data_parallel_slowdown;
      EXPECT_NEAR((exposed + step.hidden_data_parallel) / traffic, 1, kRounding);
      // Kernels advance at 1/1.189 beside it, at most for as long as it runs.
      EXPECT_GT(step.data_parallel_slowdown, Seconds{});
      EXPECT_LE(step.data_parallel_slowdown, (1 + kRounding) * 0.189 / 1.189 * step.hidden_data_parallel);
      EXPECT_LE(step[StepPart::kDataParallel], before);  // more overlap, less exposed
      before = step[StepPart::kDataParallel];
    }
  }
}

// Gradients and parameters are sent once a step, however many micro-batches; sharded ones for each.
TEST(DataParallel, IsPaidPerStepOrPerMicroBatch) {
  const auto exposed = [](ZeroStage stage, int batch) {
    return data_parallel_time(stage, 0, batch)[StepPart::kDataParallel];
  };
  EXPECT_NEAR(exposed(ZeroStage::kOptimizer, 128) / exposed(ZeroStage::kOptimizer, 64), 1, kRounding);
  EXPECT_NEAR(exposed(ZeroStage::kParameters, 128) / exposed(ZeroStage::kParameters, 64), 2, kRounding);
}

// One chunk a rank leaves breadth-first nothing to go on with: it is GPipe, and sharding parameters cannot be faster
// than keeping them, whatever hides.
TEST(DataParallel, OfBreadthFirstWithOneChunkIsGpipes) {
  for (const double overlap : {0.0, 0.5, 1.0})
    for (const ZeroStage stage : {ZeroStage::kOptimizer, ZeroStage::kGradients, ZeroStage::kParameters}) {
      FrameworkProfile framework = plain_framework();
      framework.data_parallel_overlap = overlap;
      StepSettings settings = round_settings();
      settings.plan = {.pipeline = 2, .data = 8, .zero_stage = stage, .schedule = model::PipelineSchedule::kGpipe};
      const StepTime gpipe = time_of(round_model(), settings, round_machine(), framework);
      settings.plan.schedule = model::PipelineSchedule::kBreadthFirst;
      const StepTime breadth_first = time_of(round_model(), settings, round_machine(), framework);
      EXPECT_EQ(breadth_first.parts, gpipe.parts) << static_cast<int>(stage) << " " << overlap;
      settings.plan.zero_stage = ZeroStage::kOptimizer;
      EXPECT_GE(breadth_first.total(), time_of(round_model(), settings, round_machine(), framework).total())
          << static_cast<int>(stage) << " " << overlap;
    }
}

// A rack of two hosts waits for as many machines as two machines of one host.
TEST(Stragglers, AreOfHostsNotOfRacks) {
  StepSettings settings = round_settings();
  settings.plan = {.data = 16, .micro_batch_size = 1};
  FrameworkProfile framework = plain_framework();
  framework.habits[StepHabit::kStraggler] = 0.01;
  hardware::Instance rack = round_machine();
  rack.accelerators_per_node = rack.scale_up_domain = 16;
  EXPECT_EQ(straggler_share(framework.habits, settings.plan, rack), 0);
  rack.hosts = 2;
  EXPECT_DOUBLE_EQ(straggler_share(framework.habits, settings.plan, rack), 0.01);
  EXPECT_EQ(straggler_share(framework.habits, settings.plan, round_machine()), 0.01);
  const StepTime step = time_of(round_model(), settings, rack, framework);
  EXPECT_NEAR(step[StepPart::kStraggler] / (step.total() - step[StepPart::kStraggler]), 0.01, kRounding);
}

// Sharding divides the optimizer's work by the replicas.
TEST(Optimizer, WorksOnItsShardAlone) {
  const Seconds whole = data_parallel_time(ZeroStage::kNone, 0)[StepPart::kOptimizer];
  for (const ZeroStage stage : {ZeroStage::kOptimizer, ZeroStage::kGradients, ZeroStage::kParameters})
    EXPECT_NEAR(whole / data_parallel_time(stage, 0)[StepPart::kOptimizer], 8, kRounding);
}

// Each of 8 experts' ranks holds an eighth of the experts and all of the rest; expert gradients are reduced over the
// ranks that share them: with expert = data = 8 there are none.
TEST(ExpertParallel, ReducesExpertGradientsOverTheirReplicasOnly) {
  hardware::Instance machine = round_machine();
  machine.accelerators_per_node = machine.scale_up_domain = 1;
  Transformer model = round_model();
  model.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  const double experts = 8.0 * 8 * static_cast<double>(count_parameters(model).expert);
  const double rest = num_parameters(model) - experts;
  StepSettings settings = round_settings();
  settings.plan = {.expert = 8, .data = 8};
  const StepTime spread = time_of(model, settings, machine);
  EXPECT_NEAR(spread[StepPart::kDataParallel] / second, 6 * 7.0 / 8 * rest / 10e9, kRounding);
  settings.plan.expert = 4;  // a quarter of the experts on each, in two replicas
  const StepTime shared = time_of(model, settings, machine);
  EXPECT_NEAR(shared[StepPart::kDataParallel] / second, 6 * (7.0 / 8 * rest + 1.0 / 2 * experts / 4) / 10e9, kRounding);
}

// A mixture of 8 experts over 16 machines of one accelerator, overlapping nothing.
StepTime mixture_time(const ParallelPlan& plan) {
  hardware::Instance machine = round_machine();
  machine.accelerators_per_node = machine.scale_up_domain = 1;
  Transformer model = round_model();
  model.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  StepSettings settings = round_settings();
  settings.plan = plan;
  return time_of(model, settings, machine);
}

// A rank alone shards nothing, so that the gradients of experts are reduced over all their copies, as without ZeRO.
TEST(HybridSharding, OverOneRankIsNoSharding) {
  for (const int expert : {1, 2, 4, 8}) {
    const StepTime whole = mixture_time({.expert = expert, .data = 16, .zero_stage = ZeroStage::kNone});
    const StepTime alone = mixture_time({.expert = expert, .data = 16, .shard_group = 1});
    EXPECT_GT(whole[StepPart::kDataParallel], Seconds{});
    for (std::size_t part = 0; part < kNumStepParts; ++part)
      EXPECT_NEAR(alone.parts[part] / second, whole.parts[part] / second, kRounding) << expert << " " << part;
  }
}

// 16 replicas in groups of 4 with experts on 8 ranks: an expert has two copies in all, 8 ranks apart, and none of a
// group shares one.  With experts on 2 ranks a group has 2 of an expert's 8 copies.
TEST(HybridSharding, ReducesExpertsOverTheirCopiesInOtherGroups) {
  const ParameterGroups wide = parameter_groups({.expert = 8, .data = 16, .shard_group = 4});
  EXPECT_EQ(wide.dense, (StridedRanks{4, 1}));
  EXPECT_EQ(wide.between, (StridedRanks{4, 4}));
  EXPECT_EQ(wide.expert, (StridedRanks{1, 8}));
  EXPECT_EQ(wide.expert_between, (StridedRanks{2, 8}));
  const ParameterGroups narrow = parameter_groups({.expert = 2, .data = 16, .shard_group = 4});
  EXPECT_EQ(narrow.expert, (StridedRanks{2, 2}));
  EXPECT_EQ(narrow.expert_between, (StridedRanks{4, 4}));
  const ParameterGroups one = parameter_groups({.expert = 2, .data = 16});
  EXPECT_EQ(one.expert, (StridedRanks{8, 2}));
  EXPECT_EQ(one.expert_between.num_ranks, 1);
}

// The optimizer moves 30 bytes for each parameter of its shard, at 1 TB/s, and keeps 12.
TEST(HybridSharding, StepsTheStateThatMemoryCounts) {
  Transformer model = round_model();
  model.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  for (const int expert : {1, 2, 8})
    for (const int group : {0, 1, 4, 8}) {
      StepSettings settings = round_settings();
      settings.plan = {.expert = expert, .data = 16, .shard_group = group};
      const double state = memory_use(model, memory_settings(settings, plain_framework())).optimizer / byte;
      EXPECT_NEAR(time_of(model, settings)[StepPart::kOptimizer] / second / (30 * state / 12 / 1e12), 1, kRounding)
          << expert << " " << group;
    }
}

// Without latencies all that moves takes twice as long in fp32: 4 bytes of activations, parameters and gradients in
// place of 2.
TEST(Precision, Of32BitsMovesTwiceTheBytes) {
  hardware::Instance machine = round_machine();
  machine.accelerator.peak["fp32"] = machine.accelerator.peak.at("bf16");
  machine.accelerator.gemm["fp32"] = machine.accelerator.gemm.at("bf16");
  Transformer model = round_model();
  model.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  FrameworkProfile framework = plain_framework();
  framework.gradient_bytes = 2;
  for (const ZeroStage zero_stage : {ZeroStage::kNone, ZeroStage::kOptimizer, ZeroStage::kParameters}) {
    StepSettings settings = round_settings();
    settings.plan = {.tensor = 2, .pipeline = 2, .expert = 2, .data = 4, .zero_stage = zero_stage};
    const StepTime narrow = time_of(model, settings, machine, framework);
    settings.precision = model::Precision::kFp32;
    const StepTime wide = time_of(model, settings, machine, framework);
    for (const StepPart part : {StepPart::kElementWise, StepPart::kGradientAccumulation, StepPart::kTensorParallel,
                                StepPart::kExpertParallel, StepPart::kPipelineTransfer, StepPart::kDataParallel})
      EXPECT_NEAR(wide[part] / narrow[part], 2, kRounding) << step_part_name(part);
  }
}

// One module more: another layer, its product of 8192 × 4096, and another head, all of it useful work.
TEST(PredictionModules, AreALayerAProductAndAHeadMore) {
  Transformer model = round_model();
  const StepSettings settings = round_settings();
  const StepTime without = time_of(model, settings, compute_only_machine());
  model.num_mtp_layers = 1;
  const StepTime with = time_of(model, settings, compute_only_machine());
  EXPECT_NEAR(with[StepPart::kHead] / without[StepPart::kHead], 2, kRounding);
  EXPECT_NEAR(with[StepPart::kAttention] / without[StepPart::kAttention], 9.0 / 8, kRounding);
  const double join = 16 * 3 * 2 * 4096.0 * 8192 * 4096 / 100e12;
  EXPECT_NEAR((with[StepPart::kGemm] - without[StepPart::kGemm] * 9.0 / 8) / second, join, 1e-9);
}

// Matrix products of the layers in fp8, attention and head in bf16.
TEST(Precision, Fp8SpeedsUpTheLayersProductsAlone) {
  hardware::Instance machine = compute_only_machine();
  machine.accelerator.peak["fp8"] = 200 * teraflop_per_second;
  machine.accelerator.gemm["fp8"] = machine.accelerator.gemm["bf16"];
  StepSettings settings = round_settings();
  const StepTime bf16 = time_of(round_model(), settings, machine);
  settings.precision = model::Precision::kFp8;
  const StepTime fp8 = time_of(round_model(), settings, machine);
  EXPECT_NEAR(bf16[StepPart::kGemm] / fp8[StepPart::kGemm], 2, kRounding);
  EXPECT_EQ(bf16[StepPart::kAttention], fp8[StepPart::kAttention]);
  EXPECT_EQ(bf16[StepPart::kHead], fp8[StepPart::kHead]);
}

// Of N parameters the V of embedding and head have 16 bits: where the others have no 16-bit copy, a rank gathers
// 7/8·(N − V + 2V) bytes, with MXFP8 and beside a copy 7/8·2N; 7/8·4N of gradients are scattered before.
TEST(Precision, Fp8GathersWeightsInEightBitsWhereTheyHaveNoWiderCopy) {
  hardware::Instance machine = round_machine();
  machine.accelerators_per_node = machine.scale_up_domain = 1;
  machine.accelerator.peak["fp8"] = machine.accelerator.peak.at("bf16");
  machine.accelerator.gemm["fp8"] = machine.accelerator.gemm.at("bf16");
  const double all = num_parameters(round_model()), vocabulary = 2.0 * 32768 * 4096;
  const auto traffic = [&](bool primary, model::ScalingRecipe recipe) {
    FrameworkProfile framework = plain_framework();
    framework.memory.quantised_primary_weights = primary;
    StepSettings settings = round_settings();
    settings.plan = {.data = 8, .zero_stage = ZeroStage::kOptimizer};
    settings.precision = model::Precision::kFp8;
    settings.recipe = recipe;
    return time_of(round_model(), settings, machine, framework)[StepPart::kDataParallel] / second * 10e9 / (7.0 / 8);
  };
  const double narrow = 4 * all + (all - vocabulary) + 2 * vocabulary;
  EXPECT_NEAR(traffic(true, model::ScalingRecipe::kDelayed) / narrow, 1, kRounding);
  EXPECT_NEAR(traffic(true, model::ScalingRecipe::kMxfp8) / (6 * all), 1, kRounding);
  EXPECT_NEAR(traffic(false, model::ScalingRecipe::kDelayed) / (6 * all), 1, kRounding);
}

// What is stepped without fp32 weights: gradient, weight and two moments in, weight and moments out, of two bytes.
TEST(Optimizer, MovesHalfAsMuchWithoutMasterWeights) {
  FrameworkProfile framework = plain_framework();
  framework.memory.weight_storage = model::WeightStorage::kComputeCopyOnly;
  StepSettings settings = round_settings();
  const auto bytes = [&] {
    const StepTime step = time_of(round_model(), settings, round_machine(), framework);
    return step[StepPart::kOptimizer] / second * 1e12 / num_parameters(round_model());
  };
  EXPECT_NEAR(bytes(), 2 + 2 * (2 + 4), 1e-9);
  settings.optimizer = model::Optimizer::kAdam8bit;
  EXPECT_NEAR(bytes(), 2 + 2 * (2 + 2), 1e-9);
}

TEST(Precision, WithoutAPeakHasNoStepTime) {
  StepSettings settings = round_settings();
  settings.precision = model::Precision::kFp8;
  EXPECT_FALSE(step_time(round_model(), settings, round_machine(), plain_framework()));
}

TEST(StepPartName, IsDifferentForEveryPart) {
  for (std::size_t i = 0; i < kNumStepParts; ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NE(step_part_name(static_cast<StepPart>(i)), step_part_name(static_cast<StepPart>(j)));
  EXPECT_EQ(step_part_name(StepPart::kGemm), "gemm");
  EXPECT_EQ(step_part_name(StepPart::kOptimizer), "optimizer");
}

}  // namespace step_time_test
}  // namespace fmplan::sim
