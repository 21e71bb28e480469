#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/programme_arguments.h"
#include "cli/watch.h"
#include "core/base/issue.h"
#include "core/export/export_kind.h"
#include "core/export/ledger.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

using exports::ExportedFile;
using exports::ExportKind;
using programme::ProgrammeAnswer;

struct ExportArguments {
  ProgrammeArguments programme;
  std::string first_month;  ///< of a budget
};

/// What the output is called must not promise another form.
void check_output(const ExportKind& kind, const Options& options) {
  if (options.format_given)
    throw InputError("--format", fmt::format("export {} has one form alone; leave it out", kind.name));
  if (options.output.empty()) {
    if (kind.is_text) return;
    throw InputError("--output", fmt::format("is missing: {} is no text to print; write for instance -o plan{}",
                                             kind.name, kind.ending));
  }
  if (!has_ending(options.output, {std::string(kind.ending), ""}))
    throw InputError("--output", fmt::format("\"{}\": export {} writes {}; for instance -o plan{}", options.output,
                                             kind.name, kind.ending, kind.ending));
}

int run(const ExportKind& kind, const ExportArguments& arguments, const Options& options) {
  check_output(kind, options);
  const programme::StudyOptions study = study_options(arguments.programme, options);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const programme::ProgrammeQuestion question = programme_question(arguments.programme.asked, catalog);
  ProgrammeAnswer answer;
  {
    InterruptibleProgress watch(options, "planning the programme");
    answer = programme::answer_programme(question, catalog, study, false, watch);
    // Whoever pays by a file does not see that it is of fewer trials.
    if (watch.stopped()) return kInterrupted;
  }
  const ExportedFile file = kind.make(answer, catalog, arguments.first_month);
  if (!options.quiet)
    for (const std::string& warning : file.warnings) write_message("warning: " + text::printable(warning));
  if (options.output.empty()) {
    write_stdout(file.text);
  } else {
    text::write_text_file(options.output, file.text);
  }
  return exports::unplaced_warning(answer.study) || !file.holds_amounts ? kCannotRun : kOk;
}

/// What is shown below the help of each kind.
std::string_view examples_of(std::string_view kind) {
  if (kind == "focus")
    return "Examples:\n"
           "  fmplan export focus programmes/geniac-cycle2.json -o forecast.csv\n"
           "  fmplan export focus programmes/two-teams.json --set pools.shared.deliveries.0.nodes=5";
  if (kind == "xlsx") return "Example:\n  fmplan export xlsx programmes/geniac-cycle2.json -o geniac.xlsx";
  if (kind == "aws-budgets")
    return "Examples:\n"
           "  fmplan export aws-budgets programmes/geniac-cycle2.json -o budget.json\n"
           "  aws budgets create-budget --account-id 111122223333 --budget file://budget.json";
  return "Example:\n  fmplan export ics programmes/campus.json -o campus.ics";
}

}  // namespace

void add_export_command(Command& app, const Options& options) {
  Command& command = app.add_command("export", "write a programme's forecast as files for other tools");
  for (const ExportKind& kind : exports::export_kinds()) {
    const auto arguments = std::make_shared<ExportArguments>();
    Command& of_kind = command.add_command(std::string(kind.name), std::string(kind.description));
    add_programme_arguments(of_kind, arguments->programme);
    if (kind.name == "aws-budgets")
      of_kind.add_option("--from MONTH", &arguments->first_month,
                         "the first of at most 12 months, for instance 2026-03 [default: the programme's]");
    // All of them: check_output() says which one it takes.
    of_kind.file_endings = {".csv", ".html", ".ics", ".json", ".jsonl", ".md", ".pdf", ".png", ".svg", ".txt", ".xlsx"};
    of_kind.footer = examples_of(kind.name);
    of_kind.run = [&kind, arguments, &options] { return run(kind, *arguments, options); };
  }
}

}  // namespace fmplan::cli
