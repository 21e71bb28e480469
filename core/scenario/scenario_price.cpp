// Readers of what a run costs: the sections "price" and "power" of a scenario.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/hardware/block_rules.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;
using plan::AssumptionKind;

bool is_region_of_any_price(const catalog::Catalog& catalog, const std::string& region) {
  for (const std::string& name : catalog.names("prices")) {
    const std::vector<std::string> regions = price_regions(*catalog.price_list(name));
    if (std::find(regions.begin(), regions.end(), region) != regions.end()) return true;
  }
  return false;
}

std::string confirmed_text(const hardware::PricePoint& point) {
  return point.source + (point.confirmed ? "" : " (unconfirmed)");
}

/// The price in force of a storage, told as an assumption; none if it is not known.
std::optional<DollarsPerByteSecond> storage_price(const std::string& name, const std::string& where,
                                                  plan::AssumptionReason why, const ScenarioReading& reading) {
  const plan::PriceTerms& terms = reading.scenario.price;
  const catalog::StoragePrice* price = reading.catalog.storage_price(name, terms.region, *terms.on);
  if (!price) return std::nullopt;
  if (price->region != terms.region) {
    why.values.emplace_back("region", price->region);
    why.values.emplace_back("asked", terms.region);
  }
  reading.assume(where, fmt::format("{:.3f} $/GB-month", price->price / (dollar / gigabyte / billing_month)),
                 std::move(why), price->source + (price->confirmed ? "" : " (unconfirmed)"));
  return price->price;
}

/// Of every storage the scenario names; drives and hosts' memory come with the instance.
void read_storage_prices(const ScenarioReading& reading) {
  plan::Scenario& scenario = reading.scenario;
  const auto& cluster = scenario.cluster.checkpoint_storage;
  if (cluster)
    scenario.price.storage = storage_price(cluster->name, "/cluster/storage", {AssumptionKind::kStoragePrice}, reading);
  const auto add = [&](const hardware::Storage& storage, const std::string& where) {
    if (storage.per_node || scenario.price.other_storage.contains(storage.name)) return;
    if (const auto price =
            storage_price(storage.name, where, {AssumptionKind::kStoragePrice, {{"storage", storage.name}}}, reading))
      scenario.price.other_storage.emplace(storage.name, *price);
  };
  const auto& levels = scenario.checkpoint.levels;
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i].storage) add(*levels[i].storage, fmt::format("/run/checkpoint/levels/{}", i));
  if (scenario.data.storage && !scenario.data.on_cluster_storage) add(*scenario.data.storage, "/run/data/storage");
  for (const hardware::Storage& storage : scenario.data.staged_from)
    if (!cluster || cluster->name != storage.name) add(storage, "/run/data/source");
}

/// None of whoever rents out no machines: makers, and owners.
std::optional<std::string> region_of(const std::string& provider) {
  if (provider == "AWS") return "us-east-1";
  if (provider == "Azure") return "eastus";
  if (provider == "GCP") return "us-central1";
  // Who sells in regions that the catalogue does not tell apart.
  for (const char* elsewhere : {"OCI", "Lambda", "CoreWeave", "Nebius"})
    if (provider == elsewhere) return std::string(hardware::kAnyRegion);
  return std::nullopt;
}

/// Machines of one's own stand where most prices are known.
std::string usual_region(const std::string& provider) { return region_of(provider).value_or("us-east-1"); }

/// Where the lowest price of those that `counts` of is; none where it counts none.
template <class Counts>
std::optional<std::string> cheapest_region(const hardware::PriceList& list, const Counts& counts) {
  const hardware::PricePoint* lowest = nullptr;
  for (const hardware::PricePoint& point : list.points)
    if (point.price && point.region != hardware::kAnyRegion && !hardware::is_government(point.region) &&
        counts(point) && (!lowest || *point.price < *lowest->price))
      lowest = &point;
  return lowest ? std::optional(lowest->region) : std::nullopt;
}

