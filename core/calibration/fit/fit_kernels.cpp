#include "core/calibration/fit/fit_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <ceres/ceres.h>
#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::calibration {
namespace {

using hardware::Accelerator;
using hardware::AttentionEfficiency;
using hardware::GemmEfficiency;
using hardware::KernelRates;

/// Scale of the robust loss, in ln t: chosen, about what a library's choice of kernels leaves.
constexpr double kKernelSigma = 0.06;
/// Of rows of training size, thin and tiny: chosen, since steps spend their time in the first.
constexpr std::array<double, kNumKernelBands> kWeights = {1, 0.15, 0.03};

/// One coefficient of an efficiency, with where its fit starts and what it may be.
template <class Efficiency>
struct Unknown {
  std::string_view name;
  double start;
  double minimum;
  double maximum;
  void (*set)(Efficiency&, double);
};

/// Shares are kept off 0, whose logarithm does not exist.
std::vector<Unknown<GemmEfficiency>> gemm_coefficients(bool tiled, bool converted) {
  using E = GemmEfficiency;
  std::vector<Unknown<E>> list = {
      {"compute_efficiency", 0.8, 0.05, 1, [](E& e, double v) { e.compute = v; }},
      {"memory_efficiency", 0.8, 0.1, 1, [](E& e, double v) { e.memory = v; }},
      {"launch", 3e-6, 2e-7, 1e-4, [](E& e, double v) { e.launch = v * second; }},
      {"fade", 0.15, 1e-3, 1, [](E& e, double v) { e.fade = v; }},
      {"fade_work", 1e12, 1e10, 1e14, [](E& e, double v) { e.fade_work = v * flop; }},
  };
  if (tiled)
    list.insert(list.end(), {{"tile_overhead", 5, 0.1, 100, [](E& e, double v) { e.tile_overhead = v; }},
                             {"wave_share", 0.3, 0.01, 1, [](E& e, double v) { e.wave_share = v; }},
                             {"fill_length", 100, 1, 3000, [](E& e, double v) { e.fill_length = v; }},
                             {"split", 0.5, 0.02, 1, [](E& e, double v) { e.split = v; }}});
  if (converted) list.push_back({"conversion_passes", 1, 1e-3, 20, [](E& e, double v) { e.conversion_passes = v; }});
  return list;
}

std::vector<Unknown<AttentionEfficiency>> attention_coefficients(FlopPerSecond peak) {
  using E = AttentionEfficiency;
  const double most = peak / teraflop_per_second * 1e12;
  return {{"peak_rate", 0.75 * most, 0.05 * most, most,
           [](E& e, double v) { e.peak_rate = v * 1e-12 * teraflop_per_second; }},
          {"half_length", 300, 1, 3000, [](E& e, double v) { e.half_length = v; }},
          {"head_overhead", 20, 0.5, 300, [](E& e, double v) { e.head_overhead = v; }},
          {"fill", 1.5, 0.02, 20, [](E& e, double v) { e.fill = v; }},
          {"query_passes", 1, 0.01, 30, [](E& e, double v) { e.query_passes = v; }},
          {"key_value_passes", 1, 0.01, 30, [](E& e, double v) { e.key_value_passes = v; }},
          {"launch", 5e-6, 1e-6, 1e-4, [](E& e, double v) { e.launch = v * second; }}};
}

Accelerator at_full_clock(const Accelerator& accelerator) {
  Accelerator burst = accelerator;
  burst.sustained_clock = 1;
  return burst;
}

KernelRates rates_with(const Accelerator& accelerator, const std::string& precision, const GemmEfficiency& e) {
  Accelerator with = at_full_clock(accelerator);
  with.gemm[precision] = e;
  return kernel_rates(with, precision).value();
}

KernelRates rates_with(const Accelerator& accelerator, const std::string& precision, const AttentionEfficiency& e) {
  Accelerator with = at_full_clock(accelerator);
  with.attention = e;
  return kernel_rates(with, precision).value();
}

template <class Efficiency>
struct Fitted {
  const Accelerator& accelerator;
  const std::string& precision;
  const std::vector<Unknown<Efficiency>>& coefficients;
  Efficiency base;

