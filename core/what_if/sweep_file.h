#pragma once

/// @file
/// Files that are made of all rows of a sweep at once.

#include <string>

#include "core/what_if/row_order.h"

namespace fmplan::what_if {

/// FILE.svg, FILE.html with the picture and the table, or FILE.xlsx of the same answer as JSON, as the bytes of it.
/// @throws InputError where there are no rows, or too many
std::string sweep_file(const SweepHead& head, const HeldRows& held, const std::string& file);

}  // namespace fmplan::what_if
