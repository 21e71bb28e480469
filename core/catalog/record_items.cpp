#include "core/catalog/record_items.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/provenance.h"
#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using nlohmann::json;

/// Mass has no dimension of its own in quantity.h: kilograms per kilowatt-hour are kept as a plain number.
std::optional<double> read_intensity(text::ObjectReader& reader) {
  static constexpr UnitName kUnits[] = {{"kg/kWh", 1}, {"g/kWh", 1e-3}, {"t/MWh", 1}};  // exact
  const json* value = reader.find("intensity");
  if (!value) return std::nullopt;
  const auto read = value->is_string() ? parse_quantity(value->get_ref<const std::string&>(), kUnits) : std::nullopt;
  if (read && *read > 0) return read;
  reader.report("intensity", fmt::format("{} is not a carbon intensity; write for instance \"0.37 kg/kWh\"",
                                         text::value_text(*value)));
  return std::nullopt;
}

StoragePrice read_storage_price(const json& entry, const std::string& where, Issues& issues) {
  text::ObjectReader reader(entry, where, issues);
  StoragePrice price;
  price.region = reader.string("region");
  price.valid_from = reader.date("valid_from");
  price.price = reader.quantity<DollarsPerByteSecond>("price", storage_price_units());
  if (reader.require("confirmed")) price.confirmed = reader.boolean_or("confirmed", false);
  price.source = reader.string("source");
  for (const char* key : {"valid_from_note", "note"}) reader.string_or(key, {});
  reader.refuse_unknown_keys();
  return price;
}

hardware::PricePoint read_price_point(const json& entry, const std::string& where, Issues& issues) {
  text::ObjectReader reader(entry, where, issues);
  hardware::PricePoint point;
  point.region = reader.string("region");
  point.kind = one_of(reader, "kind",
                      {"on_demand", "capacity_block", "reserved_1y", "reserved_3y", "spot", "spot_min", "spot_max"});
  point.valid_from = reader.date("valid_from");
  point.last_seen = reader.optional_date("last_seen");
  // "unknown" has to be said: a point without a price is one that was looked for and not found.
  if (reader.require("price")) point.price = reader.optional_quantity<DollarsPerSecond>("price", money_rate_units());
  if (reader.require("confirmed")) point.confirmed = reader.boolean_or("confirmed", false);
  point.source = reader.string("source");
  for (const char* key : {"valid_from_note", "note"}) reader.string_or(key, {});
  if (point.last_seen && *point.last_seen < point.valid_from)
    reader.report("last_seen",
                  fmt::format("{} is before valid_from, {}", date_text(*point.last_seen), date_text(point.valid_from)));
  reader.refuse_unknown_keys();
  return point;
}

/// The size of a file system: the least, and the step above it.
std::optional<hardware::CapacitySizes> read_capacity_sizes(text::ObjectReader& storage, Issues& issues) {
  const json* object = storage.find("capacity");
  if (!object || object->is_null()) return std::nullopt;
  text::ObjectReader reader(*object, storage.where("capacity"), issues);
  const auto least = reader.optional_quantity<Bytes>("minimum", data_units());
  const auto step = reader.optional_quantity<Bytes>("step", data_units());
  reader.refuse_unknown_keys();
  if (!least && !step) return std::nullopt;
  return hardware::CapacitySizes{.least = least.value_or(step.value_or(1 * byte)), .step = step.value_or(1 * byte)};
}

/// What one request moves where an item does not say: the part size that S3 clients default to.
constexpr Bytes kUsualPart = 8 * mebibyte;

std::optional<hardware::RequestLimits> read_requests(text::ObjectReader& storage, Issues& issues) {
  const json* object = storage.find("requests");
  if (!object) return std::nullopt;
  text::ObjectReader reader(*object, storage.where("requests"), issues);
  hardware::RequestLimits limits;
  limits.puts_per_second = reader.integer("put_per_second_per_prefix", 1);
  limits.gets_per_second = reader.integer("get_per_second_per_prefix", 1);
  limits.part_size = reader.quantity_or<Bytes>("part_size", data_units(), kUsualPart);
  limits.prefixes = reader.integer_or("prefixes", 1, 1, kMostPrefixes);
  limits.price_per_put = reader.number("dollars_per_1000_put", 1e-6, 1) / 1000 * dollar;
  limits.price_per_get = reader.number("dollars_per_1000_get", 1e-6, 1) / 1000 * dollar;
  reader.refuse_unknown_keys();
  return limits;
}

