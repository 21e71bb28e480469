// Starts worked out by hand.  Times in hours.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/sim/programme/backfill.h"
#include "tests/sim/programme/plain_programme.h"

namespace fmplan::sim {
namespace programme_queue_test {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Not;

struct HandJob {
  double at_h;
  int nodes;
  double takes_h;
  double estimate_h = 0;  ///< 0: right
};

ProgrammeSettings queue_of(int nodes, const std::vector<HandJob>& jobs, bool backfill,
                           QueueOrder order = QueueOrder::kFifo) {
  ProgrammeSettings s = plain_programme(nodes);
  s.rules = {.order = order, .backfill = backfill};
  for (const HandJob& job : jobs)
    add_task(s, {.nodes = job.nodes,
                 .submitted_s = job.at_h * kHour_s,
                 .estimate_s = job.estimate_h * kHour_s,
                 .duration_s = job.takes_h * kHour_s});
  return s;
}

std::vector<double> starts_h(const ProgrammeSettings& s) {
  std::vector<double> starts = starts_s(one_trial(s));
  for (double& start : starts) start /= kHour_s;
  return starts;
}

TEST(Reservation, IsTheFirstTimeAtWhichEnoughIsFree) {
  // 2 free; 3 more at 5, 4 more at 8, 1 gone at 8.
  const std::vector<Release> releases{{8, 4}, {5, 3}, {8, -1}};
  const auto of = [&](int nodes) { return reservation(nodes, 2, 1, releases); };
  EXPECT_EQ(of(2).at_s, 1);
  EXPECT_EQ(of(4).at_s, 5);
  EXPECT_EQ(of(4).extra, 1);
  EXPECT_EQ(of(6).at_s, 8);
  EXPECT_EQ(of(6).extra, 2);
  EXPECT_EQ(of(9).at_s, std::numeric_limits<double>::infinity());
}

TEST(MayJump, IfItEndsByThenOrTakesWhatIsLeftOver) {
  const Reservation first{.at_s = 10, .extra = 2};
  EXPECT_TRUE(may_jump(5, 4, 6, first));
  EXPECT_FALSE(may_jump(5, 4.1, 6, first));
  EXPECT_TRUE(may_jump(2, 100, 6, first));
}

// 2 free from 1 on; 5 from 5, 1 from 8, 5 from 10 on.
TEST(FreeNodes, AreThoseOfAPoolThatGrowsAndShrinks) {
  const FreeNodes free(2, 1, {{10, 4}, {5, 3}, {8, -4}});
  EXPECT_EQ(free.first(2, 4).at_s, 1);
  EXPECT_EQ(free.first(2, 7).at_s, 1) << "ends as the pool shrinks";
  EXPECT_EQ(free.first(2, 7.1).at_s, 10);
  EXPECT_EQ(free.first(4, 3).at_s, 5);
  EXPECT_EQ(free.first(4, 3.1).at_s, 10);
  EXPECT_EQ(free.first(4, 3.1).extra, 1);
  EXPECT_EQ(free.first(1, 1000).at_s, 1);
  EXPECT_EQ(free.first(6, 0).at_s, std::numeric_limits<double>::infinity());
  EXPECT_EQ(free.least(8), 2);
  EXPECT_EQ(free.least(8.1), 1);
}

TEST(FreeNodes, AreFewerWhileSomebodyHasSome) {
  FreeNodes free(6, 0, {{4, 2}});
  free.take(5, 2, 6);  // 6 up to 2, 1 up to 4, 3 up to 6, then 8
  EXPECT_EQ(free.least(2), 6);
  EXPECT_EQ(free.least(3), 1);
  EXPECT_EQ(free.first(2, 1).at_s, 0);
  EXPECT_EQ(free.first(2, 3).at_s, 4);
  EXPECT_EQ(free.first(4, 3).at_s, 6);
  free.take(8, 6, std::numeric_limits<double>::infinity());
  EXPECT_EQ(free.first(4, 3).at_s, std::numeric_limits<double>::infinity());
}

// 10 nodes.  A has 6 of them up to 10.  B wants 8 and waits for A.  C (4 nodes, 5 hours) ends at 7, before B could
// start; D (2 nodes, 20 hours) takes the 2 that B leaves over; E (4 nodes, 20 hours) would make B wait.
const std::vector<HandJob> kEasy{{0, 6, 10}, {1, 8, 5}, {2, 4, 5}, {3, 2, 20}, {4, 4, 20}};

TEST(Queue, WithoutBackfillIsFirstComeFirstServed) {
  // B at 10, with 2 nodes left: C at 15, with D and E.
  EXPECT_THAT(starts_h(queue_of(10, kEasy, false)), ElementsAre(0, 10, 15, 15, 15));
}

TEST(Queue, EasyLetsThoseGoFirstWhoDelayNobody) {
  // C at 2 takes all 4; D at 7, when C ends, takes 2 up to 27, which leaves B its 8 at 10.  E wants 4 and has 2 until B
  // ends at 15.
  EXPECT_THAT(starts_h(queue_of(10, kEasy, true)), ElementsAre(0, 10, 2, 7, 15));
}

// Of those that go on past the first's start no more than it leaves over: of three of 1 node, 2 go.
TEST(Queue, EasyCountsWhatHasBeenTakenOfTheExtraNodes) {
  const std::vector<HandJob> jobs{{0, 6, 10}, {1, 8, 5}, {2, 1, 20}, {2, 1, 20}, {2, 1, 20}};
  EXPECT_THAT(starts_h(queue_of(10, jobs, true)), ElementsAre(0, 10, 2, 2, 15));
}

// A is thought to end at 20, so that C (to 12) may go; A ends at 5, where 8 nodes would be free but for C's 4: B at 12.
TEST(Queue, EasyGoesByEstimates) {
  const std::vector<HandJob> jobs{{0, 6, 5, 20}, {1, 8, 5}, {2, 4, 10}};
  EXPECT_THAT(starts_h(queue_of(10, jobs, true)), ElementsAre(0, 12, 2));
}

// The queue knows of 4 nodes that come at 6: B is to start then, and C, which would end at 7, may not go before it.
TEST(Queue, EasyReckonsWithAnnouncedDeliveries) {
  ProgrammeSettings s = queue_of(6, {{0, 4, 10}, {1, 5, 5}, {2, 2, 5}, {2, 2, 4}}, true);
  s.pools[0].steps.push_back({.at_s = 6 * kHour_s, .nodes = 4});
  // B's 5 of then 6: C's two are one too many; D ends at 6.
  EXPECT_THAT(starts_h(s), ElementsAre(0, 6, 10, 2));
}

// All 4 nodes are in maintenance from 10 to 12.  A has them up to 8.  B, of 5 hours, would be cut off: it waits
// until 12. C ends as the maintenance begins and goes before it; D, of 3 hours, would not.
TEST(Queue, StartsNothingThatMaintenanceWouldCutOff) {
  const std::vector<HandJob> jobs{{0, 4, 8}, {1, 2, 5}, {2, 4, 2}, {3, 1, 3}};
  ProgrammeSettings s = queue_of(4, jobs, true);
  s.pools[0].steps.push_back({.at_s = 10 * kHour_s, .nodes = -4, .until_s = 12 * kHour_s});
  EXPECT_THAT(starts_h(s), ElementsAre(0, 12, 8, 12));
  // C has to wait for B, to 17, and D for C.
  s.rules.backfill = false;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 12, 17, 19));
  // Jobs of streams likewise: all that start from 8.5 on would be cut off.
  s.tasks.clear();
  s.projects = {{}};
  s.streams = {{.from_s = 8.5 * kHour_s,
                .until_s = 11 * kHour_s,
                .jobs_per_s = 4 / kHour_s,
                .nodes = {1},
                .durations_s = {1.5 * kHour_s}}};
  EXPECT_THAT(one_trial(s).streams[0].waits_s, AllOf(Not(IsEmpty()), Each(Ge(1 * kHour_s))));
}

