#pragma once

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/catalog/catalog.h"

namespace fmplan::answer {

struct ItemName {
  const catalog::CatalogKind* kind = nullptr;
  std::string name;
};

/// The kinds, what each holds and how many items it has.
Document kinds_document(const catalog::Catalog& catalog);
/// The items of one kind: name, title, confirmed or how many values are not; of instances also what they have and the
/// lowest price known on the catalogue's day.
Document list_document(const catalog::Catalog& catalog, const catalog::CatalogKind& kind);
/// Items of any kind whose name, title or accelerator has every word of `words`, whatever the case.
/// @throws InputError, with the nearest word that some item has, if there is none.
Document search_document(const catalog::Catalog& catalog, const std::vector<std::string>& words);
/// Every item called `text`: "p5.48xlarge" is an instance and a price list, "instances/p5.48xlarge" the one of them.
/// @throws InputError, with the nearest name, if there is none.
std::vector<ItemName> items_named(const catalog::Catalog& catalog, const std::string& text);
/// Items with every value, the number of its source and a mark where it is not confirmed.  As JSON: the item as it
/// stands in its file, or {"items": [{"kind", "item"}]} for more than one.
/// @pre the items exist
Document items_document(const catalog::Catalog& catalog, const std::vector<ItemName>& items);
/// How many items have no mistake: those of every folder, or of the topmost alone.
/// @throws InputError with every mistake.
Document check_document(const catalog::Catalog& catalog, bool topmost_alone);

}  // namespace fmplan::answer
