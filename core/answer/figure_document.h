#pragma once

#include <string_view>

#include "core/answer/document.h"
#include "core/answer/figure.h"

namespace fmplan::answer {

/// What help calls the unit: "s", "days", "$"; a number has none.
std::string_view unit_name(FigureUnit unit);

/// What `fmplan explain --list` prints: every figure that questions can be asked about, with its unit.
/// @param of_programmes  figures of programmes
Document figures_document(const FigureSet& of_programmes);

}  // namespace fmplan::answer
