#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"

namespace fmplan::cli {

/// What the last of `words` may become: commands, options, closed lists of values, names from the catalogues.  `words`
/// are those after the program's name; the last one is being typed and may be empty.  Empty where a file name is due.
std::vector<std::string> completions(const Command& program, const std::vector<std::string>& words,
                                     const std::string& catalog_dir);

/// The script that teaches "bash", "zsh" or "fish" to ask `fmplan __complete`.
std::string_view completion_script(std::string_view shell);

}  // namespace fmplan::cli
