#include "core/sim/step/pipeline_simulation.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "core/base/integers.h"

namespace fmplan::sim {
namespace {

bool has_forward(PassKind kind) { return kind == PassKind::kForward || kind == PassKind::kForwardAndBackward; }
bool has_backward_input(PassKind kind) { return kind != PassKind::kForward && kind != PassKind::kBackwardWeight; }
bool has_backward_weight(PassKind kind) { return kind != PassKind::kForward && kind != PassKind::kBackwardInput; }

struct Pass {
  int stage;
  int micro_batch;
};

Pass forward_pass(const PipelineShape& shape, int rank, const Operation& operation) {
  return {stage_of(shape, {rank, operation.chunk}), operation.micro_batch};
}

Pass backward_pass(const PipelineShape& shape, int rank, const Operation& operation) {
  return operation.kind == PassKind::kForwardAndBackward
             ? Pass{stage_of(shape, {rank, operation.beside_chunk}), operation.beside_micro_batch}
             : Pass{stage_of(shape, {rank, operation.chunk}), operation.micro_batch};
}

/// Adds operations and sends rank by rank, then what joins ranks.
class PipelineBuilder {
 public:
  PipelineBuilder(TaskGraph& graph, const PipelineOperations& operations, const PipelineTimes& times)
      : graph_(graph), shape_(operations.shape), times_(times), num_stages_(num_stages(shape_)) {
    const std::size_t num_passes = at(num_stages_) * at(shape_.num_micro_batches);
    const std::size_t num_sends = 2 * num_passes * (times.send_launch_ns > 0 ? 2 : 1);
    graph.reserve(operations.list.size() + num_sends, 2 * num_passes + num_sends);
    for (auto* by_pass : {&tasks_.forward, &tasks_.backward_input, &tasks_.backward_weight, &tasks_.forward_arrival,
                          &tasks_.backward_arrival})
      by_pass->resize(num_passes);
    tasks_.operations.reserve(operations.list.size());
    for (int rank = 0; rank < shape_.pipeline; ++rank) {
      tasks_.compute.push_back(graph.add_stream());
      tasks_.forward_link.push_back(graph.add_link());
      tasks_.backward_link.push_back(graph.add_link());
      for (const Operation& operation : operations.of_rank(rank)) add_operation(rank, operation);
    }
    join_stages();
  }

  PipelineTasks take() { return std::move(tasks_); }

 private:
  std::size_t key(Pass pass) const { return at(pass.stage) * at(shape_.num_micro_batches) + at(pass.micro_batch); }

  std::int64_t duration_ns(const Operation& operation, int forward_stage, int backward_stage) const {
    const std::size_t f = at(forward_stage), b = at(backward_stage);
    const std::int64_t both_ns = times_.backward_input_ns[b] + times_.backward_weight_ns[b];
    switch (operation.kind) {
      case PassKind::kForward: return times_.forward_ns[f];
      case PassKind::kBackward: return both_ns;
      case PassKind::kBackwardInput: return times_.backward_input_ns[b];
      case PassKind::kBackwardWeight: return times_.backward_weight_ns[b];
      case PassKind::kForwardAndBackward:
        return times_.pair_ns.empty() ? times_.forward_ns[f] + both_ns : times_.pair_ns[f];
    }
    return 0;
  }

  void add_operation(int rank, const Operation& operation) {
    const Pass forward = forward_pass(shape_, rank, operation);
    const Pass backward = backward_pass(shape_, rank, operation);
    const TaskId task =
        graph_.add_task(tasks_.compute[at(rank)], duration_ns(operation, forward.stage, backward.stage));
    tasks_.operations.push_back(task);
    if (has_forward(operation.kind)) {
      tasks_.forward[key(forward)] = task;
      tasks_.forward_arrival[key(forward)] = sent(rank, forward, +1, task);
    }
    if (has_backward_input(operation.kind)) {
      tasks_.backward_input[key(backward)] = task;
      tasks_.backward_arrival[key(backward)] = sent(rank, backward, -1, task);
    }
    if (has_backward_weight(operation.kind)) tasks_.backward_weight[key(backward)] = task;
  }

  /// The task at whose end the neighbouring stage has what `task` made: `task` itself where nothing is to be sent.
  TaskId sent(int rank, Pass pass, int direction, TaskId task) {
    const int to = pass.stage + direction;
    if (to < 0 || to == num_stages_ || place_of(shape_, to, pass.micro_batch).rank == rank) return task;
    const std::int64_t send_ns = (direction > 0 ? times_.send_forward_ns : times_.send_backward_ns)[at(pass.stage)];
    const ResourceId compute = tasks_.compute[at(rank)];
    if (times_.send == PipelineSend::kBlocking) return send_ns > 0 ? graph_.add_task(compute, send_ns) : task;
    const TaskId launch = times_.send_launch_ns > 0 ? graph_.add_task(compute, times_.send_launch_ns) : task;
    if (send_ns == 0) return launch;
    const TaskId send =
        graph_.add_task((direction > 0 ? tasks_.forward_link : tasks_.backward_link)[at(rank)], send_ns);
    graph_.add_dependency(launch, send);
    return send;
  }

