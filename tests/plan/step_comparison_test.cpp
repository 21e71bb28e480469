#include "core/plan/step_comparison.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace step_comparison_test {

constexpr auto kBubble = static_cast<std::size_t>(sim::StepPart::kPipelineBubble);
constexpr auto kGemm = static_cast<std::size_t>(sim::StepPart::kGemm);

ComparableStep step(Seconds per_token, double bubble, const std::string& accelerator = "h100") {
  ComparableStep result{.time_per_token = per_token, .side = {}, .interval = {}, .difference = {}};
  result.side.shares[kBubble] = bubble;
  result.side.shares[kGemm] = 1 - bubble;
  result.side.position.accelerator = accelerator;
  result.interval = {.low_95 = 0.7, .low_80 = 0.8, .high_80 = 1.25, .high_95 = 1.5};
  return result;
}

// Of one machine ±25 % of each plan are common: of the difference 1.533 · sqrt(0.03² + 2 (0.1 · 0.05)²) = 4.7 % is
// left.
TEST(CompareSteps, TakesTheErrorOfTheDifference) {
  const StepComparison found = compare_steps(step(1 * second, 0.10), step(0.9 * second, 0.05));
  EXPECT_TRUE(found.common);
  EXPECT_DOUBLE_EQ(found.speed, 1 / 0.9);
  EXPECT_NEAR(std::log(found.interval.high_80), 1.533 * std::sqrt(0.03 * 0.03 + 2 * 0.005 * 0.005), 1e-9);
  EXPECT_FALSE(found.tie);
  EXPECT_TRUE(compare_steps(step(1 * second, 0.10), step(0.97 * second, 0.05)).tie);
}

// ln 1.25 of each: √2 · 0.223 = 0.316, a factor of 1.37 either way.
TEST(CompareSteps, TakesErrorsOfAnotherMachineAsIndependent) {
  const StepComparison found = compare_steps(step(1 * second, 0.1, "h100"), step(0.9 * second, 0.1, "b200"));
  EXPECT_FALSE(found.common);
  EXPECT_NEAR(found.interval.high_80, std::exp(std::sqrt(2.0) * std::log(1.25)), 1e-12);
  EXPECT_NEAR(found.interval.low_80 * found.interval.high_80, 1, 1e-12);
  EXPECT_TRUE(found.tie);
}

TEST(CompareSteps, OfThePlanItselfIsCertain) {
  const StepComparison found = compare_steps(step(1 * second, 0.1), step(1 * second, 0.1));
  EXPECT_EQ(found.speed, 1);
  EXPECT_EQ(found.interval, calibration::DifferenceInterval{});
  EXPECT_TRUE(found.tie);
}

// A token of another model is other work: that tokens come as fast is no tie.
TEST(CompareSteps, OfAnotherModelIsNoTie) {
  ComparableStep other = step(1 * second, 0.1);
  other.model.num_layers = 7;
  const StepComparison found = compare_steps(step(1 * second, 0.1), other);
  EXPECT_FALSE(found.same_work);
  EXPECT_FALSE(found.tie);
}

// One model's tokens routed by a benchmark and by a router are the same work.
TEST(ComparableStep, IsOfTheSameWorkHoweverTokensAreRouted) {
  Scenario scenario = small_scenario();
  scenario.model.moe =
      model::MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 1024};
  scenario.step_errors.emplace();
  const auto learned = comparable_step(evaluate(scenario));
  scenario.model.moe->balanced_routing = true;
  const auto balanced = comparable_step(evaluate(scenario));
  ASSERT_TRUE(learned && balanced);
  EXPECT_TRUE(compare_steps(*learned, *balanced).same_work);
  scenario.model.moe->experts_per_token = 1;
  EXPECT_FALSE(compare_steps(*learned, *comparable_step(evaluate(scenario))).same_work);
}

TEST(ComparableStep, NeedsMeasurements) {
  Scenario scenario = small_scenario();
  EXPECT_FALSE(comparable_step(evaluate(scenario)));
  scenario.step_errors.emplace();
  const auto comparable = comparable_step(evaluate(scenario));
  ASSERT_TRUE(comparable);
  double all = 0;
  for (const double share : comparable->side.shares) all += share;
  EXPECT_NEAR(all, 1, 1e-12);
}

}  // namespace step_comparison_test
}  // namespace fmplan::plan
