#include "core/sim/step/build_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/integers.h"
#include "core/base/random.h"
#include "core/model/schedule_laws.h"
#include "core/sim/step/step_traffic.h"

namespace fmplan::sim {
namespace {

using model::StagePlacement;

/// Exchange of routed tokens, of a forward and of a backward pass together.
Seconds expert_exchange(const StageWork& stage) { return stage.time[StepPart::kExpertParallel]; }

PipelineTimes pipeline_times(const StageTable& table, const PipelineShape& shape, const model::ParallelPlan& plan,
                             const SimulationSettings& settings) {
  PipelineTimes times;
  const Seconds send = settings.send_slowdown * table.send.whole;
  const Seconds launch = std::min(send, table.send.latency);
  const bool blocking = sends_block(plan);
  times.send = blocking ? PipelineSend::kBlocking : PipelineSend::kOverlapped;
  times.send_launch_ns = blocking ? 0 : whole_nanoseconds(launch);
  const std::int64_t send_ns = whole_nanoseconds(blocking ? send : send - launch);
  for (const StageWork& stage : table.stages) {
    times.forward_ns.push_back(whole_nanoseconds(stage.forward));
    times.backward_weight_ns.push_back(whole_nanoseconds(stage.weight_gradient));
    times.backward_input_ns.push_back(whole_nanoseconds(stage.backward - stage.weight_gradient));
    times.send_forward_ns.push_back(send_ns);
    times.send_backward_ns.push_back(send_ns);
  }
  if (schedule_law(shape.schedule).placement != StagePlacement::kBothEnds) return times;
  // A forward pass beside a backward pass hides the exchange of both, as far as there is compute to hide it.
  const std::size_t p = table.stages.size();
  for (std::size_t k = 0; k < p; ++k) {
    const StageWork &ahead = table.stages[k], &back = table.stages[p - 1 - k];
    const Seconds exchange = (expert_exchange(ahead) + expert_exchange(back)) / 2;
    const Seconds both = ahead.forward + back.backward;
    times.pair_ns.push_back(whole_nanoseconds(both - std::min(exchange, both - exchange)));
  }
  return times;
}

/// Durations of one replica's passes where ranks are not alike.  A stage's tensor- and context-parallel ranks wait
/// for the slowest of them.
void vary(StepGraph& out, const StepInput& in, int replica) {
  const double ranks_per_stage = 1.0 * in.plan.tensor * in.plan.context;
  for (int rank = 0; rank < in.shape.pipeline; ++rank) {
    double factor = 1;
    for (const SlowRank& slow : in.settings.slow)
      if (slow.replica == replica && slow.pipeline_rank == rank) factor = std::max(factor, slow.factor);
    for (std::size_t i = out.operations.first[at(rank)]; i < out.operations.first[at(rank) + 1]; ++i) {
      double drawn = 0;
      if (in.settings.jitter > 0)
        drawn = largest_normal_draw({.seed = in.settings.seed,
                                     .stream = static_cast<std::uint32_t>(replica),
                                     .substream = static_cast<std::uint32_t>(rank),
                                     .index = i - out.operations.first[at(rank)]},
                                    ranks_per_stage);
      const TaskId task = out.pipelines.back().operations[i];
      const double duration_ns = static_cast<double>(out.graph.durations_ns()[at(task)]);
      out.graph.set_duration(task, std::llround(duration_ns * factor * std::exp(in.settings.jitter * drawn)));
    }
  }
}

void add_optimizer(StepGraph& out, const StepInput& in, int rank, const std::vector<ReplicaTasks>& traffic) {
  const Seconds host = in.framework.habits[StepHabit::kHostPerStep] * second;
  for (int replica = 0; replica < in.num_replicas; ++replica) {
    const ResourceId compute = out.pipelines[at(replica)].compute[at(rank)];
    const TaskId update = out.graph.add_task(compute, whole_nanoseconds(in.table.optimizer));
    for (const auto& tasks : traffic) out.graph.add_dependency(tasks[at(replica)], update);
    place(out, in, update, replica,
          {.kind = StepTaskKind::kOptimizer,
           .stream = StepStream::kCompute,
           .rank = rank,
           .stage = -1,
           .micro_batch = -1});
    const TaskId rest = out.graph.add_task(compute, whole_nanoseconds(host));
    place(out, in, rest, replica,
          {.kind = StepTaskKind::kHost, .stream = StepStream::kCompute, .rank = rank, .stage = -1, .micro_batch = -1});
  }
}

void place_passes(StepGraph& out, const StepInput& in) {
  static constexpr std::array<StepTaskKind, 5> kKinds = {StepTaskKind::kForward, StepTaskKind::kBackward,
                                                         StepTaskKind::kBackwardInput, StepTaskKind::kBackwardWeight,
                                                         StepTaskKind::kForwardAndBackward};
  const int m = in.shape.num_micro_batches;
  for (int replica = 0; replica < in.num_replicas; ++replica) {
    const PipelineTasks& tasks = out.pipelines[at(replica)];
    for (int rank = 0; rank < in.shape.pipeline; ++rank)
      for (std::size_t i = 0; i < out.operations.of_rank(rank).size(); ++i) {
        const Operation& operation = out.operations.of_rank(rank)[i];
        place(out, in, task_at(out, replica, rank, i), replica,
              {.kind = kKinds[static_cast<std::size_t>(operation.kind)],
               .stream = StepStream::kCompute,
               .rank = rank,
               .stage = stage_of(in.shape, {rank, operation.chunk}),
               .micro_batch = operation.micro_batch});
        if (operation.kind == PassKind::kForwardAndBackward) {
          out.placed.back().what.beside_stage = stage_of(in.shape, {rank, operation.beside_chunk});
          out.placed.back().what.beside_micro_batch = operation.beside_micro_batch;
        }
      }
    for (int stage = 0; stage < num_stages(in.shape); ++stage)
      for (int micro_batch = 0; micro_batch < m; ++micro_batch) {
        const std::size_t pass = at(stage) * at(m) + at(micro_batch);
        const int rank = place_of(in.shape, stage, micro_batch).rank;
        const bool blocking = out.times.send == PipelineSend::kBlocking;
        if (tasks.forward_arrival[pass] != tasks.forward[pass])
          place(out, in, tasks.forward_arrival[pass], replica,
                {.kind = StepTaskKind::kSendForward,
                 .stream = blocking ? StepStream::kCompute : StepStream::kSendForward,
                 .rank = rank,
                 .stage = stage,
                 .micro_batch = micro_batch});
        if (tasks.backward_arrival[pass] != tasks.backward_input[pass])
          place(out, in, tasks.backward_arrival[pass], replica,
                {.kind = StepTaskKind::kSendBackward,
                 .stream = blocking ? StepStream::kCompute : StepStream::kSendBackward,
                 .rank = rank,
                 .stage = stage,
                 .micro_batch = micro_batch});
      }
  }
}

}  // namespace

StepGraph step_graph(const StepJob& job, const StageTable& table, const SimulationSettings& settings,
                     const std::vector<int>& replicas) {
  const StepInput in{.plan = job.settings.plan,
                     .framework = job.framework,
                     .table = table,
                     .settings = settings,
                     .shape = pipeline_shape(job.settings),
                     .num_replicas = static_cast<int>(replicas.size())};
  StepGraph out;
  out.operations = pipeline_operations(in.shape);
  out.times = pipeline_times(table, in.shape, in.plan, settings);
  for (const int replica : replicas) {
    out.pipelines.push_back(build_pipeline(out.graph, out.operations, out.times));
    if (settings.jitter > 0 || !settings.slow.empty()) vary(out, in, replica);
  }
  for (int rank = 0; rank < in.shape.pipeline; ++rank) add_optimizer(out, in, rank, add_rank_traffic(out, in, rank));
  if (settings.keep_tasks) place_passes(out, in);
  return out;
}

}  // namespace fmplan::sim
