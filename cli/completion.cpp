#include "cli/completion.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "cli/option_text.h"
#include "core/catalog/catalog.h"
#include "core/programme/programme_figures.h"
#include "core/what_if/candidates.h"

namespace fmplan::cli {
namespace {

/// Where the words before the one being typed have led.
struct Position {
  CommandPath path;
  const Option* awaiting_value = nullptr;  ///< the option whose value comes next
  std::vector<std::string> arguments{};    ///< of the command
};

const Option* find_option(const CommandPath& path, std::string_view name) {
  for (const Option* option : usable_options(path))
    if (std::ranges::find(option->names, name) != option->names.end()) return option;
  return nullptr;
}

const Command* find_command(const Command& above, std::string_view name) {
  const auto found = std::ranges::find(above.commands, name, &Command::name);
  return found == above.commands.end() ? nullptr : &*found;
}

Position follow(const Command& program, const std::vector<std::string>& words) {
  Position at{.path = {&program}};
  for (const std::string& word : words) {
    if (at.awaiting_value != nullptr) {
      at.awaiting_value = nullptr;
    } else if (word.starts_with("-")) {
      const Option* option = find_option(at.path, word);
      if (option != nullptr && takes_value(*option)) at.awaiting_value = option;
    } else if (const Command* command = find_command(*at.path.back(), word); command != nullptr) {
      at.path.push_back(command);
    } else {
      at.arguments.push_back(word);
    }
  }
  return at;
}

/// The kind of catalogue item that an option or argument names, by how it is called; empty for any other.
std::string catalog_folder(const Option& option) {
  static const std::map<std::string, std::string> kFolders = {
      {"--on", "instances"},     {"--instance", "instances"},      {"INSTANCE", "instances"},
      {"CLUSTER", "instances"},  {"--instance-type", "instances"}, {"--model", "models"},
      {"MODEL", "models"},       {"--storage", "storage"},         {"--network", "networks"},
      {"--failures", "failures"}};
  for (const std::string& name : option.names)
    if (const auto found = kFolders.find(name); found != kFolders.end()) return found->second;
  return {};
}

/// Completion must never print an error into the line being typed: a broken catalogue completes to nothing.
std::vector<std::string> catalog_names(const std::string& folder, const std::string& catalog_dir) {
  try {
    return catalog::Catalog::shipped(catalog_dir).names(folder);
  } catch (const std::exception&) {
    return {};
  }
}

bool has_name(const Option& option, const std::vector<std::string_view>& names) {
  return std::ranges::any_of(option.names,
                             [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); });
}

/// @param files  arguments before, of which one may be a programme
std::vector<std::string> values_of(const Option& option, std::string_view current, const std::string& catalog_dir,
                                   const std::vector<std::string>& files) {
  static const std::vector<std::string_view> kAssignments = {"--set", "--vary", "--with"};
  static const std::vector<std::string_view> kFigures = {
      "--fail-if", "--where", "--until", "--sort", "--columns", "--minimize", "--maximize", "--pareto", "--explain"};
  if (!option.choices.empty()) return option.choices;
  const bool is_assignment = has_name(option, kAssignments), is_figure = has_name(option, kFigures);
  if (is_assignment || is_figure)
    if (const auto paths = what_if::programme_candidates(files))
      return is_assignment ? *paths : what_if::figure_candidates(current, programme::programme_figures());
  if (is_assignment)
    return what_if::assignment_candidates(
        current, [&](const std::string& folder) { return catalog_names(folder, catalog_dir); });
  if (is_figure) return what_if::figure_candidates(current, answer::plan_figures());
  const std::string folder = catalog_folder(option);
  return folder.empty() ? std::vector<std::string>() : catalog_names(folder, catalog_dir);
}

/// `catalog list KIND` and `catalog show NAME`, where NAME may be KIND/NAME.
std::vector<std::string> catalog_argument(const Position& at, std::string_view current,
                                          const std::string& catalog_dir) {
  std::vector<std::string> candidates;
  const std::string& command = at.path.back()->name;
  if (!at.arguments.empty() || command == "check") return candidates;
  for (const catalog::CatalogKind& kind : catalog::catalog_kinds()) {
    const std::string folder(kind.folder);
    if (command == "list") {
      candidates.push_back(folder);
      continue;
    }
    const bool qualified = current.find('/') != std::string_view::npos;
    for (const std::string& name : catalog_names(folder, catalog_dir))
      candidates.push_back(qualified ? fmt::format("{}/{}", folder, name) : name);
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  return candidates;
}

std::vector<std::string> arguments_at(const Position& at, std::string_view current, const std::string& catalog_dir) {
  std::vector<std::string> candidates = command_names(*at.path.back());
  if (!candidates.empty()) return candidates;
  if (at.path.size() > 1 && at.path[at.path.size() - 2]->name == "catalog")
    return catalog_argument(at, current, catalog_dir);
  std::vector<const Option*> arguments;
  for (const Option& option : at.path.back()->options)
    if (is_argument(option)) arguments.push_back(&option);
  if (arguments.empty()) return {};
  return values_of(*arguments[std::min(at.arguments.size(), arguments.size() - 1)], current, catalog_dir, at.arguments);
}

std::vector<std::string> options_at(const CommandPath& path) {
  std::vector<std::string> names;
  for (const Option* option : usable_options(path))
    for (const std::string& name : option->names)
      if (name.size() > 2 && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

}  // namespace

std::vector<std::string> completions(const Command& program, const std::vector<std::string>& words,
                                     const std::string& catalog_dir) {
  const std::string current = words.empty() ? std::string() : words.back();
  std::vector<std::string> before = words;
  if (!before.empty()) before.pop_back();
  const Position at = follow(program, before);

  std::vector<std::string> candidates;
  const std::size_t equals = current.find('=');
  if (at.awaiting_value != nullptr) {
    candidates = values_of(*at.awaiting_value, current, catalog_dir, at.arguments);
  } else if (current.starts_with("--") && equals != std::string::npos) {
    const std::string name = current.substr(0, equals);
    if (const Option* option = find_option(at.path, name); option != nullptr)
      for (const std::string& value : values_of(*option, current.substr(equals + 1), catalog_dir, at.arguments))
        candidates.push_back(fmt::format("{}={}", name, value));
  } else if (current.starts_with("-")) {
    candidates = options_at(at.path);
  } else {
    candidates = arguments_at(at, current, catalog_dir);
  }
  std::erase_if(candidates, [&](const std::string& candidate) { return !candidate.starts_with(current); });
  return candidates;
}

}  // namespace fmplan::cli
