#pragma once

/// @file
/// One trial of a simulated programme: what happened, in seconds and node-seconds.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/sim/programme/programme_settings.h"
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
  double start_s = 0, finish_s = 0;
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
  std::array<bool, kNumDeliveryDays> all_delivered{};
};

struct ProgrammeFigures;

/// The trials of one programme: everything that they share is worked out once.
class ProgrammeTrials {
 public:
  /// @pre check_programme() found nothing; `settings` outlive it.
  ProgrammeTrials(const ProgrammeSettings& settings, const ProgrammeTrialSettings& trials);
  ~ProgrammeTrials();
  ProgrammeTrials(const ProgrammeTrials&) = delete;
  ProgrammeTrials& operator=(const ProgrammeTrials&) = delete;

  /// Depends on nothing but the settings, the seed and the number of the trial.
  ProgrammeTrial simulate(std::int64_t trial) const;

 private:
  const ProgrammeSettings& settings_;
  std::unique_ptr<const ProgrammeFigures> figures_;
};

}  // namespace fmplan::sim
