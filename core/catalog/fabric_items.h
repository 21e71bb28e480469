#pragma once

/// @file
/// How machines are wired and joined, as catalogue items state it.  See docs/catalog_format.md.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/hardware/cluster.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {

class Catalog;

/// "shape" and "torus" of a scale-up network.  Without "shape", shape_is_stated is false.
hardware::Wiring read_scale_up_shape(text::ObjectReader& network, Issues& issues);

/// The "layers" of a fabric; an empty Fabric if there are none.
hardware::Fabric read_fabric_layers(text::ObjectReader& network, Issues& issues);

/// A fabric of the catalogue by name, with its layers and who states them.
/// @throws InputError if there is no such network, or it is no fabric.
hardware::Fabric fabric(const Catalog& catalog, const std::string& name);

/// The network that is the x16 slot of the PCIe generation of an instance's accelerator ("pcie-5"); none if that is not
/// stated or not in the catalogue.
std::optional<std::string> pcie_slot(const Catalog& catalog, const nlohmann::json& instance);

/// "nics", "nic_rate" of the scale-out link, "pcie_switches", the PCIe generation of the accelerator and the shape of
/// the scale-up network.  What is malformed has been reported by the readers of the same fields.
hardware::Wiring read_wiring(const nlohmann::json& item, text::ObjectReader& instance, const Catalog& catalog);

/// The "fabric" of an instance; an empty Fabric if it names none.
hardware::Fabric read_instance_fabric(text::ObjectReader& instance, const Catalog& catalog);

}  // namespace fmplan::catalog
