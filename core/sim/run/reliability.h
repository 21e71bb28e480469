#pragma once

/// @file
/// Closed forms of what failures cost, one quantity each.
///
/// λ is the failure rate, M = 1/λ, τ the training time between checkpoints, C a checkpoint's stall, L = τ + C a
/// segment, D the downtime after a failure, R the restart.  The law of failures is exponential.  Times beyond the range
/// of a double are infinite.

#include "core/base/quantity.h"

namespace fmplan::sim {

/// √(2CM) [Young 1974].
Seconds young_interval(Seconds mtbf, Seconds stall);
/// √(2CM)·[1 + ⅓√(C/2M) + (C/2M)/9] − C for C < 2M, else M [Daly 2006].
Seconds daly_interval(Seconds mtbf, Seconds stall);
/// The exact optimum for segments of segment_cost(), τ* = M·(1 + W₀(−e^{−1−C/M})), which does not depend on D and R.
/// Infinite without failures.  Near the branch point of W₀ digits go: relative error 10⁻¹⁶·M/C, and √(C/M)/3 where
/// Young's interval stands in, for C < 10⁻¹⁰·M.  @pre stall > 0 or mtbf infinite.
Seconds optimal_checkpoint_interval(Seconds mtbf, Seconds stall);

struct Interruptions {
  PerSecond rate;                 ///< λ
  Seconds downtime;               ///< D: the failure clock stands still
  Seconds restart;                ///< R
  bool recovery_can_fail = true;  ///< failures in R cost D again and start it anew
};

/// Means for one segment, beyond its own length.
struct SegmentCost {
  Seconds lost;     ///< done again
  Seconds waiting;  ///< downtimes and restarts
  double failures = 0;
};

/// For a segment of L = `length` that is safe only P = `persist_lag` after it:
///   failures = e^{λP}·e^{λR}·(e^{λL} − 1),   lost = e^{λP}·(e^{λL} − 1)/λ − L,
///   L + lost + waiting = e^{λP}·e^{λR}·(1/λ + D)·(e^{λL} − 1)
/// [Daly 2006; Aupy et al. 2013]; with a restart that cannot fail e^{λP}·(e^{λL} − 1) and
/// e^{λP}·(1/λ + D + R)·(e^{λL} − 1).  The factor e^{λP} holds in the long run, for P > L too: an attempt that lasts X
/// leaves ⌊(X − P)/L⌋ segments, e^{−λP}/(e^{λL} − 1) on average.
SegmentCost segment_cost(Seconds length, const Interruptions& interruptions, Seconds persist_lag = {});

/// Work lost to a failure that strikes within a segment: 1/λ − L/(e^{λL} − 1), L/2 where failures are rare.
Seconds mean_lost_time(Seconds length, PerSecond rate);

}  // namespace fmplan::sim
