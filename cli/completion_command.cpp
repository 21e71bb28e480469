#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/output.h"

namespace fmplan::cli {

void add_completion_command(CLI::App& app, Session& session) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print the completion script of a shell");
  command->add_option("SHELL", *shell, "whose script")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>{"bash", "zsh", "fish"}));
  command->footer(
      "Examples:\n"
      "  source <(fmplan completion bash)\n"
      "  fmplan completion fish > ~/.config/fish/completions/fmplan.fish");
  command->callback([shell, &session] {
    session.run = [shell] {
      write_stdout(completion_script(*shell));
      return static_cast<int>(kOk);
    };
  });
}

}  // namespace fmplan::cli
