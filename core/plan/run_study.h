#pragma once

/// @file
/// A scenario's run simulated: dates, money and what would help most.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/parallel.h"
#include "core/plan/report.h"
#include "core/plan/run_changes.h"
#include "core/plan/run_spares.h"
#include "core/sim/run/run_simulation.h"

namespace fmplan::plan {

struct RunStudyOptions {
  std::int64_t trials = 10'000;            ///< of the whole band; of the others at most
  std::int64_t trials_per_change = 2'000;  ///< for each of the changes, at most, and numbers of spares tried; 0: none
  std::uint64_t seed = 1;
  int threads = 1;  ///< the result does not depend on it

  friend bool operator==(const RunStudyOptions&, const RunStudyOptions&) = default;
};

struct MoneySpread {
  Dollars mean, p10, p50, p90;
  bool is_partial = false;  ///< a part has no known price, or a trial no end: at least so much
};

struct RunStudy {
  Report report;              ///< the closed form, of the same scenario
  sim::RunSettings settings;  ///< what was simulated
  /// Luck with failures alone; with the uncertainty of their rate; and with the step time's own error and the spread of
  /// campaigns' overhead too.
  sim::RunSimulation luck, with_rate, with_step_time;
  bool has_step_time_error =
      false;  ///< false: it is not known; `with_step_time` has campaigns' spread, or is `with_rate`
  AcceleratorHours accelerator_hours;  ///< means of `with_rate`
  std::optional<MoneySpread> cost;     ///< of `with_step_time`; none: the nodes' price is unknown
  std::vector<RunChange> changes;      ///< those that save most time first
  std::vector<SpareCase> spare_cases;  ///< those tried for "auto", fewest first
  Notices warnings, obstacles;
};

/// Evaluates the scenario in closed form and simulates its run.  Where "auto" asks for spares, the number that makes
/// the run cheapest (in node-hours where the price is unknown) is found first and used for all the rest. A run that
/// cannot end is told under `obstacles` and not simulated.  Trials are reported: those of each number of spares, of the
/// run, and of all changes to it; stopped, the study holds what there is.
RunStudy study_run(const Scenario& scenario, const RunStudyOptions& options, const Watch& watch = {});

/// Some of the stretches of the whole band's trials: what one machine of several simulates of the run.  Nothing where
/// the run cannot end.  @throws JobStopped
sim::RunPart study_part(const Scenario& scenario, const RunStudyOptions& options, Stretches stretches,
                        const Watch& watch = {});

/// The study from parts of its whole band: what study_run() gives.  What stands beside the whole band, and does not
/// grow with the number of trials, is simulated here.
/// @pre `parts`, in their order, have each of the kNumStretches stretches once, of the same scenario and options.
RunStudy study_of_parts(const Scenario& scenario, const RunStudyOptions& options,
                        const std::vector<sim::RunPart>& parts, const Watch& watch = {});

}  // namespace fmplan::plan
