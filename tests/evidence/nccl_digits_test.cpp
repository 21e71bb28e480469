#include "core/evidence/nccl_digits.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fmplan::evidence {
namespace nccl_digits_test {

using network::Collective;

RatioRange ratio(const char* busbw, const char* algbw) {
  return ratio_range(*printed_number(busbw), *printed_number(algbw));
}

TEST(PrintedNumber, IsKnownToHalfOfItsLastDigit) {
  EXPECT_DOUBLE_EQ(printed_number("355.12")->value, 355.12);
  EXPECT_DOUBLE_EQ(printed_number("355.12")->half_digit, 0.005);
  EXPECT_DOUBLE_EQ(printed_number("355")->half_digit, 0.5);
  for (const char* word : {"", "N/A", "nan", "1,5", "1e+03"}) EXPECT_FALSE(printed_number(word)) << word;
}

// 0.70 and 0.72 are 0.695 to 0.705 over 0.715 to 0.725.
TEST(RatioRange, HoldsWhatRoundsToTheDigits) {
  const RatioRange range = ratio("0.70", "0.72");
  EXPECT_NEAR(range.least, 0.695 / 0.725, 1e-12);
  EXPECT_NEAR(range.most, 0.705 / 0.715, 1e-12);
  EXPECT_TRUE(range.holds(31.0 / 32));
  EXPECT_FALSE(range.holds(2 * 31.0 / 32)) << "no all-reduce";
  EXPECT_TRUE(ratio("0.00", "0.00").holds(1e6)) << "nothing is known of it";
  const RatioRange common = common_range(range, ratio("1.20", "1.24"));
  EXPECT_DOUBLE_EQ(common.least, 1.195 / 1.245);
  EXPECT_DOUBLE_EQ(common.most, 1.205 / 1.235);
}

// 2 (n − 1)/n of 195.31 GB/s are 386.55 on 96 ranks, 386.51 on 95 and 386.60 on 97.
TEST(RanksWithRatio, AreBoundedFromBelowAndAbove) {
  const auto ranks = ranks_with_ratio(Collective::kAllReduce, ratio("386.55", "195.31"));
  ASSERT_TRUE(ranks);
  EXPECT_EQ(rank_range_text(*ranks), "96");
  EXPECT_TRUE(ranks->holds(96));
  for (const int other : {64, 95, 97, 192, 1024}) EXPECT_FALSE(ranks->holds(other)) << other;
  EXPECT_FALSE(ranks_with_ratio(Collective::kAllGather, ratio("386.55", "195.31"))) << "above 1";
  EXPECT_FALSE(ranks_with_ratio(Collective::kBroadcast, ratio("386.55", "195.31")));
  // Near the limit only the least is known; what does not depend on ranks tells nothing.
  EXPECT_EQ(rank_range_text(*ranks_with_ratio(Collective::kAllReduce, ratio("2.00", "1.00"))), "134 or more");
  EXPECT_EQ(rank_range_text(*ranks_with_ratio(Collective::kBroadcast, ratio("1.00", "1.00"))), "2 or more");
}

// Whatever a program prints of n ranks, n is among those that its digits allow.
TEST(RanksWithRatio, HoldTheRanksThatWerePrinted) {
  for (const Collective collective : {Collective::kAllReduce, Collective::kAllGather, Collective::kBroadcast})
    for (const int n : {2, 3, 8, 16, 72, 144, 1024})
      for (const double algbw : {0.004, 0.37, 9.996, 48.123, 483.777}) {
        const auto rounded = [](double value) { return PrintedNumber{std::round(value * 100) / 100, 0.005}; };
        const RatioRange range = ratio_range(rounded(network::bus_factor(collective, n) * algbw), rounded(algbw));
        const auto ranks = ranks_with_ratio(collective, range);
        ASSERT_TRUE(ranks) << n << " " << algbw;
        EXPECT_TRUE(ranks->holds(n)) << n << " " << algbw << " " << rank_range_text(*ranks);
      }
}

}  // namespace nccl_digits_test
}  // namespace fmplan::evidence
