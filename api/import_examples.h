#pragma once

/// @file
/// What the published document shows of each kind of file: a few lines, taken in as they stand.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fmplan::api {

struct ImportExample {
  std::string_view kind;                                                 ///< "swf"
  std::string_view file;                                                 ///< its text
  std::vector<std::pair<std::string_view, std::string_view>> options{};  ///< that it needs, and their values
};

/// @pre there is a kind of this name
const ImportExample& import_example(std::string_view kind);

}  // namespace fmplan::api
