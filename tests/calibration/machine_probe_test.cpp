#include "core/calibration/machine_probe.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/network/nccl_model.h"

namespace fmplan::calibration {
namespace machine_probe_test {

using hardware::Pace;

constexpr double kDayToDay = 0.015;

/// u = 10 % of everything, of which a half is common to a site: τ² = ½ · ½ · 1 % and τ = 5 %.
StepOutlook outlook_with(double pace_rows = 1) {
  StepOutlook outlook;
  StepPlace place;
  place.chip = pace_rows > 0 ? "accelerator" : "another";
  outlook.measured = std::make_shared<const std::vector<MeasuredSteps>>(1, MeasuredSteps{"source", place, 1, 8});
  outlook.errors.correlation.noise = 0.5;
  return outlook;
}

hardware::Instance machine(double pace = 1) {
  hardware::Instance instance;
  instance.name = "machine";
  instance.accelerator.name = "accelerator";
  for (double& value : instance.accelerator.pace.values) value = pace;
  instance.scale_up = hardware::Link{.name = "up", .bandwidth = 450 * gigabyte_per_second, .latency = Seconds{}};
  instance.scale_out = hardware::Link{.name = "out", .bandwidth = 50 * gigabyte_per_second, .latency = Seconds{}};
  return instance;
}

MachineProbe probe_of(Probed probed, ProbeShift shift) {
  MachineProbe probe;
  probe.shifts[static_cast<std::size_t>(probed)] = shift;
  return probe;
}

double at(const StepErrorModel& errors, ErrorCause cause) {
  return errors.uncertainty[static_cast<std::size_t>(cause)];
}

// 2, 4 and 6 %: mean 4 %, scatter 2 %, so that error² = 2 %²/3 + 1.5 %².
TEST(PooledShift, IsTheMeanWithTheScatterOverTheRootOfPoints) {
  const ProbeShift shift = pooled_shift({0.02, 0.04, 0.06});
  EXPECT_DOUBLE_EQ(shift.log_ratio, 0.04);
  EXPECT_NEAR(shift.error, std::sqrt(0.0004 / 3 + kDayToDay * kDayToDay), 1e-12);
  EXPECT_EQ(shift.points, 3);
  EXPECT_NEAR(pooled_shift({0.02, 0.04, 0.06}, 0.1).error, std::hypot(shift.error, 0.1), 1e-12);
}

TEST(JoinedShift, LiesBetweenAShortAndALongRunAndIsAsUncertainAsTheyDiffer) {
  const ProbeShift brief{.log_ratio = 0.02, .error = 0.03, .points = 4};
  const ProbeShift joined = joined_shift(brief, 0.1);
  EXPECT_DOUBLE_EQ(joined.log_ratio, 0.06);
  EXPECT_DOUBLE_EQ(joined.error, 0.05);  // √(3 %² + 4 %²)
  EXPECT_GT(unsustained_shift(brief).error, brief.error);
}

/// What is expected of a pace, by a probe that says nothing.
ProbeEffect expected_of(Probed probed, double pace) {
  hardware::Instance instance = machine(pace);
  StepOutlook outlook = outlook_with();
  return apply(probe_of(probed, {.log_ratio = 0, .error = 1, .points = 3}), {}, instance, nullptr, outlook).front();
}

// Two estimates of one level: 4.5 ± 6.7 % of PyTorch, and of the pace −ln p − 3 % ± 11.3 %, which weighs (6.7/11.3)² =
// 0.352 as much.
TEST(ProbeOfAMachine, ExpectsWhatPyTorchAndTheFittedPaceShow) {
  for (const double pace : {1.0, 0.8}) {
    const double weight = 0.067 * 0.067 / (0.113 * 0.113);
    EXPECT_NEAR(expected_of(Probed::kProducts16Bit, pace).expected,
                (0.045 + weight * (-std::log(pace) - 0.03)) / (1 + weight), 1e-12);
  }
  EXPECT_LT(expected_of(Probed::kProducts16Bit, 1).expected, expected_of(Probed::kProducts16Bit, 0.8).expected);
  EXPECT_NEAR(expected_of(Probed::kAttention, std::exp(-0.03)).expected, 0, 1e-12);
}

// e + 3 %, and s = 10 % in all: m² < 2 (τ² + s²), so that τ' = τ = 5 %, k = 1/5, times move by 0.6 %,
// left² = 1/5 · 10 %² = 0.2 %, and u² = 1 % − (0.25 % − 0.2 %).
TEST(ProbeOfAMachine, MovesTimesByTheShareThatPriorAndErrorLeave) {
  const double usual = expected_of(Probed::kProducts16Bit, 1).expected;
  const double of_level = 1 / (1 / (0.067 * 0.067) + 1 / (0.113 * 0.113));
  hardware::Instance instance = machine();
  StepOutlook outlook = outlook_with();
  const auto effects = apply(
      probe_of(Probed::kProducts16Bit, {.log_ratio = usual + 0.03, .error = std::sqrt(0.01 - of_level), .points = 9}),
      {}, instance, nullptr, outlook);
  ASSERT_EQ(effects.size(), 1u);
  EXPECT_NEAR(effects[0].prior, 0.05, 1e-12);
  EXPECT_NEAR(effects[0].error, 0.1, 1e-12);
  EXPECT_NEAR(effects[0].log_time, 0.006, 1e-12);
  EXPECT_NEAR(effects[0].left, std::sqrt(0.002), 1e-12);
  EXPECT_NEAR(instance.accelerator.pace[Pace::kProducts16Bit], std::exp(-0.006), 1e-12);
  EXPECT_NEAR(effects[0].uncertainty_after, std::sqrt(0.01 - 0.0005), 1e-12);
  EXPECT_NEAR(at(outlook.errors, ErrorCause::kProducts), std::sqrt(0.01 - 0.0005), 1e-12);
  for (const ErrorCause cause : {ErrorCause::kAny, ErrorCause::kHost, ErrorCause::kMixture, ErrorCause::kScale})
    EXPECT_EQ(at(outlook.errors, cause), 0.1);
}

// τ' is widened until m is √2 deviations off: k = 1 − 2 s²/m².
TEST(ProbeOfAMachine, TakesWhatIsFarOffNearlyAtItsWord) {
  hardware::Instance instance = machine();
  StepOutlook outlook = outlook_with();
  const auto effects = apply(probe_of(Probed::kAttention, {.log_ratio = 0.6, .error = 0.05, .points = 9}), {}, instance,
                             nullptr, outlook);
  const double m = 0.6 - effects[0].expected;
  EXPECT_NEAR(effects[0].log_time, m * (1 - 2 * effects[0].error * effects[0].error / (m * m)), 1e-12);
  EXPECT_GT(effects[0].log_time, 0.55);
  EXPECT_TRUE(is_surprising(effects[0]));
}

// Machines drawn from the prior and measured with the error that the probe has in all, from 1.2 times to twice the
// prior: what is left holds 80 % of them.  The widening of τ costs up to 5 points where the probe knows less than the
// prior; of 4,000 draws one standard error is 0.6 points.
TEST(ProbeOfAMachine, LeavesADeviationThatCovers) {
  constexpr double kPrior = 0.05;
  const double usual = expected_of(Probed::kProducts16Bit, 1).expected;
  const double of_level = 1 / (1 / (0.067 * 0.067) + 1 / (0.113 * 0.113));
  for (const double error : {0.06, 0.08, 0.1}) {
    int inside = 0;
    constexpr int kDraws = 4000;
    for (int i = 0; i < kDraws; ++i) {
      const double own = kPrior * normal_draw({.seed = 5, .stream = 0, .index = static_cast<std::uint64_t>(i)});
      const double noise = error * normal_draw({.seed = 5, .stream = 1, .index = static_cast<std::uint64_t>(i)});
      hardware::Instance instance = machine();
      StepOutlook outlook = outlook_with();
      const auto effects =
          apply(probe_of(Probed::kProducts16Bit,
                         {.log_ratio = usual + own + noise, .error = std::sqrt(error * error - of_level), .points = 9}),
                {}, instance, nullptr, outlook);
      inside += std::abs(own - effects[0].log_time) < 1.2816 * effects[0].left ? 1 : 0;
    }
    EXPECT_NEAR(1.0 * inside / kDraws, 0.8, 0.06) << error;
  }
}

TEST(ProbeOfAMachine, NeverWidensAndNarrowsMoreTheBetterItKnows) {
  double last = 0;
  for (const double error : {0.001, 0.01, 0.05, 0.1, 1.0}) {
    hardware::Instance instance = machine();
    StepOutlook outlook = outlook_with();
    const double usual = expected_of(Probed::kProducts16Bit, 1).expected;
    apply(probe_of(Probed::kProducts16Bit, {.log_ratio = usual, .error = error, .points = 3}), {}, instance, nullptr,
          outlook);
    const double u = at(outlook.errors, ErrorCause::kProducts);
    EXPECT_GT(u, last);
    EXPECT_LE(u, 0.1);
    last = u;
    EXPECT_NEAR(instance.accelerator.pace[Pace::kProducts16Bit], 1, 1e-12);
  }
}

TEST(ProbeOfAMachine, NarrowsWhatAnUnmeasuredAcceleratorAdds) {
  hardware::Instance instance = machine();
  StepOutlook outlook = outlook_with(0);
  apply(probe_of(Probed::kProducts16Bit, {.log_ratio = 0, .error = 0.01, .points = 9}), {}, instance, nullptr, outlook);
  EXPECT_LT(at(outlook.errors, ErrorCause::kAccelerator), 0.1);
  StepOutlook measured = outlook_with(1);
  apply(probe_of(Probed::kProducts16Bit, {.log_ratio = 0, .error = 0.01, .points = 9}), {}, instance, nullptr,
        measured);
  EXPECT_EQ(at(measured.errors, ErrorCause::kAccelerator), 0.1);
}

TEST(ProbeOfAMachine, OfAnotherPrecisionNarrowsNothing) {
  hardware::Instance instance = machine();
  StepOutlook outlook = outlook_with();
  apply(probe_of(Probed::kProducts8Bit, {.log_ratio = 0.1, .error = 0.01, .points = 9}), {}, instance, nullptr,
        outlook);
  EXPECT_EQ(at(outlook.errors, ErrorCause::kProducts), 0.1);
  EXPECT_LT(instance.accelerator.pace[Pace::kProducts8Bit], 1);
  EXPECT_EQ(instance.accelerator.pace[Pace::kProducts16Bit], 1);
}

TEST(ProbeOfAMachine, OfOneAcceleratorHasNoLinksInsideToCorrect) {
  hardware::Instance instance = machine();
  instance.accelerators_per_node = 1;
  StepOutlook outlook = outlook_with();
  network::CollectiveProfile profile = network::uncalibrated_profile("p", false);
  const auto effects = apply(probe_of(Probed::kInside, {.log_ratio = 0.1, .error = 0.02, .points = 16}), {}, instance,
                             &profile, outlook);
  EXPECT_TRUE(std::isfinite(effects[0].log_time));
  EXPECT_LE(at(outlook.errors, ErrorCause::kTensorParallel), 0.1);
}

// Long messages take as much longer as the probe says, latencies nothing: 1 GiB of an all-reduce is all transfer.
TEST(ProbeOfAMachine, SlowsLongMessagesOfItsLinks) {
  for (const bool across : {false, true}) {
    hardware::Instance instance = machine();
    StepOutlook outlook = outlook_with();
    network::CollectiveProfile profile = network::uncalibrated_profile("p", false);
    const auto time = [&] {
      const auto group = network::collective_group(instance, across ? 16 : 8, 1);
      return network::calibrated_seconds(network::Collective::kAllReduce, 1 * gibibyte, group, profile) / second;
    };
    const double before = time();
    const auto effects = apply(
        probe_of(across ? Probed::kAcross : Probed::kInside, {.log_ratio = std::log(1.5), .error = 0.02, .points = 16}),
        {.num_nodes = 2}, instance, &profile, outlook);
    EXPECT_NEAR(std::log(time() / before), effects[0].log_time, 0.02);
    EXPECT_NEAR(effects[0].log_time, std::log(1.5), 0.01);
    EXPECT_LT(at(outlook.errors, across ? ErrorCause::kDataParallel : ErrorCause::kTensorParallel), 0.1);
    EXPECT_EQ(at(outlook.errors, across ? ErrorCause::kTensorParallel : ErrorCause::kDataParallel), 0.1);
  }
}

}  // namespace machine_probe_test
}  // namespace fmplan::calibration
