#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/catalog/catalog.h"
#include "core/plan/scenario.h"
#include "core/scenario/programme.h"
#include "core/sim/step/step_settings.h"

namespace fmplan::scenario {

/// The framework that is known to run on a vendor's accelerators: `wanted` if it does, else the first of the catalogue
/// that does, else "generic".
std::string framework_on(const sim::FrameworkProfile& wanted, const std::string& vendor,
                         const catalog::Catalog& catalog);

/// A project's scenario as it stands on `nodes` nodes of a pool from `start` on: the pool's machine, region, way of
/// buying and price, no deadline, and a framework that runs there.  A stated plan holds on the scenario's own machine
/// and number of nodes; elsewhere "auto" is asked for.  A mean time between failures is of the scenario's own number of
/// nodes, where it states one: others fail as often node by node.  Its spares are its own.
nlohmann::json scenario_document_on(const nlohmann::json& document, const Pool& pool, int nodes, Date start,
                                    const catalog::Catalog& catalog);

/// The document of a phase of kTraining or kPostTraining: its own, or of kTraining the project's; nullptr: it has none.
const nlohmann::json* scenario_of(const Project& project, const ProjectPhase& phase);
/// Where the files lie that scenario_of() names.
const std::optional<std::filesystem::path>& scenario_folder_of(const Project& project, const ProjectPhase& phase);

/// scenario_document_on() of a phase, read.  @throws InputError as read_scenario() does.  @pre scenario_of()
plan::Scenario scenario_on(const Project& project, const ProjectPhase& phase, const Pool& pool, int nodes, Date start,
                           const catalog::Catalog& catalog);

}  // namespace fmplan::scenario
