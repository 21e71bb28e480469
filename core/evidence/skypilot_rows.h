#pragma once

/// @file
/// SkyPilot's catalogue of virtual machines: `vms.csv`, one file a cloud.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/row_table.h"

namespace fmplan::evidence {

/// A machine in a region or a zone of it.
struct SkypilotRow {
  int line = 0;
  std::string instance;
  std::string region;
  std::string zone;                    ///< empty: the file has none
  std::string accelerator;             ///< empty: none is named
  std::optional<double> accelerators;  ///< none: not said, as of machines without, and of hosts priced without theirs
  std::optional<double> price;         ///< dollars an hour on demand; none: unknown, or refused
  std::optional<double> spot_price;
  std::vector<std::string> refused{};  ///< prices of it that are none, with the reason

  friend bool operator==(const SkypilotRow&, const SkypilotRow&) = default;
};

struct SkypilotRows {
  std::vector<SkypilotRow> rows;
  std::vector<text::RefusedRow> refused;  ///< whole rows
  std::vector<std::string> notes;
};

/// Columns by the names of their header, in any order: InstanceType, Region and Price are needed; SpotPrice,
/// AvailabilityZone, AcceleratorName, AcceleratorCount and GpuInfo used where they are there; further ones are ignored.
///
/// An empty price is unknown.  One of 0, which stands there for capacity that is not sold by the hour, a negative one
/// and what is no number are refused, the row's other price is not.  GpuInfo is a Python dictionary, or a plain name;
/// a row is refused where it is neither, or counts other accelerators than AcceleratorCount.
/// @throws InputError if the text is no CSV, is empty, or lacks a column, with all that are missing.
SkypilotRows read_skypilot_rows(std::string_view text, const std::string& name);

}  // namespace fmplan::evidence
