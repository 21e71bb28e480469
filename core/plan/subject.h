#pragma once

#include <string>

#include "core/plan/report.h"

namespace fmplan::plan {

/// What was computed, whatever the scenario is called: "llama-3-70b on 256 × p5.48xlarge"; of the nodes those held.
std::string subject_text(const Report& report);
/// The same for the steps of `num_nodes`.
std::string subject_text(const Scenario& scenario, int num_nodes);

}  // namespace fmplan::plan
