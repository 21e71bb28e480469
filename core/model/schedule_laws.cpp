#include "core/model/schedule_laws.h"

#include <algorithm>
#include <array>

namespace fmplan::model {
namespace {

int any_number(int, int) { return 1; }
std::int64_t at_least_one(std::int64_t) { return 1; }
double no_pairs(int, int) { return 0; }

double all_in_flight(int, int, int m, int) { return m; }
double stages_in_flight(int p, int, int m, int) { return std::min(m, p); }

/// Of each other rank `one(rank, slowest)`.
template <class OfOne>
Seconds sum_of_others(const PipelinePasses& passes, OfOne&& one) {
  const RankPasses& slowest = passes.runs[passes.slowest];
  Seconds sum;
  for (std::size_t i = 0; i < passes.runs.size(); ++i) {
    const int others = passes.runs[i].num_ranks - (i == passes.slowest ? 1 : 0);
    if (others > 0) sum += others * one(passes.runs[i], slowest);
  }
  return sum;
}

/// Sums over the ranks before the slowest one and behind it; of ranks alike the last one is the slowest.
struct OtherRanks {
  /// What `before(run)` and `behind(run)` say of one rank of a run.
  template <class Before, class Behind>
  OtherRanks(const PipelinePasses& passes, Before&& of_one_before, Behind&& of_one_behind) {
    for (std::size_t i = 0; i < passes.runs.size(); ++i) {
      const RankPasses& run = passes.runs[i];
      if (i > passes.slowest) {
        behind += run.num_ranks * of_one_behind(run);
        num_behind += run.num_ranks;
      } else {
        const int num = run.num_ranks - (i == passes.slowest ? 1 : 0);
        before += num * of_one_before(run);
        num_before += num;
      }
    }
  }

