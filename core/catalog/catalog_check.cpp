#include "core/catalog/catalog_check.h"

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/catalog/block_rule_items.h"
#include "core/catalog/campaign_history.h"
#include "core/catalog/collective_profile.h"
#include "core/catalog/hazard_items.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/kernel_profile.h"
#include "core/catalog/memory_profile.h"
#include "core/catalog/model_json.h"
#include "core/catalog/practice_items.h"
#include "core/catalog/probe_item.h"
#include "core/catalog/provenance.h"
#include "core/catalog/report_readings.h"
#include "core/catalog/reported_machines.h"
#include "core/catalog/scaling_law_items.h"
#include "core/hardware/kernel_time.h"
#include "core/text/json_text.h"

namespace fmplan::catalog {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// One item under check.
struct Item {
  const Catalog& catalog;
  const json& document;
  std::string where;  ///< "instances/p5.48xlarge.json#"
  Issues& issues;

  void report(const std::string& pointer, std::string message) const {
    issues.push_back({where + pointer, std::move(message)});
  }
};

/// A quantity outside of what has been built is a slip of a unit or of a digit, not a discovery.
template <class Q>
void check_range(const Item& item, const std::string& pointer, Q value, Q least, Q most, Q unit,
                 const char* unit_name) {
  if (value >= least && value <= most) return;
  item.report(pointer,
              fmt::format("{:.6g} {} is not plausible: from {:.6g} to {:.6g} {} were expected; is the unit right?",
                          value / unit, unit_name, least / unit, most / unit, unit_name));
}

void check_range(const Item& item, const std::string& pointer, double value, double least, double most) {
  if (value < least || value > most)
    item.report(pointer,
                fmt::format("{:.6g} is not plausible: from {:.6g} to {:.6g} was expected", value, least, most));
}

void check_reference(const Item& item, const std::string& pointer, std::string_view kind) {
  const std::string name = text_at(item.document, pointer);
  if (name.empty() || item.catalog.has(kind, name)) return;
  item.report(pointer,
              fmt::format("\"{}\" is not among the {}{}", name, kind, did_you_mean(name, item.catalog.names(kind))));
}

/// What `read` makes of the item, or nothing if it found anything wrong: placeholders are not worth a second complaint.
template <class Read>
auto read_item(const Item& item, const Read& read) {
  const std::size_t before = item.issues.size();
  auto value = read(item.document, item.where, item.issues);
  return item.issues.size() == before ? std::optional(std::move(value)) : std::nullopt;
}

void check_accelerator(const Item& item) {
  const std::string name = text_at(item.document, "/name");
  const auto kernels = item.catalog.has("accelerators", name) ? load_kernels_of(item.catalog, name) : std::nullopt;
  const auto read = read_item(item, [&](const json& document, const std::string& where, Issues& issues) {
    return read_accelerator(document, where, issues, kernels ? &*kernels : nullptr);
  });
  if (!read) return;
  const hardware::Accelerator& accelerator = *read;
  check_reference(item, "/scale_up/link", "networks");
  check_reference(item, "/inherits", "accelerators");
  for (const auto& [precision, rate] : accelerator.peak)
    check_range(item, "/peak/" + precision, rate, teraflop_per_second, 1e5 * teraflop_per_second, teraflop_per_second,
                "TFLOP/s");
  for (const auto& [precision, gemm] : accelerator.gemm)
    if (!kernels && !accelerator.peak.contains(precision))
      item.report("/gemm/" + precision, fmt::format("has no peak: give /peak/{} too", precision));
  const auto bf16 = accelerator.peak.find("bf16");
  const auto fp8 = accelerator.peak.find("fp8");
  if (bf16 != accelerator.peak.end() && fp8 != accelerator.peak.end() && fp8->second < bf16->second)
    item.report("/peak/fp8", "is below the bf16 peak; are the two exchanged?");
  check_range(item, "/memory", accelerator.memory, 8 * gigabyte, 4 * terabyte, gigabyte, "GB");
  check_range(item, "/memory_bandwidth", accelerator.memory_bandwidth, 0.1 * terabyte_per_second,
              100 * terabyte_per_second, terabyte_per_second, "TB/s");
  if (accelerator.scale_up_bandwidth)
    check_range(item, "/scale_up/unidirectional", *accelerator.scale_up_bandwidth, 5 * gigabyte_per_second,
                20 * terabyte_per_second, gigabyte_per_second, "GB/s");
  if (accelerator.power) check_range(item, "/power", *accelerator.power, 30 * watt, 10 * kilowatt, watt, "W");
}

void check_instance(const Item& item) {
  const auto read = read_item(item, [&](const json& document, const std::string& where, Issues& issues) {
    return read_instance(document, where, item.catalog, issues);
  });
  if (!read) return;
  const hardware::Instance& instance = *read;
  const std::string total = text_at(item.document, "/accelerator_memory_total");
  const std::optional<Bytes> memory = parse_data(total);
  const Bytes sum = instance.accelerators_per_node * instance.accelerator.memory;
  // Vendors list what a driver reports, a tenth below the data sheet at most.
  if (memory && instance.accelerator.memory > Bytes() && (*memory < 0.9 * sum || *memory > 1.1 * sum))
    item.report("/accelerator_memory_total",
                fmt::format("\"{}\" is not {} × {} = {}", total, instance.accelerators_per_node,
                            data_text(instance.accelerator.memory), data_text(sum)));
  if (instance.scale_out)
    check_range(item, "/scale_out", instance.scale_out->bandwidth, 0.5 * gigabyte_per_second, 2 * terabyte_per_second,
                gigabyte_per_second, "GB/s per accelerator");
  if (instance.node_power)
    check_range(item, "/node_power", *instance.node_power, 100 * watt, 1000 * kilowatt, kilowatt, "kW");
}

void check_network(const Item& item) {
  const auto read = read_item(item, read_network);
  if (!read) return;
  const NetworkItem& network = *read;
  if (network.bandwidth)
    check_range(item, "/bandwidth", *network.bandwidth, gigabyte_per_second, 20 * terabyte_per_second,
                gigabyte_per_second, "GB/s");
  if (network.nic_rate)
    check_range(item, "/nic_rate", *network.nic_rate, gigabit_per_second, 10'000 * gigabit_per_second,
                gigabit_per_second, "Gbit/s");
  if (network.latency)
    check_range(item, "/latency", *network.latency, 10 * nanosecond, 10 * millisecond, microsecond, "us");
}

void check_storage(const Item& item) {
  const auto read = read_item(item, read_storage);
  if (!read) return;
  const StorageItem& storage = *read;
  const DollarsPerByteSecond unit = dollar / gigabyte / billing_month;
  for (std::size_t i = 0; i < storage.prices.size(); ++i)
    check_range(item, fmt::format("/prices/{}/price", i), storage.prices[i].price, 1e-4 * unit, 10 * unit, unit,
                "$/GB-month");
}

void check_price_list(const Item& item) {
  const auto read = read_item(item, [&](const json& document, const std::string& where, Issues& issues) {
    return read_price_list(document, where, item.catalog, issues);
  });
  if (!read) return;
  const hardware::PriceList& list = *read;
  check_reference(item, "/instance", "instances");
  for (std::size_t i = 0; i < list.points.size(); ++i)
    if (list.points[i].price)
      check_range(item, fmt::format("/points/{}/price", i), *list.points[i].price, kLeastMachinePrice,
                  kMostMachinePrice, dollar_per_hour, "$/h");
}

void check_failure_preset(const Item& item) {
  const auto read = read_item(item, read_failure_preset);
  if (!read) return;
  constexpr int kUsualNode = 8;  // accelerators of most nodes that rates were counted on
  check_range(item, "/per_1000_node_days", rate_of_nodes(*read, kUsualNode), 0.01, 1000);
}

void check_grid(const Item& item) {
  const auto read = read_item(item, read_grid);
  if (!read) return;
  const GridItem& grid = *read;
  if (grid.kg_per_kwh) check_range(item, "/intensity", *grid.kg_per_kwh, 0.001, 2);
  check_reference(item, "/uses", "grid");
  if (grid.uses && item.catalog.has("grid", *grid.uses) && !item.catalog.grid_intensity(*grid.uses))
    item.report("/uses", fmt::format("\"{}\" has no intensity of its own", *grid.uses));
}

void check_kernels(const Item& item) {
  const auto read = read_item(item, read_kernel_profile);
  if (!read) return;
  check_reference(item, "/accelerator", "accelerators");
  check_reference(item, "/inherits", "calibration");
  if (!item.catalog.has("accelerators", read->accelerator)) return;
  if (read->name != kernel_profile_name(read->accelerator))
    item.report("/name", fmt::format("is looked for as \"{}\"", kernel_profile_name(read->accelerator)));
  const hardware::Accelerator accelerator = item.catalog.accelerator(read->accelerator);
  for (const auto& [precision, gemm] : read->gemm)
    if (!dense_peak(accelerator, precision))
      item.report("/gemm/" + precision, fmt::format("{} has no such peak", read->accelerator));
}

void check_memory_profile(const Item& item) {
  const auto read = read_item(item, read_memory_profile);
  if (!read) return;
  if (read->name != kMemoryProfileName)
    item.report("/name", fmt::format("is looked for as \"{}\"", kMemoryProfileName));
  for (const auto& [name, habits] : read->frameworks)
    if (!item.catalog.has("frameworks", name))
      item.report("/frameworks/" + text::pointer_token(name),
                  fmt::format("is not among the frameworks{}", did_you_mean(name, item.catalog.names("frameworks"))));
}

void check_campaign_history(const Item& item) {
  const auto read = read_item(item, read_campaign_history);
  if (read && read->name != kCampaignHistoryName)
    item.report("/name", fmt::format("is looked for as \"{}\"", kCampaignHistoryName));
}

void check_machine_probe(const Item& item) {
  const auto read = read_item(item, read_machine_probe);
  if (!read) return;
  check_reference(item, "/instance", "instances");
  check_reference(item, "/accelerator", "accelerators");
}

/// Other kinds of calibration are checked by their own readers.
void check_calibration(const Item& item) {
  if (text_at(item.document, "/of") == "kernels") return check_kernels(item);
  if (text_at(item.document, "/of") == "memory") return check_memory_profile(item);
  if (text_at(item.document, "/of") == "campaigns") return check_campaign_history(item);
  if (text_at(item.document, "/of") == "probe") return check_machine_probe(item);
  if (text_at(item.document, "/of") != "collectives") return;
  const auto read = read_item(item, read_collective_profile);
  if (!read) return;
  check_reference(item, "/node", "calibration");
  check_reference(item, "/inherits", "calibration");
  for (std::size_t i = 0; i < read->instances.size(); ++i)
    check_reference(item, fmt::format("/instances/{}", i), "instances");
  check_range(item, "/machine/scale_up", read->machine.scale_up, gigabyte_per_second, 20 * terabyte_per_second,
              gigabyte_per_second, "GB/s");
  if (read->machine.scale_out)
    check_range(item, "/machine/scale_out", *read->machine.scale_out, 0.1 * gigabyte_per_second,
                2 * terabyte_per_second, gigabyte_per_second, "GB/s per accelerator");
}

void check_reading(const Item& item) {
  const auto read = read_item(item, read_reading);
  if (!read || read->name != "framework") return;
  for (std::size_t i = 0; i < read->rules.size(); ++i)
    check_reference(item, fmt::format("/rules/{}/means", i), "frameworks");
}

/// Who has machines or prices in the catalogue.
std::vector<std::string> known_providers(const Catalog& catalog) {
  std::set<std::string> providers;
  for (const char* kind : {"instances", "prices"}) {
    for (const std::string& name : catalog.names(kind)) {
      try {
        providers.insert(text_at(catalog.raw(kind, name), "/provider"));
      } catch (const InputError&) {
        // Is told where that file is checked.
      }
    }
  }
  providers.erase("");
  return {providers.begin(), providers.end()};
}

/// That some scenario finds it: a power usage effectiveness is looked up by the provider of the machine.
void check_power(const Item& item) {
  constexpr std::string_view kPrefix = "pue-";
  const auto read = read_item(item, read_power);
  if (!read || !read->pue) return;
  const std::vector<std::string> providers = known_providers(item.catalog);
  const auto is_one = [&](std::string_view name) {
    return std::ranges::any_of(providers, [&](const auto& each) { return catalog_slug(each) == catalog_slug(name); });
  };
  const std::string name = text_at(item.document, "/name");
  if (!read->provider.empty()) {
    if (!is_one(read->provider))
      item.report("/provider", fmt::format("\"{}\" has no machine and no price in the catalogue{}", read->provider,
                                           did_you_mean(read->provider, providers)));
  } else if (!item.document.contains("provider") && name.starts_with(kPrefix) &&
             !is_one(std::string_view(name).substr(kPrefix.size()))) {
    item.report("/provider", "is missing; write whose machines it is of, or null if nobody's who rents out machines");
  }
}

void check_kind(const Item& item, std::string_view folder) {
  if (folder == "calibration") return check_calibration(item);
  if (folder == "accelerators") return check_accelerator(item);
  if (folder == "instances") return check_instance(item);
  if (folder == "networks") return check_network(item);
  if (folder == "storage") return check_storage(item);
  if (folder == "prices") return check_price_list(item);
  if (folder == "failures") return check_failure_preset(item);
  if (folder == "reported") {
    if (read_item(item, read_reported_machine)) check_reference(item, "/instance", "instances");
    return;
  }
  if (folder == "readings") return check_reading(item);
  if (folder == "hazards") return static_cast<void>(read_item(item, read_hazard));
  if (folder == "laws")
    return static_cast<void>(read_item(item, [&](const json& document, const std::string& where, Issues& issues) {
      return read_scaling_law(document, where, item.catalog, issues);
    }));
  if (folder == "block_rules") return static_cast<void>(read_item(item, read_block_rule));
  if (folder == "grid") return check_grid(item);
  if (folder == "power") return check_power(item);
  if (folder == "models") return static_cast<void>(read_item(item, read_transformer));
  if (folder == "frameworks") return static_cast<void>(read_item(item, read_framework));
  if (folder == "recoveries") return static_cast<void>(read_item(item, read_recovery));
}

/// What every item has: who it is and where it comes from.
void check_envelope(const Item& item, const CatalogKind& kind, const std::string& file_name) {
  const json& document = item.document;
  const auto require = [&](const char* key, const json& value) {
    const auto found = document.find(key);
    if (found == document.end()) {
      item.report(std::string("/") + key, fmt::format("is missing; write {}", value.dump()));
    } else if (*found != value) {
      item.report(std::string("/") + key, fmt::format("{} is not {}", text::value_text(*found), value.dump()));
    }
  };
  require("version", 1);
  require("kind", std::string(kind.item));
  const std::string name = text_at(document, "/name");
  if (!name.empty() && catalog_slug(name) != catalog_slug(file_name))
    item.report("/name", fmt::format("\"{}\" is not the file's name, \"{}\"", name, file_name));
  if (text_at(document, "/title").empty()) item.report("/title", "is missing; say in a few words what this is");
  check_provenance(document, item.where, item.issues);
  for (const char* key : {"notes", "aliases", "suggested_for"}) {
    const auto list = document.find(key);
    if (list == document.end()) continue;
    const bool texts = list->is_array() && std::all_of(list->begin(), list->end(), [](const json& text) {
                         return text.is_string() && !text.get_ref<const std::string&>().empty();
                       });
    if (!texts) item.report(std::string("/") + key, "is not a list of texts");
  }
}

/// Every other name means one item.
void check_aliases(const Item& item, const CatalogKind& kind, const std::string& file_name) {
  const auto list = item.document.find("aliases");
  if (list == item.document.end() || !list->is_array()) return;
  const std::string own = catalog_slug(file_name);
  const std::vector<std::string>& names = item.catalog.names(kind.folder);
  for (const json& alias : *list) {
    if (!alias.is_string()) continue;
    const std::string slug = catalog_slug(alias.get_ref<const std::string&>());
    const auto meant = item.catalog.aliases(kind.folder).find(slug);
    const std::string& other = std::ranges::binary_search(names, slug)            ? slug
                               : meant != item.catalog.aliases(kind.folder).end() ? meant->second
                                                                                  : own;
    if (other != own) item.report("/aliases", fmt::format("{} means {} already", text::value_text(alias), other));
  }
}

void check_file(const Catalog& catalog, const CatalogKind& kind, const fs::path& path, CatalogCheck& result) {
  const std::string where = fmt::format("{}/{}", kind.folder, path.filename().string());
  if (path.extension() != ".json") {
    result.issues.push_back({where, "is not an item: items are files that end in .json"});
    return;
  }
  ++result.num_items;
  json document;
  try {
    document = text::read_json_file(path);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) result.issues.push_back({where, issue.message});
    return;
  }
  if (!document.is_object()) {
    result.issues.push_back({where, fmt::format("{} is not an object", text::value_text(document))});
    return;
  }
  const Item item{catalog, document, where + "#", result.issues};
  check_envelope(item, kind, path.stem().string());
  check_aliases(item, kind, path.stem().string());
  check_kind(item, kind.folder);
}

std::vector<fs::path> sorted_entries(const fs::path& dir) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(dir, error), end; !error && entry != end; entry.increment(error))
    entries.push_back(entry->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

CatalogCheck check_catalog(const Catalog& catalog, const fs::path& root) {
  CatalogCheck result;
  std::vector<std::string> folders;
  for (const CatalogKind& kind : catalog_kinds()) folders.emplace_back(kind.folder);
  for (const fs::path& entry : sorted_entries(root)) {
    const std::string name = entry.filename().string();
    std::error_code error;
    if (!fs::is_directory(entry, error)) continue;
    if (std::find(folders.begin(), folders.end(), name) == folders.end()) {
      result.issues.push_back({name, fmt::format("is no kind of catalogue item{}", did_you_mean(name, folders))});
      continue;
    }
    for (const fs::path& file : sorted_entries(entry)) check_file(catalog, catalog_kind(name), file, result);
  }
  return result;
}

}  // namespace fmplan::catalog
