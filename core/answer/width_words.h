#pragma once

/// @file
/// Why the interval of a step time is as wide as it is, and what would narrow it, in words and as JSON.

#include <optional>
#include <string>
#include <vector>

#include "core/calibration/step_interval.h"
#include "core/plan/phase_report.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// What a cause of the width says of a question: "mixtures with nemo: 2 sources", "attention, 12 % of the step".
std::string width_cause_text(const plan::StepWidth& width, const calibration::WidthCause& cause);

/// Two sentences for people; empty where nothing was measured.
std::vector<std::string> width_notes(const std::optional<plan::StepWidth>& width);

/// null where nothing was measured.
text::Json width_json(const std::optional<plan::StepWidth>& width);

}  // namespace fmplan::answer
