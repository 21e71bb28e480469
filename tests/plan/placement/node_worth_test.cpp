#include "core/plan/placement/node_worth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/placement/place.h"

namespace fmplan::plan {
namespace node_worth_test {

using testing::ElementsAre;
using testing::IsEmpty;

/// Projects of 2 slots on 2 nodes each, due after so many slots, on one pool of `nodes`.
PlacementProblem pairs(int num_slots, int nodes, const std::vector<int>& dues) {
  PlacementProblem problem{.num_slots = num_slots,
                           .capacity = {std::vector<int>(static_cast<std::size_t>(num_slots), nodes)},
                           .projects = {}};
  for (const int due : dues)
    problem.projects.push_back({.name = "p", .due = due, .phases = {{.modes = {{.pool = 0, .nodes = 2, .slots = 2}}}}});
  return problem;
}

// Two of 2 slots on 3 nodes, both due after 2: the second is 2 late.  With one node
// more in both it is in time; in the second alone, where it may start then, 1 late; in the first alone that is no help.
TEST(NodeWorth, IsTheLatenessThatItSaves) {
  const PlacementProblem problem = pairs(6, 3, {2, 2});
  const Placement found = place(problem);
  EXPECT_DOUBLE_EQ(found.objective.late, 2);
  EXPECT_THAT(worth_of_nodes(problem, found, 2, 1, 100, 1),
              ElementsAre(NodeWorth{.pool = 0, .first = 0, .end = 2, .late = 2},
                          NodeWorth{.pool = 0, .first = 0, .end = 6, .late = 2}));
  EXPECT_THAT(worth_of_nodes(problem, found, 1, 1, 100, 1),
              ElementsAre(NodeWorth{.pool = 0, .first = 0, .end = 6, .late = 2},
                          NodeWorth{.pool = 0, .first = 1, .end = 2, .late = 1},
                          NodeWorth{.pool = 0, .first = 1, .end = 6, .late = 1}));
}

// Within 2 slots only one of the two can be placed on 3 nodes; with a fourth both are.
TEST(NodeWorth, IsTheWeightThatItPlaces) {
  const PlacementProblem problem = pairs(2, 3, {2, 2});
  const Placement found = place(problem);
  EXPECT_DOUBLE_EQ(found.objective.unplaced_weight, 1);
  EXPECT_THAT(worth_of_nodes(problem, found, 2, 1, 100, 2),
              ElementsAre(NodeWorth{.pool = 0, .first = 0, .end = 2, .unplaced_weight = 1}));
}

TEST(NodeWorth, IsNothingWhereNothingIsLate) {
  const PlacementProblem problem = pairs(6, 4, {2, 2});
  EXPECT_THAT(worth_of_nodes(problem, place(problem), 1, 1, 100, 1), IsEmpty());
}

}  // namespace node_worth_test
}  // namespace fmplan::plan
