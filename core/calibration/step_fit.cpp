#include "core/calibration/step_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include <ceres/ceres.h>
#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::calibration {
namespace {

using hardware::kNumPaces;
using hardware::Pace;
using sim::kNumStepHabits;
using sim::StepHabit;

constexpr double kSigma = 0.08;
constexpr double kFullWeightRows = 30;
/// |g| and |d| at most.
constexpr double kBound = 3;

/// What is believed of a coefficient before any row: its value, and how far the logarithm may stray in common (σ_g) and
/// for one framework or accelerator (σ_d).
struct Prior {
  double value;
  double common;
  double own;
};

constexpr std::array<Prior, kNumStepHabits> kHabitPriors = {{
    {1, 0.3, 0.3},       // element_wise
    {1.1, 0.15, 0.2},    // attention
    {0, 0.5, 0.7},       // host_per_layer: the framework item's
    {2.5, 0.5, 0.5},     // host_per_mixture_layer
    {0.15, 0.7, 0.5},    // host_per_tensor_doubling
    {1e-3, 1, 1},        // host_per_micro_batch
    {10e-3, 1, 1},       // host_per_step
    {0, 1, 1},           // stage_per_tensor_rank: the framework item's
    {0.3e-3, 0.7, 0.5},  // across_per_tensor_rank
    {1.1, 0.1, 0.1},     // expert_imbalance
    {1.1, 0.2, 0.2},     // expert_products
    {20e-6, 0.7, 0.7},   // per_expert
    {1.5, 0.5, 0.4},     // permutation
    {1, 0.3, 0.4},       // tensor_parallel
    {15e-6, 0.7, 0.5},   // tensor_skew
    {1, 0.3, 0.4},       // context_parallel
    {1.2, 0.4, 0.5},     // expert_parallel
    {1, 0.5, 0.5},       // pipeline_transfer
    {0.3, 0.5, 0.5},     // expert_spread
    {1.1, 0.3, 0.4},     // data_parallel
    {0.189, 0.4, 0.4},   // beside_collective
    {1, 0.4, 0.4},       // accumulation
    {1, 0.3, 0.3},       // head
    {2, 0.5, 0.4},       // casts
    {1, 0.02, 0.02},     // bubble
    {0.004, 0.7, 0.15},  // straggler
}};

constexpr std::array<Prior, kNumPaces> kPacePriors = {{
    {0.97, 0.08, 0.08},  // products_16_bit
    {0.97, 0.08, 0.08},  // products_8_bit
    {0.97, 0.08, 0.08},  // products_4_bit
    {0.97, 0.1, 0.1},    // attention
    {1, 0.1, 0.1},       // memory
}};

using HabitLogs = std::array<double, kNumStepHabits>;
using PaceLogs = std::array<double, kNumPaces>;

/// Of one framework: what its item says where the priors leave it open.
sim::StepHabits habits_at(const sim::FrameworkProfile& framework, const double* common, const double* own) {
  sim::StepHabits habits;
  for (std::size_t i = 0; i < kNumStepHabits; ++i) {
    double prior = kHabitPriors[i].value;
    if (static_cast<StepHabit>(i) == StepHabit::kHostPerLayer) prior = framework.host_time_per_layer / second;
    if (static_cast<StepHabit>(i) == StepHabit::kStagePerTensorRank)
      prior = framework.habits[StepHabit::kStagePerTensorRank];
    habits.values[i] = prior * std::exp(common[i] + own[i]);
  }
  return habits;
}

hardware::Paces paces_at(const double* common, const double* own) {
  hardware::Paces paces;
  for (std::size_t i = 0; i < kNumPaces; ++i) paces.values[i] = kPacePriors[i].value * std::exp(common[i] + own[i]);
  return paces;
}

/// One row: blocks are the habits in common, the framework's, the paces in common, the accelerator's.
class RowCost : public ceres::CostFunction {
 public:
  explicit RowCost(const StepObservation& row) : item_(row.job.framework), job_(row.job), time_(row.time) {
    set_num_residuals(1);
    for (const std::size_t size : {kNumStepHabits, kNumStepHabits, kNumPaces, kNumPaces})
      mutable_parameter_block_sizes()->push_back(static_cast<int>(size));
    find_what_matters();
  }

