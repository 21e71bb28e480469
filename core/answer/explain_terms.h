#pragma once

/// @file
/// What the formulas of explanations take beside the report's own keys.

#include <optional>
#include <span>
#include <string_view>

#include "core/answer/figure.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// A number that a formula names and no key of the report has.
struct ExplainTerm {
  std::string_view name;  ///< with the unit in it, as keys have it: "productive_days"
  FigureUnit unit = FigureUnit::kNumber;
  std::string_view what;
  /// None where the report has no such thing.  @pre it has phases
  std::optional<double> (*of_report)(const plan::Report& report) = nullptr;
};

std::span<const ExplainTerm> explain_terms();
/// Null if there is none of that name.
const ExplainTerm* explain_term(std::string_view name);

}  // namespace fmplan::answer
