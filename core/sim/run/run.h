#pragma once

/// @file
/// Expected course of a long run with failures and checkpoints, in closed form.

#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/sim/run/reliability.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// Where the wall-clock time of the whole job goes; the parts add up to it.
struct TimeLedger {
  Seconds productive, lost, checkpoint, waiting, evaluation, data_stall;

  Seconds total() const { return productive + lost + checkpoint + waiting + evaluation + data_stall; }
};

struct RunOutcome {
  Seconds mtbf;                 ///< of the job; infinite without failures
  Seconds downtime;             ///< D: detection, diagnosis and, where another node is needed, getting it
  Seconds restart;              ///< R: initialisation, warm-up and reload
  double starved = 0;           ///< share of failures that find no spare free
  Seconds checkpoint_interval;  ///< τ in use
  Seconds young_interval;       ///< √(2CM)
  Seconds daly_interval;        ///< Daly's higher-order estimate
  Seconds optimal_interval;     ///< exact
  double goodput = 1;           ///< productive over wall-clock time
  TimeLedger time;              ///< means
  double interruptions = 0;
  Range interruptions_80;    ///< P10, P90
  Range wall_clock_days_80;  ///< P10, P90: luck and, where it was counted, the failure rate's own uncertainty
};

/// Failures of one job: rate per node-day × nodes (a node of other than eight accelerators in proportion).
PerSecond job_failure_rate(const FailurePreset& preset, double num_nodes, int accelerators_per_node);

/// Means of what happens to one failure, by the settings' own arithmetic.
struct FailureCost {
  Seconds downtime;    ///< D
  Seconds restart;     ///< R
  double starved = 0;  ///< share of failures in need of a node that find no spare free
};
/// Failures at `rate` that need a node are served by a pool of S spares as a loss system of S + 1 servers, whatever the
/// law of repairs: with B = ErlangB(S + 1, rate·T) [Palm 1943; Erlang 1917] a failure waits B/(rate·(1 − B)) on
/// average.  Where the platform replaces a node after P, those that wait w on average wait w·(1 − e^{−P/w}), exact for
/// exponential repairs and no spares; min(w, P) for other laws.  Spares that nothing replaces are taken not to run out,
/// and who goes on without the node waits for none.
FailureCost failure_cost(const RunSettings& settings, PerSecond rate);

/// Where checkpoints of several levels are taken, the closed form takes all failures to fall back to the first level
/// that survives the loss of a node, and adds up the stalls of all levels; the optimum is of the mean stall.
/// Everything under RunSettings::hazards, just-in-time checkpoints and continuation other than a restart are the
/// simulation's alone: left_out() names those that are set.
std::vector<std::string> left_out(const RunSettings& settings);

/// The run is W/τ segments, not rounded up, of segment_cost() each: checkpoint C, lost and waiting as there.
/// Work is steps, evaluation and stalls of data: the steps' time over 1 − the two shares.
/// P10 and P90 treat the sum of the failures' costs as normal with variance N·E[cost²], plus the rate's posterior
/// spread; the step time's own error is not in them.
/// A run longer than a million years, or whose restarts never get through, has an infinite waiting time and no
/// productive one.
RunOutcome expected_run(const RunSettings& settings);
/// The means of expected_run() alone, without its P10 and P90, which take a hundred times as long.
RunOutcome mean_run(const RunSettings& settings);

}  // namespace fmplan::sim
