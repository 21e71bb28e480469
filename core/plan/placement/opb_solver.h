#pragma once

/// @file
/// What a solver of pseudo-Boolean problems is asked and answers, whoever it is.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"

namespace fmplan::plan {

/// From which side the least value is looked for.
enum class OpbSearch : std::uint8_t {
  kFromBelow,      ///< by cores: bounds rise, and the first assignment found is often the best
  kFromAbove,      ///< by ever better assignments
  kFromBelowAnew,  ///< as the first, choosing otherwise what to try next
};

struct OpbQuestion {
  std::string text;  ///< in the OPB format of the pseudo-Boolean competitions: minimise, variables x1, x2, …
  int num_variables = 0;
  OpbSearch search = OpbSearch::kFromBelow;
  std::int64_t conflicts = 0;  ///< after which it is to end, so that the same question has the same answer
};

struct OpbAnswer {
  /// Of the best assignment found: [i] of x(i + 1); empty: none was found.
  std::vector<bool> values{};
  bool optimal = false;                 ///< it says that no assignment is better
  bool unsatisfiable = false;           ///< it says that there is none
  std::optional<std::int64_t> bound{};  ///< it says that no assignment is below
  std::string solver{};                 ///< its name and version, as it says
  std::string trouble{};                ///< why there is no answer; empty: there is, if only that the limit was reached
};

using OpbSolver = std::function<OpbAnswer(const OpbQuestion&, const Watch&)>;

}  // namespace fmplan::plan
