#include "core/calibration/fit/fit_steps.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/calibration/fit/step_hold_out.h"
#include "tests/base/recording_watcher.h"
#include "tests/calibration/measured_steps.h"

namespace fmplan::calibration {
namespace step_fit_test {

using hardware::Pace;
using sim::StepHabit;

/// What the priors alone give, from rows that agree with them.
StepProfile prior_profile() {
  std::vector<StepObservation> rows;
  for (const char* framework : {"one", "two"})
    for (const char* accelerator : {"card", "chip"})
      rows.push_back(
          {.job = job_of(framework, accelerator, 1, 1, 1, 2048), .source = "s", .group = "g", .time = 1 * second});
  return fit_steps(prepare(rows), {.max_iterations = 0, .standard_errors = false}).profile;
}

/// Products 10 % slower on the chip than believed, framework two with 50 % more element-wise time.
StepProfile true_profile() {
  StepProfile truth = prior_profile();
  truth.accelerator_paces.at("chip")[Pace::kProducts16Bit] *= 0.9;
  truth.framework_habits.at("two")[StepHabit::kElementWise] *= 1.5;
  return truth;
}

const FittedStepCoefficient& coefficient(const StepFit& fit, const std::string& of, std::string_view name) {
  for (const FittedStepCoefficient& c : fit.coefficients)
    if (c.of == of && c.name == name) return c;
  throw std::out_of_range(std::string(name));
}

TEST(FitSteps, FindsTheCoefficientsThatTimesWereMadeWith) {
  const StepProfile truth = true_profile();
  const std::vector<StepObservation> rows = measured_with(truth);
  const StepFit fit = fit_steps(prepare(rows));
  EXPECT_TRUE(fit.converged);
  // The priors hold the coefficients back a little: 24 rows of 8 % against priors of like width.
  for (const StepObservation& row : rows)
    EXPECT_NEAR(predicted_step(fit.profile, row.job)->total() / row.time, 1, 0.02);
  const double slower = fit.profile.accelerator_paces.at("chip")[Pace::kProducts16Bit] /
                        fit.profile.accelerator_paces.at("card")[Pace::kProducts16Bit];
  EXPECT_NEAR(slower, 0.9, 0.03);
  // A few per cent of the step: the rows move it less than half way from the prior.
  EXPECT_GT(fit.profile.framework_habits.at("two")[StepHabit::kElementWise],
            1.05 * fit.profile.framework_habits.at("one")[StepHabit::kElementWise]);
}

// Rows that are what the priors say leave everything where it is.
TEST(FitSteps, StaysAtThePriorsWhereRowsAgreeWithThem) {
  const StepProfile truth = prior_profile();
  const StepFit fit = fit_steps(prepare(measured_with(truth)));
  for (const FittedStepCoefficient& c : fit.coefficients) EXPECT_NEAR(c.value, c.prior, 1e-6 * c.prior) << c.name;
}

// Of few configurations: what they cannot tell apart stays as unsure as it was.
TEST(FitSteps, IsSurerWithMoreRows) {
  std::vector<StepObservation> rows = measured_with(true_profile());
  const StepFit few = fit_steps(prepare(rows));
  // Under other names: rows of one large source count less each.
  for (int copy = 0; copy < 3; ++copy) {
    std::vector<StepObservation> again = measured_with(true_profile());
    for (StepObservation& row : again) row.source += std::to_string(copy);
    rows.insert(rows.end(), again.begin(), again.end());
  }
  const StepFit many = fit_steps(prepare(rows));
  for (const char* of : {"card", "chip"}) {
    constexpr const char* name = "products_16_bit";
    const FittedStepCoefficient& before = coefficient(few, of, name);
    const FittedStepCoefficient& after = coefficient(many, of, name);
    EXPECT_TRUE(before.from_rows);
    EXPECT_LT(after.relative_error, before.relative_error) << name;
    EXPECT_GT(after.relative_error, 0);
  }
}

// A standard error without rows is the priors': √(σ_g² + σ_d²); rows can only make it smaller.
TEST(FitSteps, KeepsThePriorsErrorOfWhatNoRowDependsOn) {
  const StepFit fit = fit_steps(prepare(measured_with(true_profile())));
  const FittedStepCoefficient& common = coefficient(fit, "", "expert_imbalance");
  const FittedStepCoefficient& own = coefficient(fit, "two", "expert_imbalance");
  EXPECT_FALSE(own.from_rows);
  EXPECT_DOUBLE_EQ(own.value, own.prior);
  EXPECT_GT(own.relative_error, common.relative_error);
}

// Two of three configurations of one accelerator come from one source: what is fitted to them may be the source's.
TEST(FitSteps, TellsWhatRestsOnOneSource) {
  std::vector<StepObservation> rows = measured_with(true_profile());
  int of_chip = 0, moved = 0;
  for (StepObservation& row : rows) {
    row.source = "one";
    if (row.job.instance.accelerator.name != "chip") continue;
    if (++of_chip % 3 == 0) {
      row.source = "two";
      ++moved;
    }
  }
  const StepFit fit = fit_steps(prepare(rows));
  EXPECT_DOUBLE_EQ(coefficient(fit, "card", "products_16_bit").of_one_source, 1);
  EXPECT_DOUBLE_EQ(coefficient(fit, "chip", "products_16_bit").of_one_source, 1 - 1.0 * moved / of_chip);
}

// The same jobs on releases of three years, each 8 % a year faster than the one before.
TEST(FitSteps, FindsWhatAYearsReleasesGain) {
  StepProfile truth = true_profile();
  for (auto& [name, habits] : truth.framework_habits) habits[sim::StepHabit::kYearlyGain] = 0.08;
  std::vector<StepObservation> rows;
  for (const char* release : {"2024-01-01", "2025-01-01", "2026-01-01"}) {
    for (StepObservation row : measured_with(truth)) {
      row.job.software = parse_date(release);
      row.time = predicted_step(truth, row.job)->total();
      rows.push_back(std::move(row));
    }
  }
  const StepFit fit = fit_steps(prepare(rows));
  EXPECT_NEAR(coefficient(fit, "one", "yearly_gain").value, 0.08, 0.01);
}

// Links of one of two machines are three times as slow.  Where rows say which is which, the framework is held to have
// less of it than where they might all be one machine's, and what runs at one cloud alone keeps all of it.
TEST(FitSteps, TellsASiteFromTheFrameworkThatRanThere) {
  StepProfile slow = prior_profile();
  for (auto& [name, habits] : slow.framework_habits) habits[StepHabit::kDataParallel] *= 3;
  const auto rows_at = [&](const std::string& slow_site, const std::string& other_site) {
    std::vector<StepObservation> rows = measured_with(prior_profile());
    for (StepObservation& row : rows) row.site = other_site;
    for (StepObservation row : measured_with(slow)) {
      row.site = slow_site;
      rows.push_back(std::move(row));
    }
    return rows;
  };
  const auto strays = [&](const std::vector<StepObservation>& rows) {
    const FittedStepCoefficient found = coefficient(fit_steps(prepare(rows)), "one", "data_parallel");
    return std::log(found.value / found.prior);
  };
  const double apart = strays(rows_at("slow", "other")), alone = strays(rows_at("", ""));
  EXPECT_GT(alone, 0.3);
  EXPECT_LT(apart, 0.8 * alone);
  EXPECT_GT(apart, 0);
}

TEST(FitSteps, GivesTheUnknownFrameworkNothingOfItsOwn) {
  std::vector<StepObservation> rows = measured_with(true_profile());
  for (StepObservation& row : rows)
    if (row.job.framework.name == "two") row.job.framework.name = kUnknownFramework;
  const StepFit fit = fit_steps(prepare(rows));
  EXPECT_FALSE(fit.profile.framework_habits.contains(std::string(kUnknownFramework)));
  EXPECT_TRUE(fit.profile.framework_habits.contains("one"));
}

TEST(FitSteps, EndsWhereItStartsIfItStartsAtTheEnd) {
  const std::vector<StepObservation> rows = measured_with(true_profile());
  const std::vector<PreparedStep> prepared = prepare(rows);
  const StepFit first = fit_steps(prepared);
  const StepFit second = fit_steps(prepared, {.start = first.logs});
  EXPECT_NEAR(second.cost, first.cost, 1e-5 * first.cost);
}

// One search from the priors and two rounds of four.
TEST(FitSteps, TellsOfEachSearchAndEndsWhenStopped) {
  const std::vector<StepObservation> rows = measured_with(true_profile());
  RecordingWatcher watcher;
  fit_steps(prepare(rows), {.rounds = 2}, watcher);
  ASSERT_EQ(watcher.reports.size(), 9u);
  EXPECT_TRUE(watcher.never_fell());
  EXPECT_EQ(watcher.reports.back(), (std::pair<std::int64_t, std::int64_t>(9, 9)));
  RecordingWatcher impatient(3);
  EXPECT_THROW(fit_steps(prepare(rows), {.rounds = 2}, impatient), JobStopped);
  EXPECT_EQ(impatient.reports.size(), 3u);
}

TEST(FitSteps, RefusesWhatCannotBeFitted) {
  EXPECT_THROW(fit_steps({}), InputError);
  std::vector<StepObservation> rows = measured_with(prior_profile());
  rows[3].time = Seconds{};
  rows[5].time = std::numeric_limits<double>::infinity() * second;
  try {
    fit_steps(prepare(rows));
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), 2u);
    EXPECT_THAT(error.issues()[0].message, testing::HasSubstr("must be positive"));
  }
}

