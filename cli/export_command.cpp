#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/programme_arguments.h"
#include "cli/scenario_arguments.h"
#include "cli/watch.h"
#include "core/answer/compare_side.h"
#include "core/answer/report_document.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/export/export_kind.h"
#include "core/export/ledger.h"
#include "core/plan/evaluate.h"
#include "core/plan/outlook.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

using exports::ExportedFile;
using exports::ExportKind;
using programme::ProgrammeAnswer;

struct ExportArguments {
  ProgrammeArguments programme;
  exports::ExportOptions of_file;
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

/// Tells what to know of the file, and writes it.
int write(const ExportedFile& file, const Options& options) {
  if (!options.quiet)
    for (const std::string& warning : file.warnings) write_message("warning: " + text::printable(warning));
  if (options.output.empty()) {
    write_stdout(file.text);
  } else {
    text::write_text_file(options.output, file.text);
  }
  return file.holds_amounts ? kOk : kCannotRun;
}

/// What messages call the file.
std::string name_of(const ExportArguments& arguments) {
  const std::string& file = arguments.programme.asked.file;
  return file == "-" ? "stdin" : file;
}

/// The options that say something of programmes alone.
void check_no_programme_options(const ExportArguments& arguments, const std::string& what) {
  Issues issues;
  const auto refuse = [&](const char* option, bool given) {
    if (given)
      issues.push_back(
          {option, fmt::format("is of a programme, and {} is {}; leave it out", name_of(arguments), what)});
  };
  refuse("--trials", !arguments.programme.trials.empty());
  refuse("--drop", !arguments.programme.asked.drops.empty());
  refuse("--only", !arguments.programme.asked.only.empty());
  refuse("--no-proof", arguments.programme.no_proof);
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// A scenario is planned as `fmplan plan` does, and its answer becomes the file.
int run_of_scenario(const ExportKind& kind, const ExportArguments& arguments, nlohmann::json document,
                    const std::filesystem::path& folder, const Options& options) {
  check_no_programme_options(arguments, "a scenario");
  for (const std::string& assignment : arguments.programme.asked.sets) scenario::set_value(document, assignment);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const plan::Scenario asked = scenario::read_scenario(document, catalog, folder);
  const int threads = thread_count(options.jobs);
  const plan::Report report = evaluate(asked, threads);
  const plan::Outlook outlook{neighbours(asked, report, threads), deciding_assumptions(report)};
  const answer::Document answer = answer::plan_document(report, {document, catalog.version(), options.seed}, outlook);
  return write(kind.make_of_answer(text::parsed(answer.json), ""), options);
}

int run_of_saved(const ExportKind& kind, const ExportArguments& arguments, const nlohmann::json& answer,
                 const Options& options) {
  check_no_programme_options(arguments, "an answer that was saved");
  if (!arguments.programme.asked.sets.empty())
    throw InputError("--set", "changes what is asked, and this was answered already; give the scenario");
  return write(kind.make_of_answer(answer, name_of(arguments) + "#"), options);
}

int run_of_programme(const ExportKind& kind, const ExportArguments& arguments, programme::ProgrammeDocument document,
                     const Options& options) {
  const programme::StudyOptions study = study_options(arguments.programme, options);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const programme::ProgrammeQuestion question =
      programme_question(std::move(document), arguments.programme.asked, catalog);
  ProgrammeAnswer answer;
  {
    InterruptibleProgress watch(options, "planning the programme");
    answer = programme::answer_programme(question, catalog, study, false, watch);
    // Whoever pays by a file does not see that it is of fewer trials.
    if (watch.stopped()) return kInterrupted;
  }
  const int code = write(kind.make(answer, catalog, arguments.of_file), options);
  return exports::unplaced_warning(answer.study) ? kCannotRun : code;
}

/// Why a document that is no programme is no such file; empty: it may be a programme, or somebody's attempt at one.
std::string no_programme(const nlohmann::json& document) {
  if (answer::is_saved_answer(document))
    return "is a saved answer, which has no money by month and organisation; give the programme";
  if (document.is_object() && document.contains("model") && !document.contains("pools"))
    return "is a scenario, which has no months; make it a project of a programme, or ask for xlsx";
  return {};
}

int run_export(const ExportKind& kind, const ExportArguments& arguments, const Options& options) {
  check_output(kind, options);
  programme::ProgrammeDocument asked = programme::read_document(arguments.programme.asked);
  const nlohmann::json& document = asked.document;
  const std::string why = no_programme(document);
  if (why.empty()) return run_of_programme(kind, arguments, std::move(asked), options);
  if (!kind.make_of_answer) throw InputError(name_of(arguments), why);
  return answer::is_saved_answer(document)
             ? run_of_saved(kind, arguments, document, options)
             : run_of_scenario(kind, arguments, document, asked.folder.value_or("."), options);
}

}  // namespace

void add_export_command(Command& app, const Options& options) {
  Command& command = app.add_command("export", "write a forecast as files for other tools");
  for (const ExportKind& kind : exports::export_kinds()) {
    const auto arguments = std::make_shared<ExportArguments>();
    Command& of_kind = command.add_command(std::string(kind.name), std::string(kind.description));
    add_programme_arguments(
        of_kind, arguments->programme,
        kind.make_of_answer ? "programme, scenario, or what plan or sweep saved" : "programme file");
    if (kind.name == "focus")
      of_kind
          .add_option("--focus-version VERSION", &arguments->of_file.focus_version,
                      "of the specification; of 1.4 not all is verified [default: 1.2]")
          .choices = {"1.2", "1.4"};
    if (kind.name == "aws-budgets")
      of_kind.add_option("--from MONTH", &arguments->of_file.first_month,
                         "the first of at most 12 months, for instance 2026-03 [default: the programme's]");
    // All of them: check_output() says which one it takes.
    of_kind.file_endings = {".csv", ".html", ".ics", ".json", ".jsonl", ".md", ".pdf", ".png", ".svg", ".txt", ".xlsx"};
    of_kind.footer = kind.examples;
    of_kind.run = [&kind, arguments, &options] { return run_export(kind, *arguments, options); };
  }
}

}  // namespace fmplan::cli
