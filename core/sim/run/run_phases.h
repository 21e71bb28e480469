#pragma once

/// @file
/// Runs whose phases are on different numbers of nodes.

#include <cstddef>
#include <vector>

#include "core/base/quantity.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// Makes `run`, a copy of `settings`, phase `index` of them: a run of its own, on its own nodes, with checkpoints
/// `interval` apart; what comes before the first step is the first one's.
void take_phase(RunSettings& run, const RunSettings& settings, std::size_t index, Seconds interval);

/// Each of RunSettings::phases as take_phase() has it.  Empty where there are none.
std::vector<RunSettings> phase_runs(const RunSettings& settings, Seconds interval);

/// Nodes of the largest phase.
double most_nodes(const RunSettings& settings);

}  // namespace fmplan::sim
