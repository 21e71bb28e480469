#pragma once

/// @file
/// How many nodes a pool has on which day, and what holding them costs.

#include <optional>

#include "core/base/date.h"
#include "core/base/quantity.h"
#include "core/scenario/programme.h"

namespace fmplan::scenario {

/// Nodes that the pool holds on `day` if nothing slips: delivered by its begin and not returned, spares and those under
/// maintenance included; 0 from `end` on.
int nodes_held(const Pool& pool, Date day, Date end);

/// The same without spares and what is under maintenance.
int nodes_to_use(const Pool& pool, Date day, Date end);

/// Most of nodes_to_use() over the days before `end`: no job can be larger.
int most_nodes_to_use(const Pool& pool, Date end);

/// Σ over the days before `end` of 24 h × nodes_held(): 127 nodes for 182 days are 554,736 node-hours.
double held_node_hours(const Pool& pool, Date end);

/// What holding them is charged: each delivery at the price in force on each day; capacity blocks, which are paid at
/// once, at that of the day of their delivery.  None where a price is unknown.  Returned nodes are those that came
/// first.
std::optional<Dollars> held_money(const Pool& pool, Date end);

/// Nodes that were delivered together and go together, first in, first out.
struct HeldNodes {
  int nodes = 0;
  Date from, until;
  double late_chance = 0;  ///< of coming an exponential time later than `from`
  Seconds late_mean{};

  friend bool operator==(const HeldNodes&, const HeldNodes&) = default;
};
/// @pre never more is returned than was delivered
std::vector<HeldNodes> held_nodes(const Pool& pool, Date end);

}  // namespace fmplan::scenario
