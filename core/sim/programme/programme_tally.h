#pragma once

/// @file
/// Trials of a programme added up.

#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/base/quantile_sketch.h"
#include "core/sim/programme/programme_outcome.h"
#include "core/sim/programme/programme_settings.h"
#include "core/sim/programme/programme_summary.h"
#include "core/sim/run/run_tally.h"

namespace fmplan::sim {

/// Sums whose rounding depends on the order: in stretches, as parallel_sum() makes them.
struct ProgrammeSums {
  struct OfTask {
    Moments start_days, finish_days, wall_clock_days, node_hours, interruptions;
  };
  struct OfProject {
    Moments start_days, finish_days, node_hours, on_time;
  };
  struct OfPool {
    Moments held, used, lost, kept, idle, spare, unfit;
    std::vector<Moments> utilisation;
  };
  struct OfStream {
    Moments jobs, mean_wait_h;
  };

  std::int64_t trials = 0;
  std::vector<OfTask> tasks;
  std::vector<OfProject> projects;
  std::vector<OfPool> pools;
  std::vector<OfStream> streams;
  std::vector<Moments> allotted;
  std::vector<Moments> money, money_in_all, money_to_the_last, spent;
  std::array<Moments, kNumDeliveryDays> all_delivered;

  void add(const ProgrammeTrial& trial, const ProgrammeSettings& settings);
  void merge(const ProgrammeSums& other);
};

/// Quantiles: whole numbers in bins, the same in any order.  One set for all threads, so that memory does not grow with
/// their number.
class ProgrammeSketches {
 public:
  struct OfTask {
    QuantileSketch start_days, finish_days, wall_clock_days, node_hours;
  };
  struct OfProject {
    QuantileSketch start_days, finish_days, node_hours;
  };

  explicit ProgrammeSketches(const ProgrammeSettings& settings);
  /// From any thread.
  void add(const ProgrammeTrial& trial, const ProgrammeSettings& settings);

  std::vector<OfTask> tasks;
  std::vector<OfProject> projects;
  std::vector<QuantileSketch> waits_h;  ///< by stream
  std::vector<QuantileSketch> allotted;
  std::vector<QuantileSketch> money;  ///< by month × organisations + organisation, as ProgrammeTrial::money
  std::vector<QuantileSketch> money_in_all, money_to_the_last, spent;

 private:
  std::mutex mutex_;
};

/// The figures of all trials.
ProgrammeSimulation summary(const ProgrammeSums& sums, const ProgrammeSketches& sketches,
                            const ProgrammeSettings& settings);

}  // namespace fmplan::sim
