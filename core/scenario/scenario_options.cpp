#include "core/scenario/scenario_options.h"

#include "core/document/plan_text.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {

LoadedScenario load_scenario(const ScenarioOptions& options, const catalog::Catalog& catalog) {
  const bool piped = options.file == "-";
  const std::filesystem::path path = piped ? "/dev/stdin" : options.file;
  LoadedScenario loaded;
  loaded.document = text::parse_json(document::read_text(path), piped ? "stdin" : options.file);
  set_values(loaded.document, options.sets, catalog);
  // An object keeps its routing and oversubscription.
  const nlohmann::json::json_pointer network("/cluster/network");
  const bool detailed = loaded.document.contains(network) && loaded.document[network].is_object();
  if (!options.network.empty())
    set_value(loaded.document, detailed ? "cluster.network.model" : "cluster.network",
              nlohmann::json(options.network).dump());
  if (options.strict) set_value(loaded.document, "cluster.strict", "true");
  // As the scenario would name it, from where it lies: "training": {"anchor": …}.
  if (!options.anchor.empty())
    set_value(loaded.document, "training.anchor",
              nlohmann::json(std::filesystem::absolute(options.anchor).string()).dump());
  loaded.folder = piped ? "." : path.parent_path();
  loaded.scenario = read_scenario(loaded.document, catalog, loaded.folder);
  return loaded;
}

}  // namespace fmplan::scenario