/// Where a machine that has no price in its provider's usual region is cheapest: on demand, so that ways of buying
/// compare in one region, unless that region does not sell it as `kind` and others do; else as `kind`; else in any way
/// that lasts, then in any; else by a price of another day.  None where it is nowhere known.
std::optional<std::string> region_of_sale(const hardware::PriceList& list, const std::string& kind, Date on) {
  const auto in_force = [&](const hardware::PricePoint& point) {
    return price_on(list, point.region, point.kind, on) == point;
  };
  const auto of_kind = [&](std::string_view wanted) {
    return cheapest_region(list, [&](const auto& point) { return point.kind == wanted && in_force(point); });
  };
  std::optional<std::string> on_demand = of_kind("on_demand"), as_asked = of_kind(kind);
  if (on_demand && as_asked) {
    const std::optional<hardware::PricePoint> there = price_on(list, *on_demand, kind, on);
    return there && there->price ? on_demand : as_asked;
  }
  if (on_demand) return on_demand;
  if (as_asked) return as_asked;
  auto lasting =
      cheapest_region(list, [&](const auto& point) { return !hardware::is_spot(point.kind) && in_force(point); });
  if (lasting) return lasting;
  const auto any = cheapest_region(list, in_force);
  return any ? any : cheapest_region(list, [](const auto&) { return true; });
}

/// The price in force, those of the other ways of buying, and how they change through the run.
void take_prices(const hardware::PriceList& listed, plan::PriceTerms& price, bool by_day,
                 const ScenarioReading& reading) {
  const bool has_any = std::ranges::any_of(
      listed.points, [](const hardware::PricePoint& point) { return point.region == hardware::kAnyRegion; });
  const hardware::PriceList list =
      has_any ? holding_in(listed, price.region, reading.catalog.provider_of_region(price.region)) : listed;
  price.chosen = price_on(list, price.region, price.kind, *price.on);
  for (const hardware::PricePoint& point : prices_on(list, price.region, *price.on))
    if (point.kind != price.kind && !hardware::is_spot(point.kind)) price.alternatives.push_back(point);
  if (!by_day) return;
  // Reservations and blocks are bought once; these are paid as they come.
  for (const std::string& kind : {std::string("on_demand"), price.kind})
    if (kind == "on_demand" || hardware::is_spot(kind))
      price.later[kind] = changes_after(list, price.region, kind, *price.on);
}

/// What is known where the price is not: of that machine, else of others with the same accelerator, the lowest of each
/// on that day; those with as many of it first, then by the price of one.
std::vector<plan::NearbyPrice> nearby(const plan::Scenario& scenario, const catalog::Catalog& catalog) {
  const plan::PriceTerms& price = scenario.price;
  const hardware::Instance& instance = scenario.cluster.instance;
  std::vector<plan::NearbyPrice> prices;
  if (const hardware::PriceList* own = catalog.price_list(instance.name))
    for (hardware::PricePoint& point : nearby_prices(*own, price.region, price.kind, *price.on))
      prices.push_back({instance.name, std::move(point), 0});
  if (!prices.empty()) return prices;
  for (const std::string& name : catalog.names("prices")) {
    if (!catalog.has("instances", name)) continue;
    const hardware::Instance& other = catalog.instance(name);
    if (other.accelerator.name != instance.accelerator.name) continue;
    // Of the kind that is asked for, else of others that last.
    std::optional<hardware::PricePoint> lowest;
    const auto rank = [&](const hardware::PricePoint& point) {
      return std::pair(point.kind != price.kind, *point.price);
    };
    for (const std::string& region : price_regions(*catalog.price_list(name)))
      for (const hardware::PricePoint& point : prices_on(*catalog.price_list(name), region, *price.on))
        if (!hardware::is_government(region) && (point.kind == price.kind || !hardware::is_spot(point.kind)) &&
            (!lowest || rank(point) < rank(*lowest)))
          lowest = point;
    const bool as_many = other.accelerators_per_node == instance.accelerators_per_node;
    if (lowest) prices.push_back({name, *std::move(lowest), as_many ? 0 : other.accelerators_per_node});
  }
  constexpr std::size_t kMostOthers = 3;  // chosen: a warning is no table
  std::ranges::stable_sort(prices, {}, [](const plan::NearbyPrice& other) {
    return std::pair(other.accelerators > 0, *other.point.price / std::max(1, other.accelerators));
  });
  if (prices.size() > kMostOthers) prices.resize(kMostOthers);
  return prices;
}

/// What tells of the price in force.
void assume_price(const plan::PriceTerms& price, const ScenarioReading& reading) {
  const hardware::PricePoint& point = *price.chosen;
  plan::AssumptionReason why = {AssumptionKind::kPriceInForce,
                                {{"kind", price.kind}, {"region", price.region}, {"from", point.valid_from}}};
  if (point.last_seen) why.values.emplace_back("until", *point.last_seen);
  reading.assume("/price", money_rate_text(*point.price), std::move(why), confirmed_text(point));
  const auto later = price.later.find(price.kind);
  if (later == price.later.end()) return;
  for (const hardware::PricePoint& change : later->second)
    if (change.price)
      reading.assume("/price", money_rate_text(*change.price),
                     {AssumptionKind::kPriceChanges, {{"from", change.valid_from}}}, confirmed_text(change));
}

