#include "core/network/cluster_contention.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/integers.h"
#include "core/network/topology_build.h"
#include "core/network/topology_query.h"

namespace fmplan::network {

namespace {

int domain_size_of(const hardware::Instance& instance) { return instance.scale_up ? instance.scale_up_domain : 1; }

/// Ranks that reach each other without the network: as many as every group has, where domains are not all full.
int group_size(int domain_size, int accelerators_per_node, int num_nodes) {
  if (domain_size == 1) return accelerators_per_node;
  if (domain_size <= accelerators_per_node) return domain_size;
  return accelerators_per_node * std::gcd(domain_size / accelerators_per_node, num_nodes);
}

CollectiveFlows flows_of_job(const TopologyShape& shape, const JobOnCluster& job, const ContentionCase& what,
                             int number) {
  CollectiveFlows flows{.collective = job.collective, .payload = job.payload};
  const bool is_all_to_all = job.collective == Collective::kAllToAll;
  flows.pattern = is_all_to_all ? FlowPattern::kAllAtOnce : FlowPattern::kHierarchical;
  if (!is_all_to_all) flows.group_size = group_size(shape.domain_size, shape.accelerators_per_node, job.num_nodes);
  for (const int node : machines_of_job(shape, job, what, number)) {
    for (int i = 0; i < shape.accelerators_per_node; ++i)
      flows.endpoints.push_back(node * shape.accelerators_per_node + i);
  }
  return flows;
}

/// The links of the first machine's NICs lose what is down.
void take_nics_down(const Topology& topology, int node, const ContentionCase& what, FlowNetwork& network) {
  const TopologyShape& s = topology.shape();
  const int first_nic = topology.first_vertex(VertexKind::kNic) + node * s.nic_groups_per_node;
  const bool by_group = what.failover == NicFailover::kGroup;
  const int num_nics = (by_group ? 1 : s.nic_groups_per_node) * s.nics_per_group;
  const int num_groups = by_group ? 1 : s.nic_groups_per_node;
  const double left = std::max(0, num_nics - what.failed_nics) / static_cast<double>(num_nics);
  for (int id = 0; id < topology.num_links(); ++id) {
    const TopologyLink link = topology.link(id);
    if (link.kind != LinkKind::kNicCable) continue;
    const int nic = id % 2 == 0 ? link.from : link.to;
    if (nic >= first_nic && nic < first_nic + num_groups) network.capacities[at(id)] *= left;
  }
}

}  // namespace

TopologyShape contended_shape(const hardware::Instance& instance, const JobOnCluster& job, const ContentionCase& what) {
  hardware::Instance joined = instance;
  if (what.leaf_oversubscription) joined.fabric.leaf_oversubscription = what.leaf_oversubscription;
  const int block = nodes_per_block(domain_size_of(instance), instance.accelerators_per_node);
  const int num_jobs = std::max(1 + what.jobs_beside, job.room_for_jobs);
  const int num_nodes = num_jobs == 1 ? job.num_nodes : ceil_divide(job.num_nodes, block) * block * num_jobs;
  TopologyShape shape = topology_shape(joined, num_nodes).shape;
  shape.mesh_cables.clear();
  shape.torus_sizes.clear();
  shape.scale_up_shape = hardware::ScaleUpShape::kSwitch;
  if (instance.scale_up) shape.scale_up_bandwidth *= instance.scale_up->efficiency;
  if (instance.scale_out) shape.nic_rate *= instance.scale_out->efficiency;
  if (job.routing == LeafRouting::kSpray) {
    shape.spines_per_pod = std::min(shape.spines_per_pod, 1);
    shape.cores_per_plane = std::min(shape.cores_per_plane, 1);
  }
  return shape;
}

std::vector<int> machines_of_job(const TopologyShape& shape, const JobOnCluster& job, const ContentionCase& what,
                                 int number) {
  const int num_jobs = 1 + what.jobs_beside;
  const int block = nodes_per_block(shape.domain_size, shape.accelerators_per_node);
  std::vector<int> first_nodes;
  for (int b = 0; b < ceil_divide(job.num_nodes, block); ++b) first_nodes.push_back((b * num_jobs + number) * block);
  if (job.placement == Placement::kInterleaved && shape.has_fabric) {
    // A block's place among those of its job under its leaf, then the leaf.
    const auto leaf_of = [&](int node) { return node / shape.nodes_per_leaf; };
    std::vector<std::pair<int, int>> turn;
    int place = 0;
    for (std::size_t b = 0; b < first_nodes.size(); ++b) {
      place = b > 0 && leaf_of(first_nodes[b]) == leaf_of(first_nodes[b - 1]) ? place + 1 : 0;
      turn.emplace_back(place, first_nodes[b]);
    }
    std::ranges::sort(turn);
    std::ranges::transform(turn, first_nodes.begin(), [](const auto& each) { return each.second; });
  }
  std::vector<int> nodes;
  const int last_block = (ceil_divide(job.num_nodes, block) - 1) * num_jobs + number;
  for (const int first : first_nodes) {
    const int missing = first / block == last_block ? ceil_divide(job.num_nodes, block) * block - job.num_nodes : 0;
    for (int i = 0; i < block - missing; ++i) nodes.push_back(first + i);
  }
  return nodes;
}

std::string contended_link_name(const Topology& topology, int link, LeafRouting routing) {
  const TopologyLink ends = topology.link(link);
  const auto name = [&](int vertex) -> std::string {
    const VertexKind kind = topology.vertex_kind(vertex);
    if (routing == LeafRouting::kSpray && kind == VertexKind::kSpine) {
      const int pod = vertex - topology.first_vertex(kind);
      return topology.num_pods() > 1 ? fmt::format("spines of pod {}", pod) : "spines";
    }
    if (routing == LeafRouting::kSpray && kind == VertexKind::kCore) return "cores";
    return topology.vertex_name(vertex);
  };
  return fmt::format("{} → {}", name(ends.from), name(ends.to));
}

EvenJob on_even_domains(hardware::Instance instance, JobOnCluster job) {
  const int per_node = instance.accelerators_per_node;
  const int domains = ceil_divide(job.num_nodes, nodes_per_block(domain_size_of(instance), per_node));
  if (domain_size_of(instance) > per_node && domains > 1) {
    const int nodes = job.num_nodes / domains;
    instance.scale_up_domain = nodes * per_node;
    job.num_nodes = nodes * domains;
  }
  return {std::move(instance), job};
}

double num_transfers(const hardware::Instance& on, const JobOnCluster& asked, const ContentionCase& what) {
  const auto [instance, job] = on_even_domains(on, asked);
  const double ranks = static_cast<double>(job.num_nodes) * instance.accelerators_per_node;
  const int group = group_size(domain_size_of(instance), instance.accelerators_per_node, job.num_nodes);
  const double rounds = job.collective == Collective::kAllToAll ? ranks : 2 * (group + ranks / group);
  return (1 + what.jobs_beside) * ranks * rounds;
}

Contention cluster_contention(const hardware::Instance& on, const JobOnCluster& asked, const ContentionCase& what) {
  assert(what.jobs_beside >= 0 && what.failed_nics >= 0);
  const EvenJob even = on_even_domains(on, asked);
  const hardware::Instance& instance = even.instance;
  const JobOnCluster& job = even.job;
  const Topology topology(contended_shape(instance, job, what));
  FlowNetwork network{.capacities = link_capacities(topology)};
  std::vector<CollectiveFlows> jobs;
  for (int j = 0; j <= what.jobs_beside; ++j) jobs.push_back(flows_of_job(topology.shape(), job, what, j));
  if (what.failed_nics > 0) take_nics_down(topology, topology.node_of(jobs[0].endpoints[0]), what, network);
  const std::vector<Seconds> latencies = link_latencies(topology);
  const EndpointRoutes routes{.num_endpoints = topology.num_accelerators(),
                              .links = [&](int from, int to) { return topology.route(from, to); },
                              .latency =
                                  [&](const std::vector<int>& links) {
                                    Seconds sum;
                                    for (const int link : links) sum += latencies[at(link)];
                                    return sum;
                                  }};
  const auto link_name = [&](int link) { return contended_link_name(topology, link, job.routing); };
  return contention_on(network, routes, link_name, jobs[0], {jobs.begin() + 1, jobs.end()});
}

}  // namespace fmplan::network
