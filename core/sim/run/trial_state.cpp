#include "core/sim/run/trial_state.h"

#include <algorithm>
#include <cmath>

#include "core/sim/run/run.h"

namespace fmplan::sim {

RunFigures run_figures(const RunSettings& s) {
  RunFigures figures{
      .rates = HazardRates(s, static_cast<int>(std::max(1.0, std::round(s.mean_nodes)))),
      .work = s.productive / second / (1 - s.evaluation_share - s.data_stall_share - s.overhead_share),
      .detection = (s.recovery.detection + s.recovery.diagnosis) / second,
      .start = (s.recovery.initialisation + s.accelerators * s.recovery.initialisation_per_rank + s.recovery.warm_up) /
               second};
  const RunOutcome mean = mean_run(s);
  figures.interval = mean.checkpoint_interval / second;
  figures.save_for_all = save_for_all(s.checkpoint) / second;
  for (const CheckpointLevel& level : s.checkpoint.levels) figures.save += level.stall / second;
  // Far beyond what luck brings: such a trial does not get anywhere.
  constexpr double kFarMore = 50, kAtLeast = 20'000;
  const double expected =
      std::max(figures.rates.sum() * figures.work, std::isfinite(mean.interruptions) ? mean.interruptions : 0);
  figures.most_interruptions = static_cast<int>(std::min(kAtLeast + kFarMore * expected, kMostInterruptions));
  return figures;
}

}  // namespace fmplan::sim