TEST(Apply, KeepsWhatTheItemSaysOfAFrameworkWithoutRows) {
  StepProfile profile = prior_profile();
  sim::FrameworkProfile framework;
  framework.name = "mine";
  framework.host_time_per_layer = 300 * microsecond;
  framework.habits[StepHabit::kStagePerTensorRank] = 1e-4;
  hardware::Accelerator accelerator;
  apply(profile, framework, accelerator);
  EXPECT_EQ(framework.habits[StepHabit::kStagePerTensorRank], 1e-4);
  EXPECT_EQ(framework.habits[StepHabit::kHostPerLayer], 0);  // step_time() then takes the item's
  EXPECT_EQ(framework.habits[StepHabit::kElementWise], profile.habits[StepHabit::kElementWise]);
  EXPECT_EQ(accelerator.pace, profile.paces);
}

// An accelerator without rows has the paces of the one whose chip it has, and its own where rows are of it.
// Twice what is common, of a framework that no row is of.
TEST(Apply, MultipliesWhatTheItemSaysOfItsTraffic) {
  const StepProfile profile = fit_steps(prepare(measured_with(true_profile()))).profile;
  sim::StepJob job = job_of("three", "card", 4, 1, 1, 2048);
  job.framework.habits[StepHabit::kDataParallel] = 2;
  apply(profile, job.framework, job.instance.accelerator);
  EXPECT_DOUBLE_EQ(job.framework.habits[StepHabit::kDataParallel], 2 * profile.habits[StepHabit::kDataParallel]);
}

