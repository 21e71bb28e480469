#pragma once

#include <string>

namespace fmplan {

/// Simulated runs against published figures: the table of validation/RELIABILITY.md, which validation/RESULTS.md shows
/// too.
std::string reliability_table();

}  // namespace fmplan
