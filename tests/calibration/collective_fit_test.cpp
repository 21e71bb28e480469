#include "core/calibration/fit/fit_collectives.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::calibration {
namespace collective_fit_test {

using network::Coefficient;
using network::Collective;
using network::CollectiveGroup;
using network::CollectiveProfile;
using testing::HasSubstr;

CollectiveGroup nodes_of_eight(int nodes) {
  return {.num_ranks = 8 * nodes,
          .ranks_per_domain = 8,
          .num_domains = nodes,
          .scale_up_bandwidth = 450 * gigabyte_per_second,
          .pair_bandwidth = 450 * gigabyte_per_second,
          .scale_out_bandwidth = 50 * gigabyte_per_second};
}

/// A machine unlike the priors, over a transport that adds 25 µs to each hop between nodes (twice for Simple).
CollectiveProfile true_machine() {
  CollectiveProfile profile = network::uncalibrated_profile("truth", true);
  profile[Coefficient::kLaunch] = 5e-6;
  profile[Coefficient::kHopLl] = 0.9e-6;
  profile[Coefficient::kRingEfficiency] = 0.7;
  profile[Coefficient::kNvlsEfficiency] = 0.6;
  profile[Coefficient::kPairEfficiency] = 0.9;
  using enum Coefficient;
  for (const Coefficient hop : {kNetRingHopLl, kNetRingHopLl128, kNetTreeHopLl, kNetTreeHopLl128})
    profile[hop] += 25e-6;
  for (const Coefficient hop : {kNetRingHopSimple, kNetTreeHopSimple, kNetNvlsHop}) profile[hop] += 50e-6;
  profile[kNetRingEfficiency] = 0.65;
  return profile;
}

/// Noiseless times of `machine`: two collectives on one and two nodes, all sizes.
std::vector<CollectiveObservation> measure(const CollectiveProfile& machine, const std::string& source = "synthetic") {
  std::vector<CollectiveObservation> rows;
  for (const int nodes : {1, 2})
    for (const Collective c : {Collective::kAllReduce, Collective::kAllGather})
      for (double bytes = 8; bytes < 2e10; bytes *= 8) {
        CollectiveObservation o{source, c, bytes * byte, {}, nodes_of_eight(nodes), {}};
        o.time = network::collective_time(c, o.bytes, o.group, machine).total;
        rows.push_back(o);
      }
  return rows;
}

double worst_error(const std::vector<CollectiveObservation>& rows, const CollectiveProfile& profile) {
  double worst = 0;
  for (const CollectiveObservation& o : rows) worst = std::max(worst, std::abs(relative_error(o, profile)));
  return worst;
}

// Weak priors pull each coefficient a little, and protocols that never win stay at them; what is predicted is the truth
// to within a fraction of σ = 5 % per row.
TEST(FitCollectives, FindsTheMachineThatMadeTheTimes) {
  const auto rows = measure(true_machine());
  const CollectiveProfile start = network::uncalibrated_profile("start", true);
  EXPECT_GT(worst_error(rows, start), 0.25);
  const CollectiveFit fit = fit_collectives(rows, start);
  EXPECT_TRUE(fit.converged);
  EXPECT_EQ(fit.num_points, static_cast<int>(rows.size()));
  EXPECT_LT(worst_error(rows, fit.profile), 0.1);
  for (const ErrorSummary& band : fit.residuals) EXPECT_LT(band.median, 0.02);
  EXPECT_NEAR(fit.profile[Coefficient::kNvlsEfficiency], 0.6, 0.02);
  EXPECT_NEAR(fit.profile[Coefficient::kNetRingEfficiency], 0.65, 0.03);
}

// Soft L1: a row that is ten times too slow pulls with a bounded force.
TEST(FitCollectives, IsNotMovedByAnOutlier) {
  auto rows = measure(true_machine());
  const CollectiveProfile start = network::uncalibrated_profile("start", true);
  const CollectiveProfile clean = fit_collectives(rows, start).profile;
  rows[8].time *= 10;
  const CollectiveProfile disturbed = fit_collectives(rows, start).profile;
  rows[8].time *= 0.1;
  for (const CollectiveObservation& o : rows)
    EXPECT_NEAR(network::collective_time(o.collective, o.bytes, o.group, disturbed).total /
                    network::collective_time(o.collective, o.bytes, o.group, clean).total,
                1, 0.05)
        << o.bytes / byte;
}

TEST(FitCollectives, DoesNotDependOnTheOrderOfRows) {
  auto rows = measure(true_machine());
  const CollectiveProfile start = network::uncalibrated_profile("start", true);
  const CollectiveProfile forwards = fit_collectives(rows, start).profile;
  std::reverse(rows.begin(), rows.end());
  const CollectiveProfile backwards = fit_collectives(rows, start).profile;
  EXPECT_EQ(forwards, backwards);
}

TEST(FitCollectives, LeavesWhatNoRowShows) {
  auto rows = measure(true_machine());
  std::erase_if(rows, [](const auto& o) { return o.group.num_domains > 1; });
  const CollectiveProfile start = network::uncalibrated_profile("start", true);
  const CollectiveFit fit = fit_collectives(rows, start);
  for (const network::CoefficientInfo& info : network::coefficient_table()) {
    if (info.across || info.name.starts_with("pair_")) {
      EXPECT_EQ(fit.profile[info.id], start[info.id]) << info.name;
    }
  }
  const CollectiveFit across = fit_collectives(measure(true_machine()), start, {.fit_inside = false});
  EXPECT_EQ(across.profile[Coefficient::kLaunch], start[Coefficient::kLaunch]);
}

TEST(FitCollectives, KeepsEveryCoefficientInItsBounds) {
  auto rows = measure(true_machine());
  for (CollectiveObservation& o : rows) o.time *= 0.2;  // faster than the line rates allow
  const CollectiveFit fit = fit_collectives(rows, network::uncalibrated_profile("start", true));
  for (const network::CoefficientInfo& info : network::coefficient_table()) {
    EXPECT_GE(fit.profile[info.id], info.minimum * (1 - 1e-9)) << info.name;
    EXPECT_LE(fit.profile[info.id], info.maximum * (1 + 1e-9)) << info.name;
  }
}

std::string refusal(const std::vector<CollectiveObservation>& rows) {
  try {
    fit_collectives(rows, network::uncalibrated_profile("start", true));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(FitCollectives, SaysHowManyPointsItNeeds) {
  auto rows = measure(true_machine());
  rows.resize(5);
  EXPECT_THAT(refusal(rows), HasSubstr("5 points are too few: "));
  EXPECT_THAT(refusal({}), HasSubstr("0 points are too few: 8 are needed"));
}

TEST(FitCollectives, RefusesTimesThatAreNone) {
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    auto rows = measure(true_machine());
    rows[3].time = bad * second;
    EXPECT_THAT(refusal(rows), HasSubstr("cannot be fitted")) << bad;
    rows = measure(true_machine());
    rows[3].bytes = bad * byte;
    EXPECT_THAT(refusal(rows), HasSubstr("cannot be fitted")) << bad;
  }
}

// √(100 · 121) = 110.
TEST(Averaged, TakesTheGeometricMeanOfRepeats) {
  CollectiveObservation o{"s", Collective::kAllReduce, 1 * mebibyte, 100 * microsecond, nodes_of_eight(1), {}};
  CollectiveObservation again = o;
  again.time = 121 * microsecond;
  CollectiveObservation other = o;
  other.only.no_nvls = true;
  const auto points = averaged({o, other, again});
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(points[0].time / microsecond, 110, 1e-9);
  EXPECT_NEAR(points[1].time / microsecond, 100, 1e-9);
}

// 101 rows from 0.5 to 1.5 times the prediction: a tenth lies below 0.6 and a tenth above 1.4; widened by 1 + 1/√101.
TEST(IntervalFactors, HoldFourFifthsOfTheRows) {
  const CollectiveProfile profile = network::uncalibrated_profile("p", false);
  std::vector<CollectiveObservation> rows;
  for (int i = 0; i <= 100; ++i) {
    CollectiveObservation o{"s", Collective::kAllReduce, 1 * mebibyte, {}, nodes_of_eight(1), {}};
    o.time = (0.5 + 0.01 * i) * network::collective_time(o.collective, o.bytes, o.group, profile).total;
    rows.push_back(o);
  }
  const network::TimeFactors factors = interval_factors(rows, profile);
  const double widened = 1 + 1 / std::sqrt(101.0);
  EXPECT_NEAR(factors.low, std::pow(0.6, widened), 1e-9);
  EXPECT_NEAR(factors.high, std::pow(1.4, widened), 1e-9);
}

TEST(WidenInterval, GoesByHeldOutRowsWhereThereAreEnough) {
  CollectiveProfile profile = network::uncalibrated_profile("p", false);
  profile.small_factors = profile.large_factors = {0.9, 1.1};
  std::vector<CollectiveObservation> rows;
  for (int i = 0; i < 20; ++i) {
    CollectiveObservation o{"s" + std::to_string(i), Collective::kAllReduce, 2 * mebibyte, {}, nodes_of_eight(1), {}};
    o.time = 1.5 * network::collective_time(o.collective, o.bytes, o.group, profile).total;
    rows.push_back(o);
  }
  widen_interval(profile, rows);
  EXPECT_GT(profile.large_factors.high, 1.5);
  EXPECT_EQ(profile.large_factors.low, 0.9);
  EXPECT_NEAR(profile.small_factors.low, std::pow(0.9, 1.5), 1e-12);  // no small rows: half as wide again
  EXPECT_NEAR(profile.small_factors.high, std::pow(1.1, 1.5), 1e-12);
}

// Rows that a profile predicts to the byte: of one's own cluster a cell is as wide as its runs differ by, of another
// site's across domains as sites do, and inside a domain sites are alike.
TEST(MeasuredCells, AreAsWideAsWhatOthersDifferBy) {
  const CollectiveProfile truth = true_machine();
  const auto rows = measure(truth);
  for (const network::MeasuredCell& own : measured_cells(rows, truth, MeasuredAt::kOwnMachine)) {
    const auto others = measured_cells(rows, truth, MeasuredAt::kOtherSites);
    const auto same = std::ranges::find_if(others, [&](const network::MeasuredCell& cell) {
      return cell.collective == own.collective && cell.size_band == own.size_band &&
             cell.num_domains == own.num_domains && cell.ranks_per_domain == own.ranks_per_domain;
    });
    ASSERT_NE(same, others.end());
    EXPECT_GE(own.factors.low, 0.85);
    EXPECT_LE(own.factors.high, 1.17);
    if (own.num_domains == 1) {
      EXPECT_EQ(same->factors, own.factors);
    } else {
      EXPECT_LT(same->factors.low, own.factors.low);
      EXPECT_GT(same->factors.high, own.factors.high);
    }
  }
}

TEST(SizeBands, BeginAtTheirLowerEnd) {
  EXPECT_EQ(size_band(65535 * byte), 0);
  EXPECT_EQ(size_band(64 * kibibyte), 1);
  EXPECT_EQ(size_band(1 * mebibyte), 2);
  EXPECT_EQ(size_band(16 * mebibyte), 3);
  EXPECT_EQ(size_band(256 * mebibyte), 4);
}

// |errors| 0.1, 0.2, 0.3: median 0.2, nine tenths of the way 0.28, mean 0.2; signed mean 0.2/3.
TEST(SummariseErrors, GivesMedianSpreadAndBias) {
  const ErrorSummary summary = summarise_errors({0.3, -0.2, 0.1});
  EXPECT_EQ(summary.num_rows, 3);
  EXPECT_DOUBLE_EQ(summary.median, 0.2);
  EXPECT_DOUBLE_EQ(summary.percentile_90, 0.28);
  EXPECT_DOUBLE_EQ(summary.mean, 0.2);
  EXPECT_NEAR(summary.bias, 0.2 / 3, 1e-15);
  EXPECT_EQ(summarise_errors({}).num_rows, 0);
}

}  // namespace collective_fit_test
}  // namespace fmplan::calibration
