#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/terminal_text.h"

namespace fmplan::picture {

/// What keeps a document from being well-formed XML 1.0 of elements, attributes in double quotes and text; empty if
/// nothing does.  Stricter than the standard in that every element is named by ASCII letters.
inline std::string fault_of_xml(std::string_view document) {
  if (text::printable(document) != document) return "a control character or a byte that is no UTF-8";
  for (const std::string_view banned : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    if (document.find(banned) != std::string_view::npos) return "U+FFFE or U+FFFF";
  std::vector<std::string> open;
  bool in_tag = false, in_value = false, any = false;
  std::string tag;
  for (std::size_t i = 0; i < document.size(); ++i) {
    const char c = document[i];
    if (c == '&') {
      bool known = false;
      for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"})
        known = known || document.substr(i).starts_with(entity);
      if (!known) return "an ampersand that stands for nothing";
    }
    if (in_value) {
      if (c == '<') return "< in an attribute";
      if (c == '"') in_value = false;
    } else if (in_tag) {
      if (c == '<') return "< in a tag";
      if (c == '"') in_value = true;
      if (c != '>') {
        tag += c;
        continue;
      }
      in_tag = false;
      const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
      if (tag.starts_with("/")) {
        if (open.empty() || "/" + open.back() != tag) return "</" + tag.substr(1) + "> out of turn";
        open.pop_back();
      } else if (!tag.ends_with("/")) {
        if (open.empty() && any) return "a second root";
        open.push_back(name);
      }
      any = true;
    } else if (c == '<') {
      in_tag = true;
      tag.clear();
    } else if (open.empty() && c != '\n') {
      return "text outside of the root";
    }
  }
  if (in_tag || !open.empty()) return "an end that is missing";
  return any ? "" : "nothing";
}

}  // namespace fmplan::picture
