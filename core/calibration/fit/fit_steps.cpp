#include "core/calibration/fit/fit_steps.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include <ceres/ceres.h>
#include <fmt/format.h>
#include <Eigen/Cholesky>

#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/base/random.h"

namespace fmplan::calibration {
namespace {

using hardware::kNumPaces;
using sim::kNumStepHabits;
using sim::StepHabit;

/// Scale of the robust loss, in ln t: chosen as the scatter of rows of one source.
constexpr double kStepSigma = 0.08;
/// Chosen: rows of a source beyond which more of them weigh as √n, not n, since they err together.
constexpr double kFullWeightRows = 30;
/// Chosen: searches of a round, which begin beside one minimum and may run at once.
constexpr int kPlacesARound = 4;
/// |g| and |d| at most.
constexpr double kBound = 3;

/// What is believed of a coefficient before any row: its value, and how far the logarithm may stray in common (σ_g) and
/// for one framework or accelerator (σ_d).
struct Prior {
  double value;
  double common;
  double own;
};

/// Where a benchmark speaks for the value it is 1; 0.189 is arXiv 2507.03114's.  The others and spreads in common are
/// beliefs, wide enough that rows decide where there are any.  Own spreads: towards what frameworks were found to
/// scatter by, where rows of some know (docs/decisions/0037-how-far-frameworks-lie-apart.md).
constexpr std::array<Prior, kNumStepHabits> kHabitPriors = {{
    {1, 0.3, 0.4},       // element_wise
    {1.1, 0.15, 0.2},    // attention
    {0, 0.5, 0.3},       // host_per_layer: the framework item's
    {2.5, 0.5, 0.4},     // host_per_mixture_layer
    {0.15, 0.7, 0.5},    // host_per_tensor_doubling
    {1e-3, 1, 1},        // host_per_micro_batch
    {10e-3, 0.7, 0.8},   // host_per_step: tens of milliseconds, of whatever framework
    {0, 1, 1},           // stage_per_tensor_rank: the framework item's
    {0.3e-3, 0.7, 0.5},  // across_per_tensor_rank
    {1.1, 0.1, 0.1},     // expert_imbalance
    {1.1, 0.2, 0.2},     // expert_products
    {20e-6, 0.7, 0.5},   // per_expert
    {1, 0.7, 0.5},       // expert_weight_passes
    {1.5, 0.5, 0.5},     // permutation
    {1, 0.3, 0.4},       // tensor_parallel
    {15e-6, 0.7, 0.5},   // tensor_skew
    {1, 0.3, 0.5},       // context_parallel
    {1.2, 0.4, 0.4},     // expert_parallel
    {1, 0.5, 0.4},       // pipeline_transfer
    {0.3, 0.5, 0.5},     // expert_spread
    {1.1, 0.1, 0.15},    // data_parallel: what NCCL takes by itself is measured
    {1.1, 0.3, 0.4},     // data_parallel_inside
    {0.189, 0.4, 0.4},   // beside_collective
    {1, 0.4, 0.2},       // accumulation: sums are read and written by whatever framework
    {1, 0.3, 0.45},      // head
    {2, 0.5, 0.4},       // casts
    {0.004, 0.7, 0.15},  // straggler
    {0.05, 0.5, 0.5},    // yearly_gain
    {0.1, 0.5, 0.7},     // yearly_gain_of_mixtures
}};

/// Believed: steps run kernels about as fast as these run alone; chosen, so that rows correct little.
constexpr std::array<Prior, kNumPaces> kPacePriors = {{
    {0.97, 0.08, 0.08},  // products_16_bit
    {0.97, 0.08, 0.08},  // products_8_bit
    {0.97, 0.08, 0.08},  // products_4_bit
    {0.97, 0.1, 0.1},    // attention
    {1, 0.1, 0.1},       // memory
}};

/// Chosen: how far the logarithms of paces of two accelerators with one chip at one power may lie apart.
constexpr double kSigmaOfChip = 0.03;

/// σ of what the links of one site stray by, of kSiteHabits: chosen by how far off judges are
/// (docs/decisions/0046-links-stray-by-site.md).
constexpr std::array<double, kSiteHabits.size()> kSiteSigmas = {0.6, 0.8, 0.8};

constexpr std::size_t index_of(StepHabit habit) { return static_cast<std::size_t>(habit); }

using HabitLogs = std::array<double, kNumStepHabits>;
using PaceLogs = std::array<double, kNumPaces>;

/// What the priors leave open is the framework's item's.
double habit_prior(const sim::FrameworkProfile& framework, std::size_t habit) {
  if (sim::kStepHabitNames.values[habit] == StepHabit::kHostPerLayer) return framework.host_time_per_layer / second;
  if (sim::kStepHabitNames.values[habit] == StepHabit::kStagePerTensorRank)
    return framework.habits[StepHabit::kStagePerTensorRank];
  if (sim::kStepHabitNames.values[habit] == StepHabit::kDataParallel)
    return kHabitPriors[habit].value * framework.habits[StepHabit::kDataParallel];
  return kHabitPriors[habit].value;
}

sim::StepHabits habits_at(const sim::FrameworkProfile& framework, const HabitLogs& logs) {
  sim::StepHabits habits;
  for (std::size_t i = 0; i < kNumStepHabits; ++i) habits.values[i] = habit_prior(framework, i) * std::exp(logs[i]);
  return habits;
}

hardware::Paces paces_at(const PaceLogs& logs) {
  hardware::Paces paces;
  for (std::size_t i = 0; i < kNumPaces; ++i) paces.values[i] = kPacePriors[i].value * std::exp(logs[i]);
  return paces;
}

/// ln(t̂/t) of one row at some coefficients.
class RowResidual {
 public:
  explicit RowResidual(const StepObservation& row) : item_(row.job.framework), job_(row.job), time_(row.time) {}

