#include "core/plan/scenario.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace scenario_test {

using ::testing::HasSubstr;

TEST(CheckScenario, FindsNothingInAScenarioThatDivides) { EXPECT_TRUE(check_scenario(small_scenario()).empty()); }

TEST(PhasePlan, FillsInDataParallel) {
  Scenario scenario = small_scenario();
  EXPECT_EQ(phase_plan(scenario, scenario.phases[0]).data, 16);  // 32 accelerators by tensor parallel 2
  scenario.phases[0].num_nodes = 2;
  EXPECT_EQ(phase_plan(scenario, scenario.phases[0]).data, 8);
  scenario.phases[0].parallel = model::ParallelPlan{.tensor = 4, .pipeline = 2};
  EXPECT_EQ(phase_plan(scenario, scenario.phases[0]).data, 2);
  EXPECT_EQ(world_size(phase_plan(scenario, scenario.phases[0])), 16);
}

TEST(StepJob, IsWhatThePhaseIsEvaluatedWith) {
  Scenario scenario = small_scenario();
  scenario.phases[0].num_nodes = 2;
  const sim::StepJob job = step_job(scenario, scenario.phases[0]);
  EXPECT_EQ(job.settings.plan.data, 8);
  EXPECT_EQ(job.settings.sequence_length, scenario.phases[0].sequence_length);
  EXPECT_EQ(job.model, scenario.model);
  const auto time = sim::step_time(scenario.model, job.settings, scenario.cluster.instance, scenario.framework,
                                   scenario.collectives.get());
  ASSERT_TRUE(time.has_value());
  EXPECT_EQ(step_time(job)->parts, time->parts);
}

struct BrokenRule {
  const char* what;
  std::function<void(Scenario&)> break_it;
  const char* where;
  std::vector<const char*> parts;  ///< the value, the rule and what would do
};

