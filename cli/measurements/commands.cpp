#include "cli/measurements/commands.h"

namespace fmplan::cli {

AddCommand add_probe_command, add_calibrate_command, add_validate_command;

std::vector<OwnCommand> measurement_commands() {
  return {{"probe", add_probe_command}, {"calibrate", add_calibrate_command}, {"validate", add_validate_command}};
}

}  // namespace fmplan::cli
