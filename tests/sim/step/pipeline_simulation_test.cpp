#include "core/sim/step/pipeline_simulation.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fmplan::sim {
namespace pipeline_simulation_test {

using model::PipelineSchedule;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr PipelineSchedule kGpipe = PipelineSchedule::kGpipe;
constexpr PipelineSchedule k1F1B = PipelineSchedule::kOneForwardOneBackward;
constexpr PipelineSchedule kBreadthFirst = PipelineSchedule::kBreadthFirst;
constexpr PipelineSchedule kZeroBubbleH1 = PipelineSchedule::kZeroBubbleH1;
constexpr PipelineSchedule kZeroBubbleV = PipelineSchedule::kZeroBubbleV;
constexpr PipelineSchedule kDualPipe = PipelineSchedule::kDualPipe;

std::int64_t makespan_ns(const PipelineShape& shape, const PipelineTimes& times) {
  return simulate_pipeline(shape, times).makespan_ns;
}

std::int64_t makespan_ns(const PipelineShape& shape, const StageTimes& stage) {
  return makespan_ns(shape, equal_stages(shape, stage));
}

// Forward 3, backward 4 + 2 = 6, say.  Everything is whole, so every law below holds exactly.
constexpr StageTimes kStage{.forward_ns = 3, .backward_input_ns = 4, .backward_weight_ns = 2};
constexpr std::int64_t kForward = 3, kBackward = 6;

// (m + p − 1)(t_f + t_b) [Narayanan et al. 2021, §2.2.1; Huang et al. 2019, §2.3].
TEST(EqualStages, Take1F1BAndGpipeAsLongAsTheFormula) {
  for (const PipelineSchedule schedule : {k1F1B, kGpipe})
    for (int p = 1; p <= 9; ++p)
      for (int m = 1; m <= 20; ++m)
        EXPECT_EQ(makespan_ns({schedule, p, 1, m}, kStage), (m + p - 1) * (kForward + kBackward)) << p << " " << m;
}

// Bubble over ideal (p − 1)/(v·m): with t_f, t_b of a chunk, the ideal is m·v(t_f + t_b) [Narayanan et al. 2021,
// §2.2.2].
TEST(EqualStages, ShrinkTheBubbleByInterleaving) {
  for (int p = 2; p <= 8; ++p)
    for (int v = 1; v <= 5; ++v)
      for (int groups = 1; groups <= 4; ++groups) {
        const int m = groups * p;
        EXPECT_EQ(makespan_ns({k1F1B, p, v, m}, kStage), (m * v + p - 1) * (kForward + kBackward));
      }
}

// The same bubble, whatever m, as long as no rank runs out of micro-batches: m >= p [Lamy-Poirier 2023, §4].
TEST(EqualStages, ShrinkTheBubbleByLoopingBreadthFirst) {
  for (int p = 1; p <= 8; ++p)
    for (int v = 1; v <= 5; ++v)
      for (int m = p; m <= 3 * p; ++m)
        EXPECT_EQ(makespan_ns({kBreadthFirst, p, v, m}, kStage), (m * v + p - 1) * (kForward + kBackward));
}

// m(F + I + W) + (p − 1)(F + I − W) [Qi et al. 2024, §2], for m >= p and W <= F, I: what a stage has put off fills
// its gaps.  Otherwise the gaps are longer.
TEST(EqualStages, TakeZeroBubbleH1AsLongAsTheFormula) {
  for (int p = 1; p <= 8; ++p)
    for (int m = p; m <= 3 * p; ++m)
      for (const auto& [f, i, w] : {std::array{1, 1, 1}, {3, 4, 2}, {4, 3, 3}, {5, 9, 1}, {9, 5, 4}, {7, 7, 0}})
        EXPECT_EQ(makespan_ns({kZeroBubbleH1, p, 1, m}, StageTimes{f, i, w}), m * (f + i + w) + (p - 1) * (f + i - w));
}

TEST(ZeroBubbleH1, TakesLongerThanTheFormulaWithLongWeightGradientsOrFewMicroBatches) {
  EXPECT_GT(makespan_ns({kZeroBubbleH1, 4, 1, 8}, StageTimes{3, 3, 4}), 8 * 10 + 3 * 2);
  EXPECT_GT(makespan_ns({kZeroBubbleH1, 4, 1, 3}, StageTimes{1, 1, 1}), 3 * 3 + 3 * 1);
}

// With F = I = W no rank waits between its first and its last pass; ranks start one after the other [Qi et al. 2024,
// §6].
TEST(EqualStages, LeaveNoGapInZeroBubbleV) {
  for (int p = 1; p <= 8; ++p)
    for (int m = 2 * p - 1; m <= 5 * p; ++m) {
      const PipelineTimeline timeline =
          simulate_pipeline({kZeroBubbleV, p, 2, m}, equal_stages({kZeroBubbleV, p, 2, m}, {5, 5, 5}));
      for (const RankTime& rank : timeline.ranks) EXPECT_EQ(rank.last_end_ns - rank.first_start_ns, rank.busy_ns);
      EXPECT_EQ(timeline.makespan_ns, 2 * 3 * 5 * m + (p - 1) * 5);
    }
}

/// Idle time of DualPipe's middle ranks, with `pair` for a forward and a backward pass together.
std::int64_t dual_pipe_idle_ns(int p, int m, const StageTimes& stage, std::int64_t pair_ns) {
  const PipelineShape shape{kDualPipe, p, 1, m};
  PipelineTimes times = equal_stages(shape, stage);
  times.pair_ns.assign(static_cast<std::size_t>(p), pair_ns);
  const PipelineTimeline timeline = simulate_pipeline(shape, times);
  for (std::size_t rank = 0; rank < timeline.ranks.size(); ++rank) {
    EXPECT_LE(timeline.ranks[rank].idle_ns, timeline.ranks[timeline.ranks.size() / 2].idle_ns);
    EXPECT_EQ(timeline.ranks[rank].idle_ns, timeline.ranks[timeline.ranks.size() - 1 - rank].idle_ns);
  }
  return timeline.ranks[timeline.ranks.size() / 2].idle_ns;
}

// (p/2 − 1)(F&B + B − 3W) with B = I + W [DeepSeek-V3, Table 2], for F = I >= W.  With F > I it is F&B + F − 2W, which
// is the same where F = I.
TEST(EqualStages, LeaveDualPipesMiddleRanksIdleAsInTheFormula) {
  for (const int p : {2, 4, 6, 8, 12})
    for (const int m : {2 * p, 2 * p + 2, 4 * p}) {
      for (const auto& [f, i, w] : {std::array{2, 2, 2}, {5, 5, 3}, {7, 7, 1}, {4, 4, 0}})
        for (int pair = std::max(f, i + w); pair <= f + i + w; ++pair)
          EXPECT_EQ(dual_pipe_idle_ns(p, m, {f, i, w}, pair), (p / 2 - 1) * (pair + (i + w) - 3 * w));
      for (const auto& [f, i, w] : {std::array{3, 2, 2}, {9, 5, 3}, {7, 6, 1}})
        for (int pair = std::max(f, i + w); pair <= f + i + w; ++pair)
          EXPECT_EQ(dual_pipe_idle_ns(p, m, {f, i, w}, pair), (p / 2 - 1) * (pair + f - 2 * w));
    }
}

// Without pair times a pair takes as long as its passes one after the other.
TEST(DualPipe, SavesNothingWithoutOverlap) {
  const PipelineShape shape{kDualPipe, 8, 1, 20};
  PipelineTimes times = equal_stages(shape, {4, 5, 3});
  const std::int64_t apart_ns = makespan_ns(shape, times);
  times.pair_ns.assign(8, 12);
  EXPECT_EQ(makespan_ns(shape, times), apart_ns);
  times.pair_ns.assign(8, 9);
  EXPECT_LT(makespan_ns(shape, times), apart_ns);
}

PipelineTimes with_last_stage(const PipelineShape& shape, const StageTimes& others, const StageTimes& last) {
  PipelineTimes times = equal_stages(shape, others);
  times.forward_ns.back() = last.forward_ns;
  times.backward_input_ns.back() = last.backward_input_ns;
  times.backward_weight_ns.back() = last.backward_weight_ns;
  return times;
}

// u = 9 ns of the others, u_s = 14 of the last, which never waits: m·u_s + (p − 1)u.
TEST(SlowLastStage, SetsThePaceOf1F1B) {
  for (int p = 1; p <= 8; ++p)
    for (int m = 1; m <= 20; ++m)
      EXPECT_EQ(makespan_ns({k1F1B, p, 1, m}, with_last_stage({k1F1B, p, 1, m}, kStage, {4, 6, 4})),
                m * 14 + (p - 1) * 9);
}

// The other ranks keep their period u = t_f + t_b.  The one before the last, busy with a forward pass, waits for the
// last's u_l once at first, and once at the end, busy with a backward pass:
//   (m + p − 2)u + max(0, u_l − t_f) + max(0, u_l − t_b);   m = 1 is one way down and up, (p − 1)u + u_l.
TEST(FastLastStage, IsWaitedForTwice) {
  for (const auto& [forward, input, weight] : {std::array{2, 2, 1}, {1, 1, 0}, {3, 3, 2}, {0, 0, 0}}) {
    const std::int64_t last = forward + input + weight;
    for (int p = 2; p <= 8; ++p) {
      for (int m = 1; m <= 20; ++m) {
        const std::int64_t waits =
            m == 1 ? last : std::max<std::int64_t>(0, last - kForward) + std::max<std::int64_t>(0, last - kBackward);
        EXPECT_EQ(makespan_ns({k1F1B, p, 1, m}, with_last_stage({k1F1B, p, 1, m}, kStage, {forward, input, weight})),
                  (m + p - 2) * (kForward + kBackward) + waits);
      }
    }
  }
}

std::int64_t blocking_1f1b_ns(int p, int m, std::int64_t send_ns) {
  const PipelineShape shape{k1F1B, p, 1, m};
  PipelineTimes times =
      equal_stages(shape, {kStage.forward_ns, kStage.backward_input_ns, kStage.backward_weight_ns, send_ns});
  times.send = PipelineSend::kBlocking;
  return makespan_ns(shape, times);
}

// Sends x on the compute stream.  A rank between two others sends both ways, so that its period is t_f + t_b + 2x; it
// starts after x and p − 3 more such ranks add 2x each to fill and drain; the last send of all is the next rank's:
//   p = 1: none;  p = 2: (m + 1)(t_f + t_b + x);  m = 1: 2(p − 1) sends in a row;
//   else (m + p − 1)(t_f + t_b) + (2(m + p − 2) − 1)x.
TEST(BlockingSends, LengthenEveryPeriodOf1F1B) {
  constexpr std::int64_t kSend = 2;
  for (int p = 1; p <= 9; ++p)
    for (int m = 1; m <= 20; ++m) {
      const std::int64_t sends = p == 1 ? 0 : p == 2 ? m + 1 : m == 1 ? 2 * (p - 1) : 2 * (m + p - 2) - 1;
      EXPECT_EQ(blocking_1f1b_ns(p, m, kSend), (m + p - 1) * (kForward + kBackward) + sends * kSend) << p << " " << m;
    }
}

// Two ranks, one micro-batch: forward 3, launch 1, payload 7, forward and backward 9, launch 1, payload 7, backward 6.
TEST(OverlappedSends, AreLaunchedAndThenTravel) {
  const PipelineShape shape{k1F1B, 2, 1, 1};
  PipelineTimes times = equal_stages(shape, {3, 4, 2, 7});
  times.send_launch_ns = 1;
  const PipelineTimeline timeline = simulate_pipeline(shape, times);
  EXPECT_EQ(timeline.makespan_ns, 3 + 1 + 7 + 9 + 1 + 7 + 6);
  EXPECT_THAT(send_times(timeline), ElementsAre(SendTime{0, 0, 0, false, 4, 11}, SendTime{1, 1, 0, true, 21, 28}));
  EXPECT_EQ(timeline.ranks[0].sending_ns, 1);
  EXPECT_EQ(timeline.ranks[0].busy_ns, 9);
  EXPECT_EQ(timeline.ranks[0].idle_ns, 34 - 9 - 1);
  EXPECT_EQ(timeline.ranks[1].first_start_ns, 11);
  EXPECT_EQ(timeline.ranks[1].last_end_ns, 20);
}

// Payloads of 20 with passes of 3: the link of the first rank sends one after the other, 3 + 2·20 + 3 until the second
// forward pass of the last rank is over.
TEST(OverlappedSends, QueueOnTheirLink) {
  const PipelineShape shape{kGpipe, 2, 1, 2};
  PipelineTimes times = equal_stages(shape, {3, 0, 0, 20});
  const PipelineTimeline timeline = simulate_pipeline(shape, times);
  const std::vector<SendTime> sends = send_times(timeline);
  EXPECT_EQ(sends[0], (SendTime{0, 0, 0, false, 3, 23}));
  EXPECT_EQ(sends[1], (SendTime{0, 0, 1, false, 23, 43}));
  EXPECT_EQ(timeline.times.end_ns[static_cast<std::size_t>(timeline.tasks.forward[3])], 46);
}

// Sends beside compute hide as long as they are shorter than what is done meanwhile; only fill and drain show them.
TEST(OverlappedSends, HideInTheSteadyStateOfGpipe) {
  const PipelineShape shape{kGpipe, 4, 1, 16};
  EXPECT_EQ(makespan_ns(shape, {kStage.forward_ns, kStage.backward_input_ns, kStage.backward_weight_ns, 2}),
            makespan_ns(shape, kStage) + 2 * 3 * 2);
}

// Stages p − 1 and p of ZB-V lie on the same rank.
TEST(Sends, AreOnlyBetweenRanks) {
  const PipelineShape shape{kZeroBubbleV, 3, 2, 6};
  const std::vector<SendTime> sends = send_times(simulate_pipeline(shape, equal_stages(shape, {1, 1, 1, 1})));
  EXPECT_EQ(sends.size(), 6U * 2 * (6 - 2));
  for (const SendTime& send : sends) EXPECT_NE(send.stage, send.is_gradient ? 3 : 2);
}

/// Of the whole range from the first case on.
int number(int first, int last) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(first, last + 1)); }

