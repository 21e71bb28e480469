#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "core/catalog/catalog.h"
#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::cli {

/// A scenario as named on the command line: `SCENARIO [--set PATH=VALUE]… [--anchor FILE] [--network MODEL]`.
struct ScenarioArguments {
  std::string file;  ///< "-" reads stdin
  std::vector<std::string> sets;
  std::string network = {};  ///< as cluster.network; empty: what the scenario says
  std::string anchor = {};   ///< CSV of the user's own measured steps; empty: what the scenario says
  bool strict = false;       ///< as cluster.strict; false: what the scenario says
};

/// Declares the positional SCENARIO and these options on `command`.
void add_scenario_arguments(Command& command, ScenarioArguments& arguments);

struct LoadedScenario {
  nlohmann::json document;  ///< as read, `--set` applied
  plan::Scenario scenario;
  std::filesystem::path folder = {};  ///< that files it names are looked for from
};

/// Reads and resolves it.  @throws InputError
LoadedScenario load_scenario(const ScenarioArguments& arguments, const catalog::Catalog& catalog);

/// kCannotRun where the report has obstacles, else kOk.
int exit_code(const plan::Report& report);

}  // namespace fmplan::cli
