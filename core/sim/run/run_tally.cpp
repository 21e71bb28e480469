#include "core/sim/run/run_tally.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fmplan::sim {
namespace {

constexpr int kHistogramBins = 80;  // chosen: a picture's width in blocks

Spread spread_of(const Moments& moments, const QuantileSketch& sketch) {
  return {.estimate = moments.estimate(),
          .p10 = sketch.quantile(0.1),
          .p50 = sketch.quantile(0.5),
          .p90 = sketch.quantile(0.9)};
}

Histogram histogram_of(const QuantileSketch& sketch) {
  // The longest and shortest of a thousand would stretch the picture.
  constexpr double kLeftOut = 0.002;
  Histogram histogram{.low = sketch.quantile(kLeftOut), .high = sketch.quantile(1 - kLeftOut), .counts = {}};
  if (histogram.high <= histogram.low) histogram.high = std::nextafter(histogram.low, 2 * histogram.low + 1);
  std::int64_t before = 0;
  for (int i = 1; i <= kHistogramBins; ++i) {
    const double edge = std::lerp(histogram.low, histogram.high, static_cast<double>(i) / kHistogramBins);
    const std::int64_t below =
        i == kHistogramBins ? sketch.size() : static_cast<std::int64_t>(std::llround(sketch.count_below(edge)));
    histogram.counts.push_back(below - before);
    before = below;
  }
  return histogram;
}

/// Whether P10 and P90 are known to `digit`.
bool holds_to(const Spread& spread, double digit) {
  // Of a normal law: √(0.1·0.9)/φ(1.2816) standard errors of the mean.
  constexpr double kErrorOfQuantile = 1.71;
  return kErrorOfQuantile * spread.estimate.standard_error <= digit;
}

}  // namespace

void Moments::add(double value) {
  ++count;
  const double delta = value - mean;
  mean += delta / static_cast<double>(count);
  squares += delta * (value - mean);
}

void Moments::merge(const Moments& other) {
  if (other.count == 0) return;
  const auto mine = static_cast<double>(count), theirs = static_cast<double>(other.count);
  const double delta = other.mean - mean;
  count += other.count;
  mean += delta * theirs / (mine + theirs);
  squares += other.squares + delta * delta * mine * theirs / (mine + theirs);
}

Estimate Moments::estimate() const {
  if (count < 2) return {.mean = mean, .standard_error = 0};
  const auto num = static_cast<double>(count);
  return {.mean = mean, .standard_error = std::sqrt(squares / (num - 1) / num)};
}

void RunTally::add(const RunTrial& trial, const TrialSettings& settings) {
  ++sums.trials;
  const double days = trial.wall_clock_s * second / day;
  sums.on_time.add(trial.finished && days <= settings.deadline_days.value_or(days) ? 1 : 0);
  if (!trial.finished) return;
  ++sums.finished;
  const double hour_s = hour / second;
  const double held_days = days - trial.given_back_s * second / day;
  const auto time_s = [&trial](RunTime time) { return trial.time_s[static_cast<std::size_t>(time)]; };
  const double goodput = (time_s(RunTime::kProductive) + time_s(RunTime::kOverhead)) / trial.wall_clock_s;
  const double lost_h = trial.time_s[static_cast<std::size_t>(RunTime::kLost)] / hour_s;
  int unplanned = 0, planned = 0;
  for (std::size_t i = 0; i < kNumRunCauses; ++i) {
    (kRunCauses[i].is_planned ? planned : unplanned) += trial.interruptions[i];
    CauseMoments& cause = sums.causes[i];
    cause.interruptions.add(trial.interruptions[i]);
    cause.lost_h.add(trial.lost_s[i] / hour_s);
    sketches.lost_h_by_cause[i].add(trial.lost_s[i] / hour_s);
    cause.down_h.add(trial.down_s[i] / hour_s);
  }
  for (std::size_t i = 0; i < kNumRunTimes; ++i) sums.time_h[i].add(trial.time_s[i] / hour_s);
  if (trial.held_node_s > 0) {
    for (std::size_t i = 0; i < kNumRunTimes; ++i) sums.node_time_h[i].add(trial.node_time_s[i] / hour_s);
    sums.held_node_h.add(trial.held_node_s / hour_s);
  }
  sums.wall_clock_days.add(days);
  sums.held_days.add(held_days);
  sums.corrupted.add(trial.ends_corrupted ? 1 : 0);
  sums.goodput.add(goodput);
  sums.unplanned.add(unplanned);
  sums.planned.add(planned);
  sums.lost_h.add(lost_h);
  sums.first_h.add(trial.first_interruption_s / hour_s);
  sums.starved.add(trial.starved_s / trial.wall_clock_s);
  sketches.wall_clock_days.add(days);
  sketches.held_days.add(held_days);
  sketches.goodput.add(goodput);
  sketches.unplanned.add(unplanned);
  sketches.lost_h.add(lost_h);
}

