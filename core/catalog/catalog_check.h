#pragma once

#include <filesystem>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"

namespace fmplan::catalog {

struct CatalogCheck {
  int num_items = 0;
  Issues issues;  ///< where() is the file below the root and the JSON Pointer in it:
                  ///< "prices/p5.48xlarge.json#/points/3/price"
};

/// Checks every item of one root of `catalog`: that it is strict JSON of its kind's form, bears its file's name, says
/// where each number comes from, refers only to items that exist (in any root), and that its numbers lie in the range
/// of machines that have been built.  Nothing is thrown for what is wrong with an item.
CatalogCheck check_catalog(const Catalog& catalog, const std::filesystem::path& root);

}  // namespace fmplan::catalog
