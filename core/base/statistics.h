#pragma once

#include <functional>

namespace fmplan {

struct Range {
  double low = 0;
  double high = 0;

  friend bool operator==(const Range&, const Range&) = default;
};

/// The principal branch of Lambert's W: w·e^w = x.  @pre x ≥ −1/e
double lambert_w0(double x);

/// Central interval of probability `level` for a Poisson rate after `num_events` in `exposure`: quantiles of
/// Gamma(num_events + ½, exposure), the posterior under Jeffreys' prior.  In events per unit of exposure.
/// @pre num_events ≥ 0, exposure > 0, 0 < level < 1
Range poisson_rate_interval(double num_events, double exposure, double level);

/// The smallest count n with P(N ≤ n) ≥ `probability` for N Poisson of mean `mean`; if the mean itself was estimated
/// from `evidence` events (> 0), the count is negative binomial: N | λ Poisson, λ Gamma with shape evidence + ½ and
/// that mean.
/// @pre mean ≥ 0, 0 < probability < 1
double count_quantile(double mean, double evidence, double probability);

/// The smallest count n with P(N ≤ n) ≥ `probability` for N binomial: `trials` of chance `chance` each.
/// @pre trials ≥ 0, 0 ≤ chance ≤ 1, 0 < probability < 1
int binomial_quantile(int trials, double chance, double probability);

/// x with P(X ≤ x) = `probability` for X Gamma of this shape and scale 1.  @pre shape > 0, 0 < probability < 1
double gamma_quantile(double shape, double probability);

/// ∫ from `low` to `high` by adaptive Gauss–Kronrod quadrature of 31 points, to 10⁻¹³ of ∫|f| where f is smooth.
double integral(const std::function<double(double)>& function, double low, double high);

}  // namespace fmplan
