#include "core/calibration/step_interval.h"

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/calibration/measured_steps.h"

namespace fmplan::calibration {
namespace {

/// Normal deviates by Box and Muller from a linear congruential sequence: the same in every library.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : state_(seed) {}
  double operator()() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * 3.14159265358979 * uniform());
  }
  double uniform() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (static_cast<double>(state_ >> 11) + 0.5) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_;
};

constexpr std::size_t kCommunication = static_cast<std::size_t>(ErrorCause::kDataParallel);

/// Rows whose errors have a standard deviation of 5 %, and 40 % of the share of data-parallel traffic.
std::vector<HeldOutStep> held_out(int num_sources, int rows_each, std::uint64_t seed) {
  Normal normal(seed);
  std::vector<HeldOutStep> rows;
  for (int source = 0; source < num_sources; ++source) {
    for (int i = 0; i < rows_each; ++i) {
      HeldOutStep row;
      row.source = "s" + std::to_string(source);
      row.group = row.source + std::to_string(i);
      row.place = {"f", "a", "n"};
      row.part = source;
      row.amounts[0] = 1;
      row.amounts[kCommunication] = normal.uniform() / 2;
      row.log_ratio = normal() * std::hypot(0.05, 0.4 * row.amounts[kCommunication]);
      row.position.coordinates[0] = 10 * normal.uniform();
      rows.push_back(row);
    }
  }
  return rows;
}

TEST(FitErrorModel, CoversRowsOfOtherSourcesAsItSays) {
  const ErrorFit fit = fit_error_model(held_out(40, 20, 1));
  int inside_80 = 0, inside_95 = 0;
  const std::vector<HeldOutStep> others = held_out(200, 20, 2);
  for (const HeldOutStep& row : others) {
    const StepInterval interval = interval_of(fit.model, spread(fit.model, row.amounts), row.position, {});
    const double ratio = std::exp(row.log_ratio);
    inside_80 += ratio >= interval.low_80 && ratio <= interval.high_80;
    inside_95 += ratio >= interval.low_95 && ratio <= interval.high_95;
  }
  // 4,000 rows here and 800 fitted: 4 standard errors of both, and 41/40 of the level.
  const auto n = static_cast<double>(others.size());
  EXPECT_NEAR(inside_80 / n, 0.82, 4 * std::sqrt(0.8 * 0.2 / 670));
  EXPECT_NEAR(inside_95 / n, 0.97, 4 * std::sqrt(0.95 * 0.05 / 670));
}

// Coverage must hold where traffic is much and where it is little, which one width for all cannot.
TEST(FitErrorModel, FindsWhatErrorsGrowWith) {
  const ErrorFit fit = fit_error_model(held_out(40, 20, 3));
  ErrorAmounts little{}, much{};
  little[0] = much[0] = 1;
  much[kCommunication] = 0.5;
  const double ratio = spread(fit.model, much) / spread(fit.model, little);
  EXPECT_NEAR(ratio, std::hypot(0.05, 0.2) / 0.05, 1.5);
}

TEST(FitErrorModel, GivesAPlaceItsOwnSpreadTheMoreRowsItHas) {
  std::vector<HeldOutStep> rows = held_out(40, 5, 4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].place.framework = "f" + std::to_string(i % 4);
    if (i % 4 == 0) rows[i].log_ratio *= 3;
  }
  rows.push_back(rows[0]);
  rows.back().place.framework = "once";
  rows.back().log_ratio = 1e-3;
  const ErrorFit fit = fit_error_model(
      rows,
      {{{"f0", "a", "n"}, 50, 8}, {{"f1", "a", "n"}, 50, 8}, {{"once", "a", "n"}, 1, 8}, {{"never", "a", "n"}, 1, 8}});
  EXPECT_GT(place_spread(fit.places, {"f0", "a", "n"}), 2 * place_spread(fit.places, {"f1", "a", "n"}));
  EXPECT_GT(place_spread(fit.places, {"once", "a", "n"}), 0.7);  // one row says little
  EXPECT_EQ(place_spread(fit.places, {"never", "a", "n"}), 1);
  EXPECT_EQ(place_spread(fit.places, {"nowhere", "a", "n"}), 1);
}

