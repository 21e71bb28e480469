#include "core/sim/run/run_simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/parallel.h"
#include "core/base/quantile_sketch.h"
#include "core/sim/run/run_trial.h"

namespace fmplan::sim {
namespace {

/// If none of so many trials finishes, none is expected to.
constexpr std::int64_t kPilotTrials = 8;
constexpr int kHistogramBins = 80;
/// Trials between two looks at whether they are enough: the same for any number of threads.  Chosen.
constexpr std::int64_t kTrialsBetweenLooks = 500, kComparedBetweenLooks = 250;
/// Trials without any difference, after which none is expected: one in three hundred would be seen with 95 %.  Chosen.
constexpr std::int64_t kNoDifference = 1000;

/// Mean and spread of a figure, one value after another [Welford 1962; Chan et al. 1979].
class Moments {
 public:
  void add(double value) {
    ++count_;
    const double delta = value - mean_;
    mean_ += delta / static_cast<double>(count_);
    squares_ += delta * (value - mean_);
  }

  void merge(const Moments& other) {
    if (other.count_ == 0) return;
    const auto mine = static_cast<double>(count_), theirs = static_cast<double>(other.count_);
    const double delta = other.mean_ - mean_;
    count_ += other.count_;
    mean_ += delta * theirs / (mine + theirs);
    squares_ += other.squares_ + delta * delta * mine * theirs / (mine + theirs);
  }

  Estimate estimate() const {
    if (count_ < 2) return {.mean = mean_, .standard_error = 0};
    const auto count = static_cast<double>(count_);
    return {.mean = mean_, .standard_error = std::sqrt(squares_ / (count - 1) / count)};
  }

 private:
  std::int64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

struct CauseMoments {
  Moments interruptions, lost_h, down_h;
};

/// What trials add up to.
struct Sums {
  std::int64_t trials = 0, finished = 0;
  Moments wall_clock_days, held_days, goodput, unplanned, planned, lost_h, first_h, starved, on_time, corrupted;
  std::array<Moments, kNumRunTimes> time_h;
  std::array<CauseMoments, kNumRunCauses> causes;
};

struct Sketches {
  QuantileSketch wall_clock_days, held_days, goodput, unplanned, lost_h;
  std::array<QuantileSketch, kNumRunCauses> lost_h_by_cause;
};

struct Tally {
  Sums sums;
  Sketches sketches;
};

void add(const RunTrial& trial, const TrialSettings& settings, Tally& tally) {
  auto& [sums, sketches] = tally;
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

void merge(Sums& sums, const Sums& other) {
  sums.trials += other.trials;
  sums.finished += other.finished;
  for (Moments Sums::*figure :
       {&Sums::wall_clock_days, &Sums::held_days, &Sums::on_time, &Sums::corrupted, &Sums::goodput, &Sums::unplanned,
        &Sums::planned, &Sums::lost_h, &Sums::first_h, &Sums::starved})
    (sums.*figure).merge(other.*figure);
  for (std::size_t i = 0; i < kNumRunTimes; ++i) sums.time_h[i].merge(other.time_h[i]);
  for (std::size_t i = 0; i < kNumRunCauses; ++i)
    for (Moments CauseMoments::*figure : {&CauseMoments::interruptions, &CauseMoments::lost_h, &CauseMoments::down_h})
      (sums.causes[i].*figure).merge(other.causes[i].*figure);
}

void merge(Sketches& sketches, const Sketches& other) {
  for (QuantileSketch Sketches::*figure :
       {&Sketches::wall_clock_days, &Sketches::held_days, &Sketches::goodput, &Sketches::unplanned, &Sketches::lost_h})
    (sketches.*figure).merge(other.*figure);
  for (std::size_t i = 0; i < kNumRunCauses; ++i) sketches.lost_h_by_cause[i].merge(other.lost_h_by_cause[i]);
}

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

ReferenceTrials::Length length_of(const RunTrial& trial) {
  return {.finished = trial.finished,
          .wall_clock_s = trial.wall_clock_s,
          .held_s = trial.wall_clock_s - trial.given_back_s,
          .interruptions = trial.num_interruptions()};
}

/// Whether P10 and P90 are known to `digit`.
bool holds_to(const Spread& spread, double digit) {
  // Of a normal law: √(0.1·0.9)/φ(1.2816) standard errors of the mean.
  constexpr double kErrorOfQuantile = 1.71;
  return kErrorOfQuantile * spread.estimate.standard_error <= digit;
}

bool digits_hold(const Tally& tally) {
  if (tally.sums.finished < 2) return false;
  const Spread days = spread_of(tally.sums.wall_clock_days, tally.sketches.wall_clock_days);
  const Spread lost = spread_of(tally.sums.lost_h, tally.sketches.lost_h);
  // Three digits are shown of hours.
  const double lost_digit = lost.p10 > 0 ? std::pow(10, std::floor(std::log10(lost.p10)) - 2) : 1;
  return holds_to(days, std::pow(10, -day_decimals(days))) && holds_to(lost, lost_digit);
}

/// All trials, or as many as are enough.
Tally tally_of(const RunTrials& run, const TrialSettings& trials, const Watch& watch) {
  Tally tally;
  const std::int64_t stretch = trials.until_digits_hold ? kTrialsBetweenLooks : trials.trials;
  const auto merge_tally = [](Tally& sum, const Tally& other) {
    merge(sum.sums, other.sums);
    merge(sum.sketches, other.sketches);
  };
  for (std::int64_t begin = 0; begin < trials.trials && !watch.stopped(); begin += stretch) {
    const std::int64_t count = std::min(stretch, trials.trials - begin);
    merge_tally(tally, parallel_sum<Tally>(
                           count, trials.threads,
                           [&](std::int64_t i, Tally& sum) { add(run.simulate(begin + i), trials, sum); }, merge_tally,
                           watch.part(begin, trials.trials)));
    if (trials.until_digits_hold && digits_hold(tally)) break;
  }
  return tally;
}

}  // namespace

int day_decimals(const Spread& days) {
  const double spread = days.p90 - days.p10;
  return spread > 0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(spread))), 1, 4) : 1;
}