/// A shape that its schedule takes, of up to 8 ranks and some hundred passes.
PipelineShape random_shape() {
  PipelineShape shape;
  shape.schedule = static_cast<PipelineSchedule>(number(0, model::kNumPipelineSchedules - 1));
  shape.pipeline = number(1, 8);
  shape.num_micro_batches = number(1, 24);
  if (shape.schedule == k1F1B || shape.schedule == kBreadthFirst) shape.virtual_pipeline = number(1, 4);
  if (shape.schedule == kZeroBubbleV) shape.virtual_pipeline = 2;
  if (shape.schedule == kDualPipe) {
    shape.pipeline = 2 * number(1, 4);
    shape.num_micro_batches = 2 * (shape.pipeline + number(0, 8));
  }
  if (shape.schedule == k1F1B && shape.virtual_pipeline > 1) shape.num_micro_batches = shape.pipeline * number(1, 4);
  return shape;
}

PipelineTimes random_times(const PipelineShape& shape) {
  PipelineTimes times = equal_stages(shape, {});
  const int longest_send = number(0, 12);
  for (std::size_t stage = 0; stage < times.forward_ns.size(); ++stage) {
    times.forward_ns[stage] = number(1, 12);
    times.backward_input_ns[stage] = number(1, 12);
    times.backward_weight_ns[stage] = number(0, 12);
    times.send_forward_ns[stage] = number(0, longest_send);
    times.send_backward_ns[stage] = number(0, longest_send);
  }
  if (number(0, 1) == 1)
    for (std::size_t stage = 0; stage < times.forward_ns.size(); ++stage) times.pair_ns.push_back(number(1, 30));
  times.send_launch_ns = number(0, 2);
  times.send = number(0, 1) == 0 ? PipelineSend::kOverlapped : PipelineSend::kBlocking;
  return times;
}