const std::vector<BrokenRule>& broken_rules() {
  static const std::vector<BrokenRule> kRules = {
      {"heads by tensor parallel",
       [](Scenario& s) { s.parallel.tensor = 3; },
       "/training/parallel/tensor",
       {"3 does not divide the 32 attention heads", "1, 2, 4, 8, 16, 32"}},
      {"key/value heads by tensor parallel",
       [](Scenario& s) {
         s.model.num_heads = 24;
         s.model.num_kv_heads = 6;
         s.parallel.tensor = 4;
       },
       "/training/parallel/tensor",
       {"4 neither divides the 6 key/value heads nor", "1, 2, 3, 6"}},
      {"layers by stages",
       [](Scenario& s) { s.parallel.pipeline = 64; },
       "/training/parallel/pipeline",
       {"64 is more than the model's 32 layers", "at most 32"}},
      {"chunks without a pipeline",
       [](Scenario& s) { s.parallel.virtual_pipeline = 2; },
       "/training/parallel/virtual_pipeline",
       {"needs a pipeline of at least 2"}},
      {"chunks that do not divide",
       [](Scenario& s) {
         s.parallel.pipeline = 2;
         s.parallel.virtual_pipeline = 3;
       },
       "/training/parallel/virtual_pipeline",
       {"3 does not divide the 16 layers of a pipeline stage", "1, 2, 4, 8, 16"}},
      {"chunks of a schedule that has one a stage",
       [](Scenario& s) {
         s.parallel.pipeline = 2;
         s.parallel.virtual_pipeline = 2;
         s.parallel.schedule = model::PipelineSchedule::kZeroBubbleH1;
       },
       "/training/parallel/virtual_pipeline",
       {"2 with a schedule that has one chunk a stage", "use 1"}},
      {"the chunks of ZB-V",
       [](Scenario& s) {
         s.parallel.pipeline = 2;
         s.parallel.schedule = model::PipelineSchedule::kZeroBubbleV;
       },
       "/training/parallel/virtual_pipeline",
       {"1 with schedule \"zb_v\", which places two chunks on every stage", "use 2"}},
      {"ZB-V without a pipeline",
       [](Scenario& s) {
         s.parallel.virtual_pipeline = 2;
         s.parallel.schedule = model::PipelineSchedule::kZeroBubbleV;
       },
       "/training/parallel/pipeline",
       {"1 with schedule \"zb_v\" is no pipeline", "at least 2"}},
      {"chunks of ZB-V by layers",
       [](Scenario& s) {
         s.model.num_layers = 7;
         s.parallel.pipeline = 4;
         s.parallel.virtual_pipeline = 2;
         s.parallel.schedule = model::PipelineSchedule::kZeroBubbleV;
       },
       "/training/parallel/pipeline",
       {"4 stages of two chunks are more than the model's 7 layers", "at most 3"}},
      {"DualPipe by pairs of stages",
       [](Scenario& s) {
         s.parallel.pipeline = 5;
         s.parallel.schedule = model::PipelineSchedule::kDualPipe;
       },
       "/training/parallel/pipeline",
       {"5 is odd", "use 4 or 6"}},
      {"an odd number of micro-batches from both ends",
       [](Scenario& s) {
         s.parallel.pipeline = 2;
         s.phases[0].global_batch_size = 8 * 5;
         s.parallel.schedule = model::PipelineSchedule::kDualPipe;
       },
       "/training/global_batch_size",
       {"40 makes 5 micro-batches", "an even number of at least 4", "nearest: 48"}},
      {"too few micro-batches from both ends",
       [](Scenario& s) {
         s.parallel.pipeline = 4;
         s.phases[0].global_batch_size = 4 * 6;
         s.parallel.schedule = model::PipelineSchedule::kDualPipe;
       },
       "/training/global_batch_size",
       {"24 makes 6 micro-batches", "on 4 stages needs an even number of at least 8", "nearest: 32"}},
      {"offload without a link",
       [](Scenario& s) { s.parallel.offload.activations = true; },
       "/training/parallel/offload",
       {"eight states no link to the memory of its host", "\"host_link\" such as \"pcie-5\""}},
      {"experts of a dense model",
       [](Scenario& s) { s.parallel.expert = 2; },
       "/training/parallel/expert",
       {"needs a mixture of experts"}},
      {"two batches of a dense model",
       [](Scenario& s) { s.parallel.overlap.expert = true; },
       "/training/parallel/overlap/expert",
       {"the model is dense"}},
      {"experts by expert parallel",
       [](Scenario& s) {
         s.model = model::mixtral_8x7b();
         s.parallel.expert = 16;
       },
       "/training/parallel/expert",
       {"16 does not divide the 8 experts", "1, 2, 4, 8"}},
      {"expert parallel by data parallel",
       [](Scenario& s) {
         s.model = model::mixtral_8x7b();
         s.parallel.tensor = 8;
         s.parallel.expert = 8;
       },
       "/training/parallel/expert",
       {"8 does not divide data × context = 4", "1, 2, 4"}},
      {"sequence by context parallel",
       [](Scenario& s) {
         s.parallel.context = 2;
         s.phases[0].sequence_length = 4098;
       },
       "/training/parallel/context",
       {"2 × 2 does not divide the sequence of 4098 tokens", "4096 or 4100"}},
      {"batch by data parallel",
       [](Scenario& s) { s.phases[0].global_batch_size = 250; },
       "/training/global_batch_size",
       {"250 is not a multiple of data_parallel 16 × micro_batch_size 1 = 16", "240 or 256"}},
      {"batch smaller than its quantum",
       [](Scenario& s) { s.phases[0].global_batch_size = 8; },
       "/training/global_batch_size",
       {"nearest: 16"}},
      {"accelerators by the plan",
       [](Scenario& s) { s.cluster.num_nodes = 5, s.parallel.tensor = 16; },
       "/training/parallel",
       {"= 16 does not divide the 40 accelerators of 5 nodes", "4 or 6"}},
      {"data parallel stated wrongly",
       [](Scenario& s) { s.stated_data = 8; },
       "/training/parallel/data",
       {"8 makes a world of 16, but there are 32", "use 16"}},
      {"a precision without a rate",
       [](Scenario& s) { s.precision = model::Precision::kFp8; },
       "/training/precision",
       {"has no fp8 rate", "bf16"}},
      {"nodes that nothing joins",
       [](Scenario& s) { s.cluster.instance.scale_out.reset(); },
       "/cluster/nodes",
       {"4 of eight, which states no network between instances; use 1"}},
      {"accelerators that nothing joins",
       [](Scenario& s) {
         s.cluster.num_nodes = 1;
         s.cluster.instance.scale_up.reset();
         s.cluster.instance.scale_out.reset();
       },
       "/cluster/instance",
       {"join 1 of its 8 accelerators", "scale_up_domain of 8"}},
      {"a domain smaller than the node",
       [](Scenario& s) {
         s.cluster.num_nodes = 1;
         s.cluster.instance.scale_up_domain = 4;
         s.cluster.instance.scale_out.reset();
       },
       "/cluster/instance",
       {"join 4 of its 8 accelerators"}},
      {"too many accelerators",
       [](Scenario& s) { s.cluster.num_nodes = 2'000'000; },
       "/cluster/nodes",
       {"are more than 10000000", "at most 1250000 nodes"}},
  };
  return kRules;
}

TEST(CheckScenario, TellsTheValueTheRuleAndWhatWouldDo) {
  for (const BrokenRule& rule : broken_rules()) {
    Scenario scenario = small_scenario();
    rule.break_it(scenario);
    const Issues issues = check_scenario(scenario);
    const auto issue =
        std::find_if(issues.begin(), issues.end(), [&](const Issue& i) { return i.where == rule.where; });
    ASSERT_NE(issue, issues.end()) << rule.what << ": nothing at " << rule.where;
    for (const char* part : rule.parts) EXPECT_THAT(issue->message, HasSubstr(part)) << rule.what;
  }
}

