#pragma once

#include <functional>
#include <vector>

namespace fmplan {

struct Range {
  double low = 0;
  double high = 0;

  friend bool operator==(const Range&, const Range&) = default;
};

/// The principal branch of Lambert's W: w·e^w = x.  @pre x ≥ −1/e
double lambert_w0(double x);

/// Of the standard normal distribution: what it stays below with `probability`, strictly between 0 and 1.
double normal_quantile(double probability);
/// Linear between order statistics.  @pre sorted, not empty
double sorted_quantile(const std::vector<double>& sorted, double probability);
/// Standard deviations on either side of the mean between which 80 % of a normal distribution lie: its 90 % quantile.
inline constexpr double kNormal80 = 1.2815515655446004;
/// The same for 95 %: its 97.5 % quantile.
inline constexpr double kNormal95 = 1.959963984540054;

/// The rate below which a Poisson rate lies with `probability` after `num_events` in `exposure`: quantile of
/// Gamma(num_events + ½, exposure), the posterior under Jeffreys' prior.  In events per unit of exposure.
/// @pre num_events ≥ 0, exposure > 0, 0 < probability < 1
double poisson_rate_quantile(double num_events, double exposure, double probability);

/// Means of that law within `parts` stretches of equal probability, lowest first: of Gamma(shape a, rate b) between its
/// quantiles x and y, parts·a/b·[P(a + 1, by) − P(a + 1, bx)].  Their mean is the law's, a/b.
/// @pre num_events ≥ 0, exposure > 0, parts ≥ 1
std::vector<double> poisson_rate_means(double num_events, double exposure, int parts);

/// Central interval of probability `level` for a Poisson rate after `num_events` in `exposure`, of
/// poisson_rate_quantile().
/// @pre num_events ≥ 0, exposure > 0, 0 < level < 1
Range poisson_rate_interval(double num_events, double exposure, double level);

/// The smallest count n with P(N ≤ n) ≥ `probability` for N Poisson of mean `mean`; if the mean itself was estimated
/// from `evidence` events (> 0), the count is negative binomial: N | λ Poisson, λ Gamma with shape evidence + ½ and
/// that mean.
/// @pre mean ≥ 0, 0 < probability < 1
double count_quantile(double mean, double evidence, double probability);

/// P(N ≤ `count`) of the same N.  @pre mean ≥ 0, count ≥ 0
double count_probability(double mean, double evidence, double count);

/// The smallest count k with P(K ≤ k) ≥ `probability` for K the successes among `num_trials` of chance `chance`.
/// @pre num_trials ≥ 0, 0 ≤ chance ≤ 1, 0 < probability < 1
int binomial_quantile(int num_trials, double chance, double probability);

/// ∫ `function` from a to b, by adaptive Gauss–Kronrod quadrature with 31 points, to about 10⁻¹³ of the integral of its
/// magnitude.
double integral(const std::function<double(double)>& function, double a, double b);

}  // namespace fmplan