std::optional<double> positive_or_null(text::ObjectReader& reader, const std::string& key, double minimum) {
  const json* value = reader.require(key);
  if (!value || value->is_null()) return std::nullopt;
  constexpr double kMost = 1e12;  // chosen: more is no count
  return reader.number(key, minimum, kMost);
}

/// What the events of a failure preset were.
std::vector<sim::FailureCause> read_causes(text::ObjectReader& preset, const std::optional<double>& num_events,
                                           Issues& issues) {
  constexpr auto kScopes = names<bool>({{"node", true}, {"process", false}});
  std::vector<sim::FailureCause> causes;
  double sum = 0;
  const std::size_t before = issues.size();
  preset.each("causes", [&](const json& entry, const std::string& at) {
    text::ObjectReader reader(entry, at, issues);
    sim::FailureCause cause;
    cause.name = reader.string("cause");
    cause.count = reader.integer("count", 1);
    cause.node_lost = reader.choice_or("scope", true, kScopes);
    reader.refuse_unknown_keys();
    sum += cause.count;
    causes.push_back(std::move(cause));
  });
  if (!causes.empty() && issues.size() == before && num_events != sum)
    preset.report("causes", fmt::format("add up to {}, not to events, {}; count every event once", sum,
                                        num_events ? fmt::format("{}", *num_events) : "which are not given"));
  return causes;
}

/// All of an item's values.
sim::FailurePreset read_preset(text::ObjectReader& reader, const json& item, Issues& issues) {
  sim::FailurePreset preset;
  preset.name = read_envelope(reader);
  preset.title = reader.string_or("title", preset.name);
  preset.accelerators = reader.integer("accelerators", 1);
  preset.accelerators_per_node = reader.integer("accelerators_per_node", 1, 100'000);
  reader.number_or("window_days", 1, 0.01, 1e5);
  reader.string_or("event_type", {});
  preset.num_events = positive_or_null(reader, "events", 1);
  preset.node_days = positive_or_null(reader, "node_days", 1);
  preset.causes = read_causes(reader, preset.num_events, issues);
  preset.per_1000_node_days = reader.number("per_1000_node_days", 1e-6, 1e4);
  if (preset.num_events && preset.node_days) {
    const double counted = 1000 * *preset.num_events / *preset.node_days;
    constexpr double kPrintedDigits = 1e-3;  // relative; chosen: what rounding in print leaves
    if (std::abs(counted / preset.per_1000_node_days - 1) > kPrintedDigits)
      reader.report("per_1000_node_days",
                    fmt::format("{} is not 1000 × events / node_days = {:.6g}", preset.per_1000_node_days, counted));
    preset.per_1000_node_days = counted;
  }
  const Provenance provenance = provenance_of(item, "/per_1000_node_days");
  preset.confirmed = provenance.confirmed;
  preset.source = provenance.source;
  return preset;
}

/// Which of two prices of one day holds, their order must not decide.
void report_second_prices(const std::vector<hardware::PricePoint>& points, const std::vector<std::string>& places,
                          Issues& issues) {
  const auto key = [&points](std::size_t i) {
    return std::tie(points[i].region, points[i].kind, points[i].valid_from);
  };
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&key](std::size_t a, std::size_t b) { return key(a) < key(b); });
  for (std::size_t i = 1; i < order.size(); ++i)
    if (key(order[i]) == key(order[i - 1]))
      issues.push_back(
          {places[order[i]], fmt::format("has the region, kind and day of /points/{}: one price a day, keep "
                                         "the better source",
                                         order[i - 1])});
}

/// Accelerators of an instance, as its item says; 0: it does not, or there is none.
int accelerators_stated(const Documents& documents, const std::string& instance) {
  if (!documents.has("instances", instance)) return 0;
  try {
    const json& item = documents.raw("instances", instance);
    const auto count = item.is_object() ? item.find("accelerators_per_node") : item.end();
    return count != item.end() && count->is_number_integer() ? count->get<int>() : 0;
  } catch (const InputError&) {
    return 0;  // told of whoever reads it
  }
}

}  // namespace

