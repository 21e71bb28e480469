#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/answer/compare_figures.h"
#include "core/answer/compare_side.h"
#include "core/answer/compare_why.h"
#include "core/catalog/catalog.h"
#include "core/plan/difference_causes.h"
#include "core/plan/step_comparison.h"

namespace fmplan::answer {

/// A figure's difference by cause (plan/difference_causes.h), rounded to its unit.
struct FigureCauses {
  const ComparedFigure* figure = nullptr;
  std::vector<plan::CauseShare> causes;
};

/// One side against the first.
struct Comparison {
  std::vector<InputChange> stated, filled_in;
  std::optional<plan::StepComparison> speed;                 ///< none: nothing was measured, or the step is not known
  std::vector<std::optional<FigureDifference>> differences;  ///< in the order of compared_figures(); none: unknown
  Why why;
  std::vector<FigureCauses> causes;  ///< empty where one of the two is no plan
};

Comparison compare_sides(const Compared& base, const Compared& other, const catalog::Catalog& catalog, int threads,
                         std::uint64_t seed, const Watch& watch = {});

}  // namespace fmplan::answer