TEST(CheckScenario, FindsEveryProblemAtOnce) {
  Scenario scenario = small_scenario();
  scenario.parallel.tensor = 3;
  scenario.parallel.expert = 2;
  scenario.precision = model::Precision::kFp8;
  EXPECT_GE(check_scenario(scenario).size(), 3u);
}

TEST(CheckScenario, PointsAtThePhaseThatBreaksTheRule) {
  Scenario scenario = small_scenario();
  scenario.phases.push_back(scenario.phases[0]);
  scenario.phases[1].global_batch_size = 100;
  const Issues issues = check_scenario(scenario);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].where, "/training/phases/1/global_batch_size");
}

// A domain of 72 over instances of four: eighteen need no network between them, nineteen do.
TEST(CheckScenario, LetsAScaleUpDomainJoinInstances) {
  Scenario scenario = small_scenario();
  scenario.cluster.instance.scale_out.reset();
  scenario.cluster.instance.accelerators_per_node = 4;
  scenario.cluster.instance.scale_up_domain = 72;
  scenario.cluster.num_nodes = 18;
  scenario.phases[0].global_batch_size = 36;
  EXPECT_TRUE(check_scenario(scenario).empty());
  scenario.cluster.num_nodes = 19;
  scenario.phases[0].global_batch_size = 38;
  const Issues issues = check_scenario(scenario);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_THAT(issues[0].message, HasSubstr("use at most 18"));
}

hardware::Link host_link() {
  return {.name = "slot", .bandwidth = 50 * gigabyte_per_second, .efficiency = 1, .latency = Seconds{}};
}

// Llama 2 7B with tensor parallel 2 on 32 accelerators: half of its 6,738,415,616 parameters and as much again of its
// 65 norms of 4,096 lie on a rank; 12 bytes each, shared by 16 ranks, are 2.53 GB of optimizer state, 20.2 GB a node.
TEST(CheckScenario, HoldsOffloadedStateAgainstTheHostsMemory) {
  Scenario scenario = small_scenario();
  scenario.parallel.offload.optimizer = true;
  scenario.cluster.instance.host_link = host_link();
  EXPECT_TRUE(check_scenario(scenario).empty()) << "its size is not known";
  scenario.cluster.instance.host_memory = 20.3 * gigabyte;
  EXPECT_TRUE(check_scenario(scenario).empty());
  scenario.cluster.instance.host_memory = 20 * gigabyte;
  const Issues issues = check_scenario(scenario);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].where, "/training/parallel/offload");
  EXPECT_THAT(issues[0].message, HasSubstr("8 × 2.53 GB need 20.2 GB of host memory a node, but eight has 20.0 GB"));
  EXPECT_THAT(issues[0].message, HasSubstr("or set it to false"));
}

// Both switches on, one of them fits alone: the message offers it, and the offer is accepted.
TEST(CheckScenario, OffersTheOffloadThatFits) {
  Scenario scenario = small_scenario();
  scenario.parallel.offload = {.optimizer = true, .activations = true};
  scenario.cluster.instance.host_link = host_link();
  scenario.cluster.instance.host_memory = 40 * gigabyte;
  const Issues issues = check_scenario(scenario);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_THAT(issues[0].message, HasSubstr("set activations to false"));
  scenario.parallel.offload.activations = false;
  EXPECT_TRUE(check_scenario(scenario).empty());
}

TEST(CheckScenario, AcceptsEverySchedule) {
  for (int i = 0; i < model::kNumPipelineSchedules; ++i) {
    Scenario scenario = small_scenario();
    scenario.parallel.pipeline = 4;
    scenario.parallel.schedule = static_cast<model::PipelineSchedule>(i);
    if (scenario.parallel.schedule == model::PipelineSchedule::kZeroBubbleV) scenario.parallel.virtual_pipeline = 2;
    EXPECT_TRUE(check_scenario(scenario).empty()) << i;
  }
}

TEST(CheckScenario, LeavesOutWhatIsStillToBeSearched) {
  Scenario scenario = small_scenario();
  scenario.parallel.tensor = 3;
  scenario.search_parallel = true;
  EXPECT_TRUE(check_scenario(scenario).empty());
  scenario = small_scenario();
  scenario.cluster.num_nodes = 1'000'000'000;
  scenario.search_nodes = true;
  EXPECT_TRUE(check_scenario(scenario).empty());
}

TEST(CheckScenario, LeavesOutRulesOnWhatCouldNotBeRead) {
  Scenario scenario = small_scenario();
  scenario.parallel.tensor = 3;
  scenario.phases[0].global_batch_size = 1;
  EXPECT_FALSE(check_scenario(scenario).empty());
  EXPECT_TRUE(check_scenario(scenario, {"/training/parallel", "/training/global_batch_size"}).empty());
}

}  // namespace scenario_test
}  // namespace fmplan::plan