  double operator()(const HabitLogs& habits, const PaceLogs& paces) {
    job_.framework.habits = habits_at(item_, habits);
    job_.instance.accelerator.pace = paces_at(paces);
    const auto step = step_time(job_);
    return step ? std::log(software_factor(job_) * step->total() / time_) : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  const sim::FrameworkProfile& item_;
  sim::StepJob job_;
  Seconds time_;
};

/// One row: blocks are the habits in common, the framework's, the paces in common, the chip's, the accelerator's, and
/// what the site strays by.
class RowCost : public ceres::CostFunction {
 public:
  explicit RowCost(const PreparedStep& prepared) : residual_(*prepared.row), relevance_(prepared.relevance) {
    set_num_residuals(1);
    for (const std::size_t size : {kNumStepHabits, kNumStepHabits, kNumPaces, kNumPaces, kNumPaces, kSiteHabits.size()})
      mutable_parameter_block_sizes()->push_back(static_cast<int>(size));
  }

  bool Evaluate(double const* const* parameters, double* residuals, double** jacobians) const override {
    HabitLogs habits;
    PaceLogs paces;
    for (std::size_t i = 0; i < kNumStepHabits; ++i) habits[i] = parameters[0][i] + parameters[1][i];
    for (std::size_t i = 0; i < kNumPaces; ++i) paces[i] = parameters[2][i] + parameters[3][i] + parameters[4][i];
    for (std::size_t k = 0; k < kSiteHabits.size(); ++k) habits[index_of(kSiteHabits[k])] += parameters[5][k];
    residuals[0] = residual_(habits, paces) / kStepSigma;
    if (!std::isfinite(residuals[0])) return false;
    if (jacobians == nullptr) return true;
    // Of differences of logarithms.  Chosen: rounding takes 1e-9 of a slope, curvature 1e-6.
    constexpr double kStep = 1e-6;
    const auto slopes = [&](auto& logs, const auto& matters, std::initializer_list<int> blocks) {
      std::vector<double> found(logs.size());
      for (std::size_t i = 0; i < logs.size(); ++i) {
        double& slope = found[i];
        if (matters[i]) {
          const double at = logs[i];
          logs[i] = at + kStep;
          slope = (residual_(habits, paces) / kStepSigma - residuals[0]) / kStep;
          logs[i] = at;
        }
        for (const int block : blocks)
          if (jacobians[block] != nullptr) jacobians[block][i] = slope;
      }
      return found;
    };
    const std::vector<double> of_habits = slopes(habits, relevance_.habits, {0, 1});
    if (jacobians[5] != nullptr)
      for (std::size_t k = 0; k < kSiteHabits.size(); ++k) jacobians[5][k] = of_habits[index_of(kSiteHabits[k])];
    slopes(paces, relevance_.paces, {2, 3, 4});
    return true;
  }

