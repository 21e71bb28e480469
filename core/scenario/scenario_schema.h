#pragma once

#include <string>

namespace fmplan::scenario {

/// docs/schema/scenario.schema.json.
std::string scenario_schema_text();

/// docs/scenario_format.md with its tables of fields written anew: each stands between "<!-- fields NAME -->" and
/// "<!-- end -->", NAME being the path of an object in the scenario ("run.checkpoint"), or empty for the first level.
std::string with_field_tables(const std::string& page);

}  // namespace fmplan::scenario
