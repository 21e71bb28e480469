#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "core/sim/step/pipeline_simulation.h"
#include "core/sim/step/step_simulation.h"

namespace fmplan::picture {

/// A pipeline's passes and sends as a simulated step, for pictures of it: without what the simulation of a step adds
/// before, beside and after them.
inline sim::StepSimulation pictured_step(const sim::PipelineShape& shape, const sim::PipelineTimes& times) {
  using sim::PassKind;
  using sim::StepStream;
  using sim::StepTask;
  using sim::StepTaskKind;
  const sim::PipelineTimeline timeline = simulate_pipeline(shape, times);
  const std::map<PassKind, StepTaskKind> kinds = {{PassKind::kForward, StepTaskKind::kForward},
                                                  {PassKind::kBackward, StepTaskKind::kBackward},
                                                  {PassKind::kBackwardInput, StepTaskKind::kBackwardInput},
                                                  {PassKind::kBackwardWeight, StepTaskKind::kBackwardWeight},
                                                  {PassKind::kForwardAndBackward, StepTaskKind::kForwardAndBackward}};
  const double held_by_pass = 1.0 / shape.virtual_pipeline;
  sim::StepSimulation step;
  step.makespan_ns = timeline.makespan_ns;
  step.step_time = static_cast<double>(timeline.makespan_ns) * nanosecond;
  for (int rank = 0; rank < shape.pipeline; ++rank) {
    sim::SimulatedRank simulated;
    simulated.pipeline_rank = rank;
    const sim::RankTime& time = timeline.ranks[static_cast<std::size_t>(rank)];
    simulated.busy = static_cast<double>(time.busy_ns) * nanosecond;
    simulated.idle = static_cast<double>(time.idle_ns) * nanosecond;
    simulated.peak_in_flight = time.peak_in_flight;
    double held = 0;
    const auto hold = [&](std::int64_t at_ns, double more) {
      held += more;
      simulated.activations.push_back({at_ns, held});
    };
    for (std::size_t i = timeline.operations.first[static_cast<std::size_t>(rank)];
         i < timeline.operations.first[static_cast<std::size_t>(rank) + 1]; ++i) {
      const sim::Operation& operation = timeline.operations.list[i];
      const sim::TaskId id = timeline.tasks.operations[i];
      StepTask task{.kind = kinds.at(operation.kind),
                    .rank = rank,
                    .stage = stage_of(shape, {rank, operation.chunk}),
                    .micro_batch = operation.micro_batch,
                    .start_ns = timeline.times.start_ns[id],
                    .end_ns = timeline.times.end_ns[id]};
      if (operation.kind == PassKind::kForwardAndBackward) {
        task.beside_stage = stage_of(shape, {rank, operation.beside_chunk});
        task.beside_micro_batch = operation.beside_micro_batch;
      }
      const bool starts = task.kind == StepTaskKind::kForward || task.kind == StepTaskKind::kForwardAndBackward;
      const bool ends = task.kind != StepTaskKind::kForward && task.kind != StepTaskKind::kBackwardInput;
      if (starts) hold(task.start_ns, held_by_pass);
      if (ends) hold(task.end_ns, -held_by_pass);
      step.tasks.push_back(task);
    }
    step.ranks.push_back(std::move(simulated));
  }
  for (const sim::SendTime& send : send_times(timeline))
    step.tasks.push_back({.kind = send.is_gradient ? StepTaskKind::kSendBackward : StepTaskKind::kSendForward,
                          .stream = send.is_gradient ? StepStream::kSendBackward : StepStream::kSendForward,
                          .rank = send.rank,
                          .stage = send.stage,
                          .micro_batch = send.micro_batch,
                          .start_ns = send.start_ns,
                          .end_ns = send.end_ns});
  std::stable_sort(step.tasks.begin(), step.tasks.end(), [](const StepTask& a, const StepTask& b) {
    return std::tuple(a.rank, a.stream, a.start_ns) < std::tuple(b.rank, b.stream, b.start_ns);
  });
  step.num_tasks = static_cast<std::int64_t>(step.tasks.size());
  return step;
}

}  // namespace fmplan::picture
