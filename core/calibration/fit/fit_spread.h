#pragma once

/// @file
/// Spreads that are put together from causes, σ² = Σ_c (u_c · x_c)², fitted to errors that were seen, and quantiles of
/// errors that do not weigh the same.

#include <span>
#include <vector>

namespace fmplan::calibration {

/// One error, of mean 0, and the amounts x_c that its spread grows with.
struct SpreadRow {
  double error = 0;
  std::span<const double> amounts;
  double weight = 1;
};

/// u_c of maximum likelihood, error/σ being t with 4 degrees of freedom (errors have heavier tails than the normal's),
/// ln u drawn to the logarithm of what is `believed` with a standard deviation of 1.
/// @pre every row has as many amounts as there are beliefs, which are positive.
std::vector<double> fit_uncertainties(const std::vector<SpreadRow>& rows, std::span<const double> believed);

struct WeightedValue {
  double value = 0;
  double weight = 1;
};

/// The value below which `level` of the weight lies, linear between the middles of the weights; the smallest and the
/// largest beyond them.  @pre `sorted` ascends and is not empty.
double weighted_quantile(const std::vector<WeightedValue>& sorted, double level);

}  // namespace fmplan::calibration
