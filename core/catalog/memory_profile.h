#pragma once

/// @file
/// The catalogue item of kind "calibration" that says how much memory frameworks take: numbers fitted to measured
/// peaks, their standard errors, how good the fit is, and the fingerprints of its rows.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/calibration/memory_fit.h"
#include "core/catalog/documents.h"
#include "core/text/json_writer.h"

namespace fmplan::catalog {

/// The item's name: there is one.
inline constexpr const char* kMemoryProfileName = "memory";

/// Whose rows speak for `framework`: those of all its releases; NeMo and Primus train with Megatron-Core.
std::string memory_numbers_of(const std::string& framework);

struct MemoryProfileItem {
  std::string name;
  std::string title;
  std::map<std::string, model::MemoryHabits> frameworks;  ///< fitted numbers and interval; storage habits are not set
  model::MemoryInterval unseen;                           ///< of frameworks that are not among them
  std::set<std::string> fingerprints;
  std::set<std::string> known;  ///< "framework|accelerator|reading" of its rows

  /// `habits` with the numbers of `framework` and the interval of what they say of the whole card; where it is not
  /// among them, with the priors'.
  model::MemoryHabits habits_of(const std::string& framework, const model::MemoryHabits& habits) const;

  /// The framework's interval; at least as wide as `unseen` for a framework none of whose rows gave such a reading.
  model::MemoryInterval interval_of(const std::string& framework, model::MemoryReading reading) const;

  friend bool operator==(const MemoryProfileItem&, const MemoryProfileItem&) = default;
};

MemoryProfileItem read_memory_profile(const nlohmann::json& document, const std::string& where, Issues& issues);

/// The catalogue's profile; none if it has none.  @throws InputError
std::optional<MemoryProfileItem> load_memory_profile(const Documents& documents);

/// The item of what a fit found, for the source, date and notes of `provenance`.
text::Json memory_profile_json(const calibration::MemoryCalibration& found, const std::set<std::string>& known,
                               const text::Json& provenance);

}  // namespace fmplan::catalog
