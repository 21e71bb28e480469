#pragma once

/// @file
/// The task graph of a training step, for core/sim/step/step_simulation.h: passes and sends of one or several replicas'
/// pipelines, gradients and parameters beside them, the optimizer.

#include <vector>

#include "core/sim/step/pipeline_simulation.h"
#include "core/sim/step/step_task.h"
#include "core/sim/step/task_graph.h"

namespace fmplan::sim {

/// The graph and where in it what is.
struct StepGraph {
  struct Placed {
    TaskId task;
    StepTask what;  ///< without its times
  };
  TaskGraph graph;
  PipelineOperations operations;         ///< of each replica
  PipelineTimes times;                   ///< of ranks that are alike
  std::vector<PipelineTasks> pipelines;  ///< of each replica simulated
  std::vector<TaskId> data_parallel;     ///< all traffic of gradients and parameters
  std::vector<Placed> placed;            ///< every task, if the settings keep them
};

}  // namespace fmplan::sim
