#include "core/calibration/fit/fit_collectives.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include <ceres/ceres.h>
#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::calibration {
namespace {

using network::Coefficient;
using network::CoefficientInfo;
using network::CollectiveProfile;

/// Scatter of ln t from 1 MiB up and below, believed (docs/models/collectives.md).
constexpr double kLargeSigma = 0.05;
constexpr double kSmallSigma = 0.10;
/// What 80 % of the runs of one cluster, or of machines of one make by themselves, lie within of a fit to others of
/// them; by size band [validation/COLLECTIVES.md].
constexpr std::array<network::TimeFactors, kNumSizeBands> kRuns = {
    {{0.905, 1.105}, {0.861, 1.162}, {0.878, 1.139}, {0.914, 1.094}, {0.951, 1.051}}};
/// … and of sites of one system, across domains, of a fit to another site: 8 to 18 pairs of site and collective, each
/// with one vote and the ranks ⌊(n + 1)/10⌋ and ⌈9(n + 1)/10⌉ between the neighbours [the same page].
constexpr std::array<network::TimeFactors, kNumSizeBands> kSitesAcross = {
    {{0.57, 1.32}, {0.66, 1.38}, {0.70, 1.60}, {0.64, 1.50}, {0.75, 1.15}}};
/// How near the smooth minimum over candidates comes to the least, stage by stage: chosen.
constexpr std::array<double, 3> kSharpness = {8, 20, 40};

/// The coefficients that are fitted, as one vector of logarithms.
struct Free {
  std::vector<Coefficient> ids;

  CollectiveProfile apply(const CollectiveProfile& base, const double* theta) const {
    CollectiveProfile profile = base;
    for (std::size_t k = 0; k < ids.size(); ++k) profile[ids[k]] = std::exp(theta[k]);
    return profile;
  }
};

const CoefficientInfo& info(Coefficient id) { return network::coefficient_table()[static_cast<std::size_t>(id)]; }

/// Fastest candidate, softly; a habit of the profile or a restriction may leave one.
double soft_time(const CollectiveObservation& o, const CollectiveProfile& profile, double sharpness) {
  // Where a table or NCCL's tuner decides, the choice does not depend on the coefficients.
  const bool pairwise =
      o.collective == network::Collective::kAllToAll || o.collective == network::Collective::kSendReceive;
  const bool by_table = !profile.choices.empty() && o.only == network::NcclRestriction{} && o.group.num_domains > 2;
  if (by_table || (profile.tuner && !pairwise))
    return network::collective_time(o.collective, o.bytes, o.group, profile, o.only).total / second;
  const auto candidates = network::nccl_candidates(o.collective, o.bytes, o.group, profile, o.only);
  double fastest = candidates.front().time / second;
  for (const auto& c : candidates) fastest = std::min(fastest, c.time / second);
  double sum = 0;
  for (const auto& c : candidates) sum += std::pow(c.time / second / fastest, -sharpness);
  return fastest * std::pow(sum, -1 / sharpness);
}

struct TimeResidual {
  const CollectiveObservation& observation;
  const CollectiveProfile& base;
  const Free& free;
  double sharpness;

  bool operator()(double const* const* parameters, double* residual) const {
    const CollectiveProfile profile = free.apply(base, parameters[0]);
    const double sigma = observation.bytes < 1 * mebibyte ? kSmallSigma : kLargeSigma;
    *residual = std::log(soft_time(observation, profile, sharpness) / (observation.time / second)) / sigma;
    return std::isfinite(*residual);
  }
};

struct PriorResidual {
  std::vector<double> centre;
  std::vector<double> sigma;

