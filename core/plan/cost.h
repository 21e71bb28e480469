#pragma once

#include "core/base/statistics.h"
#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// Money for `node_hours` of the job, its spares and its storage over `wall_clock`:
///   compute = node-hours × price per node-hour;  spares likewise;  the cluster's storage = capacity × price ×
///   wall-clock; other storage = (held + archived/2) × price × wall-clock + requests, for archives grow evenly from
///   nothing.
/// Nodes are held for `held`, or all the time, and have to be sold for `longest`, or that.  The price is the mean over
/// the days of the run, where they are paid by the day (mean_price()); Capacity Blocks are paid for in whole days and
/// weeks (days_of_blocks()): of a run whose held days lie between `held_80` in 80 % of all cases as many as are
/// expected, not those of the mean.  A component whose price is unknown stays unknown, and so does the total; at_least
/// is then what is known of it.  Capacity Blocks that are not sold for so many nodes or so long have a price, but nodes
/// cost nothing known by it.
CostReport cost_of(const Scenario& scenario, double node_hours, Seconds wall_clock,
                   const std::vector<StorageRent>& rents = {}, std::optional<Seconds> held = std::nullopt,
                   std::optional<Seconds> longest = std::nullopt, std::optional<Range> held_80 = std::nullopt);

/// The last price that a run of so long is paid by; null if none is known.
const hardware::PricePoint* last_price(const Scenario& scenario, Seconds wall_clock);

/// What is known of the cost alone, CostReport::known(), for nodes held all the time.
std::optional<Dollars> known_cost(const Scenario& scenario, double node_hours, Seconds wall_clock,
                                  const std::vector<StorageRent>& rents);

}  // namespace fmplan::plan
