#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/statistics.h"
#include "core/hardware/price.h"
#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// What is paid for: the job's node-hours, spares excluded, and for how long nodes are held and storage is rented.
struct NodeUse {
  double node_hours = 0;
  Seconds wall_clock;
  std::optional<Seconds> held{};     ///< none: all the time
  std::optional<Seconds> longest{};  ///< for which it must be possible to hold them; none: as they are held
  std::optional<Range> held_80{};    ///< P10 and P90 of `held`, days; none: it is certain
  /// How the job's nodes change over the run, in proportion to its time; empty: they do not.
  std::vector<hardware::PaidStretch> stretches{};
};

/// The stretches of a run of these phases; empty if all have as many nodes.
std::vector<hardware::PaidStretch> stretches_of(const std::vector<PhaseReport>& phases);

/// The use of a report's run if it takes so many days: node-hours go with the wall-clock time.
NodeUse use_of(const Report& report, double days);

/// The same if so many are expected: P10 and P90 of the report's days go with their mean.
NodeUse expected_use(const Report& report, double mean_days);

/// Money for the nodes of a job, its spares and its storage:
///   compute = node-hours × price per node-hour;  spares likewise;  the cluster's storage = capacity × price ×
///   wall-clock; other storage = (held + archived/2) × price × wall-clock + requests, for archives grow evenly from
///   nothing.
/// The price is the mean over the node-hours of the run, where they are paid by the day (mean_price()); Capacity Blocks
/// are paid for in whole days and weeks (days_of_blocks()): of a run whose held days lie between `held_80` in 80 % of
/// all cases as many as are expected, not those of the mean.  A component whose price is unknown stays unknown, and so
/// does the total; at_least is then what is known of it.  Capacity Blocks that are not sold for so many nodes or so
/// long have a price, but nodes cost nothing known by it.  Of a reservation the run's days are counted; where it is
/// paid for longer it is none of the ways of buying that low and high are of.
CostReport cost_of(const Scenario& scenario, const NodeUse& use, const std::vector<StorageRent>& rents = {});

/// What a node-hour costs is the same whenever it is, and however many there are: one price, paid as used.
bool has_flat_price(const Scenario& scenario);

/// How long a reservation is paid for, used or not: "reserved_1y" and "reserved_3y"; none of other ways of buying.
std::optional<Seconds> reserved_term(std::string_view kind);

/// Money for so many nodes that are held for `time` from the run's start on, without spares and storage:
///   nodes × time × mean price;  of Capacity Blocks whole days and weeks of it.
/// Never less for a longer time.  None where the price is unknown or the nodes, with the scenario's spares, cannot be
/// bought.
std::optional<Dollars> nodes_cost(const Scenario& scenario, int num_nodes, Seconds time);

/// Why they cannot be bought though their price is known: "512 nodes with spares, of 256 at most"; empty: they can.
std::string why_not_sold(const Scenario& scenario, int num_nodes, Seconds time);

/// The last price that a run of so long is paid by; null if none is known.
const hardware::PricePoint* last_price(const Scenario& scenario, Seconds wall_clock);

/// What is known of the cost alone, CostReport::known().
std::optional<Dollars> known_cost(const Scenario& scenario, const NodeUse& use, const std::vector<StorageRent>& rents);

/// The mean of a report's days where its run takes `more_days` more than RunOutcome::time: in proportion.
double mean_days_with(const Report& report, double more_days);

/// What is known of the expected cost of a report's run with a mean of so many days, the report's where none are given,
/// and so many more spares: what a difference in days costs is the difference of two of these.  None where that is not
/// finite.
std::optional<Dollars> expected_cost(const Report& report, std::optional<double> mean_days = std::nullopt,
                                     int more_spares = 0);

}  // namespace fmplan::plan
