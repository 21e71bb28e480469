#include "cli/outer_commands.h"

#include <algorithm>
#include <string_view>

#include "cli/command_line.h"

namespace fmplan::cli {
namespace {

const char* const kMeasurements = "fmplan-measurements";
const char* const kServer = "fmplan-server";

}  // namespace

const std::vector<OuterCommand>& outer_commands() {
  static const std::vector<OuterCommand> kCommands = {
      {"Measurements", "probe", "a script that measures a machine in ten minutes, with bash and PyTorch",
       kMeasurements},
      {"Measurements", "calibrate", "fit coefficients to measurements", kMeasurements},
      {"Measurements", "validate", "hold predictions against measured rows", kMeasurements},
      {"For other programs", "serve", "answer the same questions as JSON over HTTP", kServer},
      {"For other programs", "mcp", "the same questions as tools of an agent, over stdin and stdout", kServer}};
  return kCommands;
}

Command& add_outer_command(Command& program, const char* name) {
  const auto command = std::ranges::find(outer_commands(), std::string_view(name), &OuterCommand::name);
  Command& added = program.add_command(command->name, command->description);
  added.group = command->heading;
  return added;
}

void add_outer_commands(Command& program, const Options& options, const std::vector<OwnCommand>& own) {
  for (const OuterCommand& command : outer_commands()) {
    const auto found = std::ranges::find(own, std::string_view(command.name), &OwnCommand::name);
    if (found != own.end()) {
      found->add(program, options);
    } else {
      add_outer_command(program, command.name).program = command.program;
    }
  }
}

}  // namespace fmplan::cli
