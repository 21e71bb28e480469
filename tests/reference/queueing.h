#pragma once

/// @file
/// Waiting lines in steady state, which Erlang's loss formula of core/sim/run/queueing is held against.  a is the
/// offered load, arrival rate × mean service time; ρ = a/c the share of its c servers that are busy.

#include <cstdint>

#include "core/base/quantity.h"

namespace fmplan::reference {

/// Erlang's delay formula: the share of Poisson arrivals that have to wait where service is exponential and nobody is
/// turned away, C = B/(1 − ρ·(1 − B)) with B = sim::erlang_b(); 1 for ρ ≥ 1.  @pre servers ≥ 1, load ≥ 0
double erlang_c(int servers, double load);

/// Mean time in the queue, first come, first served, before service begins; infinite for ρ ≥ 1.
/// One server, exponential service: ρ·S/(1 − ρ).
Seconds mm1_wait(PerSecond arrival_rate, Seconds mean_service);
/// c servers, exponential service: erlang_c()·S/(c·(1 − ρ)).  @pre servers ≥ 1
Seconds mmc_wait(PerSecond arrival_rate, Seconds mean_service, int servers);
/// One server, service of one and the same length: ρ·S/(2·(1 − ρ)) [Pollaczek 1930, Khinchin 1932].
Seconds md1_wait(PerSecond arrival_rate, Seconds service);

enum class ServiceLaw : std::uint8_t { kExponential, kFixed };

struct Queue {
  PerSecond arrival_rate;  ///< Poisson
  Seconds mean_service;
  int servers = 1;
  ServiceLaw service = ServiceLaw::kExponential;
};

struct WaitEstimate {
  Seconds mean;
  Seconds standard_error;
};

/// Mean wait of `num_customers` customers, first come, first served: each goes to the server that is free first
/// [Kiefer & Wolfowitz 1955].  The first fiftieth of them, who come to an empty house, are left out; the standard error
/// is that of the means of the 49 batches after it, which have to be long against the time a busy period takes.
/// The same seed gives the same waits.  @pre servers ≥ 1, num_customers ≥ 50, ρ < 1
WaitEstimate simulate_queue(const Queue& queue, std::int64_t num_customers, std::uint64_t seed);

}  // namespace fmplan::reference
