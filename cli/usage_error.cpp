#include "cli/usage_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/option_text.h"
#include "core/base/suggestion.h"

namespace fmplan::cli {
namespace {

std::vector<std::string> names_of_options(const CommandPath& path) {
  std::vector<std::string> names;
  for (const Option* option : usable_options(path))
    for (const std::string& name : option->names)
      if (name.size() > 2) names.push_back(name);
  return names;
}

std::string unknown_option(const CommandPath& path, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("unknown option \"{}\"{}", name, did_you_mean(name, names_of_options(path)));
}

std::string unknown_word(const Command& command, const std::string& word) {
  const std::vector<std::string> commands = command_names(command);
  if (commands.empty()) return fmt::format("unexpected argument \"{}\"", word);
  const std::string suggestion = did_you_mean(word, commands);
  if (!suggestion.empty()) return fmt::format("unknown command \"{}\"{}", word, suggestion);
  return fmt::format("unknown command \"{}\"; commands are {}", word, fmt::join(commands, ", "));
}

struct Problems {
  const CommandPath& path;

  std::vector<std::string> operator()(const UnknownWords& unknown) const {
    std::vector<std::string> problems;
    for (const std::string& word : unknown.words)
      if (word.size() > 1 && word.front() == '-') problems.push_back(unknown_option(path, word));
    // The words after an unknown option are most likely its value: naming them as well would only confuse.
    if (problems.empty()) problems.push_back(unknown_word(*path.back(), unknown.words.front()));
    return problems;
  }
  std::vector<std::string> operator()(const MissingCommand&) const {
    return {fmt::format("a command is missing: {}", fmt::join(command_names(*path.back()), ", "))};
  }
  std::vector<std::string> operator()(const MissingValue& missing) const { return {missing.option + " needs a value"}; }
  std::vector<std::string> operator()(const RepeatedOption& repeated) const {
    return {repeated.option + " is given more than once"};
  }
  std::vector<std::string> operator()(const BadUsage& bad) const { return {bad.message}; }
};

}  // namespace

std::vector<std::string> usage_problems(const CommandPath& path, const UsageError& error) {
  return std::visit(Problems{path}, error);
}

}  // namespace fmplan::cli
