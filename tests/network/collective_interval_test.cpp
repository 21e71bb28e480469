#include "core/network/collective_interval.h"

#include <gtest/gtest.h>

#include "core/network/collective_judge.h"

namespace fmplan::network {
namespace collective_interval_test {

CollectiveGroup nodes_of_eight(int nodes) {
  return {.num_ranks = 8 * nodes,
          .ranks_per_domain = 8,
          .num_domains = nodes,
          .scale_up_bandwidth = 450 * gigabyte_per_second,
          .pair_bandwidth = 450 * gigabyte_per_second,
          .scale_out_bandwidth = 50 * gigabyte_per_second};
}

/// Long all-reduces were measured on two and on four nodes.
CollectiveProfile measured() {
  CollectiveProfile profile = uncalibrated_profile("test", true);
  const int longest = size_band(1 * gibibyte);
  profile.cells = {{.collective = Collective::kAllReduce,
                    .size_band = longest,
                    .num_domains = 2,
                    .ranks_per_domain = 8,
                    .num_points = 6,
                    .factors = {0.95, 1.05}},
                   {.collective = Collective::kAllReduce,
                    .size_band = longest,
                    .num_domains = 4,
                    .ranks_per_domain = 8,
                    .num_points = 5,
                    .factors = {0.9, 1.1}}};
  return profile;
}

TEST(CollectiveInterval, IsThatOfTheCellThatWasMeasured) {
  const CollectiveInterval two =
      collective_interval(measured(), Collective::kAllReduce, 1 * gibibyte, nodes_of_eight(2));
  EXPECT_EQ(two.factors, (TimeFactors{0.95, 1.05}));
  EXPECT_EQ(two.points, 6);
  const CollectiveInterval eight =
      collective_interval(measured(), Collective::kAllReduce, 1 * gibibyte, nodes_of_eight(8));
  EXPECT_EQ(eight.factors, (TimeFactors{0.9, 1.1})) << "twice as many domains are near enough";
}

// However well one cell is known: of another collective, size, number of domains or of ranks a domain nothing is known.
TEST(CollectiveInterval, IsWideWhereNoRowLies) {
  const CollectiveProfile profile = measured();
  CollectiveGroup rack = nodes_of_eight(2);
  rack.ranks_per_domain = 72;
  rack.num_ranks = 144;
  const auto none = [&](Collective collective, Bytes bytes, const CollectiveGroup& group) {
    const CollectiveInterval interval = collective_interval(profile, collective, bytes, group);
    EXPECT_EQ(interval.points, 0);
    EXPECT_EQ(interval.factors, unmeasured_factors(size_band(bytes), group.num_domains > 1));
  };
  none(Collective::kAllGather, 1 * gibibyte, nodes_of_eight(2));
  none(Collective::kAllReduce, 1 * mebibyte, nodes_of_eight(2));
  none(Collective::kAllReduce, 1 * gibibyte, nodes_of_eight(1));
  none(Collective::kAllReduce, 1 * gibibyte, nodes_of_eight(16));
  none(Collective::kAllReduce, 1 * gibibyte, rack);
  EXPECT_EQ(collective_interval(profile, Collective::kAllReduce, 1 * gibibyte, nodes_of_eight(3)).points, 5)
      << "three domains are like four, not like two, which exchange once";
}

TEST(CollectiveInterval, OfAProfileWithoutCellsIsTheOneItStates) {
  CollectiveProfile profile = uncalibrated_profile("test", true);
  profile.small_factors = {0.7, 1.5};
  profile.large_factors = {0.9, 1.2};
  const CollectiveInterval small = collective_interval(profile, Collective::kReduce, 8 * byte, nodes_of_eight(2));
  EXPECT_EQ(small.factors, profile.small_factors);
  EXPECT_FALSE(small.points);
  profile.unmeasured = true;
  EXPECT_EQ(collective_interval(profile, Collective::kReduce, 8 * byte, nodes_of_eight(2)).points, 0);
}

TEST(UnmeasuredFactors, AreWiderAcrossDomains) {
  for (int band = 0; band < kNumSizeBands; ++band) {
    const TimeFactors inside = unmeasured_factors(band, false);
    const TimeFactors across = unmeasured_factors(band, true);
    EXPECT_LT(across.low / across.high, inside.low / inside.high) << size_band_name(band);
    EXPECT_EQ(parse_size_band(size_band_name(band)), band);
  }
}

// A program that waits for its call is not slow because its host is: 40 us for 8 bytes on one node is what Python shows
// on every GPU.
TEST(ProgramFloor, KeepsSmallMessagesFromBeingCalledSlow) {
  CollectiveProfile profile = uncalibrated_profile("test", false);
  profile.small_factors = {0.8, 1.2};
  const auto verdict = [&](Seconds time) {
    return judge(Collective::kAllReduce, 8 * byte, time, nodes_of_eight(1), profile).verdict;
  };
  EXPECT_EQ(verdict(40 * microsecond), Verdict::kHealthy);
  EXPECT_EQ(verdict(program_floor(Collective::kAllReduce) + 1 * microsecond), Verdict::kSlow);
  EXPECT_GT(program_floor(Collective::kAllToAll), program_floor(Collective::kAllReduce));
}

}  // namespace collective_interval_test
}  // namespace fmplan::network
