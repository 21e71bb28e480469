#include "core/network/topology_build.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include <fmt/format.h>

#include "core/base/integers.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"

namespace fmplan::network {
namespace {

using hardware::Fabric;
using hardware::Instance;
using hardware::ScaleUpShape;
using hardware::Wiring;

/// Chosen: ten times the largest cluster announced.
constexpr int kMostAccelerators = 1 << 20;
/// Ports of the switches assumed: published clusters of 400 Gbit/s use 64 × 400 Gbit/s (Quantum-2, Tomahawk 4).
constexpr int kSwitchPorts = 64;
/// Assumed of the switches: ports of the 64 above.
constexpr BytesPerSecond kLeastPortRate = 400 * gigabit_per_second;

constexpr bool divides(int a, int b) { return b % a == 0; }

struct Build {
  const Instance& instance;
  AssumedShape result;
  Issues issues;

  TopologyShape& shape() { return result.shape; }
  void assume(std::string what, std::string value, std::string why) {
    result.assumptions.push_back({std::move(what), std::move(value), std::move(why)});
  }
  void report(const char* where, std::string message) { issues.push_back({where, std::move(message)}); }
  void stop_if_bad() {
    if (!issues.empty()) throw InputError(std::move(issues));
  }
};

void check_counts(Build& build, int num_nodes) {
  const Instance& instance = build.instance;
  if (num_nodes < 1) build.report("/cluster/nodes", fmt::format("{} is not a number of machines from 1", num_nodes));
  if (instance.accelerators_per_node < 1)
    build.report("/cluster/instance/accelerators_per_node",
                 fmt::format("{} is not a count from 1", instance.accelerators_per_node));
  build.stop_if_bad();
  const std::int64_t total = std::int64_t{num_nodes} * instance.accelerators_per_node;
  if (total > kMostAccelerators)
    build.report("/cluster/nodes", fmt::format("{} × {} = {} accelerators are more than {}; at most {} machines",
                                               num_nodes, instance.accelerators_per_node, total, kMostAccelerators,
                                               kMostAccelerators / instance.accelerators_per_node));
  const int domain = instance.scale_up ? instance.scale_up_domain : 1;
  if (domain < 1 ||
      (!divides(domain, instance.accelerators_per_node) && !divides(instance.accelerators_per_node, domain)))
    build.report("/cluster/instance/scale_up_domain",
                 fmt::format("{} is neither a part nor a multiple of the {} accelerators of a machine", domain,
                             instance.accelerators_per_node));
  build.stop_if_bad();
}

void set_scale_up(Build& build, int num_nodes) {
  const Instance& instance = build.instance;
  TopologyShape& s = build.shape();
  s.instance = instance.name;
  s.num_nodes = num_nodes;
  s.accelerators_per_node = instance.accelerators_per_node;
  s.domain_size = instance.scale_up ? instance.scale_up_domain : 1;
  if (!instance.scale_up || s.domain_size == 1) return;
  s.scale_up_name = instance.scale_up->name;
  s.scale_up_shape = instance.wiring.shape;
  s.scale_up_bandwidth = instance.scale_up->bandwidth;
  s.scale_up_latency = instance.scale_up->latency;
  if (!instance.wiring.shape_is_stated)
    build.assume("shape of the scale-up domain", "a non-blocking switch",
                 instance.wiring.slice_axes > 0
                     ? "it is a torus whose sides follow the slice; only closed forms know it"
                     : "the catalogue does not say how it is wired");
  if (s.scale_up_shape == ScaleUpShape::kTorus) s.torus_sizes = torus_sizes(s.domain_size, instance.wiring.torus);
  s.mesh_cables = mesh_cables(instance.wiring, s.domain_size, s.scale_up_bandwidth);
}

/// NICs that serve the same accelerators are taken together: gcd(NICs, accelerators) sets of them.
void set_nics(Build& build) {
  const Instance& instance = build.instance;
  if (!instance.scale_out) return;
  TopologyShape& s = build.shape();
  const BytesPerSecond total = instance.accelerators_per_node * instance.scale_out->bandwidth;
  s.scale_out_name = instance.scale_out->name;
  s.scale_out_latency = instance.scale_out->latency;
  const int nics = instance.wiring.num_nics.value_or(instance.accelerators_per_node);
  if (!instance.wiring.num_nics)
    build.assume("NICs of a machine", fmt::format("{} of {}", nics, bandwidth_text(total / nics)),
                 "only the machine's total is stated; one NIC per accelerator is taken");
  s.nic_groups_per_node = std::gcd(nics, instance.accelerators_per_node);
  s.nics_per_group = nics / s.nic_groups_per_node;
  s.nic_rate = instance.wiring.nic_rate.value_or(total / nics);
}

void set_pcie(Build& build) {
  const Wiring& wiring = build.instance.wiring;
  TopologyShape& s = build.shape();
  s.host_bridge = s.domain_size < s.accelerators_per_node;
  if (!s.host_bridge && s.nic_groups_per_node == 0) return;
  const int groups = std::max(1, s.nic_groups_per_node);
  s.pcie_switches_per_node = wiring.num_pcie_switches.value_or(groups);
  if (!wiring.num_pcie_switches)
    build.assume("PCIe switches of a machine", fmt::format("{}", groups),
                 "not stated; one for each set of NICs that serves the same accelerators");
  if (!divides(s.pcie_switches_per_node, groups) && !divides(groups, s.pcie_switches_per_node))
    build.report("/cluster/instance/pcie_switches",
                 fmt::format("{} switches cannot share {} sets of NICs evenly; one of them must divide the other",
                             s.pcie_switches_per_node, groups));
  if (s.pcie_switches_per_node > groups) s.host_bridge = true;
  const BytesPerSecond needed = s.nics_per_group * s.nic_rate;
  s.pcie_bandwidth = wiring.pcie_bandwidth.value_or(std::max(needed, 16 * gigabyte_per_second));
  if (!wiring.pcie_bandwidth)
    build.assume("PCIe slots", bandwidth_text(s.pcie_bandwidth), "generation not stated; as wide as the NICs need");
  if (s.host_bridge && wiring.pcie_latency) s.host_latency = *wiring.pcie_latency;
}

BytesPerSecond port_rate(const TopologyShape& s) { return std::max(kLeastPortRate, s.nic_rate); }

void set_leaves(Build& build) {
  const Fabric& fabric = build.instance.fabric;
  TopologyShape& s = build.shape();
  if (!fabric.rail_optimised && s.nic_groups_per_node > 1)
    build.assume("rails", "none: all NICs of a machine on one leaf",
                 "not stated whether the network is rail-optimised");
  s.rails = fabric.rail_optimised.value_or(false) ? s.nic_groups_per_node : 1;
  if (fabric.nodes_per_leaf) {
    s.nodes_per_leaf = *fabric.nodes_per_leaf;
  } else {
    const double ports = (s.nic_groups_per_node / s.rails) * (s.nics_per_group * s.nic_rate / port_rate(s));
    constexpr double kMostPerLeaf = 4096;  // slow NICs share a port
    s.nodes_per_leaf = static_cast<int>(std::clamp(kSwitchPorts / 2 / ports, 1.0, kMostPerLeaf));
    build.assume("machines under a leaf", fmt::format("{}", s.nodes_per_leaf),
                 fmt::format("not stated; half the ports of a switch of {} × {:.0f} Gbit/s", kSwitchPorts,
                             port_rate(s) / gigabit_per_second));
  }
  const int block = nodes_per_block(s.domain_size, s.accelerators_per_node);
  s.nodes_per_leaf = ceil_divide(s.nodes_per_leaf, block) * block;
  s.leaf_oversubscription = fabric.leaf_oversubscription.value_or(1);
}

/// Spines enough for the uplinks of the fullest pod, but no more than a leaf has uplink ports.
void set_spines(Build& build, int groups) {
  const Fabric& fabric = build.instance.fabric;
  TopologyShape& s = build.shape();
  if (fabric.nodes_per_pod) {
    s.leaf_groups_per_pod = std::max(1, *fabric.nodes_per_pod / s.nodes_per_leaf);
  } else {
    const int reach = std::max(1, kSwitchPorts / s.rails);
    s.leaf_groups_per_pod = groups <= reach ? groups : std::max(1, kSwitchPorts / 2 / s.rails);
  }
  const int pods = ceil_divide(groups, s.leaf_groups_per_pod);
  if (groups == 1 && s.rails == 1) return;
  if (!fabric.leaf_oversubscription)
    build.assume("oversubscription of leaves", "1:1", "not stated; non-blocking is taken");
  const BytesPerSecond node_bandwidth = s.nic_groups_per_node * s.nics_per_group * s.nic_rate;
  const BytesPerSecond leaf_up = s.nodes_per_leaf * node_bandwidth / (s.rails * s.leaf_oversubscription);
  const BytesPerSecond pod_up = std::min(groups, s.leaf_groups_per_pod) * s.rails * leaf_up;
  const BytesPerSecond switch_down = (pods > 1 ? kSwitchPorts / 2 : kSwitchPorts) * port_rate(s);
  const int uplink_ports = std::max(1, static_cast<int>(leaf_up / port_rate(s)));
  s.spines_per_pod = std::clamp(static_cast<int>(std::ceil(pod_up / switch_down)), 1, uplink_ports);
  if (pods == 1) return;
  if (!fabric.nodes_per_pod)
    build.assume("machines in a pod", fmt::format("{}", s.leaf_groups_per_pod * s.nodes_per_leaf),
                 fmt::format("not stated; half the {} ports of a spine lead down", kSwitchPorts));
  s.pod_oversubscription = fabric.pod_oversubscription.value_or(1);
  if (!fabric.pod_oversubscription)
    build.assume("oversubscription of pods", "1:1", "not stated; non-blocking is taken");
  const BytesPerSecond plane_up = pods * pod_up / (s.pod_oversubscription * s.spines_per_pod);
  s.cores_per_plane = std::max(1, static_cast<int>(std::ceil(plane_up / (kSwitchPorts * port_rate(s)))));
}

void check_fabric(Build& build) {
  const Fabric& fabric = build.instance.fabric;
  const auto check_ratio = [&](const char* where, const std::optional<double>& ratio) {
    if (ratio && (!(*ratio > 0) || !std::isfinite(*ratio)))
      build.report(where, fmt::format("{} is not a ratio above 0", *ratio));
  };
  check_ratio("/cluster/fabric/leaf_oversubscription", fabric.leaf_oversubscription);
  check_ratio("/cluster/fabric/pod_oversubscription", fabric.pod_oversubscription);
  if (fabric.nodes_per_leaf && *fabric.nodes_per_leaf < 1)
    build.report("/cluster/fabric/nodes_per_leaf", fmt::format("{} is not a count from 1", *fabric.nodes_per_leaf));
  if (fabric.nodes_per_pod && *fabric.nodes_per_pod < fabric.nodes_per_leaf.value_or(1))
    build.report("/cluster/fabric/nodes_per_pod",
                 fmt::format("{} is less than the {} machines of a leaf", *fabric.nodes_per_pod,
                             fabric.nodes_per_leaf.value_or(1)));
  build.stop_if_bad();
}

}  // namespace

AssumedShape topology_shape(const Instance& instance, int num_nodes) {
  Build build{.instance = instance, .result = {}, .issues = {}};
  check_counts(build, num_nodes);
  check_fabric(build);
  set_scale_up(build, num_nodes);
  set_nics(build);
  set_pcie(build);
  TopologyShape& s = build.shape();
  s.fabric_name = instance.fabric.name;
  const bool is_one_domain = num_nodes <= nodes_per_block(s.domain_size, s.accelerators_per_node);
  if (!is_one_domain && s.nic_groups_per_node == 0)
    build.report(
        "/cluster/nodes",
        fmt::format("{} states no network between machines, so {} of them are not connected; use at most {}, or an "
                    "instance with a scale-out network",
                    instance.name, num_nodes, nodes_per_block(s.domain_size, s.accelerators_per_node)));
  build.stop_if_bad();
  if (!is_one_domain) {
    s.has_fabric = true;
    set_leaves(build);
    set_spines(build, ceil_divide(num_nodes, s.nodes_per_leaf));
    build.assume("latency of leaf, spine and core switches", "none of their own",
                 "the measured latency of a message between machines holds all of the way");
  }
  return std::move(build.result);
}

Topology topology(const hardware::Cluster& cluster) {
  return Topology(topology_shape(cluster.instance, cluster.num_nodes).shape);
}

}  // namespace fmplan::network
