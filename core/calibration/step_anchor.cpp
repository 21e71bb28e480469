#include "core/calibration/step_anchor.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include <ceres/ceres.h>
#include <Eigen/Cholesky>

#include "core/model/transformer.h"

namespace fmplan::calibration {
namespace {

using Distances = std::array<double, kNumStepDistances>;

/// Which distance each coordinate adds to, in the order in which position_of() lists them.
constexpr std::array<StepDistance, kNumStepCoordinates> kDistanceOf = {
    StepDistance::kMachineSize, StepDistance::kLayout,    StepDistance::kLayout,     StepDistance::kLayout,
    StepDistance::kLayout,      StepDistance::kLayout,    StepDistance::kMicroBatch, StepDistance::kMicroBatch,
    StepDistance::kBatch,       StepDistance::kModelSize, StepDistance::kModelSize,  StepDistance::kMemory,
    StepDistance::kMemory};

struct Differences {
  Distances distances{};
  bool machine = false;
  bool precision = false;
  bool model = false;
};

Differences differences(const StepPosition& a, const StepPosition& b) {
  return {.distances = distances(a, b),
          .machine = a.accelerator != b.accelerator || a.framework != b.framework,
          .precision = a.precision != b.precision,
          .model = a.architecture != b.architecture};
}

/// Coefficients as the fit's vector: noise, floor, the three classes, the rates.
constexpr int kNumCoefficients = 5 + static_cast<int>(kNumStepDistances);

template <class T>
T correlation_of(const T* c, const Differences& d) {
  T exponent(0.0);
  for (std::size_t g = 0; g < kNumStepDistances; ++g) exponent += c[5 + g] * d.distances[g];
  T rho = (1.0 - c[0]) * (c[1] + (1.0 - c[1]) * exp(-exponent));
  if (d.machine) rho *= c[2];
  if (d.precision) rho *= c[3];
  if (d.model) rho *= c[4];
  return rho;
}

std::array<double, kNumCoefficients> vector_of(const StepCorrelation& c) {
  std::array<double, kNumCoefficients> v = {c.noise, c.floor, c.other_machine, c.other_precision, c.other_model};
  std::copy(c.rates.begin(), c.rates.end(), v.begin() + 5);
  return v;
}

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
  Differences pair;
  double from;
  double to;
};
struct BeliefCost {
  template <class T>
  bool operator()(const T* c, T* residuals) const {
    for (int i = 0; i < kNumCoefficients; ++i) residuals[i] = (c[i] - belief(i).value) / belief(i).sigma;
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
      const Differences pair = differences(*rows[i]->position, *rows[j]->position);
      for (const auto& [a, b] : {std::pair{rows[i], rows[j]}, std::pair{rows[j], rows[i]}})
        problem.AddResidualBlock(
            new ceres::AutoDiffCostFunction<PairCost, 1, kNumCoefficients>(new PairCost{pair, clipped(a), clipped(b)}),
            new ceres::ScaledLoss(new ceres::SoftLOneLoss(1), weight, ceres::TAKE_OWNERSHIP), coefficients);
    }
  }
}

}  // namespace

StepPosition position_of(const model::Transformer& model, const sim::StepSettings& settings,
                         const std::string& framework, const std::string& accelerator) {
  const model::ParallelPlan& plan = settings.plan;
  const auto doublings = [](int count) { return std::log2(std::max(1.0, 1.0 * count)); };
  return {
      .framework = framework,
      .accelerator = accelerator,
      .precision = std::string(sim::precision_name(settings.precision)),
      .architecture = {model.num_layers, model.hidden_size, model.num_heads,
                       model.moe ? model.moe->expert_ffn_hidden_size : model.ffn_hidden_size,
                       model.moe ? model.moe->num_experts : 0, settings.adapter_rank,
                       settings.adapter_rank > 0 ? 1 + static_cast<int>(settings.adapter_targets) : 0},
      .coordinates = {doublings(world_size(plan)), doublings(plan.tensor), doublings(plan.pipeline),
                      doublings(plan.virtual_pipeline), doublings(plan.context), doublings(plan.expert),
                      doublings(plan.micro_batch_size), doublings(settings.sequence_length),
                      doublings(settings.global_batch_size), doublings(model.hidden_size), doublings(model.num_layers),
                      1.0 * static_cast<int>(plan.recompute.kind), 1.0 * static_cast<int>(plan.zero_stage)}};
}

