#include "core/programme/placing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "tests/programme/programmes.h"

namespace fmplan::programme {
namespace placing_test {

using testing::Each;
using testing::ElementsAre;

const Date kStart = *parse_date("2025-03-01");

Date day_after(int days) { return {kStart.days_since_epoch + days}; }

DurationTable table_of(const scenario::Programme& programme) {
  DurationMemo memo;
  return duration_table(programme, catalog::Catalog::shipped(""), 1, memo);
}

// 8 nodes from day 2 on, checked for a day and a half, one of them a spare; 3 given back on day 6; on day 5 half of
// what is left in maintenance.
TEST(Placing, NodesByDay) {
  scenario::Pool pool = pool_of("p", day_after(2), 8, 1.0);
  pool.acceptance.check = 1.5 * day;
  pool.spares = 1;
  pool.returns = {{.on = day_after(6), .nodes = 3}};
  pool.maintenance = {{.from = day_after(5), .until = day_after(6), .nodes = 2}};
  const scenario::Programme programme = programme_of(kStart, 8, {pool});
  EXPECT_THAT(nodes_by_day(programme, pool), ElementsAre(0, 0, 0, 0, 7, 5, 4, 4));
}

TEST(Placing, MaintenanceOfAllNodes) {
  scenario::Pool pool = pool_of("p", kStart, 8, 1.0);
  pool.maintenance = {{.from = day_after(1), .until = day_after(3)}};
  EXPECT_THAT(nodes_by_day(programme_of(kStart, 4, {pool}), pool), ElementsAre(8, 0, 0, 8));
}

// A week has the nodes of its poorest day; what does not fill a week at the end is left out.
TEST(Placing, WeeksHaveTheNodesOfTheirPoorestDay) {
  scenario::Pool pool = pool_of("p", day_after(3), 8, 1.0);
  scenario::Programme programme = programme_of(kStart, 23, {pool});
  programme.policy.grid_days = 7;
  const PlacingProblem placing = placing_problem(programme, {});
  EXPECT_EQ(placing.problem.num_slots, 3);
  EXPECT_THAT(placing.problem.capacity.at(0), ElementsAre(0, 8, 8));
}

// 10 days take 2 weeks; earliest on day 8 is the third week's begin; to be ready by the end of day 27 leaves 4 weeks.
TEST(Placing, SlotsOfPhasesAndDates) {
  scenario::Programme programme = programme_of(kStart, 70, {pool_of("p", kStart, 8, 2.0)});
  programme.policy.grid_days = 7;
  scenario::Project project = project_of("a", "p", 10, {2, 4});
  project.earliest = day_after(8);
  project.deadline = day_after(27);
  programme.organisations = {{.name = "org", .projects = {project}}};
  const PlacingProblem placing = placing_problem(programme, table_of(programme));
  const plan::PlacementProject& placed = placing.problem.projects.at(0);
  EXPECT_EQ(placed.earliest, 2);
  EXPECT_EQ(placed.due, 4);
  ASSERT_EQ(placed.phases.size(), 1U);
  ASSERT_EQ(placed.phases[0].modes.size(), 2U);
  EXPECT_EQ(placed.phases[0].modes[0].slots, 2);
  EXPECT_EQ(placed.phases[0].modes[1].nodes, 4);
  EXPECT_DOUBLE_EQ(placed.phases[0].modes[1].node_hours, 4 * 240);
  EXPECT_DOUBLE_EQ(placed.phases[0].modes[1].money, 4 * 240 * 2.0);
}

// What has no price is no bargain: it counts as a hundredth dearer than the dearest that has one.
TEST(Placing, APoolWithoutAPriceIsNotFree) {
  scenario::Programme programme =
      programme_of(kStart, 30, {pool_of("cheap", kStart, 8, 10.0), pool_of("nobody knows", kStart, 8, std::nullopt)});
  scenario::Project project = project_of("a", "cheap", 10, {2});
  project.pools.push_back("nobody knows");
  programme.organisations = {{.name = "org", .projects = {project}}};
  const PlacingProblem placing = placing_problem(programme, table_of(programme));
  const auto& modes = placing.problem.projects.at(0).phases.at(0).modes;
  ASSERT_EQ(modes.size(), 2U);
  EXPECT_DOUBLE_EQ(modes[0].money, 480 * 10);
  EXPECT_DOUBLE_EQ(modes[1].money, 480 * 10.1);
}

// Node-hours scale with the nodes: 96 of them are 2 days on 2 nodes and 1 day on 4.  A dedicated project of two phases
// has one, of their days together: 2.5 + 2 and 2.5 + 1.
TEST(Placing, ADedicatedProjectIsOneStretch) {
  scenario::Programme programme = programme_of(kStart, 30, {pool_of("p", kStart, 8, std::nullopt)});
  scenario::Project project = project_of("a", "p", 2.5, {});
  project.nodes = {2, 4};
  scenario::ProjectPhase experiments{.kind = scenario::PhaseKind::kExperiments, .name = "tries", .node_hours = 96};
  project.phases.push_back(experiments);
  project.dedicated = true;
  programme.organisations = {{.name = "org", .projects = {project}}};
  const DurationTable table = table_of(programme);
  const PlacingProblem placing = placing_problem(programme, table);
  const plan::PlacementProject& placed = placing.problem.projects.at(0);
  ASSERT_EQ(placed.phases.size(), 1U);
  ASSERT_EQ(placed.phases[0].modes.size(), 2U);
  EXPECT_EQ(placed.phases[0].modes[0].slots, 5);  // 4.5 days
  EXPECT_EQ(placed.phases[0].modes[1].slots, 4);  // 3.5
  EXPECT_EQ(placed.phases[0].modes[0].money, 0);  // the price is unknown
  EXPECT_THAT(placing.options[0][0], Each(testing::SizeIs(2)));
}

TEST(Placing, MoreNodesThanThePoolEverHasAreRefusedWithAReason) {
  scenario::Programme programme = programme_of(kStart, 30, {pool_of("p", kStart, 8, 1.0)});
  programme.organisations = {{.name = "org", .projects = {project_of("a", "p", 3, {4, 16})}}};
  const DurationTable table = table_of(programme);
  ASSERT_EQ(table[0][0].options.size(), 1U);
  EXPECT_EQ(table[0][0].options[0].nodes, 4);
  ASSERT_EQ(table[0][0].refused.size(), 1U);
  EXPECT_THAT(table[0][0].refused[0].reason, testing::HasSubstr("never has more than 8 nodes"));
}

}  // namespace placing_test
}  // namespace fmplan::programme
