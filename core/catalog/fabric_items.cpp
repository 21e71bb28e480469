#include "core/catalog/fabric_items.h"

#include <array>
#include <cstdint>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "core/catalog/catalog.h"
#include "core/catalog/provenance.h"

namespace fmplan::catalog {
namespace {

using hardware::Fabric;
using hardware::ScaleUpShape;
using hardware::Wiring;
using nlohmann::json;

constexpr std::array<std::pair<const char*, ScaleUpShape>, 4> kShapes = {
    {{"switch", ScaleUpShape::kSwitch},
     {"full_mesh", ScaleUpShape::kFullMesh},
     {"hybrid_cube_mesh", ScaleUpShape::kHybridCubeMesh},
     {"torus", ScaleUpShape::kTorus}}};
constexpr int kMostDimensions = 3;
constexpr double kMostOversubscription = 100;

/// A text at a pointer; empty if there is none.
std::string text_at(const json& item, const char* pointer) {
  const json::json_pointer at(pointer);
  return item.contains(at) && item.at(at).is_string() ? item.at(at).get<std::string>() : std::string();
}

/// Issues of the network item are reported where it is read itself.
void take_shape(const Catalog& catalog, const std::string& network, Wiring& wiring) {
  if (network.empty() || !catalog.has("networks", network)) return;
  const NetworkItem item = catalog.network(network);
  wiring.shape = item.wiring.shape;
  wiring.shape_is_stated = item.wiring.shape_is_stated;
  wiring.torus = item.wiring.torus;
}

void take_slot(const Catalog& catalog, const json& item, Wiring& wiring) {
  const std::optional<std::string> slot = pcie_slot(catalog, item);
  if (!slot) return;
  const NetworkItem network = catalog.network(*slot);
  wiring.pcie_bandwidth = network.bandwidth;
  wiring.pcie_latency = network.latency;
}

void take_nics(const Catalog& catalog, const json& item, Wiring& wiring) {
  const json::json_pointer nics("/scale_out/nics");
  if (!item.contains(nics) || !item.at(nics).is_number_integer()) return;
  const auto count = item.at(nics).get<std::int64_t>();
  if (count < 1 || count > 4096) return;
  wiring.num_nics = static_cast<int>(count);
  if (const auto rate = parse_bandwidth(text_at(item, "/scale_out/nic_rate"))) {
    wiring.nic_rate = *rate;
  } else if (const std::string name = text_at(item, "/scale_out/network"); catalog.has("networks", name)) {
    wiring.nic_rate = catalog.network(name).nic_rate;
  }
}

}  // namespace

Wiring read_scale_up_shape(text::ObjectReader& network, Issues& issues) {
  Wiring wiring;
  wiring.shape_is_stated = network.has("shape");
  wiring.shape = network.choice_or<ScaleUpShape>("shape", ScaleUpShape::kSwitch, kShapes);
  network.each("torus", [&](const json& entry, const std::string& at) {
    text::ObjectReader reader(entry, at, issues);
    hardware::TorusDimension dimension;
    dimension.size = reader.integer("size", 2, 1024);
    dimension.bandwidth = reader.quantity<BytesPerSecond>("bandwidth", bandwidth_units());
    reader.refuse_unknown_keys();
    wiring.torus.push_back(dimension);
  });
  const bool is_torus = wiring.shape == ScaleUpShape::kTorus;
  if (is_torus && (wiring.torus.empty() || wiring.torus.size() > kMostDimensions))
    network.report("torus",
                   fmt::format("has {} dimensions; give one to {} of {{\"size\": 4, \"bandwidth\": \"256 GB/s\"}}",
                               wiring.torus.size(), kMostDimensions));
  if (!is_torus && !wiring.torus.empty()) network.report("torus", "goes with \"shape\": \"torus\" only");
  return wiring;
}

Fabric read_fabric_layers(text::ObjectReader& network, Issues& issues) {
  Fabric layers;
  const json* object = network.find("layers");
  if (!object) return layers;
  text::ObjectReader reader(*object, network.where("layers"), issues);
  constexpr int kMostNodes = 1'000'000;
  if (reader.has("nodes_per_leaf")) layers.nodes_per_leaf = reader.integer("nodes_per_leaf", 1, kMostNodes);
  if (reader.has("nodes_per_pod")) layers.nodes_per_pod = reader.integer("nodes_per_pod", 1, kMostNodes);
  for (auto& [key, ratio] :
       {std::pair<const char*, std::optional<double>&>{"leaf_oversubscription", layers.leaf_oversubscription},
        {"pod_oversubscription", layers.pod_oversubscription}})
    if (reader.has(key)) ratio = reader.number(key, 1 / kMostOversubscription, kMostOversubscription);
  if (reader.has("rail_optimised")) layers.rail_optimised = reader.boolean_or("rail_optimised", false);
  reader.refuse_unknown_keys();
  return layers;
}

Fabric fabric(const Catalog& catalog, const std::string& name) {
  const NetworkItem item = catalog.network(name);
  if (item.role != "fabric") throw InputError(name, "is a link, not the fabric of a cluster; see \"role\" in its item");
  Fabric fabric = item.layers;
  fabric.name = item.title;
  fabric.source = provenance_of(catalog.raw("networks", name), "/layers").source;
  return fabric;
}

std::optional<std::string> pcie_slot(const Catalog& catalog, const json& instance) {
  if (!instance.is_object()) return std::nullopt;
  const auto value = instance.find("accelerator");
  if (value == instance.end()) return std::nullopt;
  json accelerator = *value;
  if (value->is_string()) {
    if (!catalog.has("accelerators", value->get<std::string>())) return std::nullopt;
    accelerator = catalog.raw("accelerators", value->get<std::string>());
  }
  if (!accelerator.is_object() || !accelerator.contains("pcie") || !accelerator["pcie"].is_number_integer())
    return std::nullopt;
  const std::string slot = fmt::format("pcie-{}", accelerator["pcie"].get<std::int64_t>());
  return catalog.has("networks", slot) ? std::optional(slot) : std::nullopt;
}

Wiring read_wiring(const json& item, text::ObjectReader& instance, const Catalog& catalog) {
  Wiring wiring;
  if (instance.has("pcie_switches")) wiring.num_pcie_switches = instance.integer("pcie_switches", 1, 1024);
  if (!item.is_object()) return wiring;
  try {
    take_shape(catalog, text_at(item, "/scale_up/network"), wiring);
    take_nics(catalog, item, wiring);
    take_slot(catalog, item, wiring);
  } catch (const InputError&) {
    // The items named are reported where the links and the accelerator are read.
  }
  return wiring;
}

Fabric read_instance_fabric(text::ObjectReader& instance, const Catalog& catalog) {
  const std::string name = instance.string_or("fabric", {});
  if (name.empty()) return {};
  try {
    return fabric(catalog, name);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) instance.report("fabric", issue.message);
    return {};
  }
}

}  // namespace fmplan::catalog
