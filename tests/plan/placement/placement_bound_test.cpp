#include "core/plan/placement/placement_bound.h"

#include <gtest/gtest.h>

#include "tests/plan/placement/brute_force.h"
#include "tests/plan/placement/random_problem.h"

namespace fmplan::plan {
namespace placement_bound_test {

PlacementProject one_phase(const char* name, double weight, std::optional<int> due, int nodes, int slots) {
  return {
      .name = name, .weight = weight, .due = due, .phases = {{.modes = {{.pool = 0, .nodes = nodes, .slots = slots}}}}};
}

PlacementProblem four_nodes(int num_slots, std::vector<PlacementProject> projects) {
  return {.num_slots = num_slots,
          .capacity = {std::vector<int>(static_cast<std::size_t>(num_slots), 4)},
          .projects = std::move(projects)};
}

// Alone it ends at 5, 2 after its due slot, at weight 3.
TEST(LowerBound, HasTheCriticalPath) {
  EXPECT_EQ(lower_bound(counted(four_nodes(8, {one_phase("a", 3, 3, 1, 5)}))), (CountedObjective{.late = 6}));
  // Its follower cannot start before 5.
  PlacementProblem chain = four_nodes(8, {one_phase("a", 3, 3, 1, 5), one_phase("b", 2, 5, 1, 2)});
  chain.projects[1].after = {0};
  EXPECT_EQ(lower_bound(counted(chain)), (CountedObjective{.late = 6 + 2 * 2}));
}

// Three of 4 nodes × 2 slots are due at 4, with node-slots for two: the lightest is late for slots 4 and 5.
TEST(LowerBound, HasTheEnergyOfAPool) {
  const PlacementProblem problem =
      four_nodes(8, {one_phase("a", 3, 4, 4, 2), one_phase("b", 2, 4, 4, 2), one_phase("c", 5, 4, 4, 2)});
  EXPECT_EQ(lower_bound(counted(problem)), (CountedObjective{.late = 2 * 2}));
}

// … and in a window of 4 slots the lightest is not placed.
TEST(LowerBound, LeavesOutWhatTheWindowHasNoNodeSlotsFor) {
  const PlacementProblem problem =
      four_nodes(4, {one_phase("a", 3, {}, 4, 2), one_phase("b", 2, {}, 4, 2), one_phase("c", 5, {}, 4, 2)});
  EXPECT_EQ(lower_bound(counted(problem)).unplaced, 2);
}

TEST(LowerBound, LeavesOutWhatFitsNowhereAndWhatComesAfterIt) {
  PlacementProblem problem = four_nodes(4, {one_phase("a", 3, {}, 5, 1), one_phase("b", 2, {}, 1, 1)});
  EXPECT_EQ(lower_bound(counted(problem)), (CountedObjective{.unplaced = 3}));
  problem.projects[1].after = {0};
  EXPECT_EQ(lower_bound(counted(problem)), (CountedObjective{.unplaced = 5}));
}

TEST(LowerBound, IsNeverAboveTheBest) {
  int num_tight = 0, num_late = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const PlacementProblem problem = random_problem(seed, {});
    const CountedProblem whole = counted(problem);
    const CountedObjective bound = lower_bound(whole);
    const PlacementObjective best = BruteForce(problem).best();
    const std::pair<double, double> reached = {best.unplaced_weight, best.late};
    const std::pair<double, double> below = {static_cast<double>(bound.unplaced) * whole.weight_unit,
                                             static_cast<double>(bound.late) * whole.weight_unit};
    EXPECT_LE(below, reached) << seed;
    if (best.late > 0) ++num_late;
    if (best.late > 0 && below == reached) ++num_tight;
  }
  // Not by being 0: of those where something is late, it is the best for more than half.
  EXPECT_GT(num_late, 100);
  EXPECT_GT(num_tight, num_late / 2);
}

}  // namespace placement_bound_test
}  // namespace fmplan::plan
