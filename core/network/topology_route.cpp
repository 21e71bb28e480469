// Routes: the part of Topology that says which links a message takes.

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "core/network/topology.h"

namespace fmplan::network {
namespace {

constexpr int up(int cable) { return 2 * cable; }
constexpr int down(int cable) { return 2 * cable + 1; }

}  // namespace

std::vector<int> Topology::route(int from, int to) const {
  std::vector<int> links;
  append_route(from, to, links);
  return links;
}

void Topology::append_route(int from, int to, std::vector<int>& links) const {
  assert(from >= 0 && from < num_accelerators_ && to >= 0 && to < num_accelerators_);
  if (from == to) return;
  if (shape_.domain_size > 1 && domain_of(from) == domain_of(to)) return append_scale_up(from, to, links);
  if (node_of(from) == node_of(to) && (shape_.host_bridge || pcie_switch_of(from) == pcie_switch_of(to))) {
    links.push_back(up(cable(LinkKind::kPcie, from)));
    append_pcie(pcie_switch_of(from), pcie_switch_of(to), links);
    links.push_back(down(cable(LinkKind::kPcie, to)));
    return;
  }
  append_fabric(from, to, links);
}

void Topology::append_scale_up(int from, int to, std::vector<int>& links) const {
  const int domain = domain_of(from);
  if (shape_.mesh_cables.empty()) {
    links.push_back(up(cable(LinkKind::kScaleUp, from)));
    links.push_back(down(cable(LinkKind::kScaleUp, to)));
    return;
  }
  const DomainMesh& mesh = domain == num_domains() - 1 ? last_mesh_ : full_mesh_;
  const int first_cable = domain * static_cast<int>(full_mesh_.cables.size());
  const int first_place = domain * shape_.domain_size;
  int place = from - first_place;
  while (place != to - first_place) {
    const int taken = mesh.next_cable[static_cast<std::size_t>(place * mesh.size + to - first_place)];
    const MeshCable& next = mesh.cables[static_cast<std::size_t>(taken)];
    const int c = cable(LinkKind::kScaleUp, first_cable + taken);
    links.push_back(place == next.a ? up(c) : down(c));
    place = place == next.a ? next.b : next.a;
  }
}

void Topology::append_pcie(int from_switch, int to_switch, std::vector<int>& links) const {
  if (from_switch == to_switch) return;
  links.push_back(up(cable(LinkKind::kHost, from_switch)));
  links.push_back(down(cable(LinkKind::kHost, to_switch)));
}

/// The accelerator beside `from` that sits on the rail of `to`, if scale-up reaches it; else `from` itself.
int Topology::relay_of(int from, int to) const {
  const TopologyShape& s = shape_;
  const int group = nic_group_of(to);
  if (s.rails == 1 || nic_group_of(from) == group) return from;
  const int first = (group * s.accelerators_per_node + s.nic_groups_per_node - 1) / s.nic_groups_per_node;
  const int relay = node_of(from) * s.accelerators_per_node + first;
  return s.domain_size > 1 && domain_of(relay) == domain_of(from) ? relay : from;
}

void Topology::append_fabric(int from, int to, std::vector<int>& links) const {
  assert(shape_.has_fabric);
  const int relay = relay_of(from, to);
  if (relay != from) append_scale_up(from, relay, links);
  const int from_nic = node_of(relay) * shape_.nic_groups_per_node + nic_group_of(relay);
  const int to_nic = node_of(to) * shape_.nic_groups_per_node + nic_group_of(to);
  links.push_back(up(cable(LinkKind::kPcie, relay)));
  append_pcie(pcie_switch_of(relay), pcie_switch_of_nic_group(from_nic), links);
  links.push_back(up(cable(LinkKind::kNicSlot, from_nic)));
  links.push_back(up(cable(LinkKind::kNicCable, from_nic)));
  append_switches(from_nic, to_nic, links);
  links.push_back(down(cable(LinkKind::kNicCable, to_nic)));
  links.push_back(down(cable(LinkKind::kNicSlot, to_nic)));
  append_pcie(pcie_switch_of_nic_group(to_nic), pcie_switch_of(to), links);
  links.push_back(down(cable(LinkKind::kPcie, to)));
}

void Topology::append_switches(int from_nic, int to_nic, std::vector<int>& links) const {
  const TopologyShape& s = shape_;
  const int from_group = leaf_group_of(from_nic / s.nic_groups_per_node);
  const int to_group = leaf_group_of(to_nic / s.nic_groups_per_node);
  const int from_rail = from_nic % s.nic_groups_per_node * s.rails / s.nic_groups_per_node;
  const int to_rail = to_nic % s.nic_groups_per_node * s.rails / s.nic_groups_per_node;
  const int from_leaf = from_group * s.rails + from_rail;
  const int to_leaf = to_group * s.rails + to_rail;
  if (from_leaf == to_leaf) return;
  // Numbers the NICs below a leaf one after another, so that neighbours go to different spines.
  const int key = s.rails > 1 ? to_nic / s.nic_groups_per_node + to_rail * s.nodes_per_leaf : to_nic;
  const int plane = key % s.spines_per_pod;
  links.push_back(up(cable(LinkKind::kLeafUplink, from_leaf * s.spines_per_pod + plane)));
  const int from_pod = pod_of_leaf_group(from_group);
  const int to_pod = pod_of_leaf_group(to_group);
  if (from_pod != to_pod) {
    const int core = key / s.spines_per_pod % s.cores_per_plane;
    const auto uplink = [&](int pod) { return (pod * s.spines_per_pod + plane) * s.cores_per_plane + core; };
    links.push_back(up(cable(LinkKind::kSpineUplink, uplink(from_pod))));
    links.push_back(down(cable(LinkKind::kSpineUplink, uplink(to_pod))));
  }
  links.push_back(down(cable(LinkKind::kLeafUplink, to_leaf * s.spines_per_pod + plane)));
}

}  // namespace fmplan::network
