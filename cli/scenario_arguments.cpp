#include "cli/scenario_arguments.h"

#include "cli/command_line.h"
#include "core/document/plan_text.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"

namespace fmplan::cli {

void add_scenario_arguments(Command& command, ScenarioArguments& arguments) {
  command.add_argument("SCENARIO", &arguments.file, "scenario file (JSON); - reads stdin");
  command.add_option("--set PATH=VALUE", &arguments.sets,
                     "replace a value, for instance --set cluster.nodes=128; may be repeated");
  command.add_option("--anchor FILE", &arguments.anchor,
                     "CSV of measured steps of your own cluster, which correct the predicted step time");
  command.add_option("--network MODEL", &arguments.network,
                     "analytic: collectives as if alone; flows: slowed by the plan's own traffic, simulated as flows");
  command.add_option(
      "--strict", &arguments.strict,
      "keep nodes and batches as stated (cluster.strict); without it the best of their neighbours is taken");
}

LoadedScenario load_scenario(const ScenarioArguments& arguments, const catalog::Catalog& catalog) {
  const bool piped = arguments.file == "-";
  const std::filesystem::path path = piped ? "/dev/stdin" : arguments.file;
  LoadedScenario loaded;
  loaded.document = text::parse_json(document::read_text(path), piped ? "stdin" : arguments.file);
  for (const std::string& assignment : arguments.sets) scenario::set_value(loaded.document, assignment);
  // An object keeps its routing and oversubscription.
  const nlohmann::json::json_pointer network("/cluster/network");
  const bool detailed = loaded.document.contains(network) && loaded.document[network].is_object();
  if (!arguments.network.empty())
    scenario::set_value(loaded.document, detailed ? "cluster.network.model" : "cluster.network",
                        nlohmann::json(arguments.network).dump());
  if (arguments.strict) scenario::set_value(loaded.document, "cluster.strict", "true");
  // As the scenario would name it, from where it lies: "training": {"anchor": …}.
  if (!arguments.anchor.empty())
    scenario::set_value(loaded.document, "training.anchor",
                        nlohmann::json(std::filesystem::absolute(arguments.anchor).string()).dump());
  loaded.folder = piped ? "." : path.parent_path();
  loaded.scenario = scenario::read_scenario(loaded.document, catalog, loaded.folder);
  return loaded;
}

int exit_code(const plan::Report& report) { return report.obstacles.empty() ? kOk : kCannotRun; }

}  // namespace fmplan::cli
