#pragma once

/// @file
/// A placed programme as a simulation, and which of its tasks is which phase.

#include <vector>

#include "core/plan/placement/placement.h"
#include "core/programme/duration_table.h"
#include "core/programme/placing.h"
#include "core/scenario/programme.h"
#include "core/sim/programme/programme_simulation.h"

namespace fmplan::programme {

/// The option that a phase is done by, and when it starts by the placement.
struct ChosenPhase {
  int project = 0, phase = 0;
  const PhaseOption* option = nullptr;  ///< of the table
  double start_day = 0;                 ///< since the programme's start
  double end_day = 0;                   ///< by the median, pauses for maintenance among it
};

/// By project and phase; those of projects that are not placed are left out.
std::vector<ChosenPhase> chosen_phases(const scenario::Programme& programme, const DurationTable& table,
                                       const PlacingProblem& placing, const plan::Placement& placement);

struct SimulatedProgramme {
  sim::ProgrammeSettings settings;
  std::vector<ChosenPhase> tasks;  ///< as settings.tasks
};

/// Under the policy "planned" a task starts when the placement says, or as soon after as its nodes and those before it
/// allow; under the others widths and pools are the placement's, and the queue says when.  Streams of jobs come at
/// random then, while they have nodes of their own in a placement.  Errors of step times of runs by one framework on
/// one machine are shared as far as the residuals of the calibration say: the mean of their correlations.
SimulatedProgramme simulated(const scenario::Programme& programme, const std::vector<ChosenPhase>& chosen);

/// What streams of jobs ask of a pool in the mean, while they ask for most.
struct StreamLoad {
  double busy = 0;       ///< nodes, Σ rate · nodes · duration
  double keeps_up = 0;   ///< the fewest nodes whose queue does not grow without end, as far as widths say
  double wide_jobs = 0;  ///< jobs of `wide` nodes or more that are busy; of the width that asks for most nodes
  int wide = 0;
};

/// Of n nodes ⌊n/w⌋ jobs of w nodes or more run at a time, so that n has to be above `busy` and, for every width w,
/// ⌊n/w⌋ above the mean number of such jobs.
StreamLoad load_of_streams(const sim::ProgrammeSettings& settings, int pool);

}  // namespace fmplan::programme
