#pragma once

#include <string>

#include "core/text/field_table.h"

namespace fmplan::scenario {

/// docs/schema/scenario.schema.json.
std::string scenario_schema_text();

/// docs/schema/programme.schema.json.
std::string programme_schema_text();

/// docs/scenario_format.md with its tables of fields written anew: each stands between "<!-- fields NAME -->" and
/// "<!-- end -->", NAME being the path of an object in the document ("run.checkpoint"), or empty for the first level.
std::string with_field_tables(const std::string& page);
/// The same of docs/programme_format.md, or of another document's page.
std::string with_field_tables(const std::string& page, const text::FieldTable& document);

}  // namespace fmplan::scenario
