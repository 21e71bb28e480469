#pragma once

/// @file
/// Trials of a run added up, in parts that may be made on different machines.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/quantile_sketch.h"
#include "core/sim/run/run_summary.h"
#include "core/sim/run/trial.h"

namespace fmplan::sim {

/// Mean and spread of a figure, one value after another [Welford 1962; Chan et al. 1979].
struct Moments {
  std::int64_t count = 0;
  double mean = 0;
  double squares = 0;  ///< Σ (value − mean)²

  void add(double value);
  /// Rounding depends on what is merged with what: the same bytes need the same stretches in the same order.
  void merge(const Moments& other);
  Estimate estimate() const;

  friend bool operator==(const Moments&, const Moments&) = default;
};

struct CauseMoments {
  Moments interruptions, lost_h, down_h;

  friend bool operator==(const CauseMoments&, const CauseMoments&) = default;
};

/// What trials add up to.
struct RunSums {
  std::int64_t trials = 0, finished = 0;
  Moments wall_clock_days, held_days, goodput, unplanned, planned, lost_h, first_h, starved, on_time, corrupted;
  std::array<Moments, kNumRunTimes> time_h;
  std::array<CauseMoments, kNumRunCauses> causes;
  /// Of phases on different numbers of nodes, as RunTrial has them.
  std::array<Moments, kNumRunTimes> node_time_h;
  Moments held_node_h;

  friend bool operator==(const RunSums&, const RunSums&) = default;
};

/// Those of node-time, in one order.
template <class Sums>
auto node_moments_of(Sums& sums) {
  std::vector all = {&sums.held_node_h};
  for (auto& time : sums.node_time_h) all.push_back(&time);
  return all;
}

/// All other moments of the sums in one order, for whatever treats them alike.
template <class Sums>
auto moments_of(Sums& sums) {
  std::vector all = {&sums.wall_clock_days, &sums.held_days, &sums.goodput, &sums.unplanned, &sums.planned,
                     &sums.lost_h,          &sums.first_h,   &sums.starved, &sums.on_time,   &sums.corrupted};
  for (auto& time : sums.time_h) all.push_back(&time);
  for (auto& cause : sums.causes) all.insert(all.end(), {&cause.interruptions, &cause.lost_h, &cause.down_h});
  return all;
}

/// Quantiles of the same: whole numbers in bins, which merge to the same bytes in any order.
struct RunSketches {
  QuantileSketch wall_clock_days, held_days, goodput, unplanned, lost_h;
  std::array<QuantileSketch, kNumRunCauses> lost_h_by_cause;

  friend bool operator==(const RunSketches&, const RunSketches&) = default;
};

/// All sketches in one order.
template <class Sketches>
auto sketches_of(Sketches& sketches) {
  std::vector all = {&sketches.wall_clock_days, &sketches.held_days, &sketches.goodput, &sketches.unplanned,
                     &sketches.lost_h};
  for (auto& cause : sketches.lost_h_by_cause) all.push_back(&cause);
  return all;
}

struct RunTally {
  RunSums sums;
  RunSketches sketches;

  void add(const RunTrial& trial, const TrialSettings& settings);
  void merge(const RunTally& other);
};

/// What one machine simulates of a run: the sums of each of its stretches, and the sketches of all of them.
struct RunPart {
  std::vector<RunSums> stretches;
  RunSketches sketches;

  friend bool operator==(const RunPart&, const RunPart&) = default;
};

/// The parts as one tally, merged as parallel_sum() merges stretches.
RunTally joined(std::span<const RunPart> parts);

/// The figures of all trials.  @pre tally.sums.trials > 0
RunSimulation summary(const RunTally& tally);

/// Whether P10 and P90 of wall-clock days and of hours lost are known to the last digit shown.
bool digits_hold(const RunTally& tally);

}  // namespace fmplan::sim