  Seconds before;
  Seconds behind;
  int num_before = 0;
  int num_behind = 0;
};

/// Passes through the first chunks of the ranks before the slowest one, and through the last chunks of those behind it.
OtherRanks chunks_of_others(const PipelinePasses& passes) {
  return OtherRanks(
      passes, [](const RankPasses& run) { return run.first_share * run.total(); },
      [](const RankPasses& run) { return run.last_share * run.total(); });
}

/// Twice a micro-batch is under way for `behind` behind the slowest rank, which fills the first wait with `filling`
/// passes of `first` and the second, unless it is the same, with as many of `second`.
Seconds waits(Seconds behind, double filling, Seconds first, Seconds second, bool once) {
  const Seconds wait = std::max(Seconds{}, behind - filling * first);
  return once ? wait : wait + std::max(Seconds{}, behind - filling * second);
}

Seconds looped_bubble(const PipelinePasses& passes) {
  const OtherRanks others = chunks_of_others(passes);
  return others.before + others.behind;
}

Seconds zero_bubble_v_bubble(const PipelinePasses& passes) {
  return sum_of_others(passes, [](const RankPasses& other, const RankPasses&) {
    const Seconds input = other.backward - other.weight_gradient;
    return std::max({other.forward, input, 2 * (input - other.weight_gradient)}) / 2;
  });
}

Seconds dual_pipe_bubble(const PipelinePasses& passes) {
  const int p = passes.pipeline();
  return sum_of_others(passes, [p](const RankPasses& other, const RankPasses&) {
    const Seconds f = other.forward, w = other.weight_gradient, i = other.backward - w;
    const double half = p / 2 - 1;
    const Seconds saved = std::min(half * std::max(Seconds{}, i - f), f);
    return (half * (f + i - w + std::max(f, i)) - saved) / (p - 1);
  });
}

constexpr std::array<ScheduleLaw, kNumPipelineSchedules> kLaws = {{
    {.schedule = PipelineSchedule::kOneForwardOneBackward,
     .title = "1F1B",
     .most_chunks = kAnyChunks,
     .micro_batch_quantum = [](int p, int v) { return v == 1 ? 1 : p; },
     .fewest_micro_batches = at_least_one,
     .waits_for_sends = true,
     .in_flight = [](int p, int v, int m, int rank) -> double {
       if (v == 1) return std::min(m, p - rank);
       return std::min<double>(m, (2.0 * (p - rank - 1) + (v - 1.0) * p + 1) / v);
     },
     .paired_passes = no_pairs,
     .bubble = one_forward_one_backward_bubble},
    {.schedule = PipelineSchedule::kGpipe,
     .title = "GPipe",
     .micro_batch_quantum = any_number,
     .fewest_micro_batches = at_least_one,
     .all_forward_first = true,
     .waits_for_sends = true,
     .in_flight = all_in_flight,
     .paired_passes = no_pairs,
     .bubble = looped_bubble},
    {.schedule = PipelineSchedule::kBreadthFirst,
     .title = "breadth-first",
     .most_chunks = kAnyChunks,
     .micro_batch_quantum = any_number,
     .fewest_micro_batches = at_least_one,
     .is_gpipe_of_one_chunk = true,
     .all_forward_first = true,
     .chunk_by_chunk = true,
     .waits_for_sends = true,
     .in_flight = all_in_flight,
     .paired_passes = no_pairs,
     .bubble = looped_bubble},
    {.schedule = PipelineSchedule::kZeroBubbleH1,
     .title = "ZB-H1",
     .micro_batch_quantum = any_number,
     .fewest_micro_batches = [](std::int64_t p) { return p; },
     .splits_backward = true,
     .waits_for_sends = true,
     .in_flight = stages_in_flight,
     .paired_passes = no_pairs,
     .bubble = zero_bubble_h1_bubble},
    {.schedule = PipelineSchedule::kZeroBubbleV,
     .title = "ZB-V",
     .placement = StagePlacement::kV,
     .fewest_chunks = 2,
     .most_chunks = 2,
     .micro_batch_quantum = any_number,
     .fewest_micro_batches = [](std::int64_t p) { return 2 * p - 1; },
     .splits_backward = true,
     .in_flight = stages_in_flight,
     .paired_passes = no_pairs,
     .bubble = zero_bubble_v_bubble},
    {.schedule = PipelineSchedule::kDualPipe,
     .title = "DualPipe",
     .placement = StagePlacement::kBothEnds,
     .even_pipeline = true,
     .micro_batch_quantum = [](int, int) { return 2; },
     .fewest_micro_batches = [](std::int64_t p) { return 2 * p; },
     .strict_micro_batches = true,
     .in_flight = [](int p, int, int m, int) -> double { return std::min(m, p + 1); },
     // Main phase m − 2p + 2, then p/2 − 1 [github.com/deepseek-ai/DualPipe].
     .paired_passes = [](int p, int m) { return std::max(0.0, m - 1.5 * p + 1); },
     .bubble = dual_pipe_bubble},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kLaws.size(); ++i)
    if (static_cast<std::size_t>(kLaws[i].schedule) != i) return false;
  return true;
}
static_assert(is_in_order());

}  // namespace

int PipelinePasses::pipeline() const {
  int num = 0;
  for (const RankPasses& run : runs) num += run.num_ranks;
  return num;
}

std::span<const ScheduleLaw> schedule_laws() { return kLaws; }

const ScheduleLaw& schedule_law(PipelineSchedule schedule) { return kLaws[static_cast<std::size_t>(schedule)]; }

Seconds one_forward_one_backward_bubble(const PipelinePasses& passes) {
  const RankPasses& slowest = passes.runs[passes.slowest];
  const OtherRanks others = chunks_of_others(passes);
  const double v = passes.virtual_pipeline, m = passes.num_micro_batches;
  // Forward passes left when the first of the last chunk is done, and how many of them come before its gradient.
  const double left = m * v - (v - 1) * passes.pipeline() - 1;
  const double between = (v == 1 ? 1 : 2) * others.num_behind;
  return others.before + waits(others.behind, std::clamp(left, 0.0, between), slowest.forward / v, slowest.backward / v,
                               left < between);
}

Seconds zero_bubble_h1_bubble(const PipelinePasses& passes) {
  const RankPasses& slowest = passes.runs[passes.slowest];
  const RankPasses& first = passes.runs.front();
  const OtherRanks others(
      passes, [](const RankPasses& run) { return run.forward; },
      [](const RankPasses& run) { return run.total() - run.weight_gradient; });
  const OtherRanks gradients(
      passes, [](const RankPasses& run) { return run.backward - run.weight_gradient; },
      [](const RankPasses&) { return Seconds{}; });
  const int left = passes.num_micro_batches - 1;
  const Seconds last = gradients.before + first.weight_gradient - (others.num_before + 1) * slowest.weight_gradient;
  // Weight gradients fill the waits of as many ranks as there are micro-batches.
  const int unfilled = std::max(0, passes.pipeline() - passes.num_micro_batches);
  return unfilled * slowest.weight_gradient + others.before +
         waits(others.behind, std::min(left, others.num_behind), slowest.forward, slowest.backward,
               left < others.num_behind) +
         std::max(Seconds{}, last);
}

}  // namespace fmplan::model
