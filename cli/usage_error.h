#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"

namespace fmplan::cli {

/// What is wrong with the usage of the command at the end of `path`: every unknown option or word with the nearest
/// known one, or else what the error says.  At least one line.
std::vector<std::string> usage_problems(const CommandPath& path, const UsageError& error);

}  // namespace fmplan::cli
