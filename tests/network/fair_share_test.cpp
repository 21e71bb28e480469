#include "core/network/fair_share.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/network/flow_sets.h"
#include "tests/network/max_min_reference.h"

namespace fmplan::network {
namespace fair_share_test {

using ::testing::ElementsAre;
using ::testing::IsSupersetOf;

/// Streams over the given links, all of weight 1.
struct Case {
  std::vector<BytesPerSecond> capacities;
  RouteTable routes;
  std::vector<StreamDemand> streams;

  Case(std::initializer_list<double> gigabytes_per_s, const std::vector<std::vector<int>>& links) {
    for (const double capacity : gigabytes_per_s) capacities.push_back(capacity * gigabyte_per_second);
    for (const std::vector<int>& route : links) streams.push_back({.route = routes.intern(route)});
  }
  std::vector<double> rates_gigabytes_per_s() const {
    std::vector<double> rates;
    for (const BytesPerSecond rate : max_min_rates(capacities, routes, streams))
      rates.push_back(rate / gigabyte_per_second);
    return rates;
  }
};

TEST(MaxMinRates, OneStreamHasItsNarrowestLink) {
  EXPECT_THAT(Case({10, 4, 7}, {{0, 1, 2}}).rates_gigabytes_per_s(), ElementsAre(4));
}

TEST(MaxMinRates, TwoStreamsHalveALink) {
  EXPECT_THAT(Case({10}, {{0}, {0}}).rates_gigabytes_per_s(), ElementsAre(5, 5));
}

// The long stream shares each link with one other.  Link 0 fills first, at 1/2; what it leaves of 2 and 3 goes to the
// others.
TEST(MaxMinRates, ParkingLotHoldsTheLongStreamAtItsTightestLink) {
  EXPECT_THAT(Case({1, 2, 3}, {{0, 1, 2}, {0}, {1}, {2}}).rates_gigabytes_per_s(), ElementsAre(0.5, 0.5, 1.5, 2.5));
}

// Link 1 gives its two streams 2 each; link 0 has 8 left for the stream that is on it alone.
TEST(MaxMinRates, TandemLinksPassOnWhatAnotherLinkHoldsBack) {
  EXPECT_THAT(Case({10, 4}, {{0}, {0, 1}, {1}}).rates_gigabytes_per_s(), ElementsAre(8, 2, 2));
}

// Link 2 fills at 2 (streams 2, 3), then link 0 with (9 − 2)/2 = 3.5 (streams 0, 1), then link 1 with 12 − 3.5 − 2
// = 6.5.
TEST(MaxMinRates, LinksFillOneAfterAnother) {
  EXPECT_THAT(Case({9, 12, 4}, {{0}, {0, 1}, {0, 2}, {1, 2}, {1}}).rates_gigabytes_per_s(),
              ElementsAre(3.5, 3.5, 2, 2, 6.5));
}

// 12 in parts 1 : 3 : 2; then the third is held at 1 elsewhere and the others share 11 as 1 : 3.
TEST(MaxMinRates, WeightsAreParts) {
  Case parts({12, 100}, {{0}, {0}, {0, 1}});
  parts.streams[1].weight = 3;
  parts.streams[2].weight = 2;
  EXPECT_THAT(parts.rates_gigabytes_per_s(), ElementsAre(2, 6, 4));
  parts.capacities[1] = 1 * gigabyte_per_second;
  EXPECT_THAT(parts.rates_gigabytes_per_s(), ElementsAre(2.75, 8.25, 1));
}

// The first takes 4 (its other link); the second, one priority below, the 6 left; the third, below that, nothing.
TEST(MaxMinRates, LowerPrioritiesShareWhatIsLeft) {
  Case served({10, 4}, {{0, 1}, {0}, {0}, {1}});
  served.streams[1].priority = 1;
  served.streams[2].priority = 2;
  served.streams[3].priority = 2;
  EXPECT_THAT(served.rates_gigabytes_per_s(), ElementsAre(4, 6, 0, 0));
}

TEST(MaxMinRates, ALinkThatIsDownStopsItsStreamsOnly) {
  EXPECT_THAT(Case({0, 10}, {{0, 1}, {1}}).rates_gigabytes_per_s(), ElementsAre(0, 10));
}

TEST(MaxMinRates, AStreamOverNoLinkIsNotHeld) {
  EXPECT_EQ(Case({1}, {{}}).rates_gigabytes_per_s().front(), std::numeric_limits<double>::infinity());
}

// Stands for 4 streams on link 0 and for 2 on link 1: 8/4 = 2 beats 6/2 = 3.
TEST(MaxMinRates, AHopLoadsItsLinkAsOftenAsItSays) {
  Case folded({8, 6}, {});
  folded.streams.push_back({.route = folded.routes.add({{0, 1}}, {{4.0, 2.0}})});
  EXPECT_THAT(folded.rates_gigabytes_per_s(), ElementsAre(2));
}

TEST(RouteTable, GivesTheSameLinksTheSameNumber) {
  RouteTable routes;
  EXPECT_EQ(routes.intern({{3, 1}}), 0);
  EXPECT_EQ(routes.intern({{1, 3}}), 1);
  EXPECT_EQ(routes.intern({{3, 1}}), 0);
  EXPECT_THAT(routes.links(1), ElementsAre(1, 3));
  EXPECT_EQ(routes.size(), 2);
}

/// Streams over random links of a random network, with weights that come and go.
class RandomNetwork {
 public:
  RandomNetwork(std::uint64_t seed, int num_links, int num_streams) : random_(seed) {
    for (int l = 0; l < num_links; ++l) capacities_.push_back((1 + random_.below(9)) * gigabyte_per_second);
    for (int s = 0; s < num_streams; ++s) {
      std::vector<int> links;
      for (int l = 0; l < num_links; ++l)
        if (random_.uniform() < 3.0 / num_links) links.push_back(l);
      if (links.empty()) links.push_back(random_.below(num_links));
      links_.push_back(links);
      streams_.push_back({.route = routes_.intern(links)});
    }
    weights_.assign(static_cast<std::size_t>(num_streams), 0);
  }

