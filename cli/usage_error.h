#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace fmplan::cli {

/// What is wrong with a command line that CLI11 refused: every unknown option or word with the nearest known one, or
/// else CLI11's own complaint in plainer words.  At least one line.
std::vector<std::string> usage_problems(const CLI::App& app, const CLI::ParseError& error);

/// The command being written when parsing stopped: "fmplan catalog show".
std::string command_path(const CLI::App& app);

}  // namespace fmplan::cli
