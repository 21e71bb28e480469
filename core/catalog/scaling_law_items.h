#pragma once

/// @file
/// Catalogue items of kind "scaling_law": the constants of a published law, and the sizes they were fitted on.

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/catalog/documents.h"
#include "core/model/scaling_law.h"

namespace fmplan::catalog {

/// `documents` holds the law that "loss_of" names.
model::ScalingLaw read_scaling_law(const nlohmann::json& item, const std::string& where, const Documents& documents,
                                   Issues& issues);

}  // namespace fmplan::catalog
