#include "core/plan/search_report.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "core/plan/phase_report.h"
#include "tests/base/recording_watcher.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace search_report_test {

using model::ParallelPlan;
using testing::IsEmpty;
using testing::Not;

struct Asked {
  Scenario scenario = small_scenario();
  SearchQuestion question;

  explicit Asked(Bytes memory = 80 * gigabyte) {
    scenario.cluster.instance.accelerator.usable_memory = memory;
    question.space = framework_space(scenario.parallel, scenario);
    question.node_counts = {4};
    question.num_best = 5;
  }
  SearchReport report() const {
    const Phase& phase = scenario.phases[0];
    return report_search(scenario, phase, question, search(scenario, phase, question));
  }
};

// 10 billion tokens are 9,537 steps of 256 × 4,096, on 32 accelerators of 4 nodes; at 30 $ a node-hour.
TEST(SearchReport, CountsHoursMoneyAndEnergyOfTheWholePhase) {
  Asked asked;
  asked.scenario.price.chosen = price_point("on_demand", 30);
  const SearchReport report = asked.report();
  ASSERT_THAT(report.leaders, Not(IsEmpty()));
  const PlanReport& first = report.leaders[0].plan;
  const double hours = 9537 * (first.found.step_time / hour);
  EXPECT_DOUBLE_EQ(first.gpu_hours, 32 * hours);
  EXPECT_DOUBLE_EQ(*first.cost / dollar, 4 * 30 * hours);
  EXPECT_DOUBLE_EQ(*first.energy / kilowatt_hour, 32 * hours * 0.4 * 1.2);
  EXPECT_EQ(first.phase.step.total(), first.found.step_time);
}

// 40 billion tokens are 38,147 steps over some days, of which the first is paid at 30 and the others at 20 $ a
// node-hour: as the plan is priced, and so is its step.
TEST(SearchReport, CountsEveryPriceThatTheStepsArePaidAt) {
  Asked asked;
  asked.question.objective = Objective::kCost;
  asked.scenario.phases[0].tokens *= 4;
  asked.scenario.price.chosen = price_point("on_demand", 30);
  hardware::PricePoint cut = price_point("on_demand", 20);
  cut.valid_from = Date{asked.scenario.start.days_since_epoch + 1};
  asked.scenario.price.later["on_demand"] = {cut};
  const SearchReport report = asked.report();
  ASSERT_THAT(report.leaders, Not(IsEmpty()));
  const PlanReport& first = report.leaders[0].plan;
  const double hours = 38147 * (first.found.step_time / hour);
  ASSERT_GT(hours, 24);
  EXPECT_NEAR(*first.cost / dollar, 4 * (24 * 30 + (hours - 24) * 20), 1e-6);
  EXPECT_NEAR(first.found.objective, *first.cost / dollar / 38147, 1e-9);
}

// Of Capacity Blocks whole days are paid, and of plans that are paid for as many the fastest is first.
TEST(SearchReport, CountsTheWholeDaysOfCapacityBlocks) {
  Asked asked;
  asked.question.objective = Objective::kCost;
  asked.scenario.phases[0].tokens *= 4;
  asked.scenario.price.chosen = price_point("capacity_block", 30);
  const SearchReport report = asked.report();
  ASSERT_THAT(report.leaders, testing::SizeIs(5));
  for (const LeaderReport& leader : report.leaders) {
    const double days = std::ceil(38147 * (leader.plan.found.step_time / day));
    EXPECT_NEAR(*leader.plan.cost / dollar, days * 24 * 4 * 30, 1e-6);
  }
  EXPECT_TRUE(std::ranges::is_sorted(report.leaders, {},
                                     [](const LeaderReport& leader) { return leader.plan.found.step_time; }));
}

// Three nodes are sold at most, one of which is the spare: four have a price and cannot be bought, so that plans on two
// are the cheapest however slow, and those on four the fastest first.
TEST(SearchReport, KnowsNoCostOfNodesThatCannotBeBought) {
  Asked asked;
  asked.question.objective = Objective::kCost;
  asked.question.node_counts = {4, 2};
  asked.question.num_best = 1'000;
  asked.scenario.spare_nodes = 1;
  asked.scenario.price.chosen = price_point("capacity_block", 30);
  asked.scenario.price.blocks.most_nodes = 3;
  const SearchResult result = search(asked.scenario, asked.scenario.phases[0], asked.question);
  const auto dearest = std::ranges::find_if(result.best, [](const FoundPlan& plan) { return plan.num_nodes == 4; });
  ASSERT_NE(dearest, result.best.begin());
  ASSERT_NE(dearest, result.best.end());
  for (auto plan = result.best.begin(); plan != result.best.end(); ++plan) {
    EXPECT_EQ(plan->num_nodes, plan < dearest ? 2 : 4);
    EXPECT_EQ(std::isfinite(plan->objective), plan < dearest);
  }
  EXPECT_TRUE(std::ranges::is_sorted(dearest, result.best.end(), {}, &FoundPlan::step_time));
  asked.question.node_counts = {4};
  asked.question.num_best = 2;
  const SearchReport report = asked.report();
  EXPECT_FALSE(report.leaders.at(0).plan.cost);
  EXPECT_EQ(report.leaders.at(0).plan.not_sold, "5 nodes with spares, of 3 at most");
}

