#pragma once

#include <string>
#include <vector>

#include "core/answer/explain_document.h"
#include "core/plan/run_study.h"

namespace fmplan::answer {

/// What `--explain` of `run` prints: of simulated figures how they are drawn, with the closed form of what they are
/// made of; of all others what explain_document() says.  `origin` is of the study's report, `report_json` of it too,
/// `run_json` the answer's.  @throws InputError for a key that there is not, with the nearest.
Document explain_run_document(const std::vector<std::string>& words, const plan::RunStudy& study,
                              const ExplainOrigin& origin, const text::Json& report_json, const text::Json& run_json);

}  // namespace fmplan::answer
