// Searches stay within what a framework can be told.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/search.h"
#include "core/plan/search_space.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace offers_test {

using model::PipelineSchedule;
using model::ZeroStage;
using ::testing::ElementsAre;

/// Data parallelism alone, copies or all of it sharded.
const sim::PlanOffers kDataAlone{.tensor = false,
                                 .pipeline = false,
                                 .context = false,
                                 .expert = false,
                                 .schedules = {},
                                 .zero_stages = {ZeroStage::kNone, ZeroStage::kParameters}};

TEST(Within, IsTheSpaceItselfWhereNothingIsSaid) {
  const SearchSpace whole = whole_space(small_scenario()), same = within(whole, {});
  EXPECT_EQ(same.schedules, whole.schedules);
  EXPECT_EQ(same.zero_stages, whole.zero_stages);
  EXPECT_TRUE(same.tensor.empty());
}

TEST(Within, TakesWhatBothHaveAndElseAllThatIsOffered) {
  SearchSpace space = whole_space(small_scenario());
  const sim::PlanOffers one_schedule{.schedules = {PipelineSchedule::kOneForwardOneBackward}};
  EXPECT_THAT(within(space, one_schedule).schedules, ElementsAre(PipelineSchedule::kOneForwardOneBackward));
  space.zero_stages = {ZeroStage::kOptimizer};
  EXPECT_THAT(within(space, kDataAlone).zero_stages, ElementsAre(ZeroStage::kNone, ZeroStage::kParameters));
}

/// What a whole search finds, with nothing else said.
std::vector<FoundPlan> found_within(const Scenario& scenario) {
  SearchQuestion question{.space = within(whole_space(scenario), scenario.framework.offers), .node_counts = {4}};
  question.num_best = 200;
  return search(scenario, scenario.phases[0], question).best;
}

TEST(Within, FindsNoPlanThatTheFrameworkCannotBeTold) {
  Scenario scenario = small_scenario();
  scenario.framework.offers = kDataAlone;
  const std::vector<FoundPlan> plans = found_within(scenario);
  ASSERT_FALSE(plans.empty());
  for (const FoundPlan& plan : plans) {
    EXPECT_EQ(plan.parallel.data, 32);
    EXPECT_TRUE(plan.parallel.zero_stage == ZeroStage::kNone || plan.parallel.zero_stage == ZeroStage::kParameters);
  }
}

TEST(Within, HasFewerZeroStagesBesideAPipeline) {
  Scenario scenario = small_scenario();
  scenario.framework.offers.zero_stages_in_pipeline = {ZeroStage::kOptimizer};
  bool some_in_pipeline = false, others_without = false;
  for (const FoundPlan& plan : found_within(scenario)) {
    const bool is_optimizer = plan.parallel.zero_stage == ZeroStage::kOptimizer;
    EXPECT_TRUE(plan.parallel.pipeline == 1 || is_optimizer);
    some_in_pipeline = some_in_pipeline || plan.parallel.pipeline > 1;
    others_without = others_without || (plan.parallel.pipeline == 1 && !is_optimizer);
  }
  EXPECT_TRUE(some_in_pipeline);
  EXPECT_TRUE(others_without);
}

// Four experts, of which a token takes two.
Scenario small_mixture() {
  Scenario scenario = small_scenario();
  scenario.model.moe = model::MixtureOfExperts{
      .num_experts = 4, .experts_per_token = 2, .expert_ffn_hidden_size = scenario.model.hidden_size};
  return scenario;
}

TEST(Within, OverlapsTwoBatchesWhereTheFrameworkLetsThem) {
  Scenario scenario = small_mixture();
  scenario.framework.offers.two_batches = sim::TwoBatches::kInterleaved;
  bool some = false, some_in_chunks = false;
  for (const FoundPlan& plan : found_within(scenario)) {
    if (!plan.parallel.overlap.expert) continue;
    some = true;
    some_in_chunks = some_in_chunks || plan.parallel.virtual_pipeline > 1;
    EXPECT_TRUE(plan.parallel.pipeline == 1 || plan.parallel.virtual_pipeline > 1);
    EXPECT_NE(plan.parallel.recompute.kind, model::Recompute::kFull);
  }
  EXPECT_TRUE(some);
  EXPECT_TRUE(some_in_chunks);
  scenario.framework.offers.two_batches = sim::TwoBatches::kNo;
  for (const FoundPlan& plan : found_within(scenario)) EXPECT_FALSE(plan.parallel.overlap.expert);
}

// "auto" takes no switch for granted that nobody has said the framework has.
TEST(FrameworkSpace, TriesTwoBatchesOfAMixtureWhereTheyAreOffered) {
  const auto tries = [](Scenario scenario, sim::TwoBatches offered) {
    scenario.framework.offers.two_batches = offered;
    return framework_space({}, scenario).overlaps.size() > 1;
  };
  EXPECT_TRUE(tries(small_mixture(), sim::TwoBatches::kInterleaved));
  EXPECT_TRUE(tries(small_mixture(), sim::TwoBatches::kAlways));
  EXPECT_FALSE(tries(small_mixture(), sim::TwoBatches::kUnsaid));
  EXPECT_FALSE(tries(small_mixture(), sim::TwoBatches::kNo));
  EXPECT_FALSE(tries(small_scenario(), sim::TwoBatches::kAlways));
}

// What is the framework's habit was not asked for: split experts are tried beside whole ones.
TEST(FrameworkSpace, TriesSplitExpertsWhereAHabitLeftThemWhole) {
  const model::ParallelPlan whole{.tensor = 2, .expert = 2, .expert_tensor = 1};
  Scenario scenario = small_mixture();
  EXPECT_EQ(framework_space(whole, scenario).fixed.expert_tensor, 1) << "as stated";
  scenario.framework.whole_experts_since = Date{20000};
  EXPECT_EQ(framework_space(whole, scenario).fixed.expert_tensor, 0);
  scenario.software = Date{19999};
  EXPECT_EQ(framework_space(whole, scenario).fixed.expert_tensor, 1) << "no habit of that release";
}

TEST(SearchPlans, StayWithinWhatTheFrameworkOffers) {
  Scenario scenario = small_scenario();
  scenario.framework.offers = kDataAlone;
  const PlanSearch found = search_plans(scenario, scenario.phases[0], 4);
  ASSERT_TRUE(found.best);
  EXPECT_EQ(found.best->parallel.tensor, 1);
  EXPECT_EQ(found.best->parallel.data, 32);
  EXPECT_NE(found.best->parallel.zero_stage, ZeroStage::kOptimizer);
}

}  // namespace offers_test
}  // namespace fmplan::plan
