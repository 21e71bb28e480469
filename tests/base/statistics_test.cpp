#include "core/base/statistics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fmplan {
namespace statistics_test {

// To the last digits of the quantile, which is solved for.
TEST(NormalQuantile, HasTheConstantsOfTheIntervals) {
  EXPECT_NEAR(kNormal80, normal_quantile(0.9), 1e-14);
  EXPECT_NEAR(kNormal95, normal_quantile(0.975), 1e-14);
}

// W(e) = 1 and W(−1/e) = −1 by definition; the second sits on a square-root branch point, where half the digits go.
TEST(LambertW, HoldsAtKnownPointsAndSolvesItsEquation) {
  EXPECT_DOUBLE_EQ(lambert_w0(std::exp(1.0)), 1);
  EXPECT_DOUBLE_EQ(lambert_w0(0), 0);
  EXPECT_NEAR(lambert_w0(-std::exp(-1.0)), -1, 1e-7);
  for (const double x : {-0.3, 1e-6, 0.5, 3.0, 1e6}) {
    const double w = lambert_w0(x);
    EXPECT_NEAR(w * std::exp(w), x, 1e-12 * std::fmax(1, std::fabs(x)));
  }
}

// Gamma(k + ½, t) quantiles are χ² quantiles of 2k + 1 degrees of freedom over 2t.  Printed tables of χ² at 2.5 % and
// 97.5 %: 10.283 and 35.479 for 21 degrees, 0.00098 and 5.024 for 1; their last digit is the tolerance.
TEST(PoissonRateInterval, AgreesWithTablesOfChiSquared) {
  const Range ten = poisson_rate_interval(10, 1, 0.95);
  EXPECT_NEAR(ten.low, 10.283 / 2, 5e-4);
  EXPECT_NEAR(ten.high, 35.479 / 2, 5e-4);
  const Range none = poisson_rate_interval(0, 2, 0.95);
  EXPECT_NEAR(none.low, 0.00098 / 4, 1e-5);
  EXPECT_NEAR(none.high, 5.024 / 4, 5e-4);
}

TEST(PoissonRateInterval, NarrowsWithEvidenceAndScalesWithExposure) {
  const Range few = poisson_rate_interval(4, 1, 0.8);
  const Range many = poisson_rate_interval(400, 100, 0.8);
  EXPECT_LT(many.high - many.low, few.high - few.low);
  const Range longer = poisson_rate_interval(4, 10, 0.8);
  EXPECT_DOUBLE_EQ(longer.low * 10, few.low);
  EXPECT_DOUBLE_EQ(longer.high * 10, few.high);
}

// Half an event is the exponential law: of mean 1, E[X | X < ln 2] = 1 − ln 2 and E[X | X > ln 2] = 1 + ln 2.
TEST(PoissonRateMeans, AreTheExponentialLawsOwn) {
  const std::vector<double> means = poisson_rate_means(0.5, 1, 2);
  ASSERT_EQ(means.size(), 2U);
  EXPECT_NEAR(means[0], 1 - std::log(2), 1e-12);
  EXPECT_NEAR(means[1], 1 + std::log(2), 1e-12);
}

TEST(PoissonRateMeans, LieBetweenTheirQuantilesAndHaveTheLawsMean) {
  constexpr int kParts = 8;
  for (const double events : {0.0, 2.6, 40.0, 1e4}) {
    const std::vector<double> means = poisson_rate_means(events, 3, kParts);
    ASSERT_EQ(std::ssize(means), kParts);
    double sum = 0;
    for (int part = 0; part < kParts; ++part) {
      const double mean = means[static_cast<std::size_t>(part)];
      sum += mean;
      const double above = part == 0 ? 0 : poisson_rate_quantile(events, 3, part / 8.0);
      EXPECT_GT(mean, above);
      if (part + 1 == kParts) continue;
      EXPECT_LT(mean, poisson_rate_quantile(events, 3, (part + 1) / 8.0));
    }
    EXPECT_NEAR(sum / kParts, (events + 0.5) / 3, 1e-9 * (events + 1));
  }
}

// Poisson of mean 1: P(0) = 0.3679, P(≤ 1) = 0.7358, P(≤ 2) = 0.9197, P(≤ 3) = 0.9810.
TEST(CountQuantile, IsThePoissonTableWhereTheMeanIsKnown) {
  EXPECT_EQ(count_quantile(1, 0, 0.3), 0);
  EXPECT_EQ(count_quantile(1, 0, 0.5), 1);
  EXPECT_EQ(count_quantile(1, 0, 0.9), 2);
  EXPECT_EQ(count_quantile(1, 0, 0.95), 3);
  EXPECT_EQ(count_quantile(0, 0, 0.99), 0);
}

TEST(CountQuantile, WidensWhereTheMeanWasItselfCounted) {
  EXPECT_GT(count_quantile(100, 5, 0.9), count_quantile(100, 0, 0.9));
  EXPECT_LT(count_quantile(100, 5, 0.1), count_quantile(100, 0, 0.1));
  EXPECT_EQ(count_quantile(100, 1e12, 0.9), count_quantile(100, 0, 0.9));  // endless evidence: a known mean
}

/// P(N ≤ n) of a negative binomial of `shape` and `mean`, term by term: P(0) = p^r, P(k + 1) = P(k)·(r + k)/(k + 1)·(1
/// − p).
double negative_binomial_sum(double shape, double mean, int n) {
  const double p = shape / (shape + mean);
  double term = std::pow(p, shape), sum = term;
  for (int k = 0; k < n; ++k) {
    term *= (shape + k) / (k + 1) * (1 - p);
    sum += term;
  }
  return sum;
}

// The smallest count that reaches the probability: it does, and one less does not.
TEST(CountQuantile, IsTheSmallestCountOfTheSummedDistribution) {
  for (const double mean : {0.3, 4.0, 60.0})
    for (const double evidence : {2.0, 40.0})
      for (const double probability : {0.1, 0.5, 0.9, 0.99}) {
        const int n = static_cast<int>(count_quantile(mean, evidence, probability));
        EXPECT_GE(negative_binomial_sum(evidence + 0.5, mean, n), probability);
        if (n > 0) {
          EXPECT_LT(negative_binomial_sum(evidence + 0.5, mean, n - 1), probability);
        }
      }
}

// 3 of 4 coins or fewer come up with 15/16, 2 or fewer with 11/16.
TEST(BinomialQuantile, IsTheFewestThatSuffice) {
  EXPECT_EQ(binomial_quantile(4, 0.5, 0.9), 3);
  EXPECT_EQ(binomial_quantile(4, 0.5, 0.687), 2);
  EXPECT_EQ(binomial_quantile(4, 0.5, 0.689), 3);
  EXPECT_EQ(binomial_quantile(4, 0.5, 0.05), 0);  // none: 1/16
  EXPECT_EQ(binomial_quantile(4, 0.5, 0.07), 1);
  EXPECT_EQ(binomial_quantile(0, 0.5, 0.9), 0);
  EXPECT_EQ(binomial_quantile(7, 0, 0.9), 0);
  EXPECT_EQ(binomial_quantile(7, 1, 0.1), 7);
}

// ByteRobust [SOSP 2025] keeps what suffices in 99 %: 4 for 1,024 machines.  The others were computed elsewhere.
TEST(BinomialQuantile, OfMachinesDownIsWhatAPaperKeepsAsStandbys) {
  EXPECT_EQ(binomial_quantile(1024, 0.0012, 0.99), 4);
  EXPECT_EQ(binomial_quantile(64, 0.0065, 0.99), 2);
  EXPECT_EQ(binomial_quantile(2048, 0.003789, 0.99), 15);
  EXPECT_EQ(binomial_quantile(4096, 0.0023, 0.99), 17);
}

// Against the definition, term by term.
TEST(BinomialQuantile, IsWhatTheDefinitionGives) {
  for (const int machines : {1, 10, 300})
    for (const double p : {0.001, 0.05, 0.6})
      for (const double quantile : {0.5, 0.9, 0.99, 0.99999}) {
        double term = std::pow(1 - p, machines), sum = term;
        int fewest = 0;
        while (sum < quantile) {
          term *= (machines - fewest) * p / ((fewest + 1) * (1 - p));
          sum += term;
          ++fewest;
        }
        EXPECT_EQ(binomial_quantile(machines, p, quantile), fewest) << machines << " " << p << " " << quantile;
      }
  EXPECT_EQ(binomial_quantile(100, 0, 0.99), 0);
  EXPECT_EQ(binomial_quantile(100, 1, 0.99), 100);
}

// The quantiles of evenly spread probabilities have the mean n·p: rounding favours neither side.
TEST(BinomialQuantile, OfUniformProbabilitiesHasTheBinomialMean) {
  constexpr int kDraws = 20'000;
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) sum += binomial_quantile(64, 0.15, (i + 0.5) / kDraws);
  EXPECT_NEAR(sum / kDraws, 9.6, 1e-3);
}

// Gamma of shape ½ + ½ is the exponential law.
TEST(PoissonRateQuantile, AfterHalfAnEventIsALogarithm) {
  for (const double p : {1e-6, 0.1, 0.5, 0.999})
    EXPECT_NEAR(poisson_rate_quantile(0.5, 3, p) / (-std::log1p(-p) / 3), 1, 1e-12) << p;
}

TEST(Integral, IsExactToRoundingForSmoothFunctions) {
  EXPECT_NEAR(integral([](double x) { return x * x; }, 1, 4), 21, 1e-12);
  EXPECT_NEAR(integral([](double x) { return std::exp(-x); }, 0, 700), 1, 1e-12);
  // A cliff a thousandth of the range wide: ∫ 1/(1 + e^{(x − 1)/ε}) = 1, but for e^{−1/ε}.
  EXPECT_NEAR(integral([](double x) { return 1 / (1 + std::exp((x - 1) * 500)); }, 0, 2), 1, 1e-10);
}

}  // namespace statistics_test
}  // namespace fmplan
