#pragma once

/// @file
/// A programme simulated event by event, many times over: queues, deliveries that slip, failures and recoveries with
/// the spares that a pool shares (docs/models/programme_simulation.md).

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/sim/programme/programme_settings.h"
#include "core/sim/programme/programme_summary.h"
#include "core/sim/programme/programme_trial.h"

namespace fmplan::sim {

/// Rules that `settings` breaks, with pointers into them (/tasks/3/nodes).  Empty if it can be simulated.
Issues check_programme(const ProgrammeSettings& settings);

/// `trials` independent trials, fewer where the watch stops them; memory does not grow with their number.  A programme
/// of one run that has all its nodes from the start takes, trial by trial, what simulate_run() says.
/// @throws std::invalid_argument where check_programme() finds something.
ProgrammeSimulation simulate_programme(const ProgrammeSettings& settings, const ProgrammeTrialSettings& trials,
                                       const Watch& watch = {});

}  // namespace fmplan::sim
