#pragma once

/// @file
/// One trial of a simulated programme.

#include <cstdint>
#include <memory>

#include "core/sim/programme/programme_outcome.h"
#include "core/sim/programme/programme_settings.h"

namespace fmplan::sim {

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