  bool operator()(double const* const* parameters, double* residual) const {
    for (std::size_t k = 0; k < centre.size(); ++k) residual[k] = (parameters[0][k] - centre[k]) / sigma[k];
    return true;
  }
};

template <class Residual>
std::unique_ptr<ceres::CostFunction> numeric(std::unique_ptr<Residual> residual, std::size_t num_parameters,
                                             std::size_t num_residuals) {
  auto cost = std::make_unique<ceres::DynamicNumericDiffCostFunction<Residual, ceres::CENTRAL>>(residual.release());
  cost->AddParameterBlock(static_cast<int>(num_parameters));
  cost->SetNumResiduals(static_cast<int>(num_residuals));
  return cost;
}

/// Rows are weighted so that a source with many sizes does not drown one with few: 1/√max(1, rows of the block / 16).
double weight(std::size_t rows_in_block) {
  return 1 / std::sqrt(std::max(1.0, static_cast<double>(rows_in_block) / 16));
}

using Block = std::tuple<std::string, int, int, network::Collective>;
Block block_of(const CollectiveObservation& o) {
  return {o.source_id, o.group.num_ranks, o.group.num_domains, o.collective};
}

/// Whether a point could tell about a coefficient: a candidate not far from the fastest notices it.
bool uses(const CollectiveObservation& o, const CollectiveProfile& start, Coefficient id) {
  constexpr double kNoticeable = 0.005;  // of the time; chosen far below the scatter
  constexpr double kNotFar = 4;          // coefficients move while fitting, and with them who is fastest
  CollectiveProfile moved = start;
  moved[id] *= info(id).is_time ? 1.3 : 0.9;
  const auto before = network::nccl_candidates(o.collective, o.bytes, o.group, start, o.only);
  const auto after = network::nccl_candidates(o.collective, o.bytes, o.group, moved, o.only);
  Seconds fastest = before.front().time;
  for (const auto& c : before) fastest = std::min(fastest, c.time);
  for (std::size_t c = 0; c < before.size(); ++c)
    if (before[c].time < kNotFar * fastest && std::abs(after[c].time / before[c].time - 1) > kNoticeable) return true;
  return false;
}

/// Coefficients that some point could show; the others stay where they are.
Free visible(const std::vector<CollectiveObservation>& points, const CollectiveProfile& start,
             const CollectiveFitOptions& options) {
  Free free;
  for (const CoefficientInfo& c : network::coefficient_table()) {
    if (!(c.across ? options.fit_across : options.fit_inside)) continue;
    if (std::any_of(points.begin(), points.end(), [&](const auto& o) { return uses(o, start, c.id); }))
      free.ids.push_back(c.id);
  }
  return free;
}

void check_collectives(const std::vector<CollectiveObservation>& observations) {
  for (const CollectiveObservation& o : observations) {
    const bool good = std::isfinite(o.time / second) && o.time > Seconds{} && std::isfinite(o.bytes / byte) &&
                      o.bytes > Bytes{} && o.group.num_ranks > 1;
    if (!good)
      throw InputError(o.source_id,
                       fmt::format("a row of {} B in {} us over {} ranks cannot be fitted; sizes and times "
                                   "must be positive and the ranks at least 2",
                                   o.bytes / byte, o.time / microsecond, o.group.num_ranks));
  }
}

/// What a transport adds to every hop across domains is common to all algorithms (twice for Simple, which waits for the
/// data to be flushed where the transport flushes) and differs tenfold between InfiniBand and EFA v1.  The centres of
/// those priors are moved by it, so that small messages take about what they were measured to.
CollectiveProfile with_transport_latency(CollectiveProfile profile, double seconds) {
  using enum Coefficient;
  constexpr double kCompletion = 3e-6;  // seconds, of Simple on EFA: the model of AWS's tuner [aws-ofi-nccl @2daf7d30]
  for (const Coefficient hop : {kNetRingHopLl, kNetRingHopLl128, kNetTreeHopLl, kNetTreeHopLl128, kNetPairLatencyLl})
    profile[hop] += seconds;
  for (const Coefficient hop : {kNetRingHopSimple, kNetTreeHopSimple, kNetNvlsHop, kNetPairLatencySimple})
    profile[hop] += profile.flushes ? 2 * seconds : seconds + kCompletion;
  return profile;
}

CollectiveProfile at_measured_floor(const std::vector<CollectiveObservation>& points, const CollectiveProfile& start) {
  // Latencies tried, in seconds: chosen, from faster than any network to slower.
  constexpr Bytes kSmallEnough = 64 * kibibyte;
  constexpr double kFirst = 1e-6;
  constexpr double kMost = 1e-3;
  constexpr double kStep = 1.25;
  // Where only larger messages were measured, they must do; but nothing of latency is left in very large ones.
  constexpr Bytes kTooLarge = 16 * mebibyte;
  const bool has_small = std::ranges::any_of(
      points, [&](const CollectiveObservation& o) { return o.bytes <= kSmallEnough && o.group.num_domains > 1; });
  const Bytes largest = has_small ? kSmallEnough : kTooLarge;
  const auto distance = [&](const CollectiveProfile& profile) {
    double sum = 0;
    for (const CollectiveObservation& o : points)
      if (o.bytes <= largest && o.group.num_domains > 1) sum += std::abs(std::log1p(relative_error(o, profile)));
    return sum;
  };
  CollectiveProfile nearest = start;
  double least = distance(start);
  double latency = kFirst;
  while (latency < kMost) {
    const CollectiveProfile moved = with_transport_latency(start, latency);
    const double moved_distance = distance(moved);
    if (moved_distance < least) {
      least = moved_distance;
      nearest = moved;
    }
    latency *= kStep;
  }
  return nearest;
}

class CollectiveProblem {
 public:
  CollectiveProblem(const std::vector<CollectiveObservation>& points, const CollectiveProfile& start, Free free)
      : points_(points), start_(start), free_(std::move(free)) {
    for (const Coefficient id : free_.ids) theta_.push_back(std::log(start_[id]));
    for (const CollectiveObservation& o : points_) ++rows_[block_of(o)];
  }

