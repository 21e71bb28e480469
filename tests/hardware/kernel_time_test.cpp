#include "core/hardware/kernel_time.h"

#include <gtest/gtest.h>

namespace fmplan::hardware {
namespace {

/// Round figures: bf16 100 TFLOP/s of which products reach half, 1 TB/s of which they reach 80 %.
Accelerator round_accelerator() {
  Accelerator accelerator;
  accelerator.name = "round";
  accelerator.peak = {{"bf16", 100 * teraflop_per_second}, {"fp8", 200 * teraflop_per_second}};
  accelerator.memory = 80 * gigabyte;
  accelerator.memory_bandwidth = 1 * terabyte_per_second;
  accelerator.gemm = {
      {"bf16", {.compute = 0.5, .memory = 0.8, .launch = 4 * microsecond, .median_error = std::nullopt}}};
  accelerator.attention = {.peak_rate = 60 * teraflop_per_second, .half_length = 1000, .backward = 0.8};
  accelerator.memory_efficiency = 0.9;
  accelerator.element_wise_efficiency = 0.4;
  return accelerator;
}

KernelRates rates(const char* precision = "bf16") { return kernel_rates(round_accelerator(), precision).value(); }

// 2·4096³ = 137.44 GFLOP at 50 TFLOP/s = 2.74878 ms, against 2·3·4096² bytes at 0.8 TB/s = 0.126 ms.
TEST(GemmTime, OfLargeProductsIsTheWorkOverTheRate) {
  EXPECT_NEAR(gemm_time(rates(), 4096, 4096, 4096) / millisecond, 2.74877906944 + 0.004, 1e-12);
}

// One row: 2·(8192 + 8192² + 8192) bytes = 134.25 MB at 0.8 TB/s = 167.8 µs, against 2·8192² FLOP = 2.7 µs.
TEST(GemmTime, OfThinProductsIsTheBytesOverTheBandwidth) {
  EXPECT_NEAR(gemm_time(rates(), 1, 8192, 8192) / microsecond, 2 * (2 * 8192.0 + 8192.0 * 8192) / 0.8e6 + 4, 1e-9);
}

TEST(GemmTime, OfNothingIsTheLaunch) { EXPECT_EQ(gemm_time(rates(), 0, 0, 0), 4 * microsecond); }

// No fit for fp8: 0.7 of the peak and of the bandwidth.  Operands take 1 byte, the product 2: a product of two 1 × 1
// 000 000 vectors moves 2 · 10⁶ bytes in, one of 10⁶ × 1 by 1 × 1 two million bytes out.
TEST(KernelRates, OfAPrecisionWithoutAFitAreTheDefaults) {
  const KernelRates fp8 = rates("fp8");
  EXPECT_DOUBLE_EQ(fp8.gemm_rate / teraflop_per_second, 140);
  EXPECT_EQ(fp8.operand_bytes, 1);
  EXPECT_NEAR((gemm_time(fp8, 1, 1, 1e6) - fp8.gemm_launch) / microsecond, (2e6 + 2) / 0.7e6, 1e-9);
  EXPECT_NEAR((gemm_time(fp8, 1e6, 1, 1) - fp8.gemm_launch) / microsecond, (1e6 + 1 + 2e6) / 0.7e6, 1e-9);
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

// 4096 wide, 1000 tokens that see up to 1000: 2·4096·10⁶ = 8.192 GFLOP; at s = s0 half of 60 TFLOP/s.
TEST(FlashAttention, RunsAtHalfItsRateWhereTheLengthIsTheHalfLength) {
  EXPECT_NEAR(flash_attention_forward_time(rates(), 4096, 1000, 1000) / microsecond, 8192 / 30.0, 1e-9);
}

TEST(FlashAttention, ApproachesItsFullRateOnLongSequences) {
  const double s = 1e9;
  const Flop work = 2 * 4096 * s * s * flop;
  EXPECT_NEAR(work / flash_attention_forward_time(rates(), 4096, s, s) / (60 * teraflop_per_second), 1,
              2e-6);  // s0/s = 10⁻⁶
}

// 2.5 times the FLOP at 0.8 of the rate.
TEST(FlashAttention, BackwardIsTwoAndAHalfTimesTheWorkAtItsOwnRate) {
  EXPECT_DOUBLE_EQ(
      flash_attention_backward_time(rates(), 4096, 512, 2048) / flash_attention_forward_time(rates(), 4096, 512, 2048),
      2.5 / 0.8);
}

TEST(MemoryBoundKernels, MoveBytesAtTheirOwnShareOfTheBandwidth) {
  EXPECT_DOUBLE_EQ(element_wise_time(rates(), 4 * gigabyte) / millisecond, 10);
  EXPECT_DOUBLE_EQ(stream_time(rates(), 9 * gigabyte) / millisecond, 10);
}

}  // namespace
}  // namespace fmplan::hardware