TEST(FitErrorModel, HoldsThePredictionHoweverWellRowsWereMet) {
  std::vector<HeldOutStep> rows = held_out(5, 3, 5);
  for (HeldOutStep& row : rows) row.log_ratio = std::abs(row.log_ratio);
  const ErrorQuantiles q = fit_error_model(rows).model.quantiles;
  EXPECT_LE(q.low_80, 0);
  EXPECT_LE(q.low_95, q.low_80);
  EXPECT_GE(q.high_80, 0);
  EXPECT_GE(q.high_95, q.high_80);
}

TEST(FitErrorModel, TakesASingleRow) {
  const ErrorFit fit = fit_error_model(held_out(1, 1, 6));
  EXPECT_TRUE(std::isfinite(fit.model.quantiles.low_95));
  EXPECT_TRUE(std::isfinite(spread(fit.model, ErrorAmounts{1})));
}

StepOutlook some_outlook() {
  StepOutlook known{.framework_measured = true,
                    .accelerator_measured = true,
                    .most_accelerators = 64,
                    .places = {{{"one", "card", "out"}, 10, 64}},
                    .known = {},
                    .unseen = {},
                    .difference = {}};
  known.unseen.uncertainty.fill(0.2);
  return known;
}

StepInterval interval_with(const StepOutlook& outlook, const sim::StepJob& job) {
  return step_interval(outlook, *step_time(job), job.model, job.settings, job.instance, job.framework.name);
}

double width(const StepInterval& interval) { return interval.high_80 / interval.low_80; }

TEST(StepInterval, IsWiderOutsideWhatWasMeasured) {
  const StepOutlook known = some_outlook();
  const StepInterval at_place = interval_with(known, job_of("one", "card", 8, 1, 1, 2048));
  EXPECT_TRUE(at_place.known);
  EXPECT_EQ(at_place.factor, 1);
  EXPECT_LT(at_place.low_95, at_place.low_80);
  EXPECT_LT(at_place.low_80, 1);

  const StepInterval far_larger = interval_with(known, job_of("one", "card", 8 * 64, 1, 1, 2048));
  EXPECT_GT(width(far_larger), width(at_place));

  StepOutlook elsewhere = known;
  elsewhere.places.clear();
  const StepInterval unseen = interval_with(elsewhere, job_of("one", "card", 8, 1, 1, 2048));
  EXPECT_FALSE(unseen.known);
  EXPECT_GT(width(unseen), width(at_place));
  elsewhere.framework_measured = false;
  const StepInterval unknown_framework = interval_with(elsewhere, job_of("one", "card", 8, 1, 1, 2048));
  EXPECT_GT(width(unknown_framework), width(unseen));
  elsewhere.accelerator_measured = false;
  EXPECT_GT(width(interval_with(elsewhere, job_of("one", "card", 8, 1, 1, 2048))), width(unknown_framework));
}

TEST(ErrorAmounts, AreTheSharesOfTheStepEachCountedOnce) {
  const sim::StepJob job = job_of("one", "card", 8, 2, 1, 2048);
  const ErrorAmounts amounts = error_amounts(*step_time(job), false, 64, some_outlook());
  double shares = 0;
  for (std::size_t c = 1; c <= static_cast<std::size_t>(ErrorCause::kExchange); ++c) shares += amounts[c];
  EXPECT_NEAR(shares, 1, 1e-12);  // rounding
  EXPECT_EQ(amounts[static_cast<std::size_t>(ErrorCause::kScale)], 0);
  EXPECT_NEAR(error_amounts(*step_time(job), true, 256, some_outlook())[static_cast<std::size_t>(ErrorCause::kScale)],
              2, 1e-12);
}

TEST(InterconnectOf, IsTheLinkThatJoinsAllAccelerators) {
  const hardware::Instance instance = plan::eight_accelerators();
  EXPECT_EQ(interconnect_of(instance, 8), "up");
  EXPECT_EQ(interconnect_of(instance, 16), "out");
}

}  // namespace
}  // namespace fmplan::calibration
