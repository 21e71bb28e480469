#include "core/imports/price_item_files.h"

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/text/json_text.h"

namespace fmplan::imports {

namespace fs = std::filesystem;

std::size_t write_price_items(std::span<const text::Json> lists, const fs::path& folder, bool may_replace) {
  std::error_code error;
  std::vector<std::pair<fs::path, std::string>> texts;
  Issues issues;
  for (const text::Json& list : lists) {
    const fs::path path = folder / "prices" / (list.at("name").as_text() + ".json");
    std::string text = list.dump(2) + "\n";
    if (!may_replace && fs::exists(path, error) && text::read_text_file(path) != text)
      issues.push_back({path.string(), fmt::format("is there already; --catalog {} adds to its prices, or write to "
                                                   "another folder",
                                                   folder.string())});
    texts.emplace_back(path, std::move(text));
  }
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    issues.push_back({"--output", fmt::format("\"{}\" is a file; give a folder for the items", folder.string())});
  if (!issues.empty()) throw InputError(std::move(issues));
  fs::create_directories(folder / "prices");
  for (const auto& [path, text] : texts) text::write_text_file(path, text);
  return texts.size();
}

}  // namespace fmplan::imports
