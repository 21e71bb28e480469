#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/catalog/reported_machines.h"
#include "core/evidence/step_model.h"
#include "core/evidence/step_rows.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_profile.h"

namespace fmplan::evidence {

/// A machine to predict on.
struct StepMachine {
  hardware::Instance instance;
  std::optional<network::CollectiveProfile> collectives;
};

/// The catalogue instance of a row: the one its system names, else the one that `reported` has for its GPU.  The row's
/// GPUs per node and stated links (stated_network()) replace the instance's; so does what `reported` knows of the GPU,
/// a variant of one in the catalogue, or of the system.  Each substitution is added to `assumptions`.  `instances` and
/// `profiles` are keyed by the names of instances.
std::variant<StepMachine, StepRefusal> machine_of_row(const StepRow& row,
                                                      const std::map<std::string, hardware::Instance>& instances,
                                                      const std::map<std::string, network::CollectiveProfile>& profiles,
                                                      const std::vector<catalog::ReportedMachine>& reported,
                                                      std::vector<std::string>& assumptions);

}  // namespace fmplan::evidence
