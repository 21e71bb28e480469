#pragma once

/// @file
/// Names of accelerators as people and tools write them: "A100-SXM4-80GB", "NVIDIA H100 80GB HBM3", "H100 PCIe".

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"

namespace fmplan::catalog {

/// What a name says, each in lower case.
struct AcceleratorName {
  std::vector<std::string> words;  ///< of the chip, and what else is said of it; without makers
  std::optional<Bytes> memory;
  std::string form_factor;  ///< "sxm", "pcie", "nvl", "oam"; empty: not said
  std::string memory_type;  ///< "hbm3", as written; empty: not said

  friend bool operator==(const AcceleratorName&, const AcceleratorName&) = default;
};

/// Words end at blanks, "-", "_", "/", commas and brackets, and before a form factor ("h100sxm").  Of two memories the
/// first counts.
AcceleratorName accelerator_name(std::string_view text);

/// How many letters of the beginning of `name` the chip of `item` takes up, in whole words ("Gaudi 2" is "gaudi2", but
/// "H200" is not "H20"); 0: `name` is of another chip.
std::size_t letters_of_chip(const AcceleratorName& name, const AcceleratorName& item);

/// True of what a driver calls a chip whose name it does not know: "AMD Radeon Graphics", "NVIDIA Graphics Device".
bool names_no_chip(std::string_view text);

/// True if `text` names no chip, and its maker may be that of `chip`: of AMD's are those that begin with "MI".
bool may_be_unnamed(std::string_view text, std::string_view chip);

/// True of what may be one memory, of which one figure is in GB of 10⁹ and the other in GiB, or of all the chip has and
/// what programs are shown.
bool is_same_memory(Bytes a, Bytes b);

/// True if a name says PCIe or NVL and `form_factor`, as accelerator items write it ("SXM5"), is another.  Chips of one
/// name differ there in cores, memory and links; SXM and OAM of a name are what the name means.
bool is_other_card(const AcceleratorName& name, std::string_view form_factor);

}  // namespace fmplan::catalog
