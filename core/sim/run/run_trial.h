#pragma once

#include <cstdint>
#include <vector>

#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// The trials of one run: everything that they share is worked out once.
class RunTrials {
 public:
  /// @pre check_run() found nothing; `settings` and `trials` outlive it.
  RunTrials(const RunSettings& settings, const TrialSettings& trials);

  /// Depends on nothing but the settings and the number of the trial.  `events` is filled if it is not null.
  RunTrial simulate(std::int64_t trial, std::vector<RunEvent>* events = nullptr) const;

 private:
  const RunSettings& settings_;
  const TrialSettings& trials_;
  RunFigures figures_;
};

}  // namespace fmplan::sim
