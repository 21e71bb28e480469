#pragma once

#include "cli/command.h"
#include "cli/command_line.h"

namespace fmplan::app {

/// `fmplan mcp`: the questions as tools of an agent, over stdin and stdout, until stdin ends.
void add_mcp_command(cli::Command& program, const cli::Options& options);

}  // namespace fmplan::app
