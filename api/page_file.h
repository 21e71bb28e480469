#pragma once

/// @file
/// The page that a browser is shown at "/": the files of api/page, compiled in.

#include <string_view>
#include <vector>

namespace fmplan::api {

struct PageFile {
  std::string_view name;  ///< "page.css", asked for as "/page/page.css"
  std::string_view text;
};
/// All of them, by name.
const std::vector<PageFile>& page_files();

/// The one that "/" is answered with.
inline constexpr std::string_view kStartPage = "index.html";

}  // namespace fmplan::api
