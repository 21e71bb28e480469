#pragma once

/// @file
/// What happened in one trial of a simulated programme, in seconds and node-seconds.

#include <array>
#include <cstdint>
#include <vector>

#include "core/sim/programme/programme_summary.h"

namespace fmplan::sim {

struct TaskOutcome {
  double start_s = -1;  ///< since the programme's start; negative: it never started
  double finish_s = 0;
  double wall_clock_s = 0;  ///< from start to finish
  double node_s = 0;        ///< held
  int interruptions = 0;
  bool finished = false;
};

struct ProjectOutcome {
  double start_s = -1;  ///< negative: it never started
  double finish_s = 0;
  double node_s = 0;  ///< held, or kept for it
  bool finished = false;
};

/// Up to the programme's end, in node-seconds; as PoolSummary has them.
struct PoolOutcome {
  double held = 0, used = 0, lost = 0, kept = 0, idle = 0, spare = 0, unfit = 0;
  std::vector<double> held_by_week, allotted_by_week;
};

struct StreamOutcome {
  std::int64_t jobs = 0;
  std::vector<double> waits_s;  ///< of jobs that started, in the order of their starts
};

struct ProgrammeTrial {
  std::vector<TaskOutcome> tasks;
  std::vector<ProjectOutcome> projects;
  std::vector<PoolOutcome> pools;
  std::vector<StreamOutcome> streams;
  /// Node-seconds by (month × organisations + organisation) × pools + pool.
  std::vector<double> allotted;
  /// Of it at node_hour_prices, by month × organisations + organisation; empty without prices.
  std::vector<double> money;
  /// Of what runs after the programme's end, at the last month's prices, by organisation; empty without prices.
  std::vector<double> money_after;
  std::array<bool, kNumDeliveryDays> all_delivered{};
};

}  // namespace fmplan::sim
