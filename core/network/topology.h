#pragma once

/// @file
/// The network as it is wired: accelerators, scale-up domains, PCIe switches, NICs, and the leaf, spine and core
/// switches between machines.
///
/// Everything repeats (every machine, every leaf, every pod is like the next, the last one excepted, which may be less
/// full), so nothing is stored per machine: a Topology is a few counts and one scale-up domain, and the ends, the
/// capacity and the route of any link are computed from its number.  `links()` writes the whole network out.
///
///   accelerator ─ scale-up switch                one per domain, or cables between accelerators
///        └ PCIe switch ─ NIC ─ leaf ─ spine ─ core
///              └ host bridge                     where scale-up does not join the whole machine
///
/// NICs that serve the same accelerators are one vertex (p5: four of 100 Gbit/s); parallel cables are one link.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/hardware/wiring.h"
#include "core/network/domain_mesh.h"

namespace fmplan::network {

/// The counts and rates a network is made of; topology_shape() in topology_build.h derives them from an instance.
/// Zero of something means that there is none.
struct TopologyShape {
  std::string instance;        ///< for titles
  std::string scale_up_name;   ///< "NVLink 4 with NVSwitch"
  std::string scale_out_name;  ///< "EFA v2 (Nitro v4)"
  std::string fabric_name;

  int num_nodes = 1;  ///< machines
  int accelerators_per_node = 8;
  int domain_size = 1;  ///< accelerators joined by scale-up; divides a machine, or is whole machines
  hardware::ScaleUpShape scale_up_shape = hardware::ScaleUpShape::kSwitch;
  BytesPerSecond scale_up_bandwidth;   ///< per accelerator and direction
  Seconds scale_up_latency;            ///< of a message through the switch, or over one cable
  std::vector<MeshCable> mesh_cables;  ///< of a whole domain; empty with a switch
  std::vector<int> torus_sizes;        ///< of a torus, fastest-varying rank first

  int pcie_switches_per_node = 0;
  BytesPerSecond pcie_bandwidth;  ///< of one slot, per direction
  bool host_bridge = false;       ///< joins the PCIe switches of a machine
  Seconds host_latency;           ///< of a message over it
  int nic_groups_per_node = 0;    ///< sets of NICs that serve the same accelerators
  int nics_per_group = 0;
  BytesPerSecond nic_rate;    ///< of one NIC
  Seconds scale_out_latency;  ///< of a message between machines, all of it

  bool has_fabric = false;  ///< leaves and above
  int rails = 1;            ///< leaves that a machine is joined to: nic_groups_per_node if rail-optimised
  int nodes_per_leaf = 1;
  int leaf_groups_per_pod = 1;  ///< a leaf group is one leaf, or one per rail
  int spines_per_pod = 0;
  int cores_per_plane = 0;  ///< core switches that the s-th spines of all pods share
  double leaf_oversubscription = 1;
  double pod_oversubscription = 1;
};

enum class VertexKind { kAccelerator, kScaleUpSwitch, kPcieSwitch, kHostBridge, kNic, kLeaf, kSpine, kCore };
inline constexpr auto kVertexKindNames = names<VertexKind>({{"accelerator", VertexKind::kAccelerator},
                                                            {"scale-up switch", VertexKind::kScaleUpSwitch},
                                                            {"PCIe switch", VertexKind::kPcieSwitch},
                                                            {"host bridge", VertexKind::kHostBridge},
                                                            {"NIC", VertexKind::kNic},
                                                            {"leaf", VertexKind::kLeaf},
                                                            {"spine", VertexKind::kSpine},
                                                            {"core", VertexKind::kCore}});
enum class LinkKind { kScaleUp, kPcie, kHost, kNicSlot, kNicCable, kLeafUplink, kSpineUplink };
inline constexpr auto kLinkKindNames = names<LinkKind>({{"scale-up link", LinkKind::kScaleUp},
                                                        {"PCIe slot of an accelerator", LinkKind::kPcie},
                                                        {"PCIe to the host", LinkKind::kHost},
                                                        {"PCIe slot of a NIC", LinkKind::kNicSlot},
                                                        {"NIC", LinkKind::kNicCable},
                                                        {"leaf uplink", LinkKind::kLeafUplink},
                                                        {"spine uplink", LinkKind::kSpineUplink}});
inline constexpr int kNumVertexKinds = kVertexKindNames.count;
inline constexpr int kNumLinkKinds = kLinkKindNames.count;

inline std::string_view vertex_kind_name(VertexKind kind) { return kVertexKindNames.name(kind); }
inline std::string_view link_kind_name(LinkKind kind) { return kLinkKindNames.name(kind); }

/// One direction of a link.  Link 2c leads up (towards the core, or to the higher place of a mesh), link 2c + 1 back.
struct TopologyLink {
  LinkKind kind = LinkKind::kScaleUp;
  int from = 0;  ///< vertices
  int to = 0;
  double capacity_bytes_per_s = 0;
  double latency_s = 0;