  Efficiency at(const double* theta) const {
    Efficiency e = base;
    for (std::size_t i = 0; i < coefficients.size(); ++i) coefficients[i].set(e, std::exp(theta[i]));
    return e;
  }
};

/// All the rows in one block, since the rates are the same for all.  ρ is worked into the residuals, r·√(2/(1 + √(1 +
/// r²))), whose square is ρ(r), because the solver would apply a loss to the block as a whole.
template <class Efficiency>
struct Residuals {
  const Fitted<Efficiency>& fitted;
  const std::vector<const KernelObservation*>& rows;

  bool operator()(double const* const* parameters, double* residuals) const {
    const KernelRates rates = rates_with(fitted.accelerator, fitted.precision, fitted.at(parameters[0]));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double r = std::log(predicted_time(rates, *rows[i]) / rows[i]->time) / kKernelSigma;
      const double weight = kWeights[static_cast<std::size_t>(kernel_band(*rows[i]))];
      residuals[i] = std::sqrt(weight) * r * std::sqrt(2 / (1 + std::sqrt(1 + r * r)));
      if (!std::isfinite(residuals[i])) return false;
    }
    return true;
  }
};

template <class Efficiency>
class KernelProblem {
 public:
  KernelProblem(const Fitted<Efficiency>& fitted, const std::vector<const KernelObservation*>& rows)
      : fitted_(fitted), num_rows_(rows.size()) {
    for (const auto& c : fitted.coefficients) theta_.push_back(std::log(c.start));
    auto cost = std::make_unique<ceres::DynamicNumericDiffCostFunction<Residuals<Efficiency>, ceres::CENTRAL>>(
        new Residuals<Efficiency>{fitted, rows});
    cost->AddParameterBlock(static_cast<int>(theta_.size()));
    cost->SetNumResiduals(static_cast<int>(rows.size()));
    problem_.AddResidualBlock(cost.release(), nullptr, theta_.data());
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      problem_.SetParameterLowerBound(theta_.data(), static_cast<int>(i), std::log(fitted.coefficients[i].minimum));
      problem_.SetParameterUpperBound(theta_.data(), static_cast<int>(i), std::log(fitted.coefficients[i].maximum));
    }
  }

  bool solve(int max_iterations) {
    ceres::Solver::Options options;
    options.max_num_iterations = max_iterations;
    options.linear_solver_type = ceres::DENSE_QR;
    options.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem_, &summary);
    cost_ = summary.final_cost;
    return summary.termination_type == ceres::CONVERGENCE;
  }

  Efficiency result() const { return fitted_.at(theta_.data()); }

  std::vector<FittedKernelCoefficient> coefficients() {
    const std::vector<double> errors = standard_errors();
    std::vector<FittedKernelCoefficient> list;
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      const auto& c = fitted_.coefficients[i];
      constexpr double kNear = 1e-3;  // chosen: of the logarithm
      list.push_back({.name = c.name,
                      .value = std::exp(theta_[i]),
                      .relative_error = errors.empty() ? std::numeric_limits<double>::quiet_NaN() : errors[i],
                      .at_bound = std::abs(theta_[i] - std::log(c.minimum)) < kNear ||
                                  std::abs(theta_[i] - std::log(c.maximum)) < kNear});
    }
    return list;
  }

 private:
  std::vector<double> standard_errors() {
    ceres::Covariance::Options options;
    options.algorithm_type = ceres::DENSE_SVD;
    options.null_space_rank = -1;
    ceres::Covariance covariance(options);
    const std::vector<std::pair<const double*, const double*>> blocks = {{theta_.data(), theta_.data()}};
    if (!covariance.Compute(blocks, &problem_)) return {};
    std::vector<double> matrix(theta_.size() * theta_.size());
    if (!covariance.GetCovarianceBlock(theta_.data(), theta_.data(), matrix.data())) return {};
    // The residuals are scaled by a guess of their spread; their sum of squares says what it is.
    const double variance =
        2 * cost_ / std::max(1.0, static_cast<double>(num_rows_) - static_cast<double>(theta_.size()));
    std::vector<double> errors;
    for (std::size_t i = 0; i < theta_.size(); ++i)
      errors.push_back(std::sqrt(variance * matrix[i * theta_.size() + i]));
    return errors;
  }

  const Fitted<Efficiency>& fitted_;
  std::size_t num_rows_;
  std::vector<double> theta_;
  ceres::Problem problem_;
  double cost_ = 0;
};

