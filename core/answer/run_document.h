#pragma once

#include <cstdint>
#include <string>

#include "core/answer/condition.h"
#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/plan/run_study.h"

namespace fmplan::answer {

/// The simulated run; `trials_asked` is told where the simulation was interrupted.  Unless it is to be `full`, all
/// tables but the answer's, and that of spares where they were asked for, are for a page.
Document run_document(const plan::RunStudy& study, const ReportOrigin& origin, std::int64_t trials_asked,
                      bool interrupted, bool full = false);

/// The figures of `fmplan run`.
const FigureSet& run_figures();
/// Of the simulated run, or where it has none, of the closed form; keys from `json`, as run_json() has it.  The
/// ninetieth percentiles are infinite once a tenth of the trials never ends.
FigureValues run_values(const plan::RunStudy& study, const text::Json& json);

}  // namespace fmplan::answer