StorageItem read_storage(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  StorageItem result;
  hardware::Storage& storage = result.storage;
  storage.name = read_envelope(reader);
  reader.string_or("service", {});
  storage.per_node = reader.has("scope") && one_of(reader, "scope", {"shared", "node"}) == "node";
  const auto rate = [&](const char* key) { return reader.optional_quantity<BytesPerSecond>(key, bandwidth_units()); };
  storage.write_bandwidth_per_tebibyte = rate("write_per_tebibyte");
  storage.write_bandwidth = rate("write_bandwidth");
  storage.client_bandwidth = rate("client_bandwidth");
  storage.read_bandwidth_per_tebibyte = rate("read_per_tebibyte");
  storage.read_bandwidth = rate("read_bandwidth");
  storage.read_client_bandwidth = rate("read_client_bandwidth");
  storage.network_bandwidth_per_tebibyte = rate("network_per_tebibyte");
  rate("burst_per_tebibyte");  // lasts as long as credits do: not counted on
  storage.sizes = read_capacity_sizes(reader, issues);
  storage.requests = read_requests(reader, issues);
  reader.each("prices", [&](const json& entry, const std::string& at) {
    result.prices.push_back(read_storage_price(entry, at, issues));
  });
  if (!storage.write_bandwidth_per_tebibyte && !storage.write_bandwidth && !storage.client_bandwidth)
    reader.report("write_bandwidth",
                  "is missing; give \"write_per_tebibyte\", \"write_bandwidth\" or \"client_bandwidth\"");
  reader.refuse_unknown_keys();
  return result;
}

hardware::PriceList read_price_list(const json& item, const std::string& where, const Documents& documents,
                                    Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  hardware::PriceList list;
  list.instance = read_envelope(reader);
  list.provider = reader.string_or("provider", {});
  std::string instance = list.instance;
  if (const json* of = reader.find("instance"); of && !of->is_null()) instance = reader.string("instance");
  const std::size_t before = issues.size();
  const int paid = reader.integer_or("accelerators", 0, 1);
  const int stated = issues.size() == before ? accelerators_stated(documents, instance) : 0;
  if (paid > 0 && stated > 0 && paid != stated)
    reader.report("accelerators", fmt::format("{} are paid for, and the catalogue's {} has {}: of which is the price?",
                                              paid, instance, stated));
  if (reader.has("currency")) one_of(reader, "currency", {"USD"});
  reader.require("points");
  std::vector<std::string> places;
  const std::size_t before_points = issues.size();
  reader.each("points", [&](const json& entry, const std::string& at) {
    list.points.push_back(read_price_point(entry, at, issues));
    places.push_back(at);
  });
  // Of points that were read: placeholders are alike.
  if (issues.size() == before_points) report_second_prices(list.points, places, issues);
  reader.refuse_unknown_keys();
  return list;
}

sim::FailurePreset read_failure_preset(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  sim::FailurePreset preset = read_preset(reader, item, issues);
  reader.refuse_unknown_keys();
  return preset;
}

