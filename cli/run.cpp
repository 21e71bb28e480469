#include "cli/run.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/completion.h"
#include "cli/hand_over.h"
#include "cli/option_text.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/usage_error.h"
#include "core/answer/document.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/number_text.h"
#include "core/base/version.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {

AddCommand add_catalog_command, add_compare_command, add_completion_command, add_config_command, add_explain_command,
    add_export_command, add_import_command, add_init_command, add_market_command, add_memory_command, add_merge_command,
    add_network_command, add_plan_command, add_programme_command, add_reconcile_command, add_run_command,
    add_scale_command, add_search_command, add_solve_command, add_step_command, add_sweep_command, add_trace_command;

namespace {

/// A whole number for an option.  CLI11's own reading takes "-1" for 2⁶⁴ − 1 and "010" for eight.
template <class Integer>
Integer whole_number(const std::string& option, const std::string& text) {
  if (const auto value = parse_integer<Integer>(text); value && *value >= 0) return *value;
  throw InputError(option, fmt::format("\"{}\" is not a whole number from 0 to {}; for example 4", text,
                                       std::numeric_limits<Integer>::max()));
}

void add_global_options(Command& program, Options& options) {
  const auto set_format = [&options](const std::string& chosen) {
    options.format = answer::kFormatNames.parse(chosen).value_or(options.format);
    options.format_given = true;
  };
  const auto set_seed = [&options](const std::string& text) {
    options.seed = whole_number<std::uint64_t>("--seed", text);
  };
  const auto set_jobs = [&options](const std::string& text) { options.jobs = whole_number<int>("--jobs", text); };
  const auto set_output = [&options](const std::string& text) {
    if (text.empty()) throw InputError("--output", "needs the name of a file; leave it out to print to stdout");
    options.output = text;
  };
  program.add_option("--version", Request::kVersion, "print the version");
  program.add_option("--format NAME", set_format, "how to print the answer [default: table]")
      .choices.assign(answer::kFormatNames.texts.begin(), answer::kFormatNames.texts.end());
  program.add_option("--table NAME", &options.table, "of CSV: another table of the answer than its first");
  program.add_option(
      "-o, --output FILE", set_output,
      "write the answer to a file, in the form of its ending (.json .jsonl .csv .md .txt), else as --format says; "
      "with csv, FOLDER/ takes every table");
  program.add_option("--catalog DIR", &options.catalog_dir, "lay your own catalogue items over the shipped ones");
  program.add_option("--seed N", set_seed, "of everything drawn at random [default: 1]");
  program.add_option("--jobs N", set_jobs, "threads to use [default: one per core]");
  program.add_option("--no-color", &options.no_color, "plain text on a terminal, as NO_COLOR does");
  program.add_option("--quiet", &options.quiet, "no progress and no remarks on stderr");
}

/// In the order of the help, under its headings.
void add_commands(Command& program, const Options& options) {
  const auto add = [&](const char* group, std::initializer_list<AddCommand*> commands) {
    for (AddCommand* const add_command : commands) {
      add_command(program, options);
      program.commands.back().group = group;
    }
  };
  add("A training run", {add_init_command, add_plan_command, add_step_command, add_memory_command, add_run_command,
                         add_search_command, add_trace_command, add_compare_command, add_sweep_command,
                         add_merge_command, add_solve_command, add_market_command, add_programme_command});
  add("What to train, on what", {add_scale_command, add_network_command});
  add("Facts and files", {add_catalog_command, add_import_command, add_export_command, add_reconcile_command});
  add("Facts and files", {add_explain_command, add_config_command, add_completion_command});
}

void write_error(const std::string& message, const Options& options) {
  const char* no_color = std::getenv("NO_COLOR");
  const bool color = !options.no_color && (no_color == nullptr || *no_color == '\0') && is_terminal(STDERR_FILENO);
  write_message((color ? "\x1b[1;31merror:\x1b[0m " : "error: ") + text::printable(message));
}

int refuse(const CommandLine& line, const Options& options) {
  for (const std::string& problem : usage_problems(line.path, *line.error)) write_error(problem, options);
  if (!options.quiet) write_message(fmt::format("See: {} --help", path_text(line.path)));
  return kInputError;
}

int report(const InputError& error, const Options& options) {
  for (const Issue& issue : error.issues())
    write_error(fmt::format("{}: {}", issue.where.empty() ? "/" : issue.where.c_str(), issue.message), options);
  return kInputError;
}

int print_completions(const Command& program, std::vector<std::string> words) {
  words.erase(words.begin());
  std::string catalog_dir;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "--catalog") catalog_dir = words[i + 1];
  std::string text;
  for (const std::string& candidate : completions(program, words, catalog_dir)) text += candidate + "\n";
  write_stdout(text);
  return kOk;
}

