#pragma once

#include <nlohmann/json.hpp>

#include "core/text/field_table.h"

namespace fmplan::text {

/// What a document of this table must be, as a JSON Schema (2020-12).  Tables with a name stand under "$defs" once.
/// Rules between fields are not in it.
nlohmann::ordered_json json_schema(const FieldTable& table);

}  // namespace fmplan::text
