#include "core/model/memory_chance.h"

#include <gtest/gtest.h>

namespace fmplan::model {
namespace memory_chance_test {

constexpr MemoryInterval kInterval{.low_80 = 0.9, .high_80 = 1.1, .low_95 = 0.8, .high_95 = 1.25};

// The interval says it of itself: one in ten peaks is above its upper 80 % end, one in forty above its 95 % end.
TEST(ChanceOfFitting, IsWhatTheIntervalSays) {
  const Bytes card = 80 * gigabyte;
  EXPECT_NEAR(chance_of_fitting(card / 1.25, kInterval, card), 0.975, 1e-9);
  EXPECT_NEAR(chance_of_fitting(card / 1.1, kInterval, card), 0.9, 1e-9);
  EXPECT_NEAR(chance_of_fitting(card / 0.9, kInterval, card), 0.1, 1e-9);
  EXPECT_NEAR(chance_of_fitting(card / 0.8, kInterval, card), 0.025, 1e-9);
}

// ln 1.1 = 0.09531 and ln 0.9 = −0.10536 at ±1.2816 deviations: 1 lies 0.5025 of the way from the upper end to the
// lower, at 1.2816 · (1 − 2 · 0.4750) = 0.0642 deviations: 52.6 %.
TEST(ChanceOfFitting, GoesStraightBetweenTheEnds) {
  EXPECT_NEAR(chance_of_fitting(80 * gigabyte, kInterval, 80 * gigabyte), 0.5256, 1e-4);
}

TEST(ChanceOfFitting, FallsWithThePredictionAndIsTheInverseOfTheQuantile) {
  double before = 1;
  for (double share = 0.3; share < 3; share *= 1.05) {
    const double chance = chance_of_fitting(share * gigabyte, kInterval, 1 * gigabyte);
    EXPECT_LT(chance, before);
    if (chance > 1e-6 && chance < 1 - 1e-6) {
      EXPECT_NEAR(peak_quantile(kInterval, chance) * share, 1, 1e-9);
    }
    before = chance;
  }
}

TEST(ChanceOfFitting, BearsAnIntervalOfOnePoint) {
  const MemoryInterval point{.low_80 = 1, .high_80 = 1, .low_95 = 1, .high_95 = 1};
  EXPECT_GT(chance_of_fitting(0.99 * gigabyte, point, 1 * gigabyte), 0.999);
  EXPECT_LT(chance_of_fitting(1.01 * gigabyte, point, 1 * gigabyte), 0.001);
}

TEST(MemoryVerdict, IsTheChanceInAWord) {
  EXPECT_EQ(memory_verdict(0.9), MemoryVerdict::kFits);
  EXPECT_EQ(memory_verdict(0.89), MemoryVerdict::kTight);
  EXPECT_EQ(memory_verdict(0.11), MemoryVerdict::kTight);
  EXPECT_EQ(memory_verdict(0.1), MemoryVerdict::kDoesNotFit);
}

}  // namespace memory_chance_test
}  // namespace fmplan::model
