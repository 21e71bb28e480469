#pragma once

#include "cli/command.h"
#include "core/plan/report.h"
#include "core/scenario/scenario_options.h"

namespace fmplan::cli {

using scenario::LoadedScenario;
using scenario::ScenarioOptions;

/// Declares the positional SCENARIO, `--set`, `--anchor`, `--network` and `--strict` on `command`.
void add_scenario_arguments(Command& command, ScenarioOptions& options);

/// kCannotRun where the report has obstacles, else kOk.
ExitCode exit_code(const plan::Report& report);

}  // namespace fmplan::cli