 private:
  mutable RowResidual residual_;  // its job is scratch space: one thread evaluates one problem
  StepRelevance relevance_;
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

/// Rows whose time depends on each coefficient, by source.
template <std::size_t N>
class RowsBySource {
 public:
  void add(const std::string& source, const std::bitset<N>& matters) {
    std::array<int, N>& counts = counts_[source];
    for (std::size_t i = 0; i < N; ++i) counts[i] += matters[i] ? 1 : 0;
  }
  double largest_share(std::size_t i) const {
    int all = 0, most = 0;
    for (const auto& [source, counts] : counts_) {
      all += counts[i];
      most = std::max(most, counts[i]);
    }
    return all > 0 ? 1.0 * most / all : 0;
  }

 private:
  std::map<std::string, std::array<int, N>> counts_;
};

template <std::size_t N>
std::vector<double> sigmas(const std::array<Prior, N>& priors, bool own) {
  std::vector<double> list;
  list.reserve(N);
  for (const Prior& prior : priors) list.push_back(own ? prior.own : prior.common);
  return list;
}

/// The covariance of all coefficients: the inverse of JᵀJ, J with the losses' weights, priors included.
class Covariance {
 public:
  Covariance(ceres::Problem& problem, const std::vector<double*>& blocks) {
    ceres::Problem::EvaluateOptions options;
    options.parameter_blocks = blocks;
    int size = 0;
    for (double* block : blocks) {
      first_[block] = size;
      size += problem.ParameterBlockSize(block);
    }
    ceres::CRSMatrix jacobian;
    problem.Evaluate(options, nullptr, nullptr, nullptr, &jacobian);
    Eigen::MatrixXd information = Eigen::MatrixXd::Zero(size, size);
    for (int row = 0; row < jacobian.num_rows; ++row) {
      const auto begin = static_cast<std::size_t>(jacobian.rows[static_cast<std::size_t>(row)]);
      const auto end = static_cast<std::size_t>(jacobian.rows[static_cast<std::size_t>(row) + 1]);
      for (std::size_t a = begin; a < end; ++a) {
        if (jacobian.values[a] == 0) continue;
        for (std::size_t b = begin; b < end; ++b)
          information(jacobian.cols[a], jacobian.cols[b]) += jacobian.values[a] * jacobian.values[b];
      }
    }
    covariance_ = information.llt().solve(Eigen::MatrixXd::Identity(size, size));
  }

  /// Standard error of the sum of an entry of all `blocks`.
  double error_of(const std::vector<const double*>& blocks, std::size_t entry) const {
    const auto at = [&](const double* block) { return first_.at(block) + static_cast<Eigen::Index>(entry); };
    double variance = 0;
    for (const double* a : blocks)
      for (const double* b : blocks) variance += covariance_(at(a), at(b));
    return std::sqrt(variance);
  }

 private:
  std::map<const double*, Eigen::Index> first_;
  Eigen::MatrixXd covariance_;
};

/// Ends a search between two of its iterations.
class StopAsked : public ceres::IterationCallback {
 public:
  explicit StopAsked(const Watch& watch) : watch_(watch) {}

  ceres::CallbackReturnType operator()(const ceres::IterationSummary& /*summary*/) override {
    return watch_.stopped() ? ceres::SOLVER_ABORT : ceres::SOLVER_CONTINUE;
  }

 private:
  const Watch& watch_;
};

class StepProblem {
 public:
  StepProblem(const std::vector<PreparedStep>& rows, const StepLogs& start) {
    std::map<std::string, double> in_source;
    for (const PreparedStep& step : rows) {
      ++in_source[step.row->source];
      logs_.accelerator_paces[step.row->job.instance.accelerator.name] = {};
    }
    for (const PreparedStep& step : rows) add_row(step, in_source[step.row->source]);
    begin_at(start);
    add_prior(logs_.habits, kHabitPriors, false);
    add_prior(logs_.paces, kPacePriors, false);
    for (auto& [name, logs] : logs_.framework_habits) {
      std::vector<double> own = sigmas(kHabitPriors, true);
      // What runs at one cloud alone strays as its links do.
      if (!with_sites_.contains(name))
        for (std::size_t k = 0; k < kSiteHabits.size(); ++k) {
          double& sigma = own[index_of(kSiteHabits[k])];
          sigma = std::hypot(sigma, kSiteSigmas[k]);
        }
      add_prior(logs, std::move(own));
    }
    for (auto& [name, logs] : logs_.accelerator_paces) {
      if (chips_.contains(name)) {
        add_prior(logs, std::vector<double>(kNumPaces, kSigmaOfChip));
      } else {
        add_prior(logs, kPacePriors, true);
      }
    }
    for (auto& [name, logs] : logs_.site_habits)
      add_prior(logs, std::vector<double>(kSiteSigmas.begin(), kSiteSigmas.end()));
  }

