#pragma once

/// @file
/// Expected course of a long run with failures and checkpoints, in closed form.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/sim/run/reliability.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// Where the wall-clock time of the whole job goes; the parts add up to it.
struct TimeLedger {
  Seconds productive, lost, checkpoint, waiting, evaluation, data_stall, overhead;

  void add(const TimeLedger& other, double factor = 1);
  Seconds total() const { return productive + lost + checkpoint + waiting + evaluation + data_stall + overhead; }
};

/// How a run goes out.
enum class RunEnd : std::uint8_t {
  kReached,
  kNoNodes,       ///< a failed node is waited for that never comes
  kSparesRunOut,  ///< in most runs: nothing takes the place of a spare that is used up
  kNoProgress,    ///< it takes longer than longest_run(), or something happens to it more often than kMost…
};

/// A run that takes longer is said never to end: a thousand times its work, and as many days.  Chosen: far beyond what
/// anybody waits for; a simulated trial is given up there too.
constexpr Seconds longest_run(Seconds work) { return 1000.0 * (work + 1 * day); }
/// The same of interruptions.  Chosen.
inline constexpr double kMostInterruptions = 1e6;
/// And of nodes that fail while it is down.
inline constexpr double kMostFailuresWhileDown = 1e5;

struct RunOutcome {
  RunEnd end = RunEnd::kReached;
  double spares_last = 1;       ///< chance that spares that nothing replaces are enough for the run
  Seconds mtbf;                 ///< of the job, at its mean nodes; infinite without failures
  Seconds downtime;             ///< D: detection, diagnosis and, where another node is needed, getting it
  Seconds restart;              ///< R: initialisation, warm-up and reload
  double starved = 0;           ///< share of failures that find no spare free
  Seconds checkpoint_interval;  ///< τ in use
  Seconds young_interval;       ///< √(2CM), M of time_between_losses()
  Seconds daly_interval;        ///< Daly's higher-order estimate
  Seconds optimal_interval;     ///< exact
  double goodput = 1;           ///< productive over wall-clock time; what campaigns take beside counts as productive
  TimeLedger time;              ///< means
  /// The same in node-seconds, phase by phase; none: all phases are on the same nodes, or the run does not end.
  std::optional<TimeLedger> node_time;
  double interruptions = 0;
  Range interruptions_80;    ///< P10, P90
  Range wall_clock_days_80;  ///< P10, P90: luck and, where something is known of it, the failure rate's own uncertainty
  std::optional<Range> rate_factor_80;  ///< P10, P90 of that rate over the stated one; none: it is taken as exact
};

/// Stalls until a checkpoint outlives the loss of all nodes; kNever: none does.
Seconds save_for_all(const CheckpointRule& rule);

/// Failures of one job: rate per node-day × nodes (those of another number of accelerators than the rate's in
/// proportion).
PerSecond job_failure_rate(const FailurePreset& preset, double num_nodes, int accelerators_per_node);

/// Means of what happens to one failure, by the settings' own arithmetic.
struct FailureCost {
  Seconds downtime;    ///< D
  Seconds restart;     ///< R
  double starved = 0;  ///< share of failures in need of a node that find no spare free
};
/// Failures at `rate` that need a node are served by a pool of S spares, starving() of queueing.h, whatever the law of
/// repairs, with RunSettings::failures_while_down: (1 − U)/(rate·U) on average, U the share of time in which no node is
/// missing, less the head start of a pool that begins with all its spares.  Where the platform replaces a node after P,
/// those that wait w on average wait w·(1 − e^{−P/w}), exact for exponential repairs and no spares; min(w, P) for other
/// laws.  Without spares the job waits for the one node, and for those that fail meanwhile.  Who goes on without the
/// node waits for none.
FailureCost failure_cost(const RunSettings& settings, PerSecond rate);

/// Where checkpoints of several levels are taken, the closed form takes all failures to fall back to the first level
/// that survives the loss of a node, and adds up the stalls of all levels; the optimum is of the mean stall.
/// Everything under RunSettings::hazards, just-in-time checkpoints and continuation other than a restart are the
/// simulation's alone: left_out() names those that are set.
std::vector<std::string> left_out(const RunSettings& settings);

/// Mean time between stops that cost the work since the last checkpoint, failures and what loss_rate() has of hazards:
/// the M that intervals between checkpoints are chosen for.  Infinite without any.
Seconds time_between_losses(const RunSettings& settings);

/// The run is W/τ segments, not rounded up, of segment_cost() each: checkpoint C, lost and waiting as there.
/// Work is steps, evaluation and stalls of data: the steps' time over 1 − the two shares.
/// P10 and P90 treat the sum of the failures' costs as normal with variance N·E[cost²], plus the rate's posterior
/// spread; the step time's own error is not in them.
/// Phases on different nodes are each such a run, at the one interval that suits the mean of their rates, and add up;
/// downtime, restart and starved are then means over the failures.  Each has a pool of spares that begins full.
/// A run that does not end (RunOutcome::end) has an infinite waiting time and no productive one.
RunOutcome expected_run(const RunSettings& settings);
/// The means of expected_run() alone, without its P10 and P90, which take a hundred times as long.
RunOutcome mean_run(const RunSettings& settings);

/// Mean time of the run over what its failure rate may be, rate_factors(), at the checkpoint interval that suits the
/// rate as stated, over mean_run()'s at that rate: above 1 where waits for nodes grow faster than failures do.  Of the
/// rates at which it ends; 1 where none is known to.
double rate_spread_factor(const RunSettings& settings);

/// Chance that no more nodes fail, in the job and while it is down, than stand by, in a run `longer` times as long as
/// `run`.
double spares_last(const RunSettings& settings, const RunOutcome& run, double longer);

}  // namespace fmplan::sim
