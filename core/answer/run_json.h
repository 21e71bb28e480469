#pragma once

#include "core/answer/report_json.h"
#include "core/plan/run_study.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// Whether there is anything to show: the run can be simulated, and a trial of it has ended.
bool has_simulation(const plan::RunStudy& study);
/// Whether it ends in at least half of the trials.
bool mostly_finishes(const plan::RunStudy& study);
/// The same, and as many of them keep a deadline as are asked for.
bool can_run(const plan::RunStudy& study);

/// The simulated run, version 1 (docs/report_format.md#run): the report's head, cost and totals as `plan` gives them
/// with the simulation's figures, its `run` section as `closed_form`, and beside them `run` simulated.  Units, money
/// and unknowns as in the report.  Every key of the first level is there, whether the run can be simulated or not.
text::Json run_json(const plan::RunStudy& study, const ReportOrigin& origin);

}  // namespace fmplan::answer
