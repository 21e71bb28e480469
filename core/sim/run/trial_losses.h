#pragma once

/// @file
/// What an interruption takes away.

#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// Nodes that a failure of this cause takes.
int nodes_lost(const TrialState& t, RunCause cause);

/// Gives up what is not safe, and finds what the run goes on from.  @pre settle()
void fall_back(TrialState& t, RunCause cause);

/// Loses the copies that an interruption takes, and goes on from the newest that is left.
void take_newest_copy(TrialState& t, RunCause cause);

/// The same where a restart is broken off: only if what it was to read is lost.
void keep_copy_if_safe(TrialState& t, RunCause cause);

}  // namespace fmplan::sim
