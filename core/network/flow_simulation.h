#pragma once

/// @file
/// Flow-level simulation of a network: when each of many transfers that share links is done.
///
/// At every moment the flows under way run at their max–min fair rates (fair_share.h); the rates change only when a
/// flow starts or ends or a link's capacity changes, so the simulation goes from one such moment to the next.
/// Neglected: packets and their headers, queues, the time congestion control needs to settle, losses.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/quantity.h"
#include "core/network/fair_share.h"

namespace fmplan::network {

/// From `at` on the link has another capacity; 0 is a link that is down.
struct CapacityChange {
  Seconds at;
  int link = 0;
  BytesPerSecond capacity;

  friend bool operator==(const CapacityChange&, const CapacityChange&) = default;
};

/// Links are one-directional and known by their numbers.
struct FlowNetwork {
  std::vector<BytesPerSecond> capacities{};
  std::vector<CapacityChange> changes{};  ///< in any order
};

/// What must be over before a flow may start.
struct Predecessor {
  int flow = 0;
  /// A round k waits for the predecessor's round k − lag (0: its round k, 1: the one before).  None: every round of
  /// this flow waits for all rounds of the predecessor.
  std::optional<int> lag;

  friend bool operator==(const Predecessor&, const Predecessor&) = default;
};

/// A transfer over a fixed route, or `num_rounds` equal ones one after another (the steps of a ring).
struct Flow {
  Seconds start{};    ///< not before this
  Bytes bytes{};      ///< of one round
  int route = 0;      ///< in the set's routes; a route without links takes no time
  double weight = 1;  ///< its part where flows share a link
  int priority = 0;   ///< flows of a lower number are served first
  Seconds latency{};  ///< of each round, between its being ready and its first byte
  int num_rounds = 1;
  std::vector<Predecessor> predecessors{};
};

struct FlowSet {
  RouteTable routes{};
  std::vector<Flow> flows{};
};

struct SimulationOptions {
  /// Flows that end within this part of the time passed end together: far below what is printed, far above rounding.
  double simultaneity = 1e-12;
  /// Keep every change of every flow's rate; costs memory in proportion to the work done.
  bool record_rates = false;
};

/// From `from` on, until its next segment or its end, the flow runs at `rate`.
struct RateSegment {
  Seconds from;
  int flow = 0;
  BytesPerSecond rate;

  friend bool operator==(const RateSegment&, const RateSegment&) = default;
};

struct FlowResult {
  static constexpr Seconds kNever{std::numeric_limits<double>::infinity()};

  /// Of each flow's last round; infinite where it cannot end (a link down, a circular wait).
  std::vector<Seconds> finish{};
  /// Of each flow, the time its bytes were on their way, latency and waiting for others excluded.
  std::vector<Seconds> busy{};
  /// The link that held each flow when it ended, or, where it cannot end, that stops it.
  std::vector<std::optional<int>> bottleneck{};
  std::vector<RateSegment> rates{};  ///< empty unless asked for
  std::int64_t num_events = 0;       ///< starts and ends of rounds
  std::int64_t num_settles = 0;      ///< times that rates were worked out

  /// Of the flows [first, end), the time the last one ends.
  Seconds last_finish(int first, int end) const;
};

/// Throws InputError naming every flow, route, link or change that makes no sense.
void check_flows(const FlowNetwork& network, const FlowSet& set);

/// Runs the flows from time 0 until none can go on.  Same input, same bits, whatever the machine's load.
/// Throws as check_flows() does.
FlowResult simulate(const FlowNetwork& network, const FlowSet& set, const SimulationOptions& options = {});

}  // namespace fmplan::network
