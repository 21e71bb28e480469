#include "core/calibration/fit/fit_kernels.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::calibration {
namespace kernel_fit_test {

using hardware::Accelerator;
using hardware::AttentionEfficiency;
using hardware::GemmEfficiency;

/// 100 cores, 1 PFLOP/s in bf16, 3 TB/s.
Accelerator round_accelerator() {
  Accelerator accelerator;
  accelerator.name = "round";
  accelerator.peak = {{"bf16", 1000 * teraflop_per_second}, {"fp8", 2000 * teraflop_per_second}};
  accelerator.cores = 100;
  accelerator.memory_bandwidth = 3 * terabyte_per_second;
  return accelerator;
}

GemmEfficiency known_gemm() {
  return {.compute = 0.82,
          .memory = 0.85,
          .launch = 3 * microsecond,
          .tile_overhead = 12,
          .wave_share = 0.4,
          .fill_length = 150,
          .split = 0.6,
          .fade = 0.12,
          .fade_work = 1e12 * flop,
          .conversion_passes = 0,
          .median_error = std::nullopt};
}

/// Products of many sizes, timed with known coefficients; `noise` alternates in sign.
std::vector<KernelObservation> gemm_rows(const Accelerator& accelerator, const std::string& precision,
                                         const GemmEfficiency& efficiency, double noise) {
  Accelerator known = accelerator;
  known.gemm[precision] = efficiency;
  const hardware::KernelRates rates = kernel_rates(known, precision).value();
  std::vector<KernelObservation> rows;
  double sign = 1;
  for (const double n : {256., 512., 1024., 2048., 3072., 5120., 8192., 16384.}) {
    for (const double k : {256., 1024., 2560., 4096., 8192., 14336.}) {
      for (const double m : {64., 512., 1024., 1280., 1537., 2048., 3072., 4096., 8192., 16384.}) {
        KernelObservation o{
            .backend = "made", .precision = precision, .m = m, .n = n, .k = k, .attention = {}, .time = {}};
        o.time = gemm_time(rates, m, n, k) * (1 + sign * noise);
        sign = -sign;
        rows.push_back(o);
      }
    }
  }
  return rows;
}

// Exact data: the minimum is where the residuals vanish, and the solver stops within its tolerance of it.
TEST(FitGemm, RecoversTheCoefficientsOfGeneratedData) {
  const Accelerator accelerator = round_accelerator();
  const GemmFit fit = fit_gemm(accelerator, "bf16", gemm_rows(accelerator, "bf16", known_gemm(), 0));
  const GemmEfficiency expected = known_gemm();
  EXPECT_NEAR(fit.efficiency.compute / expected.compute, 1, 0.01);
  EXPECT_NEAR(fit.efficiency.memory / expected.memory, 1, 0.01);
  EXPECT_NEAR(fit.efficiency.launch / expected.launch, 1, 0.01);
  EXPECT_NEAR(fit.efficiency.tile_overhead / expected.tile_overhead, 1, 0.05);
  EXPECT_NEAR(fit.efficiency.wave_share / expected.wave_share, 1, 0.05);
  EXPECT_NEAR(fit.efficiency.fill_length / expected.fill_length, 1, 0.05);
  EXPECT_NEAR(fit.efficiency.split / expected.split, 1, 0.05);
  EXPECT_NEAR(fit.efficiency.fade / expected.fade, 1, 0.05);
  EXPECT_LT(fit.held_out_errors[0].percentile_90, 0.002);
  EXPECT_GT(fit.num_held_out, 0);
  EXPECT_GT(fit.num_fitted, 2 * fit.num_held_out);
}

TEST(FitGemm, RecoversThePassesOfAConversion) {
  const Accelerator accelerator = round_accelerator();
  GemmEfficiency with = known_gemm();
  with.conversion_passes = 3;
  const GemmFit fit = fit_gemm(accelerator, "fp8", gemm_rows(accelerator, "fp8", with, 0));
  EXPECT_NEAR(fit.efficiency.conversion_passes, 3, 0.1);
}

// ±4 % of noise: the median error is 4 %, the compute efficiency is found within three of its standard errors, and the
// 80 % interval spans both signs.
TEST(FitGemm, StatesItsErrorAndItsInterval) {
  const Accelerator accelerator = round_accelerator();
  const GemmFit fit = fit_gemm(accelerator, "bf16", gemm_rows(accelerator, "bf16", known_gemm(), 0.04));
  EXPECT_NEAR(fit.held_out_errors[0].median, 0.04, 0.01);
  ASSERT_TRUE(fit.efficiency.median_error.has_value());
  EXPECT_EQ(*fit.efficiency.median_error, fit.held_out_errors[0].median);
  const FittedKernelCoefficient& compute = fit.coefficients.front();
  EXPECT_EQ(compute.name, "compute_efficiency");
  EXPECT_GT(compute.relative_error, 1e-4);
  EXPECT_LT(std::abs(std::log(compute.value / 0.82)), 3 * compute.relative_error + 0.01);
  EXPECT_NEAR(fit.intervals[0].low_80, 0.96, 0.02);
  EXPECT_NEAR(fit.intervals[0].high_80, 1.04, 0.02);
}

// The measured runs are short: the sustained clock of the accelerator does not enter.
TEST(FitGemm, ComparesAtTheFullClock) {
  const Accelerator accelerator = round_accelerator();
  Accelerator slow = accelerator;
  slow.sustained_clock = 0.8;
  const auto rows = gemm_rows(accelerator, "bf16", known_gemm(), 0);
  EXPECT_DOUBLE_EQ(fit_gemm(slow, "bf16", rows).efficiency.compute,
                   fit_gemm(accelerator, "bf16", rows).efficiency.compute);
}

TEST(FitGemm, NeedsRowsOfTrainingSizeAndPositiveTimes) {
  const Accelerator accelerator = round_accelerator();
  auto rows = gemm_rows(accelerator, "bf16", known_gemm(), 0);
  std::vector<KernelObservation> small;
  for (const KernelObservation& o : rows)
    if (kernel_band(o) != KernelBand::kTraining) small.push_back(o);
  EXPECT_THROW(fit_gemm(accelerator, "bf16", small), InputError);
  rows.front().time = Seconds{};
  EXPECT_THROW(fit_gemm(accelerator, "bf16", rows), InputError);
}

TEST(FitAttention, RecoversTheCoefficientsOfGeneratedData) {
  Accelerator known = round_accelerator();
  known.attention = {.peak_rate = 700 * teraflop_per_second,
                     .half_length = 400,
                     .backward = 0.8,
                     .head_overhead = 30,
                     .fill = 1.2,
                     .query_passes = 1.5,
                     .key_value_passes = 2.5,
                     .launch = 8 * microsecond};
  const hardware::KernelRates rates = kernel_rates(known, "bf16").value();
  std::vector<KernelObservation> rows;
  for (const double heads : {4., 8., 16., 24., 32., 64.})
    for (const double sharing : {1., 4.})
      for (const double size : {64., 128., 192.})
        for (const double context : {512., 1024., 2048., 4096., 8192., 16384.})
          for (const double batch : {1., 4., 16.}) {
            KernelObservation o;
            o.precision = "bf16";
            o.attention = hardware::AttentionWork{.heads = heads,
                                                  .key_value_heads = heads / sharing,
                                                  .head_size = size,
                                                  .tokens = batch * context,
                                                  .context = context};
            o.time = flash_attention_forward_time(rates, *o.attention);
            rows.push_back(o);
          }
  const AttentionFit fit = fit_attention(known, rows);
  EXPECT_NEAR(fit.efficiency.peak_rate / known.attention.peak_rate, 1, 0.01);
  EXPECT_NEAR(fit.efficiency.half_length / known.attention.half_length, 1, 0.03);
  EXPECT_NEAR(fit.efficiency.head_overhead / known.attention.head_overhead, 1, 0.03);
  EXPECT_NEAR(fit.efficiency.fill / known.attention.fill, 1, 0.03);
  EXPECT_NEAR(fit.efficiency.launch / known.attention.launch, 1, 0.03);
  EXPECT_EQ(fit.efficiency.backward, 0.8);  // kept: the rows are of the forward pass
}

// Whole pairs (n, k) are on one side, whatever m.
TEST(HeldOut, TakesAQuarterOfTheShapesWhole) {
  int num_held = 0;
  int num_pairs = 0;
  for (double n = 256; n <= 16384; n += 256) {
    for (double k = 256; k <= 8192; k += 256) {
      KernelObservation o;
      o.n = n;
      o.k = k;
      o.m = 1;
      const bool held = held_out(o);
      o.m = 4096;
      EXPECT_EQ(held_out(o), held);
      num_held += held ? 1 : 0;
      ++num_pairs;
    }
  }
  EXPECT_NEAR(1.0 * num_held / num_pairs, 0.25, 0.04);  // 2,048 pairs: four standard errors of 0.0096
}

TEST(KernelBand, IsByTheSmallestSizeAndTheWork) {
  const auto band = [](double m, double n, double k) {
    KernelObservation o;
    o.m = m;
    o.n = n;
    o.k = k;
    return kernel_band(o);
  };
  EXPECT_EQ(band(4096, 4096, 4096), KernelBand::kTraining);
  EXPECT_EQ(band(1024, 1024, 1024), KernelBand::kThin);  // 2.1 GFLOP
  EXPECT_EQ(band(512, 8192, 8192), KernelBand::kThin);
  EXPECT_EQ(band(16, 2048, 2048), KernelBand::kTiny);  // 0.13 GFLOP
}

TEST(IntervalOfRatios, IsTheQuantilesAndWideWithoutRows) {
  std::vector<double> ratios;
  for (int i = 0; i <= 100; ++i) ratios.push_back(0.5 + 0.01 * i);
  const KernelInterval interval = interval_of_ratios(ratios);
  EXPECT_NEAR(interval.low_80, 0.6, 1e-9);
  EXPECT_NEAR(interval.high_80, 1.4, 1e-9);
  EXPECT_NEAR(interval.low_95, 0.525, 1e-9);
  EXPECT_EQ(interval_of_ratios({1, 1, 1}), KernelInterval{});
}

}  // namespace kernel_fit_test
}  // namespace fmplan::calibration
