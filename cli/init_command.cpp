#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "core/answer/new_scenario.h"
#include "core/base/issue.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

struct InitArguments {
  answer::NewScenario scenario;
  bool force = false;
};

/// Asks for what is missing, one line each; an empty answer leaves it so.
void ask(std::string& value, const char* question) {
  if (!value.empty()) return;
  std::fprintf(stderr, "%s ", question);
  std::fflush(stderr);
  std::getline(std::cin, value);
}

void ask_what_is_missing(answer::NewScenario& scenario) {
  ask(scenario.model, "Model, as fmplan catalog list models names it, or a config.json:");
  ask(scenario.tokens, "Tokens to train on, for instance 15T:");
  ask(scenario.instance, "Machine, as fmplan catalog list instances names it:");
  if (!scenario.nodes.empty() || !scenario.deadline.empty()) return;
  ask(scenario.deadline, "Day to be ready by, for instance 2027-09-30 (empty: none):");
  if (scenario.deadline.empty()) ask(scenario.nodes, "Number of machines, for instance 128:");
}

int run_init(InitArguments arguments, const Options& options) {
  const std::string& file = options.output;
  if (!file.empty() && std::filesystem::path(file).extension() != ".json")
    throw InputError("--output", fmt::format("\"{}\" does not end in .json, as scenarios do; write for example "
                                             "scenario.json",
                                             file));
  if (std::error_code error; !file.empty() && !arguments.force && std::filesystem::exists(file, error))
    throw InputError("--output", fmt::format("{} is there already; name another, or --force overwrites it", file));
  if (is_terminal(STDIN_FILENO)) ask_what_is_missing(arguments.scenario);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  for (std::string& set : buying_sets(options, arguments.scenario.instance, arguments.scenario.sets, catalog))
    arguments.scenario.sets.push_back(std::move(set));
  const std::string text = new_scenario(arguments.scenario, catalog).dump(2) + "\n";
  if (file.empty()) {
    write_stdout(text);
    return kOk;
  }
  text::write_text_file(file, text);
  if (!options.quiet)
    write_message(fmt::format("{} is written; its notes say what was left open.  Next: fmplan plan {}", file, file));
  return kOk;
}

}  // namespace

void add_init_command(Command& app, const Options& options) {
  Command& command = app.add_command("init", "begin a scenario from a few values, or by a few questions");
  auto arguments = std::make_shared<InitArguments>();
  answer::NewScenario& scenario = arguments->scenario;
  command.add_option("--model NAME", &scenario.model, "model of the catalogue, or the path of a config.json");
  command.add_option("--tokens COUNT", &scenario.tokens, "to train on, for instance 15T");
  command.add_option("--on INSTANCE", &scenario.instance, "machine of the catalogue");
  command.add_option("--nodes N|auto", &scenario.nodes,
                     "machines, or auto: the cheapest number that keeps the deadline [default: auto with --deadline]");
  command.add_option("--deadline DATE", &scenario.deadline, "day to be ready by, for instance 2027-09-30");
  command.add_option("--sequence N", &scenario.sequence_length, "tokens of a sequence [default: 8192]");
  command.add_option("--batch N", &scenario.global_batch_size,
                     "sequences of a step [default: 512, 2048 from 30B parameters on, 64 of adapters]");
  command.add_option("--set PATH=VALUE", &scenario.sets, "any other value, as for plan; may be repeated");
  command.add_option("--force", &arguments->force, "overwrite the file that -o names");
  command.footer =
      "Examples:\n"
      "  fmplan init --model llama-3-70b --tokens 15T --on p5.48xlarge --nodes 128 -o scenario.json\n"
      "  fmplan init --model llama-3-70b --tokens 15T --on p5.48xlarge --deadline 2027-09-30\n"
      "  fmplan init\n"
      "On a terminal it asks for what is missing.";
  command.run = [arguments, &options] { return run_init(*arguments, options); };
}

}  // namespace fmplan::cli
