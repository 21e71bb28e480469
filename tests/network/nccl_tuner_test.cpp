#include "core/network/nccl_tuner.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/network/nccl_model.h"

namespace fmplan::network {
namespace nccl_tuner_test {

constexpr NcclTuner kHopper = {.generation = NvidiaGeneration::kHopper, .net_latency = {}};
constexpr NcclTuner kBlackwell = {.generation = NvidiaGeneration::kBlackwell, .net_latency = {}};
constexpr double kRounding = 1e-12;

CollectiveGroup h100(int nodes, int per_node = 8) {
  return {.num_ranks = nodes * per_node,
          .ranks_per_domain = per_node,
          .num_domains = nodes,
          .scale_up_bandwidth = 450 * gigabyte_per_second,
          .pair_bandwidth = 450 * gigabyte_per_second,
          .scale_out_bandwidth = 50 * gigabyte_per_second};
}

CollectiveGroup b200(int nodes) {
  CollectiveGroup group = h100(nodes);
  group.scale_up_bandwidth = group.pair_bandwidth = 900 * gigabyte_per_second;
  return group;
}

std::pair<NcclAlgorithm, NcclProtocol> choice(const NcclTuner& tuner, const CollectiveGroup& group, Bytes bytes,
                                              Collective collective = Collective::kAllReduce) {
  CollectiveProfile profile = uncalibrated_profile("test", true);
  profile.tuner = tuner;
  const CalibratedTime time = collective_time(collective, bytes, group, profile);
  return {time.algorithm, time.protocol};
}

// Two nodes of eight H100: a tree's LL takes 6.8 + 2 (7 · 0.6 + 1 · 5) = 25.2 us, and 8 bytes no time to speak of.  (A
// cluster with InfiniBand was measured at 24.9 us, nccl-tests issue 309.)
TEST(TunerTime, OfASmallMessageIsTheTreesLatency) {
  const auto time = tuner_time_us(kHopper, Collective::kAllReduce, 8, h100(2), NcclAlgorithm::kTree, NcclProtocol::kLl);
  EXPECT_NEAR(time.value(), 25.2, 0.01);
}

// A ring of two nodes of eight: 13 steps inside, believed 3 us each since Simple posts three times, 1 across of 14 and
// twice the 75 us that the plug-in announces; all-gather of 64 MiB at 0.8 · 450 GB/s · 16/15.
TEST(TunerTime, CountsThePlugInsLatencyTwiceForSimple) {
  const NcclTuner efa = {.generation = NvidiaGeneration::kHopper, .net_latency = 75 * microsecond};
  const double bytes = 64.0 * 1024 * 1024;
  const auto time =
      tuner_time_us(efa, Collective::kAllGather, bytes, h100(2), NcclAlgorithm::kRing, NcclProtocol::kSimple);
  const double expected = 8.4 + 14 * 3.4 + (14 + 2 * 75) + bytes / (1e3 * 360 * 16 / 15);
  EXPECT_NEAR(time.value(), expected, expected * kRounding);
}

// NVLS channels and one more share the link: eight H100 have 8 of 40 GB/s, 8 · 40 · 0.85 · 7/8 · 2 = 476 GB/s of bus
// bandwidth against the ring's 360; four have 4 of 60: 306, less than the ring.  Measured: a ring with four H200, NVLS
// from five on (stas00, ml-engineering).
TEST(Tuner, TakesNvlsFromFiveGpusOfANodeOn) {
  const Bytes bytes = 8 * gibibyte;
  EXPECT_EQ(choice(kHopper, h100(1, 4), bytes).first, NcclAlgorithm::kRing);
  EXPECT_EQ(choice(kHopper, h100(1, 5), bytes).first, NcclAlgorithm::kNvls);
  EXPECT_EQ(choice(kHopper, h100(1, 8), bytes).first, NcclAlgorithm::kNvls);
}

// Where nccl-tests shows a step: one H100 node goes from 27 to 42 us between 1 and 2 MiB (NVIDIA, dgxc-benchmarking),
// one B200 node from 34 to 56 us between 2 and 4 MiB (Vultr).
TEST(Tuner, ChangesToTheSwitchWhereMeasuredTimesStep) {
  using enum NcclAlgorithm;
  EXPECT_EQ(choice(kHopper, h100(1), 1 * mebibyte).first, kRing);
  EXPECT_EQ(choice(kHopper, h100(1), 2 * mebibyte).first, kNvls);
  EXPECT_EQ(choice(kBlackwell, b200(1), 2 * mebibyte).first, kRing);
  EXPECT_EQ(choice(kBlackwell, b200(1), 4 * mebibyte).first, kNvls);
}

// Two nodes of eight A100 with 25 GB/s each: the tree's links inside are sought up to twice as fast as those across, so
// that its bus is 0.92 · 240 of 192 · … GB/s and the tree is believed the faster one for long messages, as measured
// (NVIDIA/nccl issue 812).
TEST(Tuner, TakesTheTreeOnTwoA100Nodes) {
  CollectiveGroup a100 = h100(2);
  a100.scale_up_bandwidth = 300 * gigabyte_per_second;
  a100.scale_out_bandwidth = 25 * gigabyte_per_second;
  const NcclTuner tuner = {.generation = NvidiaGeneration::kAmpere, .net_latency = {}};
  EXPECT_EQ(choice(tuner, a100, 4 * gibibyte).first, NcclAlgorithm::kTree);
  EXPECT_EQ(choice(tuner, a100, 4 * gibibyte, Collective::kAllGather).first, NcclAlgorithm::kRing);
}

// The choice is NCCL's even where the calibrated time of another is less.
TEST(Tuner, DecidesWhateverTheCalibratedTimesAre) {
  CollectiveProfile profile = uncalibrated_profile("test", true);
  profile[Coefficient::kNvlsEfficiency] = 0.1;
  const CalibratedTime fastest = collective_time(Collective::kAllReduce, 1 * gibibyte, h100(1), profile);
  EXPECT_EQ(fastest.algorithm, NcclAlgorithm::kRing);
  profile.tuner = kHopper;
  const CalibratedTime chosen = collective_time(Collective::kAllReduce, 1 * gibibyte, h100(1), profile);
  EXPECT_EQ(chosen.algorithm, NcclAlgorithm::kNvls);
  EXPECT_GT(chosen.total, fastest.total);
  EXPECT_EQ(calibrated_seconds(Collective::kAllReduce, 1 * gibibyte, h100(1), profile), chosen.total);
}

// LL128 across nodes fifty times as slow as believed: the tuner takes it all the same, and below 16 MiB a message takes
// no longer than what the tuner's choice of twice or four times its size takes, which may go as Simple.
TEST(Tuner, LetsNoMessageTakeLongerThanALargerOne) {
  CollectiveProfile profile = uncalibrated_profile("one slow protocol", true);
  profile.tuner = kHopper;
  profile[Coefficient::kNetShareLl128] = 0.02;
  const CollectiveGroup group = h100(2);
  bool falls = false;
  for (const Collective collective : {Collective::kAllReduce, Collective::kAllGather}) {
    const auto of_choice = [&](double bytes) {
      const CalibratedTime time = collective_time(collective, bytes * byte, group, profile);
      const auto all = nccl_candidates(collective, bytes * byte, group, profile);
      return std::ranges::find_if(
                 all,
                 [&](const auto& each) { return each.algorithm == time.algorithm && each.protocol == time.protocol; })
                 ->time /
             second;
    };
    for (double bytes = 1 << 10; bytes < 16 * (1 << 20); bytes *= 2) {
      const double time_s = collective_time(collective, bytes * byte, group, profile).total / second;
      EXPECT_EQ(time_s, calibrated_seconds(collective, bytes * byte, group, profile) / second);
      EXPECT_EQ(time_s, std::min({of_choice(bytes), of_choice(2 * bytes), of_choice(4 * bytes)})) << bytes;
      falls = falls || of_choice(2 * bytes) < of_choice(bytes);
    }
  }
  EXPECT_TRUE(falls) << "else there is nothing to see";
}

TEST(Tuner, DoesNotConsiderWhatCannotRun) {
  const auto time = [](Collective collective, const CollectiveGroup& group, NcclAlgorithm algorithm) {
    return tuner_time_us(kHopper, collective, 1e6, group, algorithm, NcclProtocol::kSimple);
  };
  EXPECT_FALSE(time(Collective::kAllGather, h100(2), NcclAlgorithm::kTree));
  EXPECT_FALSE(time(Collective::kAllReduce, h100(1), NcclAlgorithm::kNvlsTree));
  EXPECT_FALSE(time(Collective::kAllReduce, h100(1, 2), NcclAlgorithm::kNvls));
  EXPECT_FALSE(time(Collective::kAllGather, h100(4), NcclAlgorithm::kPat));
  EXPECT_TRUE(time(Collective::kAllGather, h100(4, 1), NcclAlgorithm::kPat));
  const NcclTuner ampere = {.generation = NvidiaGeneration::kAmpere, .net_latency = {}};
  EXPECT_FALSE(
      tuner_time_us(ampere, Collective::kAllReduce, 1e6, h100(1), NcclAlgorithm::kNvls, NcclProtocol::kSimple));
}

}  // namespace nccl_tuner_test
}  // namespace fmplan::network
