#pragma once

/// @file
/// A forecast against the bill: by how much they differ, and why, to the cent.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/names.h"
#include "core/export/focus_charges.h"
#include "core/export/ledger.h"

namespace fmplan::exports {

/// By how much a bill differs from its forecast, in cents, and why:
///
///   billed − planned = price + volume + efficiency + failures + idle + unplanned
///
/// exactly.  A part that nothing tells apart is none, and its money part of volume.
struct Variance {
  Cents planned = 0, billed = 0;
  Cents price = 0, volume = 0, unplanned = 0;
  std::optional<Cents> efficiency{}, failures{}, idle{};
  double planned_node_hours = 0, billed_node_hours = 0;  ///< of machines; not of what is unplanned

  Cents difference() const { return billed - planned; }
  Variance& operator+=(const Variance& other);

  friend bool operator==(const Variance&, const Variance&) = default;
};

/// A month of an organisation on a pool.
struct VarianceCell {
  std::string month;                ///< "2026-03"
  std::string organisation;         ///< empty: nobody's
  std::string pool;                 ///< empty: of no pool
  std::string unplanned_because{};  ///< why the plan has nothing of it; empty: it has, or has a price
  Variance variance{};

  friend bool operator==(const VarianceCell&, const VarianceCell&) = default;
};

/// A month of the plan of which the bill has nothing yet.
struct MonthNotBilled {
  std::string month;
  Cents planned = 0;

  friend bool operator==(const MonthNotBilled&, const MonthNotBilled&) = default;
};

/// The whole bill in one view.
struct ReconciledView {
  std::vector<VarianceCell> cells;         ///< by month, organisation (nobody last), pool and reason
  std::vector<MonthNotBilled> not_billed;  ///< in no cell

  Variance total() const;
};

struct Reconciliation {
  std::string currency;
  ReconciledView amortised;  ///< EffectiveCost, in the month of ChargePeriodStart
  ReconciledView cash;       ///< BilledCost, in the month of BillingPeriodStart
};

/// Splits the difference by month, organisation and pool, in the order of standard costing: hours at the planned price
/// first, then the price of the hours that there were.  With planned cost C, hours H, and of them F lost to failures
/// and I idle, steps of s seconds in the other U = H − F − I; p = C / H; a dash is the bill's:
///
///   price       C' − p H'
///   failures    p (F' − F)
///   idle        p (I' − I); where no organisation has the nodes p (H' − H), all of it
///   efficiency  p U' (1 − s / s')         the hours that U' would have been fewer by at the planned step time
///   volume      p (H' − H) − failures − idle − efficiency       what was done more than planned
///   unplanned   C' of what the plan has no price for
///
/// A part needs its figures on both sides; where one of them has no hours in a cell none were lost, if its other rows
/// tell of such.  Without them its money is volume's; where only efficiency's are known, all hours count as used.  An
/// organisation without hours planned in a month takes the pool's price of that month.  Unplanned is what is no usage
/// by the hour, and what lies in a month, a pool or with an organisation that the plan does not have.
///
/// Rounding: each cell's cost is what the running sum over the cells rounds to beyond that of those before, so that
/// they add up to the file's sum, rounded once.  p H', failures, idle and efficiency are rounded each; what is left of
/// a cent goes to volume (to idle where no organisation has the nodes).
///
/// The bill's rows are the plan's pool by x_PoolName or the tag "pool", else by machine and region, and pricing
/// category where these have several pools; its organisation by the name or identifier of the sub-account.
/// @throws InputError where the currencies differ.
Reconciliation reconcile(const FocusCharges& plan, const FocusCharges& bill);

enum class VarianceGroup { kMonth, kOrganisation, kPool };
inline constexpr auto kVarianceGroupNames = names<VarianceGroup>(
    {{"month", VarianceGroup::kMonth}, {"organisation", VarianceGroup::kOrganisation}, {"pool", VarianceGroup::kPool}});

/// The name of what a cell is of: empty for nobody's, and of no pool.
const std::string& group_of(const VarianceCell& cell, VarianceGroup group);

struct GroupedVariance {
  std::string name;
  Variance variance{};
};
/// Cells added up, groups in the order of their names, the nameless last.
std::vector<GroupedVariance> grouped(const std::vector<VarianceCell>& cells, VarianceGroup group);

}  // namespace fmplan::exports
