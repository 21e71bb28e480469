#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/catalog/documents.h"
#include "core/text/json_text.h"

namespace fmplan::catalog {

/// load_item() without `members` of the item's document, which are long and not computed with; the document is not
/// kept.
template <class Read>
auto load_item_without(std::initializer_list<std::string_view> members, const ItemFile& item, const Read& read) {
  Issues issues;
  auto value =
      read(text::parse_json(text::read_text_file(item.path), item.path.string(), members), item.where(), issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  return value;
}

}  // namespace fmplan::catalog
