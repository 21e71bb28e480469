#include "core/hardware/kernel_time.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <gtest/gtest.h>

namespace fmplan::hardware {
namespace kernel_time_test {

/// Round figures: bf16 100 TFLOP/s of which products reach half, 1 TB/s of which they reach 80 %.
Accelerator round_accelerator() {
  Accelerator accelerator;
  accelerator.name = "round";
  accelerator.peak = {{"bf16", 100 * teraflop_per_second}, {"fp8", 200 * teraflop_per_second}};
  accelerator.memory = accelerator.usable_memory = 80 * gigabyte;
  accelerator.memory_bandwidth = 1 * terabyte_per_second;
  accelerator.gemm = {{"bf16", {.compute = 0.5, .memory = 0.8, .launch = 4 * microsecond}}};
  accelerator.attention = {.peak_rate = 60 * teraflop_per_second, .half_length = 1000, .backward = 0.8};
  accelerator.memory_efficiency = 0.9;
  accelerator.element_wise_efficiency = 0.4;
  return accelerator;
}

KernelRates rates(const char* precision = "bf16") { return kernel_rates(round_accelerator(), precision).value(); }

// 2·4096³ = 137.44 GFLOP at 50 TFLOP/s = 2.74878 ms and 2·3·4096² bytes at 0.8 TB/s = 0.12583 ms: their root of
// squares.
TEST(GemmTime, OfLargeProductsIsTheWorkOverTheRate) {
  EXPECT_NEAR(gemm_time(rates(), 4096, 4096, 4096) / millisecond, std::hypot(2.74877906944, 0.12582912) + 0.004, 1e-9);
}

// One row: 2·(8192 + 8192² + 8192) bytes = 134.25 MB at 0.8 TB/s = 167.8 µs, and 2·8192² FLOP = 2.7 µs.
TEST(GemmTime, OfThinProductsIsTheBytesOverTheBandwidth) {
  const double bytes_us = 2 * (2 * 8192.0 + 8192.0 * 8192) / 0.8e6;
  EXPECT_NEAR(gemm_time(rates(), 1, 8192, 8192) / microsecond, std::hypot(bytes_us, 2 * 8192.0 * 8192 / 50e6) + 4,
              1e-9);
}

TEST(GemmTime, OfNothingIsTheLaunch) { EXPECT_EQ(gemm_time(rates(), 0, 0, 0), 4 * microsecond); }

// No fit for fp8: 0.7 of the peak and of the bandwidth.  Operands take 1 byte, the product 2: a product of two 1 × 1
// 000 000 vectors moves 2 · 10⁶ bytes in, one of 10⁶ × 1 by 1 × 1 two million bytes out.
TEST(KernelRates, OfAPrecisionWithoutAFitAreTheDefaults) {
  const KernelRates fp8 = rates("fp8");
  EXPECT_DOUBLE_EQ(fp8.gemm_rate / teraflop_per_second, 140);
  EXPECT_EQ(fp8.operand_bytes, 1);
  const double compute_us = 2e6 / 140e6;
  EXPECT_NEAR((gemm_time(fp8, 1, 1, 1e6) - fp8.gemm_launch) / microsecond, std::hypot((2e6 + 2) / 0.7e6, compute_us),
              1e-9);
  EXPECT_NEAR((gemm_time(fp8, 1e6, 1, 1) - fp8.gemm_launch) / microsecond,
              std::hypot((1e6 + 1 + 2e6) / 0.7e6, compute_us), 1e-9);
}

TEST(KernelRates, OfFp16AreThoseOfBf16ButNotTheReverse) {
  EXPECT_DOUBLE_EQ(rates("fp16").gemm_rate / rates("bf16").gemm_rate, 1);
  Accelerator volta = round_accelerator();
  volta.peak = {{"fp16", 125 * teraflop_per_second}};
  EXPECT_TRUE(kernel_rates(volta, "fp16"));
  EXPECT_FALSE(kernel_rates(volta, "bf16"));
  EXPECT_FALSE(dense_peak(volta, "fp8"));
}

// A lower clock slows what computes and not what waits for memory; the peak that a utilisation divides by stays.
TEST(KernelRates, FollowTheSustainedClockInComputeAlone) {
  Accelerator throttled = round_accelerator();
  throttled.sustained_clock = 0.75;
  const KernelRates slow = kernel_rates(throttled, "bf16").value();
  EXPECT_DOUBLE_EQ(slow.gemm_rate / rates().gemm_rate, 0.75);
  EXPECT_DOUBLE_EQ(slow.attention_rate / rates().attention_rate, 0.75);
  EXPECT_EQ(slow.gemm_bandwidth, rates().gemm_bandwidth);
  EXPECT_EQ(dense_peak(throttled, "bf16"), 100 * teraflop_per_second);
}

/// 16 cores that tiles of 256 × 128 keep busy in rounds, and no memory in the way.
Accelerator tiled_accelerator() {
  Accelerator accelerator = round_accelerator();
  accelerator.cores = 16;
  accelerator.memory_bandwidth = 1e9 * terabyte_per_second;
  GemmEfficiency& gemm = accelerator.gemm["bf16"];
  gemm.wave_share = 1;
  gemm.tile_overhead = 1000;  // so that only the largest tiles are worth it
  gemm.launch = Seconds{};
  return accelerator;
}

// 2048 × 256 is 8 × 2 = 16 tiles of 256 × 128: one round.  One more row of tiles needs a second round, which takes as
// long.
TEST(GemmTime, WaitsForTheLastRoundOfTiles) {
  const KernelRates r = kernel_rates(tiled_accelerator(), "bf16").value();
  EXPECT_NEAR(gemm_time(r, 2048, 256, 4096) / microsecond, 2.0 * 2048 * 256 * 4096 / 50e6, 1e-6);
  EXPECT_NEAR(gemm_time(r, 2049, 256, 4096) / gemm_time(r, 2048, 256, 4096), 2, 1e-9);
  EXPECT_NEAR(gemm_time(r, 4096, 256, 4096) / gemm_time(r, 2048, 256, 4096), 2, 1e-9);
}

// 8 tiles for 16 cores: k split perfectly takes half as long as 16 tiles, not split at all as long.
TEST(GemmTime, SplitsKWhereTilesAreFew) {
  Accelerator accelerator = tiled_accelerator();
  const KernelRates whole = kernel_rates(accelerator, "bf16").value();
  EXPECT_NEAR(gemm_time(whole, 1024, 256, 4096) / gemm_time(whole, 2048, 256, 4096), 1, 1e-9);
  accelerator.gemm["bf16"].split = 1;
  const KernelRates split = kernel_rates(accelerator, "bf16").value();
  EXPECT_NEAR(gemm_time(split, 1024, 256, 4096) / gemm_time(split, 2048, 256, 4096), 0.5, 1e-9);
}

// 16 experts of one tile fill the cores as one product of 16 tiles does, with one launch.
TEST(GemmTime, OfGroupsFillsTheCoresTogether) {
  Accelerator accelerator = tiled_accelerator();
  accelerator.gemm["bf16"].launch = 4 * microsecond;
  const KernelRates r = kernel_rates(accelerator, "bf16").value();
  EXPECT_NEAR(gemm_time(r, 256, 128, 4096, 16) / gemm_time(r, 2048, 256, 4096), 1, 1e-9);
}

// F_d FLOP of work: half of the fade.
TEST(GemmTime, FadesInLongProducts) {
  Accelerator accelerator = tiled_accelerator();
  accelerator.gemm["bf16"].fade = 0.2;
  accelerator.gemm["bf16"].fade_work = 2.0 * 2048 * 256 * 4096 * flop;
  const KernelRates faded = kernel_rates(accelerator, "bf16").value();
  const KernelRates plain = kernel_rates(tiled_accelerator(), "bf16").value();
  EXPECT_NEAR(gemm_time(faded, 2048, 256, 4096) / gemm_time(plain, 2048, 256, 4096), 1.1, 1e-9);
}

/// As many coefficients at work as there are.
Accelerator full_accelerator() {
  Accelerator accelerator = round_accelerator();
  accelerator.cores = 108;
  accelerator.gemm["bf16"] = {.compute = 0.87,
                              .memory = 0.9,
                              .launch = 4 * microsecond,
                              .tile_overhead = 26,
                              .wave_share = 0.58,
                              .fill_length = 150,
                              .split = 0.84,
                              .fade = 0.08,
                              .fade_work = 2e12 * flop,
                              .conversion_passes = 0,
                              .median_error = std::nullopt};
  accelerator.gemm["fp8"] = accelerator.gemm["bf16"];
  accelerator.gemm["fp8"].conversion_passes = 4;
  return accelerator;
}

constexpr double kSizes[] = {1,   63,  64,   65,   127,  129,  200,  256,  257,
                             512, 700, 1024, 1025, 2048, 3333, 4096, 8191, 16384};

// Next larger sizes in each dimension; the tolerance is rounding.
TEST(GemmTime, RisesWithEverySize) {
  for (const char* precision : {"bf16", "fp8"}) {
    const KernelRates r = kernel_rates(full_accelerator(), precision).value();
    for (std::size_t i = 0; i + 1 < std::size(kSizes); ++i)
      for (const double b : kSizes)
        for (const double c : kSizes) {
          const double small = kSizes[i];
          const double large = kSizes[i + 1];
          constexpr double kRounding = 1 + 1e-12;
          EXPECT_LE(gemm_time(r, small, b, c), kRounding * gemm_time(r, large, b, c));
          EXPECT_LE(gemm_time(r, b, small, c), kRounding * gemm_time(r, b, large, c));
          EXPECT_LE(gemm_time(r, b, c, small), kRounding * gemm_time(r, b, c, large));
          EXPECT_LE(gemm_time(r, b, c, 256, small), kRounding * gemm_time(r, b, c, 256, large));
        }
  }
}

TEST(GemmTime, IsNeverFasterThanTheRoofline) {
  const Accelerator accelerator = full_accelerator();
  const KernelRates r = kernel_rates(accelerator, "bf16").value();
  for (const double m : kSizes)
    for (const double n : kSizes)
      for (const double k : kSizes) {
        const Seconds compute = 2 * m * n * k * flop / accelerator.peak.at("bf16");
        const Seconds memory = 2 * (m * k + k * n + m * n) * byte / accelerator.memory_bandwidth;
        EXPECT_GE(gemm_time(r, m, n, k), std::max(compute, memory));
      }
}

AttentionWork attention_work(double width, double tokens, double context) {
  return {.heads = width / 128, .key_value_heads = width / 128, .head_size = 128, .tokens = tokens, .context = context};
}

/// Rates of the round accelerator with memory out of the way.
KernelRates attention_rates() {
  Accelerator accelerator = round_accelerator();
  accelerator.memory_bandwidth = 1e9 * terabyte_per_second;
  return kernel_rates(accelerator, "bf16").value();
}

// 4096 wide, 1000 tokens that see up to 1000: 2·4096·10⁶ = 8.192 GFLOP; at s = s0 half of 60 TFLOP/s.
TEST(FlashAttention, RunsAtHalfItsRateWhereTheLengthIsTheHalfLength) {
  EXPECT_NEAR(flash_attention_forward_time(attention_rates(), attention_work(4096, 1000, 1000)) / microsecond,
              8192 / 30.0, 1e-6);
}

TEST(FlashAttention, ApproachesItsFullRateOnLongSequences) {
  const double s = 1e9;
  const Flop work = 2 * 4096 * s * s * flop;
  EXPECT_NEAR(
      work / flash_attention_forward_time(attention_rates(), attention_work(4096, s, s)) / (60 * teraflop_per_second),
      1, 2e-6);  // s0/s = 10⁻⁶
}

// 4096 wide, 1000 tokens that see up to 1000: 8.192 GFLOP, and 2.5 times as many backward, at the peak of 100 TFLOP/s.
TEST(FlashAttention, TakesAtLeastWhatItsProductsTakeAtThePeak) {
  const KernelRates rates = attention_rates();
  const AttentionLeast least = flash_attention_least_time(rates, attention_work(4096, 1000, 1000));
  EXPECT_NEAR(least.forward / microsecond, 8.192e9 / (rates.peak / teraflop_per_second * 1e12) * 1e6, 1e-9);
  EXPECT_NEAR(least.backward / least.forward, 2.5, 1e-12);
}

// 2.5 times the FLOP at 0.8 of the rate.
TEST(FlashAttention, BackwardIsTwoAndAHalfTimesTheWorkAtItsOwnRate) {
  const AttentionWork work = attention_work(4096, 512, 2048);
  EXPECT_DOUBLE_EQ(flash_attention_backward_time(rates(), work) / flash_attention_forward_time(rates(), work),
                   2.5 / 0.8);
}

// 64 heads of 64 cost as much as 64 of 128 on what pads heads to 128; wider ones cost what they did.
TEST(FlashAttention, PadsSmallHeads) {
  Accelerator accelerator = round_accelerator();
  accelerator.attention.head_overhead = 20;
  const KernelRates plain = kernel_rates(accelerator, "bf16").value();
  accelerator.attention.least_head_size = 128;
  const KernelRates padded = kernel_rates(accelerator, "bf16").value();
  const auto time = [](const KernelRates& r, double size) {
    return flash_attention_forward_time(
        r, {.heads = 64, .key_value_heads = 64, .head_size = size, .tokens = 4096, .context = 4096});
  };
  EXPECT_NEAR(time(padded, 64) / time(padded, 128), 1, 1e-12);
  EXPECT_GT(time(padded, 64), time(plain, 64));
  for (const double size : {128., 192., 256.}) EXPECT_EQ(time(padded, size), time(plain, size)) << size;
}

// 32 heads of 128: 8 kB of queries and output and as much of keys and values a token, twice more each around the
// kernel.
TEST(FlashAttention, AddsTheKernelsAroundIt) {
  Accelerator accelerator = round_accelerator();
  const AttentionWork work = attention_work(4096, 1000, 1000);
  const Seconds alone = flash_attention_forward_time(kernel_rates(accelerator, "bf16").value(), work);
  accelerator.attention.query_passes = 2;
  accelerator.attention.key_value_passes = 1;
  accelerator.attention.launch = 5 * microsecond;
  const Seconds with = flash_attention_forward_time(kernel_rates(accelerator, "bf16").value(), work);
  EXPECT_NEAR((with - alone) / microsecond, 5 + 3 * 4 * 4096 * 1000 / 1e6, 1e-9);
}

TEST(FlashAttention, RisesWithEverySizeAndIsNeverFasterThanTheRoofline) {
  Accelerator accelerator = round_accelerator();
  accelerator.cores = 108;
  accelerator.attention.head_overhead = 20;
  accelerator.attention.fill = 1;
  const KernelRates r = kernel_rates(accelerator, "bf16").value();
  const auto time = [&](double heads, double size, double tokens, double context) {
    return flash_attention_forward_time(
        r, {.heads = heads, .key_value_heads = heads, .head_size = size, .tokens = tokens, .context = context});
  };
  for (const double heads : {1., 8., 64.})
    for (const double size : {64., 128., 256.})
      for (const double context : {128., 1024., 16384.}) {
        const double tokens = 2 * context;
        const Seconds here = time(heads, size, tokens, context);
        EXPECT_LT(here, time(2 * heads, size, tokens, context));
        EXPECT_LT(here, time(heads, 2 * size, tokens, context));
        EXPECT_LT(here, time(heads, size, 2 * tokens, context));
        EXPECT_LT(here, time(heads, size, tokens, 2 * context));
        EXPECT_GE(here, 2 * heads * size * context * tokens * flop / accelerator.peak.at("bf16"));
        EXPECT_GE(here, 8 * heads * size * tokens * byte / accelerator.memory_bandwidth);
      }
}

// 10 ms of kernels beside 6 ms of traffic at 20 %: 5 ms of work are done in those 6, and 5 remain.
TEST(BesideCollective, KernelsAdvanceSlowerWhileItRuns) {
  EXPECT_NEAR(beside_collective_time(10 * millisecond, 6 * millisecond, 0.2) / millisecond, 11, 1e-9);
  EXPECT_NEAR(beside_collective_time(10 * millisecond, 50 * millisecond, 0.2) / millisecond, 12, 1e-9);
  EXPECT_EQ(beside_collective_time(10 * millisecond, Seconds{}), 10 * millisecond);
}

TEST(MemoryBoundKernels, MoveBytesAtTheirOwnShareOfTheBandwidth) {
  EXPECT_DOUBLE_EQ(element_wise_time(rates(), 4 * gigabyte) / millisecond, 10);
  EXPECT_DOUBLE_EQ(stream_time(rates(), 9 * gigabyte) / millisecond, 10);
}

}  // namespace kernel_time_test
}  // namespace fmplan::hardware
