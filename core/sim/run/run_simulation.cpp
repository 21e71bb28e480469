#include "core/sim/run/run_simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/parallel.h"
#include "core/sim/run/run_trial.h"

namespace fmplan::sim {
namespace {

/// If none of so many trials finishes, none is expected to.
constexpr std::int64_t kPilotTrials = 8;
/// Trials between two looks at whether they are enough: the same for any number of threads.  Chosen.
constexpr std::int64_t kTrialsBetweenLooks = 500, kComparedBetweenLooks = 250;
/// Trials without any difference, after which none is expected: one in three hundred would be seen with 95 %.  Chosen.
constexpr std::int64_t kNoDifference = 1000;

ReferenceTrials::Length length_of(const RunTrial& trial) {
  return {.finished = trial.finished,
          .wall_clock_s = trial.wall_clock_s,
          .held_s = trial.wall_clock_s - trial.given_back_s,
          .held_node_s = trial.held_node_s,
          .interruptions = trial.num_interruptions()};
}

std::int64_t num_pilots(const TrialSettings& trials) { return std::min(kPilotTrials, trials.trials); }

bool some_pilot_finishes(const RunTrials& run, const TrialSettings& trials) {
  for (std::int64_t trial = 0; trial < num_pilots(trials); ++trial)
    if (run.simulate(trial).finished) return true;
  return false;
}

RunSimulation none_finishes(const TrialSettings& trials) {
  RunSimulation result;
  result.trials = num_pilots(trials);
  return result;
}

/// All trials, or as many as are enough.
RunTally tally_of(const RunTrials& run, const TrialSettings& trials, const Watch& watch) {
  RunTally tally;
  const std::int64_t stretch = trials.until_digits_hold ? kTrialsBetweenLooks : trials.trials;
  for (std::int64_t begin = 0; begin < trials.trials && !watch.stopped(); begin += stretch) {
    const std::int64_t count = std::min(stretch, trials.trials - begin);
    tally.merge(parallel_sum<RunTally>(
        count, trials.threads, [&](std::int64_t i, RunTally& sum) { sum.add(run.simulate(begin + i), trials); },
        [](RunTally& sum, const RunTally& next) { sum.merge(next); }, watch.part(begin, trials.trials)));
    if (trials.until_digits_hold && digits_hold(tally)) break;
  }
  return tally;
}

}  // namespace

RunTrial simulate_trial(const RunSettings& settings, const TrialSettings& trials, std::int64_t trial,
                        std::vector<RunEvent>* events) {
  return RunTrials(settings, trials).simulate(trial, events);
}

RunSimulation simulate_run(const RunSettings& settings, const TrialSettings& trials, const Watch& watch) {
  const RunTrials run(settings, trials);
  if (!some_pilot_finishes(run, trials)) return none_finishes(trials);
  return summary(tally_of(run, trials, watch));
}

RunPart simulate_part(const RunSettings& settings, const TrialSettings& trials, Stretches stretches,
                      const Watch& watch) {
  const RunTrials run(settings, trials);
  if (!some_pilot_finishes(run, trials)) return {};
  const auto tallies = parallel_stretches<RunTally>(
      trials.trials, trials.threads, stretches,
      [&](std::int64_t i, RunTally& tally) { tally.add(run.simulate(i), trials); }, watch);
  if (watch.stopped()) throw JobStopped();
  RunPart part;
  RunTally all;
  for (const RunTally& tally : tallies) {
    part.stretches.push_back(tally.sums);
    all.merge({.sums = {}, .sketches = tally.sketches});
  }
  part.sketches = all.sketches;
  return part;
}

RunSimulation simulation_of_parts(const RunSettings& settings, const TrialSettings& trials,
                                  const std::vector<RunPart>& parts) {
  if (!some_pilot_finishes(RunTrials(settings, trials), trials)) return none_finishes(trials);
  return summary(joined(parts));
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
    Moments wall_clock_h, held_h, held_node_h, interruptions;
  };
  const auto merge_differences = [](Differences& differences, const Differences& next) {
    differences.wall_clock_h.merge(next.wall_clock_h);
    differences.held_h.merge(next.held_h);
    differences.held_node_h.merge(next.held_node_h);
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
      differences.held_node_h.add((b.held_node_s - a.held_node_s) * second / hour);
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
          .held_node_h = sums.held_node_h.estimate(),
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
