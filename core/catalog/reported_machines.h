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

/// A GPU that an instance of the catalogue stands for, a product whose name in a row's system means an instance, or a
/// system of which the links alone are known.
struct ReportedMachine {
  std::string name;  ///< what a row's GPU begins with, or its system holds; in lower case, "-" for blanks
  std::vector<std::string> aliases;  ///< other names of the GPU
  std::vector<std::string> systems;  ///< names of the product, as product_words() writes them; empty: it is none
  std::string instance;              ///< stands for the GPU; empty: a system
  std::string accelerator;           ///< its name, where the instance's is a relative
  std::optional<hardware::Accelerator> item;  ///< that takes the relative's place, where the catalogue has it
  std::optional<Bytes> memory;
  std::optional<BytesPerSecond> memory_bandwidth;
  std::optional<double> host_slowness;     ///< as hardware::Accelerator has it
  std::optional<BytesPerSecond> scale_up;  ///< of one accelerator and direction
  std::optional<BytesPerSecond> link;      ///< between machines, of one accelerator, where the row states none
  std::string link_source;
  int parts = 1;        ///< what rows count is one of so many parts of an accelerator
  std::string assumed;  ///< said of every such row
  std::string alone;    ///< said where the row states no memory of the GPU

  bool is_gpu() const { return !instance.empty() && systems.empty(); }
  bool is_system() const { return instance.empty(); }

  friend bool operator==(const ReportedMachine&, const ReportedMachine&) = default;
};

/// A text as names of products stand in it: in lower case, with blanks for "-" and "_" ("ND-H100-v5").
std::string product_words(std::string_view text);

ReportedMachine read_reported_machine(const nlohmann::json& item, const std::string& where, Issues& issues);

/// All of them.  @throws InputError if an item is not well-formed.
std::vector<ReportedMachine> reported_machines(const Documents& documents);

}  // namespace fmplan::catalog
