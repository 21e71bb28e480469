#pragma once

/// @file
/// Closed forms of what failures cost, one quantity each.
///
/// λ is the failure rate, M = 1/λ, τ the training time between checkpoints, C a checkpoint's stall, L = τ + C a
/// segment, D the downtime after a failure, R the restart.  The law of failures is exponential unless one is asked for.
/// Times beyond the range of a double are infinite.

#include <functional>

#include "core/base/quantity.h"

namespace fmplan::sim {

/// √(2CM) [Young 1974].
Seconds young_interval(Seconds mtbf, Seconds stall);
/// √(2CM) − C, first order [Daly 2006].
Seconds daly_first_order_interval(Seconds mtbf, Seconds stall);
/// √(2CM)·[1 + ⅓√(C/2M) + (C/2M)/9] − C for C < 2M, else M [Daly 2006].
Seconds daly_interval(Seconds mtbf, Seconds stall);
/// The exact optimum of expected_makespan(), τ* = M·(1 + W₀(−e^{−1−C/M})), which does not depend on D and R.
/// Infinite without failures.  Near the branch point of W₀ digits go: relative error 10⁻¹⁶·M/C, and √(C/M)/3 where
/// Young's interval stands in, for C < 10⁻¹⁰·M.  @pre stall > 0 or mtbf infinite.
Seconds optimal_checkpoint_interval(Seconds mtbf, Seconds stall);
/// √(2(M + D + R)·C) + C: the period τ + C of Daly's first order as Aupy et al. 2013 state it, recovery included.
Seconds daly_period(Seconds mtbf, Seconds stall, Seconds recovery);
/// √(2(M − D − R)·C), refined first order: the period τ + C of least first-order waste [Aupy et al. 2013].
/// @pre mtbf ≥ recovery
Seconds rfo_period(Seconds mtbf, Seconds stall, Seconds recovery);

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

/// Standard deviation of the time until L passes without a failure, D = R = 0: √(e^{2λL} − 2λL·e^{λL} − 1)/λ, from the
/// geometric number of attempts, each an exponential cut off at L.
Seconds segment_time_deviation(Seconds length, PerSecond rate);

/// Work lost to a failure that strikes within a segment: 1/λ − L/(e^{λL} − 1), L/2 where failures are rare.
Seconds mean_lost_time(Seconds length, PerSecond rate);

struct SegmentedWork {
  Seconds work;                  ///< W
  Seconds interval;              ///< τ > 0; the last piece is what is left
  Seconds stall;                 ///< C
  bool final_checkpoint = true;  ///< after the last piece too
};

struct Makespan {
  Seconds time;
  double failures = 0;
};

/// Expected time and failures of W hours of work in ⌈W/τ⌉ pieces: the sum of segment_cost() over them.
Makespan expected_makespan(const SegmentedWork& work, const Interruptions& interruptions);

/// Share of time, in the long run, that is work that need not be done again: τ/(L + lost + waiting).
double durable_fraction(Seconds interval, Seconds stall, const Interruptions& interruptions, Seconds persist_lag = {});

struct FailureLaw {
  std::function<double(Seconds)> survival;  ///< S(t): no failure until t
  Seconds mean;
};

/// S(t) = e^{−(t/η)^β} with η = mean/Γ(1 + 1/β).  @pre shape > 0
FailureLaw weibull_law(double shape, Seconds mean);
/// η.
Seconds weibull_scale(double shape, Seconds mean);

/// Segments that are safe when the failure comes: Σ_{k≥1} S(kL + P).  The first 1,024 terms are summed, those beyond as
/// integrals (Euler–Maclaurin), for which S has to be smooth; relative error 10⁻¹⁰.
/// @pre length > 0, S falls to nothing
double completed_segments(const FailureLaw& law, Seconds length, Seconds persist_lag = {});

/// Durable share of time where every recovery makes all as new and cannot fail (renewal-reward theorem):
///   τ·Σ_{k≥1} S(kL + P)/(E[X] + D + R)
double renewal_fraction(const FailureLaw& law, Seconds interval, Seconds stall, Seconds recovery,
                        Seconds persist_lag = {});

/// Mean time until the first of n new nodes of Weibull life fails: mean·n^{−1/β}, the minimum being Weibull too.
/// @pre num_nodes > 0, shape > 0
Seconds mean_first_failure(double num_nodes, double shape, Seconds node_mean);

/// k segments of τ, each followed by a near checkpoint, the last one by a far one too.  Soft failures fall back to the
/// newest checkpoint, hard ones to the beginning; none strike during restarts, and there is no downtime.
struct TwoLevelPattern {
  int num_segments = 1;  ///< k
  Seconds interval;      ///< τ
  Seconds near_stall, far_stall;
  Seconds near_restart, far_restart;
  PerSecond soft_rate, hard_rate;
};

/// Expected time of a pattern, E₀ of the Markov chain (in the manner of Vaidya 1995 and Moody et al. 2010)
///   E_i = (1 − s_i)/λ + s_i·E_{i+1} + (1 − s_i)·[p₁(R₁ + E_i) + p₂(R₂ + E₀)],   E_k = 0,   s_i = e^{−λ·l_i}
/// solved from the last segment backwards with E_i = a_i + (1 − c_i)·E₀.  @pre num_segments ≥ 1
Seconds pattern_time(const TwoLevelPattern& pattern);

/// Mean time between events of one unit, from a count: units × time observed / events.  @pre num_events > 0
Seconds observed_mtbf(double num_events, double num_units, Seconds observed);

/// Spares that suffice with probability `quantile` for machines that are down independently with probability p: the
/// smallest k with P(B(n, p) ≤ k) ≥ quantile, ByteRobust's rule for warm standbys with 0.99 [SOSP 2025].
/// @pre 0 ≤ down_probability ≤ 1, 0 < quantile < 1
int standby_spares(int num_machines, double down_probability, double quantile = 0.99);

/// What Meta calls E[ETTR] [Kokolis et al. 2024], (1 − λ(u₀ + τ/2))/(1 + w/τ) with the restart u₀ and the write w.
/// To show as a label that readers know, not to plan with: first order in λτ, 0.2 to 3.6 points below
/// durable_fraction() at published rates, and negative where failures are dense.
double meta_expected_ettr(PerSecond rate, Seconds restart, Seconds interval, Seconds write);

}  // namespace fmplan::sim
