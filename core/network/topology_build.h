#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/hardware/cluster.h"
#include "core/network/topology.h"

namespace fmplan::network {

/// Something about the network that nobody stated, and what was taken instead.
struct TopologyAssumption {
  std::string what;
  std::string value;
  std::string why;

  friend bool operator==(const TopologyAssumption&, const TopologyAssumption&) = default;
};

struct AssumedShape {
  TopologyShape shape;
  std::vector<TopologyAssumption> assumptions;
};

/// The network of `num_nodes` machines, from what the catalogue states (`instance.wiring`, `instance.fabric`).  Where
/// it is silent:
///   NICs            one per accelerator, sharing the machine's bandwidth
///   PCIe switches   one per set of NICs; slots as wide as they need be
///   leaf            as many machines as half the ports of a switch of 64 ports take, at the NICs' rate but at least
///                   400 Gbit/s; not rail-optimised.  An UltraServer is never split between leaves
///   spine, core     64 ports too; pods are made only where one set of spines does not reach all leaves; non-blocking
/// The uplinks of a leaf or pod that is not full are counted in proportion: the rest serves others.
/// Neglected: NICs of the storage network, failed or spare switches.
/// @throws InputError, with all problems, if the numbers do not fit together, the machines are not joined, or there are
/// more than 1,048,576 accelerators.
AssumedShape topology_shape(const hardware::Instance& instance, int num_nodes);

/// Machines that one scale-up domain joins, which must hang on the same leaf.
inline int nodes_per_block(int domain_size, int accelerators_per_node) {
  return std::max(1, domain_size / accelerators_per_node);
}

/// The cluster's network.
Topology topology(const hardware::Cluster& cluster);

}  // namespace fmplan::network
