#include "core/calibration/fit/fit_spread.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <ceres/ceres.h>

namespace fmplan::calibration {
namespace {

/// Of the t distribution that error/σ is taken to have: chosen, heavier tails than the normal's.
constexpr double kDegreesOfFreedom = 4;
/// How far ln u may stray from what is believed; chosen wide, so that rows decide.
constexpr double kBelievedSigma = 1;

/// The negative logarithm of the likelihood over ln u, with its gradient.
class SpreadCost : public ceres::FirstOrderFunction {
 public:
  SpreadCost(const std::vector<SpreadRow>& rows, std::span<const double> believed) : rows_(rows), believed_(believed) {}

  int NumParameters() const override { return static_cast<int>(believed_.size()); }

  bool Evaluate(const double* logs, double* cost, double* gradient) const override {
    const std::size_t num_causes = believed_.size();
    std::vector<double> squares(num_causes), slope(num_causes, 0);
    for (std::size_t c = 0; c < num_causes; ++c) squares[c] = std::exp(2 * logs[c]);
    *cost = 0;
    for (const SpreadRow& row : rows_) {
      double variance = 0;
      for (std::size_t c = 0; c < num_causes; ++c) variance += squares[c] * row.amounts[c] * row.amounts[c];
      const double scaled = row.error * row.error / (kDegreesOfFreedom * variance);
      *cost += row.weight * (0.5 * std::log(variance) + (kDegreesOfFreedom + 1) / 2 * std::log1p(scaled));
      const double by_variance = row.weight * (0.5 - (kDegreesOfFreedom + 1) / 2 * scaled / (1 + scaled)) / variance;
      for (std::size_t c = 0; c < num_causes; ++c)
        slope[c] += by_variance * 2 * squares[c] * row.amounts[c] * row.amounts[c];
    }
    for (std::size_t c = 0; c < num_causes; ++c) {
      const double away = (logs[c] - std::log(believed_[c])) / kBelievedSigma;
      *cost += 0.5 * away * away;
      slope[c] += away / kBelievedSigma;
    }
    if (gradient != nullptr) std::copy(slope.begin(), slope.end(), gradient);
    return std::isfinite(*cost);
  }

 private:
  const std::vector<SpreadRow>& rows_;
  std::span<const double> believed_;
};

}  // namespace

std::vector<double> fit_uncertainties(const std::vector<SpreadRow>& rows, std::span<const double> believed) {
  std::vector<double> values(believed.begin(), believed.end());
  for (double& value : values) value = std::log(value);
  ceres::GradientProblemSolver::Options options;
  options.max_num_iterations = 200;
  options.function_tolerance = 1e-9;
  options.logging_type = ceres::SILENT;
  ceres::GradientProblemSolver::Summary summary;
  const ceres::GradientProblem problem(new SpreadCost(rows, believed));
  ceres::Solve(options, problem, values.data(), &summary);
  for (double& value : values) value = std::exp(value);
  return values;
}

double weighted_quantile(const std::vector<WeightedValue>& sorted, double level) {
  double total = 0;
  for (const WeightedValue& entry : sorted) total += entry.weight;
  double below = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double middle = (below + sorted[i].weight / 2) / total;
    if (middle >= level) {
      if (i == 0) return sorted[0].value;
      const double before = (below - sorted[i - 1].weight / 2) / total;
      const double share = (level - before) / (middle - before);
      return sorted[i - 1].value + share * (sorted[i].value - sorted[i - 1].value);
    }
    below += sorted[i].weight;
  }
  return sorted.back().value;
}

}  // namespace fmplan::calibration
