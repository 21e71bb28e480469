#pragma once

/// @file
/// What progress a trial makes, and with how many replicas.

#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// Replicas that a loss of so many nodes takes out.
int replicas_of(const Continuation& continuation, int nodes);
int replicas_present(const TrialState& t);
/// Of the replicas.
double present_share(const TrialState& t);
/// Time that a second's work takes.
double present_pace(const TrialState& t);

/// Wall-clock, of nodes or replicas that are away; infinite: none is.
double next_return_s(const TrialState& t);
/// Whoever is back by now is no longer away.
void end_absences(TrialState& t);

/// From a position that is safe: the checkpoints are counted from here on.
void begin_stretch(TrialState& t);
/// What is done of the stretch stays; the rest goes at the present pace.
void begin_piece(TrialState& t);
/// The same where the pace has changed at all.
void change_pace(TrialState& t);

/// Time during which hazards can strike.
inline void expose(TrialState& t, double elapsed_s) {
  t.clocks.expose(elapsed_s);
  if (t.troubles.corruption) t.troubles.corruption_left_s -= elapsed_s;
}

/// Passes time of training without a break; work is settled or completed after it.
inline void train(TrialState& t, double elapsed_s) {
  t.clock_s += elapsed_s;
  expose(t, elapsed_s);
  if (t.troubles.is_slow) t.troubles.slow_left_s -= elapsed_s;
}
void settle(TrialState& t);
/// The last step is done.
void complete(TrialState& t);

/// Writes a checkpoint to all levels, here and now.
void save_all(TrialState& t);

}  // namespace fmplan::sim
