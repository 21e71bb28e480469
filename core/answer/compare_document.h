#pragma once

#include <cstdint>
#include <vector>

#include "core/answer/compare_side.h"
#include "core/answer/document.h"
#include "core/catalog/catalog.h"

namespace fmplan::answer {

/// Inputs that differ, figure by figure with the difference to the first side, and why.  @pre sides.size() >= 2.
Document compare_document(const std::vector<Compared>& sides, const catalog::Catalog& catalog, int threads,
                          std::uint64_t seed);

}  // namespace fmplan::answer
