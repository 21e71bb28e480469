#include "core/sim/step/step_traffic.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/integers.h"
#include "core/model/schedule_laws.h"

namespace fmplan::sim {
namespace {

/// Where a rank's gradients and parameters go, in every replica.
struct Stream {
  int rank = 0;
  std::vector<ResourceId> of_replica;
};

/// Positions of a chunk's passes in the order of its rank.
struct Chunk {
  std::size_t first_forward, last_forward, first_backward, last_backward;
};

/// `traffic` beside `compute`: it advances at the rate `overlap` while that runs, and at its own afterwards.
Seconds beside(Seconds traffic, Seconds compute, double overlap) {
  const Seconds slow = traffic + (1 - overlap) * compute;
  return overlap > 0 ? std::min(traffic / overlap, slow) : slow;
}

/// Where each chunk's passes begin and end in a rank's order.
std::vector<Chunk> chunks_of(const StepGraph& out, const StepInput& in, int rank) {
  const auto list = out.operations.of_rank(rank);
  std::vector<Chunk> chunks(at(num_chunks(in.shape)), Chunk{list.size(), 0, list.size(), 0});
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Operation& operation = list[i];
    const bool pair = operation.kind == PassKind::kForwardAndBackward;
    if (pair || operation.kind == PassKind::kForward) {
      Chunk& chunk = chunks[at(operation.chunk)];
      chunk.first_forward = std::min(chunk.first_forward, i);
      chunk.last_forward = i;
    }
    if (operation.kind != PassKind::kForward) {
      Chunk& chunk = chunks[at(pair ? operation.beside_chunk : operation.chunk)];
      chunk.first_backward = std::min(chunk.first_backward, i);
      chunk.last_backward = i;
    }
  }
  return chunks;
}

/// A task of gradient or parameter traffic in every replica, which all take at once: `after` of every replica must be
/// over.  Returns the tasks by replica.
ReplicaTasks add_traffic(StepGraph& out, const StepInput& in, const Stream& stream, Seconds time, StepTaskKind kind,
                         int stage, int micro_batch, const std::vector<std::vector<TaskId>>& after) {
  TaskId meeting = -1;
  if (in.num_replicas > 1) {
    meeting = out.graph.add_join();
    for (const auto& before : after)
      for (const TaskId task : before) out.graph.add_dependency(task, meeting);
  }
  ReplicaTasks tasks;
  for (int replica = 0; replica < in.num_replicas; ++replica) {
    const TaskId task = out.graph.add_task(stream.of_replica[at(replica)], whole_nanoseconds(time));
    if (meeting >= 0) {
      out.graph.add_dependency(meeting, task);
    } else {
      for (const TaskId before : after[at(replica)]) out.graph.add_dependency(before, task);
    }
    out.data_parallel.push_back(task);
    place(out, in, task, replica,
          {.kind = kind,
           .stream = StepStream::kDataParallel,
           .rank = stream.rank,
           .stage = stage,
           .micro_batch = micro_batch});
    tasks.push_back(task);
  }
  return tasks;
}

/// What must be over before the operation at position `i` of a rank can start, other traffic apart, by replica.
std::vector<std::vector<TaskId>> before_operation(const StepGraph& out, const StepInput& in, int rank, std::size_t i,
                                                  bool backward) {
  std::vector<std::vector<TaskId>> before(at(in.num_replicas));
  const auto m = at(in.shape.num_micro_batches);
  const auto list = out.operations.of_rank(rank);
  for (int replica = 0; replica < in.num_replicas; ++replica) {
    const PipelineTasks& tasks = out.pipelines[at(replica)];
    auto& waits = before[at(replica)];
    if (i > 0) {
      waits.push_back(task_at(out, replica, rank, i - 1));
      // A send that occupies the rank comes between.
      const Operation& previous = list[i - 1];
      if (out.times.send == PipelineSend::kBlocking && previous.kind != PassKind::kBackwardWeight) {
        const std::size_t pass = at(stage_of(in.shape, {rank, previous.chunk})) * m + at(previous.micro_batch);
        waits.push_back(previous.kind == PassKind::kForward ? tasks.forward_arrival[pass]
                                                            : tasks.backward_arrival[pass]);
      }
    }
    const Operation& operation = list[i];
    const bool pair = operation.kind == PassKind::kForwardAndBackward;
    const int micro_batch = pair && backward ? operation.beside_micro_batch : operation.micro_batch;
    const int stage = stage_of(in.shape, {rank, pair && backward ? operation.beside_chunk : operation.chunk});
    if (!backward && stage > 0) waits.push_back(tasks.forward_arrival[(at(stage) - 1) * m + at(micro_batch)]);
    if (backward && stage + 1 < num_stages(in.shape) && operation.kind != PassKind::kBackwardWeight)
      waits.push_back(tasks.backward_arrival[(at(stage) + 1) * m + at(micro_batch)]);
  }
  return before;
}

/// Compute of a rank between two positions of its order, both included.
Seconds compute_between(const StepGraph& out, int rank, std::size_t from, std::size_t to) {
  std::int64_t sum_ns = 0;
  for (std::size_t i = from; i <= to; ++i) sum_ns += out.graph.durations_ns()[at(task_at(out, 0, rank, i))];
  return 1e-9 * static_cast<double>(sum_ns) * second;
}

/// Gathers the parameters of a chunk for its forward passes at positions first … last: one layer's share first, the
/// rest beside them.
void gather(StepGraph& out, const StepInput& in, const Stream& stream, int stage, int micro_batch, Seconds traffic,
            double layers, std::size_t first, std::size_t last, bool at_once) {
  if (!(traffic > Seconds{})) return;
  const bool hides = in.plan.overlap.parameters;
  const Seconds piece = hides ? traffic / layers : traffic;
  std::vector<std::vector<TaskId>> start(at(in.num_replicas));
  if (!at_once && first > 0) start = before_operation(out, in, stream.rank, first, false);
  const auto head = add_traffic(out, in, stream, piece, StepTaskKind::kGather, stage, micro_batch, start);
  for (int replica = 0; replica < in.num_replicas; ++replica)
    out.graph.add_dependency(head[at(replica)], task_at(out, replica, stream.rank, first));
  if (!hides || !(traffic - piece > Seconds{})) return;
  const Seconds rest =
      beside(traffic - piece, compute_between(out, stream.rank, first, last), in.framework.data_parallel_overlap);
  const auto tail = add_traffic(out, in, stream, rest, StepTaskKind::kGather, stage, micro_batch,
                                std::vector<std::vector<TaskId>>(at(in.num_replicas)));
  for (int replica = 0; replica < in.num_replicas; ++replica) {
    out.graph.add_dependency(head[at(replica)], tail[at(replica)]);
    if (last + 1 < out.operations.of_rank(stream.rank).size())
      out.graph.add_dependency(tail[at(replica)], task_at(out, replica, stream.rank, last + 1));
  }
}

/// Reduces gradients of a chunk (ZeRO 3: gathers its parameters too) beside the backward passes at positions first …
/// last: one layer's share after the last of them, beside what the rank does up to `window_end`.  Where nothing
/// overlaps, both wait for the compute of their window, which is no other chunk's.  Returns what must be over then, by
/// replica.
ReplicaTasks reduce(StepGraph& out, const StepInput& in, const Stream& stream, int stage, int micro_batch,
                    Seconds gathered, Seconds reduced, double layers, std::size_t first, std::size_t last,
                    std::size_t window_end) {
  const Seconds hidden =
      (in.plan.overlap.parameters ? gathered : Seconds{}) + (in.plan.overlap.gradients ? reduced : Seconds{});
  const Seconds open = gathered + reduced - hidden;
  const Seconds piece = (in.plan.overlap.gradients ? reduced / layers : Seconds{});
  const double overlap = in.plan.overlap.gradients || gathered > Seconds{} ? in.framework.data_parallel_overlap : 0;
  const Seconds rest = beside(hidden - piece, compute_between(out, stream.rank, first, last), overlap);
  const auto during = add_traffic(out, in, stream, rest, StepTaskKind::kReduce, stage, micro_batch,
                                  before_operation(out, in, stream.rank, first, true));
  std::vector<std::vector<TaskId>> after(at(in.num_replicas));
  for (int replica = 0; replica < in.num_replicas; ++replica)
    after[at(replica)] = {during[at(replica)], task_at(out, replica, stream.rank, last)};
  const Seconds tail = beside(piece + open, compute_between(out, stream.rank, last + 1, window_end), overlap);
  return add_traffic(out, in, stream, tail, StepTaskKind::kReduce, stage, micro_batch, after);
}

/// What one chunk of a rank moves, and in how many pieces.
struct ChunkTraffic {
  Seconds parameters, gradients;
  Seconds between;  ///< of groups of shards, gradients again
  double layers = 1;
};

ChunkTraffic chunk_traffic(const StepInput& in, std::size_t num_chunks) {
  const ParameterWork& work = in.table.parameters;
  const double count = static_cast<double>(num_chunks);
  const double share = in.settings.data_parallel_slowdown / count;
  return {.parameters = share * work.parameters,
          .gradients = share * work.gradients,
          .between = share * work.between,
          .layers = std::max(1.0, work.pieces * (keeps_two_copies(in.plan) ? 2 : 1) / count)};
}

int stage_of_chunk(const StepInput& in, int rank, std::size_t chunk) {
  return stage_of(in.shape, {rank, static_cast<int>(chunk)});
}

/// The chunks in the order in which `position` comes.
std::vector<std::size_t> chunks_by(const std::vector<Chunk>& chunks, std::size_t Chunk::*position) {
  std::vector<std::size_t> order(chunks.size());
  for (std::size_t c = 0; c < chunks.size(); ++c) order[c] = c;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return chunks[a].*position < chunks[b].*position; });
  return order;
}

