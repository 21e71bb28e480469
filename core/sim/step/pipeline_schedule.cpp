#include "core/sim/step/pipeline_schedule.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/model/schedule_laws.h"

namespace fmplan::sim {
namespace {

using model::StagePlacement;

StagePlacement placement(const PipelineShape& shape) { return schedule_law(shape.schedule).placement; }

/// The operations of one rank as they are written down.  Every schedule takes a chunk's micro-batches in ascending
/// order, in each kind of pass, so that naming the chunk is enough.
class RankOrder {
 public:
  RankOrder(const PipelineShape& shape, std::vector<Operation>& list) : list_(list) {
    const bool from_both_ends = placement(shape) == StagePlacement::kBothEnds;
    const int num_each = from_both_ends ? shape.num_micro_batches / 2 : shape.num_micro_batches;
    for (int chunk = 0; chunk < num_chunks(shape); ++chunk) {
      const int begin = from_both_ends ? chunk * num_each : 0;
      chunks_.push_back({.forward = begin, .backward = begin, .backward_weight = begin, .end = begin + num_each});
    }
  }

  void forward(int chunk) { add(PassKind::kForward, chunk, at(chunk).forward++); }
  void backward(int chunk) { add(PassKind::kBackward, chunk, at(chunk).backward++); }
  void backward_input(int chunk) { add(PassKind::kBackwardInput, chunk, at(chunk).backward++); }
  void backward_weight(int chunk) { backward_weight(chunk, at(chunk).backward_weight++); }
  void backward_weight(int chunk, int micro_batch) { add(PassKind::kBackwardWeight, chunk, micro_batch); }
  void forward_and_backward(int forward_chunk, int backward_chunk) {
    list_.push_back({.kind = PassKind::kForwardAndBackward,
                     .micro_batch = at(forward_chunk).forward++,
                     .chunk = forward_chunk,
                     .beside_micro_batch = at(backward_chunk).backward++,
                     .beside_chunk = backward_chunk});
  }

  int num_forward(int chunk) { return at(chunk).forward; }
  int num_backward(int chunk) { return at(chunk).backward; }
  int num_backward_weight(int chunk) { return at(chunk).backward_weight; }

 private:
  /// The next micro-batch of each kind of pass, and the one behind the last.
  struct Chunk {
    int forward;
    int backward;
    int backward_weight;
    int end;
  };

  Chunk& at(int chunk) { return chunks_[static_cast<std::size_t>(chunk)]; }

  void add(PassKind kind, int chunk, int micro_batch) {
    if (micro_batch < at(chunk).end) list_.push_back({.kind = kind, .micro_batch = micro_batch, .chunk = chunk});
  }

