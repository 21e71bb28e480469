#pragma once

#include <vector>

#include "cli/outer_commands.h"

namespace fmplan::app {

/// The whole of a program that runs `own` of the outer commands: how its process takes signals, then cli::run_fmplan().
int run_process(int argc, const char* const* argv, const std::vector<cli::OwnCommand>& own);

}  // namespace fmplan::app
