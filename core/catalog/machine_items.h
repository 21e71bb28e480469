#pragma once

/// @file
/// Catalogue items that are machines: accelerators and the instances they stand in.

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/documents.h"
#include "core/catalog/kernel_profile.h"
#include "core/hardware/cluster.h"

namespace fmplan::catalog {

/// With `kernels`, which describe the accelerator's kernels by measurements, the item may not state "gemm" and
/// "attention"; without, it must.
hardware::Accelerator read_accelerator(const nlohmann::json& item, const std::string& where, Issues& issues,
                                       const KernelProfileItem* kernels = nullptr);

/// What was measured of an accelerator's kernels ("calibration/<accelerator>-kernels"); none if nothing lies in the
/// folder that the accelerator's item comes from or over it.  @throws InputError
std::optional<KernelProfileItem> load_kernels_of(const Documents& documents, std::string_view accelerator);

/// An accelerator of the catalogue with what was measured of its kernels.  Libraries of attention of which its own item
/// has nothing are those of the accelerator whose kernels it inherits, if both are of one architecture.
/// @throws InputError
hardware::Accelerator load_accelerator(const Documents& documents, std::string_view name);

/// The accelerator of an item with its coefficients, at the full clock of short runs.  @throws InputError
hardware::Accelerator measured_accelerator(const Documents& documents, const KernelProfileItem& item);

/// `documents` hold the accelerator and the networks that the item names; an inline accelerator object is read as it
/// is. Bandwidth per accelerator: scale-up from the instance, else the accelerator, else the network; scale-out nics ×
/// nic_rate (or total) over the accelerators of a node; to the host the network that "host_link" names (null: not
/// known), without it the x16 slot of the accelerator's PCIe generation, of which accelerators behind one of
/// "pcie_switches" have a share.
hardware::Instance read_instance(const nlohmann::json& item, const std::string& where, const Documents& documents,
                                 Issues& issues);

}  // namespace fmplan::catalog
