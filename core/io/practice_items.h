#pragma once

/// @file
/// Readers of the catalogue items that describe how people train: framework habits and recovery practices.

#include <string>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/sim/run.h"
#include "core/sim/step_time.h"

namespace fmplan::io {

sim::FrameworkProfile read_framework(const nlohmann::json& item, const std::string& where, Issues& issues);
sim::Recovery read_recovery(const nlohmann::json& item, const std::string& where, Issues& issues);

}  // namespace fmplan::io