/// Reduces a chunk's gradients between groups of shards (HSDP) once all of the rank's are reduced inside them: what the
/// compute from the chunk's last backward pass on does not hide, one layer's share at least.  The rest needs no task:
/// it travels on links and on a stream of its own, which nothing else waits for.
ReplicaTasks reduce_between(StepGraph& out, const StepInput& in, const Stream& stream, int stage, const Chunk& chunk,
                            const ChunkTraffic& traffic) {
  const std::size_t end = out.operations.of_rank(stream.rank).size() - 1;
  const double overlap = in.plan.overlap.gradients ? in.framework.data_parallel_overlap : 0;
  const Seconds hidden = overlap * compute_between(out, stream.rank, chunk.last_backward, end);
  const Seconds open = std::max(traffic.between / traffic.layers, traffic.between - hidden);
  std::vector<std::vector<TaskId>> after(at(in.num_replicas));
  for (int replica = 0; replica < in.num_replicas; ++replica)
    after[at(replica)] = {task_at(out, replica, stream.rank, end)};
  return add_traffic(out, in, stream, open, StepTaskKind::kReduce, stage, -1, after);
}

/// Traffic of the backward pass at position `i`, over before the next operation starts; of the last one of a rank it is
/// added to `last`.
void reduce_pass(StepGraph& out, const StepInput& in, const Stream& stream, std::size_t i, Seconds gathered,
                 const ChunkTraffic& traffic, std::vector<ReplicaTasks>& last) {
  const auto list = out.operations.of_rank(stream.rank);
  const Operation& operation = list[i];
  // Of a split pass the weight gradients are what there is to reduce.
  if (operation.kind == PassKind::kBackwardInput) return;
  const bool pair = operation.kind == PassKind::kForwardAndBackward;
  const int stage = stage_of(in.shape, {stream.rank, pair ? operation.beside_chunk : operation.chunk});
  const ReplicaTasks over = reduce(out, in, stream, stage, pair ? operation.beside_micro_batch : operation.micro_batch,
                                   gathered, traffic.gradients, traffic.layers, i, i, i);
  if (i + 1 == list.size()) {
    last.push_back(over);
    return;
  }
  for (int replica = 0; replica < in.num_replicas; ++replica)
    out.graph.add_dependency(over[at(replica)], task_at(out, replica, stream.rank, i + 1));
}

