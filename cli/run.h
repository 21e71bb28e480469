#pragma once

#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"

namespace fmplan::cli {

/// A command of another face, below a heading of the help.
struct OuterCommand {
  const char* heading;
  AddCommand* add;
};

/// The program with every command and global option.  `options` must outlive it.
Command fmplan_program(Options& options, const std::vector<OuterCommand>& others = {});

/// The whole program short of its process: reads the arguments, runs the command and returns what the process is to
/// return (an ExitCode).  Data goes to stdout, everything else to stderr; nothing is thrown.
int run_fmplan(int argc, const char* const* argv, const std::vector<OuterCommand>& others = {});

}  // namespace fmplan::cli
