#pragma once

/// @file
/// A programme's forecast as a ledger: what every organisation's nodes cost, by month and pool, to the cent.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/programme/study.h"
#include "core/scenario/programme.h"

namespace fmplan::exports {

/// Amounts of money in hundredths of a currency's unit, whole, so that sums are exact.
using Cents = std::int64_t;

Cents rounded_cents(double amount);
/// "1234.50".
std::string cents_text(Cents cents);

/// The whole calendar month that a part of it is named after: its first day, and the first of the next.
Date first_of_month(const programme::Month& month);
Date first_of_next_month(const programme::Month& month);

/// Quantiles of what an organisation's nodes of a pool cost in a month.  Those of months do not add up.
struct CentsQuantiles {
  Cents p10 = 0, p50 = 0, p90 = 0;

  friend bool operator==(const CentsQuantiles&, const CentsQuantiles&) = default;
};

/// What some nodes of a pool cost in a month.
struct LedgerEntry {
  std::size_t month = 0;                      ///< of Study::months
  std::optional<std::size_t> organisation{};  ///< of Study::organisations; none: held by none of them
  std::size_t pool = 0;                       ///< of Study::pools
  double node_hours = 0;                      ///< expected
  double price = 0;                           ///< of a node-hour, the month's mean, in the ledger's currency
  Cents cost = 0;                             ///< expected
  std::optional<CentsQuantiles> quantiles{};  ///< none where no organisation has the nodes
};

/// A month of a pool whose nodes are held at a price that is not known.
struct UnknownPrice {
  std::size_t month = 0, pool = 0;

  friend bool operator==(const UnknownPrice&, const UnknownPrice&) = default;
};

struct Ledger {
  std::vector<LedgerEntry> entries;   ///< by month, organisation (nobody last) and pool
  std::vector<UnknownPrice> unknown;  ///< by month and pool; nothing of theirs is among the entries
};

/// The expected node-hours of an organisation on a pool at the pool's mean price of the month, and what is left of a
/// pool's money, which is paid for nodes that stand idle, are spare, being checked or in maintenance.
///
/// Every organisation's months add up to its rounded total, and its pools to its month; in the programme's
/// currency both are those of the study.  With what no organisation has, the months of a pool add up to what the pool
/// costs, rounded; less than a cent for every organisation and one is left out there.
/// @param per_dollar of the ledger's currency
Ledger ledger_of(const programme::Study& study, double per_dollar);

/// What every pool costs in every month, paid for by whoever holds it: [pool][month], rounded so that months add up to
/// the pool's rounded whole; none: a price is unknown.
std::vector<std::vector<std::optional<Cents>>> pool_costs(const programme::Study& study, double per_dollar);

/// Who sells a pool's nodes ("AWS"), as price lists name them: of its region, else of its machine.  None: they are
/// owned, or nobody is known.
std::optional<std::string> seller_of(const scenario::Pool& pool, const catalog::Catalog& catalog);

/// Names of pools that are bought as Capacity Blocks, which are paid when they are bought while a ledger spreads their
/// money over the days that they are held, in one sentence; none: there is no such pool.
std::optional<std::string> paid_at_once_warning(const programme::Study& study);

/// What a reader of the file should know of projects that have no place: their money is not in it.
std::optional<std::string> unplaced_warning(const programme::Study& study);

/// Both, behind the months of every pool whose price is unknown, and what is left out for it.
std::vector<std::string> forecast_warnings(const programme::Study& study);

}  // namespace fmplan::exports
