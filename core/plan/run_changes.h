#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/plan/run_case.h"
#include "core/sim/run/run_simulation.h"

namespace fmplan::plan {

/// A change to a scenario that may help.
struct ScenarioChange {
  std::string name;     ///< "detection in half the time"
  std::string setting;  ///< what is changed, from what to what: "detection 1 min → 30 s"
  Scenario scenario;    ///< the changed one
};

/// All that could be tried on a run.
std::vector<ScenarioChange> changes_to(const RunCase& run);

/// One change to the scenario and what it saves, on the same luck.  Negative: it costs.
struct RunChange {
  std::string name;
  std::string setting;
  sim::Estimate days;                  ///< saved
  std::optional<Dollars> money;        ///< saved; none: a price is unknown
  std::optional<Dollars> money_error;  ///< standard error
};

/// Changes that make a difference, those that save most time first.  `as_is` is the run as it is, with all that it is
/// headed by: what is saved of the mean of its days is saved of every day of theirs in proportion, and paid so.
std::vector<RunChange> helpful_changes(const RunCase& run, const sim::RunSimulation& as_is,
                                       const sim::TrialSettings& trials, const Watch& watch = {});

}  // namespace fmplan::plan
