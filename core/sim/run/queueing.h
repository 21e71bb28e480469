#pragma once

/// @file
/// Pools in steady state.

namespace fmplan::sim {

/// Erlang's loss formula: the share of time in which all `servers` are busy, and of Poisson arrivals that find them so,
/// for an offered load a = arrival rate × mean service time, whatever the law of the service time:
///   1/B(0) = 1,   1/B(c) = 1 + c/(a·B(c − 1))
/// An infinite load keeps them all busy.  @pre servers ≥ 0, load ≥ 0
double erlang_b(int servers, double load);

/// Spares and those in repair, while the job that they belong to runs and while it waits for one.
struct SparePool {
  int spares = 0;
  double failures = 0;       ///< rate of failures that take a node, while the job runs
  double while_waiting = 0;  ///< the same while a node is missing, over that
  double repair_time = 0;    ///< mean, of any law; infinite: never repaired
  double platform_rate = 0;  ///< at which another node comes in place of each that is missing

  friend bool operator==(const SparePool&, const SparePool&) = default;
};

struct Starving {
  double starved = 0;  ///< share of the failures that strike a job with all nodes and find no spare, ErlangB(S, λT)
  double ratio = 0;    ///< time with a node missing over the time with all, (1 − U)/U in steady state
  /// Time with a node missing that a pool is spared which begins with all its spares.
  double head_start = 0;
};

/// How a pool starves.  With n nodes in repair the job runs for n ≤ S: a birth and death process of rates
///   λ_n = λ for n ≤ S, f·λ above;   μ_n = n/T, and r·(n − S) more above S
/// whose π_n do not depend on the law of repairs while r = 0.  With f = r = 0 the ratio is that of Erlang's loss system
/// of S + 1 servers, B/(1 − B); with no spares and r = 0 (e^{fλT} − 1)/f.  Infinite where it does not fit a double.
/// The head start is Σ_{n<S} F_n(1 − F_n)/(λπ_n) of the ratio, with π_n over the states 0 to S alone and F_n its sums:
/// Poisson's equation of the time with all nodes, at whose end a run ends too; exact for exponential repairs and runs
/// that last.
/// @pre spares ≥ 0, rates and times ≥ 0
Starving starving(const SparePool& pool);

}  // namespace fmplan::sim
