#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/what_if/sweep.h"

namespace fmplan::what_if {

/// Rows of a picture, at most: beyond, marks hide each other and pages grow past reading (chosen).
inline constexpr std::size_t kMostDrawn = 2'000;

/// A sweep as a page (picture/html_page.h) with its picture and the first kMostShown rows.
/// @param picture  sweep_svg() of the rows
std::string sweep_page(const SweepHead& head, const std::vector<SweepRow>& rows, const SweepCounts& counts,
                       const std::string& picture);

}  // namespace fmplan::what_if
