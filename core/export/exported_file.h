#pragma once

#include <string>
#include <vector>

namespace fmplan::exports {

/// A file's bytes, and what whoever sends it on should know.
struct ExportedFile {
  std::string text;
  std::vector<std::string> warnings{};
  bool holds_amounts = true;  ///< false: there is nothing to import, as no price is known or nothing can run
};

}  // namespace fmplan::exports
