#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"

namespace fmplan::cli {

/// The command among `words`, those after the program's name, that another program runs; null if none does.  Words of
/// the program's own options are passed over; "help" and "__complete" ask about what follows them.
const Command* run_elsewhere(const Command& program, const std::vector<std::string>& words);

/// Becomes the program that runs `command`, which stands in the folder of this one, with the same words.
/// Returns only where it could not be started: why not.
std::string hand_over(const Command& command, const std::vector<std::string>& words);

}  // namespace fmplan::cli
