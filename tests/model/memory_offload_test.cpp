// What offloading leaves in the accelerator, and what it puts into the host.

#include <gtest/gtest.h>

#include "core/model/memory_use.h"
#include "tests/model/known_models.h"

namespace fmplan::model {
namespace memory_offload_test {

/// Llama 3 8B: parameters in all, of a layer; bytes kept per layer and token, and for the final norm.
constexpr double kParameters = 8030261248;
constexpr double kLayer = 218112000;
constexpr int kTokens = 4096;
constexpr double kLayerBytes = 139392.0 * kTokens;
constexpr double kFinalNormBytes = 4 * 4096.0 * kTokens;

MemorySettings settings_of(const ParallelPlan& plan, int num_micro_batches = 1) {
  return {.plan = plan,
          .sequence_length = kTokens,
          .num_micro_batches = num_micro_batches,
          .framework_overhead = 0 * byte,
          .collective_overhead = 0 * byte};
}

constexpr Offload kOptimizerOnly{.optimizer = true};
constexpr Offload kActivationsOnly{.activations = true};

// Eight ranks share 12 bytes per parameter; two layers' worth stays as a double buffer.
TEST(OptimizerOffload, LeavesADoubleBufferOfOneLayersShard) {
  const MemorySettings settings = settings_of({.data = 8, .offload = kOptimizerOnly});
  const MemoryUse use = memory_use(llama3_8b(), settings);
  EXPECT_DOUBLE_EQ(use.optimizer / byte, 2 * kLayer * 12 / 8);
  const HostMemoryUse host = host_memory_use(llama3_8b(), settings);
  EXPECT_DOUBLE_EQ(host.optimizer / byte, kParameters * 12 / 8);
  EXPECT_EQ(host.activations, 0 * byte);
  EXPECT_EQ(host.total(), host.optimizer);
  const MemoryUse without = memory_use(llama3_8b(), settings_of({.data = 8}));
  EXPECT_EQ(without.optimizer, host.optimizer);
  EXPECT_NEAR((without.total() - use.total()) / (without.optimizer - use.optimizer), 1, 1e-12);
}

// Mixtral over 16 ranks, expert 8: a layer's common parameters (attention 41,943,040, norms 8,192, router 32,768) are
// shared by 16 ranks, its one routed expert of 176,160,768 by its two replicas.
TEST(OptimizerOffload, CountsExpertsByTheirReplicas) {
  const MemoryUse use = memory_use(mixtral_8x7b(), settings_of({.expert = 8, .data = 16, .offload = kOptimizerOnly}));
  EXPECT_DOUBLE_EQ(use.optimizer / byte, 2 * (41984000.0 * 12 / 16 + 176160768.0 * 12 / 2));
}

// A stage of one layer has no second one to buffer: all of its state may be in the accelerator at once.
TEST(OptimizerOffload, LeavesNoMoreThanThereIs) {
  const MemorySettings settings = settings_of({.pipeline = 32, .offload = kOptimizerOnly});
  EXPECT_DOUBLE_EQ(stage_memory_use(llama3_8b(), settings, 1).optimizer / byte, kLayer * 12);
  EXPECT_DOUBLE_EQ(stage_host_memory_use(llama3_8b(), settings, 1).optimizer / byte, kLayer * 12);
}

// A stage that bears nothing but the head streams the head's state in pieces of a layer.
TEST(OptimizerOffload, StreamsAStageWithoutLayersInPiecesOfALayer) {
  Transformer model = llama3_8b();
  model.num_layers = 4;
  MemorySettings settings = settings_of({.pipeline = 4, .offload = kOptimizerOnly});
  settings.layer_deal = LayerDeal::kByCost;
  EXPECT_DOUBLE_EQ(stage_memory_use(model, settings, 2).optimizer / byte, 2 * kLayer * 12);
}

// One rank: of 32 layers two stay, and since the backward pass follows at once, those two never move.
TEST(ActivationOffload, LeavesTwoLayers) {
  const MemorySettings settings = settings_of({.offload = kActivationsOnly});
  EXPECT_DOUBLE_EQ(memory_use(llama3_8b(), settings).activations / byte, 2 * kLayerBytes);
  const HostMemoryUse host = host_memory_use(llama3_8b(), settings);
  EXPECT_DOUBLE_EQ(host.activations / byte, 30 * kLayerBytes + kFinalNormBytes);
  EXPECT_EQ(host.activations_per_micro_batch, host.activations);
  EXPECT_EQ(host.optimizer, 0 * byte);
}

// Four stages of eight layers: the first holds four micro-batches, 32 layers, of which two stay; each micro-batch moves
// all eight.  The last holds one: six layers and the final norm move.
TEST(ActivationOffload, CountsTheMicroBatchesInFlight) {
  const MemorySettings settings = settings_of({.pipeline = 4, .offload = kActivationsOnly}, 16);
  for (int stage = 0; stage < 4; ++stage)
    EXPECT_DOUBLE_EQ(stage_memory_use(llama3_8b(), settings, stage).activations / byte, 2 * kLayerBytes) << stage;
  const HostMemoryUse first = stage_host_memory_use(llama3_8b(), settings, 0);
  EXPECT_DOUBLE_EQ(first.activations / byte, 30 * kLayerBytes);
  EXPECT_DOUBLE_EQ(first.activations_per_micro_batch / byte, 8 * kLayerBytes);
  const HostMemoryUse last = stage_host_memory_use(llama3_8b(), settings, 3);
  EXPECT_DOUBLE_EQ(last.activations / byte, 6 * kLayerBytes + kFinalNormBytes);
  EXPECT_EQ(last.activations_per_micro_batch, last.activations);
  const HostMemoryUse worst = host_memory_use(llama3_8b(), settings);
  EXPECT_EQ(worst.worst_stage, 0);
  EXPECT_EQ(worst.total(), first.total());
}

// DualPipe, stages of eight layers: half of the micro-batches cross one stage of a rank, half the other, so that each
// moves eight layers on average; rank 0's last stage has the final norm.  ZB-V: both chunks, 4 + 4 layers.
TEST(ActivationOffload, MovesWhatAMicroBatchKeepsOnTheRank) {
  MemorySettings settings =
      settings_of({.pipeline = 4, .schedule = PipelineSchedule::kDualPipe, .offload = kActivationsOnly}, 16);
  EXPECT_DOUBLE_EQ(stage_host_memory_use(llama3_8b(), settings, 1).activations_per_micro_batch / byte, 8 * kLayerBytes);
  EXPECT_DOUBLE_EQ(stage_host_memory_use(llama3_8b(), settings, 0).activations_per_micro_batch / byte,
                   8 * kLayerBytes + kFinalNormBytes / 2);
  settings.plan.schedule = PipelineSchedule::kZeroBubbleV;
  settings.plan.virtual_pipeline = 2;
  EXPECT_DOUBLE_EQ(stage_host_memory_use(llama3_8b(), settings, 0).activations_per_micro_batch / byte,
                   8 * kLayerBytes + kFinalNormBytes);
}

// With full recomputation layers' inputs of 2h move; the layer at work stays.
TEST(ActivationOffload, MovesLayerInputsUnderFullRecomputation) {
  MemorySettings settings = settings_of({.recompute = Recompute::kFull, .offload = kActivationsOnly});
  settings.habits.bytes_per_logit = 0;
  const double input = 2 * 4096.0 * kTokens;
  EXPECT_DOUBLE_EQ(memory_use(llama3_8b(), settings).activations / byte, 2 * input + kLayerBytes);
  EXPECT_DOUBLE_EQ(host_memory_use(llama3_8b(), settings).activations / byte, 30 * input + kFinalNormBytes);
}

// A stage of one layer: the layer at work is all there is.
TEST(ActivationOffload, MovesNothingOfASingleLayer) {
  Transformer model = llama3_8b();
  model.num_layers = 2;
  MemorySettings settings = settings_of({.pipeline = 2, .offload = kActivationsOnly});
  EXPECT_EQ(stage_host_memory_use(model, settings, 0).activations, 0 * byte);
  EXPECT_EQ(stage_host_memory_use(model, settings, 0).activations_per_micro_batch, 0 * byte);
  EXPECT_DOUBLE_EQ(stage_memory_use(model, settings, 0).activations / byte, kLayerBytes);
}

// What leaves one memory lies in the other, under every schedule.
TEST(ActivationOffload, LosesNothing) {
  using enum PipelineSchedule;
  for (const Transformer& model : {llama3_8b(), deepseek_v3()})
    for (const PipelineSchedule schedule :
         {kGpipe, kOneForwardOneBackward, kBreadthFirst, kZeroBubbleH1, kZeroBubbleV, kDualPipe})
      for (int stage = 0; stage < 4; ++stage) {
        MemorySettings settings = settings_of({.pipeline = 4, .schedule = schedule}, 16);
        if (schedule == kZeroBubbleV) settings.plan.virtual_pipeline = 2;
        const Bytes all = stage_memory_use(model, settings, stage).activations;
        settings.plan.offload.activations = true;
        const Bytes kept = stage_memory_use(model, settings, stage).activations;
        const Bytes host = stage_host_memory_use(model, settings, stage).activations;
        EXPECT_NEAR((kept + host) / all, 1, 1e-12) << model.name << " " << static_cast<int>(schedule) << " " << stage;
      }
}

TEST(HostMemoryUse, IsNothingWithoutOffload) {
  for (const HostMemoryUse& use : {host_memory_use(llama3_8b(), settings_of({.pipeline = 4}, 16)),
                                   stage_host_memory_use(llama3_8b(), settings_of({.pipeline = 4}, 16), 2)}) {
    EXPECT_EQ(use.total(), 0 * byte);
    EXPECT_EQ(use.activations_per_micro_batch, 0 * byte);
  }
}

}  // namespace memory_offload_test
}  // namespace fmplan::model
