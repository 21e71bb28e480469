#include "core/network/topology_query.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::network {
namespace {

constexpr double kMostPairs = 1e8;  ///< chosen: seconds of routing

/// The longest way from the first accelerator to one of a machine (to any of the domain for the machine itself).
void measure_ways(const Topology& topology, int first, int last, TopologyLevel& level) {
  for (int to = first; to <= last; ++to) {
    const std::vector<int> route = topology.route(0, to);
    level.hops = std::max(level.hops, static_cast<int>(route.size()));
    level.latency = std::max(level.latency, route_latency(topology, route));
  }
}

BytesPerSecond nic_share(const TopologyShape& s) {
  const double sharers = static_cast<double>(s.accelerators_per_node) / s.nic_groups_per_node;
  return std::min(s.pcie_bandwidth, s.nics_per_group * s.nic_rate / sharers);
}

TopologyLevel domain_level(const Topology& topology) {
  const TopologyShape& s = topology.shape();
  TopologyLevel level;
  level.name = "scale-up domain";
  level.joined_by = s.scale_up_name;
  level.bandwidth = s.scale_up_bandwidth;
  level.accelerators = topology.accelerators_in_domain(0);
  level.groups = topology.num_domains();
  measure_ways(topology, 1, level.accelerators - 1, level);
  return level;
}

TopologyLevel machine_level(const Topology& topology) {
  const TopologyShape& s = topology.shape();
  TopologyLevel level;
  level.name = "machine";
  level.joined_by = "PCIe";
  level.accelerators = s.accelerators_per_node;
  level.groups = s.num_nodes;
  level.bandwidth = s.pcie_bandwidth * (static_cast<double>(s.pcie_switches_per_node) / s.accelerators_per_node);
  measure_ways(topology, 1, s.accelerators_per_node - 1, level);
  return level;
}

/// Machines that meet at a switch layer; `node` is one that the first machine first meets there.
TopologyLevel fabric_level(const Topology& topology, const char* name, std::string joined_by, int nodes, int groups,
                           int node, double oversubscription) {
  const TopologyShape& s = topology.shape();
  TopologyLevel level;
  level.name = name;
  level.joined_by = std::move(joined_by);
  level.accelerators = nodes * s.accelerators_per_node;
  level.groups = groups;
  level.bandwidth = nic_share(s) / std::max(1.0, oversubscription);
  level.oversubscription = oversubscription;
  measure_ways(topology, node * s.accelerators_per_node, (node + 1) * s.accelerators_per_node - 1, level);
  return level;
}

void append_fabric_levels(const Topology& topology, std::vector<TopologyLevel>& all) {
  const TopologyShape& s = topology.shape();
  const int block = std::max(1, s.domain_size / s.accelerators_per_node);
  const int per_leaf = std::min(s.nodes_per_leaf, s.num_nodes);
  const int per_pod = std::min(s.nodes_per_leaf * s.leaf_groups_per_pod, s.num_nodes);
  const std::string leaf = s.rails > 1 ? fmt::format("{} rail leaves", s.rails) : "leaf switch";
  if (per_leaf > block)
    all.push_back(fabric_level(topology, "leaf", fmt::format("{}, {}", s.scale_out_name, leaf), per_leaf,
                               topology.num_leaf_groups(), block, 1));
  if (per_pod > per_leaf)
    all.push_back(fabric_level(topology, "pod", "spine switches", per_pod, topology.num_pods(), per_leaf,
                               s.leaf_oversubscription));
  if (s.num_nodes > per_pod)
    all.push_back(fabric_level(topology, "cluster", "core switches", s.num_nodes, 1, per_pod,
                               s.leaf_oversubscription * s.pod_oversubscription));
}

/// Adds `count` times the route's links to the loads.
void add_route(const Topology& topology, int from, int to, double count, std::vector<int>& scratch,
               std::vector<double>& loads) {
  scratch.clear();
  topology.append_route(from, to, scratch);
  for (const int link : scratch) loads[static_cast<std::size_t>(link)] += count;
}

/// Ranks of the communicator that `member` of a span of stride·num_ranks accelerators begins.
void add_communicator(const Topology& topology, const CommunicatorTraffic& traffic, int first,
                      std::vector<int>& scratch, std::vector<double>& loads) {
  const auto rank = [&](int i) { return first + i * traffic.stride; };
  for (int i = 0; i < traffic.num_ranks; ++i) {
    if (traffic.pattern == TrafficPattern::kRing) {
      add_route(topology, rank(i), rank((i + 1) % traffic.num_ranks), 1, scratch, loads);
      continue;
    }
    for (int j = 0; j < traffic.num_ranks; ++j)
      if (j != i) add_route(topology, rank(i), rank(j), 1.0 / (traffic.num_ranks - 1), scratch, loads);
  }
}

void check_traffic(const Topology& topology, const CommunicatorTraffic& traffic) {
  if (traffic.num_ranks < 1 || traffic.stride < 1)
    throw InputError("/communicator", fmt::format("{} ranks at a stride of {}: both must be at least 1",
                                                  traffic.num_ranks, traffic.stride));
  const std::int64_t span = std::int64_t{traffic.num_ranks - 1} * traffic.stride + 1;
  if (span > topology.num_accelerators())
    throw InputError(
        "/communicator",
        fmt::format("{} ranks at a stride of {} need {} accelerators; the cluster has {}: use at most {} ranks",
                    traffic.num_ranks, traffic.stride, span, topology.num_accelerators(),
                    (topology.num_accelerators() - 1) / traffic.stride + 1));
  const double pairs =
      (traffic.everyone ? 1.0 * topology.num_accelerators() : 1.0 * traffic.num_ranks) * traffic.num_ranks;
  if (traffic.pattern == TrafficPattern::kAllToAll && pairs > kMostPairs)
    throw InputError("/communicator",
                     fmt::format("an all-to-all of {} ranks has more than {:.0e} pairs in all; its levels say "
                                 "what bounds it",
                                 traffic.num_ranks, kMostPairs));
}

}  // namespace

