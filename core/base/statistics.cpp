#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/negative_binomial.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/lambert_w.hpp>

namespace fmplan {
namespace {

namespace math = boost::math;
using math::policies::discrete_quantile;
using math::policies::integer_round_up;
using math::policies::promote_double;
/// Counts need no more digits than a double has, and long doubles take three times as long.
using Fast = math::policies::policy<promote_double<false>>;
using RoundUp = math::policies::policy<discrete_quantile<integer_round_up>, promote_double<false>>;

}  // namespace

double lambert_w0(double x) { return math::lambert_w0(x); }

double sorted_quantile(const std::vector<double>& sorted, double probability) {
  const double at = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double normal_quantile(double probability) { return -std::sqrt(2.0) * boost::math::erfc_inv(2 * probability); }

double poisson_rate_quantile(double num_events, double exposure, double probability) {
  const math::gamma_distribution<double> posterior(num_events + 0.5, 1 / exposure);
  return math::quantile(posterior, probability);
}

std::vector<double> poisson_rate_means(double num_events, double exposure, int parts) {
  const double shape = num_events + 0.5;
  std::vector<double> means;
  double below = 0;
  for (int part = 1; part <= parts; ++part) {
    const double up_to =
        part == parts
            ? 1
            : math::gamma_p(shape + 1, math::gamma_p_inv(shape, static_cast<double>(part) / parts, Fast()), Fast());
    means.push_back(parts * shape / exposure * (up_to - below));
    below = up_to;
  }
  return means;
}

Range poisson_rate_interval(double num_events, double exposure, double level) {
  return {.low = poisson_rate_quantile(num_events, exposure, (1 - level) / 2),
          .high = poisson_rate_quantile(num_events, exposure, (1 + level) / 2)};
}

double count_quantile(double mean, double evidence, double probability) {
  if (mean <= 0) return 0;
  if (evidence <= 0) return math::quantile(math::poisson_distribution<double, RoundUp>(mean), probability);
  const double shape = evidence + 0.5;
  const math::negative_binomial_distribution<double, RoundUp> counts(shape, shape / (shape + mean));
  return math::quantile(counts, probability);
}

double count_probability(double mean, double evidence, double count) {
  if (mean <= 0) return 1;
  if (evidence <= 0) return math::cdf(math::poisson_distribution<double>(mean), count);
  const double shape = evidence + 0.5;
  return math::cdf(math::negative_binomial_distribution<double>(shape, shape / (shape + mean)), count);
}

int binomial_quantile(int num_trials, double chance, double probability) {
  if (num_trials == 0 || chance == 0) return 0;
  if (chance == 1) return num_trials;
  const math::binomial_distribution<double, RoundUp> successes(num_trials, chance);
  return static_cast<int>(math::quantile(successes, probability));
}

double integral(const std::function<double(double)>& function, double a, double b) {
  // Halvings, and relative error: chosen near the precision of a double.
  constexpr unsigned kMaxDepth = 12;
  constexpr double kTolerance = 1e-13;
  return math::quadrature::gauss_kronrod<double, 31>::integrate(function, a, b, kMaxDepth, kTolerance);
}

}  // namespace fmplan
