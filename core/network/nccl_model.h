#pragma once

/// @file
/// Collective time with NCCL's choices: NCCL's tuner, or a plug-in's table, says which algorithm and protocol run; that
/// one is timed with the coefficients of a profile, and the bound that binds is named.
///
/// Sizes follow nccl-tests, as in collective_time.h.  With n ranks, p of them in a domain, N domains, S the size, U the
/// line rate of a rank's scale-up link, B that of its share of the NICs:
///
///   t = ( L^q + x^q )^(1/q)          L latency, x transfer time at the rate reached, q the pipe's shape
///
///   ring        L = launch + inside·hop + across·net_hop      x = S·(f(n) + own_share/n) over U, S·f(n) over p·B
///   tree        L = launch + 2((p−1)·hop + log₂N·net_hop)     x = 2S over U, S over p·B (N = 2), /1.5 (N = 3), /2
///   NVLS        L = nvls_latency                              x = S over U·p/(p+1)
///   NVLS-tree   L = nvls_latency + 2·log₂N·net_nvls_hop       x as NVLS and as tree
///   SHARP       L = nvls_latency + net_nvls_hop               x as NVLS, S over p·B      (NVLS across domains)
///   PAT         L = launch + log₂N·net_hop/3.5                x = S·f(n) over 0.75·p·B
///   pairwise    L = latencies + peers·per_peer                x = S·((p−1) + own_share)/n over U, S·(n−p)/n over B
///
/// each x over the link's efficiency, the slower of two links counting; p is that of the smallest domain where NICs
/// bind.  Towards one peer only a few of NCCL's 32 channels run, each at `pair_channel`·U: one pair reaches U with long
/// messages only. f(n) = 2(n−1)/n for all-reduce, (n−1)/n for all-gather and reduce-scatter, 1 for broadcast; LL and
/// LL128 reach a `share` of Simple's rate.  A ring has 2(n−1) (all-reduce) or n−1 steps, of which 2(N−1) or N−1 cross
/// domains [NCCL src/graph/tuning.cc].  Efficiencies and shares never exceed 1, so no prediction beats a bound.
/// Neglected: contention with other traffic, which channel counts NCCL picks, buffers registered by the user.

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/network/collective_group.h"
#include "core/network/collective_profile.h"

namespace fmplan::network {

/// What keeps a collective from being faster.
enum class CollectiveBound { kLatency, kScaleUpLink, kInSwitchReduction, kNics, kTreeDegree };
inline constexpr auto kCollectiveBoundNames =
    names<CollectiveBound>({{"latency", CollectiveBound::kLatency},
                            {"scale_up_link", CollectiveBound::kScaleUpLink},
                            {"in_switch", CollectiveBound::kInSwitchReduction},
                            {"nics", CollectiveBound::kNics},
                            {"tree_degree", CollectiveBound::kTreeDegree}});
inline std::string_view collective_bound_name(CollectiveBound bound) { return kCollectiveBoundNames.name(bound); }

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
  std::optional<int> points;  ///< measured sizes that the interval rests on; 0: none; none: not known
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

/// The candidate that the profile's table names, else the one that NCCL's tuner believes in (nccl_tuner.h), else the
/// fastest.  Zero time for one rank.
/// @pre payload ≥ 0; the group has a scale-out bandwidth if it spans domains, a scale-up bandwidth if it fills more
/// than one rank of a domain.
CalibratedTime collective_time(Collective collective, Bytes payload, const CollectiveGroup& group,
                               const CollectiveProfile& profile, const NcclRestriction& only = {});

/// Its total alone, for where it is asked millions of times.  @pre as collective_time()
Seconds calibrated_seconds(Collective collective, Bytes payload, const CollectiveGroup& group,
                           const CollectiveProfile& profile);

/// The least time any algorithm could need at the line rates, the greater of
///   f(n)·S / (U + B)     what a rank must take in, over its links and NICs together; at most (p+1)/p·S where the
///   switch adds f(N)·S / (p·B), with SHARP S / (p·B)       what a domain must take in over its NICs; of an all-to-all
///   p·(n−p)/n·S
/// A measurement below it is not of this machine.
Seconds collective_bound_time(Collective collective, Bytes payload, const CollectiveGroup& group,
                              bool in_switch_reduction, bool sharp = false);

}  // namespace fmplan::network
