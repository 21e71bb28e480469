#pragma once

/// @file
/// A fat tree of two or three layers as links and routes, for the flow simulation.
///
/// Endpoints (a host's NIC, or an accelerator with its share of the NICs) hang on leaves; the leaves of a pod are
/// joined by its spines, and pods, where there are several, by cores.  The way up is chosen by the destination (D-mod-k
/// routing [Zahavi 2010]): spine = destination mod spines, core likewise, so a route never changes and two flows meet
/// or do not. Endpoints may also be joined in scale-up domains by links of their own, which routes inside a domain
/// take.

#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/network/flow_simulation.h"

namespace fmplan::network {

struct FatTreeShape {
  int num_endpoints = 1;
  int endpoints_per_leaf = 1;
  /// Spines of each pod.
  int num_spines = 1;
  BytesPerSecond endpoint_bandwidth{};  ///< each way
  /// A leaf's bandwidth down over its bandwidth up: 1 lets all its endpoints talk outwards at full speed.
  double oversubscription = 1;

  /// 0: all leaves in one pod, no core.
  int leaves_per_pod = 0;
  int cores_per_spine = 1;
  double core_oversubscription = 1;

  /// Endpoints that share a scale-up domain (one node's accelerators); 1: none.
  int scale_up_size = 1;
  BytesPerSecond scale_up_bandwidth{};  ///< each endpoint's, each way
  /// Endpoints of the same place in their domain share a leaf: leaf i of a block takes the i-th of each domain.
  bool is_rail_optimised = false;

  friend bool operator==(const FatTreeShape&, const FatTreeShape&) = default;
};

class FatTree {
 public:
  /// Throws InputError naming what in the shape makes no sense.
  explicit FatTree(const FatTreeShape& shape);

  const FatTreeShape& shape() const { return shape_; }
  int num_leaves() const { return num_leaves_; }
  int num_pods() const { return num_pods_; }
  int num_links() const { return static_cast<int>(capacities_.size()); }

  int leaf_of(int endpoint) const;
  int pod_of(int leaf) const { return leaf / leaves_per_pod_; }

  /// Links each way between an endpoint and its leaf.
  int endpoint_up(int endpoint) const { return endpoint; }
  int endpoint_down(int endpoint) const { return shape_.num_endpoints + endpoint; }
  int leaf_up(int leaf, int spine) const { return leaf_begin_ + leaf * shape_.num_spines + spine; }
  int leaf_down(int leaf, int spine) const { return leaf_up(num_leaves_ + leaf, spine); }
  int spine_up(int pod, int spine, int core) const {
    return spine_begin_ + (pod * shape_.num_spines + spine) * shape_.cores_per_spine + core;
  }
  int spine_down(int pod, int spine, int core) const { return spine_up(num_pods_ + pod, spine, core); }
  /// @pre the shape has scale-up domains
  int scale_up_out(int endpoint) const { return scale_up_begin_ + endpoint; }
  int scale_up_in(int endpoint) const { return scale_up_begin_ + shape_.num_endpoints + endpoint; }

  /// The links from one endpoint to another, in order; none from one to itself.
  /// Same domain: its links; same leaf: up, down; same pod: up, leaf→spine, spine→leaf, down; else over a core.
  std::vector<int> route(int source, int destination) const;

  /// "endpoint 3 → leaf 0", for people.
  std::string link_name(int link) const;

  /// The links' capacities, to be changed for what is broken.
  FlowNetwork network() const { return {capacities_, {}}; }

 private:
  FatTreeShape shape_;
  int num_leaves_ = 0;
  int leaves_per_pod_ = 0;
  int num_pods_ = 0;
  int leaf_begin_ = 0;
  int spine_begin_ = 0;
  int scale_up_begin_ = 0;
  std::vector<BytesPerSecond> capacities_;
};

}  // namespace fmplan::network
