#include "core/sim/step/pipeline_schedule.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/memory_use.h"

namespace fmplan::sim {
namespace pipeline_schedule_test {

using model::PipelineSchedule;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr PipelineSchedule k1F1B = PipelineSchedule::kOneForwardOneBackward;

std::string order_of(const PipelineShape& shape, int rank) {
  const bool with_chunk = shape.virtual_pipeline > 1 || shape.schedule == PipelineSchedule::kDualPipe;
  std::string text;
  const PipelineOperations operations = pipeline_operations(shape);
  for (const Operation& operation : operations.of_rank(rank))
    text += (text.empty() ? "" : " ") + operation_name(operation, with_chunk);
  return text;
}

TEST(PipelineOperations, OfGpipeAreAllForwardThenAllBackward) {
  EXPECT_EQ(order_of({PipelineSchedule::kGpipe, 2, 1, 3}, 0), "F0 F1 F2 B0 B1 B2");
}

TEST(PipelineOperations, Of1F1BAlternateAfterAsManyForwardAsRanksFollow) {
  EXPECT_EQ(order_of({k1F1B, 3, 1, 4}, 0), "F0 F1 F2 B0 F3 B1 B2 B3");
  EXPECT_EQ(order_of({k1F1B, 3, 1, 4}, 1), "F0 F1 B0 F2 B1 F3 B2 B3");
  EXPECT_EQ(order_of({k1F1B, 3, 1, 4}, 2), "F0 B0 F1 B1 F2 B2 F3 B3");
  EXPECT_EQ(order_of({k1F1B, 3, 1, 1}, 0), "F0 B0");
}

// 2(p − i − 1) + (v − 1)p = 4 forward passes first on rank 0, 2 on rank 1; chunks change after p = 2 micro-batches.
TEST(PipelineOperations, OfInterleaved1F1BTakeChunksInGroupsOfMicroBatches) {
  EXPECT_EQ(order_of({k1F1B, 2, 2, 4}, 0),
            "F0.0 F1.0 F0.1 F1.1 F2.0 B0.1 F3.0 B1.1 F2.1 B0.0 F3.1 B1.0 B2.1 B3.1 B2.0 B3.0");
  EXPECT_EQ(order_of({k1F1B, 2, 2, 4}, 1),
            "F0.0 F1.0 F0.1 B0.1 F1.1 B1.1 F2.0 B0.0 F3.0 B1.0 F2.1 B2.1 F3.1 B3.1 B2.0 B3.0");
}

TEST(PipelineOperations, OfBreadthFirstTakeEachChunkForAllMicroBatches) {
  EXPECT_EQ(order_of({PipelineSchedule::kBreadthFirst, 2, 2, 2}, 1), "F0.0 F1.0 F0.1 F1.1 B0.1 B1.1 B0.0 B1.0");
}

TEST(PipelineOperations, OfZeroBubbleH1PutOffWeightGradientsByTheRank) {
  EXPECT_EQ(order_of({PipelineSchedule::kZeroBubbleH1, 3, 1, 4}, 0), "F0 F1 F2 I0 W0 F3 I1 W1 I2 W2 I3 W3");
  EXPECT_EQ(order_of({PipelineSchedule::kZeroBubbleH1, 3, 1, 4}, 2), "F0 I0 F1 I1 F2 I2 W0 F3 I3 W1 W2 W3");
}

TEST(PipelineOperations, OfZeroBubbleVGoDownWithOneChunkAndUpWithTheOther) {
  EXPECT_EQ(order_of({PipelineSchedule::kZeroBubbleV, 2, 2, 3}, 0),
            "F0.0 F1.0 F2.0 F0.1 I0.1 W0.1 F1.1 I1.1 W1.1 I0.0 W0.0 F2.1 I2.1 W2.1 I1.0 W1.0 I2.0 W2.0");
  EXPECT_EQ(order_of({PipelineSchedule::kZeroBubbleV, 2, 2, 3}, 1),
            "F0.0 F0.1 F1.0 F1.1 I0.1 W0.1 F2.0 I0.0 W0.0 F2.1 I1.1 W1.1 I1.0 I2.1 I2.0 W1.0 W2.1 W2.0");
}

// p = 2, so that both ranks are middle ranks: the first pair is taken apart.
TEST(PipelineOperations, OfDualPipeEnterAtBothEnds) {
  EXPECT_EQ(order_of({PipelineSchedule::kDualPipe, 2, 1, 4}, 0), "F0.0 F2.1 F1.0 B2.1 F3.1+B0.0 B3.1 I1.0 W1.0");
  EXPECT_EQ(order_of({PipelineSchedule::kDualPipe, 2, 1, 4}, 1), "F2.1 F0.0 F3.1 B0.0 F1.0+B2.1 B1.0 I3.1 W3.1");
}

TEST(PipelineOperations, OfOneStageAreOneMicroBatchAfterTheOther) {
  for (const PipelineSchedule schedule : {PipelineSchedule::kGpipe, k1F1B})
    EXPECT_EQ(order_of({schedule, 1, 1, 2}, 0), "F0 B0 F1 B1");
  EXPECT_EQ(order_of({PipelineSchedule::kBreadthFirst, 1, 1, 2}, 0), "F0 F1 B0 B1");
}

TEST(PlaceOf, LoopsOrRunsBackOrStartsAtBothEnds) {
  const PipelineShape looped{k1F1B, 4, 2, 8};
  EXPECT_EQ(place_of(looped, 6, 0), (StagePlace{2, 1}));
  const PipelineShape bent{PipelineSchedule::kZeroBubbleV, 4, 2, 8};
  EXPECT_EQ(place_of(bent, 3, 0), (StagePlace{3, 0}));
  EXPECT_EQ(place_of(bent, 4, 0), (StagePlace{3, 1}));
  EXPECT_EQ(place_of(bent, 7, 0), (StagePlace{0, 1}));
  const PipelineShape dual{PipelineSchedule::kDualPipe, 4, 1, 8};
  EXPECT_EQ(num_stages(dual), 4);
  EXPECT_EQ(place_of(dual, 1, 3), (StagePlace{1, 0}));
  EXPECT_EQ(place_of(dual, 1, 4), (StagePlace{2, 1}));
}

TEST(StageOf, IsTheInverseOfPlaceOf) {
  for (const PipelineShape& shape :
       {PipelineShape{k1F1B, 5, 3, 10}, PipelineShape{PipelineSchedule::kBreadthFirst, 3, 4, 2},
        PipelineShape{PipelineSchedule::kZeroBubbleV, 6, 2, 3}, PipelineShape{PipelineSchedule::kDualPipe, 6, 1, 12}})
    for (int stage = 0; stage < num_stages(shape); ++stage)
      for (int micro_batch = 0; micro_batch < shape.num_micro_batches; ++micro_batch)
        EXPECT_EQ(stage_of(shape, place_of(shape, stage, micro_batch)), stage);
}

// The closed forms of the memory model.
TEST(PeakInFlight, IsWhatTheMemoryModelSays) {
  for (const PipelineSchedule schedule : {PipelineSchedule::kGpipe, k1F1B, PipelineSchedule::kBreadthFirst}) {
    for (int p = 1; p <= 8; ++p) {
      for (int v = 1; v <= (schedule == k1F1B ? 4 : 1); ++v) {
        for (int m = 1; m <= 32; ++m) {
          const PipelineShape shape{schedule, p, v, m};
          if (!check_shape(shape).empty()) continue;
          const std::vector<double> peaks = peak_in_flight(pipeline_operations(shape));
          for (int rank = 0; rank < p; ++rank)
            EXPECT_DOUBLE_EQ(
                peaks[static_cast<std::size_t>(rank)],
                model::in_flight_micro_batches({.pipeline = p, .virtual_pipeline = v, .schedule = schedule}, m, rank))
                << p << " " << v << " " << m << " " << rank;
        }
      }
    }
  }
}

// p(1 + (p − 1)/(pv)) of the first rank [Korthikanti et al. 2022, arXiv:2205.05198, §4]: 8·(1 + 7/24) = 10 1/3.
TEST(PeakInFlight, OfInterleavingIsLargestOnTheFirstRank) {
  EXPECT_DOUBLE_EQ(peak_in_flight(pipeline_operations({k1F1B, 8, 3, 32}))[0], 8 * (1 + 7.0 / 24));
}

TEST(PeakInFlight, OfBreadthFirstIsEverything) {
  EXPECT_THAT(peak_in_flight(pipeline_operations({PipelineSchedule::kBreadthFirst, 4, 3, 7})), Each(7));
}

// The memory of 1F1B's first rank, on every rank [Qi et al. 2024, §2 and §6].
TEST(PeakInFlight, OfZeroBubbleIsTheNumberOfRanks) {
  for (const int p : {2, 3, 4, 8}) {
    EXPECT_THAT(peak_in_flight(pipeline_operations({PipelineSchedule::kZeroBubbleH1, p, 1, 2 * p})), Each(p));
    EXPECT_THAT(peak_in_flight(pipeline_operations({PipelineSchedule::kZeroBubbleV, p, 2, 2 * p})), Each(p));
  }
}

// p + 1 [DeepSeek-V3, Table 2].
TEST(PeakInFlight, OfDualPipeIsOneMoreThanRanks) {
  for (const int p : {2, 4, 8, 16})
    for (const int m : {2 * p, 2 * p + 2, 5 * p})
      EXPECT_THAT(peak_in_flight(pipeline_operations({PipelineSchedule::kDualPipe, p, 1, m})), Each(p + 1));
}

TEST(CheckShape, NamesTheRuleAndWhatToUse) {
  struct Case {
    PipelineShape shape;
    const char* where;
    const char* message;
  };
  const PipelineSchedule dual = PipelineSchedule::kDualPipe;
  for (const auto& [shape, where, message] : {
           Case{{k1F1B, 0, 1, 1}, "/pipeline", "0 is below 1; use 1 or more"},
           Case{{k1F1B, 1, -2, 1}, "/virtual_pipeline", "-2 is below 1; use 1 or more"},
           Case{{k1F1B, 1, 1, 0}, "/micro_batches", "0 is below 1; use 1 or more"},
           Case{{k1F1B, 4, 2, 10}, "/micro_batches", "10 is not a multiple of pipeline 4, in groups of which"},
           Case{{k1F1B, 4, 2, 10}, "/micro_batches", "; use 8 or 12"},
           Case{{k1F1B, 4, 2, 3}, "/micro_batches", "; use 4"},
           Case{{PipelineSchedule::kGpipe, 4, 2, 8}, "/virtual_pipeline", "2 with GPipe, which holds one model chunk"},
           Case{{PipelineSchedule::kGpipe, 4, 2, 8}, "/virtual_pipeline", "use 1; for several, schedule \"1f1b\""},
           Case{{PipelineSchedule::kZeroBubbleH1, 4, 3, 8}, "/virtual_pipeline", "3 with ZB-H1"},
           Case{{PipelineSchedule::kZeroBubbleV, 4, 1, 8}, "/virtual_pipeline", "1 with ZB-V, which holds two"},
           Case{{PipelineSchedule::kZeroBubbleV, 4, 1, 8}, "/virtual_pipeline", "use 2"},
           Case{{dual, 4, 2, 8}, "/virtual_pipeline", "2 with DualPipe"},
           Case{{dual, 5, 1, 10}, "/pipeline", "5 is odd, and DualPipe pairs the ranks of both halves; use 4 or 6"},
           Case{{dual, 1, 1, 10}, "/pipeline", "use 2"},
           Case{{dual, 4, 1, 9}, "/micro_batches", "9 with DualPipe"},
           Case{{dual, 4, 1, 9}, "/micro_batches", "use 8 or 10"},
           Case{{dual, 4, 1, 6}, "/micro_batches", "at least twice pipeline 4; use 8 or more"},
           Case{{k1F1B, 1 << 12, 1, 1 << 10}, "/micro_batches", "are not simulated; use at most 512"},
           Case{{k1F1B, std::numeric_limits<int>::max(), std::numeric_limits<int>::max(), 1},
                "/micro_batches",
                "use a smaller pipeline"},
           Case{{dual, std::numeric_limits<int>::max(), 1, std::numeric_limits<int>::max()},
                "/micro_batches",
                "use 4294967294 or more"},
       }) {
    const Issues issues = check_shape(shape);
    EXPECT_THAT(issues, testing::Contains(testing::AllOf(testing::Field(&Issue::where, where),
                                                         testing::Field(&Issue::message, HasSubstr(message)))))
        << message;
  }
}

TEST(CheckShape, ReportsAllAtOnce) {
  EXPECT_EQ(check_shape({PipelineSchedule::kDualPipe, 3, 2, 5}).size(), 3);
  EXPECT_EQ(check_shape({k1F1B, 0, 0, 0}).size(), 3);
}

TEST(CheckShape, AcceptsWhatFrameworksRun) {
  for (const PipelineShape& shape :
       {PipelineShape{PipelineSchedule::kGpipe, 4, 1, 1}, PipelineShape{k1F1B, 4, 1, 3}, PipelineShape{k1F1B, 4, 5, 8},
        PipelineShape{PipelineSchedule::kBreadthFirst, 4, 3, 5},
        PipelineShape{PipelineSchedule::kZeroBubbleH1, 4, 1, 1}, PipelineShape{PipelineSchedule::kZeroBubbleV, 4, 2, 1},
        PipelineShape{PipelineSchedule::kDualPipe, 16, 1, 32}})
    EXPECT_THAT(check_shape(shape), testing::IsEmpty());
}

}  // namespace pipeline_schedule_test
}  // namespace fmplan::sim
