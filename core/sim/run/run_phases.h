#pragma once

/// @file
/// Runs whose phases are on different numbers of nodes.

#include <vector>

#include "core/base/quantity.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// Each of RunSettings::phases as a run of its own, on its own nodes, with checkpoints `interval` apart; what comes
/// before the first step is the first one's.  Empty where there are none.
std::vector<RunSettings> phase_runs(const RunSettings& settings, Seconds interval);

/// Nodes of the largest phase.
double most_nodes(const RunSettings& settings);

}  // namespace fmplan::sim
