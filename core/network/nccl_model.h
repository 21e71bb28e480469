#pragma once

/// @file
/// Collective time with NCCL's choices: every algorithm and protocol that NCCL would consider is timed with the
/// coefficients of a profile, the fastest (or the one a plug-in's table names) is taken, and the bound that binds is
/// named.
///
/// Sizes follow nccl-tests, as in collective_time.h.  With n ranks, p of them in a domain, N domains, S the size, U the
/// line rate of a rank's scale-up link, B that of its share of the NICs:
///
///   t = ( L^q + x^q )^(1/q)          L latency, x transfer time at the rate reached, q the pipe's shape
///
///   algorithm      latency L                                  x = S · … / (efficiency · bound)          bound
///   ring           launch + inside·hop + across·net_hop       f(n) + own_share/n                         U, p·B
///   tree           launch + 2((p−1)·hop + log₂N·net_hop)      1                                          p·B (N = 2),
///   p·B/2 NVLS           nvls_latency                               1 U·n/(n+1) NVLS-tree      nvls_latency + 2
///   log₂N·net_nvls_hop        1                                          both of the above PAT            launch +
///   log₂N·net_hop/3.5                 f(n)                                       0.75·p·B pairwise       latency +
///   peers·per_peer                   (p−1)/n to U, (n−p)/n to B                 U, B
///
/// Towards one peer only a few of NCCL's 32 channels run, each at `pair_channel`·U: one pair reaches U with long
/// messages only. f(n) = 2(n−1)/n for all-reduce, (n−1)/n for all-gather and reduce-scatter, 1 for broadcast; LL and
/// LL128 reach a `share` of Simple's rate.  A ring has 2(n−1) (all-reduce) or n−1 steps, of which 2(N−1) or N−1 cross
/// domains [NCCL src/graph/tuning.cc].  Efficiencies and shares never exceed 1, so no prediction beats a bound.
/// Neglected: contention with other traffic, which channel counts NCCL picks, buffers registered by the user.

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"
#include "core/network/collective_group.h"
#include "core/network/collective_profile.h"

namespace fmplan::network {

/// What keeps a collective from being faster.
enum class CollectiveBound { kLatency, kScaleUpLink, kInSwitchReduction, kNics, kTreeDegree };
std::string_view collective_bound_name(CollectiveBound bound);

/// One way NCCL could run a collective.
struct NcclCandidate {
  NcclAlgorithm algorithm = NcclAlgorithm::kRing;
  NcclProtocol protocol = NcclProtocol::kSimple;
  Seconds time;
  Seconds latency;     ///< L
  Seconds bound_time;  ///< transfer time at the line rate that binds: nothing can be faster
  CollectiveBound bound = CollectiveBound::kScaleUpLink;
};

struct CalibratedTime {
  Seconds total;
  Seconds low;   ///< 80 % of measurements lie from here …
  Seconds high;  ///< … to here
  NcclAlgorithm algorithm = NcclAlgorithm::kRing;
  NcclProtocol protocol = NcclProtocol::kSimple;
  BytesPerSecond bus_bandwidth;  ///< as nccl-tests prints them
  BytesPerSecond algorithm_bandwidth;
  CollectiveBound bound = CollectiveBound::kLatency;
  double share_of_bound = 0;  ///< of the wire bound of the chosen algorithm, reached; [0, 1]
};

/// What may be chosen: all, or what NCCL_ALGO, NCCL_PROTO or NCCL_NVLS_ENABLE=0 leave.
struct NcclRestriction {
  std::optional<NcclAlgorithm> algorithm;
  std::optional<NcclProtocol> protocol;
  bool no_nvls = false;

  friend bool operator==(const NcclRestriction&, const NcclRestriction&) = default;
};

/// Every candidate of a collective, in a fixed order; empty for one rank.
std::vector<NcclCandidate> nccl_candidates(Collective collective, Bytes payload, const CollectiveGroup& group,
                                           const CollectiveProfile& profile, const NcclRestriction& only = {});

/// The candidate that the profile's table names, else the fastest.  Zero time for one rank.
/// @pre payload ≥ 0; the group has a scale-out bandwidth if it spans domains, a scale-up bandwidth if it fills more
/// than one rank of a domain.
CalibratedTime collective_time(Collective collective, Bytes payload, const CollectiveGroup& group,
                               const CollectiveProfile& profile, const NcclRestriction& only = {});

/// The least time any algorithm could need at the line rates: bytes over the widest way out of a rank or a domain,
///   all-reduce S/(p·B), S/U · …; see docs/models/collectives.md.  A measurement below it is not of this machine.
Seconds collective_bound_time(Collective collective, Bytes payload, const CollectiveGroup& group,
                              bool in_switch_reduction);

}  // namespace fmplan::network
