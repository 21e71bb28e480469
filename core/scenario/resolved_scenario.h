#pragma once

#include <nlohmann/json.hpp>

#include "core/plan/report.h"

namespace fmplan::scenario {

/// The scenario document with what it left open filled in: the rules' choices, and what "auto" found.  Whatever the
/// document states stays as it is, but for nodes and batches where a neighbour is planned, so that reading the result
/// again gives the same answer.
nlohmann::json resolved_scenario(nlohmann::json document, const plan::Report& report);

}  // namespace fmplan::scenario
