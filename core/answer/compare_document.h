#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/answer/compare_side.h"
#include "core/answer/condition.h"
#include "core/answer/document.h"
#include "core/base/job.h"
#include "core/catalog/catalog.h"

namespace fmplan::answer {

/// Inputs that differ, figure by figure with the difference to the first side, and why, which takes up to thousands of
/// plans: `watch` is told of them, and a stop leaves why unsaid.  @pre sides.size() >= 2.
Document compare_document(const std::vector<Compared>& sides, const catalog::Catalog& catalog, int threads,
                          std::uint64_t seed, const Watch& watch = {});

/// What `--fail-if` of a comparison is asked about: "cost.ratio" and "days.difference" of every figure that is
/// compared, of a side against the first.
const FigureSet& difference_figures();
/// Conditions that hold, or may hold, of a side against the first, as exceeded_gates() tells them, with the side's
/// name. `json` is compare_document()'s.
std::vector<std::string> exceeded_differences(const std::vector<Condition>& gates, const text::Json& json);

}  // namespace fmplan::answer