/// ZeRO 3 pass by pass: parameters before every forward, parameters and gradients at every backward pass.
void move_each_pass(StepGraph& out, const StepInput& in, const Stream& stream, const ChunkTraffic& traffic,
                    std::vector<ReplicaTasks>& last) {
  const auto list = out.operations.of_rank(stream.rank);
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].kind == PassKind::kForward || list[i].kind == PassKind::kForwardAndBackward)
      gather(out, in, stream, stage_of(in.shape, {stream.rank, list[i].chunk}), list[i].micro_batch, traffic.parameters,
             traffic.layers, i, i, false);
    else
      reduce_pass(out, in, stream, i, traffic.parameters, traffic, last);
}

/// Chunk by chunk: parameters once a step before the chunk's first pass, or for all its passes where they are sharded;
/// gradients after its last one, or at every backward pass where those are sharded.
void move_each_chunk(StepGraph& out, const StepInput& in, const Stream& stream, const std::vector<Chunk>& chunks,
                     const ChunkTraffic& traffic, std::vector<ReplicaTasks>& last) {
  const bool sharded = gathers_each_pass(in.plan);
  const auto list = out.operations.of_rank(stream.rank);
  for (const std::size_t c : chunks_by(chunks, &Chunk::first_forward))
    gather(out, in, stream, stage_of_chunk(in, stream.rank, c), -1, traffic.parameters, traffic.layers,
           chunks[c].first_forward, sharded ? chunks[c].last_forward : chunks[c].first_forward, !sharded);
  if (scatters_each_micro_batch(in.plan)) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].kind != PassKind::kForward) reduce_pass(out, in, stream, i, {}, traffic, last);
    return;
  }
  // A chunk's traffic has what the rank computes until that of the next chunk begins.
  const auto begin = sharded ? &Chunk::first_backward : &Chunk::last_backward;
  const auto order = chunks_by(chunks, begin);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Chunk& chunk = chunks[order[i]];
    const std::size_t window_end = i + 1 < order.size() ? chunks[order[i + 1]].*begin - 1 : list.size() - 1;
    last.push_back(reduce(out, in, stream, stage_of_chunk(in, stream.rank, order[i]), -1,
                          sharded ? traffic.parameters : Seconds{}, traffic.gradients, traffic.layers, chunk.*begin,
                          chunk.last_backward, window_end));
  }
}

}  // namespace

