#pragma once

/// @file
/// What a pool may be paid by: the catalogue's kinds of prices in its region, and the days since which they hold.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/catalog/catalog.h"
#include "core/scenario/programme.h"

namespace fmplan::programme {

/// The pool's own kind first, then those that the catalogue has a price for in its region.
std::vector<std::string> price_kinds(const scenario::Pool& pool, const catalog::Catalog& catalog);

/// A price that stands in the catalogue.
struct ListedPrice {
  Date from{};         ///< since when it holds
  double dollars = 0;  ///< of a node-hour
  std::string text{};  ///< "31.46 $/h since 2025-06-05"
  std::string source{};
};
/// Prices of the pool's kind in its region, oldest first.
std::vector<ListedPrice> listed_prices(const scenario::Pool& pool, const catalog::Catalog& catalog);

/// What the pool pays now, in words: its own price, or the catalogue's by the day.
std::string price_text(const scenario::Programme& programme, const scenario::Pool& pool);

/// The document with another kind, at the catalogue's price of each day.
/// @pre /pools/<pool> is an object
nlohmann::json with_price_kind(nlohmann::json document, std::size_t pool, const std::string& kind);
/// The document with one price of the catalogue on all days; none: the catalogue's of each day.  @pre as above
nlohmann::json with_listed_price(nlohmann::json document, std::size_t pool, const std::optional<ListedPrice>& price);

}  // namespace fmplan::programme
