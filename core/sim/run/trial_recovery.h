#pragma once

/// @file
/// What it costs to go on after an interruption.

#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// What comes before a restart.
struct Downtime {
  bool is_detected = true;   ///< already
  bool needs_nodes = false;  ///< in place of those lost
};

/// Detection, nodes, start and reload, again and again until one gets through; training then begins anew.
void recover(TrialState& t, RunCause cause, Downtime downtime);

/// The same from a checkpoint written here and now.  @pre save_all()
void restart_in_place(TrialState& t, RunCause cause, bool needs_nodes);

/// Until there is spot capacity again.
void wait_for_capacity(TrialState& t);

/// The other replicas go on when one fails; false if none is left.
bool go_on_without(TrialState& t, RunCause cause);

}  // namespace fmplan::sim