/// Reads the words and runs what they name; throws what the command throws.
int read_and_run(const Command& program, Options& options, std::vector<std::string> words) {
  if (words.empty()) {
    write_message(help_text({&program}));
    return kInputError;
  }
  if (const Command* const other = run_elsewhere(program, words)) {
    const std::string problem = hand_over(*other, words);
    if (words.front() == "__complete") return kOk;  // never an error into the line that is typed
    throw std::runtime_error(problem);
  }
  if (words.front() == "__complete") return print_completions(program, std::move(words));
  if (words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  // What is wrong with settings is told by what needs them: help does not.
  std::optional<InputError> bad_settings;
  try {
    apply_settings(read_settings(process_environment()), options);
  } catch (const InputError& error) {
    bad_settings = error;
  }
  const std::string catalog_set = options.catalog_dir;
  const CommandLine line = read_command_line(program, words);
  if (line.error) return refuse(line, options);
  switch (line.request) {
    case Request::kHelp: write_stdout(help_text(line.path)); return kOk;
    case Request::kVersion: write_stdout(fmt::format("fmplan {}\n", version())); return kOk;
    case Request::kRun: break;
  }
  if (bad_settings) throw InputError(*bad_settings);
  // Answers of other catalogues are other answers: never in silence.
  if (!catalog_set.empty() && options.catalog_dir == catalog_set && !options.quiet)
    write_message(fmt::format("catalogues: with those of {}, as fmplan config says", catalog_set));
  options.words = grouped_words(line.path, words);
  // The exit code says whether a gate holds, whoever reads the rest.
  if (std::ranges::any_of(words, [](const std::string& word) { return word.starts_with("--fail-if"); }))
    go_on_without_reader();
  if (!options.output.empty()) options = for_file(options, options.output, line.path.back()->file_endings);
  return line.path.back()->run();
}

}  // namespace

Command fmplan_program(Options& options, const std::vector<OwnCommand>& own) {
  Command program{.name = "fmplan",
                  .description = "Plan the training of foundation models: nodes, GPU-hours, days, memory and money.",
                  .footer =
                      "Examples:\n"
                      "  fmplan plan scenarios/llama3-70b-p5.json\n"
                      "  fmplan plan scenario.json --set cluster.nodes=128 --format json\n"
                      "  fmplan scale --compute 1e24\n"
                      "  fmplan catalog list instances"};
  add_global_options(program, options);
  add_commands(program, options);
  add_outer_commands(program, options, own);
  return program;
}

int run_fmplan(int argc, const char* const* argv, const std::vector<OwnCommand>& own) {
  Options options;
  try {
    return read_and_run(fmplan_program(options, own), options,
                        std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const ReaderGone&) {
    return kOk;
  } catch (const InputError& error) {
    return report(error, options);
  } catch (const JobStopped& stopped) {
    // By an interrupt, before there was a part that is an answer.
    write_error(stopped.what(), options);
    return kInterrupted;
  } catch (const std::bad_alloc&) {
    write_error("out of memory", options);
  } catch (const std::exception& error) {
    write_error(error.what(), options);
  }
  return kRuntimeError;
}

}  // namespace fmplan::cli