// Of 6 nodes 2 go back at 10.  A has 3 up to 20.  B, of 3 and 12 hours, would lose one at 10: it has its nodes for all
// of its time from 20 on.  C, of 1, has its own throughout: 1 is left at 10, and 1 beside B.  D ends at 10.
TEST(Queue, StartsNothingThatAReturnWouldCutOff) {
  ProgrammeSettings s = queue_of(6, {{0, 3, 20}, {1, 3, 12}, {2, 1, 30}, {2, 2, 8}}, true);
  s.pools[0].steps.push_back({.at_s = 10 * kHour_s, .nodes = -2});
  const ProgrammeTrial happened = one_trial(s);
  EXPECT_THAT(starts_h(s), ElementsAre(0, 20, 2, 2));
  EXPECT_EQ(happened.tasks[1].finish_s, 32 * kHour_s) << "as if nothing had been stopped";
  EXPECT_EQ(happened.tasks[2].finish_s, 32 * kHour_s);
}

// 4 nodes, 8 from 6 to 9, and 8 again from 12 on.  A, of 6 and 5 hours, has too little time from 6 on, so that B may
// have its 4 up to 8; C, up to 13 if it began at 6, would keep A from the 6 of 8 that it is to have at 12.
TEST(Queue, ReservesAStretchThatIsLongEnough) {
  ProgrammeSettings s = queue_of(4, {{0, 6, 5}, {0, 4, 8}, {0, 4, 7}}, true);
  s.pools[0].steps.push_back({.at_s = 6 * kHour_s, .nodes = 4});
  s.pools[0].steps.push_back({.at_s = 9 * kHour_s, .nodes = -4, .until_s = 12 * kHour_s});
  EXPECT_THAT(starts_h(s), ElementsAre(12, 0, 17));
}

