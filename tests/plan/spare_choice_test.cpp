#include "core/plan/spare_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "tests/plan/notice_matchers.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace spare_choice_test {

using testing::Contains;
using testing::Not;

/// Sixty-four nodes, a failure every 1.6 days, and a day until a node is replaced.
Scenario waiting(int spare_nodes) {
  Scenario scenario = small_scenario();
  scenario.cluster.num_nodes = 64;
  scenario.phases[0].global_batch_size = 512;
  scenario.phases[0].tokens *= 400;
  scenario.failures.per_1000_node_days = 10;
  scenario.recovery.replacement = 24 * hour;
  scenario.price.chosen = price_point("on_demand", 50);
  scenario.spare_nodes = spare_nodes;
  return scenario;
}

const NoticeValue& value_of(const Notice& notice, std::string_view name) {
  return std::ranges::find(notice.values, name, &std::pair<std::string_view, NoticeValue>::first)->second;
}

/// What stating each number costs.
Dollars cost_with(int spare_nodes) { return *evaluate(waiting(spare_nodes)).cost.total; }

TEST(SpareChoice, OfAutoIsTheCheapestOfAllThatAreStated) {
  Scenario asked = waiting(0);
  asked.search_spares = true;
  const Report report = evaluate(asked);
  Dollars least = cost_with(0);
  for (int spares = 1; spares <= 64 / kNodesPerSpare; ++spares) least = std::min(least, cost_with(spares));
  EXPECT_LT(least, cost_with(0));
  EXPECT_NEAR(*report.cost.total / least, 1, 1e-12);
  EXPECT_NEAR(cost_with(report.scenario.spare_nodes) / least, 1, 1e-12);
  ASSERT_THAT(report.assumptions, Contains(testing::Field(&Assumption::path, "/run/spare_nodes")));
  EXPECT_THAT(report.warnings, Not(Contains(is(NoticeKind::kSparesPay)))) << "they are there";
}

TEST(SpareChoice, OfAutoIsNoneWhereNodesComeAtOnce) {
  Scenario asked = waiting(0);
  asked.recovery.replacement = 1 * second;
  asked.search_spares = true;
  EXPECT_EQ(evaluate(asked).scenario.spare_nodes, 0);
}

// A cluster of fewer nodes than one spare is kept for may need one: without it the run ends with the first node lost.
TEST(SpareChoice, OfAutoKeepsASmallRunGoing) {
  Scenario asked = small_scenario();
  asked.phases[0].tokens *= 4;
  asked.recovery.replacement = sim::kNever;
  asked.search_spares = true;
  const Report report = evaluate(asked);
  EXPECT_GT(report.scenario.spare_nodes, 0);
  EXPECT_EQ(report.run.end, sim::RunEnd::kReached);
}

TEST(SparesThatPay, AreToldWithWhatStatingThemAnswers) {
  const Report without = evaluate(waiting(0));
  const auto told = std::ranges::find(without.warnings, NoticeKind::kSparesPay, &Notice::kind);
  ASSERT_NE(told, without.warnings.end());
  const auto spares = std::get<std::int64_t>(value_of(*told, "spares"));
  const Report with = evaluate(waiting(static_cast<int>(spares)));
  EXPECT_NEAR(std::get<Seconds>(value_of(*told, "days")) / day, with.median_days, 1e-9);
  EXPECT_LT(with.median_days, without.median_days);
  EXPECT_LT(*with.cost.total, *without.cost.total);
  EXPECT_THAT(with.warnings, Not(Contains(is(NoticeKind::kSparesPay)))) << "more pay no more";
}

TEST(SparesThatPay, AreToldByTimeAloneWhereNoPriceIsKnown) {
  Scenario scenario = waiting(0);
  scenario.price.chosen.reset();
  EXPECT_THAT(evaluate(scenario).warnings, Contains(is(NoticeKind::kSparesSaveTime)));
}

TEST(SparesThatPay, AreNotToldWhereNobodyWaits) {
  Scenario scenario = waiting(0);
  scenario.recovery.replacement = 1 * minute;
  for (const Notice& warning : evaluate(scenario).warnings) {
    EXPECT_NE(warning.kind, NoticeKind::kSparesPay);
    EXPECT_NE(warning.kind, NoticeKind::kSparesSaveTime);
  }
}

/// The fewest spares with which at least half of the runs end, where none comes back.
Scenario without_replacement(int spare_nodes) {
  Scenario scenario = waiting(spare_nodes);
  scenario.recovery.replacement = sim::kNever;
  scenario.campaign_overhead = CampaignOverhead{.share = 0.2, .log_sd = 0.3};
  return scenario;
}
int fewest_that_end() {
  int spares = 1;
  while (evaluate(without_replacement(spares)).run.end != sim::RunEnd::kReached) ++spares;
  return spares;
}

// One fewer is enough in nearly as many runs, and not in none.
TEST(SparesThatRunOut, AreToldWithHowOftenTheyLast) {
  const int fewest = fewest_that_end();
  ASSERT_GT(fewest, 3);
  const Report enough = evaluate(without_replacement(fewest)), few = evaluate(without_replacement(fewest - 1));
  EXPECT_EQ(few.run.end, sim::RunEnd::kSparesRunOut);
  EXPECT_LT(few.run.spares_last, 0.5);
  EXPECT_GT(few.run.spares_last, 0.3);
  EXPECT_GT(enough.run.spares_last, few.run.spares_last);
}

// What makes a run short makes it end: the lower end is that of all that spreads it, though the upper one is never.
TEST(SparesThatRunOut, LeaveTheLowerEndAsItIs) {
  const Report report = evaluate(without_replacement(fewest_that_end()));
  EXPECT_FALSE(std::isfinite(report.wall_clock_days_80.high));
  ASSERT_TRUE(report.campaign_days_80);
  EXPECT_LE(report.wall_clock_days_80.low, report.campaign_days_80->low);
}

}  // namespace spare_choice_test
}  // namespace fmplan::plan
