#pragma once

#include <string>

#include "core/plan/report.h"

namespace fmplan::plan {

/// Nodes that are paid for.
struct HeldNodes {
  int nodes = 0;   ///< as asked for; those of them that are left over stand by.  Of the phase with the most
  int spares = 0;  ///< beside them
  int fewest = 0;  ///< of the phase with the fewest; 0: all have as many
};

/// Nodes left over are spares too, but of those asked for; where the number of spares is searched they are not held.
HeldNodes held_nodes(const Report& report);

/// "256 × p5.48xlarge and 2 spares", "16 to 256 × p5.48xlarge".
std::string held_text(HeldNodes held, const std::string& instance);

/// What is paid for, whatever the scenario is called: "llama-3-70b on 256 × p5.48xlarge and 2 spares".
std::string billed_subject_text(const Report& report);

/// What was computed, whatever the scenario is called: "llama-3-70b on 256 × p5.48xlarge"; of the nodes those held.
std::string subject_text(const Report& report);
/// The same for the steps of `num_nodes`.
std::string subject_text(const Scenario& scenario, int num_nodes);

}  // namespace fmplan::plan
