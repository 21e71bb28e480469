#pragma once

#include <vector>

#include "cli/command.h"

namespace fmplan::cli {

/// A command that a program of its own runs: what it needs weighs much, and the other commands do without.  It stands
/// in the help of each program, and a program that does not run it hands it over.
struct OuterCommand {
  const char* heading;  ///< of the help
  const char* name;
  const char* description;
  const char* program;  ///< that runs it
};

/// In the order of the help.
const std::vector<OuterCommand>& outer_commands();

/// Declares an outer command in the program that runs it.  @pre `name` is one of outer_commands()
Command& add_outer_command(Command& program, const char* name);

/// What the program runs itself of them.
struct OwnCommand {
  const char* name;
  AddCommand* add;
};

/// All of them: those that are not the program's own as what another program runs.
void add_outer_commands(Command& program, const Options& options, const std::vector<OwnCommand>& own);

}  // namespace fmplan::cli
