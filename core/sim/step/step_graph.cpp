#include "core/sim/step/step_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/random.h"
#include "core/model/schedule_laws.h"
#include "core/sim/step/layer_simulation.h"

namespace fmplan::sim {
namespace {

using model::StagePlacement;
using model::ZeroStage;

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

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

/// `traffic` beside `compute`: it advances at the rate `overlap` while that runs, and at its own afterwards.
Seconds beside(Seconds traffic, Seconds compute, double overlap) {
  const Seconds slow = traffic + (1 - overlap) * compute;
  return overlap > 0 ? std::min(traffic / overlap, slow) : slow;
}

/// Adds the step of one or several replicas to a graph.
class StepBuilder {
 public:
  StepBuilder(const StepJob& job, const StageTable& table, const SimulationSettings& settings,
              const std::vector<int>& replicas)
      : plan_(job.settings.plan),
        framework_(job.framework),
        table_(table),
        settings_(settings),
        shape_(pipeline_shape(job.settings)),
        operations_(pipeline_operations(shape_)),
        times_(pipeline_times(table, shape_, plan_, settings)),
        num_replicas_(static_cast<int>(replicas.size())),
        ranks_per_stage_(1.0 * plan_.tensor * plan_.context) {
    for (const int replica : replicas) {
      pipelines_.push_back(build_pipeline(out_.graph, operations_, times_));
      if (settings.jitter > 0 || !settings.slow.empty()) vary(pipelines_.back(), replica);
    }
    for (int rank = 0; rank < shape_.pipeline; ++rank) add_rank(rank);
    if (settings.keep_tasks) place_passes();
  }

  StepGraph take() {
    out_.operations = std::move(operations_);
    out_.times = std::move(times_);
    out_.pipelines = std::move(pipelines_);
    return std::move(out_);
  }

 private:
  struct Chunk {
    std::size_t first_forward, last_forward, first_backward, last_backward;  ///< positions in the rank's operations
  };

  /// Durations of one replica's passes where ranks are not alike.  A stage's tensor- and context-parallel ranks wait
  /// for the slowest of them.
  void vary(const PipelineTasks& tasks, int replica) {
    for (int rank = 0; rank < shape_.pipeline; ++rank) {
      double factor = 1;
      for (const SlowRank& slow : settings_.slow)
        if (slow.replica == replica && slow.pipeline_rank == rank) factor = std::max(factor, slow.factor);
      for (std::size_t i = operations_.first[index(rank)]; i < operations_.first[index(rank) + 1]; ++i) {
        double drawn = 0;
        if (settings_.jitter > 0)
          drawn = largest_normal_draw({.seed = settings_.seed,
                                       .stream = static_cast<std::uint32_t>(replica),
                                       .substream = static_cast<std::uint32_t>(rank),
                                       .index = i - operations_.first[index(rank)]},
                                      ranks_per_stage_);
        const TaskId task = tasks.operations[i];
        const double duration_ns = static_cast<double>(out_.graph.durations_ns()[index(task)]);
        out_.graph.set_duration(task, std::llround(duration_ns * factor * std::exp(settings_.jitter * drawn)));
      }
    }
  }

  std::size_t position(int rank, std::size_t i) const { return operations_.first[index(rank)] + i; }
  TaskId task_at(int replica, int rank, std::size_t i) const {
    return pipelines_[index(replica)].operations[position(rank, i)];
  }

  /// Where each chunk's passes begin and end in a rank's order.
  std::vector<Chunk> chunks_of(int rank) const {
    const auto list = operations_.of_rank(rank);
    std::vector<Chunk> chunks(index(num_chunks(shape_)), Chunk{list.size(), 0, list.size(), 0});
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Operation& operation = list[i];
      const bool pair = operation.kind == PassKind::kForwardAndBackward;
      if (pair || operation.kind == PassKind::kForward) {
        Chunk& chunk = chunks[index(operation.chunk)];
        chunk.first_forward = std::min(chunk.first_forward, i);
        chunk.last_forward = i;
      }
      if (operation.kind != PassKind::kForward) {
        Chunk& chunk = chunks[index(pair ? operation.beside_chunk : operation.chunk)];
        chunk.first_backward = std::min(chunk.first_backward, i);
        chunk.last_backward = i;
      }
    }
    return chunks;
  }

