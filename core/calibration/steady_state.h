#pragma once

/// @file
/// The steady state of a training run: which of its logged steps are the pace it keeps, and how far they spread.

#include <cstdint>
#include <optional>
#include <vector>

namespace fmplan::calibration {

/// One logged step, or the mean of the few since the line before.
struct LoggedPeriod {
  double period = 0;       ///< seconds a step, or anything proportional to it; > 0
  bool starts = false;     ///< the first after the run's start or a restart
  bool disturbed = false;  ///< an evaluation or a checkpoint lies between it and the one before
};

struct SteadyState {
  double median = 0;
  double p10 = 0;
  double p90 = 0;
  int num_steady = 0;     ///< periods that the three above are of
  int num_warm_up = 0;    ///< dropped after the start and each restart
  int num_disturbed = 0;  ///< dropped for an evaluation or a checkpoint
  int num_outliers = 0;   ///< dropped for their distance from the median
  double drift = 0;       ///< median of the later half over that of the earlier − 1; 0 for fewer than 8
  double before = 0;      ///< median of warm-up, but for five periods after each start, over `median` − 1; 0 as above
  double outliers = 0;    ///< mean with the outliers over the mean without them − 1

  friend bool operator==(const SteadyState&, const SteadyState&) = default;
};

/// The q-quantile of `values`, interpolated between order statistics (Hyndman & Fan 1996, definition 7).
/// @pre not empty, 0 ≤ q ≤ 1
double sample_quantile(std::vector<double> values, double q);

/// Drops, in this order:
///   warm-up    after each start the first period, then on until a period and the median of the five that begin with
///              it are within max(3 σ, 2 %) of the run's, but never more than half of what lies before the next restart
///   disturbed  unless that would leave nothing
///   outliers   further than max(5 σ, 5 %) from the median of what is left (Hampel 1974's identifier)
/// where the run's median and σ = 1.4826 · median |x − median| are those of the later halves of all stretches between
/// restarts.  The first half of a run whose pace
/// changes for good counts as its warm-up; a later or smaller change shows in `drift` and in the spread.
/// None if nothing is left.
/// @pre every period is positive and finite
std::optional<SteadyState> steady_state(const std::vector<LoggedPeriod>& periods);

}  // namespace fmplan::calibration
