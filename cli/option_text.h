#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace fmplan::cli {

/// The values an option is limited to, in the order in which they were declared; empty if it takes any.
std::vector<std::string> option_choices(const CLI::Option& option);
/// "-o, --output FILE", "--format table|json|csv|md", "SCENARIO".
std::string option_label(const CLI::Option& option);
/// "--output", "-o": every way to write it; empty for a positional argument.
std::vector<std::string> option_names(const CLI::Option& option);
/// Every option that may be written after `app`'s name: its own and those of the commands above it.
std::vector<const CLI::Option*> usable_options(const CLI::App& app);
/// Names of the commands below `app` that help shows.
std::vector<std::string> command_names(const CLI::App& app);

/// Help for `app`: what it does, usage, examples, arguments, options, commands by group, global options.
std::string help_text(const CLI::App& app, const std::string& name);

}  // namespace fmplan::cli
