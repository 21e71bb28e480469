#include "cli/hand_over.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace fmplan::cli {
namespace {

bool takes_next(const Command& program, const std::string& word) {
  return std::ranges::any_of(program.options, [&](const Option& option) {
    return takes_value(option) && std::ranges::find(option.names, word) != option.names.end();
  });
}

}  // namespace

const Command* run_elsewhere(const Command& program, const std::vector<std::string>& words) {
  const bool is_asked_about = !words.empty() && (words.front() == "help" || words.front() == "__complete");
  for (std::size_t i = is_asked_about ? 1 : 0; i < words.size(); ++i) {
    if (words[i].starts_with('-')) {
      if (takes_next(program, words[i])) ++i;
      continue;
    }
    const auto command = std::ranges::find(program.commands, words[i], &Command::name);
    return command == program.commands.end() || command->program.empty() ? nullptr : &*command;
  }
  return nullptr;
}

std::string hand_over(const Command& command, const std::vector<std::string>& words) {
  // A process keeps its number when it becomes another program: one that was handed these words already must not pass
  // them on, whatever stands there by that name.
  constexpr const char* kMarker = "FMPLAN_HANDED_OVER_IN";
  const std::string process = fmt::format("{}", getpid());
  if (const char* const marked = std::getenv(kMarker); marked != nullptr && marked == process)
    return fmt::format("fmplan {} is run by {}, but what is called so here does not run it; install it anew",
                       command.name, command.program);
  setenv(kMarker, process.c_str(), 1);
  std::error_code unknown;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", unknown);
  const std::filesystem::path other = self.parent_path() / command.program;
  std::vector<char*> arguments = {const_cast<char*>("fmplan")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(other.c_str(), arguments.data());
  return fmt::format(
      "fmplan {} is run by {}, which cannot be started: {}; build the target {}, or install it beside fmplan",
      command.name, other.string(), std::system_category().message(errno), command.program);
}

}  // namespace fmplan::cli
