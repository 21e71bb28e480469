#include "core/network/topology.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include <fmt/format.h>

#include "core/base/integers.h"

namespace fmplan::network {
namespace {

/// Share `i` of `whole` things dealt evenly, in order, over `parts`.
constexpr int dealt_to(int i, int whole, int parts) {
  return static_cast<int>(static_cast<std::int64_t>(i) * parts / whole);
}

}  // namespace

Topology::Topology(TopologyShape shape) : shape_(std::move(shape)) {
  const TopologyShape& s = shape_;
  num_accelerators_ = s.num_nodes * s.accelerators_per_node;
  const bool is_mesh = !s.mesh_cables.empty();
  const int domains = num_domains();
  const int last_size = num_accelerators_ - (domains - 1) * s.domain_size;
  if (is_mesh) {
    full_mesh_ = domains > 1 || last_size == s.domain_size ? domain_mesh(s.domain_size, s.mesh_cables) : DomainMesh{};
    last_mesh_ = last_size == s.domain_size ? full_mesh_ : domain_mesh(last_size, s.mesh_cables);
  }
  const bool has_switch = s.domain_size > 1 && !is_mesh;
  const bool has_pcie = s.pcie_switches_per_node > 0;
  const int pods = num_pods();
  const int leaves = num_leaf_groups() * s.rails;
  const int nics = s.num_nodes * s.nic_groups_per_node;
  const int pcie_switches = s.num_nodes * s.pcie_switches_per_node;
  const int vertices[kNumVertexKinds] = {num_accelerators_,
                                         has_switch ? domains : 0,
                                         pcie_switches,
                                         s.host_bridge ? s.num_nodes : 0,
                                         nics,
                                         leaves,
                                         pods * s.spines_per_pod,
                                         s.spines_per_pod * s.cores_per_plane};
  const int mesh_count =
      (domains - 1) * static_cast<int>(full_mesh_.cables.size()) + static_cast<int>(last_mesh_.cables.size());
  const int cables[kNumLinkKinds] = {is_mesh ? mesh_count : (has_switch ? num_accelerators_ : 0),
                                     has_pcie ? num_accelerators_ : 0,
                                     s.host_bridge ? pcie_switches : 0,
                                     nics,
                                     s.has_fabric ? nics : 0,
                                     leaves * s.spines_per_pod,
                                     pods * s.spines_per_pod * s.cores_per_plane};
  for (int i = 0; i < kNumVertexKinds; ++i) first_vertex_[i + 1] = first_vertex_[i] + vertices[i];
  for (int i = 0; i < kNumLinkKinds; ++i) first_cable_[i + 1] = first_cable_[i] + cables[i];
}

int Topology::num_domains() const { return ceil_divide(num_accelerators_, shape_.domain_size); }

int Topology::num_leaf_groups() const {
  return shape_.has_fabric ? ceil_divide(shape_.num_nodes, shape_.nodes_per_leaf) : 0;
}

int Topology::num_pods() const { return ceil_divide(num_leaf_groups(), shape_.leaf_groups_per_pod); }

int Topology::num_vertices(VertexKind kind) const {
  const std::size_t k = static_cast<std::size_t>(kind);
  return first_vertex_[k + 1] - first_vertex_[k];
}

int Topology::num_links(LinkKind kind) const {
  const std::size_t k = static_cast<std::size_t>(kind);
  return 2 * (first_cable_[k + 1] - first_cable_[k]);
}

VertexKind Topology::vertex_kind(int vertex) const {
  assert(vertex >= 0 && vertex < num_vertices());
  int kind = 0;
  while (vertex >= first_vertex_[kind + 1]) ++kind;
  return static_cast<VertexKind>(kind);
}

std::string Topology::vertex_name(int vertex) const {
  const VertexKind kind = vertex_kind(vertex);
  const int index = vertex - first_vertex(kind);
  const TopologyShape& s = shape_;
  const auto in_node = [&](const char* what, int per_node) {
    return fmt::format("node {} {} {}", index / per_node, what, index % per_node);
  };
  switch (kind) {
    case VertexKind::kAccelerator: return in_node("accelerator", s.accelerators_per_node);
    case VertexKind::kScaleUpSwitch: return fmt::format("scale-up switch {}", index);
    case VertexKind::kPcieSwitch: return in_node("PCIe switch", s.pcie_switches_per_node);
    case VertexKind::kHostBridge: return fmt::format("node {} host", index);
    case VertexKind::kNic: return in_node("NIC", s.nic_groups_per_node);
    case VertexKind::kLeaf:
      return s.rails > 1 ? fmt::format("leaf {} rail {}", index / s.rails, index % s.rails)
                         : fmt::format("leaf {}", index);
    case VertexKind::kSpine: return fmt::format("pod {} spine {}", index / s.spines_per_pod, index % s.spines_per_pod);
    case VertexKind::kCore: return fmt::format("core {}", index);
  }
  return {};
}

int Topology::nodes_in_leaf_group(int group) const {
  return std::min(shape_.nodes_per_leaf, shape_.num_nodes - group * shape_.nodes_per_leaf);
}

int Topology::nodes_in_pod(int pod) const {
  const int per_pod = shape_.nodes_per_leaf * shape_.leaf_groups_per_pod;
  return std::min(per_pod, shape_.num_nodes - pod * per_pod);
}

int Topology::accelerators_in_domain(int domain) const {
  return std::min(shape_.domain_size, num_accelerators_ - domain * shape_.domain_size);
}

int Topology::nic_group_of(int accelerator) const {
  const TopologyShape& s = shape_;
  return dealt_to(accelerator % s.accelerators_per_node, s.accelerators_per_node, s.nic_groups_per_node);
}

int Topology::pcie_switch_of(int accelerator) const {
  const TopologyShape& s = shape_;
  return node_of(accelerator) * s.pcie_switches_per_node +
         dealt_to(accelerator % s.accelerators_per_node, s.accelerators_per_node, s.pcie_switches_per_node);
}

int Topology::pcie_switch_of_nic_group(int nic_group) const {
  const TopologyShape& s = shape_;
  return nic_group / s.nic_groups_per_node * s.pcie_switches_per_node +
         dealt_to(nic_group % s.nic_groups_per_node, s.nic_groups_per_node, s.pcie_switches_per_node);
}

BytesPerSecond Topology::leaf_uplink(int group) const {
  const double nics = static_cast<double>(nodes_in_leaf_group(group)) * shape_.nic_groups_per_node / shape_.rails;
  return nics / shape_.leaf_oversubscription * nic_group_bandwidth();
}

BytesPerSecond Topology::spine_uplink(int pod) const {
  const double nics = static_cast<double>(nodes_in_pod(pod)) * shape_.nic_groups_per_node;
  return nics / (shape_.leaf_oversubscription * shape_.pod_oversubscription * shape_.spines_per_pod) *
         nic_group_bandwidth();
}

TopologyLink Topology::scale_up_link(int index) const {
  const TopologyShape& s = shape_;
  TopologyLink link{.kind = LinkKind::kScaleUp};
  if (s.mesh_cables.empty()) {
    link.from = index;
    link.to = vertex(VertexKind::kScaleUpSwitch, domain_of(index));
    link.capacity_bytes_per_s = s.scale_up_bandwidth / byte_per_second;
    link.latency_s = 0.5 * (s.scale_up_latency / second);
    return link;
  }
  const int per_domain = static_cast<int>(full_mesh_.cables.size());
  const int domain = per_domain == 0 ? 0 : std::min(index / per_domain, num_domains() - 1);
  const DomainMesh& mesh = domain == num_domains() - 1 ? last_mesh_ : full_mesh_;
  const MeshCable& cable = mesh.cables[at(index - domain * per_domain)];
  link.from = domain * s.domain_size + cable.a;
  link.to = domain * s.domain_size + cable.b;
  link.capacity_bytes_per_s = cable.bandwidth / byte_per_second;
  link.latency_s = s.scale_up_latency / second;
  return link;
}

TopologyLink Topology::upward_link(LinkKind kind, int index) const {
  const TopologyShape& s = shape_;
  const auto made = [kind](int from, int to, BytesPerSecond capacity, Seconds latency = Seconds{}) {
    return TopologyLink{kind, from, to, capacity / byte_per_second, latency / second};
  };
  switch (kind) {
    case LinkKind::kScaleUp: return scale_up_link(index);
    case LinkKind::kPcie: return made(index, vertex(VertexKind::kPcieSwitch, pcie_switch_of(index)), s.pcie_bandwidth);
    case LinkKind::kHost:
      return made(vertex(VertexKind::kPcieSwitch, index),
                  vertex(VertexKind::kHostBridge, index / s.pcie_switches_per_node), s.pcie_bandwidth,
                  s.host_latency / 2);
    case LinkKind::kNicSlot:
      return made(vertex(VertexKind::kPcieSwitch, pcie_switch_of_nic_group(index)), vertex(VertexKind::kNic, index),
                  std::max(s.nics_per_group * s.pcie_bandwidth, nic_group_bandwidth()));
    case LinkKind::kNicCable: {
      const int group = leaf_group_of(index / s.nic_groups_per_node);
      const int rail = dealt_to(index % s.nic_groups_per_node, s.nic_groups_per_node, s.rails);
      return made(vertex(VertexKind::kNic, index), vertex(VertexKind::kLeaf, group * s.rails + rail),
                  nic_group_bandwidth(), s.scale_out_latency / 2);
    }
    case LinkKind::kLeafUplink: {
      const int leaf = index / s.spines_per_pod;
      const int group = leaf / s.rails;
      const int spine = pod_of_leaf_group(group) * s.spines_per_pod + index % s.spines_per_pod;
      return made(vertex(VertexKind::kLeaf, leaf), vertex(VertexKind::kSpine, spine),
                  leaf_uplink(group) / s.spines_per_pod);
    }
    case LinkKind::kSpineUplink: {
      const int spine = index / s.cores_per_plane;
      const int core = spine % s.spines_per_pod * s.cores_per_plane + index % s.cores_per_plane;
      return made(vertex(VertexKind::kSpine, spine), vertex(VertexKind::kCore, core),
                  spine_uplink(spine / s.spines_per_pod) / s.cores_per_plane);
    }
  }
  return {};
}

TopologyLink Topology::link(int id) const {
  assert(id >= 0 && id < num_links());
  const int c = id / 2;
  int kind = 0;
  while (c >= first_cable_[kind + 1]) ++kind;
  TopologyLink link = upward_link(static_cast<LinkKind>(kind), c - first_cable_[kind]);
  if (id % 2 != 0) std::swap(link.from, link.to);
  return link;
}

std::vector<TopologyLink> Topology::links() const {
  std::vector<TopologyLink> all;
  all.reserve(at(num_links()));
  for (int kind = 0; kind < kNumLinkKinds; ++kind)
    for (int c = first_cable_[kind]; c < first_cable_[kind + 1]; ++c) {
      TopologyLink link = upward_link(static_cast<LinkKind>(kind), c - first_cable_[kind]);
      all.push_back(link);
      std::swap(link.from, link.to);
      all.push_back(link);
    }
  return all;
}

}  // namespace fmplan::network
