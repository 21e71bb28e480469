// Memory under the six pipeline schedules: what is in flight, and which layers a rank holds.

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "core/model/memory_use.h"
#include "core/model/schedule_laws.h"
#include "tests/model/known_models.h"

namespace fmplan::model {
namespace memory_schedule_test {

using enum PipelineSchedule;

constexpr PipelineSchedule kAllSchedules[] = {kGpipe,        kOneForwardOneBackward, kBreadthFirst,
                                              kZeroBubbleH1, kZeroBubbleV,           kDualPipe};

/// Llama 3 8B: bytes kept per layer and token, parameters of a layer (attention 41,943,040, MLP 176,160,768, norms
/// 8,192) and of the embedding or the head.
constexpr double kLayerBytes = 139392;
constexpr double kLayer = 218112000;
constexpr double kMatrix = 128256.0 * 4096;
constexpr double kFinalNorm = 4096;
constexpr int kTokens = 4096;
/// Input and output of the final norm in bf16.
constexpr double kFinalNormBytes = 4 * 4096.0 * kTokens;

/// Nothing but what the plan causes, so that sums can be checked by hand.
MemorySettings settings_of(PipelineSchedule schedule, int pipeline, int num_micro_batches) {
  MemorySettings settings{.plan = {.pipeline = pipeline, .schedule = schedule},
                          .sequence_length = kTokens,
                          .num_micro_batches = num_micro_batches,
                          .framework_overhead = 0 * byte,
                          .collective_overhead = 0 * byte};
  if (schedule == kZeroBubbleV) settings.plan.virtual_pipeline = 2;
  return settings;
}

std::vector<MemoryUse> stages(const Transformer& model, const MemorySettings& settings) {
  std::vector<MemoryUse> uses;
  for (int stage = 0; stage < settings.plan.pipeline; ++stage) uses.push_back(stage_memory_use(model, settings, stage));
  return uses;
}

// Four stages: GPipe and breadth-first hold all m; 1F1B 4, 3, 2, 1; both zero-bubble schedules 4 everywhere;
// DualPipe 5.
TEST(InFlightMicroBatches, FollowTheSchedule) {
  struct Row {
    PipelineSchedule schedule;
    int num_micro_batches;
    std::array<double, 4> held;
  };
  const Row rows[] = {{kGpipe, 8, {8, 8, 8, 8}},        {kBreadthFirst, 8, {8, 8, 8, 8}},
                      {kZeroBubbleH1, 8, {4, 4, 4, 4}}, {kZeroBubbleV, 8, {4, 4, 4, 4}},
                      {kDualPipe, 8, {5, 5, 5, 5}},     {kOneForwardOneBackward, 8, {4, 3, 2, 1}},
                      {kZeroBubbleH1, 3, {3, 3, 3, 3}}, {kZeroBubbleV, 3, {3, 3, 3, 3}},
                      {kDualPipe, 4, {4, 4, 4, 4}},     {kOneForwardOneBackward, 2, {2, 2, 2, 1}}};
  for (const Row& row : rows)
    for (int stage = 0; stage < 4; ++stage)
      EXPECT_EQ(in_flight_micro_batches({.pipeline = 4, .schedule = row.schedule}, row.num_micro_batches, stage),
                row.held[static_cast<std::size_t>(stage)])
          << static_cast<int>(row.schedule) << " " << row.num_micro_batches << " " << stage;
  for (const PipelineSchedule schedule : kAllSchedules)
    EXPECT_EQ(in_flight_micro_batches({.schedule = schedule}, 8, 0), schedule == kBreadthFirst ? 8 : 1);
}

// Of looped stages that hold the same, the first needs most memory: memory_use() asks no other.
TEST(InFlightMicroBatches, NeverRiseAlongLoopedStages) {
  for (const ScheduleLaw& law : schedule_laws()) {
    if (law.placement != StagePlacement::kLooped) continue;
    for (const int pipeline : {2, 3, 8})
      for (const int chunks : {1, 2, 5})
        for (const int num_micro_batches : {1, 2, 7, 8, 64})
          for (int rank = 1; rank < pipeline && chunks <= law.most_chunks; ++rank)
            EXPECT_LE(law.in_flight(pipeline, chunks, num_micro_batches, rank),
                      law.in_flight(pipeline, chunks, num_micro_batches, rank - 1))
                << law.title << " " << pipeline << " " << chunks << " " << num_micro_batches << " " << rank;
  }
}

// Every stage holds p micro-batches of its L/p layers: as much as one micro-batch of the whole model.
TEST(ZeroBubbleH1, HoldsOnEveryStageWhat1F1BHoldsOnTheFirst) {
  const auto h1 = stages(llama3_8b(), settings_of(kZeroBubbleH1, 4, 16));
  const auto plain = stages(llama3_8b(), settings_of(kOneForwardOneBackward, 4, 16));
  for (int stage = 0; stage < 3; ++stage) {
    EXPECT_DOUBLE_EQ(h1[stage].activations / byte, 32 * kLayerBytes * kTokens) << stage;
    EXPECT_EQ(h1[stage].parameters, plain[stage].parameters);
  }
  EXPECT_EQ(h1[0].activations, plain[0].activations);
  EXPECT_DOUBLE_EQ(h1[3].activations / byte, 32 * kLayerBytes * kTokens + 4 * kFinalNormBytes);
  EXPECT_EQ(h1[3].logits, plain[3].logits);
}

// Eight chunks of four layers on four ranks: rank 0 has the first and the last, so embedding, head and logits.
TEST(ZeroBubbleV, PlacesBothEndsOnTheFirstRank) {
  const auto ranks = stages(llama3_8b(), settings_of(kZeroBubbleV, 4, 16));
  EXPECT_DOUBLE_EQ(ranks[0].parameters / byte, 2 * (8 * kLayer + 2 * kMatrix + kFinalNorm));
  EXPECT_DOUBLE_EQ(ranks[0].logits / byte, 10.0 * 128256 * kTokens);
  for (int rank = 1; rank < 4; ++rank) {
    EXPECT_DOUBLE_EQ(ranks[rank].parameters / byte, 2 * 8 * kLayer) << rank;
    EXPECT_EQ(ranks[rank].logits, 0 * byte) << rank;
    // Eight chunk activations of four layers, whichever chunks they are of.
    EXPECT_DOUBLE_EQ(ranks[rank].activations / byte, 8 * 4 * kLayerBytes * kTokens) << rank;
  }
  // On rank 0 seven are of the first chunk and one of the last, which has the final norm.
  EXPECT_DOUBLE_EQ(ranks[0].activations / byte, 32 * kLayerBytes * kTokens + kFinalNormBytes);
}

// Of five micro-batches the first chunk of rank 0 holds all five and not seven, so that three are of the last.
TEST(ZeroBubbleV, HoldsNoMoreOfAChunkThanThereIs) {
  const MemoryUse first = stage_memory_use(llama3_8b(), settings_of(kZeroBubbleV, 4, 5), 0);
  EXPECT_DOUBLE_EQ(first.activations / byte, 32 * kLayerBytes * kTokens + 3 * kFinalNormBytes);
  const MemoryUse only = stage_memory_use(llama3_8b(), settings_of(kZeroBubbleV, 4, 1), 0);
  EXPECT_DOUBLE_EQ(only.activations / byte, 8 * kLayerBytes * kTokens + kFinalNormBytes);
}

// 11 layers in eight chunks, embedding and head counted, are 1, 2, 2, 2, 2, 1, 1, 0: rank 0 has 1 + 0, ranks 1 and 2
// 2 + 1, rank 3 2 + 2.
TEST(ZeroBubbleV, DealsOddLayersLikeAnyChunks) {
  Transformer model = llama3_8b();
  model.num_layers = 11;
  const auto ranks = stages(model, settings_of(kZeroBubbleV, 4, 16));
  const double layers[] = {1, 3, 3, 4};
  for (int rank = 1; rank < 4; ++rank)
    EXPECT_DOUBLE_EQ(ranks[rank].parameters / byte, 2 * layers[rank] * kLayer) << rank;
  // Of rank 1's eight chunk activations six are of its chunk of two layers, two of its chunk of one.
  EXPECT_DOUBLE_EQ(ranks[1].activations / byte, (6 * 2 + 2 * 1) * kLayerBytes * kTokens);
}

// A tied matrix, or one that MTP modules share, is not stored twice where both ends are on one rank.
TEST(ZeroBubbleV, NeedsNoSecondCopyOfATiedEmbedding) {
  for (const Transformer& model : {gpt3_175b(), llama3_8b(), deepseek_v3()}) {
    Bytes sum;
    for (const MemoryUse& use : stages(model, settings_of(kZeroBubbleV, 4, 16))) sum += use.parameters;
    EXPECT_NEAR(sum / byte / (2 * static_cast<double>(count_parameters(model).total)), 1, 1e-12) << model.name;
  }
}

// Rank 0 has stages 0 and 3, rank 1 stages 1 and 2: every parameter lies on two ranks, both ends on ranks 0 and 3.
TEST(DualPipe, HoldsTwoCopiesOfTheModel) {
  const auto ranks = stages(llama3_8b(), settings_of(kDualPipe, 4, 16));
  const double ends = 2 * (16 * kLayer + 2 * kMatrix + kFinalNorm), middle = 2 * 16 * kLayer;
  const double expected[] = {ends, middle, middle, ends};
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_DOUBLE_EQ(ranks[rank].parameters / byte, expected[rank]) << rank;
    const double logits = rank == 0 || rank == 3 ? 10.0 * 128256 * kTokens : 0;
    EXPECT_DOUBLE_EQ(ranks[rank].logits / byte, logits) << rank;
  }
  for (const Transformer& model : {gpt3_175b(), deepseek_v3()}) {
    Bytes sum;
    for (const MemoryUse& use : stages(model, settings_of(kDualPipe, 4, 16))) sum += use.parameters;
    EXPECT_NEAR(sum / byte / (4 * static_cast<double>(count_parameters(model).total)), 1, 1e-12) << model.name;
  }
}

// p + 1 = 5 stage activations of eight layers; at either end four are of the first stage, one is of the last.
TEST(DualPipe, HoldsOneMicroBatchMoreThanStages) {
  const auto ranks = stages(llama3_8b(), settings_of(kDualPipe, 4, 16));
  const double layers = 5 * 8 * kLayerBytes * kTokens;
  for (const int rank : {0, 3}) EXPECT_DOUBLE_EQ(ranks[rank].activations / byte, layers + kFinalNormBytes) << rank;
  for (const int rank : {1, 2}) EXPECT_DOUBLE_EQ(ranks[rank].activations / byte, layers) << rank;
}

// A mixture whose first layers are dense has unequal stages: the rank at the other end holds the same two.
TEST(DualPipe, IsTheSameFromEitherEnd) {
  Transformer model = deepseek_v3();
  model.num_mtp_layers = 1;
  const auto ranks = stages(model, settings_of(kDualPipe, 8, 32));
  for (std::size_t rank = 0; rank < 4; ++rank)
    EXPECT_NEAR(ranks[rank].total() / ranks[7 - rank].total(), 1, 1e-12) << rank;
}

// Like GPipe, every forward pass comes before the first backward pass, whatever the chunks.
TEST(BreadthFirst, HoldsWhatGpipeHolds) {
  MemorySettings settings = settings_of(kBreadthFirst, 4, 8);
  settings.plan.virtual_pipeline = 2;
  const auto chunks = stages(llama3_8b(), settings);
  const auto gpipe = stages(llama3_8b(), settings_of(kGpipe, 4, 8));
  for (std::size_t stage = 0; stage < 4; ++stage) {
    EXPECT_EQ(chunks[stage].activations, gpipe[stage].activations) << stage;
    EXPECT_EQ(chunks[stage].logits, gpipe[stage].logits) << stage;
  }
  EXPECT_DOUBLE_EQ(gpipe[3].logits / byte, 8 * 10.0 * 128256 * kTokens);
}

// With one chunk a rank it is GPipe, whose rank holds its gradients whole, and with ZeRO 3 its parameters.
TEST(BreadthFirst, OfOneChunkIsGpipe) {
  for (const ZeroStage stage : {ZeroStage::kOptimizer, ZeroStage::kGradients, ZeroStage::kParameters}) {
    MemorySettings one = settings_of(kBreadthFirst, 4, 8), gpipe = settings_of(kGpipe, 4, 8);
    one.plan.data = gpipe.plan.data = 8;
    one.plan.zero_stage = gpipe.plan.zero_stage = stage;
    for (int rank = 0; rank < 4; ++rank)
      EXPECT_EQ(stage_memory_use(llama3_8b(), one, rank).total(), stage_memory_use(llama3_8b(), gpipe, rank).total())
          << static_cast<int>(stage) << " " << rank;
  }
}

// Without a pipeline all eight pass a layer before the next layer, so that eight wait for their backward pass: of the
// whole model, and with their logits.  GPipe takes one after the other there.
TEST(BreadthFirst, HoldsAllMicroBatchesWithoutAPipeline) {
  const MemoryUse all = memory_use(llama3_8b(), settings_of(kBreadthFirst, 1, 8));
  EXPECT_DOUBLE_EQ(all.activations / byte, 8 * (32 * kLayerBytes * kTokens + kFinalNormBytes));
  EXPECT_DOUBLE_EQ(all.logits / byte, 8 * 10.0 * 128256 * kTokens);
  const MemoryUse one = memory_use(llama3_8b(), settings_of(kGpipe, 1, 8));
  EXPECT_DOUBLE_EQ(one.activations / byte, 32 * kLayerBytes * kTokens + kFinalNormBytes);
  EXPECT_DOUBLE_EQ(one.logits / byte, 10.0 * 128256 * kTokens);
}

// Two chunks on each of four ranks.  Rank 0 runs 2·3 + 4 = 10 passes ahead, and with the next holds 7 of its first
// chunk and 4 of its second; while it then goes forward through the first and backward through the second, 8 and 3.
TEST(Interleaving, HoldsWhatUnequalChunksKeep) {
  struct Row {
    std::array<int, 2> chunks;  ///< layers of each rank's
    double layers;              ///< held by rank 0, one micro-batch of each
  };
  for (const Row& row :
       {Row{{4, 4}, 7 * 4 + 4 * 4}, Row{{6, 2}, 8 * 6 + 3 * 2}, Row{{8, 0}, 8 * 8}, Row{{2, 6}, 7 * 2 + 4 * 6}}) {
    MemorySettings settings = settings_of(kOneForwardOneBackward, 4, 16);
    settings.plan.virtual_pipeline = 2;
    for (int stage = 0; stage < 8; ++stage)
      settings.plan.layout.push_back(
          {.num_layers = row.chunks[stage < 4 ? 0 : 1], .embedding = stage == 0, .head = stage == 7});
    EXPECT_NEAR(stage_memory_use(llama3_8b(), settings, 0).activations / byte / (row.layers * kLayerBytes * kTokens), 1,
                1e-12)
        << row.chunks[0];
  }
}

// Of two micro-batches no chunk holds more than two, however far a rank runs ahead.
TEST(Interleaving, HoldsNoMoreThanThereIs) {
  MemorySettings settings = settings_of(kOneForwardOneBackward, 4, 2);
  settings.plan.virtual_pipeline = 2;
  for (int stage = 0; stage < 8; ++stage)
    settings.plan.layout.push_back({.num_layers = stage < 4 ? 6 : 2, .embedding = stage == 0, .head = stage == 7});
  EXPECT_NEAR(stage_memory_use(llama3_8b(), settings, 0).activations / byte / (2 * 8 * kLayerBytes * kTokens), 1,
              1e-12);
}

// A schedule that holds more micro-batches never needs less memory.
TEST(PipelineSchedules, AreOrderedByWhatTheyHold) {
  for (const Transformer& model : {llama3_8b(), mixtral_8x7b(), gpt3_175b()})
    for (const int micro_batches : {1, 4, 32}) {
      const auto most = [&](PipelineSchedule schedule) {
        return memory_use(model, settings_of(schedule, 4, micro_batches)).activations;
      };
      EXPECT_LE(most(kOneForwardOneBackward), most(kZeroBubbleH1)) << model.name << " " << micro_batches;
      EXPECT_LE(most(kZeroBubbleH1), most(kGpipe)) << model.name << " " << micro_batches;
      EXPECT_LE(most(kZeroBubbleV), most(kZeroBubbleH1)) << model.name << " " << micro_batches;
    }
}

TEST(MemoryUse, TakesCountedMicroBatchesInFlight) {
  for (const PipelineSchedule schedule : kAllSchedules) {
    const MemorySettings settings = settings_of(schedule, 4, 16);
    std::vector<double> counted;
    for (int stage = 0; stage < 4; ++stage)
      counted.push_back(in_flight_micro_batches(settings.plan, settings.num_micro_batches, stage));
    EXPECT_EQ(memory_use(llama3_8b(), settings, counted).total(), memory_use(llama3_8b(), settings).total());
  }
  // 12.5 micro-batches of eight layers on stage 1, none elsewhere.
  const std::vector<double> counted = {0, 12.5, 0, 0};
  const MemorySettings settings = settings_of(kOneForwardOneBackward, 4, 16);
  EXPECT_DOUBLE_EQ(stage_memory_use(llama3_8b(), settings, 1, counted).activations / byte,
                   12.5 * 8 * kLayerBytes * kTokens);
  EXPECT_EQ(stage_memory_use(llama3_8b(), settings, 0, counted).activations, 0 * byte);
  EXPECT_EQ(memory_use(llama3_8b(), settings, counted).worst_stage, 1);
}

}  // namespace memory_schedule_test
}  // namespace fmplan::model