  /// A task of gradient or parameter traffic in every replica, which all take at once: `after` of every replica must be
  /// over.  Returns the tasks by replica.
  std::vector<TaskId> add_traffic(const std::vector<ResourceId>& streams, Seconds time, StepTaskKind kind, int rank,
                                  int stage, int micro_batch, const std::vector<std::vector<TaskId>>& after) {
    TaskId meeting = -1;
    if (num_replicas_ > 1) {
      meeting = out_.graph.add_join();
      for (const auto& before : after)
        for (const TaskId task : before) out_.graph.add_dependency(task, meeting);
    }
    std::vector<TaskId> tasks;
    for (int replica = 0; replica < num_replicas_; ++replica) {
      const TaskId task = out_.graph.add_task(streams[index(replica)], whole_nanoseconds(time));
      if (meeting >= 0) {
        out_.graph.add_dependency(meeting, task);
      } else {
        for (const TaskId before : after[index(replica)]) out_.graph.add_dependency(before, task);
      }
      out_.data_parallel.push_back(task);
      place(task, kind, StepStream::kDataParallel, replica, rank, stage, micro_batch);
      tasks.push_back(task);
    }
    return tasks;
  }

  void place(TaskId task, StepTaskKind kind, StepStream stream, int replica, int rank, int stage, int micro_batch) {
    if (!settings_.keep_tasks) return;
    out_.placed.push_back({task,
                           {.kind = kind,
                            .stream = stream,
                            .rank = replica * shape_.pipeline + rank,
                            .stage = stage,
                            .micro_batch = micro_batch}});
  }

  /// What must be over before the operation at position `i` of a rank can start, other traffic apart, by replica.
  std::vector<std::vector<TaskId>> before_operation(int rank, std::size_t i, bool backward) const {
    std::vector<std::vector<TaskId>> before(index(num_replicas_));
    const auto m = index(shape_.num_micro_batches);
    const auto list = operations_.of_rank(rank);
    for (int replica = 0; replica < num_replicas_; ++replica) {
      const PipelineTasks& tasks = pipelines_[index(replica)];
      auto& waits = before[index(replica)];
      if (i > 0) {
        waits.push_back(task_at(replica, rank, i - 1));
        // A send that occupies the rank comes between.
        const Operation& previous = list[i - 1];
        if (times_.send == PipelineSend::kBlocking && previous.kind != PassKind::kBackwardWeight) {
          const std::size_t pass = index(stage_of(shape_, {rank, previous.chunk})) * m + index(previous.micro_batch);
          waits.push_back(previous.kind == PassKind::kForward ? tasks.forward_arrival[pass]
                                                              : tasks.backward_arrival[pass]);
        }
      }
      const Operation& operation = list[i];
      const bool pair = operation.kind == PassKind::kForwardAndBackward;
      const int micro_batch = pair && backward ? operation.beside_micro_batch : operation.micro_batch;
      const int stage = stage_of(shape_, {rank, pair && backward ? operation.beside_chunk : operation.chunk});
      if (!backward && stage > 0) waits.push_back(tasks.forward_arrival[(index(stage) - 1) * m + index(micro_batch)]);
      if (backward && stage + 1 < num_stages(shape_) && operation.kind != PassKind::kBackwardWeight)
        waits.push_back(tasks.backward_arrival[(index(stage) + 1) * m + index(micro_batch)]);
    }
    return before;
  }

  /// Compute of a rank between two positions of its order, both included.
  Seconds compute_between(int rank, std::size_t from, std::size_t to) const {
    std::int64_t sum_ns = 0;
    for (std::size_t i = from; i <= to; ++i) sum_ns += out_.graph.durations_ns()[index(task_at(0, rank, i))];
    return 1e-9 * static_cast<double>(sum_ns) * second;
  }

