// Readers of what a run costs: the sections "price" and "power" of a scenario.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

bool is_region_of_any_price(const catalog::Catalog& catalog, const std::string& region) {
  for (const std::string& name : catalog.names("prices")) {
    const std::vector<std::string> regions = price_regions(*catalog.price_list(name));
    if (std::find(regions.begin(), regions.end(), region) != regions.end()) return true;
  }
  return false;
}

/// A region that nothing in the catalogue names is a slip of the pen; one whose price of this instance is not known is
/// an answer.
void check_region(const hardware::PriceList& list, text::ObjectReader& reader, const std::string& region,
                  const catalog::Catalog& catalog) {
  const std::vector<std::string> regions = price_regions(list);
  if (region.empty() || std::find(regions.begin(), regions.end(), region) != regions.end()) return;
  if (catalog.has("grid", region) || is_region_of_any_price(catalog, region)) return;
  const std::string hint = did_you_mean(region, regions);
  reader.report("region", fmt::format("{} is no region of the catalogue{}", text::value_text(region),
                                      !hint.empty() ? hint
                                                    : fmt::format("; prices of {} are known in {}", list.instance,
                                                                  fmt::join(regions, ", "))));
}

std::string confirmed_text(const hardware::PricePoint& point) {
  return point.source + (point.confirmed ? "" : " (unconfirmed)");
}

/// The price in force of a storage, told as an assumption; none if it is not known.
std::optional<DollarsPerByteSecond> storage_price(const std::string& name, const std::string& where, const char* what,
                                                  const ScenarioReading& reading) {
  const plan::PriceTerms& terms = reading.scenario.price;
  const catalog::StoragePrice* price = reading.catalog.storage_price(name, terms.region, *terms.on);
  if (!price) return std::nullopt;
  reading.assume(where, fmt::format("{:.3f} $/GB-month", price->price / (dollar / gigabyte / billing_month)),
                 fmt::format("price of {}", what), price->source + (price->confirmed ? "" : " (unconfirmed)"));
  return price->price;
}

/// Of every storage the scenario names; drives and hosts' memory come with the instance.
void read_storage_prices(const ScenarioReading& reading) {
  plan::Scenario& scenario = reading.scenario;
  const auto& cluster = scenario.cluster.checkpoint_storage;
  if (cluster)
    scenario.price.storage = storage_price(cluster->name, "/cluster/storage", "the checkpoint storage", reading);
  const auto add = [&](const hardware::Storage& storage, const std::string& where) {
    if (storage.per_node || scenario.price.other_storage.contains(storage.name)) return;
    if (const auto price = storage_price(storage.name, where, storage.name.c_str(), reading))
      scenario.price.other_storage.emplace(storage.name, *price);
  };
  const auto& levels = scenario.checkpoint.levels;
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i].storage) add(*levels[i].storage, fmt::format("/run/checkpoint/levels/{}", i));
  if (scenario.data.storage && !scenario.data.on_cluster_storage) add(*scenario.data.storage, "/run/data/storage");
  for (const hardware::Storage& storage : scenario.data.staged_from)
    if (!cluster || cluster->name != storage.name) add(storage, "/run/data/source");
}

}  // namespace

void read_price(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/price", fields::kPrice, reading.issues);
  plan::Scenario& scenario = reading.scenario;
  plan::PriceTerms& price = scenario.price;
  price.region = reader.text("region");
  price.kind = reader.choice("kind");
  price.on = reader.optional_date("on");
  reading.assume_default(reader, "region");
  reading.assume_default(reader, "kind");
  if (!price.on) {
    price.on = scenario.start;
    reading.assume("/price/on", date_text(scenario.start), "not given: the start of the run");
  }
  const auto own = reader.optional_quantity<DollarsPerSecond>("per_node_hour");
  reading.finish(reader);
  if (own) {
    price.kind = "own";
    price.chosen = hardware::PricePoint{.region = price.region,
                                        .kind = "own",
                                        .valid_from = *price.on,
                                        .last_seen = {},
                                        .price = own,
                                        .confirmed = true,
                                        .source = "scenario"};
  } else if (const hardware::PriceList* list = reading.catalog.price_list(scenario.cluster.instance.name)) {
    check_region(*list, reader, price.region, reading.catalog);
    price.chosen = price_on(*list, price.region, price.kind, *price.on);
    for (const hardware::PricePoint& point : prices_on(*list, price.region, *price.on))
      if (point.kind != price.kind) price.alternatives.push_back(point);
  }
  if (price.chosen && price.chosen->price && !own)
    reading.assume("/price", money_rate_text(*price.chosen->price),
                   fmt::format("{} in {}, seen from {}", price.kind, price.region, date_text(price.chosen->valid_from)),
                   confirmed_text(*price.chosen));
  read_storage_prices(reading);
}

void read_power(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/power", fields::kPower, reading.issues);
  plan::Scenario& scenario = reading.scenario;
  if (reader.has("pue")) {
    scenario.power.pue = reader.number("pue");
  } else if (const catalog::PowerUsage* usage = reading.catalog.power_usage(scenario.cluster.instance.provider);
             usage && usage->pue) {
    scenario.power.pue = *usage->pue;
    reading.assume("/power/pue", fmt::format("{:.2f}", *usage->pue), "not given: the provider's fleet",
                   usage->source + (usage->confirmed ? "" : " (unconfirmed)"));
  } else {
    reading.assume("/power/pue", "1.00", "not given and not published for the provider: cooling is not counted");
  }
  if (reader.has("grid_kg_per_kwh")) {
    scenario.power.grid_kg_per_kwh = reader.number("grid_kg_per_kwh");
  } else {
    const bool named = reader.has("grid");
    const std::string grid = named ? reader.string("grid") : scenario.price.region;
    const auto intensity = reading.catalog.grid_intensity(grid);
    if (intensity) {
      scenario.power.grid_kg_per_kwh = intensity->kg_per_kwh;
      reading.assume("/power/grid", fmt::format("{} ({:.3f} kg/kWh)", intensity->name, intensity->kg_per_kwh),
                     "carbon of the grid, location-based",
                     intensity->source + (intensity->confirmed ? "" : " (unconfirmed)"));
    } else if (named && !grid.empty()) {
      reader.report("grid",
                    fmt::format("{} is not in the catalogue{} (\"fmplan catalog list grid\" shows them all), or give "
                                "grid_kg_per_kwh",
                                text::value_text(grid), did_you_mean(grid, reading.catalog.names("grid"))));
    } else if (!named) {
      reading.assume("/power/grid", "unknown", "not given, and no grid of the price's region is known");
    }
  }
  if (reader.has("grid") && reader.has("grid_kg_per_kwh"))
    reader.report("grid", "stands beside grid_kg_per_kwh; leave one of the two out");
  reading.finish(reader);
}

}  // namespace fmplan::scenario