/// Start and end of the operations that hold a pass, by stage and micro-batch.
struct PassTimes {
  struct Interval {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    int rank = 0;
  };
  std::map<std::pair<int, int>, std::vector<Interval>> forward, backward_input, backward_weight;

  explicit PassTimes(const PipelineTimeline& timeline) {
    const PipelineShape& shape = timeline.operations.shape;
    std::size_t i = 0;
    for (int rank = 0; rank < shape.pipeline; ++rank) {
      for (const Operation& operation : timeline.operations.of_rank(rank)) {
        const auto task = static_cast<std::size_t>(timeline.tasks.operations[i++]);
        const Interval interval{timeline.times.start_ns[task], timeline.times.end_ns[task], rank};
        const std::pair pass{stage_of(shape, {rank, operation.chunk}), operation.micro_batch};
        const std::pair beside{stage_of(shape, {rank, operation.beside_chunk}), operation.beside_micro_batch};
        switch (operation.kind) {
          case PassKind::kForward: forward[pass].push_back(interval); break;
          case PassKind::kBackwardInput: backward_input[pass].push_back(interval); break;
          case PassKind::kBackwardWeight: backward_weight[pass].push_back(interval); break;
          case PassKind::kBackward:
            backward_input[pass].push_back(interval);
            backward_weight[pass].push_back(interval);
            break;
          case PassKind::kForwardAndBackward:
            forward[pass].push_back(interval);
            backward_input[beside].push_back(interval);
            backward_weight[beside].push_back(interval);
            break;
        }
      }
    }
  }
};