  FairShare fair_share() const { return {capacities_, routes_, streams_}; }

  /// A few streams come, go or change their weight; now and then a link changes its capacity.
  void change(FairShare& share) {
    const int num_changes = 1 + random_.below(3);
    for (int i = 0; i < num_changes; ++i) {
      const int stream = random_.below(static_cast<int>(streams_.size()));
      double& weight = weights_[static_cast<std::size_t>(stream)];
      weight = weight > 0 && random_.uniform() < 0.7 ? 0 : 1 + random_.below(3);
      share.set_weight(stream, weight);
    }
    if (random_.uniform() < 0.05) {
      const int link = random_.below(static_cast<int>(capacities_.size()));
      capacities_[static_cast<std::size_t>(link)] = random_.below(10) * gigabyte_per_second;
      share.set_capacity(link, capacities_[static_cast<std::size_t>(link)]);
    }
  }

  /// All levels by the reference; 0 for the idle.
  std::vector<double> reference_levels() const {
    std::vector<double> capacity;
    for (const BytesPerSecond c : capacities_) capacity.push_back(c / byte_per_second);
    std::vector<std::vector<int>> routes;
    std::vector<double> weights;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (weights_[s] == 0) continue;
      routes.push_back(links_[s]);
      weights.push_back(weights_[s]);
    }
    const std::vector<double> active = reference::max_min_levels(capacity, routes, weights);
    std::vector<double> levels;
    std::size_t next = 0;
    for (const double weight : weights_) levels.push_back(weight == 0 ? 0 : active[next++]);
    return levels;
  }

  std::vector<BytesPerSecond> capacities_;
  RouteTable routes_;
  std::vector<std::vector<int>> links_;
  std::vector<FairShare::Stream> streams_;
  std::vector<double> weights_;

 private:
  flow_sets::Random random_;
};

// Sums over at most 40 streams, refreshed every few hundred changes, are good to some 10⁻¹³; streams a link holds may
// differ by 10⁻¹².
constexpr double kRelativeTolerance = 1e-11;

TEST(FairShare, AfterAnyChangesIsWhatProgressiveFillingGives) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RandomNetwork network(seed, 12, 40);
    FairShare share = network.fair_share();
    for (int step = 0; step < 300; ++step) {
      network.change(share);
      share.settle();
      const std::vector<double> expected = network.reference_levels();
      for (std::size_t s = 0; s < expected.size(); ++s) {
        ASSERT_NEAR(share.level_bytes_per_s(static_cast<int>(s)), expected[s], kRelativeTolerance * expected[s])
            << "seed " << seed << ", step " << step << ", stream " << s;
      }
    }
  }
}

