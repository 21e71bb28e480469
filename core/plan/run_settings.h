#pragma once

#include <vector>

#include "core/plan/report.h"
#include "core/sim/run_settings.h"

namespace fmplan::plan {

/// The run of a scenario whose phases take what `phases` says, with checkpoints of `checkpoint` bytes.
sim::RunSettings run_settings(const Scenario& scenario, const std::vector<PhaseReport>& phases, Bytes checkpoint);

}  // namespace fmplan::plan
