#pragma once

#include "cli/command.h"

namespace fmplan::cli {

/// Declares every command and global option on `app`.  `session` must outlive the parsing.
void build_app(CLI::App& app, Session& session);

/// The whole program short of its process: reads the arguments, runs the command and returns what the process is to
/// return (an ExitCode).  Data goes to stdout, everything else to stderr; nothing is thrown.
int run_fmplan(int argc, const char* const* argv);

}  // namespace fmplan::cli
