#include "cli/option_text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/terminal.h"

namespace fmplan::cli {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr int kHelpWidth = 100;
constexpr int kWidestLabel = 34;

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// "TEXT:{a,b}" without what validators add.
std::string value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::string option_description(const CLI::Option& option) {
  const std::string fallback = option.get_default_str();
  std::string text = option.get_description();
  if (!fallback.empty()) text += fmt::format(" [default: {}]", fallback);
  return text;
}

std::string section(const std::string& title, const Rows& rows, int label_width) {
  if (rows.empty()) return {};
  std::string text = fmt::format("\n{}:\n", title);
  const std::string indent(static_cast<std::size_t>(label_width) + 4, ' ');
  for (const auto& [label, description] : rows) {
    text += "  " + label;
    const bool fits = text::display_width(label) <= label_width;
    text += fits ? std::string(static_cast<std::size_t>(label_width - text::display_width(label)) + 2, ' ') : "\n" + indent;
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

std::string usage_line(const CLI::App& app, const std::string& name) {
  std::string text = "Usage: " + name;
  if (!command_names(app).empty()) text += " COMMAND";
  for (const CLI::Option* option : app.get_options([](const CLI::Option* o) { return o->get_positional(); })) {
    const std::string many = option->get_items_expected_max() > 1 ? "..." : "";
    const std::string label = option->get_name(true) + many;
    text += option->get_required() ? " " + label : " [" + label + "]";
  }
  return text + " [OPTIONS]\n";
}

Rows option_rows(const CLI::App& app, bool positional) {
  Rows rows;
  for (const CLI::Option* option : app.get_options()) {
    const bool repeated_help = app.get_parent() != nullptr && option == app.get_help_ptr();
    if (option->get_positional() != positional || option->get_group().empty() || repeated_help) continue;
    rows.emplace_back(option_label(*option), option_description(*option));
  }
  return rows;
}

/// Commands by group, groups in the order in which they first appear.
std::vector<std::pair<std::string, Rows>> command_rows(const CLI::App& app) {
  std::vector<std::pair<std::string, Rows>> groups;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    const std::string group = command->get_group();
    if (group.empty()) continue;
    auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& entry) { return entry.first == group; });
    if (found == groups.end()) found = groups.insert(groups.end(), {group, {}});
    found->second.emplace_back(command->get_name(), capitalized(command->get_description()));
  }
  return groups;
}

/// The app's own examples, or those of the commands below it.
std::string examples(const CLI::App& app) {
  if (!app.get_footer().empty()) return "\n" + app.get_footer() + "\n";
  std::string text;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    const std::string footer = command->get_footer();
    const std::size_t heading = footer.find('\n');
    if (footer.starts_with("Example") && heading != std::string::npos) text += footer.substr(heading + 1) + "\n";
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

std::vector<std::string> option_choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  std::vector<std::string> choices;
  if (open == std::string::npos || close == std::string::npos) return choices;
  std::string_view list = std::string_view(type).substr(open + 1, close - open - 1);
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view entry = list.substr(0, end);
    choices.emplace_back(entry.substr(0, entry.find("->")));  // a mapped choice reads "name->value"
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return choices;
}

std::vector<std::string> option_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string option_label(const CLI::Option& option) {
  constexpr std::size_t kLongestChoice = 30;
  if (!option.nonpositional()) return option.get_name(true);
  std::string label = fmt::format("{}", fmt::join(option_names(option), ", "));
  if (!takes_value(option)) return label;
  const std::string choices = fmt::format("{}", fmt::join(option_choices(option), "|"));
  const bool show_choices = !choices.empty() && choices.size() <= kLongestChoice;
  return label + " " + (show_choices ? choices : value_name(option));
}

std::vector<const CLI::Option*> usable_options(const CLI::App& app) {
  std::vector<const CLI::Option*> options;
  for (const CLI::App* level = &app; level != nullptr; level = level->get_parent()) {
    const auto own =
        level->get_options([](const CLI::Option* o) { return o->nonpositional() && !o->get_group().empty(); });
    options.insert(options.end(), own.begin(), own.end());
  }
  return options;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    if (!command->get_group().empty()) names.push_back(command->get_name());
  return names;
}

std::string help_text(const CLI::App& app, const std::string& name) {
  const CLI::App* root = &app;
  while (root->get_parent() != nullptr) root = root->get_parent();
  std::vector<std::pair<std::string, Rows>> sections = command_rows(app);
  sections.emplace_back("Arguments", option_rows(app, true));
  Rows global = option_rows(*root, false);
  if (root != &app) {
    const Rows own = option_rows(app, false);
    // A command may give a global option a meaning of its own.
    std::erase_if(global, [&](const auto& row) {
      return std::any_of(own.begin(), own.end(), [&](const auto& other) { return other.first == row.first; });
    });
    sections.emplace_back("Options", own);
  }
  sections.emplace_back("Global options", std::move(global));

  std::string text = capitalized(app.get_description()) + "\n\n" + usage_line(app, name);
  text += examples(app);
  const int width = label_width(sections);
  for (const auto& [title, rows] : sections) text += section(title, rows, width);
  return text;
}

}  // namespace fmplan::cli
