#pragma once

/// @file
/// Flows that symmetry makes alike, simulated once for all of them.
///
/// Flows and links are sorted into classes such that flows of one class have the same start, size, weight and so on,
/// cross the same number of links of each class and wait for flows of the same classes, and links of one class have the
/// same capacity and carry the same number of flows of each class (the coarsest equitable partition, found by colour
/// refinement [McKay 1981]).  Progressive filling then treats all members of a class alike at every moment, so one flow
/// and one link per class, with the number of flows that share the link, give the same finish times.  What breaks the
/// symmetry, one failed link say, splits classes by itself.

#include <optional>
#include <vector>

#include "core/network/fat_tree.h"
#include "core/network/flow_simulation.h"

namespace fmplan::network {

struct FoldedFlows {
  FlowNetwork network{};  ///< one link per class
  FlowSet set{};          ///< one flow per class
  std::vector<int> class_of_flow{};
  std::vector<int> link_of_class{};  ///< of the links of each class, the one with the lowest number
};

/// Classes are told apart by 64-bit hashes: with a million flows, less than one call in a million takes two for alike
/// that are not.
/// @pre the network and the set are such that simulate() takes them.
FoldedFlows fold(const FlowNetwork& network, const FlowSet& set);

/// The finish times of all flows, worked out on the folded ones; the other fields likewise, but for `rates`, which are
/// those of the classes.
FlowResult simulate_folded(const FlowNetwork& network, const FlowSet& set, const SimulationOptions& options = {});

/// An all-to-all of all endpoints at once, without its n (n − 1) flows ever being listed: two classes on a tree of one
/// pod, pairs under one leaf and pairs across leaves.  `pair_bytes` go from each endpoint to each other.  None where it
/// is not symmetric: leaves not all full, several pods, scale-up domains, or endpoints of a leaf that do not spread
/// evenly over spines.
std::optional<FoldedFlows> folded_all_to_all(const FatTree& tree, Bytes pair_bytes);

}  // namespace fmplan::network