  /// @throws JobStopped where the watch says so.
  StepFit solve(const StepFitOptions& options, const Watch& watch) {
    ceres::Solver::Options solver;
    solver.max_num_iterations = options.max_iterations;
    solver.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
    // The cost has kinks where another stage or path is the slowest.  Chosen by trial: steps that may go uphill for a
    // while, and are short at first, leave more of them behind; else a fit that begins near its end, as those that hold
    // rows out do, ends where it began.
    solver.use_nonmonotonic_steps = true;
    solver.initial_trust_region_radius = 100;
    solver.function_tolerance = options.tolerance;
    solver.parameter_tolerance = 1e-9;
    solver.logging_type = ceres::SILENT;
    StopAsked stop(watch);
    solver.callbacks.push_back(&stop);
    ceres::Solver::Summary summary;
    ceres::Solve(solver, &problem_, &summary);
    if (summary.termination_type == ceres::USER_FAILURE) throw JobStopped{};
    StepFit fit;
    fit.converged = summary.termination_type == ceres::CONVERGENCE;
    fit.cost = summary.final_cost;
    fit.profile = profile();
    fit.logs = logs_;
    fit.coefficients = coefficients(options.standard_errors);
    return fit;
  }

 private:
  void add_row(const PreparedStep& step, double in_source) {
    const sim::FrameworkProfile& framework = step.row->job.framework;
    items_.try_emplace(framework.name, &framework);
    used_[framework.name].habits |= step.relevance.habits;
    used_[{}].habits |= step.relevance.habits;
    const std::string& accelerator = step.row->job.instance.accelerator.name;
    accelerators_used_[accelerator] |= step.relevance.paces;
    used_[{}].paces |= step.relevance.paces;
    for (const std::string& of : {framework.name, std::string()})
      habit_rows_[of].add(step.row->source, step.relevance.habits);
    for (const std::string& of : {accelerator, std::string()})
      pace_rows_[of].add(step.row->source, step.relevance.paces);
    const double weight = std::min(1.0, std::sqrt(kFullWeightRows / in_source));
    double* own_habits =
        framework.name == kUnknownFramework ? no_habits_.data() : logs_.framework_habits[framework.name].data();
    // An accelerator with the chip of another that has rows strays from it.
    const auto chip = logs_.accelerator_paces.find(step.row->job.instance.accelerator.chip);
    const bool of_chip = chip != logs_.accelerator_paces.end() && chip->first != accelerator;
    if (of_chip) chips_[accelerator] = chip->first;
    double* chip_paces = of_chip ? chip->second.data() : no_paces_.data();
    if (!step.row->site.empty()) with_sites_.insert(framework.name);
    const bool has_site = !step.row->site.empty() && std::ranges::any_of(kSiteHabits, [&](StepHabit habit) {
      return step.relevance.habits[index_of(habit)];
    });
    double* site = has_site ? logs_.site_habits[step.row->site].data() : no_site_.data();
    problem_.AddResidualBlock(new RowCost(step),
                              new ceres::ScaledLoss(new ceres::SoftLOneLoss(1), weight, ceres::TAKE_OWNERSHIP),
                              std::vector<double*>{logs_.habits.data(), own_habits, logs_.paces.data(), chip_paces,
                                                   logs_.accelerator_paces[accelerator].data(), site});
    if (!has_site) problem_.SetParameterBlockConstant(site);
    if (own_habits == no_habits_.data()) problem_.SetParameterBlockConstant(own_habits);
    if (chip_paces == no_paces_.data()) problem_.SetParameterBlockConstant(chip_paces);
  }

  void begin_at(const StepLogs& start) {
    logs_.habits = start.habits;
    logs_.paces = start.paces;
    for (auto& [name, logs] : logs_.framework_habits)
      if (const auto found = start.framework_habits.find(name); found != start.framework_habits.end())
        logs = found->second;
    for (auto& [name, logs] : logs_.accelerator_paces)
      if (const auto found = start.accelerator_paces.find(name); found != start.accelerator_paces.end())
        logs = found->second;
    for (auto& [name, logs] : logs_.site_habits)
      if (const auto found = start.site_habits.find(name); found != start.site_habits.end()) logs = found->second;
  }

