#pragma once

#include <cstdint>
#include <vector>

#include "core/sim/checkpoint_grid.h"
#include "core/sim/run_simulation.h"

namespace fmplan::sim {

/// The trials of one run: everything that they share is worked out once.
class RunTrials {
 public:
  /// @pre check_run() found nothing; `settings` outlives it.
  RunTrials(const RunSettings& settings, const TrialSettings& trials);

  /// Depends on nothing but the settings and the number of the trial.  `events` is filled if it is not null.
  RunTrial simulate(std::int64_t trial, std::vector<RunEvent>* events = nullptr) const;

  /// In seconds, and rates per second of the whole job.
  struct Figures {
    double work;       ///< steps, evaluation and stalls of data, before the step time's error
    double interval;   ///< τ
    double detection;  ///< and diagnosis
    double start;      ///< initialisation and warm-up
    double save;       ///< stalls of a checkpoint to all levels
    double failures;   ///< of the preset, all nodes
    double ordinary;   ///< share of `failures` of one node that is no lemon
    double groups, corruptions, slow, preemptions;
    double renewal_scale;  ///< η of the time between failures; 0: exponential
    double aging_scale;    ///< η of one node; 0: none ages
    int nodes;
    int most_interruptions;  ///< a trial of more is given up
  };

 private:
  const RunSettings& settings_;
  const TrialSettings& trials_;
  Figures figures_;
};

}  // namespace fmplan::sim
