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

/// Detection, nodes, start and reload, again and again until one gets through; training then begins anew.  Goes on to
/// where nodes are asked for: the rest is get_nodes_and_start()'s.
void recover(TrialState& t, RunCause cause, Downtime downtime);

/// From there to the next such place, to where the nodes are there, or to training.
void get_nodes_and_start(TrialState& t);

/// Likewise: a node more has failed while others were waited for.
void replace_and_wait_on(TrialState& t);

/// Likewise: all nodes are there.
void start(TrialState& t);

/// The same from a checkpoint written here and now.  @pre save_all()
void restart_in_place(TrialState& t, RunCause cause, bool needs_nodes);

/// Until there is spot capacity again.
void wait_for_capacity(TrialState& t);

/// The other replicas go on when one fails; false if none is left.
bool go_on_without(TrialState& t, RunCause cause);

}  // namespace fmplan::sim
