#pragma once

/// @file
/// Who is started on a pool, and whose nodes are taken.

#include "core/sim/programme/programme_state.h"

namespace fmplan::sim {

/// Starts whoever may start now, in the order of the queue: the first as long as they fit, then by backfill; takes
/// nodes for the first from those behind, where rules allow.
void start_waiting(ProgrammeState& s, int pool);

/// The pool has nodes as its calendar says: takes those that it lacks from projects that keep some, then from jobs, the
/// last in order first, and from projects that keep their nodes only then.
void change_nodes(ProgrammeState& s, int pool);

}  // namespace fmplan::sim