RunTrial simulate_trial(const RunSettings& settings, const TrialSettings& trials, std::int64_t trial,
                        std::vector<RunEvent>* events) {
  return RunTrials(settings, trials).simulate(trial, events);
}

RunSimulation simulate_run(const RunSettings& settings, const TrialSettings& trials, const Watch& watch) {
  const RunTrials run(settings, trials);
  RunSimulation result;
  std::int64_t pilots_finished = 0;
  const std::int64_t num_pilots = std::min(kPilotTrials, trials.trials);
  for (std::int64_t trial = 0; trial < num_pilots && pilots_finished == 0; ++trial)
    pilots_finished += run.simulate(trial).finished ? 1 : 0;
  if (pilots_finished == 0) {
    result.trials = num_pilots;
    return result;
  }

  const auto [sums, sketches] = tally_of(run, trials, watch);
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
  for (std::size_t i = 0; i < kNumRunTimes; ++i) result.time_h[i] = sums.time_h[i].estimate();
  for (std::size_t i = 0; i < kNumRunCauses; ++i)
    result.causes[i] = {.interruptions = sums.causes[i].interruptions.estimate(),
                        .lost_h = spread_of(sums.causes[i].lost_h, sketches.lost_h_by_cause[i]),
                        .down_h = sums.causes[i].down_h.estimate()};
  result.wall_clock_histogram = histogram_of(sketches.wall_clock_days);
  return result;
}

ReferenceTrials::ReferenceTrials(const RunSettings& settings, const TrialSettings& trials)
    : settings_(settings), trials_(trials) {}

std::span<const ReferenceTrials::Length> ReferenceTrials::lengths(std::int64_t count, const Watch& watch) {
  const auto begin = std::ssize(lengths_);
  if (begin < count && !watch.stopped()) {
    lengths_.resize(static_cast<std::size_t>(count));
    const RunTrials run(settings_, trials_);
    deal_out(count - begin, trials_.threads, [&](std::int64_t i) {
      lengths_[static_cast<std::size_t>(begin + i)] = length_of(run.simulate(begin + i));
    });
  }
  return std::span(lengths_).first(std::min(lengths_.size(), static_cast<std::size_t>(count)));
}

RunDifference compare_runs(ReferenceTrials& reference, const RunSettings& other,
                           const std::function<double(double mean_h)>& enough, const Watch& watch) {
  struct Differences {
    Moments wall_clock_h, held_h, interruptions;
  };
  const auto merge_differences = [](Differences& differences, const Differences& next) {
    differences.wall_clock_h.merge(next.wall_clock_h);
    differences.held_h.merge(next.held_h);
    differences.interruptions.merge(next.interruptions);
  };
  const TrialSettings& trials = reference.trials();
  const RunTrials run(other, trials);
  Differences sums;
  std::int64_t done = 0;
  while (done < trials.trials && !watch.stopped()) {
    const std::int64_t end = std::min(done + kComparedBetweenLooks, trials.trials);
    const auto before = reference.lengths(end, watch);
    if (std::ssize(before) < end) break;
    const auto add_difference = [&](std::int64_t i, Differences& differences) {
      const ReferenceTrials::Length& a = before[static_cast<std::size_t>(done + i)];
      if (!a.finished) return;
      const ReferenceTrials::Length b = length_of(run.simulate(done + i));
      if (!b.finished) return;
      differences.wall_clock_h.add((b.wall_clock_s - a.wall_clock_s) * second / hour);
      differences.held_h.add((b.held_s - a.held_s) * second / hour);
      differences.interruptions.add(b.interruptions - a.interruptions);
    };
    merge_differences(sums, parallel_sum<Differences>(end - done, trials.threads, add_difference, merge_differences,
                                                      watch.part(done, trials.trials)));
    done = end;
    const Estimate found = sums.wall_clock_h.estimate();
    if ((found.standard_error > 0 || done >= kNoDifference) && found.standard_error <= enough(found.mean)) break;
  }
  return {.wall_clock_h = sums.wall_clock_h.estimate(),
          .held_h = sums.held_h.estimate(),
          .interruptions = sums.interruptions.estimate(),
          .trials = done};
}

std::int64_t typical_trial(const RunSettings& settings, const TrialSettings& trials) {
  constexpr std::int64_t kLookedAt = 100;  // chosen: their median is near that of all
  std::vector<std::pair<double, std::int64_t>> times;
  for (std::int64_t i = 0; i < kLookedAt; ++i) times.emplace_back(simulate_trial(settings, trials, i).wall_clock_s, i);
  std::nth_element(times.begin(), times.begin() + kLookedAt / 2, times.end());
  return times[kLookedAt / 2].second;
}

}  // namespace fmplan::sim
