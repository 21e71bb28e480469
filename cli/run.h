#pragma once

#include <vector>

#include "cli/command_line.h"
#include "cli/outer_commands.h"

namespace fmplan::cli {

/// The program with every command and global option; of the outer commands it runs `own`.  `options` must outlive it.
Command fmplan_program(Options& options, const std::vector<OwnCommand>& own = {});

/// The whole program short of its process: reads the arguments, runs the command and returns what the process is to
/// return (an ExitCode).  Data goes to stdout, everything else to stderr; nothing is thrown.
int run_fmplan(int argc, const char* const* argv, const std::vector<OwnCommand>& own = {});

}  // namespace fmplan::cli
