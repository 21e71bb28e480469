#pragma once

/// @file
/// What all trials of a programme share.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/sim/programme/backfill.h"
#include "core/sim/programme/programme_luck.h"
#include "core/sim/programme/programme_settings.h"
#include "core/sim/run/run_trial.h"

namespace fmplan::sim {

/// The run of a task, on its own spares and its pool's.  Stays where it is: its trials refer to it.
struct TaskRun {
  RunSettings settings;
  TrialSettings trials;  ///< its seed
  RunTrials run;

  TaskRun(const RunSettings& of_task, int spares, std::uint64_t seed);
  TaskRun(const TaskRun&) = delete;
  TaskRun& operator=(const TaskRun&) = delete;
};

struct TaskFigures {
  std::unique_ptr<TaskRun> run;  ///< null: it takes a time
  std::vector<int> next;         ///< tasks that come after it
  bool keeps_nodes = false;      ///< and there is a task to keep them for
  double kept_estimate_s = 0;    ///< how long its project is thought to keep them once it has ended
};

struct PoolFigures {
  std::vector<int> runs;    ///< tasks with a run
  std::vector<int> placed;  ///< tasks by `not_before_s`
  std::vector<Release> announced;
};

struct ProgrammeFigures {
  ProgrammeTrialSettings trials;
  std::vector<TaskFigures> tasks;
  std::vector<PoolFigures> pools;
  std::vector<int> num_things;  ///< by project: tasks and streams that have to end
  ErrorGroups errors;
};

ProgrammeFigures programme_figures(const ProgrammeSettings& settings, const ProgrammeTrialSettings& trials);

}  // namespace fmplan::sim
