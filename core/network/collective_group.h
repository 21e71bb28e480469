#pragma once

#include <optional>

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"

namespace fmplan::network {

/// The ranks of one communicator on the machine, by line rates: what a collective can use, not what it reaches.
struct CollectiveGroup {
  int num_ranks = 1;
  int ranks_per_domain = 1;  ///< ranks that reach each other over the scale-up link; the last domain may have fewer
  int num_domains = 1;       ///< ⌈num_ranks / ranks_per_domain⌉
  std::optional<int> fewest_in_domain{};      ///< none: what the others leave to the last
  BytesPerSecond scale_up_bandwidth;          ///< line rate of one rank's scale-up links to the others, per direction
  BytesPerSecond pair_bandwidth;              ///< … of those to the one other rank that it reaches worst
  std::optional<BytesPerSecond> all_links{};  ///< of all its scale-up links, wherever they lead; none: to the others
  BytesPerSecond scale_out_bandwidth;         ///< line rate of one rank's share of the NICs, per direction

  friend bool operator==(const CollectiveGroup&, const CollectiveGroup&) = default;
};

/// Ranks of the domain that has fewest.
constexpr int ranks_in_last_domain(const CollectiveGroup& group) {
  return group.fewest_in_domain.value_or(group.num_ranks - (group.num_domains - 1) * group.ranks_per_domain);
}

/// Of `num_ranks` those in one domain with room for `most`: whole nodes, each with `in_node` of them, are dealt evenly
/// over as few domains as hold all, as schedulers that know racks do.  32 nodes over racks of 18 are two times 16.
/// @pre num_ranks ≥ 1, 1 ≤ in_node ≤ most
int ranks_of_domain(int num_ranks, int in_node, int most);

/// The group of the ranks on `num_accelerators` accelerators that lie `stride` apart, spread over scale-up domains as
/// ranks_of_domain() has it: tensor parallel has stride 1, data parallel of a tensor·context plan has
/// stride tensor·context.  `num_in_job`: accelerators that such groups fill one after another, 0 being this group
/// alone. Where domains, as the job fills them, have no whole number of groups, the worst lies across a border: of 6 in
/// domains of 8 it has 2 on one side; where they have no whole number of strides, some have a rank less than others: 18
/// that lie 16 apart in four domains of 72 are 5, 4, 5 and 4.  Each has its own accelerator's share of the node's NICs,
/// since the node's other accelerators run the same collective in communicators of their own.  In a domain without a
/// switch only the links between the ranks count.  An accelerator may be several ranks (the cores of a Trainium): its
/// links serve each of them, its NICs are shared.
/// @pre num_accelerators, stride, ranks_per_accelerator ≥ 1
CollectiveGroup collective_group(const hardware::Instance& instance, int num_accelerators, int stride,
                                 int ranks_per_accelerator = 1, int num_in_job = 0);

/// The group of the ranks on `in_use` accelerators of each of `num_nodes` nodes, the others of which idle.  Without a
/// switch only the links among those in use count; each has its own share of the NICs, as where all are in use: that
/// NICs of idle ones may serve it too is neglected.
/// @pre num_nodes ≥ 1, 1 ≤ in_use ≤ instance.accelerators_per_node, ranks_per_accelerator ≥ 1
CollectiveGroup group_on_nodes(const hardware::Instance& instance, int num_nodes, int in_use,
                               int ranks_per_accelerator = 1);

}  // namespace fmplan::network
