// Reader of a programme's capacity: the list "pools".

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/scenario/fields.h"
#include "core/scenario/programme_reading.h"
#include "core/scenario/scenario_parts.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

/// The canonical name of the machine; empty if it is none of the catalogue.
std::string read_instance_name(text::FieldReader& reader, const ProgrammeReading& reading) {
  const std::string name = reader.text("instance");
  if (name.empty()) return {};
  try {
    return reading.catalog.instance(name).name;
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) reader.report("instance", located_message(issue));
    return {};
  }
}

PoolChange read_delivery(const json& element, const std::string& where, const ProgrammeReading& reading) {
  text::FieldReader reader(element, where, fields::kDelivery, reading.issues);
  PoolChange delivery{.name = reader.text("name"), .on = reader.date("on"), .nodes = reader.whole("nodes")};
  delivery.late_chance = reader.share("late_chance");
  if (delivery.late_chance > 0 && !reader.has("late_mean"))
    reader.report("late_mean", "is missing: it may be late, and by how much is not said; write for instance \"7 d\"");
  if (delivery.late_chance == 0 && reader.has("late_mean"))
    reader.report("late_mean", "stands without a \"late_chance\" above 0; give one, or leave it out");
  delivery.late_mean = reader.quantity_or<Seconds>("late_mean", Seconds{});
  reader.refuse_unknown_keys();
  return delivery;
}

PoolChange read_return(const json& element, const std::string& where, const ProgrammeReading& reading) {
  text::FieldReader reader(element, where, fields::kReturn, reading.issues);
  PoolChange back{.name = reader.text("name"), .on = reader.date("on"), .nodes = reader.whole("nodes")};
  reader.refuse_unknown_keys();
  return back;
}

PoolMaintenance read_pool_maintenance(const json& element, const std::string& where, const ProgrammeReading& reading) {
  text::FieldReader reader(element, where, fields::kPoolMaintenance, reading.issues);
  PoolMaintenance maintenance{.name = reader.text("name"), .from = reader.date("from"), .until = reader.date("until")};
  maintenance.nodes = reader.whole_or("nodes", 0);
  if (reader.has("from") && reader.has("until") && maintenance.until <= maintenance.from)
    reader.report("until", fmt::format("{} is not after its first day, {}; write the first day with the nodes again",
                                       date_text(maintenance.until), date_text(maintenance.from)));
  reader.refuse_unknown_keys();
  return maintenance;
}

Acceptance read_acceptance(text::FieldReader& pool) {
  const json* stated = pool.find("acceptance");
  if (!stated) return {};
  text::FieldReader reader(*stated, pool, "acceptance");
  reader.require("defective_share");
  Acceptance acceptance{.defective_share = reader.share("defective_share")};
  acceptance.check = reader.quantity_or<Seconds>("check", Seconds{});
  acceptance.replaced_in = reader.quantity<Seconds>("replaced_in");
  reader.refuse_unknown_keys();
  return acceptance;
}

/// The points of the catalogue that hold for the pool.
hardware::PriceList catalogue_prices(const Pool& pool, text::FieldReader& reader, const ProgrammeReading& reading) {
  hardware::PriceList prices{.instance = pool.instance, .points = {}};
  const hardware::PriceList* listed = reading.catalog.price_list(pool.instance);
  if (!listed || pool.kind == kOwned) return prices;
  check_region(*listed, reader, pool.region, reading.catalog);
  prices = holding_in(*listed, pool.region, reading.catalog.provider_of_region(pool.region));
  std::erase_if(prices.points, [&](const hardware::PricePoint& point) {
    return point.kind != pool.kind || (point.region != pool.region && point.region != hardware::kAnyRegion);
  });
  return prices;
}

/// Tells which price counts on the day of each first delivery.
void assume_pool_price(const Pool& pool, const std::string& where, const ProgrammeReading& reading) {
  const Date on = pool.deliveries.empty() ? reading.programme.start : pool.deliveries.front().on;
  const auto point = price_on(pool.prices, pool.region, pool.kind, on);
  if (point && point->price)
    return reading.assume(where, fmt::format("{} on {}", money_rate_text(*point->price), date_text(on)),
                          "not given: the catalogue's, by the day",
                          point->source + (point->confirmed ? "" : " (unconfirmed)"));
  const auto first =
      std::ranges::find_if(pool.prices.points, [](const auto& known) { return known.price.has_value(); });
  reading.assume(where, "unknown",
                 first == pool.prices.points.end()
                     ? std::string("not given, and the catalogue has none")
                     : fmt::format("not given, and the catalogue has none before {}", date_text(first->valid_from)));
}

void read_price(Pool& pool, text::FieldReader& reader, const ProgrammeReading& reading) {
  const json* stated = reader.find("price");
  if (!stated || stated->is_null()) {
    pool.prices = catalogue_prices(pool, reader, reading);
    return assume_pool_price(pool, reader.where("price"), reading);
  }
  text::FieldReader price(*stated, reader, "price");
  const auto per_hour = hourly_price_of(price, "per_node_hour", reading.programme.currency);
  pool.price_is_own = true;
  pool.prices = {.instance = pool.instance,
                 .points = {{.region = pool.region,
                             .kind = pool.kind,
                             .valid_from = {},
                             .last_seen = {},
                             .price = per_hour,
                             .confirmed = true,
                             .source = price.has("source") ? price.string("source") : "programme"}}};
  price.refuse_unknown_keys();
}

Pool read_pool(const json& element, const std::string& where, const ProgrammeReading& reading) {
  text::FieldReader reader(element, where, fields::kPool, reading.issues);
  Pool pool{.name = reader.text("name"), .instance = read_instance_name(reader, reading)};
  pool.kind = reader.choice("kind");
  if (!reader.has("kind")) reading.assume(where + "/kind", pool.kind, "not given: the usual way of buying");
  if (reader.has("region"))
    pool.region = reader.text("region");
  else if (pool.kind != kOwned)
    reader.report("region", "is missing: prices are by region; write for instance \"us-east-1\"");
  each_of(reader, "deliveries", [&](const json& delivery, const std::string& at) {
    pool.deliveries.push_back(read_delivery(delivery, at, reading));
  });
  each_of(reader, "returns",
          [&](const json& back, const std::string& at) { pool.returns.push_back(read_return(back, at, reading)); });
  each_of(reader, "maintenance", [&](const json& maintenance, const std::string& at) {
    pool.maintenance.push_back(read_pool_maintenance(maintenance, at, reading));
  });
  if (reader.has("nodes_per_leaf")) pool.nodes_per_leaf = reader.stated_whole("nodes_per_leaf");
  pool.spares = reader.whole("spares");
  reading.assume_default(reader, "spares");
  pool.acceptance = read_acceptance(reader);
  pool.orchestrator = reader.choice("orchestrator", kOrchestratorNames);
  reading.assume_default(reader, "orchestrator");
  read_price(pool, reader, reading);
  reader.refuse_unknown_keys();
  return pool;
}

}  // namespace

void read_pools(text::FieldReader& programme, ProgrammeReading& reading) {
  each_of(programme, "pools", [&](const json& element, const std::string& where) {
    reading.programme.pools.push_back(read_pool(element, where, reading));
  });
}

}  // namespace fmplan::scenario
