#pragma once

/// @file
/// The network between machines as a text about a machine states it, beside memory, NVLink and networks for other ends.

#include <optional>
#include <string>
#include <string_view>

#include "core/base/quantity.h"

namespace fmplan::evidence {

/// Rate of the links between machines, of a whole machine or of each of its GPUs.
struct StatedLink {
  BytesPerSecond bandwidth;
  bool per_gpu = false;

  friend bool operator==(const StatedLink&, const StatedLink&) = default;
};

struct StatedNetwork {
  std::optional<StatedLink> link;
  std::string
      doubt;       ///< why rates that are stated are not taken: they contradict each other, or may be of one NIC or all
  std::string in;  ///< the parts of the text, in lower case, that speak of the link
};

/// Every rate of the text counts, with the number of links before it ("8x ConnectX-7 400Gb/s", "16 x 200 Gb/s") or
/// behind ("400 Gb/s x8") and what it is of ("400Gb/s IB per GPU", "1600 Gbps node-node", "8 NICs, 200 Gb/s each").
/// "NDR400" is 400 Gbit/s.  Links that are counted for other ends are left out: "10x 200 Gb/s (8 compute, 2 storage)"
/// are eight.  A GPU's is what is said to be per GPU alone: "GPU fabric 3.2 Tb/s" is a machine's. Never one of memory,
/// NVLink, storage or management.  One said to be for compute, or between nodes, goes before one of InfiniBand, RDMA,
/// RoCE, EFA or a NIC, and that before Ethernet or one without a word.  A rate of its own up to 800 Gbit/s, as one NIC
/// has it, may be the machine's or a NIC's: in doubt.  So are numbers with a sign or an exponent, a count of NICs
/// before a bracket with a count of its own, links faster than any NIC or machine, NICs of two ports with a count, and
/// a machine's rate beside a number or NICs in the plural that may count links.  A bare number counts where NICs in the
/// plural stand behind the rate ("8 NVIDIA 400 Gb/s HCAs per node").
StatedNetwork stated_network(std::string_view text, int gpus_per_node);

/// Links of a machine by what was bought for it.
struct ProductLink {
  BytesPerSecond bandwidth;  ///< all together
  std::string words;         ///< what was taken for what
};
/// "4x NVIDIA ConnectX-7 NICs": as many ports at the product's full rate.  None where the text has any rate or a
/// generation of links, or counts no product or two, or of two ports, for storage or management, a GPU's, or in a
/// number that no machine of so many GPUs has: fewer than half as many, or more.
std::optional<ProductLink> link_of_product(std::string_view text, int gpus_per_node);

/// True if the text says that NICs do not reach the GPUs' memory: "no GPUDirect", "GPUDirect RDMA off", "without GDR".
bool denies_gpudirect(std::string_view text);

}  // namespace fmplan::evidence