StepPosition position_of(const sim::StepJob& job) {
  return position_of(job.model, job.settings, job.framework.name, job.instance.accelerator.name);
}

StepPosition exact_position_of(const sim::StepJob& job) {
  StepPosition position = position_of(job);
  position.exact = {
      .model = job.model, .settings = job.settings, .instance = job.instance.name, .software = job.software};
  position.exact->model.name.clear();
  return position;
}

bool same_step(const StepPosition& a, const StepPosition& b) { return a.exact && a == b; }

std::array<double, kNumStepDistances> distances(const StepPosition& a, const StepPosition& b) {
  std::array<double, kNumStepDistances> result{};
  for (std::size_t i = 0; i < kNumStepCoordinates; ++i)
    result[static_cast<std::size_t>(kDistanceOf[i])] += std::abs(a.coordinates[i] - b.coordinates[i]);
  return result;
}

double correlation(const StepCorrelation& coefficients, const StepPosition& a, const StepPosition& b) {
  return correlation_of(vector_of(coefficients).data(), differences(a, b));
}

namespace {

/// With an anchor of spread `sigma`.
double anchored_correlation(const StepCorrelation& coefficients, const StepPosition& a, const StepPosition& b,
                            double sigma) {
  const double usual = correlation(coefficients, a, b);
  if (!same_step(a, b)) return usual;
  return std::max(usual, 1 - std::pow(kRepeatDeviation / sigma, 2));
}

}  // namespace

StepCorrection correction(const StepCorrelation& coefficients, const std::vector<StepAnchor>& anchors,
                          const StepPosition& question) {
  std::vector<std::pair<double, const StepAnchor*>> near;
  near.reserve(anchors.size());
  for (const StepAnchor& anchor : anchors)
    near.emplace_back(anchored_correlation(coefficients, question, anchor.position, anchor.spread), &anchor);
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  near.resize(std::min(near.size(), kMostAnchors));
  if (near.empty() || near.front().first <= 0) return {};

  const auto n = static_cast<Eigen::Index>(near.size());
  Eigen::MatrixXd among = Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd with(n), measured(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& [rho, anchor] = near[static_cast<std::size_t>(i)];
    with(i) = rho;
    measured(i) = anchor->log_ratio / anchor->spread;
    for (Eigen::Index j = 0; j < i; ++j) {
      const StepAnchor& other = *near[static_cast<std::size_t>(j)].second;
      among(i, j) = among(j, i) =
          anchored_correlation(coefficients, anchor->position, other.position, std::min(anchor->spread, other.spread));
    }
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(among);
  const Eigen::VectorXd weights = factor.solve(with);
  if (factor.info() != Eigen::Success || !weights.allFinite()) return {};
  return {.deviations = weights.dot(measured), .narrowing = std::sqrt(std::clamp(1 - weights.dot(with), 1e-4, 1.0))};
}

StepCorrelation fit_correlation(const std::vector<StandardisedStep>& rows) {
  std::map<int, std::vector<const StandardisedStep*>> sources;
  for (const StandardisedStep& row : rows) sources[row.source].push_back(&row);
  std::array<double, kNumCoefficients> c{};
  for (int i = 0; i < kNumCoefficients; ++i) c[static_cast<std::size_t>(i)] = belief(i).value;
  ceres::Problem problem;
  problem.AddResidualBlock(
      new ceres::AutoDiffCostFunction<BeliefCost, kNumCoefficients, kNumCoefficients>(new BeliefCost), nullptr,
      c.data());
  for (const auto& [source, of_source] : sources) add_source(of_source, c.data(), problem);
  for (int i = 0; i < kNumCoefficients; ++i) {
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