// 12 hours of work where all nodes go back after 10, or the only stretch that is long enough lies after the programme's
// end: it starts, and is stopped.
TEST(Queue, StartsWhatNoStretchIsLongEnoughFor) {
  ProgrammeSettings s = queue_of(4, {{0, 4, 12}}, true);
  s.pools[0].steps.push_back({.at_s = 10 * kHour_s, .nodes = -4});
  EXPECT_THAT(starts_h(s), ElementsAre(0));
  s.pools[0].steps.back().until_s = 14 * kHour_s;
  EXPECT_THAT(starts_h(s), ElementsAre(14));
  s.end_s = s.month_ends_s[0] = 14 * kHour_s;
  EXPECT_THAT(starts_h(s), ElementsAre(0));
  EXPECT_EQ(one_trial(s).tasks[0].finish_s, 16 * kHour_s);
}

// A run writes its checkpoint and goes on: its turn is its turn.  A placement is made with the maintenance in mind, so
// that what is late for it starts too.  Neither goes out of turn if that cuts it off.
TEST(Queue, LetsRunsAndPlacementsStartBeforeAShrink) {
  ProgrammeSettings s = queue_of(4, {{0, 4, 12}}, true, QueueOrder::kPlanned);
  s.pools[0].steps.push_back({.at_s = 10 * kHour_s, .nodes = -4, .until_s = 14 * kHour_s});
  EXPECT_THAT(starts_h(s), ElementsAre(0));
  s.rules.order = QueueOrder::kFifo;
  EXPECT_THAT(starts_h(s), ElementsAre(14));
  s.tasks[0].run = plain_run();
  EXPECT_THAT(starts_h(s), ElementsAre(0));
  // Behind one that waits for the end of the maintenance it waits too.
  ProgrammeSettings behind = queue_of(4, {{0, 4, 11}, {0, 4, 12}}, true);
  behind.pools = s.pools;
  behind.tasks[1].run = plain_run();
  EXPECT_EQ(starts_h(behind)[0], 14);
  EXPECT_EQ(starts_h(behind)[1], 25);
}

