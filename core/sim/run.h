#pragma once

/// @file
/// Expected course of a long run with failures and checkpoints, in closed form.

#include <optional>
#include <string>

#include "core/base/quantity.h"
#include "core/base/statistics.h"
#include "core/sim/failure_preset.h"

namespace fmplan::sim {

/// What happens after a failure, up to the reload of the checkpoint.
struct Recovery {
  std::string name;
  Seconds detection;
  Seconds replacement;              ///< of the failed node, by a spare or by the platform
  Seconds initialisation;           ///< start of processes and communicators …
  Seconds initialisation_per_rank;  ///< … plus this for every accelerator

  friend bool operator==(const Recovery&, const Recovery&) = default;
};

struct RunSettings {
  Seconds productive;     ///< training steps alone: the sum over phases of steps × step time
  double mean_nodes = 1;  ///< nodes, averaged over the productive time
  int accelerators = 1;   ///< of the largest phase, for initialisation
  int accelerators_per_node = 8;
  FailurePreset failures;
  Recovery recovery;
  Seconds checkpoint_stall;         ///< C: training stands still
  Seconds persist_lag;              ///< P: an asynchronous checkpoint is safe this long after the stall
  Seconds reload;                   ///< of the newest checkpoint
  std::optional<Seconds> interval;  ///< τ: training time between checkpoints; none: the optimum
  double evaluation_share = 0;      ///< of wall-clock time

  friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

/// Where the wall-clock time of the whole job goes; the parts add up to it.
struct TimeLedger {
  Seconds productive, lost, checkpoint, waiting, evaluation;

  Seconds total() const { return productive + lost + checkpoint + waiting + evaluation; }
};

struct RunOutcome {
  Seconds mtbf;                 ///< of the job; infinite without failures
  Seconds downtime;             ///< D: detection and replacement
  Seconds restart;              ///< R: initialisation and reload
  Seconds checkpoint_interval;  ///< τ in use
  Seconds young_interval;       ///< √(2CM)
  Seconds daly_interval;        ///< Daly's higher-order estimate
  double goodput = 1;           ///< productive over wall-clock time
  TimeLedger time;              ///< means
  double interruptions = 0;
  Range interruptions_80;    ///< P10, P90
  Range wall_clock_days_80;  ///< P10, P90: luck and, where it was counted, the failure rate's own uncertainty
};

/// The interval of the exact optimum τ* = M·(1 + W₀(−e^{−1−C/M})), which does not depend on R and D.
/// Infinite without failures.  @pre stall > 0 or mtbf infinite.
Seconds optimal_checkpoint_interval(Seconds mtbf, Seconds stall);
/// √(2CM) [Young 1974].
Seconds young_interval(Seconds mtbf, Seconds stall);
/// √(2CM)·[1 + ⅓√(C/2M) + (C/2M)/9] − C for C < 2M, else M [Daly 2006].
Seconds daly_interval(Seconds mtbf, Seconds stall);

/// Failures of one job: rate per node-day × nodes (a node of other than eight accelerators in proportion).
PerSecond job_failure_rate(const FailurePreset& preset, double num_nodes, int accelerators_per_node);

/// Expected time of segments of τ work and a stall of C, exponential failures of rate λ (also during recovery R, none
/// in the downtime D):
///   E[segment] = e^{λR}·(1/λ + D)·(e^{λ(τ+C)} − 1),   failures per segment = e^{λR}·(e^{λ(τ+C)} − 1)
/// A checkpoint that is safe only P after its stall multiplies the time by e^{λP}.  The split:
///   checkpoint C;  lost (e^{λL} − 1)/λ − L per segment of L = τ + C, and all that P adds;  waiting: the rest.
/// P10 and P90 treat the sum of the failures' costs as normal with variance N·E[cost²], plus the rate's posterior
/// spread; the step time's own error is not in them.
/// A run longer than a million years, or whose restarts never get through, has an infinite waiting time and no
/// productive one.
RunOutcome expected_run(const RunSettings& settings);
/// The means of expected_run() alone, without its P10 and P90, which take a hundred times as long.
RunOutcome mean_run(const RunSettings& settings);

}  // namespace fmplan::sim
