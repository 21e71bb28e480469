#include "core/model/scaling_law_batch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/reference/scaling_laws.h"

namespace fmplan::model {
namespace scaling_law_batch_test {

// Golden values come from an independent Python implementation in double precision; they agree to rounding, and 1e-9
// leaves room for another libm.
constexpr double kRounding = 1e-9;

void expect_close(double actual, double expected, double relative = kRounding) {
  EXPECT_NEAR(actual, expected, relative * std::abs(expected));
}

// Bc = 1000: a batch of 250 takes 5 times the fewest steps and 1.25 times the fewest tokens, and so on.
TEST(CriticalBatch, TradesStepsForTokens) {
  EXPECT_EQ(reference::batch_price(250, 1000), (reference::BatchPrice{.steps_factor = 5, .tokens_factor = 1.25}));
  EXPECT_EQ(reference::batch_price(1000, 1000), (reference::BatchPrice{.steps_factor = 2, .tokens_factor = 2}));
  EXPECT_EQ(reference::batch_price(4000, 1000), (reference::BatchPrice{.steps_factor = 1.25, .tokens_factor = 5}));
}

// McCandlish's hyperbola: (S/Smin − 1)(E/Emin − 1) = 1.
TEST(CriticalBatch, PriceLiesOnTheHyperbola) {
  for (const double batch : {1.0, 37.0, 1e6}) {
    const reference::BatchPrice price = reference::batch_price(batch, 5000);
    expect_close((price.steps_factor - 1) * (price.tokens_factor - 1), 1, 1e-12 * 1e4);  // 1 + tiny − 1 loses digits
  }
}

TEST(CriticalBatch, GrowsWithDataToThePowerPointFourSeven) {
  expect_close(data_critical_batch(1e12) / data_critical_batch(1e10), std::pow(100, 0.47));
  EXPECT_FALSE(kDataCriticalBatchConfirmed);
}

// A million tokens have 512 · 22.91 = 11,730, and a hundred times as many 10^0.94 times as much.
TEST(CriticalBatch, IsThatOfItsTokensAndBack) {
  expect_close(data_critical_batch(1e6), 512 * 22.91);
  expect_close(tokens_of_critical_batch(512 * 22.91), 1e6);
  expect_close(tokens_of_critical_batch(512 * 22.91 * std::pow(10, 0.94)), 1e8);
  for (const double tokens : {1e7, 3e11, 2e13})
    expect_close(tokens_of_critical_batch(data_critical_batch(tokens)), tokens);
}

TEST(HyperParameters, ReproduceDeepSeekAndStepLaw) {
  const HyperParameters deepseek = deepseek_hyper_parameters(1e22 * flop);
  expect_close(deepseek.learning_rate, 0.0005544675200501362);
  expect_close(deepseek.batch_tokens, 4587571.557047959);
  const HyperParameters step = step_law_hyper_parameters(7e9, 1.4e12);
  expect_close(step.learning_rate, 0.0009165569088563072);
  expect_close(step.batch_tokens, 4998815.43267147);
}

}  // namespace scaling_law_batch_test
}  // namespace fmplan::model
