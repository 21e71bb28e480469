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

/// Whether a row may be of an item's machine, whatever its system is called, and if not, why.
enum class RowMachine {
  kSame,
  kOtherGpu,
  kOtherSize,  ///< more GPUs a node
  kNoNetwork,  ///< the row is of several nodes, the machine has no network between them
  kInSlots,    ///< cards in PCIe slots
  kOtherLinks  ///< its text states links between machines of another rate
};
RowMachine row_machine(const catalog::CollectiveProfileItem& item, const CollectiveRow& row);

/// The item a measured row belongs to: the one of whose system words and instances the row's system holds the longest;
/// for ranks of one domain also an item without systems.  Null if there is none.
const catalog::CollectiveProfileItem* profile_of_row(const std::vector<catalog::CollectiveProfileItem>& items,
                                                     const CollectiveRow& row);

/// The machine of a row that no item describes, as plans time one that is like its GPU's reference machine but for the
/// links that the row's text states: with that one's profile where it has one, else with what measured machines have in
/// common.
std::variant<catalog::CollectiveProfileItem, StepRefusal> unmeasured_machine_of_row(const CollectiveRow& row,
                                                                                    const catalog::Catalog& catalog);

/// The ranks of a row on the item's machine.
network::CollectiveGroup group_of_row(const CollectiveRow& row, const catalog::MeasuredMachine& machine);

/// None if the collective is not modelled or has one rank, or if it spans domains and the machine states no NICs.
std::optional<calibration::CollectiveObservation> observation_of_row(const CollectiveRow& row,
                                                                     const catalog::MeasuredMachine& machine);

/// The row as the item of a profile that is fitted to it names it.
catalog::FittedRow fitted_row(const CollectiveRow& row);

}  // namespace fmplan::evidence