  const Free& free() const { return free_; }
  const std::vector<double>& theta() const { return theta_; }
  void restart(const std::vector<double>& theta) { theta_ = theta; }
  /// θ of the start with some coefficients moved elsewhere.
  std::vector<double> moved(const std::vector<std::pair<Coefficient, double>>& elsewhere) const {
    std::vector<double> theta;
    for (const Coefficient id : free_.ids) {
      double value = start_[id];
      for (const auto& [moved_id, moved_value] : elsewhere)
        if (moved_id == id) value = moved_value;
      theta.push_back(std::log(value));
    }
    return theta;
  }

  /// One stage; leaves the problem of the last stage in place for the covariance.
  ceres::Solver::Summary solve(double sharpness, const CollectiveFitOptions& options) {
    problem_ = std::make_unique<ceres::Problem>();
    for (const CollectiveObservation& o : points_) {
      auto residual = std::make_unique<TimeResidual>(TimeResidual{o, start_, free_, sharpness});
      auto* loss =
          new ceres::ScaledLoss(new ceres::SoftLOneLoss(1.0), weight(rows_[block_of(o)]), ceres::TAKE_OWNERSHIP);
      problem_->AddResidualBlock(numeric(std::move(residual), theta_.size(), 1).release(), loss, theta_.data());
    }
    auto prior = std::make_unique<PriorResidual>();
    for (const Coefficient id : free_.ids) {
      prior->centre.push_back(std::log(start_[id]));
      prior->sigma.push_back(info(id).log_sigma);
    }
    problem_->AddResidualBlock(numeric(std::move(prior), theta_.size(), theta_.size()).release(), nullptr,
                               theta_.data());
    for (std::size_t k = 0; k < theta_.size(); ++k) {
      const CoefficientInfo& c = info(free_.ids[k]);
      problem_->SetParameterLowerBound(theta_.data(), static_cast<int>(k), std::log(c.minimum));
      problem_->SetParameterUpperBound(theta_.data(), static_cast<int>(k), std::log(c.maximum));
    }
    ceres::Solver::Options solver;
    solver.max_num_iterations = options.max_iterations;
    solver.linear_solver_type = ceres::DENSE_QR;
    solver.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(solver, problem_.get(), &summary);
    return summary;
  }

  /// Standard errors of θ; empty if the covariance cannot be had.
  std::vector<double> standard_errors() const {
    ceres::Covariance::Options options;
    options.algorithm_type = ceres::DENSE_SVD;
    options.null_space_rank = -1;
    ceres::Covariance covariance(options);
    const std::vector<std::pair<const double*, const double*>> blocks = {{theta_.data(), theta_.data()}};
    if (!covariance.Compute(blocks, problem_.get())) return {};
    std::vector<double> matrix(theta_.size() * theta_.size());
    if (!covariance.GetCovarianceBlock(theta_.data(), theta_.data(), matrix.data())) return {};
    std::vector<double> errors;
    for (std::size_t k = 0; k < theta_.size(); ++k) errors.push_back(std::sqrt(matrix[k * theta_.size() + k]));
    return errors;
  }

