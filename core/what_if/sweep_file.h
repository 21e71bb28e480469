#pragma once

/// @file
/// Files that are made of all rows of a sweep at once.

#include <string>
#include <vector>

#include "core/what_if/sweep.h"

namespace fmplan::what_if {

/// FILE.svg, FILE.html with the picture and the table, or FILE.xlsx of the same answer as JSON, as the bytes of it.
/// @throws InputError where there are no rows, or too many
std::string sweep_file(const SweepHead& head, std::vector<SweepRow> rows, const SweepCounts& counts,
                       const std::string& file);

}  // namespace fmplan::what_if
