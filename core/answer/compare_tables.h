#pragma once

#include <string>
#include <vector>

#include "core/answer/comparison.h"
#include "core/answer/table.h"

namespace fmplan::answer {

/// For people: for each side the inputs that differ from the first's, then all figures side by side, then for each why
/// it differs, by input and by cause, the largest share first.
std::vector<Table> compare_tables(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons);

/// A part of a difference as it is shown.
struct ShownShare {
  std::string label;
  double share = 0;  ///< in the figure's unit
  std::string text;
};

/// The causes of a difference, the largest first, those too small to be seen as "other", and their sum "together";
/// texts add up as shown.  Empty where nothing differs.
std::vector<ShownShare> shown_causes(const FigureCauses& found);

}  // namespace fmplan::answer
