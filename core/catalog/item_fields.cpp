#include "core/catalog/item_fields.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/suggestion.h"

namespace fmplan::catalog {

std::string read_envelope(text::ObjectReader& reader) {
  reader.integer_or("version", 1, 1, 1);
  for (const char* key : {"kind", "title"}) reader.string_or(key, {});
  for (const char* key : {"provenance", "notes"}) reader.find(key);
  return reader.string("name");
}

std::string one_of(text::ObjectReader& reader, const std::string& key, const std::vector<std::string>& names) {
  const std::string text = reader.string(key);
  if (text.empty() || std::find(names.begin(), names.end(), text) != names.end()) return text;
  std::string listed;
  for (const std::string& name : names) listed += fmt::format("{}\"{}\"", listed.empty() ? "" : ", ", name);
  reader.report(key, fmt::format("\"{}\" is none of {}{}", text, listed, did_you_mean(text, names)));
  return {};
}

std::string text_at(const nlohmann::json& document, const std::string& pointer) {
  const nlohmann::json::json_pointer at(pointer);
  if (!document.contains(at) || !document.at(at).is_string()) return {};
  return document.at(at).get<std::string>();
}

}  // namespace fmplan::catalog
