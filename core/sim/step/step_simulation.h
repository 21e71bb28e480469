#pragma once

/// @file
/// One training step simulated task by task: what the closed form (step_time.h) sums up, in the order in which it
/// happens, and what the closed form has no place for: stages of different length, ranks that are slower than others,
/// times that vary, links that are shared.
///
/// The tasks are those of core/sim/step/step_parts.h on the schedule's order (core/sim/step/pipeline_schedule.h). Ranks
/// that do the same at the same time are simulated once: the tensor-, context- and data-parallel copies of a pipeline
/// stage fold into one rank, unless something sets replicas apart.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/issue.h"
#include "core/base/quantity.h"
#include "core/model/memory_use.h"
#include "core/sim/step/pipeline_schedule.h"
#include "core/sim/step/step_settings.h"
#include "core/sim/step/step_task.h"

namespace fmplan::sim {

/// Activations that a rank holds, from a moment on.
struct ActivationCount {
  std::int64_t time_ns = 0;
  double micro_batches = 0;  ///< in units of a whole stage
};

/// One rank, for all that do the same.
struct SimulatedRank {
  int replica = 0;  ///< of those simulated
  int pipeline_rank = 0;
  std::int64_t stands_for = 1;               ///< accelerators
  Seconds busy;                              ///< forward and backward passes
  Seconds idle;                              ///< compute stream, from the step's begin to its end
  double peak_in_flight = 0;                 ///< micro-batches whose activations it holds at once
  Bytes memory;                              ///< at that peak
  std::vector<ActivationCount> activations;  ///< empty unless tasks are kept
};

struct StepSimulation {
  Seconds step_time;             ///< with what the closed form adds to the whole: kernels beside traffic, stragglers
  std::int64_t makespan_ns = 0;  ///< of the tasks
  std::int64_t num_tasks = 0;
  int num_replicas = 1;     ///< simulated
  model::MemoryUse memory;  ///< of the rank that needs most, by the activations counted
  std::vector<SimulatedRank> ranks;
  std::vector<StepTask> tasks;  ///< in order of rank, stream and start; empty unless kept
};

/// What keeps a plan from being simulated: its schedule's rules (check_shape), too many tasks, slow ranks that are not
/// there.  Empty if it can.
Issues check_simulation(const StepJob& job, const SimulationSettings& settings);

/// @pre check_simulation() found nothing; the plan divides the model and the batch.  Nothing if the accelerator has no
/// peak at the precision.  The same job and settings give the same bytes.
std::optional<StepSimulation> simulate_step(const StepJob& job, const SimulationSettings& settings = {});

}  // namespace fmplan::sim
