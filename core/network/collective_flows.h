#pragma once

/// @file
/// A collective as the flows it puts on a network, each waiting for those whose data it passes on.
///
/// Sizes follow collective_time.h.  A chain of equal steps is one flow of many rounds, so a ring over n ranks is n
/// flows, not 2 n (n − 1).  Several collectives, of one job or of many, are added to one set and share its links.
/// Neglected: the time of reductions and copies, the protocol's own overhead, limits on how many channels are used.

#include <functional>
#include <vector>

#include "core/base/quantity.h"
#include "core/network/collective_time.h"
#include "core/network/fat_tree.h"
#include "core/network/flow_simulation.h"

namespace fmplan::network {

enum class FlowPattern {
  /// Each rank to the next, in the order of the endpoints: n − 1 steps of S/n, twice for an all-reduce.  A broadcast
  /// goes down the chain in chunks.
  kRing,
  /// All-reduce and broadcast over two binary trees, half the data over each, in chunks; who passes on in the one tree
  /// is a leaf of the other [Sanders, Speck, Träff 2009].
  kDoubleTree,
  /// All-reduce, all-gather and reduce-scatter: rings inside groups, rings across the groups' members of the same
  /// place.
  kHierarchical,
  /// All-to-all: every rank to every other, all at once.
  kAllAtOnce,
  /// All-to-all in n − 1 steps: in step r rank i to rank i + r, when its step before is done.
  kStepwise,
};

struct CollectiveFlows {
  Collective collective = Collective::kAllReduce;
  FlowPattern pattern = FlowPattern::kRing;
  Bytes payload{};
  std::vector<int> endpoints{};  ///< of the network, rank after rank
  Seconds start{};
  Seconds latency{};   ///< of every step, besides what the network adds
  double weight = 1;   ///< of every flow
  int priority = 0;    ///< of every flow
  int num_chunks = 1;  ///< in which trees and broadcasts pass their data on
  int group_size = 1;  ///< hierarchical: ranks of a group follow one another
};

/// The flows [first, end) of a set.
struct FlowRange {
  int first = 0;
  int end = 0;

  friend bool operator==(const FlowRange&, const FlowRange&) = default;
};

/// How a network of any kind is crossed.
struct EndpointRoutes {
  int num_endpoints = 0;
  std::function<std::vector<int>(int from, int to)> links{};
  std::function<Seconds(const std::vector<int>& links)> latency{};  ///< of a message; none: no latency
};

/// Adds the collective's flows to the set.  Throws InputError where the pattern cannot do the collective, an endpoint
/// does not exist or comes twice, or the groups do not divide the ranks.
FlowRange add_collective(FlowSet& set, const EndpointRoutes& routes, const CollectiveFlows& collective);
FlowRange add_collective(FlowSet& set, const FatTree& tree, const CollectiveFlows& collective);

/// The time from `collective.start` to the last flow's end, with nothing else on the network.  Symmetric flows are
/// folded.
Seconds time_alone(const FatTree& tree, const CollectiveFlows& collective);

}  // namespace fmplan::network