 private:
  const std::vector<CollectiveObservation>& points_;
  const CollectiveProfile& start_;
  Free free_;
  std::vector<double> theta_;
  std::map<Block, std::size_t> rows_;
  std::unique_ptr<ceres::Problem> problem_;
};

/// Protocols may share the sizes among them in more than one way that is a minimum, and of two links in a row only the
/// one that binds is felt: these places lead to different minima.
const std::vector<std::vector<std::pair<Coefficient, double>>>& starting_places() {
  using enum Coefficient;
  static const std::vector<std::vector<std::pair<Coefficient, double>>> kPlaces = {
      {},
      {{kNetRingEfficiency, 0.6}, {kNetTreeEfficiency, 0.6}, {kNetNvlsEfficiency, 0.6}},
      {{kShareLl128, 0.3},
       {kNetShareLl128, 0.4},
       {kRingShape, 1.2},
       {kShapeLl, 1.5},
       {kShapeLl128, 1.5},
       {kNetRingShape, 1.3}},
      {{kHopSimple, 1.2e-6},
       {kShareLl128, 0.5},
       {kShapeLl, 0.7},
       {kShapeLl128, 0.7},
       {kNetShapeLl, 0.7},
       {kNetShapeLl128, 0.7},
       {kRingShape, 0.6}},
  };
  return kPlaces;
}

/// The stages from the best place after the first.
void solve_all(CollectiveProblem& problem, const CollectiveFitOptions& options, CollectiveFit& fit) {
  std::vector<double> best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& place : starting_places()) {
    problem.restart(problem.moved(place));
    const ceres::Solver::Summary summary = problem.solve(kSharpness.front(), options);
    fit.num_iterations += summary.num_successful_steps;
    if (summary.final_cost < least) {
      least = summary.final_cost;
      best = problem.theta();
    }
  }
  problem.restart(best);
  for (std::size_t stage = 1; stage < kSharpness.size(); ++stage) {
    const ceres::Solver::Summary summary = problem.solve(kSharpness[stage], options);
    fit.num_iterations += summary.num_successful_steps;
    fit.converged = summary.termination_type == ceres::CONVERGENCE;
  }
}

std::vector<CollectiveObservation> sized(const std::vector<CollectiveObservation>& points, bool large) {
  std::vector<CollectiveObservation> kept;
  std::copy_if(points.begin(), points.end(), std::back_inserter(kept),
               [&](const auto& o) { return (o.bytes >= 1 * mebibyte) == large; });
  return kept;
}

/// Quantiles of ln measured/predicted; the points are of one cell.
network::TimeFactors cell_factors(const std::vector<CollectiveObservation>& points, const CollectiveProfile& profile,
                                  const network::TimeFactors& least) {
  std::vector<double> ratios;
  ratios.reserve(points.size());
  for (const CollectiveObservation& o : points) ratios.push_back(-std::log1p(relative_error(o, profile)));
  std::ranges::sort(ratios);
  const auto at = [&](double share) {
    return ratios[static_cast<std::size_t>(std::lround(share * static_cast<double>(ratios.size() - 1)))];
  };
  return {std::min(least.low, std::exp(at(0.1))), std::max(least.high, std::exp(at(0.9)))};
}

/// Sizes that were not measured across domains are known from the priors alone.
void widen_unmeasured(const std::vector<CollectiveObservation>& points, CollectiveProfile& profile) {
  const CollectiveProfile prior = network::uncalibrated_profile("", false);
  const auto widen = [&](bool large, network::TimeFactors& factors, const network::TimeFactors& least) {
    const bool measured = std::ranges::any_of(points, [&](const CollectiveObservation& o) {
      return o.group.num_domains > 1 && (o.bytes >= 1 * mebibyte) == large;
    });
    if (!measured) factors = {std::min(factors.low, least.low), std::max(factors.high, least.high)};
  };
  widen(false, profile.small_factors, prior.small_factors);
  widen(true, profile.large_factors, prior.large_factors);
}

}  // namespace

std::vector<CollectiveObservation> averaged(const std::vector<CollectiveObservation>& observations) {
  struct Sum {
    CollectiveObservation first;
    double log_time = 0;
    int count = 0;
  };
  // Ordered by what tells points apart, so that the result does not depend on the order of the rows.
  const auto key = [](const CollectiveObservation& o) {
    return std::tuple(o.source_id, o.group.num_ranks, o.group.ranks_per_domain, static_cast<int>(o.collective),
                      o.bytes.in_base_units(), o.only.no_nvls,
                      o.only.algorithm ? static_cast<int>(*o.only.algorithm) : -1,
                      o.only.protocol ? static_cast<int>(*o.only.protocol) : -1);
  };
  std::map<decltype(key(observations.front())), Sum> sums;
  for (const CollectiveObservation& o : observations) {
    Sum& sum = sums.try_emplace(key(o), Sum{o}).first->second;
    sum.log_time += std::log(o.time / second);
    ++sum.count;
  }
  std::vector<CollectiveObservation> points;
  for (auto& [name, sum] : sums) {
    sum.first.time = std::exp(sum.log_time / sum.count) * second;
    points.push_back(std::move(sum.first));
  }
  return points;
}

