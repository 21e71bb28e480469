#pragma once

/// @file
/// What pools cost, day by day and month by month.

#include <optional>
#include <string>
#include <vector>

#include "core/scenario/programme.h"

namespace fmplan::programme {

/// Dollars for a node-hour of a pool on a day; none: unknown.
std::optional<double> node_hour_price(const scenario::Pool& pool, Date on);

/// A calendar month, or the part of it that lies in the programme.
struct Month {
  std::string name;  ///< "2025-03"
  Date from, until;  ///< to the begin of `until`
};
std::vector<Month> months_of(const scenario::Programme& programme);

/// Of one pool and month.
struct HeldMonth {
  double node_hours = 0;               ///< expected, delivered and not given back: what is paid for
  double late_node_hours = 0;          ///< of these, of nodes that may come late
  std::optional<double> dollars{};     ///< none: the price of one of its days is unknown
  std::optional<double> mean_price{};  ///< of a node-hour; none: a price is unknown, or none are held
};

/// node-hours = Σ over days of nodes expected to be held · 24, dollars = Σ of these at the price of the day; of
/// Capacity Blocks, which are paid at once, all at that of the day that they begin on.  Of nodes that come late with
/// chance p, by an exponential time of mean m, 1 − p·(m/day)·(e^{−a/m} − e^{−(a+day)/m}) are expected on the day that
/// is `a` after they were due.
std::vector<HeldMonth> held_months(const scenario::Programme& programme, const scenario::Pool& pool);

/// Rounds to cents so that the parts add up to the rounded whole: each is what its running sum rounds to beyond that of
/// those before.
std::vector<double> rounded_to_cents(const std::vector<double>& parts);

}  // namespace fmplan::programme
