#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/network/topology_query.h"
#include "tests/network/topology_machines.h"

namespace fmplan::network {
namespace topology_test {

using testing::ElementsAre;
using testing::HasSubstr;

/// What a route runs over, as kinds of links.
std::vector<LinkKind> kinds_on(const Topology& topology, int from, int to) {
  std::vector<LinkKind> kinds;
  for (const int id : topology.route(from, to)) kinds.push_back(topology.link(id).kind);
  return kinds;
}

/// The first broken law of a route, or nothing: it leads from one end to the other without a gap.
std::string broken_law(const Topology& topology, int from, int to) {
  int vertex = from;
  for (const int id : topology.route(from, to)) {
    const TopologyLink link = topology.link(id);
    if (link.from != vertex) return "gap before " + topology.vertex_name(link.from);
    vertex = link.to;
  }
  return vertex == to ? "" : "ends at " + topology.vertex_name(vertex);
}

// 16 machines: 128 accelerators, 128 sets of four NICs, 128 PCIe switches, 16 NVSwitches.  A switch of 64 × 400 Gbit/s
// takes 32 ports down = 12.8 Tbit/s = 4 machines, so 4 leaves; their 4 · 32 uplink ports fill 2 spines.
TEST(TopologyOfP5, HasThePartsCountedByHand) {
  const Topology topology = network_of(p5(), 16);
  EXPECT_EQ(topology.num_vertices(VertexKind::kAccelerator), 128);
  EXPECT_EQ(topology.num_vertices(VertexKind::kScaleUpSwitch), 16);
  EXPECT_EQ(topology.num_vertices(VertexKind::kPcieSwitch), 128);
  EXPECT_EQ(topology.num_vertices(VertexKind::kNic), 128);
  EXPECT_EQ(topology.shape().nics_per_group, 4);
  EXPECT_EQ(topology.num_vertices(VertexKind::kLeaf), 4);
  EXPECT_EQ(topology.num_vertices(VertexKind::kSpine), 2);
  EXPECT_EQ(topology.num_vertices(VertexKind::kCore), 0);
  // Both directions: accelerator to NVSwitch, to PCIe, PCIe to NIC, NIC to leaf: 128 each; leaf to spine 4 · 2.
  EXPECT_EQ(topology.num_links(), 2 * (4 * 128 + 8));
}

TEST(TopologyOfP5, ClimbsOnlyAsFarAsItMust) {
  const Topology topology = network_of(p5(), 2048);
  EXPECT_TRUE(topology.route(5, 5).empty());
  EXPECT_EQ(topology.route(0, 7).size(), 2u);            // NVSwitch
  EXPECT_EQ(topology.route(0, 8).size(), 6u);            // leaf
  EXPECT_EQ(topology.route(0, 8 * 4).size(), 8u);        // spine
  EXPECT_EQ(topology.route(0, 8 * 4 * 32).size(), 10u);  // core: a pod has 32 leaves
  EXPECT_THAT(kinds_on(topology, 0, 8 * 4),
              ElementsAre(LinkKind::kPcie, LinkKind::kNicSlot, LinkKind::kNicCable, LinkKind::kLeafUplink,
                          LinkKind::kLeafUplink, LinkKind::kNicCable, LinkKind::kNicSlot, LinkKind::kPcie));
  // The scale-out latency is that of a whole message, half on either cable; 20 µs however far.
  EXPECT_NEAR(route_latency(topology, topology.route(0, 8)) / microsecond, 20, 1e-9);
  EXPECT_NEAR(route_latency(topology, topology.route(0, 16000)) / microsecond, 20, 1e-9);
  EXPECT_NEAR(route_latency(topology, topology.route(0, 1)) / microsecond, 4, 1e-9);
}

TEST(TopologyRoutes, JoinTheirEndsOnEveryMachine) {
  for (const auto& instance : {p5(), p4d(), p3dn(), trn2(false), trn2(true), gb200(), g6e(), dgx()})
    for (const int nodes : {1, 2, 5, 19, 70}) {
      const Topology topology = network_of(instance, nodes);
      const int n = topology.num_accelerators();
      for (int from = 0; from < n; from += 7)
        for (int to = 0; to < n; to += 5) {
          ASSERT_EQ(broken_law(topology, from, to), "") << instance.accelerators_per_node << " × " << nodes;
          ASSERT_EQ(topology.route(from, to).empty(), from == to);
        }
    }
}

TEST(TopologyRoutes, AreAsLongBackAsForth) {
  for (const auto& instance : {p5(), p3dn(), trn2(true), gb200(), g6e()}) {
    const Topology topology = network_of(instance, 20);
    for (int from = 0; from < topology.num_accelerators(); from += 3)
      for (int to = from + 1; to < topology.num_accelerators(); to += 11)
        ASSERT_EQ(topology.route(from, to).size(), topology.route(to, from).size());
  }
}

TEST(TopologyLinks, WrittenOutAreTheOnesComputedByNumber) {
  for (const auto& instance : {p5(), trn2(true), g6e(), dgx()}) {
    const Topology topology = network_of(instance, 70);
    const std::vector<TopologyLink> all = topology.links();
    ASSERT_EQ(static_cast<int>(all.size()), topology.num_links());
    for (int id = 0; id < topology.num_links(); ++id) {
      const TopologyLink& link = all[static_cast<std::size_t>(id)];
      ASSERT_EQ(link, topology.link(id));
      const TopologyLink back = topology.link(reverse_link(id));
      ASSERT_EQ(back.from, link.to);
      ASSERT_EQ(back.capacity_bytes_per_s, link.capacity_bytes_per_s);
    }
  }
}

// A shift by one machine sends one message from and to every set of NICs.  With D-mod-k no two of them share an
// uplink's port: 32 messages leave a leaf of 4 machines when everybody sends 4 machines on, 1 to each of the 32 spines
// of a full pod.
TEST(TopologyRoutes, SpreadAShiftEvenlyOverTheSpines) {
  const Topology topology = network_of(p5(), 256);
  ASSERT_EQ(topology.shape().spines_per_pod, 32);
  std::vector<int> load(static_cast<std::size_t>(topology.num_links()), 0);
  const int n = topology.num_accelerators();
  for (int i = 0; i < n; ++i)
    for (const int id : topology.route(i, (i + 32) % n)) ++load[static_cast<std::size_t>(id)];
  for (int id = 0; id < topology.num_links(); ++id)
    if (topology.link(id).kind == LinkKind::kLeafUplink) {
      ASSERT_EQ(load[static_cast<std::size_t>(id)], 1);
    }
}

// Rail-optimised: accelerator 3 to accelerator 3 of the next machine meets at its rail's leaf: 6 links.  Accelerator 0
// to accelerator 3 first crosses the NVSwitch (2 links) to the one on that rail.
TEST(TopologyWithRails, KeepsTrafficOnTheRailOfItsDestination) {
  const Topology topology = network_of(dgx(), 64);
  EXPECT_EQ(topology.num_vertices(VertexKind::kLeaf), 2 * 8);
  EXPECT_EQ(topology.route(3, 8 + 3).size(), 6u);
  EXPECT_THAT(kinds_on(topology, 0, 8 + 3),
              ElementsAre(LinkKind::kScaleUp, LinkKind::kScaleUp, LinkKind::kPcie, LinkKind::kNicSlot,
                          LinkKind::kNicCable, LinkKind::kNicCable, LinkKind::kNicSlot, LinkKind::kPcie));
  EXPECT_EQ(topology.route(3, 32 * 8 + 3).size(), 8u);  // another set of leaves
}

// Two accelerators share a NIC of 12.5 GB/s.  Alone one may have all of it; in training both send: 6.25 GB/s each.
TEST(TopologyOfP4d, HalvesTheNicBetweenTwoAccelerators) {
  const Topology topology = network_of(p4d(), 4);
  EXPECT_EQ(topology.num_vertices(VertexKind::kNic), 16);
  EXPECT_EQ(topology.nic_group_of(0), topology.nic_group_of(1));
  EXPECT_NE(topology.nic_group_of(1), topology.nic_group_of(2));
  const auto together = bottleneck(topology, {.num_ranks = 4, .stride = 8});
  ASSERT_TRUE(together);
  EXPECT_EQ(together->kind, LinkKind::kNicCable);
  EXPECT_DOUBLE_EQ(together->load, 2);
  EXPECT_DOUBLE_EQ(together->per_rank / gigabyte_per_second, 6.25);
  const auto alone = bottleneck(topology, {.num_ranks = 4, .stride = 8, .everyone = false});
  EXPECT_DOUBLE_EQ(alone->per_rank / gigabyte_per_second, 12.5);
}

TEST(TopologyOfG6e, GoesThroughTheHostWithinAMachine) {
  const Topology topology = network_of(g6e(), 2);
  EXPECT_EQ(topology.route(0, 1).size(), 2u);  // same PCIe switch
  EXPECT_THAT(kinds_on(topology, 0, 7),
              ElementsAre(LinkKind::kPcie, LinkKind::kHost, LinkKind::kHost, LinkKind::kPcie));
  EXPECT_NEAR(route_latency(topology, topology.route(0, 7)) / microsecond, 6, 1e-9);
}

// 72 accelerators of 18 machines in one domain: 20 machines are a full domain and one of 8.
TEST(TopologyOfUltraServers, SpansMachines) {
  const Topology topology = network_of(gb200(), 20);
  EXPECT_EQ(topology.num_domains(), 2);
  EXPECT_EQ(topology.accelerators_in_domain(1), 8);
  EXPECT_EQ(topology.route(0, 71).size(), 2u);
  EXPECT_EQ(topology.route(0, 72).size(), 8u);
  EXPECT_EQ(topology.shape().nodes_per_leaf % 18, 0) << "an UltraServer is not split between leaves";
}

struct BadCase {
  const char* why;
  hardware::Instance instance;
  int nodes;
  const char* where;
  const char* message;
};

TEST(TopologyShape, RefusesWhatDoesNotFitTogether) {
  hardware::Instance odd_domain = p5();
  odd_domain.scale_up_domain = 6;
  hardware::Instance island = p5();
  island.scale_out.reset();
  hardware::Instance small_cube = p3dn();
  small_cube.accelerators_per_node = small_cube.scale_up_domain = 4;
  hardware::Instance odd_torus = trn2(false);
  odd_torus.scale_up_domain = 8;
  hardware::Instance switches = p5();
  switches.wiring.num_pcie_switches = 3;
  hardware::Instance ratio = p5();
  ratio.fabric.leaf_oversubscription = 0;
  hardware::Instance pod = p5();
  pod.fabric.nodes_per_leaf = 8;
  pod.fabric.nodes_per_pod = 4;
  const std::vector<BadCase> cases = {
      {"domain", odd_domain, 2, "/cluster/instance/scale_up_domain", "6 is neither a part nor a multiple of the 8"},
      {"no network", island, 2, "/cluster/nodes", "2 of them are not connected; use at most 1"},
      {"cube mesh of four", small_cube, 1, "/cluster/instance/scale_up_domain", "joins eight accelerators, not 4"},
      {"torus", odd_torus, 1, "/cluster/instance/scale_up_domain", "a torus of 4 × 4 × 4 has no part of 8"},
      {"PCIe", switches, 2, "/cluster/instance/pcie_switches", "3 switches cannot share 8 sets of NICs"},
      {"ratio", ratio, 2, "/cluster/fabric/leaf_oversubscription", "0 is not a ratio above 0"},
      {"pod", pod, 2, "/cluster/fabric/nodes_per_pod", "4 is less than the 8 machines of a leaf"},
      {"no machine", p5(), 0, "/cluster/nodes", "0 is not a number of machines"},
      {"too many", p5(), 200'000, "/cluster/nodes", "at most 131072 machines"}};
  for (const BadCase& bad : cases) {
    try {
      topology_shape(bad.instance, bad.nodes);
      ADD_FAILURE() << bad.why;
    } catch (const InputError& error) {
      ASSERT_EQ(error.issues().size(), 1u) << bad.why;
      EXPECT_EQ(error.issues()[0].where, bad.where) << bad.why;
      EXPECT_THAT(error.issues()[0].message, HasSubstr(bad.message)) << bad.why;
    }
  }
}

TEST(TopologyShape, NeedsNoNetworkForOneDomain) {
  hardware::Instance island = gb200();
  island.scale_out.reset();
  EXPECT_EQ(network_of(island, 18).num_vertices(VertexKind::kLeaf), 0);
  EXPECT_THROW(topology_shape(island, 19), InputError);
}

TEST(TopologyShape, ListsWhatNobodyStated) {
  const AssumedShape assumed = topology_shape(p5(), 16);
  std::vector<std::string> names;
  for (const TopologyAssumption& each : assumed.assumptions) names.push_back(each.what);
  EXPECT_THAT(names, testing::IsSupersetOf({"PCIe switches of a machine", "rails", "machines under a leaf",
                                            "oversubscription of leaves"}));
  hardware::Instance stated = p5();
  stated.wiring.num_pcie_switches = 8;
  stated.wiring.shape_is_stated = true;
  stated.fabric.rail_optimised = false;
  stated.fabric.nodes_per_leaf = 8;
  stated.fabric.leaf_oversubscription = 2;
  EXPECT_EQ(topology_shape(stated, 16).assumptions.size(), 1u) << "the switches' latency alone";
}

}  // namespace topology_test
}  // namespace fmplan::network
