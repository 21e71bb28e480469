#include "cli/completion.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "cli/completion_values.h"
#include "cli/option_text.h"
#include "core/catalog/catalog.h"
#include "core/programme/programme_figures.h"

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
    if (const auto paths = programme_candidates(files))
      return is_assignment ? *paths : figure_candidates(current, programme::programme_figures());
  if (is_assignment)
    return assignment_candidates(current,
                                 [&](const std::string& folder) { return catalog_names(folder, catalog_dir); });
  if (is_figure) return figure_candidates(current, answer::plan_figures());
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

// What shells source; they ask `fmplan __complete` for every word.
constexpr const char* kBash = R"(# bash completion for fmplan:  source <(fmplan completion bash)
_fmplan() {
  local IFS=$'\n' words=() piece joined=0 quoted=0 current cut
  # bash splits at "=" and ":": "cluster.nodes=12" comes in three pieces, of which only the last is completed.
  for piece in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ "$piece" == [=:]* && ${#words[@]} -gt 0 ]]; then
      words[-1]+="$piece"
      joined=1
    elif ((joined)); then
      words[-1]+="$piece"
      joined=0
    else
      words+=("$piece")
    fi
  done
  current="${words[-1]}"
  if [[ "$current" == [\'\"]* ]]; then
    quoted=1
    current="${current:1}"
    words[-1]="$current"
  fi
  COMPREPLY=($("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null))
  if ((!quoted)); then
    cut="${current%"${current##*[=:]}"}"
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  fi
  if [[ ${#COMPREPLY[@]} -gt 0 && "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _fmplan fmplan
)";

// As kBash.
constexpr const char* kZsh = R"(#compdef fmplan
# zsh completion for fmplan:  source <(fmplan completion zsh)
_fmplan() {
  local -a candidates more
  candidates=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  # A path is followed by its value, so by no blank.
  more=("${(@M)candidates:#*=}")
  candidates=("${(@)candidates:#*=}")
  if [[ -n "${more[1]}" ]]; then compadd -S '' -- "${more[@]}"; fi
  if [[ -n "${candidates[1]}" ]]; then
    compadd -- "${candidates[@]}"
  elif [[ -z "${more[1]}" ]]; then
    _files
  fi
}
compdef _fmplan fmplan
)";

// As kBash.
constexpr const char* kFish = R"(# fish completion for fmplan:  fmplan completion fish | source
function __fmplan_complete
  set -l words (commandline -opc) (commandline -ct)
  command $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c fmplan -a '(__fmplan_complete)'
)";

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

std::string completion_script(const std::string& shell) {
  if (shell == "bash") return kBash;
  return shell == "zsh" ? kZsh : kFish;
}

}  // namespace fmplan::cli
