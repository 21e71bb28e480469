#include "core/sim/step/layer_time.h"

#include <cmath>
#include <initializer_list>

#include <gtest/gtest.h>

#include "core/model/adapters.h"
#include "core/model/flop_count.h"
#include "core/sim/step/expert_exchange.h"
#include "tests/model/known_models.h"
#include "tests/sim/step/round_machine.h"

namespace fmplan::sim {
namespace layer_time_test {

using model::LayerKind;
using model::Transformer;

/// Sums of a dozen terms in double precision.
constexpr double kRounding = 1e-12;

LayerTime time_of(const Transformer& model, LayerKind kind, const StepSettings& settings,
                  const hardware::Instance& instance, const FrameworkProfile& framework = plain_framework()) {
  return layer_time(model, kind, settings, layer_context(instance, settings), framework);
}

Flop work(Seconds time) { return time * (100 * teraflop_per_second); }

// On a machine that only computes, times are FLOP over the rate: what core/model counts from the architecture must come
// out of the products' shapes.  The router, which utilisation conventions leave out, is a product too.
TEST(LayerTime, DoesTheFlopThatTheArchitectureHas) {
  for (const Transformer& model :
       {model::llama3_8b(), model::gpt3_175b(), model::mixtral_8x7b(), model::deepseek_v3()}) {
    const StepSettings settings = round_settings();
    const auto forward = forward_flop_per_token(model, settings.sequence_length, model::AttentionMask::kCausal);
    const double tokens = settings.sequence_length;
    for (const bool mixture : {false, true}) {
      if (mixture ? !model.moe : model.ffn_hidden_size == 0) continue;
      const LayerTime layer =
          time_of(model, mixture ? LayerKind::kMoe : LayerKind::kDense, settings, compute_only_machine());
      const Flop mlp = mixture ? forward.moe_mlp + forward.router : forward.dense_mlp;
      EXPECT_NEAR(work(layer.forward.gemm) / (tokens * (forward.projections + mlp)), 1, kRounding) << model.name;
      EXPECT_NEAR(work(layer.forward.attention) / (tokens * forward.core_attention), 1, kRounding) << model.name;
      EXPECT_NEAR(layer.backward.gemm / layer.forward.gemm, 2, kRounding);
      EXPECT_NEAR(layer.backward.attention / layer.forward.attention, 2.5, kRounding);  // the scores once more
    }
  }
}

// Tensor parallelism t, with heads and widths that divide, does a t-th of it.
TEST(LayerTime, IsDividedByTensorParallelism) {
  StepSettings settings = round_settings();
  const LayerTime whole = time_of(round_model(), LayerKind::kDense, settings, compute_only_machine());
  settings.plan.tensor = 8;
  const LayerTime eighth = time_of(round_model(), LayerKind::kDense, settings, compute_only_machine());
  EXPECT_NEAR(whole.forward.gemm / eighth.forward.gemm, 8, kRounding);
  EXPECT_NEAR(whole.forward.attention / eighth.forward.attention, 8, kRounding);
}

TEST(LayerTime, HasNoTensorParallelTrafficWithoutTensorParallelism) {
  const LayerTime layer = time_of(round_model(), LayerKind::kDense, round_settings(), round_machine());
  EXPECT_EQ(layer.forward.tensor_parallel, Seconds{});
  EXPECT_EQ(layer.backward.tensor_parallel, Seconds{});
}

// Two all-reduces a pass of 4096 tokens × 4096 wide × 2 bytes = 33.55 MB over 8 ranks at 100 GB/s: 2·2·7/8·33.55/100
// ms.
TEST(LayerTime, AllReducesTwiceAPass) {
  StepSettings settings = round_settings();
  settings.plan.tensor = 8;
  Transformer model = round_model();
  const LayerTime serial = time_of(model, LayerKind::kDense, settings, round_machine());
  EXPECT_NEAR(serial.forward.tensor_parallel / millisecond, 2 * 1.75 * 33.554432 / 100, 1e-9);
  EXPECT_EQ(serial.backward.tensor_parallel, serial.forward.tensor_parallel);
  model.parallel_block = true;
  EXPECT_NEAR(serial.forward.tensor_parallel /
                  time_of(model, LayerKind::kDense, settings, round_machine()).forward.tensor_parallel,
              2, kRounding);
}

TEST(LayerTime, HidesTheShareOfTensorParallelTrafficThatOverlaps) {
  StepSettings settings = round_settings();
  settings.plan.tensor = 8;
  FrameworkProfile framework = plain_framework();
  const Seconds all =
      time_of(round_model(), LayerKind::kDense, settings, round_machine(), framework).forward.tensor_parallel;
  framework.tensor_parallel_overlap = 0.25;
  EXPECT_NEAR(
      time_of(round_model(), LayerKind::kDense, settings, round_machine(), framework).forward.tensor_parallel / all,
      0.75, kRounding);
}

// Per token 10 hidden-sized passes (4096), 3 of the gated MLP's width (11264) and a read and a write of 64 rotated
// heads of 128: 40960 + 33792 + 16384 = 91136 elements of 2 bytes; 4096 tokens at 1 TB/s.
TEST(LayerTime, MovesTheElementWiseBytesThatWereCounted) {
  const LayerTime layer = time_of(round_model(), LayerKind::kDense, round_settings(), round_machine());
  EXPECT_NEAR(layer.forward.element_wise / microsecond, 91136 * 2 * 4096 / 1e6, 1e-9);
  EXPECT_NEAR(layer.backward.element_wise / layer.forward.element_wise, 2, kRounding);
}

// Without sequence parallelism every tensor rank passes over the whole hidden state: 40960 + (33792 + 16384)/8
// elements.
TEST(LayerTime, DividesTheNormsBySequenceParallelismAlone) {
  StepSettings settings = round_settings();
  settings.plan.tensor = 8;
  const Seconds split = time_of(round_model(), LayerKind::kDense, settings, round_machine()).forward.element_wise;
  EXPECT_NEAR(split / microsecond, 91136 / 8.0 * 2 * 4096 / 1e6, 1e-9);
  settings.plan.sequence_parallel = false;
  const Seconds whole = time_of(round_model(), LayerKind::kDense, settings, round_machine()).forward.element_wise;
  EXPECT_NEAR(whole / microsecond, (40960 + 50176 / 8.0) * 2 * 4096 / 1e6, 1e-9);
}

// One expert that every token passes is the dense MLP; beside it are the router's product (4096 × 1) and the
// permutation of every token there and back (4 hidden-sized passes).
TEST(LayerTime, OfOneExpertIsTheDenseLayersAndTheRouting) {
  Transformer mixture = round_model();
  mixture.moe = model::MixtureOfExperts{.num_experts = 1, .experts_per_token = 1, .expert_ffn_hidden_size = 11264};
  const hardware::Instance machine = round_machine();
  const StepSettings settings = round_settings();
  const LayerTime dense = time_of(round_model(), LayerKind::kDense, settings, machine);
  const LayerTime one = time_of(mixture, LayerKind::kMoe, settings, machine);
  const Seconds router = gemm_time(layer_context(machine, settings).linear, 4096, 1, 4096);
  EXPECT_NEAR((one.forward.gemm - router) / dense.forward.gemm, 1, kRounding);
  EXPECT_EQ(one.forward.attention, dense.forward.attention);
  EXPECT_NEAR((one.forward.element_wise - dense.forward.element_wise) / microsecond, 4 * 4096 * 2 * 4096 / 1e6, 1e-9);
}

// Top-2 of 8 experts over 8 ranks: dispatch and combine of 2 × 33.55 MB, of which 7/8 leave, at 100 GB/s, in either
// pass.
TEST(LayerTime, ExchangesTokensBetweenExpertsTwiceAPass) {
  Transformer mixture = round_model();
  mixture.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  StepSettings settings = round_settings();
  settings.plan.expert = settings.plan.data = 8;
  const LayerTime layer = time_of(mixture, LayerKind::kMoe, settings, round_machine());
  EXPECT_NEAR(layer.forward.expert_parallel / millisecond, 2 * 2 * 33.554432 * 7 / 8 / 100, 1e-9);
  EXPECT_EQ(layer.backward.expert_parallel, layer.forward.expert_parallel);
}

// The exchange of the test above, 1.174 ms a pass, beside a second micro-batch.  Of a pipeline of 4, rank 0 has 4
// forward passes ahead that nothing runs beside, and as many backward passes at the end: of m micro-batches 1 − 4/m are
// paired, without a pipeline 1 − 1/m.  Kernels beside hidden tokens take a quarter longer while these travel.
TEST(LayerTime, HidesTokensBesideASecondMicroBatchWhereThereIsOne) {
  Transformer mixture = round_model();
  mixture.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  FrameworkProfile framework = plain_framework();
  framework.habits[StepHabit::kBesideCollective] = 0.25;
  const double exchange = 2 * 2 * 33.554432 * 7 / 8 / 100;
  const struct {
    int pipeline, micro_batches;
    double paired;
  } cases[] = {{1, 1, 0}, {1, 2, 0.5}, {1, 8, 7.0 / 8}, {4, 4, 0}, {4, 16, 0.75}, {4, 64, 15.0 / 16}};
  for (const auto& c : cases) {
    StepSettings settings = round_settings();
    settings.plan.expert = settings.plan.data = 8;
    settings.plan.pipeline = c.pipeline;
    settings.plan.overlap.expert = true;
    settings.plan.recompute.kind = model::Recompute::kFull;
    settings.global_batch_size = 8 * settings.plan.micro_batch_size * c.micro_batches;
    const LayerTime layer = time_of(mixture, LayerKind::kMoe, settings, round_machine(), framework);
    const double hidden = c.paired * exchange;
    EXPECT_NEAR(layer.forward.expert_parallel / millisecond, exchange - hidden + hidden * 0.2, 1e-9) << c.micro_batches;
    // What is computed again is beside the pass that asks for it, and waits for its own tokens.
    settings.plan.overlap.expert = false;
    const LayerTime waiting = time_of(mixture, LayerKind::kMoe, settings, round_machine(), framework);
    EXPECT_NEAR(layer.recompute / waiting.recompute, 1, kRounding) << c.micro_batches;
  }
}

// Slots padded to twice the even share are all sent and all computed.
TEST(LayerTime, OfPaddedExpertsIsThatOfTheirSlots) {
  Transformer mixture = round_model();
  mixture.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  StepSettings settings = round_settings();
  settings.plan.expert = settings.plan.data = 8;
  const auto layer = [&] { return time_of(mixture, LayerKind::kMoe, settings, round_machine()).forward; };
  mixture.moe->experts_per_token = 4;
  const PassTime of_four = layer();
  mixture.moe->experts_per_token = 2;
  mixture.moe->capacity_factor = 2;
  EXPECT_EQ(layer().gemm, of_four.gemm);
  EXPECT_EQ(layer().element_wise, of_four.element_wise);
  EXPECT_EQ(layer().expert_parallel, of_four.expert_parallel);
}

/// What a layer of top-2 of 8 experts multiplies beyond one whose framework pads nothing and reads weights once.
Seconds more_products(const hardware::Instance& machine, const FrameworkProfile& framework, int expert_ranks = 1) {
  Transformer mixture = round_model();
  mixture.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  StepSettings settings = round_settings();
  settings.plan.expert = settings.plan.data = expert_ranks;
  return time_of(mixture, LayerKind::kMoe, settings, machine, framework).forward.gemm -
         time_of(mixture, LayerKind::kMoe, settings, machine).forward.gemm;
}

// A tile of 512 rows more for each of 8 experts: 8 × 512 rows of 3 products of 2 × 4096 × 11264 FLOP.  Two devices have
// all eight experts each, and one rank of eight has one, on its own.
TEST(LayerTime, OfGroupedProductsHasRowsInVainForEachExpert) {
  FrameworkProfile framework = plain_framework();
  framework.expert_padding_rows = 512;
  hardware::Instance machine = compute_only_machine();
  const Flop expert = 3.0 * 2 * 4096 * 11264 * 512 * flop;
  EXPECT_NEAR(work(more_products(machine, framework)) / (8 * expert), 1, kRounding);
  EXPECT_NEAR(work(more_products(machine, framework, 8)) / expert, 1, kRounding);
  machine.accelerator.devices = 2;
  EXPECT_NEAR(work(more_products(machine, framework)) / (16 * expert), 1, kRounding);
  EXPECT_NEAR(work(more_products(machine, framework, 8)) / expert, 1, kRounding);
}

// Three matrices of 4096 × 11264 weights of 2 bytes an expert at 1 TB/s, once more than the products read them.
TEST(LayerTime, PassesOverTheWeightsOfEachExpert) {
  FrameworkProfile framework = plain_framework();
  framework.habits[StepHabit::kExpertWeightPasses] = 1;
  hardware::Instance machine = round_machine();
  machine.accelerator.gemm["bf16"].memory = 1;
  const double bytes = 3.0 * 4096 * 11264 * 2;
  EXPECT_NEAR(more_products(machine, framework) / microsecond, 8 * bytes / 1e6, 1e-6);
  machine.accelerator.devices = 2;
  EXPECT_NEAR(more_products(machine, framework) / microsecond, 16 * bytes / 1e6, 1e-6);
}

// Everyone waits for the busiest rank, but padded slots are alike everywhere, and so is what a benchmark forces.
TEST(ExpertImbalance, IsNoneOfPaddedSlotsAndForcedBalance) {
  StepHabits habits;
  habits[StepHabit::kExpertImbalance] = 1.25;
  model::MixtureOfExperts moe{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  EXPECT_EQ(expert_imbalance(moe, {.expert = 8}, habits), 1.25);
  EXPECT_EQ(expert_imbalance(moe, {.expert = 1}, habits), 1);
  moe.capacity_factor = 1.5;
  EXPECT_EQ(expert_imbalance(moe, {.expert = 8}, habits), 1);
  moe.capacity_factor = 0;
  moe.balanced_routing = true;
  EXPECT_EQ(expert_imbalance(moe, {.expert = 8}, habits), 1);
}

// Every rank computes as many rows, however the experts are dealt: its tokens are its share of all.
TEST(LayerTime, OfAMixtureComputesTheSameHoweverTheExpertsAreDealt) {
  Transformer mixture = round_model();
  mixture.moe = model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 11264};
  StepSettings settings = round_settings();
  const Seconds together = time_of(mixture, LayerKind::kMoe, settings, compute_only_machine()).forward.gemm;
  settings.plan.expert = settings.plan.data = 8;
  EXPECT_NEAR(time_of(mixture, LayerKind::kMoe, settings, compute_only_machine()).forward.gemm / together, 1,
              kRounding);
}

TEST(SlidingWindow, AsLongAsTheSequenceIsFullAttention) {
  Transformer model = round_model();
  const Seconds full = time_of(model, LayerKind::kDense, round_settings(), round_machine()).forward.attention;
  for (const int window : {4096, 8192}) {
    model.sliding_window = model::SlidingWindow{.window = window, .period = 0};
    EXPECT_DOUBLE_EQ(
        time_of(model, LayerKind::kWindowedDense, round_settings(), round_machine()).forward.attention / full, 1);
  }
}

// A window of half the sequence sees w·s − w²/2 = 3/8 s² scores of s²/2: three quarters.  With one full layer of four
// a step has 13/16 of the scores.
TEST(SlidingWindow, DoesTheScoresThatItSees) {
  Transformer model = round_model();
  const auto attention = [&](LayerKind kind) {
    return time_of(model, kind, round_settings(), compute_only_machine()).forward.attention;
  };
  const Seconds full = attention(LayerKind::kDense);
  const auto of_step = [&] {
    return step_time(model, round_settings(), compute_only_machine(), plain_framework())
        ->parts[static_cast<std::size_t>(StepPart::kAttention)];
  };
  const Seconds full_step = of_step();
  model.sliding_window = model::SlidingWindow{.window = 2048, .period = 4};
  EXPECT_NEAR(attention(LayerKind::kWindowedDense) / full, 0.75, kRounding);
  EXPECT_EQ(attention(LayerKind::kDense), full);
  EXPECT_NEAR(of_step() / full_step, 13.0 / 16, kRounding);
}

// Documents of a quarter of the sequence have a quarter of its scores; unfused kernels compute the whole square.
TEST(PackedDocuments, DoTheScoresThatTheySee) {
  Transformer model = round_model();
  const auto attention = [&](AttentionKernel kernel) {
    StepSettings settings = round_settings();
    settings.attention = kernel;
    return time_of(model, LayerKind::kDense, settings, compute_only_machine()).forward.attention;
  };
  const Seconds fused = attention(AttentionKernel::kFlash), unfused = attention(AttentionKernel::kUnfused);
  model.document_length = round_settings().sequence_length / 4;
  EXPECT_NEAR(attention(AttentionKernel::kFlash) / fused, 0.25, kRounding);
  EXPECT_EQ(attention(AttentionKernel::kUnfused), unfused);
}

// The whole square at 0.6 of the products' rate: 4·4096·4096 FLOP a token, 4096 tokens; and 6 passes of 2 bytes for
// each of 32 heads' 4096² scores at 1 TB/s.
TEST(UnfusedAttention, ComputesTheWholeSquareAndCarriesItThroughMemory) {
  StepSettings settings = round_settings();
  settings.attention = AttentionKernel::kUnfused;
  const LayerTime unfused = time_of(round_model(), LayerKind::kDense, settings, round_machine());
  const double square = 4 * 4096.0 * 4096 * 4096 / 0.6 / 100e12, bytes = 12 * 32 * 4096.0 * 4096 / 1e12;
  EXPECT_NEAR(unfused.forward.attention / second, square + bytes, kRounding);
  EXPECT_NEAR(unfused.backward.attention / unfused.forward.attention, 2, kRounding);
  const LayerTime flash = time_of(round_model(), LayerKind::kDense, round_settings(), round_machine());
  EXPECT_GT(unfused.forward.attention, 3 * flash.forward.attention);
}

TEST(Recompute, FullRepeatsTheForwardPassWithItsTraffic) {
  StepSettings settings = round_settings();
  settings.plan.tensor = 8;
  settings.plan.recompute = model::Recompute::kFull;
  const LayerTime layer = time_of(round_model(), LayerKind::kDense, settings, round_machine());
  EXPECT_EQ(layer.recompute, layer.forward.total());
  EXPECT_GT(layer.forward.tensor_parallel, Seconds{});
}

// Selective: the scores where they were kept, else the activation function: 3 × 11264 elements of 2 bytes a token.
TEST(Recompute, SelectiveRepeatsWhatIsCheapToRepeat) {
  StepSettings settings = round_settings();
  settings.plan.recompute = model::Recompute::kSelective;
  EXPECT_NEAR(time_of(round_model(), LayerKind::kDense, settings, round_machine()).recompute / microsecond,
              33792 * 2 * 4096 / 1e6, 1e-9);
  settings.attention = AttentionKernel::kUnfused;
  const LayerTime unfused = time_of(round_model(), LayerKind::kDense, settings, round_machine());
  EXPECT_EQ(unfused.recompute, unfused.forward.attention);
  settings.plan.recompute = model::Recompute::kNone;
  EXPECT_EQ(time_of(round_model(), LayerKind::kDense, settings, round_machine()).recompute, Seconds{});
}

model::Recomputation modules(std::initializer_list<model::RecomputeModule> named) {
  model::Recomputation again = model::Recompute::kSelective;
  for (const model::RecomputeModule module : named) again.modules |= bit_of(module);
  return again;
}

// What a module takes again is its part of the forward pass.  On a machine that only computes: the core of attention
// its scores; the MLP three products of 4096 × 11264; both are all but the four projections.
TEST(Recompute, RepeatsTheForwardWorkOfItsModules) {
  using enum model::RecomputeModule;
  StepSettings settings = round_settings();
  const auto again = [&](const Transformer& model, LayerKind kind,
                         std::initializer_list<model::RecomputeModule> named) {
    settings.plan.recompute = modules(named);
    return time_of(model, kind, settings, compute_only_machine());
  };
  const LayerTime core = again(round_model(), LayerKind::kDense, {kCoreAttention});
  EXPECT_EQ(core.recompute, core.forward.attention);
  const LayerTime mlp = again(round_model(), LayerKind::kDense, {kMlp});
  EXPECT_NEAR(work(mlp.recompute) / (6.0 * 4096 * 11264 * 4096 * flop), 1, 1e-9);
  EXPECT_EQ(again(round_model(), LayerKind::kDense, {kMoe, kSharedExperts, kMlaUpProjection}).recompute, Seconds{});
  // By products: shares of a layer's FLOP as core/model counts them.
  const Transformer model = model::deepseek_v3();
  const LayerTime moe = again(model, LayerKind::kMoe, {kMoe});
  const double tokens = settings.sequence_length;
  const auto forward = forward_flop_per_token(model, settings.sequence_length, model::AttentionMask::kCausal);
  EXPECT_NEAR(work(moe.recompute) / (tokens * (forward.moe_mlp + forward.router)), 1, 1e-9);
  const LayerTime up = again(model, LayerKind::kMoe, {kMlaUpProjection});
  EXPECT_NEAR(work(up.recompute) / (2 * tokens * (1536.0 * 128 * 192 + 512.0 * 128 * 256) * flop), 1, 1e-9);
  const LayerTime shared = again(model, LayerKind::kMoe, {kSharedExperts});
  EXPECT_NEAR(work(shared.recompute) / (tokens * 6.0 * 7168 * 2048 * flop), 1, 1e-9);
}

// Attention's projections, 4096 × 4096 each: three before the scores and one behind.  All five modules are the layer.
TEST(Recompute, RepeatsAttentionsProjectionsByThemselves) {
  using enum model::RecomputeModule;
  StepSettings settings = round_settings();
  const auto again = [&](const Transformer& model, LayerKind kind,
                         std::initializer_list<model::RecomputeModule> named) {
    settings.plan.recompute = modules(named);
    return time_of(model, kind, settings, compute_only_machine());
  };
  const Flop square = 2.0 * 4096 * 4096 * 4096 * flop;
  EXPECT_NEAR(work(again(round_model(), LayerKind::kDense, {kQkvProjection}).recompute) / (3 * square), 1, 1e-9);
  EXPECT_NEAR(work(again(round_model(), LayerKind::kDense, {kOutputProjection}).recompute) / square, 1, 1e-9);
  const LayerTime all =
      again(round_model(), LayerKind::kDense, {kLayerNorm, kQkvProjection, kCoreAttention, kOutputProjection, kMlp});
  EXPECT_NEAR(all.recompute / (all.forward.gemm + all.forward.attention), 1, 1e-9);
  // Of latent attention the latents, the ways up being a module of their own.
  const Transformer model = model::deepseek_v3();
  EXPECT_NEAR(
      work(again(model, LayerKind::kMoe, {kQkvProjection}).recompute) / (2 * 4096 * 7168.0 * (1536 + 512 + 64) * flop),
      1, 1e-9);
}

// What a dense layer hands on is not read by its backward pass: where the compiler sees that, 4096 × 11264 of products
// less.  A mixture's outputs are weighted by the router, whose gradient reads them.
TEST(Recompute, LeavesOutTheLastProductWhereTheCompilerDoes) {
  StepSettings settings = round_settings();
  FrameworkProfile compiled = plain_framework();
  const auto saved = [&](const Transformer& model, LayerKind kind, const model::Recomputation& recompute) {
    settings.plan.recompute = recompute;
    compiled.drops_unread_products = false;
    const Seconds all = time_of(model, kind, settings, compute_only_machine(), compiled).recompute;
    compiled.drops_unread_products = true;
    return all - time_of(model, kind, settings, compute_only_machine(), compiled).recompute;
  };
  const Flop last = 2.0 * 4096 * 11264 * 4096 * flop;
  EXPECT_NEAR(work(saved(round_model(), LayerKind::kDense, model::Recompute::kFull)) / last, 1, 1e-9);
  EXPECT_NEAR(work(saved(round_model(), LayerKind::kDense, modules({model::RecomputeModule::kMlp}))) / last, 1, 1e-9);
  EXPECT_EQ(saved(model::mixtral_8x7b(), LayerKind::kMoe, model::Recompute::kFull), Seconds{});
  // With it the exchange behind it, one of two, or where the sequence is split one of four; the product is the same.
  settings.plan.tensor = 8;
  settings.plan.recompute = model::Recompute::kFull;
  const auto product = [&](bool sequence_parallel, double share) {
    settings.plan.sequence_parallel = sequence_parallel;
    const LayerTime layer = time_of(round_model(), LayerKind::kDense, settings, round_machine(), compiled);
    EXPECT_GT(layer.forward.tensor_parallel, Seconds{});
    return layer.forward.total() - layer.recompute - share * layer.forward.tensor_parallel;
  };
  EXPECT_NEAR(product(true, 0.25) / product(false, 0.5), 1, 1e-9);
  settings.plan.sequence_parallel = false;
  settings.plan.tensor = 1;
  // Nor where a norm behind the MLP reads it.
  Transformer normed = round_model();
  normed.norms_per_layer = 4;
  EXPECT_EQ(saved(normed, LayerKind::kDense, model::Recompute::kFull), Seconds{});
}

// The norms' passes, and the activation function's of the routed experts: none of them is a product.
TEST(Recompute, RepeatsMemoryBoundModulesInTheTimeOfTheirKernels) {
  using enum model::RecomputeModule;
  StepSettings settings = round_settings();
  settings.plan.recompute = modules({kLayerNorm});
  const LayerTime norms = time_of(round_model(), LayerKind::kDense, settings, round_machine());
  EXPECT_GT(norms.recompute, Seconds{});
  EXPECT_LT(norms.recompute, norms.forward.element_wise);
  settings.plan.recompute = modules({kMoeActivation});
  EXPECT_EQ(time_of(round_model(), LayerKind::kDense, settings, round_machine()).recompute, Seconds{});
  EXPECT_GT(time_of(model::mixtral_8x7b(), LayerKind::kMoe, settings, round_machine()).recompute, Seconds{});
}

// Weights in 4 bits: each pass reads 0.516 and writes 2 bytes for each of a layer's weights, at 1 TB/s.
TEST(Adapters, MakeTheirFrozenWeightsWideInEachPass) {
  StepSettings settings = round_settings();
  settings.adapter_rank = 16;
  const LayerTime wide = time_of(round_model(), LayerKind::kDense, settings, round_machine());
  settings.frozen_weights = model::FrozenWeights::kNf4;
  const LayerTime narrow = time_of(round_model(), LayerKind::kDense, settings, round_machine());
  const model::ParameterCount count = count_parameters(round_model());
  const double seconds =
      static_cast<double>(count.attention_layer + count.dense_mlp_layer) * (model::kNf4Bytes + 2) / 1e12;
  EXPECT_NEAR((narrow.forward.element_wise - wide.forward.element_wise) / second / seconds, 1, 1e-6);
  EXPECT_NEAR((narrow.backward.element_wise - wide.backward.element_wise) / second / seconds, 1, 1e-6);
}

// The host launches a layer no faster than every 5 ms, backward 10 ms: (t⁴ + host⁴)^(1/4) in all, which is the host's
// time where kernels take little of it, and the kernels' where they take much.
TEST(Launch, FillsALayerUpToTheHostsTime) {
  EXPECT_NEAR((3 * millisecond + launch_wait(3 * millisecond, 4 * millisecond)) / millisecond, std::pow(81 + 256, 0.25),
              kRounding);
  EXPECT_EQ(launch_wait(3 * millisecond, Seconds{}), Seconds{});

  FrameworkProfile framework = plain_framework();
  framework.host_time_per_layer = 5 * millisecond;
  StepSettings settings = round_settings();
  settings.plan.tensor = 8;
  settings.sequence_length = 1024;
  const LayerTime small = time_of(round_model(), LayerKind::kDense, settings, round_machine(), framework);
  EXPECT_GE(small.forward.total(), 5 * millisecond);
  EXPECT_NEAR(small.forward.total() / millisecond, 5, 0.05);
  EXPECT_NEAR(small.backward.total() / millisecond, 10, 0.1);
  hardware::Instance superchip = round_machine();
  superchip.accelerator.host_slowness = 2.5;
  const LayerTime slower = time_of(round_model(), LayerKind::kDense, settings, superchip, framework);
  EXPECT_NEAR(slower.forward.total() / millisecond, 2.5 * 5, 0.05);
  EXPECT_NEAR(slower.backward.total() / millisecond, 2.5 * 10, 0.1);
  const LayerTime large = time_of(round_model(), LayerKind::kDense, round_settings(), round_machine(), framework);
  EXPECT_LT(large.forward.launch / large.forward.total(), 0.002);
}

// A dense layer takes the host 5 ms forward, a mixture's thrice that.  As graphs a dense layer takes 20 µs, and what
// stays of a mixture's, the launches of a dense layer: 5.02 ms.
TEST(Launch, OfGraphsLeavesRoutedExperts) {
  FrameworkProfile framework = plain_framework();
  framework.host_time_per_layer = 5 * millisecond;
  framework.habits[StepHabit::kHostPerMixtureLayer] = 3;
  StepSettings settings = round_settings();
  settings.plan.tensor = 8;
  settings.sequence_length = 32;
  const auto forward = [&](const Transformer& model, LayerKind kind, bool graphs) {
    settings.cuda_graphs = graphs;
    return time_of(model, kind, settings, round_machine(), framework).forward.total() / millisecond;
  };
  EXPECT_NEAR(forward(round_model(), LayerKind::kDense, false), 5, 0.01);
  EXPECT_LT(forward(round_model(), LayerKind::kDense, true), 1);
  EXPECT_NEAR(forward(model::mixtral_8x7b(), LayerKind::kMoe, false), 15, 0.1);
  EXPECT_NEAR(forward(model::mixtral_8x7b(), LayerKind::kMoe, true), 5.02, 0.1);
}

// Two ranks over the network swap keys and values of 2048 tokens, 2·4096 wide, 2 bytes: 33.55 MB at 10 GB/s = 3.36 ms,
// behind attention: 2·4096·4096·2048 FLOP at 100 TFLOP/s = 0.69 ms, and 8 bytes for each of 4096 × 2048 elements of Q,
// O, K and V at 1 TB/s = 0.07 ms, root of squares.  Backward it is twice that against 2.5 times as much.
TEST(ContextParallel, ExposesWhatAttentionDoesNotHide) {
  hardware::Instance machine = round_machine();
  machine.scale_up_domain = 1;
  StepSettings settings = round_settings();
  settings.plan.context = 2;
  const LayerTime layer = time_of(round_model(), LayerKind::kDense, settings, machine);
  const double attention = std::hypot(2 * 4096.0 * 4096 * 2048 / 100e12, 8 * 4096.0 * 2048 / 1e12),
               exchange = 33.554432e6 / 10e9;
  EXPECT_NEAR(layer.forward.context_parallel / second, exchange - attention, kRounding);
  EXPECT_NEAR(layer.backward.context_parallel / second, 2 * exchange - 2.5 * attention, kRounding);
  // Inside a domain it is ten times as fast, and hidden.
  EXPECT_EQ(time_of(round_model(), LayerKind::kDense, settings, round_machine()).forward.context_parallel, Seconds{});
}

// Forward and two products backward of 4096 × 4096 × 32768 (the root of squares of their FLOP at 100 TFLOP/s and their
// 2-byte operands at 1 TB/s), and 20 bytes for each of 4096 × 32768 logits at 1 TB/s.
TEST(HeadTime, IsThreeProductsAndThePassesOverTheLogits) {
  const StepSettings settings = round_settings();
  const double logits = 4096.0 * 32768;
  EXPECT_NEAR(head_time(round_model(), settings, layer_context(round_machine(), settings), plain_framework()) / second,
              3 * std::hypot(2 * logits * 4096 / 100e12, 2 * (4096.0 * 4096 + 4096 * 32768.0 + logits) / 1e12) +
                  20 * logits / 1e12,
              kRounding);
}

// Kernels of one operation each stream: 53 passes over 4096 hidden elements of 4096 tokens at 2 bytes and 1 TB/s, or 24
// where LayerNorm is one kernel; and the loss moves what the framework's item says.
TEST(PlainKernels, StreamAsManyPassesAsAreCounted) {
  const StepSettings settings = round_settings();
  const LayerContext context = layer_context(round_machine(), settings);
  const double pass = 2.0 * 4096 * 4096 / 1e12;
  FrameworkProfile framework = plain_framework();
  framework.passes.plain_kernels = true;
  model::Transformer model = round_model();
  const auto element_wise = [&](double passes) {
    framework.passes.hidden = passes;
    return layer_time(model, LayerKind::kDense, settings, context, framework).forward.element_wise / second;
  };
  for (const model::NormKind norm : {model::NormKind::kRmsNorm, model::NormKind::kLayerNorm}) {
    model.norm = norm;
    EXPECT_NEAR((element_wise(53) - element_wise(0)) / pass, 53, 1e-6);
  }
  framework.passes.hidden_layer_norm = 24;
  EXPECT_NEAR(element_wise(53), element_wise(0), kRounding);
  model.norm = model::NormKind::kRmsNorm;
  EXPECT_NEAR((element_wise(53) - element_wise(0)) / pass, 53, 1e-6);
  framework.passes.rotary = 0;
  const double without = element_wise(53);
  framework.passes.rotary = 9.5;
  const double heads = 1.0 * (model.num_heads + model.num_kv_heads) * model.head_dim;
  EXPECT_NEAR((element_wise(53) - without) / pass, model.learned_positions ? 0 : 9.5 * heads / 4096, 1e-6);
  FrameworkProfile eager = plain_framework();
  eager.passes.logit_bytes = 38;
  EXPECT_NEAR(
      (head_time(model, settings, context, eager) - head_time(model, settings, context, plain_framework())) / second,
      18 * 4096.0 * 32768 / 1e12, kRounding);
}

// 4.7 passes over the inputs and outputs that all linear layers have more, at 2 bytes and 1 TB/s.
TEST(Adapters, TakeThePassesThatTheFrameworkNeeds) {
  StepSettings settings = round_settings();
  settings.adapter_rank = 16;
  const LayerContext context = layer_context(round_machine(), settings);
  FrameworkProfile framework = plain_framework();
  framework.passes.plain_kernels = true;
  framework.passes.adapter = 4.7;
  const auto products = [&](model::AdapterTargets targets) {
    settings.adapter_targets = targets;
    return layer_time(round_model(), LayerKind::kDense, settings, context, framework).forward.gemm / second;
  };
  const double wider = adapted_width(round_model(), false, 1, model::AdapterTargets::kAllLinear) -
                       adapted_width(round_model(), false, 1, model::AdapterTargets::kQueryKeyValue);
  EXPECT_NEAR(products(model::AdapterTargets::kAllLinear) - products(model::AdapterTargets::kQueryKeyValue),
              4.7 * 2 * 4096 * wider / 1e12, kRounding);
}

// 2·r FLOP for each of the inputs and outputs: at rank 16 less than the passes take, at rank 1024 all that they take.
TEST(Adapters, ComputeTheirProductsWhereTheirRankIsLarge) {
  StepSettings settings = round_settings();
  FrameworkProfile framework = plain_framework();
  framework.passes.plain_kernels = true;
  framework.passes.adapter = 2;
  const LayerContext context = layer_context(round_machine(), settings);
  const auto adapters = [&](int rank) {
    const auto products = [&](int of_rank) {
      settings.adapter_rank = of_rank;
      return layer_time(round_model(), LayerKind::kDense, settings, context, framework).forward.gemm;
    };
    return (products(rank) - products(0)) / second;
  };
  const double elements = 4096 * adapted_width(round_model(), false, 1, settings.adapter_targets);
  EXPECT_NEAR(adapters(16), 2 * 2 * elements / 1e12, kRounding);
  EXPECT_NEAR(adapters(1024), 2 * 1024 * elements * flop / context.sixteen.gemm_rate / second, kRounding);
  EXPECT_GT(adapters(1024), adapters(16));
}

// The block of the last layer and a product of 4096 tokens with a 8192 × 4096 matrix before it.
TEST(PredictionModule, IsABlockBehindAProduct) {
  const StepSettings settings = round_settings();
  const LayerContext context = layer_context(compute_only_machine(), settings);
  const LayerTime block = layer_time(round_model(), model::LayerKind::kDense, settings, context, plain_framework());
  const LayerTime module = prediction_module_time(round_model(), block, settings, context);
  EXPECT_NEAR(work(module.forward.gemm - block.forward.gemm) / (2 * 4096.0 * 8192 * 4096 * flop), 1, 1e-9);
  EXPECT_NEAR((module.backward.gemm - block.backward.gemm) / (module.forward.gemm - block.forward.gemm), 2, 1e-9);
  EXPECT_GT(module.weight_gradient, block.weight_gradient);
}

// Beside adapters the joining product is not trained: its gradient is taken of its input alone.
TEST(PredictionModule, TakesNoWeightGradientBesideAdapters) {
  StepSettings settings = round_settings();
  settings.adapter_rank = 16;
  const LayerContext context = layer_context(compute_only_machine(), settings);
  const LayerTime block = layer_time(round_model(), model::LayerKind::kDense, settings, context, plain_framework());
  const LayerTime module = prediction_module_time(round_model(), block, settings, context);
  EXPECT_NEAR((module.backward.gemm - block.backward.gemm) / (module.forward.gemm - block.forward.gemm), 1, 1e-9);
  EXPECT_EQ(module.weight_gradient, block.weight_gradient);
}

}  // namespace layer_time_test
}  // namespace fmplan::sim
