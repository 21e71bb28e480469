#include "core/answer/report_tables.h"

#include <limits>
#include <optional>

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

// Ten days of the machine, and a fifth on top of them.
TEST(PhysicsText, SaysWhatTheMachineCanAndWhatIsAdded) {
  plan::Report report;
  report.physics_days = 10;
  EXPECT_EQ(physics_text(report), std::nullopt);
  report.scenario.campaign_overhead = {.share = 0.204, .log_sd = 0.2};
  EXPECT_EQ(physics_text(report),
            "10.0 days by the machine alone, failures included; published campaigns took 20.4 % more");
  report.scenario.campaign_overhead = {.share = 0.3, .log_sd = 0};
  EXPECT_EQ(physics_text(report), "10.0 days by the machine alone, failures included; 30.0 % more is stated");
  report.scenario.campaign_overhead = {.share = -0.02, .log_sd = 0.2};
  EXPECT_EQ(physics_text(report),
            "10.0 days by the machine alone, failures included; published campaigns took 2.0 % less");
  report.physics_days = std::numeric_limits<double>::infinity();
  EXPECT_EQ(physics_text(report), "published campaigns took 2.0 % less than the machine alone");
  report.scenario.campaign_overhead = {.share = 0, .log_sd = 0};
  EXPECT_EQ(physics_text(report), std::nullopt);
}

}  // namespace report_tables_test
}  // namespace fmplan::answer
