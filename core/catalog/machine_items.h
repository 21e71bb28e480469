#pragma once

/// @file
/// Readers of catalogue items, one per kind.  Each adds an Issue, with its JSON Pointer below `where`, for every field
/// that is missing, malformed or unknown, and returns what it could read.  They also read the same objects inline in a
/// scenario: the catalogue's own fields (version, kind, title, provenance, notes) are accepted and not required here;
/// that they are there is checked by check_catalog().

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/hardware/price.h"
#include "core/sim/run/failure_preset.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {

class Catalog;

/// A kind of network, before an instance says how much of it a machine has.
struct NetworkItem {
  std::string name;
  std::string title;
  std::string role;                         ///< "scale_up", "scale_out", "host" or "fabric"
  std::optional<BytesPerSecond> bandwidth;  ///< per accelerator and direction
  std::optional<BytesPerSecond> nic_rate;
  std::optional<double> efficiency;  ///< share of the line rate that large collectives reach
  std::optional<Seconds> latency;    ///< of one message of a ring step
  hardware::Wiring wiring;           ///< shape of a scale-up domain; nothing else of it is set
  hardware::Fabric layers;           ///< of a fabric

  friend bool operator==(const NetworkItem&, const NetworkItem&) = default;
};

struct StoragePrice {
  std::string region;
  Date valid_from;
  DollarsPerByteSecond price;
  bool confirmed = false;
  std::string source;

  friend bool operator==(const StoragePrice&, const StoragePrice&) = default;
};

/// Prefixes of object storage, at most.
inline constexpr int kMostPrefixes = 100'000;

/// A storage class before its capacity is chosen, with its prices.
struct StorageItem {
  hardware::Storage storage;
  std::vector<StoragePrice> prices;

  friend bool operator==(const StorageItem&, const StorageItem&) = default;
};

struct GridIntensity {
  std::string name;       ///< of the grid the figure is of: "usa" for a region that has none of its own
  double kg_per_kwh = 0;  ///< CO₂ equivalent
  bool confirmed = false;
  std::string source;

  friend bool operator==(const GridIntensity&, const GridIntensity&) = default;
};

/// A grid item: its intensity, or the grid it takes it from.
struct GridItem {
  std::optional<double> kg_per_kwh;
  std::optional<std::string> uses;
};

struct PowerUsage {
  std::optional<double> pue;  ///< power usage effectiveness: energy of the site over energy of the computers
  std::optional<Watts> node_power;
  bool confirmed = false;
  std::string source;

  friend bool operator==(const PowerUsage&, const PowerUsage&) = default;
};

/// Reads version, kind, name, title, provenance and notes; returns the name.
std::string read_envelope(text::ObjectReader& reader);

struct KernelProfileItem;

/// With `kernels`, which describe the accelerator's kernels by measurements, the item may not state "gemm" and
/// "attention"; without, it must.
hardware::Accelerator read_accelerator(const nlohmann::json& item, const std::string& where, Issues& issues,
                                       const KernelProfileItem* kernels = nullptr);
NetworkItem read_network(const nlohmann::json& item, const std::string& where, Issues& issues);
/// `catalog` resolves the accelerator and the networks; an inline accelerator object is read as it is.
/// Bandwidth per accelerator: scale-up from the instance, else the accelerator, else the network; scale-out
/// nics × nic_rate (or total) over the accelerators of a node; to the host the network that "host_link" names (null:
/// not known), without it the x16 slot of the accelerator's PCIe generation, of which accelerators behind one of
/// "pcie_switches" have a share.
hardware::Instance read_instance(const nlohmann::json& item, const std::string& where, const Catalog& catalog,
                                 Issues& issues);
StorageItem read_storage(const nlohmann::json& item, const std::string& where, Issues& issues);
hardware::PriceList read_price_list(const nlohmann::json& item, const std::string& where, Issues& issues);
/// Counts and rates are brought to nodes of eight accelerators, the struct's unit.
sim::FailurePreset read_failure_preset(const nlohmann::json& item, const std::string& where, Issues& issues);
GridItem read_grid(const nlohmann::json& item, const std::string& where, Issues& issues);
PowerUsage read_power(const nlohmann::json& item, const std::string& where, Issues& issues);

}  // namespace fmplan::catalog
