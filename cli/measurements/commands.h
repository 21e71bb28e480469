#pragma once

#include <vector>

#include "cli/outer_commands.h"

namespace fmplan::cli {

/// The commands that measure, fit and judge.
std::vector<OwnCommand> measurement_commands();

}  // namespace fmplan::cli
