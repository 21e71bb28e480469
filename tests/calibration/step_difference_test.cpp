#include "core/calibration/fit/fit_errors.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace fmplan::calibration {
namespace step_difference_test {

StepSide side(double gemm, double bubble, double tensor_doublings = 0) {
  StepSide result;
  result.shares[static_cast<std::size_t>(sim::StepPart::kGemm)] = gemm;
  result.shares[static_cast<std::size_t>(sim::StepPart::kPipelineBubble)] = bubble;
  result.position.coordinates[1] = tensor_doublings;
  return result;
}

TEST(StepSide, IsTheSharesOfTheStepWithNarrowProductsApart) {
  sim::StepTime step;
  step[sim::StepPart::kGemm] = 3 * second;
  step[sim::StepPart::kAttention] = 1 * second;
  const auto gemm = static_cast<std::size_t>(sim::StepPart::kGemm);
  StepPosition position;
  position.precision = "bf16";
  EXPECT_DOUBLE_EQ(step_side(step, position).shares[gemm], 0.75);
  position.precision = "fp8";
  const StepSide narrow = step_side(step, position);
  EXPECT_EQ(narrow.shares[gemm], 0);
  EXPECT_DOUBLE_EQ(narrow.shares[sim::kNumStepParts], 0.75);
  EXPECT_EQ(difference_cause_name(sim::kNumStepParts), "gemm_8_bit");
}

// Two plans of the same shares err alike: the scatter of a measurement, 3 %, is left of what is believed.  One whose
// bubble is 20 points larger errs by a tenth of these more, and by as much of the products' 20 points:
// sqrt(0.03^2 + 0.02^2 + 0.02^2) = 0.0412.
TEST(DifferenceSpread, LeavesWhatTwoPlansDoNotShare) {
  const StepDifferenceModel believed;
  EXPECT_DOUBLE_EQ(difference_spread(believed, difference_amounts(side(0.9, 0.1), side(0.9, 0.1))), 0.03);
  EXPECT_NEAR(difference_spread(believed, difference_amounts(side(0.9, 0.1), side(0.7, 0.3))),
              std::sqrt(0.03 * 0.03 + 2 * 0.02 * 0.02), 1e-12);
  // Two doublings of the tensor degree at 2 % each.
  EXPECT_NEAR(difference_spread(believed, difference_amounts(side(1, 0), side(1, 0, 2))), std::hypot(0.03, 0.04),
              1e-12);
}

TEST(DifferenceInterval, IsTheSameBothWays) {
  const StepDifferenceModel model;
  const DifferenceInterval there = difference_interval(model, side(0.9, 0.1), side(0.7, 0.3, 1));
  EXPECT_EQ(there, difference_interval(model, side(0.7, 0.3, 1), side(0.9, 0.1)));
  EXPECT_DOUBLE_EQ(there.low_80 * there.high_80, 1);
  EXPECT_LT(there.low_95, there.low_80);
}

TEST(IsTie, HoldsWhereTheIntervalHoldsOne) {
  const DifferenceInterval ten_percent{.low_95 = 0.8, .low_80 = 0.9, .high_80 = 1 / 0.9, .high_95 = 1.25};
  EXPECT_TRUE(is_tie(0.95, ten_percent));
  EXPECT_TRUE(is_tie(1.1, ten_percent));
  EXPECT_FALSE(is_tie(0.85, ten_percent));
  EXPECT_FALSE(is_tie(1.12, ten_percent));
}

/// Pairs whose bubble differs by up to half of the step, which the model has wrong by `bubble` of its own time, and
/// runs that scatter by `scatter`, all normal.
std::vector<StepDifference> pairs_of(double bubble, double scatter, std::uint64_t seed) {
  RandomKey key{.seed = seed};
  const auto normal = [&key] {
    ++key.index;
    return normal_draw(key);
  };
  std::vector<StepDifference> pairs;
  for (int source = 0; source < 20; ++source) {
    for (int i = 0; i < 40; ++i) {
      const double apart = 0.5 * i / 40;
      StepDifference pair;
      pair.amounts = difference_amounts(side(0.8, 0.1), side(0.8, 0.1 + apart));
      pair.source = std::to_string(source);
      pair.log_ratio = bubble * apart * normal();
      pair.log_ratio += scatter * normal();
      pairs.push_back(pair);
    }
  }
  return pairs;
}

// The level is widened to 0.8 · 21/20 = 0.84 for 20 sources.  Of 800 pairs that share has a standard error of 1.3 %,
// the quantile another 1.3 %: three of both together.
TEST(FitDifferenceModel, CoversWhatItDidNotSee) {
  const StepDifferenceModel model = fit_difference_model(pairs_of(0.6, 0.02, 1));
  const auto bubble = static_cast<std::size_t>(sim::StepPart::kPipelineBubble);
  EXPECT_GT(model.uncertainty[bubble], 0.3);  // believed were 0.1
  int inside = 0;
  const std::vector<StepDifference> others = pairs_of(0.6, 0.02, 2);
  for (const StepDifference& pair : others)
    inside += std::abs(pair.log_ratio) <= model.within_80 * difference_spread(model, pair.amounts);
  EXPECT_NEAR(inside / 800.0, 0.84, 0.056);
}

TEST(FitDifferenceModel, IsWhatIsBelievedOfNoPairs) { EXPECT_EQ(fit_difference_model({}), StepDifferenceModel{}); }

}  // namespace step_difference_test
}  // namespace fmplan::calibration
