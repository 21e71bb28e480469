#pragma once

#include <cstdint>
#include <vector>

#include "core/sim/run/trial_books.h"
#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// Whether there is a next step: neither has the last one been done nor is the trial given up.
inline bool is_under_way(const TrialState& t) { return t.out.finished && t.stage != TrialStage::kEnded; }

/// When the trial asks for something next, or ends, by its own clock.  Spares are asked for at no other time.
double next_step_s(const TrialState& t);

/// Advances it to then.  @pre is_under_way()
void step(TrialState& t);

/// What has happened.  @pre !is_under_way()
RunTrial outcome(const TrialState& t);

/// The trials of one run: everything that they share is worked out once.
class RunTrials {
 public:
  /// @pre check_run() found nothing; `settings` and `trials` outlive it.
  RunTrials(const RunSettings& settings, const TrialSettings& trials);

  /// Depends on nothing but the settings and the number of the trial.  `events` is filled if it is not null.
  RunTrial simulate(std::int64_t trial, std::vector<RunEvent>* events = nullptr) const;

  /// The same before its first step, with draws of others and spares that several share beside its `own`, for whoever
  /// advances it.  @param offset_s from the trial's clock to that of the spares; `shared` outlive it
  /// @pre RunSettings::phases is empty
  TrialState begin(std::int64_t trial, const TrialDraws& draws, SpareNodes& shared, SpareNodes own = SpareNodes(0),
                   double offset_s = 0, std::vector<RunEvent>* events = nullptr) const;

 private:
  /// One run, or one phase of it.
  struct Part {
    const RunSettings& settings;
    const RunFigures& figures;
    std::uint32_t number = 0;
  };
  TrialState begin(const Part& part, std::int64_t trial, const TrialDraws& draws, SpareNodes& shared, SpareNodes own,
                   double offset_s, std::vector<RunEvent>* events) const;
  RunTrial simulate_phases(std::int64_t trial, const TrialDraws& draws, SpareNodes& spares,
                           std::vector<RunEvent>* events) const;

  const RunSettings& settings_;
  const TrialSettings& trials_;
  RunFigures figures_;
  std::vector<RunSettings> phases_;
  std::vector<RunFigures> phase_figures_;
};

}  // namespace fmplan::sim
