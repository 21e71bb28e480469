#pragma once

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"

namespace fmplan::network {

/// The ranks of one communicator on the machine, by line rates: what a collective can use, not what it reaches.
struct CollectiveGroup {
  int num_ranks = 1;
  int ranks_per_domain = 1;            ///< ranks that reach each other over the scale-up link
  int num_domains = 1;                 ///< ⌈num_ranks / ranks_per_domain⌉
  BytesPerSecond scale_up_bandwidth;   ///< line rate of one rank's scale-up link, per direction
  BytesPerSecond scale_out_bandwidth;  ///< line rate of the NICs that one rank may use, per direction

  friend bool operator==(const CollectiveGroup&, const CollectiveGroup&) = default;
};

/// The group of `num_ranks` ranks that lie `stride` accelerators apart, filling scale-up domains first: tensor parallel
/// has stride 1, data parallel of a tensor·context plan has stride tensor·context. With `alone` false each rank has its
/// own accelerator's share of the node's NICs, since the node's other accelerators run the same collective in
/// communicators of their own.  With `alone` true the ranks share the NICs of the whole node, but one rank drives at
/// most `kMaxShares` accelerators' shares: NCCL gives a rank the NICs of its PCIe switch, and no machine in the
/// catalogues has more than two accelerators a switch.
/// @pre num_ranks ≥ 1, stride ≥ 1
CollectiveGroup collective_group(const hardware::Instance& instance, int num_ranks, int stride, bool alone = false);

}  // namespace fmplan::network