  void join_stages() {
    const std::size_t m = at(shape_.num_micro_batches);
    const std::size_t num_passes = tasks_.forward.size();
    for (std::size_t pass = 0; pass + m < num_passes; ++pass) {
      graph_.add_dependency(tasks_.forward_arrival[pass], tasks_.forward[pass + m]);
      graph_.add_dependency(tasks_.backward_arrival[pass + m], tasks_.backward_input[pass]);
    }
    for (std::size_t pass = num_passes - m; pass < num_passes; ++pass)
      graph_.add_dependency(tasks_.forward[pass], tasks_.backward_input[pass]);
    for (std::size_t pass = 0; pass < num_passes; ++pass)
      if (tasks_.backward_weight[pass] != tasks_.backward_input[pass])
        graph_.add_dependency(tasks_.backward_input[pass], tasks_.backward_weight[pass]);
  }

  TaskGraph& graph_;
  const PipelineShape& shape_;
  const PipelineTimes& times_;
  int num_stages_;
  PipelineTasks tasks_;
};

/// Passes that are not there exactly once.
class PassCheck {
 public:
  explicit PassCheck(const PipelineShape& shape)
      : shape_(shape), counts_(at(num_stages(shape)) * at(shape.num_micro_batches)) {}

  void add(int rank, std::size_t position, const Operation& operation) {
    const std::string where = fmt::format("/{}/{}", rank, position);
    if (has_forward(operation.kind)) count(where, rank, operation.chunk, operation.micro_batch, &Counts::forward);
    const bool is_pair = operation.kind == PassKind::kForwardAndBackward;
    const int chunk = is_pair ? operation.beside_chunk : operation.chunk;
    const int micro_batch = is_pair ? operation.beside_micro_batch : operation.micro_batch;
    if (has_backward_input(operation.kind)) count(where, rank, chunk, micro_batch, &Counts::backward_input);
    if (!has_backward_weight(operation.kind)) return;
    const Counts* const counts = count(where, rank, chunk, micro_batch, &Counts::backward_weight);
    if (counts != nullptr && counts->backward_input == 0)
      issues_.push_back({where, fmt::format("{} comes before its input gradients", operation_name(operation, true))});
  }

  Issues result() && {
    const auto expect_once = [&](const char* pass, int stage, int micro_batch, int times) {
      if (times != 1)
        issues_.push_back({fmt::format("stage {}, micro-batch {}", stage, micro_batch),
                           fmt::format("{} {} times instead of once", pass, times)});
    };
    for (int stage = 0; stage < num_stages(shape_); ++stage) {
      for (int micro_batch = 0; micro_batch < shape_.num_micro_batches; ++micro_batch) {
        const Counts& counts = counts_[at(stage) * at(shape_.num_micro_batches) + at(micro_batch)];
        expect_once("forward", stage, micro_batch, counts.forward);
        expect_once("backward of inputs", stage, micro_batch, counts.backward_input);
        expect_once("backward of weights", stage, micro_batch, counts.backward_weight);
      }
    }
    return std::move(issues_);
  }

 private:
  struct Counts {
    int forward = 0;
    int backward_input = 0;
    int backward_weight = 0;
  };

  const Counts* count(const std::string& where, int rank, int chunk, int micro_batch, int Counts::*pass) {
    const StagePlace place{rank, chunk};
    const bool exists = chunk >= 0 && chunk < num_chunks(shape_) && micro_batch >= 0 &&
                        micro_batch < shape_.num_micro_batches &&
                        place_of(shape_, stage_of(shape_, place), micro_batch) == place;
    if (!exists) {
      issues_.push_back(
          {where, fmt::format("micro-batch {} does not pass chunk {} of rank {}", micro_batch, chunk, rank)});
      return nullptr;
    }
    Counts& counts = counts_[at(stage_of(shape_, place)) * at(shape_.num_micro_batches) + at(micro_batch)];
    ++(counts.*pass);
    return &counts;
  }

