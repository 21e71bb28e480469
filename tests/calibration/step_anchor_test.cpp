#include "core/calibration/fit/fit_correlation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/calibration/step_interval.h"
#include "tests/calibration/measured_steps.h"

namespace fmplan::calibration {
namespace step_anchor_test {

StepCorrelation some_correlation() {
  StepCorrelation c{
      .noise = 0.2, .floor = 0.1, .other_machine = 0.5, .other_precision = 0.6, .other_model = 0.7, .rates = {}};
  c.rates.fill(0.2);
  return c;
}

StepPosition here() { return position_of(job_of("one", "card", 4, 2, 1, 4096)); }

StepAnchor anchor_at(const StepPosition& position, double log_ratio = 0.1) {
  return {.position = position, .log_ratio = log_ratio, .spread = 0.1};
}

TEST(Correction, IsNoneWithoutRows) { EXPECT_EQ(correction(some_correlation(), {}, here()), StepCorrection{}); }

// One row of the same configuration, one σ off: the mean is ρ = 1 − noise, the deviation √(1 − ρ²).
TEST(Correction, OfOneRowIsShrunkByItsNoise) {
  const StepCorrection found = correction(some_correlation(), {anchor_at(here())}, here());
  EXPECT_NEAR(found.deviations, 0.8, 1e-12);
  EXPECT_NEAR(found.narrowing, 0.6, 1e-12);
}

// A measurement of the very step is believed to the scatter of one: ρ = 1 − (0.028 / 0.1)².
TEST(Correction, BelievesAMeasurementOfTheVeryStep) {
  const StepPosition exact = exact_position_of(job_of("one", "card", 4, 2, 1, 4096));
  const StepCorrection found = correction(some_correlation(), {anchor_at(exact)}, exact);
  EXPECT_NEAR(found.deviations, 1 - 0.0784, 1e-12);
  EXPECT_NEAR(found.narrowing, std::sqrt(1 - std::pow(1 - 0.0784, 2)), 1e-12);
  // Another setting is another step, and a row that leaves settings out is none that is known to be the same.
  StepPosition other = exact;
  other.exact->settings.cuda_graphs = true;
  EXPECT_NEAR(correction(some_correlation(), {anchor_at(other)}, exact).deviations, 0.8, 1e-12);
  // So is one on another machine with the same accelerators.
  StepPosition elsewhere = exact;
  elsewhere.exact->instance = "elsewhere";
  EXPECT_NEAR(correction(some_correlation(), {anchor_at(elsewhere)}, exact).deviations, 0.8, 1e-12);
  EXPECT_NEAR(correction(some_correlation(), {anchor_at(here())}, exact).deviations, 0.8, 1e-12);
  // Where rows scatter less than a measurement, they say how much.
  StepCorrelation quiet = some_correlation();
  quiet.noise = 0.02;
  EXPECT_NEAR(correction(quiet, {anchor_at(exact)}, exact).deviations, 0.98, 1e-12);
}

// Three measurements of one step say the same together as apart, in whatever order.
TEST(Merged, IsWhatTheRowsSayByThemselves) {
  const StepPosition exact = exact_position_of(job_of("one", "card", 4, 2, 1, 4096));
  const StepCorrelation c = some_correlation();
  // Within what repeats scatter, 0.028.
  const std::vector<StepAnchor> rows = {anchor_at(exact, 0.10), anchor_at(exact, 0.12), anchor_at(here(), 0.3),
                                        anchor_at(exact, 0.14)};
  const std::vector<StepAnchor> steps = merged(rows);
  ASSERT_EQ(steps.size(), 2u) << "rows that leave settings out are none that are known to be the same";
  const StepCorrection apart = correction(c, rows, exact), together = correction(c, steps, exact);
  EXPECT_NEAR(together.deviations, apart.deviations, 1e-12);
  EXPECT_NEAR(together.narrowing, apart.narrowing, 1e-12);
  std::vector<StepAnchor> turned(rows.rbegin(), rows.rend());
  EXPECT_EQ(correction(c, merged(turned), exact), together);
}

// Two measurements that differ by a factor of 2, of a prediction with σ = 10 %: scatter ln 2/√2 = 0.49, so that
// (0.49/0.1)² = 24 stands beside 1: they say next to nothing, and so do 32 of each.
TEST(Merged, BelievesNoMeasurementsThatDisagree) {
  const StepPosition exact = exact_position_of(job_of("one", "card", 4, 2, 1, 4096));
  for (const int times : {1, 32}) {
    std::vector<StepAnchor> rows;
    for (int i = 0; i < 2 * times; ++i) rows.push_back(anchor_at(exact, i < times ? 0 : std::log(2)));
    const StepCorrection found = correction(some_correlation(), merged(rows), exact);
    EXPECT_GT(found.narrowing, 0.95) << times;
    EXPECT_LT(found.deviations, 0.35) << times;
    std::vector<StepAnchor> turned(rows.rbegin(), rows.rend());
    EXPECT_EQ(correction(some_correlation(), merged(turned), exact), found);
  }
}

// n rows alike: mean = nρ/(1 + (n − 1)ρ) of theirs, so that many give the whole of it.
TEST(Correction, OfManyNearRowsIsTheirMean) {
  const std::vector<StepAnchor> three(3, anchor_at(here()));
  EXPECT_NEAR(correction(some_correlation(), three, here()).deviations, 3 * 0.8 / (1 + 2 * 0.8), 1e-12);
  std::vector<StepAnchor> many(40, anchor_at(here(), 0.1));
  for (std::size_t i = 0; i < many.size(); i += 2) many[i].log_ratio = 0.3;
  const StepCorrection found = correction(some_correlation(), many, here());
  EXPECT_NEAR(found.deviations, 2, 0.02);              // (1 + 3)/2 σ, less 1/(1 + 40 · 4)
  EXPECT_NEAR(found.narrowing, std::sqrt(0.2), 0.01);  // what stays is the noise of the row asked about
}

TEST(Correction, OfAFarRowIsSmall) {
  const StepCorrection near = correction(some_correlation(), {anchor_at(here())}, here());
  StepPosition far = position_of(job_of("two", "chip", 256, 8, 1, 2048));
  far.precision = "fp8";
  far.architecture[0] = 126;
  const StepCorrection found = correction(some_correlation(), {anchor_at(far)}, here());
  EXPECT_LT(found.deviations, 0.15 * near.deviations);
  EXPECT_GT(found.narrowing, 0.98);
}

// Whatever tails rows with anchors were seen to have, a row that tells next to nothing does not widen the interval, and
// a near one narrows it.
TEST(AnchoredInterval, IsNeverWiderThanWithoutAnchors) {
  StepErrorModel errors;
  errors.correlation = some_correlation();
  errors.anchored = {.low_95 = -5, .low_80 = -1.6, .high_80 = 1.6, .high_95 = 5};
  StepPosition far = position_of(job_of("two", "chip", 256, 8, 1, 2048));
  far.precision = "fp8";
  far.architecture[0] = 126;
  const StepInterval alone = interval_of(errors, {.mean = 0, .spread = 0.1}, here(), {});
  for (const StepPosition& position : {here(), far}) {
    const StepInterval with = interval_of(errors, {.mean = 0, .spread = 0.1}, here(), {anchor_at(position)});
    EXPECT_GE(with.low_95, alone.low_95);
    EXPECT_GE(with.low_80, alone.low_80);
    EXPECT_LE(with.high_80, alone.high_80);
    EXPECT_LE(with.high_95, alone.high_95);
  }
  EXPECT_LT(interval_of(errors, {.mean = 0, .spread = 0.1}, here(), {anchor_at(here())}).high_80, 0.99 * alone.high_80);
}

TEST(Correction, IsNothingWhereRowsSayNothingOfEachOther) {
  const StepCorrection found = correction(StepCorrelation{}, {anchor_at(here())}, here());
  EXPECT_EQ(found.deviations, 0);
  EXPECT_EQ(found.narrowing, 1);
}

TEST(Correction, NarrowsWithEveryRow) {
  std::vector<StepAnchor> anchors;
  double before = 1;
  for (const int nodes : {32, 16, 8, 4}) {
    anchors.push_back(anchor_at(position_of(job_of("one", "card", nodes, 2, 1, 4096))));
    const double narrowing = correction(some_correlation(), anchors, here()).narrowing;
    EXPECT_LT(narrowing, before);
    before = narrowing;
  }
}

TEST(Correction, TakesTheNearestOfVeryMany) {
  std::vector<StepAnchor> anchors(5000, anchor_at(position_of(job_of("two", "chip", 64, 1, 1, 2048)), 5));
  anchors.push_back(anchor_at(here()));
  const StepCorrection found = correction(some_correlation(), anchors, here());
  EXPECT_TRUE(std::isfinite(found.deviations));
  EXPECT_GT(found.narrowing, 0);
}

TEST(Correlation, FallsWithEveryDifference) {
  const StepCorrelation c = some_correlation();
  EXPECT_NEAR(correlation(c, here(), here()), 0.8, 1e-12);
  StepPosition other = here();
  other.precision = "fp8";
  EXPECT_NEAR(correlation(c, here(), other), 0.8 * 0.6, 1e-12);
  other = here();
  other.framework = "two";
  EXPECT_NEAR(correlation(c, here(), other), 0.8 * 0.5, 1e-12);
  // Twice the nodes: one doubling of the machine and one of the batch.
  const double doubled = correlation(c, here(), position_of(job_of("one", "card", 8, 2, 1, 4096)));
  EXPECT_NEAR(doubled, 0.8 * (0.1 + 0.9 * std::exp(-0.4)), 1e-12);
}

/// Rows of sources with an effect of their own of `share` of the variance.
std::vector<StandardisedStep> rows_with_effect(double share, const StepPosition& position) {
  std::vector<StandardisedStep> rows;
  for (int source = 0; source < 60; ++source) {
    // Deviates of two incommensurable frequencies, evenly spread: variance 1 in all.
    const double effect = std::sqrt(2.0) * std::sin(2.399963 * source);
    for (int i = 0; i < 6; ++i) {
      const double own = std::sqrt(2.0) * std::sin(1.0 + 3.883222 * (6 * source + i));
      rows.push_back({.position = &position,
                      .deviations = std::sqrt(share) * effect + std::sqrt(1 - share) * own,
                      .source = source});
    }
  }
  return rows;
}

TEST(FitCorrelation, FindsHowMuchASourceHasInCommon) {
  const StepPosition position = here();
  for (const double share : {0.1, 0.5, 0.9}) {
    const StepCorrelation found = fit_correlation(rows_with_effect(share, position));
    // Soft L1 and weak priors pull a little.
    EXPECT_NEAR(1 - found.noise, share, 0.12) << share;
  }
}

TEST(FitCorrelation, StaysAtWhatIsBelievedWithoutPairs) {
  const StepPosition position = here();
  const StepCorrelation found = fit_correlation({{.position = &position, .deviations = 3, .source = 0}});
  EXPECT_NEAR(found.noise, 0.2, 1e-6);
  EXPECT_NEAR(found.other_model, 0.7, 1e-6);
}

// Held out, a row of the same source corrects where sources have much in common and does no harm where they do not;
// unshrunk it would double the variance of the latter.
TEST(Anchoring, HelpsWhereItCanAndDoesNoHarmWhereItCannot) {
  const StepPosition position = here();
  for (const double share : {0.0, 0.9}) {
    const std::vector<StandardisedStep> rows = rows_with_effect(share, position);
    const StepCorrelation c = fit_correlation(rows);
    double before = 0, after = 0, unshrunk = 0;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
      if (rows[i].source != rows[i + 1].source) continue;
      const StepAnchor anchor{.position = position, .log_ratio = rows[i + 1].deviations, .spread = 1};
      const double left = rows[i].deviations - correction(c, {anchor}, position).deviations;
      before += rows[i].deviations * rows[i].deviations;
      after += left * left;
      unshrunk += std::pow(rows[i].deviations - rows[i + 1].deviations, 2);
    }
    if (share > 0) {
      EXPECT_LT(after, 0.4 * before);
    } else {
      EXPECT_LT(after, 1.05 * before);
      EXPECT_GT(unshrunk, 1.5 * before);
    }
  }
}

}  // namespace step_anchor_test
}  // namespace fmplan::calibration
