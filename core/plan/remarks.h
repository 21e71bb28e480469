#pragma once

#include <vector>

#include "core/base/shared_list.h"
#include "core/plan/report.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::plan {

/// What is to be said about the figures of a report.
struct Remarks {
  SharedList<Assumption> assumptions;  ///< the scenario's, and what contention found
  Notices warnings;
  Notices obstacles;  ///< why the plan cannot run
};

Remarks remarks_on(const Report& report, const sim::RunSettings& settings);

}  // namespace fmplan::plan
