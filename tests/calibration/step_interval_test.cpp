#include "core/calibration/fit/fit_errors.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/calibration/measured_steps.h"

namespace fmplan::calibration {
namespace step_interval_test {

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

double spread(const StepErrorModel& model, const ErrorAmounts& amounts) {
  return expected_error(model, "", amounts).spread;
}

TEST(FitErrorModel, CoversRowsOfOtherSourcesAsItSays) {
  const StepErrorModel model = fit_error_model(held_out(40, 20, 1));
  int inside_80 = 0, inside_95 = 0;
  const std::vector<HeldOutStep> others = held_out(200, 20, 2);
  for (const HeldOutStep& row : others) {
    const StepInterval interval = interval_of(model, expected_error(model, "", row.amounts), row.position, {});
    const double ratio = std::exp(row.log_ratio);
    inside_80 += ratio >= interval.low_80 && ratio <= interval.high_80;
    inside_95 += ratio >= interval.low_95 && ratio <= interval.high_95;
  }
  // 4,000 rows here and 800 fitted: 4 standard errors of both, and 41/40 of the level.
  const auto n = static_cast<double>(others.size());
  EXPECT_NEAR(inside_80 / n, 0.82, 4 * std::sqrt(0.8 * 0.2 / 670));
  EXPECT_NEAR(inside_95 / n, 0.97, 4 * std::sqrt(0.95 * 0.05 / 670));
}

constexpr std::size_t kExchange = static_cast<std::size_t>(ErrorCause::kSiteExchange);

/// Fitted sources, and three that took e times their prediction over a network that none of those has.
std::vector<HeldOutStep> with_strangers() {
  std::vector<HeldOutStep> rows = held_out(40, 20, 1);
  Normal normal(7);
  for (int source = 0; source < 3; ++source)
    for (int i = 0; i < 10; ++i) {
      HeldOutStep row;
      row.source = "far" + std::to_string(source);
      row.place.kind = "mixture";
      row.place.interconnect = source == 0 ? "EFA v2" : "EFA v4";
      row.part = 100 + source;
      row.amounts[0] = row.amounts[kExchange] = 1;
      row.log_ratio = 1 + 0.05 * normal();
      rows.push_back(row);
    }
  return rows;
}

// A normal prior of deviation u, and one site whose own spread is that of its other causes: known = u²/(u² + s²), mean
// known · m, and what is left of u² is known · s².
TEST(FitErrorModel, TakesWhatOtherSitesTookOverANetworkForOneSites) {
  const std::vector<HeldOutStep> rows = with_strangers();
  const StepErrorModel model = fit_error_model(rows);
  ASSERT_EQ(model.exchanges.size(), 1u);
  const SiteExchange& efa = model.exchanges.front();
  EXPECT_EQ(efa.network, "EFA");
  EXPECT_EQ(efa.num_sources, 3);
  double m = 0;
  for (const HeldOutStep& row : rows)
    if (row.amounts[kExchange] == 1) m += row.log_ratio / 30;
  const double u = model.uncertainty[kExchange], s = model.uncertainty[0];
  const double known = u * u / (u * u + s * s);
  EXPECT_NEAR(efa.log_shift, known * m, 1e-12);
  EXPECT_NEAR(efa.uncertainty, std::sqrt(known) * s, 1e-12);
  EXPECT_GT(efa.log_shift, 0.5);
}

// Where fitted sources have a network of that name, what one judge took over another such network is its own.
TEST(FitErrorModel, TakesNothingOfANetworkThatFittedSourcesHave) {
  std::vector<HeldOutStep> rows = with_strangers();
  rows.front().place.kind = "mixture";
  rows.front().place.interconnect = "EFA v3";
  EXPECT_TRUE(fit_error_model(rows).exchanges.empty());
}

TEST(ExpectedError, IsThatOfOtherSitesWhereNoFittedSourceMeasured) {
  const StepErrorModel model = fit_error_model(with_strangers());
  const SiteExchange& efa = model.exchanges.front();
  ErrorAmounts amounts{};
  amounts[0] = amounts[kExchange] = 1;
  const ExpectedError there = expected_error(model, "EFA v3 (Nitro v5)", amounts);
  EXPECT_EQ(there.mean, efa.log_shift);
  EXPECT_NEAR(there.spread, std::hypot(model.uncertainty[0], efa.uncertainty), 1e-12);
  const ExpectedError elsewhere = expected_error(model, "EFABRIC", amounts);
  EXPECT_EQ(elsewhere.mean, 0);
  EXPECT_NEAR(elsewhere.spread, std::hypot(model.uncertainty[0], model.uncertainty[kExchange]), 1e-12);
  amounts[kExchange] = 0.5;  // one fitted source did
  EXPECT_EQ(expected_error(model, "EFA v3 (Nitro v5)", amounts).mean, 0);
}

// A cluster that took exactly what others did tells nothing new; one that took what is predicted takes the mean back.
// What a dense model took, of which nothing else is expected, says nothing of the exchange.
TEST(IntervalOf, CountsAnchorsFromTheirOwnMeans) {
  StepErrorModel errors;
  errors.correlation = {
      .noise = 0, .floor = 1, .other_machine = 1, .other_precision = 1, .other_model = 1, .rates = {}};
  const ExpectedError expected{.mean = 0.8, .spread = 0.4};
  StepPosition other;
  other.coordinates[0] = 1;
  const auto with = [&](double log_ratio, double mean) {
    return interval_of(errors, expected, {},
                       {{.position = other, .log_ratio = log_ratio, .spread = 0.4, .mean = mean}});
  };
  EXPECT_NEAR(with(0.8, 0.8).factor, 1, 1e-9);
  EXPECT_NEAR(with(0, 0.8).factor * with(0, 0.8).exchange, 1, 1e-9);
  EXPECT_NEAR(with(0, 0).factor, 1, 1e-9);
}

// Coverage must hold where traffic is much and where it is little, which one width for all cannot.
TEST(FitErrorModel, FindsWhatErrorsGrowWith) {
  const StepErrorModel model = fit_error_model(held_out(40, 20, 3));
  ErrorAmounts little{}, much{};
  little[0] = much[0] = 1;
  much[kCommunication] = 0.5;
  const double ratio = spread(model, much) / spread(model, little);
  EXPECT_NEAR(ratio, std::hypot(0.05, 0.2) / 0.05, 1.5);
}

// A source that is held out twice, with its accelerator too, does not count as two when levels are widened.
TEST(FitErrorModel, WidensByTheNumberOfSources) {
  std::vector<HeldOutStep> once = held_out(9, 20, 4);
  std::vector<HeldOutStep> twice = once;
  for (HeldOutStep row : once) {
    row.part += 9;
    twice.push_back(row);
  }
  const StepErrorModel a = fit_error_model(once);
  const StepErrorModel b = fit_error_model(twice);
  // Of twice as many rows the belief of u weighs half as much.
  EXPECT_NEAR(a.quantiles.high_80 * spread(a, ErrorAmounts{1}), b.quantiles.high_80 * spread(b, ErrorAmounts{1}), 0.01);
}

TEST(FitErrorModel, HoldsThePredictionHoweverWellRowsWereMet) {
  std::vector<HeldOutStep> rows = held_out(5, 3, 5);
  for (HeldOutStep& row : rows) row.log_ratio = std::abs(row.log_ratio);
  const ErrorQuantiles q = fit_error_model(rows).quantiles;
  EXPECT_LE(q.low_80, 0);
  EXPECT_LE(q.low_95, q.low_80);
  EXPECT_GE(q.high_80, 0);
  EXPECT_GE(q.high_95, q.high_80);
}

TEST(FitErrorModel, TakesASingleRow) {
  const std::vector<HeldOutStep> row = held_out(1, 1, 6);
  const StepErrorModel model = with_correlation(fit_error_model(row), row);
  EXPECT_TRUE(std::isfinite(model.quantiles.low_95));
  EXPECT_TRUE(std::isfinite(spread(model, ErrorAmounts{1})));
}

StepPlace some_place() {
  return {.framework = "one",
          .chip = "card",
          .architecture = "",
          .precision = "bf16",
          .kind = "dense",
          .interconnect = "out"};
}

StepOutlook outlook_of(std::vector<MeasuredSteps> measured) {
  StepOutlook known{.measured = std::make_shared<const std::vector<MeasuredSteps>>(std::move(measured)),
                    .errors = {},
                    .difference = {}};
  known.errors.correlation = {.noise = 0.1, .floor = 0.2};
  known.errors.correlation.rates.fill(0.3);
  return known;
}

StepInterval interval_with(const StepOutlook& outlook, const sim::StepJob& job) {
  return step_interval(outlook, *step_time(job), job);
}

double width(const StepInterval& interval) { return interval.high_80 / interval.low_80; }

// Each thing that nobody measured makes the interval wider, and the more sources there are the narrower it is.
TEST(StepInterval, IsWiderTheLessWasMeasured) {
  const sim::StepJob job = job_of("one", "card", 8, 1, 1, 2048);
  const StepInterval known = interval_with(outlook_of({{"s", some_place(), 10, 64}}), job);
  EXPECT_EQ(known.factor, 1);
  EXPECT_LT(known.low_95, known.low_80);
  EXPECT_LT(known.low_80, 1);
  const StepInterval twice = interval_with(outlook_of({{"s", some_place(), 10, 64}, {"t", some_place(), 10, 64}}), job);
  EXPECT_LT(width(twice), width(known));
  for (const auto& [change, to] : {std::pair{&StepPlace::framework, "other"},
                                   {&StepPlace::framework, "one-26.06"},
                                   {&StepPlace::chip, "other"},
                                   {&StepPlace::precision, "fp8"},
                                   {&StepPlace::kind, "mixture"},
                                   {&StepPlace::interconnect, "other"}}) {
    StepPlace place = some_place();
    place.*change = to;
    // Precision counts on an architecture, which the made-up accelerator does not name.
    if (change == &StepPlace::precision) continue;
    EXPECT_GT(width(interval_with(outlook_of({{"s", place, 10, 64}}), job)), width(known)) << to;
  }
  EXPECT_GT(width(interval_with(outlook_of({}), job)), width(known));
  EXPECT_GT(width(interval_with(outlook_of({{"s", some_place(), 10, 8}}), job)), width(known));
  StepOutlook own = outlook_of({{"s", some_place(), 10, 64}});
  own.framework_of_catalog = own.accelerator_of_catalog = false;
  EXPECT_GT(width(interval_with(own, job)), width(known));
}

// A chip at the same power is measured with the other's steps; one that is like another differs from it.
TEST(StepInterval, IsWiderOfAnAcceleratorThatIsLikeTheMeasuredOne) {
  const StepOutlook outlook = outlook_of({{"s", some_place(), 10, 64}});
  sim::StepJob job = job_of("one", "card", 8, 1, 1, 2048);
  const double known = width(interval_with(outlook, job));
  job.instance.accelerator.name = "next";
  job.instance.accelerator.chip = "card";
  EXPECT_EQ(width(interval_with(outlook, job)), known);
  job.instance.accelerator.like = "card";
  EXPECT_GT(width(interval_with(outlook, job)), known);
}

TEST(SourcesNear, CountsEachSourceOnce) {
  StepPlace fp8 = some_place();
  fp8.precision = "fp8";
  StepPlace release = some_place();
  release.framework = "one-2";
  release.architecture = "X";
  StepPlace elsewhere = some_place();
  elsewhere.chip = "chip";
  elsewhere.kind = "mixture";
  const std::vector<MeasuredSteps> measured = {
      {"s", some_place(), 10, 64}, {"s", fp8, 3, 128}, {"t", release, 5, 32}, {"u", elsewhere, 7, 4096}};
  EXPECT_EQ(sources_near(measured, some_place()), (StepSources{.framework = 3,
                                                               .release = true,
                                                               .accelerator = 2,
                                                               .architecture = 0,
                                                               .pair = 2,
                                                               .precision = 0,
                                                               .kind = 2,
                                                               .network = 2,
                                                               .most_accelerators = 128}));
  EXPECT_EQ(sources_near(measured, release).architecture, 1);
  StepPlace unknown = some_place();
  unknown.framework = std::string(kUnknownFramework);
  EXPECT_EQ(sources_near(measured, unknown).framework, 0);
  EXPECT_TRUE(sources_near(measured, unknown, std::nullopt, "u").is_of_fitted_source);
  EXPECT_FALSE(sources_near(measured, unknown, std::nullopt, "v").is_of_fitted_source);
}

// A row of a source that was fitted to is no unknown site's; whoever asks is one, however much was measured of the
// rest.
TEST(StepInterval, IsWiderForASiteThatNobodyMeasured) {
  const sim::StepJob job = job_of("one", "card", 8, 1, 1, 2048);
  StepOutlook outlook = outlook_of({{"s", some_place(), 10, 64}});
  outlook.errors.uncertainty[static_cast<std::size_t>(ErrorCause::kSite)] = 0.3;
  const sim::StepTime step = *step_time(job);
  const double of_row = step_interval(outlook, step, job, {}, "s").spread;
  const double of_user = step_interval(outlook, step, job).spread;
  EXPECT_NEAR(of_user * of_user - of_row * of_row, 0.09, 1e-12);  // rounding
  EXPECT_EQ(step_interval(outlook, step, job, {}, "another").spread, of_user);
}

TEST(ErrorAmounts, AreTheSharesOfTheStepEachCountedOnce) {
  const sim::StepJob job = job_of("one", "card", 8, 2, 1, 2048);
  const ErrorAmounts amounts = error_amounts(*step_time(job), "dense", 64, {.framework = 3, .most_accelerators = 64});
  double shares = 0;
  for (auto c = static_cast<std::size_t>(ErrorCause::kProducts); c <= static_cast<std::size_t>(ErrorCause::kExchange);
       ++c)
    shares += amounts[c];
  EXPECT_NEAR(shares, 1, 1e-12);  // rounding
  const auto at = [](const ErrorAmounts& of, ErrorCause cause) { return of[static_cast<std::size_t>(cause)]; };
  EXPECT_EQ(at(amounts, ErrorCause::kScale), 0);
  EXPECT_EQ(at(amounts, ErrorCause::kFramework), 0.25);
  EXPECT_EQ(at(amounts, ErrorCause::kAccelerator), 1);
  const ErrorAmounts larger = error_amounts(*step_time(job), "mixture", 256, {.most_accelerators = 64});
  EXPECT_NEAR(at(larger, ErrorCause::kScale), 2, 1e-12);
  EXPECT_EQ(at(larger, ErrorCause::kMixture), 1);
  EXPECT_EQ(at(amounts, ErrorCause::kSite), 1);
  // Dense models exchange no tokens; of mixtures three sources over the network leave a quarter.
  EXPECT_EQ(at(amounts, ErrorCause::kSiteExchange), 0);
  EXPECT_EQ(at(error_amounts(*step_time(job), "mixture", 64, {.network = 3}), ErrorCause::kSiteExchange), 0.25);
  EXPECT_EQ(at(error_amounts(*step_time(job), "mixture", 64, {.is_of_fitted_source = true, .network = 3}),
               ErrorCause::kSiteExchange),
            0);
}

// The causes' shares are those of σ², and a measured step narrows the more the nearer it is.
TEST(WidthReport, TellsCausesByShareAndWhatWouldNarrow) {
  const sim::StepJob job = job_of("one", "card", 8, 1, 1, 2048);
  const StepOutlook known = outlook_of({{"s", some_place(), 10, 64}});
  const sim::StepTime step = *step_time(job);
  const WidthReport report = width_report(known, step, job);
  double shares = 0;
  for (std::size_t i = 0; i < report.causes.size(); ++i) {
    shares += report.causes[i].share;
    if (i > 0) {
      EXPECT_LE(report.causes[i].share, report.causes[i - 1].share);
    }
  }
  EXPECT_NEAR(shares, 1, 1e-12);  // rounding
  EXPECT_DOUBLE_EQ(report.half_width, half_width_80(interval_with(known, job)));
  EXPECT_EQ(report.small_step_accelerators, 8);
  EXPECT_LT(report.with_own_step, report.with_small_step);
  EXPECT_LT(report.with_small_step, report.half_width);
}

TEST(InterconnectOf, IsTheLinkThatJoinsAllAccelerators) {
  const hardware::Instance instance = plan::eight_accelerators();
  EXPECT_EQ(interconnect_of(instance, 8), "up");
  EXPECT_EQ(interconnect_of(instance, 16), "out");
}

}  // namespace step_interval_test
}  // namespace fmplan::calibration
