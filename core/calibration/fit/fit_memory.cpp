#include "core/calibration/fit/fit_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include <ceres/ceres.h>
#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::calibration {
namespace {

using model::MemoryHabits;
using model::MemoryInterval;

/// Scale of the robust loss, in ln bytes: chosen.
constexpr double kMemorySigma = 0.05;
/// An interval from fewer groups says little of the next one.
constexpr std::size_t kFewestGroups = 3;

MemoryHabits at(const MemoryHabits& base, const std::vector<MemoryNumber>& numbers, const double* theta) {
  MemoryHabits habits = base;
  for (std::size_t i = 0; i < numbers.size(); ++i) habits.*numbers[i].member = numbers[i].shown(theta[i]);
  return habits;
}

using Rows = std::vector<const MemoryObservation*>;

/// In ln bytes, how far the prediction is from what the row says.
double distance(const MemoryObservation& row, const MemoryHabits& habits) {
  switch (row.evidence) {
    case MemoryEvidence::kPeak: return std::log(predicted_peak(row, habits) / row.measured);
    case MemoryEvidence::kWithinCard: return std::max(0.0, std::log(predicted_on_card(row, habits) / row.card));
    case MemoryEvidence::kBeyondCard: return std::min(0.0, std::log(predicted_on_card(row, habits) / row.card));
  }
  return 0;
}

bool has_peak(const MemoryObservation& row) { return row.evidence == MemoryEvidence::kPeak; }

/// The rows' residuals, ρ worked into them (r·√(2/(1 + √(1 + r²))), whose square is ρ(r)), then the priors'.
struct MemoryResiduals {
  const MemoryHabits& base;
  const std::vector<MemoryNumber>& numbers;
  const Rows& rows;

  bool operator()(double const* const* parameters, double* residuals) const {
    const MemoryHabits habits = at(base, numbers, parameters[0]);
    std::size_t at_residual = 0;
    for (const MemoryObservation* row : rows) {
      const double r = distance(*row, habits) / kMemorySigma;
      residuals[at_residual++] = r * std::sqrt(2 / (1 + std::sqrt(1 + r * r)));
      if (!std::isfinite(r)) return false;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
      residuals[at_residual++] = (parameters[0][i] - numbers[i].parameter(numbers[i].prior)) / numbers[i].spread;
    return true;
  }
};

std::vector<double> standard_errors(ceres::Problem& problem, const std::vector<double>& theta) {
  ceres::Covariance::Options options;
  options.algorithm_type = ceres::DENSE_SVD;
  options.null_space_rank = -1;
  ceres::Covariance covariance(options);
  const std::vector<std::pair<const double*, const double*>> blocks = {{theta.data(), theta.data()}};
  if (!covariance.Compute(blocks, &problem)) return {};
  std::vector<double> matrix(theta.size() * theta.size());
  if (!covariance.GetCovarianceBlock(theta.data(), theta.data(), matrix.data())) return {};
  std::vector<double> errors;
  for (std::size_t i = 0; i < theta.size(); ++i) errors.push_back(std::sqrt(matrix[i * theta.size() + i]));
  return errors;
}

std::vector<FittedMemoryNumber> fitted_numbers(const std::vector<MemoryNumber>& numbers,
                                               const std::vector<double>& theta, const std::vector<double>& errors) {
  std::vector<FittedMemoryNumber> list;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const MemoryNumber& n = numbers[i];
    const double value = n.shown(theta[i]);
    constexpr double kNear = 1e-3;  // chosen
    list.push_back({.name = n.name,
                    .value = value,
                    .standard_error = errors.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                     : errors[i] * (n.logarithmic ? value : 1),
                    .at_bound = value - n.minimum < kNear * n.maximum || n.maximum - value < kNear * n.maximum});
  }
  return list;
}

using HabitsByName = std::map<std::string, MemoryHabits>;

/// The fits without the rows that `left_out` says.
template <class LeftOut>
HabitsByName fits_without(const std::vector<MemoryObservation>& rows, const HabitsByName& habits,
                          const LeftOut& left_out) {
  std::map<std::string, Rows> kept;
  for (const MemoryObservation& row : rows)
    if (!left_out(row)) kept[row.framework].push_back(&row);
  HabitsByName fits;
  for (const auto& [name, base] : habits) fits[name] = fit_memory(kept[name], base).habits;
  return fits;
}

template <class LeftOut>
void add_held_out(const std::vector<MemoryObservation>& rows, const HabitsByName& habits, const LeftOut& left_out,
                  std::vector<MemoryRatio>& ratios) {
  const HabitsByName fits = fits_without(rows, habits, left_out);
  for (const MemoryObservation& row : rows)
    if (has_peak(row) && left_out(row))
      ratios.push_back({&row, row.measured / predicted_peak(row, fits.at(row.framework))});
}

template <class Kept>
std::vector<double> ratios_of(const std::vector<MemoryRatio>& ratios, const Kept& kept) {
  std::vector<double> values;
  for (const MemoryRatio& ratio : ratios)
    if (kept(*ratio.row)) values.push_back(ratio.ratio);
  return values;
}

void set_intervals(MemoryCalibration& calibration) {
  const auto every = [](const MemoryObservation&) { return true; };
  const MemoryInterval pooled = conformal_interval(ratios_of(calibration.folds, every));
  calibration.unseen = wider(pooled, conformal_interval(ratios_of(calibration.source, every)));
  for (auto& [name, fit] : calibration.frameworks) {
    const auto own = [&name = name](const MemoryObservation& row) { return row.framework == name; };
    const std::vector<double> ratios = ratios_of(calibration.folds, own);
    std::set<std::string> groups;
    for (const MemoryRatio& ratio : calibration.folds)
      if (own(*ratio.row)) groups.insert(ratio.row->group);
    if (ratios.size() < kFewestIntervalRows) {
      fit.habits.interval = calibration.unseen;
    } else {
      fit.habits.interval = conformal_interval(ratios);
      if (groups.size() < kFewestGroups) fit.habits.interval = wider(fit.habits.interval, pooled);
    }
  }
}

}  // namespace

