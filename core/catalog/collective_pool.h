#pragma once

/// @file
/// A profile for a machine that was not measured: what others of its kind have in common.

#include <string_view>
#include <vector>

#include "core/catalog/collective_profile.h"

namespace fmplan::catalog {

/// The item's machine as if none of its rows were known: each coefficient the geometric mean of those that the rows of
/// other items tell, across domains of items of its transport (of all where none of them tells it), inside one of all.
/// An item that takes its coefficients inside from another keeps these; what nobody tells stays at its prior.
/// @pre the items are loaded, `item` may be among them
network::CollectiveProfile pooled_profile(const std::vector<CollectiveProfileItem>& items,
                                          const CollectiveProfileItem& item);

/// Whether others of the kind exist to pool: items that are fitted, for the same library (NCCL).
bool can_be_pooled(const std::vector<CollectiveProfileItem>& items, const CollectiveProfileItem& item);

/// Whether two machines are joined to others in one way, as NCCL has it: EFA, TCPX, TCPXO, Slingshot, RDMA.
bool same_transport(const hardware::Instance& a, const hardware::Instance& b);

/// What an instance that no item lists may be timed with: an item of its line rates, pooled from the NVIDIA machines
/// that were measured.  None where its accelerators are not NVIDIA's or have no link among them through a switch.
std::optional<CollectiveProfileItem> pooled_item(const std::vector<CollectiveProfileItem>& items,
                                                 const hardware::Instance& instance);

}  // namespace fmplan::catalog