std::vector<TopologyLevel> levels(const Topology& topology) {
  const TopologyShape& s = topology.shape();
  std::vector<TopologyLevel> all;
  if (s.domain_size > 1) all.push_back(domain_level(topology));
  if (s.domain_size < s.accelerators_per_node) all.push_back(machine_level(topology));
  if (s.has_fabric) append_fabric_levels(topology, all);
  return all;
}

std::optional<Bottleneck> bottleneck(const Topology& topology, const CommunicatorTraffic& traffic) {
  check_traffic(topology, traffic);
  if (traffic.num_ranks == 1) return std::nullopt;
  std::vector<double> loads(static_cast<std::size_t>(topology.num_links()), 0.0);
  std::vector<int> scratch;
  const int span = traffic.num_ranks * traffic.stride;
  const int spans = traffic.everyone ? std::max(1, topology.num_accelerators() / span) : 1;
  for (int i = 0; i < spans; ++i) {
    // The last communicators of a span that the cluster cuts short do not fit.
    const int last = topology.num_accelerators() - (traffic.num_ranks - 1) * traffic.stride - i * span;
    const int siblings = traffic.everyone ? std::min(traffic.stride, last) : 1;
    for (int k = 0; k < siblings; ++k) add_communicator(topology, traffic, i * span + k, scratch, loads);
  }
  std::optional<Bottleneck> worst;
  for (int id = 0; id < topology.num_links(); ++id) {
    const double load = loads[static_cast<std::size_t>(id)];
    if (load <= 0) continue;
    const TopologyLink link = topology.link(id);
    const BytesPerSecond capacity = link.capacity_bytes_per_s * byte_per_second;
    if (!worst || capacity / load < worst->per_rank) worst = Bottleneck{id, link.kind, capacity, load, capacity / load};
  }
  return worst;
}

std::vector<BytesPerSecond> link_capacities(const Topology& topology) {
  std::vector<BytesPerSecond> capacities;
  for (const TopologyLink& link : topology.links()) capacities.push_back(link.capacity_bytes_per_s * byte_per_second);
  return capacities;
}

std::vector<Seconds> link_latencies(const Topology& topology) {
  std::vector<Seconds> latencies;
  for (const TopologyLink& link : topology.links()) latencies.push_back(link.latency_s * second);
  return latencies;
}

Seconds route_latency(const Topology& topology, const std::vector<int>& route) {
  Seconds sum;
  for (const int id : route) sum += topology.link(id).latency_s * second;
  return sum;
}

}  // namespace fmplan::network
