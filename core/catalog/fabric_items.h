#pragma once

/// @file
/// How machines are wired and joined, as catalogue items state it.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/catalog/documents.h"
#include "core/hardware/cluster.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {

/// A fabric of the catalogue by name, with its layers and who states them.
/// @throws InputError if there is no such network, or it is no fabric.
hardware::Fabric fabric(const Documents& documents, const std::string& name);

/// The network that is the x16 slot of the PCIe generation of an instance's accelerator ("pcie-5"); none if that is not
/// stated or not in the catalogue.
std::optional<std::string> pcie_slot(const Documents& documents, const nlohmann::json& instance);

/// "nics", "nic_rate" of the scale-out link, "pcie_switches", the PCIe generation of the accelerator and the shape of
/// the scale-up network.  What is malformed has been reported by the readers of the same fields.
hardware::Wiring read_wiring(const nlohmann::json& item, text::ObjectReader& instance, const Documents& documents);

/// The "fabric" of an instance; an empty Fabric if it names none.
hardware::Fabric read_instance_fabric(text::ObjectReader& instance, const Documents& documents);

}  // namespace fmplan::catalog
