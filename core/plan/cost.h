#pragma once

#include "core/plan/report.h"
#include "core/plan/scenario.h"

namespace fmplan::plan {

/// Money for `node_hours` of the job, its spares and its checkpoint storage over `wall_clock`:
///   compute = node-hours × price per node-hour;  spares likewise;  storage = capacity × price × wall-clock.
/// A component whose price is unknown stays unknown, and so does the total.
CostReport cost_of(const Scenario& scenario, double node_hours, Seconds wall_clock);

}  // namespace fmplan::plan
