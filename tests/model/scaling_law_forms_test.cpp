#include "core/model/scaling_law_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/model/scaling_law.h"
#include "tests/model/shipped_laws.h"
#include "tests/reference/scaling_laws.h"

namespace fmplan::model {
namespace scaling_law_forms_test {

// Golden values come from an independent Python implementation in double precision; they agree to rounding, and 1e-9
// leaves room for another libm.
constexpr double kRounding = 1e-9;

void expect_close(double actual, double expected, double relative = kRounding) {
  EXPECT_NEAR(actual, expected, relative * std::abs(expected));
}

Optimum optimum_of(const LawAnswer& answer) {
  const NoAnswer* none = std::get_if<NoAnswer>(&answer);
  EXPECT_EQ(none, nullptr) << none->reason;
  return none ? Optimum{} : std::get<Optimum>(answer);
}

/// The loss form of a parametric law of the catalogue.
ParametricLoss parametric(const std::string& name) { return std::get<ParametricLoss>(scaling_law(name).form); }
KaplanLoss kaplan() { return std::get<KaplanForm>(scaling_law("kaplan-2020").form).loss; }
RepeatedDataLoss repeated() { return std::get<RepeatedDataLoss>(scaling_law("muennighoff-2023").form); }
RoutedLoss routed() { return std::get<RoutedLoss>(scaling_law("clark-2022").form); }
GranularLoss granular() { return std::get<GranularLoss>(scaling_law("krajewski-2024").form); }

/// As printed in the text of Hoffmann et al.; the law itself uses the unrounded constants.
constexpr ParametricLoss kHoffmannRounded{.e = 1.69, .a = 406.4, .alpha = 0.34, .b = 410.7, .beta = 0.28};

// Kaplan --------------------------------------------------------------------------------------------------------------

TEST(KaplanLaw, ReproducesItsFormulas) {
  expect_close(reference::kaplan_loss_of_parameters(1e9), 2.3756402951345246);
  expect_close(reference::kaplan_loss_of_tokens(2e10), 2.118261425538417);
  expect_close(loss_of_compute(kaplan(), 1 * kPetaflopDay), 2.6580802262455236);
  expect_close(loss(kaplan(), 1e9, 2e10), 2.373882448217487);
  expect_close(critical_batch(kaplan(), 3), 1069114.0102356519);
  expect_close(critical_batch(kaplan(), 2), 7371465.305608528);
}

// N(C) and D(C) of 1,000 petaflop-days, fitted apart, multiply to 1.56e20/8.64e19 of them: what they take is the budget
// that is divided so.
TEST(KaplanLaw, DividesTheBudgetThatItsPairTakes) {
  constexpr double kParameters = 201346160458.62256, kTokens = 129130845806.93112;
  const Flop taken = flop_6nd(kParameters, kTokens);
  expect_close(taken / (1000 * kPetaflopDay), 1.56e20 / 8.64e19);
  const Optimum point = optimum_of(optimum_for_compute(scaling_law("kaplan-2020"), taken));
  expect_close(point.parameters, kParameters);
  expect_close(point.tokens, kTokens);
}

// Hoffmann, Besiroglu -------------------------------------------------------------------------------------------------

struct ParametricGolden {
  ParametricLoss law;
  double compute, parameters, tokens, loss;
};

TEST(ParametricLoss, ReproducesReferenceLosses) {
  expect_close(loss(kHoffmannRounded, 1e9, 20e9), 2.5800478722379934);
  expect_close(loss(kHoffmannRounded, 70e9, 1.4e12), 1.9366454705587173);
  expect_close(loss(parametric("hoffmann-2022-3"), 1e9, 20e9), 2.530668201329356);
  expect_close(loss(parametric("hoffmann-2022-3"), 70e9, 1.4e12), 1.9208460265656064);
  expect_close(loss(parametric("besiroglu-2024"), 1e9, 20e9), 2.530050323678703);
  expect_close(loss(parametric("besiroglu-2024"), 70e9, 1.4e12), 1.9738818631585637);
  expect_close(loss(parametric("besiroglu-2024"), 7e9, 140e9), 2.173281596999229);
}

TEST(ParametricLoss, ReproducesReferenceOptima) {
  const ParametricLoss hoffmann = parametric("hoffmann-2022-3");
  const ParametricLoss besiroglu = parametric("besiroglu-2024");
  const ParametricGolden golden[] = {
      {kHoffmannRounded, 1e21, 1824217696.8955524, 91363364663.27403, 2.3288829401543194},
      {kHoffmannRounded, 5.76e23, 32189859151.368168, 2982305686662.796, 1.930748101731648},
      {kHoffmannRounded, 3.8e25, 213484343737.83075, 29666500233436.12, 1.816532738372834},
      {hoffmann, 1e21, 2216954892.6169333, 75178194748.89285, 2.29549104008491},
      {hoffmann, 5.76e23, 40360938387.23629, 2378537363996.447, 1.9184120459968501},
      {hoffmann, 3.8e25, 273241556545.93448, 23178514327737.848, 1.8110112885722371},
      {besiroglu, 1e21, 2778459463.0676327, 59985279210.3196, 2.305528571261457},
      {besiroglu, 5.76e23, 72248702500.38242, 1328743585388.1511, 1.974441108397412},
      {besiroglu, 3.8e25, 618666481038.7842, 10237072037100.225, 1.891707259174102},
  };
  for (const ParametricGolden& row : golden) {
    const reference::Allocation split = reference::compute_optimum(row.law, row.compute * flop);
    expect_close(split.parameters, row.parameters);
    expect_close(split.tokens, row.tokens);
    expect_close(reference::optimal_loss(row.law, row.compute * flop), row.loss);
  }
}

// The law is solved along the path of optima, the closed form solves the equations: two ways to one answer.
TEST(ParametricLoss, PathAndClosedFormAgree) {
  for (const char* name : {"hoffmann-2022-3", "besiroglu-2024", "gadre-2024", "sardana-2024-refit"}) {
    for (const double compute : {1e18, 1e22, 1e26, 1e30}) {
      const Optimum path = optimum_of(optimum_for_compute(scaling_law(name), compute * flop));
      const reference::Allocation closed = reference::compute_optimum(parametric(name), compute * flop);
      expect_close(path.parameters, closed.parameters);
      expect_close(path.tokens, closed.tokens);
      expect_close(path.loss.value_or(0), reference::optimal_loss(parametric(name), compute * flop));
    }
  }
}

TEST(ParametricLoss, InvertsToTokensAndParameters) {
  const ParametricLoss law = parametric("besiroglu-2024");
  const double reached = loss(law, 8e9, 15e12);
  // The inverse divides by the data term, 2 % of the loss: rounding grows by 50/β.
  expect_close(reference::tokens_for_loss(law, 8e9, reached).value_or(0), 15e12, 1e-8);
  expect_close(reference::parameters_for_loss(law, 15e12, reached).value_or(0), 8e9, 1e-8);
  // 1e9 parameters alone leave A/N^α = 0.357 above E = 1.817: 2.0 cannot be had at any number of tokens.
  EXPECT_FALSE(reference::tokens_for_loss(law, 1e9, 2.0).has_value());
  EXPECT_FALSE(reference::parameters_for_loss(law, 1e9, 2.0).has_value());
}

// Compute frontiers ---------------------------------------------------------------------------------------------------

// The law is stated in M (FLOP per token) and tokens: M·D = C to the digits of its constants, 0.1715·5.8316 = 1.00012.
TEST(DeepSeekLaw, DividesTenToTheTwentyTwo) {
  const Optimum point = optimum_of(optimum_for_compute(scaling_law("deepseek-llm-2024"), 1e22 * flop));
  expect_close(6 * point.parameters, 58730557631.789505);
  expect_close(point.tokens, 170289443916.10175);
  expect_close(6 * point.parameters * point.tokens / 1e22, 1.0001194, 1e-7);
}

// The paper reads 16.55T tokens at 3.8e25 FLOP off Figure 3; its label's constants give 16.29T (1.6 % less), and
// 6ND then leaves 389B parameters where the paper says 402B.
TEST(Llama3Law, GivesTheTokensOfTheFlagshipBudget) {
  const Optimum point = optimum_of(optimum_for_compute(scaling_law("llama-3-2024"), 3.8e25 * flop));
  expect_close(point.tokens, 16293522313716.691);
  EXPECT_NEAR(point.tokens / 16.55e12, 1, 0.02);
  expect_close(flop_6nd(point.parameters, point.tokens) / point.compute, 1);
  EXPECT_NEAR(point.parameters / 388.7e9, 1, 1e-3);
}

TEST(PowerLaw, RoundedTextConstantsOfLlama3GiveATenTrillionOptimum) {
  expect_close(value({.coefficient = 0.29, .exponent = 0.53}, 3.8e25), 10463652401050.807);
}

TEST(PowerLaw, InverseUndoesValue) {
  const PowerLaw law{.coefficient = 0.0992, .exponent = 0.498};
  expect_close(reference::inverse(law, value(law, 3.8e25)), 3.8e25);
}

// Repeated data -------------------------------------------------------------------------------------------------------

TEST(RepeatedDataLaw, ReproducesReferenceLosses) {
  const RepeatedDataLoss law = repeated();
  expect_close(loss(law, 1e9, 20e9, 20e9), 2.5646350, 2e-8);  // printed to 7 decimals
  expect_close(effective_tokens(law, 80e9, 20e9), 7.45134625e10, 1e-8);
  expect_close(loss(law, 1e9, 80e9, 20e9), 2.4360199, 2e-8);
  expect_close(effective_tokens(law, 400e9, 20e9), 2.38226669e11, 1e-8);
  expect_close(loss(law, 1e9, 400e9, 20e9), 2.3627363, 2e-8);
  expect_close(effective_parameters(law, 8.67e9, 25e9), 5.7733059e9, 1e-8);
  expect_close(effective_tokens(law, 178e9, 25e9), 1.5123695e11, 1e-7);
  expect_close(loss(law, 8.67e9, 178e9, 25e9), 2.2269634, 2e-8);
}

// U_N = G² U_D with G = 0.2258019: 0.050987 parameters per unique token.
TEST(RepeatedDataLaw, FreshOptimumHasTwentyTokensPerParameter) {
  EXPECT_NEAR(optimal_parameters(repeated().fresh, 1e9) / 1e9, 0.050987, 1e-6);  // printed digits
}

TEST(RepeatedDataLaw, FourEpochsAreNearlyFreshFortyAreNot) {
  const RepeatedDataLoss law = repeated();
  EXPECT_GT(effective_tokens(law, 4 * 100e9, 100e9) / 400e9, 0.93);    // 1 + 15.39 (1 − e^(−3/15.39)) = 3.73 of 4
  EXPECT_LT(effective_tokens(law, 40 * 100e9, 100e9) / 4000e9, 0.40);  // 1 + 15.39 (1 − e^(−39/15.39)) = 15.2 of 40
  // However often they are repeated, U tokens are worth at most 1 + R*_D of themselves.
  EXPECT_LE(effective_tokens(law, 1e18, 100e9), (1 + law.token_decay) * 100e9 * (1 + kRounding));
}

TEST(RepeatedDataLaw, WithDataToSpareIsTheFreshLaw) {
  const ScalingLaw law = scaling_law("muennighoff-2023");
  const Optimum fresh = optimum_of(optimum_for_compute(law, 1e22 * flop));
  const Optimum spare = optimum_of(optimum_for_compute(law, 1e22 * flop, {.unique_tokens = 1e15}));
  expect_close(spare.parameters, fresh.parameters);
  expect_close(spare.loss.value_or(0), fresh.loss.value_or(0));
}

TEST(RepeatedDataLaw, OptimumUnderScarcityWarnsOfItsEpochs) {
  const Optimum point =
      optimum_of(optimum_for_compute(scaling_law("muennighoff-2023"), 1e22 * flop, {.unique_tokens = 5e9}));
  EXPECT_GT(point.tokens, 4 * 5e9);
  EXPECT_THAT(point.warnings, testing::Contains(testing::HasSubstr("passes over the data")));
}

// Inference-aware -----------------------------------------------------------------------------------------------------

struct SardanaGolden {
  double loss, inference_tokens, parameters, tokens, lifetime;
};

TEST(InferenceAwareLaw, ReproducesReferenceOptima) {
  const ParametricLoss law = parametric("besiroglu-2024");
  const double seven_b = loss(law, 7e9, 140e9);
  const SardanaGolden golden[] = {
      {2.0, 0, 46855644301.760635, 880293251098.9736, 2.4748024472840382e+23},
      {2.0, 1e12, 34319689988.61279, 1249642075267.0227, 3.2596335169657124e+23},
      {2.0, 1e13, 20011275785.38254, 3009443817204.8374, 7.61562376827853e+23},
      {seven_b, 1e11, 5497164927.824337, 181822777657.6598, 7.096491764080607e+21},
      {seven_b, 2e12, 2799462658.8144073, 541668978398.479, 2.029614310604577e+22},
  };
  for (const SardanaGolden& row : golden) {
    const reference::Allocation split =
        reference::inference_aware_optimum(law, row.loss, row.inference_tokens).value_or(reference::Allocation{});
    // A minimiser finds the place of a minimum to the root of its accuracy; the value itself is far closer.
    expect_close(split.parameters, row.parameters, 1e-6);
    expect_close(split.tokens, row.tokens, 1e-6);
    expect_close(lifetime_flop(split.parameters, split.tokens, row.inference_tokens) / flop, row.lifetime);
  }
}

TEST(InferenceAwareLaw, ReproducesTheOptimumOfHoffmannsRoundedConstants) {
  const double target = loss(kHoffmannRounded, 7e9, 140e9);
  const reference::Allocation split =
      reference::inference_aware_optimum(kHoffmannRounded, target, 1e11).value_or(reference::Allocation{});
  expect_close(split.parameters, 3260836497.718199, 1e-6);
  expect_close(split.tokens, 277389379545.842, 1e-6);
}

// The paper: quality of a compute-optimal 7B, 1e11 tokens served -> 6B on 1.18 times the data.  With the unrounded
// constants 6.05B and 1.164: to the digits given here.
TEST(InferenceAwareLaw, ServingShrinksAChinchillaSevenB) {
  const ParametricLoss law = parametric("hoffmann-2022-3");
  const double tokens = reference::optimal_tokens(law, 7e9);
  EXPECT_NEAR(tokens / 295.5e9, 1, 1e-3);
  const reference::Allocation split =
      reference::inference_aware_optimum(law, loss(law, 7e9, tokens), 1e11).value_or(reference::Allocation{});
  EXPECT_NEAR(split.parameters / 6.05e9, 1, 1e-3);
  EXPECT_NEAR(split.tokens / tokens, 1.164, 1e-3);
}

// 1 + D_inf/(3D) is 1, said or not.
TEST(InferenceAwareLaw, WithoutInferenceIsTheParametricOptimum) {
  const Optimum plain = optimum_of(optimum_for_compute(scaling_law("besiroglu-2024"), 1e24 * flop));
  for (const LawConditions& conditions : {LawConditions{}, LawConditions{.inference_tokens = 0}}) {
    const Optimum aware = optimum_of(optimum_for_compute(scaling_law("sardana-2024"), 1e24 * flop, conditions));
    expect_close(aware.parameters, plain.parameters);
    expect_close(aware.tokens, plain.tokens);
    expect_close(aware.loss.value_or(0), plain.loss.value_or(1));
    EXPECT_EQ(aware.inference_compute, Flop{});
  }
}

// Cheapest way to a loss, and best loss for what that way costs, are the same point.
TEST(InferenceAwareLaw, BudgetAndTargetAreDual) {
  const ScalingLaw law = scaling_law("sardana-2024");
  const LawConditions conditions{.inference_tokens = 5e12};
  const Optimum target = optimum_of(optimum_for_loss(law, 1.95, conditions));
  const Optimum budget = optimum_of(optimum_for_compute(law, target.compute + target.inference_compute, conditions));
  expect_close(budget.parameters, target.parameters);
  expect_close(budget.loss.value_or(0), 1.95);
}

// Mixtures of experts -------------------------------------------------------------------------------------------------

TEST(RoutedLaw, ReproducesReferenceLosses) {
  expect_close(loss(routed(), 5e6, 128), 2.891532557590016);
  expect_close(loss(routed(), 1e9, 64), 2.0858146317429305);
  expect_close(loss(routed(), 1.3e9, 1), 2.2373570568867955);
}

// The paper's example: 5M parameters with 128 experts do about as well as a dense 55M (2.878 against 2.892).
TEST(RoutedLaw, ExpertsMultiplyASmallModel) {
  expect_close(loss(routed(), 55e6, 1), 2.878, 2e-4);  // printed digits
  expect_close(reference::dense_equivalent_parameters(routed(), 5e6, 1), 5e6);
  // The curves cross at 0.5 % of loss, a twentieth of which per percent of N: 55M within 10 %.
  expect_close(reference::dense_equivalent_parameters(routed(), 5e6, 128), 55e6, 0.10);
}

TEST(RoutedLaw, InvertsToParameters) {
  expect_close(reference::parameters_for_loss(routed(), loss(routed(), 3e8, 32), 32), 3e8);
}

TEST(GranularLaw, ReproducesReferenceLosses) {
  expect_close(loss(at_granularity(granular(), 8), 1e9, 1e11), 2.9418161011283184);
  expect_close(loss(at_granularity(granular(), 1), 1e9, 1e11), 3.0775562198616635);
}

// 4d² of attention and 8d² per standard expert: 12 of 8·64 + 4 = 516 parts are active.
TEST(GranularLaw, CountsActiveParametersOnly) {
  const Optimum point = optimum_of(prediction(scaling_law("krajewski-2024"), 51.6e9, 1e11));
  expect_close(point.active_parameters.value_or(0), 1.2e9);
  expect_close(point.compute / flop, 6 * 1.2e9 * 1e11);
}

// Over-training -------------------------------------------------------------------------------------------------------

// Runs the fit never saw, trained on RedPajama and judged on C4 [Gadre et al. 2024, public results]: 1.44B parameters
// on 640 tokens each, loss 2.50205, error of the law 0.7103 %; 6.89B on 20 tokens each, loss 2.42499, 0.7320 %.
TEST(OverTrainingLaw, ExtrapolatesAsItsAuthorsReport) {
  const ParametricLoss law = parametric("gadre-2024");
  EXPECT_NEAR(loss(law, 1439795200, 921468928000) / 2.502053562117363 - 1, 0.007103, 5e-7);  // printed digits
  EXPECT_NEAR(loss(law, 6889410560, 137788211200) / 2.424993099368689 - 1, 0.007320, 5e-7);
}

// Gadre's L = E + (a M^η + b M^−η) C^−η with a = p 6^η, b = q, η = −h/2.
TEST(OverTrainingLaw, ComputeFormAndParametricFormAreOne) {
  constexpr double kP = 166.21098471779035, kQ = 366.6871764327445, kH = -0.27285070292832697, kE = 1.8366483818298556;
  const double eta = -kH / 2;
  for (const double ratio : {5.0, 20.0, 640.0}) {
    const reference::Allocation split = reference::over_trained(1e21 * flop, ratio);
    expect_close(flop_6nd(split.parameters, split.tokens) / flop, 1e21);
    expect_close(split.tokens / split.parameters, ratio);
    const double expected =
        kE + (kP * std::pow(6, eta) * std::pow(ratio, eta) + kQ * std::pow(ratio, -eta)) * std::pow(1e21, -eta);
    expect_close(loss(over_training_loss(kP, kQ, kH, kE), split.parameters, split.tokens), expected);
  }
}

// Err = 0.856992 − 2.206490 e^(−0.714590 L): for the 6.89B run 0.4719; its 17 tasks measured 0.4716.
TEST(OverTrainingLaw, DownstreamErrorFollowsTheLoss) {
  const reference::DownstreamError law{.k = 2.206490, .gamma = 0.714590, .epsilon = 0.856992};
  EXPECT_NEAR(reference::downstream_error(law, 2.4427451606808424), 0.471856, 2e-6);   // constants to 6 digits
  EXPECT_NEAR(reference::downstream_error(law, 2.4427451606808424), 0.471637, 0.005);  // the law's scatter on its runs
}

TEST(OverTrainingRatio, IsOneAtTheOptimumAndProportionalToTokens) {
  const ScalingLaw law = scaling_law("besiroglu-2024");
  const double optimal = reference::optimal_tokens(parametric("besiroglu-2024"), 8e9);
  expect_close(over_training_ratio(law, 8e9, optimal).value_or(0), 1);
  expect_close(over_training_ratio(law, 8e9, 100 * optimal).value_or(0), 100);
  EXPECT_FALSE(over_training_ratio(scaling_law("clark-2022"), 8e9, 1e12).has_value());
}

}  // namespace scaling_law_forms_test
}  // namespace fmplan::model