  const PipelineShape& shape_;
  std::vector<Counts> counts_;
  Issues issues_;
};

/// Calls visit(rank, stage, micro_batch, is_gradient, task) for every send that takes time.
template <typename Visit>
void visit_sends(const PipelineShape& shape, const PipelineTasks& tasks, Visit&& visit) {
  std::size_t pass = 0;
  for (int stage = 0; stage < num_stages(shape); ++stage) {
    for (int micro_batch = 0; micro_batch < shape.num_micro_batches; ++micro_batch, ++pass) {
      const int rank = place_of(shape, stage, micro_batch).rank;
      if (tasks.forward_arrival[pass] != tasks.forward[pass])
        visit(rank, stage, micro_batch, false, at(tasks.forward_arrival[pass]));
      if (tasks.backward_arrival[pass] != tasks.backward_input[pass])
        visit(rank, stage, micro_batch, true, at(tasks.backward_arrival[pass]));
    }
  }
}

RankTime passes_of_rank(const PipelineTimeline& timeline, int rank) {
  const std::vector<std::size_t>& first = timeline.operations.first;
  RankTime time{.first_start_ns = kNeverNs};
  for (std::size_t i = first[at(rank)]; i < first[at(rank) + 1]; ++i) {
    const std::size_t task = at(timeline.tasks.operations[i]);
    const std::int64_t start_ns = timeline.times.start_ns[task], end_ns = timeline.times.end_ns[task];
    time.busy_ns += end_ns - start_ns;
    time.first_start_ns = std::min(time.first_start_ns, start_ns);
    time.last_end_ns = std::max(time.last_end_ns, end_ns);
  }
  return time;
}

}  // namespace

PipelineTimes equal_stages(const PipelineShape& shape, const StageTimes& stage) {
  const auto all = [&](std::int64_t time_ns) { return std::vector<std::int64_t>(at(num_stages(shape)), time_ns); };
  return {.forward_ns = all(stage.forward_ns),
          .backward_input_ns = all(stage.backward_input_ns),
          .backward_weight_ns = all(stage.backward_weight_ns),
          .pair_ns = {},
          .send_forward_ns = all(stage.send_ns),
          .send_backward_ns = all(stage.send_ns)};
}

PipelineTasks build_pipeline(TaskGraph& graph, const PipelineOperations& operations, const PipelineTimes& times) {
  assert(times.forward_ns.size() == at(num_stages(operations.shape)));
  assert(times.backward_input_ns.size() == times.forward_ns.size());
  assert(times.backward_weight_ns.size() == times.forward_ns.size());
  assert(times.pair_ns.empty() || times.pair_ns.size() == times.forward_ns.size());
  assert(times.send_forward_ns.size() == times.forward_ns.size());
  assert(times.send_backward_ns.size() == times.forward_ns.size());
  return PipelineBuilder(graph, operations, times).take();
}

PipelineTimeline simulate_pipeline(const PipelineShape& shape, const PipelineTimes& times) {
  PipelineTimeline timeline;
  timeline.operations = pipeline_operations(shape);
  TaskGraph graph;
  timeline.tasks = build_pipeline(graph, timeline.operations, times);
  timeline.times = simulate(graph);
  timeline.makespan_ns = timeline.times.makespan_ns;
  for (int rank = 0; rank < shape.pipeline; ++rank) timeline.ranks.push_back(passes_of_rank(timeline, rank));
  visit_sends(shape, timeline.tasks, [&](int rank, int, int, bool, std::size_t task) {
    const std::int64_t blocking_ns = timeline.times.end_ns[task] - timeline.times.start_ns[task];
    timeline.ranks[at(rank)].sending_ns += times.send == PipelineSend::kBlocking ? blocking_ns : times.send_launch_ns;
  });
  const std::vector<double> peaks = peak_in_flight(timeline.operations);
  for (std::size_t rank = 0; rank < peaks.size(); ++rank) {
    RankTime& time = timeline.ranks[rank];
    time.idle_ns = timeline.makespan_ns - time.busy_ns - time.sending_ns;
    time.peak_in_flight = peaks[rank];
  }
  return timeline;
}

std::vector<SendTime> send_times(const PipelineTimeline& timeline) {
  std::vector<SendTime> sends;
  visit_sends(timeline.operations.shape, timeline.tasks,
              [&](int rank, int stage, int micro_batch, bool is_gradient, std::size_t task) {
                sends.push_back({rank, stage, micro_batch, is_gradient, timeline.times.start_ns[task],
                                 timeline.times.end_ns[task]});
              });
  return sends;
}

Issues check_operations(const PipelineOperations& operations) {
  const PipelineShape& shape = operations.shape;
  PassCheck check(shape);
  for (int rank = 0; rank < shape.pipeline; ++rank) {
    std::size_t position = 0;
    for (const Operation& operation : operations.of_rank(rank)) check.add(rank, position++, operation);
  }
  Issues issues = std::move(check).result();
  if (!issues.empty()) return issues;

  TaskGraph graph;
  const PipelineTasks tasks = build_pipeline(
      graph, operations, equal_stages(shape, {.forward_ns = 1, .backward_input_ns = 1, .backward_weight_ns = 1}));
  std::string circle;
  for (const TaskId task : circular_wait(graph, simulate(graph))) {
    const auto at = static_cast<std::size_t>(std::ranges::find(tasks.operations, task) - tasks.operations.begin());
    const auto rank = std::ranges::upper_bound(operations.first, at) - operations.first.begin() - 1;
    circle +=
        fmt::format("{}{} on rank {}", circle.empty() ? "" : " < ", operation_name(operations.list[at], true), rank);
  }
  if (!circle.empty()) issues.push_back({"/", "ranks wait for each other for ever: " + circle});
  return issues;
}

}  // namespace fmplan::sim