std::vector<network::MeasuredCell> measured_cells(const std::vector<CollectiveObservation>& observations,
                                                  const CollectiveProfile& profile, MeasuredAt where) {
  using Key = std::tuple<network::Collective, int, int, int>;
  std::map<Key, std::vector<CollectiveObservation>> cells;
  for (const CollectiveObservation& o : averaged(observations))
    cells[{o.collective, o.group.num_domains, o.group.ranks_per_domain, size_band(o.bytes)}].push_back(o);
  std::vector<network::MeasuredCell> result;
  for (const auto& [key, points] : cells) {
    const auto& [collective, domains, ranks, band] = key;
    const auto& least = domains > 1 && where == MeasuredAt::kOtherSites ? kSitesAcross : kRuns;
    std::set<double> sizes;
    for (const CollectiveObservation& o : points) sizes.insert(o.bytes / byte);
    result.push_back({.collective = collective,
                      .size_band = band,
                      .num_domains = domains,
                      .ranks_per_domain = ranks,
                      .num_points = static_cast<int>(sizes.size()),
                      .factors = cell_factors(points, profile, least[static_cast<std::size_t>(band)])});
  }
  return result;
}

int points_needed(const std::vector<CollectiveObservation>& observations, const CollectiveProfile& start,
                  const CollectiveFitOptions& options) {
  constexpr int kLeast = 8;  // chosen: docs/models/collectives.md
  const auto coefficients = static_cast<int>(visible(observations, start, options).ids.size());
  return std::max(kLeast, (coefficients + 1) / 2);
}

network::TimeFactors interval_factors(const std::vector<CollectiveObservation>& observations,
                                      const CollectiveProfile& profile) {
  std::vector<double> ratios;  // ln measured/predicted
  ratios.reserve(observations.size());
  for (const CollectiveObservation& o : observations) ratios.push_back(-std::log1p(relative_error(o, profile)));
  if (ratios.empty()) return network::TimeFactors{};
  std::sort(ratios.begin(), ratios.end());
  const auto at = [&](double share) {
    return ratios[static_cast<std::size_t>(std::lround(share * static_cast<double>(ratios.size() - 1)))];
  };
  constexpr double kLeast = 0.05;  // of ln t; chosen: no interval narrower than ±5 %
  const double widened = 1 + 1 / std::sqrt(static_cast<double>(ratios.size()));
  return {std::exp(std::min(-kLeast, widened * at(0.1))), std::exp(std::max(kLeast, widened * at(0.9)))};
}

void widen_interval(CollectiveProfile& profile, const std::vector<CollectiveObservation>& held_out) {
  // Chosen: points that say where four fifths lie, and half as wide again where there are fewer.
  constexpr std::size_t kEnough = 10;
  constexpr double kWider = 1.5;
  const std::vector<CollectiveObservation> points = averaged(held_out);
  const auto widened = [&](network::TimeFactors own, bool large) {
    const std::vector<CollectiveObservation> judges = sized(points, large);
    if (judges.size() < kEnough) return network::TimeFactors{std::pow(own.low, kWider), std::pow(own.high, kWider)};
    const network::TimeFactors seen = interval_factors(judges, profile);
    return network::TimeFactors{std::min(own.low, seen.low), std::max(own.high, seen.high)};
  };
  const network::TimeFactors small = widened(profile.small_factors, false);
  profile.large_factors = widened(profile.large_factors, true);
  profile.small_factors = small;
}

CollectiveFit fit_collectives(const std::vector<CollectiveObservation>& observations, const CollectiveProfile& start,
                              const CollectiveFitOptions& options) {
  check_collectives(observations);
  const std::vector<CollectiveObservation> points = averaged(observations);
  const int needed = points_needed(points, start, options);
  if (static_cast<int>(points.size()) < needed)
    throw InputError("rows", fmt::format("{} points are too few: {} are needed (half as many as coefficients that "
                                         "these rows involve, 8 at least); measure more sizes",
                                         points.size(), needed));
  const CollectiveProfile centre = options.fit_across ? at_measured_floor(points, start) : start;
  CollectiveProblem problem(points, centre, visible(points, centre, options));
  CollectiveFit fit;
  solve_all(problem, options, fit);
  fit.num_points = static_cast<int>(points.size());
  fit.profile = problem.free().apply(centre, problem.theta().data());
  const std::vector<double> errors = problem.standard_errors();
  for (std::size_t k = 0; k < problem.free().ids.size(); ++k) {
    const Coefficient id = problem.free().ids[k];
    const double error = errors.empty() ? info(id).log_sigma : errors[k];
    fit.coefficients.push_back({id, fit.profile[id], error, error < info(id).log_sigma / 2});
  }
  fit.profile.small_factors = interval_factors(sized(points, false), fit.profile);
  fit.profile.large_factors = interval_factors(sized(points, true), fit.profile);
  if (options.fit_across) widen_unmeasured(points, fit.profile);
  fit.residuals = errors_by_size(points, fit.profile);
  return fit;
}

}  // namespace fmplan::calibration