TEST(Apply, GivesAChipItsPaces) {
  StepProfile profile = prior_profile();
  profile.accelerator_paces["card"].values.fill(0.5);
  sim::FrameworkProfile framework;
  hardware::Accelerator accelerator;
  accelerator.name = "card-with-more-memory";
  accelerator.chip = "card";
  apply(profile, framework, accelerator);
  EXPECT_EQ(accelerator.pace, profile.accelerator_paces["card"]);
  profile.accelerator_paces["card-with-more-memory"].values.fill(0.7);
  apply(profile, framework, accelerator);
  EXPECT_EQ(accelerator.pace, profile.accelerator_paces["card-with-more-memory"]);
}

TEST(CalibrateSteps, GivesTheSameForAnyNumberOfThreads) {
  const std::vector<StepObservation> rows = measured_with(true_profile());
  RecordingWatcher watcher;
  const StepCalibration one = calibrate_steps(rows, {}, watcher);
  const StepCalibration three = calibrate_steps(rows, {.threads = 3});
  EXPECT_EQ(one.fit.profile, three.fit.profile);
  ASSERT_EQ(one.sources.size(), 2u);
  EXPECT_EQ(one.sources[0].coverage.coverage_80, three.sources[0].coverage.coverage_80);
  EXPECT_EQ(one.sources[0].fitted.num_rows, 16);
  ASSERT_FALSE(watcher.reports.empty());
  EXPECT_TRUE(watcher.never_fell());
  EXPECT_EQ(watcher.reports.back().first, watcher.reports.back().second);
  EXPECT_EQ(one.fit.profile.measured.size(), 6u);  // three pairs, inside a node and across
}