/// The provider's usual region, or one where the machine is sold; told as an assumption.
std::string assumed_region(const hardware::PriceList* list, Date on, const ScenarioReading& reading) {
  const std::string& provider = reading.scenario.cluster.instance.provider;
  const std::string usual = usual_region(provider);
  std::string region = buying_region(provider, list, reading.scenario.price.kind, on);
  plan::AssumptionReason why{AssumptionKind::kUsualRegion};
  if (!region_of(provider)) why.values.emplace_back("provider", "unknown");
  if (region != usual) why.values.emplace_back("unsold", usual);
  reading.assume("/price/region", region, std::move(why));
  return region;
}

/// Where one of two rules may have held, the one by which longer blocks were sold.
hardware::BlockTerms block_terms(const std::vector<hardware::BlockRule>& rules, const std::string& provider, Date on) {
  hardware::BlockTerms terms;
  const std::vector<hardware::BlockRule> known = rules_on(rules, provider, on);
  const auto rule = std::ranges::max_element(known, {}, &hardware::BlockRule::longest_days);
  if (rule == known.end()) return terms;
  terms.most_nodes_of_block = rule->most_nodes;
  terms.most_nodes = rule->most_nodes_a_date.value_or(terms.most_nodes);
  terms.longest_by_day_days = rule->longest_by_day_days;
  terms.longest_days = rule->longest_days;
  return terms;
}

}  // namespace

std::string buying_region(const std::string& provider, const hardware::PriceList* list, const std::string& kind,
                          Date on) {
  std::string usual = usual_region(provider);
  if (!list) return usual;
  const std::vector<std::string> regions = price_regions(*list);
  if (std::ranges::find(regions, usual) != regions.end()) return usual;
  // A price of all regions sells there for as long as it holds.
  if (!prices_on(*list, usual, on).empty()) return usual;
  return region_of_sale(*list, kind, on).value_or(usual);
}

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

void read_price(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/price", fields::kPrice, reading.issues);
  plan::Scenario& scenario = reading.scenario;
  plan::PriceTerms& price = scenario.price;
  const hardware::PriceList* const list = reading.catalog.price_list(scenario.cluster.instance.name);
  price.kind = reader.choice("kind");
  price.on = reader.optional_date("on");
  price.region_is_known = reader.has("region") || region_of(scenario.cluster.instance.provider);
  // A price of one's own says nothing of where others sell.
  price.region = reader.has("region") ? reader.string("region")
                                      : assumed_region(reader.has("per_node_hour") ? nullptr : list,
                                                       price.on.value_or(scenario.start), reading);
  reading.assume_default(reader, "kind");
  if (!price.on) {
    price.on = scenario.start;
    reading.assume("/price/on", date_text(scenario.start), {AssumptionKind::kPriceAtStart});
  }
  if (hardware::is_spot(price.kind) && !scenario.hazards.preemption)
    reader.report("kind",
                  fmt::format("{} comes with preemption, which the run does not have; give run.hazards.preemption, "
                              "for instance {{\"mean_between\": \"12 h\", \"wait\": \"1 h\"}}, or use on_demand",
                              price.kind));
  const auto own = reader.optional_quantity<DollarsPerSecond>("per_node_hour");
  reading.finish(reader);
  if (own) {
    price.is_own = true;
    // Blocks stay blocks, whatever they cost.
    if (price.kind == hardware::kCapacityBlock)
      price.blocks = block_terms(reading.catalog.block_rules(), scenario.cluster.instance.provider, scenario.start);
    else
      price.kind = "own";
    price.chosen = hardware::PricePoint{.region = price.region,
                                        .kind = price.kind,
                                        .valid_from = *price.on,
                                        .last_seen = {},
                                        .price = own,
                                        .confirmed = true,
                                        .source = "scenario"};
  } else if (list) {
    check_region(*list, reader, price.region, reading.catalog);
    take_prices(*list, price, *price.on == scenario.start, reading);
    price.blocks = block_terms(reading.catalog.block_rules(), list->provider, scenario.start);
  }
  if (!price.chosen || !price.chosen->price)
    price.nearby = nearby(scenario, reading.catalog);
  else if (!own)
    assume_price(price, reading);
  read_storage_prices(reading);
}