MemoryFit fit_memory(const Rows& rows, const MemoryHabits& habits) {
  for (const MemoryObservation* row : rows)
    if (has_peak(*row) && (!(row->measured > Bytes{}) || !std::isfinite(row->measured / byte)))
      throw InputError(row->source_id, fmt::format("a peak of {:.6g} bytes cannot be fitted; it must be positive",
                                                   row->measured / byte));
  const std::vector<MemoryNumber> numbers = numbers_of(habits);
  std::vector<double> theta;
  for (const MemoryNumber& n : numbers) theta.push_back(n.parameter(n.prior));
  auto cost = std::make_unique<ceres::DynamicNumericDiffCostFunction<MemoryResiduals, ceres::CENTRAL>>(
      new MemoryResiduals{habits, numbers, rows});
  cost->AddParameterBlock(static_cast<int>(theta.size()));
  cost->SetNumResiduals(static_cast<int>(rows.size() + numbers.size()));
  ceres::Problem problem;
  problem.AddResidualBlock(cost.release(), nullptr, theta.data());
  for (std::size_t i = 0; i < theta.size(); ++i) {
    problem.SetParameterLowerBound(theta.data(), static_cast<int>(i), numbers[i].parameter(numbers[i].minimum));
    problem.SetParameterUpperBound(theta.data(), static_cast<int>(i), numbers[i].parameter(numbers[i].maximum));
  }
  ceres::Solver::Options options;
  options.max_num_iterations = 100;
  options.function_tolerance = 1e-12;
  options.parameter_tolerance = 1e-10;
  options.linear_solver_type = ceres::DENSE_QR;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  MemoryFit fit;
  fit.habits = at(habits, numbers, theta.data());
  fit.numbers = fitted_numbers(numbers, theta, standard_errors(problem, theta));
  fit.num_rows = static_cast<int>(rows.size());
  fit.converged = summary.termination_type == ceres::CONVERGENCE;
  return fit;
}

MemoryCalibration calibrate_memory(const std::vector<MemoryObservation>& rows, const HabitsByName& habits) {
  MemoryCalibration result;
  std::map<std::string, Rows> by_framework;
  std::set<std::string> groups, sources;
  for (const MemoryObservation& row : rows) {
    by_framework[row.framework].push_back(&row);
    if (!has_peak(row)) continue;
    groups.insert(row.group);
    sources.insert(row.source_id);
  }
  HabitsByName used;
  for (const auto& [name, own] : by_framework) {
    used[name] = habits.at(name);
    result.frameworks[name] = fit_memory(own, habits.at(name));
  }
  for (const MemoryObservation& row : rows)
    if (has_peak(row))
      result.fitted.push_back({&row, row.measured / predicted_peak(row, result.frameworks.at(row.framework).habits)});
  for (const std::string& group : groups)
    add_held_out(
        rows, used, [&](const MemoryObservation& row) { return row.group == group; }, result.folds);
  for (const std::string& source : sources)
    add_held_out(
        rows, used, [&](const MemoryObservation& row) { return row.source_id == source; }, result.source);
  set_intervals(result);
  return result;
}

}  // namespace fmplan::calibration