void RunTally::merge(const RunTally& other) {
  sums.trials += other.sums.trials;
  sums.finished += other.sums.finished;
  const auto merge_all = [](const auto& moments, const auto& other_moments) {
    for (std::size_t i = 0; i < moments.size(); ++i) moments[i]->merge(*other_moments[i]);
  };
  merge_all(moments_of(sums), moments_of(other.sums));
  merge_all(node_moments_of(sums), node_moments_of(other.sums));
  const auto all = sketches_of(sketches);
  const auto others = sketches_of(other.sketches);
  for (std::size_t i = 0; i < all.size(); ++i) all[i]->merge(*others[i]);
}

RunTally joined(std::span<const RunPart> parts) {
  RunTally stretches;
  for (const RunPart& part : parts) {
    for (const RunSums& sums : part.stretches) stretches.merge({.sums = sums, .sketches = {}});
    stretches.merge({.sums = {}, .sketches = part.sketches});
  }
  // Once more into nothing, as simulate_run() does: it rounds too.
  RunTally tally;
  tally.merge(stretches);
  return tally;
}

int day_decimals(const Spread& days) {
  const double spread = days.p90 - days.p10;
  return spread > 0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(spread))), 1, 4) : 1;
}

RunSimulation summary(const RunTally& tally) {
  const auto& [sums, sketches] = tally;
  RunSimulation result;
  result.trials = sums.trials;
  result.finished = sums.finished;
  if (sums.finished == 0) return result;
  result.wall_clock_days = spread_of(sums.wall_clock_days, sketches.wall_clock_days);
  result.held_days = spread_of(sums.held_days, sketches.held_days);
  result.on_time_share = sums.on_time.estimate();
  result.ends_corrupted_share = sums.corrupted.estimate();
  result.goodput = spread_of(sums.goodput, sketches.goodput);
  result.interruptions = spread_of(sums.unplanned, sketches.unplanned);
  result.lost_h = spread_of(sums.lost_h, sketches.lost_h);
  result.planned_interruptions = sums.planned.estimate();
  result.first_interruption_h = sums.first_h.estimate();
  result.starved_share = sums.starved.estimate();
  for (std::size_t i = 0; i < kNumRunTimes; ++i) {
    result.time_h[i] = sums.time_h[i].estimate();
    result.node_time_h[i] = sums.node_time_h[i].estimate();
  }
  result.held_node_h = sums.held_node_h.estimate();
  for (std::size_t i = 0; i < kNumRunCauses; ++i)
    result.causes[i] = {.interruptions = sums.causes[i].interruptions.estimate(),
                        .lost_h = spread_of(sums.causes[i].lost_h, sketches.lost_h_by_cause[i]),
                        .down_h = sums.causes[i].down_h.estimate()};
  result.wall_clock_histogram = histogram_of(sketches.wall_clock_days);
  const double finished =
      result.trials > 0 ? static_cast<double>(result.finished) / static_cast<double>(result.trials) : 0;
  constexpr std::array kShares = {0.1, 0.5, 0.9};  // of trials
  for (std::size_t i = 0; i < kShares.size(); ++i)
    result.days_of_all[i] = kShares[i] <= finished ? sketches.wall_clock_days.quantile(kShares[i] / finished)
                                                   : std::numeric_limits<double>::infinity();
  return result;
}

bool digits_hold(const RunTally& tally) {
  if (tally.sums.finished < 2) return false;
  const Spread days = spread_of(tally.sums.wall_clock_days, tally.sketches.wall_clock_days);
  const Spread lost = spread_of(tally.sums.lost_h, tally.sketches.lost_h);
  // Three digits are shown of hours.
  const double lost_digit = lost.p10 > 0 ? std::pow(10, std::floor(std::log10(lost.p10)) - 2) : 1;
  return holds_to(days, std::pow(10, -day_decimals(days))) && holds_to(lost, lost_digit);
}

}  // namespace fmplan::sim