namespace {

/// What was measured of machines with that accelerator, else their accelerators' power in the proportion of those that
/// were measured.
void assume_machine_power(const ScenarioReading& reading) {
  constexpr const char* kMeasured = "h100-sxm5-80gb";
  plan::Scenario& scenario = reading.scenario;
  const hardware::Instance& instance = scenario.cluster.instance;
  const auto take = [&](Watts node, const catalog::PowerUsage& usage, plan::AssumptionReason why) {
    scenario.power.node = node;
    if (usage.idle_power) scenario.power.waiting_share = *usage.idle_power / *usage.node_power;
    reading.assume("/power/node", power_text(node), std::move(why),
                   usage.source + (usage.confirmed ? "" : " (unconfirmed)"));
    reading.assume("/power/waiting", ratio_text(scenario.power.waiting_share),
                   {usage.idle_power ? AssumptionKind::kIdlePower : AssumptionKind::kIdlePowerUnknown});
  };
  if (const catalog::PowerUsage* own = reading.catalog.machine_power(instance.accelerator.name))
    return take(1.0 * instance.accelerators_per_node / own->accelerators * *own->node_power, *own,
                {AssumptionKind::kPowerMeasured});
  if (instance.node_power) {
    scenario.power.node = instance.node_power;
    reading.assume("/power/node", power_text(*instance.node_power), {AssumptionKind::kPowerAtFullLoad});
    return;
  }
  const catalog::PowerUsage* measured = reading.catalog.machine_power(kMeasured);
  if (!measured || !instance.accelerator.power) return;
  const double over =
      *measured->node_power / (1.0 * measured->accelerators * *reading.catalog.accelerator(kMeasured).power);
  take(over * (1.0 * instance.accelerators_per_node * *instance.accelerator.power), *measured,
       {AssumptionKind::kPowerOfAccelerators, {{"times", Ratio{over}}}});
}

}  // namespace

void read_power(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/power", fields::kPower, reading.issues);
  plan::Scenario& scenario = reading.scenario;
  scenario.power.node = reader.optional_quantity<Watts>("node");
  if (!scenario.power.node) assume_machine_power(reading);
  if (reader.states("waiting")) scenario.power.waiting_share = reader.share("waiting");
  if (reader.states("pue")) {
    scenario.power.pue = reader.number("pue");
  } else if (const catalog::PowerUsage* usage =
                 reading.catalog.power_usage(scenario.cluster.instance.provider, scenario.price.region);
             usage && usage->pue) {
    scenario.power.pue = *usage->pue;
    reading.assume("/power/pue", fmt::format("{:.2f}", *usage->pue), {AssumptionKind::kProvidersPue},
                   usage->source + (usage->confirmed ? "" : " (unconfirmed)"));
  } else {
    reading.assume("/power/pue", "1.00", {AssumptionKind::kPueUnknown});
  }
  if (reader.states("grid_kg_per_kwh")) {
    scenario.power.grid_kg_per_kwh = reader.number("grid_kg_per_kwh");
  } else {
    const bool named = reader.states("grid");
    // What nobody rents out stands nobody knows where.
    const std::string grid = named                            ? reader.string("grid")
                             : scenario.price.region_is_known ? scenario.price.region
                                                              : "";
    const auto intensity = reading.catalog.grid_intensity(grid);
    if (intensity) {
      scenario.power.grid_kg_per_kwh = intensity->kg_per_kwh;
      reading.assume("/power/grid", fmt::format("{} ({:.3f} kg/kWh)", intensity->name, intensity->kg_per_kwh),
                     {AssumptionKind::kGridIntensity},
                     intensity->source + (intensity->confirmed ? "" : " (unconfirmed)"));
    } else if (named && !grid.empty()) {
      reader.report("grid",
                    fmt::format("{} is not in the catalogue{} (\"fmplan catalog list grid\" shows them all), or give "
                                "grid_kg_per_kwh",
                                text::value_text(grid), did_you_mean(grid, reading.catalog.names("grid"))));
    } else if (!named) {
      reading.assume("/power/grid", "unknown", {AssumptionKind::kGridUnknown});
    }
  }
  if (reader.states("grid") && reader.states("grid_kg_per_kwh"))
    reader.report("grid", "stands beside grid_kg_per_kwh; leave one of the two out");
  reading.finish(reader);
}

}  // namespace fmplan::scenario
