#pragma once

#include <vector>

#include "core/sim/programme/programme_simulation.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {

inline constexpr double kHour_s = 3600, kDay_s = 86'400;

/// One pool whose nodes are there from the start, and nothing to do.
inline ProgrammeSettings plain_programme(int nodes, double end_s = 100 * kDay_s) {
  ProgrammeSettings s;
  s.pools = {{.steps = {{.nodes = nodes}}}};
  s.end_s = end_s;
  s.month_ends_s = {end_s};
  return s;
}

/// A project of its own that does one piece of work.  Returns the task's number.
inline int add_task(ProgrammeSettings& s, SimulatedTask task, SimulatedProject project = {}) {
  task.project = static_cast<int>(s.projects.size());
  if (task.estimate_s == 0) task.estimate_s = task.duration_s;
  s.projects.push_back(project);
  s.tasks.push_back(std::move(task));
  return static_cast<int>(s.tasks.size()) - 1;
}

inline ProgrammeTrial one_trial(const ProgrammeSettings& s, std::int64_t trial = 0) {
  return ProgrammeTrials(s, {.trials = 1}).simulate(trial);
}

/// When each task started; negative: never.
inline std::vector<double> starts_s(const ProgrammeTrial& trial) {
  std::vector<double> starts;
  for (const TaskOutcome& task : trial.tasks) starts.push_back(task.start_s);
  return starts;
}

}  // namespace fmplan::sim
