#include "core/text/json_members.h"

#include <algorithm>

#include "core/base/issue.h"
#include "core/text/json_text.h"

namespace fmplan::text {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// After the string that begins at `begin`; npos if it does not end.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return std::string_view::npos;
}

/// After the list or object that begins at `begin`; npos if it does not end, or if something else begins there.
std::size_t end_of_container(std::string_view text, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '"') {
      i = end_of_string(text, i);
      if (i == std::string_view::npos) return i;
      --i;
    } else if (text[i] == '[' || text[i] == '{') {
      ++depth;
    } else if (text[i] == ']' || text[i] == '}') {
      --depth;
    }
    if (depth == 0) return text[begin] == '[' || text[begin] == '{' ? i + 1 : std::string_view::npos;
  }
  return std::string_view::npos;
}

/// The text with "null" for the lists and objects that the outermost object's members of these names hold.
std::string emptied(std::initializer_list<std::string_view> members, std::string_view text) {
  std::string kept;
  std::size_t copied = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ']' || text[i] == '}') --depth;
    if (text[i] != '"') continue;
    const std::size_t end = end_of_string(text, i);
    if (end == std::string_view::npos) break;
    const std::string_view key = text.substr(i + 1, end - i - 2);
    i = end - 1;
    const std::size_t colon = text.find_first_not_of(kBlanks, end);
    if (depth != 1 || colon == std::string_view::npos || text[colon] != ':' ||
        std::find(members.begin(), members.end(), key) == members.end())
      continue;
    const std::size_t value = text.find_first_not_of(kBlanks, colon + 1);
    if (value == std::string_view::npos) break;
    const std::size_t after = end_of_container(text, value);
    if (after == std::string_view::npos) continue;
    kept += text.substr(copied, value - copied);
    kept += "null";
    copied = after;
    i = after - 1;
  }
  kept += text.substr(copied);
  return kept;
}

}  // namespace

nlohmann::json parse_json_without(std::initializer_list<std::string_view> members, std::string_view text,
                                  const std::string& name) {
  nlohmann::json document;
  try {
    document = parse_json(emptied(members, text), name);
  } catch (const InputError&) {
    document = parse_json(text, name);  // for lines and columns as they are in the text
  }
  if (document.is_object())
    for (const std::string_view member : members) document.erase(std::string(member));
  return document;
}

}  // namespace fmplan::text
