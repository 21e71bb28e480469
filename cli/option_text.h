#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"

namespace fmplan::cli {

/// "-o, --output FILE", "--format table|json|csv|md", "SCENARIO".
std::string option_label(const Option& option);
/// Every option that may be written after the command's name: its own and those of the commands above it.
std::vector<const Option*> usable_options(const CommandPath& path);
/// Names of the commands below `command`.
std::vector<std::string> command_names(const Command& command);

/// Help for the command at the end of `path`: what it does, usage, examples, arguments, options, commands by group,
/// global options.
std::string help_text(const CommandPath& path);

}  // namespace fmplan::cli
