#include "core/model/scaling_law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <iostream>
#include <ostream>
#include <string>
#include <vector>

#include "tests/model/shipped_laws.h"

namespace fmplan::model {

/// How a parameterised test names its law.
static void PrintTo(const ScalingLaw& law, std::ostream* out) { *out << law.name; }

namespace scaling_law_test {

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

std::string refusal(const LawAnswer& answer) {
  const NoAnswer* none = std::get_if<NoAnswer>(&answer);
  return none ? none->reason : "";
}

/// Conditions under which every law answers what it can.
LawConditions rich_conditions() { return {.inference_tokens = 1e12, .unique_tokens = 5e12}; }

// Hoffmann's tables ---------------------------------------------------------------------------------------------------

struct TableRow {
  double parameters;
  double flop_1, tokens_1;  ///< Table 3, approach 1
  double flop_2, tokens_2;  ///< Table A3, approach 2
  double flop_3, tokens_3;  ///< Table A3, approach 3
};

// As the paper prints them, but for one misprint: 175B by approach 3 reads 1.26e24 there; 6·175e9·12.0e12 is 1.26e25.
// A widely shown slide gives 1.23e23 FLOP for 10B; the paper has 1.23e22, and 6·10e9·205.1e9 = 1.231e22.
constexpr TableRow kHoffmannTables[] = {
    {400e6, 1.92e19, 8.0e9, 1.84e19, 7.7e9, 2.21e19, 9.2e9},
    {1e9, 1.21e20, 20.2e9, 1.20e20, 20.0e9, 1.62e20, 27.1e9},
    {10e9, 1.23e22, 205.1e9, 1.32e22, 219.5e9, 2.46e22, 410.1e9},
    {67e9, 5.76e23, 1.5e12, 6.88e23, 1.7e12, 1.71e24, 4.1e12},
    {175e9, 3.85e24, 3.7e12, 4.54e24, 4.3e12, 1.26e25, 12.0e12},
    {280e9, 9.90e24, 5.9e12, 1.18e25, 7.1e12, 3.52e25, 20.1e12},
    {520e9, 3.43e25, 11.0e12, 4.19e25, 13.4e12, 1.36e26, 43.5e12},
    {1e12, 1.27e26, 21.2e12, 1.59e26, 26.5e12, 5.65e26, 94.1e12},
    {10e12, 1.30e28, 216.2e12, 1.75e28, 292.0e12, 8.55e28, 1425.5e12},
};

struct TableRatio {
  double compute, tokens;
};

TableRatio ratio_to_table(const char* law, double parameters, double table_flop, double table_tokens) {
  const Optimum point = optimum_of(optimum_for_parameters(scaling_law(law), parameters));
  return {.compute = point.compute / (table_flop * flop), .tokens = point.tokens / table_tokens};
}

// The rows are no exact power law: they are rounded to 2–3 digits, and 67B (Chinchilla itself, Gopher's budget) stands
// 6 % off the line its neighbours lie on.
double table_tolerance(double parameters) { return parameters == 67e9 ? 0.07 : 0.015; }

TEST(HoffmannTables, ApproachesOneAndTwoAreReproducedByTheirRegressions) {
  for (const TableRow& row : kHoffmannTables) {
    const TableRatio one = ratio_to_table("hoffmann-2022-1", row.parameters, row.flop_1, row.tokens_1);
    EXPECT_NEAR(one.compute, 1, table_tolerance(row.parameters)) << row.parameters;
    EXPECT_NEAR(one.tokens, 1, table_tolerance(row.parameters)) << row.parameters;
    const TableRatio two = ratio_to_table("hoffmann-2022-2", row.parameters, row.flop_2, row.tokens_2);
    EXPECT_NEAR(two.compute, 1, table_tolerance(row.parameters)) << row.parameters;
    EXPECT_NEAR(two.tokens, 1, table_tolerance(row.parameters)) << row.parameters;
  }
}

// The paper's constants do not reproduce the paper's table: the law asks for 2–19 % more.  The bound is that gap.
TEST(HoffmannTables, ApproachThreeAsPublishedLiesAboveItsTable) {
  for (const TableRow& row : kHoffmannTables) {
    const TableRatio law = ratio_to_table("hoffmann-2022-3", row.parameters, row.flop_3, row.tokens_3);
    std::cout << "approach 3 over Table A3 at N = " << row.parameters << ": FLOP " << law.compute << ", tokens "
              << law.tokens << "\n";
    EXPECT_GT(law.compute, 1.0) << row.parameters;
    EXPECT_LT(law.compute, 1.2) << row.parameters;
    EXPECT_GT(law.tokens, 1.0) << row.parameters;
    EXPECT_LT(law.tokens, 1.2) << row.parameters;
  }
}

// 280B is inconsistent in itself: 6·280e9·20.1e12 is 3.38e25, 4 % below its 3.52e25; 67B 8 % off, rounded to two
// digits.
TEST(HoffmannTables, ApproachThreeAsTabledIsReproducedByItsRegression) {
  for (const TableRow& row : kHoffmannTables) {
    const TableRatio table = ratio_to_table("hoffmann-2022-3-table", row.parameters, row.flop_3, row.tokens_3);
    const double tolerance = row.parameters == 67e9 ? 0.085 : row.parameters == 280e9 ? 0.045 : 0.015;
    EXPECT_NEAR(table.compute, 1, tolerance) << row.parameters;
    EXPECT_NEAR(table.tokens, 1, tolerance) << row.parameters;
  }
}

TEST(HoffmannTables, TenBillionParametersTakeTenToTheTwentyTwoNotTwentyThree) {
  const Optimum point = optimum_of(optimum_for_parameters(scaling_law("hoffmann-2022-1"), 10e9));
  EXPECT_NEAR(point.compute / (1.23e22 * flop), 1, 0.015);            // the table's rounding, as above
  EXPECT_LT(point.compute, 0.11 * 1.23e23 * flop);                    // the slide's figure is ten times that
  EXPECT_NEAR(flop_6nd(10e9, 205.1e9) / (1.231e22 * flop), 1, 5e-4);  // 12.306e21
}

// Regressions through the logarithms of the rows above, done here anew.
TEST(HoffmannTables, RegressionOfTheRowsGivesTheLawsCoefficients) {
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (const TableRow& row : kHoffmannTables) {
    const double x = std::log(row.flop_1);
    const double y = std::log(row.parameters);
    sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y;
  }
  const double n = std::size(kHoffmannTables);
  const double slope = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
  const double coefficient = std::exp((sum_y - slope * sum_x) / n);
  const PowerLaw law = std::get<FrontierForm>(scaling_law("hoffmann-2022-1").form).frontier.parameters;
  expect_close(law.exponent, slope);
  expect_close(law.coefficient, coefficient, 1e-8);  // exp(54 · slope error)
}

// Every law -----------------------------------------------------------------------------------------------------------

class EveryLaw : public testing::TestWithParam<ScalingLaw> {};

bool has_optimum(const ScalingLaw& law) { return !std::holds_alternative<RoutedLoss>(law.form); }
bool has_optimal_loss(const ScalingLaw& law) {
  return has_optimum(law) && !std::holds_alternative<FrontierForm>(law.form);
}

TEST_P(EveryLaw, HasSourceAndMeaning) {
  EXPECT_FALSE(GetParam().source.empty());
  EXPECT_FALSE(GetParam().parameters_mean.empty());
  // A law that gives a loss says of what.
  EXPECT_EQ(GetParam().loss_means.empty(), std::holds_alternative<FrontierForm>(GetParam().form));
}

TEST_P(EveryLaw, EveryQuestionLeadsToTheSameOptimum) {
  const ScalingLaw& law = GetParam();
  const LawConditions conditions = rich_conditions();
  if (!has_optimum(law)) {
    EXPECT_NE(refusal(optimum_for_compute(law, 1e22 * flop, conditions)), "");
    EXPECT_NE(refusal(optimum_for_loss(law, 2.5, conditions)), "");
    return;
  }
  for (const double budget : {1e20, 1e24, 1e27}) {
    const Optimum point = optimum_of(optimum_for_compute(law, budget * flop, conditions));
    expect_close((point.compute + point.inference_compute) / flop, budget);
    expect_close(optimum_of(optimum_for_parameters(law, point.parameters, conditions)).tokens, point.tokens, 1e-8);
    expect_close(optimum_of(optimum_for_tokens(law, point.tokens, conditions)).parameters, point.parameters, 1e-8);
    ASSERT_EQ(point.loss.has_value(), has_optimal_loss(law));
    if (!point.loss) continue;
    // Near the floor of loss its digits are spent on the constant E: what is left of them bounds the inverse.
    expect_close(optimum_of(optimum_for_loss(law, *point.loss, conditions)).parameters, point.parameters, 1e-6);
  }
}

// N(C) and D(C) of a law without a loss were fitted apart, and their 6ND is C within a hundredth.
TEST_P(EveryLaw, TheOptimumTakesAndReachesWhatItsParametersAndTokensDo) {
  const ScalingLaw& law = GetParam();
  const LawConditions conditions = rich_conditions();
  if (!has_optimum(law)) return;
  for (const double budget : {1e20, 1e23, 1e25}) {
    const Optimum point = optimum_of(optimum_for_compute(law, budget * flop, conditions));
    const Optimum same = optimum_of(prediction(law, point.parameters, point.tokens, conditions));
    const double tolerance = std::holds_alternative<FrontierForm>(law.form) ? 0.01 : kRounding;
    expect_close((same.compute + same.inference_compute) / flop, budget, tolerance);
    if (point.loss) expect_close(same.loss.value_or(0), *point.loss);
  }
}

// A thousand PF-days on the published frontier: N = 1.3e9·10^2.19 and D = 2e10·10^0.81, which take 6·1.3e9·2e10·10³
// FLOP, 1.8 times the PF-days.
TEST(KaplanFrontier, DividesABudgetSoThatItsOwnParametersAndTokensTakeIt) {
  const ScalingLaw& law = scaling_law("kaplan-2020");
  const Optimum point = optimum_of(optimum_for_compute(law, 1.56e23 * flop));
  expect_close(point.parameters, 1.3e9 * std::pow(10, 2.19));
  expect_close(point.tokens, 2e10 * std::pow(10, 0.81));
  EXPECT_DOUBLE_EQ(*point.loss, loss(std::get<KaplanForm>(law.form).loss, point.parameters, point.tokens));
}

TEST_P(EveryLaw, OptimumBeatsItsNeighboursAtTheSameCost) {
  const ScalingLaw& law = GetParam();
  // Kaplan's frontier is a separate fit, not the minimum of its L(N, D).
  if (!has_optimal_loss(law) || std::holds_alternative<KaplanForm>(law.form)) return;
  const LawConditions conditions = rich_conditions();
  const Optimum best = optimum_of(optimum_for_compute(law, 1e23 * flop, conditions));
  const double cost = (best.compute + best.inference_compute) / best.parameters / flop;
  const double train = best.compute / best.parameters / flop;
  for (const double factor : {0.5, 0.9, 0.99, 1.01, 1.1, 2.0}) {
    // What one parameter costs, training and serving, moves inversely to N; serving stays.
    const double tokens = best.tokens * (cost / factor - (cost - train)) / train;
    if (tokens <= 0) continue;
    const Optimum other = optimum_of(prediction(law, best.parameters * factor, tokens, conditions));
    EXPECT_NEAR((other.compute + other.inference_compute) / (1e23 * flop), 1, kRounding);
    EXPECT_GT(other.loss.value_or(0), best.loss.value_or(99)) << factor;
  }
}

TEST_P(EveryLaw, LossFallsWithParametersTokensAndCompute) {
  const ScalingLaw& law = GetParam();
  const LawConditions conditions = rich_conditions();
  if (std::holds_alternative<FrontierForm>(law.form)) return;
  const bool sees_tokens = !std::holds_alternative<RoutedLoss>(law.form);
  for (const double n : {1e8, 1e10, 1e12}) {
    for (const double d : {1e10, 1e12}) {
      const double here = optimum_of(prediction(law, n, d, conditions)).loss.value_or(0);
      EXPECT_LT(optimum_of(prediction(law, 1.1 * n, d, conditions)).loss.value_or(99), here);
      const double more_data = optimum_of(prediction(law, n, 1.1 * d, conditions)).loss.value_or(99);
      if (sees_tokens)
        EXPECT_LT(more_data, here);
      else
        EXPECT_DOUBLE_EQ(more_data, here);
    }
  }
  if (!has_optimum(law)) return;
  EXPECT_LT(optimum_of(optimum_for_compute(law, 1e25 * flop, conditions)).loss.value_or(99),
            optimum_of(optimum_for_compute(law, 1e24 * flop, conditions)).loss.value_or(0));
}

TEST_P(EveryLaw, WarnsOutsideItsRangeAndNotInside) {
  const ScalingLaw& law = GetParam();
  LawConditions conditions = rich_conditions();
  conditions.unique_tokens.reset();
  if (!has_optimum(law) || !law.compute) return;
  conditions.inference_tokens = 0;
  const Flop inside = std::sqrt(law.compute->low / flop * (law.compute->high / flop)) * flop;
  EXPECT_THAT(optimum_of(optimum_for_compute(law, inside, conditions)).warnings, testing::IsEmpty());
  EXPECT_THAT(optimum_of(optimum_for_compute(law, 1000 * law.compute->high, conditions)).warnings,
              testing::Contains(testing::HasSubstr("1e+03 × the largest it was fitted on")));
  EXPECT_THAT(optimum_of(optimum_for_compute(law, 1e-3 * law.compute->low, conditions)).warnings,
              testing::Contains(testing::HasSubstr("0.001 × the smallest it was fitted on")));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLaw, testing::ValuesIn(scaling_laws()), [](const auto& each) {
  std::string name = each.param.name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

// Refusals ------------------------------------------------------------------------------------------------------------

TEST(OptimumForLoss, RefusesWhatNoBudgetReaches) {
  EXPECT_THAT(refusal(optimum_for_loss(scaling_law("besiroglu-2024"), 1.8)), testing::HasSubstr("tends to 1.817"));
  EXPECT_THAT(refusal(optimum_for_loss(scaling_law("hoffmann-2022-1"), 2.0)), testing::HasSubstr("no loss"));
}

// Scarce data has a floor of its own: with U unique tokens, D' ≤ (1 + R*_D) U and N' ≤ (1 + R*_N) U_N.
TEST(OptimumForLoss, FindsTheFloorThatScarceDataSets) {
  const RepeatedDataLoss law = std::get<RepeatedDataLoss>(scaling_law("muennighoff-2023").form);
  const double unique = 10e9;
  const double floor = loss(law.fresh, (1 + law.parameter_decay) * optimal_parameters(law.fresh, unique),
                            (1 + law.token_decay) * unique);
  const ScalingLaw named = scaling_law("muennighoff-2023");
  const LawConditions conditions{.unique_tokens = unique};
  EXPECT_NE(refusal(optimum_for_loss(named, floor - 1e-4, conditions)), "");
  expect_close(optimum_of(optimum_for_loss(named, floor + 1e-4, conditions)).loss.value_or(0), floor + 1e-4);
}

}  // namespace scaling_law_test
}  // namespace fmplan::model
