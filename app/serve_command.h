#pragma once

#include "cli/command.h"
#include "cli/command_line.h"

namespace fmplan::app {

/// `fmplan serve`: the questions over HTTP, until SIGINT or SIGTERM.
void add_serve_command(cli::Command& program, const cli::Options& options);

}  // namespace fmplan::app
