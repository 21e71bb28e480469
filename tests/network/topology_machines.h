#pragma once

#include "core/hardware/cluster.h"
#include "core/network/topology_build.h"

namespace fmplan::network {

/// Machines after those on the market, with round latencies.
inline hardware::Instance machine(int accelerators, int domain, double scale_up_gb_per_s, int nics,
                                  double nic_gbit_per_s) {
  hardware::Instance instance;
  instance.name = "machine";
  instance.accelerators_per_node = accelerators;
  instance.scale_up_domain = domain;
  if (domain > 1)
    instance.scale_up = hardware::Link{.name = "scale-up",
                                       .bandwidth = scale_up_gb_per_s * gigabyte_per_second,
                                       .efficiency = 1,
                                       .latency = 4 * microsecond};
  if (nics > 0) {
    instance.scale_out = hardware::Link{.name = "scale-out",
                                        .bandwidth = nics * nic_gbit_per_s / accelerators * gigabit_per_second,
                                        .efficiency = 1,
                                        .latency = 20 * microsecond};
    instance.wiring.num_nics = nics;
    instance.wiring.nic_rate = nic_gbit_per_s * gigabit_per_second;
  }
  instance.wiring.pcie_bandwidth = 63 * gigabyte_per_second;
  instance.wiring.pcie_latency = 6 * microsecond;
  return instance;
}

/// Eight H100, NVSwitch, 32 NICs of 100 Gbit/s: 50 GB/s an accelerator.
inline hardware::Instance p5() { return machine(8, 8, 450, 32, 100); }

/// Eight A100, NVSwitch, four PCIe switches with two A100 and one NIC of 100 Gbit/s each.
inline hardware::Instance p4d() {
  hardware::Instance instance = machine(8, 8, 300, 4, 100);
  instance.wiring.num_pcie_switches = 4;
  return instance;
}

/// Eight V100 in a hybrid cube mesh of 25 GB/s links, one NIC.
inline hardware::Instance p3dn() {
  hardware::Instance instance = machine(8, 8, 150, 1, 100);
  instance.wiring.shape = hardware::ScaleUpShape::kHybridCubeMesh;
  return instance;
}

/// Sixteen Trainium 2 in a torus of 4 × 4; in an UltraServer four such, joined by rings of four.
inline hardware::Instance trn2(bool ultraserver) {
  hardware::Instance instance = machine(16, ultraserver ? 64 : 16, ultraserver ? 640 : 512, 16, 200);
  instance.wiring.shape = hardware::ScaleUpShape::kTorus;
  instance.wiring.torus = {
      {4, 256 * gigabyte_per_second}, {4, 256 * gigabyte_per_second}, {4, 128 * gigabyte_per_second}};
  return instance;
}

/// Four GB200 of a domain of 72, 400 Gbit/s each.
inline hardware::Instance gb200() { return machine(4, 72, 900, 4, 400); }

/// Eight PCIe cards without scale-up, four NICs of 100 Gbit/s.
inline hardware::Instance g6e() { return machine(8, 1, 0, 4, 100); }

/// Eight H100 with a NIC of 400 Gbit/s each on rails of their own.
inline hardware::Instance dgx() {
  hardware::Instance instance = machine(8, 8, 450, 8, 400);
  instance.fabric.nodes_per_leaf = 32;
  instance.fabric.rail_optimised = true;
  return instance;
}

inline Topology network_of(const hardware::Instance& instance, int nodes) {
  return Topology(topology_shape(instance, nodes).shape);
}

}  // namespace fmplan::network
