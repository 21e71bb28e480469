// Maximum flows on a topology, whole or with its symmetric parts merged.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include "core/network/topology_query.h"

namespace fmplan::network {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using FlowGraph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS,
    boost::property<
        boost::vertex_index_t, std::size_t,
        boost::property<boost::vertex_color_t, boost::default_color_type,
                        boost::property<boost::vertex_distance_t, std::int64_t,
                                        boost::property<boost::vertex_predecessor_t, Traits::edge_descriptor>>>>,
    boost::property<boost::edge_capacity_t, std::int64_t,
                    boost::property<boost::edge_residual_capacity_t, std::int64_t,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

/// An edge and the reverse of no capacity that the algorithm asks for.
void add_one_way(FlowGraph& graph, std::size_t from, std::size_t to, std::int64_t capacity) {
  const auto there = boost::add_edge(from, to, graph).first;
  const auto back = boost::add_edge(to, from, graph).first;
  boost::put(boost::edge_capacity, graph, there, capacity);
  boost::put(boost::edge_capacity, graph, back, std::int64_t{0});
  boost::put(boost::edge_reverse, graph, there, back);
  boost::put(boost::edge_reverse, graph, back, there);
}

/// Links between merged vertices; capacities of those that fall together are added.
struct MergedNetwork {
  std::vector<int> merged;  ///< of every vertex, the one that stands for it
  std::map<std::pair<int, int>, double> capacity_bytes_per_s;
};

/// Merges machines, leaves, spines and cores that nothing tells apart: neither their place (all but the last of a group
/// are alike) nor the side of the cut between accelerators < cut and the others.
class Merger {
 public:
  Merger(const Topology& topology, int cut) : topology_(topology), s_(topology.shape()) {
    nodes_per_block_ = std::max(1, s_.domain_size / s_.accelerators_per_node);
    nodes_per_group_ = s_.has_fabric ? s_.nodes_per_leaf : s_.num_nodes;
    nodes_per_pod_ = s_.has_fabric ? s_.nodes_per_leaf * s_.leaf_groups_per_pod : s_.num_nodes;
    cut_ = cut;
  }

  int merged(int vertex) const {
    const VertexKind kind = topology_.vertex_kind(vertex);
    const int first = topology_.first_vertex(kind);
    return first + merged_index(kind, vertex - first);
  }

 private:
  int merged_index(VertexKind kind, int index) const {
    switch (kind) {
      case VertexKind::kAccelerator: return in_node(index, s_.accelerators_per_node);
      case VertexKind::kScaleUpSwitch:
        return topology_.domain_of(in_node(index * s_.domain_size, s_.accelerators_per_node));
      case VertexKind::kPcieSwitch: return in_node(index, s_.pcie_switches_per_node);
      case VertexKind::kHostBridge: return merged_node(index);
      case VertexKind::kNic: return in_node(index, s_.nic_groups_per_node);
      case VertexKind::kLeaf: {
        const int group = merged_node(index / s_.rails * s_.nodes_per_leaf) / s_.nodes_per_leaf;
        return group * s_.rails + index % s_.rails;
      }
      case VertexKind::kSpine: {
        const int pod = merged_node(index / s_.spines_per_pod * nodes_per_pod_) / nodes_per_pod_;
        return pod * s_.spines_per_pod;
      }
      case VertexKind::kCore: return 0;
    }
    return index;
  }

  int in_node(int index, int per_node) const { return merged_node(index / per_node) * per_node + index % per_node; }

  /// The machine that stands for this one: the same place in the block, leaf group and pod that stand for its own.
  int merged_node(int node) const {
    int representative = 0;
    int size = s_.num_nodes;
    int offset = node;
    for (const int unit : {nodes_per_pod_, nodes_per_group_, nodes_per_block_}) {
      representative = representative_unit(representative, size, unit, offset / unit);
      offset %= unit;
      size = std::min(unit, s_.num_nodes - representative);
    }
    return representative + offset;
  }

  /// First machine of the unit that stands for the `index`-th of the units that [first, first + size) is split into.
  int representative_unit(int first, int size, int unit, int index) const {
    const int begin = first + index * unit;
    const int end = begin + unit;
    if (end > first + size) return begin;  // the last, less full
    if (end * s_.accelerators_per_node <= cut_) return first;
    if (begin * s_.accelerators_per_node < cut_) return begin;  // cut through
    const int first_node_beyond = (cut_ + s_.accelerators_per_node - 1) / s_.accelerators_per_node;
    const int units_before = first_node_beyond <= first ? 0 : (first_node_beyond - first + unit - 1) / unit;
    return first + units_before * unit;
  }

