#pragma once

/// @file
/// Readers of the catalogue items that describe how people train: framework habits and recovery practices.

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/sim/run/run.h"
#include "core/sim/step/step_time.h"

namespace fmplan::catalog {

sim::FrameworkProfile read_framework(const nlohmann::json& item, const std::string& where, Issues& issues);
sim::Recovery read_recovery(const nlohmann::json& item, const std::string& where, Issues& issues);
/// A recovery that a scenario describes itself: all of an item's values, or under "like" the name of the item whose
/// values hold where the object has none.
sim::Recovery read_recovery_or_changes(const nlohmann::json& object, const std::string& where, Issues& issues,
                                       const std::function<sim::Recovery(const std::string& name)>& by_name);

}  // namespace fmplan::catalog