  template <std::size_t N>
  void add_prior(std::array<double, N>& logs, const std::array<Prior, N>& priors, bool own) {
    add_prior(logs, sigmas(priors, own));
  }

  template <std::size_t N>
  void add_prior(std::array<double, N>& logs, std::vector<double> sigmas) {
    problem_.AddResidualBlock(new PriorCost(std::move(sigmas)), nullptr, logs.data());
    for (int i = 0; i < static_cast<int>(N); ++i) {
      problem_.SetParameterLowerBound(logs.data(), i, -kBound);
      problem_.SetParameterUpperBound(logs.data(), i, kBound);
    }
  }

  template <std::size_t N>
  static std::array<double, N> sum(const std::array<double, N>& common, const std::array<double, N>& own) {
    std::array<double, N> total;
    for (std::size_t i = 0; i < N; ++i) total[i] = common[i] + own[i];
    return total;
  }

  StepProfile profile() const {
    StepProfile result;
    result.habits = habits_at(sim::FrameworkProfile{}, logs_.habits);
    for (const auto& [name, logs] : logs_.framework_habits)
      result.framework_habits[name] = habits_at(*items_.at(name), sum(logs_.habits, logs));
    result.paces = paces_at(logs_.paces);
    for (const auto& [name, logs] : logs_.accelerator_paces)
      result.accelerator_paces[name] = paces_at(sum(logs_.paces, own_paces(name)));
    return result;
  }

  /// With what the accelerator has of its chip's.
  PaceLogs own_paces(const std::string& accelerator) const {
    const PaceLogs& own = logs_.accelerator_paces.at(accelerator);
    const auto chip = chips_.find(accelerator);
    return chip == chips_.end() ? own : sum(logs_.accelerator_paces.at(chip->second), own);
  }

  std::vector<double*> free_blocks() {
    std::vector<double*> blocks = {logs_.habits.data(), logs_.paces.data()};
    for (auto& [name, logs] : logs_.framework_habits) blocks.push_back(logs.data());
    for (auto& [name, logs] : logs_.accelerator_paces) blocks.push_back(logs.data());
    for (auto& [name, logs] : logs_.site_habits) blocks.push_back(logs.data());
    return blocks;
  }

  std::vector<FittedStepCoefficient> coefficients(bool standard_errors) {
    std::optional<Covariance> covariance;
    if (standard_errors) covariance.emplace(problem_, free_blocks());
    std::vector<FittedStepCoefficient> list;
    // The coefficient is the sum of its blocks' logarithms.
    const auto add = [&](const std::vector<const double*>& blocks, FittedStepCoefficient entry, std::size_t i) {
      double log = 0;
      for (const double* block : blocks) {
        log += block[i];
        entry.at_bound = entry.at_bound || std::abs(block[i]) > kBound - 1e-6;
      }
      entry.value = entry.prior * std::exp(log);
      if (covariance) entry.relative_error = covariance->error_of(blocks, i);
      list.push_back(std::move(entry));
    };
    const auto add_habits = [&](const std::string& of, const std::vector<const double*>& blocks) {
      static const sim::FrameworkProfile kUnknown;
      const sim::FrameworkProfile& item = of.empty() ? kUnknown : *items_.at(of);
      for (std::size_t i = 0; i < kNumStepHabits; ++i)
        add(blocks,
            {.is_habit = true,
             .of = of,
             .name = sim::kStepHabitNames.texts[i],
             .prior = habit_prior(item, i),
             .from_rows = used_.at(of).habits[i],
             .of_one_source = habit_rows_.at(of).largest_share(i)},
            i);
    };
    const auto add_paces = [&](const std::string& of, const std::vector<const double*>& blocks) {
      for (std::size_t i = 0; i < kNumPaces; ++i)
        add(blocks,
            {.is_habit = false,
             .of = of,
             .name = hardware::kPaceNames.texts[i],
             .prior = kPacePriors[i].value,
             .from_rows = (of.empty() ? used_.at({}).paces : accelerators_used_.at(of))[i],
             .of_one_source = pace_rows_.at(of).largest_share(i)},
            i);
    };
    const double* habits = logs_.habits.data();
    add_habits({}, {habits});
    for (const auto& [name, logs] : logs_.framework_habits) add_habits(name, {habits, logs.data()});
    const double* paces = logs_.paces.data();
    add_paces({}, {paces});
    for (const auto& [name, logs] : logs_.accelerator_paces) {
      std::vector<const double*> blocks = {paces, logs.data()};
      if (const auto chip = chips_.find(name); chip != chips_.end())
        blocks.push_back(logs_.accelerator_paces.at(chip->second).data());
      add_paces(name, blocks);
    }
    return list;
  }

