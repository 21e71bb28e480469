// The table of pipeline schedules: what an entry says of itself, and the bubble of 1F1B whatever the ranks take.

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/model/schedule_laws.h"

namespace fmplan::model {
namespace schedule_laws_test {

using enum PipelineSchedule;

PipelinePasses passes_of(const std::vector<RankPasses>& runs, std::size_t slowest, int num_micro_batches) {
  return {.runs = runs, .slowest = slowest, .virtual_pipeline = 1, .num_micro_batches = num_micro_batches};
}

/// Passes in seconds; of the backward pass half is of weights.
RankPasses ranks(int num, double forward_s, double backward_s) {
  return {.num_ranks = num,
          .forward = forward_s * second,
          .backward = backward_s * second,
          .weight_gradient = backward_s / 2 * second};
}

RankPasses in_chunks(RankPasses passes, double first_share, double last_share) {
  passes.first_share = first_share;
  passes.last_share = last_share;
  return passes;
}

TEST(ScheduleLaws, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const ScheduleLaw& law : schedule_laws()) {
    EXPECT_EQ(&schedule_law(law.schedule), &law);
    names.insert(std::string(law.name()));
  }
  EXPECT_EQ(names, (std::set<std::string>{"1f1b", "gpipe", "breadth_first", "zb_h1", "zb_v", "dualpipe"}));
}

// Every law of Σ over equal ranks with F = 1 and B = I + W = 2 on p = 4: 1F1B and GPipe 3·3, breadth-first with two
// chunks 3·3/2, ZB-H1 3·max(1, 1 + 1 − 1), ZB-V 3·max(1, 1, 0)/2, DualPipe ((1 + 1 − 1 + 1) − 0)/3 each.
TEST(ScheduleLaws, BubblesOfEqualRanks) {
  const std::vector<RankPasses> equal = {ranks(4, 1, 2)};
  PipelinePasses passes = passes_of(equal, 0, 8);
  const auto bubble_s = [&](PipelineSchedule schedule) { return schedule_law(schedule).bubble(passes) / second; };
  EXPECT_DOUBLE_EQ(bubble_s(kOneForwardOneBackward), 9);
  EXPECT_DOUBLE_EQ(bubble_s(kGpipe), 9);
  EXPECT_DOUBLE_EQ(bubble_s(kZeroBubbleH1), 3);
  EXPECT_DOUBLE_EQ(bubble_s(kZeroBubbleV), 1.5);
  EXPECT_DOUBLE_EQ(bubble_s(kDualPipe), 2);
  passes.virtual_pipeline = 2;
  const std::vector<RankPasses> halves = {in_chunks(ranks(4, 1, 2), 0.5, 0.5)};
  passes.runs = halves;
  EXPECT_DOUBLE_EQ(bubble_s(kBreadthFirst), 4.5);
  EXPECT_DOUBLE_EQ(bubble_s(kOneForwardOneBackward), 4.5);
}

// Where one chunk is all a rank holds, stage_of_chunk() of a looped placement is the rank; a V and both ends count
// back.
TEST(ScheduleLaws, PlaceStages) {
  EXPECT_EQ(stage_of_chunk(StagePlacement::kLooped, 4, 1, 2), 9);
  EXPECT_EQ(stage_of_chunk(StagePlacement::kV, 4, 1, 0), 1);
  EXPECT_EQ(stage_of_chunk(StagePlacement::kV, 4, 1, 1), 6);
  EXPECT_EQ(stage_of_chunk(StagePlacement::kBothEnds, 4, 1, 1), 2);
  EXPECT_EQ(chunks_of_rank(StagePlacement::kBothEnds, 1), 2);
  EXPECT_EQ(chunks_of_rank(StagePlacement::kLooped, 3), 3);
}

// Three ranks of F = 2, B = 4 before one of F = 1, B = 2.  The first two take 6 each.  The last one's 3 s are filled by
// a forward pass of 2, of which 1 is left, and by a backward pass of 4.
TEST(OneForwardOneBackwardBubble, OfAFasterLastRankIsHiddenByPassesBetween) {
  EXPECT_DOUBLE_EQ(one_forward_one_backward_bubble(passes_of({ranks(3, 2, 4), ranks(1, 1, 2)}, 0, 8)) / second, 13);
}

// With one micro-batch there are no passes between, and only one wait.
TEST(OneForwardOneBackwardBubble, OfOneMicroBatchIsTheTimeOfAllOthers) {
  EXPECT_DOUBLE_EQ(one_forward_one_backward_bubble(passes_of({ranks(3, 2, 4), ranks(1, 1, 2)}, 0, 1)) / second, 15);
}

// Fast, slow, slow, medium: rank 2 is the last of the slowest.  Before it lie 3 + 6; behind it 4.5, of which one
// forward pass of 2 and one backward pass of 4 fill 2 and 4.
TEST(OneForwardOneBackwardBubble, AddsUpWhatLiesBeforeAndBehind) {
  EXPECT_DOUBLE_EQ(
      one_forward_one_backward_bubble(passes_of({ranks(1, 1, 2), ranks(2, 2, 4), ranks(1, 1.5, 3)}, 1, 8)) / second,
      9 + 2.5 + 0.5);
}

// Two chunks a rank, four ranks of F = 2, B = 4; the first's first chunk is the embedding alone, the last's last chunk
// takes twice as long as the others, and half of what the rank takes.  Slowest is the last rank: before it lie 0, 3 and
// 3.  With rank 2 slowest 4.5 lie behind it, beside which it has two forward passes of 1 and two backward passes of 2.
TEST(OneForwardOneBackwardBubble, OfChunksCountsTheFirstOnesAndTheLast) {
  const std::vector<RankPasses> runs = {in_chunks(ranks(1, 1, 2), 0, 1), in_chunks(ranks(2, 2, 4), 0.5, 0.5),
                                        in_chunks(ranks(1, 3, 6), 0.5, 0.5)};
  PipelinePasses passes = passes_of(runs, 2, 8);
  passes.virtual_pipeline = 2;
  EXPECT_DOUBLE_EQ(one_forward_one_backward_bubble(passes) / second, 6);
  passes.slowest = 1;
  EXPECT_DOUBLE_EQ(one_forward_one_backward_bubble(passes) / second, 3 + 2.5 + 0.5);
}

// Four ranks of F = 2, B = 4, of which 2 for weights.  One micro-batch goes there and back, 4·(2 + 2), and the first
// rank ends with its weights: 18 in all, 6 of them busy.  With each further one a rank less waits without anything to
// fill.
TEST(ZeroBubbleH1Bubble, OfFewMicroBatchesIsFilledByNone) {
  RankPasses alike = ranks(4, 2, 4);
  alike.weight_gradient = 2 * second;
  const auto bubble = [&](int num_micro_batches) {
    return zero_bubble_h1_bubble(passes_of({alike}, 0, num_micro_batches)) / second;
  };
  EXPECT_DOUBLE_EQ(bubble(1), 12);
  EXPECT_DOUBLE_EQ(bubble(2), 10);
  EXPECT_DOUBLE_EQ(bubble(4), 6);
  EXPECT_DOUBLE_EQ(bubble(8), 6);
}

}  // namespace schedule_laws_test
}  // namespace fmplan::model
