#include "core/calibration/conformal.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace fmplan::calibration {
namespace conformal_test {

// Four sources of one row: 0.1 … 0.4, a fifth each.  80 % needs all four.
TEST(ConformalFactor, IsTheQuantileWithAPlaceForTheRowToCome) {
  const std::vector<SourceResidual> residuals = {{"a", 0.1}, {"b", -0.4}, {"c", 0.2}, {"d", -0.3}};
  EXPECT_DOUBLE_EQ(conformal_factor(residuals, "", 0.80).value(), std::exp(0.4));
  EXPECT_DOUBLE_EQ(conformal_factor(residuals, "", 0.60).value(), std::exp(0.3));
  EXPECT_FALSE(conformal_factor(residuals, "", 0.81));
}

// A source of many rows weighs as much as a source of one: "a" has a third in all, "b" a third.
TEST(ConformalFactor, GivesEachSourceTheSameMass) {
  std::vector<SourceResidual> residuals = {{"b", 0.5}};
  for (int i = 0; i < 100; ++i) residuals.push_back({"a", 0.001 * i});
  EXPECT_DOUBLE_EQ(conformal_factor(residuals, "", 0.33).value(), std::exp(0.098));
  EXPECT_DOUBLE_EQ(conformal_factor(residuals, "", 0.6).value(), std::exp(0.5));
}

TEST(ConformalFactor, LeavesTheSourceOut) {
  const std::vector<SourceResidual> residuals = {{"a", 5}, {"b", 0.1}, {"c", 0.2}};
  EXPECT_DOUBLE_EQ(conformal_factor(residuals, "a", 0.6).value(), std::exp(0.2));
  EXPECT_FALSE(conformal_factor({{"a", 5}}, "a", 0.1));
  EXPECT_FALSE(conformal_factor({}, "", 0.5));
}

// Sources from one distribution, each with an offset of its own: the next source is covered as often as promised.
// 2,000 trials: 80 % within 3 standard errors of 0.9 %, from above with 11 sources (12 places: 80 % becomes 10/12).
TEST(ConformalFactor, CoversWhatItPromises) {
  std::mt19937 random(7);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0 - 0.5; };
  int covered = 0;
  constexpr int kTrials = 2000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<SourceResidual> residuals;
    for (int source = 0; source < 11; ++source) {
      const double offset = uniform();
      for (int row = 0; row <= source % 3; ++row)
        residuals.push_back({std::to_string(source), offset + 0.2 * uniform()});
    }
    const double next = uniform() + 0.2 * uniform();
    covered += std::exp(std::abs(next)) <= conformal_factor(residuals, "", 0.80).value() ? 1 : 0;
  }
  EXPECT_GE(covered / static_cast<double>(kTrials), 0.80 - 0.027);
  EXPECT_LE(covered / static_cast<double>(kTrials), 10.0 / 12 + 0.027);
}

}  // namespace conformal_test
}  // namespace fmplan::calibration