  const Topology& topology_;
  const TopologyShape& s_;
  int nodes_per_block_ = 1;
  int nodes_per_group_ = 1;
  int nodes_per_pod_ = 1;
  int cut_ = 0;
};

MergedNetwork merged_network(const Topology& topology, std::optional<int> folded_at) {
  MergedNetwork network;
  const int n = topology.num_vertices();
  network.merged.resize(static_cast<std::size_t>(n));
  std::iota(network.merged.begin(), network.merged.end(), 0);
  if (folded_at) {
    const Merger merger(topology, *folded_at);
    for (int v = 0; v < n; ++v) network.merged[static_cast<std::size_t>(v)] = merger.merged(v);
  }
  // Where scale-up joins a whole machine, PCIe carries what comes from and goes to the NICs only, as routes have it:
  // its switches are split into a part for the way up and one for the way down.
  const bool is_split = topology.shape().domain_size >= topology.shape().accelerators_per_node;
  const auto end_of = [&](int vertex, bool down) {
    const VertexKind kind = topology.vertex_kind(vertex);
    const bool has_parts =
        kind == VertexKind::kPcieSwitch || kind == VertexKind::kHostBridge || kind == VertexKind::kNic;
    return network.merged[static_cast<std::size_t>(vertex)] + (is_split && down && has_parts ? n : 0);
  };
  for (int id = 0; id < topology.num_links(); ++id) {
    const TopologyLink link = topology.link(id);
    const bool down = id % 2 != 0;
    const bool at_host = link.kind == LinkKind::kHost && is_split;
    network.capacity_bytes_per_s[{end_of(link.from, down), end_of(link.to, down)}] += link.capacity_bytes_per_s;
    // Through the host a way up may lead from one PCIe switch to another's NIC; shared with ways down, which is
    // neglected.
    if (at_host)
      network.capacity_bytes_per_s[{end_of(link.from, !down), end_of(link.to, !down)}] += link.capacity_bytes_per_s;
  }
  return network;
}

/// Flow from the vertices marked +1 to those marked −1.
BytesPerSecond flow_between(const MergedNetwork& network, const std::unordered_map<int, int>& sides) {
  std::unordered_map<int, std::size_t> place;
  std::vector<std::int64_t> out;
  std::vector<std::int64_t> in;
  const auto place_of = [&](int vertex) {
    const auto [found, is_new] = place.try_emplace(vertex, out.size());
    if (is_new) {
      out.push_back(0);
      in.push_back(0);
    }
    return found->second;
  };
  FlowGraph graph;
  for (const auto& [ends, capacity_bytes_per_s] : network.capacity_bytes_per_s) {
    const std::size_t from = place_of(ends.first);
    const std::size_t to = place_of(ends.second);
    const std::int64_t whole = std::llround(capacity_bytes_per_s);
    add_one_way(graph, from, to, whole);
    out[from] += whole;
    in[to] += whole;
  }
  const std::size_t source = out.size();
  const std::size_t sink = source + 1;
  while (boost::num_vertices(graph) <= sink) boost::add_vertex(graph);
  for (const auto& [vertex, side] : sides) {
    const auto found = place.find(vertex);
    if (found == place.end()) continue;
    if (side > 0) add_one_way(graph, source, found->second, out[found->second]);
    if (side < 0) add_one_way(graph, found->second, sink, in[found->second]);
  }
  return static_cast<double>(boost::boykov_kolmogorov_max_flow(graph, source, sink)) * byte_per_second;
}

}  // namespace

BytesPerSecond bisection_bandwidth(const Topology& topology, Folding folding) {
  const int n = topology.num_accelerators();
  const int half = n / 2;
  if (half == 0) return BytesPerSecond{};
  const MergedNetwork network =
      merged_network(topology, folding == Folding::kFolded ? std::optional(half) : std::nullopt);
  std::unordered_map<int, int> sides;
  for (int i = 0; i < n; ++i) sides[network.merged[static_cast<std::size_t>(i)]] = i < half ? 1 : -1;
  return flow_between(network, sides);
}

BytesPerSecond max_flow(const Topology& topology, const std::vector<int>& from, const std::vector<int>& to) {
  std::unordered_map<int, int> sides;
  for (const int accelerator : from) sides[accelerator] = 1;
  for (const int accelerator : to) sides[accelerator] = -1;
  return flow_between(merged_network(topology, std::nullopt), sides);
}

FoldedView folded_view(const Topology& topology, Folding folding) {
  FoldedView view;
  const Merger merger(topology, 0);
  const auto stands_for = [&](int vertex) { return folding == Folding::kFolded ? merger.merged(vertex) : vertex; };
  std::map<int, int> vertices;
  for (int v = 0; v < topology.num_vertices(); ++v) ++vertices[stands_for(v)];
  for (const auto& [vertex, count] : vertices) view.vertices.push_back({vertex, count});
  std::map<std::pair<int, int>, std::size_t> known;
  for (int id = 0; id < topology.num_links(); id += 2) {
    const TopologyLink link = topology.link(id);
    const std::pair<int, int> ends{stands_for(link.from), stands_for(link.to)};
    const auto [found, is_new] = known.try_emplace(ends, view.cables.size());
    if (is_new) {
      view.cables.push_back({ends.first, ends.second, link.kind, 1, link.capacity_bytes_per_s * byte_per_second});
    } else {
      ++view.cables[found->second].count;
    }
  }
  return view;
}

}  // namespace fmplan::network
