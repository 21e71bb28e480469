#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"

namespace fmplan::answer {

/// How machines are bought where a question that has no scenario does not say; empty: as most do.
struct UsualBuying {
  std::string region{}, price_kind{};
};

/// "price.region=…" and "price.kind=…" of it, where none of `sets` states them and the catalogue knows a price of the
/// machine there and so.
std::vector<std::string> buying_sets(const UsualBuying& usual, const std::string& instance,
                                     const std::vector<std::string>& sets, const catalog::Catalog& catalog);

}  // namespace fmplan::answer