  std::vector<Operation>& list_;
  std::vector<Chunk> chunks_;
};

template <typename Step>
void repeat(int times, Step&& step) {
  for (int i = 0; i < times; ++i) step(i);
}

void order_breadth_first(const PipelineShape& shape, int, RankOrder& order) {
  const int v = shape.virtual_pipeline, m = shape.num_micro_batches;
  for (int chunk = 0; chunk < v; ++chunk) repeat(m, [&](int) { order.forward(chunk); });
  for (int chunk = v; chunk-- > 0;) repeat(m, [&](int) { order.backward(chunk); });
}

void order_one_forward_one_backward(const PipelineShape& shape, int rank, RankOrder& order) {
  const int p = shape.pipeline, v = shape.virtual_pipeline;
  const int num_passes = shape.num_micro_batches * v;
  const auto chunk = [&](int pass) { return v == 1 ? 0 : pass % (p * v) / p; };
  const int ahead = std::min(num_passes, v == 1 ? p - rank - 1 : 2 * (p - rank - 1) + (v - 1) * p);
  repeat(ahead, [&](int pass) { order.forward(chunk(pass)); });
  repeat(num_passes, [&](int pass) {
    if (ahead + pass < num_passes) order.forward(chunk(ahead + pass));
    order.backward(v - 1 - chunk(pass));
  });
}

void order_zero_bubble_h1(const PipelineShape& shape, int rank, RankOrder& order) {
  const int m = shape.num_micro_batches;
  const int ahead = std::min(m, shape.pipeline - rank - 1);
  const int behind = std::min(m, rank);
  repeat(ahead, [&](int) { order.forward(0); });
  repeat(m, [&](int micro_batch) {
    if (ahead + micro_batch < m) order.forward(0);
    order.backward_input(0);
    if (micro_batch >= behind) order.backward_weight(0);
  });
  repeat(behind, [&](int) { order.backward_weight(0); });
}

/// Written down for at least 2p − 1 micro-batches, those beyond m being left out: the phases below need as many.
void order_zero_bubble_v(const PipelineShape& shape, int rank, RankOrder& order) {
  const int to_end = shape.pipeline - rank;
  const int m = std::max(2 * shape.pipeline - 1, shape.num_micro_batches);
  const auto back_up = [&] {
    order.forward(1);
    order.backward_input(1);
    order.backward_weight(1);
  };
  repeat(2 * to_end - 1, [&](int) { order.forward(0); });
  repeat(rank, [&](int) {
    order.forward(1);
    order.forward(0);
  });
  repeat(to_end, [&](int) { back_up(); });
  while (order.num_forward(1) < m) {
    if (order.num_forward(0) < m) order.forward(0);
    order.backward_input(0);
    order.backward_weight(0);
    back_up();
  }
  repeat(rank, [&](int) {
    order.backward_input(0);
    order.backward_input(1);
  });
  repeat(to_end, [&](int) {
    order.backward_input(0);
    order.backward_weight(0);
  });
  while (order.num_backward_weight(1) < m) order.backward_weight(1);
  while (order.num_backward_weight(0) < m) order.backward_weight(0);
}

/// `near` are the micro-batches that enter at this rank's half, `far` the others; a rank differs from its mirror image
/// only in which chunk is which.  Weight gradients that were put off come in the order of their input gradients.
void order_dual_pipe(const PipelineShape& shape, int rank, RankOrder& order) {
  const int p = shape.pipeline, from_end = std::min(rank, p - 1 - rank), from_middle = p / 2 - 1 - from_end;
  const int near = rank < p / 2 ? 0 : 1, far = 1 - near;
  std::vector<std::pair<int, int>> put_off;  // chunk and micro-batch
  std::size_t num_caught_up = 0;
  const auto backward = [&](int chunk, bool puts_off_weight) {
    if (!puts_off_weight) return order.backward(chunk);
    put_off.emplace_back(chunk, order.num_backward(chunk));
    order.backward_input(chunk);
  };
  const auto catch_up = [&] {
    const auto [chunk, micro_batch] = put_off[num_caught_up++];
    order.backward_weight(chunk, micro_batch);
  };

  repeat(2 * from_middle, [&](int) { order.forward(near); });
  repeat(from_end + 1, [&](int) {
    order.forward(near);
    order.forward(far);
  });
  repeat(from_middle, [&](int) {
    backward(far, true);
    catch_up();
    order.forward(far);
  });
  repeat(shape.num_micro_batches / 2 - p + from_end + 1, [&](int i) {
    if (i == 0 && from_middle == 0) {
      // Taken apart, so that the forward pass runs while the first gradient is still on its way.
      order.forward(near);
      backward(far, false);
    } else {
      order.forward_and_backward(near, far);
    }
    order.forward_and_backward(far, near);
  });
  repeat(from_middle, [&](int) {
    backward(far, false);
    order.forward_and_backward(far, near);
  });
  repeat(2 * (from_end + 1), [&](int i) { backward(i % 2 == 0 ? far : near, i > from_end); });
  repeat(from_middle, [&](int) {
    catch_up();
    backward(near, true);
  });
  repeat(from_end + 1, [&](int) { catch_up(); });
}

/// Writes one rank's operations down.
using Generator = void (*)(const PipelineShape& shape, int rank, RankOrder& order);

/// In the order of PipelineSchedule.
constexpr std::array<Generator, model::kNumPipelineSchedules> kGenerators = {
    order_one_forward_one_backward, order_breadth_first, order_breadth_first,
    order_zero_bubble_h1,           order_zero_bubble_v, order_dual_pipe};

void order_rank(const PipelineShape& shape, int rank, RankOrder& order) {
  if (num_stages(shape) == 1 && !schedule_law(shape.schedule).chunk_by_chunk)
    return order_one_forward_one_backward(shape, rank, order);
  kGenerators[static_cast<std::size_t>(shape.schedule)](shape, rank, order);
}

/// The multiples of `unit` next to `count`, from `least` on.
std::string nearest_multiples(std::int64_t count, std::int64_t unit, std::int64_t least) {
  const std::int64_t below = count / unit * unit;
  if (below < least) return fmt::format("use {}", (least + unit - 1) / unit * unit);
  return fmt::format("use {} or {}", below, below + unit);
}

void check_chunks(const PipelineShape& shape, const model::ScheduleLaw& law, Issues& issues) {
  if (shape.virtual_pipeline >= law.fewest_chunks && shape.virtual_pipeline <= law.most_chunks) return;
  const int required = law.fewest_chunks;
  const std::string why = required == 1 ? "holds one model chunk on a rank" : "holds two model chunks on a rank";
  const std::string instead =
      required == 1 ? "; for several, schedule \"1f1b\" interleaves them and \"breadth_first\" loops over them" : "";
  issues.push_back({"/virtual_pipeline", fmt::format("{} with {}, which {}; use {}{}", shape.virtual_pipeline,
                                                     law.title, why, required, instead)});
}

/// Numbers of ranks and micro-batches that a schedule from both ends has no order for.
void check_halves(const PipelineShape& shape, const model::ScheduleLaw& law, Issues& issues) {
  const int p = shape.pipeline, m = shape.num_micro_batches;
  if (law.even_pipeline && p % 2 != 0)
    issues.push_back({"/pipeline", fmt::format("{} is odd, and {} pairs the ranks of both halves; {}", p, law.title,
                                               nearest_multiples(p, 2, 2))});
  const std::int64_t fewest = law.fewest_micro_batches(p);
  if (law.strict_micro_batches && (m % 2 != 0 || m < fewest))
    issues.push_back({"/micro_batches",
                      fmt::format("{} with {}, which takes half of an even number from each end, at least twice "
                                  "pipeline {}; {}",
                                  m, law.title, p,
                                  m < fewest ? fmt::format("use {} or more", fewest) : nearest_multiples(m, 2, 2))});
}

void check_groups(const PipelineShape& shape, const model::ScheduleLaw& law, Issues& issues) {
  const int m = shape.num_micro_batches, quantum = law.micro_batch_quantum(shape.pipeline, shape.virtual_pipeline);
  if (!law.strict_micro_batches && m % quantum != 0)
    issues.push_back(
        {"/micro_batches", fmt::format("{} is not a multiple of pipeline {}, in groups of which interleaved {} takes "
                                       "them; {}",
                                       m, quantum, law.title, nearest_multiples(m, quantum, quantum))});
}

}  // namespace

Issues check_shape(const PipelineShape& shape) {
  Issues issues;
  const auto at_least_one = [&](const char* where, int count) {
    if (count < 1) issues.push_back({where, fmt::format("{} is below 1; use 1 or more", count)});
  };
  at_least_one("/pipeline", shape.pipeline);
  at_least_one("/virtual_pipeline", shape.virtual_pipeline);
  at_least_one("/micro_batches", shape.num_micro_batches);
  if (!issues.empty()) return issues;

  const int p = shape.pipeline, v = shape.virtual_pipeline, m = shape.num_micro_batches;
  const std::int64_t most = kMaxForwardPasses / p / v;
  if (most < m)
    issues.push_back(
        {"/micro_batches",
         fmt::format("{} on pipeline {} × virtual_pipeline {}: more than {} forward passes a step are not "
                     "simulated; use {}",
                     m, p, v, kMaxForwardPasses, most > 0 ? fmt::format("at most {}", most) : "a smaller pipeline")});
  const model::ScheduleLaw& law = schedule_law(shape.schedule);
  check_chunks(shape, law, issues);
  check_halves(shape, law, issues);
  check_groups(shape, law, issues);
  return issues;
}

int num_stages(const PipelineShape& shape) { return shape.pipeline * shape.virtual_pipeline; }

int num_chunks(const PipelineShape& shape) { return chunks_of_rank(placement(shape), shape.virtual_pipeline); }

StagePlace place_of(const PipelineShape& shape, int stage, int micro_batch) {
  const int p = shape.pipeline, chunk = stage / p, rank = stage % p;
  switch (placement(shape)) {
    case StagePlacement::kBothEnds:
      return micro_batch < shape.num_micro_batches / 2 ? StagePlace{stage, 0} : StagePlace{p - 1 - stage, 1};
    case StagePlacement::kV: return {chunk == 1 ? p - 1 - rank : rank, chunk};
    case StagePlacement::kLooped: break;
  }
  return {rank, chunk};
}

int stage_of(const PipelineShape& shape, StagePlace place) {
  return stage_of_chunk(placement(shape), shape.pipeline, place.rank, place.chunk);
}

std::span<const Operation> PipelineOperations::of_rank(int rank) const {
  const auto index = static_cast<std::size_t>(rank);
  return std::span(list).subspan(first[index], first[index + 1] - first[index]);
}

PipelineOperations pipeline_operations(const PipelineShape& shape) {
  assert(check_shape(shape).empty());
  PipelineOperations operations{.shape = shape, .list = {}, .first = {0}};
  operations.list.reserve(static_cast<std::size_t>(num_stages(shape)) *
                          static_cast<std::size_t>(shape.num_micro_batches) *
                          (schedule_law(shape.schedule).splits_backward ? 3 : 2));
  for (int rank = 0; rank < shape.pipeline; ++rank) {
    RankOrder order(shape, operations.list);
    order_rank(shape, rank, order);
    operations.first.push_back(operations.list.size());
  }
  return operations;
}

std::vector<double> peak_in_flight(const PipelineOperations& operations, std::span<const double> shares) {
  const PipelineShape& shape = operations.shape;
  // Chunks alike are counted in whole numbers.
  const double whole = shares.empty() ? shape.virtual_pipeline : 1;
  std::vector<double> peaks;
  for (int rank = 0; rank < shape.pipeline; ++rank) {
    const auto share = [&](int chunk) {
      return shares.empty() ? 1 : shares[static_cast<std::size_t>(stage_of(shape, {rank, chunk}))];
    };
    double held = 0, most = 0;
    for (const Operation& operation : operations.of_rank(rank)) {
      const bool pair = operation.kind == PassKind::kForwardAndBackward;
      if (pair || operation.kind == PassKind::kForward) most = std::max(most, held += share(operation.chunk));
      if (operation.kind != PassKind::kForward && operation.kind != PassKind::kBackwardInput)
        held -= share(pair ? operation.beside_chunk : operation.chunk);
    }
    peaks.push_back(most / whole);
  }
  return peaks;
}

std::string operation_name(const Operation& operation, bool with_chunk) {
  const auto pass = [&](char letter, int micro_batch, int chunk) {
    return with_chunk ? fmt::format("{}{}.{}", letter, micro_batch, chunk) : fmt::format("{}{}", letter, micro_batch);
  };
  switch (operation.kind) {
    case PassKind::kForward: return pass('F', operation.micro_batch, operation.chunk);
    case PassKind::kBackward: return pass('B', operation.micro_batch, operation.chunk);
    case PassKind::kBackwardInput: return pass('I', operation.micro_batch, operation.chunk);
    case PassKind::kBackwardWeight: return pass('W', operation.micro_batch, operation.chunk);
    case PassKind::kForwardAndBackward:
      return pass('F', operation.micro_batch, operation.chunk) + "+" +
             pass('B', operation.beside_micro_batch, operation.beside_chunk);
  }
  return {};
}

}  // namespace fmplan::sim
