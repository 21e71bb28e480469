#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/catalog/documents.h"

namespace fmplan::catalog {

/// What an accelerator, a name of the catalogue or an object, has under `key`: of its own, else of the one that it is
/// like.  Null: nothing, or the catalogue has none of the name, which is reported where the accelerator is read.
const nlohmann::json* accelerator_part(const Documents& documents, const nlohmann::json& accelerator, const char* key);

/// An accelerator `item` that is like another, whose `document` that is: the stated parts in the place of its own
/// (objects part by part, null takes a part away), and a name of its own.  What programs are shown of the memory is the
/// other's only as long as the memory is.
nlohmann::json changed_accelerator(const nlohmann::json& item, nlohmann::json document, const std::string& like);

}  // namespace fmplan::catalog
