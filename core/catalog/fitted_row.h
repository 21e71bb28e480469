#pragma once

#include <string>

namespace fmplan::catalog {

/// A measured row that a profile was fitted to, as the profile's item names it.
struct FittedRow {
  std::string source_id;
  std::string source_ref;
  std::string fingerprint;  ///< of what was measured

  friend bool operator==(const FittedRow&, const FittedRow&) = default;
};

}  // namespace fmplan::catalog
