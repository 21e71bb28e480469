#pragma once

#include <cstdint>
#include <vector>

#include "core/sim/run/hazard_clocks.h"
#include "core/sim/run/trial.h"

namespace fmplan::sim {

/// The trials of one run: everything that they share is worked out once.
class RunTrials {
 public:
  /// @pre check_run() found nothing; `settings` outlives it.
  RunTrials(const RunSettings& settings, const TrialSettings& trials);

  /// Depends on nothing but the settings and the number of the trial.  `events` is filled if it is not null.
  RunTrial simulate(std::int64_t trial, std::vector<RunEvent>* events = nullptr) const;

  /// In seconds.
  struct Figures {
    explicit Figures(const RunSettings& settings);

    HazardRates rates;
    double work;                 ///< steps, evaluation and stalls of data, before the step time's error
    double detection;            ///< and diagnosis
    double start;                ///< initialisation and warm-up
    double interval = 0;         ///< τ
    double save_for_all = 0;     ///< until a checkpoint outlives the loss of all nodes
    double save = 0;             ///< stalls of a checkpoint to all levels
    int most_interruptions = 0;  ///< a trial of more is given up
  };

 private:
  const RunSettings& settings_;
  const TrialSettings& trials_;
  Figures figures_;
};

}  // namespace fmplan::sim