  StepLogs logs_;
  HabitLogs no_habits_{};
  PaceLogs no_paces_{};
  SiteLogs no_site_{};
  std::map<std::string, std::string> chips_;  ///< by accelerator, of those that stray from another's paces
  std::set<std::string> with_sites_;          ///< frameworks that some site's rows are of
  std::map<std::string, const sim::FrameworkProfile*> items_;
  std::map<std::string, StepRelevance> used_;  ///< by framework; of all under ""
  std::map<std::string, std::bitset<kNumPaces>> accelerators_used_;
  std::map<std::string, RowsBySource<kNumStepHabits>> habit_rows_;  ///< by framework; of all under ""
  std::map<std::string, RowsBySource<kNumPaces>> pace_rows_;        ///< by accelerator; of all under ""
  ceres::Problem problem_;
};

void check_steps(const std::vector<PreparedStep>& rows) {
  if (rows.empty()) throw InputError("rows", "there are none to fit to");
  Issues issues;
  for (const PreparedStep& step : rows)
    if (const double time = step.row->time / second; !(time > 0) || !std::isfinite(time))
      issues.push_back(
          {step.row->source, fmt::format("a step of {:.6g} s cannot be fitted; it must be positive", time)});
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// Habits at most a third off, with which another of the kinks may be passed.
StepLogs beside(StepLogs logs, int number) {
  RandomStream random({.stream = static_cast<std::uint32_t>(number)});
  constexpr double kFar = 0.3;  // chosen by trial
  const auto shift = [&](HabitLogs& habits) {
    for (double& log : habits) log = std::clamp(log + kFar * (2 * random.uniform() - 1), -kBound, kBound);
  };
  shift(logs.habits);
  for (auto& [name, habits] : logs.framework_habits) shift(habits);
  return logs;
}

}  // namespace

/// A dense job on one node does not ask for the all-to-all: its derivative need not be taken.
StepRelevance relevance(const StepObservation& row) {
  RowResidual residual(row);
  HabitLogs habits{};
  PaceLogs paces{};
  StepRelevance result;
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
  probe(habits, result.habits);
  probe(paces, result.paces);
  return result;
}

std::vector<PreparedStep> prepare(const std::vector<StepObservation>& rows) {
  std::vector<PreparedStep> prepared;
  prepared.reserve(rows.size());
  for (const StepObservation& row : rows) prepared.push_back({&row, relevance(row)});
  return prepared;
}

int num_searches(const StepFitOptions& options) {
  return (options.start == StepLogs{} ? 1 : 2) + options.rounds * kPlacesARound;
}

StepFit fit_steps(const std::vector<PreparedStep>& rows, const StepFitOptions& options, const Watch& watch) {
  check_steps(rows);
  int done = 0;
  const auto search = [&](const std::vector<StepLogs>& places) {
    std::vector<StepFit> found(places.size());
    parallel_for(
        std::ssize(places), options.threads,
        [&](std::int64_t number) {
          const auto i = static_cast<std::size_t>(number);
          found[i] = StepProblem(rows, places[i]).solve(options, watch);
        },
        watch.part(done, num_searches(options)));
    if (watch.stopped()) throw JobStopped{};
    done += static_cast<int>(places.size());
    return *std::ranges::min_element(found, {}, &StepFit::cost);
  };
  std::vector<StepLogs> places = {options.start};
  if (options.start != StepLogs{}) places.emplace_back();
  StepFit best = search(places);
  for (int round = 0; round < options.rounds; ++round) {
    std::vector<StepLogs> near;
    near.reserve(kPlacesARound);
    for (int place = 0; place < kPlacesARound; ++place)
      near.push_back(beside(best.logs, round * kPlacesARound + place));
    StepFit found = search(near);
    if (found.cost < best.cost) best = std::move(found);
  }
  return best;
}

}  // namespace fmplan::calibration
