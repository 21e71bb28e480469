#pragma once

/// @file
/// The time of one pass over a batch on a pipeline: the orders of core/sim/pipeline_schedule.h run as tasks of a graph.

#include <cstdint>
#include <vector>

#include "core/base/issue.h"
#include "core/sim/step/pipeline_schedule.h"
#include "core/sim/step/task_graph.h"

namespace fmplan::sim {

enum class PipelineSend {
  kOverlapped,  ///< launched on the compute stream, then on the sender's link beside compute
  kBlocking     ///< on the sender's compute stream, as Megatron-LM sends without interleaving
};

/// Times in whole nanoseconds; each vector holds one per stage of the model, from its first layer to its last.
struct PipelineTimes {
  std::vector<std::int64_t> forward_ns;
  std::vector<std::int64_t> backward_input_ns;
  std::vector<std::int64_t> backward_weight_ns;  ///< a backward pass that is not split takes both
  /// Of DualPipe: stage k's forward pass beside the backward pass of stage p − 1 − k.  Empty: one after the other.
  std::vector<std::int64_t> pair_ns;
  std::vector<std::int64_t> send_forward_ns;   ///< of stage k's output to stage k + 1; the last is not looked at
  std::vector<std::int64_t> send_backward_ns;  ///< of its input's gradient to stage k − 1; nor is the first
  std::int64_t send_launch_ns = 0;             ///< of an overlapped send, on the compute stream
  PipelineSend send = PipelineSend::kOverlapped;

  friend bool operator==(const PipelineTimes&, const PipelineTimes&) = default;
};

/// Times of a pipeline whose stages are alike.
struct StageTimes {
  std::int64_t forward_ns = 0;
  std::int64_t backward_input_ns = 0;
  std::int64_t backward_weight_ns = 0;
  std::int64_t send_ns = 0;  ///< either way
};
PipelineTimes equal_stages(const PipelineShape& shape, const StageTimes& stage);

/// Where build_pipeline() put a pipeline, for others to hang their tasks on.  Vectors "by pass" are indexed
/// stage · m + micro-batch.
struct PipelineTasks {
  std::vector<ResourceId> compute;        ///< stream of each rank
  std::vector<ResourceId> forward_link;   ///< of each rank, for what it sends on
  std::vector<ResourceId> backward_link;  ///< and for gradients
  std::vector<TaskId> operations;         ///< of each of PipelineOperations::list
  std::vector<TaskId> forward;            ///< by pass
  std::vector<TaskId> backward_input;     ///< by pass: at whose end the input's gradient is there
  std::vector<TaskId> backward_weight;    ///< by pass: at whose end the weights' gradients are there
  std::vector<TaskId> forward_arrival;    ///< by pass: at whose end the next stage has the output
  std::vector<TaskId> backward_arrival;   ///< by pass: at whose end the stage before has the gradient

  friend bool operator==(const PipelineTasks&, const PipelineTasks&) = default;
};

/// Adds a pipeline to a graph: one compute stream and two links a rank, a task for each operation, one for each send
/// between ranks (two with a launch).  A stage's forward pass waits for the output of the stage before, its backward
/// pass for the gradient of the next, on the last stage for its own forward pass; sends that take no time are left out.
/// @pre `operations` hold every pass once; `times` has num_stages() of each.
PipelineTasks build_pipeline(TaskGraph& graph, const PipelineOperations& operations, const PipelineTimes& times);

struct RankTime {
  std::int64_t busy_ns = 0;         ///< forward and backward passes
  std::int64_t sending_ns = 0;      ///< blocking sends, launches of others
  std::int64_t idle_ns = 0;         ///< the rest of the makespan
  std::int64_t first_start_ns = 0;  ///< of a pass
  std::int64_t last_end_ns = 0;     ///< of a pass
  double peak_in_flight = 0;        ///< see peak_in_flight()

  friend bool operator==(const RankTime&, const RankTime&) = default;
};

struct PipelineTimeline {
  std::int64_t makespan_ns = 0;
  std::vector<RankTime> ranks;
  PipelineOperations operations;
  PipelineTasks tasks;
  TaskTimes times;  ///< of operation i: times.start_ns[tasks.operations[i]] to times.end_ns[…]

  friend bool operator==(const PipelineTimeline&, const PipelineTimeline&) = default;
};

/// Forward and backward passes of all micro-batches, without what comes before and after (weights gathered, gradients
/// reduced, optimizer).  @pre as of pipeline_operations() and build_pipeline().
PipelineTimeline simulate_pipeline(const PipelineShape& shape, const PipelineTimes& times);

/// What one rank sends to another: the output of `stage` for a micro-batch, or the gradient of its input.
struct SendTime {
  int rank = 0;
  int stage = 0;
  int micro_batch = 0;
  bool is_gradient = false;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;

  friend bool operator==(const SendTime&, const SendTime&) = default;
};

/// All sends that take time, by stage and micro-batch.
std::vector<SendTime> send_times(const PipelineTimeline& timeline);

/// What is wrong with an order: a pass that is missing, done twice or unknown, weight gradients before their input
/// gradients, or ranks that wait for each other in a circle.  `where` is "/<rank>/<position>", the pass, or "/" for the
/// circle.  Empty for what pipeline_operations() returns.
Issues check_operations(const PipelineOperations& operations);

}  // namespace fmplan::sim
