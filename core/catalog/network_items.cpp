#include "core/catalog/network_items.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/item_fields.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using hardware::Fabric;
using hardware::ScaleUpShape;
using hardware::Wiring;
using nlohmann::json;

constexpr int kMostDimensions = 3;             ///< of a torus; chosen, as wide as NeuronLink v3's
constexpr double kMostOversubscription = 100;  ///< down to up; chosen, beyond any fabric built

void read_measured_rate(const json& entry, const std::string& where, Issues& issues) {
  text::ObjectReader reader(entry, where, issues);
  one_of(reader, "collective",
         {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "send_receive", "host_copy"});
  reader.integer("nodes", 1);
  reader.quantity<BytesPerSecond>("bus_bandwidth", bandwidth_units());
  reader.string("source");
  reader.date("date");
  reader.string_or("note", {});
  reader.refuse_unknown_keys();
}

void read_claim(const json& entry, const std::string& where, Issues& issues) {
  text::ObjectReader reader(entry, where, issues);
  for (const char* key : {"text", "source"}) reader.string(key);
  reader.date("date");
  reader.refuse_unknown_keys();
}

/// "shape", "links", "torus" and "slice_axes" of a scale-up network.  Without "shape", shape_is_stated is false.
Wiring read_scale_up_shape(text::ObjectReader& network, Issues& issues) {
  Wiring wiring;
  wiring.shape_is_stated = network.has("shape");
  wiring.shape = network.choice_or("shape", ScaleUpShape::kSwitch, hardware::kScaleUpShapeNames);
  network.each("torus", [&](const json& entry, const std::string& at) {
    text::ObjectReader reader(entry, at, issues);
    hardware::TorusDimension dimension;
    dimension.size = reader.integer("size", 2, 1024);
    dimension.bandwidth = reader.quantity<BytesPerSecond>("bandwidth", bandwidth_units());
    reader.refuse_unknown_keys();
    wiring.torus.push_back(dimension);
  });
  constexpr int kMostLinks = 1024;  // chosen, beyond any accelerator
  const int links = network.integer_or("links", 1, 1, kMostLinks);
  if (wiring.shape == ScaleUpShape::kFullMesh && network.has("links")) wiring.links = links;
  if (network.has("slice_axes")) {
    wiring.slice_axes = network.integer("slice_axes", 1, kMostDimensions);
    if (wiring.shape_is_stated) network.report("slice_axes", "goes without \"shape\": the sides follow the slice");
  }
  const bool is_torus = wiring.shape == ScaleUpShape::kTorus;
  if (is_torus && (wiring.torus.empty() || wiring.torus.size() > kMostDimensions))
    network.report("torus",
                   fmt::format("has {} dimensions; give one to {} of {{\"size\": 4, \"bandwidth\": \"256 GB/s\"}}",
                               wiring.torus.size(), kMostDimensions));
  if (!is_torus && !wiring.torus.empty()) network.report("torus", "goes with \"shape\": \"torus\" only");
  return wiring;
}

/// The "layers" of a fabric; an empty Fabric if there are none.
Fabric read_fabric_layers(text::ObjectReader& network, Issues& issues) {
  Fabric layers;
  const json* object = network.find("layers");
  if (!object) return layers;
  text::ObjectReader reader(*object, network.where("layers"), issues);
  constexpr int kMostNodes = 1'000'000;  // chosen, beyond any cluster
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

}  // namespace

NetworkItem read_network(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  NetworkItem network;
  network.name = read_envelope(reader);
  network.title = reader.string_or("title", network.name);
  network.role = one_of(reader, "role", {"scale_up", "scale_out", "host", "fabric"});
  network.bandwidth = reader.optional_quantity<BytesPerSecond>("bandwidth", bandwidth_units());
  for (const char* key : {"bidirectional", "printed"}) reader.optional_quantity<BytesPerSecond>(key, bandwidth_units());
  network.nic_rate = reader.optional_quantity<BytesPerSecond>("nic_rate", bandwidth_units());
  if (reader.has("efficiency")) network.efficiency = reader.number("efficiency", 1e-3, 1);
  network.latency = reader.optional_quantity<Seconds>("latency", time_units());
  network.exchange_wait = reader.quantity_or<Seconds>("exchange_wait", time_units(), Seconds{});
  network.deduplicating_wait = reader.quantity_or<Seconds>("deduplicating_wait", time_units(), Seconds{});
  reader.number_or("oversubscription", 1, 1, 100);
  network.wiring = read_scale_up_shape(reader, issues);
  network.layers = read_fabric_layers(reader, issues);
  for (const char* key : {"size", "statement"}) reader.string_or(key, {});
  reader.each("measured", [&](const json& entry, const std::string& at) { read_measured_rate(entry, at, issues); });
  reader.each("claims", [&](const json& entry, const std::string& at) { read_claim(entry, at, issues); });
  reader.refuse_unknown_keys();
  return network;
}

NetworkItem load_network(const Documents& documents, std::string_view name) {
  return load_item(documents, documents.item("networks", name), read_network);
}

}  // namespace fmplan::catalog
