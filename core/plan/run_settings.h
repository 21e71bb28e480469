#pragma once

#include <vector>

#include "core/plan/report.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::plan {

/// The run of a scenario whose phases take what `phases` says and whose storage does what storage_report() says.
sim::RunSettings run_settings(const Scenario& scenario, const std::vector<PhaseReport>& phases,
                              const StorageReport& storage);
}  // namespace fmplan::plan
