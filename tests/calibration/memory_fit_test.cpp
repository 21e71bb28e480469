#include "core/calibration/fit/fit_memory.h"

#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "tests/model/known_models.h"

namespace fmplan::calibration {
namespace memory_fit_test {

using model::MemoryHabits;
using model::MemoryInterval;
using model::MemoryReading;

/// A framework whose numbers are known, away from the priors.
MemoryHabits known_habits() {
  MemoryHabits habits;
  habits.activation_factor = 1.3;
  habits.gathered_copies = 1;
  habits.bytes_per_logit = 8;
  habits.retained_logit_bytes = 3;
  habits.extra_bytes_per_parameter = 0.6;
  habits.reserved_share = 0.06;
  return habits;
}

MemoryObservation row(const std::string& group, int tensor, int micro_batch, int micro_batches, MemoryReading reading) {
  MemoryObservation o;
  o.source_id = "made";
  o.group = group;
  o.framework = "made";
  o.model = model::llama3_8b();
  o.settings.plan = {.tensor = tensor, .data = 8, .micro_batch_size = micro_batch};
  o.settings.plan.sequence_parallel = tensor > 1;
  o.settings.sequence_length = 16384;
  o.settings.num_micro_batches = micro_batches;
  o.reading = reading;
  return o;
}

/// Peaks that `habits` predict, times 1 − noise, 1 − noise/2, 1, 1 + noise/2, 1 + noise in an order that no setting
/// follows.  Vocabularies of 32,000 and of 128,256 tell logits from activations.
std::vector<MemoryObservation> rows_of(const MemoryHabits& habits, double noise) {
  std::vector<MemoryObservation> rows;
  for (const char* group : {"a", "b", "c"})
    for (const int tensor : {1, 2, 4, 8})
      for (const int micro_batch : {1, 2, 4, 8})
        for (const int micro_batches : {1, 4})
          for (const MemoryReading reading : {MemoryReading::kAllocated, MemoryReading::kReserved})
            for (const model::Transformer& model : {model::llama3_8b(), model::llama2_70b()}) {
              MemoryObservation o = row(group, tensor, micro_batch, micro_batches, reading);
              o.model = model;
              const auto step = static_cast<double>(rows.size() * 7 % 5);
              o.measured = predicted_peak(o, habits) * (1 + noise * (step - 2) / 2);
              rows.push_back(o);
            }
  return rows;
}

std::vector<const MemoryObservation*> pointers(const std::vector<MemoryObservation>& rows) {
  std::vector<const MemoryObservation*> list;
  for (const MemoryObservation& o : rows) list.push_back(&o);
  return list;
}

// 384 exact rows against priors of the strength of a row each: the numbers come back, those of logits, which are a
// small part of most rows, less closely.
TEST(FitMemory, FindsTheNumbersThatMadeTheRows) {
  const auto rows = rows_of(known_habits(), 0);
  const MemoryFit fit = fit_memory(pointers(rows), {});
  EXPECT_TRUE(fit.converged);
  EXPECT_EQ(fit.num_rows, 384);
  const MemoryHabits known = known_habits();
  EXPECT_NEAR(fit.habits.activation_factor, known.activation_factor, 0.03 * known.activation_factor);
  EXPECT_NEAR(fit.habits.gathered_copies, known.gathered_copies, 0.05);
  EXPECT_NEAR(fit.habits.bytes_per_logit, known.bytes_per_logit, 0.05 * known.bytes_per_logit);
  EXPECT_NEAR(fit.habits.retained_logit_bytes, known.retained_logit_bytes, 0.4);
  EXPECT_NEAR(fit.habits.extra_bytes_per_parameter, known.extra_bytes_per_parameter, 0.05);
  EXPECT_NEAR(fit.habits.reserved_share, known.reserved_share, 0.003);
  for (const FittedMemoryNumber& n : fit.numbers) {
    EXPECT_GT(n.standard_error, 0) << n.name;
    EXPECT_FALSE(n.at_bound) << n.name;
  }
}

TEST(FitMemory, GivesTheSameBytesTwice) {
  const auto rows = rows_of(known_habits(), 0.03);
  EXPECT_EQ(fit_memory(pointers(rows), {}).habits, fit_memory(pointers(rows), {}).habits);
}

// One row in 16 twice as large moves the factor by less than 3 %.
TEST(FitMemory, BearsRowsThatAreOff) {
  auto rows = rows_of(known_habits(), 0.01);
  for (std::size_t i = 0; i < rows.size(); i += 16) rows[i].measured = 2 * rows[i].measured;
  const MemoryFit fit = fit_memory(pointers(rows), {});
  EXPECT_NEAR(fit.habits.activation_factor, 1.3, 0.04);
}

TEST(FitMemory, KeepsThePriorsWhereNoRowSpeaks) {
  MemoryHabits item;
  item.activation_factor = 1.65;
  const MemoryFit none = fit_memory({}, item);
  const MemoryHabits prior = prior_habits(item);
  EXPECT_EQ(prior.activation_factor, 1.65);
  EXPECT_EQ(prior.bytes_per_logit, 10);
  EXPECT_NEAR(none.habits.activation_factor, prior.activation_factor, 1e-9);
  EXPECT_NEAR(none.habits.bytes_per_logit, prior.bytes_per_logit, 1e-8);
  EXPECT_NEAR(none.habits.reserved_share, prior.reserved_share, 1e-9);
  // Of allocated memory nothing can be said of what the allocator holds.
  auto rows = rows_of(known_habits(), 0);
  std::erase_if(rows, [](const MemoryObservation& o) { return o.reading != MemoryReading::kAllocated; });
  EXPECT_NEAR(fit_memory(pointers(rows), {}).habits.reserved_share, 0.055, 1e-6);
}

// No peak was measured, but the runs went through on cards that hold two thirds of what the priors predict: the fit
// comes down to the card and no further, and runs out of memory on a card as large as half of it pull nothing.
TEST(FitMemory, TakesRunsThatWentThroughAsPeaksOfTheCardAtMost) {
  const MemoryHabits prior = prior_habits({});
  std::vector<MemoryObservation> rows;
  for (const int micro_batch : {4, 8, 16, 32}) {
    MemoryObservation o = row("a", 1, micro_batch, 4, MemoryReading::kDevice);
    o.evidence = MemoryEvidence::kWithinCard;
    o.card = 2.0 / 3 * predicted_on_card(o, prior);
    rows.push_back(o);
  }
  const MemoryHabits fitted = fit_memory(pointers(rows), {}).habits;
  for (const MemoryObservation& o : rows) EXPECT_NEAR(predicted_on_card(o, fitted) / o.card, 1, 0.05);
  const auto expect_prior = [&] {
    const MemoryHabits habits = fit_memory(pointers(rows), {}).habits;
    for (const MemoryObservation& o : rows)
      EXPECT_NEAR(predicted_on_card(o, habits) / predicted_on_card(o, prior), 1, 1e-4);
  };
  for (MemoryObservation& o : rows) o.card = 2 * predicted_on_card(o, prior);
  expect_prior();
  for (MemoryObservation& o : rows) {
    o.evidence = MemoryEvidence::kBeyondCard;
    o.card = 0.5 * predicted_on_card(o, prior);
  }
  expect_prior();
}

TEST(FitMemory, RefusesAPeakThatIsNone) {
  auto rows = rows_of(known_habits(), 0);
  for (const double bytes : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    rows.front().measured = bytes * byte;
    EXPECT_THROW(fit_memory(pointers(rows), {}), InputError) << bytes;
  }
}

TEST(CalibrateMemory, HoldsEveryRowOutOnceByGroupAndOnceBySource) {
  auto rows = rows_of(known_habits(), 0.04);
  for (MemoryObservation& o : rows)
    if (o.group == "c") o.source_id = "another";
  const MemoryCalibration found = calibrate_memory(rows, {{"made", {}}});
  EXPECT_EQ(found.fitted.size(), rows.size());
  EXPECT_EQ(found.folds.size(), rows.size());
  EXPECT_EQ(found.source.size(), rows.size());
  // |error| is 4, 2, 0, 2, 4 %: 2.4 % in the mean; a fifth of the rows lies at either end.
  EXPECT_NEAR(summarise(found.folds).mean, 0.024, 0.005);
  const MemoryInterval& interval = found.frameworks.at("made").habits.interval;
  EXPECT_NEAR(interval.high_80, 1.04, 0.015);
  EXPECT_NEAR(interval.low_80, 0.96, 0.015);
  EXPECT_LE(found.unseen.low_95, interval.low_95);
  EXPECT_GE(found.unseen.high_95, interval.high_95);
}

// With fewer rows than an interval can be told from, a framework gets the widest one.
TEST(CalibrateMemory, GivesAThinFrameworkTheWidestInterval) {
  auto rows = rows_of(known_habits(), 0.04);
  for (std::size_t i = 0; i < 5; ++i) {
    rows.push_back(rows[i]);
    rows.back().framework = "thin";
    rows.back().source_id = rows.back().group = "thin";
  }
  const MemoryCalibration found = calibrate_memory(rows, {{"made", {}}, {"thin", {}}, {"not asked", {}}});
  EXPECT_EQ(found.frameworks.size(), 2u);
  EXPECT_EQ(found.frameworks.at("thin").habits.interval, found.unseen);
}

// Ratios 1.01, 1.02, … 1.99 (n = 99): (n + 1)·0.1 = 10th and 90th, 2.5 → 2nd and 97.5 → 98th.
TEST(ConformalInterval, TakesTheRanksOfNPlusOne) {
  std::vector<double> ratios;
  for (int i = 99; i >= 1; --i) ratios.push_back(1 + 0.01 * i);
  const MemoryInterval interval = conformal_interval(ratios);
  // Never above 1: a prediction lies in its own interval.
  EXPECT_DOUBLE_EQ(interval.low_80, 0.99);
  EXPECT_DOUBLE_EQ(interval.high_80, 1.90);
  EXPECT_DOUBLE_EQ(interval.high_95, 1.98);
}

TEST(ConformalInterval, IsTheDefaultBelowTwentyRows) {
  EXPECT_EQ(conformal_interval(std::vector<double>(19, 1.0)), MemoryInterval{});
  const MemoryInterval least = conformal_interval(std::vector<double>(20, 1.0));
  EXPECT_DOUBLE_EQ(least.low_95, 0.99);
  EXPECT_DOUBLE_EQ(least.high_95, 1.01);
}

// A source that divides by 1024³ prints a smaller number.
TEST(PredictedPeak, IsInTheUnitOfItsSource) {
  MemoryObservation o = row("a", 1, 1, 1, MemoryReading::kAllocated);
  const Bytes in_gigabytes = predicted_peak(o, known_habits());
  o.unit = gibibyte;
  EXPECT_DOUBLE_EQ(in_gigabytes / predicted_peak(o, known_habits()), 1.073741824);
}

}  // namespace memory_fit_test
}  // namespace fmplan::calibration
