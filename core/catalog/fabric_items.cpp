#include "core/catalog/fabric_items.h"

#include <cstdint>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/accelerator_like.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/network_items.h"
#include "core/catalog/provenance.h"

namespace fmplan::catalog {
namespace {

using hardware::Fabric;
using hardware::Wiring;
using nlohmann::json;

/// Issues of the network item are reported where it is read itself.
void take_shape(const Documents& documents, const std::string& network, Wiring& wiring) {
  if (network.empty() || !documents.has("networks", network)) return;
  const NetworkItem item = load_network(documents, network);
  wiring.shape = item.wiring.shape;
  wiring.shape_is_stated = item.wiring.shape_is_stated;
  wiring.torus = item.wiring.torus;
  wiring.slice_axes = item.wiring.slice_axes;
  wiring.links = item.wiring.links;
}

void take_slot(const Documents& documents, const json& item, Wiring& wiring) {
  const std::optional<std::string> slot = pcie_slot(documents, item);
  if (!slot) return;
  const NetworkItem network = load_network(documents, *slot);
  wiring.pcie_bandwidth = network.bandwidth;
  wiring.pcie_latency = network.latency;
}

void take_nics(const Documents& documents, const json& item, Wiring& wiring) {
  const json::json_pointer nics("/scale_out/nics");
  if (!item.contains(nics) || !item.at(nics).is_number_integer()) return;
  const auto count = item.at(nics).get<std::int64_t>();
  if (count < 1 || count > 4096) return;
  wiring.num_nics = static_cast<int>(count);
  if (const auto rate = parse_bandwidth(text_at(item, "/scale_out/nic_rate"))) {
    wiring.nic_rate = *rate;
  } else if (const std::string name = text_at(item, "/scale_out/network"); documents.has("networks", name)) {
    wiring.nic_rate = load_network(documents, name).nic_rate;
  }
}

}  // namespace

Fabric fabric(const Documents& documents, const std::string& name) {
  const NetworkItem item = load_network(documents, name);
  if (item.role != "fabric") throw InputError(name, "is a link, not the fabric of a cluster; see \"role\" in its item");
  Fabric fabric = item.layers;
  fabric.name = item.title;
  fabric.source = provenance_of(documents.raw("networks", name), "/layers").source;
  return fabric;
}

std::optional<std::string> pcie_slot(const Documents& documents, const json& instance) {
  if (!instance.is_object()) return std::nullopt;
  const auto value = instance.find("accelerator");
  if (value == instance.end()) return std::nullopt;
  const json* generation = accelerator_part(documents, *value, "pcie");
  if (!generation || !generation->is_number_integer()) return std::nullopt;
  const std::string slot = fmt::format("pcie-{}", generation->get<std::int64_t>());
  return documents.has("networks", slot) ? std::optional(slot) : std::nullopt;
}

Wiring read_wiring(const json& item, text::ObjectReader& instance, const Documents& documents) {
  Wiring wiring;
  if (instance.has("pcie_switches")) wiring.num_pcie_switches = instance.integer("pcie_switches", 1, 1024);
  if (!item.is_object()) return wiring;
  try {
    take_shape(documents, text_at(item, "/scale_up/network"), wiring);
    take_nics(documents, item, wiring);
    take_slot(documents, item, wiring);
  } catch (const InputError&) {
    // The items named are reported where the links and the accelerator are read.
  }
  return wiring;
}

Fabric read_instance_fabric(text::ObjectReader& instance, const Documents& documents) {
  const std::string name = instance.string_or("fabric", {});
  if (name.empty()) return {};
  try {
    return fabric(documents, name);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) instance.report("fabric", issue.message);
    return {};
  }
}

}  // namespace fmplan::catalog
