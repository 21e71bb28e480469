#include "core/plan/placement/list_scheduler.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/placement/place.h"
#include "core/plan/placement/placement_rules.h"
#include "tests/plan/placement/brute_force.h"
#include "tests/plan/placement/random_problem.h"

namespace fmplan::plan {
namespace list_scheduler_test {

using ::testing::IsEmpty;

constexpr CountedObjective kNoBound = {.unplaced = -1};

/// Remembers what it is told, and stops once it has been told so often.
class Listener : public JobWatcher {
 public:
  explicit Listener(std::size_t stops_after = std::numeric_limits<std::size_t>::max()) : stops_after_(stops_after) {}

  void report(std::int64_t done, std::int64_t total) override {
    told.push_back(done);
    totals.insert(total);
  }
  bool stopped() const override { return told.size() >= stops_after_; }

  std::vector<std::int64_t> told;
  std::set<std::int64_t> totals;

 private:
  std::size_t stops_after_;
};

/// Tight, so that no bound ends the search.
PlacementProblem tight_problem() {
  return random_problem(7, {.slots = 30, .pools = 2, .projects = 12, .phases = 4, .modes = 4});
}

// 4 nodes, 4 slots.  By due slot alone the first would take all nodes for 1 slot; both are in time only if each runs
// on 2.
TEST(ListSchedule, ChoosesNarrowWhereWideWouldMakeOthersLate) {
  PlacementProblem problem;
  problem.num_slots = 4;
  problem.capacity = {{4, 4, 4, 4}};
  const std::vector<PlacementMode> widths = {{.pool = 0, .nodes = 4, .slots = 3}, {.pool = 0, .nodes = 2, .slots = 4}};
  const PlacementPhase phase = {.modes = widths};
  problem.projects = {{.name = "a", .due = 4, .phases = {phase}}, {.name = "b", .due = 4, .phases = {phase}}};
  const CountedProblem whole = counted(problem);
  EXPECT_EQ(objective_of(whole, list_schedule(whole)), CountedObjective{});
}

TEST(ListSchedule, BreaksNoRuleOnRandomProgrammes) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const PlacementProblem problem =
        random_problem(seed, {.slots = 30, .pools = 3, .projects = 12, .phases = 4, .modes = 4});
    ASSERT_THAT(check_problem(problem), IsEmpty()) << seed;
    const CountedProblem whole = counted(problem);
    const Schedule listed = list_schedule(whole);
    const Schedule found = local_search(whole, listed, kNoBound, {.num_steps = 200, .seed = seed});
    EXPECT_THAT(check_placement(problem, to_placement(problem, whole, listed)), IsEmpty()) << seed;
    EXPECT_THAT(check_placement(problem, to_placement(problem, whole, found)), IsEmpty()) << seed;
    EXPECT_LE(objective_of(whole, found), objective_of(whole, listed)) << seed;
  }
}

TEST(Place, TellsSchedulesAndStepsAsOneCount) {
  Listener listener;
  const Placement placement = place(tight_problem(), {}, {.search_steps = 400}, listener);
  ASSERT_GT(placement.objective.unplaced_weight + placement.objective.late, 0) << "or the search would have ended";
  EXPECT_EQ(listener.totals, (std::set<std::int64_t>{kNumListSchedules + 400}));
  // Every schedule, and every second step.
  ASSERT_EQ(listener.told.size(), static_cast<std::size_t>(kNumListSchedules + 200));
  EXPECT_TRUE(std::ranges::is_sorted(listener.told));
  EXPECT_EQ(listener.told.front(), 0);
  EXPECT_EQ(listener.told.back(), kNumListSchedules + 398);
}

// Wherever it is stopped, what there is keeps all rules; after the first ten schedules it is the best of these, later
// never worse.
TEST(Place, StopsWithTheBestSoFar) {
  const PlacementProblem problem = tight_problem();
  std::optional<PlacementObjective> before;
  const auto parts = [](const PlacementObjective& o) { return std::tie(o.unplaced_weight, o.late, o.money); };
  for (const std::size_t stops_after : {1, 10, 42, 50, 150, 241}) {
    Listener listener(stops_after);
    const Placement placement = place(problem, {}, {.search_steps = 400}, listener);
    EXPECT_EQ(listener.told.size(), stops_after);
    EXPECT_THAT(check_placement(problem, placement), IsEmpty());
    EXPECT_LE(placement.bound.unplaced_weight, placement.objective.unplaced_weight);
    if (before) {
      EXPECT_LE(parts(placement.objective), parts(*before)) << stops_after;
    }
    before = placement.objective;
  }
}

// Some order and some widths make a best placement, so that on tiny ones the search finds what brute force does.
TEST(LocalSearch, FindsTheBestOfTinyProgrammes) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const PlacementProblem problem = random_problem(seed, {});
    const CountedProblem whole = counted(problem);
    const Placement found = to_placement(
        problem, whole, local_search(whole, list_schedule(whole), kNoBound, {.num_steps = 3000, .seed = 1}));
    EXPECT_EQ(found.objective, BruteForce(problem).best()) << seed;
  }
}

TEST(LocalSearch, FindsTheBestOfTinyProgrammesWithPauses) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const PlacementProblem problem = with_pauses(random_problem(seed, {}), seed);
    ASSERT_THAT(check_problem(problem), IsEmpty()) << seed;
    const CountedProblem whole = counted(problem);
    const Placement found = to_placement(
        problem, whole, local_search(whole, list_schedule(whole), kNoBound, {.num_steps = 3000, .seed = 1}));
    EXPECT_THAT(check_placement(problem, found), IsEmpty()) << seed;
    EXPECT_EQ(found.objective, BruteForce(problem).best()) << seed;
  }
}

TEST(LocalSearch, FindsTheSameTwiceAndAnotherByAnotherSeed) {
  const PlacementProblem problem =
      random_problem(7, {.slots = 30, .pools = 2, .projects = 12, .phases = 4, .modes = 4});
  const CountedProblem whole = counted(problem);
  const Schedule start = list_schedule(whole);
  const Schedule found = local_search(whole, start, kNoBound, {.num_steps = 500, .seed = 3});
  EXPECT_EQ(local_search(whole, start, kNoBound, {.num_steps = 500, .seed = 3}), found);
  EXPECT_NE(local_search(whole, start, kNoBound, {.num_steps = 500, .seed = 4}), found);
}

TEST(CountedProblem, CountsWeightsExactlyWhereTheyHaveDecimals) {
  PlacementProblem problem = random_problem(1, {});
  problem.projects.resize(1, problem.projects.front());
  problem.projects.front().weight = 1.25;
  EXPECT_EQ(counted(problem).projects.front().weight, 125);
  EXPECT_DOUBLE_EQ(counted(problem).weight_unit, 0.01);
  EXPECT_EQ(counted(problem).weight_ratio, 1);
  problem.projects.front().weight = 1.0 / 3;
  EXPECT_EQ(counted(problem).projects.front().weight, 333'333);
  // Rounded down: what it counts as is no more than the truth, but neither all of it.
  EXPECT_LT(counted(problem).weight_ratio, 1);
}

}  // namespace list_scheduler_test
}  // namespace fmplan::plan
