#include "core/plan/difference_shares.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/random.h"

namespace fmplan::plan {
namespace difference_shares_test {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kRounding = 1e-12;

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// The figure of each set of changes, by its bits.
FigureOfSet table(std::vector<std::optional<double>> values) {
  return [values = std::move(values)](ChangeSet set) { return values.at(set); };
}

// Days on twice the nodes: 100 → 52; at another batch: 100 → 90; both: 40.  The first change takes 48 alone and 50
// after the second, 49 on average; the second 10 alone and 12 after the first, 11.
TEST(ShapleyShares, OfTwoChangesThatInteract) {
  const InputShares found = shares_of_all_orders(2, table({100, 52, 90, 40}));
  EXPECT_THAT(found.shares, ElementsAre(DoubleEq(-49), DoubleEq(-11)));
  EXPECT_EQ(found.possible, 1);
  EXPECT_THAT(found.standard_errors, IsEmpty());
}

// v = 1 + 2a + 4b + 8abc: the product's 8 are shared by the three that it needs.
TEST(ShapleyShares, SplitWhatNeedsAllEvenly) {
  const auto figure = [](ChangeSet set) {
    const double a = set & 1 ? 1 : 0, b = set & 2 ? 1 : 0, c = set & 4 ? 1 : 0;
    return std::optional(1 + 2 * a + 4 * b + 8 * a * b * c);
  };
  EXPECT_THAT(shares_of_all_orders(3, figure).shares,
              ElementsAre(DoubleNear(2 + 8 / 3.0, kRounding), DoubleNear(4 + 8 / 3.0, kRounding),
                          DoubleNear(8 / 3.0, kRounding)));
}

// The first change cannot be made alone: only "second, then first" is left, 100 → 90 → 40.
TEST(ShapleyShares, LeaveOutOrdersThroughWhatCannotBePlanned) {
  const InputShares found = shares_of_all_orders(2, table({100, std::nullopt, 90, 40}));
  EXPECT_THAT(found.shares, ElementsAre(DoubleEq(-50), DoubleEq(-10)));
  EXPECT_EQ(found.possible, 0.5);
  EXPECT_THAT(shares_of_all_orders(2, table({100, std::nullopt, std::nullopt, 40})).shares, IsEmpty());
  EXPECT_THAT(shares_of_all_orders(1, table({100, std::nullopt})).shares, IsEmpty());
}

/// Any figure of ten changes, with sets that are missing.
std::optional<double> rugged(ChangeSet set) {
  const double draw = uniform_draw({.seed = 7, .stream = 1, .substream = 0, .index = set});
  if (set != 0 && set != 1023 && draw < 0.1) return std::nullopt;
  return 1e7 * draw;
}

// Every order adds up to the difference, and so does any mean of them: to what adding 1,024 figures rounds to.
TEST(ShapleyShares, AddUpToTheDifference) {
  const double difference = *rugged(1023) - *rugged(0);
  const InputShares found = shares_of_all_orders(10, rugged);
  EXPECT_GT(found.possible, 0);
  EXPECT_LT(found.possible, 1);
  EXPECT_NEAR(sum(found.shares), difference, 1e-6);
  EXPECT_NEAR(sum(shares_of_orders(sampled_orders(10, 500, 1), rugged).shares), difference, 1e-6);
}

// Two ways: the mean over orders drawn comes to the exact one within five of its standard errors.
TEST(SampledShares, AgreeWithAllOrders) {
  const auto figure = [](ChangeSet set) {
    return std::optional(100 * uniform_draw({.seed = 3, .stream = 1, .substream = 0, .index = set}));
  };
  const InputShares exact = shares_of_all_orders(6, figure);
  const InputShares drawn = shares_of_orders(sampled_orders(6, 400, 1), figure);
  ASSERT_EQ(drawn.standard_errors.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_GT(drawn.standard_errors[i], 0);
    EXPECT_NEAR(drawn.shares[i], exact.shares[i], 5 * drawn.standard_errors[i]) << i;
  }
}

TEST(SampledShares, AreCertainWhereChangesOnlyAdd) {
  const auto figure = [](ChangeSet set) { return std::optional(static_cast<double>(set)); };
  const InputShares found = shares_of_orders(sampled_orders(12, 3, 1), figure);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(found.shares[i], std::ldexp(1, static_cast<int>(i)));
    EXPECT_EQ(found.standard_errors[i], 0);
  }
}

TEST(SampledOrders, ComeFromTheSeedWithTheirReverse) {
  const std::vector<ChangeOrder> orders = sampled_orders(12, 4, 5);
  ASSERT_EQ(orders.size(), 8u);
  EXPECT_EQ(orders[1], ChangeOrder(orders[0].rbegin(), orders[0].rend()));
  EXPECT_EQ(orders, sampled_orders(12, 4, 5));
  EXPECT_NE(orders, sampled_orders(12, 4, 6));
  for (ChangeOrder order : orders) {
    std::ranges::sort(order);
    for (int i = 0; i < 12; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  }
}

// 2 · 3 · 5 = 30 → 4 · 3 · 10 = 120: L = 90/ln 4, and each doubling is ln 2 of ln 4: 45 each; what stays takes none.
TEST(FactorShares, OfAProductOfThree) {
  EXPECT_THAT(factor_shares(std::vector{2.0, 3.0, 5.0}, std::vector{4.0, 3.0, 10.0}),
              ElementsAre(DoubleNear(45, 1e-10), DoubleEq(0), DoubleNear(45, 1e-10)));
  // One is halved and another doubled: the product stays, and L is the product itself.
  EXPECT_THAT(factor_shares(std::vector{2.0, 3.0}, std::vector{4.0, 1.5}),
              ElementsAre(DoubleNear(6 * std::log(2), kRounding), DoubleNear(-6 * std::log(2), kRounding)));
}

TEST(FactorShares, LeaveNothingOver) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    std::vector<double> from, to;
    for (std::uint64_t k = 0; k < 5; ++k) {
      const auto draw = [&](std::uint32_t stream) {
        return std::exp(10 * uniform_draw({.seed = 1, .stream = stream, .substream = 0, .index = 5 * i + k}) - 5);
      };
      from.push_back(draw(0));
      to.push_back(k == 0 ? from[0] * (1 + 1e-9 * draw(1)) : i % 2 == 0 ? from[k] : draw(1));
    }
    const auto product = [](const std::vector<double>& factors) {
      return std::accumulate(factors.begin(), factors.end(), 1.0, std::multiplies{});
    };
    const double difference = product(to) - product(from);
    // Logarithms of up to 10, whose last places the mean multiplies.
    EXPECT_NEAR(sum(factor_shares(from, to)), difference, 1e-13 * (product(from) + product(to)));
  }
}

// Thirds of a dollar: 33.33 each, and the cent that is missing to the first of the largest remainders.
TEST(RoundedShares, AddUpToTheCent) {
  EXPECT_THAT(rounded_shares(std::vector{100 / 3.0, 100 / 3.0, 100 / 3.0}, 100, 0.01),
              ElementsAre(DoubleEq(33.34), DoubleEq(33.33), DoubleEq(33.33)));
  EXPECT_THAT(rounded_shares(std::vector{-1.006, 0.002}, -1.00, 0.01), ElementsAre(DoubleEq(-1.0), DoubleEq(0)));
  EXPECT_THAT(rounded_shares(std::vector{2600.0, 2600.0}, 5200, 1000), ElementsAre(3000, 2000));
  EXPECT_THAT(rounded_shares(std::vector<double>{}, 0, 0.01), IsEmpty());
}

}  // namespace difference_shares_test
}  // namespace fmplan::plan
