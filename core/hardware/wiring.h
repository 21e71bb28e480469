#pragma once

/// @file
/// How a machine is wired inside and joined to others, as plain data: what a catalogue states.  What it leaves open is
/// filled by core/network/topology_build, which lists each such assumption.

#include <optional>
#include <string>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"

namespace fmplan::hardware {

/// How the accelerators of one scale-up domain reach each other.
enum class ScaleUpShape {
  kSwitch,          ///< every accelerator to a non-blocking switch (NVSwitch, NeuronSwitch)
  kFullMesh,        ///< a link between every two (Infinity Fabric of eight MI300X)
  kHybridCubeMesh,  ///< eight accelerators of six links each (NVLink 2 of DGX-1 and p3dn)
  kTorus,           ///< rings along one to three dimensions (NeuronLink)
};
inline constexpr auto kScaleUpShapeNames = names<ScaleUpShape>({{"switch", ScaleUpShape::kSwitch},
                                                                {"full_mesh", ScaleUpShape::kFullMesh},
                                                                {"hybrid_cube_mesh", ScaleUpShape::kHybridCubeMesh},
                                                                {"torus", ScaleUpShape::kTorus}});

/// One dimension of a torus: a ring of `size`, and the rate of the two links an accelerator has along it, together and
/// per direction.
struct TorusDimension {
  int size = 2;
  BytesPerSecond bandwidth;

  friend bool operator==(const TorusDimension&, const TorusDimension&) = default;
};

/// What joins accelerators and NICs inside a machine.
struct Wiring {
  ScaleUpShape shape = ScaleUpShape::kSwitch;
  bool shape_is_stated = false;
  std::vector<TorusDimension> torus;  ///< fastest-varying rank first; for kTorus only
  int slice_axes = 0;           ///< of a torus whose sides follow the slice that is asked for (a TPU's ICI); 0: not one
  std::optional<int> links;     ///< of an accelerator, for kFullMesh: it joins as many others; none: unknown
  std::optional<int> num_nics;  ///< of one machine
  std::optional<BytesPerSecond> nic_rate;        ///< of one NIC, per direction
  std::optional<int> num_pcie_switches;          ///< of one machine; accelerators and NICs are dealt evenly
  std::optional<BytesPerSecond> pcie_bandwidth;  ///< of one x16 slot, per direction
  std::optional<Seconds> pcie_latency;           ///< of a message between accelerators through the host

  friend bool operator==(const Wiring&, const Wiring&) = default;
};

/// The network between machines.  Oversubscription is bandwidth from below over bandwidth upwards: 1 is non-blocking,
/// below 1 more goes up than can come.
struct Fabric {
  std::string name;
  std::optional<int> nodes_per_leaf;            ///< machines under one leaf, or under one set of rail leaves
  std::optional<int> nodes_per_pod;             ///< machines under one set of spines
  std::optional<double> leaf_oversubscription;  ///< leaf to spine
  std::optional<double> pod_oversubscription;   ///< spine to core
  std::optional<bool> rail_optimised;           ///< the i-th NICs of all machines share a leaf
  std::string source;                           ///< who states it

  friend bool operator==(const Fabric&, const Fabric&) = default;
};

}  // namespace fmplan::hardware
