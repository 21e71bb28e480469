#pragma once

/// @file
/// What of a pool there is on which day, and who asks for it how.

#include <vector>

#include "core/scenario/programme.h"

namespace fmplan::programme {

/// Nodes of a pool that projects can have on each day of the programme: delivered, checked and not given back, without
/// spares and what is in maintenance.
std::vector<int> nodes_by_day(const scenario::Programme& programme, const scenario::Pool& pool);

/// The day on which work ends that begins on another, takes so many and stands still on `pauses`, which ascend.
double end_of_work(double start_day, double days, const std::vector<int>& pauses);

/// Whether a phase is jobs that come at random to a queue, and not nodes of their own for so long.
bool is_stream_in_queue(const scenario::Programme& programme, const scenario::Project& project,
                        const scenario::ProjectPhase& phase);

}  // namespace fmplan::programme
