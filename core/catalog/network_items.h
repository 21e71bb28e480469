#pragma once

/// @file
/// Catalogue items of kind "network": links inside and between machines, and the fabrics that join them.

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/quantity.h"
#include "core/catalog/documents.h"
#include "core/hardware/cluster.h"

namespace fmplan::catalog {

/// A kind of network, before an instance says how much of it a machine has.
struct NetworkItem {
  std::string name;
  std::string title;
  std::string role;                         ///< "scale_up", "scale_out", "host" or "fabric"
  std::optional<BytesPerSecond> bandwidth;  ///< per accelerator and direction
  std::optional<BytesPerSecond> nic_rate;
  std::optional<double> efficiency;  ///< share of the line rate that large collectives reach
  std::optional<Seconds> latency;    ///< of one message of a ring step
  Seconds exchange_wait{};           ///< as hardware::Link has it
  Seconds deduplicating_wait{};
  hardware::Wiring wiring;  ///< shape of a scale-up domain; nothing else of it is set
  hardware::Fabric layers;  ///< of a fabric

  friend bool operator==(const NetworkItem&, const NetworkItem&) = default;
};

NetworkItem read_network(const nlohmann::json& item, const std::string& where, Issues& issues);
/// The network of that name.  @throws InputError
NetworkItem load_network(const Documents& documents, std::string_view name);

}  // namespace fmplan::catalog
