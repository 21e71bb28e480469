#include "core/calibration/steady_state.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace fmplan::calibration {
namespace {

/// Makes the median absolute deviation of a normal distribution its standard deviation.
constexpr double kNormalConsistency = 1.4826;
constexpr std::size_t kWindow = 5;  ///< periods whose median must be at the pace; chosen

struct PeriodLevel {
  double median = 0;
  double sigma = 0;

  bool is_near(double value, double sigmas, double share) const {
    return std::abs(value - median) <= std::max(sigmas * sigma, share * median);
  }
};

PeriodLevel level_of(const std::vector<double>& values) {
  PeriodLevel level;
  level.median = sample_quantile(values, 0.5);
  std::vector<double> deviations;
  deviations.reserve(values.size());
  for (const double value : values) deviations.push_back(std::abs(value - level.median));
  level.sigma = kNormalConsistency * sample_quantile(std::move(deviations), 0.5);
  return level;
}

/// [begin, end) of the periods between two restarts.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

std::vector<Stretch> stretches_of(const std::vector<LoggedPeriod>& periods) {
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < periods.size(); ++i) {
    if (i == 0 || periods[i].starts) stretches.push_back({i, i});
    stretches.back().end = i + 1;
  }
  return stretches;
}

PeriodLevel reference_level(const std::vector<LoggedPeriod>& periods, const std::vector<Stretch>& stretches) {
  std::vector<double> late;
  for (const Stretch& stretch : stretches)
    for (std::size_t i = stretch.begin + stretch.size() / 2; i < stretch.end; ++i) late.push_back(periods[i].period);
  return level_of(late);
}

/// Where the pace is reached.
std::size_t warm_up_end(const std::vector<LoggedPeriod>& periods, const Stretch& stretch, const PeriodLevel& level) {
  // Chosen: docs/models/training_logs.md.
  constexpr double kSigmas = 3;
  constexpr double kShare = 0.02;
  const std::size_t latest = stretch.begin + std::max<std::size_t>(1, stretch.size() / 2);
  for (std::size_t i = stretch.begin + 1; i < latest; ++i) {
    std::vector<double> window;
    for (std::size_t j = i; j < std::min(i + kWindow, stretch.end); ++j) window.push_back(periods[j].period);
    if (level.is_near(periods[i].period, kSigmas, kShare) &&
        level.is_near(sample_quantile(std::move(window), 0.5), kSigmas, kShare))
      return i;
  }
  return latest;
}

constexpr std::size_t kFewest = 8;  ///< of whose median is spoken; chosen: four in each half

double drift_of(const std::vector<double>& steady) {
  if (steady.size() < kFewest) return 0;
  const auto middle = steady.begin() + static_cast<std::ptrdiff_t>(steady.size() / 2);
  return sample_quantile({middle, steady.end()}, 0.5) / sample_quantile({steady.begin(), middle}, 0.5) - 1;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double sample_quantile(std::vector<double> values, double q) {
  const double position = q * static_cast<double>(values.size() - 1);
  const auto index = static_cast<std::ptrdiff_t>(position);
  std::nth_element(values.begin(), values.begin() + index, values.end());
  const double lower = values[static_cast<std::size_t>(index)];
  if (static_cast<std::size_t>(index) + 1 == values.size()) return lower;
  const double upper = *std::min_element(values.begin() + index + 1, values.end());
  return lower + (position - static_cast<double>(index)) * (upper - lower);
}

std::optional<SteadyState> steady_state(const std::vector<LoggedPeriod>& periods) {
  if (periods.empty()) return std::nullopt;
  // Chosen: docs/models/training_logs.md.
  constexpr double kOutlierSigmas = 5;
  constexpr double kOutlierShare = 0.05;
  const std::vector<Stretch> stretches = stretches_of(periods);
  const PeriodLevel reference = reference_level(periods, stretches);
  SteadyState result;
  std::vector<LoggedPeriod> warm;
  std::vector<double> before;
  for (const Stretch& stretch : stretches) {
    const std::size_t begin = warm_up_end(periods, stretch, reference);
    result.num_warm_up += static_cast<int>(begin - stretch.begin);
    for (std::size_t i = stretch.begin + kWindow; i < begin; ++i) before.push_back(periods[i].period);
    for (std::size_t i = begin; i < stretch.end; ++i) warm.push_back(periods[i]);
  }
  if (warm.empty()) return std::nullopt;
  std::vector<double> undisturbed;
  for (const LoggedPeriod& period : warm)
    if (!period.disturbed) undisturbed.push_back(period.period);
  if (undisturbed.empty())
    for (const LoggedPeriod& period : warm) undisturbed.push_back(period.period);
  result.num_disturbed = static_cast<int>(warm.size() - undisturbed.size());
  const PeriodLevel level = level_of(undisturbed);
  std::vector<double> steady;
  for (const double period : undisturbed)
    if (level.is_near(period, kOutlierSigmas, kOutlierShare)) steady.push_back(period);
  result.num_outliers = static_cast<int>(undisturbed.size() - steady.size());
  if (steady.empty()) return std::nullopt;
  result.num_steady = static_cast<int>(steady.size());
  result.median = sample_quantile(steady, 0.5);
  result.p10 = sample_quantile(steady, 0.1);
  result.p90 = sample_quantile(steady, 0.9);
  result.drift = drift_of(steady);
  if (before.size() >= kFewest) result.before = sample_quantile(std::move(before), 0.5) / result.median - 1;
  result.outliers = mean_of(undisturbed) / mean_of(steady) - 1;
  return result;
}

}  // namespace fmplan::calibration
