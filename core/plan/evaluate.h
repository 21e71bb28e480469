#pragma once

#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// The whole chain in closed form: parallel plan → step time and memory → failures and checkpoints → hours, days,
/// energy and money.  What is "auto" is searched first.  A plan that does not fit, or no plan that meets the deadline,
/// is an answer (Report::obstacles), not an error.
/// Where nodes are stated and plans are searched, that is done in so many threads, which change nothing of the answer.
/// @pre check_scenario(scenario) found nothing.
Report evaluate(const Scenario& scenario, int threads = 1);

/// The same without what is told beside the answer, which is MemoryReport::nearest and the cases of other failure rates
/// and times to replace a node: for many scenarios, of which few are looked at.
Report evaluate_briefly(const Scenario& scenario, int threads = 1);

}  // namespace fmplan::plan
