#pragma once

/// @file
/// Catalogue items of kind "reported_machine": how measured rows call a machine, and what is known of it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/quantity.h"
#include "core/catalog/documents.h"
#include "core/hardware/accelerator.h"

namespace fmplan::catalog {

/// A GPU that an instance of the catalogue stands for, or a system of which the links alone are known.
struct ReportedMachine {
  std::string name;         ///< what a row's GPU begins with, or its system holds; in lower case, "-" for blanks
  std::string instance;     ///< stands for the GPU; empty: a system
  std::string accelerator;  ///< its name, where the instance's is a relative
  std::optional<hardware::Accelerator> item;  ///< that takes the relative's place, where the catalogue has it
  std::optional<Bytes> memory;
  std::optional<BytesPerSecond> memory_bandwidth;
  std::optional<BytesPerSecond> scale_up;  ///< of one accelerator and direction
  std::optional<BytesPerSecond> link;      ///< between machines, of one accelerator, where the row states none
  std::string link_source;
  int parts = 1;        ///< what rows count is one of so many parts of an accelerator
  std::string assumed;  ///< said of every such row
  std::string alone;    ///< said where the row names the GPU and nothing else of it

  friend bool operator==(const ReportedMachine&, const ReportedMachine&) = default;
};

ReportedMachine read_reported_machine(const nlohmann::json& item, const std::string& where, Issues& issues);

/// All of them.  @throws InputError if an item is not well-formed.
std::vector<ReportedMachine> reported_machines(const Documents& documents);

}  // namespace fmplan::catalog
