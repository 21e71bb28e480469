#pragma once

#include <vector>

#include "core/answer/comparison.h"
#include "core/answer/table.h"

namespace fmplan::answer {

/// For people: for each side the inputs that differ from the first's, then all figures side by side, then for each why
/// it differs, by input and by cause, the largest share first.
std::vector<Table> compare_tables(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons);

}  // namespace fmplan::answer
