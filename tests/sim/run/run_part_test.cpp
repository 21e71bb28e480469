// Parts of a run that are simulated apart are the run.

#include <vector>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/sim/run/run_simulation.h"
#include "tests/sim/run/plain_run.h"

namespace fmplan::sim {
namespace run_part_test {

std::vector<RunPart> parts_of(const RunSettings& settings, const TrialSettings& trials, int num_parts) {
  std::vector<RunPart> parts;
  for (int i = 0; i < num_parts; ++i)
    parts.push_back(
        simulate_part(settings, trials, {i * kNumStretches / num_parts, (i + 1) * kNumStretches / num_parts}));
  return parts;
}

// Parts of sizes that do not divide the 64 stretches, and more trials or fewer than stretches.
TEST(SimulatedParts, AreTheWholeToTheLastBit) {
  RandomStream random({.seed = 29});
  for (const std::int64_t num_trials : {1, 40, 333}) {
    const RunSettings settings = random_run(random);
    const TrialSettings trials{.trials = num_trials, .rate_uncertainty = true, .deadline_days = 12.0};
    const RunSimulation whole = simulate_run(settings, trials);
    for (const int num_parts : {1, 2, 3, 7, 16, 64})
      EXPECT_EQ(simulation_of_parts(settings, trials, parts_of(settings, trials, num_parts)), whole)
          << num_trials << " trials in " << num_parts << " parts";
  }
}

// Node-time of phases is merged as the rest is.
TEST(SimulatedParts, OfPhasesAreTheWholeToTheLastBit) {
  RunSettings settings = plain_run();
  settings.phases = {{.share = 0.5, .nodes = 20, .accelerators = 160, .replicas = 4},
                     {.share = 0.5, .nodes = 12, .accelerators = 96, .replicas = 4}};
  const TrialSettings trials{.trials = 333};
  const RunSimulation whole = simulate_run(settings, trials);
  EXPECT_GT(whole.held_node_h.mean, 16 * 240);
  EXPECT_EQ(simulation_of_parts(settings, trials, parts_of(settings, trials, 7)), whole);
}

// A node fails every ten minutes and nobody replaces it.
TEST(SimulatedParts, OfARunThatNeverEndsAreNothing) {
  RunSettings settings = plain_run();
  settings.failures.per_1000_node_days = 1e6;
  const TrialSettings trials{.trials = 100};
  const std::vector<RunPart> parts = parts_of(settings, trials, 2);
  EXPECT_EQ(parts.front(), RunPart{});
  EXPECT_EQ(simulation_of_parts(settings, trials, parts), simulate_run(settings, trials));
  EXPECT_EQ(simulation_of_parts(settings, trials, parts).finished, 0);
}

}  // namespace run_part_test
}  // namespace fmplan::sim