void check_kernels(const std::vector<KernelObservation>& rows) {
  for (const KernelObservation& o : rows) {
    const double work = counted_flop(o);
    if (!(work > 0) || !std::isfinite(work) || !(o.time > Seconds{}) || !std::isfinite(o.time / second))
      throw InputError(o.backend,
                       fmt::format("a row of {:.6g} FLOP in {:.6g} s cannot be fitted; both must be positive", work,
                                   o.time / second));
  }
}

KernelErrors summarised(const KernelRates& rates, const std::vector<const KernelObservation*>& rows) {
  std::array<std::vector<double>, kNumKernelBands> errors;
  for (const KernelObservation* o : rows)
    errors[static_cast<std::size_t>(kernel_band(*o))].push_back(predicted_time(rates, *o) / o->time - 1);
  KernelErrors summaries;
  for (std::size_t band = 0; band < kNumKernelBands; ++band) summaries[band] = summarise_errors(errors[band]);
  return summaries;
}

KernelIntervals intervals_of(const KernelRates& rates, const std::vector<const KernelObservation*>& rows) {
  std::array<std::vector<double>, kNumKernelBands> ratios;
  for (const KernelObservation* o : rows)
    ratios[static_cast<std::size_t>(kernel_band(*o))].push_back(o->time / predicted_time(rates, *o));
  KernelIntervals intervals;
  for (std::size_t band = 0; band < kNumKernelBands; ++band) intervals[band] = interval_of_ratios(ratios[band]);
  return intervals;
}

template <class Efficiency>
KernelFit<Efficiency> fit(const Fitted<Efficiency>& fitted, const std::vector<KernelObservation>& observations,
                          const KernelFitOptions& options) {
  check_kernels(observations);
  std::vector<const KernelObservation*> rows;
  std::vector<const KernelObservation*> judges;
  for (const KernelObservation& o : observations) (options.hold_out && held_out(o) ? judges : rows).push_back(&o);
  const auto large =
      std::count_if(rows.begin(), rows.end(), [](const auto* o) { return kernel_band(*o) == KernelBand::kTraining; });
  if (large < kFewestKernelRows)
    throw InputError(fitted.precision, fmt::format("has {} rows of training size to fit to; at least {} are needed",
                                                   large, kFewestKernelRows));
  KernelProblem<Efficiency> problem(fitted, rows);
  KernelFit<Efficiency> result;
  result.converged = problem.solve(options.max_iterations);
  result.efficiency = problem.result();
  result.coefficients = problem.coefficients();
  result.num_fitted = static_cast<int>(rows.size());
  result.num_held_out = static_cast<int>(judges.size());
  const KernelRates rates = rates_with(fitted.accelerator, fitted.precision, result.efficiency);
  result.fitted_errors = summarised(rates, rows);
  result.held_out_errors = summarised(rates, judges);
  result.intervals = intervals_of(rates, judges.empty() ? rows : judges);
  return result;
}

}  // namespace

GemmFit fit_gemm(const Accelerator& accelerator, const std::string& precision,
                 const std::vector<KernelObservation>& rows, const KernelFitOptions& options) {
  const bool converted = precision == "fp8" || precision == "fp8_block" || precision == "fp4";
  const auto coefficients = gemm_coefficients(accelerator.cores > 0, converted);
  const Fitted<GemmEfficiency> fitted{accelerator, precision, coefficients, {}};
  GemmFit result = fit(fitted, rows, options);
  const auto& judged = options.hold_out ? result.held_out_errors : result.fitted_errors;
  result.efficiency.median_error = judged[static_cast<std::size_t>(KernelBand::kTraining)].median;
  return result;
}

AttentionFit fit_attention(const Accelerator& accelerator, const std::vector<KernelObservation>& rows,
                           const KernelFitOptions& options) {
  const std::string precision = accelerator.peak.contains("bf16") ? "bf16" : "fp16";
  const auto peak = dense_peak(accelerator, precision);
  if (!peak) throw InputError(accelerator.name, "has no 16-bit peak");
  const auto coefficients = attention_coefficients(*peak);
  Fitted<AttentionEfficiency> fitted{accelerator, precision, coefficients, {}};
  fitted.base.backward = accelerator.attention.backward;
  return fit(fitted, rows, options);
}

}  // namespace fmplan::calibration
