#pragma once

/// @file
/// Closed forms for the time of one collective over a machine of one or more levels (scale-up domain, network).
///
/// Sizes follow nccl-tests: `payload` is the buffer each rank holds (all-reduce, broadcast, reduce), the whole gathered
/// result (all-gather), the whole input (reduce-scatter), all that one rank sends, its own share included (all-to-all),
/// or the message (send/receive).  Every rank is charged its own share of the node's NICs, as in training, where each
/// of a node's accelerators takes part in a communicator of the same kind at the same time. Neglected: contention with
/// other traffic, protocol and chunking effects of messages that do not fill the pipe.

#include <array>
#include <optional>
#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/hardware/cluster.h"

namespace fmplan::network {

enum class Collective { kAllReduce, kAllGather, kReduceScatter, kAllToAll, kBroadcast, kReduce, kSendReceive };
inline constexpr auto kCollectiveNames = names<Collective>({{"all_reduce", Collective::kAllReduce},
                                                            {"all_gather", Collective::kAllGather},
                                                            {"reduce_scatter", Collective::kReduceScatter},
                                                            {"all_to_all", Collective::kAllToAll},
                                                            {"broadcast", Collective::kBroadcast},
                                                            {"reduce", Collective::kReduce},
                                                            {"send_receive", Collective::kSendReceive}});
enum class Algorithm { kRing, kTree, kHierarchical, kPairwise };
inline constexpr auto kAlgorithmNames = names<Algorithm>({{"ring", Algorithm::kRing},
                                                          {"tree", Algorithm::kTree},
                                                          {"hierarchical", Algorithm::kHierarchical},
                                                          {"pairwise", Algorithm::kPairwise}});

inline std::string_view collective_name(Collective collective) { return kCollectiveNames.name(collective); }
/// The collective that logs and tables name so: "alltoall" and "all_to_all", "sendrecv" and "send_receive", in any
/// case. None for what is not modelled (gather, scatter, hypercube).
std::optional<Collective> parse_collective_name(std::string_view name);
/// What nccl-tests prints as busbw, over what it prints as algbw (size / time).
double bus_factor(Collective collective, int num_ranks);
inline std::string_view algorithm_name(Algorithm algorithm) { return kAlgorithmNames.name(algorithm); }

/// `num_members` groups of the level below, joined by links of `bandwidth` per accelerator and direction.
struct Level {
  int num_members = 1;
  BytesPerSecond bandwidth;  ///< what large collectives reach, not the line rate
  Seconds latency;
  /// Messages one after another in a pass round a torus; 0 where a pass goes from member to member.
  int torus_steps = 0;
  double links_crossed = 1;  ///< by a message from one member to another, at the mean
};

/// Sides of the least torus of `axes` dimensions that has room for `members`, of sides as near to each other as can be,
/// the longest first: 256 members have 16 × 16 or 7 × 7 × 6, 4,096 have 16 × 16 × 16.
/// @pre members ≥ 1, 1 ≤ axes ≤ 3
std::array<int, 3> slice_sides(int members, int axes);

/// The ranks of one collective, by how many sit together at each level, innermost first.
struct Communicator {
  static constexpr int kMaxLevels = 3;  ///< chosen: scale-up domain, leaf or pod, cluster
  std::array<Level, kMaxLevels> levels;
  int num_levels = 0;
  int num_ranks = 1;  ///< at most the product of num_members
};

/// The communicator of `num_ranks` ranks that lie `stride` accelerators apart, filling scale-up domains first.  Tensor
/// parallel has stride 1; data parallel of a tensor·context plan has stride tensor·context.  In a domain that is a
/// torus of a slice (Wiring::slice_axes), of sides s_i, the data goes round every axis at once, each part along the
/// axes in an order of its own: Σ (s_i − 1) steps a pass at the full bandwidth; a message between two crosses Σ
/// ⌊s_i²/4⌋/s_i links at the mean [a ring's mean distance].  Every axis is taken for a ring, a group for a block of the
/// slice.
/// @pre num_ranks ≥ 1, stride ≥ 1; the cluster has a scale-out link if the ranks span domains.
Communicator communicator(const hardware::Instance& instance, int num_ranks, int stride, int num_in_job = 0);

struct CollectiveTime {
  Seconds total;
  Algorithm algorithm = Algorithm::kRing;
  /// Bandwidth that nccl-tests prints as busbw: bytes that the slowest rank's link must carry, over the time.
  BytesPerSecond bus_bandwidth;
  BytesPerSecond algorithm_bandwidth;  ///< payload over time
};

/// Ring, with n ranks and, at level l, m_l members of width w_l = Π_{k<l} m_k (ranks, hence NIC shares, side by side):
///   t = s · [ Σ_l hops_l·α_l  +  (n−1)/n · S / min_l(w_l·B_l) ],   s = 2 all-reduce, 1 all-gather and reduce-scatter
/// with hops_l = (m_l − 1)·Π_{k>l} m_k: of the ring's n − 1 hops, those across level l [NCCL src/graph/tuning.cc]; of a
/// torus Σ (s_i − 1) in place of m_l − 1, here and below.
/// Broadcast and reduce pass S once: Σ hops_l·α_l + S / min_l(w_l·B_l).
/// @pre communicator.num_ranks ≥ 1
Seconds ring_time(Collective collective, Bytes payload, const Communicator& communicator);

/// Double binary tree across the outermost level, chains inside (all-reduce, broadcast and reduce):
///   t = s·[ Σ_inner (m−1)·α + ⌈log₂ m_outer⌉·α ] + S / A
/// All-reduce: A = min(½·w·B inner, w·B outer · (1 if m_outer ≤ 2 else ½)), since an inner node of a tree both sends up
/// and sends down [Sanders, Speck, Träff 2009].  Broadcast and reduce: s = 1, A = min(w·B).
Seconds tree_time(Collective collective, Bytes payload, const Communicator& communicator);

/// Reduce-scatter inside, all-reduce of the 1/w share across, all-gather inside, one after another (and the halves of
/// it for all-gather and reduce-scatter):
///   t = s · Σ_l [ (m_l − 1)·α_l + (m_l − 1)/m_l · (S/w_l) / B_l ]
Seconds hierarchical_time(Collective collective, Bytes payload, const Communicator& communicator);

/// The fastest of the algorithms a collective has: all-reduce ring, tree and hierarchical; all-gather and
/// reduce-scatter ring and hierarchical; broadcast and reduce ring and tree; all-to-all and send/receive pairwise:
///   all-to-all:    t = Σ_l ⌈log₂ m_l⌉·α_l + max_l ( S·(share of ranks beyond level l's groups)·(links crossed) / B_l )
///   send/receive:  t = α + S/B of the outermost level that has more than one member
CollectiveTime collective_time(Collective collective, Bytes payload, const Communicator& communicator);

}  // namespace fmplan::network
