#include "cli/scenario_arguments.h"

#include "cli/command_line.h"

namespace fmplan::cli {

void add_scenario_arguments(Command& command, ScenarioOptions& options) {
  command.add_argument("SCENARIO", &options.file, "scenario file (JSON); - reads stdin");
  command.add_option("--set PATH=VALUE", &options.sets,
                     "replace a value, for instance --set cluster.nodes=128; may be repeated");
  command.add_option("--anchor FILE", &options.anchor,
                     "CSV of measured steps of your own cluster, which correct the predicted step time");
  command.add_option("--network MODEL", &options.network,
                     "analytic: collectives as if alone; flows: slowed by the plan's own traffic, simulated as flows");
  command.add_option(
      "--strict", &options.strict,
      "keep nodes and batches as stated (cluster.strict); without it the best of their neighbours is taken");
}

ExitCode exit_code(const plan::Report& report) { return report.obstacles.empty() ? kOk : kCannotRun; }

}  // namespace fmplan::cli
