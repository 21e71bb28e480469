#pragma once

#include <string>

#include "core/plan/outlook.h"

namespace fmplan::answer {

/// "if campaigns take 45.8 % beside, not 18.7 %".
std::string deciding_text(const plan::DecidingAssumption& entry, const plan::Scenario& scenario);
/// "+9.2 days, +$5.59M".
std::string effect_text(const plan::DecidingAssumption& entry);

}  // namespace fmplan::answer
