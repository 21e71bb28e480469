#pragma once

/// @file
/// How answers write what JSON has no number for.

#include <cmath>
#include <optional>

#include "core/base/quantity_text.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// JSON has no infinity: a time that never comes, and what it would cost, is null.
inline text::Json finite(double value) { return std::isfinite(value) ? text::Json(value) : text::Json(nullptr); }

/// The number, or null where there is none.
inline text::Json or_null(const std::optional<double>& value) { return value ? finite(*value) : text::Json(nullptr); }

/// A decimal string, as it is read without loss; null where it is unknown or without end.
inline text::Json money(const std::optional<Dollars>& amount) {
  return amount && std::isfinite(*amount / dollar) ? text::Json(money_decimal(*amount)) : text::Json(nullptr);
}

}  // namespace fmplan::answer