RC_GTEST_PROP(EverySchedule, RunsEveryPassOnceAndInOrder, ()) {
  const PipelineShape shape = random_shape();
  const PipelineTimes times = random_times(shape);
  RC_ASSERT(check_shape(shape).empty());
  RC_ASSERT(check_operations(pipeline_operations(shape)).empty());
  const PipelineTimeline timeline = simulate_pipeline(shape, times);
  RC_ASSERT(timeline.times.blocked.empty());
  const PassTimes passes(timeline);
  const auto num_passes = static_cast<std::size_t>(num_stages(shape) * shape.num_micro_batches);
  RC_ASSERT(passes.forward.size() == num_passes);
  RC_ASSERT(passes.backward_input.size() == num_passes);
  RC_ASSERT(passes.backward_weight.size() == num_passes);
  for (const auto& [pass, forward] : passes.forward) {
    const auto& [stage, micro_batch] = pass;
    const auto& input = passes.backward_input.at(pass);
    const auto& weight = passes.backward_weight.at(pass);
    RC_ASSERT(forward.size() == 1U && input.size() == 1U && weight.size() == 1U);
    RC_ASSERT(input[0].start_ns >= forward[0].end_ns);
    RC_ASSERT(weight[0].start_ns == input[0].start_ns || weight[0].start_ns >= input[0].end_ns);
    RC_ASSERT(forward[0].rank == input[0].rank && forward[0].rank == weight[0].rank);
    if (stage == 0) continue;
    const auto before = passes.forward.at({stage - 1, micro_batch})[0];
    const auto gradient_before = passes.backward_input.at({stage - 1, micro_batch})[0];
    const auto index = static_cast<std::size_t>(stage);
    const bool travels = before.rank != forward[0].rank;
    RC_ASSERT(forward[0].start_ns >= before.end_ns + (travels ? times.send_forward_ns[index - 1] : 0));
    RC_ASSERT(gradient_before.start_ns >= input[0].end_ns + (travels ? times.send_backward_ns[index] : 0));
  }
}

