#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/documents.h"

namespace fmplan::catalog {

/// An instance that says "like": the document of the instance it names with the stated parts in the place of its own
/// (objects part by part, null takes a part away), and a name of its own.  A number of NICs or their rate replaces a
/// stated total, a domain that was the node's follows the node.  None where the item is like no other, or what it names
/// cannot be read, which is an issue.
std::optional<nlohmann::json> document_of_like(const nlohmann::json& item, const std::string& where,
                                               const Documents& documents, Issues& issues);

}  // namespace fmplan::catalog