TEST(FairShare, LoadsNoLinkAboveItsCapacityAndFillsEveryBottleneck) {
  RandomNetwork network(7, 12, 40);
  FairShare share = network.fair_share();
  for (int step = 0; step < 300; ++step) {
    network.change(share);
    share.settle();
    std::vector<double> load(network.capacities_.size(), 0);
    std::vector<double> highest(network.capacities_.size(), 0);
    for (std::size_t s = 0; s < network.streams_.size(); ++s) {
      const double level = share.level_bytes_per_s(static_cast<int>(s));
      for (const int link : network.links_[s]) {
        load[static_cast<std::size_t>(link)] += level * network.weights_[s];
        highest[static_cast<std::size_t>(link)] = std::max(highest[static_cast<std::size_t>(link)], level);
      }
    }
    for (std::size_t l = 0; l < load.size(); ++l) {
      const double capacity = network.capacities_[l] / byte_per_second;
      ASSERT_LE(load[l], capacity * (1 + kRelativeTolerance));
      ASSERT_NEAR(share.load(static_cast<int>(l)) / byte_per_second, load[l], 1e-11 * 9e9);
    }
    for (std::size_t s = 0; s < network.streams_.size(); ++s) {
      if (network.weights_[s] == 0) continue;
      const auto link = static_cast<std::size_t>(share.bottleneck(static_cast<int>(s)).value());
      const double capacity = network.capacities_[link] / byte_per_second;
      EXPECT_THAT(network.links_[s], testing::Contains(static_cast<int>(link)));
      ASSERT_NEAR(load[link], capacity, kRelativeTolerance * capacity);
      ASSERT_GE(share.level_bytes_per_s(static_cast<int>(s)), highest[link] * (1 - kRelativeTolerance));
    }
  }
}

// Streams 0 and 1 meet on link 0, 2 and 3 on link 1; nothing joins the two links.
TEST(FairShare, SettlesOnlyWhatAChangeReaches) {
  const Case apart({10, 10}, {{0}, {0}, {1}, {1}});
  // Routes are shared, so streams of one route are told apart here.
  const std::vector<FairShare::Stream> streams{{0}, {0}, {1}, {1}};
  FairShare share(apart.capacities, apart.routes, streams);
  for (int s = 0; s < 4; ++s) share.set_weight(s, 1);
  EXPECT_EQ(share.settle().size(), 4u);
  share.set_weight(0, 0);
  EXPECT_THAT(share.settle(), ElementsAre(1));
  EXPECT_EQ(share.level_bytes_per_s(1), 10e9);
  EXPECT_EQ(share.level_bytes_per_s(2), 5e9);
}

// A tight link 0 holds stream 0 at 1; stream 1 on link 1 comes and goes above that level, so stream 0 never needs a
// look.
TEST(FairShare, LeavesLowerLevelsAlone) {
  const Case levels({1, 10}, {{0, 1}, {1}});
  const std::vector<FairShare::Stream> streams{{0}, {1}};
  FairShare share(levels.capacities, levels.routes, streams);
  share.set_weight(0, 1);
  share.settle();
  share.set_weight(1, 1);
  EXPECT_THAT(share.settle(), ElementsAre(1));
  EXPECT_EQ(share.level_bytes_per_s(1), 9e9);
}

TEST(FairShare, HasNothingToDoWhereWeightsComeBack) {
  const Case one({10}, {{0}});
  const std::vector<FairShare::Stream> streams{{0}};
  FairShare share(one.capacities, one.routes, streams);
  share.set_weight(0, 1);
  EXPECT_THAT(share.settle(), IsSupersetOf({0}));
  share.set_weight(0, 0);
  share.set_weight(0, 1);
  EXPECT_TRUE(share.settle().empty());
}

}  // namespace fair_share_test
}  // namespace fmplan::network