// Of priority 1 it might take the others' nodes, but has no use for them before the maintenance at 10.
TEST(Preemption, TakesNothingForWhomAShrinkHoldsBack) {
  ProgrammeSettings s = queue_of(4, {{0, 4, 9}, {2, 4, 9}}, true, QueueOrder::kPriority);
  s.pools[0].steps.push_back({.at_s = 10 * kHour_s, .nodes = -4, .until_s = 12 * kHour_s});
  s.projects[1].priority = 1;
  s.rules.preemption = true;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 12));
  EXPECT_EQ(one_trial(s).tasks[0].finish_s, 9 * kHour_s);
}

// C ends at 9 but its project keeps its nodes for another 5 hours, past B's start at 10.
TEST(Queue, EasyCountsWhatADedicatedProjectKeeps) {
  ProgrammeSettings s = queue_of(10, {{0, 6, 10}, {1, 8, 5}, {2, 4, 7}}, true);
  add_task(s, {.nodes = 4, .duration_s = 5 * kHour_s});
  s.tasks[3].project = 2;
  s.tasks[3].after = {2};
  EXPECT_EQ(starts_h(s)[2], 2);
  s.tasks[2].keeps_nodes = true;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 10, 15, 22));
}

TEST(Queue, PassesOverWhatCanNeverStart) {
  ProgrammeSettings s = queue_of(4, {{0, 5, 1}, {0, 4, 1}}, false);
  EXPECT_THAT(starts_h(s), ElementsAre(testing::Lt(0), 0));
  const ProgrammeSimulation simulated = simulate_programme(s, {.trials = 3});
  EXPECT_EQ(simulated.projects[0].finished, 0);
  EXPECT_EQ(simulated.projects[1].finished, 3);
}

TEST(Queue, PriorityAndDeadlineDecideWhoIsNext) {
  ProgrammeSettings s = queue_of(2, {{0, 2, 1}, {0, 2, 1}, {0, 2, 1}}, false, QueueOrder::kPriority);
  s.projects[1].priority = 1;
  s.projects[2].priority = 2;
  EXPECT_THAT(starts_h(s), ElementsAre(2, 1, 0));
  s.rules.order = QueueOrder::kDeadline;
  s.projects[0].deadline_s = 50 * kHour_s;
  s.projects[1].deadline_s = 40 * kHour_s;
  EXPECT_THAT(starts_h(s), ElementsAre(1, 0, 2)) << "no deadline is the last";
}

// Two organisations with shares 3 and 1 on 2 nodes, jobs of 1 node and 1 hour, all there at 0; 4 jobs of the first, 2
// of the second.  At 0 nobody has had anything: the first job of the first; then 1/3 held against 0: the second.  At 1
// they have had 1/3 and 1: two of the first, for after one it holds 1/3 more with the same past, 1/3 < 1.  At 2: 3/3
// and 1/1, nothing held: the first came first; then it holds 1/3 and the second 0: one each.
TEST(Queue, FairShareGoesByWhatHasBeenHeldOverTheShare) {
  ProgrammeSettings s = plain_programme(2);
  s.rules = {.order = QueueOrder::kFairShare, .backfill = false, .shares = {3, 1}};
  s.num_organisations = 2;
  for (const int organisation : {0, 0, 0, 0, 1, 1})
    add_task(s, {.nodes = 1, .duration_s = kHour_s}, {.organisation = organisation});
  EXPECT_THAT(starts_h(s), ElementsAre(0, 1, 1, 2, 0, 2));
}

// Placed at 0, 4 and 4; the first takes 6 instead of 4 hours, so that the second, of 3 nodes, waits until 6; the third,
// of 1, need not.  It comes last in order but fits beside.
TEST(Queue, PlannedStartsAtItsPlacementOrAsSoonAfterAsItsNodesAllow) {
  ProgrammeSettings s = queue_of(4, {{0, 3, 6, 4}, {0, 3, 2}, {0, 1, 2}}, true, QueueOrder::kPlanned);
  s.tasks[1].not_before_s = s.tasks[2].not_before_s = 4 * kHour_s;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 6, 4));
}