// One slow step of the first plan: nearer plans would be corrected more, and what is listed fastest first is not to
// change its order by how little is known of it.
TEST(SearchReport, CorrectsAllPlansByMeasuredStepsAlike) {
  Asked asked;
  const SearchReport before = asked.report();
  ASSERT_GE(before.leaders.size(), 3u);
  StepErrors& errors = asked.scenario.step_errors.emplace();
  errors.outlook.errors.correlation.noise = 0.1;
  errors.outlook.errors.correlation.rates.fill(1);
  Phase first = asked.scenario.phases[0];
  first.num_nodes = before.leaders[0].plan.found.num_nodes;
  first.parallel = before.leaders[0].plan.found.parallel;
  errors.anchors = {{.position = calibration::position_of(step_job(asked.scenario, first)),
                     .log_ratio = std::log(2),
                     .spread = phase_report(asked.scenario, first).interval->spread}};
  const SearchReport after = asked.report();
  const double factor = after.leaders[0].plan.phase.interval->factor;
  EXPECT_GT(factor, 1.5);
  ASSERT_EQ(after.leaders.size(), before.leaders.size());
  for (std::size_t i = 0; i < after.leaders.size(); ++i) {
    const PlanReport& plan = after.leaders[i].plan;
    EXPECT_EQ(plan.found.parallel, before.leaders[i].plan.found.parallel);
    EXPECT_DOUBLE_EQ(plan.phase.step.total() / before.leaders[i].plan.phase.step.total(), factor) << i;
  }
  for (const PlanReport& plan : after.pareto) EXPECT_EQ(plan.phase.interval->factor, factor);
}

TEST(SearchReport, LeavesUnknownWhatIsUnknown) {
  Asked asked;
  asked.scenario.cluster.instance.accelerator.power.reset();
  const SearchReport report = asked.report();
  ASSERT_THAT(report.leaders, Not(IsEmpty()));
  EXPECT_FALSE(report.leaders[0].plan.cost || report.leaders[0].plan.energy);
  EXPECT_FALSE(report.leaders[0].like_first);
}

int num_differences(const ParallelPlan& a, const ParallelPlan& b) {
  return (a.tensor != b.tensor) + (a.pipeline != b.pipeline) + (a.virtual_pipeline != b.virtual_pipeline) +
         (a.context != b.context) + (a.micro_batch_size != b.micro_batch_size) + (a.recompute != b.recompute);
}

// With room for everything nothing but the step itself binds; with little, a plan one field away would be faster.
TEST(SearchReport, SaysWhenMemoryBinds) {
  const SearchReport roomy = Asked(1000 * gigabyte).report();
  ASSERT_THAT(roomy.leaders, Not(IsEmpty()));
  EXPECT_FALSE(roomy.leaders[0].but_for_memory);
  EXPECT_NE(roomy.leaders[0].bound_by(), "memory");

  const Asked asked(24 * gigabyte);
  const SearchReport tight = asked.report();
  ASSERT_THAT(tight.leaders, Not(IsEmpty()));
  const LeaderReport& first = tight.leaders[0];
  ASSERT_TRUE(first.but_for_memory);
  EXPECT_EQ(first.bound_by(), "memory");
  const NearestPlan& faster = first.but_for_memory->plan;
  const Phase& phase = asked.scenario.phases[0];
  EXPECT_EQ(num_differences(faster.parallel, first.plan.found.parallel), 1);
  EXPECT_LT(faster.step_time, 0.99 * first.plan.found.step_time);
  EXPECT_GT(faster.memory, 0.95 * 24 * gigabyte);
  EXPECT_EQ(faster.memory,
            memory_use(asked.scenario.model, memory_settings(asked.scenario, phase, faster.parallel)).total());
  EXPECT_EQ(faster.step_time, step_time(asked.scenario.model, step_settings(asked.scenario, phase, faster.parallel),
                                        asked.scenario.cluster.instance, asked.scenario.framework)
                                  ->total());
}

