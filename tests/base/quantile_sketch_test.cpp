#include "core/base/quantile_sketch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace fmplan {
namespace quantile_sketch_test {

TEST(QuantileSketch, IsExactToAFourThousandth) {
  RandomStream random({.seed = 7});
  QuantileSketch sketch;
  std::vector<double> values;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(std::exp(3 * random.uniform()) * 40);
    sketch.add(values.back());
  }
  std::ranges::sort(values);
  for (const double probability : {0.001, 0.1, 0.5, 0.9, 0.999}) {
    const double exact = values[static_cast<std::size_t>(probability * 20'000)];
    EXPECT_NEAR(sketch.quantile(probability) / exact, 1, 1.0 / 2000) << probability;
  }
  EXPECT_NEAR(sketch.count_below(values[5000]), 5000, 20);
}

// A study of 200 projects keeps 1.8 million bins: 16 bytes each, where nodes of a tree took 48 and as much again
// around.
TEST(QuantileSketch, KeepsBinsSideBySideAndRising) {
  QuantileSketch one, two;
  for (const double value : {8.0, 2.0, 4.0, 2.0}) one.add(value);
  for (const double value : {4.0, 1.0}) two.add(value);
  one.merge(two);
  static_assert(sizeof(QuantileSketch::Bins::value_type) == 16);
  // The exponents of 1, 2, 4 and 8, 4,096 bins apart.
  const QuantileSketch::Bins expected = {{1023 << 12, 1}, {1024 << 12, 2}, {1025 << 12, 2}, {1026 << 12, 1}};
  EXPECT_EQ(one.bins(), expected);
  EXPECT_EQ(QuantileSketch(expected, 1, 8), one);
}

TEST(QuantileSketch, DoesNotKnowInWhichOrderAndPartsValuesCame) {
  QuantileSketch whole, one, two;
  for (const double value : {3.0, 0.0, 1e-6, 2.5, 1e9, 3.0}) whole.add(value);
  for (const double value : {1e9, 3.0, 2.5}) one.add(value);
  for (const double value : {3.0, 1e-6, 0.0}) two.add(value);
  one.merge(two);
  EXPECT_EQ(one.size(), 6);
  for (const double probability : {0.0, 0.2, 0.5, 0.8, 1.0})
    EXPECT_EQ(one.quantile(probability), whole.quantile(probability)) << probability;
}

// Nothing in seven of ten trials.
TEST(QuantileSketch, OfMostlyNothingIsNothingExactly) {
  QuantileSketch sketch;
  for (int i = 0; i < 7; ++i) sketch.add(0);
  for (int i = 0; i < 3; ++i) sketch.add(40 + i);
  EXPECT_EQ(sketch.quantile(0.1), 0);
  EXPECT_EQ(sketch.quantile(0.6), 0);
  EXPECT_NEAR(sketch.quantile(1), 42, 1e-12);
}

// The ends are those of the values, not of their bins.
TEST(QuantileSketch, StaysAmongItsValues) {
  QuantileSketch sketch;
  for (int i = 0; i < 100; ++i) sketch.add(100.83);
  for (const double probability : {0.0, 0.1, 0.9, 1.0}) EXPECT_EQ(sketch.quantile(probability), 100.83);
}

TEST(QuantileSketch, OfOneValueHasIt) {
  QuantileSketch sketch;
  sketch.add(54);
  EXPECT_NEAR(sketch.quantile(0.5), 54, 54.0 / 4096);
  EXPECT_EQ(sketch.count_below(53), 0);
  EXPECT_EQ(sketch.count_below(55), 1);
}

}  // namespace quantile_sketch_test
}  // namespace fmplan
