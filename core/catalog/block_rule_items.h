#pragma once

/// @file
/// Catalogue items of kind "block_rule": how a provider sells capacity blocks, as a document of a day states it.

#include <string>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/hardware/block_rules.h"

namespace fmplan::catalog {

hardware::BlockRule read_block_rule(const nlohmann::json& item, const std::string& where, Issues& issues);

}  // namespace fmplan::catalog