  friend bool operator==(const TopologyLink&, const TopologyLink&) = default;
};

constexpr int reverse_link(int link) { return link ^ 1; }

class Topology {
 public:
  /// @pre the counts fit each other, as topology_shape() sees to.
  /// @throws InputError if a scale-up domain that is not full falls apart.
  explicit Topology(TopologyShape shape);

  const TopologyShape& shape() const { return shape_; }
  int num_accelerators() const { return num_accelerators_; }
  int num_domains() const;
  int num_leaf_groups() const;  ///< 0 without a fabric
  int num_pods() const;         ///< 0 without a fabric

  int num_vertices() const { return first_vertex_[kNumVertexKinds]; }
  int num_vertices(VertexKind kind) const;
  int first_vertex(VertexKind kind) const { return first_vertex_[static_cast<std::size_t>(kind)]; }
  VertexKind vertex_kind(int vertex) const;
  std::string vertex_name(int vertex) const;  ///< "node 3 accelerator 5", "leaf 2 of pod 0"

  int num_links() const { return 2 * first_cable_[kNumLinkKinds]; }  ///< directed
  int num_links(LinkKind kind) const;
  TopologyLink link(int id) const;
  std::vector<TopologyLink> links() const;  ///< the whole network, written out

  /// The links from one accelerator to another, by number, none if they are the same: scale-up inside a domain, PCIe
  /// inside a machine, else NIC, leaf, spine and core as far up as needed.  Among equal spines the one is taken that
  /// the destination's number gives (D-mod-k), so that shifts of all ranks do not collide; with rails, traffic to
  /// another rail first crosses to the accelerator of that rail over scale-up, as NCCL's PXN does.
  /// @pre both in [0, num_accelerators())
  std::vector<int> route(int from, int to) const;
  /// Appends the same to `links`; for loops that reuse the memory.
  void append_route(int from, int to, std::vector<int>& links) const;

  int node_of(int accelerator) const { return accelerator / shape_.accelerators_per_node; }
  int domain_of(int accelerator) const { return accelerator / shape_.domain_size; }
  int leaf_group_of(int node) const { return node / shape_.nodes_per_leaf; }
  int pod_of_leaf_group(int group) const { return group / shape_.leaf_groups_per_pod; }
  int nodes_in_leaf_group(int group) const;
  int nodes_in_pod(int pod) const;
  int accelerators_in_domain(int domain) const;
  /// The set of NICs that an accelerator uses, counted through the machine.
  int nic_group_of(int accelerator) const;

  BytesPerSecond nic_group_bandwidth() const { return shape_.nics_per_group * shape_.nic_rate; }
  BytesPerSecond leaf_uplink(int group) const;  ///< of one leaf, all its spines together
  BytesPerSecond spine_uplink(int pod) const;   ///< of one spine, all its cores together
  /// The domain without a switch, whole and as the last one is; size 0 with a switch.
  const DomainMesh& full_mesh() const { return full_mesh_; }
  const DomainMesh& last_mesh() const { return last_mesh_; }

 private:
  int cable(LinkKind kind, int index) const { return first_cable_[static_cast<std::size_t>(kind)] + index; }
  int vertex(VertexKind kind, int index) const { return first_vertex_[static_cast<std::size_t>(kind)] + index; }
  int pcie_switch_of(int accelerator) const;
  int pcie_switch_of_nic_group(int nic_group) const;
  TopologyLink scale_up_link(int index) const;
  TopologyLink upward_link(LinkKind kind, int index) const;
  void append_scale_up(int from, int to, std::vector<int>& links) const;
  void append_pcie(int from_switch, int to_switch, std::vector<int>& links) const;
  void append_fabric(int from, int to, std::vector<int>& links) const;
  void append_switches(int from_nic, int to_nic, std::vector<int>& links) const;
  int relay_of(int from, int to) const;

  TopologyShape shape_;
  int num_accelerators_ = 0;
  int first_vertex_[kNumVertexKinds + 1] = {};
  int first_cable_[kNumLinkKinds + 1] = {};
  DomainMesh full_mesh_;
  DomainMesh last_mesh_;
};

}  // namespace fmplan::network
