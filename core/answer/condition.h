#pragma once

/// @file
/// The language of questions: `figure op bound`, joined by and, or, not and brackets.
///
///     days<=60 and (cost.p90<$40M or headroom>=10%)
///
/// Operators are < <= > >= = !=.  It knows three values: what rests on an unknown figure is unknown, as in SQL.

#include <functional>
#include <string>
#include <vector>

#include "core/answer/figure.h"

namespace fmplan::answer {

enum class Truth { kNo, kUnknown, kYes };

enum class CompareOp { kLess, kAtMost, kMore, kAtLeast, kEqual, kNotEqual };

/// A bound on one figure.
struct Bound {
  Figure figure;
  CompareOp op = CompareOp::kLess;
  double value = 0;  ///< in the figure's unit
  std::string text;  ///< "days<=60"
};

struct Condition {
  enum class Kind { kBound, kAnd, kOr, kNot };
  Kind kind = Kind::kBound;
  Bound bound{};                   ///< of kBound
  std::vector<Condition> parts{};  ///< of the others; kNot has one
  std::string text{};              ///< of the whole, as written
};

/// Reads a condition on `figures`.  `place` is named in errors, "--fail-if".
/// @throws InputError with the character where reading ended, what was expected there and the nearest name.
Condition parse_condition(const std::string& text, const FigureSet& figures, const std::string& place);

/// Several at once.  @throws InputError with the problem of each that cannot be read.
std::vector<Condition> parse_conditions(const std::vector<std::string>& texts, const FigureSet& figures,
                                        const std::string& place);

/// What a figure of an answer is.
using FigureValues = std::function<FigureValue(const Figure& figure)>;

/// Of a value known from below, x ≥ v, bounds below v are decided; others are unknown.  Money is compared to the cent,
/// as answers write it.
Truth holds(const Bound& bound, const FigureValue& value);
Truth holds(const Condition& condition, const FigureValues& values);

/// Every bound in it, from left to right.
std::vector<Bound> bounds_of(const Condition& condition);

}  // namespace fmplan::answer