RC_GTEST_PROP(EverySchedule, HoldsAtMostWhatItsOrderSays, ()) {
  const PipelineShape shape = random_shape();
  const PipelineTimeline timeline = simulate_pipeline(shape, random_times(shape));
  const PassTimes passes(timeline);
  std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> held(static_cast<std::size_t>(shape.pipeline));
  for (const auto& [pass, forward] : passes.forward)
    held[static_cast<std::size_t>(forward[0].rank)].emplace_back(forward[0].start_ns,
                                                                 passes.backward_weight.at(pass)[0].end_ns);
  for (std::size_t rank = 0; rank < held.size(); ++rank) {
    std::ptrdiff_t most = 0;
    for (const auto& [now, end] : held[rank])
      most = std::max(most, std::ranges::count_if(held[rank], [&](const auto& other) {
                        return other.first <= now && now < other.second;
                      }));
    RC_ASSERT(timeline.ranks[rank].peak_in_flight == static_cast<double>(most) / shape.virtual_pipeline);
  }
}

// One thing after the other on a rank; the parts of its time add up; no schedule beats its busiest rank or the way of
// one micro-batch down and up the model.
RC_GTEST_PROP(EverySchedule, IsNeverFasterThanItsParts, ()) {
  const PipelineShape shape = random_shape();
  PipelineTimes times = random_times(shape);
  times.pair_ns.clear();
  const PipelineTimeline timeline = simulate_pipeline(shape, times);
  std::int64_t way_ns = 0;
  for (std::size_t stage = 0; stage < times.forward_ns.size(); ++stage)
    way_ns += times.forward_ns[stage] + times.backward_input_ns[stage];
  RC_ASSERT(timeline.makespan_ns >= way_ns);
  std::int64_t all_ns = 0;
  for (int rank = 0; rank < shape.pipeline; ++rank) {
    const RankTime& time = timeline.ranks[static_cast<std::size_t>(rank)];
    RC_ASSERT(time.busy_ns + time.sending_ns + time.idle_ns == timeline.makespan_ns);
    RC_ASSERT(time.idle_ns >= 0);
    RC_ASSERT(time.last_end_ns - time.first_start_ns >= time.busy_ns);
    all_ns += time.busy_ns;
    std::int64_t end_ns = 0;
    for (std::size_t i = timeline.operations.first[static_cast<std::size_t>(rank)];
         i < timeline.operations.first[static_cast<std::size_t>(rank) + 1]; ++i) {
      const auto task = static_cast<std::size_t>(timeline.tasks.operations[i]);
      RC_ASSERT(timeline.times.start_ns[task] >= end_ns);
      end_ns = timeline.times.end_ns[task];
    }
  }
  std::int64_t work_ns = 0;
  for (std::size_t stage = 0; stage < times.forward_ns.size(); ++stage)
    work_ns += times.forward_ns[stage] + times.backward_input_ns[stage] + times.backward_weight_ns[stage];
  RC_ASSERT(all_ns == work_ns * shape.num_micro_batches);
}

