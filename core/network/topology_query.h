#pragma once

/// @file
/// Questions to a topology: its levels, the bandwidth between its halves, and what holds a communicator back.

#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/network/topology.h"

namespace fmplan::network {

/// What two accelerators have between them that first meet at this level.
struct TopologyLevel {
  std::string name;       ///< "scale-up domain", "machine", "leaf", "pod", "cluster"
  std::string joined_by;  ///< "NVLink 4 with NVSwitch"
  int accelerators = 1;   ///< in a full group of this level
  int groups = 1;         ///< in the cluster
  /// Per accelerator and direction, when all send across this level at once; line rate.
  BytesPerSecond bandwidth;
  Seconds latency;              ///< of one message
  int hops = 0;                 ///< most links on a way that meets here
  double oversubscription = 1;  ///< bandwidth of the NICs over this one, between machines
};

/// Innermost first; levels at which nobody meets who has not met below are left out.
std::vector<TopologyLevel> levels(const Topology& topology);

/// Whether symmetric parts are merged before the maximum flow is computed: the answer is the same, since an average
/// over symmetric parts of a maximum flow is one too.
enum class Folding { kFolded, kUnfolded };

/// Bandwidth from the lower-numbered half of the accelerators to the other (⌊n/2⌋ to ⌈n/2⌉), by maximum flow
/// (Boykov–Kolmogorov), per direction.  Every link counts, except that PCIe serves only the NICs where scale-up joins
/// the whole machine.  Hierarchical networks and tori are weakest between these halves; for others it is an upper bound
/// of the least over all halves.  0 for one accelerator.
BytesPerSecond bisection_bandwidth(const Topology& topology, Folding folding = Folding::kFolded);

/// Maximum flow from some accelerators to others, over the same links.
/// @pre numbers of accelerators, the two sets disjoint
BytesPerSecond max_flow(const Topology& topology, const std::vector<int>& from, const std::vector<int>& to);

/// A vertex and how many like it there are.
struct FoldedVertex {
  int vertex = 0;  ///< the first of them
  int count = 1;
};

/// The cables between two folded vertices, together in the whole network.
struct FoldedCable {
  int from = 0;  ///< vertices, below and above
  int to = 0;
  LinkKind kind = LinkKind::kScaleUp;
  int count = 1;
  BytesPerSecond bandwidth;  ///< of one, per direction
};

/// The network with its symmetric parts merged; unfolded, the network as it is.  In the order of the vertices and
/// links.
struct FoldedView {
  std::vector<FoldedVertex> vertices;
  std::vector<FoldedCable> cables;
};
FoldedView folded_view(const Topology& topology, Folding folding = Folding::kFolded);

enum class TrafficPattern { kRing, kAllToAll };

/// Communicators of `num_ranks` accelerators that lie `stride` apart, from the first of the cluster on: tensor parallel
/// has stride 1, data parallel of a tensor-parallel 8 plan stride 8.  Unlike those of collective_group(), they fill
/// scale-up domains one after another: this is a cluster, not a job.
struct CommunicatorTraffic {
  int num_ranks = 1;
  int stride = 1;
  TrafficPattern pattern = TrafficPattern::kRing;
  bool everyone = true;  ///< all communicators of that shape at once, as in training; else the first alone
};

/// The link that fills up first.
struct Bottleneck {
  int link = 0;
  LinkKind kind = LinkKind::kScaleUp;
  BytesPerSecond capacity;
  double load = 0;          ///< ranks' rates on it: 2 if two ranks send all they send over it
  BytesPerSecond per_rank;  ///< capacity / load: what each rank can send on and on
};

/// Routes every rank's traffic (ring: all to the next rank; all-to-all: to each other rank alike) and returns the link
/// with the least capacity per load; the lowest-numbered of equals.  Nothing for one rank.
/// @throws InputError if the communicator is larger than the cluster, has no ranks, or an all-to-all has more than 10⁸
/// pairs.
std::optional<Bottleneck> bottleneck(const Topology& topology, const CommunicatorTraffic& traffic);

/// Capacity of every link, by number, for max_min_rates() and the flow simulation.
std::vector<BytesPerSecond> link_capacities(const Topology& topology);
/// Latency of every link, by number.
std::vector<Seconds> link_latencies(const Topology& topology);
/// Sum of the latencies on a route.
Seconds route_latency(const Topology& topology, const std::vector<int>& route);

}  // namespace fmplan::network
