#include "core/network/flow_simulation.h"

#include <cmath>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/network/fat_tree.h"
#include "tests/network/flow_sets.h"
#include "tests/network/max_min_reference.h"

namespace fmplan::network {
namespace flow_simulation_test {

using flow_sets::all_to_all;
using flow_sets::poisson_flows;
using flow_sets::two_levels;
using ::testing::ElementsAre;

constexpr Seconds kNever = FlowResult::kNever;

std::vector<double> finish_s(const FlowNetwork& network, const FlowSet& set) {
  std::vector<double> times;
  for (const Seconds finish : simulate(network, set).finish) times.push_back(finish / second);
  return times;
}

/// Links of 1 GB/s, so that a gigabyte takes a second.
struct Net {
  FlowNetwork network;
  FlowSet set;

  explicit Net(int num_links) {
    network.capacities.assign(static_cast<std::size_t>(num_links), 1 * gigabyte_per_second);
  }
  Flow& add(const std::vector<int>& links, double gigabytes, double start_s = 0) {
    set.flows.push_back({.start = start_s * second, .bytes = gigabytes * gigabyte, .route = set.routes.intern(links)});
    return set.flows.back();
  }
  std::vector<double> finish_s() const { return flow_simulation_test::finish_s(network, set); }
};

TEST(Simulate, NoFlowsAreOverAtOnce) {
  EXPECT_TRUE(Net(3).finish_s().empty());
  EXPECT_TRUE(Net(0).finish_s().empty());
}

// Both at 1/2 until the first GB is through at 2 s; the second's other GB at full speed.
TEST(Simulate, TwoFlowsOnOneLinkShareItUntilTheFirstEnds) {
  Net net(1);
  net.add({0}, 1);
  net.add({0}, 2);
  EXPECT_THAT(net.finish_s(), ElementsAre(2, 3));
}

// Alone until 1 s (1 of 2 GB done), then halves: the newcomer's 1 GB and the other's second end together at 3 s.
TEST(Simulate, ALaterFlowTakesItsPartFromThenOn) {
  Net net(1);
  net.add({0}, 2);
  net.add({0}, 1, 1);
  EXPECT_THAT(net.finish_s(), ElementsAre(3, 3));
}

// Parts 3/4 and 1/4: 1.5 GB take 2 s, by when the other has 0.5 of its 1 GB left to do alone.
TEST(Simulate, WeightsAreParts) {
  Net net(1);
  net.add({0}, 1.5).weight = 3;
  net.add({0}, 1);
  EXPECT_THAT(net.finish_s(), ElementsAre(2, 2.5));
}

TEST(Simulate, LowerPrioritiesWait) {
  Net net(1);
  net.add({0}, 1).priority = 1;
  net.add({0}, 2);
  EXPECT_THAT(net.finish_s(), ElementsAre(3, 2));
}

// Long flow and three short ones, halves on every link until the short 1, 2 and 3 GB are through at 2, 4 and 6 s; but
// the long one is held at 1/2 while any link is shared, so its 3.5 GB: 3 by 6 s, the rest alone.
TEST(Simulate, ParkingLotFreesTheLongFlowLast) {
  Net net(3);
  net.add({0, 1, 2}, 3.5);
  for (int link = 0; link < 3; ++link) net.add({link}, link + 1);
  EXPECT_THAT(net.finish_s(), ElementsAre(6.5, 2, 4, 6));
}

TEST(Simulate, LatencyPrecedesTheFirstByte) {
  Net net(1);
  net.add({0}, 1, 2).latency = 0.25 * second;
  EXPECT_THAT(net.finish_s(), ElementsAre(3.25));
}

TEST(Simulate, PredecessorsAndStartAreBothAwaited) {
  Net net(2);
  net.add({0}, 1);
  net.add({1}, 1).predecessors = {{0, std::nullopt}};
  net.add({1}, 1, 5).predecessors = {{1, std::nullopt}};
  net.set.flows[1].latency = 0.5 * second;
  EXPECT_THAT(net.finish_s(), ElementsAre(1, 2.5, 6));
}

// A chain of two links in 4 chunks of 1 s: the second is one chunk behind.  With a lag of 1 it may run along with the
// first.
TEST(Simulate, RoundsFollowTheirPredecessorsRound) {
  Net net(2);
  net.add({0}, 1).num_rounds = 4;
  Flow& next = net.add({1}, 1);
  next.num_rounds = 4;
  next.predecessors = {{0, 0}};
  EXPECT_THAT(net.finish_s(), ElementsAre(4, 5));
  net.set.flows[1].predecessors = {{0, 1}};
  EXPECT_THAT(net.finish_s(), ElementsAre(4, 4));
  net.set.flows[1].predecessors = {{0, std::nullopt}};
  EXPECT_THAT(net.finish_s(), ElementsAre(4, 8));
}

TEST(Simulate, ARoundLessPredecessorIsEnoughOnceItIsOver) {
  Net net(2);
  net.add({0}, 1);
  Flow& next = net.add({1}, 1);
  next.num_rounds = 3;
  next.predecessors = {{0, 0}};
  EXPECT_THAT(net.finish_s(), ElementsAre(1, 4));
}

TEST(Simulate, NothingToSendTakesNoTimeButItsLatency) {
  Net net(1);
  net.add({0}, 0, 1).latency = 0.5 * second;
  net.add({}, 7, 2);
  net.add({0}, 1).predecessors = {{0, std::nullopt}, {1, std::nullopt}};
  EXPECT_THAT(net.finish_s(), ElementsAre(1.5, 2, 3));
}

// 1 GB by 1 s, half speed until 3 s (2 GB), down until 4 s, then the last of 3 GB.
TEST(Simulate, CapacityMayChangeOnTheWay) {
  Net net(1);
  net.add({0}, 3);
  net.network.changes = {{4 * second, 0, 1 * gigabyte_per_second},
                         {1 * second, 0, 0.5 * gigabyte_per_second},
                         {3 * second, 0, BytesPerSecond{}}};
  EXPECT_THAT(net.finish_s(), ElementsAre(5));
}

TEST(Simulate, NamesTheLinkThatStopsAFlowForEver) {
  Net net(2);
  net.network.capacities[1] = BytesPerSecond{};
  net.add({0, 1}, 1);
  net.add({0}, 1);
  net.add({0}, 1).predecessors = {{0, std::nullopt}};
  const FlowResult result = simulate(net.network, net.set);
  EXPECT_THAT(result.finish, ElementsAre(kNever, 1 * second, kNever));
  EXPECT_THAT(result.bottleneck, ElementsAre(1, 0, std::nullopt));
}

TEST(Simulate, ACircularWaitNeverEnds) {
  Net net(1);
  net.add({0}, 1).predecessors = {{1, std::nullopt}};
  net.add({0}, 1).predecessors = {{0, std::nullopt}};
  net.add({0}, 1);
  EXPECT_THAT(simulate(net.network, net.set).finish, ElementsAre(kNever, kNever, 1 * second));
}

TEST(Simulate, TellsWhatHeldAFlowAndHowLongItWasOnItsWay) {
  Net net(2);
  net.network.capacities[1] = 0.25 * gigabyte_per_second;
  net.add({0, 1}, 1, 1).latency = 3 * second;
  const FlowResult result = simulate(net.network, net.set);
  EXPECT_THAT(result.bottleneck, ElementsAre(1));
  EXPECT_THAT(result.busy, ElementsAre(4 * second));
}

TEST(Simulate, RefusesWhatMakesNoSenseAllAtOnce) {
  Net net(1);
  net.network.capacities.push_back(-1 * byte_per_second);
  net.network.changes = {{-1 * second, 2, 1 * byte_per_second}};
  net.set.routes.intern({{0, 5}});
  net.set.flows.push_back({.start = -1 * second,
                           .bytes = std::nan("") * byte,
                           .route = 1,
                           .weight = 0,
                           .latency = kNever,
                           .num_rounds = 0,
                           .predecessors = {{1, -1}}});
  std::string places;
  try {
    simulate(net.network, net.set);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) places += issue.where + " ";
  }
  EXPECT_EQ(
      places,
      "/capacities/1 /changes/0/link /changes/0/at /routes/0 /flows/0/start /flows/0/bytes /flows/0/latency "
      "/flows/0/weight /flows/0/num_rounds /flows/0/route /flows/0/predecessors/0/flow /flows/0/predecessors/0/lag ");
}

// Two ways that must agree.  A flow's finish is a sum over at most some hundred stretches of constant rate, each good
// to 10⁻¹².
TEST(Simulate, AgreesWithWorkingAllRatesOutAtEveryEvent) {
  for (const double oversubscription : {1.0, 4.0}) {
    const FatTree tree = two_levels(32, 8, oversubscription);
    FlowSet set = poisson_flows(tree, 400, 0.6, 11);
    for (std::size_t f = 0; f < set.flows.size(); f += 5) set.flows[f].weight = 2.5;
    const std::vector<double> expected = reference::finish_times_s(tree.network(), set);
    const std::vector<double> found = finish_s(tree.network(), set);
    for (std::size_t f = 0; f < set.flows.size(); ++f) {
      const double start_s = set.flows[f].start / second;
      ASSERT_NEAR(found[f], expected[f], 1e-9 * (expected[f] - start_s))
          << "flow " << f << " at " << oversubscription << ":1";
    }
  }
}

// What went over each link between two changes of a rate is at most its capacity; what each flow got is its size.
TEST(Simulate, DeliversEveryByteAndOverloadsNoLink) {
  const FatTree tree = two_levels(32, 8, 2);
  const FlowSet set = poisson_flows(tree, 500, 0.5, 3);
  const FlowResult result = simulate(tree.network(), set, {.record_rates = true});
  std::multimap<double, std::pair<std::size_t, double>> changes;  // time, flow, its rate from then on
  for (const RateSegment& segment : result.rates)
    changes.insert({segment.from / second, {static_cast<std::size_t>(segment.flow), segment.rate / byte_per_second}});
  for (std::size_t f = 0; f < set.flows.size(); ++f) changes.insert({result.finish[f] / second, {f, 0.0}});

  std::vector<double> rate(set.flows.size(), 0);
  std::vector<double> delivered(set.flows.size(), 0);
  double now_s = 0;
  for (const auto& [time_s, change] : changes) {
    if (time_s > now_s) {
      std::vector<double> load(tree.network().capacities.size(), 0);
      for (std::size_t f = 0; f < rate.size(); ++f) {
        delivered[f] += rate[f] * (time_s - now_s);
        if (rate[f] == 0) continue;
        for (const int link : set.routes.links(set.flows[f].route)) load[static_cast<std::size_t>(link)] += rate[f];
      }
      for (std::size_t l = 0; l < load.size(); ++l)
        ASSERT_LE(load[l], tree.network().capacities[l] / byte_per_second * (1 + 1e-11));  // FairShare's rounding
      now_s = time_s;
    }
    rate[change.first] = change.second;
  }
  // The difference of two times near 10 ms, rounded to 10⁻¹⁸ s, over the 1.3 µs of the smallest flow.
  for (std::size_t f = 0; f < delivered.size(); ++f) {
    const double bytes = set.flows[f].bytes / byte;
    ASSERT_NEAR(delivered[f], bytes, 1e-9 * bytes);
  }
}

TEST(Simulate, GivesTheSameBitsEachTime) {
  const FatTree tree = two_levels(64, 16, 2);
  const FlowSet set = poisson_flows(tree, 2000, 0.4, 5);
  EXPECT_EQ(finish_s(tree.network(), set), finish_s(tree.network(), set));
}

/// The first flows of a trace of Poisson arrivals on 64 hosts, 16 to a leaf, and when they ended at 1:1 (progressive
/// filling in another program) and at 4:1 (SimGrid 3.32), to 12 digits; 0 where flows that are not listed had a part in
/// it.
struct TracedFlow {
  int source;
  int destination;
  double bytes;
  double start_s;
  double finish_s;
  double oversubscribed_finish_s;
};
constexpr TracedFlow kTrace[] = {
    {46, 27, 4721740, 4.44465423686e-06, 9.88794542369e-05, 0},
    {7, 9, 86377, 1.41918366743e-05, 1.59193766743e-05, 1.59193766743e-05},
    {2, 40, 155473, 1.43149668343e-05, 1.74244268343e-05, 2.67528068343e-05},
    {59, 23, 1543842, 1.59208067574e-05, 4.67976467574e-05, 0},
    {2, 16, 168843, 2.91684073749e-05, 3.25452673749e-05, 4.26758473749e-05},
    {16, 35, 60446773, 3.5067274986e-05, 0, 0},
    {27, 11, 36430273, 5.02412734642e-05, 0, 0},
    {6, 36, 9529219, 5.87609396354e-05, 0, 0},
    {21, 42, 23456161, 6.35970032812e-05, 0, 0},
    {13, 38, 1778233, 6.72288089013e-05, 0.000102793468901, 0},
    {62, 39, 2624496, 6.83496168583e-05, 0, 0},
    {35, 16, 116425, 8.08134406678e-05, 8.31419406678e-05, 9.01274406678e-05},
    {33, 34, 15433569, 8.41796206884e-05, 0, 0},
    {43, 53, 227476, 8.49977932442e-05, 8.95473132442e-05, 0.000103195873244},
    {4, 28, 795594, 8.58021202827e-05, 0.000101714000283, 0},
    {8, 36, 74915, 8.73676780717e-05, 9.03642780717e-05, 9.93540780717e-05},
    {56, 23, 604518, 8.89737437223e-05, 0.000113154463722, 0},
    {5, 30, 1164711, 8.9657316878e-05, 0.000112951536878, 0},
    {15, 53, 228294, 0.000104975992096, 0.000109541872096, 0.000123239512096},
    {61, 54, 5009719, 0.000108935258262, 0, 0},
    {35, 51, 235243, 0.000119992002922, 0.000124696862922, 0},
    {14, 49, 60421624, 0.000120500841594, 0, 0},
    {0, 48, 14606492, 0.000120597302082, 0, 0},
    {12, 56, 224062, 0.000121779949408, 0.000126261189408, 0},
    {54, 27, 3639065, 0.000129119050648, 0, 0},
};

TEST(Simulate, EndsTracedFlowsWhenOthersDo) {
  for (const bool is_oversubscribed : {false, true}) {
    const FatTree tree = two_levels(64, 16, is_oversubscribed ? 4 : 1);
    FlowSet set;
    for (const TracedFlow& flow : kTrace)
      set.flows.push_back({.start = flow.start_s * second,
                           .bytes = flow.bytes * byte,
                           .route = set.routes.intern(tree.route(flow.source, flow.destination))});
    const std::vector<double> found = finish_s(tree.network(), set);
    int num_known = 0;
    for (std::size_t f = 0; f < found.size(); ++f) {
      const double known = is_oversubscribed ? kTrace[f].oversubscribed_finish_s : kTrace[f].finish_s;
      if (known == 0) continue;
      ++num_known;
      // Starts and ends are given to half a unit of the 12th digit.
      EXPECT_NEAR(found[f], known, 1e-11 * known) << "flow " << f << (is_oversubscribed ? " at 4:1" : " at 1:1");
    }
    EXPECT_EQ(num_known, is_oversubscribed ? 7 : 15);
  }
}

// Printed by SimGrid 3.32 (CM02, no latency) for 64 hosts, 16 to a leaf, 16 spines: 63 · 16 MiB / (50 GB/s) for every
// flow.  To the digits it prints.
TEST(Simulate, AllToAllIsWhatSimGridFinds) {
  const FatTree tree = two_levels(64, 16, 1);
  for (const double finish : finish_s(tree.network(), all_to_all(tree, 16 * mebibyte)))
    ASSERT_NEAR(finish, 0.02113929216, 1e-13);
}

// Likewise at 4:1: 960 pairs under one leaf end at 0.0067108864 s, the 3,072 across leaves, 48 to a link of 12.5 GB/s,
// at 0.06442450944 s.
TEST(Simulate, OversubscribedAllToAllIsWhatSimGridFinds) {
  const FatTree tree = two_levels(64, 16, 4);
  int num_near = 0;
  for (const double finish : finish_s(tree.network(), all_to_all(tree, 16 * mebibyte))) {
    if (finish < 0.01) ++num_near;
    ASSERT_NEAR(finish, finish < 0.01 ? 0.0067108864 : 0.06442450944, 1e-13);
  }
  EXPECT_EQ(num_near, 960);
}

}  // namespace flow_simulation_test
}  // namespace fmplan::network
