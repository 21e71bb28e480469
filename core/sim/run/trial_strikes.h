#pragma once

/// @file
/// What strikes a trial next.

#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// What ends a quiet stretch of training.
enum class Happening : std::uint8_t {
  kEnd,              ///< the last step is done
  kHazard,           ///< a clock of hazards has run out
  kCorruptionFound,  ///< wrong numbers are noticed
  kSlowNodeGone,     ///< a slow node is found, or recovers
  kPause,            ///< maintenance or the end of a capacity block
  kReturn,           ///< nodes or replicas are back
};
struct NextHappening {
  Happening what;
  double after_s;  ///< of training
};
NextHappening next_happening(const TrialState& t);

/// What a clock of hazards brings that has run out, a failure of a node in the form that it takes; silent corruption
/// and slowness begin with it, all else interrupts.
RunCause draw_strike(TrialState& t);
/// An ordinary node or a lemon, as one of the job's fails.
RunCause draw_node(const TrialState& t, RandomStream& kinds);

}  // namespace fmplan::sim