// Without links, which choose, nothing ends earlier because something takes longer.
RC_GTEST_PROP(EverySchedule, NeverEndsEarlierWhenAPassTakesLonger, ()) {
  const PipelineShape shape = random_shape();
  PipelineTimes times = random_times(shape);
  times.send = PipelineSend::kBlocking;
  const std::int64_t before_ns = makespan_ns(shape, times);
  const auto stage = static_cast<std::size_t>(*rc::gen::inRange(0, num_stages(shape)));
  ++times.forward_ns[stage];
  times.backward_weight_ns[stage] += 2;
  RC_ASSERT(makespan_ns(shape, times) >= before_ns);
}

RC_GTEST_PROP(EverySchedule, IsTheSameEveryTime, ()) {
  const PipelineShape shape = random_shape();
  const PipelineTimes times = random_times(shape);
  RC_ASSERT(simulate_pipeline(shape, times) == simulate_pipeline(shape, times));
}

// Two replicas, one with stages twice as slow, and a collective behind the last backward pass of each rank's stage.
TEST(BuildPipeline, LetsOthersWaitForItsPasses) {
  const PipelineShape shape{k1F1B, 4, 1, 8};
  const PipelineOperations operations = pipeline_operations(shape);
  TaskGraph graph;
  const PipelineTasks fast = build_pipeline(graph, operations, equal_stages(shape, {1, 1, 1}));
  const PipelineTasks slow = build_pipeline(graph, operations, equal_stages(shape, {2, 2, 2}));
  const TaskId reduction = graph.add_join(5);
  graph.add_dependency(fast.backward_weight[7], reduction);
  graph.add_dependency(slow.backward_weight[7], reduction);
  const TaskId optimizer = graph.add_task(fast.compute[0], 10);
  graph.add_dependency(reduction, optimizer);
  EXPECT_EQ(simulate(graph).makespan_ns, (8 + 3) * 6 + 5 + 10);
}

