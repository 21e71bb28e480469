#include "cli/usage_error.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/option_text.h"
#include "core/base/suggestion.h"

namespace fmplan::cli {
namespace {

const CLI::App& deepest_command(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : deepest_command(*parsed.front());
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : usable_options(command))
    for (const std::string& name : option_names(*option))
      if (name.size() > 2) names.push_back(name);
  return names;
}

std::string unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("unknown option \"{}\"{}", name, did_you_mean(name, names_of_options(command)));
}

std::string unknown_word(const CLI::App& command, const std::string& word) {
  const std::vector<std::string> commands = command_names(command);
  if (commands.empty()) return fmt::format("unexpected argument \"{}\"", word);
  const std::string suggestion = did_you_mean(word, commands);
  if (!suggestion.empty()) return fmt::format("unknown command \"{}\"{}", word, suggestion);
  return fmt::format("unknown command \"{}\"; commands are {}", word, fmt::join(commands, ", "));
}

/// "--format: xml not in {table,json}" as "--format: \"xml\" is none of table, json".
std::string plainer(const std::string& message) {
  constexpr std::string_view kNotIn = " not in {";
  const std::size_t at = message.find(kNotIn);
  const std::size_t colon = message.find(": ");
  if (at == std::string::npos || colon == std::string::npos || colon > at) return message;
  const std::string value = message.substr(colon + 2, at - colon - 2);
  const std::size_t start = at + kNotIn.size();
  const std::string list = message.substr(start, message.find('}', start) - start);
  std::vector<std::string> choices = CLI::detail::split(list, ',');
  return fmt::format("{}: \"{}\" is none of {}{}", message.substr(0, colon), value, fmt::join(choices, ", "),
                     did_you_mean(value, choices));
}

/// "--format: 1 required TEXT:{table,json} missing" as "--format needs a value".
std::string argument_mismatch(const std::string& message) {
  const std::string option = message.substr(0, message.find(':'));
  if (message.ends_with(" missing")) return option + " needs a value";
  return message.find("At Most") != std::string::npos ? option + " is given more than once" : message;
}

}  // namespace

std::vector<std::string> usage_problems(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = deepest_command(app);
  std::vector<std::string> problems;
  std::vector<std::string> words = app.remaining(true);
  std::erase(words, "--");
  for (const std::string& word : words)
    if (word.size() > 1 && word.front() == '-') problems.push_back(unknown_option(command, word));
  // The words after an unknown option are most likely its value: naming them as well would only confuse.
  if (problems.empty() && !words.empty()) problems.push_back(unknown_word(command, words.front()));
  if (!problems.empty()) return problems;
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !command_names(command).empty())
    return {fmt::format("a command is missing: {}", fmt::join(command_names(command), ", "))};
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return {argument_mismatch(error.what())};
  return {plainer(error.what())};
}

std::string command_path(const CLI::App& app) {
  std::string path = app.get_name();
  for (const CLI::App* level = &app; !level->get_subcommands().empty();) {
    level = level->get_subcommands().front();
    path += " " + level->get_name();
  }
  return path;
}

}  // namespace fmplan::cli
