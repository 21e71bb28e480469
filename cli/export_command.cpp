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
#include "core/export/aws_budget.h"
#include "core/export/focus.h"
#include "core/export/ledger.h"
#include "core/export/programme_workbook.h"
#include "core/programme/programme_calendar.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

using exports::ExportedFile;
using programme::ProgrammeAnswer;

struct ExportArguments {
  ProgrammeArguments programme;
  std::string first_month;  ///< of a budget
};

/// A kind of file: its name on the command line, its ending, and how it is made.
struct ExportKind {
  std::string name, ending;
  bool is_text = true;  ///< for stdout
  std::function<ExportedFile(const ProgrammeAnswer&, const catalog::Catalog&, const ExportArguments&)> make{};
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
  if (!has_ending(options.output, {kind.ending, ""}))
    throw InputError("--output", fmt::format("\"{}\": export {} writes {}; for instance -o plan{}", options.output,
                                             kind.name, kind.ending, kind.ending));
}

int run(const ExportKind& kind, const ExportArguments& arguments, const Options& options) {
  check_output(kind, options);
  const programme::StudyOptions study = study_options(arguments.programme, options);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const programme::ProgrammeQuestion question = programme_question(arguments.programme.asked, catalog);
  ProgrammeAnswer answer{.asked = question.asked.document,
                         .catalog_version = catalog.version(),
                         .trials = study.trials,
                         .seed = options.seed};
  {
    InterruptibleProgress watch(options, "planning the programme");
    answer.study = study_programme(question.programme, catalog, study, watch);
    // Whoever pays by a file does not see that it is of fewer trials.
    if (watch.stopped()) return kInterrupted;
  }
  answer.blocks = programme::blocks_to_buy(question.programme, catalog);
  const ExportedFile file = kind.make(answer, catalog, arguments);
  if (!options.quiet)
    for (const std::string& warning : file.warnings) write_message("warning: " + text::printable(warning));
  if (options.output.empty()) {
    write_stdout(file.text);
  } else {
    text::write_text_file(options.output, file.text);
  }
  return exports::unplaced_warning(answer.study) || !file.holds_amounts ? kCannotRun : kOk;
}

Command& add_kind(Command& command, const Options& options, ExportKind kind, const std::string& description,
                  std::string examples, const std::shared_ptr<ExportArguments>& arguments) {
  Command& of_kind = command.add_command(kind.name, description);
  add_programme_arguments(of_kind, arguments->programme);
  // All of them: check_output() says which one it takes.
  of_kind.file_endings = {".csv", ".html", ".ics", ".json", ".jsonl", ".md", ".pdf", ".png", ".svg", ".txt", ".xlsx"};
  of_kind.footer = std::move(examples);
  of_kind.run = [kind = std::move(kind), arguments, &options] { return run(kind, *arguments, options); };
  return of_kind;
}

}  // namespace

void add_export_command(Command& app, const Options& options) {
  Command& command = app.add_command("export", "write a programme's forecast as files for other tools");
  const auto arguments = [] { return std::make_shared<ExportArguments>(); };
  add_kind(command, options,
           {.name = "focus",
            .ending = ".csv",
            .make = [](const ProgrammeAnswer& answer, const catalog::Catalog& catalog,
                       const ExportArguments&) { return exports::focus_file(answer, catalog); }},
           "a forecast as a FOCUS 1.2 dataset (CSV): a row per organisation, pool and month",
           "Examples:\n"
           "  fmplan export focus programmes/geniac-cycle2.json -o forecast.csv\n"
           "  fmplan export focus programmes/two-teams.json --set pools.shared.deliveries.0.nodes=5",
           arguments());
  add_kind(command, options,
           {.name = "xlsx",
            .ending = ".xlsx",
            .is_text = false,
            .make =
                [](const ProgrammeAnswer& answer, const catalog::Catalog&, const ExportArguments&) {
                  return ExportedFile{.text = xlsx_bytes(exports::programme_workbook(answer)),
                                      .warnings = exports::forecast_warnings(answer.study)};
                }},
           "a workbook: assumptions, months, organisations, projects, with sums as formulas",
           "Example:\n  fmplan export xlsx programmes/geniac-cycle2.json -o geniac.xlsx", arguments());
  const auto of_budget = arguments();
  Command& budget =
      add_kind(command, options,
               {.name = "aws-budgets",
                .ending = ".json",
                .make =
                    [](const ProgrammeAnswer& answer, const catalog::Catalog& catalog, const ExportArguments& asked) {
                      return exports::aws_budget_file(answer.study, catalog, asked.first_month);
                    }},
               "a planned monthly budget of AWS: what the programme's pools there cost",
               "Examples:\n"
               "  fmplan export aws-budgets programmes/geniac-cycle2.json -o budget.json\n"
               "  aws budgets create-budget --account-id 111122223333 --budget file://budget.json",
               of_budget);
  budget.add_option("--from MONTH", &of_budget->first_month,
                    "the first of at most 12 months, for instance 2026-03 [default: the programme's]");
  add_kind(command, options,
           {.name = "ics",
            .ending = ".ics",
            .make = [](const ProgrammeAnswer& answer, const catalog::Catalog&,
                       const ExportArguments&) { return ExportedFile{.text = programme_calendar(answer)}; }},
           "a calendar: deliveries, deadlines, finishes, when blocks can be bought",
           "Example:\n  fmplan export ics programmes/campus.json -o campus.ics", arguments());
}

}  // namespace fmplan::cli
