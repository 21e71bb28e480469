#include "core/sim/programme/programme_simulation.h"

#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "core/base/parallel.h"
#include "core/sim/programme/programme_tally.h"

namespace fmplan::sim {

ProgrammeSimulation simulate_programme(const ProgrammeSettings& settings, const ProgrammeTrialSettings& trials,
                                       const Watch& watch) {
  std::string problems;
  for (const Issue& issue : check_programme(settings)) problems += fmt::format("{}: {}\n", issue.where, issue.message);
  if (!problems.empty()) throw std::invalid_argument(problems);
  const ProgrammeTrials programme(settings, trials);
  ProgrammeSketches sketches(settings);
  const ProgrammeSums stretches = parallel_sum<ProgrammeSums>(
      trials.trials, trials.threads,
      [&](std::int64_t i, ProgrammeSums& sum) {
        const ProgrammeTrial trial = programme.simulate(i);
        sum.add(trial, settings);
        sketches.add(trial, settings);
      },
      [](ProgrammeSums& sum, const ProgrammeSums& next) { sum.merge(next); }, watch);
  // Once more into nothing, as simulate_run() does: it rounds too.
  ProgrammeSums sums;
  sums.merge(stretches);
  return summary(sums, sketches, settings);
}

}  // namespace fmplan::sim