  bool Evaluate(double const* const* parameters, double* residuals, double** jacobians) const override {
    HabitLogs habits;
    PaceLogs paces;
    for (std::size_t i = 0; i < kNumStepHabits; ++i) habits[i] = parameters[0][i] + parameters[1][i];
    for (std::size_t i = 0; i < kNumPaces; ++i) paces[i] = parameters[2][i] + parameters[3][i];
    residuals[0] = residual(habits, paces);
    if (!std::isfinite(residuals[0])) return false;
    if (jacobians == nullptr) return true;
    constexpr double kStep = 1e-5;
    const auto slopes = [&](auto& logs, const auto& matters, int first, int second) {
      for (std::size_t i = 0; i < logs.size(); ++i) {
        double slope = 0;
        if (matters[i]) {
          const double at = logs[i];
          logs[i] = at + kStep;
          const double above = residual(habits, paces);
          logs[i] = at - kStep;
          slope = (above - residual(habits, paces)) / (2 * kStep);
          logs[i] = at;
        }
        for (const int block : {first, second})
          if (jacobians[block] != nullptr) jacobians[block][i] = slope;
      }
    };
    slopes(habits, habit_matters_, 0, 1);
    slopes(paces, pace_matters_, 2, 3);
    return true;
  }

 private:
  double residual(const HabitLogs& habits, const PaceLogs& paces) const {
    static constexpr HabitLogs kNoHabits{};
    static constexpr PaceLogs kNoPaces{};
    job_.framework.habits = habits_at(item_, habits.data(), kNoHabits.data());
    job_.instance.accelerator.pace = paces_at(paces.data(), kNoPaces.data());
    const auto step = step_time(job_);
    return step ? std::log(step->total() / time_) / kSigma : std::numeric_limits<double>::quiet_NaN();
  }

  /// A dense job on one node does not ask for the all-to-all: its derivative need not be taken.
  void find_what_matters() {
    HabitLogs habits{};
    PaceLogs paces{};
    const double base = residual(habits, paces);
    const auto probe = [&](auto& logs, auto& matters) {
      for (std::size_t i = 0; i < logs.size(); ++i) {
        for (const double far : {-2.0, 2.0}) {
          logs[i] = far;
          matters[i] = matters[i] || residual(habits, paces) != base;
        }
        logs[i] = 0;
      }
    };
    probe(habits, habit_matters_);
    probe(paces, pace_matters_);
  }

  const sim::FrameworkProfile& item_;
  mutable sim::StepJob job_;
  Seconds time_;
  std::array<bool, kNumStepHabits> habit_matters_{};
  std::array<bool, kNumPaces> pace_matters_{};
};

/// (θ/σ) of one block.
class PriorCost : public ceres::CostFunction {
 public:
  explicit PriorCost(std::vector<double> sigmas) : sigmas_(std::move(sigmas)) {
    set_num_residuals(static_cast<int>(sigmas_.size()));
    mutable_parameter_block_sizes()->push_back(static_cast<int>(sigmas_.size()));
  }

  bool Evaluate(double const* const* parameters, double* residuals, double** jacobians) const override {
    const std::size_t n = sigmas_.size();
    for (std::size_t i = 0; i < n; ++i) residuals[i] = parameters[0][i] / sigmas_[i];
    if (jacobians != nullptr && jacobians[0] != nullptr)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) jacobians[0][i * n + j] = i == j ? 1 / sigmas_[i] : 0;
    return true;
  }

 private:
  std::vector<double> sigmas_;
};

template <std::size_t N>
std::vector<double> sigmas(const std::array<Prior, N>& priors, bool own) {
  std::vector<double> list;
  for (const Prior& prior : priors) list.push_back(own ? prior.own : prior.common);
  return list;
}

