#pragma once

#include <vector>

#include "core/plan/report.h"
#include "core/sim/run_settings.h"

namespace fmplan::plan {

/// The run of a scenario whose phases take what `phases` says, with checkpoints of `checkpoint` bytes.
sim::RunSettings run_settings(const Scenario& scenario, const std::vector<PhaseReport>& phases, Bytes checkpoint);
/// The same with storage_report() at hand.
sim::RunSettings run_settings(const Scenario& scenario, const std::vector<PhaseReport>& phases,
                              const StorageReport& storage);

/// Copies of all state that the plan keeps: data parallelism without sharding, groups of sharding with it.
int num_state_copies(const model::ParallelPlan& plan);

}  // namespace fmplan::plan
