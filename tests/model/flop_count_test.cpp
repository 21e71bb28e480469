#include "core/model/flop_count.h"

#include <gtest/gtest.h>

#include "tests/model/known_models.h"

namespace fmplan::model {
namespace flop_count_test {

using enum FlopConvention;

double training(const Transformer& model, int s, FlopConvention convention) {
  return training_flop_per_token(model, s, convention) / flop;
}
double hardware(const Transformer& model, int s, FlopConvention convention, Recompute recompute) {
  return hardware_flop_per_token(model, s, convention, recompute) / flop;
}

struct MegatronRow {
  Transformer model;
  int sequence_length;
  double megatron;  ///< FLOP of one sequence as Megatron-LM's own function counts them
  double non_causal;
  double six_n;  ///< per token
  double full;   ///< hardware FLOP of one sequence
  double selective;
  double tolerance = 1e-6;  ///< relative: the printed digits
};

/// Megatron-LM's num_floating_point_operations, executed for one sequence.  It adds one row for each norm of a latent
/// to the latent projections, 3e-6 of DeepSeek-V3's work, which are not matrix products: hence 5e-6 there.
std::vector<MegatronRow> megatron_rows() {
  return {
      {gpt3_175b(), 2048, 2174868359479296, 2204555173429248, 1047544086528, 2897247498928128, 2184763964129280},
      {llama2_7b(), 4096, 175569673125888, 188763812659200, 40430493696, 233019155677184, 179967719636992},
      {llama3_8b(), 8192, 421645529382912, 474422087516160, 48181567488, 553586924716032, 439237715427328},
      {llama3_70b(), 8192, 3680031058427904, 3943913849094144, 423322238976, 4889493848981504, 3767991988649984},
      {llama3_405b(), 8192, 20676247440850944, 21507478231449600, 2435120332800, 27533901463289856, 20953324371050496},
      {mixtral_8x7b(), 4096, 326477644038144, 339671783571456, 77279551488, 434229783560192, 330875690549248},
      {qwen3_30b_a3b(), 4096, 94233729957888, 114024939257856, 20118196224, 123095910187008, 100830799724544},
      {deepseek_v3(), 4096, 1023230173249536, 1148983745445888, 225313784832, 1356711449329664, 1065145983827968, 5e-6},
  };
}

TEST(TrainingFlop, MatchesMegatronsOwnFunction) {
  for (const MegatronRow& row : megatron_rows()) {
    const int s = row.sequence_length;
    EXPECT_NEAR(training(row.model, s, kMegatronCausal) * s / row.megatron, 1, row.tolerance) << row.model.name;
    EXPECT_NEAR(training(row.model, s, kNonCausal) * s / row.non_causal, 1, 1e-12) << row.model.name;
    EXPECT_DOUBLE_EQ(training(row.model, s, k6N), row.six_n) << row.model.name;
  }
}

TEST(HardwareFlop, MatchesFullAndSelectiveRecomputation) {
  for (const MegatronRow& row : megatron_rows()) {
    const int s = row.sequence_length;
    EXPECT_NEAR(hardware(row.model, s, kMegatronCausal, Recompute::kFull) * s / row.full, 1, 1e-12) << row.model.name;
    EXPECT_NEAR(hardware(row.model, s, kMegatronCausal, Recompute::kSelective) * s / row.selective, 1, 1e-12)
        << row.model.name;
    EXPECT_EQ(hardware(row.model, s, kMegatronCausal, Recompute::kNone), training(row.model, s, kMegatronCausal));
  }
}

// Narayanan et al. 2021, eq. 3: 96·B·s·L·h²·(1 + s/6h + V/16Lh) executed, with all layers recomputed, of which
// 72·B·s·L·h²·(1 + s/6h + V/12Lh) are model FLOP.  Same terms in another order: rounding only.
TEST(HardwareFlop, EqualsNarayanansFormula) {
  const double b = 1536, s = 2048, layers = 96, h = 12288, v = 51200;
  const double executed = 96 * b * s * layers * h * h * (1 + s / (6 * h) + v / (16 * layers * h));
  const double model_flop = 72 * b * s * layers * h * h * (1 + s / (6 * h) + v / (12 * layers * h));
  EXPECT_NEAR(executed, 4.5109707533231063e18, 1e4);
  EXPECT_NEAR(hardware(gpt3_175b(), 2048, kNonCausal, Recompute::kFull) * b * s / executed, 1, 1e-12);
  EXPECT_NEAR(training(gpt3_175b(), 2048, kNonCausal) * b * s / model_flop, 1, 1e-12);
}

// PaLM, App. B: 6·540.35e9 + 12·118·48·256·2048 = 3,277,734,806,784.  The paper gives N to five digits, one unit of
// which is 1.9e-5.
TEST(TrainingFlop, MatchesPalm540B) {
  EXPECT_NEAR(training(palm_540b(), 2048, kPalm) / 3277734806784, 1, 1.9e-5);
  EXPECT_DOUBLE_EQ(training(palm_540b(), 2048, kPalm) - training(palm_540b(), 2048, k6N), 12.0 * 118 * 48 * 256 * 2048);
}

// llm-foundry: 3·(2·N·s + 4·L·h·s²) per sequence, the palm convention for h = a·d; MPT-7B with N = 6.65e9.
TEST(TrainingFlop, MatchesLlmFoundryForMpt7B) {
  const double rounded_n = 6.65e9, n = static_cast<double>(count_parameters(mpt_7b()).total);
  EXPECT_NEAR((training(mpt_7b(), 2048, kPalm) + 6 * (rounded_n - n)) * 2048 / 88312269766656, 1, 1e-12);
}

// NeMo's unit tests of its FLOP formulas: one sequence of 128 tokens, h = 768, 12 layers of 12 heads, f = 3072.
TEST(TrainingFlop, MatchesNemosUnitTests) {
  Transformer model{.num_layers = 12,
                    .hidden_size = 768,
                    .ffn_hidden_size = 3072,
                    .num_heads = 12,
                    .num_kv_heads = 12,
                    .head_dim = 64,
                    .vocabulary_size = 51200,
                    .gated_mlp = false};
  EXPECT_DOUBLE_EQ(training(model, 128, kMegatronCausal) * 128, 96334774272.0);
  model.gated_mlp = true;
  model.vocabulary_size = 32000;
  EXPECT_DOUBLE_EQ(training(model, 128, kMegatronCausal) * 128, 106753425408.0);
  model.vocabulary_size = 128256;
  EXPECT_DOUBLE_EQ(training(model, 128, kMegatronCausal) * 128, 163527524352.0);
}

// Llama 3 8B at 8192 tokens, printed to four digits: the conventions span 20 %, and palm, which counts the embedding's
// 6·128256·4096 = 3.15e9 beside all scores, lies 27 % above 6n.
TEST(TrainingFlop, ConventionsDifferByAFifth) {
  EXPECT_NEAR(training(llama3_8b(), 8192, k6N), 4.818e10, 0.0005e10);
  EXPECT_NEAR(training(llama3_8b(), 8192, kMegatronCausal), 5.147e10, 0.0005e10);
  EXPECT_NEAR(training(llama3_8b(), 8192, kNonCausal), 5.791e10, 0.0005e10);
  EXPECT_NEAR(training(llama3_8b(), 8192, kNonCausal) / training(llama3_8b(), 8192, k6N), 1.20, 0.005);
  // The rest of the difference is the norms' 6·(64 + 1)·4096.
  EXPECT_DOUBLE_EQ(training(llama3_8b(), 8192, kPalm) - training(llama3_8b(), 8192, kNonCausal),
                   6.0 * 128256 * 4096 + 6.0 * 65 * 4096);
}

// Exact laws: as s grows core attention grows in proportion; the rest stays.
TEST(ForwardFlop, OnlyCoreAttentionGrowsWithTheSequence) {
  const ForwardFlop at_4k = forward_flop_per_token(llama3_8b(), 4096, AttentionMask::kCausal);
  const ForwardFlop at_8k = forward_flop_per_token(llama3_8b(), 8192, AttentionMask::kCausal);
  EXPECT_EQ(at_8k.core_attention, 2 * at_4k.core_attention);
  EXPECT_EQ(at_8k.projections, at_4k.projections);
  EXPECT_EQ(at_8k.dense_mlp, at_4k.dense_mlp);
  EXPECT_EQ(at_8k.head, at_4k.head);
  // 15,009,316,864 forward in matrices and 2,147,483,648 in causal scores per token at 8192.
  EXPECT_DOUBLE_EQ((32 * (at_8k.projections + at_8k.dense_mlp) + at_8k.head) / flop, 15009316864.0);
  EXPECT_DOUBLE_EQ(32 * at_8k.core_attention / flop, 2147483648.0);
}

// A causal window of w tokens: the i-th token sees min(i, w); summed by hand for s = 4, w = 2: 1 + 2 + 2 + 2 = 7, of
// which the formula w(1 − w/2s)·s = 6 leaves out half a token each for the diagonal (as s/2 does for the full mask).
TEST(ForwardFlop, WindowedAttentionSeesTheWindow) {
  Transformer model = llama3_8b();
  EXPECT_EQ(forward_flop_per_token(model, 4096, AttentionMask::kCausal).windowed_core_attention, 0 * flop);
  model.sliding_window = SlidingWindow{.window = 1024, .period = 2};
  const double per_context_token = 4.0 * 32 * 128;
  const ForwardFlop forward = forward_flop_per_token(model, 4096, AttentionMask::kCausal);
  EXPECT_DOUBLE_EQ(forward.windowed_core_attention / flop, per_context_token * 1024 * (1 - 0.125));
  EXPECT_DOUBLE_EQ(forward_flop_per_token(model, 4096, AttentionMask::kFull).windowed_core_attention / flop,
                   per_context_token * 1024);
  // A window as long as the sequence windows nothing.
  const ForwardFlop within = forward_flop_per_token(model, 1024, AttentionMask::kCausal);
  EXPECT_EQ(within.windowed_core_attention, within.core_attention);
  // Half of the 32 layers are windowed: 3·16·(2048 − 896)·4·a·d less than without a window.
  EXPECT_NEAR(training(llama3_8b(), 4096, kMegatronCausal) - training(model, 4096, kMegatronCausal),
              3.0 * 16 * (2048 - 896) * per_context_token, 1e-3);
}

// Eight documents of 1,024 tokens in a sequence of 8,192: a token sees 512 on average in place of 4,096.
TEST(ForwardFlop, StaysInsidePackedDocuments) {
  Transformer model = llama3_8b();
  const ForwardFlop whole = forward_flop_per_token(model, 8192, AttentionMask::kCausal);
  model.document_length = 1024;
  const ForwardFlop packed = forward_flop_per_token(model, 8192, AttentionMask::kCausal);
  EXPECT_DOUBLE_EQ(packed.core_attention / flop, 4.0 * 32 * 128 * 512);
  EXPECT_EQ(packed.core_attention * 8, whole.core_attention);
  EXPECT_EQ(packed.projections, whole.projections);
  EXPECT_EQ(forward_flop_per_token(model, 512, AttentionMask::kCausal).core_attention * 16, whole.core_attention)
      << "documents longer than the sequence are the sequence";
}

// Mixtral: router 2·4096·8 per token and layer, in no convention but given for a step-time model.
TEST(ForwardFlop, MixtureCountsItsTopExpertsAndRouterApart) {
  const ForwardFlop forward = forward_flop_per_token(mixtral_8x7b(), 4096, AttentionMask::kCausal);
  EXPECT_DOUBLE_EQ(forward.moe_mlp / flop, 2.0 * 3 * 4096 * 2 * 14336);
  EXPECT_DOUBLE_EQ(forward.router / flop, 2.0 * 4096 * 8);
  EXPECT_EQ(forward.dense_mlp, 0 * flop);
}

// One MTP module: a mixture block seeing everything, its 2h × h join and the head once more, three times forward.
TEST(TrainingFlop, MtpAddsABlockItsJoinAndAHead) {
  Transformer model = deepseek_v3();
  const double without = training(model, 4096, kMegatronCausal), without_6n = training(model, 4096, k6N);
  model.num_mtp_layers = 1;
  const ForwardFlop forward = forward_flop_per_token(model, 4096, AttentionMask::kCausal);
  EXPECT_DOUBLE_EQ(forward.mtp_projection / flop, 4.0 * 7168 * 7168);
  const Flop module =
      forward.projections + forward.core_attention + forward.moe_mlp + forward.mtp_projection + forward.head;
  EXPECT_NEAR((training(model, 4096, kMegatronCausal) - without) / (3 * module / flop), 1, 1e-9);
  EXPECT_EQ(training(model, 4096, k6N), without_6n);
}

TEST(HardwareFlop, SixNAddsAThirdOfTheLayersWhenAllIsRecomputed) {
  const ParameterCount count = count_parameters(llama3_8b());
  const double layers = static_cast<double>(count.total - count.embedding - count.head - count.final_norm);
  EXPECT_DOUBLE_EQ(hardware(llama3_8b(), 8192, k6N, Recompute::kFull), training(llama3_8b(), 8192, k6N) + 2 * layers);
  EXPECT_EQ(hardware(llama3_8b(), 8192, k6N, Recompute::kSelective), training(llama3_8b(), 8192, k6N));
}

TEST(FlopConventionName, IsReadBackAndNothingElseIs) {
  for (const FlopConvention convention : kFlopConventionNames.values)
    EXPECT_EQ(kFlopConventionNames.parse(flop_convention_name(convention)), convention);
  for (const char* name : {"", "6N", "megatron", "palm "}) EXPECT_FALSE(kFlopConventionNames.parse(name)) << name;
}

// A product with weights is made three times: forward, for the gradient of its input, for that of its weights.  The
// core of attention has no weights: what is left of all is three times the core.
TEST(WeightGradientFlop, IsAThirdOfAllButTheCoreOfAttention) {
  const Transformer model = llama3_8b();
  const FlopConvention convention = FlopConvention::kMegatronCausal;
  const Flop all = training_flop_per_token(model, 8192, convention);
  const Flop core = 32 * forward_flop_per_token(model, 8192, AttentionMask::kCausal).core_attention;
  EXPECT_NEAR((all - 3 * weight_gradient_flop_per_token(model, 8192, convention)) / (3 * core), 1, 1e-12);
}

}  // namespace flop_count_test
}  // namespace fmplan::model
