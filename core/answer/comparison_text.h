#pragma once

#include <string>

#include "core/plan/step_comparison.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// "B trains 6.3 % faster (80 %: 2 to 10 %)", or "a tie: B trains 1.2 % faster, 80 %: -3 to +5 %".
std::string comparison_text(const std::string& name, const plan::StepComparison& comparison);

/// "-1.2 % (-5 to +3)": its speed against the first's.
std::string short_comparison(const plan::StepComparison& comparison);

/// {"ratio", "low_80", "high_80", "low_95", "high_95", "tie", "errors"} of tokens per second.
text::Json comparison_json(const plan::StepComparison& comparison);

}  // namespace fmplan::answer
