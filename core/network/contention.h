#pragma once

/// @file
/// What slows a collective down, and by how much: a thinner network, another job's traffic, a broken NIC.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/network/collective_flows.h"
#include "core/network/fat_tree.h"

namespace fmplan::network {

struct ContentionPoint {
  std::string link;
  BytesPerSecond capacity{};
  int num_own_flows = 0;    ///< of the collective asked about, over this link
  int num_other_flows = 0;  ///< of other jobs

  friend bool operator==(const ContentionPoint&, const ContentionPoint&) = default;
};

struct Contention {
  Seconds time;         ///< infinite where it cannot end
  double slowdown = 1;  ///< over the time with nothing in the way
  /// The link that held the flow that was longest on its way; none where there was nothing to send.
  std::optional<ContentionPoint> bottleneck{};
};

/// The same leaves with fewer spines, as such networks are built: spines / ratio where that is whole, else as many
/// spines with links that are thinner.  @pre ratio ≥ 1
FatTreeShape oversubscribed(const FatTreeShape& shape, double ratio);

/// The collective on any network while others run, against nothing: the slowdown is left at 1.  `link_name` names the
/// bottleneck.
Contention contention_on(const FlowNetwork& network, const EndpointRoutes& routes,
                         const std::function<std::string(int)>& link_name, const CollectiveFlows& collective,
                         const std::vector<CollectiveFlows>& others);

/// The collective with nothing else on the network.
Contention contention_alone(const FatTreeShape& shape, const CollectiveFlows& collective);

/// The collective on the oversubscribed() shape, against the one on the shape itself.
Contention contention_oversubscribed(const FatTreeShape& shape, const CollectiveFlows& collective, double ratio);

/// The collective while others run; each keeps its own start.
Contention contention_beside(const FatTreeShape& shape, const CollectiveFlows& collective,
                             const std::vector<CollectiveFlows>& others);

/// The collective while one of the NICs that serve an endpoint is down: its links keep (nics − 1)/nics of their
/// bandwidth, which takes for granted that the others take over its traffic.  With a single NIC the collective never
/// ends.
/// @pre num_nics ≥ 1, endpoint exists
Contention contention_with_nic_down(const FatTreeShape& shape, const CollectiveFlows& collective, int endpoint,
                                    int num_nics);

}  // namespace fmplan::network