TEST(SearchReport, NamesTheLargestPartBeyondProductsAndAttention) {
  const SearchReport report = Asked().report();
  for (const LeaderReport& leader : report.leaders) {
    const sim::StepTime& step = leader.plan.phase.step;
    for (std::size_t i = 2; i < sim::kNumStepParts; ++i) EXPECT_GE(step[leader.largest_part], step.parts[i]);
    EXPECT_GE(static_cast<int>(leader.largest_part), 2);
  }
}

// Where plans share every error their order is certain, whatever the interval of each; a scatter of 100 % that they do
// not share leaves none certain.
TEST(SearchReport, TellsPlansApartByTheErrorOfTheirDifference) {
  Asked asked;
  asked.scenario.step_errors = StepErrors{};
  calibration::StepDifferenceModel& difference = asked.scenario.step_errors->outlook.difference;
  difference.uncertainty.fill(0);
  const SearchReport certain = asked.report();
  ASSERT_GT(certain.leaders.size(), 1u);
  EXPECT_TRUE(certain.leaders[0].like_first.value());
  EXPECT_FALSE(certain.leaders.back().like_first.value());
  const PlanReport &first = certain.leaders[0].plan, &last = certain.leaders.back().plan;
  EXPECT_NEAR(certain.leaders.back().to_first->speed, first.found.step_time / last.found.step_time, 1e-12);
  difference.uncertainty.back() = 1;
  for (const LeaderReport& leader : asked.report().leaders) EXPECT_TRUE(leader.like_first.value());
}

TEST(SearchReport, OrdersTheLeadersBySimulationToo) {
  const SearchReport report = Asked().report();
  ASSERT_EQ(report.simulated_order.size(), report.leaders.size());
  for (std::size_t i = 0; i < report.leaders.size(); ++i) {
    ASSERT_TRUE(report.leaders[i].simulated) << report.leaders[i].not_simulated;
    // The closed form is within a few per cent of the simulation (docs/models/step_simulation.md).
    EXPECT_NEAR(*report.leaders[i].simulated / report.leaders[i].plan.found.step_time, 1, 0.1);
    if (i > 0) {
      EXPECT_LE(*report.leaders[report.simulated_order[i - 1]].simulated,
                *report.leaders[report.simulated_order[i]].simulated);
    }
  }
}

TEST(SearchReport, IsTheSameForTheSameQuestion) {
  const Asked asked(40 * gigabyte);
  const SearchReport a = asked.report(), b = asked.report();
  EXPECT_EQ(a.result.best, b.result.best);
  EXPECT_EQ(a.result.pareto, b.result.pareto);
  EXPECT_EQ(a.simulated_order, b.simulated_order);
}

// Half-way through the nodes it is told to stop: what was looked at is the answer, and says that it is not all.
TEST(Search, StopsWhenToldToAndKeepsTheBestSoFar) {
  Asked asked;
  asked.question.node_counts = {1, 2, 4};
  SearchQuestion first = asked.question;
  first.node_counts = {1, 2};
  RecordingWatcher after_two(num_plans(asked.scenario, asked.scenario.phases[0], first));
  const SearchResult part = search(asked.scenario, asked.scenario.phases[0], asked.question, after_two);
  EXPECT_TRUE(part.stopped);
  EXPECT_LT(part.counts.total(), part.num_plans);
  for (const FoundPlan& plan : part.best) EXPECT_LE(plan.num_nodes, 2);

  RecordingWatcher watcher;
  const SearchResult all = search(asked.scenario, asked.scenario.phases[0], asked.question, watcher);
  EXPECT_FALSE(all.stopped);
  EXPECT_TRUE(watcher.never_fell());
  EXPECT_EQ(watcher.reports.back(), std::pair(all.num_plans, all.num_plans));
}

TEST(FieldSpaces, HoldThePlanItselfAndOthersThatDifferInTheField) {
  const Asked asked;
  SearchSpace space = whole_space(asked.scenario);
  const ParallelPlan plan = search(asked.scenario, asked.scenario.phases[0], asked.question).best[0].parallel;
  for (const FieldSpace& open : field_spaces(space, plan)) {
    SearchQuestion question = asked.question;
    question.space = open.space;
    question.num_best = 1000;
    bool holds_itself = false;
    for (const FoundPlan& found : search(asked.scenario, asked.scenario.phases[0], question).best) {
      holds_itself = holds_itself || found.parallel == plan;
      EXPECT_LE(num_differences(found.parallel, plan), 1) << open.field;
    }
    // Of plans that differ in sequence parallelism, overlap or offload alone the best is listed.
    const bool switches = open.field == "overlap" || open.field == "offload" || open.field == "sequence_parallel";
    EXPECT_TRUE(holds_itself || switches) << open.field;
  }
}

}  // namespace search_report_test
}  // namespace fmplan::plan