  /// Gathers the parameters of a chunk for its forward passes at positions first … last: one layer's share first, the
  /// rest beside them.
  void gather(int rank, const std::vector<ResourceId>& streams, int stage, int micro_batch, Seconds traffic,
              double layers, std::size_t first, std::size_t last, bool at_once) {
    if (!(traffic > Seconds{})) return;
    const bool hides = plan_.overlap.parameters;
    const Seconds piece = hides ? traffic / layers : traffic;
    std::vector<std::vector<TaskId>> start(index(num_replicas_));
    if (!at_once && first > 0) start = before_operation(rank, first, false);
    const auto head = add_traffic(streams, piece, StepTaskKind::kGather, rank, stage, micro_batch, start);
    for (int replica = 0; replica < num_replicas_; ++replica)
      out_.graph.add_dependency(head[index(replica)], task_at(replica, rank, first));
    if (!hides || !(traffic - piece > Seconds{})) return;
    const Seconds rest = beside(traffic - piece, compute_between(rank, first, last), framework_.data_parallel_overlap);
    const auto tail = add_traffic(streams, rest, StepTaskKind::kGather, rank, stage, micro_batch,
                                  std::vector<std::vector<TaskId>>(index(num_replicas_)));
    for (int replica = 0; replica < num_replicas_; ++replica) {
      out_.graph.add_dependency(head[index(replica)], tail[index(replica)]);
      if (last + 1 < operations_.of_rank(rank).size())
        out_.graph.add_dependency(tail[index(replica)], task_at(replica, rank, last + 1));
    }
  }

  /// Reduces gradients of a chunk (ZeRO 3: gathers its parameters too) beside the backward passes at positions first …
  /// last: one layer's share after the last of them.  Returns what must be over then, by replica.
  std::vector<TaskId> reduce(int rank, const std::vector<ResourceId>& streams, int stage, int micro_batch,
                             Seconds gathered, Seconds reduced, double layers, std::size_t first, std::size_t last,
                             std::size_t window_end) {
    const Seconds hidden =
        (plan_.overlap.parameters ? gathered : Seconds{}) + (plan_.overlap.gradients ? reduced : Seconds{});
    const Seconds open = gathered + reduced - hidden;
    const Seconds piece = (plan_.overlap.gradients ? reduced / layers : Seconds{});
    const Seconds rest =
        beside(hidden - piece, compute_between(rank, first, window_end), framework_.data_parallel_overlap);
    const auto during = add_traffic(streams, hidden > piece ? rest : Seconds{}, StepTaskKind::kReduce, rank, stage,
                                    micro_batch, before_operation(rank, first, true));
    std::vector<std::vector<TaskId>> after(index(num_replicas_));
    for (int replica = 0; replica < num_replicas_; ++replica)
      after[index(replica)] = {during[index(replica)], task_at(replica, rank, last)};
    return add_traffic(streams, piece + open, StepTaskKind::kReduce, rank, stage, micro_batch, after);
  }

