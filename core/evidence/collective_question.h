#pragma once

/// @file
/// Measured rows of collectives as what a machine's profile is asked.

#include <optional>
#include <variant>
#include <vector>

#include "core/calibration/collective_observation.h"
#include "core/catalog/catalog.h"
#include "core/catalog/collective_profile.h"
#include "core/evidence/collective_rows.h"
#include "core/evidence/step_model.h"
#include "core/network/collective_time.h"

namespace fmplan::evidence {

/// Whether a row may be of the item's machine, whatever its system is called: the GPU, their number a node, a network
/// if need be.  Not cards in PCIe slots, nor machines whose text states links of another rate.
bool is_machine_of_row(const catalog::CollectiveProfileItem& item, const CollectiveRow& row);

/// The item a measured row belongs to: the one whose longest system word the row's system holds; for ranks of one
/// domain also an item without systems.  Null if there is none.
const catalog::CollectiveProfileItem* profile_of_row(const std::vector<catalog::CollectiveProfileItem>& items,
                                                     const CollectiveRow& row);

/// The machine of a row that no item describes as `plan` times such a one: what measured machines with its GPU's
/// library have in common, over the links that the row's text states.
std::variant<catalog::CollectiveProfileItem, StepRefusal> unmeasured_machine_of_row(
    const std::vector<catalog::CollectiveProfileItem>& items, const CollectiveRow& row,
    const catalog::Catalog& catalog);

/// The ranks of a row on the item's machine.
network::CollectiveGroup group_of_row(const CollectiveRow& row, const catalog::MeasuredMachine& machine);

/// None if the collective is not modelled or has one rank, or if it spans domains and the machine states no NICs.
std::optional<calibration::CollectiveObservation> observation_of_row(const CollectiveRow& row,
                                                                     const catalog::MeasuredMachine& machine);

/// The row as the item of a profile that is fitted to it names it.
catalog::FittedRow fitted_row(const CollectiveRow& row);

}  // namespace fmplan::evidence
