#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/plan/scenario.h"

namespace fmplan::scenario {

/// A scenario as named on a command line, and what is changed in it.
struct ScenarioOptions {
  std::string file;               ///< "-" reads stdin
  std::vector<std::string> sets;  ///< PATH=VALUE, set_value()
  std::string network = {};       ///< as cluster.network; empty: what the scenario says
  std::string anchor = {};        ///< CSV of the user's own measured steps; empty: what the scenario says
  bool strict = false;            ///< as cluster.strict; false: what the scenario says
};

struct LoadedScenario {
  nlohmann::json document;  ///< as read, with the changes
  plan::Scenario scenario;
  std::filesystem::path folder = {};  ///< that files it names are looked for from
};

/// Reads and resolves it.  @throws InputError
LoadedScenario load_scenario(const ScenarioOptions& options, const catalog::Catalog& catalog);

}  // namespace fmplan::scenario
