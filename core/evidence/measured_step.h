#pragma once

/// @file
/// What a row says was measured: the only side of it that predictions do not see.

#include <string_view>
#include <variant>

#include "core/base/quantity.h"
#include "core/evidence/step_question.h"
#include "core/evidence/step_rows.h"

namespace fmplan::evidence {

struct MeasuredStep {
  Seconds time;
  std::string_view from;  ///< "step time", "tokens/s", "TFLOP/s" or "MFU"
};
/// The measured time of a step: as stated; else from tokens/s per GPU; else from TFLOP/s per GPU, else from MFU over
/// the dense peak of the precision, if the row says by which convention FLOP are counted.  Refused where it is less
/// than the model FLOP take at the accelerator's highest peak.
std::variant<MeasuredStep, StepRefusal> measured_step(const StepRow& row, const StepQuestion& question,
                                                      const catalog::ReportReadings& readings);

}  // namespace fmplan::evidence
