#include "core/calibration/step_anchor.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include <Eigen/Cholesky>

#include "core/model/transformer.h"

namespace fmplan::calibration {
namespace {

/// Which distance each coordinate adds to, in the order in which position_of() lists them.
constexpr std::array<StepDistance, kNumStepCoordinates> kDistanceOf = {
    StepDistance::kMachineSize, StepDistance::kLayout,    StepDistance::kLayout,     StepDistance::kLayout,
    StepDistance::kLayout,      StepDistance::kLayout,    StepDistance::kMicroBatch, StepDistance::kMicroBatch,
    StepDistance::kBatch,       StepDistance::kModelSize, StepDistance::kModelSize,  StepDistance::kMemory,
    StepDistance::kMemory};

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

StepContrast contrast(const StepPosition& a, const StepPosition& b) {
  return {.distances = distances(a, b),
          .machine = a.accelerator != b.accelerator || a.framework != b.framework,
          .precision = a.precision != b.precision,
          .model = a.architecture != b.architecture};
}

std::array<double, kNumCorrelationCoefficients> vector_of(const StepCorrelation& c) {
  std::array<double, kNumCorrelationCoefficients> v = {c.noise, c.floor, c.other_machine, c.other_precision,
                                                       c.other_model};
  std::copy(c.rates.begin(), c.rates.end(), v.begin() + 5);
  return v;
}

double correlation(const StepCorrelation& coefficients, const StepPosition& a, const StepPosition& b) {
  return correlation_of(vector_of(coefficients).data(), contrast(a, b));
}

namespace {

/// With an anchor of spread `sigma`.
double anchored_correlation(const StepCorrelation& coefficients, const StepPosition& a, const StepPosition& b,
                            double sigma) {
  const double usual = correlation(coefficients, a, b);
  if (!same_step(a, b)) return usual;
  return std::max(usual, 1 - std::pow(kRepeatDeviation / sigma, 2));
}

/// Of an anchor with itself.
double own_variance(const StepCorrelation& coefficients, const StepAnchor& anchor) {
  if (anchor.count == 1) return 1;
  const double rho = anchored_correlation(coefficients, anchor.position, anchor.position, anchor.spread);
  const double scattered = std::pow(anchor.scatter / anchor.spread, 2);
  return rho + (1 - rho) / anchor.count + std::max(0.0, scattered - (1 - rho));
}

}  // namespace

std::vector<StepAnchor> merged(const std::vector<StepAnchor>& anchors) {
  // By coordinates first: whole positions are long to compare.
  std::map<std::array<double, kNumStepCoordinates>, std::vector<std::vector<const StepAnchor*>>> groups;
  for (const StepAnchor& anchor : anchors) {
    auto& near = groups[anchor.position.coordinates];
    const auto same = std::ranges::find_if(
        near, [&](const auto& group) { return same_step(group.front()->position, anchor.position); });
    if (same == near.end())
      near.push_back({&anchor});
    else
      same->push_back(&anchor);
  }
  std::vector<StepAnchor> steps;
  for (const auto& [coordinates, near] : groups) {
    const std::size_t first = steps.size();
    for (const auto& group : near) {
      StepAnchor step = *group.front();
      std::vector<double> ratios;
      for (const StepAnchor* anchor : group) ratios.push_back(anchor->log_ratio);
      // Summed by size, for sums that do not depend on the rows' order.
      std::ranges::sort(ratios);
      step.count = static_cast<int>(ratios.size());
      step.log_ratio = std::accumulate(ratios.begin(), ratios.end(), 0.0) / step.count;
      double squares = 0;
      for (const double ratio : ratios) squares += std::pow(ratio - step.log_ratio, 2);
      step.scatter = step.count > 1 ? std::sqrt(squares / (step.count - 1)) : 0;
      steps.push_back(std::move(step));
    }
    std::sort(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end(),
              [](const StepAnchor& a, const StepAnchor& b) { return a.log_ratio < b.log_ratio; });
  }
  return steps;
}

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
    among(i, i) = own_variance(coefficients, *anchor);
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

}  // namespace fmplan::calibration
