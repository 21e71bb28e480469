#pragma once

/// @file
/// Pools in steady state.

namespace fmplan::sim {

/// Erlang's loss formula: the share of time in which all `servers` are busy, and of Poisson arrivals that find them so,
/// for an offered load a = arrival rate × mean service time, whatever the law of the service time:
///   B(0) = 1,   B(c) = a·B(c − 1)/(c + a·B(c − 1))
/// An infinite load keeps them all busy.  @pre servers ≥ 0, load ≥ 0
double erlang_b(int servers, double load);

}  // namespace fmplan::sim
