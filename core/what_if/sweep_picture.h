#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/what_if/sweep.h"

namespace fmplan::what_if {

/// A sweep as an SVG picture:
///   one path of numbers   the first figures over it, each with its 80 % band; other paths make a curve each; points
///   that
///                         cannot run stand as crosses on the axis
///   two paths of numbers  the first figure as a map, numbers and lines of equal value in it; what cannot run is grey
///   otherwise             the first figure point by point, as bars
/// and, where both are columns, money against days with the points that no other beats in both.
/// @param first_figures  that are drawn, by their place in the head's columns
std::string sweep_svg(const SweepHead& head, const std::vector<SweepRow>& rows,
                      const std::vector<std::size_t>& first_figures);

/// The figures that a picture draws where nobody said which: days and money, else the first columns.
std::vector<std::size_t> drawn_figures(const SweepHead& head, bool columns_given);

}  // namespace fmplan::what_if
