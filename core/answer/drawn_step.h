#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "core/answer/document.h"
#include "core/base/job.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// The schedule of a step as `fmplan trace` draws it, beside an answer.
struct DrawnStep {
  std::string svg;
  Document document;  ///< trace_document()
  std::string note;   ///< correction_text()
};
struct StepNotDrawn {
  std::string reason;
};

/// A step of the phase with most tokens, all ranks alike, if it has no more than `most_passes` forward and backward
/// passes over the stages of a replica.  A stopped one is not drawn.  @pre the report has phases.
std::variant<DrawnStep, StepNotDrawn> drawn_step(const plan::Report& report, std::int64_t most_passes,
                                                 const Watch& watch = {});

}  // namespace fmplan::answer
