#pragma once

/// @file
/// Which machine the rows of a source ran on.

#include <algorithm>
#include <string>
#include <vector>

namespace fmplan::assessment {

/// Sources are sites of their own but those that begin as told here.
struct RowSites {
  std::vector<std::string> one_site{};  ///< beginnings of sources: those that begin alike ran on one machine
  std::vector<std::string> any_site{};  ///< beginnings of sources that ran where all such accelerators are

  /// The machine, whose links may stray; empty: the links are any user's.
  std::string site_of(const std::string& source) const {
    const auto begins = [&](const std::string& beginning) { return source.starts_with(beginning); };
    if (std::ranges::any_of(any_site, begins)) return {};
    const auto found = std::ranges::find_if(one_site, begins);
    return found == one_site.end() ? source : *found;
  }
};

}  // namespace fmplan::assessment
