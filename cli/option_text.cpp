#include "cli/option_text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

/// Columns of a help text and of its left part at most: chosen, as wide as documents are.
constexpr int kHelpWidth = 100;
constexpr int kWidestLabel = 34;

std::string section(const std::string& title, const Rows& rows, int label_width) {
  if (rows.empty()) return {};
  std::string text = fmt::format("\n{}:\n", title);
  const std::string indent(static_cast<std::size_t>(label_width) + 4, ' ');
  for (const auto& [label, description] : rows) {
    text += "  " + label;
    const bool fits = text::display_width(label) <= label_width;
    text +=
        fits ? std::string(static_cast<std::size_t>(label_width - text::display_width(label)) + 2, ' ') : "\n" + indent;
    bool first = true;
    for (const std::string& line : text::wrapped(description, kHelpWidth - label_width - 4, false)) {
      if (!first) text += indent;
      text += line + "\n";
      first = false;
    }
  }
  return text;
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string usage_line(const CommandPath& path) {
  std::string text = "Usage: " + path_text(path);
  if (!path.back()->commands.empty()) text += " COMMAND";
  for (const Option& option : path.back()->options) {
    if (!is_argument(option)) continue;
    const std::string label = option_label(option) + (takes_many(option) ? "..." : "");
    text += option.required ? " " + label : " [" + label + "]";
  }
  return text + " [OPTIONS]\n";
}

Rows argument_rows(const Command& command) {
  Rows rows;
  for (const Option& option : command.options)
    if (is_argument(option)) rows.emplace_back(option_label(option), option.help);
  return rows;
}

/// Every command understands --help, which is told among the program's options.
Rows own_rows(const Command& command) {
  Rows rows;
  for (const Option& option : command.options)
    if (!is_argument(option) && !std::holds_alternative<Request>(option.target))
      rows.emplace_back(option_label(option), option.help);
  return rows;
}

/// The program's options, less those to which `own` gives a meaning of its own.
Rows global_rows(const Command& program, const Rows& own) {
  Rows rows;
  for (const Option& option : program.options) rows.emplace_back(option_label(option), option.help);
  std::erase_if(rows, [&](const auto& row) {
    return std::any_of(own.begin(), own.end(), [&](const auto& other) { return other.first == row.first; });
  });
  return rows;
}

/// Commands by group, groups in the order in which they first appear.
std::vector<std::pair<std::string, Rows>> command_rows(const Command& command) {
  std::vector<std::pair<std::string, Rows>> groups;
  for (const Command& below : command.commands) {
    auto found =
        std::find_if(groups.begin(), groups.end(), [&](const auto& entry) { return entry.first == below.group; });
    if (found == groups.end()) found = groups.insert(groups.end(), {below.group, {}});
    found->second.emplace_back(below.name, capitalized(below.description));
  }
  return groups;
}

/// The command's own examples, or those of the commands below it.
std::string examples(const Command& command) {
  if (!command.footer.empty()) return "\n" + command.footer + "\n";
  std::string text;
  for (const Command& below : command.commands) {
    const std::size_t heading = below.footer.find('\n');
    if (below.footer.starts_with("Example") && heading != std::string::npos)
      text += below.footer.substr(heading + 1) + "\n";
  }
  return text.empty() ? text : "\nExamples:\n" + text;
}

int label_width(const std::vector<std::pair<std::string, Rows>>& sections) {
  int width = 0;
  for (const auto& [title, rows] : sections)
    for (const auto& [label, description] : rows) {
      const int label_width = text::display_width(label);
      if (label_width <= kWidestLabel) width = std::max(width, label_width);
    }
  return width;
}

}  // namespace

std::string option_label(const Option& option) {
  constexpr std::size_t kLongestChoice = 30;  // longer lists of choices stand below; chosen
  std::string label = fmt::format("{}", fmt::join(option.names, ", "));
  if (is_argument(option) || !takes_value(option)) return label;
  const std::string choices = fmt::format("{}", fmt::join(option.choices, "|"));
  const bool show_choices = !choices.empty() && choices.size() <= kLongestChoice;
  return label + " " + (show_choices ? choices : option.value);
}

std::vector<const Option*> usable_options(const CommandPath& path) {
  std::vector<const Option*> options;
  for (auto level = path.rbegin(); level != path.rend(); ++level)
    for (const Option& option : (*level)->options)
      if (!is_argument(option)) options.push_back(&option);
  return options;
}

std::vector<std::string> command_names(const Command& command) {
  std::vector<std::string> names;
  for (const Command& below : command.commands) names.push_back(below.name);
  return names;
}

std::string help_text(const CommandPath& path) {
  const Command& command = *path.back();
  std::vector<std::pair<std::string, Rows>> sections = command_rows(command);
  sections.emplace_back("Arguments", argument_rows(command));
  const Rows own = path.size() > 1 ? own_rows(command) : Rows();
  sections.emplace_back("Options", own);
  sections.emplace_back("Global options", global_rows(*path.front(), own));

  std::string text = capitalized(command.description) + "\n\n" + usage_line(path);
  text += examples(command);
  const int width = label_width(sections);
  for (const auto& [title, rows] : sections) text += section(title, rows, width);
  return text;
}

}  // namespace fmplan::cli