class Problem {
 public:
  explicit Problem(const std::vector<const StepObservation*>& rows) {
    std::map<std::string, double> in_source;
    for (const StepObservation* row : rows) ++in_source[row->source];
    for (const StepObservation* row : rows) {
      items_.try_emplace(row->job.framework.name, &row->job.framework);
      double* own_habits = own_habits_[row->job.framework.name].data();
      double* own_paces = own_paces_[row->job.instance.accelerator.name].data();
      const double weight = std::min(1.0, std::sqrt(kFullWeightRows / in_source[row->source]));
      problem_.AddResidualBlock(new RowCost(*row),
                                new ceres::ScaledLoss(new ceres::SoftLOneLoss(1), weight, ceres::TAKE_OWNERSHIP),
                                std::vector<double*>{habits_.data(), own_habits, paces_.data(), own_paces});
    }
    add_prior(habits_, kHabitPriors, false);
    add_prior(paces_, kPacePriors, false);
    for (auto& [name, logs] : own_habits_) add_prior(logs, kHabitPriors, true);
    for (auto& [name, logs] : own_paces_) add_prior(logs, kPacePriors, true);
  }

  StepFit solve(const StepFitOptions& options) {
    ceres::Solver::Options solver;
    solver.max_num_iterations = options.max_iterations;
    solver.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
    solver.function_tolerance = options.tolerance;
    solver.minimizer_progress_to_stdout = getenv("FITLOG") != nullptr;
    solver.parameter_tolerance = 1e-9;
    solver.logging_type = getenv("FITLOG") ? ceres::PER_MINIMIZER_ITERATION : ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(solver, &problem_, &summary);
    StepFit fit;
    fit.converged = summary.termination_type == ceres::CONVERGENCE;
    fit.cost = summary.final_cost;
    fit.profile = profile();
    return fit;
  }

 private:
  template <std::size_t N>
  void add_prior(std::array<double, N>& logs, const std::array<Prior, N>& priors, bool own) {
    problem_.AddResidualBlock(new PriorCost(sigmas(priors, own)), nullptr, logs.data());
    for (int i = 0; i < static_cast<int>(N); ++i) {
      problem_.SetParameterLowerBound(logs.data(), i, -kBound);
      problem_.SetParameterUpperBound(logs.data(), i, kBound);
    }
  }

  StepProfile profile() const {
    static constexpr HabitLogs kNoHabits{};
    static constexpr PaceLogs kNoPaces{};
    StepProfile result;
    sim::FrameworkProfile unknown;  // keeps the host time its item states
    result.habits = habits_at(unknown, habits_.data(), kNoHabits.data());
    for (const auto& [name, logs] : own_habits_)
      result.framework_habits[name] = habits_at(*items_.at(name), habits_.data(), logs.data());
    result.paces = paces_at(paces_.data(), kNoPaces.data());
    for (const auto& [name, logs] : own_paces_) result.accelerator_paces[name] = paces_at(paces_.data(), logs.data());
    return result;
  }

  HabitLogs habits_{};
  PaceLogs paces_{};
  std::map<std::string, HabitLogs> own_habits_;
  std::map<std::string, PaceLogs> own_paces_;
  std::map<std::string, const sim::FrameworkProfile*> items_;
  ceres::Problem problem_;
};

void check(const std::vector<const StepObservation*>& rows) {
  if (rows.empty()) throw InputError("rows", "there are none to fit to");
  for (const StepObservation* row : rows)
    if (!(row->time > Seconds{}) || !std::isfinite(row->time / second))
      throw InputError(row->source,
                       fmt::format("a step of {:.6g} s cannot be fitted; it must be positive", row->time / second));
}

}  // namespace

StepFit fit_steps(const std::vector<const StepObservation*>& rows, const StepFitOptions& options) {
  check(rows);
  return Problem(rows).solve(options);
}

std::optional<Seconds> predicted_time(const StepProfile& profile, const StepObservation& observation) {
  sim::StepJob job = observation.job;
  apply(profile, job.framework, job.instance.accelerator);
  const auto step = step_time(job);
  return step ? std::optional(step->total()) : std::nullopt;
}

}  // namespace fmplan::calibration
