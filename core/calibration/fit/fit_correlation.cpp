#include "core/calibration/fit/fit_correlation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <ceres/ceres.h>

namespace fmplan::calibration {
namespace {

/// What is taken where pairs say nothing, and how far it may stray.
struct Belief {
  double value;
  double sigma;
  double most;
};
/// What is believed before any pair of rows: chosen wide, so that rows decide.
constexpr Belief kNoise = {0.2, 0.3, 1};
constexpr Belief kFloor = {0.1, 0.3, 1};
constexpr Belief kClass = {0.7, 0.3, 1};
constexpr Belief kRate = {0.2, 0.2, 2};
/// Rows measured twice are never quite alike, and the anchors' matrix stays regular.
constexpr double kLeastNoise = 0.02;

Belief belief(int index) {
  if (index == 0) return kNoise;
  if (index == 1) return kFloor;
  return index < 5 ? kClass : kRate;
}

/// How much of z_b is not seen in z_a, both ways, and how far the coefficients stray from what is believed.
struct PairCost {
  template <class T>
  bool operator()(const T* c, T* residuals) const {
    constexpr double kScale = 0.5;  // of the robust loss, in deviations; chosen
    const T rho = correlation_of(c, pair);
    residuals[0] = (from - rho * to) / kScale;
    return true;
  }
  StepContrast pair;
  double from;
  double to;
};
struct BeliefCost {
  template <class T>
  bool operator()(const T* c, T* residuals) const {
    for (int i = 0; i < kNumCorrelationCoefficients; ++i) residuals[i] = (c[i] - belief(i).value) / belief(i).sigma;
    return true;
  }
};

/// Pairs of one source that are looked at, and σ that a row counts at most: chosen.
constexpr std::size_t kMostPairs = 400;
constexpr double kFurthest = 4;

void add_source(const std::vector<const StandardisedStep*>& rows, double* coefficients, ceres::Problem& problem) {
  const std::size_t n = rows.size();
  const std::size_t num_pairs = n * (n - 1) / 2;
  if (num_pairs == 0) return;
  const std::size_t stride = (num_pairs + kMostPairs - 1) / kMostPairs;
  const std::size_t taken = (num_pairs + stride - 1) / stride;
  const double weight = std::sqrt(static_cast<double>(n)) / (2.0 * static_cast<double>(taken));
  const auto clipped = [](const StandardisedStep* row) { return std::clamp(row->deviations, -kFurthest, kFurthest); };
  std::size_t index = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j, ++index) {
      if (index % stride != 0) continue;
      const StepContrast pair = contrast(*rows[i]->position, *rows[j]->position);
      for (const auto& [a, b] : {std::pair{rows[i], rows[j]}, std::pair{rows[j], rows[i]}})
        problem.AddResidualBlock(new ceres::AutoDiffCostFunction<PairCost, 1, kNumCorrelationCoefficients>(
                                     new PairCost{pair, clipped(a), clipped(b)}),
                                 new ceres::ScaledLoss(new ceres::SoftLOneLoss(1), weight, ceres::TAKE_OWNERSHIP),
                                 coefficients);
    }
  }
}

}  // namespace

StepCorrelation fit_correlation(const std::vector<StandardisedStep>& rows) {
  std::map<int, std::vector<const StandardisedStep*>> sources;
  for (const StandardisedStep& row : rows) sources[row.source].push_back(&row);
  std::array<double, kNumCorrelationCoefficients> c{};
  for (int i = 0; i < kNumCorrelationCoefficients; ++i) c[static_cast<std::size_t>(i)] = belief(i).value;
  ceres::Problem problem;
  problem.AddResidualBlock(
      new ceres::AutoDiffCostFunction<BeliefCost, kNumCorrelationCoefficients, kNumCorrelationCoefficients>(
          new BeliefCost),
      nullptr, c.data());
  for (const auto& [source, of_source] : sources) add_source(of_source, c.data(), problem);
  for (int i = 0; i < kNumCorrelationCoefficients; ++i) {
    problem.SetParameterLowerBound(c.data(), i, i == 0 ? kLeastNoise : 0);
    problem.SetParameterUpperBound(c.data(), i, belief(i).most);
  }
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
  options.max_num_iterations = 100;
  options.function_tolerance = 1e-7;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  StepCorrelation result{
      .noise = c[0], .floor = c[1], .other_machine = c[2], .other_precision = c[3], .other_model = c[4], .rates = {}};
  std::copy(c.begin() + 5, c.end(), result.rates.begin());
  return result;
}

}  // namespace fmplan::calibration