  void add_rank(int rank) {
    std::vector<ResourceId> streams;
    for (int replica = 0; replica < num_replicas_; ++replica) streams.push_back(out_.graph.add_stream());
    const std::vector<Chunk> chunks = chunks_of(rank);
    const double slower = settings_.data_parallel_slowdown;
    const double num_chunks = static_cast<double>(chunks.size());
    const double layers = std::max(1.0, table_.parameters.pieces * (keeps_two_copies(plan_) ? 2 : 1) / num_chunks);
    const Seconds parameters = slower / num_chunks * table_.parameters.parameters;
    const Seconds gradients = slower / num_chunks * table_.parameters.gradients;
    const Seconds between = slower / num_chunks * table_.parameters.between;
    const bool sharded = plan_.zero_stage == ZeroStage::kParameters;
    const bool breadth_first = schedule_law(shape_.schedule).chunk_by_chunk;
    const bool each_backward = (sharded && !breadth_first) || plan_.zero_stage == ZeroStage::kGradients;
    const auto list = operations_.of_rank(rank);
    const std::size_t end = list.size() - 1;

    if (sharded && !breadth_first) {
      for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].kind == PassKind::kForward || list[i].kind == PassKind::kForwardAndBackward)
          gather(rank, streams, stage_of(shape_, {rank, list[i].chunk}), list[i].micro_batch, parameters, layers, i, i,
                 false);
        else
          add_each_backward(rank, streams, i, parameters, gradients, layers);
    } else {
      std::vector<std::size_t> order(chunks.size());
      for (std::size_t c = 0; c < chunks.size(); ++c) order[c] = c;
      std::sort(order.begin(), order.end(),
                [&](std::size_t a, std::size_t b) { return chunks[a].first_forward < chunks[b].first_forward; });
      for (const std::size_t c : order)
        gather(rank, streams, stage_of(shape_, {rank, static_cast<int>(c)}), -1, parameters, layers,
               chunks[c].first_forward, sharded ? chunks[c].last_forward : chunks[c].first_forward, !sharded);
      if (each_backward)
        for (std::size_t i = 0; i < list.size(); ++i)
          if (list[i].kind != PassKind::kForward) add_each_backward(rank, streams, i, {}, gradients, layers);
      std::sort(order.begin(), order.end(),
                [&](std::size_t a, std::size_t b) { return chunks[a].last_backward < chunks[b].last_backward; });
      if (!each_backward)
        for (const std::size_t c : order)
          last_traffic_.push_back(reduce(rank, streams, stage_of(shape_, {rank, static_cast<int>(c)}), -1,
                                         sharded ? parameters : Seconds{}, gradients, layers,
                                         sharded ? chunks[c].first_backward : chunks[c].last_backward,
                                         chunks[c].last_backward, end));
    }
    if (between > Seconds{})
      for (std::size_t c = 0; c < chunks.size(); ++c)
        last_traffic_.push_back(reduce(rank, streams, stage_of(shape_, {rank, static_cast<int>(c)}), -1, {}, between,
                                       layers, chunks[c].last_backward, chunks[c].last_backward, end));
    add_optimizer(rank);
  }

  /// Traffic of one backward pass, over before the next operation starts.
  void add_each_backward(int rank, const std::vector<ResourceId>& streams, std::size_t i, Seconds gathered,
                         Seconds reduced, double layers) {
    const Operation& operation = operations_.of_rank(rank)[i];
    // Of a split pass the weight gradients are what there is to reduce.
    if (operation.kind == PassKind::kBackwardInput) return;
    const bool pair = operation.kind == PassKind::kForwardAndBackward;
    const auto last =
        reduce(rank, streams, stage_of(shape_, {rank, pair ? operation.beside_chunk : operation.chunk}),
               pair ? operation.beside_micro_batch : operation.micro_batch, gathered, reduced, layers, i, i, i);
    if (i + 1 < operations_.of_rank(rank).size()) {
      for (int replica = 0; replica < num_replicas_; ++replica)
        out_.graph.add_dependency(last[index(replica)], task_at(replica, rank, i + 1));
    } else {
      last_traffic_.push_back(last);
    }
  }

  void add_optimizer(int rank) {
    const Seconds host = framework_.habits[StepHabit::kHostPerStep] * second;
    for (int replica = 0; replica < num_replicas_; ++replica) {
      const ResourceId compute = pipelines_[index(replica)].compute[index(rank)];
      const TaskId update = out_.graph.add_task(compute, whole_nanoseconds(table_.optimizer));
      for (const auto& tasks : last_traffic_) out_.graph.add_dependency(tasks[index(replica)], update);
      place(update, StepTaskKind::kOptimizer, StepStream::kCompute, replica, rank, -1, -1);
      const TaskId rest = out_.graph.add_task(compute, whole_nanoseconds(host));
      place(rest, StepTaskKind::kHost, StepStream::kCompute, replica, rank, -1, -1);
    }
    last_traffic_.clear();
  }

  void place_passes() {
    static constexpr std::array<StepTaskKind, 5> kKinds = {StepTaskKind::kForward, StepTaskKind::kBackward,
                                                           StepTaskKind::kBackwardInput, StepTaskKind::kBackwardWeight,
                                                           StepTaskKind::kForwardAndBackward};
    const int m = shape_.num_micro_batches;
    for (int replica = 0; replica < num_replicas_; ++replica) {
      const PipelineTasks& tasks = pipelines_[index(replica)];
      for (int rank = 0; rank < shape_.pipeline; ++rank)
        for (std::size_t i = 0; i < operations_.of_rank(rank).size(); ++i) {
          const Operation& operation = operations_.of_rank(rank)[i];
          place(task_at(replica, rank, i), kKinds[static_cast<std::size_t>(operation.kind)], StepStream::kCompute,
                replica, rank, stage_of(shape_, {rank, operation.chunk}), operation.micro_batch);
          if (operation.kind == PassKind::kForwardAndBackward) {
            out_.placed.back().what.beside_stage = stage_of(shape_, {rank, operation.beside_chunk});
            out_.placed.back().what.beside_micro_batch = operation.beside_micro_batch;
          }
        }
      for (int stage = 0; stage < num_stages(shape_); ++stage)
        for (int micro_batch = 0; micro_batch < m; ++micro_batch) {
          const std::size_t pass = index(stage) * index(m) + index(micro_batch);
          const int rank = place_of(shape_, stage, micro_batch).rank;
          const bool blocking = times_.send == PipelineSend::kBlocking;
          if (tasks.forward_arrival[pass] != tasks.forward[pass])
            place(tasks.forward_arrival[pass], StepTaskKind::kSendForward,
                  blocking ? StepStream::kCompute : StepStream::kSendForward, replica, rank, stage, micro_batch);
          if (tasks.backward_arrival[pass] != tasks.backward_input[pass])
            place(tasks.backward_arrival[pass], StepTaskKind::kSendBackward,
                  blocking ? StepStream::kCompute : StepStream::kSendBackward, replica, rank, stage, micro_batch);
        }
    }
  }

  const model::ParallelPlan& plan_;
  const FrameworkProfile& framework_;
  const StageTable& table_;
  const SimulationSettings& settings_;
  PipelineShape shape_;
  PipelineOperations operations_;
  PipelineTimes times_;
  int num_replicas_;
  double ranks_per_stage_;
  std::vector<PipelineTasks> pipelines_;
  std::vector<std::vector<TaskId>> last_traffic_;
  StepGraph out_;
};

}  // namespace

