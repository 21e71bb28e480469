#include "core/plan/placement/placement_rules.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::plan {
namespace placement_rules_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Two projects on 4 nodes for 6 slots; the second has two phases and comes after the first.
PlacementProblem two_projects() {
  PlacementProblem problem;
  problem.num_slots = 6;
  problem.capacity = {{4, 4, 4, 4, 2, 2}};
  const PlacementMode wide = {.pool = 0, .nodes = 4, .slots = 1, .money = 10, .node_hours = 4};
  const PlacementMode narrow = {.pool = 0, .nodes = 2, .slots = 2, .money = 8, .node_hours = 5};
  problem.projects = {{.name = "a", .weight = 3, .earliest = 1, .due = 1, .phases = {{.modes = {wide, narrow}}}},
                      {.name = "b", .weight = 2, .due = 4, .after = {0}, .phases = {{{wide, narrow}}, {{narrow}}}}};
  return problem;
}

Placement placement_of(std::vector<PlacedPhase> a, std::vector<PlacedPhase> b) {
  Placement placement;
  placement.projects = {a, b};
  return placement;
}

// a in slot 1, ends at 2, 1 late, of weight 3; b in slots 2 and 3–4, ends at 5, 1 late, of weight 2.
TEST(ObjectiveOfPlacement, AddsUpWhatIsPlacedAndWhatIsNot) {
  const PlacementProblem problem = two_projects();
  const Placement placement = placement_of({{0, 1}}, {{0, 2}, {0, 3}});
  EXPECT_THAT(check_placement(problem, placement), IsEmpty());
  EXPECT_EQ(objective_of(problem, placement),
            (PlacementObjective{.unplaced_weight = 0, .late = 3 * 1 + 2 * 1, .money = 28, .node_hours = 13}));
  Placement half = placement;
  half.projects[1].reset();
  EXPECT_THAT(check_placement(problem, half), IsEmpty());
  EXPECT_EQ(objective_of(problem, half),
            (PlacementObjective{.unplaced_weight = 2, .late = 3, .money = 10, .node_hours = 4}));
}

TEST(CheckPlacement, NamesEachRuleThatIsBroken) {
  const PlacementProblem problem = two_projects();
  const auto broken = [&](const Placement& placement) { return check_placement(problem, placement); };
  EXPECT_THAT(broken(placement_of({{0, 0}}, {{0, 2}, {0, 3}})),
              ElementsAre(HasSubstr("a: phase 0 starts in slot 0, before 1")));
  EXPECT_THAT(broken(placement_of({{0, 1}}, {{1, 2}, {0, 3}})),
              ElementsAre(HasSubstr("b: phase 1 starts in slot 3, before 4")));
  EXPECT_THAT(broken(placement_of({{0, 1}}, {{0, 2}, {0, 5}})),
              ElementsAre(HasSubstr("b: phase 1 ends at 7, after 6")));
  EXPECT_THAT(broken(placement_of({{1, 1}}, {{1, 2}, {0, 4}})),
              ElementsAre(HasSubstr("b starts in slot 2, before a ends")));
  Placement without_first = placement_of({}, {{0, 2}, {0, 3}});
  without_first.projects[0].reset();
  EXPECT_THAT(broken(without_first), ElementsAre(HasSubstr("a that it comes after is not")));
  EXPECT_THAT(broken(placement_of({{2, 1}}, {{0, 2}})),
              ElementsAre(HasSubstr("a: not each"), HasSubstr("b: not each")));
  EXPECT_THAT(broken({}), ElementsAre(HasSubstr("0 projects, of 2")));
}

// Two slots of work from slot 0 on, the pool empty in slot 1: it ends with slot 2.  Where it may not pause it does not
// fit before slot 2.
TEST(CheckPlacement, LetsWhatPausesLieAcrossSlotsWithoutNodes) {
  PlacementProblem problem;
  problem.num_slots = 5;
  problem.capacity = {{4, 0, 4, 4, 4}};
  problem.projects = {{.name = "a", .due = 2, .phases = {{{{.pool = 0, .nodes = 4, .slots = 2, .pauses = {1}}}}}}};
  const auto from = [](int start) {
    Placement placement;
    placement.projects = {std::vector<PlacedPhase>{{.mode = 0, .start = start}}};
    return placement;
  };
  EXPECT_THAT(check_placement(problem, from(0)), IsEmpty());
  EXPECT_EQ(objective_of(problem, from(0)).late, 1);
  EXPECT_THAT(check_placement(problem, from(1)), ElementsAre("a: phase 0 starts in a pause, slot 1"));
  problem.projects[0].phases[0].modes[0].pauses.clear();
  EXPECT_THAT(check_placement(problem, from(0)), ElementsAre("pool 0 lends 4 of 0 nodes in slot 1"));
  EXPECT_THAT(check_placement(problem, from(2)), IsEmpty());
  problem.projects[0].phases[0].modes[0].pauses = {3, 1};
  EXPECT_THAT(check_problem(problem), ElementsAre("a, phase 0: its pauses do not ascend"));
}

TEST(CheckPlacement, CountsNodesInEverySlot) {
  const PlacementProblem problem = two_projects();
  PlacementProblem apart = problem;
  apart.projects[1].after.clear();
  EXPECT_THAT(check_placement(apart, placement_of({{0, 4}}, {{1, 0}, {0, 2}})),
              ElementsAre("pool 0 lends 4 of 2 nodes in slot 4"));
  EXPECT_THAT(check_placement(apart, placement_of({{0, 2}}, {{1, 0}, {0, 2}})),
              ElementsAre("pool 0 lends 6 of 4 nodes in slot 2"));
}

TEST(CheckProblem, TellsWhatNobodyCouldPlace) {
  EXPECT_THAT(check_problem(two_projects()), IsEmpty());
  PlacementProblem problem = two_projects();
  problem.capacity.push_back({1, -1});
  problem.projects[0].weight = 0;
  problem.projects[0].after = {1};
  problem.projects[1].phases[0].modes[0] = {
      .pool = 2, .nodes = -1, .slots = 0, .money = std::numeric_limits<double>::quiet_NaN()};
  problem.projects[1].phases[1].modes.clear();
  EXPECT_THAT(check_problem(problem),
              ElementsAre("pool 1: capacities of 2 slots, of 6", "pool 1: a capacity below 0",
                          "a: weight 0, more than 0", "b, phase 0: there is no pool 2", "b, phase 0: -1 nodes",
                          "b, phase 0: 0 slots, at least 1", HasSubstr("b, phase 0: money nan"),
                          "b: phase 1 has no mode", "projects that come after each other: a after b after a"));
}

}  // namespace placement_rules_test
}  // namespace fmplan::plan
