#pragma once

/// @file
/// What many simulated trials of a run are summed up to.

#include <array>
#include <cstdint>
#include <vector>

#include "core/sim/run/trial.h"

namespace fmplan::sim {

struct Estimate {
  double mean = 0;
  double standard_error = 0;

  friend bool operator==(const Estimate&, const Estimate&) = default;
};

/// A figure over all trials.  Quantiles are exact to 1 in 4,000.
struct Spread {
  Estimate estimate;
  double p10 = 0, p50 = 0, p90 = 0;

  friend bool operator==(const Spread&, const Spread&) = default;
};

/// Decimals of days that are shown: two digits of the distance from P10 to P90, one to four decimals.
int day_decimals(const Spread& days);

/// Trials between `low` and `high`, in equal bins; those outside are in the first and last.
struct Histogram {
  double low = 0, high = 1;
  std::vector<std::int64_t> counts;

  friend bool operator==(const Histogram&, const Histogram&) = default;
};

struct CauseSummary {
  Estimate interruptions;
  Spread lost_h;
  Estimate down_h;

  friend bool operator==(const CauseSummary&, const CauseSummary&) = default;
};

/// All trials together; where not all finished, the figures are of those that did.
struct RunSimulation {
  std::int64_t trials = 0;    ///< simulated; fewer than asked for if stopped
  std::int64_t finished = 0;  ///< of those
  Spread wall_clock_days;
  Spread held_days;      ///< of those, with nodes
  Spread goodput;        ///< productive over wall-clock time
  Spread interruptions;  ///< unplanned
  Spread lost_h;
  Estimate planned_interruptions;
  Estimate first_interruption_h;
  Estimate on_time_share;                       ///< of all trials: they finish by the deadline
  Estimate ends_corrupted_share;                ///< of trials: wrong numbers are in the result
  Estimate starved_share;                       ///< of wall-clock time
  std::array<Estimate, kNumRunTimes> time_h{};  ///< indexed by RunTime
  std::array<CauseSummary, kNumRunCauses> causes{};
  /// Of phases on different numbers of nodes: time_h in node-hours, and those held.  Nothing where all are alike.
  std::array<Estimate, kNumRunTimes> node_time_h{};
  Estimate held_node_h;
  Histogram wall_clock_histogram;  ///< in days, 80 bins
  /// P10, P50 and P90 of wall-clock days over all trials, of which those that never end take longer than any;
  /// infinite where so many never end.  Spreads are of those that finish.
  std::array<double, 3> days_of_all{};

  friend bool operator==(const RunSimulation&, const RunSimulation&) = default;
};

/// Whether a tenth of the trials that finished is at least one, on either side of an interval of 80 %.
inline bool tells_interval(const RunSimulation& run) { return run.finished >= 10; }

}  // namespace fmplan::sim
