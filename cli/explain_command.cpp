#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "core/answer/explain_document.h"
#include "core/answer/figure_document.h"
#include "core/base/issue.h"
#include "core/programme/programme_figures.h"

namespace fmplan::cli {

void add_explain_command(Command& app, const Options& options) {
  Command& command = app.add_command("explain", "how figures come about, and which there are");
  auto keys = std::make_shared<std::vector<std::string>>();
  auto list = std::make_shared<bool>(false);
  Option& argument = command.add_argument("KEYS", keys.get(),
                                          "figures, as days, or keys of the report, as step.mfu; all: each of them");
  argument.required = false;
  argument.separator = ',';
  command.add_option("--list", list.get(), "every figure and every key of the reports");
  command.footer =
      "Examples:\n"
      "  fmplan explain days step.mfu\n"
      "  fmplan explain --list\n"
      "  fmplan explain --list --format csv --table plan_keys\n"
      "With numbers and sources: fmplan plan SCENARIO --explain KEY.";
  command.run = [keys, list, &options] {
    if (!*list && keys->empty())
      throw InputError("explain", "says what to explain; write fmplan explain days, or fmplan explain --list");
    print(*list ? answer::figures_document(programme::programme_figures()) : answer::explain_formulas(*keys), options);
    return kOk;
  };
}

}  // namespace fmplan::cli
