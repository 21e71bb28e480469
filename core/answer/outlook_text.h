#pragma once

#include <optional>
#include <string>

#include "core/base/quantity.h"
#include "core/plan/outlook.h"

namespace fmplan::answer {

/// "if campaigns take 45.8 % beside, not 18.7 %".
std::string deciding_text(const plan::DecidingAssumption& entry, const plan::Scenario& scenario);
/// The same where a line has little room: "if a node is replaced in 24.0 h (+0.6 days with 4 more spares)".
std::string short_deciding_text(const plan::DecidingAssumption& entry, const plan::Scenario& scenario);
/// "+9.2 days, +$5.59M", "no end".
std::string effect_text(double more_days, const std::optional<Dollars>& more_cost);
/// "+0.6 days, +$410,000 with 4 more spares".
std::string with_spares_text(const plan::MoreSpares& more);

}  // namespace fmplan::answer
