#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/completion.h"
#include "cli/output.h"

namespace fmplan::cli {

void add_completion_command(Command& app, const Options&) {
  const auto shell = std::make_shared<std::string>();
  Command& command = app.add_command("completion", "Print the completion script of a shell");
  command.add_argument("SHELL", shell.get(), "whose script").choices = {"bash", "zsh", "fish"};
  command.footer =
      "Examples:\n"
      "  source <(fmplan completion bash)\n"
      "  fmplan completion fish > ~/.config/fish/completions/fmplan.fish";
  command.run = [shell] {
    write_stdout(std::string(completion_script(*shell)));
    return kOk;
  };
}

}  // namespace fmplan::cli
