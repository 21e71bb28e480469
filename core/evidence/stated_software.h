#pragma once

/// @file
/// When the training stack of a measured row was released, as far as its words say.

#include <optional>
#include <string_view>

#include "core/base/date.h"

namespace fmplan::evidence {

/// The first day of the month that a release names which is numbered by year and month: "26.04.01 NeMo Container",
/// "NeMo 24.07", "release v24.11.1", "pt25.12 container".  Other numbers, as of throughput, have none of these words
/// within 12 characters.  None where there is no such release.
std::optional<Date> stated_software(std::string_view text);

}  // namespace fmplan::evidence