// A is placed at 0 to 4 and takes 6, B is placed behind it at 4, for 4, and C of another project on the same nodes
// at 8. B is late and has the nodes from 6 to 10 all the same, so that C is late too; D, on the other node, is not.
TEST(Queue, PlannedGoesByPlacementsLateOrNot) {
  ProgrammeSettings s = queue_of(4, {{0, 3, 6, 4}, {0, 3, 4}, {0, 3, 2}, {0, 1, 9}}, true, QueueOrder::kPlanned);
  s.tasks[1].not_before_s = 4 * kHour_s;
  s.tasks[1].after = {0};
  s.tasks[2].not_before_s = 8 * kHour_s;
  s.tasks[3].not_before_s = 5 * kHour_s;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 6, 10, 5));
}

// A placement at 10 of all 4 nodes: jobs of a stream that come up to 20, 2 an hour on average, 3 hours long, never
// make it wait.
TEST(Queue, StreamsLeavePlacementsTheirNodes) {
  ProgrammeSettings s = queue_of(4, {{0, 4, 10}}, true, QueueOrder::kPlanned);
  s.tasks[0].not_before_s = 10 * kHour_s;
  s.projects.push_back({});
  s.streams = {{.project = 1,
                .until_s = 20 * kHour_s,
                .jobs_per_s = 2 / kHour_s,
                .nodes = {1, 2},
                .durations_s = {3 * kHour_s}}};
  std::int64_t jobs = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const ProgrammeTrial happened = one_trial(s, trial);
    EXPECT_EQ(happened.tasks[0].start_s, 10 * kHour_s);
    EXPECT_EQ(happened.streams[0].waits_s.size(), static_cast<std::size_t>(happened.streams[0].jobs));
    jobs += happened.streams[0].jobs;
  }
  EXPECT_NEAR(static_cast<double>(jobs) / 50, 40, 4 * std::sqrt(40 / 50.0));
  s.rules.order = QueueOrder::kFifo;
  EXPECT_GT(one_trial(s).tasks[0].start_s, 10 * kHour_s) << "or the test would say little";
}

TEST(Queue, TasksWaitForThoseTheyComeAfter) {
  ProgrammeSettings s = queue_of(9, {{0, 1, 3}, {0, 1, 5}, {0, 1, 1}, {7, 1, 1}}, true);
  s.tasks[2].after = {0, 1};
  s.tasks[3].after = {2};
  EXPECT_THAT(starts_h(s), ElementsAre(0, 0, 5, 7));
}

// The project keeps its 4 nodes between its tasks, idle from 3 to 5; another of 4 gets them at its end.
TEST(Queue, ADedicatedProjectKeepsItsNodes) {
  ProgrammeSettings s = plain_programme(4);
  s.projects = {{}, {}};
  s.tasks = {
      {.nodes = 4, .estimate_s = 3 * kHour_s, .duration_s = 3 * kHour_s, .keeps_nodes = true},
      {.nodes = 2, .not_before_s = 5 * kHour_s, .estimate_s = kHour_s, .duration_s = kHour_s, .keeps_nodes = true},
      {.nodes = 4, .estimate_s = kHour_s, .duration_s = kHour_s},
      {.project = 1, .nodes = 4, .submitted_s = kHour_s, .duration_s = kHour_s}};
  s.tasks[1].after = {0};
  s.tasks[2].after = {1};
  const ProgrammeTrial happened = one_trial(s);
  EXPECT_THAT(starts_h(s), ElementsAre(0, 5, 6, 7));
  EXPECT_EQ(happened.pools[0].kept, (4 * 2 + 2 * 1) * kHour_s);
  EXPECT_EQ(happened.projects[0].node_s, 4 * 7 * kHour_s);
  s.tasks[0].keeps_nodes = s.tasks[1].keeps_nodes = false;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 5, 6, 3));
}