sim::FailurePreset read_failures_or_changes(const json& object, const std::string& where, Issues& issues,
                                            const std::function<sim::FailurePreset(const std::string& name)>& by_name,
                                            std::optional<int> nodes, int accelerators_per_node) {
  text::ObjectReader reader(object, where, issues);
  if (!reader.has("like")) {
    for (const char* key : {"mtbf", "nodes"})
      if (reader.has(key))
        reader.report(key, "stands beside \"like\"; write for instance \"like\": \"rsc-1\", or leave it out");
    if (!reader.has("name") && (reader.has("mtbf") || reader.has("per_1000_node_days"))) {
      reader.report("like", "is missing: an item of which all but the rate holds; write for instance \"rsc-1\"");
      return {};
    }
    sim::FailurePreset preset = read_preset(reader, object, issues);
    reader.refuse_unknown_keys();
    return preset;
  }
  const std::string like = reader.string("like");
  if (reader.has("accelerators_per_node")) accelerators_per_node = reader.integer("accelerators_per_node", 1, 100'000);
  sim::FailurePreset preset;
  if (!like.empty()) preset = by_name(like);
  // What was counted elsewhere is no evidence of another rate.
  preset = {.name = like + ", changed",
            .title = like + ", changed",
            .per_1000_node_days = preset.per_1000_node_days,
            .accelerators_per_node = accelerators_per_node,
            .num_events = {},
            .node_days = {},
            .between_clusters = preset.between_clusters,
            .causes = {},
            .accelerators = std::max(1, preset.accelerators),
            .confirmed = false,
            .source = {}};
  const bool by_mtbf = reader.has("mtbf"), by_rate = reader.has("per_1000_node_days");
  if (by_mtbf == by_rate)
    reader.report("mtbf", by_mtbf
                              ? "stands beside per_1000_node_days; leave one of the two out"
                              : "is missing, and so is per_1000_node_days; give one, for instance \"mtbf\": \"8 h\"");
  if (by_rate) preset.per_1000_node_days = reader.number("per_1000_node_days", 1e-6, 1e4);
  if (reader.has("nodes")) nodes = reader.integer("nodes", 1);
  if (by_mtbf) {
    const Seconds mtbf = reader.quantity<Seconds>("mtbf", time_units());
    if (!nodes)
      reader.report("nodes", kNodesOfMtbfOpen);
    else if (mtbf > Seconds{})
      preset.per_1000_node_days = 1000 / (mtbf / day * *nodes);
  }
  reader.refuse_unknown_keys();
  return preset;
}

GridItem read_grid(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  read_envelope(reader);
  GridItem grid;
  grid.kg_per_kwh = read_intensity(reader);
  const Provenance provenance = provenance_of(item, "/intensity");
  grid.confirmed = provenance.confirmed;
  grid.source = provenance.source;
  if (reader.has("uses")) grid.uses = reader.string("uses");
  const auto hours =
      reader.has("gpu_hours") ? std::optional<double>(reader.number("gpu_hours", 1, 1e12)) : std::nullopt;
  const auto power = reader.optional_quantity<Watts>("gpu_power", power_units());
  const auto tonnes =
      reader.has("emitted_tonnes") ? std::optional<double>(reader.number("emitted_tonnes", 0.001, 1e9)) : std::nullopt;
  if (reader.has("intensity") == reader.has("uses"))
    reader.report("intensity",
                  "give either \"intensity\", for instance \"0.37 kg/kWh\", or \"uses\" with another grid's name");
  if (grid.kg_per_kwh && hours && power && tonnes) {
    const double implied = 1000 * *tonnes / (*hours * (*power / kilowatt));
    constexpr double kPrintedDigits = 1e-3;  // relative; chosen: what rounding in print leaves
    if (std::abs(implied / *grid.kg_per_kwh - 1) > kPrintedDigits)
      reader.report("intensity", fmt::format("{} kg/kWh is not emitted_tonnes over gpu_hours × gpu_power = {:.5f}",
                                             *grid.kg_per_kwh, implied));
  }
  reader.refuse_unknown_keys();
  return grid;
}

PowerUsage read_power(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  read_envelope(reader);
  PowerUsage usage;
  if (reader.has("pue")) usage.pue = reader.number("pue", 1, 3);
  reader.find("pue_range");
  if (const json* provider = reader.find("provider"); provider && !provider->is_null())
    usage.provider = reader.string("provider");
  usage.region = reader.string_or("region", {});
  if (!usage.region.empty() && usage.provider.empty())
    reader.report("region", "stands without \"provider\"; write whose region it is");
  usage.node_power = reader.optional_quantity<Watts>("node_power", power_units());
  usage.idle_power = reader.optional_quantity<Watts>("idle_power", power_units());
  usage.accelerator = reader.string_or("accelerator", {});
  usage.accelerators = reader.integer_or("accelerators", 1, 1, 1024);
  if (usage.idle_power && (!usage.node_power || *usage.idle_power > *usage.node_power))
    reader.report("idle_power", "is above node_power, or stands without it; give the power at work as \"node_power\"");
  if (!usage.pue && !usage.node_power) reader.report("pue", "is missing; give \"pue\" or \"node_power\"");
  const Provenance provenance = provenance_of(item, usage.pue ? "/pue" : "/node_power");
  usage.confirmed = provenance.confirmed;
  usage.source = provenance.source;
  reader.refuse_unknown_keys();
  return usage;
}

}  // namespace fmplan::catalog
