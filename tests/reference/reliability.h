#pragma once

/// @file
/// Closed forms that core/sim/run/reliability and the simulated run are held against, and none of the program needs.
/// Symbols as there; the law of failures is exponential unless one is asked for.

#include <functional>

#include "core/base/quantity.h"
#include "core/sim/run/reliability.h"

namespace fmplan::reference {

/// √(2CM) − C, first order [Daly 2006].
Seconds daly_first_order_interval(Seconds mtbf, Seconds stall);
/// √(2(M + D + R)·C) + C: the period τ + C of Daly's first order as Aupy et al. 2013 state it, recovery included.
Seconds daly_period(Seconds mtbf, Seconds stall, Seconds recovery);
/// √(2(M − D − R)·C), refined first order: the period τ + C of least first-order waste [Aupy et al. 2013].
/// @pre mtbf ≥ recovery
Seconds rfo_period(Seconds mtbf, Seconds stall, Seconds recovery);

/// Standard deviation of the time until L passes without a failure, D = R = 0: √(e^{2λL} − 2λL·e^{λL} − 1)/λ, from the
/// geometric number of attempts, each an exponential cut off at L.
Seconds segment_time_deviation(Seconds length, PerSecond rate);

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
Makespan expected_makespan(const SegmentedWork& work, const sim::Interruptions& interruptions);

/// Share of time, in the long run, that is work that need not be done again: τ/(L + lost + waiting).
double durable_fraction(Seconds interval, Seconds stall, const sim::Interruptions& interruptions,
                        Seconds persist_lag = {});

struct FailureLaw {
  std::function<double(Seconds)> survival;  ///< S(t): no failure until t
  Seconds mean;
};

/// S(t) = e^{−(t/η)^β} with η = mean/Γ(1 + 1/β).  @pre shape > 0
FailureLaw weibull_law(double shape, Seconds mean);

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

/// What Meta calls E[ETTR] [Kokolis et al. 2024], (1 − λ(u₀ + τ/2))/(1 + w/τ) with the restart u₀ and the write w.
/// To show as a label that readers know, not to plan with: first order in λτ, 0.2 to 3.6 points below
/// durable_fraction() at published rates, and negative where failures are dense.
double meta_expected_ettr(PerSecond rate, Seconds restart, Seconds interval, Seconds write);

}  // namespace fmplan::reference
