#pragma once

/// @file
/// Readers of the sections of a scenario; scenario_json.h is the way in.

#include <nlohmann/json.hpp>

#include "core/scenario/scenario_reading.h"

namespace fmplan::scenario {

void read_training(const nlohmann::json& section, const ScenarioReading& reading);
void read_cluster(const nlohmann::json& section, const ScenarioReading& reading);
/// The day that the run starts, or the catalogue's; what is wrong with it read_run() reports.  Plans are read with the
/// habits that a framework has on it.
Date start_of(const nlohmann::json& document, const catalog::Catalog& catalog);
void read_run(const nlohmann::json& section, const ScenarioReading& reading);
/// Of read_run().  Needs the cluster.
void read_checkpoint(const nlohmann::json& section, const ScenarioReading& reading);
/// Of read_run().  Needs the training and the cluster.
void read_data(const nlohmann::json& section, const ScenarioReading& reading);
/// The size to rent of a storage so that it holds `wanted`: the next one on sale, which is assumed at `where`.
Bytes provisioned(const hardware::Storage& storage, Bytes wanted, const std::string& where,
                  const ScenarioReading& reading);
/// Needs the cluster and the start of the run: without them only its own fields are checked.
void read_price(const nlohmann::json& section, const ScenarioReading& reading);
/// The provider's usual region, or where that does not sell the machine, the region where it is cheapest: on demand, or
/// where that is not sold, as `kind`.
/// @param list its prices; null: none are known
std::string buying_region(const std::string& provider, const hardware::PriceList* list, const std::string& kind,
                          Date on);
/// A region that nothing in the catalogue names is a slip of the pen; one whose price of this instance is not known is
/// an answer.
void check_region(const hardware::PriceList& list, text::ObjectReader& reader, const std::string& region,
                  const catalog::Catalog& catalog);
void read_power(const nlohmann::json& section, const ScenarioReading& reading);
/// Takes what was measured of step times from the catalogue, and what the user measured from training.anchor.  Needs
/// training and cluster.
void read_step_errors(const nlohmann::json& document, const ScenarioReading& reading);

}  // namespace fmplan::scenario