PipelineShape pipeline_shape(const StepSettings& settings) {
  const model::ParallelPlan& plan = settings.plan;
  return {.schedule = plan.schedule,
          .pipeline = plan.pipeline,
          .virtual_pipeline = plan.pipeline > 1 ? plan.virtual_pipeline : 1,
          .num_micro_batches = num_micro_batches(settings)};
}

StageTable stage_table(const StepJob& job, const StepRates& rates) {
  const network::CollectiveProfile* profile = job.collectives ? &*job.collectives : nullptr;
  const model::ParallelPlan& plan = job.settings.plan;
  const auto& [settings, instance, framework] = std::tie(job.settings, job.instance, job.framework);
  const bool offloads = plan.offload != model::Offload{};
  const model::HostMemoryUse host =
      offloads ? host_memory_use(job.model, memory_settings(settings, framework)) : model::HostMemoryUse{};
  const model::StageLayout layout = stage_layout(job.model, plan, framework.layer_deal);
  const FullestRank fullest = fullest_rank(layout, plan);
  const LayerSet layers = with_simulated_exchange(layer_set(job.model, settings, instance, framework, profile, rates),
                                                  plan, std::max(1, static_cast<int>(fullest.layers)));
  StageTable table;
  table.parameters = parameter_work(job.model, settings, instance, framework, profile, rates, fullest);
  table.send = stage_send(job.model, settings, instance, framework, profile);
  table.optimizer = table.parameters.optimizer + optimizer_copies(host, instance);
  for (const model::StageContent& stage : layout.stages)
    table.stages.push_back(
        stage_work(layers, table.parameters, load_of_stage(stage, plan), host, plan, instance, framework.habits));
  return table;
}

StepGraph step_graph(const StepJob& job, const StageTable& table, const SimulationSettings& settings,
                     const std::vector<int>& replicas) {
  return StepBuilder(job, table, settings, replicas).take();
}

}  // namespace fmplan::sim
