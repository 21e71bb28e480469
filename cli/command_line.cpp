#include "cli/command_line.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "core/base/issue.h"
#include "core/base/suggestion.h"

namespace fmplan::cli {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

void declare(const Option& option, CLI::App& app) {
  const std::string names = fmt::format("{}", fmt::join(option.names, ","));
  CLI::Option* declared =
      std::visit(Overloaded{[&](bool* target) { return app.add_flag(names, *target); },
                            [&](Request request) {
                              return request == Request::kHelp ? app.set_help_flag(names) : app.set_version_flag(names);
                            },
                            [&](const std::function<void(const std::string&)>& take) {
                              return app.add_option_function<std::string>(names, take);
                            },
                            [&](auto* target) { return app.add_option(names, *target); }},
                 option.target);
  declared->required(option.required);
  if (option.num_values) declared->expected(option.num_values->least, option.num_values->most);
  if (option.separator != '\0') declared->delimiter(option.separator);
  // `--set a=1 FILE` must not take FILE as a second value.
  if (takes_many(option) && !is_argument(option)) declared->allow_extra_args(false);
  if (option.problem) declared->check(option.problem);
  if (option.choices.empty()) return;
  declared->check([&option](const std::string& value) {
    if (std::ranges::find(option.choices, value) != option.choices.end()) return std::string();
    return fmt::format("\"{}\" is none of {}{}", value, fmt::join(option.choices, ", "),
                       did_you_mean(value, option.choices));
  });
}

/// Of commands that are not among the words the name alone: nothing is asked of their options.
void declare(const Command& command, const std::vector<std::string>& words, CLI::App& app) {
  app.fallthrough();
  if (!command.commands.empty()) app.require_subcommand(1);
  for (const Option& option : command.options) declare(option, app);
  for (const Command& below : command.commands) {
    CLI::App* const declared = app.add_subcommand(below.name);
    if (std::ranges::find(words, below.name) != words.end()) declare(below, words, *declared);
  }
}

CommandPath path_read(const Command& program, const CLI::App& app) {
  CommandPath path = {&program};
  for (const CLI::App* level = &app; !level->get_subcommands().empty();) {
    level = level->get_subcommands().front();
    path.push_back(&*std::ranges::find(path.back()->commands, level->get_name(), &Command::name));
  }
  return path;
}

UsageError usage_error(const CLI::ParseError& error, const CLI::App& app, const Command& command) {
  std::vector<std::string> words = app.remaining(true);
  std::erase(words, "--");
  if (!words.empty()) return UnknownWords{std::move(words)};
  const std::string message = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !command.commands.empty()) return MissingCommand{};
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return BadUsage{message};
  // "--format: 1 required TEXT missing", "--seed: At Most 1 required but received 2".
  const std::string option = message.substr(0, message.find(':'));
  if (message.ends_with(" missing")) return MissingValue{option};
  if (message.find("At Most") != std::string::npos) return RepeatedOption{option};
  return BadUsage{message};
}

}  // namespace

bool is_argument(const Option& option) { return !option.names.front().starts_with('-'); }

bool takes_value(const Option& option) {
  return !std::holds_alternative<bool*>(option.target) && !std::holds_alternative<Request>(option.target);
}

bool takes_many(const Option& option) { return std::holds_alternative<std::vector<std::string>*>(option.target); }

Option help_option() {
  return {.names = {"-h", "--help"}, .value = {}, .target = Request::kHelp, .help = "print this help"};
}

Option& Command::add_option(std::string_view label, Target target, std::string help) {
  Option option{.names = {}, .value = {}, .target = std::move(target), .help = std::move(help)};
  while (!label.empty()) {
    const std::size_t end = std::min(label.find(' '), label.size());
    std::string_view word = label.substr(0, end);
    label.remove_prefix(std::min(end + 1, label.size()));
    if (word.ends_with(',')) word.remove_suffix(1);
    if (word.starts_with('-')) {
      option.names.emplace_back(word);
    } else {
      option.value = word;
    }
  }
  return options.emplace_back(std::move(option));
}

Option& Command::add_argument(std::string argument, Target target, std::string help) {
  return options.emplace_back(Option{.names = {std::move(argument)},
                                     .value = {},
                                     .target = std::move(target),
                                     .help = std::move(help),
                                     .required = true});
}

Command& Command::add_command(std::string command, std::string what) {
  return commands.emplace_back(Command{.name = std::move(command), .description = std::move(what)});
}

std::string path_text(const CommandPath& path) {
  std::string text;
  for (const Command* command : path) text += (text.empty() ? "" : " ") + command->name;
  return text;
}

namespace {

/// The error of a command that there is not, beside which help was asked for: what would be shown is another's.
std::optional<UsageError> unknown_command(const Command& program, const CommandPath& path,
                                          std::vector<std::string> words) {
  if (path.back()->commands.empty()) return std::nullopt;
  const std::vector<std::string> help = help_option().names;
  std::erase_if(words, [&](const std::string& word) { return std::ranges::find(help, word) != help.end(); });
  CommandLine line;
  try {
    line = read_command_line(program, words);
  } catch (const InputError&) {
    return std::nullopt;  // of a value, which help does not need
  }
  if (!line.error) return std::nullopt;
  const auto* unknown = std::get_if<UnknownWords>(&*line.error);
  return unknown && !unknown->words.front().starts_with('-') ? line.error : std::nullopt;
}

}  // namespace

CommandLine read_command_line(const Command& program, const std::vector<std::string>& words) {
  CLI::App app;
  declare(program, words, app);
  CommandLine line;
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 reads from the back
  } catch (const CLI::CallForHelp&) {
    line.request = Request::kHelp;
  } catch (const CLI::CallForVersion&) {
    line.request = Request::kVersion;
  } catch (const CLI::ParseError& error) {
    line.error = usage_error(error, app, *path_read(program, app).back());
  }
  line.path = path_read(program, app);
  if (line.request == Request::kHelp && !line.error) line.error = unknown_command(program, line.path, words);
  return line;
}

std::vector<std::vector<std::string>> grouped_words(const CommandPath& path, const std::vector<std::string>& words) {
  const auto takes_next = [&path](const std::string& word) {
    for (const Command* command : path)
      for (const Option& option : command->options)
        if (!is_argument(option) && takes_value(option) && std::ranges::find(option.names, word) != option.names.end())
          return true;
    return false;
  };
  std::vector<std::vector<std::string>> groups;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {  // from here on there are arguments alone
      for (++i; i < words.size(); ++i) groups.push_back({words[i]});
      break;
    }
    groups.push_back({words[i]});
    if (takes_next(words[i]) && i + 1 < words.size()) groups.back().push_back(words[++i]);
  }
  return groups;
}

std::vector<ConfigLine> read_config(const std::string& text) {
  std::istringstream in(text);
  std::vector<ConfigLine> lines;
  for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(in)) {
    if (item.name == "--") continue;  // the end of a section
    lines.push_back(
        {item.name == "++" ? fmt::format("{}", fmt::join(item.parents, ".")) : item.fullname(), item.inputs});
  }
  return lines;
}

}  // namespace fmplan::cli
