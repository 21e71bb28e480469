#pragma once

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

}  // namespace fmplan
