#pragma once

#include <nlohmann/json.hpp>

#include "core/catalog/collective_profile.h"
#include "core/scenario/scenario_reading.h"

namespace fmplan::scenario {

/// Lists the measured figures that the speed of a machine rests on, with where each comes from: efficiency of matrix
/// products and of attention, sustained clock, the profile of its collectives or reach and latency of its links.
/// `instance` is its item, of the catalogue or inline; `collectives` is null where they were not measured.
void assume_hardware(const nlohmann::json& instance, const catalog::CollectiveProfileItem* collectives,
                     const ScenarioReading& reading);

/// Lists what copies to the host's memory reach, and that it is large enough where its size is unknown, if a plan puts
/// anything there.  `instance` is its item, of the catalogue or inline.
void assume_host(const nlohmann::json& instance, const ScenarioReading& reading);

}  // namespace fmplan::scenario