// Without a run nothing is lost: A, of 3 of 4 nodes, has done 2 of its 6 hours when B, which goes first, takes all for
// 3; it goes on at 5 and ends at 9.
TEST(Preemption, TakesNodesFromThoseBehindInOrder) {
  ProgrammeSettings s = queue_of(4, {{0, 3, 6}, {2, 4, 3}, {2, 1, 3}}, false, QueueOrder::kPriority);
  s.projects[1].priority = 1;
  s.rules.preemption = true;
  const ProgrammeTrial happened = one_trial(s);
  EXPECT_THAT(starts_h(s), ElementsAre(0, 2, 5));
  EXPECT_EQ(happened.tasks[0].finish_s, 9 * kHour_s);
  EXPECT_EQ(happened.tasks[0].node_s, 3 * 6 * kHour_s);
  s.rules.preemption = false;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 6, 9));
  s.rules.preemption = true;
  s.projects[1].priority = 0;
  EXPECT_THAT(starts_h(s), ElementsAre(0, 6, 9)) << "none goes before its like";
}

// A delivery of 4 nodes that slips for certain: B, of 4 nodes, starts when they come, A at once.
TEST(Deliveries, AreWaitedFor) {
  ProgrammeSettings s = queue_of(2, {{0, 2, 1000}, {0, 4, 1}}, true);
  s.pools[0].steps.push_back({.at_s = 10 * kHour_s, .nodes = 4, .late_chance = 1, .late_mean_s = 30 * kHour_s});
  double sum_h = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    const ProgrammeTrial happened = one_trial(s, trial);
    EXPECT_GT(happened.tasks[1].start_s, 10 * kHour_s);
    sum_h += happened.tasks[1].start_s / kHour_s;
  }
  EXPECT_NEAR(sum_h / kTrials, 40, 4 * 30 / std::sqrt(kTrials));
}

// Of 4 nodes 1 spare; all are checked for 5 hours.
TEST(Deliveries, AreCheckedAndSparesAreNobodys) {
  ProgrammeSettings s = queue_of(4, {{0, 3, 10}}, true);
  s.pools[0].spares = 1;
  s.pools[0].steps[0].check_s = 5 * kHour_s;
  EXPECT_THAT(starts_h(s), ElementsAre(5));
  s.tasks[0].nodes = 4;
  EXPECT_THAT(starts_h(s), ElementsAre(testing::Lt(0)));
}

// 2 of 6 nodes are in maintenance from 4 to 7, when both were thought to have ended: B, the last to start, stops, has
// done 3 of its 5 hours and goes on as soon as it can.
TEST(Maintenance, StopsTheLastInOrderAndLetsItGoOn) {
  ProgrammeSettings s = queue_of(6, {{0, 3, 5, 4}, {1, 3, 5, 3}}, true);
  s.pools[0].steps.push_back({.at_s = 4 * kHour_s, .nodes = -2, .until_s = 7 * kHour_s});
  const ProgrammeTrial happened = one_trial(s);
  EXPECT_EQ(happened.tasks[0].finish_s, 5 * kHour_s);
  // A's 3 nodes and the 1 left are enough at 5.
  EXPECT_EQ(happened.tasks[1].finish_s, 7 * kHour_s);
  EXPECT_EQ(happened.tasks[1].node_s, 3 * 5 * kHour_s);
  EXPECT_EQ(happened.pools[0].unfit, 2 * 3 * kHour_s);
  s.pools[0].steps.back().nodes = -6;
  const ProgrammeTrial all = one_trial(s);
  EXPECT_EQ(all.tasks[0].finish_s, 8 * kHour_s);
  EXPECT_EQ(all.tasks[1].finish_s, 9 * kHour_s);
}

}  // namespace programme_queue_test
}  // namespace fmplan::sim
