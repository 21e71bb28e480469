#include "core/answer/report_tables.h"

#include <gtest/gtest.h>

namespace fmplan::answer {
namespace report_tables_test {

using model::PipelineSchedule;

TEST(ParallelText, TellsWhatIsNotTheDefault) {
  model::ParallelPlan plan{.tensor = 8, .pipeline = 4, .data = 16};
  const std::string common = "tensor 8 · pipeline 4 · data 16 · micro-batch 1 · ZeRO 1 · sequence-parallel";
  EXPECT_EQ(parallel_text(plan), common);
  plan.schedule = PipelineSchedule::kZeroBubbleH1;
  EXPECT_EQ(parallel_text(plan), common + " · zb_h1");
  plan.offload = {.optimizer = true, .activations = true};
  EXPECT_EQ(parallel_text(plan), common + " · zb_h1 · optimizer, activations offloaded");
  plan.overlap = {.tensor = false, .gradients = true, .parameters = false};
  EXPECT_EQ(parallel_text(plan),
            common + " · zb_h1 · optimizer, activations offloaded · tensor, parameters not overlapped");
  plan.schedule = PipelineSchedule::kOneForwardOneBackward;
  plan.offload = {};
  EXPECT_EQ(parallel_text(plan), common + " · tensor, parameters not overlapped");
}

}  // namespace report_tables_test
}  // namespace fmplan::answer
