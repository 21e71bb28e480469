#pragma once

#include <vector>

#include "core/base/quantity.h"
#include "core/hardware/wiring.h"

namespace fmplan::network {

/// One cable between two accelerators of a scale-up domain.
struct MeshCable {
  int a = 0;  ///< the lower place in the domain
  int b = 0;
  BytesPerSecond bandwidth;  ///< per direction

  friend bool operator==(const MeshCable&, const MeshCable&) = default;
};

/// The cables of a domain without a switch, and the shortest ways through it.
struct DomainMesh {
  int size = 0;
  std::vector<MeshCable> cables;
  /// Cable to take from place i on the way to place j, at i·size + j; the lowest-numbered of equally short ways.
  std::vector<int> next_cable;
  int diameter = 0;  ///< most cables between two places
};

/// Places of the largest domain that is wired as a mesh.
inline constexpr int kLargestMesh = 1024;

/// The cables of a mesh whose accelerators have `bandwidth` each, all links together and per direction:
///   full mesh         bandwidth / links between every two, size − 1 links where their number is not known
///   hybrid cube mesh  eight places of six links; 16 cables, eight of them double [nvidia-smi topo -m, DGX-1 with V100]
///   torus             a ring along each dimension, an accelerator's bandwidth split in the ratio of the dimensions'
///                     own; a ring of two is one cable.  Dimensions are taken until their product is `size`.
/// @throws InputError if a mesh is larger than kLargestMesh, a full mesh than its links reach, a cube mesh has not
/// eight places, or no leading dimensions of the torus make up `size`.
std::vector<MeshCable> mesh_cables(const hardware::Wiring& wiring, int size, BytesPerSecond bandwidth);

/// What one of several accelerators of a mesh has of cables.
struct MeshRates {
  BytesPerSecond together;  ///< to all the others
  BytesPerSecond to_one;    ///< to the one it reaches worst
};
/// Of `count` places, `stride` apart: what the least joined has of cables to the others of them, and the thinnest
/// cable, over which traffic also goes that passes through others.
/// @pre size ≥ 2, can_be_wired()
MeshRates mesh_rates(const hardware::Wiring& wiring, int size, BytesPerSecond bandwidth, int count, int stride);

/// Whether mesh_cables() takes such a domain.
bool can_be_wired(const hardware::Wiring& wiring, int size);

/// Sizes of the leading dimensions of a torus that make up `size` places.  @throws InputError if none do.
std::vector<int> torus_sizes(int size, const std::vector<hardware::TorusDimension>& torus);

/// The mesh of the first `size` places and the cables that both ends of are among them, with its shortest ways.
/// @throws InputError if those places are not connected, or are more than 1,024.
DomainMesh domain_mesh(int size, const std::vector<MeshCable>& cables);

}  // namespace fmplan::network
