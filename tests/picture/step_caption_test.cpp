#include "core/picture/step_caption.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/picture/pictured_step.h"

namespace fmplan::picture {
namespace step_caption_test {

using sim::StepTaskKind;
using testing::ElementsAre;

constexpr sim::StageTimes kStage{.forward_ns = 10, .backward_input_ns = 10, .backward_weight_ns = 10, .send_ns = 1};

sim::StepSimulation step_of(const sim::PipelineShape& shape) {
  return pictured_step(shape, equal_stages(shape, kStage));
}

TEST(TaskLabel, IsThePassAndItsMicroBatch) {
  const std::pair<StepTaskKind, const char*> cases[] = {{StepTaskKind::kForward, "F3"},
                                                        {StepTaskKind::kBackward, "B3"},
                                                        {StepTaskKind::kBackwardInput, "I3"},
                                                        {StepTaskKind::kBackwardWeight, "W3"},
                                                        {StepTaskKind::kForwardAndBackward, "F3+B5"},
                                                        {StepTaskKind::kSendForward, "send F3"},
                                                        {StepTaskKind::kSendBackward, "send B3"},
                                                        {StepTaskKind::kGather, "gather 3"},
                                                        {StepTaskKind::kReduce, "reduce 3"},
                                                        {StepTaskKind::kOptimizer, "optimizer"},
                                                        {StepTaskKind::kHost, "host"}};
  for (const auto& [kind, label] : cases)
    EXPECT_EQ(task_label({.kind = kind, .micro_batch = 3, .beside_micro_batch = 5}), label);
  EXPECT_EQ(task_label({.kind = StepTaskKind::kGather}), "gather");
}

TEST(RankLabel, NamesTheReplicaWhereThereAreSeveral) {
  sim::StepSimulation step = step_of({model::PipelineSchedule::kOneForwardOneBackward, 2, 1, 4});
  EXPECT_EQ(rank_label(step, step.ranks[1]), "rank 1");
  step.num_replicas = 2;
  step.ranks[1].replica = 5;
  EXPECT_EQ(rank_label(step, step.ranks[1]), "replica 5, rank 1");
}

// Looped: stage k on rank k mod p; ZB-V runs back up; DualPipe has each stage on two ranks.
TEST(StagesByRank, AreThoseOfTheSchedule) {
  using enum model::PipelineSchedule;
  EXPECT_THAT(stages_by_rank(step_of({kOneForwardOneBackward, 2, 3, 4})),
              ElementsAre(ElementsAre(0, 2, 4), ElementsAre(1, 3, 5)));
  EXPECT_THAT(stages_by_rank(step_of({kZeroBubbleV, 2, 2, 4})), ElementsAre(ElementsAre(0, 3), ElementsAre(1, 2)));
  EXPECT_THAT(stages_by_rank(step_of({kDualPipe, 2, 1, 4})), ElementsAre(ElementsAre(0, 1), ElementsAre(0, 1)));
}

TEST(StagesText, ListsFewAndSpansMany) {
  EXPECT_EQ(stages_text({}), "");
  EXPECT_EQ(stages_text({7}), "stage 7");
  EXPECT_EQ(stages_text({0, 4, 8}), "stages 0, 4, 8");
  EXPECT_EQ(stages_text({0, 4, 8, 12, 16}), "stages 0, 4, 8 … 16");
  EXPECT_EQ(stages_text({0, 4, 8, 12, 16}, 3), "stages 0, 4 … 16");
}

// Without sends, (p − 1)/(m + p − 1) of every rank's time: 3/11.
TEST(IdleShare, IsTheBubbleOf1F1B) {
  const sim::PipelineShape shape{model::PipelineSchedule::kOneForwardOneBackward, 4, 1, 8};
  sim::StepSimulation step = pictured_step(shape, equal_stages(shape, {10, 10, 10, 0}));
  EXPECT_NEAR(idle_share(step), 3.0 / 11, 1e-12);
  // A rank that stands for three others counts four times as much.
  step.ranks[0].idle = Seconds{};
  step.ranks[0].stands_for = 4;
  EXPECT_NEAR(idle_share(step), 3.0 / 11 * 3 / 7, 1e-12);
  EXPECT_EQ(idle_share({}), 0);
}

}  // namespace step_caption_test
}  // namespace fmplan::picture
