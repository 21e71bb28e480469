#pragma once

/// @file
/// Traffic of gradients and parameters beside the passes of a rank, as tasks of a step's graph.

#include <vector>

#include "core/sim/step/stage_table.h"
#include "core/sim/step/step_graph.h"

namespace fmplan::sim {

/// What the graph of a step is made from.
struct StepInput {
  const model::ParallelPlan& plan;
  const FrameworkProfile& framework;
  const StageTable& table;
  const SimulationSettings& settings;
  PipelineShape shape;
  int num_replicas = 1;
};

/// The task of operation `i` in a rank's order.
TaskId task_at(const StepGraph& out, int replica, int rank, std::size_t i);

/// Notes what a task is, if the settings keep tasks; `what.rank` is the rank in the replica.
void place(StepGraph& out, const StepInput& in, TaskId task, int replica, StepTask what);

/// Tasks by replica.
using ReplicaTasks = std::vector<TaskId>;

/// Adds what a rank gathers and reduces, all replicas at once.  Returns what must be over before its optimizer starts.
/// @pre the passes of all replicas are in the graph.
std::vector<ReplicaTasks> add_rank_traffic(StepGraph& out, const StepInput& in, int rank);

}  // namespace fmplan::sim
