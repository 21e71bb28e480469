#pragma once

/// @file
/// Catalogue items that are looked up beside the machines: storage, prices, failure rates, grids, power.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/quantity.h"
#include "core/catalog/documents.h"
#include "core/hardware/price.h"
#include "core/hardware/storage.h"
#include "core/sim/run/failure_preset.h"

namespace fmplan::catalog {

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

/// What an hour of a machine costs at least and at most; chosen: wider than any price list, so that what is outside is
/// a slip of a unit or of a digit.
inline constexpr DollarsPerSecond kLeastMachinePrice = 0.05 * dollar_per_hour;
inline constexpr DollarsPerSecond kMostMachinePrice = 20'000 * dollar_per_hour;

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
  bool confirmed = false;
  std::string source;
};

struct PowerUsage {
  std::optional<double> pue;        ///< power usage effectiveness: energy of the site over energy of the computers
  std::optional<Watts> node_power;  ///< of a machine at work, all its parts
  std::optional<Watts> idle_power;  ///< of the same while it stands by
  std::string provider;             ///< whose sites `pue` is of; empty: not said, or nobody's who rents out machines
  std::string region;               ///< the one it is of; empty: all of the provider's
  std::string accelerator;          ///< whose machines it is the power of, of `accelerators` each; empty: not said
  int accelerators = 1;
  bool confirmed = false;
  std::string source;

  friend bool operator==(const PowerUsage&, const PowerUsage&) = default;
};

/// What is said at "nodes" of a mean time between failures, where nothing tells of how many nodes it is.
inline constexpr const char* kNodesOfMtbfOpen =
    "is missing: \"mtbf\" is of a job of so many nodes, which \"nodes\": \"auto\" of the cluster leaves open; write "
    "for "
    "instance \"nodes\": 256";

StorageItem read_storage(const nlohmann::json& item, const std::string& where, Issues& issues);
/// "accelerators", where it is said, must be those of the instance of `documents`, if that has one.
hardware::PriceList read_price_list(const nlohmann::json& item, const std::string& where, const Documents& documents,
                                    Issues& issues);
sim::FailurePreset read_failure_preset(const nlohmann::json& item, const std::string& where, Issues& issues);
/// A rate that a scenario describes itself: all of an item's values; or "like" the name of an item whose values hold,
/// and another rate, as "per_1000_node_days" or as "mtbf" of a job of "nodes", `nodes` where it is left out (none: they
/// have to be given), of nodes of "accelerators_per_node", `accelerators_per_node` where that is left out.
sim::FailurePreset read_failures_or_changes(const nlohmann::json& object, const std::string& where, Issues& issues,
                                            const std::function<sim::FailurePreset(const std::string& name)>& by_name,
                                            std::optional<int> nodes, int accelerators_per_node);
GridItem read_grid(const nlohmann::json& item, const std::string& where, Issues& issues);
PowerUsage read_power(const nlohmann::json& item, const std::string& where, Issues& issues);

}  // namespace fmplan::catalog
