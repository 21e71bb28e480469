#include "core/sim/run/reliability.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/reference/reliability.h"

namespace fmplan::sim {
namespace reliability_test {

/// What values computed elsewhere in double precision differ by, at most.
constexpr double kVector = 1e-9;
/// The same where Lambert's W is near its branch point and loses digits.
constexpr double kNearBranchPoint = 1e-6;
constexpr Seconds kNever{std::numeric_limits<double>::infinity()};

Interruptions interruptions(double mtbf_h, double restart_h, double downtime_h, bool recovery_can_fail = true) {
  return {.rate = 1.0 / (mtbf_h * hour),
          .downtime = downtime_h * hour,
          .restart = restart_h * hour,
          .recovery_can_fail = recovery_can_fail};
}

// One segment: with M = L, e − 1 failures on average, each with the rest of its attempt lost.
TEST(SegmentCost, OfASegmentAsLongAsTheMeanTimeBetweenFailures) {
  const SegmentCost cost = segment_cost(1 * hour, interruptions(1, 0, 0.5));
  EXPECT_NEAR(cost.failures, std::exp(1.0) - 1, 1e-14);
  EXPECT_NEAR(cost.lost / hour, std::exp(1.0) - 2, 1e-14);
  EXPECT_NEAR(cost.waiting / hour, 0.5 * (std::exp(1.0) - 1), 1e-14);
}

// The parts add up to the textbook's one expression.
TEST(SegmentCost, AddsUpToTheExpectedTimeOfASegment) {
  for (const double mtbf_h : {0.2, 1.0, 30.0, 1e4})
    for (const double lag_h : {0.0, 0.3, 2.0}) {
      const double rate_h = 1 / mtbf_h, length_h = 0.7, restart_h = 0.25, downtime_h = 0.1;
      const double repeated = std::exp(rate_h * lag_h);
      const auto total_h = [&](bool can_fail) {
        const SegmentCost cost =
            segment_cost(length_h * hour, interruptions(mtbf_h, restart_h, downtime_h, can_fail), lag_h * hour);
        return length_h + (cost.lost + cost.waiting) / hour;
      };
      const double attempts = std::expm1(rate_h * length_h);
      EXPECT_NEAR(total_h(true) / (repeated * std::exp(rate_h * restart_h) * (mtbf_h + downtime_h) * attempts), 1,
                  1e-12);
      EXPECT_NEAR(total_h(false) / (repeated * (mtbf_h + downtime_h + restart_h) * attempts), 1, 1e-12);
    }
}

// A bare segment of 1.5 h at M = 5 h: the mean is (e^{λL} − 1)/λ, and a million simulated ones had a variance of
// 0.30524 ± 0.00107 h².
TEST(SegmentTime, HasTheMeanAndVarianceComputedElsewhere) {
  const SegmentCost cost = segment_cost(1.5 * hour, interruptions(5, 0, 0));
  EXPECT_NEAR((1.5 * hour + cost.lost) / hour / 1.7492940378800153, 1, kVector);
  const double deviation_h = reference::segment_time_deviation(1.5 * hour, 1.0 / (5 * hour)) / hour;
  EXPECT_NEAR(deviation_h * deviation_h / 0.30508789612267345, 1, kVector);
}

// Simulated: 0.25135 ± 0.00027, 0.09937 ± 0.00006 and, for the last, 0.9975 ± 0.0013.
TEST(MeanLostTime, AgreesWithValuesComputedElsewhere) {
  constexpr struct {
    double mtbf_h, segment_h, lost_h;
  } kVectors[] = {
      {3.0931, 0.5167, 0.25116048131280166}, {0.25, 0.235, 0.0993571800030264}, {1000, 2, 0.9996666666889951}};
  for (const auto& v : kVectors)
    EXPECT_NEAR(mean_lost_time(v.segment_h * hour, 1.0 / (v.mtbf_h * hour)) / hour / v.lost_h, 1, kVector);
}

TEST(MeanLostTime, IsHalfASegmentWhereFailuresAreRareAndTheirMeanWhereTheyAreDense) {
  EXPECT_EQ(mean_lost_time(2 * hour, PerSecond{}), 1 * hour);
  EXPECT_NEAR(mean_lost_time(1000 * hour, 1 / hour) / hour, 1, 1e-12);
  const auto at = [](double x) { return mean_lost_time(1 * hour, x / hour) / hour; };
  EXPECT_NEAR(at(0.02 + 1e-13) / at(0.02 - 1e-13), 1, 1e-11);
}

// AWS's example of what a disruption costs: 256 nodes at $55 an hour, half of a 20-minute interval lost and ten minutes
// to recover: $4,693, and $141,000 for thirty of them.
TEST(MeanLostTime, GivesThePublishedPriceOfADisruption) {
  const Dollars disruption = 256 * (55 * dollar_per_hour) * (mean_lost_time(20 * minute, PerSecond{}) + 10 * minute);
  EXPECT_NEAR(disruption / dollar / 4693.333333333333, 1, kVector);
  EXPECT_NEAR(30 * disruption / dollar / 140800, 1, kVector);
}

struct IntervalVector {
  double stall_h, mtbf_h, young_h, daly_first_order_h, daly_h, exact_h;
};

constexpr IntervalVector kIntervals[] = {
    {1.0 / 12, 24, 2.0, 1.9166666666666667, 1.94483024691358, 1.9448345554443502},
    {1.0 / 12, 6, 1.0, 0.9166666666666666, 0.9452160493827159, 0.9452333666461066},
    {1.0 / 12, 0.25, 0.2041241452319315, 0.12079081189859818, 0.15234866643993022, 0.15277504701559502},
    {1.0 / 60, 3.0931, 0.32109707774025803, 0.30443041107359137, 0.31008208770800594, 0.31008342655586196},
    {1.0 / 360, 3.0931, 0.13108733306040246, 0.1283095552826247, 0.12924202141957092, 0.12924205847343356},
    {1.0 / 120, 98.9747, 1.28435911385147, 1.2760257805181368, 1.278809565999912, 1.2788095764026437},
    {0.5, 1, 1.0, 0.5, 0.6944444444444444, 0.698290437315664},
};

TEST(CheckpointInterval, AgreesWithValuesComputedElsewhere) {
  for (const IntervalVector& v : kIntervals) {
    const Seconds mtbf = v.mtbf_h * hour, stall = v.stall_h * hour;
    EXPECT_NEAR(young_interval(mtbf, stall) / hour / v.young_h, 1, kVector);
    EXPECT_NEAR(reference::daly_first_order_interval(mtbf, stall) / hour / v.daly_first_order_h, 1, kVector);
    EXPECT_NEAR(daly_interval(mtbf, stall) / hour / v.daly_h, 1, kVector);
    EXPECT_NEAR(optimal_checkpoint_interval(mtbf, stall) / hour / v.exact_h, 1, kNearBranchPoint);
  }
}

// Daly 2006, abstract: 117, 57 and 9.1 minutes for checkpoints of 5 minutes and an MTBF of 24 h, 6 h and 15 min.
TEST(CheckpointInterval, OfDalyIsWhatThePaperPrints) {
  constexpr struct {
    double mtbf_min, interval_min, printed_min, rounding_min;
  } kFigures[] = {
      {1440, 116.6898148148148, 117, 0.5}, {360, 56.712962962962955, 57, 0.5}, {15, 9.140919986395813, 9.1, 0.05}};
  for (const auto& figure : kFigures) {
    const double interval_min = daly_interval(figure.mtbf_min * minute, 5 * minute) / minute;
    EXPECT_NEAR(interval_min / figure.interval_min, 1, kVector);
    EXPECT_NEAR(interval_min, figure.printed_min, figure.rounding_min);
  }
}

struct PeriodVector {
  double mtbf_s;
  struct {
    double printed_s, computed_s;
  } young, daly, rfo, best;
};

// Aupy et al. 2013, Table 2, periods T = τ + C for C = R = 10 min, D = 1 min, platforms of 2¹⁰ to 2¹⁹ processors.
constexpr PeriodVector kPeriods[] = {
    {3849609,
     {68567, 68567.13029104583},
     {68573, 68572.95638708088},
     {67961, 67961.30369555899},
     {68240, 68167.72019775753}},
    {1924805,
     {48660, 48660.02496878253},
     {48668, 48668.26395866612},
     {48052, 48051.784566236456},
     {48320, 48260.86003645418}},
    {962402,
     {34584, 34583.56073162434},
     {34595, 34595.21142749373},
     {33972, 33971.90604013852},
     {34189, 34184.74332512777}},
    {481201,
     {24630, 24630.006242196443},
     {24646, 24646.47999188239},
     {24014, 24013.521191195596},
     {24231, 24231.681945221873}},
    {240601,
     {17592, 17591.79802139844},
     {17615, 17615.087422637593},
     {16968, 16968.47665525695},
     {17194, 17194.174361090336}},
    {120300,
     {12615, 12614.990636700471},
     {12648, 12647.904382090688},
     {11982, 11981.986479711952},
     {12218, 12218.364414183277}},
    {60150, {9096, 9095.881355103778}, {9142, 9142.365012102913}, {8449, 8449.141968271098}, {8701, 8700.678938890956}},
    {30075,
     {6608, 6607.495318350236},
     {6673, 6673.055244273676},
     {5941, 5941.2119975641335},
     {6214, 6214.333093198615}},
    {15038, {4848, 4848.011299420001}, {4940, 4940.230408630399}, {4154, 4153.745297920902}, {4458, 4457.787881545426}},
    {7519,
     {3604, 3603.7975963769595},
     {3733, 3732.8581199920304},
     {2869, 2868.937085402885},
     {3218, 3217.8389645645666}},
};

TEST(CheckpointPeriod, AgreesWithAPublishedTable) {
  const Seconds stall = 600 * second, recovery = 660 * second;
  // Whole seconds, after a platform MTBF that is itself rounded to one.
  constexpr double kPrinted = 1;
  for (const PeriodVector& v : kPeriods) {
    const Seconds mtbf = v.mtbf_s * second;
    const double young_s = (young_interval(mtbf, stall) + stall) / second;
    EXPECT_NEAR(young_s / v.young.computed_s, 1, kVector) << v.mtbf_s;
    EXPECT_NEAR(young_s, v.young.printed_s, kPrinted) << v.mtbf_s;
    const double daly_s = reference::daly_period(mtbf, stall, recovery) / second;
    EXPECT_NEAR(daly_s / v.daly.computed_s, 1, kVector) << v.mtbf_s;
    EXPECT_NEAR(daly_s, v.daly.printed_s, kPrinted) << v.mtbf_s;
    const double rfo_s = reference::rfo_period(mtbf, stall, recovery) / second;
    EXPECT_NEAR(rfo_s / v.rfo.computed_s, 1, kVector) << v.mtbf_s;
    EXPECT_NEAR(rfo_s, v.rfo.printed_s, kPrinted) << v.mtbf_s;
    // The paper's optimum is the best number of checkpoints of a whole run, ours the continuous one.
    const double best_s = (optimal_checkpoint_interval(mtbf, stall) + stall) / second;
    EXPECT_NEAR(best_s / v.best.computed_s, 1, kNearBranchPoint) << v.mtbf_s;
    EXPECT_NEAR(best_s / v.best.printed_s, 1, 1.3e-3) << v.mtbf_s;
  }
}

// C ≥ 2M: Daly falls back on M.  C ≪ M: the optimum is Young's, to √(C/M)/3.
TEST(CheckpointInterval, HasItsLimits) {
  EXPECT_EQ(daly_interval(1 * hour, 2 * hour), 1 * hour);
  for (const double ratio : {1e-4, 1e-8, 1e-12, 1e-16})
    EXPECT_NEAR(optimal_checkpoint_interval(1 * day, ratio * day) / young_interval(1 * day, ratio * day), 1,
                std::sqrt(ratio) + 1e-6);
  EXPECT_EQ(optimal_checkpoint_interval(kNever, 1 * minute), kNever);
}

// No other interval makes more of the time durable, whatever recovery and lag are: they do not move the optimum.
TEST(CheckpointInterval, OptimumLeavesTheMostDurable) {
  for (const double mtbf_h : {0.5, 3.0, 100.0})
    for (const double lag_h : {0.0, 0.2})
      for (const bool recovery_can_fail : {false, true}) {
        const Seconds stall = 0.02 * hour, best = optimal_checkpoint_interval(mtbf_h * hour, stall);
        const auto durable = [&](Seconds interval) {
          return reference::durable_fraction(interval, stall, interruptions(mtbf_h, 0.3, 0.1, recovery_can_fail),
                                             lag_h * hour);
        };
        for (const double factor : {0.5, 0.9, 0.99, 1.01, 1.1, 2.0})
          EXPECT_LT(durable(factor * best), durable(best)) << mtbf_h << " " << factor;
      }
}

}  // namespace reliability_test
}  // namespace fmplan::sim
