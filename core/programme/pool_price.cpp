#include "core/programme/pool_price.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/programme/pool_money.h"

namespace fmplan::programme {
namespace {

/// Of the pool's machine, where the pool is.
std::vector<hardware::PricePoint> points_of(const scenario::Pool& pool, const catalog::Catalog& catalog) {
  const hardware::PriceList* listed = catalog.price_list(pool.instance);
  if (!listed) return {};
  std::vector<hardware::PricePoint> points =
      holding_in(*listed, pool.region, catalog.provider_of_region(pool.region)).points;
  std::erase_if(points, [&](const hardware::PricePoint& point) {
    return !point.price || (point.region != pool.region && point.region != hardware::kAnyRegion);
  });
  return points;
}

}  // namespace

std::vector<std::string> price_kinds(const scenario::Pool& pool, const catalog::Catalog& catalog) {
  std::vector<std::string> kinds = {pool.kind};
  for (const std::string_view kind : scenario::kPoolKinds)
    if (kind != pool.kind && std::ranges::count(points_of(pool, catalog), kind, &hardware::PricePoint::kind) > 0)
      kinds.emplace_back(kind);
  return kinds;
}

std::vector<ListedPrice> listed_prices(const scenario::Pool& pool, const catalog::Catalog& catalog) {
  std::vector<ListedPrice> prices;
  for (const hardware::PricePoint& point : points_of(pool, catalog)) {
    if (point.kind != pool.kind) continue;
    prices.push_back({.from = point.valid_from,
                      .dollars = *point.price / (dollar / hour),
                      .text = fmt::format("{} since {}", money_rate_text(*point.price), date_text(point.valid_from)),
                      .source = fmt::format("{}, {}, since {}", point.source, pool.kind, date_text(point.valid_from))});
  }
  std::ranges::stable_sort(prices, {}, &ListedPrice::from);
  return prices;
}

std::string price_text(const scenario::Programme& programme, const scenario::Pool& pool) {
  const Date on = pool.deliveries.empty() ? programme.start : std::max(programme.start, pool.deliveries.front().on);
  const std::optional<double> price = node_hour_price(pool, on);
  const std::string amount = price ? money_rate_text(*price * dollar / hour) : "unknown";
  if (pool.price_is_own) return fmt::format("{}, stated ({})", amount, pool.prices.points.front().source);
  return fmt::format("{} on {}, the catalogue's of each day", amount, date_text(on));
}

nlohmann::json with_price_kind(nlohmann::json document, std::size_t pool, const std::string& kind) {
  nlohmann::json& of = document.at("pools").at(pool);
  of["kind"] = kind;
  of.erase("price");
  return document;
}

nlohmann::json with_listed_price(nlohmann::json document, std::size_t pool, const std::optional<ListedPrice>& price) {
  nlohmann::json& of = document.at("pools").at(pool);
  if (price)
    of["price"] = {{"per_node_hour", fmt::format("{:.10g} $/h", price->dollars)}, {"source", price->source}};
  else
    of.erase("price");
  return document;
}

}  // namespace fmplan::programme
