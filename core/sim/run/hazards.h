#pragma once

/// @file
/// What happens to a run beside the preset's constant rate of failures: plain values, their rules, names and rates.

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/sim/run/run_cause.h"
#include "core/sim/run/run_rules.h"

namespace fmplan::sim {

/// Some nodes fail far more often; the preset's rate stays the mean over all nodes of a fresh fleet.
struct LemonNodes {
  double share = 0;       ///< of nodes, spares included
  double factor = 1;      ///< failure rate over an ordinary node's
  double recognised = 0;  ///< chance, at each of its failures, to be taken out for good

  friend bool operator==(const LemonNodes&, const LemonNodes&) = default;
};

/// Failures that become rarer (shape < 1, infant mortality) or more frequent (> 1, wear) with a node's age, on top of
/// the preset's: S(t) = e^{−(t/η)^shape} a node, η = mean_life/Γ(1 + 1/shape); all nodes are new at the start, and
/// who replaces one is of its age.
struct NodeAging {
  double shape = 1;
  Seconds mean_life;

  friend bool operator==(const NodeAging&, const NodeAging&) = default;
};

struct GroupFailures {
  int nodes = 1;   ///< lost together
  Seconds mtbf;    ///< of one group
  Seconds repair;  ///< until they are back

  friend bool operator==(const GroupFailures&, const GroupFailures&) = default;
};

struct SilentCorruption {
  double per_1000_node_days = 0;  ///< of the run's own nodes
  Seconds found_after;            ///< mean of an exponential law, in training time

  friend bool operator==(const SilentCorruption&, const SilentCorruption&) = default;
};

struct SlowNodes {
  double per_1000_node_days = 0;  ///< of the run's own nodes
  double slowdown = 1;            ///< of the whole job while one is slow
  Seconds lasts;                  ///< mean of an exponential law
  bool replaced = false;          ///< it is then taken out, else it recovers by itself

  friend bool operator==(const SlowNodes&, const SlowNodes&) = default;
};

/// Known ahead: the job writes a checkpoint and stops.
struct PlannedPause {
  Seconds every;  ///< wall-clock time from one's begin to the next one's
  Seconds takes;

  friend bool operator==(const PlannedPause&, const PlannedPause&) = default;
};

struct Preemption {
  Seconds mean_between;  ///< of the whole job, in training time
  Seconds notice;        ///< a checkpoint that stalls no longer than this is still written
  Seconds wait;          ///< mean of an exponential law, until there is capacity again

  friend bool operator==(const Preemption&, const Preemption&) = default;
};

/// Power or cooling of the whole site fails, and all nodes stand still; they come back with it, and none is lost.
struct SiteOutages {
  Seconds mean_between;  ///< of outages, in training time
  Seconds repair;        ///< until it is back

  friend bool operator==(const SiteOutages&, const SiteOutages&) = default;
};

/// Beyond these, hazards are none that anybody has seen: nearly all nodes at once, or nearly all in the first second.
inline constexpr double kSmallestShape = 0.2, kLargestShape = 20;
inline constexpr double kLargestHazardFactor = 1000;        ///< of a lemon's rate, of a slow node's job
inline constexpr double kMostHazardsPer1000NodeDays = 1e4;  ///< silent corruptions, slow nodes
inline constexpr int kMostNodes = 200'000;                  ///< of one job

/// What happens beside the preset's constant rate.
struct Hazards {
  /// Time between node failures of the job is Weibull of this shape with the preset's mean, and starts anew with every
  /// one, once it is recovered from; none: exponential.
  std::optional<double> renewal_shape;
  std::optional<LemonNodes> lemons;
  std::optional<NodeAging> aging;
  std::optional<GroupFailures> groups;
  std::optional<SilentCorruption> silent_corruption;
  std::optional<SlowNodes> slow_nodes;
  std::optional<Preemption> preemption;
  std::optional<SiteOutages> site_outage;
  std::optional<PlannedPause> maintenance;
  std::optional<PlannedPause> capacity_block;  ///< every: its length and the gap after it; takes: the gap

  friend bool operator==(const Hazards&, const Hazards&) = default;
};

/// A hazard of constant rate, beside the failures of nodes.
struct HazardRate {
  RunCause cause;         ///< silent corruption and slowness begin with it, all else interrupts
  double per_second = 0;  ///< of exposed time; 0: it never comes
  bool of_nodes = true;   ///< those at work; else of the job, however many are
};
using HazardRateTable = std::array<HazardRate, 5>;

/// Of a job of so many nodes; `per_thousand_node_days` is the rate that one per 1000 node-days is, per second.
HazardRateTable rates_beside_nodes(const Hazards& hazards, double num_nodes, double per_thousand_node_days);

/// Stops without time for a checkpoint that cost the work since the last one: of groups, of aging nodes (the mean over
/// `exposed` from new, n·(t/η)^shape/t), of the site, and preemptions whose notice is shorter than `save`.  What silent
/// corruption costs goes by when it is found and what is kept, not by the time between checkpoints.
PerSecond loss_rate(const Hazards& hazards, double num_nodes, Seconds exposed, Seconds save);

/// How long all nodes stand still, none of them lost; none: it takes nodes, or has a way of its own.
std::optional<Seconds> outage(const Hazards& hazards, RunCause cause);

void check_hazards(const Hazards& hazards, RunRules& rules);

/// Those that are set, as the closed form names what it leaves out.
std::vector<std::string> hazard_names(const Hazards& hazards);

}  // namespace fmplan::sim
