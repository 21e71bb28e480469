#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/scenario/scenario_reading.h"

namespace fmplan::scenario {

/// Accelerators of a machine that a document names, describes, with their number at `key`, or takes from another; 0
/// where it does not say.
int accelerators_of(const nlohmann::json& machine, const char* key, const catalog::Catalog& catalog);

/// What a machine in a few words (cluster.machine) is as a document of an instance; null where it says too little,
/// which is an issue.  What it leaves out and is not like another is assumed: the accelerator's own link inside a node,
/// one NIC an accelerator, InfiniBand NDR.
nlohmann::json machine_document(const nlohmann::json& section, const ScenarioReading& reading);

/// Whether it says which network joins it to others: by name, or in words of which one names one.
bool names_network(const nlohmann::json& section, const ScenarioReading& reading);

/// Where in cluster.machine the part of its document stands that an issue is about.
std::string place_by_hand(std::string place);

}  // namespace fmplan::scenario