TEST(CheckOperations, FindsWhatIsMissingTwiceOrElsewhere) {
  const PipelineOperations good = pipeline_operations({kZeroBubbleH1, 2, 1, 2});
  const auto messages = [](const PipelineOperations& operations) {
    std::string text;
    for (const Issue& issue : check_operations(operations)) text += issue.where + ": " + issue.message + "\n";
    return text;
  };
  EXPECT_EQ(messages(good), "");
  PipelineOperations twice = good;
  twice.list[0].micro_batch = 1;  // F0 F1 I0 … becomes F1 F1 I0 …
  EXPECT_EQ(messages(twice),
            "stage 0, micro-batch 0: forward 0 times instead of once\n"
            "stage 0, micro-batch 1: forward 2 times instead of once\n");
  PipelineOperations elsewhere = good;
  elsewhere.list[0].chunk = 1;
  EXPECT_THAT(messages(elsewhere), HasSubstr("/0/0: micro-batch 0 does not pass chunk 1 of rank 0"));
  elsewhere.list[0] = {.kind = PassKind::kForward, .micro_batch = -1};
  EXPECT_THAT(messages(elsewhere), HasSubstr("/0/0: micro-batch -1 does not pass"));
  PipelineOperations early = good;
  ASSERT_EQ(early.list[2].kind, PassKind::kBackwardInput);
  ASSERT_EQ(early.list[3].kind, PassKind::kBackwardWeight);
  std::swap(early.list[2], early.list[3]);
  EXPECT_EQ(messages(early), "/0/2: W0.0 comes before its input gradients\n");
}

// Rank 0 wants a gradient before it has sent the second micro-batch, which rank 1 wants before it returns the gradient.
TEST(CheckOperations, FindsRanksThatWaitForEachOther) {
  PipelineOperations operations = pipeline_operations({k1F1B, 2, 1, 2});  // F0 F1 B0 B1 | F0 B0 F1 B1
  std::swap(operations.list[1], operations.list[2]);
  std::swap(operations.list[5], operations.list[6]);
  const Issues issues = check_operations(operations);
  ASSERT_EQ(issues.size(), 1U);
  EXPECT_EQ(issues[0].where, "/");
  EXPECT_THAT(issues[0].message, HasSubstr("wait for each other for ever: "));
  EXPECT_THAT(issues[0].message, HasSubstr("B0.0 on rank 0"));
  EXPECT_THAT(issues[0].message, HasSubstr("F1.0 on rank 1"));
}

// A backward pass ahead of its own forward pass waits for itself, by way of the other ranks.
TEST(CheckOperations, FindsABackwardPassAheadOfItsForwardPass) {
  PipelineOperations operations = pipeline_operations({kGpipe, 3, 1, 1});
  std::swap(operations.list[0], operations.list[1]);
  EXPECT_EQ(check_operations(operations).size(), 1U);
}

}  // namespace pipeline_simulation_test
}  // namespace fmplan::sim
