#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"

namespace fmplan::catalog {

/// 2010-01-01, before any accelerator of the catalogue: an earlier day is a slip.
inline constexpr Date kFirstPlausibleDay{14610};

/// Where a number of a catalogue item comes from.
struct Provenance {
  std::string source;
  Date date;               ///< of the source's snapshot; where only its month is known, the first day of it
  bool confirmed = false;  ///< seen in a document or computed from one that was; false: memory, assumption, inheritance

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// The provenance of the value at `pointer` (RFC 6901) of a catalogue item: the entry of provenance.fields for the
/// pointer itself or the nearest value around it, else the item's default.  An item without a provenance block is
/// unconfirmed.
Provenance provenance_of(const nlohmann::json& item, const std::string& pointer);

/// The pointers of provenance.fields that are not confirmed, sorted; "" stands for the item's default.
std::vector<std::string> unconfirmed_fields(const nlohmann::json& item);

/// What is wrong with the provenance block: no source, no date, no "confirmed", or a pointer to a value that is not
/// there.
void check_provenance(const nlohmann::json& item, const std::string& where, Issues& issues);

}  // namespace fmplan::catalog
