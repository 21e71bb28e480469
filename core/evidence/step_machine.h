#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/shared.h"
#include "core/catalog/catalog.h"
#include "core/evidence/step_model.h"
#include "core/evidence/step_rows.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_profile.h"

namespace fmplan::evidence {

/// A machine to predict on.
struct StepMachine {
  hardware::Instance instance;
  Shared<network::CollectiveProfile> collectives;
};

/// The catalogue instance of a row: the one its system names, itself or by its product ("A3 Mega"), where that has the
/// row's GPU; else the one that the reported machines have for it (reported_gpu()).  The row's GPUs per node and stated
/// links (stated_network()) replace the instance's; so does what they know of the GPU, a variant of one in the
/// catalogue, or of the system.  Each substitution is added to `assumptions`.
std::variant<StepMachine, StepRefusal> machine_of_row(const StepRow& row, const catalog::Catalog& catalog,
                                                      std::vector<std::string>& assumptions);

}  // namespace fmplan::evidence
