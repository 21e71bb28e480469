// Lines and curves over parameters and tokens.

#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "core/model/scaling_law.h"
#include "tests/model/shipped_laws.h"

namespace fmplan::model {
namespace optimal_line_test {

/// Of sums and roots in double precision, a few of them after each other.
constexpr double kRounding = 1e-9;

/// L = 1 + 100/√N + 100/√D, whose best division has N = D.
ScalingLaw round_law() {
  ScalingLaw law;
  law.name = "round";
  law.form = ParametricLoss{.e = 1, .a = 100, .alpha = 0.5, .b = 100, .beta = 0.5};
  return law;
}

// 6·10⁴·10⁴ = 6e8 FLOP and 6·10⁶·10⁶ = 6e12; half way in logarithms lies 10⁵: 1 + 200/316.23 = 1.63246.
TEST(OptimalLine, RunsFromOneBudgetToTheOther) {
  const auto answer = optimal_line(round_law(), 6e8 * flop, 6e12 * flop, 3);
  const auto& line = std::get<std::vector<Optimum>>(answer);
  ASSERT_EQ(line.size(), 3U);
  const double sizes[] = {1e4, 1e5, 1e6}, losses[] = {3, 1 + 200 / std::sqrt(1e5), 1.2};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(line[i].parameters / sizes[i], 1, kRounding);
    EXPECT_NEAR(line[i].tokens / sizes[i], 1, kRounding);
    EXPECT_NEAR(*line[i].loss, losses[i], kRounding);
  }
}

TEST(OptimalLine, IsNoneWhereTheLawHasNoOptimum) {
  const auto answer = optimal_line(scaling_law("clark-2022"), 1e20 * flop, 1e24 * flop, 2);
  ASSERT_TRUE(std::holds_alternative<NoAnswer>(answer));
  EXPECT_NE(std::get<NoAnswer>(answer).reason.find("no compute optimum"), std::string::npos);
}

// What every law answers for a budget lies on its line.
TEST(OptimalLine, EndsWhereTheBudgetsOptimumIs) {
  const LawConditions conditions{.inference_tokens = 1e12, .unique_tokens = 1e11};
  for (const ScalingLaw& law : scaling_laws()) {
    const LawAnswer best = optimum_for_compute(law, 1e23 * flop, conditions);
    const auto line = optimal_line(law, 1e23 * flop, 1e24 * flop, 2, conditions);
    ASSERT_EQ(best.index() == 0, line.index() == 0) << law.name;
    if (line.index() != 0) continue;
    EXPECT_NEAR(std::get<0>(line).front().parameters / std::get<Optimum>(best).parameters, 1, kRounding) << law.name;
    EXPECT_NEAR(std::get<0>(line).front().tokens / std::get<Optimum>(best).tokens, 1, kRounding) << law.name;
  }
}

// 2.1 = 1 + 100/√10⁶ + 100/√10⁴.  A size of 10⁴ alone costs 1, so that nothing is left of 2.
TEST(TokensToReach, IsWhatIsLeftOfTheLoss) {
  EXPECT_NEAR(*tokens_to_reach(round_law(), 1e6, 2.1), 1e4, 1e4 * kRounding);
  EXPECT_EQ(tokens_to_reach(round_law(), 1e4, 2), std::nullopt);
}

// Four passes over the data among them.
TEST(TokensToReach, InvertsEveryLawThatHasALossOfBoth) {
  const LawConditions conditions{.inference_tokens = 1e12, .unique_tokens = 5e9};
  int num_laws = 0;
  for (const ScalingLaw& law : scaling_laws()) {
    const auto point = std::get<Optimum>(prediction(law, 1e9, 2e10, conditions));
    const bool knows_tokens = point.loss && !std::holds_alternative<RoutedLoss>(law.form);
    const std::optional<double> tokens = tokens_to_reach(law, 1e9, point.loss.value_or(2), conditions);
    ASSERT_EQ(tokens.has_value(), knows_tokens) << law.name;
    if (!tokens) continue;
    EXPECT_NEAR(*tokens / 2e10, 1, kRounding) << law.name;
    ++num_laws;
  }
  EXPECT_GE(num_laws, 7);
}

// Of data that are repeated the worth has an end: U (1 + R*_D), 16.388 U.
TEST(TokensToReach, IsNoneBeyondWhatRepetitionIsWorth) {
  const ScalingLaw& law = scaling_law("muennighoff-2023");
  const auto form = std::get<RepeatedDataLoss>(law.form);
  const double best = loss(form.fresh, effective_parameters(form, 1e9, 1e9), 1e9 * (1 + form.token_decay));
  EXPECT_TRUE(tokens_to_reach(law, 1e9, best + 1e-3, {.unique_tokens = 1e9}));
  EXPECT_FALSE(tokens_to_reach(law, 1e9, best - 1e-3, {.unique_tokens = 1e9}));
}

// 6·10⁴ FLOP a token.  Served on 3e6 tokens, 2·10⁴·3e6 = 6e10 FLOP are taken before.
TEST(TokensWithin, AreWhatTheBudgetLeaves) {
  EXPECT_NEAR(*tokens_within(round_law(), 1e4, 6e12 * flop), 1e8, 1e8 * kRounding);
  ScalingLaw served = round_law();
  served.form = InferenceAwareForm{std::get<ParametricLoss>(round_law().form)};
  const LawConditions conditions{.inference_tokens = 3e6};
  EXPECT_NEAR(*tokens_within(served, 1e4, 6.6e11 * flop, conditions), 1e7, 1e7 * kRounding);
  EXPECT_EQ(tokens_within(served, 1e4, 5e10 * flop, conditions), std::nullopt);
}

}  // namespace optimal_line_test
}  // namespace fmplan::model