TaskId task_at(const StepGraph& out, int replica, int rank, std::size_t i) {
  return out.pipelines[at(replica)].operations[out.operations.first[at(rank)] + i];
}

void place(StepGraph& out, const StepInput& in, TaskId task, int replica, StepTask what) {
  if (!in.settings.keep_tasks) return;
  what.rank += replica * in.shape.pipeline;
  out.placed.push_back({task, what});
}

std::vector<ReplicaTasks> add_rank_traffic(StepGraph& out, const StepInput& in, int rank) {
  Stream stream{.rank = rank, .of_replica = {}};
  for (int replica = 0; replica < in.num_replicas; ++replica) stream.of_replica.push_back(out.graph.add_stream());
  const std::vector<Chunk> chunks = chunks_of(out, in, rank);
  const ChunkTraffic traffic = chunk_traffic(in, chunks.size());
  std::vector<ReplicaTasks> last;
  if (gathers_each_pass(in.plan) && scatters_each_micro_batch(in.plan)) {
    move_each_pass(out, in, stream, traffic, last);
  } else {
    move_each_chunk(out, in, stream, chunks, traffic, last);
  }
  if (traffic.between > Seconds{})
    for (std::size_t c = 0; c < chunks.size(); ++c)
      last.push_back(reduce_between(out, in, stream, stage_of_chunk(in, rank, c), chunks[c], traffic));
  return last;
}

}  // namespace fmplan::sim
