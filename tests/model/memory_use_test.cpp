#include "core/model/memory_use.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "core/model/activation_bytes.h"
#include "tests/model/bare_memory.h"
#include "tests/model/known_models.h"

namespace fmplan::model {
namespace memory_use_test {

// A common slide: bf16 weights and fp32 master 6, fp32 gradients 4, Adam's moments 8 bytes per parameter, and 70e9 of
// them; with the true count 423.3 + 282.2 + 564.4 GB.
TEST(MemoryUse, GivesTheWellKnown1260GigabytesOfLlama3_70B) {
  const StaticBytesPerParameter bytes = static_bytes_per_parameter(Precision::kBf16, Optimizer::kAdam);
  const double master = 4;
  EXPECT_DOUBLE_EQ(70 * (bytes.weights + master), 420);
  EXPECT_DOUBLE_EQ(70 * bytes.gradients, 280);
  EXPECT_DOUBLE_EQ(70 * (bytes.optimizer - master), 560);
  const MemoryUse use = memory_use(llama3_70b(), bare({}, 1));
  EXPECT_NEAR((use.parameters + master * 70553706496.0 * byte) / gigabyte, 423.3, 0.05);
  EXPECT_NEAR(use.gradients / gigabyte, 282.2, 0.05);
  EXPECT_NEAR((use.optimizer - master * 70553706496.0 * byte) / gigabyte, 564.4, 0.05);
}

// Llama 3.1 8B under FSDP keeps 16 bytes per parameter, sharded: 16·8,030,261,248·(1/8 − 1/128) = 14.02 GiB less on
// 128 ranks than on 8.  Measured differences are 7 to 9 % above that: what else shrinks is not modelled here.
TEST(MemoryUse, OfShardedStateFallsWithTheRanks) {
  const auto state = [](int data) {
    MemorySettings settings = bare({.data = data, .zero_stage = ZeroStage::kParameters}, 8192);
    settings.habits.weight_storage = WeightStorage::kMasterOnly;
    const MemoryUse use = memory_use(llama3_8b(), settings);
    return use.parameters + use.gradients + use.optimizer;
  };
  EXPECT_NEAR((state(8) - state(128)) / gibibyte, 14.02, 0.005);
}

// Whatever a step does besides, its states are there: their bytes, what the allocator holds unused of them, and the
// contexts.  Of a pipeline that is the rank with most of them.
TEST(LeastMemoryUse, IsThatOfTheStatesAlone) {
  for (const Transformer& model : {llama2_7b(), mixtral_8x7b()})
    for (const int pipeline : {1, 4})
      for (const ZeroStage zero_stage : {ZeroStage::kOptimizer, ZeroStage::kParameters})
        for (const int micro_batch : {1, 8})
          for (const Recompute recompute : {Recompute::kNone, Recompute::kFull}) {
            MemorySettings settings;
            settings.sequence_length = 4096;
            settings.num_micro_batches = 16;
            settings.plan = {.tensor = 2,
                             .pipeline = pipeline,
                             .data = 8,
                             .micro_batch_size = micro_batch,
                             .zero_stage = zero_stage,
                             .recompute = recompute};
            settings.habits.reserved_share = 0.1;
            settings.framework_overhead = 2 * gigabyte;
            settings.collective_overhead = 1 * gigabyte;
            const StageLayout layout = stage_layout(model, settings);
            const Bytes least = least_memory_use(model, settings, layout);
            EXPECT_LT(least, memory_use(model, settings, layout).total());
            Bytes states{};
            for (int stage = 0; stage < pipeline; ++stage) {
              const MemoryUse use = stage_memory_use(model, settings, layout, stage);
              states = std::max(states, use.parameters + use.gradients + use.optimizer);
            }
            EXPECT_NEAR(least / gigabyte, 1.1 * (states / gigabyte) + 3, 1e-9);
            for (const Offload& offload :
                 {Offload{.optimizer = true}, Offload{.optimizer = true, .activations = true}}) {
              MemorySettings offloaded = settings;
              offloaded.plan.offload = offload;
              EXPECT_LE(least_memory_use(model, offloaded, layout), memory_use(model, offloaded, layout).total());
            }
            settings.habits.extra_bytes_per_parameter = 2;
            settings.adapter_rank = 16;
            settings.frozen_weights = FrozenWeights::kNf4;
            EXPECT_LE(least_memory_use(model, settings, layout), memory_use(model, settings, layout).total());
          }
}

// A pipeline adds gradients up on the rank that makes them and scatters them once a step, and keeps gathered what its
// micro-batches pass through: what a rank holds of gradients is as under ZeRO 1, of weights the shard and 2 bytes each.
TEST(MemoryUse, OfAPipelineHoldsItsRanksGradientsWhole) {
  const auto used = [](int pipeline, ZeroStage zero_stage) {
    MemorySettings settings;
    settings.sequence_length = 4096;
    settings.num_micro_batches = 16;
    settings.plan.pipeline = pipeline;
    settings.plan.data = 8;
    settings.plan.micro_batch_size = 1;
    settings.plan.zero_stage = zero_stage;
    return stage_memory_use(llama2_7b(), settings, 0);
  };
  const MemoryUse one = used(4, ZeroStage::kOptimizer), two = used(4, ZeroStage::kGradients),
                  three = used(4, ZeroStage::kParameters);
  EXPECT_EQ(two.gradients, one.gradients);
  EXPECT_EQ(three.gradients, one.gradients);
  EXPECT_NEAR(three.parameters / one.parameters, 1 + 1.0 / 8, 1e-9);
  EXPECT_NEAR(used(1, ZeroStage::kGradients).gradients / used(1, ZeroStage::kOptimizer).gradients, 1.0 / 8, 1e-9);
}

// 1F1B, 8 stages, 32 micro-batches: 8 … 1.  Interleaved in 3 chunks: 8·(1 + 7/24) = 10.333 on the first stage.
TEST(InFlightMicroBatches, FallAlongThePipeline) {
  const ParallelPlan plan{.pipeline = 8};
  for (int stage = 0; stage < 8; ++stage) EXPECT_EQ(in_flight_micro_batches(plan, 32, stage), 8 - stage);
  EXPECT_EQ(in_flight_micro_batches(plan, 3, 0), 3);
  EXPECT_EQ(in_flight_micro_batches(plan, 3, 7), 1);
  EXPECT_DOUBLE_EQ(in_flight_micro_batches({.pipeline = 8, .virtual_pipeline = 3}, 32, 0), 8 * (1 + 7.0 / 24));
  EXPECT_EQ(in_flight_micro_batches({.pipeline = 8, .schedule = PipelineSchedule::kGpipe}, 32, 7), 32);
  EXPECT_EQ(in_flight_micro_batches({}, 32, 0), 1);
}

// The stages together hold the model once: with t = 1 nothing is replicated, so 2 bytes per parameter in all; a tied
// matrix once more on the last stage.
TEST(StageMemoryUse, StagesTogetherHoldTheModel) {
  for (const Transformer& model : {llama3_8b(), mixtral_8x7b(), deepseek_v3(), gpt3_175b()})
    for (const auto& [pipeline, chunks] : {std::pair{1, 1}, {4, 1}, {4, 3}, {7, 1}, {8, 2}}) {
      const MemorySettings settings = bare({.pipeline = pipeline, .virtual_pipeline = chunks}, 2048, 16);
      Bytes sum;
      for (int stage = 0; stage < pipeline; ++stage) sum += stage_memory_use(model, settings, stage).parameters;
      const ParameterCount count = count_parameters(model);
      const double tied_copy = model.tied_embeddings && pipeline > 1 ? static_cast<double>(count.embedding) : 0;
      EXPECT_NEAR(sum / byte / (2 * (static_cast<double>(count.total) + tied_copy)), 1, 1e-12)
          << model.name << " p=" << pipeline << " v=" << chunks;
    }
}

// Tensor parallelism splits all but norms (2h per layer and a final h), routers and latent down-projections.
TEST(StageMemoryUse, TensorParallelismSplitsAllButWhatIsReplicated) {
  const double total = 70553706496, norms = 80 * 2 * 8192 + 8192;
  EXPECT_DOUBLE_EQ(memory_use(llama3_70b(), bare({.tensor = 8}, 4096)).parameters / byte,
                   2 * ((total - norms) / 8 + norms));
  // 16 ranks share 8 key/value heads: each holds one, so keys and values are split by 8 only.
  const double key_values = 80.0 * 2 * 8192 * 8 * 128;
  EXPECT_DOUBLE_EQ(memory_use(llama3_70b(), bare({.tensor = 16}, 4096)).parameters / byte,
                   2 * ((total - norms - key_values) / 16 + key_values / 8 + norms));
}

// Mixtral over 16 ranks of data parallelism, expert 8: each rank holds one of eight experts per layer, of which there
// are 16/8 = 2 replicas; the rest is sharded over 16.
TEST(StageMemoryUse, ExpertsAreShardedOverTheirReplicas) {
  const double expert = 3.0 * 4096 * 14336 * 32;
  const double rest = 46702792704.0 - 8 * expert;
  const MemoryUse use = memory_use(mixtral_8x7b(), bare({.expert = 8, .data = 16}, 4096));
  EXPECT_DOUBLE_EQ(use.parameters / byte, 2 * (rest + expert));
  EXPECT_DOUBLE_EQ(use.gradients / byte, 4 * (rest + expert));
  EXPECT_DOUBLE_EQ(use.optimizer / byte, 12 * (rest / 16 + expert / 2));
  // Whole experts on two tensor ranks (expert_tensor 1): four ranks of 2·16 per replica set, 32/8 replicas.
  MemorySettings whole = bare({.tensor = 2, .expert = 8, .data = 16}, 4096);
  const MemorySettings split = whole;
  whole.plan.expert_tensor = 1;
  const MemoryUse use_whole = memory_use(mixtral_8x7b(), whole), use_split = memory_use(mixtral_8x7b(), split);
  EXPECT_NEAR((use_whole.parameters - use_split.parameters) / byte, expert, 1);
  // Twice as much of the experts on twice the replicas: the same optimizer state.
  EXPECT_NEAR(use_whole.optimizer / use_split.optimizer, 1, 1e-12);
}

// The same in groups of 8 and of 4 ranks: each group holds an expert once, on one rank or on none, so that nothing of
// it is sharded; in one group of 16 two ranks share it.  A group of one rank shards as little as ZeRO 0.
TEST(StageMemoryUse, ExpertsAreShardedOverTheirReplicasInAGroup) {
  const double expert = 3.0 * 4096 * 14336 * 32;
  const double rest = 46702792704.0 - 8 * expert;
  for (const auto& [group, sharing] : {std::pair{16, 2}, std::pair{8, 1}, std::pair{4, 1}, std::pair{1, 1}}) {
    const ParallelPlan plan{.expert = 8, .data = 16, .shard_group = group};
    EXPECT_EQ(expert_shard_ranks(plan), sharing);
    EXPECT_DOUBLE_EQ(memory_use(mixtral_8x7b(), bare(plan, 4096)).optimizer / byte,
                     12 * (rest / group + expert / sharing));
  }
}

// Context parallelism divides the tokens, and its ranks shard the optimizer state like replicas.
TEST(StageMemoryUse, ContextParallelismDividesTokensAndState) {
  const MemoryUse one = memory_use(llama3_8b(), bare({.data = 8}, 8192));
  const MemoryUse four = memory_use(llama3_8b(), bare({.context = 4, .data = 2}, 8192));
  EXPECT_DOUBLE_EQ(four.activations / one.activations, 0.25);
  EXPECT_DOUBLE_EQ(four.logits / one.logits, 0.25);
  EXPECT_EQ(four.optimizer, one.optimizer);
  // Two blocks of keys and values on their way: 2·2 tensors of 8·128 bf16 for 2048 tokens.
  EXPECT_DOUBLE_EQ((four.communication - one.communication) / byte, 2.0 * 2 * 8 * 128 * 2 * 2048);
}

// Llama 3, one sequence of 8192: 3.914 GiB for each fp32 copy of the logits [8192·128256·4].
TEST(StageMemoryUse, LogitsLieOnTheLastStage) {
  MemorySettings settings = bare({.pipeline = 4}, 8192, 8);
  settings.habits.bytes_per_logit = 4;
  EXPECT_NEAR(stage_memory_use(llama3_8b(), settings, 3).logits / gibibyte, 3.9140625, 1e-12);
  for (int stage = 0; stage < 3; ++stage) EXPECT_EQ(stage_memory_use(llama3_8b(), settings, stage).logits, 0 * byte);
  settings.plan.schedule = PipelineSchedule::kGpipe;
  EXPECT_NEAR(stage_memory_use(llama3_8b(), settings, 3).logits / gibibyte, 8 * 3.9140625, 1e-11);
}

// Full recomputation keeps 2h per token and layer (and the final norm's 4h), and one layer's activations at work unless
// the logits, freed before, were larger.
TEST(StageMemoryUse, FullRecomputationKeepsLayerInputs) {
  MemorySettings settings = bare({.recompute = Recompute::kFull}, 4096);
  settings.habits.bytes_per_logit = 0;
  const double kept = (32 * 2 + 4) * 4096.0 * 4096, at_work = 139392.0 * 4096;
  EXPECT_DOUBLE_EQ(memory_use(llama3_8b(), settings).activations / byte, kept + at_work);
  settings.habits.bytes_per_logit = 10;
  EXPECT_DOUBLE_EQ(memory_use(llama3_8b(), settings).activations / byte, kept);
  settings.habits.activation_factor = 1.5;
  EXPECT_DOUBLE_EQ(memory_use(llama3_8b(), settings).activations / byte, 1.5 * kept);
}

// ZeRO 3 over 64: 18/64 bytes per parameter stay; two gathered units of bf16 weights and one of gradients come and go.
// Llama 3 8B's largest unit is an embedding matrix, 128256·4096; the 70B model's with TP 8 is too, but a layer of
// 855,654,400 parameters is larger than 1,050,673,152/2.
TEST(StageMemoryUse, Zero3GathersItsLargestUnit) {
  const MemoryUse use = memory_use(llama3_8b(), bare({.data = 64, .zero_stage = ZeroStage::kParameters}, 4096));
  EXPECT_DOUBLE_EQ((use.parameters + use.gradients + use.optimizer) / byte, 18.0 / 64 * 8030261248);
  EXPECT_DOUBLE_EQ(use.communication / byte, 6.0 * 128256 * 4096);
  const MemoryUse zero2 = memory_use(llama3_8b(), bare({.data = 64, .zero_stage = ZeroStage::kGradients}, 4096));
  EXPECT_DOUBLE_EQ(zero2.communication / byte, 2.0 * 128256 * 4096);
  EXPECT_EQ(memory_use(llama3_8b(), bare({.data = 64}, 4096)).communication, 0 * byte);
}

// GPT-3 on TP 8 × PP 8, 512 accelerators: tens of GB.  By hand for the first stage: 12 layers of 12h²/8 parameters and
// 51200·h/8 of embedding = 2.80e9 per rank, × (2 + 4 + 12/8) bytes = 21.0 GB; activations of 8 micro-batches in
// flight, 12 layers, (8h + 8h + 4·96 + 4·4h)/8 bytes per token: 12·8·2048·49,200 B = 9.7 GB.  Two widely used
// calculators say 672 and 3,088 GB because they do not divide by TP·PP.
TEST(MemoryUse, OfGpt3OnTp8Pp8IsTensOfGigabytes) {
  const MemorySettings settings = bare({.tensor = 8, .pipeline = 8, .data = 8}, 2048, 192);
  const MemoryUse use = memory_use(gpt3_175b(), settings);
  EXPECT_EQ(use.worst_stage, 0);
  // Norms and biases are the third digit.
  EXPECT_NEAR((use.parameters + use.gradients + use.optimizer) / gigabyte, 21.0, 0.1);
  EXPECT_NEAR(use.activations / gigabyte, 9.7, 0.1);
  EXPECT_GT(use.total(), 20 * gigabyte);
  EXPECT_LT(use.total(), 50 * gigabyte);
}

TEST(MemoryUse, IsThatOfTheWorstStage) {
  const Transformer models[] = {llama3_8b(), deepseek_v3(), gpt3_175b()};
  for (const Transformer& model : models)
    for (const int pipeline : {2, 5, 8})
      for (const int micro_batches : {1, 4, 64}) {
        const MemorySettings settings = bare({.tensor = 2, .pipeline = pipeline, .data = 4}, 4096, micro_batches);
        const MemoryUse worst = memory_use(model, settings);
        for (int stage = 0; stage < pipeline; ++stage)
          EXPECT_LE(stage_memory_use(model, settings, stage).total(), worst.total());
        EXPECT_EQ(stage_memory_use(model, settings, worst.worst_stage).total(), worst.total());
      }
}

// With one micro-batch nothing piles up in flight, and the head's logits make the last stage the worst.
TEST(MemoryUse, WorstStageMovesToTheHeadWhenNothingIsInFlight) {
  EXPECT_EQ(memory_use(llama3_8b(), bare({.pipeline = 4}, 8192, 1)).worst_stage, 3);
  EXPECT_EQ(memory_use(llama2_70b(), bare({.pipeline = 4}, 8192, 64)).worst_stage, 0);
}

// The module lies on the last stage, with a copy of the embedding that the first stage holds.  64 layers on eight
// stages lie alike with it and without.
TEST(MemoryUse, MtpModuleLiesOnTheLastStage) {
  Transformer model = deepseek_v3();
  model.num_layers = 64;
  const MemorySettings settings = bare({.pipeline = 8, .expert = 8, .data = 64}, 4096, 16);
  const MemoryUse first = stage_memory_use(model, settings, 0), last = stage_memory_use(model, settings, 7);
  model.num_mtp_layers = 1;
  const ParameterCount count = count_parameters(model);
  const double held =
      static_cast<double>(count.mtp) - 256.0 * 7 / 8 * static_cast<double>(count.expert) + 129280.0 * 7168;
  EXPECT_EQ(stage_memory_use(model, settings, 0).total(), first.total());
  EXPECT_NEAR((stage_memory_use(model, settings, 7).parameters - last.parameters) / byte / (2 * held), 1, 1e-12);
  EXPECT_EQ(stage_memory_use(model, settings, 7).logits, 2 * last.logits);
}

TEST(MemoryUse, OverheadCountsTheCollectiveLibraryFromTwoRanksOn) {
  const MemorySettings one{.plan = {}, .sequence_length = 128};
  EXPECT_EQ(memory_use(llama3_8b(), one).overhead, kCudaContext);
  const MemorySettings two{.plan = {.data = 2}, .sequence_length = 128};
  EXPECT_EQ(memory_use(llama3_8b(), two).overhead, kCudaContext + kCollectiveLibrary);
}

TEST(MemoryParts, AddUpToTheTotal) {
  const MemoryUse use = memory_use(deepseek_v3(), {.plan = {.tensor = 2, .context = 2, .expert = 8, .data = 8}});
  Bytes sum;
  for (const auto& [name, bytes] : memory_parts(use)) {
    EXPECT_GT(bytes, 0 * byte) << name;
    sum += bytes;
  }
  EXPECT_DOUBLE_EQ(sum / byte, use.total() / byte);
}

// Kept: the layer's input and the last product's output 2·2h, query 2·4096, value 2·1024, attention's output 2·4096
// with its statistics 4·32, the gate product 2f = 63,616 bytes a token, against 139,392 of everything.
TEST(ActivationBytes, ByOperationAreWhatTorchtitanKeeps) {
  MemorySettings settings = bare({.recompute = Recompute::kPerOperation}, 8192);
  MemorySettings all = bare({}, 8192);
  const Transformer model = llama3_8b();
  const double final_norm = 2 * 2 * 4096;
  const double kept = 32 * 63616.0 + final_norm, everything = 32 * 139392.0 + final_norm;
  EXPECT_NEAR(memory_use(model, all).activations / byte, 8192 * everything, 1);
  // The layer at work is alive when logits are not: the larger of the two counts.
  const MemoryUse use = memory_use(model, settings);
  const double at_work = std::max(0.0, 8192 * 139392.0 - use.logits / byte);
  EXPECT_NEAR(use.activations / byte, 8192 * kept + at_work, 1);
}

// 32 layers, adapters of rank 16 on the product of 4096 inputs and 4096 + 2·1024 outputs: 16 · (4096 + 6144) · 32 =
// 5,242,880 parameters with 2 + 4 + 12 bytes; the 8.03e9 frozen ones take 2 bytes, and nothing else.
TEST(Adapters, LeaveTheFrozenModelWithoutGradientsAndOptimizer) {
  MemorySettings settings = bare({}, 1);
  settings.adapter_rank = 16;
  const MemoryUse use = memory_use(llama3_8b(), settings);
  EXPECT_EQ(use.parameters / byte, 2 * (8030261248.0 + 5242880));
  EXPECT_EQ(use.gradients / byte, 4 * 5242880.0);
  EXPECT_EQ(use.optimizer / byte, 12 * 5242880.0);
  EXPECT_EQ(checkpoint_bytes(llama3_8b(), Precision::kBf16, Optimizer::kAdam, 16) / byte, 14 * 5242880.0);
}

// Of Llama 3 8B, h = q = 4096, k = 1024, f = 14336: 4096 + 4096 + 2·1024 = 10,240 on the query, key and value product;
// 4·4096 + 2·(4096 + 1024) = 26,624 on attention; and 3·(4096 + 14336) = 55,296 more on the MLP, 81,920 in all.  Two
// tensor ranks halve what is not h.
TEST(Adapters, AreAsWideAsTheInputsAndOutputsOfTheirProducts) {
  using enum AdapterTargets;
  EXPECT_EQ(adapted_width(llama3_8b(), false, 1, kQueryKeyValue), 10240);
  EXPECT_EQ(adapted_width(llama3_8b(), false, 1, kAttention), 26624);
  EXPECT_EQ(adapted_width(llama3_8b(), false, 1, kAllLinear), 81920);
  EXPECT_EQ(adapted_width(llama3_8b(), false, 2, kAllLinear), 7 * 4096 + (2 * (4096 + 1024) + 3 * 14336) / 2);
  // Routed experts stay frozen: Mixtral's only MLP.
  EXPECT_EQ(adapted_width(mixtral_8x7b(), true, 1, kAllLinear), adapted_width(mixtral_8x7b(), true, 1, kAttention));
  // DeepSeek-V3's five projections: 7168 → 1536 → 24,576, 7168 → 576, 512 → 32,768, 16,384 → 7168; a
  // shared expert of 2,048 in 58 layers and an MLP of 18,432 in three.
  const Transformer deepseek = deepseek_v3();
  const double latent = 7168 + 1536 + 1536 + 24576 + 7168 + 576 + 512 + 32768 + 16384 + 7168;
  EXPECT_EQ(adapted_width(deepseek, true, 1, kAttention), latent);
  EXPECT_EQ(adapted_width(deepseek, true, 1, kAllLinear), latent + 3 * (7168 + 2048));
  EXPECT_EQ(adapted_width(deepseek, false, 1, kAllLinear), latent + 3 * (7168 + 18432));
  EXPECT_NEAR(mean_adapted_width(deepseek, 1, kAllLinear), latent + 3 * (7168 + (58 * 2048 + 3 * 18432) / 61.0), 1e-6);
  MemorySettings settings = bare({}, 1);
  settings.adapter_rank = 16;
  settings.adapter_targets = kAllLinear;
  EXPECT_EQ(memory_use(llama3_8b(), settings).gradients / byte, 4 * 16 * 32 * 81920.0);
  EXPECT_EQ(checkpoint_bytes(llama3_8b(), Precision::kBf16, Optimizer::kAdam, 16, kAllLinear) / byte,
            14 * 16 * 32 * 81920.0);
}

// FSDP gathers 32-bit weights block by block; without it autocast keeps a 16-bit copy of each: 4 + 2 bytes.
TEST(MemoryUse, KeepsTheCastsOfWeightsThatNobodyShards) {
  MemorySettings settings = bare({}, 1);
  settings.habits.weight_storage = WeightStorage::kMasterOnly;
  EXPECT_EQ(memory_use(llama3_8b(), settings).parameters / byte, 6 * 8030261248.0);
  settings.plan = {.data = 8, .zero_stage = ZeroStage::kParameters};
  EXPECT_EQ(memory_use(llama3_8b(), settings).parameters / byte, 4 * 8030261248.0 / 8);
  settings.plan = {};
  settings.precision = Precision::kFp32;
  EXPECT_EQ(memory_use(llama3_8b(), settings).parameters / byte, 4 * 8030261248.0);
}

// Adapters on the MLP need its inputs for their gradients: of a token 2·h before it and 2·f behind the activation
// function, h = 4096 and f = 14336, which adapters on attention let go.
// FSDP's fp32 weights are sharded from SHARD_GRAD_OP on, and their bf16 copy is whole until the backward pass is over:
// 2 + 4/8 bytes of weights, 4/8 of gradients and 8/8 of optimizer on eight ranks; ZeRO 1 keeps 4 + 2 and 4.
TEST(MemoryUse, OfFsdpThatGathersOnceIsItsCopyBesideShards) {
  const Transformer model = llama3_70b();
  MemorySettings settings{.plan = {.data = 8}};
  settings.habits.weight_storage = WeightStorage::kMasterOnly;
  const double parameters = static_cast<double>(count_parameters(model).total);
  const auto bytes_of = [&](ZeroStage stage) {
    settings.plan.zero_stage = stage;
    return memory_use(model, settings);
  };
  const MemoryUse two = bytes_of(ZeroStage::kGradients), one = bytes_of(ZeroStage::kOptimizer);
  EXPECT_NEAR(two.parameters / (parameters * byte), 2 + 4.0 / 8, 1e-9);
  EXPECT_NEAR(two.gradients / (parameters * byte), 4.0 / 8, 1e-9);
  EXPECT_NEAR(two.optimizer / (parameters * byte), 8.0 / 8, 1e-9);
  EXPECT_NEAR(one.parameters / (parameters * byte), 4 + 2, 1e-9);
  EXPECT_NEAR(one.gradients / (parameters * byte), 4, 1e-9);
  // In whatever they are gathered: 4 bytes of fp32, 2 of frozen weights, each beside an eighth of what is kept.
  settings.precision = Precision::kFp32;
  EXPECT_NEAR(bytes_of(ZeroStage::kGradients).parameters / (parameters * byte), 4 + 4.0 / 8, 1e-9);
  settings.precision = Precision::kBf16;
  settings.adapter_rank = 16;
  EXPECT_GE(bytes_of(ZeroStage::kGradients).parameters / (parameters * byte), 2 + 2.0 / 8);
  EXPECT_LT(bytes_of(ZeroStage::kParameters).parameters, bytes_of(ZeroStage::kGradients).parameters);
}

TEST(Adapters, KeepTheInputsOfTheProductsThatTheyAreOn) {
  MemorySettings settings = bare({}, 1);
  settings.adapter_rank = 16;
  const auto per_layer = [&](AdapterTargets targets) {
    settings.adapter_targets = targets;
    return activation_bytes_per_token_and_layer(llama3_8b(), settings, LayerKind::kDense);
  };
  EXPECT_EQ(per_layer(AdapterTargets::kAllLinear) - per_layer(AdapterTargets::kAttention), 2 * (4096 + 14336));
  EXPECT_EQ(per_layer(AdapterTargets::kAttention), per_layer(AdapterTargets::kQueryKeyValue));
}

// A loss in pieces has the gradient of each as soon as its logits: 8,192 tokens of 128,256 logits at 10 bytes, or an
// eighth of them, whatever a framework keeps of the micro-batch before and however many forward passes come first.
TEST(MemoryUse, OfALossInPiecesHoldsThoseOfOnePiece) {
  MemorySettings settings = bare({}, 8192);
  settings.habits.bytes_per_logit = 10;
  settings.num_micro_batches = 4;
  EXPECT_EQ(memory_use(llama3_8b(), settings).logits / byte, 10.0 * 8192 * 128256);
  const MemoryUse whole = memory_use(llama3_8b(), settings);
  settings.loss_chunks = 8;
  const MemoryUse pieces = memory_use(llama3_8b(), settings);
  EXPECT_EQ(pieces.logits / byte, 10.0 * 8192 * 128256 / 8);
  EXPECT_NEAR((whole.total() - pieces.total()) / byte, 10.0 * 8192 * 128256 * 7 / 8, 1);
  settings.habits.retained_logit_bytes = 8;
  settings.plan.schedule = PipelineSchedule::kGpipe;
  EXPECT_EQ(memory_use(llama3_8b(), settings).logits, pieces.logits);
}

// Transformer Engine quantises the products of layers.  Llama 3 8B has 2 · 128,256 · 4,096 parameters of embedding and
// head and one norm of 4,096 beside 6,979,584,000 of layers: these take 2 + 2·1 bytes, those 2.
TEST(MemoryUse, OfEmbeddingAndHeadIsIn16Bits) {
  MemorySettings settings = bare({}, 1);
  settings.precision = Precision::kFp8;
  const double vocabulary = 2.0 * 128256 * 4096 + 4096, layers = 8030261248.0 - vocabulary;
  EXPECT_EQ(memory_use(llama3_8b(), settings).parameters / byte, 4 * layers + 2 * vocabulary);
  // Primary weights in 4 bits are the layers' alone, too.
  settings.precision = Precision::kFp4;
  settings.recipe = ScalingRecipe::kNvfp4;
  settings.habits.quantised_primary_weights = true;
  EXPECT_EQ(memory_use(llama3_8b(), settings).parameters / byte, 1.125 * layers + 2 * vocabulary);
  EXPECT_EQ(memory_use(llama3_8b(), settings).optimizer / byte, 12 * 8030261248.0);
}

// QLoRA: 4.127 bits of each weight of a layer [Dettmers et al. 2023, §3]; embedding, head and last norm in 16.  The
// largest product, 4096 × 14336, is in 16 bits while it runs.
TEST(Adapters, BesideWeightsIn4Bits) {
  EXPECT_NEAR(8 * kNf4Bytes, 4.127, 0.0005);
  MemorySettings settings = bare({}, 1);
  settings.adapter_rank = 16;
  settings.frozen_weights = FrozenWeights::kNf4;
  const double vocabulary = 2.0 * 128256 * 4096 + 4096, layers = 8030261248.0 - vocabulary;
  const MemoryUse use = memory_use(llama3_8b(), settings);
  EXPECT_NEAR(use.parameters / byte, kNf4Bytes * layers + 2 * vocabulary + 2 * 5242880.0, 1);
  EXPECT_EQ(use.communication / byte, 2.0 * 4096 * 14336);
  // FSDP shards them, and gathers the largest unit: a matrix of the vocabulary in 16 bits.
  settings.plan = {.data = 8, .zero_stage = ZeroStage::kParameters};
  const MemoryUse sharded = memory_use(llama3_8b(), settings);
  EXPECT_NEAR(sharded.parameters / byte, (kNf4Bytes * layers + 2 * vocabulary + 2 * 5242880.0) / 8, 1);
  EXPECT_EQ(sharded.communication / byte, 2 * 2.0 * 128256 * 4096 + 2.0 * 4096 * 14336);
}

TEST(LargestPart, IsTheOneThatNeedsMost) {
  const MemoryUse use{.parameters = 10 * gigabyte, .optimizer = 60 * gigabyte, .activations = 30 * gigabyte};
  EXPECT_EQ(largest_part(use), "optimizer");
}

// Held by the allocator: a share of all that is allocated; context and communicators come on top of it.
TEST(ReadAs, CountsWhatTheReadingCounts) {
  MemorySettings settings{.plan = {.data = 2}, .sequence_length = 128};
  settings.habits.reserved_share = 0.1;
  const Bytes allocated = memory_use(llama3_8b(), read_as(settings, MemoryReading::kAllocated)).total();
  const Bytes reserved = memory_use(llama3_8b(), read_as(settings, MemoryReading::kReserved)).total();
  const Bytes device = memory_use(llama3_8b(), read_as(settings, MemoryReading::kDevice)).total();
  EXPECT_NEAR(reserved / allocated, 1.1, 1e-12);
  EXPECT_NEAR((device - reserved) / gibibyte, 0.47 + 1.45, 1e-9);
}

// Two hidden-sized bf16 inputs kept whole: 4h bytes per token and layer, whatever t; none without sequence parallelism.
TEST(MemoryHabits, GatheredCopiesAreNotDividedByTensorRanks) {
  for (const int tensor : {2, 4, 8}) {
    MemorySettings settings = bare({.tensor = tensor}, 4096);
    settings.plan.sequence_parallel = true;
    const Bytes without = memory_use(llama3_8b(), settings).activations;
    settings.habits.gathered_copies = 2;
    EXPECT_NEAR((memory_use(llama3_8b(), settings).activations - without) / byte, 32 * 4.0 * 4096 * 4096, 1) << tensor;
    settings.plan.sequence_parallel = false;
    const Bytes whole = memory_use(llama3_8b(), settings).activations;
    settings.habits.gathered_copies = 0;
    EXPECT_EQ(memory_use(llama3_8b(), settings).activations, whole);
  }
}

TEST(MemoryHabits, LogitsOfTheLastMicroBatchAreRetainedIfThereAreSeveral) {
  MemorySettings settings = bare({}, 4096);
  settings.habits.bytes_per_logit = 10;
  settings.habits.retained_logit_bytes = 4;
  const double one = 4096.0 * 128256;
  EXPECT_DOUBLE_EQ(memory_use(llama3_8b(), settings).logits / byte, 10 * one);
  settings.num_micro_batches = 2;
  EXPECT_DOUBLE_EQ(memory_use(llama3_8b(), settings).logits / byte, 14 * one);
}

TEST(MemoryHabits, ExtraBytesAreShardedWithTheWeights) {
  MemorySettings settings = bare({.data = 4}, 128);
  const Bytes without = memory_use(llama3_8b(), settings).gradients;
  settings.habits.extra_bytes_per_parameter = 1;
  const double parameters = static_cast<double>(count_parameters(llama3_8b()).total);
  EXPECT_NEAR((memory_use(llama3_8b(), settings).gradients - without) / byte, parameters, 1);
  settings.plan.zero_stage = ZeroStage::kParameters;
  settings.habits.extra_bytes_per_parameter = 0;
  const Bytes sharded_without = memory_use(llama3_8b(), settings).gradients;
  settings.habits.extra_bytes_per_parameter = 1;
  EXPECT_NEAR((memory_use(llama3_8b(), settings).gradients - sharded_without) / byte, parameters / 4, 1);
}

// Mixtral over 16 ranks, experts over 8: 1 byte beside each parameter, sharded by ZeRO 3 over the 16 ranks or the two
// replicas of an expert, as the weights are.
TEST(MemoryHabits, ExtraBytesOfExpertsAreShardedOverTheirReplicas) {
  MemorySettings settings = bare({.expert = 8, .data = 16, .zero_stage = ZeroStage::kParameters}, 128);
  const Bytes without = memory_use(mixtral_8x7b(), settings).gradients;
  settings.habits.extra_bytes_per_parameter = 1;
  const double expert = 3.0 * 4096 * 14336 * 32, rest = 46702792704.0 - 8 * expert;
  EXPECT_NEAR((memory_use(mixtral_8x7b(), settings).gradients - without) / byte, rest / 16 + expert / 2, 1);
}

// fp32 accumulation beside bf16 gradients: 2 + 4 whole bytes; NeMo Automodel's 16-bit everything: 2 + 2 + 4.
TEST(MemoryHabits, StorageOfGradientsAndWeights) {
  EXPECT_EQ(static_bytes_per_parameter(Precision::kBf16, Optimizer::kAdam, GradientStorage::kAsWeightsAndWholeFp32),
            (StaticBytesPerParameter{2, 6, 12}));
  EXPECT_EQ(static_bytes_per_parameter(Precision::kBf16, Optimizer::kAdam, GradientStorage::kByPrecision,
                                       WeightStorage::kComputeCopyOnly),
            (StaticBytesPerParameter{2, 2, 4}));
  MemorySettings settings = bare({}, 128);
  settings.habits.gradients_beside_bf16 = GradientStorage::kAsWeightsAndWholeFp32;
  const double parameters = static_cast<double>(count_parameters(llama3_8b()).total);
  EXPECT_NEAR(memory_use(llama3_8b(), settings).gradients / byte, 6 * parameters, 1);
  settings.precision = Precision::kFp16;
  EXPECT_NEAR(memory_use(llama3_8b(), settings).gradients / byte, 2 * parameters, 1);
}

// Llama 3 8B on 4 stages by cost: a layer's products are 41.9M + 176.2M = 218.1M, the head 525.3M = 2.41 layers, a
// share (32 + 2.41)/4 = 8.60.  A stage keeps the layer that passes its share: 9, then up to 17.2: 18, up to 25.8: 26,
// and the last 6 with the head.  Even stages have 8.
TEST(MemoryHabits, LayersDealtByCostBurdenTheFirstStages) {
  MemorySettings settings = bare({.pipeline = 4}, 4096, 1);
  settings.layer_deal = LayerDeal::kByCost;
  settings.habits.bytes_per_logit = 0;
  const double layer = 139392.0 * 4096, norms = 4 * 4096.0 * 4096;
  const int expected[] = {9, 9, 8, 6};
  for (int stage = 0; stage < 4; ++stage)
    EXPECT_NEAR(stage_memory_use(llama3_8b(), settings, stage).activations / byte,
                expected[stage] * layer + (stage == 3 ? norms : 0), 1)
        << stage;
}

// All layers and the head are somewhere, whatever the stages.
TEST(MemoryHabits, LayersDealtByCostAreAllDealt) {
  for (const int pipeline : {1, 2, 3, 5, 8, 16, 32}) {
    MemorySettings even = bare({.pipeline = pipeline}, 128, 1), by_cost = even;
    by_cost.layer_deal = LayerDeal::kByCost;
    Bytes of_even{}, of_cost{};
    for (int stage = 0; stage < pipeline; ++stage) {
      of_even += stage_memory_use(llama3_8b(), even, stage).parameters;
      of_cost += stage_memory_use(llama3_8b(), by_cost, stage).parameters;
    }
    EXPECT_NEAR(of_cost / of_even, 1, 1e-12) << pipeline;
  }
}

// Four layers and a head worth 2.41 of them on four stages: shares end at 1.60, 3.20 and 4.81, so the first two stages
// take two layers each, the third the head, and the last nothing.
TEST(MemoryHabits, AHeavyHeadStandsAlone) {
  Transformer model = llama3_8b();
  model.num_layers = 4;
  MemorySettings settings = bare({.pipeline = 4}, 4096, 1);
  settings.layer_deal = LayerDeal::kByCost;
  const double layer = 139392.0 * 4096;
  const double expected[] = {2, 2, 0, 0};
  for (int stage = 0; stage < 2; ++stage)
    EXPECT_NEAR(stage_memory_use(model, settings, stage).activations / byte, expected[stage] * layer, 1) << stage;
  EXPECT_GT(stage_memory_use(model, settings, 2).logits, 0 * byte);
  EXPECT_EQ(stage_memory_use(model, settings, 3).logits, 0 * byte);
}

}  // namespace memory_use_test
}  // namespace fmplan::model
