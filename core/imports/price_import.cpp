#include "core/imports/price_import.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/issue.h"
#include "core/base/suggestion.h"
#include "core/catalog/provenance.h"
#include "core/catalog/record_items.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"

namespace fmplan::imports {
namespace {

using evidence::SkypilotRow;
using nlohmann::json;
using text::Json;

constexpr const char* kOnDemand = "on_demand";
/// Chosen: prices have six digits, and what division leaves behind has more.
constexpr int kPriceDigits = 9;
constexpr const char* kNoCapacity = "a spot price equal to on-demand = no spare capacity";

/// A machine that the catalogue has prices or technical data of.
struct KnownMachine {
  std::string name;
  std::optional<int> accelerators;
  const hardware::PriceList* prices = nullptr;  ///< null: none yet
};

std::optional<KnownMachine> known_machine(const catalog::Catalog& catalog, const std::string& instance) {
  KnownMachine machine;
  if (catalog.has("prices", instance)) {
    const json& item = catalog.raw("prices", instance);
    machine.prices = catalog.price_list(instance);
    machine.name = machine.prices->instance;
    if (const auto count = item.find("accelerators"); count != item.end()) machine.accelerators = count->get<int>();
  }
  if (catalog.has("instances", instance)) {
    const hardware::Instance& of_catalog = catalog.instance(instance);
    machine.name = of_catalog.name;
    machine.accelerators = of_catalog.accelerators_per_node;
  }
  return machine.name.empty() ? std::nullopt : std::optional(std::move(machine));
}

/// What a machine of the row's may be refused for; empty: nothing.
std::string refusal(const SkypilotRow& row, const KnownMachine& machine, const catalog::Catalog& catalog) {
  if (machine.accelerators && !row.accelerators)
    return fmt::format("{} has {} accelerators, and the row counts none: it may be the price of the host alone",
                       machine.name, *machine.accelerators);
  if (machine.accelerators && *row.accelerators != *machine.accelerators)
    return fmt::format("{} has {} accelerators, and the row {}", machine.name, *machine.accelerators,
                       *row.accelerators);
  const auto owner = catalog.provider_of_region(row.region);
  const std::string seller = machine.prices ? machine.prices->provider : "";
  if (owner && !seller.empty() && *owner != seller)
    return fmt::format("region {} is one of {}, and {} sells {}: its prices would be taken for the other's", row.region,
                       *owner, seller, machine.name);
  return {};
}

/// Prices of a machine in a region, by zone.
using ZonePrices = std::vector<std::pair<std::string, double>>;

struct Group {
  KnownMachine machine;
  std::string region;
  ZonePrices on_demand, spot;
};

/// By machine and region.
using PriceGroups = std::map<std::pair<std::string, std::string>, Group>;

bool is_plausible(double dollars_per_hour) {
  const DollarsPerSecond price = dollars_per_hour * dollar_per_hour;
  return price >= catalog::kLeastMachinePrice && price <= catalog::kMostMachinePrice;
}

/// Takes a row's prices; what is refused of them goes to `result`.
void take_prices(const SkypilotRow& row, Group& group, PriceImport& result) {
  for (const std::string& reason : row.refused)
    result.refused.push_back({row.line, fmt::format("{}: {}", row.instance, reason)});
  const auto take = [&](const std::optional<double>& price, const char* column, ZonePrices& prices) {
    if (!price) return;
    if (is_plausible(*price)) {
      prices.emplace_back(row.zone, *price);
    } else {
      result.refused.push_back(
          {row.line,
           fmt::format("{}: {} {} is outside of {:g} to {:g} $/h that machines cost", row.instance, column, *price,
                       catalog::kLeastMachinePrice / dollar_per_hour, catalog::kMostMachinePrice / dollar_per_hour)});
    }
  };
  take(row.price, "Price", group.on_demand);
  take(row.spot_price, "SpotPrice", group.spot);
}

std::vector<std::string> zones_of(const ZonePrices& prices) {
  std::set<std::string> zones;
  for (const auto& [zone, price] : prices)
    if (!zone.empty()) zones.insert(zone);
  return {zones.begin(), zones.end()};
}

std::pair<double, double> range_of(const ZonePrices& prices) {
  const auto [least, most] = std::ranges::minmax(prices, {}, [](const auto& price) { return price.second; });
  return {least.second, most.second};
}

/// "a 1.5, b 2 $/h": each zone and price once.
std::string by_zone(const ZonePrices& prices) {
  std::set<std::pair<std::string, double>> each(prices.begin(), prices.end());
  std::vector<std::string> texts;
  for (const auto& [zone, price] : each) texts.push_back(fmt::format("{} {}", zone.empty() ? "no zone" : zone, price));
  return fmt::format("{} $/h", fmt::join(texts, ", "));
}

std::vector<ImportedPrice> prices_of(const Group& group) {
  std::vector<ImportedPrice> prices;
  const auto add = [&](const char* kind, double price, const ZonePrices& from) {
    prices.push_back({.instance = group.machine.name,
                      .region = group.region,
                      .kind = kind,
                      .dollars_per_hour = price,
                      .zones = zones_of(from)});
  };
  double on_demand = 0;
  if (!group.on_demand.empty()) {
    const auto [least, most] = range_of(group.on_demand);
    on_demand = most;
    add(kOnDemand, most, group.on_demand);
    if (least < most) {
      // No source says what the region costs then; a budget of the highest holds in every zone.
      prices.back().confirmed = false;
      prices.back().note = fmt::format("the highest over zones, which differ: {}", by_zone(group.on_demand));
    }
  }
  if (group.spot.empty()) return prices;
  const auto [least, most] = range_of(group.spot);
  const bool has_zones = !zones_of(group.spot).empty();
  add(has_zones ? "spot_min" : "spot", least, group.spot);
  // Of one zone too: else an older highest price would go on beside it.
  if (has_zones || least < most) add("spot_max", most, group.spot);
  for (ImportedPrice& price : prices)
    if (price.kind != kOnDemand && price.dollars_per_hour == on_demand) price.note = kNoCapacity;
  return prices;
}

Json point_json(const ImportedPrice& price, const PriceImportTerms& terms) {
  Json point = {{"region", price.region},
                {"kind", price.kind},
                {"valid_from", date_text(terms.on)},
                {"last_seen", date_text(terms.on)},
                {"price", fmt::format("{} $/h", price.dollars_per_hour)},
                {"confirmed", price.confirmed},
                {"source", terms.source}};
  if (!price.note.empty()) point["note"] = price.note;
  return point;
}

/// The keys of a catalogue's object in the order in which people write them.
Json in_order(const json& object, std::initializer_list<const char*> keys) {
  Json ordered = Json::object();
  for (const char* key : keys)
    if (const auto found = object.find(key); found != object.end()) ordered[key] = text::json_of(*found);
  return ordered;
}

Json points_provenance(const PriceImportTerms& terms) {
  return {{"source", "each point names its own"}, {"date", date_text(terms.on)}, {"confirmed", true}};
}

/// The item as it was; of a machine without prices a new one.
Json list_before(const KnownMachine& machine, const std::string& region, const PriceImportTerms& terms,
                 const catalog::Catalog& catalog) {
  if (machine.prices) {
    const json& item = catalog.raw("prices", machine.name);
    Json list = in_order(item, {"version", "kind", "name", "title", "provider", "instance", "accelerators", "currency",
                                "points", "provenance", "notes"});
    list["points"] = Json::array();
    for (const json& point : item.at("points"))
      list["points"].push_back(in_order(point, {"region", "kind", "valid_from", "valid_from_note", "last_seen", "price",
                                                "confirmed", "source", "note"}));
    // One of somebody's own may do without.
    const auto provenance = item.find("provenance");
    list["provenance"] = provenance != item.end() && provenance->is_object() && provenance->contains("date")
                             ? in_order(*provenance, {"source", "date", "confirmed", "fields"})
                             : points_provenance(terms);
    return list;
  }
  const std::optional<std::string> provider = catalog.provider_of_region(region);
  Json list = {{"version", 1},
               {"kind", "price_list"},
               {"name", machine.name},
               {"title", provider ? fmt::format("Prices of {} {}", *provider, machine.name)
                                  : fmt::format("Prices of {}", machine.name)}};
  if (provider) list["provider"] = *provider;
  list.update({{"instance", machine.name},
               {"accelerators", *machine.accelerators},
               {"currency", "USD"},
               {"points", Json::array()},
               {"provenance", points_provenance(terms)}});
  return list;
}

/// Lays a point over the list's: in the place of one of its region, kind and day, else at the end, so that pointers
/// into the list stay true.  Returns whether it replaced one.
bool lay_over(Json& list, Json point) {
  Json points = Json::array();
  bool replaced = false;
  const auto is_same = [&point](const Json& other) {
    return std::ranges::all_of(std::initializer_list<const char*>{"region", "kind", "valid_from"},
                               [&](const char* key) { return other.at(key) == point.at(key); });
  };
  for (const Json& other : list.at("points").elements()) {
    const bool here = is_same(other);
    points.push_back(here ? point : other);
    replaced = replaced || here;
  }
  if (!replaced) points.push_back(std::move(point));
  list["points"] = std::move(points);
  return replaced;
}

/// What the reader of a price should know of those beside it.
void note_neighbours(const ImportedPrice& price, const KnownMachine& machine, bool replaced, PriceImport& result) {
  const std::string of = fmt::format("{}, {} in {}", price.instance, price.kind, price.region);
  if (!price.confirmed) result.notes.push_back(fmt::format("{}: {}", of, price.note));
  if (replaced) result.notes.push_back(fmt::format("{}: replaces the catalogue's price of that day", of));
  if (!machine.prices) return;
  const auto later = changes_after(*machine.prices, price.region, price.kind, result.terms.on);
  if (!later.empty())
    result.notes.push_back(fmt::format("{}: holds until {}, from when on the catalogue has another price", of,
                                       date_text(later.front().valid_from)));
}

/// The lists of the groups' machines.
void make_lists(const PriceGroups& groups, const catalog::Catalog& catalog, PriceImport& result) {
  std::map<std::string, Json> lists;
  for (const auto& [key, group] : groups) {
    for (ImportedPrice& price : prices_of(group)) {
      const auto [list, is_new] = lists.try_emplace(price.instance);
      if (is_new) list->second = list_before(group.machine, group.region, result.terms, catalog);
      if (group.machine.prices)
        if (const auto before = price_on(*group.machine.prices, price.region, price.kind, result.terms.on);
            before && before->price)
          price.before = text::rounded(*before->price / dollar_per_hour, kPriceDigits);
      const bool replaced = lay_over(list->second, point_json(price, result.terms));
      note_neighbours(price, group.machine, replaced, result);
      result.prices.push_back(std::move(price));
    }
  }
  std::ranges::sort(result.prices, {},
                    [](const ImportedPrice& price) { return std::tuple(price.instance, price.kind, price.region); });
  for (auto& [name, list] : lists) {
    Json& date = list["provenance"]["date"];
    const std::string on = date_text(result.terms.on);
    if (!date.is_text() || date.as_text() < on) date = on;
    result.lists.push_back(std::move(list));
  }
}

void check_terms(const evidence::SkypilotRows& rows, const PriceImportTerms& terms) {
  Issues issues;
  if (terms.on < catalog::kFirstPlausibleDay)
    issues.push_back({"--on", fmt::format("{} is before 2010; is the year right?", date_text(terms.on))});
  std::set<std::string> regions;
  for (const SkypilotRow& row : rows.rows) regions.insert(row.region);
  for (const std::string& region : terms.regions)
    if (!regions.contains(region))
      issues.push_back({"--region", fmt::format("\"{}\" is the region of no row of {}{}", region, terms.file,
                                                did_you_mean(region, {regions.begin(), regions.end()}))});
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// Why nothing came of the file, by its first refusals.
[[noreturn]] void refuse_file(const PriceImport& result) {
  constexpr std::size_t kMostShown = 20;  // chosen: a screen
  Issues issues;
  for (const text::RefusedRow& refused : result.refused)
    if (issues.size() < kMostShown)
      issues.push_back({fmt::format("{}:{}", result.terms.file, refused.line), refused.reason});
  issues.push_back({result.terms.file,
                    fmt::format("holds no price to take: {} rows, {} of machines that the catalogue does not know, {} "
                                "refusals (\"fmplan catalog list prices\" shows machines that it knows)",
                                result.num_rows, result.unknown.size(), result.refused.size())});
  throw InputError(std::move(issues));
}

}  // namespace

PriceImport import_prices(const evidence::SkypilotRows& rows, const PriceImportTerms& terms,
                          const catalog::Catalog& catalog) {
  check_terms(rows, terms);
  PriceImport result{.terms = terms,
                     .num_rows = static_cast<int>(rows.rows.size() + rows.refused.size()),
                     .prices = {},
                     .lists = {},
                     .unknown = {},
                     .refused = rows.refused,
                     .notes = rows.notes};
  PriceGroups groups;
  std::map<std::string, UnknownMachine> unknown;
  std::map<std::string, std::optional<KnownMachine>> machines;
  for (const SkypilotRow& row : rows.rows) {
    if (!terms.regions.empty() && std::ranges::find(terms.regions, row.region) == terms.regions.end()) {
      ++result.num_elsewhere;
      continue;
    }
    const auto [machine, is_new] = machines.try_emplace(row.instance);
    if (is_new) machine->second = known_machine(catalog, row.instance);
    if (!machine->second) {
      UnknownMachine& of = unknown[row.instance];
      of.instance = row.instance;
      if (of.accelerator.empty()) of.accelerator = row.accelerator;
      ++of.rows;
      continue;
    }
    if (const std::string reason = refusal(row, *machine->second, catalog); !reason.empty()) {
      result.refused.push_back({row.line, reason});
      continue;
    }
    Group& group = groups[{machine->second->name, row.region}];
    group.machine = *machine->second;
    group.region = row.region;
    take_prices(row, group, result);
  }
  for (auto& [name, machine] : unknown) result.unknown.push_back(std::move(machine));
  std::ranges::stable_sort(result.refused, {}, &text::RefusedRow::line);
  make_lists(groups, catalog, result);
  if (result.prices.empty()) refuse_file(result);
  return result;
}

}  // namespace fmplan::imports
