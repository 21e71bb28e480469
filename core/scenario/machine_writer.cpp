#include "core/scenario/machine_writer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/catalog/fabric_items.h"
#include "core/catalog/machine_items.h"
#include "core/catalog/network_items.h"
#include "core/scenario/fields.h"
#include "core/text/field_writer.h"
#include "core/text/json_conversion.h"

namespace fmplan::scenario {
namespace {

using hardware::Accelerator;
using hardware::Instance;
using hardware::Link;
using text::FieldWriter;
using text::Json;

/// The network of the catalogue that `is` it; none: no network is.
template <class Is>
std::optional<catalog::NetworkItem> network_that(const catalog::Catalog& catalog, const Is& is) {
  for (const std::string& name : catalog.names("networks"))
    if (catalog::NetworkItem network = catalog::load_network(catalog, name); is(network)) return network;
  return std::nullopt;
}

std::optional<catalog::NetworkItem> network_of(const Link& link, const catalog::Catalog& catalog) {
  return network_that(catalog, [&](const catalog::NetworkItem& network) { return network.title == link.name; });
}

void put_rest_of_link(FieldWriter& writer, const Link& link) {
  writer.put("efficiency", link.efficiency);
  writer.quantity("latency", link.latency);
}

Json scale_up_document(const Instance& instance, const catalog::Catalog& catalog, const text::FieldTable& table) {
  FieldWriter writer(table);
  const auto network = network_that(catalog, [&](const catalog::NetworkItem& item) {
    return item.title == instance.scale_up->name && item.wiring.shape == instance.wiring.shape &&
           item.wiring.shape_is_stated == instance.wiring.shape_is_stated &&
           item.wiring.torus == instance.wiring.torus && item.wiring.slice_axes == instance.wiring.slice_axes;
  });
  writer.put("network", network ? network->name : instance.scale_up->name);
  writer.quantity("bandwidth", instance.scale_up->bandwidth);
  put_rest_of_link(writer, *instance.scale_up);
  return writer.object();
}

Json scale_out_document(const Instance& instance, const catalog::Catalog& catalog, const text::FieldTable& table) {
  FieldWriter writer(table);
  const Link& link = *instance.scale_out;
  const hardware::Wiring& wiring = instance.wiring;
  const auto network = network_of(link, catalog);
  writer.put("network", network ? network->name : link.name);
  const int accelerators = instance.accelerators_per_node;
  const bool by_nics =
      wiring.num_nics && wiring.nic_rate && *wiring.num_nics * *wiring.nic_rate / accelerators == link.bandwidth;
  if (!by_nics) writer.quantity("total", accelerators * link.bandwidth);
  if (wiring.num_nics) writer.put("nics", *wiring.num_nics);
  if (wiring.nic_rate) writer.quantity("nic_rate", *wiring.nic_rate);
  writer.put("sharp", instance.sharp);
  put_rest_of_link(writer, link);
  return writer.object();
}

Json local_nvme_document(const Instance& instance, const text::FieldTable& table) {
  FieldWriter writer(table);
  if (instance.local_drives) {
    writer.put("drives", *instance.local_drives);
    writer.quantity("drive_size", *instance.local_nvme / *instance.local_drives);
  } else {
    writer.quantity("total", *instance.local_nvme);
  }
  return writer.object();
}

Json attention_document(const hardware::AttentionEfficiency& attention, const text::FieldTable& table) {
  FieldWriter writer(table);
  writer.quantity("peak_rate", attention.peak_rate);
  writer.put("half_length", attention.half_length);
  writer.put("backward_ratio", attention.backward);
  return writer.object();
}

Json gemm_document(const Accelerator& accelerator, const text::FieldTable& table) {
  FieldWriter writer(table);
  for (const auto& [precision, gemm] : accelerator.gemm) {
    FieldWriter inner(table.find(precision)->object ? *table.find(precision)->object : table);
    inner.put("compute_efficiency", gemm.compute);
    inner.put("memory_efficiency", gemm.memory);
    inner.quantity("launch", gemm.launch);
    if (gemm.median_error) inner.put("median_error", *gemm.median_error);
    writer.put(precision, inner.object());
  }
  return writer.object();
}

/// The PCIe generation whose slot the machine has; none: not known.
std::optional<int> pcie_generation(const hardware::Wiring& wiring, const catalog::Catalog& catalog) {
  constexpr int kLatest = 10;  // chosen, as the field has it
  for (int generation = 1; wiring.pcie_bandwidth && generation <= kLatest; ++generation) {
    const std::string slot = fmt::format("pcie-{}", generation);
    if (!catalog.has("networks", slot)) continue;
    const catalog::NetworkItem network = catalog::load_network(catalog, slot);
    if (network.bandwidth == wiring.pcie_bandwidth && network.latency == wiring.pcie_latency) return generation;
  }
  return std::nullopt;
}

Json accelerator_document(const Instance& instance, const catalog::Catalog& catalog, const text::FieldTable& table) {
  Accelerator accelerator = instance.accelerator;
  accelerator.pace = {};
  if (catalog.has("accelerators", accelerator.name) && catalog.accelerator(accelerator.name) == accelerator)
    return accelerator.name;
  FieldWriter writer(table);
  const bool like = !accelerator.like.empty();
  if (like) writer.put("like", accelerator.like);
  writer.put("name", accelerator.name);
  writer.put("vendor", accelerator.vendor);
  if (!accelerator.chip.empty()) writer.put("chip", accelerator.chip);
  if (!accelerator.architecture.empty()) writer.put("architecture", accelerator.architecture);
  if (accelerator.cores > 0) writer.put("cores", accelerator.cores);
  if (const auto generation = pcie_generation(instance.wiring, catalog)) writer.put("pcie", *generation);
  FieldWriter peak(writer.table("peak"));
  for (const auto& [precision, rate] : accelerator.peak) peak.quantity(precision, rate);
  writer.put("peak", peak.object());
  writer.quantity("memory", accelerator.memory);
  if (accelerator.usable_memory != accelerator.memory) writer.quantity("usable_memory", accelerator.usable_memory);
  writer.quantity("memory_bandwidth", accelerator.memory_bandwidth);
  if (accelerator.scale_up_bandwidth) {
    FieldWriter link(writer.table("scale_up"));
    link.quantity("unidirectional", *accelerator.scale_up_bandwidth);
    writer.put("scale_up", link.object());
  } else if (like) {
    writer.put("scale_up", nullptr);  // beside "like", null takes away what the other has
  }
  if (accelerator.power)
    writer.quantity("power", *accelerator.power);
  else if (like)
    writer.put("power", nullptr);
  if (!like) {
    writer.put("gemm", gemm_document(accelerator, writer.table("gemm")));
    writer.put("attention", attention_document(accelerator.attention, writer.table("attention")));
  }
  writer.put("memory_efficiency", accelerator.memory_efficiency);
  writer.put("element_wise_efficiency", accelerator.element_wise_efficiency);
  writer.put("sustained_clock", accelerator.sustained_clock);
  writer.put("host_slowness", accelerator.host_slowness);
  writer.put("devices", accelerator.devices);
  return writer.object();
}

/// All but the link to the host.
FieldWriter without_host_link(const Instance& instance, const catalog::Catalog& catalog) {
  FieldWriter writer(fields::kInstance);
  // Beside "like", null takes away what the other machine has.
  const auto put = [&](const char* key, bool is_there, const auto& value) {
    if (is_there)
      writer.put(key, value());
    else if (!instance.like.empty())
      writer.put(key, nullptr);
  };
  const auto quantity = [&](const char* key, const auto& value) {
    if (value)
      writer.quantity(key, *value);
    else if (!instance.like.empty())
      writer.put(key, nullptr);
  };
  if (!instance.like.empty()) writer.put("like", instance.like);
  writer.put("name", instance.name);
  writer.put("provider", instance.provider);
  writer.put("accelerator", accelerator_document(instance, catalog, writer.table("accelerator")));
  writer.put("accelerators_per_node", instance.accelerators_per_node);
  if (instance.hosts > 1) writer.put("hosts", instance.hosts);
  writer.put("scale_up_domain", instance.scale_up_domain);
  quantity("host_memory", instance.host_memory);
  put("local_nvme", instance.local_nvme.has_value(),
      [&] { return local_nvme_document(instance, writer.table("local_nvme")); });
  put("scale_up", instance.scale_up.has_value(),
      [&] { return scale_up_document(instance, catalog, writer.table("scale_up")); });
  put("scale_out", instance.scale_out.has_value(),
      [&] { return scale_out_document(instance, catalog, writer.table("scale_out")); });
  put("pcie_switches", instance.wiring.num_pcie_switches.has_value(),
      [&] { return Json(instance.wiring.num_pcie_switches); });
  const auto fabric = network_that(catalog, [&](const catalog::NetworkItem& network) {
    return network.role == "fabric" && network.title == instance.fabric.name &&
           catalog::fabric(catalog, network.name) == instance.fabric;
  });
  put("fabric", fabric.has_value(), [&] { return Json(fabric->name); });
  quantity("node_power", instance.node_power);
  return writer;
}

/// As the object reads back; none: it does not.
std::optional<Instance> read_back(const Json& document, const catalog::Catalog& catalog) {
  Issues issues;
  Instance instance = catalog::read_instance(text::parsed(document), "", catalog, issues);
  return issues.empty() ? std::optional(std::move(instance)) : std::nullopt;
}

/// For comparison with what the catalogue has: paces are applied later.
Instance without_paces(Instance instance) {
  instance.accelerator.pace = {};
  return instance;
}

}  // namespace

Json instance_document(const Instance& instance, const catalog::Catalog& catalog) {
  if (catalog.has("instances", instance.name) && catalog.instance(instance.name) == without_paces(instance))
    return instance.name;
  FieldWriter writer = without_host_link(instance, catalog);
  // Left out, the link follows from the accelerator's slot.
  const auto read = read_back(writer.object(), catalog);
  if (!read || read->host_link == instance.host_link) return writer.object();
  const auto network = instance.host_link ? network_that(catalog,
                                                         [&](const catalog::NetworkItem& item) {
                                                           return item.title == instance.host_link->name &&
                                                                  item.bandwidth == instance.host_link->bandwidth;
                                                         })
                                          : std::nullopt;
  writer.put("host_link", network ? Json(network->name) : Json());
  return writer.object();
}

Json storage_document(const hardware::Storage& storage, const catalog::Catalog& catalog) {
  if (catalog.has("storage", storage.name)) {
    hardware::Storage named = catalog.storage(storage.name, storage.capacity);
    if (named.requests && storage.requests) named.requests->prefixes = storage.requests->prefixes;
    if (named == storage) return storage.name;
  }
  FieldWriter writer(fields::kStorage);
  const auto rate = [&](const char* key, const std::optional<BytesPerSecond>& value) {
    if (value) writer.quantity(key, *value);
  };
  writer.put("name", storage.name);
  writer.put("scope", storage.per_node ? "node" : "shared");
  rate("write_per_tebibyte", storage.write_bandwidth_per_tebibyte);
  rate("write_bandwidth", storage.write_bandwidth);
  rate("client_bandwidth", storage.client_bandwidth);
  rate("read_per_tebibyte", storage.read_bandwidth_per_tebibyte);
  rate("network_per_tebibyte", storage.network_bandwidth_per_tebibyte);
  rate("read_bandwidth", storage.read_bandwidth);
  rate("read_client_bandwidth", storage.read_client_bandwidth);
  const auto size = [](Bytes bytes) { return text::quantity_text(bytes.in_base_units(), text::Dimension::kData); };
  if (const auto& sizes = storage.sizes)
    writer.put("capacity", {{"minimum", size(sizes->least)}, {"step", size(sizes->step)}});
  if (const auto& requests = storage.requests) {
    constexpr double kPerThousand = 1000;  // exact: prices are listed of so many
    writer.put("requests", {{"put_per_second_per_prefix", static_cast<std::int64_t>(requests->puts_per_second)},
                            {"get_per_second_per_prefix", static_cast<std::int64_t>(requests->gets_per_second)},
                            {"part_size", size(requests->part_size)},
                            {"prefixes", requests->prefixes},
                            {"dollars_per_1000_put", kPerThousand * (requests->price_per_put / dollar)},
                            {"dollars_per_1000_get", kPerThousand * (requests->price_per_get / dollar)}});
  }
  return writer.object();
}

}  // namespace fmplan::scenario