// Judges are rows that no fit sees: coefficients, places and fitted errors are those without them; their source is held
// out, and the intervals know it.
TEST(CalibrateSteps, MakesIntervalsOfJudgesAndFitsNothingToThem) {
  const std::vector<StepObservation> rows = measured_with(true_profile());
  std::vector<StepObservation> with = rows;
  for (std::size_t i = 0; i < 4; ++i) {
    StepObservation judge = rows[i];
    judge.source = "judge";
    judge.time = 1.5 * judge.time;
    judge.judges = true;
    with.push_back(judge);
  }
  const StepCalibration alone = calibrate_steps(rows), judged = calibrate_steps(with);
  EXPECT_EQ(judged.fit.profile.habits, alone.fit.profile.habits);
  EXPECT_EQ(judged.fit.profile.accelerator_paces, alone.fit.profile.accelerator_paces);
  EXPECT_EQ(judged.fit.profile.measured, alone.fit.profile.measured);
  EXPECT_EQ(judged.sources.size(), alone.sources.size());
  ASSERT_EQ(judged.splits.size(), alone.splits.size() + 1);
  const auto& judge = *std::find_if(judged.splits.begin(), judged.splits.end(),
                                    [](const StepSplitErrors& split) { return split.split == StepSplit::kJudge; });
  EXPECT_EQ(judge.left_out, "judge");
  ASSERT_EQ(judge.errors.num_rows, 4);
  EXPECT_NEAR(judge.errors.mean, 1.0 / 3, 0.02);  // predicted at 1/1.5 of what was measured
  // Without judges nothing tells how far off another site is: what is believed of it stays.
  const auto of_site = [](const StepCalibration& found) {
    return found.fit.profile.errors.uncertainty[static_cast<std::size_t>(ErrorCause::kSite)];
  };
  EXPECT_NEAR(of_site(alone), 0.1, 1e-3);
  EXPECT_GT(of_site(judged), 0.2);
}

// A profile whose errors come from some of the fits would be a wrong one.
TEST(CalibrateSteps, HasNoAnswerWhenStopped) {
  RecordingWatcher watcher(2);
  EXPECT_THROW(calibrate_steps(measured_with(true_profile()), {}, watcher), JobStopped);
}

TEST(CalibrateSteps, LeavesErrorsAsBelievedWhereNothingIsHeldOut) {
  const StepCalibration found =
      calibrate_steps(measured_with(true_profile()), {.folds = false, .sources = false, .kinds = false});
  EXPECT_EQ(found.fit.profile.errors, StepErrorModel{});
  EXPECT_EQ(found.sources[0].folds.num_rows, 0);
}

TEST(FoldOf, DealsGroupsTheSameEverywhere) {
  // FNV-1a of "" is its offset basis 14695981039346656037: its upper half is 3421674724, 4 over a multiple of 5.
  EXPECT_EQ(fold_of(""), 4);
  std::array<int, kNumFolds> count{};
  for (int i = 0; i < 1000; ++i) ++count[static_cast<std::size_t>(fold_of("group " + std::to_string(i)))];
  for (const int n : count) EXPECT_NEAR(n, 200, 4 * std::sqrt(1000 * 0.2 * 0.8));  // 4 standard deviations
}

}  // namespace step_fit_test
}  // namespace fmplan::calibration
