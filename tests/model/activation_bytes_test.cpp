#include "core/model/activation_bytes.h"

#include <initializer_list>

#include <gtest/gtest.h>

#include "tests/model/bare_memory.h"
#include "tests/model/known_models.h"
#include "tests/reference/memory.h"

namespace fmplan::model {
namespace activation_bytes_test {

// Korthikanti et al. 2022 at t = 8, MiB per layer: none, sequence-parallel, selective, both, full.
TEST(KorthikantiActivations, MatchTheirModels) {
  struct Row {
    int s, b, h, a;
    double none, parallel, selective, both, full;
  };
  for (const Row& r :
       {Row{2048, 4, 6144, 64, 1264, 844, 624, 204, 96}, Row{2048, 1, 12288, 96, 552, 342, 312, 102, 48},
        Row{2048, 1, 20480, 128, 840, 490, 520, 170, 80}, Row{2048, 1, 25600, 160, 1050, 612.5, 650, 212.5, 100}}) {
    const auto mib = [&](bool parallel, Recompute recompute) {
      return reference::korthikanti_activation_bytes_per_layer(r.s, r.b, r.h, r.a, 8, parallel, recompute) / mebibyte;
    };
    EXPECT_DOUBLE_EQ(mib(false, Recompute::kNone), r.none);
    EXPECT_DOUBLE_EQ(mib(true, Recompute::kNone), r.parallel);
    EXPECT_DOUBLE_EQ(mib(false, Recompute::kSelective), r.selective);
    EXPECT_DOUBLE_EQ(mib(true, Recompute::kSelective), r.both);
    EXPECT_DOUBLE_EQ(mib(true, Recompute::kFull), r.full);
  }
}

// 8h + 4·a·d + 4·kv·d + 4·a + 6f; Llama 2 7B: 32768 + 16384 + 16384 + 128 + 66048 = 131,712.
TEST(Activations, AreTheSumOfWhatTheBackwardReads) {
  const struct {
    Transformer model;
    double bytes;
    double gib_of_all_layers;  ///< one sequence of 8192 tokens, TP 8 with sequence parallelism
  } rows[] = {{llama2_7b(), 131712, 4.01953125},
              {llama3_8b(), 139392, 4.25390625},
              {llama3_70b(), 274688, 20.95703125},
              {llama3_405b(), 520704, 62.5693359375}};
  for (const auto& row : rows) {
    EXPECT_DOUBLE_EQ(activation_bytes_per_token_and_layer(row.model, bare({}, 8192), LayerKind::kDense), row.bytes);
    const MemorySettings split = bare({.tensor = 8}, 8192);
    const double per_token = activation_bytes_per_token_and_layer(row.model, split, LayerKind::kDense);
    EXPECT_DOUBLE_EQ(per_token * row.model.num_layers * 8192 * byte / gibibyte, row.gib_of_all_layers)
        << row.model.name;
  }
}

TEST(Activations, FollowTheSwitches) {
  const auto per_token = [](auto change) {
    MemorySettings settings = bare({.tensor = 2}, 4096);
    change(settings);
    return activation_bytes_per_token_and_layer(llama3_8b(), settings, LayerKind::kDense);
  };
  const double base = per_token([](MemorySettings&) {});
  // Without sequence parallelism the four hidden-wide tensors (8h bytes) are held whole.
  EXPECT_DOUBLE_EQ(per_token([](MemorySettings& s) { s.plan.sequence_parallel = false; }) - base, 8.0 * 4096 / 2);
  // Without flash attention scores, dropout mask and dropped-out scores: 5·a·s.
  EXPECT_DOUBLE_EQ(per_token([](MemorySettings& s) { s.flash_attention = false; }) - base, 5.0 * 32 * 4096 / 2);
  EXPECT_DOUBLE_EQ(base - per_token([](MemorySettings& s) { s.recompute_activation_function = true; }),
                   2.0 * 14336 / 2);
  EXPECT_DOUBLE_EQ(base - per_token([](MemorySettings& s) { s.plan.recompute = Recompute::kSelective; }), 4.0 * 32 / 2);
  // fp32 doubles all but the softmax statistics, which are fp32 anyway.
  EXPECT_DOUBLE_EQ(per_token([](MemorySettings& s) { s.precision = Precision::kFp32; }), 2 * base - 4.0 * 32 / 2);
}

// Of queries and keys, what goes into their norms beside what attention reads: 2·d·(a + kv) a token.
TEST(Activations, KeepTheInputsOfNormsOfQueriesAndKeys) {
  Transformer model = llama3_8b();
  const double base = activation_bytes_per_token_and_layer(model, bare({.tensor = 2}, 4096), LayerKind::kDense);
  model.qk_norm = true;
  EXPECT_DOUBLE_EQ(activation_bytes_per_token_and_layer(model, bare({.tensor = 2}, 4096), LayerKind::kDense) - base,
                   2.0 * 128 * (32 + 8) / 2);
}

// Gemma norms behind its blocks too: two more inputs of 2h.  PaLM's blocks share one normed input: 2h + 2h, not 8h.
TEST(Activations, CountTheInputsOfNormsAndBlocks) {
  Transformer model = llama3_8b();
  const double base = activation_bytes_per_token_and_layer(model, bare({}, 4096), LayerKind::kDense);
  model.norms_per_layer = 4;
  EXPECT_DOUBLE_EQ(activation_bytes_per_token_and_layer(model, bare({}, 4096), LayerKind::kDense) - base, 4.0 * 4096);
  model.norms_per_layer = 1;
  model.parallel_block = true;
  EXPECT_DOUBLE_EQ(base - activation_bytes_per_token_and_layer(model, bare({}, 4096), LayerKind::kDense), 4.0 * 4096);
}

// DeepSeek-V3, one rank: 8h = 57,344; queries and keys 2·128·192 each, values and outputs 2·128·128 each: 163,840; the
// latents before and behind their norms 4·(1536 + 512), the rotary key 2·64: 8,320; statistics 512.  Dense MLP
// 6·18432; mixture 6·(8 + 1)·2048 + 4·8·7168 and 256 fp32 router probabilities.
TEST(Activations, CoverLatentAttentionAndMixtures) {
  const double attention = 57344 + 4.0 * 128 * 192 + 4.0 * 128 * 128 + 8320 + 512;
  EXPECT_DOUBLE_EQ(activation_bytes_per_token_and_layer(deepseek_v3(), bare({}, 4096), LayerKind::kDense),
                   attention + 6.0 * 18432);
  EXPECT_DOUBLE_EQ(activation_bytes_per_token_and_layer(deepseek_v3(), bare({}, 4096), LayerKind::kMoe),
                   attention + 6.0 * 9 * 2048 + 4.0 * 8 * 7168 + 4.0 * 256);
}

// Half as many slots again as tokens are routed: routed and exchanged bytes once more by half.
TEST(Activations, CountPaddedSlotsOfExperts) {
  Transformer padded = deepseek_v3();
  const auto bytes = [&] { return activation_bytes_per_token_and_layer(padded, bare({}, 4096), LayerKind::kMoe); };
  const double even = bytes();
  padded.moe->capacity_factor = 1.5;
  EXPECT_DOUBLE_EQ(bytes() - even, 0.5 * (6.0 * 8 * 2048 + 4.0 * 8 * 7168));
  EXPECT_EQ(count_parameters(padded).active, count_parameters(deepseek_v3()).active);
}

// Llama 3 8B: h 4096, 32 heads and 8 key/value heads of 128, f 14336.  In bf16 8h + 4·4096 + 4·1024 + 4·32 + 6f bytes;
// with inputs of products in 8 bits 2h less for the two normed ones and f less behind the activation function, but a
// copy of attention's output more.
TEST(ActivationBytes, ShrinkWhereInputsOfProductsAreKeptIn8Bits) {
  MemorySettings settings = bare({}, 1);
  settings.precision = Precision::kFp8;
  const auto bytes = [&] { return activation_bytes_per_token_and_layer(llama3_8b(), settings, LayerKind::kDense); };
  EXPECT_EQ(bytes(), 139392);
  settings.habits.quantised_saved_inputs = true;
  EXPECT_EQ(bytes(), 139392 - 2 * 4096 - 14336 + 4096);
  settings.recipe = ScalingRecipe::kMxfp8;
  EXPECT_EQ(bytes(), 139392 - (1 - 1.0 / 32) * (2 * 4096 + 14336) + (1 + 1.0 / 32) * 4096);
}

// DeepSeek-V3's mixture: of the gates and ups of 8 routed experts and a shared one, 2,048 wide, a byte less each; what
// 8 experts give back, 7,168 wide, not at all.
TEST(ActivationBytes, OfAMixtureAreFewerWhereItsActivationIsKeptQuantisedAndWeighted) {
  MemorySettings settings = bare({}, 4096);
  settings.precision = Precision::kFp8;
  const auto bytes = [&] { return activation_bytes_per_token_and_layer(deepseek_v3(), settings, LayerKind::kMoe); };
  const double all = bytes();
  settings.habits.quantised_activation_inputs = true;
  const double quantised = bytes();
  EXPECT_EQ(all - quantised, 2 * 9 * 2048);
  settings.habits.weighted_activation = true;
  EXPECT_EQ(quantised - bytes(), 2 * 8 * 7168);
}

// A mixture with one shared expert and latent attention, one rank, 16 bits.  DeepSeek-V3's layer has 8h = 57,344 bytes
// of norms' and blocks' inputs, 4·128·192 + 2·128·128 of queries, keys and values, 2·128·128 of attention's output,
// 8,320 of latents, 512 of statistics; routed 6·8·2048 and exchanged 4·8·7168, shared 6·2048, 1,024 of the router.
TEST(ActivationBytes, ModulesDropWhatTheyComputeAgain) {
  const auto bytes = [](std::initializer_list<RecomputeModule> modules, LayerKind kind) {
    MemorySettings settings = bare({.recompute = Recompute::kSelective}, 4096);
    for (const RecomputeModule module : modules) settings.plan.recompute.modules |= bit_of(module);
    return activation_bytes_per_token_and_layer(deepseek_v3(), settings, kind);
  };
  using enum RecomputeModule;
  const double hidden = 2 * 7168, queries_keys_values = 4 * 128 * 192 + 2 * 128 * 128;
  const double routed = 2.0 * 8 * 2048, shared = 2.0 * 2048;
  const double mixture = 3 * (routed + shared) + 4.0 * 8 * 7168 + 1024;
  const double moe = 4 * hidden + queries_keys_values + 2 * 128 * 128 + 8320 + 512 + mixture;
  const double dense = moe - mixture + 6.0 * 18432;
  EXPECT_EQ(bytes({kCoreAttention}, LayerKind::kMoe), moe - 512);
  EXPECT_EQ(bytes({kLayerNorm}, LayerKind::kMoe), moe - 2 * hidden);
  EXPECT_EQ(bytes({kMoeActivation}, LayerKind::kMoe), moe - routed);
  EXPECT_EQ(bytes({kMoeActivation}, LayerKind::kDense), dense);
  EXPECT_EQ(bytes({kSharedExperts}, LayerKind::kMoe), moe - 3 * shared);
  EXPECT_EQ(bytes({kMlaUpProjection}, LayerKind::kMoe), moe - queries_keys_values);
  EXPECT_EQ(bytes({kQkvProjection}, LayerKind::kMoe), moe - 8320);
  // With attention's output the second norm's input is made again, and with its core what it projects.
  EXPECT_EQ(bytes({kOutputProjection}, LayerKind::kMoe), moe - hidden);
  EXPECT_EQ(bytes({kOutputProjection, kCoreAttention}, LayerKind::kMoe), moe - hidden - 2 * 128 * 128 - 512);
  EXPECT_EQ(bytes({kMoe}, LayerKind::kMoe), moe - mixture);
  EXPECT_EQ(bytes({kMlp}, LayerKind::kMoe), moe);
  EXPECT_EQ(bytes({kMlp}, LayerKind::kDense), dense - 6.0 * 18432);
  // The mixture's input is the norm's output, which must stay then.
  EXPECT_EQ(bytes({kMoe, kLayerNorm}, LayerKind::kMoe), moe - mixture - hidden);
  EXPECT_EQ(bytes({kMoe, kMoeActivation, kSharedExperts}, LayerKind::kMoe), bytes({kMoe}, LayerKind::kMoe));
}

// Of Gemma's four norms two stand behind attention, and read what is made again; the fourth reads the MLP's output.  Of
// a parallel block the norm reads the layer's input alone.
TEST(ActivationBytes, AttentionsOutputIsWhatTheNextNormsRead) {
  Transformer model = llama3_8b();
  const auto dropped = [&](unsigned modules) {
    MemorySettings settings = bare({.recompute = Recompute::kSelective}, 4096);
    settings.plan.recompute.modules = modules;
    const double all = activation_bytes_per_token_and_layer(model, settings, LayerKind::kDense);
    settings.plan.recompute.modules |= bit_of(RecomputeModule::kOutputProjection);
    return all - activation_bytes_per_token_and_layer(model, settings, LayerKind::kDense);
  };
  const unsigned norms = bit_of(RecomputeModule::kLayerNorm), mlp = bit_of(RecomputeModule::kMlp);
  EXPECT_EQ(dropped(norms), 2.0 * 4096);
  model.norms_per_layer = 4;
  EXPECT_EQ(dropped(norms), 4.0 * 4096);
  EXPECT_EQ(dropped(mlp), 6.0 * 4096);
  model.norms_per_layer = 1;
  model.parallel_block = true;
  EXPECT_EQ(dropped(norms), 0);
}

// A layer that is computed again in 8 bits starts from its input in 16: 7,168 bytes more of it, 6·f all else less.
TEST(ActivationBytes, AModulesInputIsKeptIn16Bits) {
  MemorySettings settings = bare({}, 1);
  settings.precision = Precision::kFp8;
  settings.habits.quantised_saved_inputs = true;
  const auto bytes = [&] { return activation_bytes_per_token_and_layer(llama3_8b(), settings, LayerKind::kDense); };
  const double all = bytes();
  settings.plan.recompute = Recompute::kSelective;
  settings.plan.recompute.modules = bit_of(RecomputeModule::kMlp);
  EXPECT_EQ(all - bytes(), 5.0 * 14336 - 4096);
}

}  // namespace activation_bytes_test
}  // namespace fmplan::model
