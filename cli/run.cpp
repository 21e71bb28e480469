#include "cli/run.h"

#include <charconv>
#include <cstdlib>
#include <exception>
#include <limits>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "cli/completion.h"
#include "core/answer/document.h"
#include "cli/option_text.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/usage_error.h"
#include "core/base/issue.h"
#include "core/base/version.h"

namespace fmplan::cli {
namespace {

/// A whole number for an option.  CLI11's own reading takes "-1" for 2⁶⁴ − 1 and "010" for eight.
template <class Integer>
Integer whole_number(const std::string& option, const std::string& text) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.starts_with('-'))
    throw InputError(option, fmt::format("\"{}\" is not a whole number from 0 to {}; for example 4", text,
                                         std::numeric_limits<Integer>::max()));
  return value;
}

void add_global_options(CLI::App& app, Options& options) {
  static const std::vector<std::pair<std::string, answer::Format>> kFormats = {
      {"table", answer::Format::kTable}, {"json", answer::Format::kJson}, {"csv", answer::Format::kCsv}, {"md", answer::Format::kMarkdown}};
  std::vector<std::string> format_names;
  for (const auto& [name, format] : kFormats) format_names.push_back(name);
  app.add_option_function<std::string>(
         "--format",
         [&options](const std::string& chosen) {
           for (const auto& [name, format] : kFormats)
             if (name == chosen) options.format = format;
         },
         "how to print the answer [default: table]")
      ->check(CLI::IsMember(format_names));
  app.add_option("-o,--output", options.output, "write the answer to a file instead of stdout")->type_name("FILE");
  app.add_option("--catalog", options.catalog_dir, "lay your own catalogue items over the shipped ones")
      ->type_name("DIR");
  app.add_option_function<std::string>(
         "--seed", [&options](const std::string& text) { options.seed = whole_number<std::uint64_t>("--seed", text); },
         "of everything drawn at random [default: 1]")
      ->type_name("N");
  app.add_option_function<std::string>(
         "--jobs", [&options](const std::string& text) { options.jobs = whole_number<int>("--jobs", text); },
         "threads to use [default: one per core]")
      ->type_name("N");
  app.add_flag("--no-color", options.no_color, "plain text on a terminal, as NO_COLOR does");
  app.add_flag("--quiet", options.quiet, "no progress and no remarks on stderr");
}

/// Each repeatable option takes one value at a time: `--set a=1 FILE` must not take FILE as a second value.
void take_one_value_each(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](CLI::Option* o) { return o->nonpositional(); }))
    if (option->get_items_expected_max() > 1) option->allow_extra_args(false);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) take_one_value_each(*command);
}

void group_commands(CLI::App& app) {
  static const std::map<std::string, std::string> kGroups = {
      {"plan", "A training run"},     {"run", "A training run"},           {"step", "A training run"},
      {"memory", "A training run"},   {"search", "A training run"},        {"trace", "A training run"},
      {"compare", "A training run"},  {"scale", "What to train, on what"}, {"network", "What to train, on what"},
      {"catalog", "Facts and files"}, {"import", "Facts and files"},       {"calibrate", "Measurements"},
      {"validate", "Measurements"},   {"completion", "Facts and files"}};
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    if (const auto found = kGroups.find(command->get_name()); found != kGroups.end()) command->group(found->second);
}

void write_error(const std::string& message, bool color) {
  write_message((color ? "\x1b[1;31merror:\x1b[0m " : "error: ") + text::printable(message));
}

bool error_color(const Options& options) {
  const char* no_color = std::getenv("NO_COLOR");
  return !options.no_color && (no_color == nullptr || *no_color == '\0') && is_terminal(STDERR_FILENO);
}

int refuse(const CLI::App& app, const CLI::ParseError& error, const Options& options) {
  for (const std::string& problem : usage_problems(app, error)) write_error(problem, error_color(options));
  if (!options.quiet) write_message(fmt::format("See: {} --help", command_path(app)));
  return kInputError;
}

int report(const InputError& error, const Options& options) {
  for (const Issue& issue : error.issues()) {
    const std::string where = issue.where.empty() ? "/" : issue.where;
    write_error(fmt::format("{}: {}", where, issue.message), error_color(options));
  }
  return kInputError;
}

int print_completions(const CLI::App& app, std::vector<std::string> words) {
  words.erase(words.begin());
  std::string catalog_dir;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "--catalog") catalog_dir = words[i + 1];
  std::string text;
  for (const std::string& candidate : completions(app, words, catalog_dir)) text += candidate + "\n";
  write_stdout(text);
  return kOk;
}

/// Parses and runs; throws what the command throws.
int parse_and_run(CLI::App& app, Session& session, std::vector<std::string> words) {
  if (words.empty()) {
    write_message(help_text(app, app.get_name()));
    return kInputError;
  }
  if (words.front() == "__complete") return print_completions(app, std::move(words));
  if (words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 reads from the back
  } catch (const CLI::CallForHelp&) {
    write_stdout(app.help());
    return kOk;
  } catch (const CLI::CallForVersion&) {
    write_stdout(fmt::format("fmplan {}\n", version()));
    return kOk;
  } catch (const CLI::ParseError& error) {
    return refuse(app, error, session.options);
  }
  return session.run ? session.run() : static_cast<int>(kOk);
}

}  // namespace

void build_app(CLI::App& app, Session& session) {
  app.name("fmplan");
  app.description("Plan the training of foundation models: nodes, GPU-hours, days, memory and money.");
  app.formatter_fn(
      [](const CLI::App* command, const std::string& name, CLI::AppFormatMode) { return help_text(*command, name); });
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", std::string(version()), "print the version");
  app.fallthrough();
  app.require_subcommand(1);
  add_plan_command(app, session);
  add_step_command(app, session);
  add_memory_command(app, session);
  add_run_command(app, session);
  add_search_command(app, session);
  add_trace_command(app, session);
  add_compare_command(app, session);
  add_scale_command(app, session);
  add_network_command(app, session);
  add_catalog_command(app, session);
  add_import_command(app, session);
  add_calibrate_command(app, session);
  add_validate_command(app, session);
  add_completion_command(app, session);
  // Set last: a command without examples of its own would inherit these.
  app.footer(
      "Examples:\n"
      "  fmplan plan scenarios/llama3-70b-p5.json\n"
      "  fmplan plan scenario.json --set cluster.nodes=128 --format json\n"
      "  fmplan scale --compute 1e24\n"
      "  fmplan catalog list instances");
  add_global_options(app, session.options);
  group_commands(app);
  take_one_value_each(app);
}

int run_fmplan(int argc, const char* const* argv) {
  Session session;
  try {
    CLI::App app;
    build_app(app, session);
    return parse_and_run(app, session, std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const ReaderGone&) {
    return kOk;
  } catch (const InputError& error) {
    return report(error, session.options);
  } catch (const std::bad_alloc&) {
    write_error("out of memory", error_color(session.options));
  } catch (const std::exception& error) {
    write_error(error.what(), error_color(session.options));
  }
  return kRuntimeError;
}

}  // namespace fmplan::cli
