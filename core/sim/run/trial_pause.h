#pragma once

/// @file
/// A trial that others stop: its nodes are taken, and given back later.

#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// Stops it.  A trial that trains writes a checkpoint first, which begins at `at_s` of its clock; one that starts does
/// so once it trains.  One that waits for nodes stops at once: what is booked of its wait after `at_s` is taken back.
/// Returns when the nodes are free, by its clock.
double stop(TrialState& t, double at_s);

/// It has nodes again: reloads what it had saved, or was going to.  @pre stop(), at_s no earlier than it returned
void resume(TrialState& t, double at_s);

/// Work that counts, in seconds, as far as it was done by `clock_s` of its clock.
double work_done_s(const TrialState& t, double clock_s);

}  // namespace fmplan::sim
