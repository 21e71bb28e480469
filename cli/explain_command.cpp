#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "core/answer/figure_document.h"
#include "core/base/issue.h"

namespace fmplan::cli {

void add_explain_command(Command& app, const Options& options) {
  Command& command = app.add_command("explain", "the figures that questions can be asked about, with their units");
  auto list = std::make_shared<bool>(false);
  command.add_option("--list", list.get(), "every figure and every key of the reports");
  command.footer =
      "Examples:\n"
      "  fmplan explain --list\n"
      "  fmplan explain --list --format csv --table plan_keys";
  command.run = [list, &options] {
    if (!*list) throw InputError("explain", "says what to explain; write fmplan explain --list");
    print(answer::figures_document(), options);
    return static_cast<int>(kOk);
  };
}

}  // namespace fmplan::cli
