#include "core/hardware/power.h"

#include <gtest/gtest.h>

namespace fmplan::hardware {
namespace power_test {

// Llama 3.1 405B model card: 30.84M H100-hours at 700 W are 21.588 GWh; the card prints 8,930 t CO₂eq, which implies
// 0.4137 kg/kWh; the tolerance of 1 % covers the card's rounding and the factor's three digits.
TEST(CarbonKg, IsThatOfTheLlama31ModelCard) {
  const Joules energy = accelerator_energy(30.84e6, 700 * watt, 1.0);
  EXPECT_NEAR(energy / kilowatt_hour, 21.588e6, 1);
  EXPECT_NEAR(carbon_kg(energy, 0.414), 8930e3, 0.01 * 8930e3);
}

// Llama 2 70B model card: 1,720,320 A100-hours at 400 W, 291.42 t, hence 0.4235 kg/kWh.
TEST(CarbonKg, IsThatOfTheLlama2ModelCard) {
  EXPECT_NEAR(carbon_kg(accelerator_energy(1'720'320, 400 * watt, 1.0), 0.4235), 291.42e3, 0.001 * 291.42e3);
}

TEST(AcceleratorEnergy, GrowsWithTheSitesOverhead) {
  EXPECT_DOUBLE_EQ(accelerator_energy(10, 1 * kilowatt, 1.2) / kilowatt_hour, 12.0);
}

}  // namespace power_test
}  // namespace fmplan::hardware
